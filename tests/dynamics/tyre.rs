//! A braked wheel under a vehicle, its tyre with a law of the slip ratio: S1 (2), (3).

use std::sync::Arc;

use luztar::dynamics::ContactMode;
use luztar::network::{Network, read};

use crate::run::{Run, assert_close};

const TYRE: usize = 0;
const BRAKE: usize = 1;

/// A quarter of a car: 400 kg at 20 m/s on a wheel of 1 kg·m² and radius 0.3 m, N = 4000 N, dry asphalt; the
/// brake is a contact of the wheel whose normal load is an input.
fn car(velocity: f64) -> Arc<Network> {
    let text = format!(
        "[model]\nname = \"Wheel\"\n[body.car]\nmass = 400.0\nvelocity = {velocity}\nforce = \"input\"\n\
         [body.wheel]\naxis = \"rotation\"\ninertia = 1.0\nangularVelocity = {}\ntorque = \"input\"\n\
         [contact.tyre]\nbetween = [\"car\", \"wheel\"]\nradii = [1.0, 0.3]\nlaw = \"slipRatio\"\n\
         normalForce = 4000.0\nadhesionCoefficient = 1.2801\nrise = 23.99\nfallCoefficient = 0.52\n\
         [contact.brake]\nbetween = \"wheel\"\nlaw = \"coulomb\"\nnormalForce = \"input\"\n\
         effectiveRadius = 1.0\nkineticCoefficient = 1.0\n",
        velocity / 0.3
    );
    Arc::new(read(&text, "wheel.toml").unwrap_or_else(|wrong| panic!("{wrong}")))
}

fn friction(ratio: f64) -> f64 {
    4000.0 * (1.2801 * (1.0 - (-23.99 * ratio).exp()) - 0.52 * ratio)
}

#[test]
fn a_locked_wheel_slides_until_the_car_stops() {
    let network = car(20.0);
    for h in [0.01, 1.0] {
        let mut run = Run::new(&network);
        run.set("brake.normalForce", 2000.0);
        run.run(4.0, h);
        // The wheel locks: a stick event of the brake; from then on S = 1 and m v̇ = −μ(1) N.
        let locks = run.times_of_contact(BRAKE)[1];
        assert!(locks > 0.01 && locks < 0.1, "{locks}");
        let mut at_lock = Run::new(&network);
        at_lock.set("brake.normalForce", 2000.0);
        at_lock.advance(locks + 1e-3);
        assert_eq!(at_lock.contact(BRAKE), ContactMode::Stuck);
        assert_eq!(at_lock.velocity(1), 0.0);
        assert_close(at_lock.observe().friction[TYRE], friction(1.0), 1e-9);
        let stop = locks + 1e-3 + at_lock.velocity(0) * 400.0 / friction(1.0);
        let times = run.times_of_contact(TYRE);
        let last = times.last().expect("the car stops");
        // It is at rest below 1e-6 m/s.
        assert_close(*last, stop, 2e-7);
        assert_eq!((run.velocity(0), run.velocity(1)), (0.0, 0.0));
        assert_eq!(run.contact(TYRE), ContactMode::Stuck);
        let energy = 0.5 * 400.0 * 400.0 + 0.5 * (20.0_f64 / 0.3).powi(2);
        assert_close(run.dissipated(), energy, 1e-6 * energy);
    }
}

#[test]
fn a_braked_wheel_rolls_until_both_stop() {
    let network = car(20.0);
    let mut run = Run::new(&network);
    run.set("brake.normalForce", 600.0);
    run.advance(0.5);
    // Nearly steady: S makes the tyre's torque that of the brake and of the wheel's deceleration.
    let observed = run.observe();
    let ratio = observed.slip_velocity[TYRE] / observed.velocity[0];
    let (force, spin) = (observed.friction[TYRE], observed.acceleration[1]);
    assert!(ratio > 0.01 && ratio < 0.1, "{ratio}");
    assert_close(force, friction(ratio), 1e-9);
    assert_close(0.3 * force - 600.0, spin, 1e-8);
    run.run(6.0, 0.1);
    assert_eq!((run.velocity(0), run.velocity(1)), (0.0, 0.0));
    assert_eq!((run.contact(TYRE), run.contact(BRAKE)), (ContactMode::Stuck, ContactMode::Stuck));
    let energy = 0.5 * 400.0 * 400.0 + 0.5 * (20.0_f64 / 0.3).powi(2);
    assert_close(run.dissipated(), energy, 1e-6 * energy);
}

