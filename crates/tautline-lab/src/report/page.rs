//! The whole page.

use super::embed::embedded;
use super::markup::{Names, command, escaped};
use super::text::{Text, text};
use super::{Figure, Section, origin};

const STYLE: &str = include_str!("style.css");

/// With so many figures or more, they stand side by side where there is room.
const MANY: usize = 2;

/// What newcomers have to know.
const OPENING: &str = "\
<p class=\"lead\">Tautline is a navigation engine for grid worlds: it finds ways over maps of square cells, from cell to cell or at any \
angle, and leads agents along them. A taut line is what a shortest path is: pulled tight around the corners, it cannot get \
shorter. This page measures its planners: against each other, against what the papers say that they come from, and against \
other programs.</p>
<h2>How to read this page</h2>
<ul>
<li>Every section asks one question. Above its tables stands the command that measured it; below every plot the one whose figures \
it shows, and below every picture the one that draws it. Give them in a terminal to get your own.</li>
<li>Times depend on the machine, so compare them as ratios inside one table, and not between tables. Lengths and expansions do \
not depend on it.</li>
<li>An <em>expansion</em> is a place that a search looks around from: the fewer of them, the less work. A planner is \
<em>optimal</em> if no path that is legal for it is shorter.</li>
<li><span class=\"of-paper\">[Numbers in square brackets]</span> are a paper’s own, next to what was measured here. A dash stands for \
what was not measured.</li>
<li>Only verified answers count: every path was walked step by step after it was timed.</li>
</ul>
";

/// Makes the page: an opening for newcomers, contents, and the sections. Where sections were measured on one machine, it is told
/// in the opening.
#[must_use]
pub fn page(title: &str, sections: &[Section]) -> String {
    let shared = origin::shared(sections);
    let machine = origin::list(&shared);
    let machine =
        if machine.is_empty() { machine } else { format!("<h2>Where the numbers come from</h2>\n{machine}") };
    let title = escaped(title);
    let mut writer = Writer::default();
    let ids: Vec<String> = sections.iter().map(|section| writer.names.new_name(&section.id)).collect();
    let body: String = sections
        .iter()
        .zip(&ids)
        .map(|(section, id)| writer.section(section, id, &origin::list(&origin::own(section, &shared))))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n</header>\n{}<main>\n<div class=\"opening\">\n{OPENING}{machine}</div>\n{body}</main>\n</body>\n</html>\n",
        contents(sections, &ids)
    )
}

/// Links to the sections.
fn contents(sections: &[Section], ids: &[String]) -> String {
    let item = |(section, id): (&Section, &String)| {
        format!("<li><a href=\"#{id}\">{}</a></li>\n", escaped(&section.title))
    };
    let items: String = sections.iter().zip(ids).map(item).collect();
    format!("<nav aria-label=\"Contents\">\n<p>Contents</p>\n<ol>\n{items}</ol>\n</nav>\n")
}

/// What is counted through the whole page.
#[derive(Default)]
struct Writer {
    names: Names,
    figures: usize,
}

impl Writer {
    fn section(&mut self, section: &Section, id: &str, origin: &str) -> String {
        let figures: String = section.figures.iter().map(|figure| self.figure(figure)).collect();
        let many = if section.figures.len() >= MANY { " many" } else { "" };
        let figures = if figures.is_empty() {
            figures
        } else {
            format!("<div class=\"figures{many}\">\n{figures}</div>\n")
        };
        let Text { html: body, headings } = text(&section.text, id, &mut self.names);
        let made = command(&section.command);
        format!(
            "<section id=\"{id}\">\n<h2>{}</h2>\n<p class=\"summary\">{}</p>\n{made}{origin}{}{figures}{body}</section>\n",
            escaped(&section.title),
            escaped(&section.summary),
            inside(&headings)
        )
    }

    fn figure(&mut self, figure: &Figure) -> String {
        self.figures += 1;
        let number = self.figures;
        let id = self.names.new_name(&format!("figure-{number}"));
        let label = format!("{}: {}", figure.title, figure.caption);
        format!(
            "<figure id=\"{id}\">\n<div class=\"drawing\">{}</div>\n<figcaption><b>Figure {number}. {}.</b> {}</figcaption>\n{}</figure>\n",
            embedded(&figure.svg, &label),
            escaped(figure.title.trim_end_matches('.')),
            escaped(&figure.caption),
            command(&figure.command)
        )
    }
}

/// Links to the tables of a section, where it has several.
fn inside(headings: &[(String, String)]) -> String {
    if headings.len() < 2 {
        return String::new();
    }
    let item = |(id, title): &(String, String)| format!("<li><a href=\"#{id}\">{title}</a></li>\n");
    let items: String = headings.iter().map(item).collect();
    format!(
        "<details class=\"inside\">\n<summary>{} tables and lists in this section</summary>\n<ul>\n{items}</ul>\n</details>\n",
        headings.len()
    )
}
