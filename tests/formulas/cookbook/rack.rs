//! The rack that is worn in its centre.

use super::support::{Named, unit};
use super::{assert_near, begun, go, root};

const FILE: &str = include_str!("../../../examples/networks/WornRack.toml");

const STIFFNESS: f64 = 8000.0;
const FRICTION: f64 = 0.15;

/// Normal load at a place, and its integral from the centre.
fn load(z: f64) -> (f64, f64) {
    let (x, slope) = (z.abs(), 3e4);
    let bent = x.clamp(0.005, 0.015) - 0.005;
    let beyond = (x - 0.015).max(0.0);
    (300.0 + slope * bent, (300.0 * x + 0.5 * slope * bent * bent + 300.0 * beyond).copysign(z))
}

/// Each half swing loses the friction of its way: k/2·(z₀² − z₁²) = μ·∫N.
#[test]
fn it_rests_where_the_energies_of_its_half_swings_say() {
    let unit = unit(FILE);
    for start in [0.06, 0.045, 0.031, 0.02, -0.0131] {
        let (mut from, mut lost, mut swings) = (f64::abs(start), 0.0, 0);
        while STIFFNESS * from > FRICTION * load(from).0 {
            // From this side to `to` on the other one.
            let taken = |to: f64| FRICTION * (load(from).1 + load(to).1);
            let to = root(-from, from, |to| 0.5 * STIFFNESS * (from * from - to * to) - taken(to));
            lost += taken(to);
            (from, swings) = (to, swings + 1);
        }
        let side = if swings % 2 == 0 { 1.0 } else { -1.0 };
        let rest = side * from * f64::signum(start);
        for steps in [1, 40] {
            let mut rack = begun(&unit, &[("rack.position0", start)]);
            go(&mut rack, 1.0, steps);
            assert_eq!(rack.real("yoke.stuck"), 1.0);
            assert_eq!(rack.real("eventCount"), f64::from(swings), "{start}");
            assert_near(rack.real("rack.position"), rest, 1e-11);
            assert_near(rack.real("yoke.dissipatedEnergy"), lost, 1e-10);
            assert_near(rack.real("yoke.normalLoad"), load(from).0, 1e-6);
        }
    }
}
