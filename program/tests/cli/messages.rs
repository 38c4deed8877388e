//! What the program says to a person who does not know it yet.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{commands, done, fault, luztar, network};

#[test]
fn a_rule_between_parameters_names_them_as_the_file_does_once() {
    let (status, text) =
        fault(&["simulate", &network("Clutch.toml"), "--set", "clutch.staticCoefficient=0.1"]);
    let rule = "clutch: static friction must not be below kinetic friction (clutch.staticCoefficient = 0.1, \
                clutch.kineticCoefficient = 0.5)\n";
    assert!(status == 1 && text.ends_with(rule), "{text}");
}

#[test]
fn named_integers_are_set_by_name_or_number() {
    let run = |value: &str| {
        let set = format!("method={value}");
        luztar(&["simulate", &network("SpringMass.toml"), "--stop-time", "0.1", "--set", &set])
    };
    assert!(run("2").status.success() && run("moreau").status.success());
    let refused = run("3");
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(text.contains("must be one of: events (1), moreau (2)"), "{text}");
}

#[test]
fn numbers_with_units_are_told_which_unit() {
    let run = ["simulate", &network("Clutch.toml"), "--set", "shaft.inertia=1 kg"];
    let (status, text) = fault(&run);
    assert!(status == 2 && text.contains("must be a number, in kg.m2"), "{text}");
}

#[test]
fn parameters_are_no_build_options() {
    for unit in [network("Clutch.toml"), "GearTrain".to_owned()] {
        let (status, text) = fault(&["build", &unit, "--set", "shaft.inertia=1"]);
        assert!(status == 2 && text.contains("`simulate` and `plot` take them by --set"), "{text}");
    }
}

#[test]
fn letters_of_sources_are_explained_as_in_the_docs() {
    let text = done(&["describe", "--laws"]);
    let page = include_str!("../../../docs/corrections.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let papers = rows.filter_map(|row| row.split_once(" | ")).filter(|(letters, paper)| {
        letters.len() == 2
            && letters.ends_with(|c: char| c.is_ascii_digit())
            && paper.contains("(20")
    });
    let mut count = 0;
    for (letters, paper) in papers {
        assert!(text.contains(&format!("  {letters}  {paper}\n")), "{letters} {paper}");
        count += 1;
    }
    assert_eq!(count, 5);
}

#[test]
fn help_has_examples_and_exit_statuses() {
    let text = done(&["--help"]);
    for part in [
        "luztar simulate mechanism.toml --input",
        "Exit status:\n  0  done",
        "  2  an error of the command line",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for command in commands() {
        let text = done(&[command.as_str(), "--help"]);
        assert!(text.contains("\nExample"), "{command}: {text}");
    }
}

/// Who types the examples one after another, as they stand, is not refused.
#[test]
#[cfg(unix)]
fn examples_of_the_help_run_as_they_stand() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let program = Path::new(env!("CARGO_BIN_EXE_luztar"));
    let others = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{others}", program.parent().expect("a folder").display());
    let helps = [&["--help"][..], &["simulate", "--help"], &["plot", "--help"]].map(done);
    let mut count = 0;
    for line in helps.iter().flat_map(|help| help.lines()) {
        let Some(example) = line.strip_prefix("  luztar ") else { continue };
        // Behind blanks stands what it does.
        let example = example.split("    ").next().expect("a first part");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("luztar {example}")]).current_dir(&folder).env("PATH", &path);
        let output = shell.output().expect("a shell");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "luztar {example}: {complaint}");
        count += 1;
    }
    assert!(count > 10, "{count} examples");
}

#[test]
fn keywords_of_modelica_are_warned_about() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("n.toml");
    let body = |name: &str| format!("[body.{name}]\nmass = 1.0\nforce = \"input\"\n");
    let network =
        format!("[model]\nname = \"package\"\n{}{}{}", body("end"), body("model"), body("ends"));
    fs::write(&file, network).expect("writable");
    let output = luztar(&["check", &file.display().to_string()]);
    let text = String::from_utf8_lossy(&output.stderr);
    let names: Vec<_> = text.lines().map(|line| line.split('`').nth(1).unwrap_or(line)).collect();
    assert_eq!(names, ["package", "end", "model"], "{text}");
}

/// The line that refuses an option.
fn refused(arguments: &[&str]) -> String {
    let (status, text) = fault(arguments);
    assert_eq!(status, 2, "{text}");
    text
}

#[test]
fn variables_by_other_words_are_meant() {
    let file = network("SpringMass.toml");
    for (option, word, meant) in [
        ("--show", "slider.speed", "slider.velocity"),
        ("--set", "slider.speed=1", "slider.velocity0"),
        ("--set", "slider.position=1", "slider.position0"),
        ("--set", "slider.m=1", "slider.mass"),
    ] {
        let text = refused(&["plot", &file, option, word]);
        assert!(text.contains(&format!("(did you mean `{meant}`?)")), "{word}: {text}");
    }
}

