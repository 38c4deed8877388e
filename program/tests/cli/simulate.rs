//! `luztar simulate`: motions of closed form, what goes in, what is written, and what is refused.

use std::f64::consts::PI;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{columns, done, fault, luztar, network, networks, position};

/// Event times and positions at default settings, s and m at unit scale (DESIGN: accuracy).
const ACCURACY: f64 = 1e-9;

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

/// What a run that fails leaves behind is no file that looks whole, and the result of an earlier run stays.
#[test]
fn a_file_has_its_name_when_it_is_whole() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("slider.toml");
    let forced = "[body.slider]\nforce = \"input\"";
    let text = fs::read_to_string(network("SpringMass.toml")).expect("there");
    fs::write(&file, text.replace("[body.slider]", forced)).expect("writable");
    let [output, events] = ["o.csv", "e.csv"].map(|name| directory.path().join(name));
    let part = |path: &Path| PathBuf::from(format!("{}.part", path.display()));
    let run = |force: &str| {
        let [output, events] = [&output, &events].map(|path| path.display().to_string());
        luztar(&[
            "simulate",
            &file.display().to_string(),
            "--step",
            "0.1",
            "--input",
            force,
            "--output",
            &output,
            "--events",
            &events,
        ])
    };
    assert!(run("slider.force=0").status.success());
    let before = fs::read(&output).expect("written");
    assert!(!part(&output).exists() && !part(&events).exists());
    let failed = run("slider.force=if(t < 1, 0, 1/0)");
    let told = String::from_utf8_lossy(&failed.stderr);
    assert_eq!(failed.status.code(), Some(1), "{told}");
    let place = part(&output).display().to_string();
    for words in ["rows up to t = 1 s are kept in", &place, "its transitions are kept in"] {
        assert!(told.contains(words), "{told}");
    }
    assert_eq!(fs::read(&output).expect("still there"), before);
    let (_, rows) = columns(&part(&output));
    assert_eq!(rows.last().expect("rows")[0], 1.0);
    // No row, no file.
    fs::remove_file(part(&output)).expect("there");
    assert!(!run("slider.force=1/0").status.success());
    assert!(!part(&output).exists());
}

#[test]
fn an_input_that_is_too_fast_to_follow_is_a_warning() {
    let run = |torque: &str| {
        let all = ["--stop-time", "2e-6", "--step", "1e-6", "--output", "-", "--input", torque];
        luztar(&[&["simulate", network("Clutch.toml").as_str()], all.as_slice()].concat())
    };
    let output = run("engine.torque=sin(1e12*t)");
    let told = String::from_utf8_lossy(&output.stderr);
    let warning = "warning: Clutch: --input engine.torque=sin(1e12*t): changes faster than ramps can approximate: it \
        is sampled at intervals of 1e-9 s";
    assert_eq!(told.lines().filter(|line| line.contains("faster")).collect::<Vec<_>>(), [warning]);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("warning"));
    let slow = run("engine.torque=sin(1e3*t)");
    assert!(!String::from_utf8_lossy(&slow.stderr).contains("warning"));
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
        (2, &["--input", "engine.torque=1", "--input", "engine.torque=2"], "given by --input, too"),
        (2, &["--set", "engine.torque=1", "--input", "engine.torque=2"], "given by --set, too"),
        (2, &["--output", "-", "--events", "-"], "--output and --events are both -"),
        (2, &["--stop-time", "-1"], "--stop-time -1: must be > 0 s"),
        (2, &["--step", "0"], "--step 0: must be > 0 s"),
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

/// The acceleration of a prescribed motion follows from its velocity, but not where inputs are held.
#[test]
fn accelerations_that_follow_are_not_named() {
    let wiper = networks().join("../mechanisms/Wiper.toml").display().to_string();
    let run =
        |options: &[&str]| done(&[&["simulate", &wiper, "--stop-time", "0.01"], options].concat());
    let velocity = ["--input", "arm.angularVelocity=1.5+t"];
    assert!(!run(&velocity).contains("without a signal"));
    assert!(run(&[]).contains("at their start values: arm.angularVelocity\n"));
    let held = run(&[&velocity[..], &["--hold"]].concat());
    assert!(held.contains("at their start values: arm.angularAcceleration\n"), "{held}");
}

/// A ball meets a stop of Hertz after 1 s: both transitions are in the file, and in the summary by name.
#[test]
fn stops_that_are_touched_are_listed_as_springs_are() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (file, events) = (directory.path().join("Ball.toml"), directory.path().join("e.csv"));
    let text = "[model]\nname = \"Ball\"\n[experiment]\nstopTime = 2.0\nstepSize = 0.1\n[body.ball]\nmass = 1.0\n\
                position = 1.0\nvelocity = -1.0\n[hertz.wall]\nbetween = \"ball\"\nstiffness = 1e6\n";
    fs::write(&file, text).expect("writable");
    let (file, path) = (file.display().to_string(), events.display().to_string());
    let summary = done(&["simulate", &file, "--events", &path]);
    assert!(summary.contains("2 transitions") && summary.contains("1× gap → contact"), "{summary}");
    let text = fs::read_to_string(&events).expect("written");
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let changes: Vec<&[&str]> = rows.iter().map(|row| &row[1..]).collect();
    assert_eq!(changes, [["wall", "gap", "contact"], ["wall", "contact", "gap"]]);
    assert!((rows[0][0].parse::<f64>().expect("a number") - 1.0).abs() < ACCURACY, "{text}");
}

/// Means over a communication step that a jump at 0.4 s, or the end of a ramp at 0.35 s, divides.
#[test]
fn means_are_over_the_whole_communication_step() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Means.toml");
    let text = "[model]\nname = \"Means\"\n[body.belt]\nmotion = \"port\"\neffectiveMass = 1.0\n[body.a]\nmass = 1.0\nvelocity = 5.0\n\
                [contact.k]\nbetween = [\"a\", \"belt\"]\nlaw = \"coulomb\"\nnormalForce = \"input\"\n\
                kineticCoefficient = 1.0\n";
    fs::write(&file, text).expect("writable");
    let file = file.display().to_string();
    for (input, mean) in [
        ("1+if(t>0.4,1,0)", (0.15 * 1.0 + 0.1 * 2.0) / 0.25),
        // ∫ of 1 + 2 (t − 0.25) up to 0.35 s, then 1.2 N
        ("1+2*min(max(t-0.25,0),0.1)", (0.1 * 1.1 + 0.15 * 1.2) / 0.25),
    ] {
        let input = format!("k.normalForce={input}");
        let columns = "k.meanFrictionForce,belt.meanReaction,a.velocity";
        let text = done(&[
            "simulate",
            &file,
            "--stop-time",
            "1",
            "--step",
            "0.25",
            "--input",
            &input,
            "--columns",
            columns,
            "--output",
            "-",
        ]);
        let rows: Vec<Vec<f64>> = text
            .lines()
            .skip(1)
            .map(|row| row.split(',').map(|cell| cell.parse().expect("a number")).collect())
            .collect();
        assert!((rows[2][1] - mean).abs() < 1e-12, "{input}: {text}");
        for pair in rows.windows(2) {
            let [before, now] = pair else { unreachable!("two rows") };
            let lost = before[3] - now[3];
            assert!((now[1] * 0.25 - lost).abs() < 1e-12, "momentum: {text}");
            assert!((now[2] - now[1]).abs() < 1e-12, "reaction: {text}");
        }
    }
}
