//! Slip that begins beside forces that begin with it: powers below 1 of the slip velocity, and loads that rise from 0.

use luztar::unit::Value;

use super::support::{Named, started, unit};
use super::{assert_near, go};

fn block(elements: &str) -> String {
    format!("[model]\nname = \"Onset\"\n[body.b]\nmass = 1.0\n{elements}")
}

/// Friction of 1 N holds r·t up to t₀ = 1/r. From there on w′ = r·s − p·√w, s = t − t₀, has w = k·s² with 2k + p·√k = r, of which
/// neither w nor w′ tells the sign where it begins.
#[test]
fn a_slip_begins_under_a_root_of_itself() {
    let friction = "[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n";
    let force = "[force.f]\nbetween = \"b\"\nforce = \"-p*sqrt(abs(rate))*sign(rate)\"\n";
    let load = "[contact.f]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\nnormalForce = \"p*sqrt(abs(rate))\"\n";
    for root in [force, load] {
        for (p, r) in [
            (0.01_f64, 1.0_f64),
            (1.0, 1.3),
            (3.0, -0.7),
            (50.0, 1.0),
            (50.0, -1.0),
            (300.0, 2.0),
            (1e3, 1.0),
            (1e3, -10.0),
            (3e4, 1e3),
        ] {
            let text = block(&format!(
                "{friction}{root}parameter = {{ p = {p:?} }}\n[force.g]\nbetween = \"b\"\nforce = \"r*t\"\nparameter = {{ r = {r:?} }}\n"
            ));
            let mut b = started(&unit(&text));
            let begin = 1.0 / r.abs();
            go(&mut b, begin + 0.8);
            // The root of a quadratic equation that does not cancel.
            let root = 2.0 * r.abs() / (p + (p * p + 8.0 * r.abs()).sqrt());
            let k = root * root * r.signum();
            let [velocity, position] = [k * 0.64, k * 0.512 / 3.0];
            assert_near(b.real("b.velocity"), velocity, 1e-9 * velocity.abs().max(1e-3));
            assert_near(b.real("b.position"), position, 1e-9 * position.abs().max(1e-3));
            assert_near(b.real("c.lastEventTime"), begin, 1e-9);
        }
    }
}

/// Friction k·x against slip forward is a spring as long as a block moves on: under r·t it is at r/k·(t − sin(ωt)/ω).
#[test]
fn friction_that_rises_from_nothing_with_the_way_lets_a_block_begin() {
    for (k, r) in [(4.0_f64, 1.0), (1e4, 0.3), (2.5e-3, 20.0)] {
        let text = block(&format!(
            "[force.f]\nbetween = \"b\"\nforce = \"-k*max(e, 0)*sign(rate)\"\nparameter = {{ k = {k:?} }}\n\
             [force.g]\nbetween = \"b\"\nforce = \"r*t\"\nparameter = {{ r = {r:?} }}\n"
        ));
        let mut b = started(&unit(&text));
        let omega = k.sqrt();
        let end = 5.0 / omega;
        go(&mut b, end);
        let position = r / k * (end - (omega * end).sin() / omega);
        let velocity = r / k * (1.0 - (omega * end).cos());
        assert_near(b.real("b.position"), position, 1e-10 * position);
        assert_near(b.real("b.velocity"), velocity, 1e-10 * velocity);
    }
}

/// Returns k of w = k·s² with 2k + p·√k = r ([`a_slip_begins_under_a_root_of_itself`]).
fn rising(p: f64, r: f64) -> f64 {
    let root = 2.0 * r / (p + (p * p + 8.0 * r).sqrt());
    root * root
}

