//! Bodies with laws of the slip ratio that start and stop, by closed forms.

use luztar::unit::Model;

use super::host::Integrator;

const C1: f64 = 0.1946;
const C2: f64 = 94.129;
const C3: f64 = 0.0646;

fn network(bodies: &str, between: &str) -> String {
    format!(
        "[model]\nname = \"Tyres\"\n{bodies}[contact.road]\nbetween = {between}\nlaw = \"slipRatio\"\n\
         adhesion = {C1}\nrise = {C2}\nfall = {C3}\n"
    )
}

/// A body on the ground slips wholly: m·v̇ = −μ(1) − C·v.
#[test]
fn a_body_on_the_ground_stops_under_the_friction_of_full_slip() {
    let (mass, viscous, start) = (2.0, 0.2, -0.141);
    let body = format!("[body.block]\nmass = {mass}\nvelocity = {start}\n");
    let text = network(&body, "\"block\"") + &format!("viscous = {viscous}\n");
    let unit = Model::read(&text, "tyres.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    host.run(3.0, 0.05);
    let friction = C1 * (1.0 - (-C2).exp()) - C3;
    let stop = mass / viscous * (1.0 - viscous * start / friction).ln();
    let [event] = host.events[..] else { panic!("{:?}", host.events) };
    // The speed of rest is 1e-6 m/s.
    let earlier = mass * 1e-6 / friction;
    assert!((event.time() + earlier - stop).abs() < 1e-6, "{event:?}, at rest at {stop} s");
    assert_eq!((event.from(), event.to()), (-1, 0));
}

/// Two bodies at rest, of which one is pulled: all velocities grow in proportion, with one slip ratio.
#[test]
fn bodies_that_start_keep_the_slip_ratio_at_which_they_can() {
    let (pull, first, second) = (1.403, 2.0, 1.0);
    let bodies = format!(
        "[body.first]\nmass = {first}\nconstantForce = {pull}\n[body.second]\nmass = {second}\n"
    );
    let unit = Model::read(&network(&bodies, "[\"first\", \"second\"]"), "tyres.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    let duration = 0.5;
    host.run(duration, 0.05);
    let friction = |ratio: f64| C1 * (1.0 - (-C2 * ratio).exp()) - C3 * ratio;
    let accelerations = |ratio: f64| {
        let force = friction(ratio);
        [(pull - force) / first, force / second]
    };
    let mut ratio = 0.5;
    for _ in 0..200 {
        let [fast, slow] = accelerations(ratio);
        ratio = 1.0 - slow / fast;
    }
    for (body, acceleration) in ["first", "second"].into_iter().zip(accelerations(ratio)) {
        let velocity = host.get(&format!("{body}.velocity"));
        assert!((velocity - acceleration * duration).abs() < 2e-6, "{body}: {velocity}");
    }
}
