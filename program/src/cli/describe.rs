//! `luztar describe`: a model with every variable that a host sees; or the friction laws, or the units of numbers.

use std::io::{self, Write};

use luztar::export::Version;
use luztar::network::{ElementForm, Force, ForceKind, Network, plain};
use luztar::unit::{Causality, Kind, Model, Value, Variable};

use super::assignment::{Assignment, assignment};
use super::failure::Failure;
use super::table::{Align, Table};
use super::target;
use super::version::version;
use super::{law_symbols, laws, laws_json, units};

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar describe GearTrain                 equations, build options and variables
  luztar describe mechanism.toml --fmi 3    with value references and types of FMI 3.0
  luztar describe --laws                    the friction laws and their parameters
  luztar describe --laws --json             the same for programs
  luztar describe --units                   the units of numbers, with their values";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Model of the library, or network file (.toml)
    #[arg(value_name = "MODEL|FILE", required_unless_present_any = ["laws", "units"])]
    target: Option<String>,
    /// The friction laws with formulas, parameters and references
    #[arg(long, conflicts_with_all = ["target", "set"])]
    laws: bool,
    /// The units that numbers of network files may have, with their values in SI units
    #[arg(long, conflicts_with_all = ["target", "set", "laws", "fmi"])]
    units: bool,
    /// The friction laws as JSON
    #[arg(long, requires = "laws", conflicts_with = "target")]
    json: bool,
    /// Version of FMI: shows value references, and types and variables as that version has them
    #[arg(long, value_name = "VERSION", value_parser = version, conflicts_with = "laws")]
    fmi: Option<Version>,
    /// Value of a build option; may be repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = assignment)]
    set: Vec<Assignment>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(target) = &arguments.target else {
        let told = match (arguments.units, arguments.json) {
            (true, _) => units::run(out),
            (false, true) => laws_json::run(out),
            (false, false) => laws::run(out),
        };
        return told.map_err(Failure::from);
    };
    let unit = target::resolve(target)?.unit(&arguments.set)?;
    Ok(write(&unit, arguments.fmi, out)?)
}

/// Writes what a unit is, with what a version of FMI has beside it.
///
/// # Errors
/// Those of the output.
pub fn write(unit: &Model, fmi: Option<Version>, out: &mut dyn Write) -> io::Result<()> {
    about(unit, out)?;
    options(unit, out)?;
    for (title, causality) in [
        ("Parameters", Causality::Parameter),
        ("Inputs", Causality::Input),
        ("Outputs", Causality::Output),
        ("Internal", Causality::Local),
    ] {
        variables(unit, fmi, title, causality, out)?;
    }
    fmi.map_or(Ok(()), |version| beside(unit, version, out))
}

fn about(unit: &Model, out: &mut dyn Write) -> io::Result<()> {
    let network = unit.network();
    let about = &network.about;
    writeln!(out, "{}: {}", about.name, about.description)?;
    if !about.reference.is_empty() {
        writeln!(out, "reference: {}", about.reference)?;
    }
    for equation in &about.equations {
        writeln!(out, "  {equation}")?;
    }
    let experiment = network.experiment;
    writeln!(out, "{}", elements(network))?;
    writeln!(
        out,
        "experiment: to {} s in steps of {} s",
        plain(experiment.stop_time),
        plain(experiment.step_size)
    )
}

/// Writes the build options with their values in this unit.
fn options(unit: &Model, out: &mut dyn Write) -> io::Result<()> {
    let options = &unit.network().options;
    if options.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(&[
        ("name", Align::Left),
        ("value", Align::Right),
        ("values", Align::Left),
        ("description", Align::Left),
    ]);
    for option in options {
        table.row([
            option.name.clone(),
            option.value.to_string(),
            option.range.to_string(),
            option.description.clone(),
        ]);
    }
    writeln!(out, "\nBuild options")?;
    table.write(out, 2)
}

