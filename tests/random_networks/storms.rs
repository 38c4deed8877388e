//! Networks whose loads pass through 0, over ten decades: every run comes to its end. One may say that it costs too much where forces
//! and laws turn too often in a communication step ([`series_within`]).
//!
//! `LUZTAR_WIDE_NETWORKS=20000 cargo test --release --test random_networks wide` takes more of them, `LUZTAR_RANDOM_SEED=7` others.

use std::env;
use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use luztar::signals::Interpolation;
use luztar::unit::Model;

use super::check::Finding;
use super::draws::Draws;
use super::followed::followed_by;
use super::plan::Plan;
use super::runs::guarded;
use super::shrink::shrink;
use super::turns::{OF_A_SERIES, series_within};
use super::{SHOWN, THREADS, folder, keep, number, tells, wide};

/// Networks in every run, and seeds that ended early or cost too much once. Those of 2858, 61388 (a law that bends), 65882 (a bristle)
/// and 100350 (a law of many pieces) must.
const NETWORKS: u64 = 200;
const ONCE: [u64; 28] = [
    2196, 2858, 7196, 8147, 9174, 19453, 21645, 21940, 22722, 22765, 22803, 24452, 25497, 28518,
    29389, 33317, 50185, 50919, 61388, 65882, 65966, 75486, 75587, 91380, 91679, 91992, 92711,
    100_350,
];

/// Communication steps of a run.
const STEPS: [f64; 4] = [1.0, 7.0, 40.0, 160.0];

/// A run that costs more than a communication step may, and one that must.
const COST: &str = "cost";
const FAST: &str = "fast";

/// Evaluations that a communication step may cost.
const BUDGET: f64 = 2e6;

/// Ends, by what their messages say.
const KINDS: [(&str, &str); 5] = [
    ("chattering", "storm"),
    ("resolution of the time", "step"),
    ("evaluations of the forces", COST),
    ("panic", "panic"),
    ("non-finite", "finite"),
];

/// Returns the number of transitions of a run.
fn run(plan: &Plan) -> Result<usize, Finding> {
    let unit = Model::read(&plan.toml(), "random.toml").map_err(|wrong| wrong.to_string());
    let by = steps(plan);
    let moved = unit.clone().and_then(|unit| {
        let trace = guarded(|| followed_by(&unit, plan, 1e-10, by))?;
        Ok(trace.events.len())
    });
    moved.map_err(|told| {
        let kind = KINDS.iter().find(|(word, _)| told.contains(word));
        let kind = kind.map_or("other", |(_, kind)| kind);
        let is_fast = kind == COST && unit.is_ok_and(|unit| must_cost(&unit, plan, by, &told));
        Finding { kind: if is_fast { FAST } else { kind }, told, measure: None }
    })
}

/// True if a communication step that costs too much, as its message says, has turned so often that it must.
fn must_cost(unit: &Arc<Model>, plan: &Plan, by: (f64, Interpolation), told: &str) -> bool {
    let behind = |word: &str| {
        let (number, _) = told.split_once(word)?.1.split_once(" s")?;
        Some(number.parse::<f64>().expect("a time"))
    };
    let Some(window) = behind("step from ").zip(behind("at t = ")) else { return false };
    let series = guarded(|| series_within(unit, plan, by, window.into()));
    if tells() {
        eprintln!("{} turns in {series:?} series of {window:?}", plan.seed);
    }
    series.is_ok_and(|series| series * OF_A_SERIES > BUDGET)
}

/// Returns the length of the communication steps of a run, s, and how inputs go on between them.
fn steps(plan: &Plan) -> (f64, Interpolation) {
    let mut draws = Draws::new(plan.seed ^ 0x5eed);
    let end = *plan.times.last().expect("segments");
    let step = end / draws.pick(&STEPS);
    let ramps = draws.chance(0.8);
    (step, if ramps { Interpolation::Ramps } else { Interpolation::Hold })
}

#[test]
fn no_wide_network_ends_before_its_time() {
    let first = number("LUZTAR_RANDOM_SEED", 1);
    let count = number("LUZTAR_WIDE_NETWORKS", NETWORKS);
    let mut seeds: Vec<u64> = (first..first + count).collect();
    if env::var_os("LUZTAR_RANDOM_SEED").is_none() {
        seeds.extend(ONCE.iter().filter(|seed| **seed >= first + count));
    }
    let (next, results) = (AtomicUsize::new(0), Mutex::new((0, Vec::new())));
    thread::scope(|scope| {
        for _ in 0..number("LUZTAR_RANDOM_THREADS", THREADS as u64) {
            scope.spawn(|| {
                while let Some(seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (plan, begin) = (wide::plan(*seed), Instant::now());
                    let result = run(&plan);
                    let took = begin.elapsed().as_secs_f64();
                    if tells() && (took > 1.0 || result.is_err()) {
                        eprintln!("{seed} {took:.2} s {result:?}");
                        let told = || Finding { kind: "drawn", told: String::new(), measure: None };
                        keep(&folder(), &plan, &result.clone().err().unwrap_or_else(told));
                    }
                    let mut results = results.lock().unwrap();
                    match result {
                        Ok(events) => results.0 += events,
                        Err(finding) => results.1.push((plan, finding)),
                    }
                }
            });
        }
    });
    let (events, ended) = results.into_inner().unwrap();
    let (fast, failed): (Vec<_>, Vec<_>) =
        ended.into_iter().partition(|(_, finding)| finding.kind == FAST);
    let costly = failed.iter().filter(|(_, finding)| finding.kind == COST).count();
    // Past the test program's capture, so that the log of every run has it.
    writeln!(
        std::io::stdout(),
        "COUNTED: {} networks over ten decades, {events} events, {} end early, {costly} cost too much, {} must",
        seeds.len(),
        failed.len() - costly,
        fast.len()
    )
    .unwrap();
    let shown = failed.iter().take(SHOWN).map(|(plan, finding)| {
        let (small, told) = shrink(plan, finding, run);
        format!("{}: {}", keep(&folder(), &small, &told), told.told)
    });
    let shown: Vec<String> = shown.collect();
    assert!(failed.is_empty(), "{} of {}: {shown:#?}", failed.len(), seeds.len());
}
