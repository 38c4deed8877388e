//! The program `luztar`: builds, describes, checks and simulates units.

#![deny(unsafe_code)]

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::run()
}
