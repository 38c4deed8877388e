//! Normal loads by formula against closed forms and against the springs that they can stand for.

use std::f64::consts::{FRAC_PI_2, PI};

use luztar::unit::Simulation;

use super::differences::{check_numbers, check_states};
use super::host::Integrator;
use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

/// A block on a slide that vibrates on a spring, which presses on the block's guide and lifts it off.
const PRESSED: &str = r#"
[model]
name = "Pressed"
[experiment]
relativeTolerance = 1e-12
[body.block]
mass = 2.0
force = { input = true, start = 1.2 }
[body.ram]
mass = 0.5
position = 0.4
[spring.pad]
between = "ram"
stiffness = 40.0
damping = 0.05
[contact.guide]
between = "block"
law = "coulomb"
kineticCoefficient = 0.3
staticCoefficient = 0.4
LOAD
"#;

const SPRING: &str = "normalForce = 3.0\nloadSpring = \"pad\"\nloadFactor = 0.5";
const FORMULA: &str = "normalForce = \"n0 + a*(k*ram.position + 0.05*ram.velocity)\"\n\
                       parameter = { n0 = 3.0, a = 0.5, k = 40.0 }";

/// Position and velocity of both bodies, load, dissipated energy.
fn seen(instance: &mut Simulation) -> Vec<f64> {
    let names = [
        "block.position",
        "block.velocity",
        "ram.position",
        "guide.normalLoad",
        "guide.frictionForce",
        "guide.dissipatedEnergy",
    ];
    names.map(|name| instance.real(name)).into()
}

#[test]
fn a_formula_presses_as_its_spring_does() {
    let [spring, formula] = [SPRING, FORMULA].map(|load| unit(&PRESSED.replace("LOAD", load)));
    for steps in [1, 90] {
        let (mut one, mut other) = (started(&spring), started(&formula));
        for part in 1..=3 {
            for instance in [&mut one, &mut other] {
                go_in(instance, 2.0 * f64::from(part), steps);
            }
            for (x, y) in seen(&mut one).into_iter().zip(seen(&mut other)) {
                assert_near(x, y, 1e-9);
            }
        }
        let count = one.real("eventCount");
        assert!(count > 20.0, "{count}");
        assert_eq!(count, other.real("eventCount"));
        assert_near(one.real("lastEventTime"), other.real("lastEventTime"), 1e-10);
    }
}

#[test]
fn a_host_that_integrates_finds_the_same_transitions() {
    let unit = unit(&PRESSED.replace("LOAD", FORMULA));
    let mut instance = started(&unit);
    let mut host = Integrator::new(&unit, &[]);
    for part in 1..=4 {
        go(&mut instance, f64::from(part));
        host.run(f64::from(part), 0.05);
        for name in ["block.position", "block.velocity", "ram.velocity", "guide.normalLoad"] {
            assert_near(host.get(name), instance.real(name), 1e-7);
        }
    }
    assert_eq!(host.get("eventCount"), instance.real("eventCount"));
}

#[test]
fn directional_derivatives_are_those_of_differences() {
    let unit = unit(&PRESSED.replace("LOAD", FORMULA));
    for at in [0.05, 0.4, 1.1] {
        let mut instance = started(&unit);
        go(&mut instance, at);
        assert!(check_numbers(&mut instance) > 20);
        let mut host = Integrator::new(&unit, &[]);
        host.run(at, 0.05);
        assert!(check_states(&mut host.instance) > 10);
    }
}

#[test]
fn time_stepping_approaches_the_motion() {
    let text = PRESSED.replace("LOAD", FORMULA);
    let position = |text: &str| {
        let mut instance = started(&unit(text));
        go_in(&mut instance, 1.5, 3);
        instance.real("block.position")
    };
    let exact = position(&text);
    let error = |step: f64| {
        let way = format!("method = \"moreau\"\nmoreauStep = {step:?}\n");
        (position(&text.replace("relativeTolerance = 1e-12\n", &way)) - exact).abs()
    };
    let errors = [1e-2, 1e-3, 1e-4].map(error);
    assert!(errors[2] < 2e-4 && errors[2] < 0.1 * errors[0], "{errors:?}");
}

/// Friction in proportion to the force of a spring, as that of a screw or worm: m·ẍ = −k·x − μ·k·|x|·sgn ẋ, so that a half
/// swing has k·(1 − μ) on its way down and k·(1 + μ) on its way up.
const SCREW: &str = r#"
[model]
name = "Screw"
[experiment]
relativeTolerance = 1e-12
[body.nut]
mass = 0.5
position = 1.0
[spring.shaft]
between = "nut"
stiffness = 8.0
[contact.thread]
between = "nut"
law = "coulomb"
normalForce = "abs(8*e)"
kineticCoefficient = MU
"#;

