//! A step without a transition in one mode set, and the proof that there is none: no guard can be left by what the magnitudes
//! of all terms of its series allow.

use super::super::rows::Slipping;
use super::super::step::{Room, Start};
use super::{Gapped, Program, single, single_mut};
use crate::dynamics::elements::spring::guards::outwards;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{AT_REST, CLEAR_MARGIN, EDGE, time_round_off};
use crate::dynamics::{SpringMode, State};
use crate::gauss::Contact;

impl Program {
    /// Evaluates orders 0 to 2, and the forces of stuck contacts at the start.
    pub fn start(&mut self, system: &System, state: &State, room: &mut Room) {
        let bodies = self.members.len();
        let Room { start, lambda, .. } = room;
        let Start { velocity, forces, magnitudes, products, dry, length, late, is_still } = start;
        let [_, by, half] = velocity.each_mut().map(|order| &mut order[..bodies]);
        let now = &state.velocity[..bodies];
        // The place of order 2 serves for order 0 before.
        let zeroth = &mut forces[bodies..2 * bodies];
        zeroth.copy_from_slice(&system.force);
        for one in &self.rows.elastic {
            one.link.apply_force(one.force(&state.position, now), zeroth);
        }
        dry.clear();
        for one in &self.rows.slipping {
            let entry = &system.contacts[one.contact];
            let (of_law, slip) = (one.dry(entry), one.link.apply(now) - entry.surface.velocity);
            one.link.apply_force(of_law + one.viscous * slip, zeroth);
            dry.push(of_law);
        }
        self.accelerate(single(zeroth), 1.0, single_mut(by));
        self.balance(system, [single(zeroth), single(by)], single_mut(lambda));
        *late = *length - self.propagator.length;
        if self.is_constant {
            if !std::mem::replace(is_still, true) {
                half.fill(0.0);
                self.propagator.times([&[], &[]], products);
            }
            return;
        }
        forces[..2 * bodies].fill(0.0);
        let (first, second) = forces[..2 * bodies].split_at_mut(bodies);
        self.apply_linear([single(now), single(by)], single_mut(first));
        self.accelerate(single(first), 0.5, single_mut(half));
        // Of half the acceleration, which is the coefficient of the position.
        let position = &mut magnitudes[..bodies];
        position.iter_mut().zip(&*by).for_each(|(half, whole)| *half = 0.5 * whole);
        self.apply_linear([single(position), single(half)], single_mut(second));
        for (magnitude, force) in magnitudes.iter_mut().zip(&forces[..2 * bodies]) {
            *magnitude = force.abs();
        }
        let of_bodies = [&forces[..2 * bodies], &magnitudes[..2 * bodies]];
        self.propagator.times(of_bodies, products);
    }

    /// True if stuck contacts hold along the step; writes their impulses.
    pub fn holds(&self, limits: &[Contact], room: &mut Room) -> bool {
        let Room { start, lambda, step, .. } = room;
        self.stuck.iter().enumerate().all(|(place, &contact)| {
            let (force, limit) = (lambda[contact], &limits[contact]);
            let most = start.products.force_bound(place);
            let [integral, change] = start.products.of_stuck(place);
            step.impulse[contact] = start.length * force + integral + start.late * change;
            let clear = 1.0 - CLEAR_MARGIN;
            clear * limit.lower <= force - most && force + most <= clear * limit.upper
        })
    }

    /// True if no spring comes to an edge of its gap, or lifts off.
    pub fn stays_in_gaps(&self, system: &System, state: &State, start: &Start) -> bool {
        let rounded = time_round_off(state.time);
        self.gapped.iter().enumerate().all(|(place, one)| {
            let Gapped { spring, link, mode, pushes } = one;
            let entry = &system.springs[*spring];
            let e = link.apply(&state.position) - entry.offset[0];
            let rate = link.apply(&state.velocity);
            let by = link.apply(&start.velocity[1]);
            let [way, faster] = start.products.gap_bounds(place);
            let (edge, _) = entry.nearest_edge(e);
            let (passed, terms) = (link.size(&state.velocity), link.size(&state.position));
            let off = EDGE * (edge.abs() + terms) + passed * rounded;
            // Along a direction, where the deflection and its rate go back most.
            let h = start.length;
            let back = |sign: f64| least_of_square(h * sign * rate, 0.5 * h * h * sign * by, way);
            let outwards = outwards(*mode);
            match mode {
                SpringMode::Gap => entry.gap.is_some_and(|[lower, upper]| {
                    e - lower - off + back(1.0) > 0.0 && upper - e - off + back(-1.0) > 0.0
                }),
                SpringMode::Lifted => false,
                _ if *pushes => {
                    let beyond = outwards * entry.reach(*mode, e) - off + back(outwards);
                    let slower = least(h * outwards * by, faster);
                    let push =
                        entry.stiffness * beyond + entry.damping * (outwards * rate + slower);
                    push > EDGE * (entry.stiffness * (edge.abs() + terms) + entry.damping * passed)
                }
                _ => outwards * entry.reach(*mode, e) - off + back(outwards) > 0.0,
            }
        })
    }

