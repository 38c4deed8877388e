//! Several copies of the library in one process, and copies that come and go.

#[path = "fmi2_host/program.rs"]
mod program;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use program::{folder, program, root, run, shared_library};

/// What sets the second copy's version apart.
const SUFFIX: &str = "-second";

/// Builds the library once more, stating another version.
fn second_version() -> PathBuf {
    let target = folder("second");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).env("LUZTAR_VERSION_SUFFIX", SUFFIX);
    // Only what it answers is of interest: the quickest build will do.
    cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "none");
    cargo.args(["rustc", "--lib", "--no-default-features", "--crate-type", "cdylib"]);
    run(cargo.arg("--target-dir").arg(&target));
    target.join("debug/libluztar.so")
}

#[test]
fn two_versions_do_not_mix() {
    let first = folder("c").join("first_luztar.so");
    fs::copy(shared_library(), &first).unwrap();
    let second = second_version();
    let version = luztar::VERSION;
    let mut command = Command::new(program("two_versions", &["-ldl"]));
    command.arg(first).arg(second).arg(version).arg(format!("{version}{SUFFIX}"));
    assert_eq!(run(&mut command), "each copy answered for itself\n");
}

#[test]
fn a_thousand_cycles_leave_nothing_behind() {
    let output = run(Command::new(program("cycles", &["-ldl"])).arg(shared_library()));
    println!("{output}");
}
