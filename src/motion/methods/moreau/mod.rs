//! Time stepping after Moreau and Jean: steps of a given size, each of the same cost, that need not find
//! transitions.
//!
//! One step from t to t + h, with θ = ½, velocities v and v⁺ = v + Δv at its ends and slips w, w⁺:
//!
//! ```text
//!   M Δv = h f(t + θh) − h Σ_s B_sᵀ F_s − Σ_c B_cᵀ p_c,    z⁺ = z + h ((1 − θ) v + θ v⁺)
//!   p_c ∈ h C_c w_c⁺ + h F_c Sgn(w_c⁺)                       impulse of a contact
//!   F_s = k e_θ + d ė⁺,   e_θ = e + θh (ė + θ B_s Δv)        force of a spring
//! ```
//! (J. J. Moreau, "Unilateral contact and dry friction in finite freedom dynamics", 1988; M. Jean, "The
//! non-smooth contact dynamics method", Comput. Methods Appl. Mech. Engrg. 177, 1999; V. Acary and
//! B. Brogliato, "Numerical Methods for Nonsmooth Dynamical Systems", 2008, ch. 10.) Multiplied out these
//! are the conditions of Gauss's principle for Δv, with an edge of viscosity h²θ²k + hd for each spring:
//! [`crate::gauss`] solves them, all contacts at once.
//!
//! Friction is implicit: a contact that comes to rest has w⁺ = 0 exactly and stays so. Springs are taken
//! at the middle: θ = ½ neither adds nor takes elastic energy, and is the least θ that is stable for any
//! step (V. Acary, "Energy conservation and dissipation properties of time-integration methods for
//! nonsmooth elastodynamics with contact", ZAMM 96, 2016). Hence with w_θ = (w + w⁺)/2
//!
//! ```text
//!   Δ(kinetic + elastic energy) = work of the loads − Σ_c p_c w_θ − Σ_s h d ė⁺ ė_θ
//! ```
//! to round-off for linear springs, and p_c w_θ is what a contact dissipates. Damping is implicit, like
//! friction, so that bodies without mass do not ring.
//!
//! The error is of first order in h: a transition happens somewhere within a step and is told at its end.

mod assembly;
mod conclusion;
mod contacts;
mod plan;
mod rehearsal;
mod size;

pub(in crate::motion) use size::nominal;

use crate::gauss::clusters::Clusters;
use crate::gauss::{Bounds, Contact, Damper, Kernel, KernelError, Slip, Solution};
use crate::motion::elements::spring::step::THETA;
use crate::motion::events::resolve::ResolveError;
use crate::motion::flow::Flow;
use crate::motion::numbers::{BodyNumbers, Numbers};
use crate::motion::{ContactMode, SpringMode, State};
use plan::Plan;

/// Solutions of the kernel in one step, at most; few steps need more than three. After that the forces
/// of the last solution stand: a contact that was just released may then feel its static limit for a
/// step, an error of the order of the method.
const MOST_PASSES: usize = 10;

/// Solutions after which no spring changes its branch any more: damping makes the force of a spring
/// jump at the edge of its gap, so that none of its branches may be consistent.
const SPRING_PASSES: usize = 4;

/// What a step makes of the state. Velocities at which contacts stick are those at its end.
#[derive(Clone, Debug, Default)]
struct Next {
    time: f64,
    position: Vec<f64>,
    velocity: Vec<f64>,
    dissipated: Vec<f64>,
    contact_mode: Vec<ContactMode>,
    surface: Vec<f64>,
}

/// Workspace of the time stepping; no part of the state.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Moreau {
    plan: Plan,
    // Per body: position at the middle and velocity at the end of the step if v stayed; Δv; impulse of all forces that do
    // not depend on Δv.
    middle: Vec<f64>,
    velocity: Vec<f64>,
    change: Vec<f64>,
    impulse: Vec<f64>,
    /// Per spring: the piece of its characteristic that the step takes.
    branch: Vec<SpringMode>,
    /// Per contact: its mean friction force.
    friction: Vec<f64>,
    // The kernel's problem, and what of it does not stay.
    kernel: Kernel,
    mass: Vec<f64>,
    load: Vec<f64>,
    edges: Vec<Damper>,
    contacts: Vec<Contact>,
    bounds: Vec<Bounds>,
    viscous: Vec<f64>,
    slopes: Vec<f64>,
    guess: Vec<Slip>,
    solution: Solution,
    /// Whether the kernel has the network of the plan, and with what slopes and viscosities.
    loaded: bool,
    of_slopes: Vec<f64>,
    of_viscous: Vec<f64>,
    /// What the state is to become.
    next: Next,
    /// Contacts that stick at the end of the step, their clusters, and for which numbers these are.
    stuck: Vec<bool>,
    clusters: Clusters,
    joined_for: u64,
    // Per body of unknown motion: its velocity; what stuck contacts must balance.
    motion: Vec<f64>,
    residual: Vec<f64>,
    /// Pieces of formulas at the middle of the step.
    pieces: Vec<usize>,
}

