//! Studies from outside: their files, the same on any number of threads, and what they refuse.

use std::f64::consts::PI;
use std::fs;

use crate::{done, fault, network};

/// The cells of a CSV text under its header.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

#[test]
fn a_sweep_has_the_closed_form_in_each_row_on_any_number_of_threads() {
    let file = network("BlockOnBelt.toml");
    let sweep = |threads: &str| {
        let vary = "belt.surfaceVelocity=0.1:0.4:4";
        done(&[
            "sweep",
            &file,
            "--vary",
            vary,
            "--from",
            "10",
            "--stop-time",
            "60",
            "--step",
            "0.05",
            "--section",
            "belt:slips",
            "--columns",
            "slider.position,slider.velocity",
            "--threads",
            threads,
        ])
    };
    let text = sweep("1");
    assert_eq!(text, sweep("3"));
    let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
    let at = |name: &str| {
        header.iter().position(|cell| *cell == name).unwrap_or_else(|| panic!("{name}"))
    };
    let number = |row: &[&str], name: &str| row[at(name)].parse::<f64>().expect("a number");
    assert_eq!(rows(&text).len(), 4);
    for row in rows(&text) {
        let v = number(&row, "belt.surfaceVelocity");
        let (delta, omega) = (0.25, 2f64.sqrt());
        let period = 2.0 / omega * (PI - (delta * omega / v).atan()) + 2.0 * delta / v;
        assert!((number(&row, "period") - period).abs() < 1e-9, "{v}");
        // about the middle F_k/k the slider turns at the radius √(Δ² + (v/ω)²)
        let radius = delta.hypot(v / omega);
        assert!((number(&row, "slider.position:max") - 0.5 - radius).abs() < 1e-7, "{v}");
        assert!((number(&row, "slider.velocity:min") + omega * radius).abs() < 1e-6, "{v}");
        assert!((number(&row, "slider.position:event") - 0.75).abs() < 1e-9, "{v}");
    }
}

#[test]
fn hypercubes_and_lists_are_run() {
    let file = network("SpringMass.toml");
    let vary = ["--vary", "slider.mass=1:2:2", "--vary", "floor.kineticFriction=1:3:2"];
    let drawn =
        done(&[&["sweep", &file][..], &vary, &["--latin-hypercube", "5", "--seed", "3"]].concat());
    let found = rows(&drawn);
    assert_eq!(found.len(), 5);
    let mut parts: Vec<i64> = found
        .iter()
        .map(|row| ((row[0].parse::<f64>().expect("a mass") - 1.0) * 5.0) as i64)
        .collect();
    parts.sort_unstable();
    assert_eq!(parts, [0, 1, 2, 3, 4]);
    let listed = done(&["sweep", &file, "--vary", "method=events,moreau"]);
    assert_eq!(rows(&listed).iter().map(|row| row[0]).collect::<Vec<_>>(), ["events", "moreau"]);
}

#[test]
fn diagrams_are_the_same_on_any_number_of_threads() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let picture = directory.path().join("d.svg").display().to_string();
    let diagram = |threads: &str| {
        let text = done(&[
            "bifurcation",
            "BrakeMechanism",
            "--vary",
            "lining.normalForce=5:6:5",
            "--section",
            "lining:slips",
            "--column",
            "shoe.position",
            "--points",
            "3",
            "--picture",
            &picture,
            "--threads",
            threads,
        ]);
        (text, fs::read_to_string(&picture).expect("written"))
    };
    let (text, drawn) = diagram("1");
    assert_eq!((text.clone(), drawn.clone()), diagram("2"));
    assert!(drawn.starts_with("<svg"), "{}", &drawn[..40]);
    let found = rows(&text);
    assert_eq!(found.len(), 2 * 5 * 3);
    assert!(found[..15].iter().all(|row| row[1] == "forwards"));
}

/// Reads the period of a cycle that is told in words, s.
fn period_of(text: &str) -> f64 {
    let word = text.split("period ").nth(1).and_then(|rest| rest.split(' ').next());
    word.expect("a period").parse().expect("a number")
}

