//! The command line: one module per subcommand, and what they share.
//!
//! Results go to stdout, faults and warnings to stderr. Exit status: 0 done, 1 a job failed, 2 the
//! command line cannot be followed, 130 interrupted.

mod assignment;
mod build;
mod check;
mod completions;
mod content;
mod describe;
mod draw;
mod experiment;
mod failure;
mod glob;
mod interrupt;
mod laws;
mod laws_json;
mod list;
mod man;
mod names;
mod new;
mod places;
mod plot;
mod schema;
mod sheet;
mod simulate;
mod study;
mod table;
mod target;
mod version;
mod words;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use failure::Failure;
use words::Words;

/// What the help ends with.
const EXAMPLES: &str = "\
Examples:
  luztar new mechanism.toml                              a network file to begin with
  luztar list                                            the ready-made units
  luztar describe GearTrain                              its equations and variables
  luztar draw GearTrain                                  a picture of its mechanism
  luztar build GearTrain mechanism.toml                  an FMU of each in target/fmu
  luztar check mechanism.toml                            faults of a network file, with their lines
  luztar simulate mechanism.toml --input \"slider.force=2*sin(2*pi*t)\" --output run.csv
  luztar plot mechanism.toml --show \"*.velocity\" --output run.svg
  luztar sweep mechanism.toml --vary stop.stiffness=1000:4000:16 --output sweep.csv

Exit status:
  0  done
  1  a job failed: a faulty file, a refused value, an FMU that does not run
  2  the command line cannot be followed
  130  interrupted by Ctrl-C";

/// Dry friction and freeplay as units of FMI 2.0 and 3.0, integrated exactly.
#[derive(Parser)]
#[command(name = "luztar", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Makes FMUs of units or network files and runs each through its C interface
    Build(build::Arguments),
    /// Writes a commented network file to begin with, and the schema that editors check it by
    New(new::Arguments),
    /// Lists the ready-made units
    List(list::Arguments),
    /// Explains a unit: equations, source and all variables; or the friction laws
    Describe(describe::Arguments),
    /// Draws the mechanism of a unit as SVG
    Draw(draw::Arguments),
    /// Checks network files
    Check(check::Arguments),
    /// Runs a unit and writes its outputs and transitions as CSV
    Simulate(simulate::Arguments),
    /// Runs a unit and draws time histories or phase portraits as SVG
    Plot(plot::Arguments),
    #[command(flatten)]
    Study(study::Command),
    /// Writes the JSON Schema of network files
    Schema(schema::Arguments),
    /// Writes a script by which a shell completes commands and options
    Completions(completions::Arguments),
    /// Writes manual pages
    Man(man::Arguments),
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let line = Arguments::command();
    let matches = line.clone().get_matches();
    let words = Words::of(&line, &matches);
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let mut out = BufWriter::new(io::stdout().lock());
    let done = places::check(&line, &matches).and_then(|()| match arguments.command {
        Command::Build(arguments) => build::run(&arguments, &mut out),
        Command::New(arguments) => new::run(&arguments, &mut out),
        Command::List(arguments) => list::run(&arguments, &mut out),
        Command::Describe(arguments) => describe::run(&arguments, &mut out),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Check(arguments) => check::run(&arguments, &mut out),
        Command::Simulate(arguments) => simulate::run(&arguments, &mut out),
        Command::Plot(arguments) => plot::run(&arguments),
        Command::Study(command) => study::run(&command, &words, &mut out),
        Command::Schema(arguments) => schema::run(&arguments, &mut out),
        Command::Completions(arguments) => completions::run(&arguments, line, &mut out),
        Command::Man(arguments) => man::run(&arguments, line, &mut out),
    });
    let flushed = out.flush().map_err(Failure::Output);
    match done.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
