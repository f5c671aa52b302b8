//! Drawings inside the page.

use roxmltree::{Document, Node};

use super::markup::escaped;

/// What a drawing may not bring along: programs, and other documents.
const UNWANTED: [&str; 4] = ["script", "foreignObject", "image", "style"];

/// A drawing that takes the width it is given, up to its own, and says what it is to readers that do not see it; or why it cannot be
/// shown.
pub(super) fn embedded(svg: &str, label: &str) -> String {
    let shown = scalable(svg, label);
    shown.unwrap_or_else(|problem| {
        format!("<p class=\"missing\">The drawing cannot be shown: {}.</p>\n", escaped(&problem))
    })
}

fn scalable(svg: &str, label: &str) -> Result<String, String> {
    let document = Document::parse(svg).map_err(|error| error.to_string())?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(format!("found <{}>, expected <svg>", root.tag_name().name()));
    }
    if let Some(node) = document.descendants().find(is_unwanted) {
        return Err(format!("found <{}> that could run or load something", node.tag_name().name()));
    }
    let number = |name| root.attribute(name).and_then(|size| size.trim_end_matches("px").parse::<f64>().ok());
    let view_box = match (root.attribute("viewBox"), number("width").zip(number("height"))) {
        (Some(view_box), _) => view_box.to_owned(),
        (None, Some((width, height))) => format!("0 0 {width} {height}"),
        (None, None) => return Err("it has no size, neither as viewBox nor as width and height".into()),
    };
    let width = view_box.split_whitespace().nth(2).and_then(|width| width.parse::<f64>().ok());
    let width = width.ok_or_else(|| format!("found the viewBox {view_box:?}, expected four numbers"))?;
    let inside = inside(&svg[root.range()]).ok_or("it is empty")?;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" role=\"img\" aria-label=\"{}\" style=\"max-width:{}px\">{inside}\n",
        escaped(&view_box),
        escaped(label),
        width.ceil()
    ))
}

/// Whether something could run or load something: an element, a handler of an event, or a link.
fn is_unwanted(node: &Node<'_, '_>) -> bool {
    UNWANTED.contains(&node.tag_name().name())
        || node.attributes().any(|attribute| {
            let is_elsewhere = attribute.name() == "href" && !attribute.value().starts_with('#');
            let is_loaded = attribute.value().replace("url(#", "").contains("url(");
            attribute.name().starts_with("on") || is_elsewhere || is_loaded
        })
}

/// What comes behind the opening tag, the closing one included; none where there is nothing.
fn inside(svg: &str) -> Option<&str> {
    let mut quote = None;
    for (at, character) in svg.char_indices() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None, '>') => {
                return (!svg[..at].ends_with('/')).then(|| &svg[at + 1..]);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_become_what_can_be_scaled() {
        let fixed = r#"<svg width="860" height="560" class="a>b" xmlns="http://www.w3.org/2000/svg"><rect width="1"/></svg>"#;
        assert_eq!(
            embedded(fixed, "a \"plot\""),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 560\" role=\"img\" aria-label=\"a &quot;plot&quot;\" \
             style=\"max-width:860px\"><rect width=\"1\"/></svg>\n"
        );
        let scalable = r#"<?xml version="1.0"?><svg viewBox="0 0 10 20" width="99"><g/></svg>"#;
        assert!(embedded(scalable, "").contains("viewBox=\"0 0 10 20\""));
    }

    #[test]
    fn what_is_no_plain_drawing_is_not_shown() {
        for (svg, problem) in [
            ("<svg viewBox=\"0 0 1 1\"><g></svg>", "expected"),
            ("<p>1</p>", "found &lt;p&gt;, expected &lt;svg&gt;"),
            ("<svg><g/></svg>", "it has no size"),
            ("<svg viewBox=\"0 0 1 1\"/>", "it is empty"),
            ("<svg viewBox=\"0 0\"><g/></svg>", "expected four numbers"),
            ("<svg viewBox=\"0 0 1 1\"><script>1</script></svg>", "found &lt;script&gt;"),
            ("<svg viewBox=\"0 0 1 1\"><g onclick=\"x\"/></svg>", "found &lt;g&gt;"),
            ("<svg viewBox=\"0 0 1 1\"><a href=\"https://example.org\"/></svg>", "found &lt;a&gt;"),
            ("<svg viewBox=\"0 0 1 1\"><g fill=\"url(http://example.org)\"/></svg>", "found &lt;g&gt;"),
            (
                "<svg viewBox=\"0 0 1 1\"><image href=\"#a\"/></svg>",
                "found &lt;image&gt; that could run or load something",
            ),
        ] {
            let shown = embedded(svg, "");
            assert!(shown.starts_with("<p class=\"missing\">") && shown.contains(problem), "{svg}: {shown}");
        }
    }
}
