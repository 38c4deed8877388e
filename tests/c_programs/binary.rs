//! The shared library as hosts get it: what it exports, needs and contains.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{declared, folder, of_building, root, run, shared_library, soname};

fn exports() -> BTreeSet<String> {
    let symbols = run(Command::new("nm").args(["-D", "--defined-only"]).arg(shared_library()));
    symbols.lines().filter_map(|line| line.split_whitespace().nth(2).map(str::to_owned)).collect()
}

#[test]
fn exports_are_exactly_what_the_header_declares() {
    let declared = declared();
    assert!(declared.contains("fmi2DoStep") && declared.contains("luztar_guid"), "{declared:?}");
    assert_eq!(exports(), declared);
}

#[test]
fn every_function_of_the_standard_is_exported() {
    let Some(folder) = env::var_os("LUZTAR_FMI_HEADERS") else {
        eprintln!("SKIPPED: LUZTAR_FMI_HEADERS names no folder with the official headers");
        return;
    };
    let exports = exports();
    for (header, mark, count) in
        [("fmi2Functions.h", "FMI2_Export ", 44), ("fmi3Functions.h", "FMI3_Export ", 75)]
    {
        let text = fs::read_to_string(Path::new(&folder).join(header)).unwrap();
        let standard: BTreeSet<String> = text
            .lines()
            .filter_map(|line| {
                line.trim().strip_prefix(mark)?.trim_end_matches(';').rsplit(' ').next()
            })
            .map(str::to_owned)
            .collect();
        assert_eq!(standard.len(), count, "{standard:?}");
        let missing: Vec<_> = standard.difference(&exports).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    let beside = exports.iter().filter(|name| name.starts_with("luztar_"));
    assert_eq!(
        exports.len(),
        44 + 75 + 2 + beside.count(),
        "the standards', luztar's, and INTO-CPS's"
    );
}

/// Programs that are linked to it find a compatible version again: before 1.0 one of the same minor version.
#[test]
fn its_soname_says_which_versions_are_compatible() {
    let mut parts = luztar::VERSION.split('.');
    let (major, minor) = (parts.next().unwrap(), parts.next().unwrap());
    let compatible = if major == "0" { format!("0.{minor}") } else { major.to_owned() };
    assert_eq!(soname(), format!("libluztar.so.{compatible}"));
    let package = fs::read_to_string(root().join("luztar.pc")).unwrap();
    assert!(package.contains(&format!("\nVersion: {}\n", luztar::VERSION)), "{package}");
}

/// The linker leaves out what no function of FMI reaches.
#[test]
fn what_only_building_needs_is_not_in_the_library() {
    assert_eq!(of_building(&fs::read(shared_library()).unwrap()), Vec::<&str>::new());
}

#[test]
fn calls_stay_inside_and_libm_is_needed() {
    let dynamic = run(Command::new("readelf").args(["-W", "-d"]).arg(shared_library()));
    assert!(dynamic.lines().any(|line| line.contains("(FLAGS)") && line.contains("SYMBOLIC")));
    let needed: BTreeSet<&str> = dynamic
        .lines()
        .filter(|line| line.contains("(NEEDED)"))
        .filter_map(|line| line.split(['[', ']']).nth(1))
        .collect();
    assert!(needed.contains("libm.so.6"), "{needed:?}");
    let usual = ["libc.so.6", "libgcc_s.so.1", "libm.so.6", "ld-linux-x86-64.so.2"];
    assert!(needed.iter().all(|library| usual.contains(library)), "{needed:?}");
}

/// A relocation that names an export would call through the table that another copy may have filled.
#[test]
fn no_export_is_used_from_within() {
    let relocations = run(Command::new("readelf").args(["-W", "-r"]).arg(shared_library()));
    let exports = exports();
    for line in relocations.lines() {
        let used = line.split_whitespace().find(|word| exports.contains(*word));
        assert_eq!(used, None, "{line}");
    }
}

/// Debug information names more than what is linked; it is left aside.
#[test]
fn nothing_of_the_command_line_is_inside() {
    let stripped = folder("binary").join("libluztar.so");
    run(Command::new("strip").arg("-g").arg("-o").arg(&stripped).arg(shared_library()));
    let bytes = fs::read(stripped).unwrap();
    let symbols = run(Command::new("nm").arg("-C").arg(shared_library()));
    assert!(symbols.contains("luztar::fmi2::"), "the library has symbols");
    for name in ["clap", "clap_builder", "indicatif", "zip", "csv", "libloading"] {
        let source = format!("/{name}-");
        let found = bytes.windows(source.len()).any(|window| window == source.as_bytes());
        assert!(!found, "{source}");
        let function = format!(" {name}::");
        assert!(!symbols.contains(&function), "{function}");
    }
}
