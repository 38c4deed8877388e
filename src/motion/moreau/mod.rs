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
mod springs;

use super::flow::Flow;
use super::modes::AT_REST;
use super::numbers::{BodyNumbers, Numbers};
use super::resolve::{ResolveError, Resolver};
use super::work::Work;
use super::{ContactMode, SpringMode, State};
use crate::gauss::{Contact, KernelError, Slip, Solution};

/// Weight of the end of a step in positions and in the deflections of springs.
const THETA: f64 = 0.5;

/// Solutions of the kernel in one step, at most; few steps need more than three. After that the forces
/// of the last solution stand: a contact that was just released may then feel its static limit for a
/// step, an error of the order of the method.
const MOST_PASSES: usize = 10;

/// Solutions after which no spring changes its branch any more: damping makes the force of a spring
/// jump at the edge of its gap, so that none of its branches may be consistent.
const SPRING_PASSES: usize = 4;

/// Which limit holds a contact within a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holding {
    /// It slips in this direction: F(w).
    Kinetic(ContactMode),
    /// It stood still, or passed through w = 0: the static limit.
    Static,
    /// It was held up to the static limit and slips all the same: F(0±).
    Released,
}

/// Workspace of the time stepping; no part of the state.
#[derive(Clone, Debug, Default)]
pub(super) struct Moreau {
    // Per body: position at the middle and velocity at the end of the step if v stayed; Δv; impulse of
    // all forces that do not depend on Δv.
    middle: Vec<f64>,
    velocity: Vec<f64>,
    change: Vec<f64>,
    impulse: Vec<f64>,
    /// Per spring: the piece of its characteristic that the step takes.
    branch: Vec<SpringMode>,
    // Per contact: slip at the start; B Δv at which w⁺ = 0; its limit; its impulse; w⁺.
    slip: Vec<f64>,
    offset: Vec<f64>,
    holding: Vec<Holding>,
    friction: Vec<f64>,
    end_slip: Vec<f64>,
    // The kernel's problem. Contacts come first, with their indices in the network, then edges.
    mass: Vec<f64>,
    load: Vec<f64>,
    edges: Vec<Contact>,
    index: Vec<usize>,
    guess: Vec<Slip>,
    solution: Solution,
    residual: Vec<f64>,
    /// Pieces of formulas at the middle of the step.
    pieces: Vec<usize>,
}

impl Moreau {
    pub fn resize(&mut self, bodies: usize, unknown: usize, contacts: usize, springs: usize) {
        for per_body in [&mut self.middle, &mut self.velocity, &mut self.change, &mut self.impulse]
        {
            per_body.resize(bodies, 0.0);
        }
        for per_contact in
            [&mut self.slip, &mut self.offset, &mut self.friction, &mut self.end_slip]
        {
            per_contact.resize(contacts, 0.0);
        }
        self.branch.resize(springs, SpringMode::Gap);
        self.holding.resize(contacts, Holding::Static);
        self.residual.resize(unknown, 0.0);
    }

    /// One step to `end`; the state is then that of `end`.
    ///
    /// # Errors
    /// If a force is not finite, or from the kernel.
    pub fn step(
        &mut self,
        numbers: &Numbers,
        (flow, resolver): (&mut Flow, &mut Resolver),
        work: &mut Work,
        state: &mut State,
        end: f64,
    ) -> Result<(), ResolveError> {
        let h = end - state.time;
        self.predict(numbers, state, end - state.origin, h);
        self.choose_branches(numbers, h);
        self.open_contacts(numbers, state, end - state.origin);
        for pass in 1..=MOST_PASSES {
            self.assemble(numbers, flow, state, h)?;
            self.guess(state, pass);
            let Self { mass, load, edges, guess, solution, .. } = &mut *self;
            let solved = resolver.kernel.solve_from(mass, load, edges, guess, solution);
            solved.map_err(|error| match error {
                KernelError::Singular { body } => {
                    ResolveError::Unresisted { body: numbers.body_of[body] }
                }
                error => ResolveError::of_kernel(error, &self.index),
            })?;
            for (unknown, &body) in numbers.body_of.iter().enumerate() {
                self.change[body] = self.solution.acceleration[unknown];
            }
            let springs = pass <= SPRING_PASSES && self.choose_branches(numbers, h);
            if !self.revise_limits() && !springs {
                break;
            }
        }
        self.conclude(numbers, (flow, resolver), work, state, end);
        Ok(())
    }

