//! Properties that every law has.

use luztar::laws::{Argument, Conditions, Direction, Law, Trend};

use crate::cases::{VISCOUS, laws, named, parameters, shape, static_kinds};
use crate::complex;

/// Slip speeds over the range in which the example laws do something.
fn speeds() -> impl Iterator<Item = f64> {
    (1..=400).map(|k| 0.004 * f64::from(k) + 1e-5)
}

/// Loads or speeds of the ends besides, for laws that see them.
fn conditions(law: &Law) -> Vec<Conditions> {
    match law.kind().argument() {
        Argument::Load => {
            // On both sides of each kink.
            let kinks = law.kinks(Direction::Forward).iter();
            let loads = kinks.flat_map(|kink| [0.04, 0.4, 0.8, 1.2, 4.0].map(|part| part * kink));
            [0.5, 2.0].into_iter().chain(loads).map(Conditions::under).collect()
        }
        Argument::SlipRatio => [0.5, 3.0].map(|speed| Conditions { load: 2.0, speed }).to_vec(),
        Argument::Slip => vec![Conditions::UNLOADED, Conditions::under(2.5)],
    }
}

fn signed(direction: Direction, x: f64) -> f64 {
    direction.sign() * x
}

#[test]
fn values_are_those_of_the_formulas() {
    let examples = laws().into_iter().take(static_kinds().len());
    for (name, law) in examples.filter(|(_, law)| complex::is_written(law.kind())) {
        for at in conditions(&law) {
            for direction in Direction::BOTH {
                for x in speeds() {
                    let dry = complex::value(law.kind(), direction == Direction::Forward, x, at);
                    let expected = direction.sign() * (dry + VISCOUS * x);
                    let value = law.force(signed(direction, x), at);
                    let error = (value - expected).abs();
                    assert!(
                        error <= 1e-13 * expected.abs().max(1.0),
                        "{name} at {x}: {value}, {expected}"
                    );
                }
            }
        }
    }
}

/// Whether no kink lies within `h` of x.
fn is_smooth(law: &Law, direction: Direction, x: f64, h: f64, at: Conditions) -> bool {
    let argument = |x: f64| match law.kind().argument() {
        Argument::Slip => x,
        Argument::Load => at.load,
        Argument::SlipRatio => x / at.speed,
    };
    law.piece(direction, argument(x - h)) == law.piece(direction, argument(x + h))
}

#[test]
fn slopes_are_those_of_the_values() {
    // Central differences of fourth order: error h⁴·F⁗/30 + round-off 1e-16/h.
    let h = 1e-4;
    for (name, law) in laws() {
        for at in conditions(&law) {
            for direction in Direction::BOTH {
                for x in speeds().filter(|x| *x > 0.02) {
                    if !is_smooth(&law, direction, x, 2.0 * h, at) {
                        continue;
                    }
                    let f = |step: f64| law.force(signed(direction, x + step * h), at);
                    let difference = (8.0 * (f(1.0) - f(-1.0)) - (f(2.0) - f(-2.0))) / (12.0 * h);
                    let expected = direction.sign() * difference;
                    let slope = law.slope(signed(direction, x), at);
                    let error = (slope - expected).abs();
                    assert!(
                        error <= 1e-6 * slope.abs().max(1.0),
                        "{name} at {x}: {slope}, {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn limits_at_rest_are_those_of_the_slowest_slip_or_more() {
    for (name, law) in laws() {
        for at in conditions(&law) {
            let (holds, slips) = (law.static_limits(at), law.kinetic_limits(at));
            assert!(holds.forward >= slips.forward && holds.backward >= slips.backward, "{name}");
            // The slope at 0 may be infinite: δ = ½.
            let x = 1e-11;
            let near = if name.ends_with("0.5") { 1e-4 } else { 1e-8 };
            let (forward, backward) = (law.force(x, at), -law.force(-x, at));
            assert!((forward - slips.forward).abs() <= near * slips.forward.max(1.0), "{name}");
            assert!((backward - slips.backward).abs() <= near * slips.backward.max(1.0), "{name}");
        }
    }
}

#[test]
fn laws_without_directions_are_odd() {
    // Their formulas tell both directions apart.
    let directed = |law: &Law| law.kind().formula().contains("w < 0");
    for (name, law) in laws() {
        if directed(&law) {
            continue;
        }
        for at in conditions(&law) {
            for x in speeds() {
                assert_eq!(law.force(-x, at), -law.force(x, at), "{name} at {x}");
            }
        }
    }
    let count = laws().iter().filter(|(_, law)| directed(law)).count();
    assert!(["asymmetric", "table"].iter().all(|name| named(name).formula().contains("w < 0")));
    assert!(count < static_kinds().len() / 2, "{count}");
}

#[test]
fn the_trend_is_kept() {
    for (name, law) in laws() {
        for at in conditions(&law) {
            for direction in Direction::BOTH {
                for x in speeds() {
                    let slope = law.slope(signed(direction, x), at) - law.viscous();
                    let kept = match law.kind().trend() {
                        Trend::Constant => slope == 0.0,
                        Trend::NeverRises => slope <= 0.0,
                        Trend::NeverFalls => slope >= 0.0,
                        Trend::Any => true,
                    };
                    assert!(kept, "{name} at {x}: slope {slope}");
                }
            }
        }
    }
}

#[test]
fn numbers_can_be_taken_anew() {
    for kind in &static_kinds() {
        let before = parameters(kind);
        let shape = shape(kind, &before);
        let numbers: Vec<f64> = before.concat();
        let first = Law::new(&shape, &numbers).expect("right");
        let mut law = first.clone();
        let mut other = numbers.clone();
        *other.last_mut().expect("viscous") = 0.7;
        law.update(&shape, &other).expect("right");
        assert_eq!(law, Law::new(&shape, &other).expect("right"), "{}", kind.name());
        assert_ne!(law, first);
        law.update(&shape, &numbers).expect("right");
        assert_eq!(law, first, "{}", kind.name());
    }
}
