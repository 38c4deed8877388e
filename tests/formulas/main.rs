//! Forces by formula against closed forms, an independent integrator, and the elements that they can stand for.

#[path = "../counting/mod.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod counting;
#[path = "../unit/directional/differences.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod differences;
#[path = "../random_networks/draws.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod draws;
#[path = "../unit/exchange/drive.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod drive;
#[path = "../unit/exchange/host.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod host;
#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod support;

mod allocations;
mod cancelled_loads;
mod closed_forms;
mod cookbook;
mod definitions;
mod drag;
mod friction;
mod grazes;
mod late_clocks;
mod law_pieces;
mod law_ties;
mod loads;
mod machine;
mod manners;
mod massless;
mod one_sided;
mod one_sided_draws;
mod onsets;
mod pieces;
mod places;
mod potentials;
mod powers;
mod refusals;
mod smoothed;
mod springs;
mod stepped;
mod surfaces;
mod ties;
mod transitions;
mod trends;
mod twins;
mod two_sided;
mod viscous_loads;
mod whereabouts;

use luztar::unit::Simulation;

/// Moves to a time in one communication step.
fn go(instance: &mut Simulation, end: f64) {
    let time = instance.time();
    instance.step(time, end - time).unwrap_or_else(|fault| panic!("{fault}"));
}

/// The same in so many.
fn go_in(instance: &mut Simulation, end: f64, steps: usize) {
    let start = instance.time();
    for k in 1..=steps {
        go(
            instance,
            if k == steps { end } else { start + (end - start) * k as f64 / steps as f64 },
        );
    }
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found:?}, not {expected:?}");
}

/// The classical method of Runge and Kutta for z″ = a(t, z, ż), with so many steps.
fn runge_kutta<const N: usize>(
    mut z: [f64; N],
    mut v: [f64; N],
    end: f64,
    steps: usize,
    a: impl Fn(f64, &[f64; N], &[f64; N]) -> [f64; N],
) -> ([f64; N], [f64; N]) {
    let h = end / steps as f64;
    let add = |x: &[f64; N], by: &[f64; N], h: f64| std::array::from_fn(|k| x[k] + h * by[k]);
    for step in 0..steps {
        let t = h * step as f64;
        let (v1, a1) = (v, a(t, &z, &v));
        let (z2, v2) = (add(&z, &v1, h / 2.0), add(&v, &a1, h / 2.0));
        let a2 = a(t + h / 2.0, &z2, &v2);
        let (z3, v3) = (add(&z, &v2, h / 2.0), add(&v, &a2, h / 2.0));
        let a3 = a(t + h / 2.0, &z3, &v3);
        let (z4, v4) = (add(&z, &v3, h), add(&v, &a3, h));
        let a4 = a(t + h, &z4, &v4);
        for k in 0..N {
            z[k] += h / 6.0 * (v1[k] + 2.0 * v2[k] + 2.0 * v3[k] + v4[k]);
            v[k] += h / 6.0 * (a1[k] + 2.0 * a2[k] + 2.0 * a3[k] + a4[k]);
        }
    }
    (z, v)
}
