//! Where files of results may lie: none over another, each where it can be written, found before anything is computed.

use std::fs;
use std::path::Path;

use super::{done, fault, luztar, network};

/// A folder with a copy of a network file, measurements and inputs.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary directory");
    fs::copy(network("BlockOnBelt.toml"), folder.path().join("U.toml")).expect("writable");
    let table = "time,slider.velocity\n0,0\n1,0\n";
    fs::write(folder.path().join("f.csv"), table).expect("writable");
    folder
}

/// The arguments with files as they are named in the folder.
fn placed(folder: &Path, arguments: &str) -> Vec<String> {
    let is_file =
        |word: &str| word.contains('/') || word.contains(".toml") || word.contains(".csv");
    let place = |word: &str| match is_file(word) || word.ends_with(".svg") {
        true => folder.join(word).display().to_string(),
        false => word.to_owned(),
    };
    arguments.split(' ').map(place).collect()
}

/// Hard links, symbolic ones, and such to a file that is not there yet.
#[cfg(unix)]
fn two_names_of_one_file_are_refused(folder: &Path) {
    use std::os::unix::fs::symlink;
    let at = |name: &str| folder.join(name);
    fs::write(at("one.csv"), "").expect("writable");
    fs::hard_link(at("one.csv"), at("hard.csv")).expect("a link");
    symlink("one.csv", at("soft.csv")).expect("a link");
    symlink("to come.csv", at("first.csv")).expect("a link");
    symlink("first.csv", at("second.csv")).expect("a link");
    fs::hard_link(at("f.csv"), at("read.csv")).expect("a link");
    for (output, events) in [
        ("one.csv", "hard.csv"),
        ("soft.csv", "hard.csv"),
        ("to come.csv", "second.csv"),
        ("second.csv", "first.csv"),
    ] {
        let [output, events] = [output, events].map(|name| at(name).display().to_string());
        let unit = at("U.toml").display().to_string();
        let (status, text) = fault(&["simulate", &unit, "--output", &output, "--events", &events]);
        assert!(status == 2 && text.contains("name two files"), "{text}");
    }
    let arguments = placed(folder, "simulate U.toml --inputs f.csv --output read.csv");
    let (status, text) = fault(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(status == 2 && text.contains("the command reads this file"), "{text}");
}

/// A full disk is told with the file and the cause, and no row is said to be kept.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_with_the_file() {
    let unit = network("SpringMass.toml");
    for option in ["--output", "--events"] {
        let (status, text) = fault(&["simulate", &unit, option, "/dev/full"]);
        assert_eq!(text, "error: /dev/full: No space left on device (os error 28)\n");
        assert_eq!(status, 1);
    }
}

#[test]
fn no_file_is_written_over_another() {
    let folder = folder();
    let all = ["U.toml", "f.csv"].map(|name| folder.path().join(name));
    let contents = || all.each_ref().map(|path| fs::read(path).expect("there"));
    let before = contents();
    for (arguments, rule) in [
        ("simulate U.toml --output U.toml", "the command reads this file"),
        ("simulate U.toml --events ./U.toml", "the command reads this file"),
        ("simulate U.toml --inputs f.csv --output f.csv", "the command reads this file"),
        ("simulate U.toml --output x.csv --events ./x.csv", "name two files"),
        ("simulate U.toml --inputs f.csv.part --output f.csv", "the command reads this file"),
        ("simulate U.toml --output x.csv.part --events x.csv", "name two files"),
        ("plot U.toml --output U.toml", "the command reads this file"),
        ("draw U.toml --output U.toml", "the command reads this file"),
        ("sweep U.toml --vary belt.viscous=1,2 --output U.toml", "the command reads this file"),
        ("energy U.toml --output U.toml", "the command reads this file"),
        ("energy U.toml --output p.svg --picture p.svg", "name two files"),
        ("energy U.toml --picture -", "--output and --picture are both -"),
        ("fit f.csv U.toml --free belt.viscous --output f.csv", "the command reads this file"),
    ] {
        let arguments = placed(folder.path(), arguments);
        let (status, text) = fault(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(status == 2 && text.contains(rule), "{arguments:?}: {text}");
    }
    assert_eq!(contents(), before);
    #[cfg(unix)]
    two_names_of_one_file_are_refused(folder.path());
    #[cfg(unix)]
    done(&[
        "simulate",
        &network("BlockOnBelt.toml"),
        "--output",
        "/dev/null",
        "--events",
        "/dev/null",
    ]);
}

#[test]
fn a_picture_may_be_stdout_and_then_stands_alone() {
    let folder = folder();
    for arguments in [
        "energy U.toml --output e.csv --picture -",
        "cycle U.toml --vary belt.surfaceVelocity=0.1:0.2:3 --picture -",
        "draw U.toml --output -",
    ] {
        let arguments = placed(folder.path(), arguments);
        let text = done(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{arguments:?}");
    }
    assert!(!Path::new("-").exists());
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_anything_is_computed() {
    let folder = folder();
    for arguments in [
        "energy U.toml --output e.csv --picture none/x.svg",
        "sweep U.toml --vary belt.viscous=1,2 --output none/e.csv",
        "simulate U.toml --output e.csv --events none/e.csv",
    ] {
        let arguments = placed(folder.path(), arguments);
        let output = luztar(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && text.contains("none/"), "{text}");
        assert!(text.contains("there is no folder ") && text.contains("/none; make it"), "{text}");
        assert!(!folder.path().join("e.csv").exists(), "{arguments:?}");
    }
}
