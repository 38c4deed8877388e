//! Normal loads that pass through 0, as ramps and by springs.

use luztar::dynamics::{ContactId, ContactMode, Element, Event};
use luztar::network::{Network, read};
use luztar::unit::catalogue;

use crate::chattering::moves::Moves;

/// A block on a floor under a given load.
const BLOCK: &str = r#"
[model]
name = "Block"
[body.block]
mass = 1.0
velocity = 1.0
[contact.floor]
between = "block"
law = "coulomb"
kineticCoefficient = 0.5
normalForce = "input"
"#;

fn block(from: f64, load: f64, rate: f64) -> Moves {
    let network = read(BLOCK, "block.toml").expect("a network");
    Moves::begin(network, from, &[load], &[rate]).expect("begins")
}

fn modes(events: &[Event]) -> Vec<i32> {
    events.iter().map(|event| event.to()).collect()
}

const FREE: i32 = ContactMode::Free as i32;
const FORWARD: i32 = ContactMode::Forward as i32;

/// A load that passes through 0 less than one unit of round-off of the time after a communication point.
#[test]
fn a_load_that_vanishes_within_round_off_of_the_time_is_one_transition() {
    for (from, load) in [(1.0, 1e-16), (1.0, -1e-16), (1000.0, 1e-14), (0.0, 1e-16)] {
        let mut moves = block(from, 1.0, 0.0);
        moves.advance(from + 1.0, &[load], &[-1.0]).expect("no storm");
        assert_eq!(modes(&moves.events), [FREE], "{load:e} at {from}");
    }
}

/// Loads along ramps between the values at whole seconds, each given in so many pieces: every passage through 0 is one
/// transition; one that comes down to 0 is free there, and one that comes up to it stays free, whatever the round-off of
/// the pieces.
#[test]
fn ramps_of_loads_count_alike_in_one_piece_and_in_many() {
    let knots = [1.0, 0.0, -0.7, 0.0, 0.3, -0.3, 0.0, -1.0, 0.1, 0.0, 0.2];
    let expected = [FREE, FORWARD, FREE, FORWARD, FREE, FORWARD];
    for pieces in [1, 3, 7, 10, 64] {
        let mut moves = block(0.0, knots[0], 0.0);
        for (second, ends) in knots.windows(2).enumerate() {
            let rate = ends[1] - ends[0];
            for piece in 0..pieces {
                let share = piece as f64 / pieces as f64;
                let end = second as f64 + (piece + 1) as f64 / pieces as f64;
                moves.advance(end, &[ends[0] + rate * share], &[rate]).expect("no storm");
            }
        }
        assert_eq!(modes(&moves.events), expected, "{pieces} pieces: {:?}", moves.events);
    }
}

/// A ramp that comes down to 0 is there even if the value given next differs by the round-off of a host that computes it;
/// as small a load is one where it was not to be expected.
#[test]
fn a_load_rests_at_zero_but_for_the_round_off_of_its_ramp() {
    // Friction that takes next to nothing of the block's velocity.
    let slides = || {
        let network = read(&BLOCK.replace("0.5", "1e-4"), "block.toml").expect("a network");
        Moves::begin(network, 0.0, &[100.0], &[0.0]).expect("begins")
    };
    for residue in [-1e-14, 0.0, 1e-14] {
        let mut moves = slides();
        for (end, load, rate) in [(1.0, 100.0, -100.0), (2.0, residue, 0.0), (3.0, residue, 100.0)]
        {
            moves.advance(end, &[load], &[rate]).expect("no storm");
        }
        assert_eq!(modes(&moves.events), [FREE, FORWARD], "{residue:e}: {:?}", moves.events);
        for (event, time) in moves.events.iter().zip([1.0, 2.0]) {
            assert!((event.time() - time).abs() < 1e-12, "{residue:e}: {event:?}");
        }
    }
    for rate in [0.0, -50.0, -99.0] {
        let mut moves = slides();
        moves.advance(0.5, &[100.0], &[rate]).expect("no storm");
        moves.advance(1.0, &[1e-14], &[0.0]).expect("no storm");
        assert!(modes(&moves.events).is_empty(), "after {rate} N/s: {:?}", moves.events);
    }
}

