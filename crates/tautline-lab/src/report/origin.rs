//! Where the numbers come from.

use super::Section;
use super::markup::escaped;

/// What holds for all sections that say where they come from, in the order of the first.
pub(super) fn shared(sections: &[Section]) -> Vec<&(String, String)> {
    let mut origins = sections.iter().map(|section| &section.origin).filter(|origin| !origin.is_empty());
    let Some(first) = origins.next() else { return Vec::new() };
    let others: Vec<_> = origins.collect();
    first.iter().filter(|pair| others.iter().all(|origin| origin.contains(pair))).collect()
}

/// What holds for one section and not for all.
pub(super) fn own<'a>(section: &'a Section, shared: &[&(String, String)]) -> Vec<&'a (String, String)> {
    section.origin.iter().filter(|pair| !shared.contains(pair)).collect()
}

/// Names and values as a list.
pub(super) fn list(pairs: &[&(String, String)]) -> String {
    if pairs.is_empty() {
        return String::new();
    }
    let item = |(name, value): &(String, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(value))
    };
    let items: String = pairs.iter().map(|pair| item(pair)).collect();
    format!("<dl class=\"origin\">{items}</dl>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(origin: &[(&str, &str)]) -> Section {
        let origin = origin.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Section { origin, ..Section::default() }
    }

    #[test]
    fn what_all_sections_have_in_common_is_told_once() {
        let sections = [
            section(&[("seed", "1"), ("processor", "A"), ("date", "today")]),
            section(&[]),
            section(&[("processor", "A"), ("seed", "2"), ("date", "today")]),
        ];
        let shared = shared(&sections);
        assert_eq!(
            list(&shared),
            list(&[&("processor".into(), "A".into()), &("date".into(), "today".into())])
        );
        assert_eq!(own(&sections[2], &shared), [&("seed".to_owned(), "2".to_owned())]);
        assert_eq!(
            (own(&sections[1], &shared).len(), super::shared(&[]).len(), list(&[])),
            (0, 0, String::new())
        );
    }

    #[test]
    fn values_are_escaped() {
        let pair = ("<a>".to_owned(), "b & c".to_owned());
        assert_eq!(
            list(&[&pair]),
            "<dl class=\"origin\"><div><dt>&lt;a&gt;</dt><dd>b &amp; c</dd></div></dl>\n"
        );
    }
}