/// A freewheel holds f − r·t up to t₀ = f/r; nothing resists then but friction whose load is a root of the slip velocity. It is free
/// up to there, and the rate of its slip velocity is the round-off of forces.
#[test]
fn a_freewheel_lets_go_under_friction_by_a_root() {
    for turn in 0..12 {
        let begin = 0.1 + 0.0437 * f64::from(turn);
        for (p, r) in [(0.01_f64, 1.0_f64), (3.0, 0.7), (300.0, 2e-3)] {
            let text = block(&format!(
                "[contact.h]\nbetween = \"b\"\nlaw = \"oneWay\"\n\
                 [contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\n\
                 normalForce = \"p*sqrt(abs(rate))\"\nparameter = {{ p = {p:?} }}\n\
                 [force.g]\nbetween = \"b\"\nforce = \"r*t - f\"\nparameter = {{ r = {r:?}, f = {:?} }}\n",
                r * begin
            ));
            let mut b = started(&unit(&text));
            go(&mut b, begin + 0.8);
            let velocity = rising(p, r) * 0.64;
            assert_near(b.real("b.velocity"), velocity, 1e-8 * velocity);
            assert_near(b.real("h.lastEventTime"), begin, 1e-9);
        }
    }
}

/// A belt takes a body at rest along with friction that begins as r·s: the body begins with its second derivative, though no
/// contact begins to slip.
#[test]
fn a_body_begins_under_a_root_as_a_load_rises_from_nothing() {
    for (p, r) in [(0.01_f64, 1.0_f64), (3.0, 0.7), (50.0, 1.3), (3e3, 2.0)] {
        for belt in [20.0_f64, -20.0] {
            let text = block(&format!(
                "[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\nsurfaceVelocity = {belt:?}\n\
                 normalForce = \"r*t - f\"\nparameter = {{ r = {r:?}, f = {:?} }}\n\
                 [force.f]\nbetween = \"b\"\nforce = \"-p*sqrt(abs(rate))*sign(rate)\"\nparameter = {{ p = {p:?} }}\n",
                0.37 * r
            ));
            let mut b = started(&unit(&text));
            go(&mut b, 0.37 + 0.8);
            let velocity = rising(p, r) * 0.64;
            assert_near(b.real("b.velocity"), velocity * belt.signum(), 1e-8 * velocity);
        }
    }
}

/// A root of the relative velocity r of two bodies that both move at V resists a force that passes through 0: with s = t − t₀,
/// r′ = −C·s − P·√|r|·sgn(r) has r = k·s² before, with 2k − P·√k + C = 0, and r = −k·s² behind, with 2k + P·√k = C. About s = 0, r is the
/// round-off of V.
#[test]
fn a_root_turns_between_bodies_that_move_together() {
    for (moves, turns) in [(0.0, 1.0), (1.0, 0.83), (1.0, 1.0), (7.3, 0.6180339), (900.0, 1.1)] {
        let [heavy, light, p, c] = [500.0, 0.02, 2.0, 2.0];
        let (force, resists) = (c / light, p * (1.0 / light + 1.0 / heavy));
        let root: f64 = 0.25 * (resists - f64::sqrt(resists * resists - 8.0 * force));
        let start = root * root * turns * turns;
        let text = format!(
            "[model]\nname = \"Pair\"\n[body.a]\nmass = {heavy:?}\nvelocity = {moves:?}\n\
             [body.b]\nmass = {light:?}\nvelocity = {:?}\n\
             [force.f]\nbetween = [\"b\", \"a\"]\nforce = \"-p*sqrt(abs(rate))*sign(rate)\"\nparameter = {{ p = {p:?} }}\n\
             [force.g]\nbetween = \"b\"\nforce = \"c*(h - t)\"\nparameter = {{ c = {c:?}, h = {turns:?} }}\n",
            moves + start
        );
        let mut pair = started(&unit(&text));
        go(&mut pair, 2.0 * turns);
        let relative = -rising(resists, force) * turns * turns;
        let [a, b] = ["a.velocity", "b.velocity"].map(|name| pair.real(name));
        assert_near(b - a, relative, 1e-8 + 1e-13 * moves);
        let momentum = heavy * moves + light * (moves + start);
        assert_near(heavy * a + light * b, momentum, 1e-10 * momentum.abs().max(1.0));
    }
}

