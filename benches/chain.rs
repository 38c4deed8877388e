//! Time of one solve of the kernel for large networks: chains of bodies with ground contacts, how the time
//! grows, and its ratio to the interior-point solver `clarabel` in the same run; a chain closed by a few
//! long cycles; grids.
//!
//! ```text
//! cargo bench --bench chain
//! cargo bench --bench chain -- FOLDER    also writes the chains, for benches/peers.py
//! ```

mod peer;

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;

use clarabel::solver::IPSolver;
use luztar::gauss::{Contact, Kernel, Row, Slip, Solution};
use peer::{clarabel, seconds};

/// Chains that clarabel solves in seconds.
const WITHIN_REACH: usize = 10_000;

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

/// Bodies in a row, each in contact with the ground and the next one; about a third of the contacts slip.
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

/// A chain with 10 000 contacts, and with five more that close long cycles.
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
        "{:>10}{:>10}{:>14}{:>8}{:>16}{:>8}",
        "bodies", "stuck", "kernel, ms", "slope", "clarabel, ms", "ratio"
    );
    let mut before: Option<f64> = None;
    for bodies in [100, 1_000, 10_000, 100_000] {
        let case = chain(bodies);
        let (own, stuck) = time(&case);
        let slope = before.map_or(String::new(), |before| format!("{:.2}", (own / before).log10()));
        before = Some(own);
        print!("{bodies:10}{:9.0}%{:14.3}{slope:>8}", stuck * 100.0, own * 1e3);
        if bodies <= WITHIN_REACH {
            let Case { mass, force, contacts } = &case;
            let other = seconds(1, || clarabel(mass, force, contacts).solve());
            print!("{:16.1}{:8.0}", other * 1e3, other / own);
        }
        println!();
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

/// Writes a chain: a line `mass,force` per body, then a line `i,j,limit` per contact with j = −1 for
/// the ground, and last the time of one solve in seconds.
fn write(folder: &Path, bodies: usize) -> std::io::Result<()> {
    let case = chain(bodies);
    let mut text = String::new();
    for (mass, force) in case.mass.iter().zip(&case.force) {
        writeln!(text, "{mass},{force}").expect("text grows");
    }
    for contact in &case.contacts {
        let row = contact.row;
        let i = row.i.expect("a body");
        let j = row.j.map_or("-1".to_owned(), |j| j.to_string());
        writeln!(text, "{i},{j},{}", contact.upper).expect("text grows");
    }
    writeln!(text, "{}", time(&case).0).expect("text grows");
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("chain_{bodies}.csv")), text)
}

fn main() -> std::io::Result<()> {
    chains();
    graphs();
    // Cargo adds an option of its own.
    if let Some(folder) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) {
        for bodies in [100, 1_000, 10_000] {
            write(Path::new(&folder), bodies)?;
        }
    }
    Ok(())
}
