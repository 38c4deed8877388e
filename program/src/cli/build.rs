//! `luztar build`: units and network files to FMUs, each run through its C interface.

mod carried;
mod donor;
mod manifest;
#[allow(unsafe_code)]
mod verify;

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use luztar::export::archive::Contents;
use luztar::export::{Library, Platform, Version, archive, library};
use luztar::unit::{Form, Instance, Unit, catalogue};

use super::assignment::{Assignment, assignment};
use super::failure::{Failure, warn};
use super::interrupt;
use super::table::{Align, Table};
use super::target;
use super::version::version;
use carried::Carried;

/// What the help ends with.
const EXAMPLES: &str = "\
Examples:
  luztar build --all                                      every ready-made unit, to target/fmu
  luztar build mechanism.toml --out . --fmi 2,3           mechanism.fmu and mechanism.fmi3.fmu
  luztar build GearTrain --set reduction=2                with another value of a build option
  luztar build mechanism.toml --library-from Other.fmu    for all platforms of another FMU";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Units of the catalogue, or network files (.toml)
    #[arg(value_name = "UNIT|FILE", required_unless_present = "all", conflicts_with = "all")]
    targets: Vec<String>,
    /// Every unit of the catalogue
    #[arg(long)]
    all: bool,
    /// Value of a build option of the units; may be repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = assignment, conflicts_with = "all")]
    set: Vec<Assignment>,
    /// Versions of FMI: 2 makes UNIT.fmu, 3 makes UNIT.fmi3.fmu, with the same library
    #[arg(long, value_name = "VERSIONS", value_delimiter = ',', value_parser = version,
          default_value = "2")]
    fmi: Vec<Version>,
    /// FMI 3.0: variables of elements made by `repeat` become arrays, wagon.velocity of wagon1.velocity, wagon2.velocity, …
    #[arg(long)]
    arrays: bool,
    /// FMI 3.0: each contact and spring has a clock that its transitions trigger; hosts must then use Event Mode
    #[arg(long)]
    clocks: bool,
    /// Terminals: a flange for each body that can be joined, in terminalsAndIcons.xml; some importers report errors then
    #[arg(long)]
    terminals: bool,
    /// Where to put the FMUs
    #[arg(long, value_name = "DIR", default_value = "target/fmu")]
    out: PathBuf,
    /// Shared library of a platform (linux64, win64, darwin64, aarch64-linux, aarch64-darwin); may be
    /// repeated [default: the library built or installed with this program]
    #[arg(long = "library", value_name = "PLATFORM=PATH")]
    libraries: Vec<Library>,
    /// FMU of this version of luztar whose libraries to pack too; --library comes before it
    #[arg(long, value_name = "FMU")]
    library_from: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    interrupt::watch();
    let mut failed = false;
    let mut units = Vec::new();
    for target in targets(arguments) {
        match target::resolve(&target).and_then(|source| source.unit(&arguments.set)) {
            Ok(unit) => {
                unit.network().about.doubts.iter().for_each(|doubt| warn(doubt));
                units.push((target, unit));
            }
            Err(Failure::Usage(fault)) => return Err(Failure::Usage(fault)),
            Err(failure) => {
                failure.tell();
                failed = true;
            }
        }
    }
    refuse_same_names(&units)?;
    let form = form(arguments)?;
    let donor = arguments.library_from.as_deref().map(donor::open).transpose();
    let donor = donor.map_err(Failure::Job)?;
    let donated = donor.as_ref().map_or(&[][..], |donor| &donor.libraries);
    let mut carried = Carried::default();
    let libraries = library::find(&arguments.libraries, donated, || carried.unpack());
    let libraries = libraries.map_err(Failure::job)?;
    let runnable = libraries.iter().any(|library| Some(library.platform) == Platform::HOST);
    if !runnable {
        warn("no library for this platform is packed: the FMUs cannot be run here");
    }
    let mut table = Table::new(&[
        ("unit", Align::Left),
        ("file", Align::Left),
        ("size", Align::Right),
        ("variables", Align::Right),
        ("verified", Align::Left),
    ]);
    let built = build_all(arguments, form, &units, (&libraries, runnable), &mut table);
    if !table.is_empty() {
        table.write(out, 0)?;
    }
    if built? && !failed { Ok(()) } else { Err(Failure::Told) }
}

