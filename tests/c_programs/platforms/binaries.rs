//! Exports, needed libraries and version symbols.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use object::{NameOrOrdinal, Object};

use super::{libraries, library};
use crate::program::{declared, of_building, program, run};

const LINUX: [&str; 2] = ["linux64", "aarch64-linux"];
const DARWIN: [&str; 2] = ["darwin64", "aarch64-darwin"];
const ALL: [&str; 5] = ["linux64", "win64", "darwin64", "aarch64-linux", "aarch64-darwin"];

/// The oldest glibc that a release runs with, as major and minor version.
const OLDEST_GLIBC: (u32, u32) = (2, 17);

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Names of all exports; those of macOS without the underscore that C puts before them.
fn exports(platform: &str, bytes: &[u8]) -> BTreeSet<String> {
    let file = object::File::parse(bytes).expect("a library");
    let names =
        file.exports().expect("exports").map(|export| match export.expect("an export").name() {
            NameOrOrdinal::Name(name) => text(name),
            NameOrOrdinal::Ordinal(number) => panic!("{platform}: export {number} has no name"),
        });
    let bare = |name: String| name.strip_prefix('_').expect(&name).to_owned();
    match platform.contains("darwin") {
        true => names.map(bare).collect(),
        false => names.collect(),
    }
}

#[test]
fn every_platform_exports_what_the_header_declares() {
    let declared = declared();
    for (platform, path) in libraries(&ALL) {
        assert_eq!(exports(platform, &fs::read(path).unwrap()), declared, "{platform}");
    }
}

#[test]
fn nothing_of_the_building_machine_is_named() {
    for (platform, path) in libraries(&ALL) {
        let bytes = fs::read(path).unwrap();
        for place in [env!("CARGO_MANIFEST_DIR"), "/.cargo/registry"] {
            let found = bytes.windows(place.len()).any(|window| window == place.as_bytes());
            assert!(!found, "{platform}: {place}");
        }
    }
}

#[test]
fn what_only_building_needs_is_in_none_of_them() {
    for (platform, path) in libraries(&ALL) {
        let bytes = fs::read(path).unwrap();
        assert_eq!(of_building(&bytes), Vec::<&str>::new(), "{platform}");
    }
}

#[test]
fn linux_libraries_run_with_an_old_glibc() {
    for (platform, path) in libraries(&LINUX) {
        let sections = run(Command::new("readelf").args(["-W", "-V"]).arg(path));
        let versions: BTreeSet<&str> = sections
            .split("Name: ")
            .skip(1)
            .filter_map(|rest| rest.split_whitespace().next())
            .collect();
        assert!(!versions.is_empty(), "{platform}: no version of any library is asked for");
        for version in versions {
            let number = version.strip_prefix("GLIBC_").and_then(|number| {
                let (major, minor) = number.split_once('.')?;
                let minor = minor.split('.').next()?;
                Some((major.parse().ok()?, minor.parse().ok()?))
            });
            let number: (u32, u32) = number.unwrap_or_else(|| panic!("{platform}: {version}"));
            assert!(number <= OLDEST_GLIBC, "{platform}: {version}");
        }
    }
}

#[test]
fn linux_libraries_need_glibc_alone_and_libm_in_it() {
    for (platform, path) in libraries(&LINUX) {
        let dynamic = run(Command::new("readelf").args(["-W", "-d"]).arg(path));
        assert!(dynamic.lines().any(|line| line.contains("(FLAGS)") && line.contains("SYMBOLIC")));
        let needed: BTreeSet<&str> = dynamic
            .lines()
            .filter(|line| line.contains("(NEEDED)"))
            .filter_map(|line| line.split(['[', ']']).nth(1))
            .collect();
        assert!(needed.contains("libm.so.6"), "{platform}: {needed:?}");
        let glibc = ["libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"];
        let part = |name: &str| glibc.contains(&name) || name.starts_with("ld-linux-");
        assert!(needed.iter().all(|name| part(name)), "{platform}: {needed:?}");
    }
}

#[test]
fn other_libraries_need_what_every_system_has() {
    let windows = ["kernel32", "ntdll", "userenv", "ws2_32", "bcryptprimitives", "msvcrt"];
    let usual = |name: &str| {
        let name = name.to_lowercase();
        name.starts_with("api-ms-win-") || windows.contains(&name.trim_end_matches(".dll"))
    };
    for (platform, path) in libraries(&["win64", DARWIN[0], DARWIN[1]]) {
        let bytes = fs::read(path).unwrap();
        let file = object::File::parse(&*bytes).expect("a library");
        let imports = file.imports().expect("imports");
        let needed: BTreeSet<String> =
            imports.map(|import| text(import.expect("an import").library())).collect();
        assert!(!needed.is_empty(), "{platform}");
        match platform {
            "win64" => assert!(needed.iter().all(|name| usual(name)), "{needed:?}"),
            _ => assert_eq!(needed, BTreeSet::from(["/usr/lib/libSystem.B.dylib".to_owned()])),
        }
    }
}

/// A thread-local with a destructor would keep the library in the process.
#[test]
fn the_library_of_linux64_can_be_unloaded() {
    let Some(library) = library("linux64") else { return };
    let output = run(Command::new(program("cycles", &["-ldl"])).arg(library));
    assert!(output.starts_with("1000 cycles, "), "{output}");
}
