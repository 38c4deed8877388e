//! Several copies of the library in one process, and copies that come and go.

use std::fs;
use std::path::Path;
use std::process::Command;

use luztar::export;
use luztar::unit::catalogue;

use crate::program::{folder, program, run, shared_library};

/// A copy of the library in which every mention of its version, by its last character, is another one: what a
/// build of another version would be, without building it.
fn other_version(path: &Path) -> String {
    let mut bytes = fs::read(shared_library()).unwrap();
    let version = luztar::VERSION;
    let other = format!("{}x", &version[..version.len() - 1]);
    put_in_place(&mut bytes, version, &other);
    // Its units have other GUIDs, which the library knows.
    for name in catalogue::names() {
        let guid = export::guid(&catalogue::unit(name).unwrap());
        let first = if guid.starts_with("{0") { "{1" } else { "{0" };
        put_in_place(&mut bytes, &guid, &format!("{first}{}", &guid[2..]));
    }
    fs::write(path, bytes).unwrap();
    other
}

/// Puts a text of the same length in the place of another, wherever that is.
fn put_in_place(bytes: &mut [u8], text: &str, other: &str) {
    let places: Vec<usize> = bytes
        .windows(text.len())
        .enumerate()
        .filter_map(|(place, part)| (part == text.as_bytes()).then_some(place))
        .collect();
    for place in places {
        bytes[place..place + other.len()].copy_from_slice(other.as_bytes());
    }
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
    let mut cycles = Command::new(program("cycles", &["-ldl"]));
    // What a thread keeps of freed blocks for later counts as in use, up to some 100 kB that are filled by and by.
    cycles.env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0");
    let output = run(cycles.arg(shared_library()));
    println!("{output}");
}