/// A spring's force as a load, and elsewhere a body without mass.
const SPRUNG: &str = r#"
[model]
name = "Sprung"
[body.b0]
mass = 0.2
[body.b2]
mass = 0.6
position = -0.4
[spring.s3]
between = "b2"
stiffness = 800.0
[contact.c0]
between = "b0"
law = "coulomb"
kineticCoefficient = 0.8
normalForce = 1.0
loadSpring = "s3"
loadFactor = 0.06
[body.b3]
mass = 0
[contact.c4]
between = "b3"
law = "coulomb"
kineticFriction = 0.9
viscous = { value = 0.78, min = 0.05 }
"#;

/// N = 1 − 0.06·800·0.4·cos(ωt), ω² = 800/0.6: two passages through 0 in every period.
#[test]
fn a_load_by_a_spring_beside_a_massless_body_passes_twice_in_a_period() {
    for steps in [1, 1000] {
        let moves = Moves::of(SPRUNG, 10.0, steps);
        let angular_frequency = (800.0_f64 / 0.6).sqrt();
        let first = (1.0_f64 / 19.2).acos() / angular_frequency;
        let second = 2.0 * std::f64::consts::PI / angular_frequency - first;
        for (k, event) in moves.events.iter().enumerate() {
            let cycle = (k / 2) as f64 * 2.0 * std::f64::consts::PI / angular_frequency;
            let exact = cycle + if k % 2 == 0 { first } else { second };
            assert!((event.time() - exact).abs() < 1e-9, "{event:?} {exact}");
        }
        assert_eq!(moves.events.len(), 116);
    }
}

/// Four inertias in line with three clutches, at their start values.
fn clutches() -> (Network, Vec<f64>) {
    let unit = catalogue::unit("CoupledClutches").expect("a unit");
    let network = Network::clone(unit.network());
    let inputs = network.start_inputs();
    (network, inputs)
}

/// The unit with a normal force of the first clutch of 20·cos(0.4πt) N at knots 10 ms apart, straight between them, in so
/// many pieces.
fn under_cosine(pieces: usize) -> Moves {
    let (network, mut inputs) = clutches();
    let place = |name: &str| network.inputs.iter().position(|input| input.name == name);
    let load = place("clutch1.normalForce").expect("an input");
    let torque = place("J1.torque").expect("an input");
    let cosine = |knot: usize| 20.0 * (0.4 * std::f64::consts::PI * 1e-2 * knot as f64).cos();
    let push = |knot: usize| 10.0 * (5e-2 * knot as f64).sin();
    let mut rates = vec![0.0; inputs.len()];
    let mut moves = Moves::begin(network, 0.0, &inputs, &rates).expect("begins");
    for knot in 0..1500 {
        for (input, line) in [(load, &cosine as &dyn Fn(usize) -> f64), (torque, &push)] {
            rates[input] = (line(knot + 1) - line(knot)) / 1e-2;
        }
        for piece in 0..pieces {
            let share = piece as f64 / pieces as f64;
            for (input, line) in [(load, &cosine as &dyn Fn(usize) -> f64), (torque, &push)] {
                inputs[input] = line(knot) + (line(knot + 1) - line(knot)) * share;
            }
            let end = 1e-2 * (knot as f64 + (piece + 1) as f64 / pieces as f64);
            moves.advance(end, &inputs, &rates).unwrap_or_else(|fault| panic!("{pieces}: {fault}"));
        }
    }
    moves
}

/// Every passage through 0 is one transition, and the motion does not depend on the pieces, as many as 100 in 10 ms.
#[test]
fn a_clutch_under_a_load_that_swings_counts_alike_in_all_pieces() {
    let whole = under_cosine(1);
    let lifts =
        |event: &&Event| event.element() == Element::Contact(ContactId(0)) && event.to() == FREE;
    assert_eq!(whole.events.iter().filter(lifts).count(), 3, "in 15 s");
    assert!(whole.events.len() > 10, "{}", whole.events.len());
    for pieces in [10, 100] {
        let many = under_cosine(pieces);
        assert_eq!(whole.sequence(), many.sequence(), "{pieces}: {:#?}", many.events);
        for (one, other) in whole.events.iter().zip(&many.events) {
            assert!((one.time() - other.time()).abs() < 1e-9, "{one:?} {other:?}");
        }
    }
}

