//! Tautline's viewer: a server on this machine, and a page in a browser that shows what planners and crowds do.
//!
//! - [`Server`] listens and answers; [`Config`] says where, and with which map and planners.
//! - Each page has a session with a map of its own. The messages between the two are in `PROTOCOL.md`.
//! - The page is part of the program; nothing is read from a disk, and nothing is written to one.
//!
//! ```
//! use tautline_view::{Config, Server};
//!
//! let server = Server::bind(Config::default())?;
//! println!("the viewer is at http://{}/", server.address());
//! # server.stopper().stop();
//! server.run()?; // until Ctrl-C
//! # Ok::<(), tautline_view::ViewError>(())
//! ```

mod about;
mod fault;
mod generators;
mod guard;
mod limits;
mod map;
mod memory;
mod message;
mod page;
mod planners;
mod preparing;
mod request;
mod requests;
mod server;
mod session;
mod walkers;

pub use server::{Config, Given, Server, Stopper, ViewError};
