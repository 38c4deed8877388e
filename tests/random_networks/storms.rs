//! Networks whose loads pass through 0, over ten decades: every run comes to its end, or says that it costs too much.
//!
//! `LUZTAR_WIDE_NETWORKS=20000 cargo test --release --test random_networks wide` takes more of them, `LUZTAR_RANDOM_SEED=7` others.

use std::env;
use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
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
use super::{SHOWN, THREADS, folder, keep, number, tells, wide};

/// Networks in every run, and seeds that ended early once.
const NETWORKS: u64 = 200;
const ONCE: [u64; 8] = [7196, 9174, 19453, 21940, 22765, 24452, 28518, 29389];

/// Communication steps of a run.
const STEPS: [f64; 4] = [1.0, 7.0, 40.0, 160.0];

/// A run that costs more than a communication step may: an end that is told, of motions that are too fast for ten decades.
const COST: &str = "cost";

/// Ends, by what their messages say.
const KINDS: [(&str, &str); 5] = [
    ("chattering", "storm"),
    ("resolution of the time", "step"),
    ("evaluations of the forces", COST),
    ("panic", "panic"),
    ("non-finite", "finite"),
];

/// Greatest part of runs that cost too much.
const COSTLY: f64 = 0.01;

/// Returns the number of transitions of a run.
fn run(plan: &Plan) -> Result<usize, Finding> {
    moved(plan).map_err(|told| {
        let kind = KINDS.iter().find(|(word, _)| told.contains(word));
        Finding { kind: kind.map_or("other", |(_, kind)| kind), told, measure: None }
    })
}

fn moved(plan: &Plan) -> Result<usize, String> {
    let mut draws = Draws::new(plan.seed ^ 0x5eed);
    let end = *plan.times.last().expect("segments");
    let step = end / draws.pick(&STEPS);
    let ramps = draws.chance(0.8);
    let interpolation = if ramps { Interpolation::Ramps } else { Interpolation::Hold };
    let unit = Model::read(&plan.toml(), "random.toml").map_err(|wrong| wrong.to_string())?;
    let trace = guarded(|| followed_by(&unit, plan, 1e-10, (step, interpolation)))?;
    Ok(trace.events.len())
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
    let (costly, failed): (Vec<_>, Vec<_>) =
        ended.into_iter().partition(|(_, finding)| finding.kind == COST);
    // Past the test program's capture, so that the log of every run has it.
    writeln!(
        std::io::stdout(),
        "COUNTED: {} networks over ten decades, {events} events, {} end early, {} cost too much",
        seeds.len(),
        failed.len(),
        costly.len()
    )
    .unwrap();
    let shown = failed.iter().take(SHOWN).map(|(plan, finding)| {
        let (small, told) = shrink(plan, finding, run);
        format!("{}: {}", keep(&folder(), &small, &told), told.told)
    });
    let shown: Vec<String> = shown.collect();
    assert!(failed.is_empty(), "{} of {}: {shown:#?}", failed.len(), seeds.len());
    assert!(
        costly.len() as f64 <= COSTLY * seeds.len() as f64 + 1.0,
        "{} cost too much",
        costly.len()
    );
}
