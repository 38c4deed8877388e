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
        assert!(!folder.path().join("e.csv").exists(), "{arguments:?}");
    }
}
