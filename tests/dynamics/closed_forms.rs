//! Motions that are known in closed form.

use std::f64::consts::PI;

use luztar::dynamics::{ContactMode, Element, SpringId, SpringMode};

use crate::networks::{Builder, Elastic, Friction, Value};
use crate::run::{Run, assert_close};

/// Event times (s) and positions (m) at default settings and unit scale.
pub const EXACT: f64 = 1e-9;

/// Forces and accelerations that no integration touches.
pub const ROUND_OFF: f64 = 1e-14;

/// Three communication steps that must not matter.
pub const STEPS: [f64; 3] = [0.001, 0.01, 0.5];

#[test]
fn spring_and_mass_swing_until_friction_holds() {
    // CATALOGUE §4: reversals at π/10 and 2π/10, rest at 3π/10 and −0.02.
    for h in STEPS {
        let mut builder = Builder::default();
        let block = builder.body(1.0, 0.2, 0.0);
        let floor = builder.contact(Friction::ground(block, 3.0));
        builder.spring(Elastic { stiffness: 100.0, ..Elastic::default() });
        let mut run = Run::new(&builder.network());
        run.run(2.0, h);
        let times = run.times_of_contact(floor);
        assert_eq!(times.len(), 3, "{:?}", run.events);
        for (k, time) in times.iter().enumerate() {
            assert_close(*time, (k + 1) as f64 * PI / 10.0, EXACT);
        }
        assert_eq!(run.contact(floor), ContactMode::Stuck);
        assert_eq!(run.velocity(block), 0.0);
        assert_close(run.position(block), -0.02, EXACT);
        // 100·(0.2² − 0.02²)/2
        assert_close(run.dissipated(), 1.98, EXACT);
    }
}

#[test]
fn a_forced_coulomb_oscillator_follows_den_hartog() {
    // x0·k/P = √(V² − (F/P)²U²), V = 1/(1−r²), U = sin(π/r)/(r(1+cos(π/r))), started on the cycle.
    for (r, friction) in [(0.6, 0.2), (0.8, 0.4), (1.25, 0.3), (2.0, 0.1)] {
        let v = 1.0 / (1.0 - r * r);
        let u = (PI / r).sin() / (r * (1.0 + (PI / r).cos()));
        let amplitude = (v * v - (friction * u) * (friction * u)).sqrt();
        let phase = (-friction * u / v).atan2(amplitude / v);
        let mut builder = Builder::default();
        let block = builder.body(1.0, amplitude, 0.0);
        builder.shake(block, 1.0, r, phase);
        builder.spring(Elastic { stiffness: 1.0, ..Elastic::default() });
        let floor = builder.contact(Friction::ground(block, friction));
        let mut run = Run::new(&builder.network());
        assert_eq!(run.contact(floor), ContactMode::Backward);
        for half_cycle in 1..=10 {
            run.advance((f64::from(half_cycle) + 0.5) * PI / r);
            assert_eq!(run.events.len(), half_cycle as usize, "r = {r}: {:?}", run.events);
            let last = run.events[half_cycle as usize - 1];
            assert_close(last.time(), f64::from(half_cycle) * PI / r, EXACT);
            assert!(last.to() == -last.from(), "no stop at r = {r}");
        }
        // The energy that friction takes in a cycle is 4·F·x0.
        let cycle = (run.dissipated(), run.time());
        run.advance(cycle.1 + 2.0 * PI / r);
        assert_close(run.dissipated() - cycle.0, 4.0 * friction * amplitude, EXACT);
    }
}

#[test]
fn a_block_on_a_belt_sticks_and_slips_with_the_period_of_its_closed_form() {
    // m = 1, k = 2, v = 0.1, Fs = 1.5, Fk = 1: (2/ω)(π − atan(Δω/v)) + 2Δ/v, Δ = (Fs − Fk)/k.
    for h in STEPS {
        let mut builder = Builder::default();
        let block = builder.body(1.0, 0.0, 0.1);
        let surface = Value::Number(0.1);
        let belt =
            builder.contact(Friction { limit: Some(1.5), surface, ..Friction::ground(block, 1.0) });
        builder.spring(Elastic { stiffness: 2.0, ..Elastic::default() });
        let mut run = Run::new(&builder.network());
        run.run(40.0, h);
        let slips: Vec<f64> =
            run.events.iter().filter(|event| event.from() == 0).map(|event| event.time()).collect();
        assert_eq!(slips.len(), 5);
        assert_close(slips[0], 7.5, EXACT);
        for pair in slips.windows(2) {
            assert_close(pair[1] - pair[0], 7.61125925410131, EXACT);
        }
        let counters = run.state().counters[belt];
        assert_eq!((counters.stick_to_slip, counters.slip_to_stick), (5, 4));
        assert_eq!(run.sequence()[..2].iter().map(|event| event.2).collect::<Vec<_>>(), [-1, 0]);
    }
}

