//! The program `luztar`: builds, describes, checks and simulates units.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::run()
}
