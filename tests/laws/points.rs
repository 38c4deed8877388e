//! Values of the papers and values computed by hand.

use luztar::laws::{Conditions, Direction, Law, NO_SLIP, RegularisationKind};

use crate::cases::{STEEL_ON_POLYESTER, law, named, try_law};

const AT: Conditions = Conditions::UNLOADED;

fn assert_near(value: f64, expected: f64, error: f64) {
    assert!((value - expected).abs() <= error, "{value}, not {expected}");
}

#[test]
fn the_belt_of_a1() {
    // A1 §2: "for c1 = 3 … the values of T1(vi) = {−0.62, −0.82, 0.92, 0.77}, with accuracy 0.01".
    let belt = law(named("hyperbolic"), &[&[1.0], &[3.0], &[0.0]]);
    for (v, printed) in [(-0.2, -0.62), (-0.07, -0.82), (0.03, 0.92), (0.1, 0.77)] {
        assert_near(belt.force(v, AT), printed, 0.01);
    }
    // A1 (19) at the edge of the ramp: 0.5/(1 + ε).
    let numbers: [&[f64]; 4] = [&[0.5], &[1.0], &[0.0], &[0.01]];
    let ramp =
        try_law(named("hyperbolic"), Some(RegularisationKind::Linear), &numbers).expect("right");
    assert_near(ramp.force(0.005, AT), 0.5 * 0.5 / 1.01, 1e-16);
    assert_near(ramp.force(-0.01, AT), -0.5 / 1.01, 1e-16);
    assert_near(ramp.force(0.02, AT), 0.5 / 1.02, 1e-16);
    assert_eq!(ramp.static_limits(AT).forward, 0.0);
    assert_eq!(ramp.kinetic_limits(AT).forward, 0.0);
}

/// `asymmetric` from its numbers, stiction and no viscous friction.
fn asymmetric(numbers: &[f64], stiction: f64) -> Law {
    let numbers: Vec<[f64; 1]> = numbers.iter().chain(&[stiction, 0.0]).map(|x| [*x]).collect();
    let slices: Vec<&[f64]> = numbers.iter().map(|x| &x[..]).collect();
    law(named("asymmetric"), &slices)
}

#[test]
fn steel_on_polyester_of_s1() {
    let pair = asymmetric(&STEEL_ON_POLYESTER, 1.0);
    let limits = pair.static_limits(AT);
    assert_eq!((limits.forward, limits.backward), (3.63, 5.94));
    // At w → 0⁻: 5.94 − 3.23453·exp(−0.28/0.0342) − 2.87362·exp(−0.28/0.30529).
    assert_near(pair.kinetic_limits(AT).backward, 4.790_651_707, 1e-9);
    assert_near(pair.force(0.135, AT), (3.63 + 0.86) / 2.0, 1e-14);
    assert_near(pair.force(0.27, AT), 0.86, 1e-14);
    assert_near(pair.force(5.0, AT), 0.86, 1e-14);
    assert_near(pair.force(-0.28, AT), -1.42, 1e-14);
    let kink = pair.kinks(Direction::Backward)[0];
    assert!(kink < 0.28 && pair.force(-0.999 * kink, AT) < -1.42, "floor from {kink} on");
    assert_near(pair.force(-kink * (1.0 - 1e-12), AT), -1.42, 1e-9);
}

#[test]
fn the_experimental_law_of_a1() {
    // A1 (4): w < 0: −1 + c/10·(exp(−c(11w + 3)) + exp(−cw − 1)), which rises from w → 0⁻ on towards −∞. In the
    // numbers of (2) that is a1 = c/10, t1 = 1/(11c), vmin = 3/11, t2 = 1/c, and what vmin changes in a2.
    let c = 3.0_f64;
    let (drop, at) = (c / 10.0, 3.0 / 11.0);
    let second = drop * (c * at - 1.0).exp();
    let numbers = [0.5, 0.0, 1.0 / c, 1.0, 0.0, at, drop, 1.0 / (11.0 * c), second, 1.0 / c];
    let printed = |w: f64| -1.0 + drop * ((-c * (11.0 * w + 3.0)).exp() + (-c * w - 1.0).exp());
    for stiction in [0.0, 0.25, 1.0] {
        let experimental = asymmetric(&numbers, stiction);
        for w in [-1e-9, -0.05, -0.1, -0.2, -0.25] {
            assert_near(experimental.force(w, AT), printed(w), 1e-15);
        }
        assert_near(experimental.force(0.1, AT), 0.5 * (1.0 - 0.1 * c), 1e-15);
        let (limits, slowest) = (experimental.static_limits(AT), printed(0.0));
        assert_near(limits.backward, -slowest + stiction * (1.0 + slowest), 1e-15);
        assert!(limits.backward >= experimental.kinetic_limits(AT).backward);
        assert_eq!(limits.forward, 0.5);
    }
}