/// All clutches let go for a while, and their loads grow from exactly 0 at one instant: those between inertias at one
/// speed hold at once, the others rub, and all stick in the end.
#[test]
fn clutches_whose_loads_grow_from_0_at_one_instant_engage_together() {
    let (network, start) = clutches();
    let loads: Vec<usize> = (0..start.len()).filter(|input| start[*input] > 0.0).collect();
    assert_eq!(loads.len(), 3);
    let knots = [1.0, 0.5, 0.0, 0.0, 0.0, 0.3, 1.0, 1.0, 1.0, 1.0, 1.0];
    for pieces in [1, 10] {
        let still = vec![0.0; start.len()];
        let mut moves = Moves::begin(network.clone(), 0.0, &start, &still).expect("begins");
        for (segment, ends) in knots.windows(2).enumerate() {
            for piece in 0..pieces {
                let (mut inputs, mut rates) = (start.clone(), still.clone());
                let share = piece as f64 / pieces as f64;
                for input in &loads {
                    inputs[*input] = start[*input] * (ends[0] + (ends[1] - ends[0]) * share);
                    rates[*input] = start[*input] * (ends[1] - ends[0]) / 0.2;
                }
                let end = 0.2 * (segment as f64 + (piece + 1) as f64 / pieces as f64);
                moves.advance(end, &inputs, &rates).expect("no storm");
            }
        }
        let at = |time: f64| {
            let now = moves.events.iter().filter(move |event| (event.time() - time).abs() < 1e-9);
            now.map(|event| (event.element(), event.to())).collect::<Vec<_>>()
        };
        let [c0, c1, c2] = [0, 1, 2].map(|contact| Element::Contact(ContactId(contact)));
        assert_eq!(at(0.4), [(c0, FREE), (c1, FREE), (c2, FREE)], "{:?}", moves.events);
        assert_eq!(at(0.8).len(), 3, "{:?}", moves.events);
        let modes: Vec<_> = moves.motion.state().contact_modes().collect();
        assert!(modes.iter().all(|mode| *mode == ContactMode::Stuck), "{modes:?}");
    }
}

/// Two bodies swing on a spring, pressed together by how fast they part, under friction of the slip ratio: as the load falls
/// to 0 they come to rest beside each other. From there on they swing freely for half a period.
#[test]
fn a_load_that_falls_to_0_with_the_slip_is_none_where_the_slip_ends() {
    let file = r#"
[model]
name = "Parting"
[body.b0]
mass = 0.71
position = 0.1
velocity = 1.0
[body.b1]
mass = 1.0
position = 0.483
[spring.s]
between = ["b0", "b1"]
stiffness = 73.012
[contact.c]
between = ["b1", "b0"]
law = "slipRatio"
adhesionCoefficient = 0.7462983
rise = 23.99
fallCoefficient = 0.54964
normalForce = "p*rate"
parameter = { p = 0.73 }
"#;
    let half = std::f64::consts::PI / (73.012_f64 * (1.0 + 1.0 / 0.71)).sqrt();
    for steps in [1, 10, 1000] {
        let moves = Moves::of(file, 5.0, steps);
        let starts = moves.events.iter().filter(|event| event.from() == FREE).skip(1);
        let mut swings = 0;
        for start in starts {
            let mut before = moves.events.iter().filter(|event| event.time() < start.time());
            let end = before.rfind(|event| event.to() == FREE).expect("was free");
            assert!((start.time() - end.time() - half).abs() < 1e-9, "{end:?} {start:?}");
            swings += 1;
        }
        assert_eq!(swings, 10, "{:?}", moves.events);
    }
}

