//! Equations of the papers as they are printed, beside those that luztar has (docs/corrections.md).

use luztar::projections::{Luz, luz};

/// Classical Runge–Kutta steps of `[position, velocity]`.
fn moved(
    acceleration: impl Fn(f64, f64) -> f64,
    start: [f64; 2],
    h: f64,
    steps: usize,
) -> [f64; 2] {
    let rate = |[y, v]: [f64; 2]| [v, acceleration(y, v)];
    let ahead = |x: [f64; 2], k: [f64; 2], by: f64| [x[0] + by * k[0], x[1] + by * k[1]];
    (0..steps).fold(start, |x, _| {
        let k1 = rate(x);
        let k2 = rate(ahead(x, k1, h / 2.0));
        let k3 = rate(ahead(x, k2, h / 2.0));
        let k4 = rate(ahead(x, k3, h));
        [0, 1].map(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
    })
}

/// A1 (16): friction with the slip drives it, and nothing ever sticks.
#[test]
fn the_belt_of_a1_16_gains_energy() {
    let friction = |w: f64| w.signum() * 0.5 / (1.0 + w.abs());
    let printed = |y: f64, v: f64| y - y.powi(3) - friction(1.0 - v);
    let energy = |[y, v]: [f64; 2]| 0.5 * v * v - 0.5 * y * y + 0.25 * y.powi(4);
    // At the paper's start, just slower than the belt, which should drag the block along.
    let start = [1.19148788395312, 1.0 - 1e-9];
    let mended = |y: f64, v: f64| y - y.powi(3) + friction(1.0 - v);
    assert!(printed(0.0, start[1]) == -mended(0.0, start[1]) && mended(0.0, start[1]) > 0.0);
    let end = moved(printed, start, 1e-3, 100_000);
    assert!(energy(start) < 0.3 && energy(end) > 30.0, "{} {}", energy(start), energy(end));
}

/// J1 §4.1, simplification 2: three springs in series carry one torque.
#[test]
fn the_driven_shaft_of_j1_carries_what_the_driving_one_does() {
    let (ratio, stiffness) = (2.0, [1000.0, 5000.0, 1000.0]);
    let freeplay = [0.01, 0.005, 0.01];
    let deflection = 0.05;
    let springs = [(1.0, 0), (1.0, 1), (ratio, 2)]
        .map(|(p, i): (f64, usize)| (p, Luz::new(stiffness[i], freeplay[i]).unwrap()));
    let reduced = Luz::in_series(&springs).unwrap();
    assert!((reduced.slope() - 192.307_692_307_692_3).abs() < 1e-12);
    assert!((reduced.dead_zone() - 0.035).abs() < 1e-15);
    // The share of the driven shaft, referred to the first wheel, as the paper has it, by all freeplays and by one.
    let [first, teeth, driven] = stiffness;
    let share = ratio * ratio * teeth / driven;
    let by = |freeplay: f64| {
        let own = share / (share + teeth / first + 1.0) * luz(deflection, freeplay);
        driven / (ratio * ratio) * own
    };
    assert!((by(0.035) - reduced.value(deflection)).abs() < 1e-12);
    assert!((by(0.035) - 2.884_615_384_615_384_6).abs() < 1e-12);
    assert!((by(freeplay[1]) - 8.653_846_153_846_157).abs() < 1e-12, "as printed");
}

/// S1 (20): coupling springs of opposite sign make an undamped mechanism gain energy.
#[test]
fn the_brake_of_s1_20_flutters() {
    // Squares of the frequencies: roots of s² − trace·s + determinant, numbers of fig. 22.
    let (e1, e2, b1, b3) = (3.0, 1.159, 3.0, 1.825);
    let squares = |coupling: f64| {
        let (trace, determinant): (f64, f64) =
            (b1 / e1 + b3 / e2, (b1 * b3 - coupling) / (e1 * e2));
        (0.5 * trace, 0.25 * trace * trace - determinant)
    };
    let (middle, apart) = squares(1.0);
    let [low, high] = [-1.0, 1.0].map(|sign| (middle + sign * apart.sqrt()).sqrt());
    assert!((low - 0.823_961_72).abs() < 1e-8 && (high - 1.376_851_62).abs() < 1e-8);
    let (middle, apart) = squares(-1.0);
    let size = (middle * middle - apart).sqrt();
    let (frequency, growth) = ((0.5 * (size + middle)).sqrt(), (0.5 * (size - middle)).sqrt());
    assert!(apart < 0.0 && (frequency - 1.151_510_94).abs() < 1e-8);
    assert!((growth - 0.196_623_5).abs() < 1e-7);
}
