//! Couplings against closed forms, and against networks that do without them.

use luztar::dynamics::Fault;
use proptest::prelude::*;

use super::{close, network};
use crate::run::Run;
/// A gear pair with an inertia on each side, driven by a torque and braked on the slow side.
const GEARS: &str = r#"
[body.fast]
axis = "rotation"
inertia = 0.5
torque = "input"
[body.slow]
axis = "rotation"
inertia = 12.0
[coupling.gears]
between = ["fast", "slow"]
ratio = -4.0
[contact.brake]
between = "slow"
law = "coulomb"
kineticFriction = 3.0
staticFriction = 4.0
"#;

/// w = v_fast + 4·v_slow = 0: the slow side has a quarter of the speed, backwards, and four times the torque.
#[test]
fn a_gear_pair_moves_as_one_inertia() {
    let mut run = Run::new(&network(GEARS));
    let whole = 0.5 + 12.0 / 16.0;
    // The brake holds up to 4 N·m, 1 N·m at the fast side.
    run.set("fast.torque", 0.99);
    run.run(1.0, 0.25);
    assert_eq!((run.velocity(0), run.velocity(1), run.events.len()), (0.0, 0.0, 0));
    close(run.observe().friction[1], 0.99, 1e-14);
    close(run.observe().friction[0], -3.96, 1e-14);
    run.set("fast.torque", 2.0);
    run.advance(3.0);
    let acceleration = (2.0 - 3.0 / 4.0) / whole;
    close(run.velocity(0), 2.0 * acceleration, 1e-13);
    assert_eq!(run.velocity(1), -run.velocity(0) / 4.0);
    close(run.observe().friction[1], 2.0 - 0.5 * acceleration, 1e-13);
    run.set("fast.torque", 0.0);
    run.advance(20.0);
    assert_eq!((run.velocity(0), run.velocity(1)), (0.0, 0.0));
    close(run.times_of_contact(0)[1], 3.0 + 2.0 * acceleration * whole / 0.75, 1e-13);
}

/// The friction of a coupling's force: a mass on a belt, coupled to a mass on a spring, is one mass.
#[test]
fn redundant_couplings_share_their_force() {
    let twice = GEARS.replace(
        "[contact",
        "[coupling.second]\nbetween = [\"slow\", \"fast\"]\nratio = -0.25\n[contact",
    );
    let mut run = Run::new(&network(&twice));
    run.set("fast.torque", 2.0);
    run.advance(1.0);
    let (one, other) = (run.observe().friction[1], run.observe().friction[2]);
    let carried = 2.0 - 0.5 * run.observe().acceleration[0];
    // The second counts its slip in units of the slow side: w₂ = v_slow + v_fast/4. The norm of both forces is least.
    close(one + other / 4.0, carried, 1e-12);
    close(other, one / 4.0, 1e-12);
}

/// Two contacts of 2 N and 1.5 N share 1 N by the squares of their limits, on one body and on two that are coupled, whatever the
/// limits are of a block that has nothing to do with them.
#[test]
fn what_a_coupling_carries_has_no_part_in_how_others_share() {
    for stranger in [1e-3, 1e6] {
        let text = format!(
            "[body.a]\nmass = 0.5\nconstantForce = 1.0\n[body.c]\nmass = 0.5\n[coupling.k]\n\
             between = [\"a\", \"c\"]\n[contact.first]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 2.0\n\
             [contact.second]\nbetween = \"c\"\nlaw = \"coulomb\"\nkineticFriction = 1.5\n[body.stranger]\nmass = 1.0\n\
             [contact.third]\nbetween = \"stranger\"\nlaw = \"coulomb\"\nkineticFriction = {stranger:e}\n"
        );
        let mut run = Run::new(&network(&text));
        run.advance(0.1);
        let friction = &run.observe().friction;
        close(friction[0], 0.64, 1e-14);
        close(friction[1], 0.36, 1e-14);
    }
}

