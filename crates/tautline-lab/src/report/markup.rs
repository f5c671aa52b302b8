//! Text in HTML.

use std::collections::HashSet;

/// The text with whatever means something else in HTML written out, and without what XML does not allow.
pub(super) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            '\n' | '\t' => shown.push(character),
            '\u{fffe}' | '\u{ffff}' => {}
            control if control.is_control() => {}
            other => shown.push(other),
        }
    }
    shown
}

/// The names that links on the page lead to: no two are the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A name that is not taken, like this text.
    pub(super) fn new_name(&mut self, text: &str) -> String {
        let first = slug(text);
        let mut name = first.clone();
        let mut number = 2;
        while name.is_empty() || self.taken.contains(&name) {
            name = format!("{first}-{number}");
            number += 1;
        }
        self.taken.insert(name.clone());
        name
    }
}

/// Letters, digits and hyphens.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// A command, to be copied.
pub(super) fn command(command: &str) -> String {
    if command.is_empty() {
        return String::new();
    }
    // Lines are broken between words only, and not at hyphens.
    let words: Vec<_> = command.split(' ').map(|word| format!("<span>{}</span>", escaped(word))).collect();
    format!("<pre class=\"command\"><code>{}</code></pre>\n", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(
            escaped("<b a='1' c=\"2\">&\u{0}\u{1b}\u{ffff}é"),
            "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;é"
        );
    }

    #[test]
    fn names_for_links_are_plain_and_unlike() {
        let mut names = Names::default();
        let texts = [" Table 2: A* & \"more\" ", "table 2 a more", "Table 2, a more 2", "*", "*"];
        let texts = texts.map(|text| names.new_name(text));
        assert_eq!(texts, ["table-2-a-more", "table-2-a-more-2", "table-2-a-more-2-2", "-2", "-3"]);
    }

    #[test]
    fn where_there_is_no_command_nothing_is_shown() {
        assert_eq!(command(""), "");
        assert_eq!(
            command("a < b"),
            "<pre class=\"command\"><code><span>a</span> <span>&lt;</span> <span>b</span></code></pre>\n"
        );
    }
}
