//! Markdown as HTML.

use std::fmt::Write;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::markup::Names;
use super::table::{Cell, Table};

/// How far below the title of a section the headings of its text are.
const BELOW: u8 = 2;

/// A text as it stands on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    /// The HTML.
    pub(super) html: String,
    /// The headings of the second level: names for links and titles, as HTML.
    pub(super) headings: Vec<(String, String)>,
}

/// Makes a text of Markdown with tables. Markup inside it is shown as it is written, links are given in words, and names for
/// links begin with that of the section.
pub(super) fn text(markdown: &str, section: &str, names: &mut Names) -> Text {
    let allowed = |character: &char| !character.is_control() || matches!(character, '\n' | '\t');
    let markdown: String = markdown.chars().filter(allowed).collect();
    let mut destinations = Vec::new();
    let parser = Parser::new_ext(&markdown, Options::ENABLE_TABLES);
    let mut events = parser.filter_map(|event| in_words(event, &mut destinations));
    let (mut text, mut title) = (Text::default(), String::new());
    let mut pending = Vec::new();
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                html::push_html(&mut text.html, pending.drain(..));
                let inside = until(&mut events, |end| matches!(end, TagEnd::Heading(_)));
                let heading = cell(inside);
                title.clone_from(&heading.plain);
                let id = names.new_name(&format!("{section}-{}", heading.plain));
                text.add_heading(level, id, &heading.html);
            }
            Event::Start(Tag::Table(_)) => {
                html::push_html(&mut text.html, pending.drain(..));
                text.html += &table(&mut events).html(&title);
            }
            other => pending.push(other),
        }
    }
    html::push_html(&mut text.html, pending.into_iter());
    text
}

impl Text {
    fn add_heading(&mut self, level: HeadingLevel, id: String, title: &str) {
        let depth = (level as u8 + BELOW).min(6);
        // Writing to a text does not fail.
        let _ = writeln!(self.html, "<h{depth} id=\"{id}\">{title}</h{depth}>");
        if level == HeadingLevel::H2 {
            self.headings.push((id, title.to_owned()));
        }
    }
}

/// What an event is on a page that refers to nothing outside it: markup is text, and a link is what it says and where it leads.
/// The destinations are those of the links that are open.
fn in_words<'a>(event: Event<'a>, destinations: &mut Vec<CowStr<'a>>) -> Option<Event<'a>> {
    Some(match event {
        Event::Html(markup) | Event::InlineHtml(markup) => Event::Text(markup),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Link { dest_url, .. }) => {
            destinations.push(dest_url);
            return None;
        }
        Event::End(TagEnd::Link) => Event::Text(format!(" ({})", destinations.pop()?).into()),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
        other => other,
    })
}

/// The events before the end of something.
fn until<'a>(
    events: &mut impl Iterator<Item = Event<'a>>,
    is_end: impl Fn(&TagEnd) -> bool,
) -> Vec<Event<'a>> {
    events.take_while(|event| !matches!(event, Event::End(end) if is_end(end))).collect()
}

/// What stands in a line.
fn cell(events: Vec<Event<'_>>) -> Cell {
    let mut cell = Cell::default();
    for event in &events {
        if let Event::Text(text) | Event::Code(text) = event {
            cell.plain += text;
        }
    }
    html::push_html(&mut cell.html, events.into_iter());
    cell
}

/// Reads a table up to its end.
fn table<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Table {
    let (mut table, mut row) = (Table::default(), Vec::new());
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::TableCell) => row.push(cell(until(events, |end| *end == TagEnd::TableCell))),
            Event::End(TagEnd::TableHead) => table.header = std::mem::take(&mut row),
            Event::End(TagEnd::TableRow) => table.rows.push(std::mem::take(&mut row)),
            Event::End(TagEnd::Table) => break,
            _ => {}
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lie_below_the_section_and_can_be_linked() {
        let Text { html, headings } = text(
            "# A paper\n\nOf A* and `b`.\n\n## Table 1: A*\n\n## Table 1: A*\n",
            "any one",
            &mut Names::default(),
        );
        assert_eq!(
            html,
            "<h3 id=\"any-one-a-paper\">A paper</h3>\n<p>Of A* and <code>b</code>.</p>\n\
             <h4 id=\"any-one-table-1-a\">Table 1: A*</h4>\n<h4 id=\"any-one-table-1-a-2\">Table 1: A*</h4>\n"
        );
        let headings: Vec<_> = headings.iter().map(|(id, title)| (id.as_str(), title.as_str())).collect();
        assert_eq!(headings, [("any-one-table-1-a", "Table 1: A*"), ("any-one-table-1-a-2", "Table 1: A*")]);
    }

    #[test]
    fn tables_are_labelled_by_their_headings() {
        let html =
            text("## Times\n\n| a | b |\n|---|---|\n| 1 < 2 | 3 |\n\n- one\n", "s", &mut Names::default())
                .html;
        assert!(html.contains("aria-label=\"Times\"><table>"), "{html}");
        assert!(
            html.contains("<th scope=\"row\"><span>1 &lt; 2</span></th><td class=\"n\">3</td>"),
            "{html}"
        );
        assert!(html.ends_with("<ul>\n<li>one</li>\n</ul>\n"), "{html}");
    }

    #[test]
    fn nothing_runs_or_is_loaded() {
        let html = text(
            "<script>1</script>\n\na <b>c</b> [d](https://e.org) ![f](g.png) <https://h.org>\u{1b}",
            "s",
            &mut Names::default(),
        )
        .html;
        assert_eq!(
            html,
            "<p>&lt;script&gt;1&lt;/script&gt;\n</p>\n<p>a &lt;b&gt;c&lt;/b&gt; d (https://e.org) f https://h.org (https://h.org)</p>\n"
        );
    }
}
