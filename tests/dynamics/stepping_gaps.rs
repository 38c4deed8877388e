//! Time stepping at gaps and cubic springs: closed forms, order of convergence, rest.

use std::sync::Arc;

use luztar::dynamics::ContactMode;
use luztar::network::{Network, read};

use crate::networks::network;
use crate::run::{Run, assert_close};

/// A ball in a gap between two stops.
fn ball(stiffness: f64) -> Arc<Network> {
    network(&format!(
        "[model]\nname = \"Stop\"\n[body.ball]\nmass = 1.0\nvelocity = 1.0\n\
         [spring.stop]\nbetween = \"ball\"\nstiffness = {stiffness:?}\nbacklash = 0.032\n"
    ))
}

#[test]
fn a_ball_between_stops_is_never_faster_than_it_was() {
    for stiffness in [1e2, 1e4, 1e6, 1e9, 1e12] {
        let mut run = Run::by_steps(&ball(stiffness));
        for step in 1..=1000 {
            run.advance(0.01 * f64::from(step));
            let beyond = (run.position(0).abs() - 0.016).max(0.0);
            let energy = 0.5 * run.velocity(0).powi(2) + 0.5 * stiffness * beyond.powi(2);
            // Round-off of positions, which stiffer stops feel the more.
            assert_close(energy, 0.5, 1e-10 * (1.0 + 1e-9 * stiffness));
        }
    }
}

/// Positions at 1 s in steps of ever smaller size, against the motion by events.
fn orders(text: &str) -> Vec<f64> {
    let network = Arc::new(read(text, "test.toml").expect("right"));
    let mut exact = Run::new(&network);
    exact.run(1.0, 0.1);
    let errors: Vec<f64> = [100, 200, 400, 800]
        .into_iter()
        .map(|count| {
            let mut run = Run::by_steps(&network);
            run.run(1.0, 1.0 / f64::from(count));
            let off = |body: usize| (run.position(body) - exact.position(body)).abs();
            (0..network.bodies.len()).map(off).fold(0.0, f64::max)
        })
        .collect();
    errors.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect()
}

/// Springs, dampers, cubic springs and harmonic forces, all of them linear in nothing but the step's square.
#[test]
fn smooth_motions_are_of_second_order() {
    let text = "[model]\nname = \"Smooth\"\n[experiment]\nrelativeTolerance = 1e-12\n\
        [body.a]\nmass = 1.0\nvelocity = 1.0\n[body.b]\nmass = 0.4\nposition = 0.3\nconstantForce = 0.5\n\
        [spring.one]\nbetween = \"a\"\nstiffness = 30.0\ndamping = 0.4\n\
        [spring.two]\nbetween = [\"a\", \"b\"]\nstiffness = 20.0\ncubic = 200.0\ndamping = 0.3\n\
        [spring.apart]\nbetween = \"b\"\nstiffness = -3.0\n[damper.d]\nbetween = [\"a\", \"b\"]\ndamping = 0.2\n";
    let orders = orders(text);
    assert!(orders.iter().all(|order| (1.95..2.05).contains(order)), "{orders:?}");
}

/// A step sees the edge of a gap wherever in it that lies: the error falls with the square of the step, with jumps.
#[test]
fn gaps_are_of_second_order() {
    let text = "[model]\nname = \"Gap\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.a]\nmass = 1.0\n\
        velocity = 1.0\n[spring.stop]\nbetween = \"a\"\nstiffness = 900.0\ndamping = 0.0\nbacklash = 0.1\n";
    let orders = orders(text);
    let mean = orders.iter().sum::<f64>() / orders.len() as f64;
    assert!(mean > 1.7, "{orders:?}");
}

/// A damped stop takes energy and never pulls: a ball that leaves it does so with what Newton's law of impact leaves.
#[test]
fn a_damped_stop_returns_what_it_leaves() {
    let text = "[model]\nname = \"Damped\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.a]\nmass = 1.0\n\
        position = -0.1\nvelocity = 1.0\n[spring.stop]\nbetween = \"a\"\nstiffness = 400.0\ndamping = 8.0\nbacklash = 0.2\n";
    let network = network(text);
    let mut exact = Run::new(&network);
    exact.run(0.35, 0.05);
    let error = |count: i32| {
        let mut run = Run::by_steps(&network);
        let mut fastest = 0.0_f64;
        for step in 1..=count {
            run.advance(0.35 * f64::from(step) / f64::from(count));
            fastest = fastest.max(run.velocity(0).abs());
        }
        assert!(fastest <= 1.0 + 1e-12, "{fastest}");
        (run.velocity(0) - exact.velocity(0)).abs()
    };
    let errors = [error(100), error(400), error(1600)];
    assert!(errors[2] < 1e-3 && errors[2] < 0.2 * errors[0], "{errors:?}");
}

/// Stiff springs with gaps, dry friction in all joints and a held torque: it comes to rest near where it does by events, in
/// steps in which its springs swing some four times.
#[test]
fn a_steering_system_comes_to_rest_in_long_steps() {
    let text = luztar::unit::catalogue::text("SteeringSystem").expect("is there");
    let network = Arc::new(read(text, "steering.toml").expect("right"));
    let mut exact = Run::new(&network);
    exact.run(0.5, 0.01);
    for h in [0.02, 0.01, 0.005, 0.001] {
        let mut run = Run::by_steps(&network);
        run.run(0.5, h);
        for contact in 0..network.contacts.len() {
            assert_eq!(run.contact(contact), ContactMode::Stuck, "{h}");
        }
        assert!(run.state().velocity.iter().all(|v| *v == 0.0), "{h}");
        assert_close(run.position(0), exact.position(0), 4.0 * h);
    }
}