/// Builds all units in all versions that were asked for, a row of the table for each; whether none failed.
///
/// # Errors
/// It was interrupted.
fn build_all(
    arguments: &Arguments,
    form: Form,
    units: &[(String, Arc<Unit>)],
    (libraries, runnable): (&[Library], bool),
    table: &mut Table,
) -> Result<bool, Failure> {
    let versions: BTreeSet<Version> = arguments.fmi.iter().copied().collect();
    let mut all = true;
    for (_, unit) in units {
        for version in &versions {
            let form = if *version == Version::Three { form } else { Form::default() };
            let contents = Contents { version: *version, terminals: arguments.terminals };
            match build(&unit.in_form(form), contents, libraries, &arguments.out, runnable) {
                Ok(row) => table.row(row),
                Err(failure @ Failure::Interrupted(_)) => return Err(failure),
                Err(failure) => {
                    failure.tell();
                    all = false;
                }
            }
        }
    }
    Ok(all)
}

/// The form of FMUs of FMI 3.0.
fn form(arguments: &Arguments) -> Result<Form, Failure> {
    let form = Form { arrays: arguments.arrays, clocks: arguments.clocks };
    if form != Form::default() && !arguments.fmi.contains(&Version::Three) {
        let rule = "--arrays and --clocks are of FMI 3.0: give --fmi 3, or --fmi 2,3";
        return Err(Failure::Usage(rule.to_owned()));
    }
    Ok(form)
}

fn targets(arguments: &Arguments) -> Vec<String> {
    match arguments.all {
        true => catalogue::names().map(str::to_owned).collect(),
        false => arguments.targets.clone(),
    }
}

/// Two units of one name would be written to one file; not every file system tells capitals apart.
fn refuse_same_names(units: &[(String, Arc<Unit>)]) -> Result<(), Failure> {
    let mut seen = HashMap::new();
    for (target, unit) in units {
        if let Some(earlier) = seen.insert(unit.name().to_lowercase(), target) {
            let name = unit.name();
            return Err(Failure::Usage(format!("{earlier} and {target} both make {name}.fmu")));
        }
    }
    Ok(())
}

/// Verifies one FMU and then puts it where it belongs; gives its row of the table.
fn build(
    unit: &Arc<Unit>,
    contents: Contents,
    libraries: &[Library],
    directory: &Path,
    runnable: bool,
) -> Result<[String; 5], Failure> {
    let Contents { version, .. } = contents;
    let interrupted = || Failure::Interrupted(format!("{} is not built", unit.name()));
    if interrupt::asked() {
        return Err(interrupted());
    }
    let mut verified = "not run here".to_owned();
    let check = |draft: &Path| -> Result<(), Failure> {
        if runnable {
            let found = verify::verify(draft, verify::PATIENCE).map_err(|fault| {
                if interrupt::asked() {
                    return interrupted();
                }
                let file = directory.join(archive::file_name(unit, version));
                let why = fault.step.and_then(|time| reason(unit, time));
                let why = why.map_or(String::new(), |why| format!(": {why}"));
                Failure::job(format!("{}: not verified: {}{why}", file.display(), fault.text))
            })?;
            verified = found.to_string();
        }
        Ok(())
    };
    let path = archive::write_if(unit, contents, libraries, directory, check)?;
    let size = std::fs::metadata(&path)?.len();
    Ok([
        unit.name().to_owned(),
        path.display().to_string(),
        format!("{} kB", size.div_ceil(1000)),
        (version.rows(unit).count() + version.beside(unit).count()).to_string(),
        verified,
    ])
}

/// Why the step from `time`, s, of the default experiment fails, which an FMU tells its host's logger alone.
fn reason(unit: &Arc<Unit>, time: f64) -> Option<String> {
    let mut instance = Instance::new(unit.clone());
    instance.enter_initialization().ok()?;
    instance.exit_initialization().ok()?;
    let experiment = unit.network().experiment;
    let point = |step: u32| f64::from(step) * experiment.step_size;
    let steps = (0..).map(|step| (point(step), point(step + 1).min(experiment.stop_time)));
    let mut steps = steps.take_while(|(begin, _)| *begin <= time);
    let failed = |(begin, end): (f64, f64)| instance.step(begin, end - begin).err();
    steps.find_map(failed).map(|fault| fault.to_string())
}
