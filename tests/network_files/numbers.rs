//! Numbers as formulas: constants, units and what is wrong with them.

use std::f64::consts::PI;

use luztar::network::{Network, read};

const DRIVE: &str = r#"
[model]
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
excitation = { amplitude = "2 N·m", angularFrequency = "2*pi*5 Hz", phase = "90 deg" }

[spring.thread]
between = ["nut", "spindle"]
radii = [1, "pitch"]
stiffness = "10 N/mm"
backlash = "100 µm"

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
        ("spindle.excitationAmplitude", 2.0),
        ("spindle.excitationOmega", 10.0 * PI),
        ("spindle.excitationPhase", PI / 2.0),
        ("thread.radius2", 0.01 / (2.0 * PI)),
        ("thread.stiffness", 1e4),
        ("thread.backlash", 100e-6),
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
    let text = "[model]\nname = \"C\"\n[constant]\nm = 1\n[body.b]\nrepeat = { i = [1, 3] }\nmass = \"{2*i} kg\"\n\
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
            "n:13:15: body.nut.mass: \"total - 500 mm\": `-` needs operands in one unit (got kg and m)",
        ),
        (
            "\"total - 500 g\"",
            "\"20 J/(10 K)\"",
            "n:13:9: body.nut.mass: \"20 J/(10 K)\": must be in kg, but is in N.m/K",
        ),
        (
            "\"2*pi*5 Hz\"",
            "\"5 Hz\"",
            "n:24:57: body.spindle.excitation.angularFrequency: \"5 Hz\": must be in rad/s: write `2*pi*` before a number of \
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
            "n:53:17: constant.total: \"2.5 kg + lead\": `+` needs operands in one unit (got kg and m)",
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
            "n:13:8: body.nut.mass: must be a plain 0 for a massless body; write `mass = 0`",
        ),
    ] {
        let said = read(&drive(from, to), "n").expect_err(to).to_string();
        let first = said.lines().next().expect("a message");
        assert_eq!(first, message, "{to}");
    }
}

