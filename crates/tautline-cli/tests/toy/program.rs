//! The command line of Tautline with one planner more.

fn main() -> std::process::ExitCode {
    tautline_cli::main(tautline::Registry::core().with(&outside::DESCRIPTOR))
}
