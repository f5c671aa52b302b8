//! Commands that can be pasted into a shell.

/// A word as a shell takes it, in quotes where it needs them.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./,:=+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_need_it() {
        assert_eq!(quoted("maps/arena-2.map"), "maps/arena-2.map");
        assert_eq!(quoted("astar:costs=99/70"), "astar:costs=99/70");
        assert_eq!(quoted("my map"), "'my map'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
