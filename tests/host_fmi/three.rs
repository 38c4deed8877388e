//! FMUs of FMI 3.0 in the importer `fmi`: what it reads of them, events, and the numbers of the library, to the last bit.
//!
//! Its version 0.8 refuses the attributes unit, displayUnit and nominal of Float64 variables, which the standard has: they
//! are taken out of the description that it gets.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use fmi::EventFlags;
use fmi::fmi3::import::Fmi3Import;
use fmi::fmi3::instance::InstanceCS;
use fmi::fmi3::{CoSimulation, Common, Fmi3Model, GetSet, ModelExchange};
use fmi::import;
use fmi::traits::FmiImport;
use luztar::export::{Version, archive, library};
use luztar::unit::{Kind, Simulation, Value, catalogue};
use zip::write::SimpleFileOptions;

use super::{STEP, input, inputs, outputs};

const STEPS: usize = 100;

/// Units with contacts, springs, massless bodies, given motions and laws with states.
const UNITS: [&str; 5] =
    ["SingleMassFriction", "TwoMassThreeContacts", "GearTrain", "BristleElement", "FreeplaySpring"];

/// Attributes of a Float64 that the importer does not know.
const UNKNOWN: [&str; 3] = ["unit", "displayUnit", "nominal"];

/// A line of a description without them.
fn known(line: &str) -> String {
    let mut line = line.to_owned();
    for attribute in UNKNOWN.into_iter().filter(|_| line.contains("<Float64 ")).collect::<Vec<_>>()
    {
        let opening = format!(" {attribute}=\"");
        if let Some(at) = line.find(&opening) {
            let behind = at + opening.len();
            let end = behind + line[behind..].find('"').expect("a quoted value") + 1;
            line.replace_range(at..end, "");
        }
    }
    line + "\n"
}

/// The FMU of a catalogue unit, made with the library of this build.
fn imported(unit: &str, folder: &Path) -> Fmi3Import {
    let libraries = library::find(&[], &[], &std::env::current_exe().expect("a program"), || None)
        .expect("the library of this build");
    let unit = catalogue::unit(unit).expect("a unit");
    let made = archive::write(&unit, Version::Three, &libraries, folder).expect("written");
    let mut from = zip::ZipArchive::new(File::open(&made).unwrap()).unwrap();
    let path = folder.join(format!("{}.known.fmu", unit.name()));
    let mut to = zip::ZipWriter::new(File::create(&path).unwrap());
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for index in 0..from.len() {
        let mut entry = from.by_index(index).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        let name = entry.name().expect("UTF-8").into_owned();
        if name == "modelDescription.xml" {
            let text = String::from_utf8(content).unwrap();
            content = text.lines().map(known).collect::<String>().into_bytes();
        }
        to.start_file(name, stored).unwrap();
        to.write_all(&content).unwrap();
    }
    to.finish().unwrap();
    import::from_path(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Makes what is due in Event Mode and leaves it.
fn finish_event(hosted: &mut InstanceCS) {
    let mut flags = EventFlags { discrete_states_need_update: true, ..EventFlags::default() };
    while flags.discrete_states_need_update {
        Common::update_discrete_states(hosted, &mut flags).unwrap();
    }
    hosted.enter_step_mode().unwrap();
}

fn started(imported: &Fmi3Import, early_return: bool) -> InstanceCS {
    let mut hosted =
        imported.instantiate_cs("hosted", false, false, true, early_return, &[]).unwrap();
    hosted.enter_initialization_mode(None, 0.0, None).unwrap();
    hosted.exit_initialization_mode().unwrap();
    finish_event(&mut hosted);
    hosted
}

/// Steps to `end` through all events; when they were.
fn go(hosted: &mut InstanceCS, mut time: f64, end: f64) -> Vec<f64> {
    let mut events = Vec::new();
    while time < end {
        let (mut needed, mut terminate, mut early, mut reached) = (false, false, false, time);
        let size = end - time;
        hosted
            .do_step(time, size, true, &mut needed, &mut terminate, &mut early, &mut reached)
            .unwrap();
        if needed {
            events.push(reached);
            Common::enter_event_mode(hosted).unwrap();
            finish_event(hosted);
        }
        time = if early { reached } else { end };
    }
    events
}

fn real(hosted: &mut InstanceCS, index: usize) -> f64 {
    let mut value = [f64::NAN];
    hosted.get_float64(&[index as u32], &mut value).unwrap();
    value[0]
}

#[test]
fn units_give_the_numbers_of_the_library_in_event_mode() {
    let folder = tempfile::tempdir().unwrap();
    for name in UNITS {
        let imported = imported(name, folder.path());
        let mut hosted = started(&imported, false);
        let unit = catalogue::unit(name).unwrap();
        let mut own = Simulation::new(unit.clone());
        own.enter_initialization().unwrap();
        own.exit_initialization().unwrap();
        for step in 0..STEPS {
            let time = step as f64 * STEP;
            for (index, start) in inputs(&unit) {
                let value = input(index, start, time);
                hosted.set_float64(&[index as u32], &[value]).unwrap();
                own.set(index, Value::Real(value)).unwrap();
            }
            go(&mut hosted, time, time + STEP);
            own.step(time, STEP).unwrap();
            let reals = outputs(&unit).filter(|row| unit.variables()[*row].kind == Kind::Real);
            for index in reals.collect::<Vec<_>>() {
                let variable = &unit.variables()[index].name;
                let Value::Real(expected) = own.get(index).unwrap() else { panic!("{variable}") };
                let found = real(&mut hosted, index);
                assert_eq!(found.to_bits(), expected.to_bits(), "{name}: {variable} at {time} s");
            }
        }
    }
}

#[test]
fn a_slider_that_comes_to_rest_is_an_event_at_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let imported = imported("SingleMassFriction", folder.path());
    let mut hosted = started(&imported, true);
    let events = go(&mut hosted, 0.0, 2.0);
    // v0 = 1 m/s, 1 N of dry and 0.1 N·s/m of viscous friction: 10·ln 1.1 s.
    assert_eq!(events.len(), 1, "{events:?}");
    assert!((events[0] - 10.0 * 1.1_f64.ln()).abs() < 1e-9, "{events:?}");
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    assert_eq!(real(&mut hosted, unit.find("body.velocity").unwrap()), 0.0);
}

#[test]
fn the_description_is_read_as_it_was_meant() {
    let folder = tempfile::tempdir().unwrap();
    for name in UNITS {
        let unit = catalogue::unit(name).unwrap();
        let imported = imported(name, folder.path());
        let read = imported.model_description();
        assert_eq!(read.model_name, name);
        assert_eq!(read.instantiation_token, luztar::export::token(&unit));
        let slave = read.co_simulation.as_ref().expect("co-simulation");
        assert_eq!(slave.has_event_mode, Some(true));
        assert_eq!(read.model_exchange.is_some(), unit.offers_exchange(), "{name}");
        if unit.offers_exchange() {
            let mut hosted = imported.instantiate_me("hosted", false, false).unwrap();
            hosted.enter_initialization_mode(None, 0.0, None).unwrap();
            hosted.exit_initialization_mode().unwrap();
            hosted.enter_continuous_time_mode().unwrap();
            let states = unit.variables().iter().filter(|row| row.derivative_of.is_some()).count();
            let mut rates = vec![f64::NAN; states];
            hosted.get_continuous_state_derivatives(&mut rates).unwrap();
            assert!(rates.iter().all(|rate| rate.is_finite()), "{name}");
        }
    }
}
