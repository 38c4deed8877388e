//! Inputs of a run: expressions and CSV files are followed within the communication steps, so that the motion does
//! not depend on them.

use std::fs;
use std::path::Path;

use super::{columns, done, fault, luztar, position};

/// Distance of event times: an input is followed within 1e-9 of its range.
const FOLLOWED: f64 = 1e-8;

const SPOOL: &str = r#"
[model]
name = "Spool"
[experiment]
stopTime = 1.0
stepSize = 0.0005
[body.spool]
mass = 0.05
force = "input"
[spring.centring]
between = "spool"
stiffness = 8000.0
[damper.oil]
between = "spool"
damping = 4.0
[contact.land]
between = "spool"
law = "stribeck"
kineticFriction = 3.0
staticFriction = 6.0
stribeckVelocity = 0.01
[spring.stops]
between = "spool"
stiffness = 2e7
damping = 300.0
backlash = 0.01
"#;

pub const INCLINE: &str = r#"
[model]
name = "Incline"
[experiment]
stopTime = 6.0
[body.block]
mass = 10.0
force = "input"
[contact.plane]
between = "block"
law = "coulomb"
kineticCoefficient = 0.3
staticCoefficient = 0.4
normalForce = "input"
"#;

const CONVEYOR: &str = r#"
[model]
name = "Conveyor"
[experiment]
stopTime = 5.0
[body.parcel]
mass = 12.0
[contact.belt]
between = "parcel"
law = "coulomb"
normalForce = 117.72
kineticCoefficient = 0.3
staticCoefficient = 0.45
surfaceVelocity = "input"
"#;

const LAG: &str = r#"
[model]
name = "Lag"
[experiment]
stopTime = 6.0
stepSize = 0.1
[body.axle]
motion = "prescribed"
[spring.leaf]
between = "axle"
stiffness = 1000.0
"#;

/// Transitions `(time, rest of the line)` of a network with these options.
fn events(network: &str, options: &[&str]) -> Vec<(f64, String)> {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (file, events) = (directory.path().join("n.toml"), directory.path().join("e.csv"));
    fs::write(&file, network).expect("writable");
    let (file, path) = (file.display().to_string(), events.display().to_string());
    done(&[&["simulate", &file, "--events", &path], options].concat());
    let text = fs::read_to_string(&events).expect("written");
    let rows = text.lines().skip(1).map(|line| line.split_once(',').expect("a time"));
    rows.map(|(time, rest)| (time.parse().expect("a number"), rest.to_owned())).collect()
}

fn same(one: &[(f64, String)], other: &[(f64, String)], within: f64) {
    assert_eq!(one.len(), other.len());
    for ((time, what), (other_time, other_what)) in one.iter().zip(other) {
        assert!((time - other_time).abs() < within, "{time} {what}, {other_time} {other_what}");
        assert_eq!(what, other_what, "at {time} s");
    }
}

#[test]
fn transitions_do_not_depend_on_the_step() {
    let force = ["--input", "spool.force=80*sin(2*pi*5*t)", "--input-tolerance", "1e-6"];
    let run =
        |network: &str, step: &str| events(network, &[&force[..], &["--step", step]].concat());
    // friction of which the motion is closed, and one that is integrated
    let coulomb = SPOOL.replace("stribeckVelocity = 0.01\n", "").replace("stribeck", "coulomb");
    for (network, least, within) in [(&*coulomb, 300, 1e-10), (SPOOL, 150, 1e-5)] {
        let fine = run(network, "0.0001");
        assert!(fine.len() > least, "{}", fine.len());
        for step in ["0.001", "0.01", "0.3"] {
            same(&fine, &run(network, step), within);
        }
    }
}

/// A block that breaks away at 4 N under 5 N·sin t does so at asin 0.8, as exactly as the input is followed: off by δ·10 N,
/// it does so up to δ·10/(5 cos t) later.
#[test]
fn transitions_are_as_exact_as_the_input_is_followed() {
    let input = ["--input", "block.force=5*sin(t)", "--set", "plane.normalForce=10"];
    let expected = 0.8_f64.asin();
    for (tolerance, most, least) in
        [(Some("1e-4"), 1e-4, 1e-6), (None, 1e-9, 0.0), (Some("1e-10"), 1e-10, 0.0)]
    {
        let given = tolerance.map_or(vec![], |tolerance| vec!["--input-tolerance", tolerance]);
        let events = events(INCLINE, &[&input[..], &given, &["--stop-time", "1"]].concat());
        let (time, what) = &events[0];
        assert!(what.contains("stuck,forward") || what.contains("forward"), "{what}");
        let off = (time - expected).abs();
        assert!(off <= 10.0 / 3.0 * most + 1e-14 && off >= least, "{tolerance:?}: {off:e}");
    }
    let (status, text) =
        fault(&["simulate", "GearTrain", "--input-tolerance", "0", "--stop-time", "0.01"]);
    assert!(status == 2 && text.contains("must be a number from 1e-14 to 0.1"), "{text}");
}