/// Counts the elements: `2 bodies, 1 contact, no springs, no dampers`.
pub fn elements(network: &Network) -> String {
    let count = |number: usize, one: &str, many: &str| match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    };
    let couplings = network.contacts.iter().filter(|contact| contact.law.kind.is_rigid()).count();
    let mut counts = vec![
        count(network.bodies.len(), "body", "bodies"),
        count(network.contacts.len() - couplings, "contact", "contacts"),
        count(network.springs.len(), "spring", "springs"),
        count(network.dampers.len(), "damper", "dampers"),
    ];
    if couplings > 0 {
        counts.push(count(couplings, "coupling", "couplings"));
    }
    counts.extend(forces(network));
    counts.join(", ")
}

/// Returns forces by formula, potentials and declared elements, where there are some.
fn forces(network: &Network) -> Vec<String> {
    let acting = || network.forces.iter().filter(|force| force.acts());
    let of_form = |name| {
        acting().filter(move |force| force.form.as_ref().is_some_and(|one| one.name == name))
    };
    let potential = |force: &&Force| force.kind == ForceKind::Potential;
    let own = acting().filter(|force| force.form.is_none());
    let (potentials, plain): (Vec<_>, Vec<_>) = own.partition(potential);
    let mut counts = Vec::new();
    let mut count = |number: usize, one: &str, many: &str| match number {
        0 => {}
        1 => counts.push(format!("1 {one}")),
        n => counts.push(format!("{n} {many}")),
    };
    count(plain.len(), "force by formula", "forces by formula");
    count(potentials.len(), "potential", "potentials");
    ElementForm::names().for_each(|name| count(of_form(name).count(), name, name));
    counts
}

fn variables(
    unit: &Model,
    version: Option<Version>,
    title: &str,
    causality: Causality,
    out: &mut dyn Write,
) -> io::Result<()> {
    let shown = version.unwrap_or(Version::Two);
    let rows = shown.rows(unit).filter(|(_, variable)| variable.causality == causality);
    let rows: Vec<(usize, &Variable)> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    let symbols: Vec<Option<String>> =
        rows.iter().map(|(_, variable)| law_symbols::symbol(unit, &variable.name)).collect();
    let of_laws = symbols.iter().any(Option::is_some);
    let reference = version.map(|_| ("reference", Align::Right));
    let names = [Some(("name", Align::Left)), of_laws.then_some(("symbol", Align::Left))];
    let columns = [
        ("unit", Align::Left),
        ("type", Align::Left),
        ("variability", Align::Left),
        ("start", Align::Right),
        ("bounds", Align::Left),
        ("description", Align::Left),
    ];
    let titles = reference.into_iter().chain(names.into_iter().flatten()).chain(columns);
    let mut table = Table::new(&titles.collect::<Vec<_>>());
    for ((place, variable), symbol) in rows.into_iter().zip(symbols) {
        let symbol = of_laws.then(|| symbol.unwrap_or_default());
        let cells = [
            variable.unit_symbol().to_owned(),
            shown.type_name(variable.kind).to_owned(),
            variable.variability.name().to_owned(),
            variable.start.map_or_else(|| "-".to_owned(), |start| value(variable.kind, start)),
            variable.bounds().unwrap_or_default(),
            variable.description.clone(),
        ];
        let reference = version.map(|_| place.to_string());
        let names = reference.into_iter().chain([variable.name.clone()]).chain(symbol);
        table.row(names.chain(cells).collect::<Vec<_>>());
    }
    writeln!(out, "\n{title}")?;
    table.write(out, 2)
}

/// Writes the variables of the version that are no rows of the table.
fn beside(unit: &Model, version: Version, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(&[("reference", Align::Right), ("name", Align::Left)]);
    for (place, reference) in version.beside(unit) {
        table.row([place.to_string(), reference.name(unit)]);
    }
    if table.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nOther value references")?;
    table.write(out, 2)
}

/// Returns a value in the words of its type.
fn value(kind: Kind, value: Value) -> String {
    match (kind, value) {
        (Kind::Named(items), Value::Integer(number)) => {
            let item = usize::try_from(number - 1).ok().and_then(|at| items.get(at));
            item.map_or_else(|| number.to_string(), |item| item.name.to_owned())
        }
        (_, value) => value.to_string(),
    }
}
