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
        let Some(gap) = entry.gap.filter(|gap| gap.iter().any(|edge| edge.is_finite())) else {
            return;
        };
        let e = flow.deflection.at(0, spring);
        let (edge, nearer) = entry.nearest_edge(e);
        let pushing = if mode.acts() { mode } else { nearer };
        match mode {
            SpringMode::Bilateral => {}
            SpringMode::Gap => {
                let within = (e - edge).abs() * if entry.is_beyond(e) { -1.0 } else { 1.0 };
                let start = within - self.edge_round_off(entry, edge, flow);
                if self.stays(start, spring) {
                    return;
                }
                let sides = [(gap[1], SpringMode::Right), (gap[0], SpringMode::Left)];
                for (_, side) in sides.into_iter().filter(|(edge, _)| edge.is_finite()) {
                    self.reach(entry, (spring, side), flow, -1.0);
                    self.arm_creep(numbers, entry, flow, state);
                    self.consider(flow.order + 1, Transition::Spring(spring, side));
                }
            }
            SpringMode::Lifted => {
                self.reach(entry, (spring, pushing), flow, 1.0);
                self.arm_creep(numbers, entry, flow, state);
                let gap = Transition::Spring(spring, SpringMode::Gap);
                self.consider(flow.order + 1, gap);
                self.push(entry, (spring, pushing), flow, -1.0);
                let push = Transition::Spring(spring, pushing);
                self.consider(flow.order, push);
            }
            _ if entry.damping > 0.0 => {
                self.push(entry, (spring, pushing), flow, 1.0);
                let lift = Transition::Spring(spring, SpringMode::Lifted);
                self.consider(flow.order, lift);
            }
            _ => {
                self.reach(entry, (spring, pushing), flow, 1.0);
                self.arm_creep(numbers, entry, flow, state);
                let gap = Transition::Spring(spring, SpringMode::Gap);
                self.consider(flow.order + 1, gap);
            }
        }
    }

    /// `sign` times how far the deflection is beyond the edge of the gap on a side.
    fn reach(
        &mut self,
        entry: &SpringNumbers,
        (spring, side): (usize, SpringMode),
        flow: &Flow,
        sign: f64,
    ) {
        let (order, edge) = (flow.order + 1, entry.edge(side));
        flow.deflection.copy(spring, order, &mut self.polynomial);
        self.polynomial[0] -= edge;
        let sign = sign * outwards(side);
        self.polynomial[..=order].iter_mut().for_each(|c| *c *= sign);
        self.arm_edge(order, self.edge_round_off(entry, edge, flow));
    }

    /// Round-off of how far a spring is from an edge of its gap.
    fn edge_round_off(&self, entry: &SpringNumbers, edge: f64, flow: &Flow) -> f64 {
        let (mut scale, mut passed) = (edge.abs(), 0.0);
        for (body, q) in entry.row.terms() {
            scale += (q * flow.position.at(0, body)).abs();
            passed += (q * flow.velocity.at(0, body)).abs() * self.rounded;
        }
        EDGE * scale + passed
    }

    /// `sign` times the force k(e − edge) + d·ė that the spring would push with on a side.
    fn push(
        &mut self,
        entry: &SpringNumbers,
        (spring, side): (usize, SpringMode),
        flow: &Flow,
        sign: f64,
    ) {
        let edge = entry.edge(side);
        let (mut scale, mut passed) = ((entry.stiffness * edge).abs(), 0.0);
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
            let beyond = flow.deflection.at(k, spring) - if k == 0 { edge } else { 0.0 };
            let (elastic, viscous) = (entry.stiffness * beyond, entry.damping * rate);
            self.polynomial[k] = sign * outwards(side) * (elastic + viscous);
            if self.creeping && is_cancelled(elastic, viscous) {
                self.polynomial[k] = 0.0;
            }
        }
        self.arm_edge(flow.order, EDGE * scale + passed);
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
}

/// True if a coefficient of a push is no more than the round-off of its elastic and its viscous part: among massless bodies
/// these may cancel at all times.
fn is_cancelled(elastic: f64, viscous: f64) -> bool {
    (elastic + viscous).abs() <= EDGE * (elastic.abs() + viscous.abs())
}

/// Sign of the deflections that go deeper on a side.
fn outwards(side: SpringMode) -> f64 {
    if side == SpringMode::Left { -1.0 } else { 1.0 }
}

impl SpringNumbers {
    /// Unit of a guard by which a spring comes to another mode: deflections in half gaps, or 1 m or rad if that is less;
    /// pushes in those at that way beyond an edge, and at 1 m/s or rad/s.
    pub fn guard_unit(&self, mode: SpringMode, next: SpringMode) -> f64 {
        let way = self.gap.map_or(1.0, |[lower, upper]| (0.5 * (upper - lower)).min(1.0));
        let lifted = mode == SpringMode::Lifted;
        let pushes = next == SpringMode::Lifted || lifted && next != SpringMode::Gap;
        if pushes { self.stiffness.abs() * way + self.damping } else { way }
    }
}