/// 1 kg under (1 + t³) N, in steps of 0.5 s: each takes the mean of the force at its ends, the first one too.
#[test]
fn time_stepping_takes_the_chord_of_every_step() {
    let network = "[model]\nname = \"Pushed\"\n[body.cart]\nmass = 1.0\nforce = \"input\"\n";
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("n.toml").display().to_string();
    fs::write(&file, network).expect("writable");
    let run = ["simulate", &file, "--set", "method=moreau", "--stop-time", "1", "--step", "0.5"];
    let given = ["--input", "cart.force=1+t^3", "--output", "-", "--columns", "cart.velocity"];
    let table = done(&[&run[..], &given].concat());
    let rows = table.lines().skip(1);
    let velocities: Vec<f64> = rows
        .map(|row| row.split(',').next_back().expect("a column").parse().expect("a number"))
        .collect();
    for (velocity, expected) in velocities.iter().zip([0.0, 0.53125, 1.3125]) {
        assert!((velocity - expected).abs() < 1e-15, "{velocities:?}");
    }
    assert_eq!(velocities.len(), 3);
}

/// A ramp to 0 is at 0 where it ends: the plane is let go for good, and so is the parcel on a belt that has come to rest.
#[test]
fn a_ramp_ends_where_it_should() {
    for (network, input, last) in [
        (INCLINE, "plane.normalForce=100*max(2.1-t, 0)", "free"),
        (CONVEYOR, "belt.surfaceVelocity=max(1.3-0.7*t, 0)", "stuck"),
    ] {
        let run = |step: &str| events(network, &["--input", input, "--step", step]);
        let coarse = run("0.5");
        assert!(coarse.last().is_some_and(|event| event.1.ends_with(last)), "{coarse:?}");
        for step in ["0.001", "0.002", "0.01", "0.1", "0.3"] {
            same(&run(step), &coarse, 1e-12);
        }
    }
}

/// The input of a law is held, and jumps where its signal does, whatever the step: 800 K is too hot for the brake.
#[test]
fn the_input_of_a_law_jumps_when_its_signal_does() {
    let brake = include_str!("../../../examples/networks/DiscBrake.toml");
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("t.csv").display().to_string();
    let points = "time,brake.temperature\n0,300\n1.23,300\n1.23,800\n9,800\n";
    fs::write(&file, points).expect("writable");
    let expression = ["--input", "brake.temperature=if(t < 1.23, 300, 800)"];
    for given in [&expression[..], &["--inputs", &file]] {
        for step in ["0.01", "0.5"] {
            let options = [given, &["--step", step, "--stop-time", "3"]].concat();
            let events = events(brake, &options);
            assert_eq!(events.len(), 1, "{events:?}");
            assert!((events[0].0 - 1.23).abs() < 1e-12, "{events:?}");
        }
    }
    let file = super::network("DiscBrake.toml");
    for (signal, said) in [
        ("20-30*t", "brake.temperature = -"),
        ("1300", "the pads would melt (brake.temperature = 1300, brake.meltingTemperature = 1200)"),
    ] {
        let (status, told) =
            fault(&["simulate", &file, "--input", &format!("brake.temperature={signal}")]);
        assert_eq!(status, 1, "{told}");
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn a_slip_begins_when_the_closed_form_says() {
    let arguments = ["--input", "block.force=98.1*sin(5*pi/180*t)"];
    let load = ["--input", "plane.normalForce=98.1*cos(5*pi/180*t)"];
    for step in ["0.001", "0.1", "5"] {
        let events = events(INCLINE, &[&arguments[..], &load, &["--step", step]].concat());
        let expected = 0.4_f64.atan().to_degrees() / 5.0;
        assert_eq!(events.len(), 1, "{events:?}");
        assert!((events[0].0 - expected).abs() < FOLLOWED, "{events:?} {expected}");
    }
}

#[test]
fn a_belt_that_moves_smoothly_carries_what_lies_on_it() {
    let smooth = ["--step", "0.01", "--input", "belt.surfaceVelocity=0.5*sin(3*t)"];
    assert_eq!(events(CONVEYOR, &smooth), []);
    // held, it jumps in every step, and with it the parcel slips
    assert!(events(CONVEYOR, &[&smooth[..], &["--hold"]].concat()).len() > 100);
    // 4.5 m/s² is more than the 4.4145 m/s² that static friction carries
    let hard = events(CONVEYOR, &["--input", "belt.surfaceVelocity=if(t < 1, 0, 4.5*(t - 1))"]);
    assert_eq!((hard[0].0, hard[0].1.as_str()), (1.0, "belt,stuck,backward"));
}

#[test]
fn jumps_within_a_step_happen_at_their_own_time() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let table = directory.path().join("in.csv");
    fs::write(&table, "time,block.force\n0,0\n0.777,0\n0.777,50\n6,50\n").expect("writable");
    let table = table.display().to_string();
    let load = ["--set", "plane.normalForce=100", "--step", "0.5"];
    for force in [["--input", "block.force=if(t < 0.777, 0, 50)"], ["--inputs", &table]] {
        let events = events(INCLINE, &[&load[..], &force].concat());
        assert_eq!(events, [(0.777, "plane,stuck,forward".to_owned())]);
    }
    let held = events(INCLINE, &[&load[..], &["--inputs", &table, "--hold"]].concat());
    assert_eq!(held[0].0, 1.0, "held inputs jump at communication points");
}

/// Runs the spring on a given motion; gives columns of its output.
fn lag(directory: &Path, options: &[&str]) -> (Vec<String>, Vec<Vec<f64>>) {
    let (file, output) = (directory.join("n.toml"), directory.join("o.csv"));
    fs::write(&file, LAG).expect("writable");
    let (file, path) = (file.display().to_string(), output.display().to_string());
    done(&[&["simulate", &file, "--output", &path], options].concat());
    columns(&output)
}

#[test]
fn given_motions_are_shown_at_the_instant_of_the_outputs() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let motion = ["--input", "axle.position=0.1*sin(t)", "--input", "axle.velocity=0.1*cos(t)"];
    let (header, rows) = lag(directory.path(), &motion);
    let (force, axle) = (position(&header, "leaf.force"), position(&header, "axle.position"));
    for row in &rows {
        // an elastic spring: no hysteresis
        assert!((row[force] - 1000.0 * row[axle]).abs() < 1e-9, "{row:?}");
        assert!((row[axle] - 0.1 * row[0].sin()).abs() < 1e-7, "{row:?}");
    }
}

