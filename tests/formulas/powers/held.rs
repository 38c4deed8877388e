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