#[test]
fn a_released_wheel_spins_up_again() {
    let network = car(20.0);
    let mut run = Run::new(&network);
    run.set("brake.normalForce", 2000.0);
    run.advance(0.5);
    assert_eq!(run.contact(BRAKE), ContactMode::Stuck);
    run.set("brake.normalForce", 0.0);
    run.run(1.0, 0.05);
    // It rolls freely.
    assert_eq!(run.contact(BRAKE), ContactMode::Free);
    assert_close(0.3 * run.velocity(1), run.velocity(0), 1e-9);
    assert!(run.velocity(0) > 10.0);
    let speed = run.velocity(0);
    run.run(2.0, 0.05);
    assert_close(run.velocity(0), speed, 1e-9);
}

#[test]
fn a_free_wheel_comes_to_roll_without_slip() {
    // Slip relaxes in 1e-3 s at 20 m/s, and in 1e-6 s at 1 cm/s.
    for velocity in [20.0, 0.01] {
        for h in [0.05, 30.0] {
            let network = car(velocity);
            let mut run = Run::new(&network);
            run.set("wheel.torque", 100.0);
            run.advance(0.2);
            assert_eq!(run.contact(TYRE), ContactMode::Backward);
            run.set("wheel.torque", 0.0);
            let before = run.evaluations();
            run.run(60.2, h);
            assert_eq!(run.contact(TYRE), ContactMode::Stuck);
            assert_eq!(run.observe().slip_velocity[TYRE], 0.0);
            // Stuck from the start, driven, stuck again.
            assert_eq!(run.times_of_contact(TYRE).len(), 2, "{velocity} m/s");
            let cost = run.evaluations() - before;
            assert!(cost < 20_000, "{cost} evaluations in steps of {h} s");
            // Any load at all makes it slip.
            run.set("wheel.torque", 1e-3);
            run.advance(60.3);
            assert_eq!(run.contact(TYRE), ContactMode::Backward);
        }
    }
}

#[test]
fn a_stop_of_a_rolling_wheel_is_no_matter_of_steps() {
    let network = car(20.0);
    let mut run = Run::new(&network);
    run.set("brake.normalForce", 600.0);
    run.advance(6.0);
    assert_eq!((run.velocity(0), run.velocity(1)), (0.0, 0.0));
    // Its slip would relax 40 000 times until then.
    let cost = run.evaluations();
    assert!(cost < 30_000, "{cost} evaluations");
}

#[test]
fn a_car_starts_from_rest() {
    let network = car(0.0);
    let mut run = Run::new(&network);
    assert_eq!(run.contact(TYRE), ContactMode::Stuck);
    run.set("car.force", 1000.0);
    run.run(1.0, 0.1);
    // Car and wheel move nearly as one: (400 + 1/0.09) v̇ = 1000 but for the slip of a per cent.
    let rigid = 1000.0 / (400.0 + 1.0 / 0.09);
    assert_close(run.velocity(0), rigid, 0.01 * rigid);
    let observed = run.observe();
    let ratio = observed.slip_velocity[TYRE] / observed.velocity[0];
    assert_close(observed.friction[TYRE], friction(ratio), 1e-9);
}

#[test]
fn a_wheel_spins_in_place_beyond_the_adhesion() {
    let network = car(0.0);
    let mut run = Run::new(&network);
    run.set("wheel.torque", 3000.0);
    run.run(0.2, 0.02);
    let observed = run.observe();
    let (v, u) = (observed.velocity[0], 0.3 * observed.velocity[1]);
    assert!(v > 1.0 && u > 3.0 * v, "{v} {u}");
    assert_close(observed.friction[TYRE], -friction((u - v) / u), 1e-9);
}

/// A free wheel on a road that moves as given: in either order of the ends, and refused where both are given.
#[test]
fn a_tyre_rolls_on_a_road_of_given_motion() {
    let file = |between: &str, wheel: &str| {
        format!(
            "[model]\nname = \"Rig\"\n[body.road]\nmotion = \"prescribed\"\n[body.wheel]\n{wheel}\n[contact.tyre]\n\
             between = {between}\nlaw = \"slipRatio\"\nnormalForce = 10.0\nadhesionCoefficient = 1.0\nrise = 20.0\n"
        )
    };
    for between in ["[\"road\", \"wheel\"]", "[\"wheel\", \"road\"]"] {
        let network = Arc::new(read(&file(between, "mass = 2.0"), "rig.toml").expect("right"));
        let mut run = Run::new(&network);
        run.set("road.velocity", 3.0);
        run.run(5.0, 0.1);
        assert_close(run.velocity(1), 3.0, 1e-9);
    }
    let wrong = read(&file("[\"road\", \"wheel\"]", "motion = \"prescribed\""), "rig.toml");
    assert!(wrong.unwrap_err().to_string().contains("needs a free body at one end"));
}

