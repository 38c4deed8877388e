//! Large networks, where a transition moves anew what feels it alone, against the same networks moved as a whole: with a
//! body by itself on which a formula acts, every transition moves all.

mod inputs;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use luztar::dynamics::{ContactId, ContactMode, Element, Event, Saved, Simulator};
use luztar::network::Network;

use crate::networks::{TOLERANCE, network};
use crate::run::Run;
use crate::steps::Draw;

/// A body by itself on which a force by formula acts.
const SHAKER: &str =
    "[body.shaker]\nmass = 1.0\n[force.shaking]\nbetween = \"shaker\"\nforce = \"sin(3*t)\"\n";

/// Times of transitions, s, and states may differ by round-off that a second of motion has made greater.
const SAME_TIME: f64 = 1e-9;
const SAME: f64 = 1e-9;

/// Impulses of what has rested may differ by as much in a step, N·s: where stuck contacts share a load, which of them are at
/// their limits is looked at in places of each step.
const SHARED: f64 = 1.5e-5;

/// Whether something that happens in a part of all cases does.
/// Which laws contacts have.
#[derive(Clone, Copy, PartialEq)]
enum Laws {
    Coulomb,
    OfSlip,
}

/// A law with friction of about these sizes while it slips, and by so much more while it holds.
fn law(draw: &mut Draw, laws: Laws, kinetic: f64, more: f64) -> String {
    let constant = format!(
        "law = \"coulomb\"\nkineticFriction = {kinetic}\nstaticFriction = {}\n",
        kinetic + more
    );
    if laws == Laws::Coulomb || kinetic == 0.0 {
        return constant;
    }
    let (highest, wide) = (kinetic + more, draw.within(0.02, 0.5));
    let both = format!("kineticFriction = {kinetic}\nstaticFriction = {highest}\n");
    match draw.below(8) {
        0 => format!("law = \"stribeck\"\n{both}stribeckVelocity = {wide}\n"),
        1 => format!("law = \"exponential\"\n{both}slope = {}\n", 1.0 / wide),
        2 => format!("law = \"hyperbolic\"\nstaticFriction = {highest}\ndecay = {}\n", 1.0 / wide),
        3 => format!("law = \"lorentzian\"\n{both}stribeckVelocity = {wide}\n"),
        4 => format!("law = \"plateau\"\n{both}plateauVelocity = {wide}\nslope = 0.3\n"),
        5 => format!(
            "law = \"falling\"\nstaticFriction = {highest}\nslope = {}\nminFriction = {}\n",
            more / wide,
            0.7 * kinetic
        ),
        6 => format!(
            "law = \"table\"\nslip = [0.0, {wide}, {}]\nfriction = [{highest}, {kinetic}, {highest}]\n",
            2.0 * wide
        ),
        _ => constant,
    }
}

/// Bodies in a chain, a tree or a grid: springs with and without gaps, dampers and dry friction between neighbours, dry
/// friction on the ground, which may move, and constant forces.
fn draw(seed: u64, laws: Laws) -> String {
    let mut draw = Draw(seed);
    let bodies = 64 + draw.below(60);
    let shape = draw.below(3);
    let mut text = format!("[model]\nname = \"Large{seed}\"\n");
    for body in 0..bodies {
        let (mass, velocity) = (draw.within(0.5, 2.0), draw.within(-0.3, 0.3));
        let force = draw.within(-1.5, 1.5);
        write!(
            text,
            "[body.b{body}]\nmass = {mass}\nvelocity = {velocity}\nconstantForce = {force}\n"
        )
        .expect("a text");
        if laws == Laws::OfSlip && draw.chance(0.1) {
            let (amplitude, frequency) = (draw.within(0.2, 2.0), draw.within(2.0, 30.0));
            writeln!(
                text,
                "excitation = {{ amplitude = {amplitude}, angularFrequency = {frequency}, phase = 0.3 }}"
            )
            .expect("a text");
        }
        if draw.chance(0.7) {
            // Some have viscous friction alone, which turns without a step.
            let wet = draw.chance(0.15);
            let (kinetic, more) = (draw.within(0.1, 1.0), draw.within(0.0, 0.4));
            let (kinetic, more) = if wet { (0.0, 0.0) } else { (kinetic, more) };
            let surface = if draw.chance(0.3) { draw.within(-0.2, 0.2) } else { 0.0 };
            let viscous = if wet || draw.chance(0.3) { draw.within(0.0, 0.5) } else { 0.0 };
            let law = law(&mut draw, laws, kinetic, more);
            write!(
                text,
                "[contact.g{body}]\nbetween = \"b{body}\"\n{law}viscous = {viscous}\nsurfaceVelocity = {surface}\n"
            )
            .expect("a text");
        }
        for other in neighbours(&mut draw, shape, 8, body) {
            tie(&mut draw, &mut text, laws, (other, body));
        }
    }
    text
}

