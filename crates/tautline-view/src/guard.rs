//! Which pages may talk to the server: its own, and no other.
//!
//! A page from anywhere can make a browser ask a server on this machine, under a name that it has pointed here. So the name under
//! which it was asked (`Host`) has to be one of its own, and a WebSocket, for which browsers have no other check, has to come from
//! its own page (`Origin`).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What every answer says about what the page may do.
const HEADERS: [(HeaderName, HeaderValue); 3] = [
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; connect-src 'self'; \
             frame-ancestors 'none'; base-uri 'none'",
        ),
    ),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// The port that is meant where none is named.
const HTTP: u16 = 80;

/// Where the server can be asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    host: IpAddr,
    port: u16,
}

impl Guard {
    /// For a server that is bound to this address.
    pub(crate) fn new(host: IpAddr, port: u16) -> Self {
        Self { host, port }
    }

    /// Whether a host and port, as in a URL, are the server's own.
    fn is_own(&self, authority: &str) -> bool {
        let Ok(authority) = authority.parse::<Authority>() else { return false };
        let (host, port) = (authority.host(), authority.port_u16().unwrap_or(HTTP));
        let has_user = authority.as_str().contains('@');
        if has_user || port != self.port {
            return false;
        }
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match address {
            // A server that is bound to every address is asked by any of them. No foreign name can be pointed to an address.
            Ok(address) => {
                address == Ipv4Addr::LOCALHOST
                    || address == Ipv6Addr::LOCALHOST
                    || address == self.host
                    || self.host.is_unspecified()
            }
            Err(_) => host.eq_ignore_ascii_case("localhost"),
        }
    }

    fn allows(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let named = headers.get(HOST).and_then(|host| host.to_str().ok());
        let is_alone = headers.get_all(HOST).iter().count() == 1;
        is_alone
            && named.is_some_and(|host| self.is_own(host))
            && uri.authority().is_none_or(|authority| self.is_own(authority.as_str()))
    }

    /// Whether a WebSocket comes from the server's own page.
    pub(crate) fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
        origin.and_then(|origin| origin.strip_prefix("http://")).is_some_and(|rest| self.is_own(rest))
    }
}

/// Refuses what is not for this server, and adds the headers to everything.
pub(crate) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = if guard.allows(request.uri(), request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "This request is not for this server.\n").into_response()
    };
    response.headers_mut().extend(HEADERS);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_names_are_told_from_others() {
        let guard = Guard::new(Ipv4Addr::LOCALHOST.into(), 7117);
        for own in ["localhost:7117", "LocalHost:7117", "127.0.0.1:7117", "[::1]:7117"] {
            assert!(guard.is_own(own), "{own}");
        }
        for other in [
            "",
            "localhost",
            "localhost:7118",
            "localhost.evil.example:7117",
            "evil.example:7117",
            "192.168.0.7:7117",
            "user@localhost:7117",
            "localhost:7117/",
            "localhost:7117@evil.example",
            "127.0.0.1.evil.example:7117",
            "[::1]:",
        ] {
            assert!(!guard.is_own(other), "{other}");
        }
    }

    #[test]
    fn other_addresses_are_those_that_it_is_bound_to() {
        let address = "192.168.0.7:80";
        assert!(Guard::new([192, 168, 0, 7].into(), 80).is_own(address));
        assert!(Guard::new([192, 168, 0, 7].into(), 80).is_own("192.168.0.7"));
        assert!(Guard::new(Ipv4Addr::UNSPECIFIED.into(), 80).is_own(address));
        assert!(!Guard::new([192, 168, 0, 8].into(), 80).is_own(address));
        assert!(!Guard::new(Ipv4Addr::UNSPECIFIED.into(), 80).is_own("evil.example:80"));
    }

    #[test]
    fn an_origin_is_a_page_over_http() {
        let guard = Guard::new(Ipv4Addr::LOCALHOST.into(), 7117);
        let comes_from = |origin: &'static str| {
            guard.is_own_page(&HeaderMap::from_iter([(ORIGIN, HeaderValue::from_static(origin))]))
        };
        assert!(comes_from("http://localhost:7117"));
        for other in ["null", "https://localhost:7117", "http://evil.example", "file://", "localhost:7117"] {
            assert!(!comes_from(other), "{other}");
        }
        assert!(!guard.is_own_page(&HeaderMap::new()));
    }
}
