//! Quotients whose numerator comes to 0 with its denominator, as `rate/sqrt(abs(rate))`.

use super::{Run, contact, near};

/// Drag c·√|v| against motion, written as a quotient: the body rests after 2·√v/c.
#[test]
fn drag_by_a_quotient_of_the_rate_and_its_root_brings_a_body_to_rest() {
    for force in [
        "-c*rate/sqrt(abs(rate))",
        "-(c*rate)/abs(rate)^0.5",
        "-rate*c/abs(rate)^p",
        "-c*sign(rate)*abs(rate)/sqrt(abs(rate))",
    ] {
        let p = if force.ends_with('p') { ", p = 0.5" } else { "" };
        let text = format!(
            "[body.b]\nmass = 1.0\nvelocity = 2.25\n[force.f]\nbetween = \"b\"\nforce = \"{force}\"\n\
             parameter = {{ c = 0.6{p} }}\n"
        );
        let mut run = Run::of(&text);
        for t in [0.5, 3.0, 4.9] {
            run.go(t);
            near(run.velocity(0), (1.5 - 0.3 * t).powi(2), 1e-9, force);
        }
        run.go(6.0);
        assert!(run.velocity(0).abs() < 1e-12, "{force}: {}", run.velocity(0));
        near(run.position(0), 1.5_f64.powi(3) / 0.9, 1e-10, force);
    }
}

/// A spring whose force is e/|e|^p swings with the period of |e|^(1 − p)·sgn e.
#[test]
fn a_spring_by_a_quotient_swings_with_the_period_of_its_power() {
    for p in [0.3, 0.5, 0.8] {
        let text = format!(
            "[body.b]\nmass = 0.5\nvelocity = 1.2\n[force.f]\nbetween = \"b\"\nforce = \"-3*e/abs(e)^{p:?}\"\n"
        );
        let (greatest, half) = contact(0.5, 3.0, 1.0 - p, 1.2);
        let mut run = Run::of(&text);
        for turn in 1..=6 {
            let side = if turn % 2 == 0 { 1.0 } else { -1.0 };
            run.go(half * (f64::from(turn) - 0.5));
            near(run.position(0), -side * greatest, 1e-9, "greatest");
            run.go(half * f64::from(turn));
            near(run.velocity(0), side * 1.2, 1e-9, "velocity");
        }
    }
}

/// A state by a quotient: dz/du = 1 − ½·√z, whose integral is u = −4·√z − 8·ln(1 − ½·√z), u = 2·t − ½·t².
#[test]
fn a_rate_by_a_quotient_has_its_integral() {
    let text = "[body.b]\nmass = 1.0\nvelocity = 2.0\n[contact.c]\nbetween = \"b\"\nlaw = \"own\"\n\
                [law.own]\nfriction = \"1 + 0*z\"\n[[law.own.state]]\nname = \"z\"\nmeasure = \"length\"\n\
                rate = \"w - 0.5*w*z/sqrt(abs(z))\"\ndefault = 0.0\n";
    let mut run = Run::of(text);
    for t in [0.1, 0.7, 1.5] {
        run.go(t);
        let root = run.motion.state().internal(0, 0).sqrt();
        near(-4.0 * root - 8.0 * (-0.5 * root).ln_1p(), 2.0 * t - 0.5 * t * t, 1e-10, "way");
    }
}
