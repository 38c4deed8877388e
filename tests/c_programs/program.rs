//! Compiles C programs and finds the libraries that they are linked to.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Of the repository: the program's package lies in a folder of it.
pub fn root() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("include/luztar.h").is_file()).expect("a header in the root")
}

/// Where cargo left the libraries of this very build: beside the test program. Those in the folder
/// above may be older.
pub fn libraries() -> PathBuf {
    env::current_exe().unwrap().parent().unwrap().to_owned()
}

pub fn shared_library() -> PathBuf {
    libraries().join("libluztar.so")
}

pub fn static_library() -> PathBuf {
    libraries().join("libluztar.a")
}

/// The name by which programs that are linked to the shared library find it again.
pub fn soname() -> String {
    let dynamic = run(Command::new("readelf").args(["-W", "-d"]).arg(shared_library()));
    let name = dynamic.lines().find_map(|line| line.split_once("(SONAME)"));
    let name = name.and_then(|(_, rest)| rest.split(['[', ']']).nth(1));
    name.unwrap_or_else(|| panic!("no SONAME:\n{dynamic}")).to_owned()
}

/// Installs the libraries of this build, with tools/install.
pub fn install(prefix: &Path) {
    let mut install = Command::new(root().join("tools/install"));
    run(install.arg(prefix).arg("--from").arg(libraries()));
}

/// The libraries of this build, installed once.
pub fn installed() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = folder("linked").join(env!("CARGO_PKG_NAME"));
        install(&prefix);
        prefix
    })
}

/// Arguments that link a program to the shared library, so that it finds it again.
pub fn linked() -> [String; 2] {
    let folder = installed().join("lib");
    let library = folder.join("libluztar.so");
    [library.display().to_string(), format!("-Wl,-rpath,{}", folder.display())]
}

/// pkg-config that finds what is installed in a folder.
pub fn pkg_config(prefix: &Path, arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(arguments).arg("luztar");
    run(&mut command).split_whitespace().map(str::to_owned).collect()
}

/// Texts of what only building needs, the reader of network files, their texts, the writer of descriptions, that some bytes
/// have in them.
pub fn of_building(library: &[u8]) -> Vec<&'static str> {
    let texts = [
        "a network needs a body that can move",
        "duplicate key",
        "[model]\n",
        "fmiModelDescription",
    ];
    let has = |text: &&str| library.windows(text.len()).any(|window| window == text.as_bytes());
    texts.into_iter().filter(has).collect()
}

/// A folder for what a test builds.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command to its end and returns what it printed. Cargo's search path of libraries is left out: it
/// leads to an older library before the one of this build.
pub fn run(command: &mut Command) -> String {
    command.env_remove("LD_LIBRARY_PATH");
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{errors}", output.status);
    out.into_owned()
}

/// The C compiler with the warnings that all programs must be free of, and luztar.h.
pub fn compiler(standard: &str) -> Command {
    let mut command = Command::new(if standard.starts_with("c++") { "c++" } else { "cc" });
    command.arg(format!("-std={standard}"));
    command.args(["-D_DEFAULT_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"]);
    command.arg(root().join("include"));
    command
}

/// Compiles tests/c/`name`.c alone.
pub fn program(name: &str, libraries: &[&str]) -> PathBuf {
    program_as(name, name, libraries)
}

/// The same, as a program of another name.
pub fn program_as(name: &str, as_name: &str, libraries: &[&str]) -> PathBuf {
    let program = folder("c").join(as_name);
    let source = root().join("tests/c").join(name).with_extension("c");
    run(compiler("c11").arg(source).arg("-o").arg(&program).args(libraries));
    program
}

/// The functions that luztar.h declares: names that stand before a bracket and begin like an export.
pub fn declared() -> BTreeSet<String> {
    let header = std::fs::read_to_string(root().join("include/luztar.h")).unwrap();
    let plain: String = header.split("/*").map(|part| part.rsplit("*/").next().unwrap()).collect();
    let names = plain.split('(').filter_map(|part| {
        part.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned)
    });
    let prefixes = ["fmi2", "fmi3", "luztar_"];
    names.filter(|name| prefixes.iter().any(|prefix| name.starts_with(prefix))).collect()
}
