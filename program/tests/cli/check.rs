//! `luztar check`: what is accepted, what is wrong and where, and what is doubtful.

use std::fs;

use super::{fault, luztar, network, networks};

#[test]
fn check_accepts_the_examples() {
    for entry in fs::read_dir(networks()).expect("examples") {
        let file = entry.expect("readable").path().display().to_string();
        let output = luztar(&["check", &file]);
        let complaint = String::from_utf8_lossy(&output.stderr);
        // The train needs 24 s to stop, in which steps of 80 ms blow up the motion of its springs; the slab slips every 20 s,
        // and much faster than in steps of 0.2 s.
        let long = ["BrakingTrain.toml", "DwellTime.toml"].iter().any(|name| file.ends_with(name));
        let expected = match long {
            true => {
                complaint.lines().count() == 1 && complaint.contains("500 steps of forward Euler")
            }
            false => complaint.is_empty(),
        };
        assert!(output.status.success() && expected, "{complaint}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with(&format!("{file}: ok: ")), "{text}");
    }
}

#[test]
fn check_names_file_line_and_remedy_of_every_faulty_file() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("faulty.toml");
    let good = fs::read_to_string(networks().join("SpringMass.toml")).expect("example");
    fs::write(&file, good.replace("stiffness", "stifness")).expect("writable");
    let file = file.display().to_string();
    let (status, text) = fault(&["check", &file, "no-such-file.toml", &network("SpringMass.toml")]);
    assert_eq!(status, 1);
    let line = 1 + good.lines().position(|line| line.starts_with("stiffness")).expect("a line");
    assert!(text.contains(&format!("{file}:{line}:")), "{text}");
    assert!(text.contains("stiffness"), "the nearest key is missing: {text}");
    assert!(text.contains("no-such-file.toml: "), "{text}");
    let bolted = good.replace(
        "[contact.floor]",
        "[contact.bolt]\nbetween = \"slider\"\nlaw = \"rigid\"\n[contact.floor]",
    );
    let bolted = bolted.replace("position = 0.2", "velocity = 0.2");
    fs::write(&file, &bolted).expect("writable");
    let line = 1 + bolted.lines().position(|line| line == "[contact.bolt]").expect("a line");
    let (_, text) = fault(&["check", &file]);
    assert!(
        text.starts_with(&format!("{file}:{line}:10: bolt: the start velocities of its bodies")),
        "{text}"
    );
    let output = luztar(&["check", &file, &network("SpringMass.toml")]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("SpringMass.toml: ok"));
}

#[test]
fn check_warns_of_doubtful_networks() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("doubtful.toml");
    let network = "[model]\nname = \"Doubtful\"\n\
                   [body.block]\nmass = 1.0\n\
                   [body.a]\nmotion = \"prescribed\"\n\
                   [contact.pad]\nbetween = [\"a\"]\nlaw = \"own\"\n\
                   [law.own]\nfriction = \"1\"\n\
                   parameter = [{ name = \"k\", measure = \"number\", default = 1 }]\n";
    fs::write(&file, network).expect("writable");
    let output = luztar(&["check", &file.display().to_string()]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let unused = format!("{}:12:23: law.own: `k` occurs in no formula of the law", file.display());
    for part in
        [&unused, "body `block`: a keyword of Modelica", "nothing acts on it", "`appliedForce"]
    {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!(text.lines().all(|line| line.starts_with("warning: ")), "{text}");
}

/// A block on a belt that is prescribed by its position, by its velocity and by both.
#[test]
fn check_warns_of_friction_on_samples_of_a_position() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("belt.toml");
    for (by, warns) in [("position", true), ("velocity", false), ("both", false)] {
        let network = format!(
            "[model]\nname = \"Belt\"\n[body.mass]\nmass = 1.0\n[body.belt]\nmotion = \"prescribed\"\nby = \"{by}\"\n\
             [contact.pad]\nbetween = [\"mass\", \"belt\"]\nlaw = \"coulomb\"\nkineticFriction = 1.0\n"
        );
        fs::write(&file, network).expect("writable");
        let output = luztar(&["check", &file.display().to_string()]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            text.contains("contact `pad`: `belt` is prescribed by its position"),
            warns,
            "{text}"
        );
        assert_eq!(text.is_empty(), !warns, "{text}");
    }
}

