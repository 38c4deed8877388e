//! Instructions of one communication step of 1 ms of ready-made units: with their inputs held, with an input that is new
//! at every step, and with all outputs read besides. Unlike times these are the same on every machine of a kind.
//!
//! ```text
//! cargo bench --bench instructions [UNIT …]
//! ```
//! Counted by Valgrind's callgrind (Debian: `valgrind`), as the difference of a long and a short run of this program
//! itself, so that neither the start nor the first steps are in it.

use std::env;
use std::process::{Command, ExitCode};

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

/// Instructions of a run, by callgrind.
fn count(unit: &str, mode: &str, steps: usize) -> Result<f64, String> {
    let itself = env::current_exe().map_err(|error| error.to_string())?;
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(itself)
        .args(["--run", unit, mode, &steps.to_string()])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let told = String::from_utf8_lossy(&counted.stderr);
    let number = told.lines().find_map(|line| line.split_once("Collected : "));
    let number = number.and_then(|(_, number)| number.trim().parse().ok());
    number.filter(|_| counted.status.success()).ok_or_else(|| told.into_owned())
}

fn table(units: &[&str]) -> Result<(), String> {
    println!(
        "| unit | held | new input at each step | the same, outputs read |\n|---|---:|---:|---:|"
    );
    for unit in units {
        let mut row = format!("| {unit} |");
        for mode in MODES {
            let [short, long] = STEPS.map(|steps| count(unit, mode, steps));
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