#[test]
fn start_velocities_that_contradict_a_coupling_are_refused() {
    let spun = GEARS.replace("inertia = 0.5", "inertia = 0.5\nangularVelocity = 4.0");
    let wrong = network(&spun);
    let mut motion = luztar::dynamics::Simulator::new(wrong.clone());
    let refused = motion.initialise(0.0, &wrong.start_parameters(), &wrong.start_inputs(), 1e-10);
    let Err(Fault::Parameter { name, rule }) = refused else { panic!("{refused:?}") };
    assert_eq!(name, "gears");
    assert!(rule.contains("must give no slip (got 4)"), "{rule}");
    let right = spun.replace("inertia = 12.0", "inertia = 12.0\nangularVelocity = -1.0");
    assert_eq!(Run::new(&network(&right)).velocity(0), 4.0);
}

/// Both ends of a body are coupled to bodies of given motion.
#[test]
fn given_motions_that_contradict_couplings_are_told() {
    let mut run = Run::new(&network(
        r#"
[body.left]
motion = "prescribed"
by = "velocity"
[body.middle]
mass = 2.0
[body.right]
motion = "prescribed"
by = "velocity"
[coupling.first]
between = ["left", "middle"]
[coupling.second]
between = ["middle", "right"]
"#,
    ));
    run.set("left.velocity", 1.0);
    run.set("right.velocity", 1.0);
    run.advance(1.0);
    assert_eq!(run.velocity(1), 1.0);
    run.set("left.velocity", 2.0);
    let refused = run.try_advance(2.0);
    let Err(Fault::Step { rule, .. }) = &refused else { panic!("{refused:?}") };
    assert!(rule.contains("contradicts other constraints"), "{rule}");
    run.set("right.velocity", 2.0);
    run.advance(2.0);
    assert_eq!(run.velocity(1), 2.0);
}

/// A chain whose bodies are coupled in pairs, and the same one with each pair as one body.
fn pairs(masses: &[f64], ratios: &[f64], friction: &[f64], stiffness: f64) -> (String, String) {
    let (mut coupled, mut reduced) = (String::new(), String::new());
    for (n, ((mass, ratio), friction)) in masses.iter().zip(ratios).zip(friction).enumerate() {
        coupled += &format!(
            "[body.a{n}]\nmass = {mass:?}\nforce = \"input\"\n[body.b{n}]\nmass = {:?}\nvelocity = 0.0\n\
             [coupling.c{n}]\nbetween = [\"a{n}\", \"b{n}\"]\nratio = {ratio:?}\n\
             [contact.floor{n}]\nbetween = \"b{n}\"\nlaw = \"coulomb\"\nkineticFriction = {friction:?}\nstaticFriction = {:?}\n",
            2.0 * mass,
            1.3 * friction,
        );
        // v_b = v_a/p
        reduced += &format!(
            "[body.a{n}]\nmass = {:?}\nforce = \"input\"\n\
             [contact.floor{n}]\nbetween = \"a{n}\"\nlaw = \"coulomb\"\nkineticFriction = {:?}\nstaticFriction = {:?}\n",
            mass + 2.0 * mass / (ratio * ratio),
            friction / ratio.abs(),
            1.3 * friction / ratio.abs(),
        );
    }
    for n in 1..masses.len() {
        let (one, other) = (n - 1, n);
        coupled += &format!(
            "[spring.s{n}]\nbetween = [\"b{one}\", \"a{other}\"]\nstiffness = {stiffness:?}\n"
        );
        // z_b/1 = z_a/p
        reduced += &format!(
            "[spring.s{n}]\nbetween = [\"a{other}\", \"a{one}\"]\nratio = {:?}\nstiffness = {stiffness:?}\n",
            1.0 / ratios[one]
        );
    }
    (coupled, reduced)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn coupled_bodies_move_as_one_body_does(
        chain in (1usize..4).prop_flat_map(|n| (
            prop::collection::vec(0.3..3.0f64, n),
            prop::collection::vec(prop_oneof![Just(1.0), 0.4..2.5f64, -2.5..-0.4f64], n),
            prop::collection::vec(0.2..2.0f64, n),
        )),
        forces in prop::collection::vec(prop::collection::vec(-4.0..4.0f64, 3), 6),
    ) {
        let (masses, ratios, friction) = chain;
        let (coupled, reduced) = pairs(&masses, &ratios, &friction, 7.0);
        let mut runs = [Run::new(&network(&coupled)), Run::new(&network(&reduced))];
        for (step, forces) in forces.iter().enumerate() {
            for run in &mut runs {
                for (body, force) in (0..masses.len()).zip(forces) {
                    run.set(&format!("a{body}.force"), *force);
                }
                run.advance(0.7 * (step + 1) as f64);
            }
            let [coupled, reduced] = &runs;
            prop_assert_eq!(coupled.events.len(), reduced.events.len());
            for (one, other) in coupled.events.iter().zip(&reduced.events) {
                prop_assert!((one.time() - other.time()).abs() < 1e-10, "{:?} {:?}", one, other);
            }
            for (body, ratio) in ratios.iter().enumerate() {
                let (one, other) = (coupled.velocity(2 * body), reduced.velocity(body));
                prop_assert!((one - other).abs() < 1e-10, "{} {}", one, other);
                let apart = one - ratio * coupled.velocity(2 * body + 1);
                prop_assert!(apart.abs() <= 2.0 * f64::EPSILON * one.abs(), "{}", apart);
            }
        }
    }
}