/// Earlier bodies to which one is joined in a chain, a tree, or a grid that is so wide.
pub fn neighbours(draw: &mut Draw, shape: usize, wide: usize, body: usize) -> Vec<usize> {
    match shape {
        0 => body.checked_sub(1).into_iter().collect(),
        1 => (body > 0).then(|| draw.below(body)).into_iter().collect(),
        _ => {
            let beside = (!body.is_multiple_of(wide)).then(|| body - 1);
            [body.checked_sub(wide), beside].into_iter().flatten().collect()
        }
    }
}

/// As many networks as are asked for or else these: seeds.
pub fn seeds(usual: u64) -> std::ops::Range<u64> {
    let asked = |name| std::env::var(name).ok().map(|text| text.parse().expect("a whole number"));
    let first = asked("LUZTAR_LARGE_SEED").unwrap_or(1);
    first..first + asked("LUZTAR_LARGE_NETWORKS").unwrap_or(usual)
}

/// What is between two neighbours.
fn tie(draw: &mut Draw, text: &mut String, laws: Laws, (first, second): (usize, usize)) {
    let between = format!("between = [\"b{first}\", \"b{second}\"]");
    let name = format!("t{first}_{second}");
    if draw.chance(0.7) {
        let (stiffness, gap) = (draw.within(2.0, 60.0), draw.chance(0.5));
        let gap = if gap { 2.0 * draw.within(0.005, 0.05) } else { 0.0 };
        let damping = if draw.chance(0.3) { draw.within(0.0, 0.5) } else { 0.0 };
        write!(
            text,
            "[spring.s{name}]\n{between}\nstiffness = {stiffness}\ndamping = {damping}\nbacklash = {gap}\n"
        )
        .expect("a text");
    }
    if draw.chance(0.2) {
        write!(text, "[damper.d{name}]\n{between}\ndamping = {}\n", draw.within(0.05, 0.5))
            .expect("a text");
    }
    if draw.chance(0.5) {
        let (kinetic, more) = (draw.within(0.05, 0.6), draw.within(0.0, 0.3));
        let law = law(draw, laws, kinetic, more);
        write!(text, "[contact.c{name}]\n{between}\n{law}").expect("a text");
    }
}

/// The state of a motion as plain data.
fn told(motion: &mut Simulator) -> serde_json::Value {
    serde_json::to_value(motion.save()).expect("plain data")
}

/// Number of transitions, and of new inputs, that the present segment has behind it.
fn instants(motion: &mut Simulator) -> u64 {
    let told = told(motion);
    let inputs = told["state"]["input_changes"].as_array().expect("a list").len();
    told["state"]["instants"].as_u64().expect("a number") + inputs as u64
}

/// Names of the quantities in which two motions that were saved differ, with those of their states.
fn differing(own: &mut Simulator, other: &mut Simulator) -> Vec<String> {
    let [own, other] = [own, other].map(told);
    let mut names = Vec::new();
    for (list, (own, other)) in
        [(own["state"].clone(), other["state"].clone()), (own, other)].into_iter().enumerate()
    {
        let fields = own.as_object().expect("named quantities").iter();
        let differ = fields.filter(|(name, value)| **value != other[name.as_str()]);
        names.extend(
            differ.filter(|(name, _)| list == 0 || *name != "state").map(|(name, _)| name.clone()),
        );
    }
    names
}

/// Contacts that are stuck at present.
fn stuck(run: &Run) -> BTreeSet<usize> {
    let modes = run.state().contact_modes().enumerate();
    modes.filter(|(_, mode)| *mode == ContactMode::Stuck).map(|(contact, _)| contact).collect()
}

/// A random network and the same one with what makes it move as a whole.
fn pair(seed: u64, laws: Laws, driven: bool) -> [Arc<Network>; 2] {
    let mut text = draw(seed, laws);
    if driven {
        inputs::add_inputs(&mut text);
    }
    [network(&text), network(&(text + SHAKER))]
}

