//! Plans in other units of length, force and time, each a power of ten: the motion is the same one in those units.
//!
//! Angles count as lengths, and torques as forces: nothing in a network but a formula joins them to lengths of its own.

use std::sync::LazyLock;

use luztar::dynamics::Event;
use luztar::laws::{DefaultValue, LawKind};
use luztar::network::{Axis, ElementForm, PhysicalUnit, law_unit};
use luztar::unit::{Model, Variable};

use super::draws::Draws;
use super::plan::{Element, Line, Plan};
use super::runs::Trace;

/// Decades of a unit, and the least powers of ten of those of length, force and time. In units of time below 0.1 ms what the round-off
/// of forces makes of velocities within a second is more than the motions differ by, and the stand-in for the mass of bodies
/// that have none is not small beside other masses.
const DECADES: usize = 12;
const LEAST: [i32; 3] = [-6, -6, -4];

/// Powers of ten of the units.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    length: i32,
    force: i32,
    time: i32,
}

impl Units {
    /// Each anywhere in twelve decades.
    pub fn drawn(seed: u64) -> Self {
        let mut draws = Draws::new(seed);
        let [length, force, time] = LEAST.map(|least| least + draws.below(DECADES + 1) as i32);
        Self { length, force, time }
    }

    /// One of these units in SI units.
    fn of(&self, unit: PhysicalUnit) -> f64 {
        let dimension = unit.exponents();
        let mass = self.force + 2 * self.time - self.length;
        let [kg, m, s] = [dimension.kg, dimension.m, dimension.s].map(i32::from);
        power_of_ten(kg * mass + m * self.length + s * self.time)
    }

    pub fn second(&self) -> f64 {
        self.of(PhysicalUnit::Second)
    }

    /// Returns the same plan with its numbers in SI units.
    pub fn scaled(&self, plan: &Plan) -> Plan {
        let mut plan = plan.clone();
        plan.times.iter_mut().for_each(|time| *time *= self.second());
        for element in &mut plan.elements {
            add_defaults(element);
            let units: Vec<_> =
                element.keys.iter().map(|(key, _)| units_of(element, key)).collect();
            let exponent = exponent(element);
            for ((key, value), units) in element.keys.iter_mut().zip(units) {
                *value = if let (Some(exponent), "stiffness") = (exponent, *key) {
                    let force: f64 = value.parse().expect("a number");
                    let length = self.of(PhysicalUnit::Metre);
                    format!("{:?}", force * self.of(PhysicalUnit::Newton) / length.powf(exponent))
                } else if is_formula(key, value) {
                    self.formula(key, value)
                } else {
                    self.numbers(value, &units)
                };
            }
        }
        plan.lines.iter_mut().for_each(|line| self.scale(line));
        plan
    }

    fn scale(&self, line: &mut Line) {
        let (_, word) = line.name.rsplit_once('.').expect("an element and a variable");
        let unit = self.of(unit_of(word).expect("an input with a unit"));
        if let Some(text) = &mut line.formula {
            *text = self.formula(word, text).trim_matches('"').to_owned();
        }
        for pieces in &mut line.pieces {
            for (piece, power) in pieces.iter_mut().zip(0..) {
                *piece *= unit / self.second().powi(power);
            }
        }
    }

    /// Multiplies the numbers of a value by units, the last of which is that of all others.
    fn numbers(&self, value: &str, units: &[PhysicalUnit]) -> String {
        let mut units = units.iter();
        let mut last = PhysicalUnit::One;
        words(value, |word| match word.parse::<f64>() {
            Ok(number) => {
                last = units.next().copied().unwrap_or(last);
                if last == PhysicalUnit::One {
                    word.to_owned()
                } else {
                    format!("{:?}", number * self.of(last))
                }
            }
            Err(_) => word.to_owned(),
        })
    }

    /// Returns the formula that gives, with all that it names, the value in SI units; its parameters stay as they are.
    fn formula(&self, key: &str, value: &str) -> String {
        let over = |word: &str, unit| format!("({word}/{:e})", self.of(unit));
        let inner = words(value.trim_matches('"'), |word| match word {
            "t" => over(word, PhysicalUnit::Second),
            "e" => over(word, PhysicalUnit::Metre),
            "rate" => over(word, PhysicalUnit::MetrePerSecond),
            _ => match word.split_once('.').and_then(|(_, part)| unit_of(part)) {
                Some(unit) if !word.starts_with(|c: char| c.is_ascii_digit()) => over(word, unit),
                _ => word.to_owned(),
            },
        });
        let unit = if key == "energy" { PhysicalUnit::Joule } else { PhysicalUnit::Newton };
        format!("\"{:e}*({inner})\"", self.of(unit))
    }

    /// Returns the trace of a scaled plan in these units.
    pub fn natural(&self, trace: &Trace, unit: &Model) -> Trace {
        let event = |event: &mut Event| {
            if let Event::Contact { time, .. }
            | Event::Spring { time, .. }
            | Event::Force { time, .. } = event
            {
                *time /= self.second();
            }
        };
        let value = |variable: &Variable, _, value: f64| {
            let size = self.of(match variable.unit {
                PhysicalUnit::NewtonMetre => PhysicalUnit::Newton,
                PhysicalUnit::Radian => PhysicalUnit::Metre,
                PhysicalUnit::RadianPerSecond => PhysicalUnit::MetrePerSecond,
                PhysicalUnit::RadianPerSecond2 => PhysicalUnit::MetrePerSecond2,
                other => other,
            });
            value / size
        };
        trace.changed(unit, event, value)
    }
}

