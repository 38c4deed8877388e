//! Instructions of one communication step of 1 ms of ready-made units: with their inputs held, with an input that is new
//! at every step, and with all outputs read besides. Unlike times these are the same on every machine of a kind.
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

/// Moves a unit. Only its first input changes, by so little that no contact lets go for it.
fn run(unit: &str, mode: &str, steps: usize) {
    let unit = catalogue::unit(unit).expect("a ready-made unit");
    let mut instance = Instance::new(unit.clone());
    instance.enter_initialization().expect("begins");
    instance.exit_initialization().expect("is initialised");
    let with = |causality| {
        let rows = unit.variables().iter().enumerate();
        rows.filter(move |(_, row)| row.causality == causality).map(|(index, _)| index)
    };
    let input = with(Causality::Input).next().filter(|_| mode != "held");
    for step in 0..steps {
        let time = step as f64 * SIZE;
        if let Some(input) = input {
            instance.set(input, Value::Real(0.1 + 0.1 * time)).expect("is set");
        }
        instance.step(time, SIZE).expect("is made");
        if mode == "read" {
            for output in with(Causality::Output) {
                std::hint::black_box(instance.get(output).expect("is read"));
            }
        }
    }
}

fn table(units: &[&str]) -> Result<(), String> {
    println!(
        "| unit | held | new input at each step | the same, outputs read |\n|---|---:|---:|---:|"
    );
    for unit in units {
        let mut row = format!("| {unit} |");
        for mode in MODES {
            let [short, long] = STEPS.map(|steps| instructions(&[unit, mode, &steps.to_string()]));
            let each = (long? - short?) / (STEPS[1] - STEPS[0]) as f64;
            row += &format!(" {each:.0} |");
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
