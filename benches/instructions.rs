//! Instructions of one communication step of 1 ms of models of the library, and of one mass on a Duffing spring: with
//! their inputs held, with an input that is new at every step, with all outputs read besides, and with all inputs new; of a
//! motion under the inputs of the start, steps without a transition alone, with inputs held and with the first one a little
//! greater at every step; and driven by a sine through transitions, which are in the count, with the slowest of 10 000 such
//! steps. Unlike times these are the same on every machine of a kind.
//!
//! ```text
//! cargo bench --bench instructions [UNIT …]
//! ```
//! Counted by Valgrind's callgrind (Debian: `valgrind`), as the difference of a long and a short run of this program
//! itself, so that neither the start nor the first steps are in it.

#[path = "peer/callgrind.rs"]
mod callgrind;

use std::cell::RefCell;
use std::env;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use callgrind::{instructions, instructions_within};
use luztar::unit::{Causality, Kind, Model, Simulation, Value, catalogue};

/// Steps of the short run and of the long one.
const STEPS: [usize; 2] = [300, 800];

/// Communication step, s.
const SIZE: f64 = 1e-3;

const UNITS: [&str; 9] = [
    "SingleMassFriction",
    "CoupledClutches",
    "GearTrain",
    "SteeringSystem",
    "BeltOscillator",
    "BristleElement",
    "BrakeMechanism",
    "TrainDraftGears",
    DUFFING,
];

/// A unit of its own: one mass on a Duffing spring, with the hyperbolic law.
const DUFFING: &str = "DuffingHyperbolic";
const DUFFING_TEXT: &str = r#"
[model]
name = "DuffingHyperbolic"

[body.m]
mass = 1.0
velocity = 1.0
force = "input"

[spring.s]
between = "m"
stiffness = 100.0
cubic = 1000.0

[contact.c]
between = "m"
law = "hyperbolic"
staticFriction = 1.0
decay = 10.0
"#;

const MODES: [&str; 4] = ["held", "new", "read", "all"];

/// Modes of a motion under the inputs of the start.
const MOVING: [&str; 2] = ["moving", "pushed"];

/// Argument of a run that counts steps without a transition.
const QUIET: &str = "step_without_transition";

/// Mode of a driven run up to a step that is counted by itself.
const ONE: &str = "one";

/// Steps of the short and of the long run with transitions.
const LONG: [usize; 2] = [2_000, 6_000];

/// Amplitude (N or N·m) and angular frequency (rad/s) of the first input, with which a unit moves through transitions.
const DRIVES: [(&str, f64, f64); 6] = [
    ("SingleMassFriction", 3.0, 20.0),
    ("CoupledClutches", 20.0, 20.0),
    ("GearTrain", 3.0, 20.0),
    ("SteeringSystem", 30.0, 10.0),
    ("TrainDraftGears", 4e5, 2.0),
    (DUFFING, 3.0, 20.0),
];

/// Steps of a driven unit of which the slowest one is sought, and of these the ones that are counted: those that take longest by the
/// clock.
const DRIVEN: usize = 10_000;
const COUNTED: usize = 8;

fn unit(name: &str) -> Arc<Model> {
    match name {
        DUFFING => Model::read(DUFFING_TEXT, DUFFING).expect("a network"),
        _ => catalogue::unit(name).expect("a model of the library"),
    }
}

fn drive(unit: &str) -> Option<(f64, f64)> {
    DRIVES.iter().find(|one| one.0 == unit).map(|one| (one.1, one.2))
}

/// Inputs by which a unit is moved, and the outputs that are read.
struct Drive {
    /// Inputs with a base: base + 0.1 (1 + t) at the time t, s, or amplitude·sin ω t.
    inputs: Vec<(usize, f64)>,
    sine: Option<(f64, f64)>,
    /// Outputs of type Real, and their values: read in one call, as fmi2GetReal does.
    reals: Vec<usize>,
    values: RefCell<Vec<f64>>,
    /// Outputs of other types, and their values, read in another one.
    others: Vec<usize>,
    other_values: RefCell<Vec<Value>>,
}

impl Drive {
    fn of(name: &str, mode: &str, instance: &mut Simulation) -> Self {
        let with = |causality| {
            let rows = instance.unit().variables().iter().enumerate();
            rows.filter(move |(_, row)| row.causality == causality).map(|(index, _)| index)
        };
        let outputs = with(Causality::Output).filter(|_| mode == "read");
        let is_real = |index: &usize| instance.unit().variables()[*index].kind == Kind::Real;
        let (reals, others): (Vec<usize>, Vec<usize>) = outputs.partition(is_real);
        let values = RefCell::new(vec![0.0; reals.len()]);
        let other_values = RefCell::new(vec![Value::Integer(0); others.len()]);
        let most = match mode {
            "held" | "moving" => 0,
            "all" => usize::MAX,
            _ => 1,
        };
        let inputs: Vec<usize> = with(Causality::Input).take(most).collect();
        let base = |(place, input): (usize, usize)| {
            let start = match instance.get(input).expect("is read") {
                Value::Real(start) if mode == "pushed" || place > 0 => start,
                _ => 0.0,
            };
            (input, start)
        };
        let inputs = inputs.into_iter().enumerate().map(base).collect();
        let sine = drive(name).filter(|_| mode == "driven");
        Self { inputs, sine, reals, values, others, other_values }
    }