/// z'' = −k z in steps h of forward Euler grows by √(1 + k h²) a step: here to 1e308 within 500 steps of 2 s, and not of 1 s.
#[test]
fn check_warns_where_forward_euler_blows_up() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Stiff.toml");
    let network = |stop: f64| {
        format!(
            "[model]\nname = \"Stiff\"\n[experiment]\nstopTime = {stop:?}\n\
             [body.mass]\nmass = 1.0\nposition = 1e-3\n\
             [spring.leaf]\nbetween = \"mass\"\nstiffness = 1e6\n"
        )
    };
    let complaint = |stop| {
        fs::write(&file, network(stop)).expect("writable");
        let output = luztar(&["check", &file.display().to_string()]);
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let text = complaint(2.0);
    assert!(
        text.contains("mass.acceleration = ") && text.contains("with stopTime = 1 they"),
        "{text}"
    );
    assert_eq!(complaint(1.0), "");
}

/// A prescribed body that formulas alone name is a signal, and no body that has been forgotten.
#[test]
fn a_body_that_is_a_signal_is_no_doubt() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("signal.toml");
    let force =
        "[force.servo]\nbetween = \"stem\"\nforce = \"9*(target.position - stem.position)\"\n";
    let warned = |force: &str| {
        let network = format!(
            "[model]\nname = \"Signal\"\n[body.target]\nmotion = \"prescribed\"\n\
             [body.stem]\nmass = 1.0\nforce = \"input\"\n{force}"
        );
        fs::write(&file, network).expect("writable");
        String::from_utf8(luztar(&["check", &file.display().to_string()]).stderr).expect("UTF-8")
    };
    assert_eq!(warned(force), "");
    assert!(warned("").contains("body `target`: nothing acts on it or touches it"));
}

/// A relay that drives a body back to 0 beside dry friction: v falls by the same factor from passage to passage.
#[test]
fn a_force_that_jumps_against_a_displacement_beside_friction_is_a_doubt() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("relay.toml");
    let warned = |element: &str, contact: &str| {
        let network = format!(
            "[model]\nname = \"Relay\"\n[body.a]\nmass = 1.0\nvelocity = 1.0\n\
             [body.b]\nmass = 1.0\n[{element}\nparameter = {{ p = 5.0 }}\n\
             [contact.c]\nbetween = {contact}\nkineticFriction = 1.0\n\
             [contact.d]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n"
        );
        fs::write(&file, network).expect("writable");
        let text = luztar(&["check", &file.display().to_string()]).stderr;
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(!text.contains("error"), "{text}");
        text.contains("`f`: jumps against the displacement")
    };
    let dry = "\"a\"\nlaw = \"coulomb\"";
    for force in ["-p*sign(e)", "p*sign(1 - e)", "if(a.position > 0.5, -p, 1)", "p*(e < 2) - e"] {
        assert!(warned(&format!("force.f]\nbetween = \"a\"\nforce = \"{force}\""), dry), "{force}");
    }
    assert!(warned("spring.f]\nbetween = \"a\"\nforce = \"p*sign(e)\"", dry));
    for force in ["p*sign(e)", "-p*sign(rate)", "if(e > 0, -p*e, 0)", "-p*abs(e)", "-p*sign(t - 1)"]
    {
        assert!(
            !warned(&format!("force.f]\nbetween = \"a\"\nforce = \"{force}\""), dry),
            "{force}"
        );
    }
    let smooth = "\"a\"\nlaw = \"coulomb\"\nregularisation = \"tanh\"\nsteepness = 1e3";
    assert!(!warned("force.f]\nbetween = \"a\"\nforce = \"-p*sign(e)\"", smooth));
}

