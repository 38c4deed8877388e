//! Bodies that their inertia couples, integrated from outside.

use luztar::unit::Unit;

use super::congruent::draw;
use super::long_run::agrees;

#[test]
fn coupled_bodies_have_the_same_transitions() {
    let mut seed = 7u64;
    let mut unit = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut total = 0;
    for _ in 0..8 {
        let drawn = draw(&mut unit, false);
        total += agrees(&Unit::read(&drawn.coupled, "coupled.toml").expect("valid"), 20);
    }
    assert!(total > 40, "{total}");
}
