//! Instances are independent: driven from several threads they move as they do alone, bit for bit.

mod fmi2_host;

use std::thread;

use fmi2_host::{Host, fmi2OK};
use luztar::unit::catalogue;

const INSTANCES: usize = 16;
const THREADS: usize = 4;
const STEPS: u32 = 200;
/// In s.
const SIZE: f64 = 0.01;

/// Bits of what a unit shows at the end; instances differ in their inputs.
fn run(number: usize) -> Vec<u64> {
    let names: Vec<_> = catalogue::names().collect();
    let mut host = Host::initialised(names[number % names.len()]);
    let table = host.unit.clone();
    let forces: Vec<_> = table
        .variables()
        .iter()
        .map(|variable| variable.name.as_str())
        .filter(|name| name.ends_with(".force") || name.ends_with(".torque"))
        .filter(|name| table.variables()[table.find(name).unwrap()].start.is_some())
        .collect();
    for step in 0..STEPS {
        let time = f64::from(step) * SIZE;
        for name in &forces {
            assert_eq!(host.set(name, (number + 2) as f64 * (5.0 * time).sin()), fmi2OK);
        }
        assert_eq!(host.step(time, SIZE), fmi2OK, "{:?}", host.messages());
    }
    let reals = table.variables().iter().filter(|v| v.kind == luztar::unit::Kind::Real);
    reals.map(|variable| host.real(&variable.name).to_bits()).collect()
}

#[test]
fn threads_do_not_disturb_each_other() {
    let alone: Vec<_> = (0..INSTANCES).map(run).collect();
    let share = |worker: usize| {
        let numbers = (worker..INSTANCES).step_by(THREADS);
        numbers.map(|number| (number, run(number))).collect::<Vec<_>>()
    };
    let workers: Vec<_> = (0..THREADS).map(|worker| thread::spawn(move || share(worker))).collect();
    for (number, together) in workers.into_iter().flat_map(|worker| worker.join().unwrap()) {
        assert_eq!(together, alone[number], "instance {number}");
    }
}
