//! The release's libraries at work: units move alike to the last bit on linux64, under wine on win64, and under
//! qemu on aarch64-linux; a user's network is found wherever a host on Windows says that it is.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use luztar::export;
use luztar::unit::{Causality, Model, catalogue};

use super::library;
use crate::program::{folder, program, root, run};

const NETWORK: &str = include_str!("../../networks/spring_mass.toml");

/// Steps of 1 ms: long enough for transitions of every unit that moves.
const STEPS: usize = 500;

/// A line of the plan of tests/c/trace.c.
fn planned(library: &str, unit: &Model, location: &str, steps: usize) -> String {
    let of = |causality| {
        let variables = unit.variables().iter().enumerate();
        variables.filter(move |(_, variable)| variable.causality == causality).map(|(vr, _)| vr)
    };
    let (first, count) = (of(Causality::Output).next().unwrap(), of(Causality::Output).count());
    let guid = export::guid(unit);
    let mut line = format!("{library}\t{guid}\t{location}\t{steps}\t{first}\t{count}\t");
    of(Causality::Input).for_each(|vr| write!(line, "{vr}\t").unwrap());
    line + "\n"
}

/// Every unit of the catalogue, by its GUID alone.
fn plan(library: &str) -> String {
    let units = catalogue::names().map(|name| catalogue::unit(name).unwrap());
    units.map(|unit| planned(library, &unit, "NULL", STEPS)).collect()
}

/// What trace prints, one text for each run.
fn runs(trace: &mut Command, folder: &Path, plan: &str) -> Vec<String> {
    let file = folder.join("plan.txt");
    fs::write(&file, plan).unwrap();
    let text = run(trace.current_dir(folder).arg("plan.txt")).replace('\r', "");
    let runs: Vec<String> = text.split_terminator("end of run\n").map(str::to_owned).collect();
    assert_eq!(runs.len(), plan.lines().count(), "{text}");
    runs
}

fn linux_trace() -> Command {
    Command::new(program("trace", &["-ldl"]))
}

/// The C compiler that tools/release installs.
fn zig(target: &str) -> Command {
    let mut zig = Command::new(root().join("target/release-tools/bin/python"));
    zig.args(["-m", "ziglang", "cc", "-target", target]);
    zig
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok()
}

/// The compiler for Windows: that of Debian's mingw-w64, else zig.
fn windows_compiler() -> Command {
    const MINGW: &str = "x86_64-w64-mingw32-gcc";
    if is_installed(MINGW) { Command::new(MINGW) } else { zig("x86_64-windows-gnu") }
}

/// Compiles tests/c/trace.c.
fn compile_trace(mut compiler: Command, to: &Path) {
    compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-I"]).arg(root().join("include"));
    run(compiler.arg(root().join("tests/c/trace.c")).arg("-o").arg(to));
}

/// tests/c/trace.c for Windows in a folder of its own, and how to run it; None without wine.
struct Wine {
    folder: PathBuf,
    prefix: tempfile::TempDir,
}

impl Wine {
    fn new() -> Option<Wine> {
        if !is_installed("wine") {
            eprintln!("SKIPPED: wine is not installed; the library of win64 is not run");
            return None;
        }
        let folder = folder("wine");
        let prefix = tempfile::tempdir_in(&folder).unwrap();
        compile_trace(windows_compiler(), &folder.join("trace.exe"));
        let stub = folder.join("bcryptprimitives.dll");
        let source = root().join("tests/c/prng.c");
        run(windows_compiler().arg("-shared").arg(source).arg("-o").arg(stub));
        Some(Wine { folder, prefix })
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("WINEPREFIX", self.prefix.path()).env("WINEDEBUG", "-all");
        command.env("WINEDLLOVERRIDES", "mscoree,mshtml=").env("LC_ALL", "C.UTF-8");
        command
    }

    fn trace(&self) -> Command {
        let mut command = self.command("wine");
        command.arg("trace.exe");
        command
    }
}

impl Drop for Wine {
    /// Ends the processes that wine keeps for the prefix, which goes now.
    fn drop(&mut self) {
        let _ = self.command("wine").args(["wineboot", "--kill"]).status();
    }
}

/// `Z:` is the root of the file system under wine.
fn windows(path: &Path) -> String {
    format!("Z:{}", path.to_str().unwrap().replace('/', "\\"))
}

fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte);
    let code = |byte: u8| if plain(byte) { (byte as char).into() } else { format!("%{byte:02X}") };
    path.bytes().map(code).collect()
}

