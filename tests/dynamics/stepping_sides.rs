//! Single time steps against closed forms: parallel contacts stop a body in any order, and regularised laws begin in the direction
//! in which they slip.

use crate::draws::Draws;
use crate::networks::network;
use crate::run::Run;

/// The first step with θ = ½ goes h·v/2, and with θ = 1, where friction would give energy, nowhere: the impulse P = m v + h f that
/// all contacts hold together decides, by whatever shares.
#[test]
fn parallel_contacts_stop_a_body_in_any_order() {
    let mut ended = [0; 2];
    for seed in 1..=400 {
        let mut draws = Draws::new(seed);
        let (mass, velocity) = (draws.scaled(0.1, 10.0), draws.between(0.1, 2.0));
        let h = draws.scaled(1e-3, 1.0);
        let limits: Vec<f64> = (0..2 + draws.below(4)).map(|_| draws.scaled(0.1, 10.0)).collect();
        let most: f64 = limits.iter().sum::<f64>() * h;
        let impulse = draws.between(-0.95, 0.95) * most;
        let force = (impulse - mass * velocity) / h;
        let mut text = format!(
            "[model]\nname = \"Sides\"\n[body.b]\nmass = {mass:?}\nvelocity = {velocity:?}\nconstantForce = {force:?}\n"
        );
        for (number, limit) in limits.iter().enumerate() {
            text += &format!(
                "[contact.c{number}]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = {limit:?}\n"
            );
        }
        let mut run = Run::by_steps(&network(&text));
        run.advance(h);
        let expected = if impulse > 0.0 { 0.5 * h * velocity } else { 0.0 };
        let off = (run.position(0) - expected).abs();
        assert!(
            off < 1e-14 * h * velocity,
            "{seed}: {off:e} of {expected:e}, P = {impulse}\n{text}"
        );
        let given = run.state().dissipated.iter().any(|energy| *energy < 0.0);
        assert!(!given, "{seed}: {:?}\n{text}", run.state().dissipated);
        ended[usize::from(impulse > 0.0)] += 1;
    }
    assert!(ended.iter().all(|count| *count > 100), "{ended:?}");
}

/// From rest v⁺ = h f/(m + h C), with the slope C of the direction of f: friction at the ramp's end over that.
#[test]
fn a_regularised_law_begins_with_the_slope_of_its_direction() {
    for seed in 1..=200 {
        let mut draws = Draws::new(seed);
        let (mass, m) = (draws.scaled(0.1, 10.0), draws.scaled(0.1, 10.0));
        let (part, ramp) = (draws.between(0.2, 3.0), draws.scaled(1e-4, 1.0));
        let (force, h) =
            (draws.between(0.1, 2.0) * draws.pick(&[1.0, -1.0]), draws.scaled(1e-3, 1.0));
        let text = format!(
            "[model]\nname = \"Sides\"\n[body.b]\nmass = {mass:?}\nconstantForce = {force:?}\n\
             [law.sided]\nfriction = \"m*(1 + x^2)\"\nbackward = \"{part:?}*m*(1 + x^2)\"\n\
             parameter = [{{ name = \"m\", measure = \"friction\" }}]\n\
             [contact.c]\nbetween = \"b\"\nlaw = \"sided\"\nm = {m:?}\nregularisation = \"linear\"\nrampVelocity = {ramp:?}\n"
        );
        let mut run = Run::by_steps(&network(&text));
        run.advance(h);
        let slope = if force > 0.0 { m } else { part * m } * (1.0 + ramp * ramp) / ramp;
        let expected = h * force / (mass + h * slope);
        let off = (run.velocity(0) - expected).abs() / expected.abs();
        assert!(off < 1e-12, "{seed}: {} not {expected}\n{text}", run.velocity(0));
    }
}
