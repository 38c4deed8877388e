//! Powers that push what stuck contacts hold, on the ground or on a body that moves: these are released when the power reaches
//! their limit, `F = k s^n`.

use super::Run;
use crate::draws::Draws;

/// Time at which the power begins, s.
const BEGIN: f64 = 0.2;

/// Prints a network with a block of 1 kg that a contact of this limit holds on `base`, and a force on the block.
fn held(base: &str, velocity: f64, limit: f64, force: &str) -> String {
    let surface =
        if base == "ground" { format!("surfaceVelocity = {velocity}\n") } else { String::new() };
    let heavy = match base {
        "ground" => String::new(),
        _ => format!("[body.heavy]\nmass = 1e12\nvelocity = {velocity}\n"),
    };
    format!(
        "{heavy}[body.block]\nmass = 1.0\nvelocity = {velocity}\n{force}\n\
         [contact.seat]\nbetween = [\"block\", \"{base}\"]\nlaw = \"coulomb\"\nkineticFriction = {limit}\n{surface}"
    )
}

#[test]
fn what_a_power_pushes_is_released_when_it_reaches_the_limit() {
    let mut draws = Draws::new(1);
    for case in 0..240 {
        let exponent = draws.between(0.1, 3.6);
        let (k, limit) = (draws.between(1.0, 100.0), draws.between(0.1, 10.0));
        let base = draws.pick(&["ground", "heavy"]);
        // The base moves by itself, and the block with it, towards a stop; or the time is what the power is of.
        let velocity = draws.between(0.1, 2.0);
        let speed = if case % 2 == 0 { 1.0 } else { velocity };
        let force = match case % 2 {
            0 => format!("-{k}*max(t - {BEGIN}, 0)^{exponent}"),
            _ => format!("-{k}*max(e - {}, 0)^{exponent}", BEGIN * velocity),
        };
        let force = format!("[force.push]\nbetween = \"block\"\nforce = \"{force}\"");
        let mut run = Run::of(&held(base, velocity, limit, &force));
        let expected = BEGIN + libm::pow(limit / k, 1.0 / exponent) / speed;
        run.go(2.0 * expected);
        let first = run.events.first().map(luztar::dynamics::Event::time);
        let off = (first.unwrap_or(f64::NAN) - expected).abs() / expected;
        // The heavy body is slowed down as well.
        let permitted = if base == "ground" { 1e-11 } else { 1e-9 };
        assert!(off < permitted, "{case} {base}: {first:?}, not {expected}: {force} {limit}");
    }
}

/// Time in which a body of mass 2 at a velocity goes so far under a force c − k s^n, s: ∫ ds/v, where v² = v₀² + c s − k s^(n + 1)/(n + 1).
fn passage((velocity, drive): (f64, f64), (k, n): (f64, f64), far: f64) -> f64 {
    let speed =
        |s: f64| (velocity * velocity + drive * s - k * libm::pow(s, n + 1.0) / (n + 1.0)).sqrt();
    // Simpson's rule in u, s = far u⁴, where the integrand is smooth.
    let rate = |u: f64| 4.0 * far * u.powi(3) / speed(far * u.powi(4));
    let places = 40_000;
    let sum: f64 = (0..=places)
        .map(|place| {
            let weight = match place {
                _ if place == 0 || place == places => 1.0,
                _ if place % 2 == 1 => 4.0,
                _ => 2.0,
            };
            weight * rate(f64::from(place) / f64::from(places))
        })
        .sum();
    sum / (3.0 * f64::from(places))
}

/// A stop whose force rises steeply, at any place, is hit by a block on which another one is stuck. Close to the stop a position far
/// from 0 has no digits of the penetration.
#[test]
fn what_rides_into_a_steep_stop_is_released_when_its_force_is_reached() {
    let mut draws = Draws::new(2);
    let mut released = 0;
    for case in 0..120 {
        let (k, n) = (draws.between(1.0, 100.0), draws.between(0.3, 0.95));
        let (limit, velocity) = (draws.between(0.1, 2.0), draws.between(0.1, 1.0));
        let distance = draws.mixed(&[0.0], -1.0, 1.0);
        let far = libm::pow(2.0 * limit / k, 1.0 / n);
        if k * libm::pow(far, n + 1.0) / (n + 1.0) > 0.9 * velocity * velocity {
            continue;
        }
        let mut run = Run::of(&format!(
            "[body.a]\nmass = 1.0\nvelocity = -{velocity}\n\
             [body.b]\nmass = 1.0\nposition = {:?}\nvelocity = -{velocity}\n\
             [impact.h]\nbetween = \"b\"\nstiffness = {k}\nexponent = {n}\ndistance = {distance:?}\n\
             [contact.seat]\nbetween = [\"a\", \"b\"]\nlaw = \"coulomb\"\nkineticFriction = {limit}\n",
            distance + 0.1 * velocity
        ));
        let expected = 0.1 + passage((velocity, 0.0), (k, n), far);
        run.go(1.0001 * expected);
        let times: Vec<f64> = run.events.iter().map(luztar::dynamics::Event::time).collect();
        let off = (times.get(1).unwrap_or(&f64::NAN) - expected).abs();
        assert!(
            off < 1e-11,
            "{case}: {times:?}, not {expected}: {k} {n} {limit} {velocity} {distance}"
        );
        released += 1;
    }
    assert!(released > 40, "{released}");
}

/// A block that carries another one along, from a speed of next to nothing on and far from 0: the step in which a power begins is
/// no less exact for the speed at its start.
#[test]
fn a_base_that_starts_slowly_and_far_from_0_is_as_exact() {
    let mut draws = Draws::new(4);
    for case in 0..60 {
        let (k, n) = (draws.between(1.0, 100.0), draws.between(0.3, 3.0));
        let limit = draws.between(0.1, 2.0);
        let drive = draws.between(1.9, 1.99) * limit;
        // Both are braked by 2·limit then.
        let far = libm::pow((drive + 2.0 * limit) / k, 1.0 / n);
        if k * libm::pow(far, n) / (n + 1.0) > 0.9 * drive {
            continue;
        }
        let mut run = Run::of(&format!(
            "[body.a]\nmass = 1.0\nvelocity = 1e-12\n\
             [body.b]\nmass = 1.0\nposition = 0.7\nvelocity = 1e-12\nconstantForce = {drive:?}\n\
             [force.push]\nbetween = \"b\"\nforce = \"-{k}*max(e - 0.7, 0)^{n}\"\n\
             [contact.seat]\nbetween = [\"a\", \"b\"]\nlaw = \"coulomb\"\nkineticFriction = {limit}\n"
        ));
        let expected = passage((1e-12, drive), (k, n), far);
        run.go(1.01 * expected);
        let first = run.events.first().map(luztar::dynamics::Event::time);
        let off = (first.unwrap_or(f64::NAN) - expected).abs() / expected;
        assert!(off < 1e-11, "{case}: {first:?}, not {expected}: {k} {n} {limit} {drive}");
    }
}
