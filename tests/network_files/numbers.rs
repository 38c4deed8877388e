//! Numbers as formulas: constants, units and what is wrong with them.

use std::f64::consts::PI;

use luztar::network::{Network, read};

const DRIVE: &str = r#"
[unit]
name = "Drive"

[option]
pairs = { default = 3, min = 1 }

[experiment]
stopTime = "1 min"
stepSize = "2 ms"

[body.nut]
mass = "total - 500 g"
position = "25 mm"
velocity = "36 km/h"
constantForce = { value = "-weight", min = "-1 kN", max = 5 }

[body.spindle]
axis = "rotation"
inertia = "50 kg*cm^2"
angle = "30 deg"
angularVelocity = "3000 rpm"
torque = { input = true, start = "1.5 kN.mm" }
source = { amplitude = "2 N·m", angularFrequency = "2*pi*5 Hz", phase = "90 deg" }

[spring.thread]
between = ["nut", "spindle"]
radii = [1, "pitch"]
stiffness = "10 N/mm"
freeplay = "50 µm"

[spring.shaft]
between = "spindle"
stiffness = "3 N*m/deg"

[contact.guide]
between = "nut"
law = "table"
slip = ["0 mm/s", { value = "35 mm/s" }]
friction = ["ratio*2 N", "max(0, 8 N)"]

[contact.clutch]
between = "spindle"
law = "coulomb"
normalForce = "(1/4) kN"
effectiveRadius = "pairs*80 mm"
kineticCoefficient = "30 %"

[constant]
weight = "total*9.81 m/s^2"
pitch = "lead/(2*pi)"
lead = "10 mm"
total = "2.5 kg"
ratio = 3.5
"#;

fn drive(from: &str, to: &str) -> String {
    assert!(DRIVE.contains(from), "{from}");
    DRIVE.replacen(from, to, 1)
}

fn start(network: &Network, name: &str) -> f64 {
    let mut found = network.parameters.iter().filter(|parameter| parameter.name == name);
    found.next().unwrap_or_else(|| panic!("{name}")).start
}

#[test]
fn texts_stand_for_the_numbers_that_they_say() {
    let network = read(DRIVE, "n").unwrap_or_else(|wrong| panic!("{wrong}"));
    for (name, value) in [
        ("nut.mass", 2.0),
        ("nut.position0", 0.025),
        ("nut.velocity0", 10.0),
        ("nut.constantForce", -2.5 * 9.81),
        ("spindle.inertia", 0.005),
        ("spindle.angle0", PI / 6.0),
        ("spindle.angularVelocity0", 100.0 * PI),
        ("spindle.sourceAmplitude", 2.0),
        ("spindle.sourceAngularFrequency", 10.0 * PI),
        ("spindle.sourcePhase", PI / 2.0),
        ("thread.radius2", 0.01 / (2.0 * PI)),
        ("thread.stiffness", 1e4),
        ("thread.freeplay", 50e-6),
        ("shaft.stiffness", 540.0 / PI),
        ("guide.slip[2]", 0.035),
        ("guide.friction[1]", 7.0),
        ("guide.friction[2]", 8.0),
        ("clutch.normalForce", 250.0),
        ("clutch.effectiveRadius", 0.24),
        ("clutch.kineticCoefficient", 0.3),
    ] {
        let found = start(&network, name);
        assert!((found - value).abs() <= 4.0 * f64::EPSILON * value.abs(), "{name}: {found}");
    }
    let force = network.parameters.iter().find(|one| one.name == "nut.constantForce").unwrap();
    assert_eq!((force.bounds.min, force.bounds.max), (Some(-1000.0), Some(5.0)));
    assert_eq!(network.inputs[0].start, 1.5);
    assert_eq!((network.experiment.stop_time, network.experiment.step_size), (60.0, 0.002));
}

/// A decimal prefix gives the same bits as the number written out.
#[test]
fn prefixes_are_exact() {
    for thousandths in 1..1000 {
        let text = drive("\"25 mm\"", &format!("\"{thousandths} mm\""));
        let plain = drive("\"25 mm\"", &format!("{thousandths}e-3"));
        let [text, plain] = [text, plain].map(|text| read(&text, "n").expect("right"));
        assert_eq!(text, plain, "{thousandths} mm");
    }
}

#[test]
fn copies_have_numbers_of_their_index() {
    let text = "[unit]\nname = \"C\"\n[constant]\nm = 1\n[body.b]\nrepeat = { i = [1, 3] }\nmass = \"{2*i} kg\"\n\
                position = [\"1 cm\", 0, \"start*2\"]\n";
    let right = text.replace("m = 1", "start = \"5 mm\"");
    let network = read(&right, "n").unwrap_or_else(|wrong| panic!("{wrong}"));
    let of = |what: &str| [1, 2, 3].map(|i| start(&network, &format!("b{i}.{what}")));
    assert_eq!(of("mass"), [2.0, 4.0, 6.0]);
    assert_eq!(of("position0"), [0.01, 0.0, 0.01]);
    let said = read(text, "n").expect_err("m is a unit").to_string();
    let first = said.lines().next();
    assert_eq!(first, Some("n:4:1: constant.m: `m` is a unit; give the constant another name"));
}

