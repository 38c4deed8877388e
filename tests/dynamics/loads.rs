//! Normal loads that springs make: closed forms of release, stop, lift-off and landing.

use std::sync::Arc;

use luztar::dynamics::ContactMode;
use luztar::network::{Network, read};

use crate::run::{Run, assert_close};

/// Event times (s) at default settings and unit scale.
const EXACT: f64 = 1e-9;

/// A body of mass 2 on the ground, pressed by N = `base` + 0.5·F with F = 4·(position of the hand), which
/// moves at `rate`; `more` are keys of the body.
fn pressed(base: f64, rate: f64, more: &str) -> Arc<Network> {
    let text = format!(
        "[model]\nname = \"Pressed\"\n[body.block]\nmass = 2.0\n{more}\n\
         [body.hand]\nmotion = \"prescribed\"\nvelocity = {{ input = true, start = {rate} }}\n\
         [spring.pad]\nbetween = \"hand\"\nstiffness = 4.0\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nnormalForce = {base}\n\
         loadSpring = \"pad\"\nloadFactor = 0.5\nkineticCoefficient = 0.3\nstaticCoefficient = 0.4\n"
    );
    Arc::new(read(&text, "loads.toml").unwrap_or_else(|wrong| panic!("{wrong}")))
}

#[test]
fn a_growing_load_stops_a_block() {
    // N = 1 + 2 r t: 2 v̇ = −0.3 N, v = 1 − 0.15 (t + r t²).
    for rate in [0.7, 2.0] {
        let network = pressed(1.0, rate, "velocity = 1.0");
        let stop = ((1.0 + 4.0 * rate / 0.15).sqrt() - 1.0) / (2.0 * rate);
        let way = stop - 0.15 * (0.5 * stop.powi(2) + rate * stop.powi(3) / 3.0);
        for times in [vec![0.1, 0.2, 1.0, 4.0], vec![4.0]] {
            let mut run = Run::new(&network);
            let hand = run.input("hand.position");
            for time in times {
                run.advance(time);
                run.inputs[hand] = rate * time;
            }
            assert_close(run.times_of_contact(0)[0], stop, EXACT);
            assert_close(run.position(0), way, EXACT);
            assert_eq!(run.contact(0), ContactMode::Stuck);
            assert_close(run.dissipated(), 1.0, EXACT);
        }
    }
}

#[test]
fn a_falling_load_releases_then_lifts_and_lands() {
    // N = 5 − 2·0.5·… = 5 − t: held up to 0.4 N = 1.2 at t = 2; then 2 v̇ = 1.2 − 0.3 (5 − t); free from t = 5.
    let network = pressed(5.0, -0.5, "constantForce = 1.2");
    for steps in [1, 7] {
        let mut run = Run::new(&network);
        let hand = run.input("hand.position");
        let velocity = run.input("hand.velocity");
        assert_eq!(run.contact(0), ContactMode::Stuck);
        let go = |run: &mut Run, end: f64, rate: f64| {
            let start = run.time();
            let from = run.inputs[hand];
            run.inputs[velocity] = rate;
            for k in 1..=steps {
                let time = start + (end - start) * f64::from(k) / f64::from(steps);
                run.advance(time);
                run.inputs[hand] = from + rate * (time - start);
            }
        };
        go(&mut run, 7.0, -0.5);
        let times = run.times_of_contact(0);
        assert_close(times[0], 2.0, EXACT);
        assert_close(times[1], 5.0, EXACT);
        assert_eq!(run.contact(0), ContactMode::Free);
        assert_eq!(run.observe().friction[0], 0.0);
        // ∫₂⁵ (0.6 − 0.15 (5 − t)) dt = 1.8 − 0.675, then 0.6 for two seconds.
        assert_close(run.velocity(0), 1.125 + 1.2, EXACT);
        // The load grows again, from −2 at 0.5 N/s: it lands at 11 s.
        go(&mut run, 12.0, 0.25);
        let times = run.times_of_contact(0);
        assert_eq!(times.len(), 3, "{:?}", run.events);
        assert_close(times[2], 11.0, EXACT);
        assert_eq!(run.contact(0), ContactMode::Forward);
        // One more second under N = 0.5 τ.
        assert_close(run.velocity(0), 2.325 + 0.6 * 5.0 - 0.15 * 0.25, EXACT);
        assert_close(run.observe().friction[0], 0.15, EXACT);
    }
}

#[test]
fn a_block_that_lands_at_rest_is_held() {
    let network = pressed(-0.0, 1.0, "");
    let mut run = Run::new(&network);
    assert_eq!(run.contact(0), ContactMode::Free);
    run.advance(0.5);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    assert_eq!(run.velocity(0), 0.0);
}