#[test]
fn a_mass_between_two_springs_with_a_gap_bounces() {
    // Flight 2Δ/v, half a swing π√(m/k).
    let (gap, speed, omega) = (0.5, 2.0, 10.0);
    let mut builder = Builder::default();
    builder.body(2.0, 0.0, speed);
    let stops = builder.spring(Elastic {
        stiffness: 2.0 * omega * omega,
        freeplay: gap,
        ..Elastic::default()
    });
    let mut run = Run::new(&builder.network());
    run.run(20.0, 0.01);
    let (mut time, mut inside) = (gap / speed, false);
    let mut side = 1;
    assert!(run.events.len() > 40);
    for event in &run.events {
        assert_close(event.time(), time, EXACT);
        assert_eq!(event.element(), Element::Spring(SpringId(stops)));
        assert_eq!((event.from(), event.to()), if inside { (side, 0) } else { (0, side) });
        time += if inside { 2.0 * gap / speed } else { PI / omega };
        side = if inside { -side } else { side };
        inside = !inside;
    }
    assert_close(run.stored_energy(), 0.5 * 2.0 * speed * speed, EXACT);
}

#[test]
fn a_damped_stop_lets_go_before_it_pulls() {
    // x = (v/ωd)·e^(−σt)·sin ωd t until x″ = 0, then straight flight to the edge of the gap.
    let (mass, k, d, gap, speed) = (1.5, 40.0, 3.0, 0.3, 1.2);
    let mut builder = Builder::default();
    let body = builder.body(mass, 0.0, speed);
    let stop =
        builder.spring(Elastic { stiffness: k, damping: d, freeplay: gap, ..Elastic::default() });
    let mut run = Run::new(&builder.network());
    run.run(0.9, 0.01);
    let sigma = d / (2.0 * mass);
    let omega = (k / mass - sigma * sigma).sqrt();
    let contact = f64::atan2(2.0 * sigma * omega, sigma * sigma - omega * omega) / omega;
    let decay = (-sigma * contact).exp() * speed / omega;
    let (sine, cosine) = (omega * contact).sin_cos();
    let (x, rate) = (decay * sine, decay * (omega * cosine - sigma * sine));
    let touch = gap / speed;
    let expected = [touch, touch + contact, touch + contact + x / -rate];
    let times = run.times_of_spring(stop);
    assert_eq!(times.len(), 3, "{:?}", run.events);
    for (actual, expected) in times.iter().zip(expected) {
        assert_close(*actual, expected, EXACT);
    }
    let modes: Vec<i32> = run.events.iter().map(|event| event.to()).collect();
    assert_eq!(modes, [1, SpringMode::Lifted as i32, 0]);
    assert_close(run.velocity(body), rate, EXACT);
}

#[test]
fn a_mass_falls_on_a_spring_and_is_thrown_back() {
    let (g, gap, omega) = (9.81, 0.2, 30.0f64);
    let mut builder = Builder::default();
    let body = builder.body(1.0, 0.0, 0.0);
    builder.pull(body, -g);
    builder.spring(Elastic { stiffness: omega * omega, freeplay: gap, ..Elastic::default() });
    let mut run = Run::new(&builder.network());
    run.run(10.0, 0.01);
    let fall = (2.0 * gap / g).sqrt();
    let press = 2.0 * (PI - (g * fall * omega / g).atan()) / omega;
    let mut time = fall;
    assert!(run.events.len() > 20);
    for (k, event) in run.events.iter().enumerate() {
        assert_close(event.time(), time, EXACT);
        time += if k % 2 == 0 { press } else { 2.0 * fall };
    }
}

