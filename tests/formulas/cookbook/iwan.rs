//! The stack of sliders in a testing machine: Masing's rules, and what its loops take.

use luztar::unit::Simulation;

use super::support::{Named, unit};
use super::{assert_near, begun, go};

const FILE: &str = include_str!("../../../examples/networks/IwanStack.toml");

const STIFFNESS: f64 = 1e6;
const YIELDS: [f64; 6] = [100.0, 200.0, 300.0, 400.0, 500.0, 600.0];
const SKIN: f64 = 5e5;
const SPEED: f64 = 1e-3;

/// Force of the first loading.
fn first(z: f64) -> f64 {
    SKIN * z + YIELDS.iter().map(|limit| (STIFFNESS * z).min(*limit)).sum::<f64>()
}

/// Moves the grip to a place at constant speed.
fn pull(stack: &mut Simulation, to: f64, steps: usize) {
    let way = to - stack.real("grip.position");
    stack.put("grip.velocity", SPEED * way.signum());
    let end = stack.time() + way.abs() / SPEED;
    go(stack, end, steps);
    assert_near(stack.real("plate.position"), to, 1e-15);
}

/// Out, back, in again and a small loop, which closes; then each branch goes on where the one before was left.
#[test]
fn every_branch_is_the_first_loading_on_twice_the_scale() {
    let unit = unit(FILE);
    for steps in [1, 5] {
        let mut stack = begun(&unit, &[]);
        let turns = [0.45e-3, -0.15e-3, 0.2e-3, 0.05e-3];
        let up = |from: (f64, f64), z: f64| from.1 + 2.0 * first((z - from.0) / 2.0);
        let down = |from: (f64, f64), z: f64| from.1 - 2.0 * first((from.0 - z) / 2.0);
        let a = (turns[0], first(turns[0]));
        let b = (turns[1], down(a, turns[1]));
        let c = (turns[2], up(b, turns[2]));
        let d = (turns[3], down(c, turns[3]));
        assert_near(up(d, c.0), c.1, 1e-9);
        let way = [
            (0.05e-3, first(0.05e-3)),
            (0.25e-3, first(0.25e-3)),
            a,
            (0.1e-3, down(a, 0.1e-3)),
            b,
            (0.1e-3, up(b, 0.1e-3)),
            c,
            (0.1e-3, down(c, 0.1e-3)),
            d,
            c,
            (0.33e-3, up(b, 0.33e-3)),
            a,
            (0.58e-3, first(0.58e-3)),
            (0.7e-3, first(0.7e-3)),
        ];
        for (place, force) in way {
            pull(&mut stack, place, steps);
            assert_near(stack.real("cell.force").abs(), force.abs(), 1e-8);
            let sum: f64 = (1..=6).map(|k| stack.real(&format!("slider{k}.frictionForce"))).sum();
            assert_near(sum + stack.real("skin.force"), force, 1e-8);
        }
    }
}

/// A loop of amplitude A takes 4·Fc·(A − Fc/k) of each slider that yields, and nothing of the others.
#[test]
fn loops_take_what_their_areas_say() {
    let unit = unit(FILE);
    let mut stack = begun(&unit, &[]);
    pull(&mut stack, 0.35e-3, 1);
    let lost = |stack: &mut Simulation| {
        [1, 2, 3, 4, 5, 6].map(|k| stack.real(&format!("slider{k}.dissipatedEnergy")))
    };
    let before = lost(&mut stack);
    pull(&mut stack, -0.35e-3, 3);
    pull(&mut stack, 0.35e-3, 3);
    for ((before, after), limit) in before.into_iter().zip(lost(&mut stack)).zip(YIELDS) {
        let area = 4.0 * limit * (0.35e-3 - limit / STIFFNESS).max(0.0);
        assert_near(after - before, area, 1e-12);
    }
}
