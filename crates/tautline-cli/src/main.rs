//! The `tautline` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    tautline_cli::main(tautline::engine::Registry::core())
}