#[test]
fn cycles_are_told_in_words_and_rows() {
    let text = done(&["cycle", &network("BlockOnBelt.toml"), "--column", "slider.position"]);
    let period = period_of(&text);
    assert!((period - 7.611_259_254_101_31).abs() < 1e-12 * 7.6, "{period}");
    assert!(text.starts_with("BlockOnBelt: stable cycle"), "{text}");
    let branch = done(&[
        "cycle",
        &network("BlockOnBelt.toml"),
        "--vary",
        "belt.surfaceVelocity=0.1:0.2:4",
        "--output",
        "-",
    ]);
    for row in rows(&branch) {
        let (v, found): (f64, f64) = (row[0].parse().expect("v"), row[1].parse().expect("T"));
        let (delta, omega) = (0.25, 2f64.sqrt());
        let period = 2.0 / omega * (PI - (delta * omega / v).atan()) + 2.0 * delta / v;
        assert!((found - period).abs() < 1e-9, "{v}: {found} {period}");
    }
}

/// Table and picture of a study on a number of threads.
fn on_threads(arguments: &[&str], threads: &str) -> (String, String) {
    let directory = tempfile::tempdir().expect("temporary directory");
    let picture = directory.path().join("d.svg").display().to_string();
    let text = done(&[arguments, &["--threads", threads, "--picture", &picture]].concat());
    (text, fs::read_to_string(&picture).expect("written"))
}

#[test]
fn studies_are_the_same_on_one_and_two_threads() {
    let belt = network("BlockOnBelt.toml");
    let plane = ["phase", "BeltOscillator", "--start", "1.4,-1.5", "--duration", "3"];
    let exponents = [
        "lyapunov",
        &belt,
        "--vary",
        "belt.surfaceVelocity=0.1:0.4:3",
        "--count",
        "20",
        "--interval",
        "2",
    ];
    let answers = [
        "frequency-response",
        "ForcedOscillator",
        "--set",
        "law=coulomb",
        "--vary",
        "slider.excitationOmega=1.1:1.3:3",
        "--column",
        "slider.position",
        "--settle",
        "5",
    ];
    let loops = [
        "characteristic",
        "BristleElement",
        "--element",
        "contact",
        "--amplitude",
        "1e-3",
        "--frequency",
        "0.1,1,10",
    ];
    for arguments in [plane.as_slice(), &exponents, &answers, &loops] {
        let (text, drawn) = on_threads(arguments, "1");
        assert!(text.lines().count() > 3 && drawn.starts_with("<svg"), "{arguments:?}: {text}");
        assert_eq!((text, drawn), on_threads(arguments, "2"), "{arguments:?}");
    }
}

#[test]
fn energies_and_exponents_are_told() {
    let text = done(&["energy", &network("SpringMass.toml"), "--step", "0.05"]);
    let last = *rows(&text).last().expect("rows").last().expect("cells");
    assert!(last.parse::<f64>().expect("a number").abs() < 1e-13, "{last}");
    let directory = tempfile::tempdir().expect("temporary directory");
    let table = directory.path().join("l.csv").display().to_string();
    let belt = network("BlockOnBelt.toml");
    let told = done(&["lyapunov", &belt, "--count", "20", "--interval", "3", "--output", &table]);
    assert!(told.contains("−∞") && told.contains(" ± "), "{told}");
    let written = fs::read_to_string(&table).expect("written");
    assert!(rows(&written).iter().all(|row| row.len() == 3 && row[2] == "-inf"), "{written}");
}

/// The word for parts of a force's period is no name of an element.
#[test]
fn sections_of_elements_may_begin_with_phase() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Phases.toml").display().to_string();
    let text = fs::read_to_string(network("BlockOnBelt.toml")).expect("readable");
    let text = text.replace("slider", "phaser").replace("contact.belt", "contact.phase");
    fs::write(&file, text).expect("writable");
    let crossings = |section: &str| {
        let options = ["--column", "phaser.position", "--points", "3", "--section", section];
        let text = done(&[&["poincare", &file], &options[..]].concat());
        let places = rows(&text).into_iter().map(|row| row[2].parse::<f64>().expect("a number"));
        places.collect::<Vec<_>>()
    };
    // The block begins to slip at 3/4 m.
    for (section, place) in
        [("phase:slips", 0.75), ("phase:stuck->any", 0.75), ("phaser.position>0.6", 0.6)]
    {
        let found = crossings(section);
        assert_eq!(found.len(), 3, "{section}");
        assert!(found.iter().all(|at| (at - place).abs() < 1e-9), "{section}: {found:?}");
    }
    for (section, expected) in [
        ("phase", "no harmonic force"),
        ("phase:0.5", "no harmonic force"),
        ("phase:flies", "after the name: sticks or slips"),
        ("phaser", "must be one of"),
        ("phases.position>1", "did you mean `phaser.position`?"),
    ] {
        let options = ["--column", "phaser.position", "--section", section];
        let (status, told) = fault(&[&["poincare", &file], &options[..]].concat());
        assert!(status == 2 && told.contains(expected), "{section}: {told}");
    }
    let belt = network("BlockOnBelt.toml");
    let (_, told) =
        fault(&["poincare", &belt, "--column", "slider.position", "--section", "phase:x"]);
    assert!(told.contains("`phase:X` with a number X"), "{told}");
}

