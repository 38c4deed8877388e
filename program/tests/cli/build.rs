//! `luztar build`: which FMUs it makes, of which libraries, and what it refuses.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;

use super::{done, fault, luztar, network};

#[test]
fn user_file_becomes_a_verified_fmu() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let out = directory.path().join("with a blank");
    let table = done(&[
        "build",
        &network("SpringMass.toml"),
        "GearTrain",
        "--out",
        &out.display().to_string(),
    ]);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 3, "{table}");
    for (row, name) in rows[1..].iter().zip(["SpringMass", "GearTrain"]) {
        assert!(row.starts_with(name) && row.contains("yes: "), "{row}");
        assert!(out.join(format!("{name}.fmu")).is_file());
    }
}

/// The FMU carries a law of the folder, and runs where that folder is not.
#[test]
fn laws_beside_a_file_go_into_its_fmu() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (file, out) = (directory.path().join("Slider.toml"), directory.path().join("out"));
    let text = "[model]\nname = \"Slider\"\n[body.block]\nmass = \"500 g\"\nvelocity = \"3.6 km/h\"\n[contact.floor]\n\
                between = \"block\"\nlaw = \"rubber\"\nmu0 = \"2 N\"\n";
    let law = "friction = \"mu0/(1 + x)\"\nstatic = \"friction(0)\"\n[[parameter]]\nname = \"mu0\"\nmeasure = \"friction\"\n";
    fs::create_dir(directory.path().join("laws")).expect("writable");
    fs::write(&file, text).expect("writable");
    let beside = directory.path().join("laws/rubber.toml");
    fs::write(&beside, law.replace("1 + x", "1 + y")).expect("writable");
    let [file, out] = [file, out].map(|path| path.display().to_string());
    let (status, text) = fault(&["check", &file]);
    let place = format!("{}:1:22: law.rubber: ", beside.display());
    assert!(status == 1 && text.contains(&place) && text.contains("no variable `y`"), "{text}");

    fs::write(&beside, law).expect("writable");
    let table = done(&["build", &file, "--out", &out]);
    assert!(table.contains("yes: "), "{table}");
    let archive = fs::File::open(Path::new(&out).join("Slider.fmu")).expect("an FMU");
    let mut archive = zip::ZipArchive::new(archive).expect("a zip file");
    let mut carried = String::new();
    let mut entry = archive.by_name("resources/network.toml").expect("the network file");
    entry.read_to_string(&mut carried).expect("a text");
    assert!(carried.contains("[law.rubber]\nfriction = \"mu0/(1 + x)\""), "{carried}");
}

#[test]
fn build_tells_what_failed_and_goes_on() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let out = directory.path().display().to_string();
    let output = luztar(&["build", "no-such-file.toml", "GearTrain", "--out", &out]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-file.toml: "));
    assert!(directory.path().join("GearTrain.fmu").is_file());

    let (status, text) =
        fault(&["build", &network("SpringMass.toml"), &network("SpringMass.toml"), "--out", &out]);
    assert!(status == 2 && text.contains("both make SpringMass.fmu"), "{text}");

    let library = format!("linux64={}", network("SpringMass.toml"));
    let (status, text) = fault(&["build", "GearTrain", "--out", &out, "--library", &library]);
    assert!(status == 1 && text.contains("SpringMass.toml"), "{text}");
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn fmu_whose_library_does_not_run_is_not_verified() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (source, library) = (directory.path().join("no.c"), directory.path().join("no.so"));
    fs::write(&source, "int fmi2GetTypesPlatform(void) { return 0; }\n").expect("writable");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-o"]).arg(&library).arg(&source);
    assert!(compiler.status().expect("a C compiler").success());
    let out = directory.path().display().to_string();
    let library = format!("linux64={}", library.display());
    let (status, text) = fault(&["build", "GearTrain", "--out", &out, "--library", &library]);
    assert!(status == 1 && text.contains("the library has no function fmi2GetVersion"), "{text}");
    // Nobody takes it for a good one.
    let left = fs::read_dir(directory.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let mut left: Vec<String> = left.collect();
    left.sort();
    assert_eq!(left, ["no.c", "no.so"]);
}

/// A library of another build knows no model of this one: the file to renew is named.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn a_library_of_another_build_is_named() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (source, library) = (directory.path().join("old.c"), directory.path().join("old.so"));
    let text = "const char* fmi2GetTypesPlatform(void) { return \"default\"; }\n\
                const char* fmi2GetVersion(void) { return \"2.0\"; }\n\
                const char* fmi3GetVersion(void) { return \"3.0\"; }\n\
                void* fmi2Instantiate(void) { return 0; }\n\
                void* fmi3InstantiateCoSimulation(void) { return 0; }\n";
    fs::write(&source, text).expect("writable");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-o"]).arg(&library).arg(&source);
    assert!(compiler.status().expect("a C compiler").success());
    let out = directory.path().display().to_string();
    let given = format!("linux64={}", library.display());
    for (version, call) in [("2", "fmi2Instantiate"), ("3", "fmi3InstantiateCoSimulation")] {
        let arguments =
            ["build", "GearTrain", "--out", &out, "--library", &given, "--fmi", version];
        let (status, text) = fault(&arguments);
        let why = format!("{call} returned NULL: {} is of another build", library.display());
        assert!(status == 1 && text.contains(&why) && text.contains("build it anew"), "{text}");
    }
}