#[test]
fn a_spring_that_loads_one_flank_is_a_doubt() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("flank.toml");
    let warned = |gap: &str, load: &str| {
        let network = format!(
            "[model]\nname = \"Flank\"\n[body.nut]\nmass = 1.0\n\
             [spring.mesh]\nbetween = \"nut\"\nstiffness = 10.0\n{gap}\n\
             [contact.thread]\nbetween = \"nut\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\n\
             normalForce = {load}\nloadSpring = \"mesh\"\nloadFactor = 1.0\n"
        );
        fs::write(&file, network).expect("writable");
        let text = luztar(&["check", &file.display().to_string()]).stderr;
        let text = String::from_utf8(text).expect("UTF-8");
        text.contains(":14:14: contact.thread.loadSpring: the force of `mesh` is of either sign")
    };
    assert!(warned("backlash = 0.1", "0.0") && warned("gap = [-0.1, 0.2]", "0.0"));
    assert!(!warned("backlash = 0.1", "1.0") && !warned("backlash = 0.1", "\"input\""));
    assert!(!warned("gap = [-inf, 0.2]", "0.0") && !warned("preload = -5.0", "0.0"));
}

#[test]
fn elements_are_counted_by_their_words() {
    for (name, counts) in [
        ("EndStop", "1 body, 1 contact, no springs, no dampers, 1 huntCrossley"),
        ("BrakeSqueal", "2 bodies, 1 contact, 1 spring, 2 dampers, 1 potential"),
        ("Positioner", "2 bodies, 1 contact, 1 spring, 1 damper, 2 forces by formula"),
    ] {
        let file = networks().join(format!("../mechanisms/{name}.toml")).display().to_string();
        let text = String::from_utf8(luztar(&["check", &file]).stdout).expect("UTF-8");
        assert_eq!(text, format!("{file}: ok: {name}, {counts}\n"));
    }
}

/// A stop that is penetrated at the start opens if its force is more than twice what presses it: 10 N here.
#[test]
fn stops_that_throw_their_ends_apart_at_the_start_are_a_doubt() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("stop.toml");
    let warned = |text: &str| {
        let text = format!("[model]\nname = \"Stop\"\n[experiment]\nstopTime = 0.01\n{text}");
        fs::write(&file, text).expect("writable");
        String::from_utf8(luztar(&["check", &file.display().to_string()]).stderr).expect("UTF-8")
    };
    let body = |position: f64| {
        format!("[body.ball]\nmass = 1.0\nposition = {position:?}\nconstantForce = -10.0\n")
    };
    let stops = [
        ("[spring.s]\nbetween = \"ball\"\nstiffness = 1e4\ngap = [0.0, inf]\n", 1.0, "spring"),
        ("[hertz.s]\nbetween = \"ball\"\nstiffness = 1e4\n", 1.5, "hertz"),
        ("[impact.s]\nbetween = \"ball\"\nstiffness = 1e4\nexponent = 2.0\n", 2.0, "impact"),
        (
            "[huntCrossley.s]\nbetween = \"ball\"\nstiffness = 1e4\nexponent = 1.2\n",
            1.2,
            "huntCrossley",
        ),
    ];
    for (stop, exponent, kind) in stops {
        // The penetration at a force.
        let at = |force: f64| -(force / 1e4f64).powf(1.0 / exponent);
        for force in [0.0, 5.0, 10.0, 19.9] {
            assert_eq!(warned(&(body(at(force)) + stop)), "", "{kind} {force}");
        }
        for force in [20.1, 1e6] {
            let text = warned(&(body(at(force)) + stop));
            let depth = format!("{:.2e}", -at(force)).parse::<f64>().expect("a number");
            let said = format!("{kind} `s`: penetrated by {depth} m at the start: its ");
            assert!(text.contains(&said), "{text}");
        }
        // What friction holds, or a stronger force presses, is not thrown off.
        let floor =
            "[contact.floor]\nbetween = \"ball\"\nlaw = \"coulomb\"\nkineticFriction = 100.0\n";
        assert_eq!(warned(&(body(at(100.0)) + stop + floor)), "", "{kind}");
        assert!(warned(&(body(at(300.0)) + stop + floor)).contains("penetrated"), "{kind}");
    }
    let text = warned(&(body(-0.2) + stops[1].0));
    let remedy = "its 894 N are more than twice what presses its ends together, and throw them apart; give other \
                  start positions, or another `distance`";
    assert!(text.contains(remedy), "{text}");
}
