//! Inputs and formulas that have a pole: no motion follows from them.

use std::fs;

use super::inputs::INCLINE;
use super::{done, fault};

/// A pole between all communication points is an error at its time, however the input is followed, and in the formula of a file.
#[test]
fn a_pole_of_an_input_is_an_error() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let network = folder.path().join("network.toml").to_string_lossy().into_owned();
    fs::write(&network, INCLINE).expect("written");
    for (input, time, method) in [
        ("1/(t - 1)", "t = 1 s", "method=1"),
        ("1/(t - 1.03)^2", "t = 1.03 s", "method=1"),
        ("tan(t)", "t = 1.57", "method=1"),
        ("1/(t - 1.03)", "t = 1.03 s", "method=2"),
    ] {
        let input = format!("block.force={input}");
        let run = ["simulate", &network, "--input", &input, "--input", "plane.normalForce=98"];
        let run = [&run[..], &["--set", method, "--stop-time", "3", "--step", "0.1"]].concat();
        let (status, told) = fault(&run);
        let named = told.contains(time) && told.contains("block.force = ");
        assert!(
            status == 1 && named && told.contains("must be finite: take another formula"),
            "{input}: {told}"
        );
    }
    // A pole in an exponent makes 0, on one side of it.
    for bounded in ["exp(-1/t)", "if(t > 0, exp(-1/t), 0)", "if(t < 1, exp(1/(t - 1)), 0)"] {
        let input = format!("block.force={bounded}");
        let run = ["simulate", &network, "--input", &input, "--input", "plane.normalForce=98"];
        done(&[&run[..], &["--stop-time", "2", "--step", "0.1"]].concat());
    }
    let own = INCLINE.replace("force = \"input\"", "")
        + "[force.pull]\nbetween = \"block\"\nforce = \"30/(t - 1.03)\"\n";
    fs::write(&network, own).expect("written");
    let run = ["simulate", &network, "--input", "plane.normalForce=98", "--step", "0.1"];
    let (status, told) = fault(&run);
    assert!(status == 1 && told.contains("pull") && told.contains("t = 1.0"), "{told}");
}
