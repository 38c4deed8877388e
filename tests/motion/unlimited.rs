//! Contacts without limits: couplings and freewheels, against closed forms and against networks that do without them.

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::motion::{ContactMode, Fault};
use luztar::network::{Network, read};
use proptest::prelude::*;

use crate::networks::Run;

fn network(text: &str) -> Arc<Network> {
    let text = format!("[unit]\nname = \"Checked\"\n{text}");
    Arc::new(read(&text, "checked.toml").unwrap_or_else(|faults| panic!("{faults}\n{text}")))
}

fn close(actual: f64, expected: f64, within: f64) {
    let error = (actual - expected).abs();
    assert!(error <= within * expected.abs().max(1.0), "{actual} for {expected}");
}

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

#[test]
fn start_velocities_that_contradict_a_coupling_are_refused() {
    let spun = GEARS.replace("inertia = 0.5", "inertia = 0.5\nangularVelocity = 4.0");
    let wrong = network(&spun);
    let mut motion = luztar::motion::Motion::new(wrong.clone());
    let refused = motion.initialise(0.0, &wrong.start_parameters(), &wrong.start_inputs(), 1e-10);
    let Err(Fault::Parameter { name, rule }) = refused else { panic!("{refused:?}") };
    assert_eq!(name, "gears");
    assert!(rule.contains("it allows no slip") && rule.contains("differ by 4e0"), "{rule}");
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
    assert!(rule.contains("contradicts that of other contacts without limits"), "{rule}");
    run.set("right.velocity", 2.0);
    run.advance(2.0);
    assert_eq!(run.velocity(1), 2.0);
}

/// A motor whose torque swings drives a flywheel with friction by a freewheel.
const FREEWHEEL: &str = r#"
[body.motor]
axis = "rotation"
inertia = 2.0
source = { amplitude = 6.0, angularFrequency = 1.5 }
[body.flywheel]
axis = "rotation"
inertia = 5.0
[contact.freewheel]
between = ["flywheel", "motor"]
law = "oneWay"
[contact.bearing]
between = "flywheel"
law = "coulomb"
kineticFriction = 1.0
"#;

/// Release and capture, from the equations of both inertias.
fn transitions_of_the_freewheel() -> (f64, f64) {
    let (own, driven, amplitude, rate, friction) = (2.0, 5.0, 6.0, 1.5_f64, 1.0);
    let whole = own + driven;
    // J₂·v̇ + F = 0, with v̇ = (T₀·cos ωt − F)/J
    let release = f64::acos(-friction * own / (amplitude * driven)) / rate;
    let velocity = (amplitude / rate * (rate * release).sin() - friction * release) / whole;
    let motor =
        |t: f64| velocity + amplitude / (rate * own) * ((rate * t).sin() - (rate * release).sin());
    // Friction stops the flywheel meanwhile.
    let flywheel = |t: f64| (velocity - friction / driven * (t - release)).max(0.0);
    // The motor falls back for three quarters of a period and is faster again behind that.
    let (mut early, mut late) = (1.5 * PI / rate, 2.4 * PI / rate);
    for _ in 0..200 {
        let middle = 0.5 * (early + late);
        if motor(middle) < flywheel(middle) { early = middle } else { late = middle }
    }
    (release, early)
}

#[test]
fn a_freewheel_lets_go_and_holds_where_its_equations_say() {
    let (release, capture) = transitions_of_the_freewheel();
    for steps in [1, 7, 400] {
        let mut run = Run::new(&network(FREEWHEEL));
        assert_eq!(run.contact(0), ContactMode::Stuck);
        run.run(1.0, 1.0 / f64::from(steps));
        let force = run.observe().friction[0];
        let (torque, v) = (6.0 * 1.5f64.cos(), run.velocity(1));
        close(force, -(5.0 * (torque - 1.0) / 7.0 + 1.0), 1e-12);
        assert_eq!(run.velocity(0), v);
        run.run(4.9, 3.9 / f64::from(steps));
        let times = run.times_of_contact(0);
        assert_eq!(times.len(), 2, "{times:?}");
        close(times[0], release, 1e-12);
        close(times[1], capture, 1e-12);
        assert_eq!(run.contact(0), ContactMode::Stuck);
    }
}

