//! The files of the page, which are part of the program.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// The names of the files of the page, sorted, with their contents when the program was built.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What a path without a file's name stands for.
const INDEX: &str = "index.html";

/// Gives a file of the page.
pub(crate) async fn file(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    match content(path) {
        Some(content) => {
            let headers = [(CONTENT_TYPE, media_type(path)), (CACHE_CONTROL, "no-cache")];
            (headers, content).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}

/// The content of a file of the page. A program with debug assertions reads it from the source folder, so that an edit of the page
/// shows when the page is loaded again.
fn content(path: &str) -> Option<Cow<'static, [u8]>> {
    let number = FILES.binary_search_by_key(&path, |&(name, _)| name).ok()?;
    let source = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).join(path);
    let edited = if cfg!(debug_assertions) { fs::read(source).ok() } else { None };
    Some(edited.map_or(Cow::Borrowed(FILES[number].1), Cow::Owned))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
