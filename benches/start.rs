//! Instructions from loading an FMU's library to the end of the first step of 1 ms: of ready-made units by their GUID, and of a
//! user's network from the resources of its FMU.
//!
//! ```text
//! cargo bench --bench start
//! ```
//! Counted by Valgrind's callgrind as the difference of two runs of this program, one of which ends before it loads anything. The
//! library is the one that cargo builds beside it, or that of the variable `LUZTAR_LIBRARY`.

#[path = "peer/callgrind.rs"]
mod callgrind;
#[path = "peer/fmi2.rs"]
mod fmi2;

use std::env;
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use callgrind::instructions;
use fmi2::{Step, initialise, instance, ok};
use libloading::Library;
use luztar::export;
use luztar::unit::{Model, catalogue};

const UNITS: [&str; 4] =
    ["SingleMassFriction", "CoupledClutches", "SteeringSystem", "TrainDraftGears"];

/// A user's network of the size of the last: it, under another name.
const OWN: &str = "OwnTrain";

/// Loads the library and makes the first step.
unsafe fn start(library: &str, guid: &str, resources: &str) -> Result<(), libloading::Error> {
    let [guid, resources] = [guid, resources].map(|text| CString::new(text).expect("no zero"));
    unsafe {
        let library = Library::new(library)?;
        let unit = instance(&library, guid.as_ptr(), resources.as_ptr())?;
        initialise(&library, unit)?;
        ok(library.get::<Step>(b"fmi2DoStep")?(unit, 0.0, 1e-3, 1));
    }
    Ok(())
}

fn library() -> PathBuf {
    let built = || Some(env::current_exe().ok()?.parent()?.join("libluztar.so"));
    env::var_os("LUZTAR_LIBRARY").map(PathBuf::from).or_else(built).expect("a library")
}

fn row(name: &str, unit: &Model, folder: &Path, nothing: f64) -> Result<(), String> {
    let (library, guid) = (library(), export::guid(unit));
    let [library, folder] = [&*library, folder].map(|path| path.to_str().expect("UTF-8"));
    println!("| {name} | {} |", instructions(&[library, &guid, folder])? - nothing);
    Ok(())
}

fn table() -> Result<(), String> {
    let nothing = instructions(&[])?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    println!("| unit | load to first step, instructions |\n|---|---:|");
    for name in UNITS {
        let unit = catalogue::unit(name).expect("a ready-made unit");
        row(name, &unit, folder.path(), nothing)?;
    }
    let text = catalogue::text("TrainDraftGears").expect("a ready-made unit");
    let own = Model::read(&text.replace("TrainDraftGears", OWN), OWN).expect("a network");
    export::write_resources(&own, folder.path()).map_err(|error| error.to_string())?;
    row(OWN, &own, folder.path(), nothing)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--run"] => Ok(()),
        ["--run", library, guid, resources] => {
            unsafe { start(library, guid, resources) }.map_err(|error| error.to_string())
        }
        _ => table(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