/// A block on a ratchet holds any force backwards with v = 0 exactly, and none forwards.
#[test]
fn a_ratchet_holds_backwards_without_limit() {
    let ratchet = network(
        "[body.block]\nmass = 2.0\nforce = \"input\"\n[contact.ratchet]\nbetween = \"block\"\nlaw = \"oneWay\"\n",
    );
    for force in [-1e-3, -1.0, -1e12] {
        let mut run = Run::new(&ratchet);
        run.set("block.force", force);
        run.run(100.0, 10.0);
        assert_eq!((run.position(0), run.velocity(0), run.events.len()), (0.0, 0.0, 0));
        assert_eq!(run.observe().friction[0], force);
    }
    // Unloaded it rests; a force that passes through 0 lets it go there, and one against the motion stops it.
    let mut run = Run::new(&ratchet);
    run.run(1.0, 0.1);
    assert_eq!((run.contact(0), run.events.len()), (ContactMode::Stuck, 0));
    run.set("block.force", -3.0);
    run.motion.ramp(&[2.0]);
    run.advance(3.0);
    close(run.times_of_contact(0)[0], 2.5, 1e-13);
    close(run.velocity(0), 0.5 * 2.0 * 0.5 * 0.5 / 2.0, 1e-13);
    run.set("block.force", -4.0);
    run.motion.ramp(&[0.0]);
    run.advance(4.0);
    close(run.times_of_contact(0)[1], 3.0 + 0.125 / 2.0, 1e-13);
    assert_eq!((run.velocity(0), run.contact(0)), (0.0, ContactMode::Stuck));
}

#[test]
fn a_ratchet_that_starts_backwards_is_refused() {
    let text = "[body.block]\nmass = 2.0\nvelocity = -1.0\n[contact.ratchet]\nbetween = \"block\"\nlaw = \"oneWay\"\n";
    let wrong = network(text);
    let mut motion = luztar::motion::Motion::new(wrong.clone());
    let refused = motion.initialise(0.0, &wrong.start_parameters(), &[], 1e-10);
    let Err(Fault::Parameter { rule, .. }) = refused else { panic!("{refused:?}") };
    assert!(rule.contains("allows no slip in this direction"), "{rule}");
}

/// A shaft that is given jumps: what is coupled to it jumps as well, and what rubs on that does not.
#[test]
fn a_jump_is_an_impact_for_what_is_coupled() {
    let mut run = Run::new(&network(
        r#"
[body.shaft]
axis = "rotation"
motion = "prescribed"
by = "velocity"
[body.gear]
axis = "rotation"
inertia = 3.0
[body.wheel]
axis = "rotation"
inertia = 8.0
[coupling.mesh]
between = ["shaft", "gear"]
ratio = 2.0
[contact.clutch]
between = ["gear", "wheel"]
law = "coulomb"
kineticFriction = 5.0
"#,
    ));
    run.advance(1.0);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    run.set("shaft.angularVelocity", 6.0);
    run.advance(1.5);
    assert_eq!(run.velocity(1), 3.0);
    close(run.velocity(2), 5.0 / 8.0 * 0.5, 1e-13);
    assert_eq!(run.contact(0), ContactMode::Forward);
    // The clutch captures the wheel.
    run.advance(10.0);
    close(run.times_of_contact(0)[1], 1.0 + 3.0 * 8.0 / 5.0, 1e-13);
    assert_eq!((run.velocity(1), run.velocity(2)), (3.0, 3.0));
}