/// A force that grows beyond all numbers on a motion within 3.5 s, before ln(1.8e308)/200 s: more than 300 steps go well.
#[test]
fn a_unit_that_fails_late_in_its_experiment_is_not_built() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Late.toml");
    let text = "[model]\nname = \"Late\"\n[experiment]\nstopTime = 10\nstepSize = 0.01\n[body.block]\n\
                mass = 1.0\n[force.push]\nbetween = \"block\"\nforce = \"exp(200*t)\"\n";
    fs::write(&file, text).expect("writable");
    let [out, file] = [directory.path(), &file].map(|path| path.display().to_string());
    for version in ["2", "3"] {
        let (status, text) = fault(&["build", &file, "--out", &out, "--fmi", version]);
        let call = format!("not verified: fmi{version}DoStep at t = 3.2");
        assert!(status == 1 && text.contains(&call), "{text}");
        let (_, reason) = text.split_once(&format!("returned fmi{version}Error: ")).expect(&text);
        assert!(reason.contains("block"), "{text}");
    }
    let left = fs::read_dir(directory.path()).expect("a folder");
    assert_eq!(left.count(), 1, "the network file alone is left");
}

/// A dissipated power beyond all numbers, 1e200 N at 1e200 m/s: the start succeeds, the outputs do not.
#[test]
fn a_unit_whose_outputs_fail_is_not_built_and_says_which() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Fast.toml");
    let text = "[model]\nname = \"Fast\"\n[body.block]\nmass = 1e300\nvelocity = 1e200\n[contact.floor]\n\
                between = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1e200\n";
    fs::write(&file, text).expect("writable");
    let [out, file] = [directory.path(), &file].map(|path| path.display().to_string());
    for (version, call) in [("2", "fmi2GetReal"), ("3", "fmi3GetFloat64")] {
        let (status, text) = fault(&["build", &file, "--out", &out, "--fmi", version]);
        let call = format!("not verified: {call} at t = 0 s returned fmi{version}Error: ");
        assert!(status == 1 && text.contains(&call), "{text}");
        assert!(text.contains("floor.dissipatedPower became non-finite"), "{text}");
    }
}

/// Start velocities that slip in a contact that holds whatever it has to: the initialisation fails.
#[test]
fn a_unit_that_cannot_be_initialised_is_not_built_and_says_why() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Slips.toml");
    let text = "[model]\nname = \"Slips\"\n[body.block]\nmass = 1.0\nvelocity = 2.0\n[contact.weld]\n\
                between = \"block\"\nlaw = \"rigid\"\n";
    fs::write(&file, text).expect("writable");
    let [out, file] = [directory.path(), &file].map(|path| path.display().to_string());
    for version in ["2", "3"] {
        let (status, text) = fault(&["build", &file, "--out", &out, "--fmi", version]);
        let call = format!("fmi{version}ExitInitializationMode returned fmi{version}Error: weld: ");
        assert!(status == 1 && text.contains(&call), "{text}");
        assert!(text.contains("must give no slip (got 2"), "{text}");
    }
}

/// A copy of an FMU with a changed model description, or without it.
fn repacked(fmu: &Path, copy: &Path, change: impl Fn(String) -> Option<String>) -> String {
    let mut from = zip::ZipArchive::new(fs::File::open(fmu).expect("built")).expect("an archive");
    let mut to = zip::ZipWriter::new(fs::File::create(copy).expect("writable"));
    for index in 0..from.len() {
        let mut entry = from.by_index(index).expect("an entry");
        let name = entry.name().expect("UTF-8").into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("readable");
        if name == "modelDescription.xml" {
            let Some(text) = change(String::from_utf8(content).expect("UTF-8")) else { continue };
            content = text.into_bytes();
        }
        to.start_file(name, zip::write::SimpleFileOptions::default()).expect("writable");
        to.write_all(&content).expect("writable");
    }
    to.finish().expect("writable");
    copy.display().to_string()
}

