//! Over HTTP: the page, what there is, and who is refused.

use serde_json::Value;
use tautline::engine::Registry;
use tautline_view::{Config, Server, ViewError};

use crate::client::Running;

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn the_page_is_there_with_its_headers() {
    let server = Running::new();
    let answer = server.get("/").to_lowercase();
    assert_eq!(status(&answer), "200");
    for header in [
        "content-type: text/html; charset=utf-8",
        "cache-control: no-cache",
        "content-security-policy: default-src 'self';",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(answer.contains(header), "{header}: {answer}");
    }
    assert!(answer.contains("<!doctype html>"));
    let body = |answer: &str| answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    assert_eq!(body(&server.get("/index.html")), body(&server.get("/")));
}

#[test]
fn what_there_is_is_told() {
    let server = Running::new();
    let answer = server.get("/api/1/about");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("content-type: application/json"), "{head}");
    let about: Value = serde_json::from_str(body).unwrap();
    assert_eq!(about["protocol"], 1);
    assert_eq!(about["program"], format!("tautline {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(about["given"], Value::Null);
    assert_eq!(about["planners"].as_array().unwrap().len(), Registry::core().iter().count());
    assert_eq!(about["generators"][0]["params"][0]["name"], "blocked");
    assert_eq!(about["scenes"][0]["name"], "circle");
    assert_eq!(about["models"][0], "orca");
    assert_eq!(about["limits"]["cells"], 1 << 24);
}

#[test]
fn nothing_else_can_be_read() {
    let server = Running::new();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/./../src/lib.rs",
        "//etc/passwd",
        "/etc/passwd",
        "/..\\Cargo.toml",
        "/index.html/../../Cargo.toml",
        "/index.html%00.js",
        "/api/1/",
        "/api/2/about",
        "/nothing",
    ] {
        let answer = server.get(path);
        assert_eq!(status(&answer), "404", "{path}: {answer}");
        assert!(answer.to_lowercase().contains("nosniff"), "{path}");
    }
    let address = server.address;
    let post =
        format!("POST / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&server.raw(&post)), "405");
}

#[test]
fn requests_for_others_are_refused() {
    let server = Running::new();
    let port = server.address.port();
    let ask = |hosts: &str, path: &str| {
        let answer = server.raw(&format!("GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"));
        status(&answer).to_owned()
    };
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        assert_eq!(ask(&format!("Host: {host}:{port}\r\n"), "/"), "200", "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "192.168.0.1", "localhost@evil.example"] {
        for path in ["/", "/api/1/about", "/api/1/session"] {
            assert_eq!(ask(&format!("Host: {host}:{port}\r\n"), path), "403", "{host}");
        }
    }
    assert_eq!(ask("Host: localhost\r\n", "/"), "403", "without the port");
    assert_eq!(ask(&format!("Host: localhost:{}\r\n", port ^ 1), "/"), "403", "another port");
    assert_eq!(ask(&format!("Host: localhost:{port}\r\n"), "http://evil.example/"), "403", "another URL");
    assert_ne!(ask("", "/"), "200", "without a host");
    assert_ne!(ask(&format!("Host: localhost:{port}\r\nHost: evil.example\r\n"), "/"), "200", "two hosts");
}

#[test]
fn sessions_are_for_its_own_page() {
    let server = Running::new();
    let port = server.address.port();
    for own in [format!("http://localhost:{port}"), format!("http://127.0.0.1:{port}")] {
        assert!(server.try_page(Some(&own)).is_ok(), "{own}");
    }
    for other in ["http://evil.example", "null", "https://localhost", "http://localhost:1"] {
        assert_eq!(server.try_page(Some(other)).err(), Some(403), "{other}");
    }
    assert_eq!(server.try_page(None).err(), Some(403));
    let plain = format!(
        "GET /api/1/session HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(status(&server.raw(&plain)), "400", "no WebSocket");
}

#[test]
fn a_port_that_is_in_use_is_said_to_be() {
    let server = Running::new();
    let (host, port) = (server.address.ip(), server.address.port());
    let error = Server::bind(Config { host, port, ..Config::default() }).unwrap_err();
    assert!(matches!(error, ViewError::InUse { .. }));
    assert_eq!(error.to_string(), format!("port {port} of 127.0.0.1 is in use by another program"));
}
