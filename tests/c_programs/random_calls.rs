//! Random calls through the C interface (tests/c/random): a quarter of a million in every run; none crashes, hangs,
//! breaks down or leaves memory behind.
//!
//! `LUZTAR_RANDOM_CALLS=100000000 cargo test --release --test c_programs random_calls -- --nocapture` makes more,
//! `LUZTAR_RANDOM_SEED=7` others.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::{env, fs};

use crate::program::{compiler, folder, linked, root, run};
use luztar::export;
use luztar::unit::{
    Causality, Kind, Model, Value, Variability, Variable, catalogue, exchange_sizes,
};

const CALLS: u64 = 250_000;
/// Segments at a time.
const JOBS: u64 = 2;
/// Calls under valgrind, some 50 times slower.
const WATCHED_CALLS: u64 = 15_000;

/// Networks from resource folders, made to predict.
const NETWORKS: &[&str] = &["every_key", "three_contacts"];

fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:e}") } else { "DBL_MAX".to_owned() }
}

/// A row of `struct variable`.
fn row(variable: &Variable) -> String {
    let kind = match variable.kind {
        Kind::Real => 'r',
        Kind::Integer | Kind::Named(_) => 'i',
        Kind::Boolean => 'b',
    };
    let role = match (variable.causality, variable.variability) {
        (Causality::Input, _) => 'i',
        (Causality::Parameter, Variability::Tunable) => 't',
        (Causality::Parameter, _) => 'f',
        _ => 'o',
    };
    let start = match variable.start {
        Some(Value::Real(start)) => start,
        _ => 0.0,
    };
    let min = variable.min.map_or("-DBL_MAX".to_owned(), number);
    let max = variable.max.map_or("DBL_MAX".to_owned(), number);
    format!("{{'{kind}', '{role}', {}, {min}, {max}}}", number(start))
}

/// The table of units as a C source.
fn table(folder: &Path) -> String {
    let mut units: Vec<(Arc<Model>, String)> = catalogue::names()
        .map(|name| (catalogue::unit(name).expect("named by the catalogue"), "NULL".to_owned()))
        .collect();
    for name in NETWORKS {
        let text = fs::read_to_string(root().join(format!("tests/networks/{name}.toml"))).unwrap();
        let text = match text.contains("predict = true") {
            true => text,
            false => text.replace("[experiment]\n", "[experiment]\npredict = true\n"),
        };
        let unit = Model::read(&text, name).unwrap_or_else(|errors| panic!("{errors}"));
        let resources = folder.join(name);
        fs::create_dir_all(&resources).unwrap();
        export::write_resources(&unit, &resources).unwrap();
        units.push((unit, format!("\"file://{}\"", resources.display())));
    }
    let mut source = "#include <float.h>\n#include \"table.h\"\n".to_owned();
    let mut rows = String::new();
    for (place, (unit, resources)) in units.iter().enumerate() {
        let variables: Vec<String> = unit.variables().iter().map(row).collect();
        let (states, indicators) = exchange_sizes(unit);
        writeln!(source, "static const struct variable v{place}[] = {{").unwrap();
        writeln!(source, "{}}};", variables.join(",\n")).unwrap();
        let (name, guid, count) = (unit.name(), export::guid(unit), variables.len());
        writeln!(
            rows,
            "{{\"{name}\", \"{guid}\", {resources}, v{place}, {count}, {states}, {indicators}}},"
        )
        .unwrap();
    }
    write!(source, "const struct unit units[] = {{\n{rows}}};\n").unwrap();
    writeln!(source, "const size_t unit_count = {};", units.len()).unwrap();
    source
}

/// The driver, compiled once.
fn driver() -> &'static Path {
    static DRIVER: OnceLock<PathBuf> = OnceLock::new();
    DRIVER.get_or_init(|| {
        let folder = folder("random");
        let (table_file, program) = (folder.join("units.c"), folder.join("random"));
        fs::write(&table_file, table(&folder)).unwrap();
        let sources = root().join("tests/c/random");
        let mut compile = compiler("c11");
        compile.arg("-O1").arg("-g").arg("-I").arg(&sources).arg(&table_file);
        for entry in fs::read_dir(&sources).unwrap() {
            let path = entry.unwrap().path();
            compile.args((path.extension().is_some_and(|end| end == "c")).then_some(path));
        }
        run(compile.args(linked()).arg("-lm").arg("-o").arg(&program));
        program
    })
}

fn wanted(variable: &str, default: u64) -> u64 {
    env::var(variable).map_or(default, |text| text.parse().expect(variable))
}

/// The lines `WORD NUMBER` of a report.
fn totals(report: &str) -> BTreeMap<&str, i64> {
    let pairs = report.lines().filter_map(|line| line.split_once(' '));
    pairs.filter_map(|(word, number)| Some((word, number.parse().ok()?))).collect()
}

/// Answers of a kind of call: accepted, refused, discarded.
fn answers(report: &str, call: &str) -> [u64; 3] {
    let line = report.lines().find_map(|line| line.strip_prefix(call)?.strip_prefix(": "));
    let line = line.unwrap_or_else(|| panic!("{call} is not in\n{report}"));
    let mut numbers = line.split(", ").map(|part| part.rsplit(' ').next().unwrap());
    std::array::from_fn(|_| numbers.next().unwrap().parse().unwrap())
}

fn assert_sound(report: &str, calls: u64) {
    let totals = totals(report);
    assert!(totals["calls"] >= calls.try_into().unwrap(), "{report}");
    for word in ["violations", "breakdowns", "crashes", "hangs", "leaks"] {
        assert_eq!(totals[word], 0, "{word}\n{report}");
    }
}

#[test]
fn random_calls_neither_crash_nor_hang_nor_leak() {
    let calls = wanted("LUZTAR_RANDOM_CALLS", CALLS);
    let seed = wanted("LUZTAR_RANDOM_SEED", 1);
    let numbers = [calls, JOBS, seed].map(|number| number.to_string());
    let report = run(Command::new(driver()).args(numbers));
    println!("{report}");
    assert_sound(&report, calls);
    assert!(totals(&report)["errors"] > i64::try_from(calls / 10).unwrap(), "{report}");
    let functions = report.lines().filter_map(|line| line.split_once(": accepted")).map(|f| f.0);
    for call in functions {
        let [accepted, refused, _] = answers(&report, call);
        let never = ["fmi2CancelStep", "a call without an instance"].contains(&call);
        let always = ["fmi2FreeInstance", "fmi2Terminate", "fmi2Reset"].contains(&call);
        assert!(accepted >= 25 || never, "{call} was accepted {accepted} times\n{report}");
        assert!(refused >= 25 || always, "{call} was refused {refused} times\n{report}");
    }
    assert!(answers(&report, "fmi2DoStep")[2] > 0, "no step ended at a transition\n{report}");
}

#[test]
fn valgrind_sees_no_wrong_access_and_no_leak() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("SKIPPED: valgrind is not installed");
        return;
    }
    let calls = wanted("LUZTAR_WATCHED_CALLS", WATCHED_CALLS);
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect"]);
    command.args(["--error-exitcode=9"]).arg(driver()).arg(calls.to_string());
    let report = run(command.args(["0", "1"]).env("GLIBC_TUNABLES", ""));
    assert_sound(&report, calls);
}
