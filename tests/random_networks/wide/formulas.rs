//! Forces, potentials and normal loads by formula, many of which jump, have powers or follow inputs.

use super::super::laws::Keys;
use super::Generator;
use super::courses::Quantity;

/// Draws the parameters and inputs that a formula names; p and c are in the units of the network.
fn named(generator: &mut Generator, element: &str, formula: &str, unit: f64) -> Keys {
    let Generator { length, duration, .. } = *generator;
    let p = generator.size(unit, 0.2, 3.0);
    let draws = &mut generator.draws;
    let q = draws.mixed(&[1.0, 3.0], 0.5, 9.0) / duration;
    let s = length * draws.mixed(&[0.0, 0.1], -0.4, 0.4);
    let n = draws.mixed(&[1.5, 2.0], 0.3, 3.0);
    let has = |name: &str| {
        let parts = formula.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
        parts.into_iter().any(|part| part == name)
    };
    let numbers = [("p", p), ("q", q), ("s", s), ("n", n), ("l", length)];
    let numbers: Vec<String> = numbers
        .iter()
        .filter(|(name, _)| has(name))
        .map(|(name, value)| format!("{name} = {value:?}"))
        .collect();
    let mut keys = vec![];
    if !numbers.is_empty() {
        keys.push(("parameter", format!("{{ {} }}", numbers.join(", "))));
    }
    if has("u") {
        keys.push(("input", "{ u = { input = true, start = 0.5 } }".to_owned()));
        generator.inputs.push((format!("{element}.u"), Quantity::Number));
    }
    keys
}

/// Draws a force: its table of the file, and its keys.
pub fn force(generator: &mut Generator, place: usize, bodies: &[usize]) -> (&'static str, Keys) {
    let own = format!("b{}.{}", bodies[0], generator.word("position", "angle"));
    let (table, formula) = match generator.draws.below(26) {
        0 => ("force", "-p*sign(rate)"),
        1 => ("force", "-p*sign(rate) - 0.1*p*rate/l"),
        2 => ("force", "-p*sign(rate - s)"),
        3 => ("force", "-p*abs(u)*sign(rate)"),
        4 => ("force", "-max(p*u, 0)*sign(rate)"),
        5 => ("force", "if(rate > 0, -p, 0.4*p)"),
        6 => ("force", "-p*max(e/l, 0)*sign(rate)"),
        7 => ("force", "-p*sign(rate)*(0.6 + 0.4*exp(-abs(rate)/l))"),
        8 => ("force", "-p*abs(rate/l)^n*sign(rate)"),
        9 => ("force", "10*p*max(s - e, 0)/l*(1 - 0.2*rate/l)"),
        10 => ("force", "10*p*(max(s - e, 0)/l)^1.5"),
        11 => ("force", "p*u"),
        12 => ("force", "p*sign(sin(q*t))"),
        13 => ("force", "if(t*q > 1, p, -p)"),
        14 => ("force", "-p*sin(e/l)*u"),
        15 => ("force", "-p*tanh(20*rate/l)"),
        16 => ("force", "-p*sqrt(abs(rate/l))*sign(rate)"),
        17 => ("force", "p*sin(q*t)*cos(e/l) - 0.1*p*rate/l"),
        18 => ("force", "-abs(p*sin(q*t))*sign(rate)"),
        19 => ("spring", "5*p*(e/l) + p*(e/l)^3 + 0.1*p*rate/l"),
        20 => ("spring", "p*sign(rate) + p*e/l"),
        21 => ("spring", "10*p*max(abs(e/l) - 0.1, 0)*sign(e)"),
        22 => ("spring", "min(max(10*p*e/l, -p), p)"),
        23 => ("spring", "p*abs(u)*sign(rate) + 3*p*e/l"),
        24 => ("potential", "p*l*(1 - cos(OWN/l))"),
        _ => ("potential", "5*p*l*(max(s - OWN, 0)/l)^2.5 + 0.1*p*l*(OWN/l)^2"),
    };
    let formula = formula.replace("OWN", &own);
    let key = match table {
        "potential" => "energy",
        _ => generator.word("force", "torque"),
    };
    let named = named(generator, &format!("f{place}"), &formula, generator.force);
    (table, [(key, format!("{formula:?}"))].into_iter().chain(named).collect())
}

/// Draws the keys of a normal load; true if it follows from velocities, so that it may jump with viscous friction.
pub fn load(generator: &mut Generator, contact: usize, unit: f64) -> (Keys, bool) {
    let formula = generator.draws.pick(&[
        "p*sin(q*t)",
        "p*max(sin(q*t), 0)",
        "p*(1 - cos(q*t))",
        "p*e/l",
        "p*max(e/l, 0)",
        "p*abs(e/l)",
        "p*((e - 0.05*l)/l)^2",
        "p*(sin(q*t) + e/l)",
        "p*rate/l",
        "p*max(1 - q*t, 0)",
        "p*u",
        "p*(u + e/l)",
        "max(p*u, 0)*abs(rate/l)^0.5",
        "p*abs(u)",
        "p*u*sin(q*t)",
        "p*max(s - abs(e), 0)/l",
        "p*(abs(e)/l)^1.5",
        "p*(max(e, 0)/l)^n",
        "p*(1 - abs(rate/l))",
        "p*if(q*t > 1, u, -u)",
    ]);
    let mut keys = vec![("normalForce", format!("{formula:?}"))];
    keys.extend(named(generator, &format!("c{contact}"), formula, unit));
    (keys, formula.contains("rate"))
}
