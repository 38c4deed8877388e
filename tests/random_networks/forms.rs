//! Other forms of a plan: seen from a frame that moves with a constant velocity, in a mirror, and with its elements in another order.
//! The motion is the same one.

mod frame;
mod mirror;

use luztar::dynamics::Event;
use luztar::unit::{Model, Variable};

use super::draws::Draws;
use super::plan::{Element, Plan};
use super::runs::Trace;
use frame::{is_invariant, move_frame};
use mirror::{EVEN, is_directed, mirror, mirror_event, mirror_input};

/// Greatest position of the ground in the frame at the start, m or rad, and its greatest velocity, m/s or rad/s.
const PLACE: f64 = 2.0;
const SPEED: f64 = 2.0;

/// Form of a plan.
pub enum Form {
    /// Frame in which the ground starts at a position, moves with a velocity, and is prescribed by this velocity, or by both.
    Frame { position: f64, velocity: f64, by_velocity: bool },
    /// All positions with the other sign, and the ends of these elements exchanged.
    Mirror { turned: Vec<String> },
    /// Another order of the elements, and of the inputs.
    Order,
}

impl Form {
    /// Returns the forms of a plan, and what their comparisons are called.
    pub fn all(plan: &Plan) -> Vec<(&'static str, Self)> {
        let mut draws = Draws::new(!plan.seed);
        let by_velocity = draws.chance(0.5);
        let [position, velocity] = [PLACE, SPEED].map(|most| match is_invariant(plan) {
            true => draws.mixed(&[0.0, 1.0], -most, most),
            false => 0.0,
        });
        let directed = plan.elements.iter().filter(|element| is_directed(element));
        let turned: Option<Vec<String>> =
            directed.map(|one| one.value("ratio").is_none().then(|| one.name.clone())).collect();
        let mirror = turned.map(|turned| ("mirror", Self::Mirror { turned }));
        let frame = ("frame", Self::Frame { position, velocity, by_velocity });
        [frame, ("order", Self::Order)].into_iter().chain(mirror).collect()
    }

    /// Factor by which positions are greater up to a time, at most, where those of the plan are of the size of 1.
    pub fn size(&self, time: f64) -> f64 {
        match self {
            Self::Frame { position, velocity, .. } => 1.0 + position.abs() + velocity.abs() * time,
            _ => 1.0,
        }
    }

    /// Returns the plan in this form.
    pub fn of(&self, plan: &Plan) -> Plan {
        let mut plan = plan.clone();
        match self {
            Self::Frame { position, velocity, by_velocity } => {
                move_frame(&mut plan, (*position, *velocity), *by_velocity);
            }
            Self::Mirror { turned } => {
                plan.elements.iter_mut().for_each(|one| mirror(one, turned.contains(&one.name)));
                plan.lines.iter_mut().for_each(|line| mirror_input(line, turned));
            }
            Self::Order => {
                let mut draws = Draws::new(!plan.seed);
                shuffle(&mut draws, &mut plan.elements);
                shuffle(&mut draws, &mut plan.lines);
            }
        }
        plan
    }

    /// Returns the trace of a plan in this form as one of the plan.
    pub fn back(&self, trace: &Trace, unit: &Model, times: &[f64]) -> Trace {
        match self {
            Self::Order => trace.clone(),
            Self::Frame { position, velocity, .. } => {
                let value = |variable: &Variable, segment, value: f64| match last(&variable.name) {
                    "position" | "angle" => value - (position + velocity * times[segment + 1]),
                    "velocity" | "angularVelocity" => value - velocity,
                    _ => value,
                };
                trace.changed(unit, |_| {}, value)
            }
            Self::Mirror { turned } => {
                let is_turned = |name: &str| turned.iter().any(|one| one == name);
                let event = |event: &mut Event| mirror_event(event, unit, is_turned);
                let value = |variable: &Variable, _, value: f64| {
                    let (element, quantity) = variable.name.split_once('.').expect("an element");
                    if is_turned(element) || EVEN.contains(&quantity) { value } else { -value }
                };
                trace.changed(unit, event, value)
            }
        }
    }
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().expect("a last part")
}

fn numbers(value: &str) -> Vec<f64> {
    let entries = value.trim_matches(['[', ']']).split(',');
    entries.map(|entry| entry.trim().parse().expect("a number")).collect()
}

fn shuffle<T>(draws: &mut Draws, list: &mut [T]) {
    for place in (1..list.len()).rev() {
        list.swap(place, draws.below(place + 1));
    }
}

/// An element of a test.
fn element(table: &'static str, keys: &[(&'static str, &str)]) -> Element {
    let keys = keys.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
    Element { table, name: "e".to_owned(), keys, needs: Vec::new() }
}