/// Moves both alike, in so many communication steps, each with some new inputs if they are `driven`; how many transitions there
/// were, and how many transitions and new inputs the segments had behind them that continued.
fn compare(seed: u64, laws: Laws, (steps, driven): (u32, bool)) -> (usize, u64) {
    let [mut parts, mut whole] = pair(seed, laws, driven).map(|network| Run::new(&network));
    let mut made = 0;
    let mut given = Draw(seed + 1_000_000);
    for step in 1..=steps {
        let time = f64::from(step) / f64::from(steps);
        if driven && given.chance(0.8) {
            inputs::give_few(&mut given, [&mut parts, &mut whole]);
        }
        let mut rested = stuck(&parts);
        let known = parts.events.len();
        parts.advance(time);
        whole.advance(time);
        rested.extend(stuck(&parts));
        rested.extend(parts.events[known..].iter().filter_map(|event| match event.element() {
            Element::Contact(ContactId(contact)) if event.from() == 0 || event.to() == 0 => {
                Some(contact)
            }
            _ => None,
        }));
        made += instants(&mut parts.motion);
        assert_eq!(instants(&mut whole.motion), 0, "seed {seed}");
        let apart = |of: fn(&Run, usize) -> f64| {
            let bodies = 0..parts.state().position.len();
            bodies.map(|body| (of(&parts, body) - of(&whole, body)).abs()).fold(0.0, f64::max)
        };
        let [z, v] = [apart(Run::position), apart(Run::velocity)];
        assert!(z <= SAME && v <= SAME, "seed {seed}, {time} s: positions {z:e}, velocities {v:e}");
        for contact in 0..parts.state().contacts.len() {
            let [own, other] = [&parts, &whole].map(Run::state);
            let apart = (own.dissipated[contact] - other.dissipated[contact]).abs();
            assert!(apart <= SAME, "seed {seed}, {time} s, contact {contact}: {apart:e} J");
            let apart = (own.mean_friction[contact] - other.mean_friction[contact]).abs();
            let most = if rested.contains(&contact) { SHARED * f64::from(steps) } else { SAME };
            assert!(apart <= most, "seed {seed}, {time} s, contact {contact}: {apart:e} N");
        }
        let modes = |run: &Run| {
            (run.state().contact_modes().collect::<Vec<_>>(), run.state().spring_mode.clone())
        };
        assert!(modes(&parts) == modes(&whole), "seed {seed}, {time} s");
    }
    // Those of one instant may be told in another order.
    let sorted = |run: &Run| {
        let told = |event: &Event| {
            (format!("{:?}", event.element()), event.time(), event.from(), event.to())
        };
        let mut events: Vec<_> = run.events.iter().map(told).collect();
        events.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        events
    };
    let (own, other) = (sorted(&parts), sorted(&whole));
    for (own, other) in own.iter().zip(&other) {
        let same = (&own.0, own.2, own.3) == (&other.0, other.2, other.3);
        assert!(same && (own.1 - other.1).abs() <= SAME_TIME, "seed {seed}: {own:?} {other:?}");
    }
    assert_eq!(own.len(), other.len(), "seed {seed}");
    (parts.events.len(), made)
}

/// Compares random networks, as many as are asked for or else these; transitions, and how many of them were made by what
/// feels them.
fn compare_all(laws: Laws, usual: u64, steps: (u32, bool)) -> (usize, u64) {
    seeds(usual)
        .map(|seed| compare(seed, laws, steps))
        .fold((0, 0), |(events, made), one| (events + one.0, made + one.1))
}

#[test]
fn what_feels_a_transition_moves_as_the_whole_does() {
    let (events, made) = compare_all(Laws::Coulomb, 30, (20, false));
    assert!(events > 3000, "{events}");
    assert!(made > 300, "{made} of {events}");
}

#[test]
fn what_feels_a_transition_moves_as_the_whole_does_by_any_law_of_slip() {
    let (events, made) = compare_all(Laws::OfSlip, 20, (20, false));
    assert!(events > 2000, "{events}");
    assert!(made > 200, "{made} of {events}");
}

