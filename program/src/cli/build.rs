//! `luztar build`: units and network files to FMUs, each run through its C interface.

mod carried;
mod donor;
mod manifest;
#[allow(unsafe_code)]
mod verify;

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use luztar::export::archive::Contents;
use luztar::export::{Library, Platform, Version, archive, library};
use luztar::unit::{Causality, Form, Model, Simulation, catalogue};

use super::assignment::{Assignment, assignment};
use super::check::penetration;
use super::failure::{Failure, warn};
use super::table::{Align, Table};
use super::target;
use super::version::version;
use super::{installed, interrupt};
use carried::Carried;

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar build --all                                      every model of the library, to target/fmu
  luztar build mechanism.toml --out . --fmi 2,3           mechanism.fmu and mechanism.fmi3.fmu
  luztar build GearTrain --set reduction=2                with another value of a build option
  luztar build mechanism.toml --library-from Other.fmu    for all platforms of another FMU";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Models of the library, or network files (.toml)
    #[arg(value_name = "MODEL|FILE", required_unless_present = "all", conflicts_with = "all")]
    targets: Vec<String>,
    /// Every model of the library
    #[arg(long)]
    all: bool,
    /// Value of a build option of the models; may be repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = assignment, conflicts_with = "all")]
    set: Vec<Assignment>,
    /// Versions of FMI: 2 makes MODEL.fmu, 3 makes MODEL.fmi3.fmu, with the same library
    #[arg(long, value_name = "VERSIONS", value_delimiter = ',', value_parser = version,
          default_value = "2")]
    fmi: Vec<Version>,
    /// FMI 3.0: variables of elements made by `repeat` become arrays: wagon.velocity for wagon1.velocity, wagon2.velocity, …
    #[arg(long)]
    arrays: bool,
    /// FMI 3.0: each contact and spring has a clock that its transitions trigger; hosts must then use Event Mode
    #[arg(long)]
    clocks: bool,
    /// Terminals: a flange for each body that can be joined, in terminalsAndIcons.xml; some importers report errors then
    #[arg(long)]
    terminals: bool,
    /// Folder for the FMUs
    #[arg(long, value_name = "DIR", default_value = "target/fmu")]
    out: PathBuf,
    /// Shared library of a platform (linux64, win64, darwin64, aarch64-linux, aarch64-darwin); may be
    /// repeated [default: the library built or installed with this program]
    #[arg(long = "library", value_name = "PLATFORM=PATH")]
    libraries: Vec<Library>,
    /// FMU of this version of luztar whose libraries are packed, too; --library takes precedence
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
                // Start values that give no initial state are refused when the FMU is verified.
                for warning in penetration::of(&unit).unwrap_or_default() {
                    warn(&format!("{}: {warning}", unit.name()));
                }
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
    let packed = Packed::find(&arguments.libraries, donated, &mut carried)?;
    if !packed.runnable {
        warn("no library for this platform is packed: the FMUs cannot be verified here");
    }
    let mut table = Table::new(&[
        ("model", Align::Left),
        ("file", Align::Left),
        ("size", Align::Right),
        ("variables", Align::Right),
        ("verified", Align::Left),
    ]);
    let built = build_all(arguments, form, &units, &packed, &mut table);
    if !table.is_empty() {
        table.write(out, 0)?;
    }
    if built? && !failed { Ok(()) } else { Err(Failure::Told) }
}