/// Dry friction and a freewheel beside a coupling of the same bodies: neither has anything to let go of.
#[test]
fn what_is_coupled_holds_whatever_else_joins_it() {
    let network = network(
        r#"
        [body.a]
        mass = 2.0
        [body.b]
        mass = 1.578
        force = "input"
        [contact.rub]
        between = ["b", "a"]
        law = "coulomb"
        kineticFriction = 0.5
        [coupling.rod]
        between = ["b", "a"]
        [contact.wheel]
        between = ["a", "b"]
        law = "oneWay"
        "#,
    );
    for force in [-1.0, 1.0, 40.0, 0.0] {
        let mut run = Run::new(&network);
        run.set("b.force", force);
        run.run(2.0, 0.5);
        assert!(run.events.is_empty(), "{force}: {:?}", run.events);
        close(run.velocity(0), 2.0 * force / 3.578, 1e-14);
        assert_eq!(run.velocity(0), run.velocity(1));
    }
}

/// Two couplings of different ratios hold two bodies at rest; a shaken one rubs on them within its velocity window, so that
/// their velocities are the round-off of its own: no contradiction.
#[test]
fn couplings_that_allow_rest_alone_hold_at_rest() {
    let network = network(
        r#"
        [body.shaken]
        mass = 2.345
        excitation = { amplitude = 1.893, angularFrequency = 6.761, phase = 3.208 }
        [body.one]
        mass = 1.0
        [body.other]
        mass = 0.412
        force = "input"
        [contact.rub]
        between = ["one", "shaken"]
        law = "coulomb"
        kineticFriction = 0.528
        staticFriction = 1.028
        regularisation = "karnopp"
        window = 0.0579
        [coupling.first]
        between = ["other", "one"]
        [coupling.second]
        between = ["one", "other"]
        ratio = 0.872
        "#,
    );
    let mut run = Run::new(&network);
    for step in 1..=200 {
        run.set("other.force", -2.96 + 1e-3 * f64::from(step));
        run.advance(0.01 * f64::from(step));
    }
    assert!(run.velocity(0).abs() > 1e-3);
    for body in [1, 2] {
        assert!(run.velocity(body).abs() < 1e-16, "{}", run.velocity(body));
    }
}