/// A load by formula comes to 0 as a ramp ends, and stays: nothing resists from there on, viscous friction neither. Before, v′ = −c·v −
/// μ·(1 − s/h)·N has v in closed form.
#[test]
fn a_load_that_stays_at_0_is_none() {
    let text = block(
        "velocity = 3.0\n[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\nviscous = 0.8\n\
         normalForce = \"2*u\"\ninput = { u = { input = true, start = 1.0 } }\n",
    );
    let mut b = started(&unit(&text));
    let input = b.index("c.u");
    b.set_input_derivative(input, -2.0).unwrap();
    go(&mut b, 0.5);
    // μ·N·(1 − 2s)/m is q·(1 − 2s), of which −(q/c)·(1 − 2s) − 2q/c² is the part without the exponential function.
    let (q, c) = (1.0, 0.8_f64);
    let along = |s: f64| -(q / c) * (1.0 - 2.0 * s) - 2.0 * q / (c * c);
    let velocity = (3.0 - along(0.0)) * (-0.5 * c).exp() + along(0.5);
    assert_near(b.real("b.velocity"), velocity, 1e-10);
    b.set(input, Value::Real(0.0)).unwrap();
    b.set_input_derivative(input, 0.0).unwrap();
    go(&mut b, 2.0);
    assert_near(b.real("b.velocity"), velocity, 1e-10);
}

/// From t = 0 on, m·w′ = r·t ∓ p·√w has w = k·t² with 2mk ± p·√k = r: friction by a root resists what begins with it, or drives it
/// where its surface moves on, also beside a freewheel.
#[test]
fn a_root_resists_or_drives_from_t_0_on() {
    for freewheel in ["", "[contact.h]\nbetween = \"b\"\nlaw = \"oneWay\"\n"] {
        for (surface, sign) in [(0.0, 1.0), (0.5, -1.0)] {
            for (mass, p, r) in
                [(1.0, 1.0, 1.0), (2.0, 0.01, 3.0), (1288.0, 103.0, 503.0), (1.0, 1.3, 1e-3)]
            {
                let text = format!(
                    "[model]\nname = \"Root\"\n[body.b]\nmass = {mass:?}\nforce = \"input\"\n{freewheel}\
                     [contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\nsurfaceVelocity = {surface:?}\n\
                     normalForce = \"p*sqrt(abs(rate))\"\nparameter = {{ p = {p:?} }}\n"
                );
                let mut b = started(&unit(&text));
                let input = b.index("b.force");
                b.set_input_derivative(input, r).unwrap();
                let root = (f64::sqrt(p * p + 8.0 * mass * r) - sign * p) / (4.0 * mass);
                // Before it is as fast as the surface.
                let end = f64::min(0.5, 0.5 / root);
                go(&mut b, end);
                let velocity = root * root * end * end;
                assert_near(b.real("b.velocity"), velocity, 1e-8 * velocity);
            }
        }
    }
}

/// A body comes back through rest under friction whose load is a root of its slip velocity, and whose coefficient falls with it: its mass
/// changes times alone. The velocity at which it settles is there for a time that is long beside the motion.
#[test]
fn a_root_is_passed_alike_however_short_the_motion_is() {
    let passed = |mass: f64, end: f64| {
        let text = format!(
            "[model]\nname = \"Root\"\n[body.b]\nmass = {mass:?}\nvelocity = -0.2\nconstantForce = 0.005\n\
             [contact.c]\nbetween = \"b\"\nlaw = \"asymmetric\"\nmaxForwardCoefficient = 6.36339\nminForwardCoefficient = 0.86\n\
             forwardVelocity = 0.22734\nmaxBackwardCoefficient = 5.94\nminBackwardCoefficient = 1.42\nbackwardVelocity = 0.28\n\
             firstDropCoefficient = 3.23453\nfirstVelocity = 0.0342\nsecondDropCoefficient = 3.61501\n\
             secondVelocity = 0.52937\nnormalForce = \"p*abs(rate/l)^0.5\"\nparameter = {{ p = 0.00082, l = 0.184 }}\n"
        );
        let mut b = started(&unit(&text));
        go(&mut b, end);
        let first = b.real("c.lastEventTime") / mass;
        (first, b.real("b.velocity"))
    };
    let (time, velocity) = passed(1e-3, 1e4);
    for mass in [1e-6, 1e-7, 5e-8, 2e-8, 1.4e-8, 1e-8, 3e-9, 1e-9] {
        let (found, settled) = passed(mass, 0.15);
        assert_near(found, time, 1e-9 * time);
        assert_near(settled, velocity, 1e-8 * velocity);
    }
}
