//! The server: where it listens, what it answers, and how it ends.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tautline::engine::Registry;
use tautline::search::CancelFlag;
use tautline_maps::Loaded;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::timeout;

use crate::about::About;
use crate::fault::Fault;
use crate::guard::{self, Guard};
use crate::map::SessionMap;
use crate::memory::Memory;
use crate::message::Frame;
use crate::session::{self, Shared, Wire};
use crate::{limits, page};

/// Where a server listens, and what it shows.
///
/// ```
/// use tautline_view::Config;
///
/// let config = Config { port: 7117, ..Config::default() };
/// assert!(config.host.is_loopback() && config.registry.find("taut").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// The address; one that is not of this machine alone lets others in.
    pub host: IpAddr,
    /// The port; 0 is any that is free.
    pub port: u16,
    /// The map that the program was started with.
    pub given: Option<Given>,
    /// The planners that the page can choose from.
    pub registry: Registry,
    /// How many bytes the maps, searches and planners of all pages together may take. Those of one page may take half of it.
    pub memory: usize,
}

impl Default for Config {
    /// Any free port of this machine, no map, the planners of [`tautline`], 4 GiB of memory.
    fn default() -> Self {
        let host = Ipv4Addr::LOCALHOST.into();
        Self { host, port: 0, given: None, registry: Registry::core(), memory: limits::MEMORY }
    }
}

/// A map that the page can ask for.
#[derive(Clone, Debug)]
pub struct Given {
    /// What it is called.
    pub name: String,
    /// The map.
    pub map: Loaded,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// Another program listens there.
    #[error("port {} of {} is in use by another program", .address.port(), .address.ip())]
    InUse {
        /// Where.
        address: SocketAddr,
    },
    /// The system does not let it listen there.
    #[error("cannot listen at {address}: {why}")]
    Bind {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        why: io::Error,
    },
    /// The map is too large to be shown.
    #[error("{0}")]
    Map(String),
    /// The system fails.
    #[error("the server failed: {0}")]
    Io(#[from] io::Error),
}

/// A server that listens, and answers once it [runs](Self::run).
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    given: Option<Arc<SessionMap>>,
    registry: Registry,
    memory: Arc<Memory>,
    guard: Guard,
    stop: watch::Sender<bool>,
}

/// Ends a server from elsewhere.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends the server: its sessions are closed, and [`Server::run`] returns.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// What requests are answered with.
#[derive(Clone)]
struct App {
    about: Arc<str>,
    shared: Shared,
    guard: Guard,
    sessions: Arc<Semaphore>,
    stop: watch::Receiver<bool>,
}

impl Server {
    /// Begins to listen.
    pub fn bind(config: Config) -> Result<Self, ViewError> {
        let Config { host, port, given, registry, memory } = config;
        let given = given.map(|given| SessionMap::new(given.name, given.map)).transpose();
        let given = given.map_err(|Fault(text)| ViewError::Map(text))?.map(Arc::new);
        let address = SocketAddr::new(host, port);
        let listener = TcpListener::bind(address).map_err(|why| match why.kind() {
            ErrorKind::AddrInUse => ViewError::InUse { address },
            _ => ViewError::Bind { address, why },
        })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let guard = Guard::new(address.ip(), address.port());
        let (memory, stop) = (Arc::new(Memory::new(memory)), watch::Sender::new(false));
        Ok(Self { listener, address, given, registry, memory, guard, stop })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it from elsewhere.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers requests until the program is interrupted or told to end, or the server is [stopped](Stopper).
    pub fn run(self) -> Result<(), ViewError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(self.serve())?;
        // Searches of sessions that were closed are told to stop, and their answers are dropped.
        runtime.shutdown_background();
        Ok(())
    }

