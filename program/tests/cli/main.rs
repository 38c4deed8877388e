//! The program `luztar` from outside: every subcommand with good and bad input, its files, its messages
//! and its exit status.

mod build;
#[cfg(target_os = "linux")]
mod c_programs;
mod check;
mod draw;
mod fits;
mod headers;
mod inputs;
mod laws;
mod messages;
mod new;
mod options;
mod places;
mod plot;
mod poles;
#[path = "../../../tests/c_programs/program.rs"]
mod program;
mod readme;
mod reduce;
mod reproduction;
mod resumption;
mod simulate;
mod studies;
mod timed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn networks() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("examples/networks")
}

fn network(name: &str) -> String {
    networks().join(name).display().to_string()
}

fn luztar(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_luztar")).args(arguments).output().expect("starts")
}

/// Output of a run that must succeed.
fn done(arguments: &[&str]) -> String {
    let output = luztar(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Commands that the help lists.
fn commands() -> Vec<String> {
    let help = done(&["--help"]);
    let listed = help.split("Commands:\n").nth(1).and_then(|text| text.split("\n\n").next());
    let lines = listed.expect("a list").lines().filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Exit status and message of a run that must fail.
fn fault(arguments: &[&str]) -> (i32, String) {
    let output = luztar(arguments);
    assert!(!output.status.success(), "{arguments:?} succeeded");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    (output.status.code().expect("an exit status"), text)
}

/// A CSV file as header and rows of numbers.
fn columns(path: &Path) -> (Vec<String>, Vec<Vec<f64>>) {
    let text = fs::read_to_string(path).expect("written");
    let mut lines = text.lines().map(|line| line.split(','));
    let header = lines.next().expect("a header").map(str::to_owned).collect();
    let rows = lines.map(|cells| cells.map(|x| x.parse().expect("a number")).collect()).collect();
    (header, rows)
}

fn position(header: &[String], name: &str) -> usize {
    header.iter().position(|other| other == name).unwrap_or_else(|| panic!("no column {name}"))
}

#[test]
fn list_shows_every_unit() {
    let text = done(&["list"]);
    let names: Vec<&str> =
        text.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, luztar::unit::catalogue::names().collect::<Vec<_>>());
    assert!(names.contains(&"TwoMassThreeContacts"), "{names:?}");
}

#[test]
fn list_and_describe_show_what_a_version_has() {
    let row = |text: &str, name: &str| {
        let mut lines = text.lines().filter(|line| line.contains(name));
        lines.next().unwrap_or_else(|| panic!("no {name} in\n{text}")).to_owned()
    };
    let three = done(&["list", "--fmi", "3"]);
    let gear = row(&three, "GearTrain ");
    for part in [" GearTrain.fmi3.fmu ", " Co-Simulation, Model Exchange "] {
        assert!(gear.contains(part), "{gear}");
    }
    assert!(row(&done(&["list", "--fmi", "2"]), "GearTrain ").contains(" GearTrain.fmu "));
    let two = done(&["describe", "SingleMassFriction", "--fmi", "2"]);
    let three = done(&["describe", "SingleMassFriction", "--fmi", "3"]);
    assert!(two.contains("stopAtEvents") && !three.contains("stopAtEvents"));
    for (text, kind) in [(&two, " Real "), (&three, " Float64 ")] {
        let position = row(text, "body.position ");
        let unit = luztar::unit::catalogue::unit("SingleMassFriction").expect("a unit");
        let reference = unit.find("body.position").expect("a variable").to_string();
        let mut cells = position.split_whitespace();
        assert_eq!(cells.next(), Some(reference.as_str()), "{position}");
        assert!(position.contains(kind), "{position}");
    }
    assert!(row(&three, "method ").contains("Enumeration"));
    assert!(three.contains("eventIndicator[1]") && !two.contains("eventIndicator"));
    assert_eq!(fault(&["describe", "GearTrain", "--fmi", "1"]).0, 2);
}

#[test]
fn describe_shows_equations_and_all_variables() {
    let text = done(&["describe", &network("LooseCoupling.toml")]);
    for part in [
        "LooseCoupling: Motor and load joined by a coupling with play; dry bearing at the load",
        "  J1·a'' = M − C",
        "2 bodies, 1 contact, 1 spring, no dampers",
        "experiment: to 4 s in steps of 0.001 s",
        "Parameters",
        "Inputs",
        "Outputs",
    ] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    let row = |name: &str| {
        let mut rows = text.lines().filter(|line| line.split_whitespace().next() == Some(name));
        rows.next().unwrap_or_else(|| panic!("no row {name} in\n{text}")).to_owned()
    };
    let inertia = row("load.inertia");
    for part in ["kg", "fixed", "0.4", "≤ 10", "Moment of inertia of load and shaft"] {
        assert!(inertia.contains(part), "{inertia}");
    }
    for name in ["motor.torque", "load.angle", "bearing.stuck", "coupling.backlash", "eventCount"] {
        row(name);
    }
}

#[test]
fn describe_takes_every_unit() {
    for name in luztar::unit::catalogue::names() {
        assert!(done(&["describe", name]).starts_with(name));
    }
}

#[test]
fn misspelt_unit_gets_the_nearest_name() {
    let (status, text) = fault(&["describe", "GearTrian"]);
    assert_eq!(status, 2);
    assert!(text.contains("no model is named `GearTrian` (did you mean `GearTrain`?)"), "{text}");
}

#[test]
fn unwritable_or_unknown_usage_is_status_2() {
    for arguments in [
        &[][..],
        &["explode"],
        &["build"],
        &["build", "--all", "GearTrain"],
        &["build", "NoSuchUnit"],
        &["build", "--all", "--library", "amiga=x.so"],
        &["check"],
        &["describe"],
    ] {
        assert_eq!(fault(arguments).0, 2, "{arguments:?}");
    }
}
