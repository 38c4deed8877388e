//! Time of one solve of the kernel for networks with viscous contacts between bodies, as in a step of
//! time: from nothing, from the modes of the step before in a network that was given once, and by the
//! interior-point solver `clarabel` on the same problems in the same run.
//!
//! ```text
//! cargo bench --bench viscous -- [part of a name]
//! ```
//! Where Valgrind is installed its callgrind counts the instructions of a step as well, as the difference of a run
//! with many steps and one with few, less those of loads alone.

#[path = "peer/callgrind.rs"]
mod callgrind;

use std::hint::black_box;
use std::time::Instant;

use callgrind::instructions;
use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SupportedConeT, ZeroConeT,
};
use luztar::gauss::{Bounds, Contact, Kernel, Row, Slip, Solution};

/// Steps of a sequence; the load changes by little from one to the next.
const STEPS: usize = 50;

/// Steps of the short run and of the long one of which instructions are counted.
const COUNTED: [usize; 2] = [2, 6];

/// Start of the solves of a run under its loads.
#[derive(Clone, Copy, PartialEq)]
enum Start {
    None,
    Cold,
    Warm,
}

impl Start {
    fn named(name: &str) -> Self {
        match name {
            "cold" => Self::Cold,
            "warm" => Self::Warm,
            _ => Self::None,
        }
    }
}

struct Case {
    name: String,
    mass: Vec<f64>,
    force: Vec<f64>,
    contacts: Vec<Contact>,
}

/// Returns number k of numbers in [0, 1), the same in every run.
fn share(k: usize) -> f64 {
    (k as f64 * 0.618_033_988_749_895).fract()
}

fn friction(i: usize, j: Option<usize>, ratio: f64, limit: f64) -> Contact {
    let row = Row { i: Some(i), q_i: 1.0, j, q_j: -ratio };
    Contact { row, beta: 0.0, lower: -limit, upper: limit, viscous: 0.0 }
}

fn spring(i: usize, j: usize, viscous: f64) -> Contact {
    Contact { viscous, beta: 0.1 * (share(i) - 0.5), ..friction(i, Some(j), 1.0, 0.0) }
}

/// Blocks on a table with springs between neighbours; `at` numbers them.
fn chain(name: &str, bodies: usize, at: impl Fn(usize) -> usize) -> Case {
    let mut contacts: Vec<Contact> =
        (0..bodies).map(|k| friction(at(k), None, 1.0, 0.5 + share(7 * k))).collect();
    contacts.extend((1..bodies).map(|k| spring(at(k - 1), at(k), 1.0)));
    Case {
        name: format!("{name} {bodies}"),
        mass: vec![1.0; bodies],
        force: vec![0.0; bodies],
        contacts,
    }
}

/// Blocks on a table; neighbours are in contact if `viscous` is 0, else joined by springs.
fn grid(name: &str, side: usize, viscous: f64, ratio: impl Fn(usize) -> f64) -> Case {
    let mut contacts = Vec::new();
    let bodies = side * side;
    for body in 0..bodies {
        contacts.push(friction(body, None, 1.0, 0.5 + share(7 * body)));
        let right = (body % side + 1 < side).then_some(body + 1);
        let below = (body + side < bodies).then_some(body + side);
        for other in [right, below].into_iter().flatten() {
            contacts.push(if viscous > 0.0 {
                spring(body, other, viscous)
            } else {
                friction(body, Some(other), ratio(body + other), 0.3)
            });
        }
    }
    Case {
        name: format!("{name} {side} × {side}"),
        mass: vec![1.0; bodies],
        force: vec![0.0; bodies],
        contacts,
    }
}

fn cases() -> Vec<Case> {
    let mixed = |bodies: usize| move |k: usize| k * 7919 % bodies;
    vec![
        chain("chain", 100, |k| k),
        chain("chain", 1000, |k| k),
        chain("chain", 10_000, |k| k),
        chain("chain in any order", 1000, mixed(1000)),
        grid("grid of springs", 30, 1.0, |_| 1.0),
        grid("grid of contacts", 30, 0.0, |_| 1.0),
        grid("grid with ratios", 30, 0.0, |k| 0.8 + 0.4 * share(k)),
    ]
}

impl Case {
    /// Sets the load of a step.
    fn load(&mut self, step: usize) {
        for (body, force) in self.force.iter_mut().enumerate() {
            let wave = (0.03 * body as f64 + 0.005 * step as f64).sin();
            *force = 1.2 * wave + 0.6 * (share(13 * body) - 0.5);
        }
    }

