//! What friction does along a step: dissipated energy and mean force, integrated exactly from the
//! polynomials of the step.

use super::State;
use super::events::resolve::Resolver;
use super::flow::Flow;
use super::numbers::Numbers;

/// Nodes and weights of Gauss–Legendre quadrature on [−1, 1] with nine points, exact to degree 17, the
/// positive half (Abramowitz & Stegun, table 25.4). Forces of an indeterminate stuck set are piecewise
/// linear in its load, so that along a step they are no polynomial.
const GAUSS_LEGENDRE_9: [(f64, f64); 5] = [
    (0.0, 0.330_239_355_001_259_8),
    (0.324_253_423_403_808_9, 0.312_347_077_040_002_84),
    (0.613_371_432_700_590_4, 0.260_610_696_402_935_46),
    (0.836_031_107_326_635_8, 0.180_648_160_694_857_4),
    (0.968_160_239_507_626_1, 0.081_274_388_361_574_41),
];

/// How often a step is divided at most where forces that share a load come to their limits, and the smallest part of it that
/// is divided.
const DIVISIONS: usize = 64;
const SMALLEST: f64 = 1e-3;

/// How often a step may still be divided, and the least that is divided, s.
struct Divisions {
    left: usize,
    least: f64,
}

/// Takes impulses of the leg, N·s, and energies of contacts that are not on its polynomials.
pub(super) type Correction<'c> = &'c mut dyn FnMut(&mut [f64], &mut State);

/// What moves, and who tells how.
pub(super) struct Scene<'s> {
    pub numbers: &'s Numbers,
    pub flow: &'s mut Flow,
    pub resolver: &'s mut Resolver,
    pub state: &'s mut State,
}

/// Impulses of friction since the start of the communication step, those of a leg up to the present time, and buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    impulse: Vec<f64>,
    of_leg: Vec<f64>,
    /// Up to where, since the start of the leg, s.
    at: f64,
    lambda: Vec<f64>,
    residual: Vec<f64>,
    /// Impulses in a part of a step, and at which of their limits forces are there.
    sum: Vec<f64>,
    at_limit: Vec<i8>,
}

impl Work {
    pub fn resize(&mut self, contacts: usize, unknown: usize) {
        self.impulse.resize(contacts, 0.0);
        self.of_leg.resize(contacts, 0.0);
        self.lambda.resize(contacts, 0.0);
        self.sum.resize(contacts, 0.0);
        self.at_limit.resize(contacts, 0);
        self.residual.resize(unknown, 0.0);
    }

    /// Begins a communication step.
    pub fn begin(&mut self) {
        self.impulse.fill(0.0);
    }

    /// Begins a leg.
    pub fn begin_leg(&mut self) {
        self.of_leg.fill(0.0);
        self.at = 0.0;
    }

    /// Up to where on the leg impulses are known, s since its start.
    pub fn stands_at(&self) -> f64 {
        self.at
    }

    /// Adds what happens on the leg up to τ instead of what happened up to where it was: to impulses, and to energies,
    /// which are those at its start. Where not all is on the leg, `correct` takes what else has happened up to then.
    pub fn go_along(&mut self, scene: &mut Scene, tau: f64, correct: Correction) {
        let parts = self.impulse.iter_mut().zip(&self.of_leg);
        parts.for_each(|(impulse, before)| *impulse -= before);
        self.recall(scene, tau, correct);
        let parts = self.impulse.iter_mut().zip(&self.of_leg);
        parts.for_each(|(impulse, now)| *impulse += now);
    }

    /// The same where τ is where the leg was.
    pub fn recall(&mut self, scene: &mut Scene, tau: f64, correct: Correction) {
        self.at = tau;
        std::mem::swap(&mut self.impulse, &mut self.of_leg);
        self.impulse.fill(0.0);
        self.add(scene, tau);
        correct(&mut self.impulse, scene.state);
        std::mem::swap(&mut self.impulse, &mut self.of_leg);
    }

    /// What a contact has done since the start of the communication step, N·s.
    pub fn impulse(&self, contact: usize) -> f64 {
        self.impulse[contact]
    }

    /// The same since the start of the leg.
    pub fn of_leg(&self, contact: usize) -> f64 {
        self.of_leg[contact]
    }

    /// Adds an impulse of a contact.
    pub fn push(&mut self, contact: usize, impulse: f64) {
        self.impulse[contact] += impulse;
    }

    /// Notes the momenta of bodies that contacts are about to stop at once.
    pub fn note_momenta(&mut self, numbers: &Numbers, state: &State) {
        self.residual.fill(0.0);
        let velocity = |unknown: usize| state.velocity[numbers.body_of[unknown]];
        numbers.inertia().add_momenta(1.0, velocity, &mut self.residual);
    }