/// A block on a surface with constant acceleration A, held to the frame by a spring: it is carried to
/// z = (Fs − mA)/k.
fn block_on_accelerated_surface(surface: Value, acceleration: f64) -> Run {
    let mut builder = Builder::default();
    let block = builder.body(2.0, 0.0, 0.0);
    builder.contact(Friction {
        limit: Some(5.0),
        surface,
        surface_acceleration: Value::Number(acceleration),
        ..Friction::ground(block, 4.0)
    });
    builder.spring(Elastic { stiffness: 8.0, ..Elastic::default() });
    Run::new(&builder.network())
}

#[test]
fn a_block_on_an_accelerated_surface_lets_go_at_its_limit() {
    let acceleration = 0.7f64;
    let release = (2.0 * (5.0 - 2.0 * acceleration) / (8.0 * acceleration)).sqrt();
    let mut run = block_on_accelerated_surface(Value::Number(0.0), acceleration);
    run.advance(release + 0.1);
    assert_eq!(run.events.len(), 1, "{:?}", run.events);
    assert_close(run.events[0].time(), release, EXACT);
    assert_eq!(run.events[0].to(), ContactMode::Backward as i32);
    // The same with a host that gives the surface's velocity at every communication point.
    for h in [0.003, 0.01, 0.1] {
        let mut run = block_on_accelerated_surface(Value::Input(0.0), acceleration);
        let mut step = 0;
        while run.time() < release + 0.1 {
            run.set("contact0.surfaceVelocity", acceleration * (h * f64::from(step)));
            step += 1;
            run.advance(h * f64::from(step));
            if run.time() < release {
                assert_eq!(run.observe().slip_velocity[0], 0.0);
            }
        }
        assert_eq!(run.events.len(), 1, "{:?}", run.events);
        assert_close(run.events[0].time(), release, EXACT);
    }
    // More than the limit can carry: it slips from the start.
    let run = block_on_accelerated_surface(Value::Number(0.0), 2.6);
    assert_eq!(run.contact(0), ContactMode::Backward);
}

#[test]
fn arrivals_at_the_same_instant_are_one() {
    // Two blocks that move as one, each on the ground and on the other; and two apart from them.
    let mut builder = Builder::default();
    for _ in 0..2 {
        let body = builder.body(1.0, 0.0, 3.0);
        builder.contact(Friction::ground(body, 2.0));
    }
    builder.contact(Friction::between(0, 1, 5.0));
    for speed in [-3.0, 3.0] {
        let body = builder.body(1.0, 0.0, speed);
        builder.contact(Friction::ground(body, 2.0));
    }
    let mut run = Run::new(&builder.network());
    assert_eq!(run.contact(2), ContactMode::Stuck);
    run.run(4.0, 0.5);
    assert_eq!(run.events.len(), 4);
    for event in &run.events {
        assert_close(event.time(), 1.5, EXACT);
        assert_eq!(event.time(), run.events[0].time());
        assert_eq!(event.to(), 0);
    }
    for body in 0..4 {
        assert_close(run.position(body).abs(), 2.25, EXACT);
        assert_eq!(run.velocity(body), 0.0);
    }
}

#[test]
fn a_contact_without_normal_load_is_free() {
    let mut builder = Builder::default();
    let block = builder.body(1.0, 0.0, 0.0);
    let floor = builder.contact(Friction {
        limit: Some(0.6),
        viscous: 0.3,
        load: Some(Value::Input(10.0)),
        ..Friction::ground(block, 0.5)
    });
    let mut run = Run::new(&builder.network());
    run.push(block, 4.0);
    run.advance(1.0);
    assert_eq!(run.contact(floor), ContactMode::Stuck);
    run.set("contact0.normalForce", 0.0);
    run.advance(2.0);
    assert_eq!(run.contact(floor), ContactMode::Free);
    assert_close(run.velocity(block), 4.0, ROUND_OFF);
    assert_eq!((run.observe().friction[floor], run.dissipated()), (0.0, 0.0));
    run.set("contact0.normalForce", -3.0);
    run.advance(2.5);
    assert_eq!(run.contact(floor), ContactMode::Free);
    assert_close(run.velocity(block), 6.0, ROUND_OFF);
    run.push(block, 0.0);
    run.set("contact0.normalForce", 10.0);
    run.advance(2.6);
    assert_eq!(run.contact(floor), ContactMode::Forward);
    // v̇ = −5 − 0.3 v
    let speed = (6.0 + 5.0 / 0.3) * (-0.3f64 * 0.1).exp() - 5.0 / 0.3;
    assert_close(run.velocity(block), speed, EXACT);
    run.advance(10.0);
    let stop = 2.5 + ((6.0 + 5.0 / 0.3) / (5.0f64 / 0.3)).ln() / 0.3;
    assert_close(run.events.last().unwrap().time(), stop, EXACT);
    let modes: Vec<i32> = run.events.iter().map(|event| event.to()).collect();
    assert_eq!(modes, [2, 1, 0]);
    // Without load for no time at all: stuck again, unmoved.
    let rest = run.position(block);
    run.set("contact0.normalForce", 0.0);
    run.advance(11.0);
    run.set("contact0.normalForce", 10.0);
    run.advance(12.0);
    assert_eq!((run.contact(floor), run.position(block)), (ContactMode::Stuck, rest));
}

