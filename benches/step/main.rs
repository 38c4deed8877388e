//! Time of one communication step of 1 ms through the C interface, set and get included, beside the
//! usual practice in the same run: fixed steps of the classical Runge–Kutta method over friction that
//! tanh smooths.
//!
//! ```text
//! cargo bench --bench step
//! ```
//! The table after the figures of divan gives the time per step of each, its ratio to luztar's and its
//! largest error of a velocity at the communication points, against luztar at its tightest tolerance.

mod cases;
mod regularised;
#[path = "../peer/runge_kutta.rs"]
mod runge_kutta;
mod slave;

use std::hint::black_box;
use std::time::Instant;

use divan::Bencher;
use divan::counter::ItemsCount;

use cases::{CASES, Case, SIZE, STEPS};
use regularised::Regularised;
use slave::Slave;

/// Widths of the smoothed jump in m/s or rad/s, from common to careful.
const WIDTHS: [f64; 3] = [1e-2, 1e-3, 1e-4];
/// The tightest tolerance that units take.
const TIGHTEST: f64 = 1e-14;
/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// A method that moves a case by one step and returns the velocities.
trait Mover {
    fn step(&mut self, time: f64, inputs: &[f64], velocities: &mut [f64]);
}

/// Runs a case; returns the velocities at all communication points.
fn run(case: &Case, mover: &mut impl Mover) -> Vec<f64> {
    let mut velocities = vec![0.0; STEPS * case.velocities.len()];
    let mut inputs = vec![0.0; case.inputs.len()];
    for (step, row) in velocities.chunks_exact_mut(case.velocities.len()).enumerate() {
        let time = step as f64 * SIZE;
        (case.signal)(time, &mut inputs);
        mover.step(time, &inputs, row);
    }
    velocities
}

#[divan::bench(args = CASES)]
fn luztar(bencher: Bencher, case: &Case) {
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| Slave::new(case, None))
        .bench_local_values(|mut slave| black_box(run(case, &mut slave)));
}

#[divan::bench(args = CASES)]
fn regularised(bencher: Bencher, case: &Case) {
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| Regularised::new(case, WIDTHS[1]))
        .bench_local_values(|mut peer| black_box(run(case, &mut peer)));
}

/// Seconds per step of the fastest run.
fn seconds<M: Mover>(case: &Case, start: impl Fn() -> M) -> f64 {
    let time = |_| {
        let mut mover = start();
        let begin = Instant::now();
        black_box(run(case, &mut mover));
        begin.elapsed().as_secs_f64() / STEPS as f64
    };
    (0..RUNS).map(time).fold(f64::INFINITY, f64::min)
}

/// Returns the largest difference of two runs.
fn error(found: &[f64], exact: &[f64]) -> f64 {
    found.iter().zip(exact).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

fn compare() {
    println!("\n{:20}{:32}{:>10}{:>8}{:>12}", "unit", "method", "µs/step", "ratio", "error");
    for case in CASES {
        let exact = run(case, &mut Slave::new(case, Some(TIGHTEST)));
        let own = seconds(case, || Slave::new(case, None));
        let row = |method: String, time: f64, found: &[f64]| {
            let error = error(found, &exact);
            println!(
                "{:20}{method:32}{:10.3}{:8.2}{error:12.1e}",
                case.unit,
                time * 1e6,
                time / own
            );
        };
        row("luztar".to_owned(), own, &run(case, &mut Slave::new(case, None)));
        for width in WIDTHS {
            let peer = || Regularised::new(case, width);
            let method = format!("tanh(w/{width:e}), {} × RK4", peer().substeps());
            row(method, seconds(case, peer), &run(case, &mut peer()));
        }
    }
}

fn main() {
    divan::main();
    compare();
}