    /// Seconds of each step of a sequence, and changes of modes in all.
    fn sequence(&mut self, start: Start, steps: usize) -> (Vec<f64>, usize) {
        let mut kernel = Kernel::default();
        let mut solution = Solution::default();
        let mut guess = vec![Slip::Stuck; self.contacts.len()];
        let bounds: Vec<Bounds> = self.contacts.iter().map(Contact::bounds).collect();
        if start == Start::Warm {
            kernel.load(&self.mass, &[], &self.contacts).expect("bodies have masses");
        }
        let (mut seconds, mut changes) = (Vec::new(), 0);
        for step in 0..=steps {
            self.load(step);
            let (mass, force) = (black_box(&self.mass), black_box(&self.force));
            let begun = Instant::now();
            let solved = match start {
                Start::None => continue,
                Start::Cold => kernel.solve(mass, force, &self.contacts, &mut solution),
                Start::Warm => kernel.solve_loaded(force, &bounds, &guess, &mut solution),
            };
            solved.expect("bodies have masses and limits are finite");
            // The first step is for the work space.
            if step > 0 {
                seconds.push(begun.elapsed().as_secs_f64());
                changes += guess.iter().zip(&solution.slip).filter(|(a, b)| a != b).count();
            }
            guess.clone_from(&solution.slip);
        }
        seconds.sort_by(f64::total_cmp);
        (seconds, changes)
    }

    /// Instructions of a step and a body, cold and warm; None without Valgrind.
    fn count(&self) -> Option<[f64; 2]> {
        let of = |start: &str| {
            let [few, many] =
                COUNTED.map(|steps| instructions(&[&self.name, start, &steps.to_string()]).ok());
            Some((many? - few?) / (COUNTED[1] - COUNTED[0]) as f64 / self.mass.len() as f64)
        };
        let loads = of("none")?;
        Some([of("cold")? - loads, of("warm")? - loads])
    }

    /// Makes the solver of min ½ aᵀK a − fᵀa + Σ (½ C v² + F t)  subject to  v = B a − β,  −t ≤ v ≤ t
    fn clarabel(&self) -> DefaultSolver<f64> {
        let (bodies, contacts) = (self.mass.len(), self.contacts.len());
        let (slip, bound) = (bodies, bodies + contacts);
        let size = bound + contacts;
        let mut entries = Vec::new();
        let mut right = vec![0.0; 3 * contacts];
        for (c, contact) in self.contacts.iter().enumerate() {
            entries.extend(contact.row.terms().map(|(body, q)| (c, body, q)));
            entries.push((c, slip + c, -1.0));
            right[c] = contact.beta;
            for (row, sign) in [(contacts + c, 1.0), (2 * contacts + c, -1.0)] {
                entries.push((row, slip + c, sign));
                entries.push((row, bound + c, -1.0));
            }
        }
        let a = CscMatrix::new_from_triplets(
            3 * contacts,
            size,
            entries.iter().map(|entry| entry.0).collect(),
            entries.iter().map(|entry| entry.1).collect(),
            entries.iter().map(|entry| entry.2).collect(),
        );
        let mut diagonal = self.mass.clone();
        diagonal.extend(self.contacts.iter().map(|contact| contact.viscous));
        let index: Vec<usize> = (0..bound).collect();
        let p = CscMatrix::new_from_triplets(size, size, index.clone(), index, diagonal);
        let mut cost: Vec<f64> = self.force.iter().map(|f| -f).collect();
        cost.resize(bound, 0.0);
        cost.extend(self.contacts.iter().map(|contact| contact.upper));
        let cones: [SupportedConeT<f64>; 2] = [ZeroConeT(contacts), NonnegativeConeT(2 * contacts)];
        let settings = DefaultSettings { verbose: false, ..DefaultSettings::default() };
        DefaultSolver::new(&p, &cost, &a, &right, &cones, settings).expect("a convex problem")
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [option, name, start, steps] = &words[..]
        && option == "--run"
    {
        let case = cases().into_iter().find(|case| case.name == *name);
        let steps = steps.parse().expect("a number");
        case.expect("a case").sequence(Start::named(start), steps);
        return;
    }
    println!(
        "{:26}{:>10}{:>10}{:>10}{:>14}{:>8}{:>8}{:>14}{:>14}{:>8}",
        "",
        "changes",
        "cold, µs",
        "warm, µs",
        "clarabel, µs",
        "cold",
        "warm",
        "instr., cold",
        "a body, warm",
        "÷"
    );
    let part = words.into_iter().find(|argument| !argument.starts_with('-')).unwrap_or_default();
    for mut case in cases().into_iter().filter(|case| case.name.contains(&part)) {
        let cold = case.sequence(Start::Cold, STEPS).0[STEPS / 2];
        let (warm, changes) = case.sequence(Start::Warm, STEPS);
        let warm = warm[STEPS / 2];
        let start = Instant::now();
        case.clarabel().solve();
        let other = start.elapsed().as_secs_f64();
        print!(
            "{:26}{:10.1}{:10.0}{:10.0}{:14.0}{:8.0}{:8.0}",
            case.name,
            changes as f64 / STEPS as f64,
            cold * 1e6,
            warm * 1e6,
            other * 1e6,
            other / cold,
            other / warm
        );
        if let Some([cold, warm]) = case.count() {
            print!("{cold:14.0}{warm:14.0}{:8.2}", warm / cold);
        }
        println!();
    }
}