    /// Where free bodies are headed with their velocities, and where bodies of known motion are.
    fn predict(&mut self, numbers: &Numbers, state: &State, tau: f64, h: f64) {
        for (body, entry) in numbers.bodies.iter().enumerate() {
            let (z, v) = (state.position[body], state.velocity[body]);
            (self.middle[body], self.velocity[body]) = match entry {
                BodyNumbers::Free { .. } => (z + THETA * h * v, v),
                BodyNumbers::Known(motion) => {
                    let ahead = motion.position_at(tau);
                    ((1.0 - THETA) * z + THETA * ahead, motion.velocity_at(tau))
                }
            };
        }
        self.change.fill(0.0);
    }

    /// Slips at the start of the step, and the limits that the contacts begin with.
    fn open_contacts(&mut self, numbers: &Numbers, state: &State, tau: f64) {
        let begin = state.time - state.origin;
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let surface = |tau: f64| {
                let known = numbers.known_part(&entry.row, |motion| motion.velocity_at(tau));
                entry.surface.velocity_at(tau) - known
            };
            let (before, after) = (surface(begin), surface(tau));
            let mode = state.contact_mode[contact];
            // A stuck contact moves with its surface, without the round-off of its bodies.
            let terms = numbers.rows[contact].terms();
            let terms = terms.map(|(unknown, q)| q * state.velocity[numbers.body_of[unknown]]);
            let (moves, size) = match mode {
                ContactMode::Stuck if !entry.kinematic => (state.surface[contact], 0.0),
                _ => terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs())),
            };
            let slip = moves - before;
            self.slip[contact] = slip;
            self.offset[contact] = after - moves;
            let at_rest = slip.abs() <= AT_REST * (size + before.abs());
            self.holding[contact] = match mode {
                ContactMode::Stuck => Holding::Static,
                ContactMode::Free if at_rest => Holding::Static,
                _ if at_rest => Holding::Kinetic(mode),
                _ => Holding::Kinetic(ContactMode::of_slip(slip)),
            };
        }
    }

    /// What each contact did at the start of the step, or in the last pass: what it is likely to do.
    fn guess(&mut self, state: &State, pass: usize) {
        let known = if pass == 1 { 0 } else { self.index.len() };
        self.guess.clear();
        self.guess.extend_from_slice(&self.solution.slip[..known]);
        let modes = self.index[known..].iter().map(|&contact| match state.contact_mode[contact] {
            ContactMode::Forward => Slip::Forward,
            ContactMode::Backward => Slip::Backward,
            ContactMode::Stuck | ContactMode::Free => Slip::Stuck,
        });
        self.guess.extend(modes);
        // Springs and dampers never stick.
        self.guess.resize(self.edges.len(), Slip::Forward);
    }

    /// Limits that the solution contradicts. A contact that slips although its static limit held it loses
    /// that limit for this step; one that slips the other way than at the start has passed through w = 0,
    /// where the static limit may have stopped it. Each happens at most once to a contact.
    fn revise_limits(&mut self) -> bool {
        let mut any = false;
        for (k, &contact) in self.index.iter().enumerate() {
            let slip = self.solution.slip[k];
            let reversed = match self.holding[contact] {
                Holding::Kinetic(ContactMode::Forward) => slip == Slip::Backward,
                Holding::Kinetic(_) => slip == Slip::Forward,
                Holding::Static | Holding::Released => false,
            };
            if reversed {
                self.holding[contact] = Holding::Static;
                any = true;
            } else if self.holding[contact] == Holding::Static && slip != Slip::Stuck {
                self.holding[contact] = Holding::Released;
                any = true;
            }
        }
        any
    }
}
