//! `tautline view`: it serves until it is told to end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, WALL};

/// A viewer that ends with the test.
struct Viewer {
    child: Child,
    out: BufReader<ChildStdout>,
    address: String,
}

impl Viewer {
    fn start(folder: &Folder, arguments: &str) -> Self {
        let mut command = folder.command(&format!("view --no-open {arguments}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.strip_prefix("Tautline's viewer is at http://");
        let address = address.and_then(|rest| rest.strip_suffix("/ (Ctrl-C ends it)\n"));
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { child, out, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Sends a signal, and gives the exit code and what else was printed.
    fn end(mut self, signal: &str) -> (Option<i32>, String, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        let (mut out, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), out, err)
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[cfg(unix)]
#[test]
fn it_serves_until_it_is_told_to_end() {
    let folder = Folder::with("wall.txt", WALL);
    for signal in ["-INT", "-TERM"] {
        let viewer = Viewer::start(&folder, "wall.txt --port 0");
        assert!(viewer.address.starts_with("127.0.0.1:"));
        let about = viewer.get("/api/1/about");
        assert!(about.starts_with("HTTP/1.1 200 OK\r\n"), "{about}");
        assert!(about.contains(r#""given":"wall""#), "{about}");
        assert!(viewer.get("/").contains("<!doctype html>"));
        assert_eq!(viewer.end(signal), (Some(0), String::new(), String::new()), "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn others_are_let_in_with_a_warning_only() {
    let viewer = Viewer::start(&Folder::new(), "--port 0 --host 0.0.0.0");
    assert!(viewer.address.starts_with("127.0.0.1:"), "{}", viewer.address);
    assert!(viewer.get("/api/1/about").contains(r#""given":null"#));
    let (code, _, err) = viewer.end("-INT");
    assert_eq!((code, err.lines().count()), (Some(0), 1));
    assert!(err.starts_with("warning: anyone that can reach this machine"), "{err}");
}

#[test]
fn a_port_that_is_in_use_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let ran = Folder::new().run(&format!("view --no-open --port {port}"));
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_eq!(
        ran.err,
        format!(
            "error: port {port} of 127.0.0.1 is in use by another program: give another --port, or --port 0 for any that is free\n"
        )
    );
}

#[test]
fn a_map_that_is_none_is_an_error() {
    let folder = Folder::with("broken.txt", "..#\n.x.\n");
    let ran = folder.run("view broken.txt --no-open --port 0");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: broken.txt:2:2: found 'x', expected one of # . @ G S\n")
    );
    assert_eq!(folder.run("view nothing.map --no-open --port 0").code, 2);
    assert_eq!(folder.run("view --no-open --port 70000").code, 2);
    assert_eq!(folder.run("view --no-open --host nowhere").code, 2);
    assert_eq!(folder.run("view --no-open --memory 63").code, 2);
    assert_eq!(folder.run("view --no-open --costs greys").code, 2);
}
