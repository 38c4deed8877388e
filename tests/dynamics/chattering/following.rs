//! Contacts whose limits follow the load: stuck, where they can neither stick nor slip.

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::dynamics::{ContactMode, Event, Simulator};
use luztar::network::read;
use luztar::unit::{Model, Simulation};

use crate::chattering::moves::{Moves, TOLERANCE};
use crate::draws::Draws;

/// Error of times (s) and of coefficients of friction.
const EXACT: f64 = 1e-9;

const SLIPS: i32 = ContactMode::Forward as i32;

/// A block of 1 kg under the force `constant + amplitude·sin(ωt + φ)`, on a pad with N = 1 and a = 5.
struct Block {
    constant: f64,
    source: (f64, f64, f64),
    growth: f64,
    cooling: f64,
    start: (f64, f64),
}

const AMBIENT: f64 = 0.6;

impl Block {
    fn file(&self) -> String {
        let Self { constant, source: (amplitude, omega, phase), growth, cooling, start } = self;
        format!(
            "[model]\nname = \"Forced\"\n[body.b]\nmass = 1.0\nconstantForce = {constant}\n\
             excitation = {{ amplitude = {amplitude}, angularFrequency = {omega}, phase = {} }}\n\
             [contact.c]\nbetween = \"b\"\nlaw = \"ostermeyer\"\ngrowthRate = {growth}\n\
             coolingRate = {cooling}\nheating = 0.2\nambientTemperature = {AMBIENT}\n\
             coefficient0 = {}\ntemperature0 = {}\nnormalForce = 1.0\n",
            phase - 0.5 * PI,
            start.0,
            start.1
        )
    }

    fn force(&self, time: f64) -> f64 {
        let (amplitude, omega, phase) = self.source;
        self.constant + amplitude * (omega * time + phase).sin()
    }

    fn force_rate(&self, time: f64) -> f64 {
        let (amplitude, omega, phase) = self.source;
        amplitude * omega * (omega * time + phase).cos()
    }

    /// The greatest rate of μ at rest.
    fn climb(&self, time: f64) -> f64 {
        let (start, cooling) = (self.start.1, self.cooling);
        self.growth * (AMBIENT + (start - AMBIENT) * (-cooling * time).exp())
    }

    /// The greatest force up to a time, or the coefficient at the start: what has been followed.
    fn followed(&self, time: f64) -> f64 {
        let greatest = (0..=10_000).map(|k| self.force(time * f64::from(k) / 1e4).abs());
        greatest.fold(self.start.0, f64::max)
    }
}

/// The pad takes up a force that comes and goes, to one side and then farther to the other.
#[test]
fn the_coefficient_follows_a_load_that_grows_slowly() {
    let block = Block {
        constant: -0.3,
        source: (1.0, 0.5, 0.0),
        growth: 5.0,
        cooling: 0.5,
        start: (0.4, 0.2),
    };
    for steps in [1, 10, 1000] {
        let network = read(&block.file(), "forced.toml").expect("a network");
        let mut moves = Moves::begin(network, 0.0, &[], &[]).expect("begins");
        for step in 1..=steps {
            let time = 16.0 * f64::from(step) / f64::from(steps);
            moves.advance(time, &[], &[]).expect("no storm");
            let (mu, expected) = (moves.motion.state().internal(0, 0), block.followed(time));
            // Maxima are found among 10 000 places.
            assert!((mu - expected).abs() < 1e-6, "at {time}: {mu}, not {expected}");
            let seen = moves.motion.observe(&moves.parameters, &[]);
            assert!((seen.friction[0] - block.force(time)).abs() < EXACT, "at {time}");
            assert_eq!(seen.velocity[0], 0.0);
        }
        let mu = moves.motion.state().internal(0, 0);
        assert!((mu - 1.3).abs() < EXACT, "{mu}");
        assert!(moves.events.is_empty(), "{:?}", moves.events);
    }
}