/// A load that begins with its second or third derivative, on a block beside a freewheel which a force that begins leaves: neither
/// has anything to hold, and the block rests.
#[test]
fn a_load_that_begins_slowly_holds_beside_a_freewheel_that_lets_go() {
    for load in ["t^2", "0.5*t^3", "0.2*t*sin(3*t)"] {
        let file = format!(
            "[model]\nname = \"Free\"\n[body.a]\nmass = 0.3\nforce = \"input\"\n[body.b]\nmass = 0.4\n\
             [contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.8\nnormalForce = \"{load}\"\n\
             [contact.h]\nbetween = [\"a\", \"b\"]\nlaw = \"oneWay\"\n"
        );
        let network = read(&file, "free.toml").expect("a network");
        let mut moves = Moves::begin(network, 0.0, &[0.0], &[0.33]).expect("begins");
        moves.advance(1.0, &[0.0], &[0.33]).expect("no storm");
        let velocity = &moves.motion.state().velocity;
        assert_eq!(velocity[1], 0.0);
        assert!((velocity[0] - 0.5 * 0.33 / 0.3).abs() < 1e-12, "{velocity:?}");
        assert!(moves.events.len() <= 2, "{load}: {:?}", moves.events.len());
    }
}

/// A shim of 1 g that a clamp of 1e8 N holds to 1 t: the slip of what rubs on it comes to rest and goes on at the same times whatever
/// the clamp could hold, as the exponential of the matrix of the two bodies that move says.
#[test]
fn a_clamp_that_could_hold_more_hides_no_arrival() {
    for clamp in [1e3, 1e8, 1e10] {
        let file = format!(
            "[model]\nname = \"Shim\"\n[body.a]\nmass = 1000.0\n[body.s]\nmass = 1e-3\n\
             excitation = {{ amplitude = 4.0, angularFrequency = 4.0 }}\n[body.p]\nmass = 100.0\nconstantForce = -1.0\n\
             [contact.clamp]\nbetween = [\"a\", \"s\"]\nlaw = \"coulomb\"\nkineticFriction = {clamp:?}\n\
             [contact.c]\nbetween = [\"s\", \"p\"]\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
             [contact.floor]\nbetween = [\"a\"]\nlaw = \"coulomb\"\nkineticFriction = 2.0\n"
        );
        let mut moves = Moves::begin(read(&file, "shim.toml").expect("a network"), 0.0, &[], &[])
            .expect("begins");
        moves.advance(4.0, &[], &[]).expect("no storm");
        let of_c =
            moves.events.iter().filter(|event| event.element() == Element::Contact(ContactId(1)));
        let times: Vec<f64> = of_c.map(Event::time).filter(|time| *time > 2.5).collect();
        assert!(times.len() >= 2, "{clamp}: {times:?}");
        for (time, right) in times.iter().zip([2.55914991, 2.68572351]) {
            assert!((time - right).abs() < 1e-8, "{clamp}: {times:?}");
        }
    }
}

/// A stop between bodies that a ratio holds together, exactly at its edge: it neither touches nor lets go.
#[test]
fn a_stop_stays_at_its_edge_between_bodies_that_move_as_one() {
    for (ratio, damping) in [(3.0, 0.0), (3.0, 0.5), (0.7, 0.0), (-2.0, 0.0)] {
        let file = format!(
            "[model]\nname = \"Edge\"\n[body.a]\nmass = 1.0\nposition = 0.5\nforce = \"input\"\n[body.b]\nmass = 3.0\n\
             [coupling.gear]\nbetween = [\"a\", \"b\"]\nratio = {ratio:?}\n\
             [spring.stop]\nbetween = [\"a\", \"b\"]\nratio = {ratio:?}\nstiffness = 15.0\ndamping = {damping:?}\n\
             gap = [-inf, 0.5]\n[spring.g]\nbetween = \"a\"\nstiffness = 40.0\n"
        );
        let mut moves =
            Moves::begin(read(&file, "edge.toml").expect("a network"), 0.0, &[0.0], &[1.0])
                .expect("begins");
        moves.advance(1.0, &[0.0], &[1.0]).expect("no storm");
        moves.advance(2.0, &[1.0], &[-1.0]).expect("no storm");
        assert_eq!(moves.events, [], "{ratio}");
    }
}