/// The release's library moves every unit as this build's does.
#[test]
fn release_and_test_build_move_alike() {
    let Some(release) = library("linux64") else { return };
    let folder = folder("trace");
    let of = |library: &Path| runs(&mut linux_trace(), &folder, &plan(library.to_str().unwrap()));
    assert!(of(&release) == of(&crate::program::shared_library()));
}

#[test]
fn windows_library_runs_under_wine() {
    let (Some(linux), Some(win)) = (library("linux64"), library("win64")) else { return };
    let Some(wine) = Wine::new() else { return };
    units_move_as_on_linux(&wine, &linux, &win);
    networks_are_found(&wine, &linux, &win);
}

#[test]
fn arm_library_runs_under_qemu() {
    // Where Debian's libc6-arm64-cross has its libraries.
    const ROOT: &str = "/usr/aarch64-linux-gnu";
    let (Some(linux), Some(arm)) = (library("linux64"), library("aarch64-linux")) else { return };
    if !is_installed("qemu-aarch64") || !Path::new(ROOT).is_dir() {
        eprintln!(
            "SKIPPED: no qemu-aarch64, or no {ROOT}; the library of aarch64-linux is not run"
        );
        return;
    }
    let folder = folder("arm");
    compile_trace(zig("aarch64-linux-gnu.2.17"), &folder.join("trace"));
    let mut trace = Command::new("qemu-aarch64");
    trace.args(["-L", ROOT, "./trace"]);
    let found = runs(&mut trace, &folder, &plan(arm.to_str().unwrap()));
    are_as_on_linux(&found, &folder, &linux);
}

fn units_move_as_on_linux(wine: &Wine, linux: &Path, win: &Path) {
    let found = runs(&mut wine.trace(), &wine.folder, &plan(&windows(win)));
    are_as_on_linux(&found, &wine.folder, linux);
}

/// Runs of all units are those of the library for linux64, to the last bit.
fn are_as_on_linux(found: &[String], folder: &Path, linux: &Path) {
    let expected = runs(&mut linux_trace(), folder, &plan(linux.to_str().unwrap()));
    for ((expected, found), name) in expected.iter().zip(found).zip(catalogue::names()) {
        assert_eq!(expected.lines().count(), STEPS, "{name}");
        assert!(expected == found, "{name} moves otherwise");
    }
}

/// An FMU with a user's network, unpacked to a folder with a blank, a percent sign and an umlaut.
fn networks_are_found(wine: &Wine, linux: &Path, win: &Path) {
    let fmu = wine.folder.join("every form ü 100%");
    fs::create_dir_all(fmu.join("binaries/win64")).unwrap();
    fs::create_dir_all(fmu.join("resources")).unwrap();
    let inside = fmu.join("binaries/win64/Unit.dll");
    fs::copy(win, &inside).unwrap();

    let unit = Model::read(NETWORK, "network.toml").unwrap();
    let resources = fmu.join("resources");
    export::write_resources(&unit, &resources).unwrap();
    let plain = format!("file://{}", resources.display());
    let reference = planned(linux.to_str().unwrap(), &unit, &plain, STEPS);
    let expected = runs(&mut linux_trace(), &wine.folder, &reference);
    assert_eq!(expected[0].lines().count(), STEPS);

    let path = windows(&resources);
    let slashes = path.replace('\\', "/");
    let code = encoded(&slashes);
    assert!(code.contains("%20") && code.contains("%25") && code.contains("%C3%BC"));
    let bare = code.strip_prefix("Z:").unwrap();
    let outside = windows(win);
    let mut plan = String::new();
    for location in [
        format!("file:///{code}"),
        format!("file:/{code}"),
        format!("file://{code}"),
        format!("file:///Z%3A{bare}"),
        format!("file:///Z|{bare}"),
        format!("file://localhost/{code}"),
        format!("file:///{code}/"),
        format!("file:///{slashes}"),
        format!("file:///{path}"),
        format!("file:{path}"),
        slashes,
        path,
    ] {
        plan += &planned(&outside, &unit, &location, STEPS);
    }
    // By the path of the library itself.
    for location in ["NULL", "nonsense", "file:///C:/no/such/folder"] {
        plan += &planned(&windows(&inside), &unit, location, STEPS);
    }
    let found = runs(&mut wine.trace(), &wine.folder, &plan);
    for (found, line) in found.iter().zip(plan.lines()) {
        assert!(found == &expected[0], "{line}: {}", found.lines().next().unwrap_or("nothing"));
    }

    let nowhere = planned(&outside, &unit, "file:///C:/no/such/folder", STEPS);
    let refused = runs(&mut wine.trace(), &wine.folder, &nowhere);
    assert!(refused[0].contains("no network.bin was found"), "{}", refused[0]);
}