#[test]
fn viscous_friction_alone_decays_and_never_sticks() {
    let mut builder = Builder::default();
    let block = builder.body(2.0, 0.0, 1.0);
    let bath = builder.contact(Friction { viscous: 3.0, ..Friction::ground(block, 0.0) });
    let mut run = Run::new(&builder.network());
    run.run(5.0, 0.1);
    assert_eq!(run.events, []);
    assert_close(run.velocity(block), (-1.5f64 * 5.0).exp(), EXACT);
    assert_close(run.position(block), (1.0 - (-1.5f64 * 5.0).exp()) / 1.5, EXACT);
    assert_close(run.observe().friction[bath], 3.0 * run.velocity(block), ROUND_OFF);
}

#[test]
fn a_plain_damper_and_a_cubic_spring_follow_their_equations() {
    // Two equal masses on a damper: the relative velocity decays with 2d/m.
    let mut builder = Builder::default();
    builder.body(2.0, 0.0, 1.0);
    builder.body(2.0, 0.0, 0.0);
    builder.damper(Some(0), Some(1), 1.5);
    let mut run = Run::new(&builder.network());
    run.run(2.0, 0.1);
    assert_close(run.velocity(0) - run.velocity(1), (-1.5f64 * 2.0).exp(), EXACT);
    assert_close(run.velocity(0) + run.velocity(1), 1.0, EXACT);
    // A pure cubic spring: ¼·z⁴ + ½·ż² is kept, and the quarter period is ∫₀¹ dz/√((1 − z⁴)/2).
    let mut builder = Builder::default();
    let block = builder.body(1.0, 1.0, 0.0);
    builder.spring(Elastic { cubic: 1.0, ..Elastic::default() });
    let mut run = Run::new(&builder.network());
    let quarter = 2f64.sqrt() * 1.311_028_777_146_06;
    run.run(8.0 * quarter, 0.1);
    assert_close(run.position(block), 1.0, 1e-8);
    assert_close(run.stored_energy(), 0.25, EXACT);
}

#[test]
fn a_slider_pulled_through_a_spring_lets_go_at_its_limit() {
    // A prescribed body at velocity v: release at Fs/(kv), rest again half a swing of ω after.
    let (v, k, limit, kinetic) = (0.2, 9.0, 1.8, 1.2);
    for h in STEPS {
        let mut builder = Builder::default();
        let block = builder.body(1.0, 0.0, 0.0);
        let hand = builder.prescribed(0.0, v);
        let floor =
            builder.contact(Friction { limit: Some(limit), ..Friction::ground(block, kinetic) });
        let spring = builder.spring(Elastic {
            i: Some(hand),
            j: Some(block),
            stiffness: k,
            ..Elastic::default()
        });
        let mut run = Run::new(&builder.network());
        let steps = (3.0 / h).round() as u32;
        for step in 0..steps {
            run.set("body1.position", v * (h * f64::from(step)));
            run.advance(h * f64::from(step + 1));
        }
        // With u the velocity behind the hand's: u″ = −ω²u, so that ż = v − u.
        let (delta, omega) = ((limit - kinetic) / k, k.sqrt());
        let release = limit / (k * v);
        let stop = release + 2.0 / omega * (PI - (delta * omega / v).atan());
        assert_eq!(run.spring(spring), SpringMode::Bilateral);
        let times = run.times_of_contact(floor);
        assert_close(times[0], release, EXACT);
        assert_close(times[1], stop, EXACT);
        let held = run.observe().clone();
        assert_close(held.reaction[hand], -held.spring_force[spring], ROUND_OFF);
        assert_close(held.spring_force[spring], held.friction[floor], ROUND_OFF);
    }
}
