//! `luztar new`, `completions` and `man`: what a user begins with.

use std::fs;
use std::path::Path;

use luztar::unit::catalogue;

use super::{commands, done, fault, luztar};

fn path(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

#[test]
fn new_file_is_checked_moves_and_builds() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let file = path(folder.path(), "belt-feeder.toml");
    done(&["new", &file]);
    let checked = luztar(&["check", &file]);
    assert!(checked.status.success() && checked.stderr.is_empty(), "{checked:?}");
    assert!(String::from_utf8_lossy(&checked.stdout).contains("ok: belt_feeder, 1 body"));
    let told = done(&["simulate", &file]);
    for transition in
        ["stuck → backward", "backward → stuck", "gap → upper contact", "separated → gap"]
    {
        assert!(told.contains(transition), "{transition} is not in\n{told}");
    }
    let out = folder.path().display().to_string();
    let table = done(&["build", &file, "--out", &out]);
    assert!(table.contains("yes: "), "{table}");
    // It explains what it has.
    let text = fs::read_to_string(&file).expect("written");
    assert!(text.lines().filter(|line| line.contains("# ") || line.starts_with('#')).count() > 15);
}

#[test]
fn new_file_like_every_unit_is_that_unit_under_its_own_name() {
    let folder = tempfile::tempdir().expect("temporary directory");
    for unit in catalogue::names() {
        let file = path(folder.path(), &format!("My{unit}.toml"));
        done(&["new", &file, "--like", unit]);
        let told = done(&["describe", &file]);
        let original = done(&["describe", unit]);
        let renamed = original.replacen(&format!("{unit}: "), &format!("My{unit}: "), 1);
        assert_eq!(told, renamed, "{unit}");
    }
}

#[test]
fn new_refuses_what_it_cannot_write() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let file = path(folder.path(), "Drive.toml");
    done(&["new", &file]);
    let (status, text) = fault(&["new", &file]);
    assert!(status == 1 && text.contains("Drive.toml: exists; it is not overwritten"), "{text}");

    let (status, text) = fault(&["new", &path(folder.path(), "Drive.yaml")]);
    assert!(status == 2 && text.contains("a network file ends in .toml"), "{text}");
    let (status, text) = fault(&["new", &path(folder.path(), "X.toml"), "--like", "GearTrian"]);
    assert!(status == 2 && text.contains("did you mean `GearTrain`"), "{text}");
    let long = format!("{}.toml", "x".repeat(41));
    let (status, text) = fault(&["new", &path(folder.path(), &long)]);
    assert!(status == 1 && text.contains("a name has at most 40 characters"), "{text}");
    assert!(!folder.path().join(&long).exists());
    let (status, text) = fault(&["new", &path(folder.path(), "nowhere/X.toml")]);
    assert!(status == 1 && text.contains("nowhere"), "{text}");
}

#[test]
fn schema_of_another_version_is_left_and_told() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let schema = folder.path().join("luztar.schema.json");
    fs::write(&schema, "{}").expect("writable");
    let output = luztar(&["new", &path(folder.path(), "A.toml")]);
    assert!(output.status.success());
    let warning = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(warning.contains("is of another version of luztar"), "{warning}");
    assert_eq!(fs::read_to_string(&schema).expect("there"), "{}");

    done(&["schema", "--output", &schema.display().to_string()]);
    assert_eq!(fs::read_to_string(&schema).expect("there"), done(&["schema"]));
    let output = luztar(&["new", &path(folder.path(), "B.toml")]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn every_shell_gets_a_script_with_all_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = done(&["completions", shell]);
        for word in ["simulate", "frequency-response", "library-from"] {
            assert!(script.contains(word), "{shell}: no {word}");
        }
    }
    assert_eq!(fault(&["completions", "cmd"]).0, 2);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let out = path(folder.path(), "man/man1");
    done(&["man", &out]);
    let commands = commands();
    for command in &commands {
        let page = fs::read_to_string(Path::new(&out).join(format!("luztar-{command}.1")));
        let page = page.unwrap_or_else(|error| panic!("{command}: {error}"));
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(commands.len() >= 20, "{commands:?}");
    assert!(Path::new(&out).join("luztar.1").is_file());

    let file = path(folder.path(), "file");
    fs::write(&file, "").expect("writable");
    let (status, text) = fault(&["man", &file]);
    assert!(status == 1 && text.contains(&file), "{text}");
}