#[test]
fn time_stepping_takes_inputs_on_chords() {
    let arguments = ["--set", "method=moreau", "--set", "plane.normalForce=100", "--step", "0.01"];
    let ramp = ["--input", "block.force=20*t"];
    let events = events(INCLINE, &[&arguments[..], &ramp].concat());
    assert!(events.len() == 1 && (events[0].0 - 2.0).abs() <= 0.02, "{events:?}");
}

#[test]
fn loads_of_which_friction_is_no_multiple_are_held() {
    let law = "law = \"wanheimBay\"\nshearForce = 100.0\nfrictionFactor = 0.6\n";
    let (before, after) = INCLINE.split_once("law =").expect("a law");
    let load = after.split_once("normalForce").expect("a load").1;
    let network = format!("{before}{law}normalForce{load}");
    let fall = ["--input", "plane.normalForce=200-100*t", "--set", "block.force=5"];
    let events = events(&network, &[&fall[..], &["--step", "0.25"]].concat());
    let (time, what) = &events[0];
    assert_eq!((time % 0.25, what.as_str()), (0.0, "plane,stuck,forward"), "{events:?}");
}

#[test]
fn columns_are_chosen_by_names_with_wildcards() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let motion = ["--input", "axle.position=0.1*sin(t)"];
    let columns = |patterns: &[&str]| lag(directory.path(), &[&motion[..], patterns].concat()).0;
    assert!(columns(&[]).contains(&"axle.position".to_owned()));
    let chosen = columns(&["--columns", "leaf.force,axle.*", "--columns", "*.force"]);
    assert_eq!(chosen[..3], ["time", "leaf.force", "axle.position"]);
    assert_eq!(chosen.iter().filter(|name| *name == "leaf.force").count(), 1);
    let file = directory.path().join("n.toml").display().to_string();
    for (pattern, expected) in
        [("*.foce", "matches `*.foce`"), ("leaf.foce", "did you mean `leaf.force`?")]
    {
        let (status, text) = fault(&["simulate", &file, "--output", "-", "--columns", pattern]);
        assert!(status == 2 && text.contains(expected), "{text}");
    }
}

#[test]
fn inputs_that_nobody_gave_are_named() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("n.toml");
    fs::write(&file, INCLINE).expect("writable");
    let run = |options: &[&str]| {
        done(&[&["simulate", &file.display().to_string(), "--stop-time", "0.1"], options].concat())
    };
    let text = run(&["--set", "plane.normalForce=1"]);
    assert!(
        text.contains("inputs without a signal, at their start values: block.force\n"),
        "{text}"
    );
    let text = run(&["--set", "plane.normalForce=1", "--input", "block.force=0"]);
    assert!(!text.contains("without a signal"), "{text}");
}

