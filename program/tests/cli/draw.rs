//! `luztar draw`: where the picture goes, build options, and what is refused.

use std::fs;
use std::process::Command;

use super::{done, fault, network};

#[test]
fn a_drawing_goes_to_the_file_or_to_stdout() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let file = folder.path().join("gears.svg").display().to_string();
    let shown = done(&["draw", "GearTrain", "--output", "-"]);
    assert!(shown.starts_with("<svg ") && shown.contains(">deltaGamma</text>"), "{shown}");
    assert_eq!(done(&["draw", "GearTrain", "--output", &file]), "");
    assert_eq!(fs::read_to_string(&file).expect("written"), shown);
    let mut command = Command::new(env!("CARGO_BIN_EXE_luztar"));
    let status = command.args(["draw", "GearTrain"]).current_dir(folder.path()).status();
    assert!(status.expect("starts").success());
    let named = folder.path().join("GearTrain.drawing.svg");
    assert_eq!(fs::read_to_string(named).expect("written"), shown);
}

#[test]
fn a_drawing_follows_build_options() {
    let shown = done(&["draw", "BurridgeKnopoff", "--set", "blocks=3", "--output", "-"]);
    assert!(shown.contains(">block3</text>") && !shown.contains(">block4</text>"), "{shown}");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let faulty = folder.path().join("faulty.toml");
    fs::write(&faulty, "[model]\nname = \"X\"\n[body.a]\nmass = -1.0\n").expect("writable");
    let faulty = faulty.display().to_string();
    let shuttle = network("Shuttle.toml");
    for (status, arguments, expected) in [
        (2, ["draw", "GearTrian", "--output", "-"], "did you mean `GearTrain`?"),
        (2, ["draw", &shuttle, "--output", "x.png"], "rsvg-convert -f png"),
        (1, ["draw", &faulty, "--output", "-"], "faulty.toml:4:"),
        (1, ["draw", &shuttle, "--output", "no/such/folder.svg"], "no/such/folder.svg: "),
    ] {
        let (code, text) = fault(&arguments);
        assert!(code == status && text.contains(expected), "{arguments:?}: {code}: {text}");
    }
}
