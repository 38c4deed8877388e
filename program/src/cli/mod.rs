//! The command line: one module per subcommand, and what they share.
//!
//! Results go to stdout, faults and warnings to stderr. Exit status: 0 done, 1 a job failed, 2 the
//! command line cannot be followed, 130 interrupted.

pub mod assignment;
pub mod build;
pub mod check;
mod completions;
mod content;
pub mod describe;
pub mod draw;
pub mod experiment;
pub mod failure;
pub mod glob;
pub mod installed;
mod interrupt;
mod law_symbols;
mod laws;
mod laws_json;
mod list;
mod man;
mod misspelt;
pub mod names;
mod new;
mod places;
mod plot;
mod schema;
mod seconds;
mod sheet;
mod simulate;
pub mod study;
mod table;
pub mod target;
mod units;
mod version;
mod words;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use failure::Failure;
use words::Words;

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar new mechanism.toml                              a network file to begin with
  luztar list                                            the models of the library
  luztar describe GearTrain                              its equations and variables
  luztar draw GearTrain                                  a picture of its mechanism
  luztar build GearTrain mechanism.toml                  an FMU of each in target/fmu
  luztar check mechanism.toml                            errors of a network file, with their lines
  luztar simulate mechanism.toml --input \"slider.force=2*sin(2*pi*t)\" --output run.csv
  luztar plot mechanism.toml --show \"*.velocity\" --output run.svg
  luztar sweep mechanism.toml --vary stop.stiffness=1000:4000:16 --output sweep.csv

Exit status:
  0  done
  1  a job failed: a file with errors, a refused value, an FMU that does not run
  2  an error of the command line
  130  interrupted by Ctrl-C";

/// Dry friction and backlash as FMUs for FMI 2.0 and 3.0, integrated exactly.
#[derive(Parser)]
#[command(name = "luztar", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Makes FMUs of models or network files and runs each through its C interface
    Build(build::Arguments),
    /// Writes a commented network file to begin with, and the schema by which editors check it
    New(new::Arguments),
    /// Lists the models of the library
    List(list::Arguments),
    /// Explains a model: equations, reference and all variables; or the friction laws, or units of numbers
    Describe(describe::Arguments),
    /// Draws the mechanism of a model as SVG
    Draw(draw::Arguments),
    /// Checks network files
    Check(check::Arguments),
    /// Runs a model and writes its outputs and transitions as CSV
    Simulate(simulate::Arguments),
    /// Runs a model and draws time histories or phase portraits as SVG
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

/// Runs a command line, and returns its exit status; the first of its words is the name of the program. One that cannot
/// be followed ends the process.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let line = Arguments::command();
    let matches = line.clone().try_get_matches_from(words);
    let matches = matches.unwrap_or_else(|error| misspelt::with_hints(error, &line).exit());
    let words = Words::of(&line, &matches);
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let mut out = BufWriter::new(io::stdout().lock());
    let done = places::check(&line, &matches).and_then(|()| match arguments.command {
        Command::Build(arguments) => build::run(&arguments, &mut out),
        Command::New(arguments) => new::run(&arguments, &mut out),
        Command::List(arguments) => list::run(&arguments, &mut out),
        Command::Describe(arguments) => describe::run(&arguments, &mut out),
        Command::Draw(arguments) => draw::run(&arguments, &mut out),
        Command::Check(arguments) => check::run(&arguments, &mut out),
        Command::Simulate(arguments) => simulate::run(&arguments, &mut out),
        Command::Plot(arguments) => plot::run(&arguments, &mut out),
        Command::Study(command) => study::run(&command, &words, &mut out),
        Command::Schema(arguments) => schema::run(&arguments, &mut out),
        Command::Completions(arguments) => completions::run(&arguments, line, &mut out),
        Command::Man(arguments) => man::run(&arguments, line, &mut out),
    });
    let flushed = out.flush().map_err(Failure::Output);
    match done.and(flushed) {
        Ok(()) => failure::DONE,
        Err(failure) => failure.report(),
    }
}
