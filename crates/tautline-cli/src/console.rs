//! The terminal: standard output that takes a closed pipe for an end, and notes on standard error.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::time::Duration;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use anyhow::ensure;
use comfy_table::Table;
use indicatif::{ProgressBar, ProgressStyle};

/// The width of what is no terminal.
const DEFAULT_WIDTH: usize = 80;

/// Standard output: locked, buffered, with colours only where there is a terminal that wants them.
pub(crate) fn stdout() -> impl Write {
    BufWriter::new(UntilClosed(AutoStream::auto(io::stdout()).lock()))
}

/// Writes what is no text to standard output, byte for byte, unless that is a terminal.
pub(crate) fn write_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    ensure!(!io::stdout().is_terminal(), "this is nothing for a terminal: give --out FILE");
    let mut out = UntilClosed(io::stdout().lock());
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// How many characters fit a line: `COLUMNS` where it is set, otherwise what the terminal says.
pub(crate) fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = columns.or_else(|| Table::new().width().map(usize::from));
    width.filter(|&width| width > 0).unwrap_or(DEFAULT_WIDTH)
}

/// Says something on standard error. That it is closed is no error.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(AutoStream::auto(io::stderr()), "{text}");
}

/// Says on standard error what went wrong, and why.
pub(crate) fn error(error: &anyhow::Error) {
    const RED: Style = AnsiColor::Red.on_default().bold();
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // Some errors tell their cause themselves.
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    note(format_args!("{RED}error:{RED:#} {text}"));
}

/// A bar on standard error, if that is a terminal.
pub(crate) fn progress() -> ProgressBar {
    // A template that is wrong would only cost the looks of the bar.
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} ({eta})");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A sign of life on standard error, if that is a terminal, for work whose end is not known.
pub(crate) fn spinner(message: String) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(message);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// Swallows what is written after the reader has gone: `tautline planners | head -1` is no error. Any other failure
/// says that it was standard output that failed.
struct UntilClosed<W>(W);

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

fn unless_closed<T>(result: io::Result<T>, done: T) -> io::Result<T> {
    result.or_else(|error| match error.kind() {
        ErrorKind::BrokenPipe => Ok(done),
        ErrorKind::Interrupted => Err(error),
        kind => Err(io::Error::new(kind, format!("cannot write to standard output: {error}"))),
    })
}
