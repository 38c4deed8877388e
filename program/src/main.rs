//! The program `luztar`: builds, describes, checks and simulates units.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(luztar_cli::cli::run(std::env::args_os()))
}
