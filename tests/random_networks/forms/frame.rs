//! A plan seen from a frame that moves with a constant velocity.

use super::super::plan::{Element, Line, Plan};
use super::super::units::{is_formula, words};
use super::{last, numbers};

/// Prescribed body in the place of the ground.
const GROUND: &str = "moving";

/// Factors of the velocities of both ends in that of an element.
fn factors(element: &Element) -> [f64; 2] {
    let ratio = element.value("ratio").map_or(1.0, |value| numbers(value)[0]);
    match element.value("radii").map(numbers).as_deref() {
        Some(&[one, other]) => [one, other],
        Some(&[one]) => [one; 2],
        _ => [1.0, ratio],
    }
}

/// True if a frame may move: the surfaces of contacts, which move with it, make up for ends that count differently, but not for
/// springs, couplings and freewheels, nor for loads and laws that see the ends. A tyre rolls on a ground that rests.
pub fn is_invariant(plan: &Plan) -> bool {
    plan.elements.iter().all(|element| {
        let [one, other] = factors(element);
        let law = element.value("law").unwrap_or_default().trim_matches('"');
        let seen = plan.elements.iter().any(|element| element.name == law);
        let seen = seen || element.keys.iter().any(|(key, value)| is_formula(key, value));
        let slides = element.table == "contact" && law != "oneWay" && !seen;
        (one == other && one == 1.0 || slides) && law != "slipRatio"
    })
}

fn add(element: &mut Element, key: &'static str, by: f64) {
    let value = element.value(key).map_or(0.0, |value| numbers(value)[0]);
    element.keys.retain(|(other, _)| *other != key);
    element.keys.push((key, format!("{:?}", value + by)));
}

/// Moves all that has a place or a velocity, and puts a prescribed body in the place of the ground and of fixed bodies.
pub fn move_frame(plan: &mut Plan, (position, velocity): (f64, f64), by_velocity: bool) {
    let turns = plan.elements.iter().any(|element| element.value("axis").is_some());
    let motion = match turns {
        false => ["position", "velocity", "acceleration"],
        true => ["angle", "angularVelocity", "angularAcceleration"],
    };
    move_inputs(plan, motion, (position, velocity));
    let axis = turns.then(|| ("axis", "\"rotation\"".to_owned()));
    let ground = [axis, Some(("motion", "\"fixed\"".to_owned()))].into_iter().flatten();
    let ground = Element {
        table: "body",
        name: GROUND.to_owned(),
        keys: ground.collect(),
        needs: Vec::new(),
    };
    plan.elements.push(ground);
    for element in &mut plan.elements {
        if element.value("motion") == Some("\"fixed\"") {
            element.keys.retain(|(key, _)| *key != "motion");
            element.keys.push(("motion", "\"prescribed\"".to_owned()));
            if by_velocity {
                element.keys.push(("by", "\"velocity\"".to_owned()));
                add(element, motion[0], position);
            }
            for (word, power) in motion.into_iter().zip(0..).skip(usize::from(by_velocity)) {
                let piece = |time: &f64| match power {
                    0 => [position + velocity * time, velocity, 0.0],
                    1 => [velocity, 0.0, 0.0],
                    _ => [0.0; 3],
                };
                let pieces = plan.times[..plan.times.len() - 1].iter().map(piece).collect();
                let name = format!("{}.{word}", element.name);
                plan.lines.push(Line { name, pieces, ramps: false, formula: None });
            }
        } else if element.table == "body" && element.value("motion").is_none() {
            add(element, motion[0], position);
            if !["mass", "inertia"].iter().any(|mass| element.value(mass) == Some("0")) {
                add(element, motion[1], velocity);
            }
        } else {
            move_element(element, (position, velocity));
        }
    }
}

/// Moves the inputs of prescribed bodies and of surfaces.
fn move_inputs(plan: &mut Plan, motion: [&str; 3], (position, velocity): (f64, f64)) {
    for line in &mut plan.lines {
        let place = motion.iter().position(|word| *word == last(&line.name));
        for (piece, time) in line.pieces.iter_mut().zip(&plan.times) {
            match place {
                Some(0) => {
                    piece[0] += position + velocity * time;
                    piece[1] += velocity;
                }
                Some(1) => piece[0] += velocity,
                _ => {}
            }
        }
    }
    for line in plan.lines.iter_mut().filter(|line| last(&line.name) == "surfaceVelocity") {
        let (name, _) = line.name.split_once('.').expect("a contact");
        let contact = plan.elements.iter().find(|element| element.name == name).expect("a contact");
        let [one, other] = factors(contact);
        line.pieces.iter_mut().for_each(|piece| piece[0] += (one - other) * velocity);
    }
}

/// Puts the prescribed body in the place of the ground, and counts what formulas see from there.
fn move_element(element: &mut Element, (position, velocity): (f64, f64)) {
    let [one, other] = factors(element);
    if one != other && velocity != 0.0 && element.value("surfaceVelocity") != Some("\"input\"") {
        add(element, "surfaceVelocity", (one - other) * velocity);
    }
    let is_law = element.table == "law";
    for (key, value) in &mut element.keys {
        match *key {
            "between" if !value.contains(',') => {
                *value = value.replace(']', &format!(", {GROUND:?}]"));
            }
            "radii" if !value.contains(',') => *value = format!("[{one:?}, {one:?}]"),
            _ if is_law || is_formula(key, value) => {
                *value = words(value, |word| match word.split_once('.') {
                    Some(("first" | "second", "position")) => {
                        format!("({word} - ({position:?} + ({velocity:?})*t))")
                    }
                    Some(("first" | "second", "velocity")) => format!("({word} - ({velocity:?}))"),
                    Some((
                        _,
                        quantity @ ("position" | "angle" | "velocity" | "angularVelocity"),
                    )) => {
                        format!("({word} - {GROUND}.{quantity})")
                    }
                    _ => word.to_owned(),
                });
            }
            _ => {}
        }
    }
}

mod tests {
    use super::super::element;
    use super::*;

    #[test]
    fn a_frame_moves_what_has_a_place() {
        let mut plan = Plan {
            seed: 0,
            elements: vec![
                element("body", &[("mass", "1.0"), ("position", "0.5")]),
                element("contact", &[("between", "[\"e\", \"e\"]"), ("ratio", "3.0")]),
                element("force", &[("between", "[\"e\"]"), ("force", "\"e.position - rate\"")]),
            ],
            lines: Vec::new(),
            times: vec![0.0, 1.0, 3.0],
        };
        move_frame(&mut plan, (2.0, 0.5), false);
        let of = |place: usize, key: &str| plan.elements[place].value(key).map(str::to_owned);
        assert_eq!(of(0, "position").as_deref(), Some("2.5"));
        assert_eq!(of(0, "velocity").as_deref(), Some("0.5"));
        assert_eq!(of(1, "surfaceVelocity").as_deref(), Some("-1.0"));
        assert_eq!(of(2, "between").as_deref(), Some("[\"e\", \"moving\"]"));
        let formula = "\"(e.position - moving.position) - rate\"";
        assert_eq!(of(2, "force").as_deref(), Some(formula));
        assert_eq!(plan.lines[0].pieces, [[2.0, 0.5, 0.0], [2.5, 0.5, 0.0]]);
    }
}