#[test]
fn wrong_texts_are_told_with_their_place() {
    for (from, to, message) in [
        (
            "\"25 mm\"",
            "\"25 ms\"",
            "n:14:13: body.nut.position: \"25 ms\": must be in m, but is in s",
        ),
        (
            "\"10 N/mm\"",
            "\"10 N*mm\"",
            "n:29:14: spring.thread.stiffness: \"10 N*mm\": must be in N/m, but is in N.m",
        ),
        (
            "\"30 %\"",
            "\"30 N\"",
            "n:47:23: contact.clutch.kineticCoefficient: \"30 N\": must be a pure number, but is in N",
        ),
        (
            "\"25 mm\"",
            "\"25 mmm\"",
            "n:14:16: body.nut.position: \"25 mmm\": no unit `mmm` (did you mean `mm`?)",
        ),
        (
            "[1, \"pitch\"]",
            "[1, \"pitsch\"]",
            "n:28:14: spring.thread.radius2: \"pitsch\": no constant or unit `pitsch` (did you mean `pitch`?)",
        ),
        (
            "\"total - 500 g\"",
            "\"total - 500 mm\"",
            "n:13:15: body.nut.mass: \"total - 500 mm\": `-` joins kg and m",
        ),
        (
            "\"total - 500 g\"",
            "\"20 J/(10 K)\"",
            "n:13:9: body.nut.mass: \"20 J/(10 K)\": must be in kg, but is in N.m/K",
        ),
        (
            "\"2*pi*5 Hz\"",
            "\"5 Hz\"",
            "n:24:53: body.spindle.source.angularFrequency: \"5 Hz\": must be in rad/s: write `2*pi*` before a number of \
             turns in Hz",
        ),
        (
            "\"(1/4) kN\"",
            "\"1/0\"",
            "n:45:16: contact.clutch.normalForce: \"1/0\": has no finite value: inf",
        ),
        (
            "\"2.5 kg\"",
            "\"weight/(9.81 m/s^2)\"",
            "n:50:10: constant.weight: is defined by itself: `weight` → `total` → `weight`",
        ),
        (
            "\"2.5 kg\"",
            "\"2.5 kg + lead\"",
            "n:53:17: constant.total: \"2.5 kg + lead\": `+` joins kg and m",
        ),
        (
            "ratio = 3.5",
            "pairs = 3.5\nratio = 3.5",
            "n:54:1: constant.pairs: `pairs` is a build option; give the constant another name",
        ),
        (
            "ratio = 3.5",
            "ratio = true",
            "n:54:9: constant.ratio: must be a finite number or a text, not true",
        ),
        (
            "\"total - 500 g\"",
            "\"0 kg\"",
            "n:13:8: body.nut.mass: is no parameter of a massless body; write `mass = 0`",
        ),
    ] {
        let said = read(&drive(from, to), "n").expect_err(to).to_string();
        let first = said.lines().next().expect("a message");
        assert_eq!(first, message, "{to}");
    }
}

/// Formulas without end are refused soon.
#[test]
fn long_formulas_are_refused() {
    let long = format!("\"{}1\"", "1+".repeat(1000));
    let said = read(&drive("\"25 mm\"", &long), "n").expect_err("long").to_string();
    assert!(said.ends_with(": has 2001 bytes; a formula has at most 1000"), "{said}");
    let define: String =
        (0..100).map(|k| format!("[[law.l.define]]\nname = \"d{k}\"\nformula = \"1\"\n")).collect();
    let law = |friction: &str, more: &str| {
        let law =
            format!("[law.l]\nfriction = \"{friction}\"\n[[law.l.scale]]\nlength = \"1\"\n{more}");
        read(&format!("{DRIVE}{law}"), "n").err().map(|wrong| wrong.to_string()).unwrap_or_default()
    };
    assert_eq!(law("1", ""), "");
    assert!(
        law("1", &define)
            .contains(": has 101 parameters, inputs, definitions, rules and scales; at most 100")
    );
    let sum = |term: &str, count: usize| vec![term; count].join("+");
    assert!(law(&sum("x*x*x*x", 2), "").is_empty());
    let different: Vec<String> = (0..600).map(|k| format!("{k}.5*x")).collect();
    assert!(law(&different.join("+"), "").contains(" operations; at most 1000 are allowed"));
    let decisions: Vec<String> = (0..101).map(|k| format!("max(x, {k})")).collect();
    assert!(law(&decisions.join("+"), "").contains("has more than 100 decisions"));
    let many: String = (0..1001).map(|k| format!("c{k} = {k}\n")).collect();
    let said = read(&drive("ratio = 3.5\n", &many), "n").expect_err("many").to_string();
    assert!(said.contains("constant: has more than 1000 entries"), "{said}");
}
