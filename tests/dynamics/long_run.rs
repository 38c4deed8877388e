//! What must not drift, however long it lasts.

use luztar::dynamics::{ContactMode, Simulator};

use crate::networks::{Builder, Elastic, Friction, Value};
use crate::run::Run;

/// Steps to `end`, asserting after each that the slip of every contact is exactly 0.
fn hold(run: &mut Run, end: f64, h: f64) {
    let steps = (end / h).round() as u32;
    for step in 1..=steps {
        run.advance(h * f64::from(step));
        assert!(run.observe().slip_velocity.iter().all(|&slip| slip == 0.0));
    }
    assert_eq!(run.events, []);
}

#[test]
fn a_block_held_by_static_friction_does_not_creep() {
    let mut builder = Builder::default();
    let block = builder.body(1.3, 0.1 + 0.2, 0.0);
    builder.contact(Friction { limit: Some(1.7), ..Friction::ground(block, 1.1) });
    builder.pull(block, -0.4);
    builder.push(block, 0.999 * 1.7 + 0.4);
    let mut run = Run::new(&builder.network());
    hold(&mut run, 1000.0, 0.05);
    assert_eq!((run.position(block), run.velocity(block)), (0.1 + 0.2, 0.0));
    assert!((run.observe().friction[0] / (0.999 * 1.7) - 1.0).abs() < 1e-15);
    // An alternating load does not either.
    for step in 0..2000 {
        let load = if step % 2 == 0 { 0.999 * 1.7 } else { -0.999 * 1.7 };
        run.push(block, load + 0.4);
        run.advance(1000.0 + 0.05 * f64::from(step + 1));
    }
    assert_eq!((run.events.len(), run.position(block)), (0, 0.1 + 0.2));
}

#[test]
fn a_geared_pair_is_held_by_one_contact() {
    // The teeth (ratio 0.3) and one bearing; the other wheel hangs on the teeth.
    let mut builder = Builder::default();
    let (wheel, pinion) = (builder.body(1.0, 0.7, 0.0), builder.body(0.1, 0.1, 0.0));
    builder.contact(Friction { ratio: 0.3, ..Friction::between(wheel, pinion, 50.0) });
    builder.contact(Friction::ground(pinion, 1.0));
    builder.push(wheel, 2.0);
    builder.push(pinion, 0.3);
    let mut run = Run::new(&builder.network());
    // Needed at the bearing: 0.3 + 0.3·2 = 0.9.
    hold(&mut run, 1000.0, 0.1);
    assert_eq!((run.position(wheel), run.position(pinion)), (0.7, 0.1));
}

#[test]
fn a_geared_pair_turns_without_slip() {
    let mut builder = Builder::default();
    let (wheel, pinion) = (builder.body(1.0, 0.0, 0.3 * 7.1), builder.body(0.1, 0.0, 7.1));
    let teeth = builder.contact(Friction { ratio: 0.3, ..Friction::between(wheel, pinion, 50.0) });
    builder.spring(Elastic { stiffness: 3.0, ..Elastic::default() });
    builder.shake(pinion, 2.0, 1.7, 0.4);
    let mut run = Run::new(&builder.network());
    assert_eq!(run.contact(teeth), ContactMode::Stuck);
    hold(&mut run, 100.0, 0.02);
    assert!((run.position(wheel) - 0.3 * run.position(pinion)).abs() < 1e-12);
}

#[test]
fn a_block_rides_a_moving_belt() {
    let mut builder = Builder::default();
    let block = builder.body(1.0, 0.25, 0.0625);
    let surface = Value::Number(0.0625);
    builder.contact(Friction { surface, ..Friction::ground(block, 1.0) });
    builder.push(block, 0.999);
    let mut run = Run::new(&builder.network());
    hold(&mut run, 1000.0, 0.125);
    // Powers of two: no step rounds.
    assert_eq!((run.position(block), run.velocity(block)), (62.75, 0.0625));
    assert_eq!(run.dissipated(), 0.0);
}

#[test]
fn a_train_of_blocks_held_at_one_end_stays() {
    // Twenty blocks in a row, the last one on the ground; redundant contacts to a fixed neighbour.
    let mut builder = Builder::default();
    for k in 0..20 {
        let body = builder.body(1.0 + 0.1 * f64::from(k), 0.01 * f64::from(k), 0.0);
        builder.push(body, if k % 2 == 0 { 0.6 } else { -0.5 });
        if body > 0 {
            builder.contact(Friction::between(body - 1, body, 1.5));
        }
        if k % 7 == 6 {
            builder.contact(Friction::ground(body, 0.8));
        }
    }
    let mut run = Run::new(&builder.network());
    assert!(run.observe().indeterminate);
    hold(&mut run, 50.0, 0.1);
    for body in 0..20 {
        assert_eq!(run.position(body), 0.01 * body as f64);
    }
}

#[test]
fn a_copied_motion_goes_on_bit_by_bit() {
    // What decides the motion is in its state: a clone in the middle of things arrives at the same bits.
    let mut builder = Builder::default();
    let block = builder.body(1.0, 0.0, 0.0);
    builder.contact(Friction { limit: Some(1.3), ..Friction::ground(block, 1.0) });
    builder.spring(Elastic { stiffness: 5.0, freeplay: 0.2, damping: 0.1, ..Elastic::default() });
    builder.shake(block, 3.0, 2.3, 0.1);
    let mut run = Run::new(&builder.network());
    run.run(7.3, 0.01);
    let mut copy: Simulator = run.motion.clone();
    let mut events = Vec::new();
    let before = run.events.len();
    for step in 1..=500 {
        let end = 7.3 + 0.01 * f64::from(step);
        run.advance(end);
        copy.advance(end, &run.parameters, &run.inputs, &mut |event| events.push(event)).unwrap();
    }
    assert!(!events.is_empty());
    assert_eq!(run.events[before..], events);
    assert_eq!(run.state(), copy.state());
}

#[test]
fn a_shaft_that_has_turned_a_thousand_times_still_sticks_and_slips() {
    // Positions of 6283 rad are known to 1e-12; a stiffness of 1e5 makes that 1e-7 of the friction.
    let turned = 2000.0 * std::f64::consts::PI;
    let (v, k, limit, kinetic) = (0.1, 1e5, 1.5, 1.0);
    let mut builder = Builder::default();
    let shaft = builder.body(0.01, turned, 0.0);
    let drive = builder.body(1e9, turned, v);
    let bearing =
        builder.contact(Friction { limit: Some(limit), ..Friction::ground(shaft, kinetic) });
    builder.spring(Elastic { i: Some(drive), j: Some(shaft), stiffness: k, ..Elastic::default() });
    let mut run = Run::new(&builder.network());
    run.run(0.1, 0.001);
    let (delta, omega) = ((limit - kinetic) / k, f64::sqrt(k / 0.01));
    let slip = 2.0 / omega * (std::f64::consts::PI - (delta * omega / v).atan());
    let mut expected = limit / (k * v);
    let times = run.times_of_contact(bearing);
    assert!(times.len() > 50, "{}", times.len());
    for (k, time) in times.iter().enumerate() {
        // Each cycle inherits the round-off of the last: 1e-12 rad at 0.1 rad/s.
        assert!((time - expected).abs() <= 1e-10 * (k + 1) as f64, "{time} {expected}");
        expected += if k % 2 == 0 { slip } else { 2.0 * delta / v };
    }
}