#[test]
fn wrong_options_of_studies_are_refused() {
    let belt = network("BlockOnBelt.toml");
    let section = ["--column", "slider.position", "--section"];
    for (status, command, options, expected) in [
        (
            2,
            "sweep",
            ["--vary", "belt.surfaceVelocty=1:2:3"].as_slice(),
            "did you mean `belt.surfaceVelocity`?",
        ),
        (2, "sweep", &["--vary", "belt.surfaceVelocity=1:2"], "FIRST:LAST:COUNT"),
        (
            2,
            "sweep",
            &["--vary", "belt.viscous=1,2", "--latin-hypercube", "3"],
            "drawn from ranges",
        ),
        (2, "sweep", &["--vary", "belt.viscous=1,2", "--vary", "belt.viscous=1,2"], "given twice"),
        (
            2,
            "sweep",
            &["--vary", "belt.viscous=1,2", "--section", "blt:slips"],
            "did you mean `belt`?",
        ),
        (2, "sweep", &["--vary", "belt.viscous=1,2", "--from", "1e9"], "stop time"),
        (1, "sweep", &["--vary", "belt.staticFriction=1.5,0.5"], "1 of 2 runs failed"),
        (1, "sweep", &["--vary", "slider.mass=-1:1:3"], "2 of 3 runs failed"),
        (1, "sweep", &["--vary", "slider.mass=-1,1"], "slider.mass=-1: --vary: slider.mass = -1"),
        (2, "sweep", &["--vary", "slider.mass=-1,-2"], "--vary: slider.mass = -1"),
        (
            2,
            "sweep",
            &["--vary", "belt.viscous=1:2:3", "--latin-hypercube", "2000000"],
            "must be 1 to 1000000",
        ),
        (2, "poincare", &[&section[..], &["phase"]].concat(), "no harmonic force"),
        (2, "poincare", &[&section[..], &["slider.velocity"]].concat(), "must be one of"),
        (2, "poincare", &[&section[..], &["belt:stuck->flying"]].concat(), "no state `flying`"),
        (
            2,
            "poincare",
            &[&section[..], &["slider.velocity>fast"]].concat(),
            "must be a finite number",
        ),
        (2, "cycle", &["--vary", "belt.viscous=1,2"], "a branch needs a range"),
        (2, "cycle", &["--vary", "belt.viscous=1:2"], ": must be NAME=FIRST:LAST:COUNT\n"),
        (1, "cycle", &["--set", "belt.viscous=9", "--settle", "100"], "comes to rest"),
        (
            1,
            "frequency-response",
            &["--vary", "belt.viscous=1,2", "--column", "slider.position"],
            "no harmonic force",
        ),
        (2, "phase", &["--states", "slider.position", "slider.acceleration"], "is not a state"),
        (2, "phase", &["--start", "1;2"], "must be X,Y"),
        (2, "phase", &["--x", "1,2"], "FIRST:LAST:COUNT"),
        (
            2,
            "phase",
            &["--x=0:1:1000000", "--y=0:1:1000000"],
            "--x, --y: more than 10000000 combinations",
        ),
        (2, "phase", &["--step", "1e-12"], "rows are more than 10000000"),
        (2, "energy", &["--step", "1e-13"], "rows are more than 10000000"),
        (2, "energy", &["--step", "0"], "--step 0: must be > 0 and finite"),
        (2, "lyapunov", &["--settle", "-1"], "--settle -1: must be ≥ 0"),
        (2, "lyapunov", &["--count", "3"], "3 is not in 20.."),
        (2, "characteristic", &["--element", "blt"], "did you mean `belt`?"),
        (2, "characteristic", &["--element", "belt", "--load", "3"], "belt has no normalForce"),
        (2, "characteristic", &["--element", "leaf", "--load", "3"], "leaf is a spring"),
        (
            2,
            "characteristic",
            &["--element", "belt", "--range=-1:1"],
            "--range -1:1: must be FIRST:LAST:COUNT\n",
        ),
        (2, "characteristic", &["--element", "belt", "--element", "leaf"], "those of one kind"),
    ] {
        let arguments = [&[command, belt.as_str()], options].concat();
        let (code, text) = fault(&arguments);
        assert!(text.contains(expected), "{command} {options:?}: {text}");
        assert_eq!(code, status, "{command} {options:?}: {text}");
    }
    let (code, text) = fault(&["cycle", "BristleElement"]);
    assert!(code == 1 && text.contains("is prescribed by inputs"), "{text}");
}

