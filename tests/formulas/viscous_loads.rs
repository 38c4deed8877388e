//! Loads that grow with the rate of their own contact: dampers, and roots of it.

use super::draws::Draws;
use super::support::{Named, started, unit};

/// A load that grows with its own rate is a damper, however stiff: m·x″ + μ·p·x′ + k·x + μ·n = 0 while the body moves forward,
/// over decades of p, in ten steps.
#[test]
fn loads_by_their_rate_are_stiff_dampers() {
    let mut draws = Draws::new(41);
    let count = std::env::var("LUZTAR_VISCOUS_LOADS").ok().and_then(|count| count.parse().ok());
    for _ in 0..count.unwrap_or(300) {
        let mut decades = |low: f64, high: f64| 10f64.powf(low + (high - low) * draws.unit());
        let (mass, mu, offset) = (decades(-3.0, 3.0), decades(-2.0, 0.0), -decades(-3.0, 0.0));
        let stiffness = mass * decades(-2.0, 4.0);
        let damping = decades(0.5, 12.0) * (mass * stiffness).sqrt();
        let load = decades(-4.0, 0.0) * stiffness / mu;
        let form = match draws.below(4) {
            0 => "p*rate",
            1 => "p*abs(rate)",
            2 => "n + p*abs(rate)",
            _ => "n + p*rate",
        };
        let load = if form.starts_with('n') { load } else { 0.0 };
        let rest = -mu * load / stiffness;
        let fast = (damping + (damping * damping - 4.0 * mass * stiffness).sqrt()) / (2.0 * mass);
        let slow = stiffness / mass / fast;
        // Never beyond the equilibrium.
        let begin = if draws.below(2) == 0 { 0.0 } else { -0.5 * draws.unit() * fast * offset };
        let text = format!(
            "[model]\nname = \"N\"\n[body.b]\nmass = {mass:?}\nposition = {:?}\nvelocity = {begin:?}\n\
             [spring.s]\nbetween = \"b\"\nstiffness = {stiffness:?}\n[contact.f]\nbetween = \"b\"\n\
             law = \"coulomb\"\nkineticCoefficient = {mu:?}\nnormalForce = \"{form}\"\n\
             parameter = {{ n = {load:?}, p = {:?} }}\n",
            rest + offset,
            damping / mu
        );
        let step = 10f64.powf(-3.0 + 2.5 * draws.unit()) / slow.min(fast);
        let mut body = started(&unit(&text));
        // x − rest = a·exp(−slow·t) + z·exp(−fast·t)
        let z = -(begin + slow * offset) / (fast - slow);
        let a = offset - z;
        for k in 0..10 {
            let t = f64::from(k) * step;
            body.step(t, step).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
            let [x, v] = {
                let [a, z] = [a * (-slow * (t + step)).exp(), z * (-fast * (t + step)).exp()];
                [rest + a + z, -slow * a - fast * z]
            };
            let near = |found: f64, right: f64, scale: f64| {
                assert!((found - right).abs() <= 1e-6 * scale, "{text}: {found} {right}");
            };
            near(body.real("b.position"), x, rest.abs() + offset.abs());
            near(body.real("b.velocity"), v, slow * (rest.abs() + offset.abs()));
        }
    }
}

/// A load of 1.4e-2 N·s/m between bodies that others hold together is round-off of their velocities, as steep friction moves the
/// lighter one by a force that passes through 0: all move as one, with the velocity of their momentum.
#[test]
fn loads_that_are_round_off_of_velocities_are_none() {
    let mut bodies = started(&unit(
        "[model]\nname = \"Held\"\n[body.a]\nmass = 100.0\nvelocity = -0.2256\n\
         [body.b]\nmass = 1.5\nvelocity = -0.2256\n\
         excitation = { amplitude = 37.0, angularFrequency = 3.0, phase = 0.3 }\n\
         [body.c]\nmass = 1300.0\nvelocity = -0.2256\nconstantForce = -177.0\n\
         [contact.l]\nbetween = [\"b\", \"a\"]\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\n\
         normalForce = \"p*rate\"\nparameter = { p = 0.014 }\n\
         [contact.s]\nbetween = [\"b\", \"c\"]\nlaw = \"slipRatio\"\nadhesionCoefficient = 1.28\nrise = 44.0\n\
         normalForce = 2e9\n\
         [contact.h]\nbetween = [\"a\", \"c\"]\nlaw = \"coulomb\"\nkineticFriction = 50.0\n",
    ));
    for step in 0..4 {
        let time = 0.5 * f64::from(step);
        bodies.step(time, 0.5).unwrap_or_else(|wrong| panic!("{wrong}"));
        let end = time + 0.5;
        let pushed = -177.0 * end + 37.0 / 3.0 * ((3.0 * end + 0.3).sin() - f64::sin(0.3));
        let off = bodies.real("b.velocity") - (-0.2256 + pushed / 1401.5);
        assert!(off.abs() <= 1e-9, "{off} at {end}");
    }
}

/// A root of the slip velocity of bodies that move fast, as a force and as the load of a contact, passes through 0 with the force
/// that it balances: w = ((F/m − w')·μ/p)² with the sign of F, μ the reduced mass, where w is round-off of the velocities, too.
#[test]
fn roots_of_slip_velocities_pass_through_round_off() {
    let (p, fast, mass) = (4435.0, -0.8398, 1e6);
    let root = [
        "[force.f]\nforce = \"-p*sign(rate)*abs(rate)^0.5\"",
        "[contact.f]\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\nnormalForce = \"p*abs(rate)^0.5\"",
    ];
    for root in root {
        let text = format!(
            "[model]\nname = \"N\"\n[body.a]\nmass = 1.0\nvelocity = {fast:?}\n\
             [body.b]\nmass = {mass:?}\nvelocity = {fast:?}\n\
             [force.g]\nbetween = \"a\"\nforce = \"10*cos(3*t)\"\n\
             {root}\nbetween = [\"a\", \"b\"]\nparameter = {{ p = {p:?} }}\n"
        );
        let mut bodies = started(&unit(&text));
        for step in 0..40 {
            let time = 0.05 * f64::from(step);
            bodies.step(time, 0.05).unwrap_or_else(|wrong| panic!("{root}: {wrong}"));
            let (force, rate) =
                (10.0 * (3.0 * (time + 0.05)).cos(), -30.0 * (3.0 * (time + 0.05)).sin());
            let slope = 2.0 * force.abs() * rate / (p * p);
            let slip = ((force - slope) / (1.0 + 1.0 / mass) / p).powi(2).copysign(force);
            let common = fast + 10.0 * (3.0 * (time + 0.05)).sin() / 3.0 / (1.0 + mass);
            let right = common + slip * mass / (1.0 + mass);
            let off = bodies.real("a.velocity") - right;
            assert!(off.abs() <= 1e-14 + 1e-9 * slip.abs(), "{root} at {time}: {off}");
        }
    }
}
