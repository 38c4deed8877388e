//! Several copies of the library in one process, and copies that come and go.

use std::fs;
use std::path::Path;
use std::process::Command;

use luztar::export;
use luztar::unit::catalogue;

use crate::program::{folder, linked, program, program_as, run, shared_library, soname};

/// A copy of the library in which every mention of its version is another one: what a build of another version would be,
/// without building it.
fn other_build(path: &Path, other: &str) {
    let mut bytes = fs::read(shared_library()).unwrap();
    put_in_place(&mut bytes, luztar::VERSION, other);
    // Its units have other GUIDs, which the library knows.
    for name in catalogue::names() {
        let guid = export::guid(&catalogue::unit(name).unwrap());
        let first = if guid.starts_with("{0") { "{1" } else { "{0" };
        put_in_place(&mut bytes, &guid, &format!("{first}{}", &guid[2..]));
    }
    fs::write(path, bytes).unwrap();
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

/// Two libraries as FMUs bring them along, the second one of another version, or of another build of the same one: each
/// answers for itself in a process, RTLD_LOCAL and RTLD_GLOBAL.
fn stay_apart(name: &str, linked: &[&str], other: &str) {
    let fmus = folder("c").join(format!("{name}_fmus"));
    let binary = |unit: &str| fmus.join(unit).join("binaries/linux64").join(format!("{unit}.so"));
    let (first, second) = (binary("GearTrain"), binary("BrakePad"));
    for path in [&first, &second] {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
    }
    fs::copy(shared_library(), &first).unwrap();
    other_build(&second, other);
    let program = program_as("two_versions", name, linked);
    let output = run(Command::new(program).args([first, second]).args([luztar::VERSION, other]));
    assert_eq!(output, "each copy answered for itself\n");
}

#[test]
fn two_versions_do_not_mix() {
    let version = luztar::VERSION;
    let other = format!("{}x", &version[..version.len() - 1]);
    stay_apart("two_versions", &["-ldl"], &other);
}

#[test]
fn two_builds_of_one_version_do_not_mix() {
    stay_apart("two_builds", &["-ldl"], luztar::VERSION);
}

/// The same in a program that is linked to a third one, of the same SONAME.
#[test]
fn builds_do_not_mix_with_the_one_of_the_program() {
    let [library, found] = &linked();
    let linked = ["-ldl", "-Wl,--no-as-needed", library, found];
    stay_apart("linked_builds", &linked, luztar::VERSION);
    let program = folder("c").join("linked_builds");
    let needed = run(Command::new("readelf").args(["-W", "-d"]).arg(program));
    assert!(needed.contains(&format!("[{}]", soname())), "{needed}");
}

#[test]
fn a_thousand_cycles_leave_nothing_behind() {
    let mut cycles = Command::new(program("cycles", &["-ldl"]));
    // What a thread keeps of freed blocks for later counts as in use, up to some 100 kB that are filled by and by.
    cycles.env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0");
    let output = run(cycles.arg(shared_library()));
    println!("{output}");
}