#[test]
fn friction_in_proportion_to_a_springs_force_has_its_closed_form() {
    let friction = 0.2_f64;
    let [down, up] = [1.0 - friction, 1.0 + friction].map(|share| (8.0 * share / 0.5).sqrt());
    let half = FRAC_PI_2 / down + FRAC_PI_2 / up;
    let unit = unit(&SCREW.replace("MU", "0.2"));
    for steps in [1, 13] {
        let mut nut = started(&unit);
        let mut amplitude = 1.0;
        for swing in 1..=6 {
            let begun = half * f64::from(swing - 1);
            let sign = if swing % 2 == 1 { -1.0 } else { 1.0 };
            // Through the middle.
            go_in(&mut nut, begun + FRAC_PI_2 / down, steps);
            assert_near(nut.real("nut.position"), 0.0, 1e-10);
            assert_near(nut.real("nut.velocity"), sign * amplitude * down, 1e-10);
            go_in(&mut nut, half * f64::from(swing), steps);
            amplitude *= down / up;
            assert_near(nut.real("nut.position"), sign * amplitude, 1e-10);
            assert_near(nut.real("nut.velocity"), 0.0, 1e-9);
        }
        // It turns, and is free for an instant where the load touches 0.
        let count = nut.real("eventCount");
        assert!((17.0..=18.0).contains(&count), "{count}");
        // Lost: the work of friction is that of the spring's force.
        let lost = 0.5 * 8.0 * (1.0 - amplitude * amplitude);
        assert_near(nut.real("thread.dissipatedEnergy"), lost, 1e-9);
    }
}

/// At μ ≥ 1 the spring holds itself: nothing moves, exactly, until another force helps.
#[test]
fn a_screw_locks_itself() {
    let text = SCREW.replace("MU", "1.05").replace("mass = 0.5", "mass = 0.5\nforce = \"input\"");
    let mut nut = started(&unit(&text));
    go_in(&mut nut, 10.0, 7);
    assert_eq!((nut.real("nut.position"), nut.real("nut.velocity")), (1.0, 0.0));
    assert_eq!(nut.real("eventCount"), 0.0);
    // The spring pulls with 8 N, friction holds up to 8.4 N.
    for (force, moves) in [(-0.39, false), (16.39, false), (-0.41, true)] {
        nut.put("nut.force", force);
        let now = nut.time();
        go(&mut nut, now + 0.1);
        assert_eq!(nut.real("nut.velocity") != 0.0, moves, "{force}");
    }
}

/// A band over a drum, tight where a weight pulls, slack where a spring does: the drum holds T·(exp(μφ) − 1).
#[test]
fn a_band_on_a_drum_holds_what_the_capstan_equation_says() {
    let text = r#"
        [model]
        name = "Capstan"
        [body.band]
        mass = 0.2
        force = "input"
        [spring.slack]
        between = "band"
        stiffness = 500.0
        [force.tension]
        between = "band"
        force = "-t0"
        parameter = { t0 = 3.0 }
        [contact.drum]
        between = "band"
        law = "coulomb"
        normalForce = "max(t0 + 500*e, 0)*(exp(mu*wrap) - 1)"
        kineticCoefficient = 1.0
        parameter = { t0 = 3.0, mu = 0.25, wrap = 3.141592653589793 }
    "#;
    let gain = (0.25 * std::f64::consts::PI).exp();
    let mut band = started(&unit(text));
    for (pull, holds) in
        [(3.0 * gain - 1e-9, true), (3.0 / gain + 1e-9, true), (3.0 * gain + 1e-3, false)]
    {
        band.put("band.force", pull);
        let now = band.time();
        go(&mut band, now + 0.01);
        assert_eq!(band.real("band.velocity") == 0.0, holds, "{pull}");
    }
    // It comes to rest where the slack side has been stretched so far that the drum holds.
    let now = band.time();
    go(&mut band, now + 5.0);
    assert_eq!(band.real("band.velocity"), 0.0);
    let tension = 3.0 + 500.0 * band.real("band.position");
    assert!(tension * gain >= 3.0 * gain, "{tension}");
    assert_near(band.real("drum.normalLoad"), tension * (gain - 1.0), 1e-12);
}

/// A load over time: a table and an input.
#[test]
fn a_load_follows_a_table_and_an_input() {
    let text = r#"
        [model]
        name = "Brake"
        [body.wheel]
        axis = "rotation"
        inertia = 2.0
        angularVelocity = 10.0
        [contact.brake]
        between = "wheel"
        effectiveRadius = 0.5
        law = "coulomb"
        normalForce = "table(t, when, press)*wear"
        kineticCoefficient = 0.4
        parameter = { when = [0.0, 1.0, 2.0, 4.0], press = [0.0, 0.0, 20.0, 20.0] }
        input = { wear = { input = true, start = 1.0 } }
    "#;
    for steps in [1, 11] {
        let mut wheel = started(&unit(text));
        go_in(&mut wheel, 1.5, steps);
        // N = 20·(t − 1): ω̇ = −0.4·0.5·N/2.
        assert_near(wheel.real("wheel.angularVelocity"), 10.0 - 0.1 * 10.0 * 0.25, 1e-12);
        assert_near(wheel.real("brake.normalLoad"), 10.0, 1e-12);
        go_in(&mut wheel, 3.0, steps);
        assert_near(wheel.real("wheel.angularVelocity"), 10.0 - 1.0 - 2.0, 1e-12);
        wheel.put("brake.wear", 0.5);
        go_in(&mut wheel, 30.0, steps);
        assert_eq!(wheel.real("wheel.angularVelocity"), 0.0);
        assert_near(wheel.real("brake.lastEventTime"), 3.0 + 7.0, 1e-10);
    }
}

