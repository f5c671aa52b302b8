//! The report page: well-formed, closed in itself, and safe whatever the data is.

mod check;

use tautline::engine::Registry;
use tautline_lab::report::{Figure, Section, page, pictures};

use crate::check::{check, named, parsed, text};

const SVG: &str = "<svg width=\"20\" height=\"10\" xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"20\" height=\"10\"/></svg>";

/// What somebody could write to do harm.
const EVIL: &str = "<script>alert(1)</script> \" onload=' & ]]> </style> \u{0}\u{1b}";

fn section(id: &str, text: &str, figures: usize) -> Section {
    let figure = |number| Figure {
        title: format!("Plot {number}"),
        caption: "What it shows.".into(),
        command: format!("tautline lab {id} --plot {number}"),
        svg: SVG.into(),
    };
    Section {
        id: id.into(),
        title: format!("Section {id}"),
        summary: "What is asked.".into(),
        command: format!("tautline lab {id}"),
        text: text.into(),
        figures: (0..figures).map(figure).collect(),
        origin: vec![("commit".into(), "abc".into()), ("seed".into(), id.into())],
    }
}

#[test]
fn a_page_has_its_contents_sections_and_figures() {
    let table = "# A paper\n\n## Times\n\n| a | b |\n|---|---|\n| c | 1 |\n\n## Times\n\n- d\n";
    let page = page("Report", &[section("one", table, 2), section("two", "", 0)]);
    check(&page);
    let document = parsed(&page);
    let titles: Vec<_> = named(&document, "h2").into_iter().map(text).collect();
    assert_eq!(titles[titles.len() - 2..], ["Section one", "Section two"]);
    assert_eq!((named(&document, "figure").len(), named(&document, "table").len()), (2, 1));
    let captions: Vec<_> = named(&document, "figcaption").into_iter().map(text).collect();
    assert_eq!(captions, ["Figure 1. Plot 0. What it shows.", "Figure 2. Plot 1. What it shows."]);
    let commands: Vec<_> = named(&document, "pre").into_iter().map(text).collect();
    assert_eq!(
        commands,
        ["tautline lab one", "tautline lab one --plot 0", "tautline lab one --plot 1", "tautline lab two"]
    );
    let origins: Vec<_> = named(&document, "dd").into_iter().map(text).collect();
    assert_eq!(origins, ["abc", "one", "two"], "what both have in common is told once");
}

#[test]
fn nothing_that_comes_from_data_is_markup() {
    let evil = || EVIL.to_owned();
    let figure =
        Figure { title: evil(), caption: evil(), command: format!("tautline {EVIL}"), svg: SVG.into() };
    let broken = Figure { command: "tautline".into(), svg: EVIL.into(), ..Figure::default() };
    let section = Section {
        id: "evil".into(),
        title: evil(),
        summary: evil(),
        command: evil(),
        text: format!(
            "# {EVIL}\n\n{EVIL}\n\n| {EVIL} | b |\n|---|---|\n| {EVIL} | [c](https://example.org) |\n"
        ),
        figures: vec![figure],
        origin: vec![(evil(), evil())],
    };
    check(&page(EVIL, std::slice::from_ref(&section)));
    let with_broken = page("Report", &[Section { figures: vec![broken], ..section }]);
    assert!(with_broken.contains("The drawing cannot be shown") && !with_broken.contains("<script"));
    parsed(&with_broken);
}

#[test]
fn names_that_are_the_same_are_told_apart() {
    check(&page("Report", &[section("figure", "# 1\n", 1), section("figure", "# 1\n", 1)]));
}

#[test]
fn an_empty_page_is_a_page() {
    check(&page("Report", &[]));
}

#[test]
fn pictures_stand_on_the_page() {
    let figures = pictures(&Registry::core()).unwrap();
    let page = page("Report", &[Section { figures, ..section("pictures", "", 0) }]);
    check(&page);
}