    async fn serve(self) -> Result<(), ViewError> {
        let Self { listener, given, registry, memory, guard, stop, .. } = self;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let about = About::new(given.as_ref().map(|map| map.name.as_str()), &registry);
        let about = serde_json::to_string(&about).map_err(io::Error::from)?;
        let app = App {
            about: about.into(),
            shared: Shared {
                registry: Arc::new(registry),
                given,
                preparations: Arc::new(Semaphore::new(limits::PREPARATIONS)),
                memory: Arc::clone(&memory),
            },
            guard,
            sessions: Arc::new(Semaphore::new(limits::SESSIONS)),
            stop: stop.subscribe(),
        };
        // Ends with the runtime.
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(limits::WATCH).await;
                memory.watch();
            }
        });
        let router = Router::new()
            .route("/api/1/about", get(about_all))
            .route("/api/1/session", get(open_session))
            .fallback(page::file)
            .layer(from_fn_with_state(guard, guard::check))
            .with_state(app);
        let mut asked = stop.subscribe();
        let signal = Signal::listen()?;
        let stopped = stop.clone();
        let server = axum::serve(listener, router).with_graceful_shutdown(async move {
            tokio::select! {
                () = signal.received() => (),
                () = is_set(&mut asked) => (),
            }
            drop(asked);
            stopped.send_replace(true);
        });
        let mut begun_to_end = stop.subscribe();
        tokio::select! {
            served = server => served?,
            // A connection on which nothing happens is not waited for.
            () = async {
                is_set(&mut begun_to_end).await;
                tokio::time::sleep(limits::FAREWELL).await;
            } => (),
        }
        drop(begun_to_end);
        // Each session has told its page when the last of them does not look at this any more.
        let _ = timeout(limits::FAREWELL, stop.closed()).await;
        Ok(())
    }
}

/// Waits until the server is told to end.
async fn is_set(stop: &mut watch::Receiver<bool>) {
    // Where it cannot be told any more, it ends as well.
    let _ = stop.wait_for(|&is_set| is_set).await;
}

/// What interrupts the program.
struct Signal {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signal {
    #[cfg(unix)]
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    fn listen() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(unix)]
    async fn received(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => (),
            _ = self.interrupt.recv() => (),
        }
    }

    #[cfg(not(unix))]
    async fn received(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

async fn about_all(State(app): State<App>) -> Response {
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")];
    (headers, app.about.to_string()).into_response()
}

/// Begins a session, if the page may have one.
async fn open_session(
    State(app): State<App>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if !app.guard.is_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "A session is for the server's own page.\n").into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let full = || (StatusCode::SERVICE_UNAVAILABLE, "There are too many sessions; close another page.\n");
    let Ok(place) = Arc::clone(&app.sessions).try_acquire_owned() else { return full().into_response() };
    let (requests, inbox) = mpsc::channel(limits::WAITING);
    let (outbox, answers) = mpsc::channel(limits::WAITING);
    let cancel = CancelFlag::new();
    let (shared, flag) = (app.shared, cancel.clone());
    let wire = Wire { requests: inbox, answers: outbox };
    let thread = thread::Builder::new().name("session".into()).spawn(move || {
        session::run(wire, shared, flag);
        drop(place);
    });
    if thread.is_err() {
        return full().into_response();
    }
    let stop = app.stop;
    upgrade.max_message_size(limits::MESSAGE).max_frame_size(limits::MESSAGE).on_upgrade(
        async move |socket| {
            carry(socket, &requests, answers, stop).await;
            cancel.cancel();
        },
    )
}

/// Carries messages between a page and its session.
async fn carry(
    mut socket: WebSocket,
    requests: &mpsc::Sender<Frame>,
    mut answers: mpsc::Receiver<Frame>,
    mut stop: watch::Receiver<bool>,
) {
    // A request for which the session has no room yet. While there is one, no other is read.
    let mut waiting: Option<Frame> = None;
    loop {
        tokio::select! {
            () = is_set(&mut stop) => {
                close(&mut socket, close_code::AWAY, "the viewer ends").await;
                return;
            }
            received = socket.recv(), if waiting.is_none() => match received {
                Some(Ok(Message::Text(text))) => waiting = Some(Frame::Text(text.to_string())),
                Some(Ok(Message::Binary(bytes))) => waiting = Some(Frame::Binary(bytes)),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => (),
                Some(Ok(Message::Close(_))) | None => return,
                Some(Err(_)) => {
                    close(&mut socket, close_code::SIZE, "the message is too large, or none").await;
                    return;
                }
            },
            place = requests.reserve(), if waiting.is_some() => match (place, waiting.take()) {
                (Ok(place), Some(frame)) => place.send(frame),
                _ => return,
            },
            answer = answers.recv() => {
                let message = match answer {
                    Some(Frame::Text(text)) => Message::Text(text.into()),
                    Some(Frame::Binary(bytes)) => Message::Binary(bytes),
                    None => return,
                };
                if socket.send(message).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Says why a session ends. A page that does not get the message sees that the socket is closed.
async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = timeout(limits::FAREWELL, socket.send(Message::Close(Some(frame)))).await;
}
