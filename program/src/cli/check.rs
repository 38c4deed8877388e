//! `luztar check`: network files against the rules of the format, with warnings on what hosts dislike.

mod forward_euler;
pub mod penetration;
mod relays;
mod warnings;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use luztar::unit::{Fault, Model, Simulation};

use super::assignment::{Assignment, assignment};
use super::describe::elements;
use super::failure::{Failure, warn};
use super::target::{self, Source};

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar check mechanism.toml               errors with line and column, or a summary of the model
  luztar check *.toml --set wagons=100      of several files, with another value of a build option";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Network files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Value of a build option of the files; may be repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = assignment)]
    set: Vec<Assignment>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let mut faulty = false;
    for file in &arguments.files {
        match check(file, &arguments.set) {
            Ok((unit, doubts)) => {
                let network = unit.network();
                network.about.doubts.iter().for_each(|doubt| warn(doubt));
                for warning in doubts {
                    warn(&format!("{}: {warning}", file.display()));
                }
                let (name, elements) = (unit.name(), elements(network));
                writeln!(out, "{}: ok: {name}, {elements}", file.display())?;
            }
            Err(Failure::Usage(fault)) => return Err(Failure::Usage(fault)),
            Err(failure) => {
                failure.tell();
                faulty = true;
            }
        }
    }
    if faulty { Err(Failure::Told) } else { Ok(()) }
}

/// Reads the unit of a file, and finds what is doubtful about it.
fn check(file: &Path, choices: &[Assignment]) -> Result<(Arc<Model>, Vec<String>), Failure> {
    let source = target::read(file)?;
    let unit = source.unit(choices)?;
    let doubts = doubts(&source, &unit)?;
    Ok((unit, doubts))
}

/// Finds likely mistakes in the model of a file, and troubles to some host.
///
/// # Errors
/// Its start values give no initial state.
pub fn doubts(source: &Source, unit: &Arc<Model>) -> Result<Vec<String>, Failure> {
    initialise(unit).map_err(|fault| source.fault_of_element(&fault.to_string()))?;
    let penetrations =
        penetration::of(unit).map_err(|fault| source.fault_of_element(&fault.to_string()))?;
    let doubts = warnings::of(unit.network()).into_iter().chain(penetrations);
    Ok(doubts.chain(forward_euler::doubt(unit)).collect())
}

fn initialise(unit: &Arc<Model>) -> Result<(), Fault> {
    let mut instance = Simulation::new(unit.clone());
    instance.enter_initialization()?;
    instance.exit_initialization()
}