/// Where the force grows faster than the limit can, the block slips: a(ϑ) = Ḟ, by bisection.
#[test]
fn a_load_that_grows_faster_than_its_limit_can_is_slipped_under() {
    let blocks = [
        Block {
            constant: 1.0,
            source: (1.0, 1.0, -0.5 * PI),
            growth: 1.0,
            cooling: 0.5,
            start: (0.05, AMBIENT),
        },
        Block {
            constant: 2.0,
            source: (2.0, 0.9, -0.5 * PI),
            growth: 1.3,
            cooling: 1.7,
            start: (0.02, 0.9),
        },
    ];
    for block in blocks {
        let (mut low, mut high) = (0.0, 0.5 * PI);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let slower = block.force_rate(middle) < block.climb(middle);
            (low, high) = if slower { (middle, high) } else { (low, middle) };
        }
        let mut first: Option<Vec<Event>> = None;
        for steps in [1, 10, 1000] {
            let moves = Moves::of(&block.file(), 6.0, steps);
            let event = moves.events[0];
            assert_eq!(event.to(), SLIPS);
            assert!((event.time() - low).abs() < EXACT, "{steps}: {} for {low}", event.time());
            let others = first.get_or_insert_with(|| moves.events.clone());
            assert_eq!(others.len(), moves.events.len(), "{others:?}, {:?}", moves.events);
            for (one, other) in others.iter().zip(&moves.events) {
                assert!((one.time() - other.time()).abs() < EXACT, "{one:?}, {other:?}");
            }
        }
    }
}

/// The brake disc is at rest, and a torque grows on it.
#[test]
fn a_brake_pad_takes_up_a_torque_that_grows() {
    let file = include_str!("../../../modelDescription/BrakePad.toml");
    for rate in [0.05, 0.5, 5.0] {
        let network = read(file, "BrakePad.toml").expect("a network");
        let mut moves = Moves::begin(network, 0.0, &[0.0, 1000.0], &[0.0, 0.0]).expect("begins");
        moves.advance(10.0, &[0.0, 1000.0], &[0.0, 0.0]).expect("brakes");
        let stopped = moves.events.len();
        let held = moves.motion.state().internal(0, 0);
        for step in 0..200 {
            let (torque, time) = (f64::from(step), 10.0 + f64::from(step + 1) / rate);
            moves.advance(time, &[torque, 1000.0], &[rate, 0.0]).expect("no storm");
            let mu = moves.motion.state().internal(0, 0);
            let expected = held.max((torque + 1.0) / 120.0);
            assert!((mu - expected).abs() < EXACT, "at {time}: {mu}, not {expected}");
        }
        assert_eq!(moves.events.len(), stopped, "{:?}", &moves.events[stopped..]);
    }
}

/// A force of 30 N·m on a pad whose load falls from 1000 N to 200 N in 8 s: μ·N·r stays what it has to hold.
#[test]
fn the_coefficient_follows_a_load_that_is_taken_off() {
    let file = include_str!("../../../modelDescription/BrakePad.toml")
        .replace("angularVelocity = 80.0", "angularVelocity = 0.0");
    let network = read(&file, "BrakePad.toml").expect("a network");
    let mut moves = Moves::begin(network, 0.0, &[30.0, 1000.0], &[0.0, -100.0]).expect("begins");
    for step in 1..=8 {
        let load = 1000.0 - 100.0 * f64::from(step);
        moves.advance(f64::from(step), &[30.0, load + 100.0], &[0.0, -100.0]).expect("no storm");
        let (mu, expected) = (moves.motion.state().internal(0, 0), f64::max(0.5, 250.0 / load));
        assert!((mu - expected).abs() < EXACT, "{load}: {mu}, not {expected}");
    }
    assert!(moves.events.is_empty(), "{:?}", moves.events);
}