    /// Writes impulses and energies of slipping contacts; false if one may come to rest.
    pub fn take_slipping(&self, system: &System, state: &State, room: &mut Room) -> bool {
        let Room { start, step, .. } = room;
        let Start { velocity, forces, products, dry, length, late, .. } = &*start;
        let h = *length;
        for (place, one) in self.rows.slipping.iter().enumerate() {
            let Slipping { contact, link, direction, viscous, .. } = one;
            let entry = &system.contacts[*contact];
            let (terms, surface) = (link.terms(&state.velocity), entry.surface.velocity);
            let slip = terms[0] + terms[1] - surface;
            let rate = link.apply(&velocity[1]);
            let [line, higher] = [h * direction.sign() * rate, products.slip_bound(place)];
            let rest = AT_REST * (terms[0].abs() + terms[1].abs() + surface.abs());
            let slides = |slower: f64| direction.sign() * slip + slower > rest;
            let bent = || {
                let square = h * h * direction.sign() * link.apply(&velocity[2]);
                // Its magnitude counts among the higher ones.
                least_of_square(line, square, higher - square.abs())
            };
            if !slides(least(line, higher)) && !slides(bent()) {
                return false;
            }
            let dry = dry[place];
            // ∫ w and ∫ w², of w = slip + rate τ and what is left; a step that is later ends with the last value of that.
            let last = late * link.difference(|body| products.faster(body));
            let [integral, moment] = products.of_slipping(place);
            let left = integral + last;
            let way = h * (slip + 0.5 * h * rate) + left;
            step.impulse[*contact] = h * dry + viscous * way;
            step.dissipated[*contact] = dry * way;
            if *viscous != 0.0 {
                let moment = moment + h * last;
                let line = slip * slip + h * slip * rate + h * h * rate * rate / 3.0;
                let square = h * line
                    + 2.0 * (slip * left + rate * moment)
                    + self.propagator.square(place, forces);
                step.dissipated[*contact] += viscous * square;
            }
        }
        true
    }

    /// Takes positions and velocities at the end.
    pub fn take_motion(&self, system: &System, state: &State, room: &mut Room) {
        let Room { start, step, .. } = room;
        let (h, late) = (start.length, start.late);
        let at_start = state.position.iter().zip(&state.velocity).zip(&start.velocity[1]);
        let at_end = step.position.iter_mut().zip(&mut step.velocity);
        for ((end, begin), added) in at_end.zip(at_start).zip(start.products.of_bodies()) {
            let ((position, velocity), ((z, v), by)) = (end, begin);
            let [way, rest, rate] = *added;
            let (way, faster) = (way + late * rest, rest + late * rate);
            *position = z + (h * (v + 0.5 * h * by) + way);
            *velocity = v + (h * by + faster);
        }
        self.tie(system, &mut step.velocity);
        // No −0, which hosts would print.
        step.velocity.iter_mut().for_each(|velocity| *velocity += 0.0);
    }
}

/// Returns a bound of what a value falls by in a step, at most 0: at the end `line` and terms of higher orders of these magnitudes
/// are added to it. These are no more than that part of them which has gone by of the step.
#[inline]
fn least(line: f64, higher: f64) -> f64 {
    (line - higher).min(0.0)
}

/// Returns such a bound where `square` is added with the square of the part that has gone by.
#[inline]
fn least_of_square(line: f64, square: f64, higher: f64) -> f64 {
    let turns = line < 0.0 && -line < 2.0 * square;
    if turns { -line * line / (4.0 * square) - higher } else { least(line + square, higher) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Higher orders are at most their magnitudes times the cube of the part that has gone by.
        #[test]
        fn a_value_falls_no_lower_than_its_bound(
            line in -2.0..2.0f64, square in -2.0..2.0f64, higher in 0.0..1.0f64, part in 0.0..=1.0f64,
        ) {
            let falls = part * (line + part * (square - part * higher));
            prop_assert!(falls >= least_of_square(line, square, higher) - 1e-15);
            let all = square.abs() + higher;
            prop_assert!(falls >= least(line, all) - 1e-15);
        }
    }
}
