//! The program `luztar` from outside: every subcommand with good and bad input, its files, its messages
//! and its exit status.
#![cfg(feature = "cli")]

mod build;
mod draw;
mod fits;
mod inputs;
mod laws;
mod messages;
mod new;
mod reproduction;
mod resumption;
mod studies;

use std::f64::consts::PI;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Event times and positions at default settings, s and m at unit scale (DESIGN: accuracy).
const ACCURACY: f64 = 1e-9;

fn networks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/networks")
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
fn closed_pipe_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_luztar"))
        .args(["simulate", &network("SpringMass.toml"), "--output", "-", "--stop-time", "20"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{complaint}");
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
    for part in ["kg", "fixed", "0.4", "≤ 10", "Inertia of the load and its shaft"] {
        assert!(inertia.contains(part), "{inertia}");
    }
    for name in ["motor.torque", "load.angle", "bearing.stuck", "coupling.freeplay", "eventCount"] {
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
    assert!(text.contains("no unit is named `GearTrian` (did you mean `GearTrain`?)"), "{text}");
}

#[test]
fn check_accepts_the_examples() {
    for entry in fs::read_dir(networks()).expect("examples") {
        let file = entry.expect("readable").path().display().to_string();
        let output = luztar(&["check", &file]);
        let complaint = String::from_utf8_lossy(&output.stderr);
        // The train needs 24 s to stop, in which steps of 80 ms blow up the motion of its springs; the slab slips every 20 s,
        // and much faster than in steps of 0.2 s.
        let long = ["BrakingTrain.toml", "DwellTime.toml"].iter().any(|name| file.ends_with(name));
        let expected = match long {
            true => {
                complaint.lines().count() == 1 && complaint.contains("500 steps of forward Euler")
            }
            false => complaint.is_empty(),
        };
        assert!(output.status.success() && expected, "{complaint}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with(&format!("{file}: ok: ")), "{text}");
    }
}

#[test]
fn check_names_file_line_and_remedy_of_every_faulty_file() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("faulty.toml");
    let good = fs::read_to_string(networks().join("SpringMass.toml")).expect("example");
    fs::write(&file, good.replace("stiffness", "stifness")).expect("writable");
    let file = file.display().to_string();
    let (status, text) = fault(&["check", &file, "no-such-file.toml", &network("SpringMass.toml")]);
    assert_eq!(status, 1);
    let line = 1 + good.lines().position(|line| line.starts_with("stiffness")).expect("a line");
    assert!(text.contains(&format!("{file}:{line}:")), "{text}");
    assert!(text.contains("stiffness"), "the nearest key is missing: {text}");
    assert!(text.contains("no-such-file.toml: "), "{text}");
    let output = luztar(&["check", &file, &network("SpringMass.toml")]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("SpringMass.toml: ok"));
}

#[test]
fn check_warns_of_doubtful_networks() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("doubtful.toml");
    let network = "[unit]\nname = \"Doubtful\"\n\
                   [body.block]\nmass = 1.0\n\
                   [body.a]\nmotion = \"prescribed\"\n\
                   [contact.pad]\nbetween = [\"a\"]\nlaw = \"coulomb\"\nkineticFriction = 1.0\n";
    fs::write(&file, network).expect("writable");
    let output = luztar(&["check", &file.display().to_string()]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    for part in ["body `block`: a keyword of Modelica", "nothing acts on it", "`appliedForce"] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!(text.lines().all(|line| line.starts_with("warning: ")), "{text}");
}

/// z'' = −k z in steps h of forward Euler grows by √(1 + k h²) a step: here to 1e308 within 500 steps of 2 s, and not of 1 s.
#[test]
fn check_warns_where_forward_euler_blows_up() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Stiff.toml");
    let network = |stop: f64| {
        format!(
            "[unit]\nname = \"Stiff\"\n[experiment]\nstopTime = {stop:?}\n\
             [body.mass]\nmass = 1.0\nposition = 1e-3\n\
             [spring.leaf]\nbetween = \"mass\"\nstiffness = 1e6\n"
        )
    };
    let complaint = |stop| {
        fs::write(&file, network(stop)).expect("writable");
        let output = luztar(&["check", &file.display().to_string()]);
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let text = complaint(2.0);
    assert!(
        text.contains("mass.acceleration = ") && text.contains("with stopTime = 1 it"),
        "{text}"
    );
    assert_eq!(complaint(1.0), "");
}

/// A network file with an option, in a directory that goes with the first of the pair.
fn chain() -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Chain.toml");
    let network = "[unit]\nname = \"Chain\"\n\
                   [option]\nn = { default = 1, min = 1, max = 9, description = \"bodies\" }\n\
                   [body.b]\nrepeat = { i = [1, \"{n}\"] }\nmass = 1.0\nvelocity = 1.0\n\
                   [contact.c]\nrepeat = { i = [1, \"{n}\"] }\nbetween = \"b{i}\"\nlaw = \"coulomb\"\n\
                   kineticFriction = 1.0\n";
    fs::write(&file, network).expect("writable");
    let file = file.display().to_string();
    (directory, file)
}

#[test]
fn build_options_are_chosen_on_the_command_line() {
    let (directory, file) = chain();
    let text = done(&["describe", &file]);
    for part in ["1 body, 1 contact", "Build options", "1 to 9", "bodies"] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!(done(&["describe", &file, "--set", "n=3"]).contains("3 bodies, 3 contacts"));
    assert!(done(&["check", &file, "--set", "n=2"]).contains("ok: Chain, 2 bodies"));
    let run = done(&["simulate", &file, "--set", "n=3", "--set", "b3.mass=0.5"]);
    assert!(run.contains("c3 ") && run.contains("3 transitions"), "{run}");

    let out = directory.path().display().to_string();
    let table = done(&["build", &file, "--set", "n=2", "--out", &out]);
    assert!(table.contains("yes: 10 steps"), "{table}");
    let fmu = fs::File::open(directory.path().join("Chain.fmu")).expect("built");
    let mut archive = zip::ZipArchive::new(fmu).expect("a zip archive");
    let mut read = |name: &str| {
        let entry = archive.by_name(name).expect(name);
        std::io::read_to_string(entry).expect("UTF-8")
    };
    assert!(read("resources/network.toml").contains("default = 2, min = 1"));
    assert!(read("modelDescription.xml").contains("b2.position"));
}

#[test]
fn wrong_build_options_are_refused_with_those_there_are() {
    let (_directory, file) = chain();
    let all = "no such build option; there are n (1 to 9; default 1)";
    for command in ["build", "check", "describe", "simulate"] {
        for (set, expected) in
            [("n=10", "must be a whole number, 1 to 9"), ("colour=2", all), ("n=2", "")]
        {
            let twice: &[&str] = if expected.is_empty() { &["--set", "n=2"] } else { &[] };
            let arguments = [&[command, file.as_str(), "--set", set], twice].concat();
            let (status, text) = fault(&arguments);
            let expected = if expected.is_empty() { "given twice" } else { expected };
            assert!(text.contains(expected), "{arguments:?}: {text}");
            assert_eq!(status, 2, "{arguments:?}: {text}");
        }
    }
    let (status, text) = fault(&["build", &network("SpringMass.toml"), "--set", "n=2"]);
    assert!(status == 2 && text.contains("the network has no build options"), "{text}");
}

#[test]
fn spring_and_mass_stop_where_the_closed_form_says() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (output, events) = (directory.path().join("o.csv"), directory.path().join("e.csv"));
    for step in ["0.001", "0.01", "0.5"] {
        let summary = done(&[
            "simulate",
            &network("SpringMass.toml"),
            "--step",
            step,
            "--output",
            &output.display().to_string(),
            "--events",
            &events.display().to_string(),
        ]);
        assert!(summary.starts_with("SpringMass: 2 s in "), "{summary}");
        assert!(summary.contains("3 transitions"), "{summary}");

        let text = fs::read_to_string(&events).expect("written");
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(rows[0], ["time", "element", "from", "to"]);
        let changes = [["backward", "forward"], ["forward", "backward"], ["backward", "stuck"]];
        assert_eq!(rows.len(), 1 + changes.len(), "{text}");
        for ((row, change), number) in rows[1..].iter().zip(changes).zip(1..) {
            let time: f64 = row[0].parse().expect("a number");
            let expected = f64::from(number) * PI / 10.0;
            assert!((time - expected).abs() < ACCURACY, "{time} is not {expected}");
            assert_eq!((row[1], &row[2..]), ("floor", &change[..]));
        }

        let (header, rows) = columns(&output);
        let last = rows.last().expect("rows");
        assert_eq!((header[0].as_str(), rows[0][0], last[0]), ("time", 0.0, 2.0));
        let rest = last[position(&header, "slider.position")];
        assert!((rest + 0.02).abs() < ACCURACY, "{rest}");
        assert_eq!(last[position(&header, "slider.velocity")], 0.0);
        assert_eq!(last[position(&header, "floor.stuck")], 1.0);
        assert_eq!(last[position(&header, "eventCount")], 3.0);
    }
}