/// Two blocks one upon the other, the upper one pushed, and a neighbour with the same law beside it.
fn pair(growths: [f64; 2], beside: &str) -> String {
    let pad = |name, between, growth, start| {
        format!(
            "[contact.{name}]\nbetween = {between}\nlaw = \"ostermeyer\"\ngrowthRate = {growth}\n\
             coolingRate = 0.5\nheating = 0.2\nambientTemperature = {AMBIENT}\ncoefficient0 = {start}\n\
             temperature0 = {AMBIENT}\nnormalForce = 2.0\n"
        )
    };
    let [first, second] = growths;
    format!(
        "[model]\nname = \"Pair\"\n[body.lower]\nmass = 3.0\n[body.upper]\nmass = 1.0\n\
         excitation = {{ amplitude = 2.0, angularFrequency = 0.5, phase = {} }}\n\
         [contact.floor]\nbetween = \"lower\"\nlaw = \"coulomb\"\nkineticFriction = 5.0\n{}{}",
        -0.5 * PI,
        pad("first", "[\"upper\", \"lower\"]", first, 0.3),
        pad("second", beside, second, 0.2)
    )
}

/// Contacts side by side slip in turns together: their coefficients grow by the same share of what each could.
#[test]
fn contacts_side_by_side_share_what_they_follow() {
    let [first, second] = [4.0, 1.0];
    for beside in ["[\"upper\", \"lower\"]", "[\"lower\", \"upper\"]"] {
        let mut moves = Moves::begin(
            read(&pair([4.0, 1.0], beside), "pair.toml").expect("a network"),
            0.0,
            &[],
            &[],
        )
        .expect("begins");
        for step in 1..=20 {
            let time = PI * f64::from(step) / 20.0;
            moves.advance(time, &[], &[]).expect("no storm");
            let load = 2.0 * (0.5 * time).sin();
            let grown = (load / 2.0 - 0.5).max(0.0) / (first + second);
            let state = moves.motion.state();
            for (contact, expected) in [(1, 0.3 + first * grown), (2, 0.2 + second * grown)] {
                let mu = state.internal(contact, 0);
                assert!((mu - expected).abs() < EXACT, "{contact} at {time}: {mu}, not {expected}");
            }
            let sum: f64 = 2.0 * (state.internal(1, 0) + state.internal(2, 0));
            assert!(sum >= load - EXACT, "{sum} holds {load}");
        }
        assert!(moves.events.is_empty(), "{:?}", moves.events);
    }
}

/// A pad in a row: both follow, each as if the other were not there; then the floor lets go.
#[test]
fn contacts_in_a_row_follow_the_same_load() {
    let file =
        pair([4.0, 3.0], "\"lower\"").replace("kineticFriction = 5.0", "kineticFriction = 0.9");
    let moves = Moves::of(&file, PI, 7);
    let state = moves.motion.state();
    // The greatest force is 2 N: the first pad carries all, the second what the floor does not.
    assert!((state.internal(1, 0) - 1.0).abs() < EXACT, "{}", state.internal(1, 0));
    assert!((state.internal(2, 0) - 0.55).abs() < EXACT, "{}", state.internal(2, 0));
    assert!(moves.events.is_empty(), "{:?}", moves.events);
}

/// What was saved while a load is followed goes on bit for bit the same.
#[test]
fn what_follows_a_load_is_saved() {
    let network = Arc::new(read(&pair([4.0, 1.0], "\"lower\""), "pair.toml").expect("a network"));
    let parameters = network.start_parameters();
    let mut one = Simulator::new(network.clone());
    one.initialise(0.0, &parameters, &[], TOLERANCE).expect("begins");
    one.advance(2.0, &parameters, &[], &mut |_| ()).expect("moves");
    let saved = one.save();
    let mut other = Simulator::new(network);
    other.restore(&saved).expect("fits");
    for motion in [&mut one, &mut other] {
        motion.advance(3.5, &parameters, &[], &mut |_| ()).expect("moves");
    }
    assert_eq!(one.save(), other.save());
    assert!(one.state().internal(1, 0) > 0.9);
}

