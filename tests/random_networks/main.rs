//! Random networks over all laws and elements, with inputs that step and ramp: the motion is the same in one
//! communication step and in many, at a tighter tolerance, beside another mechanism, from a frame that moves, in a mirror, in
//! another order, in other units, and integrated by a host; it balances its forces, comes near what time steps make, and there
//! are neither storms nor faults. Whatever differs fails the test.
//!
//! `LUZTAR_RANDOM_NETWORKS=20000 cargo test --release --test random_networks` takes more of them,
//! `LUZTAR_RANDOM_SEED=7` others. A network that disagrees is shrunk and left in target/random_networks, as a network file and its
//! inputs.

mod check;
mod compare;
mod declared;
mod draws;
mod drive;
mod followed;
mod forms;
mod formulas;
mod generate;
#[path = "../unit/exchange/host.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod host;
mod hostile;
mod known;
mod laws;
mod mechanics;
mod motions;
mod own_laws;
mod places;
mod plan;
mod powers;
mod runs;
mod seeds;
mod shrink;
mod storms;
mod time_steps;
mod turns;
mod units;
mod wide;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use check::{Count, Finding};
use known::Known;
use plan::Plan;

/// Networks in every run, from the first seed on, from the first one with formulas and couplings on, from the first
/// one whose springs lie anywhere on, from the first one whose laws are all that are built in, and from the first one with laws of
/// one's own, from the first one with declared elements, from the first one with laws that see where ends are, from the first
/// one with those that tell directions of slip apart, from the first one where these may be regularised, and from the first ones
/// with powers, in other units, and with inputs by formulas.
const NETWORKS: u64 = 200;
const EXTENDED_NETWORKS: u64 = 60;
const PLACED_NETWORKS: u64 = 40;
const LISTED_NETWORKS: u64 = 20;
const OWN_NETWORKS: u64 = 20;
const DECLARED_NETWORKS: u64 = 20;
const SEEING_NETWORKS: u64 = 20;
const SIDED_NETWORKS: u64 = 20;
const SMOOTH_NETWORKS: u64 = 20;
const POWERED_NETWORKS: u64 = 30;
const SCALED_NETWORKS: u64 = 15;
const FOLLOWED_NETWORKS: u64 = 10;

/// Seeds of networks that failed once, in every run.
const ONCE: [u64; 106] = [
    218, 226, 241, 279, 287, 317, 339, 350, 369, 374, 451, 472, 537, 599, 690, 692, 705, 708, 736,
    742, 791, 947, 973, 991, 1023, 1038, 1105, 1255, 1436, 1603, 1634, 1731, 2068, 2304, 2437,
    2617, 2656, 2681, 2803, 3121, 3277, 3454, 3876, 4523, 5005, 5195, 6167, 6467, 6507, 6537, 6541,
    7646, 8183, 8206, 9941, 10179, 10206, 10265, 10698, 12144, 12288, 12527, 13128, 13198, 13592,
    13666, 13836, 14635, 14667, 14989, 15989, 17466, 17664, 18019, 18052, 21132, 40460, 41060,
    110_312, 1_000_505, 1_000_805, 1_320_596, 2_000_061, 2_000_288, 2_000_713, 2_001_075,
    2_001_821, 2_080_114, 2_100_097, 2_110_124, 3_080_121, 4_080_268, 5_000_560, 5_001_010,
    5_001_684, 5_001_912, 5_002_405, 5_002_661, 5_020_007, 5_090_061, 5_090_217, 5_320_107,
    6_320_440, 6_330_324, 6_340_213, 7_000_127,
];

/// Threads that take seeds in turn.
const THREADS: usize = 2;

fn number(variable: &str, default: u64) -> u64 {
    env::var(variable).map_or(default, |text| text.parse().expect("a whole number"))
}

/// Whether seeds are told one by one, and all that they draw is kept.
fn tells() -> bool {
    env::var_os("LUZTAR_RANDOM_TELL").is_some()
}

