//! Cycles under forces that jump at the time 0, where studies begin: against closed forms.

use luztar::study::Case;
use luztar::study::cycle::Cycle;
use luztar::study::lyapunov::{Watch, spectrum};
use luztar::study::settling::find;

use crate::study::unit;

/// Half a period of the waves: sin(0.8 t) changes its sign.
const HALF: f64 = std::f64::consts::PI / 0.8;
/// Mass of the slider, kg.
const MASS: f64 = 2.0;

fn slider(force: &str, friction: f64) -> Case {
    let text = format!(
        "[model]\nname = \"Slider\"\n[body.slider]\nmass = {MASS:?}\n[force.drive]\nbetween = \"slider\"\nforce = \"{force}\"\n\
         [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = {friction:?}\n"
    );
    Case::new(unit(&text), Vec::new()).expect("a unit with states").tight()
}

fn cycle(model: &Case, what: &str) -> Cycle {
    find(model, 20.0 * HALF, None, |_| {}).unwrap_or_else(|why| panic!("{what}: {why}"))
}

/// ±A in half periods of length h: speed falls by (A + F)/m to 0 and rises by (A − F)/m again. It is (A² − F²) h/(2Am) at each jump,
/// and a deviation shrinks by (A − F)/(A + F) at each reversal.
#[test]
fn a_slider_under_a_square_wave_has_its_speed_and_its_multiplier() {
    for (wave, friction) in [
        ("5.0*sign(sin(0.8*t))", 2.0),
        ("5.0*sign(sin(0.8*t))", 4.5),
        ("if(sin(0.8*t) >= 0, 5, -5)", 2.0),
        ("if(sin(0.8*t) > 0, 5, -5)", 2.0),
        ("10*(sin(0.8*t) > 0) - 5", 3.0),
    ] {
        let model = slider(wave, friction);
        let found = cycle(&model, wave);
        let speed = (25.0 - friction * friction) * HALF / (10.0 * MASS);
        let velocity = model.unit().find("slider.velocity").expect("an output");
        let place = model.rows().iter().position(|row| row.variable == velocity).expect("a state");
        let off = (found.state[place] + speed).abs();
        assert!(off < 1e-9 * speed, "{wave}: {:?} {speed}", found.state);
        assert_eq!(found.events.len(), 2, "{wave}: {:?}", found.events);
        assert!((found.period - 2.0 * HALF).abs() < 1e-14 * HALF && found.forced, "{wave}");
        let factor = ((5.0 - friction) / (5.0 + friction)).powi(2);
        let (real, imaginary) = found.transverse()[0];
        assert!((real - factor).abs() < 1e-9 && imaginary == 0.0, "{wave}: {real} {factor}");
    }
}

/// A in one half, 0 in the other, F < A < 2F: the slider starts from rest and comes to rest in each period.
#[test]
fn a_slider_that_sticks_before_each_push_advances_by_its_stroke() {
    let (push, friction) = (5.0f64, 3.0);
    let model = slider("5*(sin(0.8*t) > 0)", friction);
    let found = cycle(&model, "pushes");
    let forward = (push - friction) / MASS;
    let stroke = 0.5 * forward * HALF * HALF * (1.0 + (push - friction) / friction);
    let position = model.unit().find("slider.position").expect("an output");
    let advance = found.drift(&model, position) * found.period;
    assert!((advance - stroke).abs() < 1e-9 * stroke, "{advance} {stroke}");
    assert!(found.transverse().iter().all(|value| value.0.hypot(value.1) < 1e-9), "{found:?}");
}

/// A slider that starts stuck, and never sticks again: no direction is lost, and a deviation of its speed shrinks by its multiplier in
/// each period.
#[test]
fn a_start_at_rest_loses_no_direction() {
    for (wave, friction) in
        [("5.0*sign(sin(0.8*t))", 2.0), ("if(t < 1, 0, 5.0*sign(sin(0.8*t)))", 3.0)]
    {
        let watch = Watch { settle: 20.0 * HALF, interval: 2.0 * HALF, count: 20 };
        let found = spectrum(&slider(wave, friction), watch, || ()).expect("a spectrum");
        let expected = ((5.0 - friction) / (5.0 + friction)).ln() / HALF;
        assert_eq!((found.lost, found.exponents.len()), (0, 2), "{found:?}");
        let [first, second] = [found.exponents[0].value, found.exponents[1].value];
        assert!(first.abs() < 1e-3 && (second - expected).abs() < 1e-3, "{found:?} {expected}");
    }
}