/// How the rate of the coefficient changes is not known while it follows the load.
#[test]
fn directional_derivatives_are_refused_where_a_load_is_followed() {
    let unit = Model::read(&pair([4.0, 1.0], "\"lower\""), "pair.toml").expect("a unit");
    let mut instance = Simulation::new(unit.clone());
    instance.enter_initialization().expect("initialises");
    instance.exit_initialization().expect("initialised");
    let [acceleration, velocity] =
        ["upper.acceleration", "upper.velocity"].map(|name| unit.find(name).expect("a variable"));
    let derive = |instance: &mut Simulation| {
        instance.directional_derivative(&[acceleration], [(velocity, 1.0)].into_iter(), |_, _| ())
    };
    derive(&mut instance).expect("nothing follows yet");
    instance.step(0.0, 2.0).expect("moves");
    let refused = derive(&mut instance).expect_err("follows");
    assert!(refused.to_string().contains("depends on its load"), "{refused}");
}

/// Beside a law by formula, whose limit changes with the time and a state, the pad takes up what that one leaves of a load.
#[test]
fn the_coefficient_follows_what_a_law_by_formula_leaves() {
    for seed in 1..=60 {
        let mut draws = Draws::new(seed);
        let sign = draws.pick(&[1.0, -1.0]);
        let block = Block {
            constant: sign * draws.between(0.8, 1.2),
            source: (draws.between(0.1, 0.6), draws.between(0.3, 0.8), draws.between(0.0, 6.0)),
            growth: 5.0,
            cooling: 0.5,
            start: (draws.between(0.05, 0.3), draws.between(0.4, 0.9)),
        };
        let (m, part, h) =
            (draws.between(0.1, 0.6), draws.between(-0.3, 0.3), draws.between(0.0, 1.0));
        let file = block.file()
            + &format!(
                "[law.own]\nfriction = \"m*(1 + {part:?}*sin(t) + 0.5*h)\"\n\
                 backward = \"0.8*m*(1 + {part:?}*sin(t) + 0.5*h)\"\n\
                 parameter = [{{ name = \"m\", measure = \"friction\" }}]\n\
                 state = [{{ name = \"h\", measure = \"number\", rate = \"x - h\", default = {h:?} }}]\n\
                 [contact.own]\nbetween = \"b\"\nlaw = \"own\"\nm = {m:?}\n"
            );
        let side = if sign > 0.0 { 1.0 } else { 0.8 };
        let own = |t: f64| side * m * (1.0 + part * t.sin() + 0.5 * h * (-t).exp());
        let steps = draws.pick(&[1, 7, 100]);
        let network = read(&file, "beside.toml").expect("a network");
        let mut moves = Moves::begin(network, 0.0, &[], &[]).expect("begins");
        if block.force(0.0).abs() > own(0.0) + block.start.0 {
            continue;
        }
        let (mut expected, places) = (block.start.0, 100_000 / steps);
        for step in 1..=steps {
            let at = |k: i32| 12.0 * f64::from((step - 1) * places + k) / f64::from(steps * places);
            let time = at(places);
            moves.advance(time, &[], &[]).unwrap_or_else(|fault| panic!("{seed}: {fault}\n{file}"));
            let left = (0..=places).map(|k| sign * block.force(at(k)) - own(at(k)));
            expected = left.fold(expected, f64::max);
            let mu = moves.motion.state().internal(0, 0);
            assert!((mu - expected).abs() < 1e-7, "{seed} at {time}: {mu}, not {expected}\n{file}");
            assert_eq!(moves.motion.state().velocity[0], 0.0, "{seed}");
        }
        assert!(moves.events.is_empty(), "{seed}: {:?}\n{file}", moves.events);
    }
}
