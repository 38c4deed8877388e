//! Loops under a given sinusoidal motion against closed forms.

use luztar::study::Case;
use luztar::study::hysteresis::{Sine, turn};

use crate::study::{model, unit};

/// Dahl: dF/dz = k (1 − F/Fc sgn w)^1 is solved by F = Fc (1 − C exp(−k (z + A)/Fc)) on the way up, with
/// C = 2/(1 + exp(−2kA/Fc)) in a loop, at any frequency; the way down is its mirror image.
#[test]
fn presliding_of_dahl_is_an_exponential_at_any_frequency() {
    let text = "[model]\nname = \"Dahl\"\n[body.slider]\nmass = 1.0\n[contact.bristles]\nbetween = \"slider\"\nlaw = \"dahl\"\n\
                kineticFriction = 2.0\nbristleStiffness = 400.0\ndahlExponent = 1.0\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let amplitude = 3e-3;
    for frequency in [0.1, 5.0] {
        let found = turn(&model, 0, 1.0, Sine { amplitude, frequency, turns: 6 }).expect("a turn");
        assert_eq!(found.len(), 1601);
        let c = 2.0 / (1.0 + (-2.0 * 400.0 * amplitude / 2.0).exp());
        for point in found.iter().filter(|point| point.velocity != 0.0) {
            let way = point.velocity.signum();
            let up = 1.0 - c * (-400.0 * (way * point.deflection + amplitude) / 2.0).exp();
            assert!((point.force - way * 2.0 * up).abs() < 1e-5, "{frequency}: {point:?} {up}");
        }
    }
}

/// LuGre moved slowly and far has the friction of its steady state, g(w) + C w; moved fast it lags.
#[test]
fn slow_loops_of_lugre_are_its_steady_friction() {
    let text = "[model]\nname = \"LuGre\"\n[body.slider]\nmass = 1.0\n[contact.bristles]\nbetween = \"slider\"\nlaw = \"luGre\"\n\
                kineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.01\nbristleStiffness = 1e5\n\
                bristleDamping = 100.0\nviscous = 0.4\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let off = |frequency: f64| {
        let found = turn(&model, 0, 1.0, Sine { amplitude: 0.1, frequency, turns: 2 });
        let steady = |w: f64| w.signum() * (1.0 + 0.5 * (-(w / 0.01).powi(2)).exp()) + 0.4 * w;
        let fast = found.expect("a turn").into_iter().filter(|point| point.velocity.abs() > 1e-3);
        fast.fold(0.0, |most: f64, point| most.max((point.force - steady(point.velocity)).abs()))
    };
    let (slow, fast) = (off(0.02), off(5.0));
    assert!(slow < 0.01, "{slow}");
    assert!(fast > 3.0 * slow, "{fast} {slow}");
}

/// A static law has no loop: Coulomb's friction with its sign, and no points where it is stuck.
#[test]
fn static_laws_have_no_loop() {
    let model = model("BrakeMechanism", &[]);
    let found = turn(&model, 0, 5.0, Sine { amplitude: 0.05, frequency: 1.0, turns: 1 });
    let found = found.expect("a turn");
    assert!(found.len() > 1590 && found.iter().all(|point| point.force * point.velocity > 0.0));
    let fast = found.iter().filter(|point| point.velocity > 0.27).map(|point| point.force);
    assert!(
        fast.clone().count() > 10 && fast.into_iter().all(|force| (force - 0.86).abs() < 1e-12)
    );
}
