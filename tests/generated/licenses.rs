//! LICENSE-THIRD-PARTY: the licences of the packages that are part of the shared library, which every
//! FMU carries.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{COMMAND, blessing, up_to_date};

const HEAD: &str = "The shared library of luztar contains the Rust standard library (MIT OR Apache-2.0, \
Copyright (c) The Rust\nProject Contributors) and the following packages, used under the MIT licence.\n";

/// Names and versions of the packages in the shared library, as `name version`.
fn packages() -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--no-default-features"])
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let package = |line: &str| {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        (name != env!("CARGO_PKG_NAME")).then(|| format!("{name} {version}"))
    };
    lines.lines().filter_map(package).collect()
}

/// Text of the MIT licence in a package's sources, which cargo unpacked.
fn license(package: &str) -> String {
    let directory = sources(&package.replace(' ', "-"));
    let names = ["LICENSE-MIT", "LICENSE-MIT.md", "LICENSE-MIT.txt", "LICENSE.txt", "LICENSE"];
    let text = names.iter().find_map(|name| fs::read_to_string(directory.join(name)).ok());
    let text = text.unwrap_or_else(|| panic!("{} has no licence", directory.display()));
    assert!(text.contains("Permission is hereby granted"), "{package} is not under MIT");
    text.replace("\r\n", "\n").trim().to_owned()
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

#[test]
fn licenses_of_all_packages_are_listed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("LICENSE-THIRD-PARTY");
    let packages = packages();
    if blessing() {
        let texts = packages.iter().map(|package| heading(package) + &license(package) + "\n");
        assert!(up_to_date(&path, &(HEAD.to_owned() + &texts.collect::<String>())));
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let listed: BTreeSet<String> = committed
        .split(&format!("\n{}\n", "-".repeat(79)))
        .skip(1)
        .filter_map(|part| part.lines().next().map(str::to_owned))
        .collect();
    assert_eq!(listed, packages, "LICENSE-THIRD-PARTY is out of date; run: {COMMAND}");
}
