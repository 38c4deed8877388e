//! Large networks, event by event: what a transition costs where only what feels it is moved anew, beside the same network
//! moved as a whole.
//!
//! ```text
//! cargo bench --bench large
//! ```
//! - Chains of blocks after Burridge and Knopoff from 10 s to 20 s, by Coulomb's law and by one that falls with the slip.
//! - Trains from 20 m/s to rest.
//! - A chain of blocks, of which one has a new force at every millisecond.
//!
//! The peer has one more body, by itself, on which a force by formula acts: so all of it is moved anew at every transition.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use luztar::dynamics::Simulator;
use luztar::network::{Method, Network, choose, read};

/// Relative tolerance, the default.
const TOLERANCE: f64 = 1e-10;

/// Communication steps, s.
const STEP: f64 = 0.1;

/// Body and force that make a network move as a whole.
const SHAKER: &str =
    "\n[body.shaker]\nmass = 1.0\n[force.shaking]\nbetween = \"shaker\"\nforce = \"sin(3*t)\"\n";

/// Friction that falls with the slip in place of Coulomb's.
const FALLING: &str = "law = \"stribeck\"\nstribeckVelocity = 0.2";

/// Runs of each kind, of which the fastest counts.
const RUNS: usize = 3;

fn network(text: &str, option: &str, value: usize) -> Arc<Network> {
    let chosen = [(option.to_owned(), value.to_string())];
    let text = choose(text, "bench.toml", &chosen).unwrap_or_else(|wrong| panic!("{wrong}"));
    Arc::new(read(&text, "bench.toml").unwrap_or_else(|wrong| panic!("{wrong}")))
}

/// Seconds of computation from one time to another, s, and transitions in it.
fn run(network: &Arc<Network>, (from, to): (f64, f64)) -> (f64, usize) {
    let (parameters, inputs) = (network.start_parameters(), network.start_inputs());
    let mut motion = Simulator::new(network.clone());
    motion.choose(Method::Events, 0.0);
    let begun = motion.initialise(0.0, &parameters, &inputs, TOLERANCE);
    begun.unwrap_or_else(|fault| panic!("{fault}"));
    let (mut clock, mut transitions) = (Instant::now(), 0);
    for k in 1..=(to / STEP).round() as usize {
        let end = STEP * k as f64;
        if end - STEP <= from {
            (clock, transitions) = (Instant::now(), 0);
        }
        let moved = motion.advance(end, &parameters, &inputs, &mut |_| transitions += 1);
        moved.unwrap_or_else(|fault| panic!("{fault}"));
    }
    (clock.elapsed().as_secs_f64(), transitions)
}

fn fastest(network: &Arc<Network>, span: (f64, f64)) -> (f64, usize) {
    let runs = (0..RUNS).map(|_| run(network, span));
    runs.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}

fn table(text: &str, option: &str, counts: &[usize], span: (f64, f64)) {
    println!("{option}, {} s to {} s", span.0, span.1);
    println!(
        "     N  transitions  CPU s per s  µs per transition  exponent of N  as a whole ÷ this"
    );
    let mut before: Option<(usize, f64)> = None;
    for &count in counts {
        let (seconds, transitions) = fastest(&network(text, option, count), span);
        let (whole, _) = fastest(&network(&(text.to_owned() + SHAKER), option, count), span);
        let growth = before.map_or(f64::NAN, |(other, less)| {
            (seconds / less).ln() / (count as f64 / other as f64).ln()
        });
        println!(
            "{count:6}  {transitions:11}  {:11.4}  {:17.1}  {growth:13.2}  {:17.2}",
            seconds / (span.1 - span.0),
            1e6 * seconds / transitions as f64,
            whole / seconds
        );
        before = Some((count, seconds));
    }
}

/// A chain of blocks on a belt, of which the one in the middle has an input.
fn chain(bodies: usize) -> String {
    let mut text = "[model]\nname = \"Chain\"\n".to_owned();
    for body in 0..bodies {
        let force = if body == bodies / 2 { "force = \"input\"\n" } else { "" };
        let friction = 1.0 + 0.1 * (7 * body % 10) as f64;
        write!(
            text,
            "[body.b{body}]\nmass = 1.0\n{force}[contact.c{body}]\nbetween = \"b{body}\"\nlaw = \"coulomb\"\n\
             kineticFriction = {friction}\nsurfaceVelocity = 0.1\n\
             [spring.w{body}]\nbetween = \"b{body}\"\nstiffness = 20.0\n"
        )
        .unwrap_or_default();
        if let Some(before) = body.checked_sub(1) {
            write!(
                text,
                "[spring.s{body}]\nbetween = [\"b{before}\", \"b{body}\"]\nstiffness = 50.0\n"
            )
            .unwrap_or_default();
        }
    }
    text
}

/// Seconds of computation per second in which one body of a chain has a new force at every millisecond.
fn run_driven(text: &str) -> f64 {
    let network = Arc::new(read(text, "bench.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let (parameters, mut inputs) = (network.start_parameters(), network.start_inputs());
    let mut motion = Simulator::new(network.clone());
    let begun = motion.initialise(0.0, &parameters, &inputs, TOLERANCE);
    begun.unwrap_or_else(|fault| panic!("{fault}"));
    let clock = Instant::now();
    for step in 0..1000 {
        let time = 1e-3 * f64::from(step);
        inputs[0] = 0.3 * (7.0 * time).sin();
        let moved = motion.advance(time + 1e-3, &parameters, &inputs, &mut |_| ());
        moved.unwrap_or_else(|fault| panic!("{fault}"));
    }
    clock.elapsed().as_secs_f64()
}

fn main() {
    println!("chain, a new force on one body at every millisecond");
    println!("     N  CPU s per s  as a whole ÷ this");
    for bodies in [100, 300, 1000, 3000] {
        let text = chain(bodies);
        let least = |text: &str| (0..RUNS).map(|_| run_driven(text)).fold(f64::INFINITY, f64::min);
        let (own, whole) = (least(&text), least(&(text.clone() + SHAKER)));
        println!("{bodies:6}  {own:11.4}  {:17.2}", whole / own);
    }
    let blocks = include_str!("../examples/networks/SlidingBlocks.toml");
    table(blocks, "blocks", &[10, 30, 100, 300, 1000, 3000], (10.0, 20.0));
    println!("the same by {FALLING:?}");
    let falling = blocks.replace("law = \"coulomb\"", FALLING);
    table(&falling, "blocks", &[30, 100, 300, 1000], (10.0, 20.0));
    let train = include_str!("../examples/networks/BrakingTrain.toml");
    table(train, "wagons", &[30, 100, 200, 400], (0.0, 40.0));
    let thousand = network(train, "wagons", 1000);
    let (seconds, transitions) = run(&thousand, (0.0, 40.0));
    println!("1000 wagons: 40 s in {seconds:.1} s, {transitions} transitions");
}