/// Findings and counts of all seeds.
fn survey(seeds: &[u64]) -> (Count, Vec<(Plan, Finding)>) {
    let next = AtomicUsize::new(0);
    let tell = tells();
    let results = Mutex::new((Count::default(), Vec::new()));
    thread::scope(|scope| {
        for _ in 0..number("LUZTAR_RANDOM_THREADS", THREADS as u64) {
            scope.spawn(|| {
                loop {
                    let Some(&seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    let plan = generate::plan(seed);
                    if tell {
                        keep(
                            &folder(),
                            &plan,
                            &Finding { kind: "drawn", told: String::new(), measure: None },
                        );
                    }
                    let begin = std::time::Instant::now();
                    let result = check::check(&plan);
                    if tell {
                        let told = result.as_ref().map_or_else(
                            |one| format!("{}: {}", one.kind, one.told),
                            |_| "ok".into(),
                        );
                        eprintln!("{seed} {:.2} s {told}", begin.elapsed().as_secs_f64());
                    }
                    let mut results = results.lock().unwrap();
                    match result {
                        Ok(count) => {
                            results.0.events += count.events;
                            results.0.seconds += count.seconds;
                            results.0.compared += count.compared;
                            results.0.hosted += count.hosted;
                        }
                        Err(finding) => {
                            results.1.push((plan, finding));
                        }
                    }
                }
            });
        }
    });
    results.into_inner().unwrap()
}

/// Where networks that disagree are left.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("../random_networks")
}

/// Leaves a shrunk network and its inputs behind.
fn keep(folder: &Path, plan: &Plan, finding: &Finding) -> String {
    let name = format!("{}-{}", finding.kind, plan.seed);
    let comment: String = finding.told.lines().map(|line| format!("# {line}\n")).collect();
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(&name).with_extension("toml"), comment + &plan.toml()).unwrap();
    if !plan.lines.is_empty() {
        fs::write(folder.join(&name).with_extension("csv"), plan.csv()).unwrap();
    }
    name
}

/// Shrunk findings of each kind that are shown.
const SHOWN: usize = 5;

#[test]
fn random_networks_move_the_same_whatever_the_host() {
    // Panics of hosts are findings, not output.
    std::panic::set_hook(Box::new(|_| {}));
    let known = Known::read();
    let first = number("LUZTAR_RANDOM_SEED", 1);
    let count = number("LUZTAR_RANDOM_NETWORKS", NETWORKS);
    let mut seeds: Vec<u64> = (first..first + count).collect();
    if env::var_os("LUZTAR_RANDOM_SEED").is_none() {
        seeds.extend(ONCE.iter().filter(|seed| **seed >= first + count));
        seeds.extend(generate::EXTENDED..generate::EXTENDED + EXTENDED_NETWORKS);
        seeds.extend(generate::PLACED..generate::PLACED + PLACED_NETWORKS);
        seeds.extend(generate::LISTED..generate::LISTED + LISTED_NETWORKS);
        seeds.extend(generate::OWN..generate::OWN + OWN_NETWORKS);
        seeds.extend(generate::DECLARED..generate::DECLARED + DECLARED_NETWORKS);
        seeds.extend(generate::SEEING..generate::SEEING + SEEING_NETWORKS);
        seeds.extend(generate::SIDED..generate::SIDED + SIDED_NETWORKS);
        seeds.extend(generate::SMOOTH..generate::SMOOTH + SMOOTH_NETWORKS);
        seeds.extend(generate::POWERED..generate::POWERED + POWERED_NETWORKS);
        seeds.extend(generate::SCALED..generate::SCALED + SCALED_NETWORKS);
        seeds.extend(generate::FOLLOWED..generate::FOLLOWED + FOLLOWED_NETWORKS);
        seeds.extend(known.short().filter(|seed| !seeds.contains(seed)).collect::<Vec<_>>());
    }
    let (sum, mut findings) = survey(&seeds);
    let changed = known.take(&seeds, &mut findings);
    let _ = std::panic::take_hook();
    findings.sort_by_key(|(plan, finding)| (finding.kind, plan.seed));
    let mut kinds: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    let mut report = String::new();
    std::panic::set_hook(Box::new(|_| {}));
    for (plan, finding) in &findings {
        let seeds = kinds.entry(finding.kind).or_default();
        seeds.push(plan.seed);
        if seeds.len() <= SHOWN {
            let (small, told) = shrink::shrink(plan, finding, check::check);
            let name = keep(&folder(), &small, &told);
            write!(report, "\n{name}: {}\n{}", told.told, small.toml()).unwrap();
        }
    }
    let _ = std::panic::take_hook();
    // Past the test program's capture, so that the log of every run has it.
    writeln!(
        std::io::stdout(),
        "COUNTED: {} random networks, {} events, {:.0} of {:.0} s compared, {:.0} s with a host, {} disagreements {kinds:?}",
        seeds.len(),
        sum.events,
        sum.compared,
        sum.seconds,
        sum.hosted,
        findings.len()
    )
    .unwrap();
    assert!(findings.is_empty(), "{report}");
    assert!(changed.is_empty(), "tests/random_networks/known.toml:\n{}", changed.join("\n"));
}
