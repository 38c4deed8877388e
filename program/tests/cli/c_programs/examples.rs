//! The programs of examples/c, built by their Makefile from this build and from an installed library, and the
//! numbers that they print.

use std::f64::consts::PI;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{folder, install, libraries, root, run};

const STRICT: &str = "CFLAGS=-std=c99 -pedantic -Wall -Wextra -Werror";
/// Event times at default settings, s.
const TIME_TOLERANCE: f64 = 1e-9;

/// `make` in the folder of the examples, with what it builds in `out`.
fn make(out: &Path) -> Command {
    let mut make = Command::new("make");
    make.args(["-s", "-B", "-C"]).arg(root().join("examples/c")).arg(STRICT);
    make.arg(format!("OUT={}", out.display()));
    make.arg(format!("LUZTAR={}", env!("CARGO_BIN_EXE_luztar")));
    make
}

/// What a command prints, line by line.
fn lines(command: &mut Command) -> Vec<String> {
    run(command).lines().map(str::to_owned).collect()
}

/// A number that begins a line.
fn number(line: &str) -> f64 {
    line.split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{line}"))
}

#[test]
fn programs_print_the_truth() {
    let out = folder("examples");
    run(make(&out).arg(format!("LIBRARIES={}", libraries().display())).arg("run"));
    let program = |name: &str| Command::new(out.join(name));

    let block = lines(&mut program("block-shared"));
    assert_eq!(block, lines(&mut program("block-static")));
    assert_eq!(block[0], format!("luztar {}", luztar::VERSION));
    // 1.6 sin(2t) first exceeds 1.5 N in the step that begins at 0.65 s.
    assert_eq!(block[1], "0.650000000 s  contact: stuck -> forward");
    assert!(block[2].ends_with("contact: forward -> stuck"), "{block:?}");
    assert!(block[3].ends_with("contact: stuck -> backward"), "{block:?}");
    assert!(block.last().unwrap().starts_with("at 5 s the block is at "), "{block:?}");

    let slider = lines(&mut program("rollback"));
    let transitions = ["backward -> forward", "forward -> backward", "backward -> stuck"];
    for (k, transition) in transitions.into_iter().enumerate() {
        let expected = 0.1 * PI * (k + 1) as f64;
        assert!((number(&slider[k]) - expected).abs() <= TIME_TOLERANCE, "{slider:?}");
        assert!(slider[k].contains(transition), "{slider:?}");
    }
    let end = "at 1.2 s the slider is at -0.020000000 m, after 15 steps and 3 rollbacks";
    assert_eq!(slider[3..], [end]);

    let pair = lines(&mut program("events"));
    let expected = [
        (0.1, "slider: backward -> forward", -0.2),
        (0.15, "block: backward -> forward", 0.0),
        (0.2, "slider: forward -> backward", 0.1),
        (0.225, "block: forward -> backward", 0.0),
        (0.3, "slider: backward -> stuck", -0.15),
        (0.45, "block: backward -> stuck", 0.0),
    ];
    assert_eq!(pair.len(), expected.len() + 1, "{pair:?}");
    for (line, (time, transition, velocity)) in pair.iter().zip(expected) {
        assert!((number(line) - time * PI).abs() <= TIME_TOLERANCE, "{line}");
        assert!(line.contains(transition), "{line}");
        let told = line.split("the block at ").nth(1).map(number).unwrap();
        assert!((told - velocity * PI).abs() <= 1e-8, "{line}");
    }

    let sledge = lines(program("ahead").arg(out.join("Shuttle")));
    for (k, line) in sledge.iter().enumerate() {
        assert!((number(line) - (k + 1) as f64).abs() <= TIME_TOLERANCE, "{sledge:?}");
        let place = if k % 2 == 0 { "at 0.250000000 m" } else { "0.000000000 m" };
        assert!(line.contains(place) && line.ends_with("coasted in 2 steps"), "{sledge:?}");
    }
    assert_eq!(sledge.len(), 4);
}

#[test]
fn programs_are_built_from_an_installed_library() {
    let prefix = folder("installed");
    let _ = fs::remove_dir_all(&prefix);
    install(&prefix);

    let out = folder("installed-examples");
    // Nothing of the sources is found by other means.
    let make = &mut make(&out);
    let packages = prefix.join("lib/pkgconfig");
    make.args(["INSTALLED=1", "ROOT=/nowhere"]).env("PKG_CONFIG_PATH", packages);
    assert_eq!(run(make), "");
    let block = lines(&mut Command::new(out.join("block-shared")));
    assert_eq!(block, lines(&mut Command::new(out.join("block-static"))));
    let needed = run(Command::new("readelf").args(["-W", "-d"]).arg(out.join("block-static")));
    assert!(!needed.contains("libluztar"), "{needed}");
    assert_eq!(lines(&mut Command::new(out.join("rollback"))).len(), 4);
}
