//! Loads that reach a static limit, touch it, or jump beyond.

use std::f64::consts::PI;

use luztar::dynamics::ContactMode;

use crate::closed_forms::{EXACT, ROUND_OFF, STEPS};
use crate::networks::{Builder, Friction};
use crate::run::{Run, assert_close};

/// A block under `amplitude·cos(2t + 1)` on a floor that holds 1.
fn shaken_block(amplitude: f64) -> Run {
    let mut builder = Builder::default();
    let block = builder.body(1.0, 0.3, 0.0);
    builder.shake(block, amplitude, 2.0, 1.0);
    builder.contact(Friction::ground(block, 1.0));
    Run::new(&builder.network())
}

#[test]
fn a_load_that_touches_the_limit_does_not_release() {
    for h in STEPS {
        let mut run = shaken_block(1.0);
        run.run(100.0, h);
        assert_eq!(run.events, []);
        assert_eq!((run.position(0), run.velocity(0)), (0.3, 0.0));
    }
}

#[test]
fn a_load_that_passes_the_limit_by_a_billionth_releases() {
    let mut run = shaken_block(1.0 + 1e-9);
    run.run(3.0, 0.5);
    // |cos(2t + 1)| first exceeds 1/(1 + 1e-9) shortly before 2t + 1 = π.
    let release = ((1.0 / (1.0 + 1e-9f64)).acos().mul_add(-1.0, PI) - 1.0) / 2.0;
    assert_eq!(run.events[0].to(), ContactMode::Backward as i32);
    // The condition of the time: 1e-14 of the limit over its rate 4.5e-5/s.
    assert_close(run.events[0].time(), release, EXACT);
}

#[test]
fn a_jump_of_the_force_acts_at_once() {
    let mut builder = Builder::default();
    let block = builder.body(2.0, 1.0, 0.0);
    let floor = builder.contact(Friction { limit: Some(1.5), ..Friction::ground(block, 1.0) });
    let mut run = Run::new(&builder.network());
    run.push(block, 1.4);
    run.run(1.0, 0.1);
    assert_eq!(run.events, []);
    run.push(block, 2.0);
    assert_eq!(run.observe().acceleration[block], 0.0, "outputs keep the present modes");
    run.advance(1.5);
    assert_eq!(run.times_of_contact(floor), [1.0]);
    assert_close(run.velocity(block), 0.25, ROUND_OFF);
    run.push(block, 0.0);
    run.advance(3.0);
    // 0.25 m/s against ½ m/s²
    assert_eq!(run.events.len(), 2);
    assert_close(run.events[1].time(), 2.0, EXACT);
    assert_eq!(run.contact(floor), ContactMode::Stuck);
    assert_close(run.position(block), 1.0 + 0.0625 + 0.0625, EXACT);
}
