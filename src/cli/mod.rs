//! The command line: one module per subcommand, and what they share.
//!
//! Results go to stdout, faults and warnings to stderr. Exit status: 0 done, 1 a job failed, 2 the
//! command line cannot be followed.

mod assignment;
mod build;
mod check;
mod describe;
mod elements;
mod experiment;
mod expression;
mod failure;
mod glob;
mod laws;
mod list;
mod names;
mod plot;
mod simulate;
mod table;
mod target;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// Dry friction and freeplay as FMI 2.0 co-simulation units, integrated exactly.
#[derive(Parser)]
#[command(name = "luztar", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Makes FMUs of units or network files and runs each through its C interface
    Build(build::Arguments),
    /// Lists the ready-made units
    List,
    /// Explains a unit: equations, source and all variables; or the friction laws
    Describe(describe::Arguments),
    /// Checks network files
    Check(check::Arguments),
    /// Runs a unit and writes its outputs and transitions as CSV
    Simulate(simulate::Arguments),
    /// Runs a unit and draws time histories or phase portraits as SVG
    Plot(plot::Arguments),
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match arguments.command {
        Command::Build(arguments) => build::run(&arguments, &mut out),
        Command::List => list::run(&mut out),
        Command::Describe(arguments) => describe::run(&arguments, &mut out),
        Command::Check(arguments) => check::run(&arguments, &mut out),
        Command::Simulate(arguments) => simulate::run(&arguments, &mut out),
        Command::Plot(arguments) => plot::run(&arguments, &mut out),
    };
    let flushed = out.flush().map_err(Failure::Output);
    match done.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
