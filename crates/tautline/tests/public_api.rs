//! The public API, listed in `docs/public-api.txt`: it changes only where that file does.
//!
//! The list is taken from the pages that rustdoc makes. `UPDATE_PUBLIC_API=1 cargo test -p tautline --test suite public_api -- --ignored`
//! writes it.

use std::collections::BTreeSet;
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

/// A piece of a page as text on one line.
fn text(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for character in html.chars() {
        match character {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => text.push(character),
            _ => {}
        }
    }
    let decoded =
        [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&#39;", "'"), ("&quot;", "\""), ("\u{a0}", " ")];
    let text = decoded.iter().fold(text, |text, (code, character)| text.replace(code, character));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The signatures in a piece of a page.
fn signatures(part: &str) -> impl Iterator<Item = String> {
    part.split("<h4 class=\"code-header\">")
        .skip(1)
        .filter_map(|rest| Some(text(rest.split_once("</h4>")?.0)))
}

/// The ids of fields and variants on a page.
fn ids<'p>(page: &'p str, kind: &'p str) -> impl Iterator<Item = &'p str> {
    let mark = format!("id=\"{kind}.");
    let found: Vec<&str> = page.split(&mark).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    found.into_iter().filter(|id| !id.contains(".field."))
}

/// Adds the lines of the items of a module and of those in it.
fn list(folder: &Path, path: &str, lines: &mut BTreeSet<String>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for entry in entries {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if entry.is_dir() {
            list(&entry, &format!("{path}::{name}"), lines);
            continue;
        }
        let Some((kind, item)) = name.strip_suffix(".html").and_then(|name| name.split_once('.')) else {
            continue;
        };
        let page = fs::read_to_string(&entry).unwrap();
        // The page of an item that is public elsewhere only leads there.
        if page.contains("http-equiv=\"refresh\"") {
            continue;
        }
        let full = format!("{path}::{item}");
        lines.insert(format!("{kind} {full}"));
        for member in ["variant", "structfield"] {
            lines.extend(ids(&page, member).map(|id| format!("{kind} {full}: {member} {id}")));
        }
        let ends = [
            "id=\"trait-implementations\"",
            "id=\"synthetic-implementations\"",
            "id=\"blanket-implementations\"",
        ];
        let own = match kind {
            "trait" => {
                between(&page, "id=\"required-methods\"", &["id=\"implementors\"", "id=\"foreign-impls\""])
                    .or_else(|| between(&page, "id=\"provided-methods\"", &["id=\"implementors\""]))
            }
            "fn" => between(&page, "<pre class=\"rust item-decl\">", &["</pre>"]),
            _ => between(&page, "id=\"implementations\"", &ends),
        };
        let Some(own) = own else { continue };
        if kind == "fn" {
            lines.insert(format!("fn {full}: {}", text(own)));
        } else {
            let is_member = |signature: &String| !signature.starts_with("impl");
            lines.extend(
                signatures(own).filter(is_member).map(|signature| format!("{kind} {full}: {signature}")),
            );
        }
        if let Some(implementations) = between(&page, "id=\"trait-implementations\"", &ends[1..]) {
            let header = "<h3 class=\"code-header\">";
            let implementations =
                implementations.split(header).skip(1).filter_map(|rest| rest.split_once("</h3>"));
            let implementations = implementations
                .map(|(header, _)| text(header))
                .filter(|header| !header.contains("StructuralPartialEq"));
            lines.extend(implementations.map(|header| format!("{kind} {full}: {header}")));
        }
    }
}

#[test]
#[ignore = "full check: it documents the crate once more"]
fn the_public_api_is_the_listed_one() {
    let mut lines = BTreeSet::new();
    list(&pages(), "tautline", &mut lines);
    // Re-exports at the root have no page of their own.
    let root = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let exports = root.split("pub use ").skip(1).filter_map(|rest| rest.split_once(';'));
    for (export, _) in exports {
        lines.insert(format!("use tautline::{}", export.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    let mut now = lines.into_iter().collect::<Vec<_>>().join("\n");
    now.push('\n');
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/public-api.txt");
    if env::var_os("UPDATE_PUBLIC_API").is_some() {
        fs::write(&file, &now).unwrap();
    }
    let listed = fs::read_to_string(&file).unwrap();
    let (listed, now): (BTreeSet<&str>, BTreeSet<&str>) = (listed.lines().collect(), now.lines().collect());
    let gone: Vec<_> = listed.difference(&now).collect();
    let new: Vec<_> = now.difference(&listed).collect();
    assert!(
        gone.is_empty() && new.is_empty(),
        "the public API has changed; if it should, update docs/public-api.txt (see the head of tests/public_api.rs)\n\
         gone: {gone:#?}\nnew: {new:#?}"
    );
}
