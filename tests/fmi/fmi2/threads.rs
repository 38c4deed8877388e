//! Instances are independent: driven from several threads, of all units at once, they move as they do alone,
//! bit for bit.

use std::thread;

use crate::fmi2_host::{Host, fmi2OK};
use luztar::fmi2::{fmi2GetReal, fmi2SetReal, fmi2Type};
use luztar::unit::{Causality, Kind, Variable, catalogue};

const INSTANCES: usize = 64;
const THREADS: usize = 4;
const STEPS: u32 = 200;

/// Variables of a unit with their value references.
fn chosen(host: &Host, wanted: impl Fn(&Variable) -> bool) -> Vec<u32> {
    let variables = host.unit.variables().iter().enumerate();
    variables.filter(|(_, variable)| wanted(variable)).map(|(index, _)| index as u32).collect()
}

/// An instance on its way: what it does depends on its number alone.
struct Runner {
    number: usize,
    host: Host,
    inputs: Vec<u32>,
    step: u32,
    size: f64,
}

impl Runner {
    /// Units take turns, so that each comes at least twice.
    fn new(number: usize) -> Self {
        let names: Vec<_> = catalogue::names().collect();
        let mut host =
            Host::of_type(names[number % names.len()], fmi2Type::fmi2CoSimulation, false);
        host.initialise();
        let inputs = chosen(&host, |variable| variable.causality == Causality::Input);
        let size = host.unit.network().experiment.step_size;
        Self { number, host, inputs, step: 0, size }
    }

    /// One step with inputs of its own.
    fn advance(&mut self) {
        let time = f64::from(self.step) * self.size;
        let variables = self.host.unit.variables();
        let wave = (0.5 + 0.1 * self.number as f64) * (5.0 * time + self.number as f64).sin();
        let value = |vr: &u32| {
            let variable = &variables[*vr as usize];
            wave.clamp(variable.min.unwrap_or(f64::MIN), variable.max.unwrap_or(f64::MAX))
        };
        let values: Vec<f64> = self.inputs.iter().map(value).collect();
        let (vr, count) = (self.inputs.as_ptr(), self.inputs.len());
        let status = unsafe { fmi2SetReal(self.host.c, vr, count, values.as_ptr()) };
        assert_eq!(status, fmi2OK, "{:?}", self.host.messages());
        assert_eq!(self.host.step(time, self.size), fmi2OK, "{:?}", self.host.messages());
        self.step += 1;
    }

    /// Bits of what the unit shows.
    fn outcome(&mut self) -> Vec<u64> {
        let reals = chosen(&self.host, |variable| variable.kind == Kind::Real);
        let mut values = vec![f64::NAN; reals.len()];
        let (count, to) = (reals.len(), values.as_mut_ptr());
        let status = unsafe { fmi2GetReal(self.host.c, reals.as_ptr(), count, to) };
        assert_eq!(status, fmi2OK, "{:?}", self.host.messages());
        values.into_iter().map(f64::to_bits).collect()
    }
}

/// The instances of these numbers, all alive at once and stepped in turn.
fn run(numbers: impl Iterator<Item = usize>) -> Vec<(usize, Vec<u64>)> {
    let mut runners: Vec<Runner> = numbers.map(Runner::new).collect();
    for _ in 0..STEPS {
        runners.iter_mut().for_each(Runner::advance);
    }
    runners.iter_mut().map(|runner| (runner.number, runner.outcome())).collect()
}

#[test]
fn threads_do_not_disturb_each_other() {
    const { assert!(INSTANCES >= 2 * catalogue::COUNT, "each unit twice") };
    let alone: Vec<_> = (0..INSTANCES).flat_map(|number| run(std::iter::once(number))).collect();
    let share = |worker: usize| run((worker..INSTANCES).step_by(THREADS));
    let workers: Vec<_> = (0..THREADS).map(|worker| thread::spawn(move || share(worker))).collect();
    let mut compared = 0;
    for (number, together) in workers.into_iter().flat_map(|worker| worker.join().unwrap()) {
        assert_eq!((number, &together), (alone[number].0, &alone[number].1), "instance {number}");
        compared += 1;
    }
    assert_eq!(compared, INSTANCES);
}
