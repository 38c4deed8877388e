//! Time of one solve of the kernel for large networks: chains of bodies with ground contacts, how the time
//! grows, and its ratio to a plain programme that knows chains alone and to the interior-point solver
//! `clarabel` in the same run; a chain closed by a few long cycles; grids.
//!
//! ```text
//! cargo bench --bench chain
//! cargo bench --bench chain -- FOLDER    also writes chains and grids, for benches/peers.py
//! ```
//! Where Valgrind is installed its callgrind counts the instructions of a solve as well, as the difference of a run
//! of this program with many solves and one with few.

#[path = "peer/callgrind.rs"]
mod callgrind;
mod peer;
#[path = "peer/plain.rs"]
mod plain;

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;

use callgrind::instructions;
use clarabel::solver::IPSolver;
use luztar::gauss::{Contact, Kernel, Row, Slip, Solution};
use peer::{clarabel, seconds};
use plain::Plain;

/// Chains that clarabel solves in seconds.
const WITHIN_REACH: usize = 10_000;

/// Chains whose instructions are counted; solves of the short run and of the long one.
const COUNTED: usize = 100_000;
const SOLVES: [usize; 2] = [2, 4];

struct Case {
    mass: Vec<f64>,
    force: Vec<f64>,
    contacts: Vec<Contact>,
}

/// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        low + (high - low) * ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn contact(i: usize, j: Option<usize>, limit: f64) -> Contact {
    let row = Row { i: Some(i), q_i: 1.0, j, q_j: -1.0 };
    Contact { row, beta: 0.0, lower: -limit, upper: limit, viscous: 0.0 }
}

/// Makes bodies in a row, each in contact with the ground and the next one; about a third of the contacts slip.
fn chain(bodies: usize) -> Case {
    let mut numbers = Random(7);
    let mut contacts = Vec::new();
    for body in 0..bodies {
        contacts.push(contact(body, None, numbers.between(0.5, 1.5)));
        if body + 1 < bodies {
            contacts.push(contact(body, Some(body + 1), numbers.between(0.5, 1.5)));
        }
    }
    let mass = (0..bodies).map(|_| numbers.between(1.0, 2.0)).collect();
    let force = (0..bodies).map(|_| numbers.between(-3.0, 3.0)).collect();
    Case { mass, force, contacts }
}

/// Makes a chain with 10 000 contacts, and with five more that close long cycles.
fn cycles() -> [Case; 2] {
    let tree = chain(5_000);
    let mut closed = chain(5_000);
    closed.contacts.extend((0..5).map(|k| contact(k * 500, Some(4_999 - k * 450), 1.0)));
    [tree, closed]
}

/// Blocks on a table in contact with it and their neighbours, all driven.
fn grid(side: usize, load: f64) -> Case {
    let mut numbers = Random(11);
    let mut contacts = Vec::new();
    for body in 0..side * side {
        contacts.push(contact(body, None, 1.0));
        if body % side + 1 < side {
            contacts.push(contact(body, Some(body + 1), 1.0));
        }
        if body + side < side * side {
            contacts.push(contact(body, Some(body + side), 1.0));
        }
    }
    let force = (0..side * side).map(|_| numbers.between(-load, load)).collect();
    Case { mass: vec![1.0; side * side], force, contacts }
}

/// Makes the plain programme and the limits of a chain, of the contacts with the ground and between bodies.
fn plain(case: &Case) -> (Plain, Vec<f64>, Vec<f64>) {
    let limits = |ground: bool| {
        let those = case.contacts.iter().filter(move |contact| contact.row.j.is_none() == ground);
        those.map(|contact| contact.upper).collect()
    };
    (Plain::default(), limits(true), limits(false))
}

/// Makes so many solves of either programme.
fn run(case: &Case, of_kernel: bool, solves: usize) -> (Plain, Solution) {
    let (mut other, ground, link) = plain(case);
    let mut kernel = Kernel::default();
    let mut solution = Solution::default();
    for _ in 0..solves {
        let (mass, force) = (black_box(&case.mass), black_box(&case.force));
        if of_kernel {
            kernel.solve(mass, force, &case.contacts, &mut solution).expect("limits are finite");
        } else {
            other.solve(mass, force, &ground, &link);
        }
    }
    (other, solution)
}

/// Seconds of one solve of the plain programme, which finds the motion and the forces that the kernel finds.
fn time_plain(case: &Case) -> f64 {
    let (other, _) = run(case, false, 1);
    let (_, solution) = run(case, true, 1);
    let mut left = case.force.clone();
    for body in 0..left.len() {
        let near = (other.acceleration[body] - solution.acceleration[body]).abs();
        assert!(near < 1e-9, "body {body}: {near}");
        left[body] -= case.mass[body] * other.acceleration[body] + other.ground[body];
        if body + 1 < case.force.len() {
            left[body] -= other.link[body];
            left[body + 1] += other.link[body];
        }
    }
    assert!(left.iter().all(|left| left.abs() < 1e-9), "forces are out of balance");
    let (mut other, ground, link) = plain(case);
    let mut solve = || other.solve(black_box(&case.mass), black_box(&case.force), &ground, &link);
    solve();
    seconds(1 + 100_000 / case.contacts.len(), solve)
}

