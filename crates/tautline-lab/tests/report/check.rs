//! What must hold for every page.

use std::collections::HashSet;

use roxmltree::{Document, Node, ParsingOptions};

pub(crate) fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn named<'a>(document: &'a Document<'_>, name: &'static str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.tag_name().name() == name).collect()
}

/// All text inside a node.
pub(crate) fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// Everything that must hold for every page.
pub(crate) fn check(page: &str) {
    let document = parsed(page);
    let mut ids = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(
            !["script", "link", "img", "iframe", "object", "base"].contains(&name),
            "<{name}> on the page"
        );
        for attribute in node.attributes() {
            let (what, value) = (attribute.name(), attribute.value());
            assert!(!what.starts_with("on") && what != "src" && what != "srcset", "{what}={value:?}");
            assert!(what != "href" || value.starts_with('#'), "a link to {value:?}");
        }
        ids.extend(node.attribute("id"));
    }
    let style = text(named(&document, "style")[0]);
    assert!(!style.contains("url(") && !style.contains("@import"), "the style loads something");
    for link in named(&document, "a") {
        let target = &link.attribute("href").unwrap()[1..];
        assert_eq!(ids.iter().filter(|id| **id == target).count(), 1, "#{target}");
    }
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "names for links are unique: {ids:?}");
    for figure in named(&document, "figure") {
        let inside = |name| figure.descendants().find(|node| node.tag_name().name() == name);
        let svg = inside("svg").unwrap();
        assert!(svg.attribute("viewBox").is_some() && svg.attribute("width").is_none());
        assert!(svg.attribute("aria-label").is_some_and(|label| !label.is_empty()));
        assert!(text(inside("code").unwrap()).starts_with("tautline "), "a figure without its command");
    }
    for table in named(&document, "table") {
        let frame = table.parent_element().unwrap();
        assert!(
            frame.attribute("class").unwrap().starts_with("table") && frame.attribute("aria-label").is_some()
        );
    }
}
