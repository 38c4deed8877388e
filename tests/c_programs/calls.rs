//! C and C++ programs with luztar.h, linked to the shared and to the static library.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::program::{compiler, folder, installed, linked, pkg_config, root, run, static_library};
use luztar::network::PhysicalUnit;
use luztar::unit::{Causality, Kind, Variable, catalogue};

const STANDARDS: [&str; 3] = ["c99", "c11", "c++17"];

/// The folder of the official headers, if there is one.
fn official_headers() -> Option<PathBuf> {
    let folder = env::var_os("LUZTAR_FMI_HEADERS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("SKIPPED: LUZTAR_FMI_HEADERS names no folder with the official headers");
    }
    folder
}

/// Compiles tests/c/drive.c, links it both ways and runs it.
fn drive(standard: &str, official: Option<&Path>) {
    let label = if official.is_some() { "after-official" } else { "alone" };
    let folder = folder("drive").join(format!("{standard}-{label}"));
    std::fs::create_dir_all(&folder).unwrap();
    let object = folder.join("drive.o");
    let mut compile = compiler(standard);
    compile.args(official.map(|_| "-DOFFICIAL_HEADERS"));
    compile.args(official.map(|headers| format!("-isystem{}", headers.display())));
    compile.arg(format!("-DLUZTAR_EXPECTED_VERSION=\"{}\"", luztar::VERSION));
    let language = if standard.starts_with("c++") { "c++" } else { "c" };
    compile.args(["-c", "-x", language]).arg(root().join("tests/c/drive.c"));
    run(compile.arg("-o").arg(&object));

    let shared = folder.join("shared");
    let mut link = compiler(standard);
    link.arg(&object).args(pkg_config(installed(), &["--libs"])).arg("-lm");
    let found = installed().join("lib");
    run(link.arg(format!("-Wl,-rpath,{}", found.display())).arg("-o").arg(&shared));
    assert_eq!(run(&mut Command::new(shared)), "numbers agree\n");

    let alone = folder.join("static");
    let system = pkg_config(installed(), &["--libs", "--static"]).into_iter();
    let system = system.filter(|flag| flag != "-lluztar" && !flag.starts_with("-L"));
    let mut link = compiler(standard);
    link.arg(&object).arg(static_library()).args(system);
    run(link.arg("-o").arg(&alone));
    assert_eq!(run(&mut Command::new(&alone)), "numbers agree\n");
    let needed = run(Command::new("readelf").args(["-W", "-d"]).arg(alone));
    assert!(!needed.contains("libluztar"), "{needed}");
}

#[test]
fn programs_run_with_the_header_alone() {
    STANDARDS.iter().for_each(|standard| drive(standard, None));
}

#[test]
fn programs_run_with_the_header_after_the_official_ones() {
    let Some(headers) = official_headers() else { return };
    STANDARDS.iter().for_each(|standard| drive(standard, Some(&headers)));
}

#[test]
fn functions_have_the_types_of_the_standard() {
    let Some(headers) = official_headers() else { return };
    for standard in STANDARDS {
        let language = if standard.starts_with("c++") { "c++" } else { "c" };
        let mut compile = compiler(standard);
        compile.arg(format!("-isystem{}", headers.display()));
        compile.args(["-Wno-unused-variable", "-fsyntax-only", "-x", language]);
        run(compile.arg(root().join("tests/c/signatures.c")));
    }
}

/// `REFERENCE:LOWEST:HIGHEST` of an input, between which contacts slip and springs reach their ends.
fn range(reference: usize, input: &Variable) -> String {
    let most = match input.unit {
        PhysicalUnit::Newton | PhysicalUnit::NewtonMetre => 8.0,
        PhysicalUnit::Metre | PhysicalUnit::Radian => 0.05,
        _ => 0.5,
    };
    let (lowest, highest) = (input.min.unwrap_or(-most), input.max.unwrap_or(most));
    format!("{reference}:{}:{}", lowest.max(-most), highest.min(most))
}

/// A state goes from one process to another, and what follows is the same to the last bit, for 10⁴ steps with
/// random inputs.
#[test]
fn states_are_taken_up_by_another_process() {
    let folder = folder("replay");
    let program = folder.join("replay");
    let source = root().join("tests/c/replay.c");
    run(compiler("c99").arg(source).args(linked()).arg("-o").arg(&program).arg("-lm"));
    let replays = |name: &str| {
        let unit = catalogue::unit(name).expect("named by the catalogue");
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for (reference, variable) in unit.variables().iter().enumerate() {
            match (variable.causality, variable.kind) {
                (Causality::Input, _) => inputs.push(range(reference, variable)),
                (Causality::Output, Kind::Real) => outputs.push(reference.to_string()),
                _ => {}
            }
        }
        let step = unit.network().experiment.step_size.to_string();
        let replay = |mode: &str| {
            let mut command = Command::new(&program);
            command.args([name, mode]).arg(folder.join(name)).arg(&step);
            run(command.args(&inputs).arg("--").args(&outputs))
        };
        let expected = replay("write");
        assert_eq!(expected.lines().count(), 20, "{name}");
        assert_eq!(replay("read"), expected, "{name} goes on otherwise");
    };
    let names: Vec<&str> = catalogue::names().collect();
    let (some, others) = names.split_at(names.len() / 2);
    thread::scope(|scope| {
        scope.spawn(|| some.iter().for_each(|name| replays(name)));
        others.iter().for_each(|name| replays(name));
    });
}

#[test]
fn the_pkg_config_file_is_true() {
    assert_eq!(pkg_config(installed(), &["--modversion"]), [env!("CARGO_PKG_VERSION")]);
    let include = format!("-I{}/lib/pkgconfig/../../include", installed().display());
    assert_eq!(pkg_config(installed(), &["--cflags"]), [include]);
    let private = |flag: &String| flag.starts_with("-l") && flag != "-lluztar";
    let stated: BTreeSet<String> =
        pkg_config(installed(), &["--libs", "--static"]).into_iter().filter(private).collect();
    assert_eq!(stated, native_libraries());
}

/// What every static library of this compiler needs of the system. luztar's own crates add nothing, as
/// the linked programs show.
fn native_libraries() -> BTreeSet<String> {
    let folder = folder("native");
    let source = folder.join("empty.rs");
    std::fs::write(&source, "").unwrap();
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["--crate-type", "staticlib", "--print", "native-static-libs", "--out-dir"]);
    let output = command.arg(&folder).arg(&source).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    let line = text.lines().find_map(|line| line.split_once("native-static-libs: "));
    line.unwrap_or_else(|| panic!("{text}")).1.split_whitespace().map(str::to_owned).collect()
}