    fn step(&self, instance: &mut Simulation, time: f64) {
        let swing = self.sine.map(|(most, omega)| most * (omega * time).sin());
        for &(input, base) in &self.inputs {
            let value = swing.unwrap_or(base + 0.1 + 0.1 * time);
            instance.set(input, Value::Real(value)).expect("is set");
        }
        instance.step(time, SIZE).expect("is made");
        if !self.reals.is_empty() {
            let values = &mut *self.values.borrow_mut();
            instance.get_reals(&self.reals, values).expect("are read");
            std::hint::black_box(values);
        }
        if !self.others.is_empty() {
            let values = &mut *self.other_values.borrow_mut();
            instance.get_values(&self.others, values).expect("are read");
            std::hint::black_box(values);
        }
    }
}

/// Makes a step by [`Drive::step`], to be counted by itself.
#[inline(never)]
fn step_without_transition(drive: &Drive, instance: &mut Simulation, time: f64) {
    drive.step(instance, std::hint::black_box(time));
}

/// Moves a unit, steps that are `quiet` by [`step_without_transition`]; at how many instants there were transitions in each.
/// Unless it is driven, only its first input changes, by so little that no contact lets go for it.
fn run(name: &str, mode: &str, steps: usize, mut quiet: impl FnMut(usize) -> bool) -> Vec<usize> {
    let mut instance = Simulation::new(unit(name));
    instance.enter_initialization().expect("begins");
    instance.exit_initialization().expect("is initialised");
    let drive = Drive::of(name, mode, &mut instance);
    let mut last = f64::NAN;
    let mut instants = vec![0; steps];
    for (step, instants) in instants.iter_mut().enumerate() {
        let time = step as f64 * SIZE;
        if quiet(step) {
            step_without_transition(&drive, &mut instance, time);
        } else {
            drive.step(&mut instance, time);
        }
        for event in instance.step_events() {
            *instants += usize::from(event.time() != last);
            last = event.time();
        }
    }
    instants
}

/// Runs with steps without a transition, after the first ones, by themselves; returns their number.
fn run_quietly(unit: &str, mode: &str, steps: usize) -> usize {
    let instants = run(unit, mode, steps, |_| false);
    let quiet = |step: usize| step >= STEPS[0] && instants[step] == 0;
    run(unit, mode, steps, quiet);
    (0..steps).filter(|step| quiet(*step)).count()
}

/// Instructions of the slowest step of a driven unit, among those that take longest by the clock.
fn slowest(unit: &str) -> Result<f64, String> {
    let mut most: f64 = 0.0;
    for step in slowest_steps(unit) {
        let only = instructions_within(QUIET, &[unit, ONE, &step.to_string()])?;
        most = most.max(only);
    }
    Ok(most)
}

/// The steps of a driven unit that take longest, in the best of three runs.
fn slowest_steps(unit: &str) -> Vec<usize> {
    let mut times = vec![Duration::MAX; DRIVEN];
    for _ in 0..3 {
        let (mut begun, mut last) = (Instant::now(), None);
        run(unit, "driven", DRIVEN, |step| {
            if let Some(last) = last.replace(step) {
                let time: &mut Duration = &mut times[last];
                *time = begun.elapsed().min(*time);
            }
            begun = Instant::now();
            false
        });
    }
    let mut order: Vec<usize> = (0..DRIVEN - 1).collect();
    order.sort_by_key(|step| std::cmp::Reverse(times[*step]));
    order.truncate(COUNTED);
    order
}

/// Instructions of a run beyond those of its beginning.
fn counted(unit: &str, mode: &str, steps: [usize; 2]) -> Result<f64, String> {
    let [short, long] = steps.map(|steps| instructions(&[unit, mode, &steps.to_string()]));
    Ok(long? - short?)
}

fn table(units: &[&str]) -> Result<(), String> {
    println!(
        "| unit | held | new input at each step | the same, outputs read | all inputs new | moving, held | moving, new input | driven | instants with transitions per 1000 steps | slowest driven step |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    );
    for unit in units {
        let mut row = format!("| {unit} |");
        for mode in MODES {
            let each = counted(unit, mode, STEPS)? / (STEPS[1] - STEPS[0]) as f64;
            row += &format!(" {each:.0} |");
        }
        for mode in MOVING {
            let steps = STEPS[1];
            let all = instructions_within(QUIET, &[unit, mode, &steps.to_string()])?;
            row += &format!(" {:.0} |", all / run_quietly(unit, mode, steps) as f64);
        }
        if drive(unit).is_some() {
            let steps = (LONG[1] - LONG[0]) as f64;
            let [short, long] =
                LONG.map(|steps| run(unit, "driven", steps, |_| false).iter().sum::<usize>());
            let each = counted(unit, "driven", LONG)? / steps;
            let instants = 1e3 * (long - short) as f64 / steps;
            row += &format!(" {each:.0} | {instants:.0} | {:.0} |", slowest(unit)?);
        } else {
            row += " – | – | – |";
        }
        println!("{row}");
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--run", unit, mode, steps] => {
            let steps: usize = steps.parse().expect("a number of steps");
            if mode == ONE {
                run(unit, "driven", steps + 1, |step| step == steps);
            } else if MOVING.contains(&mode) {
                run_quietly(unit, mode, steps);
            } else {
                run(unit, mode, steps, |_| false);
            }
            Ok(())
        }
        [] => table(&UNITS),
        ref units => table(units),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
