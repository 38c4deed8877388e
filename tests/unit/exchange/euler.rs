//! The plainest host: forward Euler in 500 steps to the stop time, indicators watched by their signs and events at the ends of
//! steps. The FMU Compliance Checker is one, without options.

use std::sync::Arc;

use luztar::network::choose;
use luztar::unit::{Fault, Model, Simulation, Value, catalogue, exchange_sizes};

const STEPS: usize = 500;

struct Euler {
    instance: Simulation,
    x: Vec<f64>,
    z: Vec<f64>,
}

impl Euler {
    fn new(unit: &Arc<Model>) -> Result<Self, Fault> {
        let mut instance = Simulation::exchange(unit.clone());
        instance.enter_initialization()?;
        instance.exit_initialization()?;
        let (states, indicators) = exchange_sizes(unit);
        let mut host = Self { instance, x: vec![0.0; states], z: vec![0.0; indicators] };
        host.event()?;
        Ok(host)
    }

    fn event(&mut self) -> Result<(), Fault> {
        self.instance.begin_event()?;
        self.instance.make_transitions()?;
        self.instance.end_event();
        self.x.copy_from_slice(self.instance.continuous_states()?);
        self.instance.event_indicators(&mut self.z)
    }

    fn step(&mut self, end: f64, size: f64) -> Result<(), Fault> {
        let x = &mut self.x;
        self.instance.state_derivatives(|index, rate| x[index] += size * rate)?;
        self.instance.set_time(end)?;
        self.instance.set_states(&self.x)?;
        let before = self.z.clone();
        self.instance.event_indicators(&mut self.z)?;
        if before.iter().zip(&self.z).any(|(before, now)| before * now < 0.0) {
            self.event()?;
        }
        Ok(())
    }
}

/// To the stop time.
fn run(unit: &Arc<Model>) -> Result<Simulation, Fault> {
    let size = unit.network().experiment.stop_time / STEPS as f64;
    let mut host = Euler::new(unit)?;
    for step in 1..=STEPS {
        host.step(step as f64 * size, size)?;
    }
    let mut instance = host.instance;
    // Reading refuses what is no number.
    (0..unit.variables().len()).try_for_each(|index| instance.get(index).map(drop))?;
    Ok(instance)
}

#[test]
fn every_unit_survives_forward_euler() {
    let runs = catalogue::names().map(|name| (name, run(&catalogue::unit(name).unwrap())));
    let faults = runs.filter_map(|(name, run)| Some(format!("{name}: {}", run.err()?)));
    assert_eq!(faults.collect::<Vec<_>>(), [""; 0]);
}

/// Build options make other networks of the ready-made units. The massless wheels of GearTrain's reduction 1 settle in
/// microseconds, which no step of this host follows.
#[test]
fn units_with_other_options_survive_too() {
    let choices = [
        ("BristleElement", "law", &["dahl", "blimanSorine", "antunes", "ostermeyer"][..]),
        ("GearTrain", "reduction", &["2", "3"]),
        ("BurridgeKnopoff", "blocks", &["5"]),
    ];
    for (name, option, values) in choices {
        for value in values {
            let choice = [(option.to_owned(), (*value).to_owned())];
            let text = choose(catalogue::text(name).unwrap(), name, &choice).unwrap();
            let unit = Model::read(&text, name).unwrap();
            let survived = run(&unit);
            assert!(survived.is_ok(), "{name} {value}: {}", survived.unwrap_err());
        }
    }
}

/// A default run shows something: bodies that move freely do, unless nothing but its inputs moves a unit.
#[test]
fn systems_move_in_a_default_run() {
    for (name, position) in
        [("SteeringSystem", "leftWheel.angle"), ("TrainDraftGears", "wagon10.position")]
    {
        let unit = catalogue::unit(name).unwrap();
        let mut slave = Simulation::new(unit.clone());
        slave.enter_initialization().unwrap();
        slave.exit_initialization().unwrap();
        slave.step(0.0, unit.network().experiment.stop_time).unwrap();
        assert!(slave.step_events().len() > 20, "{name}: {}", slave.step_events().len());
        let Ok(Value::Real(moved)) = slave.get(unit.find(position).unwrap()) else { panic!() };
        assert!(moved > 1e-3, "{name}: {moved}");
    }
}
