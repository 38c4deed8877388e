//! `luztar list`: the ready-made units.

use std::io::Write;

use luztar::export::{Version, archive};
use luztar::unit::{Model, catalogue};

use super::failure::Failure;
use super::table::{Align, Table};
use super::version::version;

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar list            names and descriptions
  luztar list --fmi 3    file names, interfaces and numbers of variables, too";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Version of FMI: shows the name and the interfaces of each FMU, and how many variables it has
    #[arg(long, value_name = "VERSION", value_parser = version)]
    fmi: Option<Version>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let mut columns = vec![("model", Align::Left)];
    if arguments.fmi.is_some() {
        columns.extend([
            ("FMU", Align::Left),
            ("interfaces", Align::Left),
            ("variables", Align::Right),
        ]);
    }
    columns.push(("description", Align::Left));
    let mut table = Table::new(&columns);
    for unit in catalogue::names().filter_map(catalogue::unit) {
        let mut row = vec![unit.name().to_owned()];
        row.extend(arguments.fmi.into_iter().flat_map(|version| of_version(&unit, version)));
        row.push(unit.network().about.description.clone());
        table.row(row);
    }
    Ok(table.write(out, 0)?)
}

fn of_version(unit: &Model, version: Version) -> [String; 3] {
    let interfaces =
        if unit.offers_exchange() { "Co-Simulation, Model Exchange" } else { "Co-Simulation" };
    [
        archive::file_name(unit, version),
        interfaces.to_owned(),
        (version.rows(unit).count() + version.beside(unit).count()).to_string(),
    ]
}
