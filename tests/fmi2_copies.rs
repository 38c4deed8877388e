//! Several copies of the library in one process, and copies that come and go.

#[path = "fmi2_host/program.rs"]
mod program;

use std::fs;
use std::path::Path;
use std::process::Command;

use program::{folder, program, run, shared_library};

/// A copy of the library in which every mention of its version, by its last character, is another one: what a
/// build of another version would be, without building it.
fn other_version(path: &Path) -> String {
    let mut bytes = fs::read(shared_library()).unwrap();
    let version = luztar::VERSION;
    let other = format!("{}x", &version[..version.len() - 1]);
    let places: Vec<usize> = bytes
        .windows(version.len())
        .enumerate()
        .filter_map(|(place, part)| (part == version.as_bytes()).then_some(place))
        .collect();
    for place in &places {
        bytes[*place..place + other.len()].copy_from_slice(other.as_bytes());
    }
    fs::write(path, bytes).unwrap();
    other
}

#[test]
fn two_versions_do_not_mix() {
    let first = folder("c").join("first_luztar.so");
    fs::copy(shared_library(), &first).unwrap();
    let second = folder("c").join("second_luztar.so");
    let other = other_version(&second);
    let mut command = Command::new(program("two_versions", &["-ldl"]));
    command.arg(first).arg(second).arg(luztar::VERSION).arg(other);
    assert_eq!(run(&mut command), "each copy answered for itself\n");
}

#[test]
fn a_thousand_cycles_leave_nothing_behind() {
    let output = run(Command::new(program("cycles", &["-ldl"])).arg(shared_library()));
    println!("{output}");
}
