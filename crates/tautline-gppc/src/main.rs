//! The program that the competition calls.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use tautline::engine::Registry;
use tautline_gppc::{Call, Command, Tee, USAGE, Verdict, run};

fn main() -> ExitCode {
    match Call::parse(std::env::args_os().skip(1), &Registry::core()) {
        Ok(Call::Help) => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        Ok(Call::Do(command)) => execute(&command).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }),
        Err(error) => {
            eprintln!("error: {error:#}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Does it, with everything that is printed in two files as well. An error is of these files.
fn execute(command: &Command) -> anyhow::Result<ExitCode> {
    let mut out = Tee::new(Path::new("run.stdout"), BufWriter::new(io::stdout()))?;
    let mut notes = Tee::new(Path::new("run.stderr"), io::stderr())?;
    let code = match run(command, &mut out, &mut notes) {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Invalid) => ExitCode::from(3),
        Err(error) => {
            writeln!(notes, "error: {error:#}")?;
            ExitCode::from(2)
        }
    };
    out.flush()?;
    notes.flush()?;
    Ok(code)
}