#[test]
fn values_may_have_a_unit_of_their_own() {
    let run = |value: &str| {
        let (file, set) = (network("SpringMass.toml"), format!("slider.mass={value}"));
        done(&["simulate", &file, "--stop-time", "0.1", "--output", "-", "--set", &set])
    };
    assert_eq!(run("1500 g"), run("1.5"));
    assert_ne!(run("1500 g"), run("1"));
    let set = ["simulate", &network("SpringMass.toml"), "--set", "slider.mass=3 N*s"];
    assert!(refused(&set).contains("must be a number, in kg or with a unit: must be in kg"));
    let set = ["simulate", &network("SpringMass.toml"), "--set", "slider.mass=2 lb"];
    assert!(refused(&set).contains("write `lbm` (mass) or `lbf` (force)"));
}

#[test]
fn tables_of_inputs_are_files() {
    let input = "engine.torque=table(t, [0, 1], [0, 2])";
    let text = refused(&["simulate", &network("Clutch.toml"), "--input", input]);
    assert!(text.contains("`table` needs lists") && text.contains("as a CSV file"), "{text}");
}

#[test]
fn a_file_beside_a_name_is_meant() {
    let directory = tempfile::tempdir().expect("temporary directory");
    fs::copy(network("SpringMass.toml"), directory.path().join("Dct.toml")).expect("copied");
    let mut command = Command::new(env!("CARGO_BIN_EXE_luztar"));
    let output = command.args(["simulate", "Dct"]).current_dir(&directory).output().expect("runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("no model is named `Dct` (did you mean `Dct.toml`?)"), "{text}");
}

#[test]
fn units_are_listed_with_their_values() {
    let text = done(&["describe", "--units"]);
    for row in [["pressure, stress", "Pa", "pascal"], ["mass", "lbm", "pound"]] {
        let has = |line: &&str| {
            let cells: Vec<_> = line.split("  ").map(str::trim).filter(|c| !c.is_empty()).collect();
            cells.starts_with(&row)
        };
        assert!(text.lines().any(|line| has(&line)), "{row:?}: {text}");
    }
    assert!(text.contains("0.45359237 kg") && text.contains("  m2  m3  "), "{text}");
    let (status, text) = fault(&["describe", "--units", "GearTrain"]);
    assert!(status == 2 && text.contains("cannot be used with"), "{text}");
}

#[test]
fn files_with_similar_names_are_meant() {
    let directory = tempfile::tempdir().expect("temporary directory");
    fs::copy(network("SpringMass.toml"), directory.path().join("Dct.toml")).expect("copied");
    for (words, hint) in [
        (["check", "Dct"], "did you mean `Dct.toml`?"),
        (["check", "Dtc.toml"], "did you mean `Dct.toml`?"),
        (["simulate", "DCT.toml"], "did you mean `Dct.toml`?"),
        (["simulate", "Dct.tml"], "did you mean `Dct.toml`?"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_luztar"));
        let output = command.args(words).current_dir(&directory).output().expect("runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(hint), "{words:?}: {text}");
    }
}

#[test]
fn options_and_commands_are_found_by_other_words() {
    let file = network("SpringMass.toml");
    for (words, hint) in [
        (&["simulate", &file, "--stop", "3"][..], "'--stop-time', '--step'"),
        (&["simulate", &file, "--dt", "0.1"], "'--step'"),
        (&["simulate", &file, "--until=3"], "'--stop-time'"),
        (&["sweep", &file, "--param", "slider.mass=3"], "'--set'"),
        (&["run", &file], "'simulate'"),
        (&["export", &file], "'build'"),
    ] {
        let (status, text) = fault(words);
        assert!(status == 2 && text.contains(hint), "{words:?}: {text}");
        assert!(!text.contains("as a value"), "{text}");
    }
    let (status, text) = fault(&["simulate", &file, "--gravity", "3"]);
    assert!(status == 2 && text.contains("'--gravity'") && !text.contains("tip"), "{text}");
}

#[test]
fn times_have_units() {
    let run = |step: &str, stop: &str| {
        let file = network("SpringMass.toml");
        done(&["simulate", &file, "--step", step, "--stop-time", stop, "--output", "-"])
    };
    assert_eq!(run("10 ms", "1/4"), run("0.01", "0.25"));
    let text = refused(&["simulate", &network("SpringMass.toml"), "--step", "3 mm"]);
    assert!(text.contains("must be in s, but is in m"), "{text}");
}

#[test]
fn words_of_the_other_axis_are_explained() {
    let turning = "[model]\nname = \"X\"\n[body.a]\ninertia = 1.0\n";
    let text = refused_file(turning);
    assert!(text.contains("a rotational one has `axis = \"rotation\"`"), "{text}");
    let servo = "[model]\nname = \"X\"\n[body.a]\naxis = \"rotation\"\ninertia = 1.0\n[force.f]\nbetween = \"a\"\n\
        torque = \"-a.speed - a.position - a.gravity\"\n";
    let text = refused_file(servo);
    for hint in
        ["`a.speed` (did you mean `a.angularVelocity`?)", "`a.position` (did you mean `a.angle`?)"]
    {
        assert!(text.contains(hint), "{text}");
    }
}

/// Messages of `check` about a file with errors.
fn refused_file(text: &str) -> String {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("X.toml");
    fs::write(&file, text).expect("written");
    let (status, text) = fault(&["check", &file.display().to_string()]);
    assert_eq!(status, 1, "{text}");
    text
}