    /// Adds the impulses by which stuck contacts have changed the momenta since these were noted.
    pub fn add_stop(&mut self, scene: &mut Scene) {
        let Scene { numbers, state, .. } = scene;
        let velocity = |unknown: usize| state.velocity[numbers.body_of[unknown]];
        numbers.inertia().add_momenta(-1.0, velocity, &mut self.residual);
        self.add_distributed(scene, 1.0);
    }

    /// Writes mean forces over a communication step of the given duration; those of an empty step stay.
    pub fn means(&self, duration: f64, mean: &mut [f64]) {
        if duration <= 0.0 {
            return;
        }
        for (mean, impulse) in mean.iter_mut().zip(&self.impulse) {
            *mean = impulse / duration;
        }
    }

    /// Adds what happens in [0, τ] of the flow's step.
    fn add(&mut self, scene: &mut Scene, tau: f64) {
        let Scene { numbers, flow, state, .. } = scene;
        flow.friction.integrals(flow.order, tau, &mut self.lambda);
        for contact in 0..numbers.contacts.len() {
            let impulse = self.lambda[contact];
            self.impulse[contact] += impulse;
            let entry = &numbers.contacts[contact];
            state.dissipated[contact] += entry.dissipation(contact, flow, state, (impulse, tau));
        }
        self.add_stuck(scene, tau);
    }

    /// Adds what stuck contacts do in [0, τ] of what the flow says they must balance.
    pub fn add_stuck(&mut self, scene: &mut Scene, tau: f64) {
        let order = scene.flow.order;
        let (clusters, stuck, load) = scene.flow.holding_set();
        if !stuck.contains(&true) {
            return;
        }
        // Contacts share what is indeterminate by their limits.
        let mut entries = scene.numbers.contacts.iter().zip(stuck);
        let limits_move = entries.any(|(entry, stuck)| *stuck && entry.limit_varies());
        let is_constant = || load.rows(order)[load.row(0).len()..].iter().all(|c| *c == 0.0);
        if clusters.redundant().is_empty() || !limits_move && is_constant() {
            // Linear in the load, or constant: the impulse balances the impulse of the load.
            load.integrals(order, tau, &mut self.residual);
            self.residual.iter_mut().for_each(|residual| *residual /= tau);
            self.add_distributed(scene, tau);
            return;
        }
        let mut divisions = Divisions { left: DIVISIONS, least: SMALLEST * tau };
        self.add_shared(scene, (0.0, tau), limits_move, &mut divisions);
        if limits_move {
            scene.resolver.update(scene.numbers);
        }
    }

    /// The same in a part of the step. Forces that share a load are linear in it as long as the same ones are at their limits;
    /// where others come to theirs, the part is divided, as long as there are divisions left.
    fn add_shared(
        &mut self,
        scene: &mut Scene,
        (from, to): (f64, f64),
        limits_move: bool,
        divisions: &mut Divisions,
    ) {
        self.sum.fill(0.0);
        for (k, (node, weight)) in GAUSS_LEGENDRE_9.into_iter().enumerate() {
            for side in [1.0, -1.0] {
                let at = from + 0.5 * (to - from) * (1.0 + side * node);
                let Scene { numbers, flow, resolver, .. } = scene;
                let order = flow.order;
                flow.holding_set().2.all_values(order, at, &mut self.residual);
                if limits_move {
                    resolver.take_limits_at(numbers, flow, at);
                }
                self.lambda.fill(0.0);
                resolver.distribute(flow, &self.residual, &mut self.lambda);
                let first = k == 0 && side > 0.0;
                let same = resolver.note_limits(&self.lambda, &mut self.at_limit) || first;
                if !same && divisions.left > 0 && to - from > divisions.least {
                    divisions.left -= 1;
                    let middle = 0.5 * (from + to);
                    self.add_shared(scene, (from, middle), limits_move, divisions);
                    self.add_shared(scene, (middle, to), limits_move, divisions);
                    return;
                }
                let share = if node == 0.0 { 0.25 } else { 0.5 } * weight * (to - from);
                let sums = self.sum.iter_mut().zip(&self.lambda);
                sums.for_each(|(sum, lambda)| *sum += share * lambda);
            }
        }
        for (contact, sum) in self.sum.iter().enumerate() {
            self.impulse[contact] += sum;
            scene.state.dissipated[contact] += sum * scene.state.held_slip[contact];
        }
    }

    /// Adds `duration` times the forces that balance `self.residual`, and their work at slip velocities that
    /// windows keep.
    fn add_distributed(&mut self, scene: &mut Scene, duration: f64) {
        let Scene { flow, resolver, state, .. } = scene;
        self.lambda.fill(0.0);
        resolver.distribute(flow, &self.residual, &mut self.lambda);
        for (contact, lambda) in self.lambda.iter().enumerate() {
            self.impulse[contact] += duration * lambda;
            state.dissipated[contact] += duration * lambda * state.held_slip[contact];
        }
    }
}
