//! The present state, taken from the polynomials of its segment: at once, or where it is read.

use super::Simulator;
use super::segment::{Segment, SegmentEnd, Target};
use crate::dynamics::State;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::partition::Instant;
use crate::dynamics::totals::{Correction, Scene, Totals};

impl Simulator {
    /// Takes the state from the polynomials of the segment.
    pub(super) fn go_along(&mut self, segment: &Segment, target: &Target) {
        if target.tau > 0.0 || self.dynamics.state.instants > 0 {
            if self.trajectory.has_segment() {
                self.dynamics.state.dissipated.copy_from_slice(&self.trajectory.start().dissipated);
            }
            self.take_totals(segment, target.tau, Totals::go_along);
        }
        self.take_motion(segment, target.time, target.tau);
        if let Some(end) = target.end {
            self.trajectory.end();
            if end == SegmentEnd::Horizon {
                self.dynamics.state.horizon_control.lengthen(segment.length);
            }
        }
        self.follow_loads();
    }

    /// Takes from the segment what has not been taken yet of the present state.
    pub(crate) fn evaluate_deferred(&mut self) {
        self.evaluate_deferred_state();
        self.evaluate_deferred_means();
    }

    /// Evaluates what was deferred but for mean forces.
    pub(super) fn evaluate_deferred_state(&mut self) {
        self.evaluate_deferred_totals();
        self.evaluate_deferred_motion();
    }

    /// True if nothing is deferred but mean forces.
    pub(crate) fn is_evaluated(&self) -> bool {
        self.trajectory.is_evaluated()
    }

    /// Evaluates what was deferred ([`Simulator::evaluate_deferred`]) of positions, velocities and internal states.
    pub(crate) fn evaluate_deferred_motion(&mut self) {
        if let Some(segment) = self.trajectory.take_deferred_motion() {
            let time = self.dynamics.state.time;
            self.take_motion(&segment, time, time - segment.from);
            self.follow_loads();
        }
    }

    /// Evaluates mean forces that were deferred.
    pub(crate) fn evaluate_deferred_means(&mut self) {
        self.evaluate_deferred_totals();
        let Dynamics { totals, resolver, state, .. } = &mut self.dynamics;
        totals.write_means(resolver, &mut state.mean_friction);
    }

    /// True if the evaluation of mean forces is deferred.
    pub(crate) fn means_wait(&self) -> bool {
        self.dynamics.totals.waits()
    }

    /// Evaluates energies that were deferred, and mean forces that are not shared among contacts.
    pub(crate) fn evaluate_deferred_totals(&mut self) {
        let Some((segment, begin)) = self.trajectory.take_deferred_totals() else { return };
        let (begun, now) = (begin - segment.from, self.dynamics.state.time - segment.from);
        self.dynamics.totals.begin();
        if self.dynamics.totals.stands_at() != begun {
            self.dynamics.totals.begin_segment();
            if begun > 0.0 {
                self.take_totals(&segment, begun, Totals::recall);
            }
        }
        self.dynamics.state.dissipated.copy_from_slice(&self.trajectory.start().dissipated);
        self.take_totals(&segment, now, Totals::go_along);
        // The same duration, to the last bit, as where nothing waited.
        self.dynamics
            .totals
            .end(self.dynamics.state.time - begin, &mut self.dynamics.state.mean_friction);
    }

    /// Takes impulses and energies up to τ from the polynomials of the segment: in going along it, or again where it has gone
    /// before.
    pub(super) fn take_totals(
        &mut self,
        segment: &Segment,
        tau: f64,
        take: fn(&mut Totals, &mut Scene, f64, Option<Correction>),
    ) {
        self.let_go(segment);
        let Self {
            partition,
            dynamics: Dynamics { system, expansion, resolver, totals, state, .. },
            ..
        } = self;
        let (is_partitioned, at) = (segment.partitioned, Instant { time: segment.from, rest: tau });
        let scene = &mut Scene { system, expansion, resolver, state };
        let correct = &mut |of_segment: &mut [f64], state: &mut State| {
            partition.correct(at, of_segment, state)
        };
        take(totals, scene, tau, is_partitioned.then_some(correct));
    }

    /// Takes what has passed to patches off the polynomials of the segment.
    fn let_go(&mut self, segment: &Segment) {
        let Self { partition, dynamics: Dynamics { system, expansion, .. }, .. } = self;
        if segment.partitioned {
            partition.let_go(system, expansion);
        }
    }

    /// Takes the motion at a time, τ after the start of the segment, from its polynomials.
    fn take_motion(&mut self, segment: &Segment, time: f64, tau: f64) {
        let Self { dynamics: Dynamics { system, expansion, state, .. }, .. } = self;
        let last = expansion.order + 1;
        state.stiffness_detection = segment.stiffness_detection;
        if tau > 0.0 {
            state.leave_instant();
            expansion.write_errors(tau, &mut state.velocity_error);
        }
        expansion.position.all_values(last, tau, &mut state.position);
        expansion.velocity.all_values(last, tau, &mut state.velocity);
        // No −0, which hosts would print.
        state.velocity.iter_mut().for_each(|velocity| *velocity += 0.0);
        expansion.internals.move_states(last, tau, &mut state.internal);
        state.time = time;
        let since = state.tau();
        if system.accelerated {
            system.put_known_motions(since, state);
            for (contact, own) in state.contacts.iter_mut().enumerate() {
                own.take_surface(system.surface_velocity(contact, since));
            }
        }
        // Bodies that move alone, or are held by what continues as it was, need nothing else.
        if !expansion.moves_by_bodies(system) {
            expansion.follow(system, since, &state.contacts, &mut state.velocity);
        }
        if segment.partitioned {
            let at = Instant { time: segment.from, rest: tau };
            self.partition.take_motion(at, self.trajectory.start().held_margin, state);
        }
        self.dynamics.refresh_loads();
    }
}