#[test]
fn stribeck_has_fallen_by_63_percent_at_its_velocity() {
    for exponent in [0.5, 1.0, 2.0, 3.3] {
        let parameters: [&[f64]; 5] = [&[2.0], &[5.0], &[0.1], &[exponent], &[7.0]];
        let stribeck = law(named("stribeck"), &parameters);
        assert_near(stribeck.force(0.1, AT), 2.0 + 3.0 / std::f64::consts::E + 0.7, 1e-14);
        assert_near(stribeck.force(-100.0, AT), -702.0, 1e-12);
    }
}

#[test]
fn the_constant_piece_of_a_singular_law_takes_the_right_time() {
    // From rest with the load at the limit: m·ẋ = ΔF·(1 − exp(−z)), z = (x/vs)^δ. Time to x_s:
    // m/ΔF·∫dx/(1 − exp(−z)) = m·x_s/ΔF·[1/((1 − δ)·z) + 1/2 + z/(12·(1 + δ)) − …].
    for exponent in [0.2, 0.5, 0.8] {
        let parameters: [&[f64]; 5] = [&[0.0], &[1.0], &[1.0], &[exponent], &[0.0]];
        let stribeck = law(named("stribeck"), &parameters);
        let edge = stribeck.kinks(Direction::Forward)[0];
        let surplus = 1.0 - stribeck.kinetic_limits(AT).forward;
        let z = edge.powf(exponent);
        let time = 1.0 / ((1.0 - exponent) * z) + 0.5 + z / (12.0 * (1.0 + exponent));
        // The surplus is a difference from 1.
        assert_near(surplus, 1.0 / time, 2e-16 + 5e-4 / time);
    }
}

#[test]
fn exponential_falls_with_its_slope_and_is_constant_without_a_drop() {
    let falling = law(named("exponential"), &[&[0.2], &[0.5], &[3.0], &[0.0]]);
    assert_near(falling.force(1e-9, AT), 0.5 - 3e-9, 1e-15);
    assert_near(falling.force(0.1, AT), 0.2 + 0.3 / std::f64::consts::E, 1e-15);
    let constant = law(named("exponential"), &[&[0.4], &[0.4], &[3.0], &[0.0]]);
    assert_eq!(constant.force(-2.0, AT), -0.4);
}

#[test]
fn falling_reaches_its_floor() {
    let falling = law(named("falling"), &[&[2.0], &[4.0], &[0.5], &[0.0]]);
    assert_eq!(falling.kinks(Direction::Forward), [0.375]);
    assert_eq!(falling.force(0.25, AT), 1.0);
    assert_eq!(falling.force(-1.0, AT), -0.5);
    let level = law(named("falling"), &[&[2.0], &[0.0], &[0.5], &[0.0]]);
    assert!(level.kinks(Direction::Forward).is_empty());
    assert_eq!(level.force(100.0, AT), 2.0);
}

#[test]
fn quadratic_grows_with_the_square() {
    let quadratic = law(named("quadratic"), &[&[0.1], &[0.4], &[2.0], &[0.05], &[0.0]]);
    assert_near(quadratic.force(2.0, AT), 0.3 / 5.0 + 0.1 + 0.2, 1e-15);
    assert_eq!(quadratic.kinetic_limits(AT).forward, 0.4);
}

#[test]
fn a_table_goes_on_where_it_rises_and_ends_where_it_falls() {
    let table = law(
        named("table"),
        &[&[0.0, 1.0], &[2.0, 3.0], &[0.0, 0.5, 1.0], &[4.0, 2.0, 1.0], &[1.5], &[0.0]],
    );
    assert_eq!(table.force(0.25, AT), 2.25);
    assert_eq!(table.force(3.0, AT), 5.0);
    assert_eq!(table.force(-0.25, AT), -3.0);
    assert_eq!(table.force(-3.0, AT), -1.0);
    let limits = table.static_limits(AT);
    assert_eq!((limits.forward, limits.backward), (3.0, 6.0));
    // Modelica's CoupledClutches: mue_pos = [0, 0.5], one point.
    let clutch = law(named("table"), &[&[0.0], &[0.5], &[], &[], &[1.1], &[0.0]]);
    assert_near(clutch.force(-3.0, Conditions::under(100.0)), -50.0, 1e-14);
    assert_near(clutch.static_limits(Conditions::under(100.0)).forward, 55.0, 1e-13);
}

#[test]
fn piecewise_is_a_sum_of_projections() {
    use luztar::projections::luz;
    let law =
        law(named("piecewise"), &[&[1.0], &[1.2], &[0.5, 2.0, 3.0], &[-0.4, 0.9, -0.3], &[0.6]]);
    for k in -50..=50 {
        let w = 0.1 * f64::from(k) + 0.01;
        let terms = -0.4 * luz(w, 0.5) + 0.9 * luz(w, 2.0) - 0.3 * luz(w, 3.0);
        assert_near(law.force(w, AT), w.signum() + 0.6 * w + terms, 1e-14);
    }
    assert_eq!(law.kinks(Direction::Backward), [0.5, 2.0, 3.0]);
}

