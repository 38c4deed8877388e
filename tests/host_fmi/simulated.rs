//! FMUs of FMI 3.0 simulated by the crate `fmi-rs`, a host of its own kind: descriptions without a fault, and in the four
//! combinations of Event Mode and early return the same motion as the library's, with one row more for each look at a
//! transition.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use fmi_rs::fmi3::LibraryKind;
use fmi_rs::model_description::fmi3::ModelDescription;
use fmi_rs::sim::fmi3::recorder::Recorder;
use fmi_rs::sim::fmi3::{SimulationSettings, Trajectories, VariableValue, cs};
use luztar::export::{Version, archive, library};
use luztar::unit::{Simulation, Value, catalogue};

/// Communication steps: 2^-6 s, so that the host's times are those of the library to the last bit.
const STEP: f64 = 0.015625;
const STEPS: usize = 640;

const UNITS: [&str; 3] = ["BeltOscillator", "CoupledClutches", "BurridgeKnopoff"];

/// The unpacked FMU of a unit, made with the library of this build.
fn unpacked(unit: &str, folder: &Path) -> ModelDescription {
    let libraries = library::find(&[], &[], &std::env::current_exe().expect("a program"), || None)
        .expect("the library of this build");
    let unit = catalogue::unit(unit).expect("a unit");
    let made = archive::write(&unit, Version::Three, &libraries, folder).expect("written");
    let mut archive = zip::ZipArchive::new(File::open(made).expect("written")).expect("an archive");
    archive.extract(folder).expect("unpacked");
    ModelDescription::from_path(&folder.join("modelDescription.xml")).expect("a description")
}

/// Times and values of some outputs.
fn simulated(
    folder: &Path,
    description: &Arc<ModelDescription>,
    outputs: &[String],
    (event_mode_used, early_return_allowed): (bool, bool),
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let settings = SimulationSettings {
        unzipdir: folder.to_owned(),
        model_description: description.clone(),
        library_kind: LibraryKind::Native,
        enable_dae: false,
        start_time: 0.0,
        stop_time: STEP * STEPS as f64,
        visible: false,
        logging_on: false,
        set_stop_time: false,
        output_interval: STEP,
        log_time_scale: false,
        tolerance: 1e-10,
        set_tolerance: false,
        start_values: Vec::new(),
        log_fmi_calls: false,
        intermediate_update: false,
        input_file: None,
        early_return_allowed,
        event_mode_used,
        log_file: None,
        initial_fmu_state_file: None,
        final_fmu_state_file: None,
    };
    let place = |name: &String| {
        let found = description.modelVariables.iter().position(|variable| variable.name == *name);
        found.unwrap_or_else(|| panic!("no variable {name}"))
    };
    let places = outputs.iter().map(place).collect();
    // The crate asks for an Arc, though a recorder stays on its thread.
    #[expect(clippy::arc_with_non_send_sync)]
    let recorder = Arc::new(Recorder::new(Trajectories::new(description.clone(), places)));
    cs::simulate(&settings, None, recorder.clone()).expect("simulated");
    let trajectories = recorder.trajectories.borrow();
    let number = |value: &VariableValue| match value {
        VariableValue::Float64(values) => values[0],
        other => panic!("{other:?} is no Float64"),
    };
    let rows = trajectories.rows.iter().map(|row| row.iter().map(number).collect());
    (trajectories.time.clone(), rows.collect())
}

/// The same at the communication points, from the library, and the number of transitions.
fn exact(unit: &str, outputs: &[String]) -> (Vec<Vec<f64>>, usize) {
    let mut own = Simulation::new(catalogue::unit(unit).expect("a unit"));
    own.setup_experiment(0.0, None, None).expect("set up");
    own.enter_initialization().expect("starts");
    own.exit_initialization().expect("starts");
    let places: Vec<usize> = outputs.iter().map(|name| own.unit().find(name).unwrap()).collect();
    let read = |own: &mut Simulation| {
        let number = |place: &usize| match own.get(*place) {
            Ok(Value::Real(value)) => value,
            other => panic!("{other:?} is no Real"),
        };
        places.iter().map(number).collect::<Vec<f64>>()
    };
    let mut rows = vec![read(&mut own)];
    for k in 0..STEPS {
        own.step(STEP * k as f64, STEP).expect("a step");
        rows.push(read(&mut own));
    }
    let count = own.unit().find("eventCount").expect("a counter");
    match own.get(count) {
        Ok(Value::Integer(count)) => (rows, count as usize),
        other => panic!("eventCount is {other:?}"),
    }
}

#[test]
fn a_host_of_its_own_kind_finds_the_same_motion() {
    let mut transitions = 0;
    for unit in UNITS {
        let folder = tempfile::tempdir().expect("a folder");
        let description = Arc::new(unpacked(unit, folder.path()));
        assert_eq!(description.validate().len(), 0, "{unit}: {:?}", description.validate());
        let bodies = catalogue::unit(unit).expect("a unit");
        let is_motion = |name: &&str| name.ends_with(".position") || name.ends_with(".angle");
        let names = bodies.variables().iter().map(|variable| variable.name.as_str());
        let outputs: Vec<String> = names.filter(is_motion).map(str::to_owned).collect();
        assert!(!outputs.is_empty(), "{unit}");
        let (expected, count) = exact(unit, &outputs);
        transitions += count;
        for mode in [(false, false), (false, true), (true, false), (true, true)] {
            let (times, rows) = simulated(folder.path(), &description, &outputs, mode);
            assert!(times.len() > STEPS, "{unit}: {} rows", times.len());
            if mode == (true, true) && count > 0 {
                assert!(times.len() > STEPS + 1, "{unit}: no transition seen");
            }
            for (time, row) in times.iter().zip(&rows) {
                let step = time / STEP;
                if step.fract() != 0.0 {
                    continue;
                }
                for (found, expected) in row.iter().zip(&expected[step as usize]) {
                    let near = (found - expected).abs() <= 1e-9 * (1.0 + expected.abs());
                    assert!(near, "{unit} {mode:?} at {time}: {found} for {expected}");
                }
            }
        }
    }
    assert!(transitions > 3, "{transitions}");
}
