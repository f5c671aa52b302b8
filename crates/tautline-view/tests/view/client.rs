//! A server of a test, and pages that talk to it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use tautline_view::{Config, Server, Stopper, ViewError};
use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::http::{HeaderValue, Request};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message, WebSocket};

/// A server that ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) stopper: Stopper,
    thread: Option<JoinHandle<Result<(), ViewError>>>,
}

impl Running {
    pub(crate) fn new() -> Self {
        Self::with(Config::default())
    }

    pub(crate) fn with(config: Config) -> Self {
        let server = Server::bind(config).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        Self { address, stopper, thread: Some(thread::spawn(move || server.run())) }
    }

    /// Ends it, and waits until it has.
    pub(crate) fn stop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }

    /// Sends bytes, and reads what comes back until the server ends the connection.
    pub(crate) fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// What a path gives.
    pub(crate) fn get(&self, path: &str) -> String {
        let Self { address, .. } = self;
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
    }

    pub(crate) fn page(&self) -> Page {
        self.try_page(Some(&format!("http://{}", self.address))).unwrap()
    }

    /// A session for a page from somewhere, or the code with which it is refused.
    pub(crate) fn try_page(&self, origin: Option<&str>) -> Result<Page, u16> {
        let mut request: Request<()> =
            format!("ws://{}/api/1/session", self.address).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", HeaderValue::from_str(origin).unwrap());
        }
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        match client_with_config(request, stream, Some(config)) {
            Ok((socket, _)) => Ok(Page { socket, next: 1 }),
            Err(HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}

/// A page that has a session.
pub(crate) struct Page {
    pub(crate) socket: WebSocket<TcpStream>,
    next: u64,
}

/// An answer with what is attached.
pub(crate) struct Answer {
    pub(crate) body: Value,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn u16s(&self) -> Vec<u16> {
        self.bytes.as_chunks().0.iter().map(|&number| u16::from_le_bytes(number)).collect()
    }

    pub(crate) fn f32s(&self) -> Vec<f32> {
        self.bytes.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number)).collect()
    }
}

/// A message with something attached.
pub(crate) fn binary(body: &Value, bytes: &[u8]) -> Vec<u8> {
    let body = body.to_string();
    let mut message = (body.len() as u32).to_le_bytes().to_vec();
    message.extend_from_slice(body.as_bytes());
    message.resize(message.len().next_multiple_of(8), 0);
    message.extend_from_slice(bytes);
    message
}

impl Page {
    /// The next answer, whatever it is.
    pub(crate) fn hear(&mut self) -> Answer {
        match self.socket.read().unwrap() {
            Message::Text(text) => Answer { body: serde_json::from_str(&text).unwrap(), bytes: Vec::new() },
            Message::Binary(message) => {
                let length = u32::from_le_bytes(*message.first_chunk().unwrap()) as usize;
                let body = serde_json::from_slice(&message[4..4 + length]).unwrap();
                let begin = (4 + length).next_multiple_of(8);
                Answer { body, bytes: message[begin..].to_vec() }
            }
            other => panic!("{other:?}"),
        }
    }

    /// Asks until what has to be prepared for the answer is prepared.
    pub(crate) fn try_ask(&mut self, request: Value, bytes: Option<&[u8]>) -> Answer {
        loop {
            let answer = self.ask_once(request.clone(), bytes);
            if answer.body.get("preparing").is_none() {
                return answer;
            }
        }
    }

    /// Asks, and checks that it is this request that is answered.
    pub(crate) fn ask_once(&mut self, mut request: Value, bytes: Option<&[u8]>) -> Answer {
        let id = self.next;
        self.next += 1;
        request["id"] = json!(id);
        let message = match bytes {
            None => Message::text(request.to_string()),
            Some(bytes) => Message::binary(binary(&request, bytes)),
        };
        self.socket.send(message).unwrap();
        let answer = self.hear();
        assert_eq!(answer.body["id"], id);
        answer
    }

    pub(crate) fn ask(&mut self, request: Value) -> Answer {
        let text = request.to_string();
        let answer = self.try_ask(request, None);
        assert_eq!(answer.body["ok"], true, "{text}: {}", answer.body["error"]);
        answer
    }

    pub(crate) fn ask_with(&mut self, request: Value, bytes: &[u8]) -> Answer {
        let answer = self.try_ask(request, Some(bytes));
        assert_eq!(answer.body["ok"], true, "{}", answer.body["error"]);
        answer
    }

    /// Asks for what is not done, and gives why.
    pub(crate) fn error(&mut self, request: Value) -> String {
        self.error_with(request, None)
    }

    pub(crate) fn error_with(&mut self, request: Value, bytes: Option<&[u8]>) -> String {
        let text = request.to_string();
        let answer = self.try_ask(request, bytes);
        assert_eq!(answer.body["ok"], false, "{text}");
        answer.body["error"].as_str().unwrap().to_owned()
    }

    /// Opens a map that is drawn.
    pub(crate) fn draw(&mut self, drawing: &str) -> Answer {
        let source = json!({"kind": "file", "name": "drawn.txt"});
        self.ask_with(json!({"do": "open", "source": source}), drawing.as_bytes())
    }
}
