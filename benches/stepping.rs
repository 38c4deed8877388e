//! Large networks by either method: time of a run beside the time that passes in it, and what the run
//! leaves of its energy balance.
//!
//! ```text
//! cargo bench --bench stepping
//! ```
//! - 1000 blocks after Burridge and Knopoff, 10 s by steps of 1 ms: ratio of real time to computation.
//! - A train of 100 wagons from 20 m/s to rest, event-driven and by steps of 1 ms.

use std::sync::Arc;
use std::time::Instant;

use luztar::dynamics::{ContactMode, Simulator};
use luztar::network::{BodyKind, Method, Network, ParameterId, choose, read};

/// Relative tolerance of the event-driven runs, the default.
const TOLERANCE: f64 = 1e-10;

fn network(text: &str, option: &str, value: usize) -> Arc<Network> {
    let chosen = [(option.to_owned(), value.to_string())];
    let text = choose(text, "bench.toml", &chosen).unwrap_or_else(|wrong| panic!("{wrong}"));
    Arc::new(read(&text, "bench.toml").unwrap_or_else(|wrong| panic!("{wrong}")))
}

/// Duration that few steps of 1 ms may exceed, s.
const PROMPT: f64 = 0.3e-3;

/// Runs of each kind. A step takes as long as in the fastest: what else a machine does is no part of it.
const RUNS: usize = 5;

/// A run and what its steps took, s.
struct Run {
    motion: Simulator,
    transitions: usize,
    steps: Vec<f64>,
}

impl Run {
    fn new(network: &Arc<Network>, method: Method, step: f64, end: f64) -> Self {
        let (parameters, inputs) = (network.start_parameters(), network.start_inputs());
        let mut motion = Simulator::new(network.clone());
        motion.choose(method, 0.0);
        let begin = motion.initialise(0.0, &parameters, &inputs, TOLERANCE);
        begin.unwrap_or_else(|fault| panic!("{fault}"));
        let count = (end / step).round() as usize;
        let mut run = Run { motion, transitions: 0, steps: Vec::with_capacity(count) };
        for k in 1..=count {
            let to = step * k as f64;
            let clock = Instant::now();
            let count = &mut run.transitions;
            let moved = run.motion.advance(to, &parameters, &inputs, &mut |_| *count += 1);
            moved.unwrap_or_else(|fault| panic!("{fault}"));
            run.steps.push(clock.elapsed().as_secs_f64());
        }
        run
    }

    /// Returns the last of some equal runs.
    fn repeated(network: &Arc<Network>, method: Method, step: f64, end: f64) -> Self {
        let mut run = Self::new(network, method, step, end);
        for _ in 1..RUNS {
            let before = std::mem::replace(&mut run, Self::new(network, method, step, end));
            for (seconds, before) in run.steps.iter_mut().zip(&before.steps) {
                *seconds = seconds.min(*before);
            }
        }
        run
    }

    fn print(&self, what: &str, end: f64) {
        let seconds: f64 = self.steps.iter().sum();
        let slowest = self.steps.iter().fold(0.0f64, |most, seconds| most.max(*seconds));
        let prompt = self.steps.iter().filter(|seconds| **seconds <= PROMPT).count();
        println!(
            "{what}: {end} s in {seconds:.3} s, {:.1} times real time, {} transitions, slowest step {:.2} ms, \
             {:.2} % of steps ≤ {} ms",
            end / seconds,
            self.transitions,
            1e3 * slowest,
            100.0 * prompt as f64 / self.steps.len() as f64,
            1e3 * PROMPT
        );
    }

    fn stuck(&self) -> usize {
        let modes = self.motion.state().contact_modes();
        modes.filter(|mode| *mode == ContactMode::Stuck).count()
    }

    /// Returns the kinetic energy, what springs with freeplay store and what contacts took.
    fn energy(&self) -> f64 {
        let (network, state) = (self.motion.network(), self.motion.state());
        let value = |id: ParameterId| network.parameters[id.0].start;
        let mut energy: f64 = state.dissipated.iter().sum();
        for (body, velocity) in network.bodies.iter().zip(&state.velocity) {
            if let BodyKind::Free { mass, .. } = body.kind {
                energy += 0.5 * value(mass) * velocity * velocity;
            }
        }
        for spring in &network.springs {
            let at = |body: Option<usize>| body.map_or(0.0, |body| state.position[body]);
            let own = spring.elastic.numbers(value);
            let beyond = own.beyond(at(spring.i.body) - at(spring.j.body));
            energy += 0.5 * own.stiffness * beyond * beyond;
        }
        energy
    }
}

fn blocks() {
    let text = include_str!("../examples/networks/SlidingBlocks.toml");
    let network = network(text, "blocks", 1000);
    let run = Run::repeated(&network, Method::Moreau, 1e-3, 10.0);
    run.print("1000 blocks, steps of 1 ms", 10.0);
    println!("    {} stuck at the end", run.stuck());
}

fn train() {
    let text = include_str!("../examples/networks/BrakingTrain.toml");
    let network = network(text, "wagons", 100);
    let end = network.experiment.stop_time;
    let start = Run::new(&network, Method::Events, 1.0, 0.0).energy();
    let runs = [(Method::Events, 0.1, "events"), (Method::Moreau, 1e-3, "steps of 1 ms")];
    let runs = runs.map(|(method, step, name)| {
        let run = Run::repeated(&network, method, step, end);
        run.print(&format!("100 wagons, {name}"), end);
        let state = run.motion.state();
        let moving = state.velocity.iter().filter(|v| **v != 0.0).count();
        let fault = run.energy() / start - 1.0;
        println!("    {moving} wagons move at the end, energy balance {fault:.1e}");
        run
    });
    let [exact, steps] = &runs;
    let pairs = exact.motion.state().position.iter().zip(&steps.motion.state().position);
    let farthest = pairs.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
    println!("    places of rest differ by at most {farthest:.1e} m");
}

fn main() {
    blocks();
    train();
}
