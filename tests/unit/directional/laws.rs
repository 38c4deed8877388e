//! Every law, as a force, as a coefficient of a given load and of one that a spring makes, with every
//! regularisation.

use std::sync::Arc;

use luztar::laws::{Argument, Direction, Law, LawKind, LawShape, LoadUse, RegularisationKind};
use luztar::unit::{Model, Simulation, Value};

use crate::directional::differences::{check_numbers, check_states, derivatives, real};
use crate::examples;

/// The built-in laws that limit friction; those that do not have no numbers to change.
pub fn kinds() -> Vec<LawKind> {
    LawKind::all().into_iter().filter(|kind| !kind.holds_without_limit()).collect()
}

/// An exponent with which stribeck has a singular point at w = 0.
const SINGULAR: &str = "stribeckExponent = 1.7";

/// How the numbers of a law become forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Load {
    None,
    Input,
    Spring,
}

/// A block that slides on a board that moves too, with a contact `rub` and the law between them, and springs.
pub fn network(
    kind: &LawKind,
    how: Option<RegularisationKind>,
    load: Load,
    velocity: f64,
) -> String {
    let law = examples::lines(kind, load != Load::None);
    let load = match load {
        Load::None => "",
        Load::Input => "normalForce = \"input\"",
        Load::Spring => "normalForce = 1.5\nloadSpring = \"leaf\"\nloadFactor = 0.4",
    };
    let how = how.map_or(String::new(), |how| {
        let number = match how {
            RegularisationKind::Atan | RegularisationKind::Tanh => 3.0,
            // The ramp ends between the two slip speeds, and so does the window.
            RegularisationKind::Linear | RegularisationKind::Karnopp => 0.15,
        };
        let name = &how.parameter().name;
        format!("regularisation = \"{}\"\n{name} = {number}", how.name())
    });
    format!(
        "[model]\nname = \"Law\"\n[body.block]\nmass = 2.0\nvelocity = {velocity}\nforce = \"input\"\n\
         position = 0.3\n[body.board]\nmass = 1.5\nvelocity = 0.5\nexcitation = {{ amplitude = 0.3, \
         angularFrequency = 2.0, phase = 0.4 }}\n[contact.rub]\nbetween = [\"block\", \"board\"]\n\
         law = \"{}\"\n{law}\n{load}\n{how}\nviscous = 0.2\n[spring.leaf]\nbetween = \"block\"\n\
         stiffness = 3.0\ncubic = 0.5\ndamping = 0.4\n[damper.oil]\nbetween = \"board\"\ndamping = 0.3\n",
        kind.name()
    )
}

fn set(instance: &mut Simulation, name: &str, value: f64) {
    if let Some(index) = instance.unit().find(name) {
        instance.set(index, Value::Real(value)).unwrap();
    }
}

/// Compares at a slip velocity.
fn check(kind: &LawKind, how: Option<RegularisationKind>, load: Load, slip: f64) -> usize {
    check_text(&network(kind, how, load, 0.5 + slip), slip)
}

pub fn check_text(text: &str, slip: f64) -> usize {
    let unit = Model::read(text, "law.toml").unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    let mut compared = 0;
    for exchange in [false, true] {
        let unit: Arc<Model> = unit.clone();
        let mut instance =
            if exchange { Simulation::exchange(unit) } else { Simulation::new(unit) };
        set(&mut instance, "block.force", 4.0 * slip.signum());
        set(&mut instance, "rub.normalForce", 1.7);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        if exchange {
            instance.end_event();
            instance.set_time(1e-3).unwrap();
            compared += check_states(&mut instance);
        } else {
            instance.step(0.0, 1e-6).unwrap();
            let more = check_numbers(&mut instance);
            compared += more;
        }
    }
    compared
}

fn loads(kind: &LawKind) -> &'static [Load] {
    match kind.load_use() {
        LoadUse::Argument => &[Load::Input],
        LoadUse::Required => &[Load::Input, Load::Spring],
        LoadUse::Factor => &[Load::None, Load::Input, Load::Spring],
    }
}

/// A slip velocity near one of these at which the law is smooth.
fn smooth(kind: &LawKind, slip: f64) -> f64 {
    let numbers = kind.example().expect("every built-in law has one");
    let ends = numbers.iter().scan(0, |end, entries| {
        *end += entries.len();
        Some(*end)
    });
    let shape = LawShape { kind: kind.clone(), regularisation: None, ends: ends.collect() };
    let law = Law::new(&shape, &numbers.concat()).expect("an example is right");
    let direction = if slip > 0.0 { Direction::Forward } else { Direction::Backward };
    let kinks = law.kinks(direction);
    let near = |x: f64| kinks.iter().any(|kink| (kink - x).abs() < 0.01);
    let mut x = slip.abs();
    while kind.argument() == Argument::Slip && near(x) {
        x += 0.007;
    }
    direction.sign() * x
}

