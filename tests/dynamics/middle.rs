//! Networks of ten to sixty bodies in which many contacts share loads: chains, trees and grids with ratios, couplings and
//! freewheels, at the usual tolerance in long steps against a tighter one in short ones.

use std::fmt::Write;

use luztar::dynamics::{ContactId, Element, Event, ForceId, SpringId};

use crate::large::{neighbours, seeds};
use crate::networks::network;
use crate::run::Run;
use crate::steps::Draw;

/// The other tolerance.
const TIGHT: f64 = 1e-13;

/// Times of transitions, s, and states may differ by what the usual tolerance leaves of a second of motion.
const SAME_TIME: f64 = 1e-7;
const SAME: f64 = 1e-7;

fn draw(seed: u64) -> String {
    let mut draw = Draw(seed);
    let bodies = 10 + draw.below(51);
    let (shape, ratios, wide) = (draw.below(3), draw.chance(0.4), 3 + draw.below(4));
    let mut text = format!("[model]\nname = \"Middle{seed}\"\n");
    for body in 0..bodies {
        let (mass, force) = (draw.within(0.5, 2.0), draw.within(-1.5, 1.5));
        let (amplitude, frequency) = (draw.within(0.0, 2.0), draw.within(2.0, 12.0));
        write!(
            text,
            "[body.b{body}]\nmass = {mass}\nconstantForce = {force}\n\
             excitation = {{ amplitude = {amplitude}, angularFrequency = {frequency}, phase = 0.3 }}\n"
        )
        .expect("a text");
        if draw.chance(0.6) {
            let (kinetic, more) = (draw.within(0.2, 1.0), draw.within(0.0, 0.4));
            write!(
                text,
                "[contact.g{body}]\nbetween = \"b{body}\"\nlaw = \"coulomb\"\nkineticFriction = {kinetic}\nstaticFriction = {}\n",
                kinetic + more
            )
            .expect("a text");
        }
        for other in neighbours(&mut draw, shape, wide, body) {
            tie(&mut draw, &mut text, ratios, (other, body));
        }
    }
    text
}

/// What is between two neighbours.
fn tie(draw: &mut Draw, text: &mut String, ratios: bool, (first, second): (usize, usize)) {
    let between = format!("between = [\"b{first}\", \"b{second}\"]");
    let name = format!("t{first}_{second}");
    let ratio = |draw: &mut Draw| {
        let ratio = if ratios && draw.chance(0.3) { draw.within(0.5, 2.0) } else { 1.0 };
        format!("ratio = {ratio}\n")
    };
    let mut put = |element: String| text.push_str(&element);
    for parallel in 0..draw.below(3) {
        let (kinetic, more) = (draw.within(0.1, 0.8), draw.within(0.0, 0.3));
        let ratio = ratio(draw);
        put(format!(
            "[contact.c{parallel}{name}]\n{between}\n{ratio}law = \"coulomb\"\nkineticFriction = {kinetic}\nstaticFriction = {}\n",
            kinetic + more
        ));
    }
    match draw.below(12) {
        0 => put(format!("[contact.f{name}]\n{between}\nlaw = \"oneWay\"\n")),
        1 => {
            let ratio = ratio(draw);
            put(format!("[coupling.h{name}]\n{between}\n{ratio}"));
        }
        2..8 => {
            let stiffness = draw.within(5.0, 200.0);
            let gap = if draw.chance(0.3) { 2.0 * draw.within(0.002, 0.02) } else { 0.0 };
            put(format!(
                "[spring.s{name}]\n{between}\nstiffness = {stiffness}\ndamping = 0.3\nbacklash = {gap}\n"
            ));
        }
        _ => {}
    }
}

/// Compares one network with itself; how many transitions there were.
fn compare(seed: u64, end: f64) -> Result<usize, String> {
    let network = network(&draw(seed));
    let (mut usual, mut tight) = (Run::new(&network), Run::with_tolerance(&network, TIGHT));
    for step in 1..=4 {
        let time = end * f64::from(step) / 4.0;
        usual.try_advance(time).map_err(|fault| format!("usual: {fault}"))?;
        for part in 1..=7 {
            let between = time - end / 4.0 * (1.0 - f64::from(part) / 7.0);
            tight.try_advance(between).map_err(|fault| format!("tight: {fault}"))?;
        }
        tight.try_advance(time).map_err(|fault| format!("tight: {fault}"))?;
        let key = |event: &Event| match event.element() {
            Element::Contact(ContactId(contact)) => (0, contact),
            Element::Spring(SpringId(spring)) => (1, spring),
            Element::Force(ForceId(force)) => (2, force),
        };
        let sorted = |run: &Run| {
            let mut events = run.events.clone();
            events.sort_by(|a, b| key(a).cmp(&key(b)).then(a.time().total_cmp(&b.time())));
            events
        };
        let (own, other) = (sorted(&usual), sorted(&tight));
        for (own, other) in own.iter().zip(&other) {
            let same = (own.element(), own.from(), own.to())
                == (other.element(), other.from(), other.to());
            if !(same && (own.time() - other.time()).abs() <= SAME_TIME) {
                return Err(format!("{own:?} {other:?}"));
            }
        }
        if own.len() != other.len() {
            return Err(format!("{} and {} transitions", own.len(), other.len()));
        }
        let apart = |of: fn(&Run, usize) -> f64| {
            let bodies = 0..usual.state().position.len();
            bodies.map(|body| (of(&usual, body) - of(&tight, body)).abs()).fold(0.0, f64::max)
        };
        let [z, v] = [apart(Run::position), apart(Run::velocity)];
        if !(z <= SAME && v <= SAME) {
            return Err(format!("{time} s: positions {z:e}, velocities {v:e}"));
        }
    }
    Ok(usual.events.len())
}

#[test]
fn tolerances_and_steps_do_not_matter() {
    let seeds = seeds(20);
    let networks = seeds.end - seeds.start;
    let (mut events, mut wrong) = (0, Vec::new());
    for seed in seeds {
        match compare(seed, 2.0) {
            Ok(count) => events += count,
            Err(told) => wrong.push(format!("seed {seed}: {told}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {networks}: {wrong:#?}", wrong.len());
    assert!(events > 20 * networks as usize, "{events}");
}