/// Builds all units in all versions that were asked for, a row of the table for each; true if none failed.
///
/// # Errors
/// It was interrupted.
fn build_all(
    arguments: &Arguments,
    form: Form,
    units: &[(String, Arc<Model>)],
    packed: &Packed,
    table: &mut Table,
) -> Result<bool, Failure> {
    let versions: BTreeSet<Version> = arguments.fmi.iter().copied().collect();
    let mut all = true;
    for (_, unit) in units {
        for version in &versions {
            let form = if *version == Version::Three { form } else { Form::default() };
            let contents = Contents { version: *version, terminals: arguments.terminals };
            match build(&unit.in_form(form), contents, packed, &arguments.out) {
                Ok(built) => table.row(built.row(unit, *version)?),
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

/// Returns the form of FMUs of FMI 3.0.
fn form(arguments: &Arguments) -> Result<Form, Failure> {
    let form = Form { arrays: arguments.arrays, clocks: arguments.clocks };
    if form != Form::default() && !arguments.fmi.contains(&Version::Three) {
        let rule = "--arrays and --clocks need FMI 3.0: give --fmi 3, or --fmi 2,3";
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

/// Refuses two units of one name, which would be written to one file; not every file system distinguishes capitals.
fn refuse_same_names(units: &[(String, Arc<Model>)]) -> Result<(), Failure> {
    let mut seen = HashMap::new();
    for (target, unit) in units {
        if let Some(earlier) = seen.insert(unit.name().to_lowercase(), target) {
            let name = unit.name();
            return Err(Failure::Usage(format!("{earlier} and {target} both make {name}.fmu")));
        }
    }
    Ok(())
}

/// The libraries that FMUs carry.
struct Packed {
    libraries: Vec<Library>,
    /// True if one of them is of this platform.
    runnable: bool,
}

impl Packed {
    /// # Errors
    /// There is none, or one that is none of its platform.
    fn find(
        given: &[Library],
        donated: &[Library],
        carried: &mut Carried,
    ) -> Result<Self, Failure> {
        let program = installed::program().map_err(Failure::job)?;
        let libraries = library::find(given, donated, &program, || carried.unpack());
        let libraries = libraries.map_err(Failure::job)?;
        let runnable = libraries.iter().any(|library| Some(library.platform) == Platform::HOST);
        Ok(Self { libraries, runnable })
    }

    /// Returns the reason why the library of this platform makes no instance of a model that this program has made.
    fn why_refused(&self) -> Option<String> {
        let library = self.libraries.iter().find(|one| Some(one.platform) == Platform::HOST)?;
        Some(format!(
            "{} is of another build of luztar than this program, whose models it does not read; build it anew, or name \
             another one by --library PLATFORM=PATH",
            library.path.display()
        ))
    }
}

/// An FMU that was made.
struct Built {
    path: PathBuf,
    /// Result of the verification, in words.
    verified: String,
}

impl Built {
    /// Returns its row of the table.
    fn row(&self, unit: &Model, version: Version) -> io::Result<[String; 5]> {
        let size = std::fs::metadata(&self.path)?.len();
        Ok([
            unit.name().to_owned(),
            self.path.display().to_string(),
            format!("{} kB", size.div_ceil(1000)),
            (version.rows(unit).count() + version.beside(unit).count()).to_string(),
            self.verified.clone(),
        ])
    }
}

/// Makes the FMU of a unit with the libraries that are installed, verifies it, and returns its path.
///
/// # Errors
/// An FMU that a host would not take, or a file that cannot be written.
pub fn fmu(unit: &Arc<Model>, contents: Contents, directory: &Path) -> Result<PathBuf, Failure> {
    let mut carried = Carried::default();
    let packed = Packed::find(&[], &[], &mut carried)?;
    build(unit, contents, &packed, directory).map(|built| built.path)
}

/// Verifies one FMU and then puts it where it belongs.
fn build(
    unit: &Arc<Model>,
    contents: Contents,
    packed: &Packed,
    directory: &Path,
) -> Result<Built, Failure> {
    let Contents { version, .. } = contents;
    let interrupted = || Failure::Interrupted(format!("{} is not built", unit.name()));
    if interrupt::asked() {
        return Err(interrupted());
    }
    let mut verified = "not run here".to_owned();
    let check = |draft: &Path| -> Result<(), Failure> {
        if packed.runnable {
            let found = verify::verify(draft, verify::PATIENCE).map_err(|fault| {
                if interrupt::asked() {
                    return interrupted();
                }
                let file = directory.join(archive::file_name(unit, version));
                let why = match fault.is_refusal {
                    true => packed.why_refused(),
                    false => fault.time.and_then(|time| reason(unit, time)),
                };
                let why = why.map_or(String::new(), |why| format!(": {why}"));
                Failure::job(format!("{}: not verified: {}{why}", file.display(), fault.text))
            })?;
            verified = found.to_string();
        }
        Ok(())
    };
    let path = archive::write_if(unit, contents, &packed.libraries, directory, check)?;
    Ok(Built { path, verified })
}

/// Returns the reason why the default experiment fails at the start, in the step from `time`, s, or at the outputs there, which
/// an FMU tells its host's logger alone.
fn reason(unit: &Arc<Model>, time: f64) -> Option<String> {
    let mut instance = Simulation::new(unit.clone());
    let started = instance.enter_initialization().and_then(|()| instance.exit_initialization());
    if let Err(fault) = started {
        return Some(fault.to_string());
    }
    let is_output = |index: &usize| unit.variables()[*index].causality == Causality::Output;
    let outputs: Vec<usize> = (0..unit.variables().len()).filter(is_output).collect();
    let read =
        |instance: &mut Simulation| outputs.iter().find_map(|index| instance.get(*index).err());
    if let Some(fault) = read(&mut instance) {
        return Some(fault.to_string());
    }
    let experiment = unit.network().experiment;
    let point = |step: u32| f64::from(step) * experiment.step_size;
    let steps = (0..).map(|step| (point(step), point(step + 1).min(experiment.stop_time)));
    let mut steps = steps.take_while(|(begin, _)| *begin <= time);
    let failed = |(begin, end): (f64, f64)| {
        instance.step(begin, end - begin).err().or_else(|| read(&mut instance))
    };
    steps.find_map(failed).map(|fault| fault.to_string())
}