/// Rounded once.
fn power_of_ten(power: i32) -> f64 {
    format!("1e{power}").parse().expect("a number")
}

/// A text with another word in the place of each, numbers among them.
pub fn words(text: &str, mut other: impl FnMut(&str) -> String) -> String {
    let (mut result, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        if first.is_alphanumeric() {
            let (word, after) = rest.split_at(length(rest));
            result += &other(word);
            rest = after;
        } else {
            result.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    result
}

/// Length of the first word.
fn length(text: &str) -> usize {
    let number = text.starts_with(|c: char| c.is_ascii_digit());
    let goes_on = |at: usize, c: char| {
        let exponent = number && text[..at].ends_with('e') && matches!(c, '+' | '-');
        exponent || c.is_alphanumeric() || matches!(c, '.' | '_')
    };
    text.char_indices().find(|(at, c)| !goes_on(*at, *c)).map_or(text.len(), |(at, _)| at)
}

/// Exponent of the penetration of a contact whose stiffness is the force at a penetration of 1 m.
fn exponent(element: &Element) -> Option<f64> {
    let given = || element.value("exponent").map_or(1.5, |text| text.parse().expect("a number"));
    matches!(element.table, "hertz" | "impact" | "huntCrossley").then(given)
}

pub fn is_formula(key: &str, value: &str) -> bool {
    let may_be = matches!(key, "force" | "torque" | "energy" | "normalForce");
    may_be && value.starts_with('"') && value != "\"input\""
}

/// Units of the numbers of a key, the last of which is that of all that follow.
fn units_of(element: &Element, key: &str) -> Vec<PhysicalUnit> {
    let number = ElementForm::named(element.table)
        .and_then(|form| form.parameters.into_iter().find(|number| number.name == key));
    let of_law = || {
        let (kind, loaded) = law_of(element)?;
        let parameters = kind.parameters().iter();
        let mut named = parameters.filter(|one| *one.name == *key || *one.loaded_name == *key);
        Some(law_unit(named.next()?.measure, Axis::Translation, loaded))
    };
    let one = number.map(|number| number.unit[0]).or_else(of_law).or_else(|| unit_of(key));
    match key {
        "excitation" => vec![PhysicalUnit::Newton, PhysicalUnit::PerSecond, PhysicalUnit::One],
        _ => vec![one.unwrap_or(PhysicalUnit::One)],
    }
}

/// Unit of a key or of a variable, of translation.
fn unit_of(word: &str) -> Option<PhysicalUnit> {
    Some(match word {
        "mass" | "inertia" => PhysicalUnit::Kilogram,
        "position" | "angle" | "backlash" | "offset" | "gap" => PhysicalUnit::Metre,
        "velocity" | "angularVelocity" | "surfaceVelocity" | "rampVelocity" | "window" => {
            PhysicalUnit::MetrePerSecond
        }
        "acceleration" | "angularAcceleration" | "surfaceAcceleration" => {
            PhysicalUnit::MetrePerSecond2
        }
        "force" | "torque" | "constantForce" | "constantTorque" | "preload" | "normalForce" => {
            PhysicalUnit::Newton
        }
        "stiffness" => PhysicalUnit::NewtonPerMetre,
        "cubic" => PhysicalUnit::NewtonPerMetre3,
        "damping" | "viscous" => PhysicalUnit::NewtonSecondPerMetre,
        "steepness" => PhysicalUnit::SecondPerMetre,
        _ => return None,
    })
}

static LAWS: LazyLock<Vec<LawKind>> = LazyLock::new(LawKind::all);

/// The built-in law of a contact, and whether it has a load.
fn law_of(element: &Element) -> Option<(&'static LawKind, bool)> {
    let law = element.value("law")?;
    let kind = LAWS.iter().find(|kind| *kind.name() == *law.trim_matches('"'))?;
    let loaded = ["normalForce", "loadSpring"].iter().any(|key| element.value(key).is_some());
    Some((kind, loaded))
}

/// Gives the numbers of a law that are left to their defaults in SI units.
fn add_defaults(element: &mut Element) {
    let Some((kind, loaded)) = law_of(element) else { return };
    for parameter in kind.parameters() {
        let key: &str = if loaded { &parameter.loaded_name } else { &parameter.name };
        let given = element.value(key).is_some();
        if let Some(DefaultValue::Number(number)) = parameter.default
            && !given
            && number != 0.0
            && law_unit(parameter.measure, Axis::Translation, loaded) != PhysicalUnit::One
        {
            element.keys.push((key, format!("{number:?}")));
        }
    }
}

mod tests {
    use super::*;

    #[test]
    fn numbers_and_formulas_change_with_the_units() {
        let units = Units { length: -3, force: 2, time: 1 };
        let gap = units.numbers("[-0.5, inf]", &[PhysicalUnit::Metre]);
        assert_eq!(gap, "[-0.0005, inf]");
        let excitation = "{ amplitude = 2.0, angularFrequency = 3.0, phase = 1.0 }";
        let units_of = [PhysicalUnit::Newton, PhysicalUnit::PerSecond, PhysicalUnit::One];
        let scaled = units.numbers(excitation, &units_of);
        let expected = "{ amplitude = 200.0, angularFrequency = 0.30000000000000004, phase = 1.0 }";
        assert_eq!(scaled, expected);
        let formula = units.formula("force", "\"-p*e^2 + 1e-3*sin(b0.velocity)\"");
        assert_eq!(formula, "\"1e2*(-p*(e/1e-3)^2 + 1e-3*sin((b0.velocity/1e-4)))\"");
        assert_eq!(units.of(PhysicalUnit::Kilogram), 1e7);
    }
}