/// Instructions of one solve; None without Valgrind.
fn count(programme: &str, bodies: usize) -> Option<f64> {
    let run =
        |solves: usize| instructions(&[programme, &bodies.to_string(), &solves.to_string()]).ok();
    let [few, many] = SOLVES.map(run);
    Some((many? - few?) / (SOLVES[1] - SOLVES[0]) as f64)
}

/// Seconds of one solve, and the share of contacts that are stuck.
fn time(case: &Case) -> (f64, f64) {
    let mut kernel = Kernel::default();
    let mut solution = Solution::default();
    let mut solve = || {
        kernel
            .solve(black_box(&case.mass), black_box(&case.force), &case.contacts, &mut solution)
            .expect("limits are finite");
    };
    let calls = 1 + 100_000 / case.contacts.len();
    solve();
    let seconds = seconds(calls, &mut solve);
    let stuck = solution.slip.iter().filter(|slip| **slip == Slip::Stuck).count();
    (seconds, stuck as f64 / solution.slip.len() as f64)
}

fn chains() {
    println!(
        "{:>10}{:>8}{:>12}{:>8}{:>12}{:>8}{:>8}{:>14}{:>8}",
        "bodies", "stuck", "kernel, ms", "slope", "plain, ms", "slope", "÷", "clarabel, ms", "÷"
    );
    let mut before: Option<[f64; 2]> = None;
    for bodies in [100, 1_000, 10_000, 100_000, 1_000_000] {
        let case = chain(bodies);
        let ((own, stuck), least) = (time(&case), time_plain(&case));
        let slope = |k: usize, now: f64| {
            before.map_or(String::new(), |before| format!("{:.2}", (now / before[k]).log10()))
        };
        let slopes = [slope(0, own), slope(1, least)];
        before = Some([own, least]);
        print!("{bodies:10}{:7.0}%{:12.3}{:>8}", stuck * 100.0, own * 1e3, slopes[0]);
        print!("{:12.3}{:>8}{:8.2}", least * 1e3, slopes[1], own / least);
        if bodies <= WITHIN_REACH {
            let Case { mass, force, contacts } = &case;
            let other = seconds(1, || clarabel(mass, force, contacts).solve());
            print!("{:14.1}{:8.0}", other * 1e3, other / own);
        }
        println!();
    }
    if let (Some(own), Some(least)) = (count("kernel", COUNTED), count("plain", COUNTED)) {
        let [own_each, least_each] = [own, least].map(|all| all / COUNTED as f64);
        println!(
            "instructions a body, {COUNTED} bodies: kernel {own_each:.0}, plain {least_each:.0}, ÷ {:.2}",
            own / least
        );
    }
}

fn graphs() {
    println!("\n{:36}{:>10}{:>10}{:>14}", "", "contacts", "stuck", "kernel, ms");
    let [tree, closed] = cycles();
    let named = [
        ("chain", tree),
        ("chain closed by 5 long cycles", closed),
        ("grid 30 × 30, held", grid(30, 1.0)),
        ("grid 30 × 30, a third slips", grid(30, 5.0)),
        ("grid 30 × 30, most slip", grid(30, 8.0)),
        ("grid 100 × 100, a third slips", grid(100, 5.0)),
    ];
    for (name, case) in &named {
        let (own, stuck) = time(case);
        println!("{name:36}{:10}{:9.0}%{:14.3}", case.contacts.len(), stuck * 100.0, own * 1e3);
    }
}

/// Writes a network: a line `mass,force,acceleration` per body, `contacts`, then a line `i,j,limit` per contact with
/// j = −1 for the ground, and last the time of one solve in seconds.
fn write(folder: &Path, name: &str, case: &Case) -> std::io::Result<()> {
    let (_, solution) = run(case, true, 1);
    let mut text = String::new();
    let bodies = case.mass.iter().zip(&case.force).zip(&solution.acceleration);
    for ((mass, force), acceleration) in bodies {
        writeln!(text, "{mass},{force},{acceleration}").expect("text grows");
    }
    writeln!(text, "contacts").expect("text grows");
    for contact in &case.contacts {
        let row = contact.row;
        let i = row.i.expect("a body");
        let j = row.j.map_or("-1".to_owned(), |j| j.to_string());
        writeln!(text, "{i},{j},{}", contact.upper).expect("text grows");
    }
    writeln!(text, "{}", time(case).0).expect("text grows");
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{name}_{}.csv", case.mass.len())), text)
}

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [option, programme, bodies, solves] = &words[..]
        && option == "--run"
    {
        let number = |word: &String| word.parse().expect("a number");
        run(&chain(number(bodies)), programme == "kernel", number(solves));
        return Ok(());
    }
    chains();
    graphs();
    // Cargo adds an option of its own.
    if let Some(folder) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) {
        let folder = Path::new(&folder);
        for bodies in [100, 1_000, 10_000] {
            write(folder, "chain", &chain(bodies))?;
        }
        for side in [30, 100] {
            write(folder, "grid", &grid(side, 5.0))?;
        }
    }
    Ok(())
}
