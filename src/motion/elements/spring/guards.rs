//! Gaps of springs: where they are entered, left, and where a damped spring would pull.

use super::SpringNumbers;
use crate::motion::events::guards::{Guards, Transition};
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::rounding::EDGE;
use crate::motion::{SpringMode, State};

impl Guards {
    /// The guards of a spring in its mode.
    pub(in crate::motion) fn spring(
        &mut self,
        numbers: &Numbers,
        spring: usize,
        flow: &mut Flow,
        state: &State,
    ) {
        let (entry, mode) = (&numbers.springs[spring], state.spring_mode[spring]);
        let damped = entry.damping > 0.0;
        let side = match mode {
            SpringMode::Bilateral => return,
            SpringMode::Gap => {
                let within = entry.freeplay - flow.deflection.at(0, spring).abs();
                let start = within - self.edge_round_off(entry, flow);
                if self.stays(start, spring) {
                    return;
                }
                for (side, next) in [(1.0, SpringMode::Right), (-1.0, SpringMode::Left)] {
                    self.reach(entry, spring, flow, side, -1.0);
                    self.arm_creep(numbers, entry, flow, state);
                    let next = Transition::Spring(spring, next);
                    self.consider(flow.order + 1, next);
                }
                return;
            }
            SpringMode::Right => 1.0,
            SpringMode::Left => -1.0,
            SpringMode::Lifted => flow.deflection.at(0, spring).signum(),
        };
        let pushing = if side > 0.0 { SpringMode::Right } else { SpringMode::Left };
        match mode {
            SpringMode::Lifted => {
                self.reach(entry, spring, flow, side, 1.0);
                self.arm_creep(numbers, entry, flow, state);
                let gap = Transition::Spring(spring, SpringMode::Gap);
                self.consider(flow.order + 1, gap);
                self.push(entry, spring, flow, side, -1.0);
                let push = Transition::Spring(spring, pushing);
                self.consider(flow.order, push);
            }
            _ if damped => {
                self.push(entry, spring, flow, side, 1.0);
                let lift = Transition::Spring(spring, SpringMode::Lifted);
                self.consider(flow.order, lift);
            }
            _ => {
                self.reach(entry, spring, flow, side, 1.0);
                self.arm_creep(numbers, entry, flow, state);
                let gap = Transition::Spring(spring, SpringMode::Gap);
                self.consider(flow.order + 1, gap);
            }
        }
    }

    /// `sign·(side·e − Δ)`.
    fn reach(&mut self, entry: &SpringNumbers, spring: usize, flow: &Flow, side: f64, sign: f64) {
        let order = flow.order + 1;
        flow.deflection.copy(spring, order, &mut self.polynomial);
        self.polynomial[..=order].iter_mut().for_each(|c| *c *= side * sign);
        self.polynomial[0] -= sign * entry.freeplay;
        self.arm_edge(order, self.edge_round_off(entry, flow));
    }

    /// Round-off of how far a spring is from an edge of its gap.
    fn edge_round_off(&self, entry: &SpringNumbers, flow: &Flow) -> f64 {
        let (mut scale, mut passed) = (entry.freeplay + entry.offset[0].abs(), 0.0);
        for (body, q) in entry.row.terms() {
            scale += (q * flow.position.at(0, body)).abs();
            passed += (q * flow.velocity.at(0, body)).abs() * self.rounded;
        }
        EDGE * scale + passed
    }

    /// `sign·(k(side·e − Δ) + d·side·ė)`, the force that the spring would push with.
    fn push(&mut self, entry: &SpringNumbers, spring: usize, flow: &Flow, side: f64, sign: f64) {
        let gap = entry.freeplay + entry.offset[0].abs();
        let (mut scale, mut passed) = (entry.stiffness.abs() * gap, 0.0);
        for (body, q) in entry.row.terms() {
            let (position, velocity) = (flow.position.at(0, body), flow.velocity.at(0, body));
            let acceleration = flow.velocity.at(1, body);
            scale += (entry.stiffness * q * position).abs() + (entry.damping * q * velocity).abs();
            let rate = (entry.stiffness * velocity).abs() + (entry.damping * acceleration).abs();
            passed += q.abs() * rate * self.rounded;
        }
        for k in 0..=flow.order {
            // A velocity that is given need not be the derivative of the position that is.
            let rate = entry.row.apply(flow.velocity.row(k));
            let elastic = entry.stiffness * flow.deflection.at(k, spring);
            self.polynomial[k] = sign * side * (elastic + entry.damping * rate);
        }
        self.polynomial[0] -= sign * entry.stiffness * entry.freeplay;
        self.arm_edge(flow.order, EDGE * scale + passed);
        if self.creeping {
            self.drop_cancelled(entry, spring, flow);
        }
    }

    /// As [`Guards::arm`], of the edge of a gap: a massless body may come to rest there, ever slower, so that
    /// its values above 0 are what they are. What was taken together with something earlier is there in a moment.
    fn arm_edge(&mut self, order: usize, round_off: f64) {
        let [value, rate, ..] = self.polynomial;
        let early = rate.max(0.0) * self.together;
        if !(self.creeping && value > 0.0) {
            self.arm(round_off.max(if value < 0.0 { early } else { 0.0 }));
        }
        self.arm_turned(order);
    }

    /// At the edge of a gap the velocity of a massless body may be nothing but the round-off of forces that balance.
    fn arm_creep(
        &mut self,
        numbers: &Numbers,
        entry: &SpringNumbers,
        flow: &mut Flow,
        state: &State,
    ) {
        if self.creeping && self.polynomial[0] == 0.0 && self.polynomial[1] < 0.0 {
            self.note_round_off(numbers, flow, state);
            self.arm_rate(flow.deflection_round_off(entry));
        }
    }

    /// Drops coefficients of a push that are no more than the round-off of its elastic and its viscous
    /// part: among massless bodies these may cancel at all times.
    fn drop_cancelled(&mut self, entry: &SpringNumbers, spring: usize, flow: &Flow) {
        for k in 0..=flow.order {
            let beyond = if k == 0 { entry.freeplay } else { 0.0 };
            let elastic = entry.stiffness * (flow.deflection.at(k, spring).abs() - beyond);
            let viscous = entry.damping * entry.row.apply(flow.velocity.row(k));
            if self.polynomial[k].abs() <= EDGE * (elastic.abs() + viscous.abs()) {
                self.polynomial[k] = 0.0;
            }
        }
    }
}

impl SpringNumbers {
    /// What a guard counts in by which a spring comes to another mode: deflections in half gaps, pushes in those at twice the
    /// half gap.
    pub fn guard_unit(&self, mode: SpringMode, next: SpringMode) -> f64 {
        let lifted = mode == SpringMode::Lifted;
        let pushes = next == SpringMode::Lifted || lifted && next != SpringMode::Gap;
        let push = self.stiffness.abs() * self.freeplay + self.damping;
        if pushes { push } else { self.freeplay }
    }
}