#[test]
fn every_law_changes_as_it_says() {
    for kind in &kinds() {
        for load in loads(kind) {
            for slip in [0.33, 0.12, -0.33, -0.12] {
                assert!(check(kind, None, *load, smooth(kind, slip)) > 100);
            }
        }
    }
}

#[test]
fn a_law_with_a_singular_point_changes_as_it_says() {
    let kind = LawKind::named("stribeck").expect("is built in");
    for load in loads(&kind) {
        for slip in [0.33, 0.12, -0.33, -0.12] {
            let text = network(&kind, None, *load, 0.5 + slip);
            let singular = text.replace("stribeckExponent = 2.0", SINGULAR);
            assert_ne!(singular, text);
            assert!(check_text(&singular, slip) > 100);
        }
    }
}

#[test]
fn regularised_laws_change_as_they_say() {
    for kind in kinds().iter().filter(|kind| kind.states().is_empty()) {
        for how in RegularisationKind::ALL {
            let edged = [RegularisationKind::Linear, RegularisationKind::Karnopp].contains(how);
            let argument = kind.argument();
            if argument == Argument::SlipRatio || edged && argument == Argument::Load {
                continue;
            }
            for load in loads(kind) {
                for slip in [0.33, -0.12] {
                    assert!(check(kind, Some(*how), *load, smooth(kind, slip)) > 100);
                }
            }
        }
    }
}

#[test]
fn a_saturated_real_contact_area_and_a_locked_wheel_change_as_they_say() {
    for (load, how) in [(9.0, None), (9.0, Some(RegularisationKind::Tanh))] {
        let text =
            network(&LawKind::named("wanheimBay").expect("is built in"), how, Load::Input, 0.9);
        let unit = Model::read(&text, "law.toml").unwrap();
        let mut instance = Simulation::new(unit);
        set(&mut instance, "rub.normalForce", load);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        check_numbers(&mut instance);
        // The limit of proportionality is passed (Wanheim and Bay), with Pmax = 1 and μ = 0.6.
        let t: f64 = 1.0 - 0.4_f64.sqrt();
        let pressure = 1.0 + std::f64::consts::FRAC_PI_2 + 0.6_f64.acos() + 0.8;
        let beyond = load * (1.0 + 0.4_f64.sqrt()) / pressure - 1.0;
        let expected = 0.6 - (0.6 - t) * (-beyond * t / (0.6 - t)).exp();
        let index = instance.unit().find("rub.frictionForce").unwrap();
        let Value::Real(friction) = instance.get(index).unwrap() else { panic!("is real") };
        let share = if how.is_some() { (3.0_f64 * 0.4).tanh() } else { 1.0 };
        assert!(((friction - 0.2 * 0.4) / share - expected).abs() < 1e-12, "{friction}");
    }
    // A board that stands before a block that slides.
    let text = network(&LawKind::named("slipRatio").expect("is built in"), None, Load::Input, 0.9);
    let unit = Model::read(&text.replace("velocity = 0.5", "velocity = -0.2"), "law.toml").unwrap();
    let mut instance = Simulation::new(unit);
    set(&mut instance, "rub.normalForce", 2.0);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    check_numbers(&mut instance);
}

#[test]
fn static_limits_change_as_they_say() {
    // The load is greater than stiction: within the window of Karnopp friction is the static limit.
    for kind in kinds().iter().filter(|kind| kind.states().is_empty()) {
        if kind.argument() != Argument::Slip {
            continue;
        }
        for force in [20.0, -20.0] {
            let text = network(kind, Some(RegularisationKind::Karnopp), Load::None, 0.5);
            let unit = Model::read(&text, "law.toml").unwrap();
            let mut instance = Simulation::new(unit);
            set(&mut instance, "block.force", force);
            instance.enter_initialization().unwrap();
            instance.exit_initialization().unwrap();
            assert!(check_numbers(&mut instance) > 100, "{}", kind.name());
        }
    }
}

/// Bristles at their limit F = Fc, whose rate is σ·w·(1 − F/Fc)^i: it changes with Fc by σ·w/Fc if i is 1, and by nothing if
/// i is greater.
#[test]
fn a_bristle_at_its_limit_leaves_it_as_its_exponent_says() {
    let (limit, stiffness, slip) = (2.0, 5.0, 0.4);
    for (exponent, expected) in [(1.0, stiffness * slip / limit), (2.0, 0.0), (1.5, 0.0)] {
        let text = format!(
            "[model]\nname = \"Hand\"\n[body.hand]\nmotion = \"prescribed\"\n[contact.rub]\nbetween = \"hand\"\n\
             law = \"dahl\"\nkineticFriction = {limit}\nbristleStiffness = {stiffness}\n\
             dahlExponent = {exponent}\nbristleForce0 = {limit}\n"
        );
        let mut instance = Simulation::new(Model::read(&text, "hand.toml").unwrap());
        set(&mut instance, "hand.velocity", slip);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        instance.step(0.0, 1.0).unwrap();
        let find = |name: &str| instance.unit().find(name).unwrap();
        let [force, rate, number] =
            ["rub.bristleForce", "rub.bristleForceRate", "rub.kineticFriction"].map(find);
        assert_eq!(instance.get(force).unwrap(), Value::Real(limit));
        let mut found = f64::NAN;
        instance
            .directional_derivative(&[rate], [(number, 1.0)].into_iter(), |_, value| found = value)
            .unwrap();
        assert!((found - expected).abs() < 1e-12, "{exponent}: {found}");
    }
}