/// Neither communication points nor a state that is saved and restored, within legs, change a bit.
#[test]
fn a_motion_goes_on_bit_for_bit_whenever_it_is_asked_for() {
    let mut within = 0;
    for (seed, laws) in (101..=106).zip([Laws::Coulomb, Laws::OfSlip].into_iter().cycle()) {
        let [network, _] = pair(seed, laws, false);
        let (mut long, mut short) = (Run::new(&network), Run::new(&network));
        let mut used = Simulator::new(network.clone());
        for step in 1..=10 {
            let time = 0.1 * f64::from(step);
            long.advance(time);
            let begin = short.time();
            for part in [0.13, 0.4, 0.41, 0.77] {
                short.advance(begin + part * (time - begin));
                within += instants(&mut short.motion).min(1);
                let bits = postcard::to_allocvec(&short.motion.save()).expect("plain data");
                let saved: Saved = postcard::from_bytes(&bits).expect("what was saved");
                used.restore(&saved).expect("of this network");
                std::mem::swap(&mut used, &mut short.motion);
            }
            short.advance(time);
            let mut states = [long.state().clone(), short.state().clone()];
            // Means are those over the last step.
            states.iter_mut().for_each(|state| state.mean_friction.fill(0.0));
            let [own, other] = states.map(|state| serde_json::to_value(state).expect("plain data"));
            for (name, value) in own.as_object().expect("named quantities") {
                // Since when inputs are held, and that they were, is told for each communication point.
                let of_points = ["origin", "point", "pace"].contains(&name.as_str());
                assert!(of_points || *value == other[name], "seed {seed}, {time} s: {name}");
            }
        }
        assert!(long.events == short.events, "seed {seed}");
    }
    assert!(within > 100, "{within}");
}

/// What lies ahead is what comes, and asking for it changes nothing.
#[test]
fn what_is_predicted_comes() {
    let [network, _] = pair(201, Laws::OfSlip, false);
    let (mut run, mut asked) = (Run::new(&network), Run::new(&network));
    for step in 1..=20 {
        let time = 0.02 * f64::from(step);
        let Run { motion, parameters, inputs, .. } = &mut asked;
        let now = motion.state().time;
        let ahead = motion.predict(now + 1.0, parameters, inputs).expect("moves");
        let known = run.events.len();
        run.advance(time);
        asked.advance(time);
        assert!(run.state() == asked.state(), "{time} s");
        if let Some(first) = run.events.get(known) {
            assert_eq!(ahead.first, Some(first.time()));
        } else {
            assert!(ahead.first.is_none_or(|first| first >= time));
        }
    }
    assert!(run.events.len() > 50, "{}", run.events.len());
}

/// A saved state says how many transitions its leg has behind it; one that has more than there are is refused where it goes on.
#[test]
fn a_state_with_too_many_transitions_behind_it_is_an_error() {
    let [network, _] = pair(301, Laws::Coulomb, false);
    let mut run = Run::new(&network);
    while instants(&mut run.motion) == 0 {
        run.advance(run.time() + 0.01);
    }
    let mut saved = told(&mut run.motion);
    saved["state"]["instants"] = 1_000_000.into();
    let saved: Saved = serde_json::from_value(saved).expect("a state");
    run.motion.restore(&saved).expect("looks like a state");
    let before = run.state().clone();
    let fault = run.try_advance(run.time() + 0.1).expect_err("no such state").to_string();
    assert!(fault.contains("passed 1000000 instants of transitions"), "{fault}");
    assert_eq!(*run.state(), before);
}

/// Blocks far apart that are torn off one after another: what each does, nothing else feels.
#[test]
fn transitions_far_apart_do_not_touch_each_other() {
    let mut text = "[model]\nname = \"Apart\"\n".to_owned();
    for body in 0..80 {
        let force = if body % 20 == 10 { 1.0 + 0.05 * f64::from(body) } else { 0.0 };
        write!(
            text,
            "[body.b{body}]\nmass = 1.0\nconstantForce = {force}\n[spring.k{body}]\nbetween = [\"b{body}\", \"{}\"]\n\
             stiffness = 1e-3\n[contact.c{body}]\nbetween = \"b{body}\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n",
            if body == 0 { "ground".to_owned() } else { format!("b{}", body - 1) }
        )
        .expect("a text");
    }
    let mut run = Run::with_tolerance(&network(&text), TOLERANCE);
    run.advance(1.0);
    for body in (10..80).step_by(20) {
        // z'' = F − 1 but for 2 k z.
        let (force, k): (f64, f64) = (0.05 * f64::from(body as u32), 2e-3);
        let expected = force / k * (1.0 - k.sqrt().cos());
        let found = run.position(body);
        assert!((found - expected).abs() < 1e-9, "{body}: {found} {expected}");
    }
}
