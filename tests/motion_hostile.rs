//! Numbers that no machine has: every run ends, in a motion or in an error, and outputs stay finite.

use std::sync::Arc;

use luztar::motion::Motion;
use luztar::network::read;

const EXTREMES: [f64; 9] = [0.0, 1e-308, 1e-150, 1e-12, 1.0, 1e9, 1e100, 1e200, 1e308];

const NETWORK: &str = r#"
[unit]
name = "Hostile"
[body.a]
mass = 1.0
force = "input"
[body.b]
mass = 1.0
velocity = 1.0
force = "input"
[body.driver]
motion = "prescribed"
[contact.ab]
between = ["a", "b"]
law = "coulomb"
kineticFriction = 1.0
staticFriction = 1.5
viscous = 0.1
[contact.floor]
between = "b"
law = "coulomb"
kineticFriction = 1.0
surfaceVelocity = "input"
[spring.stop]
between = ["a", "driver"]
stiffness = 10.0
damping = 0.1
freeplay = 0.1
[spring.tie]
between = ["b", "driver"]
stiffness = 10.0
cubic = 1.0
"#;

/// A fixed sequence of numbers that looks random (Marsaglia's xorshift).
fn next(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 33) as usize
}

#[test]
fn every_run_ends_with_finite_outputs_or_an_error() {
    let network = Arc::new(read(NETWORK, "hostile.toml").unwrap());
    let mut seed = 1;
    let (mut moved, mut refused) = (0, 0);
    for _ in 0..150 {
        let draw = |seed: &mut u64| {
            let value = EXTREMES[next(seed) % EXTREMES.len()];
            if next(seed).is_multiple_of(2) { value } else { -value }
        };
        let mut parameters = network.start_parameters();
        for (value, parameter) in parameters.iter_mut().zip(&network.parameters) {
            let drawn = draw(&mut seed);
            let bounds = parameter.bounds;
            let allowed =
                bounds.min.is_none_or(|min| drawn > min || (drawn == min && !bounds.min_exclusive));
            if allowed && next(&mut seed).is_multiple_of(8) {
                *value = drawn;
            }
        }
        let inputs: Vec<f64> = network
            .inputs
            .iter()
            .map(|_| if next(&mut seed).is_multiple_of(4) { draw(&mut seed) } else { 1.0 })
            .collect();
        // A step without end takes seconds before it is given up.
        let size = match next(&mut seed) % 40 {
            0 => 1e300,
            pick => [1e-12, 1e-6, 1e-3, 0.1, 1.0][pick % 5],
        };
        let mut motion = Motion::new(network.clone());
        if motion.initialise(0.0, &parameters, &inputs, 1e-10).is_err() {
            refused += 1;
            continue;
        }
        match motion.advance(size, &parameters, &inputs, &mut |_| ()) {
            Ok(()) => {
                moved += 1;
                let state = motion.state();
                let numbers = state.position.iter().chain(&state.velocity).chain(&state.dissipated);
                assert!(numbers.copied().all(f64::is_finite));
                assert_eq!(state.time, size);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
                assert_eq!(motion.state().time, 0.0, "a refused step changes nothing");
            }
        }
    }
    assert!(moved > 30 && refused > 30, "{moved} moved, {refused} refused");
}