/// cos 2t from within a communication step on, whatever the step.
#[test]
fn a_sweep_measures_from_any_time() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("model.toml");
    let text = "[model]\nname = \"Late\"\n[body.m]\nmass = 1.0\nposition = 1.0\n[spring.s]\nbetween = \"m\"\n\
                stiffness = 4.0\n";
    fs::write(&file, text).expect("writable");
    let file = file.display().to_string();
    let from = 9.95f64;
    let square = |t: f64| 0.5 * t + 0.125 * (4.0 * t).sin();
    let rms = ((square(10.0) - square(from)) / (10.0 - from)).sqrt();
    for step in ["0.1", "0.25", "10.0"] {
        let [vary, columns] = ["m.mass=1,1", "m.position"];
        let text = done(&[
            "sweep",
            &file,
            "--vary",
            vary,
            "--stop-time",
            "10",
            "--step",
            step,
            "--from",
            "9.95",
            "--columns",
            columns,
        ]);
        let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
        let row = rows(&text).remove(0);
        for (name, expected) in
            [("min", 20f64.cos()), ("max", (2.0 * from).cos()), ("rms", rms), ("end", 20f64.cos())]
        {
            let name = format!("m.position:{name}");
            let place = header.iter().position(|cell| *cell == name).expect("a column");
            let found: f64 = row[place].parse().expect("a number");
            // A cubic over 0.05 s is within 16·0.05⁴/384 of the motion.
            let within = if name.ends_with("rms") { 3e-7 } else { 1e-9 };
            assert!((found - expected).abs() < within, "{name} step {step}: {found} {expected}");
        }
    }
}

/// Two masses without friction under forces of 1 and 1.5 rad/s: all returns after 4π, as the closed form does.
#[test]
fn forces_of_several_frequencies_have_their_common_period() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("two.toml");
    let write = |other: &str| {
        let body = |name: &str, omega: &str| {
            format!(
                "[body.{name}]\nmass = 1.0\nexcitation = {{ amplitude = 2.0, angularFrequency = {omega} }}\n\
                 [spring.of_{name}]\nbetween = \"{name}\"\nstiffness = 5.0\ndamping = 1.0\n"
            )
        };
        let text = format!("[model]\nname = \"Two\"\n{}{}", body("a", "1.0"), body("b", other));
        fs::write(&file, text).expect("writable");
    };
    let name = file.display().to_string();
    for (other, periods) in [("1.5", 2.0), ("0.75", 4.0), ("3.0", 1.0), ("1.4", 5.0)] {
        write(other);
        let text = done(&["cycle", &name, "--column", "a.position"]);
        let period = period_of(&text);
        assert!((period / (periods * 2.0 * PI) - 1.0).abs() < 1e-14, "{other}: {period}");
    }
    let response = ["--vary", "a.excitationOmega=1:2:3", "--column", "a.position"];
    let (_, text) = fault(&[&["frequency-response", &name], &response[..]].concat());
    assert!(text.contains("several frequencies"), "{text}");
    write("1.4142135623730951");
    let (_, text) = fault(&["cycle", &name]);
    assert!(text.contains("ratio of small whole numbers"), "{text}");
    done(&["lyapunov", &name, "--interval", "3", "--count", "20"]);
}
