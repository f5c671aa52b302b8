//! The server of the viewer as its page meets it: over TCP, with good requests and bad ones.

#![expect(clippy::needless_pass_by_value, reason = "requests are written where they are asked")]

mod client;
mod crowds;
mod http;
mod maps;
mod messages;
mod plans;
mod sessions;
mod traces;
