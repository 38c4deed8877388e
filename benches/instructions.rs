//! Instructions of one communication step of 1 ms of ready-made units: with their inputs held, with an input that is new
//! at every step, and with all outputs read besides; and driven by a sine through transitions, which are in the count.
//! Unlike times these are the same on every machine of a kind.
//!
//! ```text
//! cargo bench --bench instructions [UNIT …]
//! ```
//! Counted by Valgrind's callgrind (Debian: `valgrind`), as the difference of a long and a short run of this program
//! itself, so that neither the start nor the first steps are in it.

#[path = "peer/callgrind.rs"]
mod callgrind;

use std::env;
use std::process::ExitCode;

use callgrind::instructions;
use luztar::unit::{Causality, Instance, Value, catalogue};

/// Steps of the short run and of the long one.
const STEPS: [usize; 2] = [300, 800];

/// Communication step, s.
const SIZE: f64 = 1e-3;

const UNITS: [&str; 8] = [
    "SingleMassFriction",
    "CoupledClutches",
    "GearTrain",
    "SteeringSystem",
    "BeltOscillator",
    "BristleElement",
    "BrakeMechanism",
    "TrainDraftGears",
];

const MODES: [&str; 3] = ["held", "new", "read"];

/// The same of the runs with transitions.
const LONG: [usize; 2] = [2_000, 6_000];

/// Amplitude (N or N·m) and angular frequency (rad/s) of the first input, with which a unit moves through transitions.
const DRIVES: [(&str, f64, f64); 4] = [
    ("SingleMassFriction", 3.0, 20.0),
    ("CoupledClutches", 20.0, 20.0),
    ("GearTrain", 3.0, 20.0),
    ("SteeringSystem", 30.0, 10.0),
];

fn drive(unit: &str) -> Option<(f64, f64)> {
    DRIVES.iter().find(|one| one.0 == unit).map(|one| (one.1, one.2))
}

/// Moves a unit; how often there were transitions. Only its first input changes: if not `driven`, by so little that no contact
/// lets go for it.
fn run(unit: &str, mode: &str, steps: usize) -> usize {
    let driven = drive(unit).filter(|_| mode == "driven");
    let unit = catalogue::unit(unit).expect("a ready-made unit");
    let mut instance = Instance::new(unit.clone());
    instance.enter_initialization().expect("begins");
    instance.exit_initialization().expect("is initialised");
    let with = |causality| {
        let rows = unit.variables().iter().enumerate();
        rows.filter(move |(_, row)| row.causality == causality).map(|(index, _)| index)
    };
    let input = with(Causality::Input).next().filter(|_| mode != "held");
    let (mut instants, mut last) = (0, f64::NAN);
    for step in 0..steps {
        let time = step as f64 * SIZE;
        let value = driven.map_or(0.1 + 0.1 * time, |(most, omega)| most * (omega * time).sin());
        if let Some(input) = input {
            instance.set(input, Value::Real(value)).expect("is set");
        }
        instance.step(time, SIZE).expect("is made");
        for event in instance.step_events() {
            instants += usize::from(event.time != last);
            last = event.time;
        }
        if mode == "read" {
            for output in with(Causality::Output) {
                std::hint::black_box(instance.get(output).expect("is read"));
            }
        }
    }
    instants
}

/// Instructions of a run beyond those of its beginning.
fn counted(unit: &str, mode: &str, steps: [usize; 2]) -> Result<f64, String> {
    let [short, long] = steps.map(|steps| instructions(&[unit, mode, &steps.to_string()]));
    Ok(long? - short?)
}

fn table(units: &[&str]) -> Result<(), String> {
    println!(
        "| unit | held | new input at each step | the same, outputs read | driven | instants with transitions per 1000 steps |\n\
         |---|---:|---:|---:|---:|---:|"
    );
    for unit in units {
        let mut row = format!("| {unit} |");
        for mode in MODES {
            let each = counted(unit, mode, STEPS)? / (STEPS[1] - STEPS[0]) as f64;
            row += &format!(" {each:.0} |");
        }
        if drive(unit).is_some() {
            let steps = (LONG[1] - LONG[0]) as f64;
            let [short, long] = LONG.map(|steps| run(unit, "driven", steps));
            let each = counted(unit, "driven", LONG)? / steps;
            row += &format!(" {each:.0} | {:.0} |", 1e3 * (long - short) as f64 / steps);
        } else {
            row += " – | – |";
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
            run(unit, mode, steps.parse().expect("a number of steps"));
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