/// The brake of S1 §4 in the dimensionless form of (20): x on the belt, load 1 + β2·y + η2·ẏ.
const BRAKE: &str = "
[model]
name = \"Brake\"
[body.x]
mass = 1.0
[body.y]
mass = 0.6
[spring.frame]
between = \"x\"
stiffness = 1.2
[spring.angle]
between = [\"x\", \"y\"]
ratio = -1.0
stiffness = 1.0
damping = 0.05
[spring.pad]
between = \"y\"
stiffness = 0.8
damping = 0.1
[contact.belt]
between = \"x\"
surfaceVelocity = 0.3
law = \"asymmetric\"
maxForwardCoefficient = 0.9
minForwardCoefficient = 0.4
forwardVelocity = 0.27
maxBackwardCoefficient = 1.2
minBackwardCoefficient = 0.4
backwardVelocity = 0.28
firstDropCoefficient = 0.3
firstVelocity = 0.1
secondDropCoefficient = 0.2
secondVelocity = 0.4
normalForce = 1.0
loadSpring = \"pad\"
loadFactor = 0.9
";

#[test]
fn a_brake_sticks_and_slips_alike_in_all_communication_steps() {
    let network = Arc::new(read(BRAKE, "brake.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let mut reference: Option<Vec<f64>> = None;
    for h in [0.013, 0.5, 30.0] {
        let mut run = Run::new(&network);
        run.run(30.0, h);
        let times = run.times_of_contact(0);
        assert!(times.len() >= 6, "{:?}", run.events);
        match &reference {
            None => reference = Some(times),
            Some(reference) => {
                assert_eq!(reference.len(), times.len());
                for (a, b) in reference.iter().zip(&times) {
                    assert_close(*a, *b, 1e-8);
                }
            }
        }
        // At each release the friction is the static limit under the present load.
        let releases: Vec<f64> = run
            .events
            .iter()
            .filter(|event| event.from() == 0 && event.to() != 0)
            .map(|event| event.time())
            .collect();
        assert!(!releases.is_empty());
        let mut run = Run::new(&network);
        for release in releases {
            run.advance(release - 1e-7);
            let observed = run.observe();
            let load = 1.0 + 0.9 * observed.spring_force[2];
            let used = observed.friction[0] / load;
            assert!((used - 0.9).abs() < 1e-5 || (used + 1.2).abs() < 1e-5, "{used}");
        }
    }
}

#[test]
fn friction_is_the_coefficient_times_the_present_load() {
    let network = Arc::new(read(BRAKE, "brake.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let mut run = Run::new(&network);
    let mut energy = 0.0;
    let mut slipped = 0;
    for step in 1..=3000 {
        let time = 0.01 * f64::from(step);
        run.advance(time);
        let mode = run.contact(0);
        let observed = run.observe();
        let load = 1.0 + 0.9 * observed.spring_force[2];
        let w = observed.slip_velocity[0];
        if mode == ContactMode::Backward {
            let drops = 0.3 * ((-w - 0.28) / 0.1).exp() + 0.2 * ((-w - 0.28) / 0.4).exp();
            assert_close(observed.friction[0], -load * (1.2 - drops).max(0.4), 1e-10);
            slipped += 1;
        }
        assert!(run.dissipated() >= energy);
        energy = run.dissipated();
    }
    assert!(slipped > 50, "{slipped}");
}

/// A load that comes to 0 ends a slip where it does, whatever the law makes of loads below 0.
#[test]
fn a_load_that_comes_to_0_ends_a_slip_under_a_law_that_bends() {
    // m·ẇ = −(k + d·exp(−a·w))·p·(1 − t): ln(k·exp(a·w) + d) falls by a·k·p/m·(t − t²/2).
    let [m, k, d, a, p, start]: [f64; 6] = [2.0, 0.3, 0.2, 2.5, 3.0, 1.7];
    let text = format!(
        "[model]\nname = \"Ends\"\n[body.b]\nmass = {m:?}\nvelocity = {start:?}\n\
         [contact.c]\nbetween = \"b\"\nlaw = \"exponential\"\nkineticCoefficient = {k:?}\n\
         staticCoefficient = {:?}\nslope = {:?}\nnormalForce = \"{p:?}*(1 - t)\"\n",
        k + d,
        a * d
    );
    let network = Arc::new(read(&text, "ends.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let mut run = Run::new(&network);
    run.advance(2.0);
    let grown = (k * (a * start).exp() + d) * (-0.5 * a * k * p / m).exp();
    let left = ((grown - d) / k).ln() / a;
    assert_close(run.velocity(0), left, 1e-11);
    assert_close(run.times_of_contact(0)[0], 1.0, f64::EPSILON);
    assert_eq!(run.contact(0), ContactMode::Free);
    assert!(run.evaluations() < 400, "{}", run.evaluations());
}
