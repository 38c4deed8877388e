//! Build options of a network file, chosen on the command line of every subcommand.

use std::fs;

use super::{done, fault, network};

/// A network file with an option, in a directory that goes with the first of the pair.
fn chain() -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Chain.toml");
    let network = "[model]\nname = \"Chain\"\n\
                   [option]\nn = { default = 1, min = 1, max = 9, description = \"bodies\" }\n\
                   [body.b]\nrepeat = { i = [1, \"{n}\"] }\nmass = 1.0\nvelocity = 1.0\n\
                   [contact.c]\nrepeat = { i = [1, \"{n}\"] }\nbetween = \"b{i}\"\nlaw = \"coulomb\"\n\
                   kineticFriction = 1.0\n";
    fs::write(&file, network).expect("writable");
    let file = file.display().to_string();
    (directory, file)
}

#[test]
fn build_options_are_chosen_on_the_command_line() {
    let (directory, file) = chain();
    let text = done(&["describe", &file]);
    for part in ["1 body, 1 contact", "Build options", "1 to 9", "bodies"] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!(done(&["describe", &file, "--set", "n=3"]).contains("3 bodies, 3 contacts"));
    assert!(done(&["check", &file, "--set", "n=2"]).contains("ok: Chain, 2 bodies"));
    let run = done(&["simulate", &file, "--set", "n=3", "--set", "b3.mass=0.5"]);
    assert!(run.contains("c3 ") && run.contains("3 transitions"), "{run}");
    let swept = done(&["sweep", &file, "--vary", "n=1:3:3"]);
    let counts: Vec<&str> = swept.lines().skip(1).map(|row| &row[..5]).collect();
    assert_eq!(counts, ["1.0,1", "2.0,2", "3.0,3"], "{swept}");
    let (status, text) = fault(&["sweep", &file, "--vary", "n=2,1"]);
    assert!(status == 1 && text.contains("n=1: Chain has no variable b2.position"), "{text}");
    let (status, text) = fault(&["sweep", &file, "--vary", "n=1:2:3"]);
    assert!(status == 1 && text.contains("--vary n=1.5: must be a whole number"), "{text}");

    let out = directory.path().display().to_string();
    let table = done(&["build", &file, "--set", "n=2", "--out", &out]);
    assert!(table.contains("yes: "), "{table}");
    let fmu = fs::File::open(directory.path().join("Chain.fmu")).expect("built");
    let mut archive = zip::ZipArchive::new(fmu).expect("a zip archive");
    let mut read = |name: &str| {
        let entry = archive.by_name(name).expect(name);
        std::io::read_to_string(entry).expect("UTF-8")
    };
    assert!(read("resources/network.toml").contains("default = 2, min = 1"));
    assert!(read("modelDescription.xml").contains("b2.position"));
}

#[test]
fn wrong_build_options_are_refused_with_those_there_are() {
    let (_directory, file) = chain();
    let all = "no such build option; there are n (1 to 9; default 1)";
    for command in ["build", "check", "describe", "simulate"] {
        for (set, expected) in
            [("n=10", "must be a whole number, 1 to 9"), ("colour=2", all), ("n=2", "")]
        {
            let twice: &[&str] = if expected.is_empty() { &["--set", "n=2"] } else { &[] };
            let arguments = [&[command, file.as_str(), "--set", set], twice].concat();
            let (status, text) = fault(&arguments);
            let expected = if expected.is_empty() { "given twice" } else { expected };
            assert!(text.contains(expected), "{arguments:?}: {text}");
            assert_eq!(status, 2, "{arguments:?}: {text}");
        }
    }
    let (status, text) = fault(&["build", &network("SpringMass.toml"), "--set", "n=2"]);
    assert!(status == 2 && text.contains("the network has no build options"), "{text}");
}
