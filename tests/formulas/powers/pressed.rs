//! Contacts that are pressed from rest, exactly where their powers begin.

use std::f64::consts::PI;

use super::reference::Reference;
use super::{Run, gamma, near};

/// A contact k·δ^n that a constant force f presses from rest, exactly at touch: 0 = f·δ − k·δ^(n+1)/(n+1) where it is deepest, half
/// way of what it lasts, √(2·m·δ/f)·B(1/(2n), ½)/n. Damped, it is compared with the other integrator.
#[test]
fn contacts_are_pressed_from_rest_at_touch() {
    let (m, k) = (0.4, 500.0);
    for n in [1.3, 1.7, 2.2, 2.4, 2.6, 3.3, 3.7, 4.3] {
        for f in [1e-3, 4.0, 1e3_f64] {
            let deepest = ((n + 1.0) * f / k).powf(1.0 / n);
            let lasts = (2.0 * m * deepest / f).sqrt() * PI.sqrt() * gamma(0.5 / n)
                / gamma(0.5 / n + 0.5)
                / n;
            let pressed = |damping: f64| {
                format!(
                    "[body.b]\nmass = {m:?}\nconstantForce = {:?}\n[impact.s]\nbetween = \"b\"\n\
                     stiffness = {k:?}\nexponent = {n:?}\ndamping = {damping:?}\nfullPenetration = {:?}\n",
                    -f,
                    0.1 * deepest
                )
            };
            let what = format!("n = {n}, f = {f:e}");
            let mut run = Run::of(&pressed(0.0));
            run.go(0.5 * lasts);
            near(run.position(0), -deepest, 1e-9, &what);
            let damping = 0.3 * f / deepest * lasts;
            let mut run = Run::of(&pressed(damping));
            let mut reference = Reference::new([0.0, 0.0], 1e-4 * lasts);
            for part in [0.01, 0.2, 0.7] {
                run.go(part * lasts);
                reference.go(part * lasts, &mut |[x, v]| {
                    let depth = (-x).max(0.0);
                    let part = (depth / (0.1 * deepest)).min(1.0);
                    let damped = damping * v * part * part * (3.0 - 2.0 * part);
                    [v, ((k * depth.powf(n) - damped).max(0.0) - f) / m]
                });
                near(run.position(0), reference.y[0], 1e-8, &what);
            }
        }
    }
}
