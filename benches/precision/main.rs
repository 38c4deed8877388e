//! Work and precision: the error of the times of stick and slip against the CPU time of a simulated second, for luztar, its
//! regularisations, smoothed friction with Runge–Kutta steps, an Euler unit in C, and SciPy's event location.
//!
//! ```text
//! cargo bench --bench precision
//! cargo bench --bench precision -- FOLDER            also writes work-precision.csv and work-precision.svg
//! PYTHON=/tmp/peers/bin/python cargo bench --bench precision    a Python that has NumPy and SciPy
//! ```
//! All are moved by communication steps of 10 ms and get inputs where their rates change; outputs are not read. The
//! reference is luztar at its tightest tolerance; what a second integrator (reference.rs) finds differs from it by so
//! much that smaller errors say nothing. Instructions are those of moving, without the start, by Valgrind if it is
//! installed.

#[path = "../peer/callgrind.rs"]
mod callgrind;
mod cases;
mod diagram;
mod euler;
#[path = "../peer/fmi2.rs"]
mod fmi2;
mod methods;
mod modes;
mod problem;
mod reference;
#[path = "../peer/runge_kutta.rs"]
mod runge_kutta;
mod scipy;
mod smoothed;
mod transitions;
mod units;

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use callgrind::instructions;
use cases::PROBLEMS;
use methods::{Method, TIGHTEST, USUAL};
use problem::{Problem, Ramp, SIZE};
use transitions::{Transition, error};

/// Something that moves a problem.
pub trait Runner {
    /// Sets the inputs from the present time on.
    fn set(&mut self, inputs: Vec<Ramp>);
    /// Moves by one communication step from `time` on, and notes transitions if it is asked to.
    ///
    /// # Errors
    /// Reason why it cannot continue.
    fn step(&mut self, time: f64, record: Option<&mut Vec<Transition>>) -> Result<(), String>;
}

pub struct Row {
    method: String,
    setting: String,
    /// CPU time per simulated second.
    seconds: f64,
    /// Per simulated second.
    instructions: Option<f64>,
    transitions: usize,
    error: Option<f64>,
}

pub struct Table {
    unit: String,
    /// Difference of the reference and the second opinion on it, s.
    floor: f64,
    /// CPU time per simulated second of luztar at its usual tolerance.
    own: f64,
    rows: Vec<Row>,
}

/// Runs of which the fastest counts, and CPU time in s after which no other begins.
const RUNS: usize = 20;
const ENOUGH: f64 = 1.0;
/// The second opinion may differ from the reference by so much, s.
const AGREEMENT: f64 = 1e-9;

/// Returns the CPU time of this process in s.
fn clock() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: it writes to the one place.
    assert_eq!(unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) }, 0);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn run(
    problem: &Problem,
    runner: &mut dyn Runner,
    mut record: Option<&mut Vec<Transition>>,
) -> Result<(), String> {
    for step in 0..problem.steps() {
        if let Some(inputs) = problem.given(step) {
            runner.set(inputs);
        }
        runner.step(step as f64 * SIZE, record.as_deref_mut())?;
    }
    Ok(())
}

fn found(problem: &'static Problem, method: Method) -> Result<Vec<Transition>, String> {
    let mut record = Vec::new();
    run(problem, &mut *method.start(problem)?, Some(&mut record))?;
    Ok(record)
}

/// Seconds of CPU per simulated second.
fn seconds(problem: &'static Problem, method: Method) -> Result<f64, String> {
    let (mut least, mut all) = (f64::INFINITY, 0.0);
    for _ in 0..RUNS {
        let mut runner = method.start(problem)?;
        let begin = clock();
        run(problem, &mut *runner, None)?;
        let time = clock() - begin;
        (least, all) = (least.min(time), all + time);
        if all > ENOUGH {
            break;
        }
    }
    Ok(least / problem.end)
}

/// Instructions per simulated second, of the method with this index.
fn count(problem: &Problem, index: usize) -> Result<f64, String> {
    let index = index.to_string();
    let [still, moved] = ["still", "moved"].map(|what| instructions(&[problem.unit, &index, what]));
    Ok((moved? - still?) / problem.end)
}

/// Does what callgrind counts: a run, or its start alone.
fn counted(unit: &str, index: &str, what: &str) -> Result<(), String> {
    let problem = PROBLEMS.iter().find(|problem| problem.unit == unit).ok_or("no such unit")?;
    let index: usize = index.parse().map_err(|_| "no index")?;
    let method = *Method::all(problem).get(index).ok_or("no such method")?;
    let mut runner = method.start(problem)?;
    if what == "moved" {
        run(problem, &mut *runner, None)?;
    }
    Ok(())
}

