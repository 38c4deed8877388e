//! A plan in a mirror: positions have the other sign.

use luztar::dynamics::{ContactMode, Event, SpringMode};
use luztar::unit::Model;

use super::super::plan::{Element, Line};
use super::super::units::{is_formula, words};
use super::numbers;

/// Outputs that a mirror leaves as they are.
pub const EVEN: [&str; 7] = [
    "dissipatedEnergy",
    "dissipatedPower",
    "normalLoad",
    "energy",
    "temperature",
    "coefficient",
    "h",
];

/// Keys, and inputs, whose sign a mirror turns.
const ODD: [&str; 22] = [
    "position",
    "angle",
    "velocity",
    "angularVelocity",
    "acceleration",
    "angularAcceleration",
    "force",
    "torque",
    "constantForce",
    "constantTorque",
    "offset",
    "preload",
    "loadFactor",
    "surfaceVelocity",
    "surfaceAcceleration",
    "bristleForce0",
    "bristleCoefficient0",
    "bristleDeflection0",
    "firstForce0",
    "firstCoefficient0",
    "secondForce0",
    "secondCoefficient0",
];

/// Formulas of a law against forward slip, and those against backward slip.
const SIDES: [(&str, &str); 2] = [("friction", "backward"), ("static", "backwardStatic")];

/// True if an element is another one with the opposite sign of its motion.
pub fn is_directed(element: &Element) -> bool {
    let law = element.value("law").unwrap_or_default().trim_matches('"');
    matches!(element.table, "hertz" | "impact" | "huntCrossley")
        || matches!(law, "oneWay" | "asymmetric")
        || element.value("backwardSlip").is_some()
}

/// Turns the sign of all that has one, or exchanges the ends, too.
pub fn mirror(element: &mut Element, turned: bool) {
    let is_law = element.table == "law";
    for (key, value) in &mut element.keys {
        match *key {
            "between" if turned && !value.contains(',') => {
                *value = value.replace('[', "[\"ground\", ");
            }
            "between" | "radii" if turned => {
                let ends: Vec<&str> = value.trim_matches(['[', ']']).split(", ").collect();
                *value = format!("[{}]", ends.into_iter().rev().collect::<Vec<_>>().join(", "));
            }
            "gap" => {
                let edges = numbers(value);
                *value = format!("{:?}", [-edges[1], -edges[0]]);
            }
            "excitation" => *value = value.replace("amplitude = ", "amplitude = -"),
            _ if is_law || is_formula(key, value) => {
                let sign = if ODD.contains(key) && !is_law { "-" } else { "" };
                let inner = words(value.trim_matches('"'), |word| match word.split_once('.') {
                    Some((_, quantity)) if ODD.contains(&quantity) => format!("(-{word})"),
                    None if !(is_law || turned) && matches!(word, "e" | "rate") => {
                        format!("(-{word})")
                    }
                    _ => word.to_owned(),
                });
                *value =
                    if value.starts_with('"') { format!("\"{sign}({inner})\"") } else { inner };
            }
            key if ODD.contains(&key)
                && *value != "\"input\""
                && !(turned && key == "surfaceVelocity") =>
            {
                *value = format!("{:?}", -numbers(value)[0]);
            }
            _ => {}
        }
    }
    if is_law && element.value("backward").is_some() {
        for (key, _) in &mut element.keys {
            if let Some((one, other)) = SIDES.iter().find(|(one, other)| key == one || key == other)
            {
                *key = if key == one { other } else { one };
            }
        }
    }
}

pub fn mirror_input(line: &mut Line, turned: &[String]) {
    let (element, quantity) = line.name.split_once('.').expect("a variable of an element");
    if ODD.contains(&quantity) && !turned.iter().any(|name| name == element) {
        line.pieces.iter_mut().flatten().for_each(|piece| *piece = -*piece);
        line.formula = line.formula.as_ref().map(|text| format!("-({text})"));
    }
}

pub fn mirror_event(event: &mut Event, unit: &Model, is_turned: impl Fn(&str) -> bool) {
    let side = |mode: ContactMode| match mode {
        ContactMode::Backward => ContactMode::Forward,
        ContactMode::Forward => ContactMode::Backward,
        other => other,
    };
    let edge = |mode: SpringMode| match mode {
        SpringMode::Left => SpringMode::Right,
        SpringMode::Right => SpringMode::Left,
        other => other,
    };
    match event {
        Event::Contact { contact, from, to, .. }
            if !is_turned(&unit.network().contacts[contact.0].name) =>
        {
            [*from, *to] = [*from, *to].map(side);
        }
        Event::Spring { from, to, .. } => [*from, *to] = [*from, *to].map(edge),
        _ => {}
    }
}

mod tests {
    use super::super::element;
    use super::*;

    #[test]
    fn a_mirror_turns_signs_or_exchanges_ends() {
        let force = ("force", "\"-p*e^3 + b0.velocity*t\"");
        let mut spring = element("spring", &[("gap", "[-0.5, inf]"), ("damping", "1.0"), force]);
        mirror(&mut spring, false);
        let formula = "\"-(-p*(-e)^3 + (-b0.velocity)*t)\"";
        assert_eq!(spring.value("gap"), Some("[-inf, 0.5]"));
        assert_eq!(spring.value("damping"), Some("1.0"));
        assert_eq!(spring.value("force"), Some(formula));
        let load = ("normalForce", "\"p + e\"");
        let mut freewheel =
            element("contact", &[("between", "[\"b0\"]"), ("radii", "[0.3]"), load]);
        mirror(&mut freewheel, true);
        assert_eq!(freewheel.value("between"), Some("[\"ground\", \"b0\"]"));
        assert_eq!(freewheel.value("radii"), Some("[0.3]"));
        assert_eq!(freewheel.value("normalForce"), Some("\"(p + e)\""));
    }
}