/// A belt carries a block that a tyre drags at, ever slower. The tyre comes to rest at 1e-6 m/s, holds more than the belt
/// carries with, and nothing creeps: whatever the step, the way is that of the belt up to there.
#[test]
fn what_a_tyre_stops_stands_at_once() {
    let text = "[model]\nname = \"Belt\"\n[body.block]\nmass = 1.7\nvelocity = 0.1\n\
                [contact.belt]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                surfaceVelocity = \"input\"\nsurfaceAcceleration = \"input\"\n\
                [contact.tyre]\nbetween = \"block\"\nlaw = \"slipRatio\"\nadhesion = 1.2801\nrise = 23.99\nfall = 0.52\n";
    let network = Arc::new(read(text, "belt.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    for steps in [1, 3, 900] {
        let mut run = Run::new(&network);
        run.set("belt.surfaceAcceleration", -0.2);
        for step in 0..steps {
            run.set("belt.surfaceVelocity", 0.1 - 0.2 * run.time());
            run.advance(0.9 * f64::from(step + 1) / f64::from(steps));
        }
        let stop = (0.1 - 1e-6) / 0.2;
        assert_close(run.times_of_contact(1)[0], stop, 1e-13);
        assert_close(run.position(0), 0.1 * stop - 0.1 * stop * stop, 1e-15);
        assert_eq!((run.velocity(0), run.contact(1)), (0.0, ContactMode::Stuck));
        // The belt, still 1e-6 m/s the faster one, turns 5 µs later.
        let turns: Vec<f64> = run.times_of_contact(0);
        assert_close(*turns.last().expect("the belt turns"), 0.5, 1e-13);
        assert_eq!(run.contact(0), ContactMode::Forward);
    }
}

/// A car whose tyre stops at 1e-6 m/s, behind which a trailer comes up at half of that, and cannot pass: a freewheel holds them
/// then. What is left of the velocities of both, and of a drum geared to the trailer, is gone with that of the car.
#[test]
fn what_cannot_pass_a_tyre_that_stops_stops_with_it() {
    let text = "[model]\nname = \"Train\"\n[body.car]\nmass = 1.0\nvelocity = -0.5\n[body.trailer]\nmass = 2.0\nvelocity = -5e-7\n\
                [body.drum]\naxis = \"rotation\"\ninertia = 0.1\nangularVelocity = -1e-6\n\
                [contact.tyre]\nbetween = \"car\"\nlaw = \"slipRatio\"\nadhesion = 1.0\nrise = 100.0\n\
                [contact.catch]\nbetween = [\"trailer\", \"car\"]\nlaw = \"oneWay\"\n\
                [coupling.gear]\nbetween = [\"drum\", \"trailer\"]\nradii = [0.5, 1.0]\n";
    let network = Arc::new(read(text, "train.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    for steps in [1, 7] {
        let mut run = Run::new(&network);
        run.run(1.0, 1.0 / f64::from(steps));
        // μ(1) = 1 but for e^−100.
        assert_close(run.times_of_contact(0)[0], 0.5 - 1e-6, 1e-12);
        assert_eq!(run.times_of_contact(1), run.times_of_contact(0));
        assert_eq!([0, 1, 2].map(|body| run.velocity(body)), [0.0; 3]);
        assert_close(run.position(1), -5e-7 * (0.5 - 1e-6), 1e-18);
        assert_eq!([0, 1].map(|contact| run.contact(contact)), [ContactMode::Stuck; 2]);
    }
}

/// Where a tyre stops, the impulses of all that sticks are those by which momenta change: a block that goes on with its belt
/// on the far side of the network takes none, and what stops the car is its momentum.
#[test]
fn a_stop_is_no_impulse_for_what_goes_on() {
    let text = "[model]\nname = \"Apart\"\n[body.car]\nmass = 2.0\nvelocity = 0.5\n[body.block]\nmass = 3.0\nvelocity = 0.1\n\
                [contact.tyre]\nbetween = \"car\"\nlaw = \"slipRatio\"\nadhesion = 1.0\nrise = 100.0\n\
                [contact.belt]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\nsurfaceVelocity = 0.1\n";
    let network = Arc::new(read(text, "apart.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let mut run = Run::new(&network);
    run.advance(2.0);
    assert_eq!((run.velocity(0), run.velocity(1)), (0.0, 0.1));
    assert_eq!([0, 1].map(|contact| run.contact(contact)), [ContactMode::Stuck; 2]);
    let mean = &run.state().mean_friction;
    assert_close(mean[TYRE].abs(), 2.0 * 0.5 / 2.0, 1e-12);
    assert_close(mean[BRAKE], 0.0, 1e-15);
}

/// A tyre between a body on a freewheel and a road that passes through rest at 0.5 m/s²: from there on the road pulls the body
/// out of the freewheel, whichever of the two the file names first. Its velocity is k times that of the road, where
/// μ(1 − k) = 0.5·k.
#[test]
fn a_road_pulls_a_body_out_of_its_freewheel() {
    let tyre = "[contact.tyre]\nbetween = [\"body\", \"road\"]\nlaw = \"slipRatio\"\nadhesion = 0.9\nrise = 30.0\n";
    let freewheel = "[contact.freewheel]\nbetween = \"body\"\nlaw = \"oneWay\"\n";
    for contacts in [[tyre, freewheel], [freewheel, tyre]] {
        let text = format!(
            "[model]\nname = \"Rig\"\n[body.body]\nmass = 1.0\n[body.road]\nmotion = \"prescribed\"\nby = \"velocity\"\n{}",
            contacts.concat()
        );
        let network = Arc::new(read(&text, "rig.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
        let mut run = Run::new(&network);
        run.set("road.velocity", -0.5);
        run.set("road.acceleration", 0.5);
        run.advance(2.0);
        let k = (0..50).fold(1.0, |k: f64, _| 1.0 + (1.0 - 0.5 * k / 0.9).ln() / 30.0);
        // It is at rest below 1e-6 m/s.
        assert_close(run.velocity(0), 0.5 * k, 2e-6);
        assert_close(run.position(0), 0.25 * k, 2e-6);
    }
}

/// A light body on the ground passes through rest by 0.5 m/s in a nanosecond, and so in next to no time through the speeds at which
/// it counts as at rest and another contact changes its branch.
#[test]
fn a_light_body_passes_through_rest_in_less_than_instants_differ() {
    let (mass, force, rubs, tyre) = (2.7e-9, 1.4, 1e-4, 1.9e-4);
    let text = format!(
        "[model]\nname = \"Light\"\n[body.b]\nmass = {mass:?}\nvelocity = 1.0\nconstantForce = {:?}\n\
         [contact.c]\nbetween = \"b\"\nlaw = \"stribeck\"\nkineticFriction = {rubs:?}\nstaticFriction = 1.001e-4\n\
         stribeckVelocity = 0.2\nstribeckExponent = 3.346\n\
         [contact.t]\nbetween = \"b\"\nlaw = \"slipRatio\"\nadhesion = {tyre:?}\nrise = 24.0\n",
        -force
    );
    let network = Arc::new(read(&text, "light.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let stops = mass / (force + rubs + tyre);
    for h in [3e-11, 1e-9, 4e-9] {
        let mut run = Run::new(&network);
        run.run(4e-9, h);
        let expected = -(force - rubs - tyre) / mass * (4e-9 - stops);
        // It is at rest below 1e-6 m/s.
        assert_close(run.velocity(0), expected, 1.2e-6);
    }
}

/// A light body pulls another one by a tyre, at 4·10⁷ m/s², through the speeds at which both count as at rest, while the load of a
/// third one begins to rise. It grips with all its adhesion but for exp(−24).
#[test]
fn a_tyre_starts_while_a_load_begins_to_rise() {
    let (heavy, light, force, adhesion) = (1.12, 0.0139, 501250.0, 1878.0);
    let text = format!(
        "[model]\nname = \"Start\"\n[body.b0]\nmass = {heavy:?}\n[body.b2]\nmass = {light:?}\nconstantForce = {:?}\n\
         [body.b3]\nmass = 39.3\n\
         [contact.c1]\nbetween = [\"b0\", \"b2\"]\nlaw = \"slipRatio\"\nadhesion = {adhesion:?}\nrise = 24.0\n\
         [contact.c2]\nbetween = [\"b3\", \"b0\"]\nlaw = \"blimanSorine\"\nriseCoefficient = 2.086\n\
         fallCoefficient = 0.8\nslipLength = 0.5\nsecondCoefficient0 = -0.15\n\
         normalForce = \"p*max(e/l, 0)\"\nparameter = {{ p = 1.8e6, l = 37.7 }}\nviscous = 1.56\n",
        -force
    );
    let network = Arc::new(read(&text, "start.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let mut run = Run::new(&network);
    let end = 1e-6;
    run.run(end, end);
    assert_close(run.velocity(0), -adhesion / heavy * end, 1e-8);
    assert_close(run.velocity(1), (adhesion - force) / light * end, 1e-6);
}

/// A body takes an equal one along by a tyre of so high a load that it slips by 1e-12 of its speed, and ever less: it slips until the
/// tyre rolls. Half of the push passes through it.
#[test]
fn a_tyre_slips_until_it_rolls() {
    let (mass, push) = (1e4, 0.01);
    let text = format!(
        "[model]\nname = \"Slow\"\n[body.a]\nmass = {mass:?}\nvelocity = 0.7\n[body.b]\nmass = {mass:?}\nvelocity = 0.7\n\
         [force.f]\nbetween = \"a\"\nforce = \"p*(1 - 0.5*t)\"\nparameter = {{ p = {push:?} }}\n\
         [contact.c]\nbetween = [\"a\", \"b\"]\nlaw = \"slipRatio\"\nadhesionCoefficient = 1.28\nrise = 24.0\n\
         fallCoefficient = 0.52\nnormalForce = 1e8\n"
    );
    let network = Arc::new(read(&text, "slow.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let mut run = Run::new(&network);
    // (β1·β2 − β3)·N per slip over the speed
    let slope = (1.28 * 24.0 - 0.52) * 1e8 / 0.7;
    for end in [0.1, 0.4, 0.8, 1.0] {
        run.run(end, end);
        let friction = 0.5 * push * (1.0 - 0.5 * end);
        assert_close(run.observe().friction[0].abs(), friction, 1e-3 * friction);
        // Below 1e-12 of the speed it rolls.
        let slip = friction / slope;
        let expected = if slip > 0.7e-12 { slip } else { 0.0 };
        assert_close(run.velocity(0) - run.velocity(1), expected, 1e-14);
        assert!(run.evaluations() < 10_000, "{}", run.evaluations());
    }
}

/// A car of 1000 kg at 10 m/s beside a wheel, with a law of its own of the slip ratio.
fn own_law(friction: &str, wheel: &str, between: &str) -> String {
    format!(
        "[model]\nname = \"Own\"\n[law.creep]\nfriction = \"{friction}\"\nstatic = \"mu\"\nargument = \"slip ratio\"\n\
         parameter = [{{ name = \"mu\", measure = \"friction\" }}]\n[body.car]\nmass = 1000.0\nvelocity = 10.0\n{wheel}\
         [contact.rail]\nbetween = {between}\nlaw = \"creep\"\nmu = 100.0\n"
    )
}

/// Friction is that of S = 1 where a wheel turns against its motion, or a body slides on the ground, whatever the formula is beyond.
#[test]
fn the_slip_ratio_of_own_laws_is_at_most_one() {
    let wheel = "[body.wheel]\naxis = \"rotation\"\ninertia = 100.0\nangularVelocity = -10.0\n";
    let both = "[\"car\", \"wheel\"]\nradii = [1.0, 0.5]";
    for (friction, whole) in
        [("mu*S", 100.0), ("mu*S/(0.01 + S)", 100.0 / 1.01), ("mu*(2*S - S^2)", 100.0)]
    {
        for (wheel, between) in [(wheel, both), ("", "\"car\"")] {
            let text = own_law(friction, wheel, between);
            let network = read(&text, "own.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
            let mut run = Run::new(&Arc::new(network));
            run.run(2.0, 0.5);
            assert_close(run.velocity(0), 10.0 - 2.0 * whole / 1000.0, 1e-12);
        }
    }
}

#[test]
fn laws_of_the_slip_ratio_are_smooth_functions_of_it() {
    for (friction, rule) in [
        ("mu", "law.creep: the friction of a law of the slip ratio must depend on S"),
        ("mu*min(3*S, 1)", "must be smooth between S = 0 and S = 1"),
        ("mu*(1 - 2*S)", "friction must not be negative, but is at a slip ratio of"),
    ] {
        let text = own_law(friction, "", "\"car\"");
        let wrong = read(&text, "own.toml").err().map(|wrong| wrong.to_string());
        let wrong = wrong.unwrap_or_else(|| panic!("{friction}"));
        assert!(wrong.contains(rule), "{friction}: {wrong}");
    }
}
