//! The same mechanism said in several ways: what is seen of each, and that it is the same.

use luztar::unit::Simulation;

use super::support::{Named, started, unit};
use super::{assert_near, go};

/// What is looked at of a block on a floor.
pub const SEEN_OF_BLOCK: &[&str] =
    &["block.position", "block.velocity", "floor.frictionForce", "floor.dissipatedEnergy"];

/// Times of instants with changes of modes, and values at the ends of all steps.
pub struct Seen {
    pub events: Vec<f64>,
    pub values: Vec<f64>,
}

/// What is seen in 27 s.
pub fn seen_by(text: &str, look: impl Fn(&mut Simulation) -> Vec<f64>) -> Seen {
    let mut twin = started(&unit(text));
    let (mut events, mut values) = (Vec::new(), Vec::new());
    for step in 1..=90 {
        go(&mut twin, 0.3 * f64::from(step));
        let changes = twin.step_events().iter().filter(|event| event.from() != event.to());
        let mut times: Vec<f64> = changes.map(|event| event.time()).collect();
        times.dedup_by(|a, b| (*a - *b).abs() < 1e-11);
        events.extend(times);
        values.extend(look(&mut twin));
    }
    Seen { events, values }
}

/// The same of outputs.
pub fn seen_of(text: &str, names: &[&str]) -> Seen {
    seen_by(text, |twin| names.iter().map(|name| twin.real(name)).collect())
}

#[track_caller]
pub fn assert_alike(one: &Seen, other: &Seen, by: f64) {
    assert!(one.events.len() > 10, "{:?}", one.events);
    for (a, b) in [(&one.events, &other.events), (&one.values, &other.values)] {
        assert_eq!(a.len(), b.len(), "{:?}\n{:?}", one.events, other.events);
        a.iter().zip(b).for_each(|(a, b)| assert_near(*a, *b, by));
    }
}