#[test]
fn plateau_is_constant_and_then_rises() {
    let plateau = law(named("plateau"), &[&[1.0], &[1.5], &[0.5], &[2.0], &[0.0]]);
    assert_eq!(plateau.force(0.4, AT), 1.0);
    assert_eq!(plateau.force(-1.5, AT), -3.0);
    assert_eq!(plateau.static_limits(AT).forward, 1.5);
}

#[test]
fn wanheim_bay_is_amontons_at_small_loads_and_saturates() {
    for factor in [0.0, 0.2, 0.7, 1.0] {
        let friction = law(named("wanheimBay"), &[&[100.0], &[factor], &[0.0]]);
        let at = |load: f64| friction.force(0.1, Conditions::under(load));
        assert_near(at(2.0), 2.0 * at(1.0), 1e-13);
        assert_near(at(1e5), 100.0 * factor, 1e-10);
        // The slope by the load is continuous at the limit of proportionality.
        let Some(&end) = friction.kinks(Direction::Forward).first() else {
            assert_eq!(factor, 0.0, "without friction nothing bends");
            continue;
        };
        assert_near(at(end * (1.0 + 1e-9)), at(end), 1e-6);
        if factor < 1.0 {
            let before = (at(end) - at(end * 0.999)) / (0.001 * end);
            let after = (at(end * 1.001) - at(end)) / (0.001 * end);
            assert_near(before, after, 1e-3 * before + 1e-15);
        }
    }
    // μ = 1: t₁ = 1, n₁ = (1 + π/2)/√3, so that F = N/(1 + π/2) up to Pmax: the slip lines of a rough contact.
    let rough = law(named("wanheimBay"), &[&[100.0], &[1.0], &[0.0]]);
    let slope = 1.0 + std::f64::consts::FRAC_PI_2;
    assert_near(rough.force(1.0, Conditions::under(slope)), 1.0, 1e-14);
    assert_near(rough.force(1.0, Conditions::under(200.0 * slope)), 100.0, 1e-13);
}

#[test]
fn fractal_passes_its_points_and_is_self_affine() {
    let points: [&[f64]; 2] = [&[0.0, 0.5, 1.0], &[1.0, 0.4, 0.6]];
    let [slip, friction] = points;
    let rugged = law(named("fractal"), &[slip, friction, &[0.4], &[4.0], &[1.0], &[0.0]]);
    for (x, f) in slip.iter().zip(friction) {
        assert_near(rugged.force(*x, AT), *f, 1e-15);
    }
    assert_eq!(rugged.kinks(Direction::Forward).len(), 32);
    // One step by hand: the middle of the first copy is the middle of its line plus 0.4·(0.4 − 0.8).
    let once = law(named("fractal"), &[slip, friction, &[0.4], &[1.0], &[1.0], &[0.0]]);
    assert_near(once.force(0.25, AT), 0.7 + 0.4 * (0.4 - 0.8), 1e-15);
    assert_near(once.force(0.75, AT), 0.5 + 0.4 * (0.4 - 0.8), 1e-15);
    let straight = law(named("fractal"), &[slip, friction, &[0.0], &[3.0], &[1.0], &[0.0]]);
    assert_near(straight.force(0.3, AT), 1.0 - 0.3 / 0.5 * 0.6, 1e-15);
    assert_near(straight.force(7.0, AT), 0.6, 1e-15);
}

#[test]
fn a_tyre_peaks_and_a_locked_wheel_slips_wholly() {
    let dry_asphalt = law(named("slipRatio"), &[&[1.2801], &[23.99], &[0.52], &[0.0]]);
    let at = |slip: f64, speed: f64| dry_asphalt.force(slip, Conditions { load: 1.0, speed });
    // Greatest at S = ln(1.2801·23.99/0.52)/23.99 ≈ 0.17: 1.17, the known value of dry asphalt.
    assert_near(at(1.7, 10.0), 1.17, 2e-3);
    assert_near(at(10.0, 10.0), 0.7601, 1e-9);
    assert_near(at(15.0, 10.0), at(10.0, 10.0), 1e-15);
    assert_eq!(at(3.0, 30.0), at(0.3, 3.0));
    let rolling = dry_asphalt.static_limits(Conditions { load: 2.0, speed: 1.0 });
    assert_near(rolling.forward, 2.0 * NO_SLIP * (1.2801 * 23.99 - 0.52), 1e-24);
    let standing = dry_asphalt.static_limits(Conditions { load: 2.0, speed: 0.0 });
    assert_near(standing.forward, 2.0 * 1.17, 4e-3);
}