/// Where slip begins, (w/vs)^n is 0 for every n, so that nothing changes with the exponent n.
#[test]
fn an_exponent_changes_nothing_where_slip_begins() {
    let text = "[model]\nname = \"Onset\"\n[body.b]\nmass = 1.0\nforce = \"input\"\n[contact.c]\nbetween = \"b\"\n\
                law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.4\nstribeckVelocity = 0.1\n";
    for exponent in [1.5, 2.0] {
        let text = format!("{text}stribeckExponent = {exponent}\n");
        let mut instance = Simulation::new(Model::read(&text, "onset.toml").unwrap());
        set(&mut instance, "b.force", 2.0);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        let [rate, number] = ["b.acceleration", "c.stribeckExponent"]
            .map(|name| instance.unit().find(name).unwrap());
        let mut found = f64::NAN;
        instance
            .directional_derivative(&[rate], [(number, 1.0)].into_iter(), |_, value| found = value)
            .unwrap();
        assert_eq!(found, 0.0, "{exponent}");
    }
}

/// ∫dw/F from 0 to `slip` (m/s), the time in which friction stops 1 kg, by Simpson's rule.
fn stopping_time(slip: f64, friction: impl Fn(f64) -> f64) -> f64 {
    let parts = 200_000;
    let h = slip / f64::from(parts);
    let weight = |k: i32| if k == 0 || k == parts { 1.0 } else { f64::from(2 + 2 * (k % 2)) };
    (0..=parts).map(|k| weight(k) / friction(f64::from(k) * h)).sum::<f64>() * h / 3.0
}

/// A block of 1 kg slips so fast that (w/vs)^δ has no number: friction and its derivatives are those of the limit.
#[test]
fn a_stribeck_curve_far_beyond_its_velocity_is_flat() {
    let text = "[model]\nname = \"Far\"\n[body.block]\nmass = 1.0\nvelocity = 3.0\n[contact.floor]\n\
                between = \"block\"\nlaw = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 2.0\n\
                stribeckVelocity = 0.001\nstribeckExponent = 100.0\n";
    let unit = Model::read(text, "far.toml").unwrap();
    let index = |name: &str| unit.find(name).unwrap();
    let mut instance = Simulation::new(unit.clone());
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.step(0.0, 1.0).unwrap();
    let unknowns = ["block.velocity", "block.acceleration", "floor.frictionForce"].map(index);
    assert_eq!(unknowns.map(|unknown| real(&mut instance, unknown)), [2.0, -1.0, 1.0]);
    for (by, friction) in [
        ("kineticFriction", 1.0),
        ("staticFriction", 0.0),
        ("stribeckVelocity", 0.0),
        ("stribeckExponent", 0.0),
    ] {
        let known = index(&format!("floor.{by}"));
        let found = derivatives(&mut instance, &unknowns, known).unwrap();
        assert_eq!(found, [0.0, -friction, friction], "{by}");
    }
    instance.step(1.0, 3.0).unwrap();
    let friction = |w: f64| 1.0 + (-(w / 0.001).powi(100)).exp();
    let stops = 3.0 - 0.002 + stopping_time(0.002, friction);
    let stopped = real(&mut instance, index("floor.lastEventTime"));
    assert!((stopped - stops).abs() < 1e-8, "{stopped} for {stops}");
    assert_eq!(real(&mut instance, unknowns[0]), 0.0);
}

/// New values turn a slip before the next step: until that its friction is the one of the slowest slip in its direction, which
/// changes with parameters alone.
#[test]
fn friction_of_a_slip_that_new_values_turn_changes_with_no_velocity() {
    let board = "mass = 1.5\nvelocity = 0.5\nexcitation = { amplitude = 0.3, angularFrequency = 2.0, phase = 0.4 }";
    for kind in &kinds() {
        for load in loads(kind) {
            for slip in [0.33, -0.33] {
                let text =
                    network(kind, None, *load, slip).replace(board, "motion = \"prescribed\"");
                let unit = Model::read(&text, "law.toml")
                    .unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
                let mut instance = Simulation::new(unit);
                set(&mut instance, "rub.normalForce", 1.7);
                instance.enter_initialization().unwrap();
                instance.exit_initialization().unwrap();
                instance.step(0.0, 1e-6).unwrap();
                set(&mut instance, "board.velocity", 2.0 * slip);
                assert!(check_numbers(&mut instance) > 20);
            }
        }
    }
}
