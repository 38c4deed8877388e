//! fmi2DoStep through the C interface at H = 1 ms, with the input of a host that drives the unit to and
//! fro: the time of setting one input, one step and reading one output.
//!
//! ```text
//! cargo bench --bench do_step
//! ```

#[path = "../tests/fmi2_host/mod.rs"]
mod fmi2_host;

use divan::Bencher;
use fmi2_host::{Host, fmi2OK};
use luztar::fmi2::*;

/// In s.
const SIZE: f64 = 1e-3;
/// Of the input, rad/s: a transition every few hundred steps.
const FREQUENCY: f64 = 5.0;

fn main() {
    divan::main();
}

/// Steps on and on, `input` swinging between ± `amplitude`.
fn steps(bencher: Bencher, unit: &str, input: &str, amplitude: f64) {
    let host = Host::initialised(unit);
    let (input, output) = (host.vr(input), host.vr("eventCount"));
    let (mut step, mut events) = (0u64, 0);
    bencher.bench_local(|| {
        let time = step as f64 * SIZE;
        let force = amplitude * (FREQUENCY * time).sin();
        let statuses = unsafe {
            [
                fmi2SetReal(host.c, &input, 1, &force),
                fmi2DoStep(host.c, time, SIZE, fmi2True),
                fmi2GetInteger(host.c, &output, 1, &mut events),
            ]
        };
        assert_eq!(statuses, [fmi2OK; 3]);
        step += 1;
    });
    println!("{unit}: {events} transitions in {step} steps");
}

#[divan::bench(sample_count = 100, sample_size = 1000)]
fn single_mass_friction(bencher: Bencher) {
    steps(bencher, "SingleMassFriction", "body.force", 3.0);
}

#[divan::bench(sample_count = 100, sample_size = 1000)]
fn coupled_clutches(bencher: Bencher) {
    steps(bencher, "CoupledClutches", "J1.torque", 50.0);
}
