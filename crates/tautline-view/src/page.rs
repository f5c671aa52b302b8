//! The files of the page, which are part of the program.

use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

/// The folder as it was when the program was built. Only a program that was built without `--release` reads it, and nothing else, while it
/// runs: then a change of the page is there when the page is loaded anew.
#[derive(Embed)]
#[folder = "page/"]
struct Files;

/// What a path without a file's name stands for.
const INDEX: &str = "index.html";

/// Gives a file of the page.
pub(crate) async fn file(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    match Files::get(path) {
        Some(file) => {
            let headers = [(CONTENT_TYPE, media_type(path)), (CACHE_CONTROL, "no-cache")];
            (headers, file.data).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
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
