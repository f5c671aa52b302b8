//! `tautline view`: maps, searches and crowds in the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::bail;
use tautline::map::Tiling;
use tautline_view::{Config, Given, Server, ViewError};

use crate::exit::Exit;
use crate::map::FileArgs;
use crate::{console, registry};

const EXAMPLES: &str = "\
Examples:
  tautline view                         the built-in map
  tautline view room.map                a map file, in any format of `plan`
  tautline view land.map --costs .=1,S=3,T=4
  tautline view --port 8080 --no-open   print the address only

Memory is bounded: a map or a planner that would take more than --memory allows
is refused, and the page says so.

The viewer answers its own page only, and without --host this machine only. It
reads no file but the map, and writes none. Ctrl-C ends it.

Exit codes: 0 it was ended; 2 bad usage, bad input, or a port that is in use.";

/// What the command takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map file; without it, the built-in map.
    map: Option<PathBuf>,
    /// The port of this machine; 0 is any that is free [default: 7117, or any other if that is in use].
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Listen at this address instead of the one that only this machine can reach.
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// How much memory all pages together may take, in MiB; one page may take half of it.
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(64..=1 << 24))]
    memory: u32,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    reading: FileArgs,
    /// Take the tiles for hexagons, odd rows shifted half a tile to the right. (Files that say so need no telling.)
    #[arg(long, help_heading = "The map", requires = "map")]
    hexagons: bool,
}

/// The port where one finds it again.
const PORT: u16 = 7117;

/// Serves the viewer until it is interrupted.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let given = args.map.as_deref().map(|path| {
        let mut map = args.reading.load(path)?;
        if args.hexagons {
            map.map = map.map.with_tiling(Tiling::Hexagonal);
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        anyhow::Ok(Given { name, map })
    });
    let host = args.host.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let config = Config {
        host,
        port: args.port.unwrap_or(PORT),
        given: given.transpose()?,
        registry: registry().clone(),
        memory: (args.memory as usize) << 20,
    };
    let server = match (Server::bind(config.clone()), args.port) {
        (Err(ViewError::InUse { .. }), None) => Server::bind(Config { port: 0, ..config })?,
        (Err(error @ ViewError::InUse { .. }), Some(_)) => {
            bail!("{error}: give another --port, or --port 0 for any that is free")
        }
        (server, _) => server?,
    };
    let url = url(server.address());
    writeln!(out, "Tautline's viewer is at {url} (Ctrl-C ends it)")?;
    out.flush()?;
    if !host.is_loopback() {
        console::note("warning: anyone that can reach this machine at this address can use the viewer");
    }
    if !args.no_open
        && let Err(error) = open::that_detached(&url)
    {
        console::note(format_args!(
            "note: the browser could not be opened ({error}); open the address yourself"
        ));
    }
    server.run()?;
    Ok(Exit::Done)
}

/// Where a browser on this machine finds the server.
fn url(address: SocketAddr) -> String {
    let here = match address.ip() {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => std::net::Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    format!("http://{}/", SocketAddr::new(here, address.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_ones_that_a_browser_can_open() {
        let of = |address: &str| url(address.parse().unwrap());
        assert_eq!(of("127.0.0.1:7117"), "http://127.0.0.1:7117/");
        assert_eq!(of("0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(of("[::]:7117"), "http://[::1]:7117/");
        assert_eq!(of("192.168.0.7:7117"), "http://192.168.0.7:7117/");
    }
}