#[test]
fn belt_has_the_period_of_the_closed_form() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let events = directory.path().join("e.csv");
    let path = events.display().to_string();
    done(&["simulate", &network("BlockOnBelt.toml"), "--events", &path]);
    let text = fs::read_to_string(&events).expect("written");
    let slips: Vec<f64> = text
        .lines()
        .filter(|line| line.contains("stuck,backward"))
        .map(|line| line.split(',').next().expect("a time").parse().expect("a number"))
        .collect();
    assert!(slips.len() >= 4, "{text}");
    let (v, delta, omega) = (0.1, 0.25, 2f64.sqrt());
    let period = 2.0 / omega * (PI - (delta * omega / v).atan()) + 2.0 * delta / v;
    for pair in slips.windows(2) {
        assert!((pair[1] - pair[0] - period).abs() < ACCURACY, "{slips:?}, period {period}");
    }
}

#[test]
fn parameters_and_inputs_reach_the_unit() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (table, output) = (directory.path().join("in.csv"), directory.path().join("out.csv"));
    fs::write(&table, "time,clutch.normalForce\n0,0\n1,0\n1,500\n2,500\n").expect("writable");
    done(&[
        "simulate",
        &network("Clutch.toml"),
        "--step",
        "0.01",
        "--set",
        "shaft.inertia=1",
        "--input",
        "engine.torque=if(t < 1, 2, 0)",
        "--inputs",
        &table.display().to_string(),
        "--output",
        &output.display().to_string(),
    ]);
    let (header, rows) = columns(&output);
    let engine = position(&header, "engine.angularVelocity");
    let shaft = position(&header, "shaft.angularVelocity");
    // free until 1 s under 2 N·m on 1 kg·m², then 25 N·m between equal inertias: alike after 0.24 s
    let at = |time: f64| rows.iter().find(|row| row[0] == time).expect("a row");
    assert!((at(1.0)[engine] - 12.0).abs() < ACCURACY && at(1.0)[shaft] == 0.0);
    let end = rows.last().expect("rows");
    assert!((end[engine] - 6.0).abs() < ACCURACY, "{}", end[engine]);
    assert_eq!(end[engine], end[shaft]);
}

