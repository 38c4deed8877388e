//! FMUs in the importer `fmi`: what it reads of them, and the numbers that
//! they give there, to the last bit those of the library called directly.
//!
//! ```text
//! cargo run --release -- build --all && cargo test --features luztar/host --test host_fmi
//! ```

mod derivatives;
mod exchange;
mod simulated;
mod states;
mod three;

use std::path::PathBuf;

use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::instance::{CoSimulation, Common, InstanceCS};
use fmi::import;
use fmi::schema::fmi2::{Causality, ScalarVariableElement};
use fmi::traits::FmiImport;
use luztar::unit::{self, Model, Simulation, Value, catalogue};

const STEP: f64 = 0.01;
const STEPS: usize = 300;

/// The FMU of a catalogue unit, as `fmi` imports it.
fn import(unit: &str) -> Fmi2Import {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("target/fmu").join(format!("{unit}.fmu"));
    import::from_path(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A unit in the host and beside it the same unit of this library, stepped together.
struct Pair {
    hosted: InstanceCS,
    own: Simulation,
    time: f64,
}

impl Pair {
    fn new(name: &str, imported: &Fmi2Import) -> Self {
        let hosted = imported.instantiate_cs("hosted", false, false).expect("an instance");
        let own = Simulation::new(catalogue::unit(name).expect("a unit of the catalogue"));
        Self { hosted, own, time: 0.0 }
    }

    fn start(&mut self) {
        self.hosted.setup_experiment(None, 0.0, None).unwrap();
        self.hosted.enter_initialization_mode().unwrap();
        self.hosted.exit_initialization_mode().unwrap();
        self.own.setup_experiment(0.0, None, None).unwrap();
        self.own.enter_initialization().unwrap();
        self.own.exit_initialization().unwrap();
    }

    fn set(&mut self, index: usize, value: f64) {
        self.hosted.set_real(&[index as u32], &[value]).unwrap();
        self.own.set(index, Value::Real(value)).unwrap();
    }

    fn step(&mut self) {
        self.hosted.do_step(self.time, STEP, true).unwrap();
        self.own.step(self.time, STEP).unwrap();
        self.time += STEP;
    }

    /// Steps of [`STEP`], inputs moving before each.
    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            for (index, start) in inputs(self.own.unit()) {
                self.set(index, input(index, start, self.time));
            }
            self.step();
        }
    }

    /// Every output of both.
    fn compare(&mut self) {
        let unit = self.own.unit().clone();
        for index in outputs(&unit) {
            let name = &unit.variables()[index].name;
            let reference = [index as u32];
            let (hosted, own) = match self.own.get(index).unwrap() {
                Value::Real(own) => {
                    let mut value = [0.0];
                    self.hosted.get_real(&reference, &mut value).unwrap();
                    (value[0].to_bits(), own.to_bits())
                }
                Value::Integer(own) => {
                    let mut value = [0];
                    self.hosted.get_integer(&reference, &mut value).unwrap();
                    (value[0] as u64, own as u64)
                }
                Value::Boolean(own) => {
                    let mut value = [0];
                    self.hosted.get_boolean(&reference, &mut value).unwrap();
                    (value[0] as u64, u64::from(own))
                }
            };
            assert_eq!(hosted, own, "{name} at {}", self.time);
        }
    }
}

/// Inputs of a unit and their start values.
fn inputs(unit: &Model) -> Vec<(usize, f64)> {
    let rows = unit.variables().iter().enumerate();
    let rows = rows.filter(|(_, row)| row.causality == unit::Causality::Input);
    rows.filter_map(|(index, row)| match row.start {
        Some(Value::Real(start)) => Some((index, start)),
        _ => None,
    })
    .collect()
}

/// Outputs of a unit.
fn outputs(unit: &Model) -> impl Iterator<Item = usize> {
    let rows = unit.variables().iter().enumerate();
    rows.filter(|(_, row)| row.causality == unit::Causality::Output).map(|(index, _)| index)
}

/// Input `index` at a time: enough to move every unit.
fn input(index: usize, start: f64, time: f64) -> f64 {
    start + (index as f64 * 0.1 + 1.0) * (3.0 * time + index as f64).sin()
}

#[test]
fn the_description_is_read_as_it_was_meant() {
    for name in catalogue::names() {
        let unit = catalogue::unit(name).unwrap();
        let imported = import(name);
        let read = imported.model_description();
        assert_eq!(read.model_name, name);
        assert_eq!(read.guid, luztar::export::guid(&unit));
        let slave = read.co_simulation.as_ref().expect("co-simulation");
        assert_eq!(slave.model_identifier, name);
        assert_eq!(read.num_variables(), unit.variables().len());
        for (index, (seen, declared)) in
            read.get_model_variables().zip(unit.variables()).enumerate()
        {
            assert_eq!(seen.name, declared.name);
            assert_eq!(seen.value_reference as usize, index, "{}", seen.name);
            let is_output = seen.causality == Causality::Output;
            assert_eq!(is_output, declared.causality == unit::Causality::Output, "{}", seen.name);
            if let (ScalarVariableElement::Real(real), Some(Value::Real(start))) =
                (&seen.elem, declared.start)
            {
                assert_eq!(real.start, Some(start), "{}", seen.name);
            }
        }
        let count = outputs(&unit).count();
        assert_eq!(read.model_structure.outputs.unknowns.len(), count, "{name}");
    }
}

#[test]
fn every_unit_gives_the_numbers_of_the_library() {
    for name in catalogue::names() {
        let imported = import(name);
        let mut pair = Pair::new(name, &imported);
        pair.start();
        for _ in 0..STEPS {
            pair.steps(1);
            pair.compare();
        }
    }
}

#[test]
fn a_slider_stops_where_dry_friction_stops_it() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let reference = |name: &str| unit.find(name).unwrap();
    let imported = import("SingleMassFriction");
    let mut pair = Pair::new("SingleMassFriction", &imported);
    pair.set(reference("contact.viscous"), 0.0);
    pair.start();
    for _ in 0..STEPS {
        pair.step();
    }
    // v0 = 1 m/s, F/m = 1 m/s²: v0²·m/2F after v0·m/F.
    let mut values = [0.0; 2];
    let references = [reference("body.position") as u32, reference("lastEventTime") as u32];
    pair.hosted.get_real(&references, &mut values).unwrap();
    assert!((values[0] - 0.5).abs() < 1e-9, "{}", values[0]);
    assert!((values[1] - 1.0).abs() < 1e-9, "{}", values[1]);
}
