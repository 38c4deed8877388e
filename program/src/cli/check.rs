//! `luztar check`: network files against the rules of the format, with warnings on what hosts dislike.

mod forward_euler;
mod warnings;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use luztar::unit::{Fault, Instance, Unit};

use super::assignment::{Assignment, assignment};
use super::describe::elements;
use super::failure::{Failure, warn};
use super::target;

/// What the help ends with.
const EXAMPLES: &str = "\
Examples:
  luztar check mechanism.toml               its faults with line and column, or what it is
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
            Ok(unit) => {
                let network = unit.network();
                network.about.doubts.iter().for_each(|doubt| warn(doubt));
                let doubts = warnings::of(network).into_iter().chain(forward_euler::doubt(&unit));
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

/// A file is good if it is read and its start values give an initial state.
fn check(file: &Path, choices: &[Assignment]) -> Result<Arc<Unit>, Failure> {
    let source = target::read(file)?;
    let unit = source.unit(choices)?;
    initialise(&unit).map_err(|fault| source.fault_of_element(&fault.to_string()))?;
    Ok(unit)
}

fn initialise(unit: &Arc<Unit>) -> Result<(), Fault> {
    let mut instance = Instance::new(unit.clone());
    instance.enter_initialization()?;
    instance.exit_initialization()
}