#[test]
fn numbers_are_written_in_full() {
    let text = done(&["simulate", &network("SpringMass.toml"), "--step", "0.1", "--output", "-"]);
    let mut lines = text.lines();
    let column =
        lines.next().expect("a header").split(',').position(|name| name == "slider.position");
    let cells = lines.map(|line| line.split(',').nth(column.expect("a column")).expect("a cell"));
    for cell in cells {
        let value: f64 = cell.parse().expect("a number");
        assert_eq!(format!("{value:?}"), cell);
    }
}

#[test]
fn wrong_options_of_simulate_are_refused() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let table = directory.path().join("in.csv");
    fs::write(&table, "time,clutch.normalFroce\n0,0\n").expect("writable");
    let table = table.display().to_string();
    let clutch = network("Clutch.toml");
    for (status, options, expected) in [
        (2, ["--set", "shaft.inertai=1"].as_slice(), "did you mean `shaft.inertia`?"),
        (2, &["--set", "shaft.inertia"], "an `=` is missing"),
        (2, &["--set", "shaft.inertia=heavy"], "must be a number"),
        (2, &["--set", "shaft.inertia=-1"], "shaft.inertia"),
        (2, &["--set", "shaft.angle=1"], "is no parameter or input (its causality is output)"),
        (2, &["--set", "shaft.inertia=1", "--set", "shaft.inertia=2"], "given twice"),
        (2, &["--set", "method=guess"], "must be one of: events"),
        (2, &["--input", "engine.torqe=1"], "did you mean `engine.torque`?"),
        (2, &["--input", "shaft.inertia=1"], "is no input (its causality is parameter)"),
        (2, &["--input", "engine.torque=sinn(t)"], "column 1: no function `sinn`"),
        (2, &["--input", "engine.torque=1", "--input", "engine.torque=2"], "given by --input too"),
        (2, &["--set", "engine.torque=1", "--input", "engine.torque=2"], "given by --set too"),
        (2, &["--output", "-", "--events", "-"], "--output and --events are both -"),
        (2, &["--stop-time", "-1"], "--stop-time -1: must be positive"),
        (2, &["--step", "0"], "--step 0: must be positive"),
        (1, &["--input", "engine.torque=1/t"], "at t = 0 s: engine.torque"),
        (1, &["--inputs", &table], "did you mean `clutch.normalForce`?"),
        (1, &["--inputs", "no-such-file.csv"], "no-such-file.csv: "),
        (1, &["--output", "no/such/directory.csv"], "no/such/directory.csv: "),
        (1, &["--set", "clutch.staticCoefficient=0.1"], "static friction must not be below"),
    ] {
        let arguments = [&["simulate", clutch.as_str()], options].concat();
        let (code, text) = fault(&arguments);
        assert!(text.contains(expected), "{options:?}: {text}");
        assert_eq!(code, status, "{options:?}: {text}");
    }
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