/// A unit that could belong to the last number or to all before it is refused, and both spellings that the message
/// gives are read as they say.
#[test]
fn units_with_two_readings_are_refused_with_both() {
    let deg = PI / 180.0;
    for (key, text, what, one, all) in [
        ("angle", "1/60 deg", "quotient", ("1/(60 deg)", None), ("(1/60) deg", deg / 60.0)),
        (
            "angle",
            "1 rad^2/60 deg",
            "quotient",
            ("1 rad^2/(60 deg)", Some(3.0 / PI)),
            ("(1 rad^2/60) deg", f64::NAN),
        ),
        ("angle", "1/-60 deg", "quotient", ("1/-(60 deg)", None), ("(1/-60) deg", -deg / 60.0)),
        ("angle", "90/2/3deg", "quotient", ("90/2/(3 deg)", None), ("(90/2/3) deg", 15.0 * deg)),
        ("angle", "1 + 90/2 deg - 1", "quotient", ("90/(2 deg)", None), ("(90/2) deg", f64::NAN)),
        (
            "angle",
            "7 % 3 deg",
            "remainder",
            ("7 % (3 deg)", Some(7.0 % (3.0 * deg))),
            ("(7 % 3) deg", deg),
        ),
        ("angle", "2^3 deg", "power", ("2^(3 deg)", None), ("(2^3) deg", 8.0 * deg)),
        (
            "angle",
            "10 + 5 deg",
            "sum",
            ("(10) rad + 5 deg", Some(10.0 + 5.0 * deg)),
            ("(10 + 5) deg", 15.0 * deg),
        ),
        (
            "angle",
            "-10 - 5 deg",
            "sum",
            ("(-10) rad - 5 deg", Some(-10.0 - 5.0 * deg)),
            ("(-10 - 5) deg", -15.0 * deg),
        ),
        (
            "angularVelocity",
            "3000/60 rev/s",
            "quotient",
            ("3000/(60 rev)", None),
            ("(3000/60) rev", f64::NAN),
        ),
        ("angularVelocity", "1/3 (2) rpm", "", ("", None), ("", f64::NAN)),
        ("position", "10 N/2 mm", "quotient", ("10 N/(2 mm)", None), ("(10 N/2) mm", f64::NAN)),
        (
            "position",
            "10 mm/50 %",
            "quotient",
            ("10 mm/(50 %)", Some(0.02)),
            ("(10 mm/50) %", 2e-6),
        ),
        ("position", "1/(2) mm", "quotient", ("1/((2) mm)", None), ("(1/(2)) mm", 5e-4)),
    ] {
        let of = |text: &str| {
            let from = match key {
                "angle" => "\"30 deg\"",
                "position" => "\"25 mm\"",
                _ => "\"3000 rpm\"",
            };
            read(&drive(from, &format!("\"{text}\"")), "n").map(|network| {
                let body = if key == "position" { "nut" } else { "spindle" };
                start(&network, &format!("{body}.{key}0"))
            })
        };
        let said = of(text).expect_err(text).to_string();
        let rule = match what {
            "" => "expected an operator, found `(`".to_owned(),
            _ => {
                format!("a unit after a {what} is ambiguous: write `{}` or `{}`", one.0, all.0)
            }
        };
        assert!(said.lines().next().is_some_and(|line| line.ends_with(&rule)), "{text}: {said}");
        for (text, value) in [one, (all.0, Some(all.1).filter(|value| !value.is_nan()))] {
            if let Some(value) = value {
                let found = of(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
                assert!((found - value).abs() <= 1e-14 * value.abs().max(1.0), "{text}: {found}");
            }
        }
    }
}

/// 1/rad is no angle, while a radian that is left out is none.
#[test]
fn the_inverse_of_an_angle_is_no_angle() {
    for (text, value) in [
        ("1/(60 deg)", None),
        ("1/(60 deg) + 1 rad", None),
        ("pi/2 + 30 deg", Some(2.0 * PI / 3.0)),
        ("30 deg + 2", Some(PI / 6.0 + 2.0)),
        ("lead/(5 mm)", Some(2.0)),
        ("lead/(1 mm/rad)", Some(10.0)),
    ] {
        match (read(&drive("\"30 deg\"", &format!("\"{text}\"")), "n"), value) {
            (Ok(network), Some(value)) => {
                let found = start(&network, "spindle.angle0");
                assert!((found - value).abs() <= 4.0 * f64::EPSILON * value, "{text}: {found}");
            }
            (Err(wrong), None) => assert!(wrong.to_string().contains("1/rad"), "{text}: {wrong}"),
            (read, _) => panic!("{text}: {:?}", read.map(|_| ())),
        }
    }
}

/// A chain of numbers, signs, products, quotients and units, read by a second reader: it is refused where a unit stands
/// behind a divisor, and is else the product that it says.
#[test]
fn random_quotients_with_units() {
    let mut seed = 41_u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut refused = 0;
    for _ in 0..500 {
        let (mut text, mut value, mut wrong, mut power) = (String::new(), 1.0, false, 0);
        for place in 0..1 + draw(4) {
            let over = place > 0 && draw(2) == 0;
            let number = (1 + draw(9)) as f64;
            text += if place == 0 {
                ""
            } else if over {
                "/"
            } else {
                "*"
            };
            let unit = match draw(4) {
                0 => Some(("rad", 1.0)),
                1 => Some(("deg", PI / 180.0)),
                _ => None,
            };
            let brackets = draw(3) == 0;
            text += &match unit {
                Some((unit, _)) if brackets => format!("({number} {unit})"),
                Some((unit, _)) => format!("{number} {unit}"),
                None => format!("{number}"),
            };
            wrong |= over && unit.is_some() && !brackets;
            let factor = number * unit.map_or(1.0, |(_, factor)| factor);
            power += i32::from(unit.is_some()) * if over { -1 } else { 1 };
            value *= if over { 1.0 / factor } else { factor };
        }
        let read = read(&drive("\"30 deg\"", &format!("\"{text}\"")), "n");
        refused += i32::from(wrong);
        match read {
            Ok(network) => {
                let found = start(&network, "spindle.angle0");
                assert!(!wrong && power >= 0, "{text}");
                assert!((found - value).abs() <= 1e-14 * value, "{text}: {found}, not {value}");
            }
            Err(said) if wrong => assert!(said.to_string().contains("is ambiguous"), "{said}"),
            Err(said) => assert!(power < 0 && said.to_string().contains("1/rad"), "{text}: {said}"),
        }
    }
    assert!(refused > 80, "{refused}");
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
    assert!(law(&decisions.join("+"), "").contains("has more than 100 breakpoints"));
    let many: String = (0..1001).map(|k| format!("c{k} = {k}\n")).collect();
    let said = read(&drive("ratio = 3.5\n", &many), "n").expect_err("many").to_string();
    assert!(said.contains("constant: has more than 1000 entries"), "{said}");
}