impl Moreau {
    pub fn resize(&mut self, numbers: &Numbers) {
        let (bodies, unknown) = (numbers.bodies.len(), numbers.mass.len());
        let (contacts, springs) = (numbers.contacts.len(), numbers.springs.len());
        let Self { middle, velocity, change, impulse, next, .. } = self;
        for per_body in [middle, velocity, change, impulse] {
            per_body.resize(bodies, 0.0);
        }
        next.position.resize(bodies, 0.0);
        next.velocity.resize(bodies, 0.0);
        for per_contact in [&mut next.dissipated, &mut next.surface, &mut self.friction] {
            per_contact.resize(contacts, 0.0);
        }
        next.contact_mode.resize(contacts, ContactMode::Free);
        self.branch.resize(springs, SpringMode::Gap);
        self.stuck.resize(contacts, false);
        self.motion.resize(unknown, 0.0);
        self.residual.resize(unknown, 0.0);
        self.plan.reserve(numbers);
    }

    /// Finds the step of size h to `end`, which [`Moreau::exchange`] takes the state to. Its size is what both times mean
    /// ([`nominal`]): steps of one size are one problem.
    ///
    /// # Errors
    /// If a force is not finite, or from the kernel.
    pub fn find(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &State,
        (end, h): (f64, f64),
    ) -> Result<(), ResolveError> {
        self.loaded &= !self.plan.update(numbers, state, h);
        let tau = end - state.origin;
        self.predict(numbers, state, tau, h);
        self.choose_branches(numbers, h);
        self.open_contacts(numbers, state, tau, h);
        let mut forces = true;
        for pass in 1..=MOST_PASSES {
            if forces {
                self.assemble(numbers, flow, state, h)?;
                self.load_network(numbers)?;
            }
            let Self { kernel, load, bounds, guess, solution, .. } = &mut *self;
            let solved = kernel.solve_loaded(load, bounds, guess, solution);
            solved.map_err(|error| self.refusal(numbers, error))?;
            for (unknown, &body) in numbers.body_of.iter().enumerate() {
                self.change[body] = self.solution.acceleration[unknown];
            }
            forces = pass <= SPRING_PASSES && self.choose_branches(numbers, h);
            if !self.revise_limits() && !forces {
                break;
            }
            self.guess.copy_from_slice(&self.solution.slip);
        }
        Ok(())
    }

    fn refusal(&self, numbers: &Numbers, error: KernelError) -> ResolveError {
        match error {
            KernelError::Singular { body } => {
                ResolveError::Unresisted { body: numbers.body_of[body] }
            }
            error => ResolveError::of_kernel(error, &self.plan.index),
        }
    }

    /// Where free bodies are headed with their velocities, and where bodies of known motion are.
    fn predict(&mut self, numbers: &Numbers, state: &State, tau: f64, h: f64) {
        self.velocity.copy_from_slice(&state.velocity);
        let motion = state.position.iter().zip(&state.velocity);
        for (middle, (z, v)) in self.middle.iter_mut().zip(motion) {
            *middle = z + THETA * h * v;
        }
        for &body in &self.plan.known {
            if let BodyNumbers::Known(motion) = &numbers.bodies[body] {
                let ahead = motion.position_at(tau);
                self.middle[body] = (1.0 - THETA) * state.position[body] + THETA * ahead;
                self.velocity[body] = motion.velocity_at(tau);
            }
        }
        self.change.fill(0.0);
    }

    /// Takes the branch of every spring at its deflection with the present Δv; whether one changed.
    fn choose_branches(&mut self, numbers: &Numbers, h: f64) -> bool {
        let mut any = false;
        for &spring in &self.plan.bent {
            let entry = &numbers.springs[spring];
            let branch = entry.only_mode().unwrap_or_else(|| {
                let change = entry.row.apply(&self.change);
                let middle = entry.deflection(&self.middle) + THETA * THETA * h * change;
                entry.mode_at(middle, entry.row.apply(&self.velocity) + change)
            });
            any |= branch != self.branch[spring];
            self.branch[spring] = branch;
        }
        any
    }
}