/// A tyre at rest on the ground gets a load beside a contact whose limit grows with the load that it carries: both are at their
/// limits, that of the tyre being the greatest friction of its law, and the body stays at rest.
#[test]
fn a_tyre_at_rest_shares_a_load_that_another_contact_follows() {
    let text = r#"
        [model]
        name = "N"
        [body.b]
        mass = 13.4
        [force.f]
        between = "b"
        force = "0.2*t"
        [contact.tyre]
        between = "b"
        law = "slipRatio"
        adhesionCoefficient = 1.2
        rise = 18.0
        fallCoefficient = 0.52
        normalForce = "max(6e-3*(t - 1), 0)"
        [contact.warm]
        between = "b"
        law = "ostermeyer"
        growthRate = 5.0
        coolingRate = 0.6355
        heating = 0.2
        ambientTemperature = 0.6
        coefficient0 = 0.5
        temperature0 = 0.7
        normalForce = 0.184
    "#;
    // 1.2·(1 − exp(−18·S)) − 0.52·S is greatest where 1.2·18·exp(−18·S) = 0.52.
    let slip = (1.2_f64 * 18.0 / 0.52).ln() / 18.0;
    let greatest = 1.2 - 0.52 / 18.0 - 0.52 * slip;
    for step in [0.1, 0.75, 3.0] {
        let mut body = started(&unit(text));
        while body.time() < 3.0 {
            let time = body.time();
            let end = if time + step > 2.99 { 3.0 } else { time + step };
            go(&mut body, end);
            assert_eq!(body.real("b.velocity"), 0.0);
            let tyre = greatest * 6e-3 * (end - 1.0).max(0.0);
            assert_near(body.real("tyre.frictionForce"), tyre, 1e-9);
            assert_near(body.real("warm.frictionForce"), 0.2 * end - tyre, 1e-9);
        }
    }
}

/// Clutches between three rotors of which two are one by a rigid joint, one with a load that stays at 0 from half of a sine on: where
/// that begins, and ends, the clutch is free, wherever the load of the other one has a kink before.
#[test]
fn a_stuck_contact_whose_load_stays_at_0_is_free() {
    const CLUTCHES: &str = r#"
        [model]
        name = "Clutches"
        [body.engine]
        axis = "rotation"
        inertia = 1.0
        angularVelocity = 6.0
        constantTorque = 1.0
        [body.middle]
        axis = "rotation"
        inertia = 1.0
        angularVelocity = 5.0
        [body.output]
        axis = "rotation"
        inertia = 1.0
        angularVelocity = 5.0
        [contact.first]
        between = ["engine", "middle"]
        law = "coulomb"
        kineticCoefficient = 0.1
        effectiveRadius = 0.1
        normalForce = "table(t, [0, KINK, 1.6], [800, 800, 0])"
        [contact.second]
        between = ["engine", "output"]
        law = "coulomb"
        kineticCoefficient = 0.1
        effectiveRadius = 0.1
        normalForce = "max(75*sin(6.62*t), 0)"
        [contact.joint]
        between = ["output", "middle"]
        law = "rigid"
    "#;
    let zero = |count: f64| count * PI / 6.62;
    for kink in 0..120 {
        let kink = format!("{:?}", 0.3 + 0.01 * f64::from(kink));
        let unit = unit(&CLUTCHES.replace("KINK", &kink));
        for steps in [1, 7] {
            let mut clutches = started(&unit);
            // The first clutch is stuck until its load has fallen to what it holds, near 1.57 s.
            for (end, state, since) in [(1.0, 0.0, zero(2.0)), (1.5, 2.0, zero(3.0))] {
                go_in(&mut clutches, end, steps);
                assert_eq!(clutches.real("second.state"), state, "{kink}");
                assert_near(clutches.real("second.lastEventTime"), since, 1e-9);
            }
            go_in(&mut clutches, 1.89, steps);
            assert_eq!(clutches.real("second.state"), 2.0, "{kink}");
            go_in(&mut clutches, 2.0, steps);
            assert_eq!(clutches.real("second.state"), 1.0, "{kink}");
            assert_near(clutches.real("second.lastEventTime"), zero(4.0), 1e-9);
        }
    }
}