/// Warnings on stderr of a run of the spring.
fn warnings(command: &str, options: &[&str]) -> Vec<String> {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("n.toml");
    fs::write(&file, LAG).expect("writable");
    let (file, picture) = (file.display().to_string(), directory.path().join("p.svg"));
    let picture = ["--output", &picture.display().to_string()].map(str::to_owned);
    let output = if command == "plot" { [&*picture[0], &*picture[1]].to_vec() } else { vec![] };
    let ran = luztar(&[&[command, &file][..], &output, options].concat());
    let told = String::from_utf8(ran.stderr).expect("UTF-8");
    assert!(ran.status.success(), "{options:?}: {told}");
    told.lines().filter(|line| line.starts_with("warning: ")).map(str::to_owned).collect()
}

#[test]
fn given_motions_that_contradict_themselves_are_told_once() {
    let position = ["--input", "axle.position=0.1*sin(t)"];
    let motion = [&position[..], &["--input", "axle.velocity=0.1*cos(t)"]].concat();
    for command in ["simulate", "plot"] {
        for step in ["0.0005", "0.1", "0.7"] {
            for hold in [&["--step", step][..], &["--step", step, "--hold"]] {
                let told = warnings(command, &[&motion[..], hold].concat());
                assert_eq!(told, [""; 0], "{command} {hold:?}");
                let told = warnings(command, &[&position[..], hold].concat());
                assert_eq!(told.len(), 1, "{command} {hold:?}: {told:?}");
                for part in ["Lag: ", "axle.position", "axle.velocity", " s to ", "the bound is"] {
                    assert!(told[0].contains(part), "{part}: {}", told[0]);
                }
            }
        }
    }
    let chords = [&position[..], &["--set", "method=moreau"]].concat();
    assert_eq!(warnings("simulate", &chords).len(), 1);
    let directory = tempfile::tempdir().expect("temporary directory");
    let table = directory.path().join("in.csv");
    fs::write(&table, "time,axle.position\n0,0\n6,3\n").expect("writable");
    let table = table.display().to_string();
    for hold in [&["--inputs", &table][..], &["--inputs", &table, "--hold"]] {
        assert_eq!(warnings("simulate", hold).len(), 1, "{hold:?}");
    }
}

/// A belt that goes on at 1 m/s at once where it has come to 2 m/s: two rows at one time are a jump, however much it looks
/// like the next sample of a smooth motion, and so the step decides nothing. 10 N stop 1 kg by 10 m/s².
#[test]
fn a_jump_of_a_given_velocity_tears_off_whatever_the_step() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let path = |file: &str| folder.path().join(file).to_string_lossy().into_owned();
    let (network, inputs, output) = (path("belt.toml"), path("rows.csv"), path("out.csv"));
    let belt = "[model]\nname = \"Belt\"\n[body.parcel]\nmass = 1.0\n[contact.belt]\nbetween = \"parcel\"\n\
        law = \"coulomb\"\nkineticFriction = 10.0\nsurfaceVelocity = \"input\"\n";
    let hand = "[model]\nname = \"Hand\"\n[body.parcel]\nmass = 1.0\n[body.belt]\nmotion = \"prescribed\"\n\
        by = \"velocity\"\n[contact.bed]\nbetween = [\"parcel\", \"belt\"]\nlaw = \"coulomb\"\nkineticFriction = 10.0\n";
    for (text, input) in [(belt, "belt.surfaceVelocity"), (hand, "belt.velocity")] {
        fs::write(&network, text).expect("written");
        let rows = format!("time,{input}\n0,0\n1,2\n1,1\n2,1\n3,1.5\n3,1.2\n");
        fs::write(&inputs, rows).expect("written");
        for step in ["0.01", "0.25", "0.7", "1", "4"] {
            let run =
                ["simulate", &network, "--inputs", &inputs, "--stop-time", "4", "--step", step];
            let printed = done(&[&run[..], &["--events", "-", "--output", &output]].concat());
            let times: Vec<f64> = printed
                .lines()
                .skip(1)
                .map(|line| line.split(',').next().expect("a time").parse().expect("a number"))
                .collect();
            assert_eq!(times.len(), 4, "{step}: {printed}");
            for (time, expected) in times.iter().zip([1.0, 1.1, 3.0, 3.03]) {
                assert!((time - expected).abs() < 1e-9, "{step}: {printed}");
            }
        }
    }
}