/// Two coupled blocks are overtaken by a slide with a ratchet: momentum does not matter, the slide is given; the faster
/// slide leaves them alone when it falls back.
#[test]
fn a_slide_with_a_ratchet_takes_along_and_falls_back() {
    let mut run = Run::new(&network(
        r#"
[body.slide]
motion = "prescribed"
by = "velocity"
[body.first]
mass = 2.0
velocity = 1.0
[body.second]
mass = 3.0
velocity = 1.0
[contact.pawl]
between = ["first", "slide"]
law = "oneWay"
[coupling.rod]
between = ["first", "second"]
"#,
    ));
    assert_eq!(run.contact(0), ContactMode::Forward);
    run.set("slide.velocity", 4.0);
    run.advance(1.0);
    assert_eq!((run.velocity(1), run.velocity(2), run.contact(0)), (4.0, 4.0, ContactMode::Stuck));
    run.set("slide.velocity", 2.0);
    run.advance(2.0);
    assert_eq!(
        (run.velocity(1), run.velocity(2), run.contact(0)),
        (4.0, 4.0, ContactMode::Forward)
    );
    // Half of what is lost went into the impact: impulse times the mean slip velocity.
    close(run.state().dissipated[0], 5.0 * 3.0 * 3.0 / 2.0, 1e-14);
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
                prop_assert!((one.time - other.time).abs() < 1e-10, "{:?} {:?}", one, other);
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

/// Time stepping finds the same motion, at first order.
#[test]
fn time_stepping_approaches_the_motion() {
    let exact = |text: &str, end: f64, body: usize| {
        let mut run = Run::new(&network(text));
        run.advance(end);
        run.velocity(body)
    };
    let error = |text: &str, end: f64, body: usize, steps: u32| {
        let mut run = Run::by_steps(&network(text));
        run.run(end, end / f64::from(steps));
        (run.velocity(body) - exact(text, end, body)).abs()
    };
    for (end, body) in [(3.0, 0), (4.9, 1)] {
        for steps in [250, 4000, 64_000] {
            let error = error(FREEWHEEL, end, body, steps);
            assert!(error < 0.25 * end / f64::from(steps), "{error:e} with {steps} steps");
        }
    }
}

/// examples/networks/PowerShift.toml: the torque of the second clutch grows, the freewheel lets go where its file says, and
/// the engine is drawn down to the high gear.
#[test]
fn a_gearbox_shifts_up_under_load() {
    let text = include_str!("../../examples/networks/PowerShift.toml");
    let gearbox = Arc::new(read(text, "PowerShift.toml").unwrap());
    let (engine, output) = (0.25 + 0.02 + 0.09 / 9.0, 14.0 + 2.25 * 0.04);
    let (torque, load, growth) = (120.0, 60.0, 0.1 * 0.25 * 8000.0);
    let limit = (output * (3.0 * torque - load) + load * (9.0 * engine + output))
        / (1.5 * (9.0 * engine + 2.0 * output));
    let release = 1.0 + limit / growth;
    // Speeds of the engine in low gear: the second clutch slips at half of that.
    let whole = engine + output / 9.0;
    let driven = |time: f64, carried: f64| ((torque - load / 3.0) * time - 0.5 * carried) / whole;
    let at_release = driven(release, growth * (release - 1.0).powi(2) / 2.0);
    // Until the clutch is pressed no harder, its torque grows.
    let span = |time: f64| {
        let (early, late) = (release - 1.0, time - 1.0);
        growth * (late * late - early * early) / 2.0
    };
    let slip = |time: f64| {
        let engine = at_release + (torque * (time - release) - span(time)) / engine;
        let output = at_release / 3.0 + (1.5 * span(time) - load * (time - release)) / output;
        engine - 1.5 * output
    };
    let (mut early, mut late) = (release, release + 2.0);
    for _ in 0..200 {
        let middle = 0.5 * (early + late);
        if slip(middle) > 0.0 { early = middle } else { late = middle }
    }
    for h in [1e-3, 0.1, 1.0] {
        let mut run = Run::new(&gearbox);
        run.set("engine.torque", torque);
        run.run(1.0, h);
        let pressed = run.input("highClutch.normalForce");
        for second in 1..3 {
            let mut rates = vec![0.0; run.inputs.len()];
            rates[pressed] = 8000.0;
            run.inputs[pressed] = 8000.0 * f64::from(second - 1);
            run.motion.ramp(&rates);
            run.advance(f64::from(second + 1));
        }
        let [_, freewheel, clutch] = [0, 1, 2].map(|contact| run.times_of_contact(contact));
        close(freewheel[0], release, 1e-12);
        close(clutch[clutch.len() - 1], early, 1e-12);
        assert_eq!((run.contact(1), run.contact(2)), (ContactMode::Forward, ContactMode::Stuck));
        let [engine, first, carrier, second, output] =
            [0, 1, 2, 3, 4].map(|body| run.velocity(body));
        assert_eq!((engine, engine), (first, second));
        close(first, 3.0 * carrier, 1e-15);
        close(second, 1.5 * output, 1e-15);
    }
}
