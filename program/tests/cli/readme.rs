//! README.md keeps its word: the network it shows is the one in examples/, the units it lists are the
//! catalogue, and what it says the program prints is what the program prints; docs/c.md, whose program does so too.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use luztar::unit::catalogue;

use crate::program;

const README: &str = include_str!("../../../README.md");
const FROM_C: &str = include_str!("../../../docs/c.md");

/// Lines that a stranger reads.
const LONGEST: usize = 150;

/// Contents of the fenced blocks of a page whose opening fence is exactly `fence`.
fn blocks(page: &'static str, fence: &str) -> Vec<&'static str> {
    let opening = format!("\n{fence}\n");
    let parts = page.split(opening.as_str()).skip(1);
    parts.map(|part| part.split("\n```").next().expect("closed")).collect()
}

/// Commands `$ luztar …` of a console block, each with the text that follows it.
fn commands(block: &str) -> Vec<(String, String)> {
    let parts = block.split("$ ").filter(|part| part.starts_with("luztar "));
    parts
        .map(|part| {
            let part = part.replace("\\\n", " ");
            let (command, text) = part.split_once('\n').unwrap_or((&part, ""));
            (command.to_owned(), text.trim_end().to_owned())
        })
        .collect()
}

/// What a shell prints for `command` in the project's folder, `luztar` being the program under test.
fn printed(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_luztar"));
    let mut path = OsString::from(program.parent().expect("a folder"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .env("PATH", path)
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}

fn is_build(command: &str) -> bool {
    command.starts_with("luztar build ")
}

#[test]
fn network_shown_is_the_example() {
    let example = include_str!("../../../examples/networks/SpringMass.toml");
    assert_eq!(blocks(README, "```toml").first().map(|block| block.trim()), Some(example.trim()));
}

#[test]
#[cfg(unix)]
fn console_output_is_what_is_printed() {
    let commands = blocks(README, "```").into_iter().flat_map(commands);
    // What is built has the size of a release: tests/python/test_site.py runs it.
    let commands: Vec<_> = commands.filter(|(command, _)| !is_build(command)).collect();
    assert!(commands.len() >= 2, "no commands found");
    for (command, text) in commands {
        assert_eq!(printed(&command), text, "README.md: {command}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn c_program_prints_what_is_shown() {
    let folder = program::folder("readme");
    let (source, binary) = (folder.join("slider.c"), folder.join("slider"));
    fs::write(&source, blocks(FROM_C, "```c").first().expect("a program in C")).expect("writable");
    // As the page says, from a folder where nothing of the sources is found.
    let prefix = folder.join("installed");
    program::install(&prefix);
    let mut compile = Command::new("cc");
    compile.current_dir(&folder).args(["slider.c", "-o", "slider"]);
    compile.args(program::pkg_config(&prefix, &["--cflags", "--libs"]));
    let [found] = &program::pkg_config(&prefix, &["--variable=libdir"])[..] else {
        panic!("libdir")
    };
    program::run(compile.arg(format!("-Wl,-rpath,{found}")));
    let shown: Vec<&str> = FROM_C.split("./slider\n").skip(1).collect();
    let expected = shown.first().and_then(|text| text.split("\n```").next());
    assert_eq!(Some(program::run(&mut Command::new(&binary)).trim_end()), expected);
}

#[test]
fn readme_is_short_and_begins_with_a_picture() {
    assert!(README.lines().count() < LONGEST, "{} lines", README.lines().count());
    let before = README.split("\n## ").next().expect("a beginning");
    assert!(before.contains("](docs/pictures/"), "no picture before the first chapter");
}

#[test]
fn table_of_units_is_the_catalogue() {
    let rows = README.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let rows: Vec<(&str, &str)> = rows.collect();
    for unit in catalogue::names().filter_map(catalogue::unit) {
        let about = &unit.network().about;
        let expected = format!(" {} | {} |", about.description, about.reference);
        let found = rows.iter().find(|(name, _)| *name == about.name);
        assert_eq!(found.map(|(_, rest)| *rest), Some(expected.as_str()), "{}", about.name);
    }
}
