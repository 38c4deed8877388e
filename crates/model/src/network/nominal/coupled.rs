//! Masses, forces and velocities of bodies and mechanisms in blocks of the mass matrix.

use super::mechanism::Mechanism;
use super::oscillator::Oscillator;
use super::sizes::Sizes;

/// Returns each body by itself under the forces that friction leaves: its own ones, and fractions of those on others of
/// its block.
pub(super) fn alone(sizes: &Sizes) -> Vec<Oscillator> {
    let left = |of: &[Oscillator]| -> Vec<Oscillator> {
        of.iter().zip(&sizes.friction).map(|(body, friction)| body.beyond(*friction)).collect()
    };
    let (own, mut all) = (left(&sizes.bodies), sizes.bodies.clone());
    for block in &sizes.blocks {
        for (k, body) in block.bodies.iter().enumerate() {
            for (l, other) in block.bodies.iter().enumerate().filter(|(l, _)| *l != k) {
                let share = (block.inverse(k, l) / block.inverse(k, k)).abs();
                all[*body].add_forces(&own[*other], share);
            }
        }
    }
    left(&all)
}

/// Adds the masses of bodies in blocks to their mechanisms.
pub(super) fn join_blocks(sizes: &Sizes, gears: &[(usize, f64)], mechanisms: &mut [Mechanism]) {
    for (mechanism, coupled) in sizes.blocks.iter().flat_map(|block| block.mechanisms(gears)) {
        mechanisms[mechanism].whole.mass += coupled.mass;
    }
}

/// Raises velocities of mechanisms to those that impulses of others make which blocks couple with them. Impulses pass along
/// the blocks forwards and backwards, and so through rows of mechanisms.
pub(super) fn pass_impulses(sizes: &Sizes, gears: &[(usize, f64)], mechanisms: &mut [Mechanism]) {
    for block in sizes.blocks.iter().chain(sizes.blocks.iter().rev()) {
        for (mechanism, coupled) in block.mechanisms(gears) {
            let shares = block.bodies.iter().zip(coupled.shares);
            for (place, (body, share)) in shares.enumerate() {
                let (other, gear) = gears[*body];
                if other != mechanism {
                    let impulse =
                        mechanisms[other].speed * gear.abs() / block.inverse(place, place);
                    let own = &mut mechanisms[mechanism];
                    own.speed = own.speed.max(share * impulse / own.whole.mass);
                }
            }
        }
    }
}
