//! The public API, listed in `docs/public-api.txt`: it changes only where that file does.
//!
//! The list is taken from the pages that rustdoc makes: each item as it is declared, with the types of its fields, and below it the
//! implementations with their methods and associated types. `UPDATE_PUBLIC_API=1 cargo test -p tautline --test suite public_api -- --ignored`
//! writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The pages of the crate, made in a folder of their own.
fn pages() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("public-api");
    // Rustdoc leaves the pages of items that are gone.
    let _ = fs::remove_dir_all(target.join("doc"));
    let status = Command::new(env!("CARGO"))
        .args(["doc", "--quiet", "--no-deps", "--offline", "--manifest-path"])
        .arg(&manifest)
        .env("CARGO_TARGET_DIR", &target)
        .status();
    assert!(status.expect("cargo runs").success());
    target.join("doc/tautline")
}

/// What lies between two texts, or up to the end of the page.
fn between<'p>(page: &'p str, from: &str, to: &[&str]) -> Option<&'p str> {
    let rest = &page[page.find(from)? + from.len()..];
    let end = to.iter().filter_map(|to| rest.find(to)).min().unwrap_or(rest.len());
    Some(&rest[..end])
}

/// A piece of a page without tags.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    // Attributes of items have a line of their own, but no line break.
    for character in html.replace("</div>", "\n").chars() {
        match character {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => text.push(character),
            _ => {}
        }
    }
    let decoded =
        [("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&quot;", "\""), ("\u{a0}", " "), ("&amp;", "&")];
    decoded.iter().fold(text, |text, (code, character)| text.replace(code, character))
}

/// A piece of a page as text on one line.
fn line(html: &str) -> String {
    plain(html).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The headings of one kind in a piece of a page, and what follows each up to the next one.
fn headings<'p>(part: &'p str, level: &str) -> Vec<(String, &'p str)> {
    let (begin, end) = (format!("<{level} class=\"code-header\">"), format!("</{level}>"));
    let headings = part.split(&begin).skip(1).filter_map(|rest| rest.split_once(&end));
    headings.map(|(heading, rest)| (line(heading), rest)).collect()
}

/// An item of the API.
#[derive(Default)]
struct Item {
    /// As the source declares it: with the types of fields, the payloads of variants, bounds and associated types.
    declaration: Vec<String>,
    /// What it implements, and what is in there that is not the trait's: methods and associated types.
    implementations: BTreeMap<String, BTreeSet<String>>,
}

impl Item {
    /// What a page says about its item.
    fn read(page: &str, kind: &str) -> Self {
        let declaration =
            between(page, "<pre class=\"rust item-decl\">", &["</pre>"]).expect("a declaration");
        // Long lists can be folded, and the button has a text.
        let mut unfolded = String::new();
        for part in declaration.split("<summary") {
            unfolded.push_str(part.split_once("</summary>").map_or(part, |(_, rest)| rest));
        }
        let lines = plain(&unfolded);
        let lines = lines.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let mut item = Self { declaration: lines.map(str::to_owned).collect(), ..Self::default() };
        let ends = [
            "id=\"deref-methods",
            "id=\"trait-implementations\"",
            "id=\"synthetic-implementations\"",
            "id=\"blanket-implementations\"",
        ];
        if let Some(own) = between(page, "id=\"implementations\"", &ends) {
            item.implement(own, |_| true);
        }
        if let Some(of_traits) = between(page, "id=\"trait-implementations\"", &ends[2..]) {
            item.implement(of_traits, |member| member.starts_with("type "));
        }
        if kind == "trait" {
            for of_trait in ["id=\"foreign-impls\"", "id=\"implementors\""] {
                let others = between(page, of_trait, &["id=\"foreign-impls\"", "id=\"implementors\""]);
                item.implement(others.unwrap_or_default(), |member| member.starts_with("type "));
            }
        }
        item
    }

    /// Adds the implementations in a piece of a page, and of what is in each of them what is listed.
    fn implement(&mut self, part: &str, is_listed: impl Fn(&str) -> bool) {
        for (header, rest) in headings(part, "h3") {
            if header.contains("StructuralPartialEq") {
                continue;
            }
            let members = headings(rest, "h4").into_iter().map(|(member, _)| member);
            let members = members.filter(|member| is_listed(member));
            self.implementations.entry(header).or_default().extend(members);
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for line in &self.declaration {
            writeln!(f, "    {line}")?;
        }
        for (header, members) in &self.implementations {
            writeln!(f, "    {header}")?;
            for member in members {
                writeln!(f, "        {member}")?;
            }
        }
        Ok(())
    }
}

/// Adds the items of a module and of those in it, by kind and path.
fn list(folder: &Path, path: &str, items: &mut BTreeMap<String, Item>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if entry.is_dir() {
            list(&entry, &format!("{path}::{name}"), items);
            continue;
        }
        let Some((kind, item)) = name.strip_suffix(".html").and_then(|name| name.split_once('.')) else {
            continue;
        };
        let page = fs::read_to_string(&entry).unwrap();
        // The page of an item that is public elsewhere only leads there.
        if !page.contains("http-equiv=\"refresh\"") {
            items.insert(format!("{kind} {path}::{item}"), Item::read(&page, kind));
        }
    }
}

/// The lines of a listing, each with the item that it is about.
fn placed(listing: &str) -> BTreeSet<String> {
    let mut item = "";
    let mut placed = BTreeSet::new();
    for line in listing.lines() {
        if line.starts_with(' ') {
            placed.insert(format!("{item}: {}", line.trim_start()));
        } else {
            item = line;
            placed.insert(line.to_owned());
        }
    }
    placed
}

#[test]
#[ignore = "full check: it documents the crate once more"]
fn the_public_api_is_the_listed_one() {
    let mut items = BTreeMap::new();
    list(&pages(), "tautline", &mut items);
    // Re-exports at the root have no page of their own.
    let root = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let exports = root.split("pub use ").skip(1).filter_map(|rest| rest.split_once(';'));
    for (export, _) in exports {
        let export = export.split_whitespace().collect::<Vec<_>>().join(" ");
        items.insert(format!("use tautline::{export}"), Item::default());
    }
    let now: Vec<String> = items.iter().map(|(name, item)| format!("{name}\n{item}")).collect();
    let now = now.concat();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/public-api.txt");
    if env::var_os("UPDATE_PUBLIC_API").is_some() {
        fs::write(&file, &now).unwrap();
    }
    let listed = fs::read_to_string(&file).unwrap();
    let (lines_listed, lines_now) = (placed(&listed), placed(&now));
    let gone: Vec<_> = lines_listed.difference(&lines_now).collect();
    let new: Vec<_> = lines_now.difference(&lines_listed).collect();
    assert!(
        listed == now,
        "the public API has changed, or only the order in it where nothing is gone or new; if it should, update docs/public-api.txt \
         (see the head of tests/public_api.rs)\ngone: {gone:#?}\nnew: {new:#?}"
    );
}
