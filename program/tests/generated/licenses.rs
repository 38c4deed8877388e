//! LICENSE-THIRD-PARTY: the licences of the packages that are part of the shared library, which every
//! FMU carries; LICENSE-THIRD-PARTY-PROGRAM: of those that the program and the Python module have beside them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::blessing::{COMMAND, blessing, up_to_date};

const HEAD: &str = "The shared library of luztar contains the Rust standard library (MIT OR Apache-2.0, \
Copyright (c) The Rust\nProject Contributors) and the following packages, used under the MIT licence.\n";

const PROGRAM: &str = "The program luztar and its Python module contain, beside the packages of LICENSE-THIRD-PARTY, the following ones: under\n\
the MIT licence where they offer it, else under the licence that they name. LICENSE-APACHE has the text of Apache-2.0.\n\
This is the list for Linux; bindings of Windows and macOS, which programs for these have beside them, are under the MIT\n\
licence.\n";

/// The library, and the module, which has the program.
const OURS: [&str; 2] = ["luztar", "luztar-python"];

const MIT: &str = include_str!("mit.txt");

/// Names and versions of the packages that are linked with one of ours, as `name version`.
fn packages(ours: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", ours])
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let package = |line: &str| {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        (!name.starts_with(OURS[0])).then(|| format!("{name} {version}"))
    };
    lines.lines().filter_map(package).collect()
}

/// Text of the MIT licence in a package's sources, which cargo unpacked; the common text with the
/// authors of the manifest for a package that declares the licence without a copy of it. What is not under that licence
/// names its own.
fn license(package: &str) -> String {
    let directory = sources(&package.replace(' ', "-"));
    let copies = [
        "LICENSE-MIT",
        "LICENSE-MIT.md",
        "LICENSE-MIT.txt",
        "LICENSE.txt",
        "LICENSE",
        "LICENSE.md",
    ];
    let texts = copies.iter().filter_map(|name| fs::read_to_string(directory.join(name)).ok());
    let texts: Vec<String> =
        texts.map(|text| text.replace("\r\n", "\n").trim().to_owned()).collect();
    match texts.iter().find(|text| text.contains("Permission is hereby granted")) {
        Some(text) => text.clone(),
        None => declared_license(package, &directory, texts.into_iter().next()),
    }
}

fn declared_license(package: &str, directory: &Path, text: Option<String>) -> String {
    let manifest =
        fs::read_to_string(directory.join("Cargo.toml")).expect("packages have a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let declared = manifest["package"]["license"].as_str().expect("a licence");
    let mut offered = declared.split([' ', '/']);
    let authors = manifest["package"].get("authors").and_then(|authors| authors.as_array());
    let authors: Vec<&str> =
        authors.into_iter().flatten().filter_map(|author| author.as_str()).collect();
    let holder = match authors.as_slice() {
        [] => format!("the authors of {package}"),
        authors => authors.join(", "),
    };
    if offered.clone().any(|word| word == "MIT") {
        return format!("Copyright (c) {holder}\n\n{MIT}");
    }
    if offered.any(|word| word == "Apache-2.0") {
        return format!(
            "Copyright (c) {holder}\n\nLicensed under the Apache License, Version 2.0."
        );
    }
    text.unwrap_or_else(|| panic!("{package} has no text of {declared}"))
}

fn sources(folder: &str) -> PathBuf {
    let home = env::var_os("CARGO_HOME").map_or_else(
        || Path::new(&env::var_os("HOME").expect("HOME is set")).join(".cargo"),
        PathBuf::from,
    );
    let registries = fs::read_dir(home.join("registry/src")).expect("cargo unpacked the packages");
    let places = registries.map(|entry| entry.expect("readable directory").path().join(folder));
    places
        .into_iter()
        .find(|place| place.is_dir())
        .unwrap_or_else(|| panic!("{folder} is not unpacked"))
}

fn heading(package: &str) -> String {
    format!("\n{}\n{package}\n\n", "-".repeat(79))
}

/// The file lists these packages, and no other.
fn check(name: &str, head: &str, packages: &BTreeSet<String>) {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(name);
    if blessing() {
        let texts = packages.iter().map(|package| heading(package) + &license(package) + "\n");
        assert!(up_to_date(&path, &(head.to_owned() + &texts.collect::<String>())));
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let listed: BTreeSet<String> = committed
        .split(&format!("\n{}\n", "-".repeat(79)))
        .skip(1)
        .filter_map(|part| part.lines().next().map(str::to_owned))
        .collect();
    assert_eq!(&listed, packages, "{name} is out of date; run: {COMMAND}");
}

#[test]
fn licenses_of_all_packages_are_listed() {
    let library = packages(OURS[0]);
    check("LICENSE-THIRD-PARTY", HEAD, &library);
    assert!(
        library.iter().all(|package| license(package).contains("Permission is hereby granted"))
    );
}

#[test]
fn licenses_of_the_program_are_listed() {
    // The module contains the program.
    let beside = &packages(OURS[1]) - &packages(OURS[0]);
    check("LICENSE-THIRD-PARTY-PROGRAM", PROGRAM, &beside);
}

/// Packages are published with the texts in their own folders, which are links to those of the library.
#[test]
fn each_package_has_the_texts_themselves() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let all =
        ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-THIRD-PARTY", "LICENSE-THIRD-PARTY-PROGRAM"];
    let folders = [
        ("crates/gauss", &all[..2]),
        ("crates/model", &all[..2]),
        ("program", &all[..]),
        ("python", &all[..]),
    ];
    for (folder, names) in folders {
        for name in names {
            let path = root.join(folder).join(name);
            let text = fs::read_to_string(&path).expect("a file, or a link to one");
            let own = fs::read_to_string(root.join(name)).expect("a file of the root");
            assert_eq!(text, own, "{}: a link to the file of the root", path.display());
        }
    }
}