/// Returns the rows of the methods, without instructions where Valgrind cannot count them.
fn rows(
    problem: &'static Problem,
    exact: &[Transition],
    may_count: bool,
) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (index, method) in Method::all(problem).into_iter().enumerate() {
        let found = match found(problem, method) {
            Ok(found) => found,
            Err(why) => {
                println!("{}, {}, is left out: {why}", method.name(), method.setting());
                continue;
            }
        };
        rows.push(Row {
            method: method.name().to_owned(),
            setting: method.setting(),
            seconds: seconds(problem, method)?,
            instructions: if may_count { Some(count(problem, index)?) } else { None },
            transitions: found.len(),
            error: error(&found, exact),
        });
    }
    Ok(rows)
}

fn table(problem: &'static Problem, folder: &Path, may_count: bool) -> Result<Table, String> {
    euler::compile(problem)?;
    let exact = found(problem, Method::Exact(TIGHTEST))?;
    let second = reference::transitions(problem);
    let floor = error(&second, &exact).filter(|floor| *floor < AGREEMENT);
    let Some(floor) = floor.filter(|_| second.len() == exact.len()) else {
        return Err(format!("{}: the two references differ:\n{exact:?}\n{second:?}", problem.unit));
    };
    println!("\n{}: {}", problem.unit, problem.what);
    let times = exact.iter().map(|one| format!("{:.6}", one.time)).collect::<Vec<_>>().join(", ");
    println!("{} transitions, at {times} s; second opinion within {floor:.1e} s", exact.len());
    let mut rows = rows(problem, &exact, may_count)?;
    match scipy::locate(problem, folder) {
        Ok(located) => rows.extend(located.into_iter().map(|one| Row {
            method: "SciPy, DOP853".to_owned(),
            setting: format!("rtol {:e}", one.tolerance),
            seconds: one.seconds,
            instructions: None,
            transitions: one.transitions.len(),
            error: error(&one.transitions, &exact),
        })),
        Err(why) => println!("SciPy is left out: {why}"),
    }
    let usual = Method::Exact(USUAL);
    let is_usual = |row: &&Row| row.method == usual.name() && row.setting == usual.setting();
    let own = rows.iter().find(is_usual).expect("among the methods").seconds;
    Ok(Table { unit: problem.unit.to_owned(), floor, own, rows })
}

impl Table {
    fn print(&self) {
        println!(
            "| method | setting | CPU, µs/s | ÷ luztar | instructions/s | transitions | error, s |"
        );
        println!("|---|---|---:|---:|---:|---:|---:|");
        for row in &self.rows {
            let Row { method, setting, seconds, transitions, .. } = row;
            let instructions = row.instructions.map_or("–".to_owned(), |n| format!("{n:.2e}"));
            let error = match row.error {
                None => "–".to_owned(),
                Some(error) if error < self.floor => format!("≤ {:.1e}", self.floor),
                Some(error) => format!("{error:.1e}"),
            };
            let ratio = seconds / self.own;
            let digits = if ratio < 10.0 { 2 } else { 0 };
            println!(
                "| {method} | {setting} | {:.1} | {ratio:.digits$} | {instructions} | {transitions} | {error} |",
                seconds * 1e6
            );
        }
    }

    /// Returns the lines of the table; an error is empty where transitions are missing.
    fn csv(&self) -> String {
        let mut text = String::new();
        for Row { method, setting, seconds, instructions, transitions, error } in &self.rows {
            let [instructions, error] = [instructions, error]
                .map(|number| number.map_or(String::new(), |number| format!("{number:e}")));
            let (unit, ratio) = (&self.unit, seconds / self.own);
            text += &format!(
                "{unit},\"{method}\",\"{setting}\",{seconds:e},{ratio},{instructions},{transitions},{error}\n"
            );
        }
        text
    }
}

fn compare(folder: Option<&Path>) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let may_count = instructions(&["nothing"]);
    if let Err(why) = &may_count {
        println!("instructions are not counted: {why}");
    }
    let mut tables = Vec::new();
    for problem in &PROBLEMS {
        let table = table(problem, folder.unwrap_or(scratch.path()), may_count.is_ok())?;
        table.print();
        tables.push(table);
    }
    let Some(folder) = folder else { return Ok(()) };
    let head = "unit,method,setting,seconds per second,ratio,instructions per second,transitions,error in s\n";
    let text = head.to_owned() + &tables.iter().map(Table::csv).collect::<String>();
    let written = fs::write(folder.join("work-precision.csv"), text);
    written.map_err(|error| format!("{}: {error}", folder.display()))?;
    diagram::draw(&tables, &folder.join("work-precision.svg")).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--run", "nothing"] => Ok(()),
        ["--run", unit, index, what] => counted(unit, index, what),
        [folder] => fs::create_dir_all(folder)
            .map_err(|error| format!("{folder}: {error}"))
            .and_then(|()| compare(Some(Path::new(folder)))),
        _ => compare(None),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
