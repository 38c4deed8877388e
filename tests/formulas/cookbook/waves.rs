//! The chain of Prandtl, Tomlinson, Frenkel and Kontorova.

use std::f64::consts::TAU;

use super::reference::Reference;
use super::support::{Named, unit};
use super::{assert_near, begun, go};

const FILE: &str = include_str!("../../../examples/networks/PrandtlTomlinson.toml");
const ATOMS: usize = 5;

/// Velocities from positions, then accelerations.
fn rate(time: f64, y: &[f64; 2 * ATOMS]) -> [f64; 2 * ATOMS] {
    let (height, length, space, mass) = (5e-3, 0.01, 5e-3 * (1.0 + 5_f64.sqrt()), 0.1);
    std::array::from_fn(|n| {
        if n < ATOMS {
            return y[ATOMS + n];
        }
        let k = n - ATOMS;
        let wave = TAU / length * height * (TAU * (y[k] + (k + 1) as f64 * space) / length).sin();
        let left = if k > 0 { y[k - 1] - y[k] } else { 0.0 };
        let right = if k + 1 < ATOMS { y[k + 1] - y[k] } else { 0.0 };
        (400.0 * (0.02 * time - y[k]) + 300.0 * (left + right) - wave - 8.0 * y[n]) / mass
    })
}

#[test]
fn the_chain_jumps_as_its_equations_do() {
    let unit = unit(FILE);
    for steps in [1, 150] {
        let mut chain = begun(&unit, &[]);
        let mut size = [0.01; 2 * ATOMS];
        size[ATOMS..].fill(0.1);
        let y = [0.0; 2 * ATOMS];
        let mut reference = Reference { time: 0.0, y, rate, size, longest: 0.01 };
        let mut fastest = 0.0_f64;
        for part in 1..=6 {
            let end = 0.25 * f64::from(part);
            go(&mut chain, end, steps);
            reference.go(end);
            for k in 0..ATOMS {
                let name = format!("atom{}", k + 1);
                assert_near(chain.real(&format!("{name}.position")), reference.y[k], 1e-11);
                assert_near(chain.real(&format!("{name}.velocity")), reference.y[ATOMS + k], 1e-9);
            }
        }
        // What is compared has jumped: an atom is much faster than the stage.
        go(&mut chain, 2.0, 1);
        for part in 1..=100 {
            go(&mut chain, 2.0 + 5e-3 * f64::from(part), 1);
            fastest = fastest.max(chain.real("atom5.velocity"));
        }
        assert!(fastest > 0.1, "{fastest}");
    }
}