/// The names in `binaries/` of an FMU, in order.
fn binaries(fmu: &Path) -> Vec<String> {
    let archive = zip::ZipArchive::new(fs::File::open(fmu).expect("built")).expect("an archive");
    let mut names: Vec<String> = archive
        .file_names()
        .filter_map(|name| name.expect("UTF-8").strip_prefix("binaries/").map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// A file that begins like a library for Windows.
fn windows_library(path: &Path) -> String {
    let mut bytes = vec![0; 0x200];
    bytes[..2].copy_from_slice(b"MZ");
    bytes[0x3c] = 0x80;
    bytes[0x80..0x86].copy_from_slice(b"PE\0\0\x64\x86");
    fs::write(path, bytes).expect("writable");
    format!("win64={}", path.display())
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn libraries_come_from_an_fmu_of_the_same_version() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let at = |name: &str| directory.path().join(name);
    let (first, second) = (at("first").display().to_string(), at("second").display().to_string());
    let windows = windows_library(&at("luztar.dll"));
    done(&["build", "GearTrain", "--out", &first, "--library", &windows]);
    let donor = at("first/GearTrain.fmu");
    assert_eq!(binaries(&donor), ["linux64/GearTrain.so", "win64/GearTrain.dll"]);

    // All of its platforms, under the name of the new unit; the library that is found otherwise is not
    // looked for.
    let donor = donor.display().to_string();
    let mut build = Command::new(env!("CARGO_BIN_EXE_luztar"));
    build.args(["build", &network("SpringMass.toml"), "--out", &second, "--library-from", &donor]);
    let output = build.env("LUZTAR_LIBRARY", "/no/such/library.so").output().expect("starts");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("yes: "), "{output:?}");
    let built = at("second/SpringMass.fmu");
    assert_eq!(binaries(&built), ["linux64/SpringMass.so", "win64/SpringMass.dll"]);

    // What is named comes first: it is no library.
    let named = format!("linux64={}", network("Clutch.toml"));
    let arguments = ["build", "GearTrain", "--library-from", &donor, "--out", &second, "--library"];
    let (status, text) = fault(&[&arguments[..], &[&named]].concat());
    assert!(status == 1 && text.contains("Clutch.toml"), "{text}");
}

#[test]
fn libraries_of_other_versions_and_foreign_fmus_are_refused() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let out = directory.path().display().to_string();
    done(&["build", "GearTrain", "--out", &out]);
    let (fmu, copy) = (directory.path().join("GearTrain.fmu"), directory.path().join("copy.fmu"));
    let tool = format!("luztar {}", luztar::VERSION);
    let must = format!("; must be made by {tool}");
    let attribute = format!(" generationTool=\"{tool}\"");
    let with = |new: &'static str| {
        let attribute = attribute.clone();
        move |xml: String| Some(xml.replace(&attribute, new))
    };
    let refused = |fmu: &str, expected: &str| {
        let (status, text) =
            fault(&["build", "BearingFriction", "--out", &out, "--library-from", fmu]);
        assert!(status == 1 && text.contains(expected), "{expected}: {text}");
        assert!(text.contains(&format!("--library-from {fmu}: ")), "{text}");
        assert!(!directory.path().join("BearingFriction.fmu").exists());
    };
    let older = repacked(&fmu, &copy, with(" generationTool=\"luztar 0.0.1\""));
    refused(&older, &format!("made by luztar 0.0.1{must}"));
    let foreign = repacked(&fmu, &copy, with(" generationTool=\"Other Tool\""));
    refused(&foreign, &format!("made by Other Tool{must}"));
    let silent = repacked(&fmu, &copy, with(""));
    refused(&silent, &format!("has no generationTool{must}"));
    let other = repacked(&fmu, &copy, |xml| {
        Some(xml.replace("modelIdentifier=\"GearTrain\"", "modelIdentifier=\"Gears\""))
    });
    refused(&other, "has no library Gears in binaries/");
    let bare = repacked(&fmu, &copy, |_| None);
    refused(&bare, "not an FMU: modelDescription.xml is missing");
    refused(&network("SpringMass.toml"), "not an FMU: ");
    refused("no-such.fmu", "No such file");
}
