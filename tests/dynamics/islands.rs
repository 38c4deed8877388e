//! Mechanisms that have nothing to do with one another move as each does alone, however much greater forces, masses and
//! velocities of one are than those of the other; and a mechanism moves alike wherever it is.

use crate::networks::network;
use crate::run::Run;

/// Times of contact 0, and where body 0 is at the end.
fn moved(text: &str, end: f64) -> (Vec<f64>, f64) {
    let mut run = Run::new(&network(&format!("[model]\nname = \"Islands\"\n{text}")));
    for k in 1..=20 {
        run.advance(end / 20.0 * f64::from(k));
    }
    (run.times_of_contact(0), run.state().position[0])
}

/// 2⁻³³, by which masses and forces are less.
const LESS: f64 = 1.0 / 8_589_934_592.0;

fn light() -> [String; 5] {
    let bristle = "[body.a]\nmass = 0.001\nvelocity = 0.001\n[contact.rub]\nbetween = \"a\"\nlaw = \"dahl\"\n\
        kineticFriction = 0.001\nbristleStiffness = 1.0\n";
    let stribeck = format!(
        "[body.a]\nmass = {m:e}\nposition = 0.4\n[spring.leaf]\nbetween = \"a\"\nstiffness = {k:e}\n[contact.rub]\n\
         between = \"a\"\nlaw = \"stribeck\"\nkineticFriction = {f:e}\nstaticFriction = {s:e}\nstribeckVelocity = 0.1\n",
        m = LESS,
        k = 100.0 * LESS,
        f = 0.5 * LESS,
        s = LESS
    );
    // Held by 1e-6 N, pushed and pulled by 2e-6 N; and the same where a spring presses.
    let held = "[body.a]\nmass = 1e-9\nexcitation = { amplitude = 2e-6, angularFrequency = 3.0, phase = -1.5 }\n\
        [contact.rub]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 0.9e-6\nstaticFriction = 1e-6\n\
        viscous = 1e-7\n";
    let pressed = held.replace("kineticFriction = 0.9e-6\nstaticFriction = 1e-6", PRESSED)
        + "[body.cam]\nmass = 1e-9\nposition = 1e-3\n[spring.press]\nbetween = \"cam\"\nstiffness = 1e-3\n";
    // Settles within microseconds.
    let steep = "[body.a]\nmass = 1e-3\nexcitation = { amplitude = 2e-3, angularFrequency = 3.0 }\n[contact.rub]\nbetween = \"a\"\n\
        law = \"coulomb\"\nkineticFriction = 1e-3\nregularisation = \"tanh\"\nsteepness = 1e6\n";
    [bristle.to_owned(), stribeck, held.to_owned(), pressed, steep.to_owned()]
}

const PRESSED: &str = "kineticCoefficient = 0.9\nstaticCoefficient = 1.0\nnormalForce = 0.0\nloadSpring = \"press\"\n\
    loadFactor = 1.0";

/// What is beside it: pushed freely, far away and fast, held, and fast on friction that settles soon.
const HEAVY: [&str; 4] = [
    "[body.big]\nmass = 1e5\nposition = 1e9\nvelocity = 1e8\n",
    "[body.big]\nmass = 1e5\nconstantForce = 1e6\n",
    "[body.big]\nmass = 1e5\nconstantForce = 1e6\n[contact.rail]\nbetween = \"big\"\nlaw = \"coulomb\"\n\
     kineticCoefficient = 0.9\nstaticCoefficient = 1.0\nnormalForce = 1e7\nloadSpring = \"leg\"\nloadFactor = 1.0\n\
     [body.foot]\nmass = 10.0\nposition = 0.1\n[spring.leg]\nbetween = \"foot\"\nstiffness = 1e3\n",
    "[body.big]\nmass = 1e5\nvelocity = 1e5\n[contact.rail]\nbetween = \"big\"\nlaw = \"stribeck\"\n\
     kineticFriction = 1e6\nstaticFriction = 2e6\nstribeckVelocity = 10.0\nviscous = 1e4\n",
];

#[test]
fn a_light_mechanism_moves_as_it_does_alone() {
    for light in light() {
        let (alone, end) = moved(&light, 4.0);
        assert!(alone.len() > 3, "{light}: {alone:?}");
        for heavy in HEAVY {
            let (beside, there) = moved(&format!("{light}{heavy}"), 4.0);
            assert_eq!(beside.len(), alone.len(), "{light}{heavy}: {beside:?} {alone:?}");
            let late = beside.iter().zip(&alone).map(|(b, a)| (b - a).abs()).fold(0.0, f64::max);
            assert!(late < 1e-11, "{light}{heavy}: {late}");
            assert!(
                (there - end).abs() < 1e-10 * end.abs().max(1e-3),
                "{light}{heavy}: {there} {end}"
            );
        }
    }
}

/// Two bodies on a cubic spring, of which positions alone tell how far from 0 they are.
#[test]
fn a_cubic_spring_far_from_zero_turns_what_it_pulls_in_time() {
    for law in [
        "law = \"dahl\"\nkineticFriction = 1.0\nbristleStiffness = 1000.0",
        "law = \"coulomb\"\nkineticFriction = 0.01\nregularisation = \"tanh\"\nsteepness = 50.0",
    ] {
        let at = |place: f64| {
            let text = format!(
                "[body.a]\nmass = 1.0\nposition = {place}\n[body.b]\nmass = 1.0\nposition = {place}\nvelocity = 0.02\n\
                 [spring.s]\nbetween = [\"b\", \"a\"]\nstiffness = 1000.0\ncubic = 1e9\n[contact.rub]\n\
                 between = [\"b\", \"a\"]\n{law}\n"
            );
            let (times, end) = moved(&text, 0.2);
            (times, end - place)
        };
        let (times, end) = at(0.0);
        assert!(times.len() > 2, "{law}: {times:?}");
        for place in [1.0, 10.0, 1000.0] {
            let (there, moved) = at(place);
            assert_eq!(there.len(), times.len(), "{law} {place}: {there:?}");
            let late = there.iter().zip(&times).map(|(t, at)| (t - at).abs()).fold(0.0, f64::max);
            assert!(late < 2e-11 * place, "{law} {place}: {late}");
            assert!((moved - end).abs() < 1e-11 * place, "{law} {place}: {moved} {end}");
        }
    }
}
