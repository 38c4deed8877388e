//! Time stepping after Moreau and Jean: steps of a given size, each of the same cost, that need not find
//! transitions.
//!
//! One step from t to t + h, with θ = ½, velocities v and v⁺ = v + Δv at its ends and slips w, w⁺:
//!
//! ```text
//!   M Δv = h f(t + h/2) − h Σ_s B_sᵀ F_s − Σ_c B_cᵀ p_c,    z⁺ = z + h v̄,  v̄ = (1 − θ) v + θ v⁺
//!   p_c ∈ h C_c w_c⁺ + h F_c Sgn(w_c⁺)                         impulse of a contact
//!   F_s = (U(e⁺) − U(e))/(e⁺ − e) + d B v̄,   e⁺ = e + h B v̄   force of a spring
//! ```
//! (J. J. Moreau, "Unilateral contact and dry friction in finite freedom dynamics", 1988; M. Jean, "The
//! non-smooth contact dynamics method", Comput. Methods Appl. Mech. Engrg. 177, 1999; V. Acary and
//! B. Brogliato, "Numerical Methods for Nonsmooth Dynamical Systems", 2008, ch. 10.) Forces of springs are discrete
//! gradients ([`crate::dynamics::elements::spring::step`]), those of linear springs k (e + e⁺)/2. Multiplied out these
//! are the conditions of Gauss's principle for 2 θ Δv, with masses M/(2 θ) and an edge of viscosity h²k/4 + hd/2 for each
//! spring: [`crate::gauss`] solves them, all contacts at once. Springs that are not linear are on tangents, which the
//! solution moves until they are right.
//!
//! Friction is implicit: a contact that comes to rest has w⁺ = 0 exactly and stays so. Springs neither add nor take elastic
//! energy, whatever the step is, and damping only takes. Hence with w̄ = (1 − θ) w + θ w⁺
//!
//! ```text
//!   Δ(kinetic + elastic energy) = work of the loads − Σ_c p_c w̄ − Σ_s h d (B v̄)² − (θ − ½) Δv M Δv
//! ```
//! to round-off. θ is 1 where p_c w̄ would be negative with ½ ([`ends`]), and where dampers bring bodies to rest within a step or
//! these have no mass, so that their velocities do not swing; there no term gives energy either.
//!
//! Smooth motions have errors of second order in h; a transition happens somewhere within a step and is reported at its end, an
//! error of first order.

mod assembly;
mod conclusion;
mod contacts;
mod ends;
mod extrapolation;
mod formulas;
mod plan;
mod rehearsal;
mod search;
mod size;
mod springs;
mod tangent;

pub(in crate::dynamics) use size::nominal;

use crate::dynamics::elements::spring::step::THETA;
use crate::dynamics::events::resolve::{ResolveError, Resolver};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::{ContactMode, State};
use crate::gauss::clusters::Clusters;
use crate::gauss::{Bounds, Contact, CoupledMass, Damper, Kernel, Slip, Solution};
use extrapolation::Extrapolation;
use formulas::{Course, Formulas};
use plan::Plan;
use tangent::Tangent;

/// Solutions of the kernel in one step, at most; few steps need more than six. After that springs take forces that are no
/// solution's but give no energy ([`Moreau::bound`]).
const MOST_PASSES: usize = 40;

/// Solutions at most in networks with forces by formula, of which nothing bounds the energy: a step that needs more is refused.
const MOST_WITH_FORMULAS: usize = 200;

/// Solutions after those in which hardening springs come to the ends of their ranges, at most: each time these are at least
/// doubled, and the springs four times as stiff.
const MOST_WIDENINGS: usize = 20;

/// State to which a step leads. Velocities at which contacts stick are those at its end.
#[derive(Clone, Debug, Default)]
struct Next {
    time: f64,
    position: Vec<f64>,
    velocity: Vec<f64>,
    dissipated: Vec<f64>,
    modes: Vec<ContactMode>,
    surface: Vec<f64>,
}

/// Workspace of the time stepping; no part of the state.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Moreau {
    plan: Plan,
    // Per body: position at the middle, mean velocity and that at the end of the step if v stayed; 2 θ Δv, the unknowns of the
    // kernel, and Δv; impulse of all forces that do not depend on Δv.
    middle: Vec<f64>,
    mean: Vec<f64>,
    velocity: Vec<f64>,
    solved: Vec<f64>,
    change: Vec<f64>,
    impulse: Vec<f64>,
    /// Per spring of the plan that is bent: its tangent, and the range of deflections for which it must hold.
    tangents: Vec<Tangent>,
    ranges: Vec<f64>,
    // Per body of unknown motion: the unknowns at which the tangents are, and their changes to the solution; along these the
    // part of the slope that masses and edges make at the start and by the share of the way, and per contact its slip and
    // by how much that changes.
    base: Vec<f64>,
    way: Vec<f64>,
    even: (f64, f64),
    place: Vec<f64>,
    slips: Vec<(f64, f64)>,
    /// Per body of unknown motion: the weight of the end, 2 θ; per group, what is lost by it, and for what refused energy.
    weight: Vec<f64>,
    losses: Vec<[f64; 2]>,
    /// Per contact: its mean friction force.
    friction: Vec<f64>,
    // The kernel's problem, and what of it does not stay.
    kernel: Kernel,
    mass: Vec<f64>,
    coupled: Vec<CoupledMass>,
    load: Vec<f64>,
    edges: Vec<Damper>,
    contacts: Vec<Contact>,
    bounds: Vec<Bounds>,
    viscous: Vec<f64>,
    slopes: Vec<f64>,
    guess: Vec<Slip>,
    solution: Solution,
    /// True if the kernel has the network of the plan, and with what slopes, viscosities and weights.
    loaded: bool,
    of_slopes: Vec<f64>,
    of_viscous: Vec<f64>,
    of_weight: Vec<f64>,
    of_edges: Vec<Damper>,
    /// State at the end of the step.
    next: Next,
    /// Contacts that stick at the end of the step, their clusters, and for which numbers these are.
    stuck: Vec<bool>,
    clusters: Clusters,
    joined_for: u64,
    // Per body of unknown motion: its velocity; what stuck contacts must balance.
    motion: Vec<f64>,
    residual: Vec<f64>,
    /// Forces by formula, and how they converge.
    formulas: Formulas,
    extrapolation: Extrapolation,
    damped: Vec<f64>,
}

impl Moreau {
    pub fn resize(&mut self, system: &System) {
        let (bodies, unknown) = (system.bodies.len(), system.mass.len());
        let (contacts, springs) = (system.contacts.len(), system.springs.len());
        let Self { middle, mean, velocity, solved, change, impulse, next, .. } = self;
        for per_body in [middle, mean, velocity, solved, change, impulse] {
            per_body.resize(bodies, 0.0);
        }
        next.position.resize(bodies, 0.0);
        next.velocity.resize(bodies, 0.0);
        for per_contact in [&mut next.dissipated, &mut next.surface, &mut self.friction] {
            per_contact.resize(contacts, 0.0);
        }
        next.modes.resize(contacts, ContactMode::Free);
        self.ranges.resize(springs, 0.0);
        self.tangents.reserve_exact(springs);
        for per_unknown in [&mut self.base, &mut self.way, &mut self.place] {
            per_unknown.reserve_exact(unknown);
        }
        self.losses.reserve_exact(unknown);
        self.slips.reserve_exact(contacts);
        self.stuck.resize(contacts, false);
        self.motion.resize(unknown, 0.0);
        self.residual.resize(unknown, 0.0);
        self.plan.reserve(system);
        self.formulas.reserve(system);
        self.damped.reserve_exact(unknown);
        if !system.forces.is_empty() {
            self.extrapolation.resize(unknown);
        }
    }

    /// Finds the step of size h to `end`, which [`Moreau::exchange`] takes the state to. Its size is what both times mean
    /// ([`nominal`]): steps of one size are one problem.
    ///
    /// # Errors
    /// If a force is not finite, or from the kernel.
    pub fn find(
        &mut self,
        system: &System,
        (expansion, resolver): (&mut Expansion, &mut Resolver),
        state: &State,
        (end, h): (f64, f64),
    ) -> Result<(), ResolveError> {
        if self.plan.update(system, state, h) {
            self.loaded = false;
            self.formulas.list_pairs(system);
        }
        let tau = end - state.origin;
        self.predict(system, state, tau, h);
        self.open_contacts(system, expansion, state, (tau, h));
        self.open_springs(system, state, h);
        self.touch_formulas(system, expansion, state, h);
        self.extrapolation.open();
        let by_formula = !system.forces.is_empty();
        for _ in 0..if by_formula { MOST_WITH_FORMULAS } else { MOST_PASSES } {
            self.solve(system, state, h)?;
            let settled = self.have_converged(system, h);
            if !(settled && self.formulas_have_converged(system, expansion, state, h)) {
                self.go_on(system, expansion, state, h);
            } else if self.revise_limits() || {
                self.take_end(system, (expansion, resolver), state, (end, h));
                self.weigh_ends(system, h)
            } {
                self.extrapolation.open();
                self.move_tangents(system, 1.0, h);
            } else {
                return self.check_formulas(system);
            }
            self.touch_formulas(system, expansion, state, h);
            self.guess.copy_from_slice(&self.solution.slip);
        }
        if by_formula {
            self.check_formulas(system)?;
            return Err(self.unsettled(system));
        }
        self.bound(system, state, h)?;
        self.take_end(system, (expansion, resolver), state, (end, h));
        Ok(())
    }

    /// Takes the tangents from where they are to where they may be those of the step.
    fn go_on(&mut self, system: &System, expansion: &mut Expansion, state: &State, h: f64) {
        let Self { extrapolation, base, solution, mass, .. } = self;
        let leads =
            !system.forces.is_empty() && extrapolation.lead(base, &solution.acceleration, mass);
        let share = if leads { 0.0 } else { self.search(system, expansion, state, h) };
        self.move_tangents(system, share, h);
    }

    /// Makes one solution of the kernel, with the springs on their tangents.
    fn solve(&mut self, system: &System, state: &State, h: f64) -> Result<(), ResolveError> {
        self.assemble(system, state, h)?;
        self.load_network(system)?;
        let Self { kernel, load, bounds, guess, solution, .. } = &mut *self;
        let solved = kernel.solve_loaded(load, bounds, guess, solution);
        solved.map_err(|error| self.refusal(system, error))?;
        let unknowns = self.solution.acceleration.iter().zip(&self.weight);
        for (&body, (solved, weight)) in system.body_of.iter().zip(unknowns) {
            (self.solved[body], self.change[body]) = (*solved, solved / weight);
        }
        Ok(())
    }

    /// Bounds a step in which no tangents converge, or no limits: with forces of springs that give no energy whatever comes of
    /// them, and the end alone for all bodies, with which contacts give none. An error of the order of the method, and
    /// never more energy.
    fn bound(&mut self, system: &System, state: &State, h: f64) -> Result<(), ResolveError> {
        self.weigh_all_ends(system);
        self.bound_springs(system, h);
        for _ in 0..=MOST_WIDENINGS {
            self.solve(system, state, h)?;
            if !self.relax_ranges(system, h) {
                break;
            }
        }
        Ok(())
    }

    /// Takes the formulas on their tangents where those of the springs are.
    fn touch_formulas(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        h: f64,
    ) {
        if !system.forces.is_empty() {
            let Self { formulas, middle, mean, base, .. } = self;
            formulas.touch(system, expansion, &Course { state, middle, mean, h }, base);
        }
    }

    /// True if all forces by formula of the solution are those that the formulas make.
    fn formulas_have_converged(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        h: f64,
    ) -> bool {
        let Self { formulas, middle, mean, solution, .. } = self;
        let course = Course { state, middle, mean, h };
        system.forces.is_empty()
            || formulas.have_converged(system, expansion, &course, &solution.acceleration)
    }

    /// # Errors
    /// [`ResolveError::Unsettled`] with a body that formulas drive harder than all else resists within a step.
    fn check_formulas(&mut self, system: &System) -> Result<(), ResolveError> {
        if system.forces.is_empty() {
            return Ok(());
        }
        let Self { damped, mass, edges, contacts, formulas, .. } = self;
        damped.clone_from(mass);
        let edges = edges.iter().map(|edge| (edge.row, edge.viscous));
        for (row, viscous) in edges.chain(contacts.iter().map(|one| (one.row, one.viscous))) {
            row.terms().for_each(|(body, q)| damped[body] += viscous * q * q);
        }
        let accelerated = formulas.accelerated(damped).map(|body| system.body_of[body]);
        accelerated.map_or(Ok(()), |body| Err(ResolveError::Unsettled { body }))
    }

    /// Returns the error of a step in which no tangents of formulas converge, with the body whose force is off most.
    fn unsettled(&self, system: &System) -> ResolveError {
        let ways = self.solution.acceleration.iter().zip(&self.base).zip(&self.mass);
        let work = ways.map(|((to, from), mass)| mass * (to - from) * (to - from));
        let worst = work.enumerate().max_by(|one, other| one.1.total_cmp(&other.1));
        ResolveError::Unsettled { body: worst.map_or(0, |(body, _)| system.body_of[body]) }
    }

    /// Predicts positions and velocities: of free bodies by their velocities, of known ones by their motion.
    fn predict(&mut self, system: &System, state: &State, tau: f64, h: f64) {
        self.velocity.copy_from_slice(&state.velocity);
        self.mean.copy_from_slice(&state.velocity);
        let motion = state.position.iter().zip(&state.velocity);
        for (middle, (z, v)) in self.middle.iter_mut().zip(motion) {
            *middle = z + THETA * h * v;
        }
        for &body in &self.plan.known {
            if let BodyData::Known(motion) = &system.bodies[body] {
                let ahead = motion.position_at(tau);
                self.middle[body] = (1.0 - THETA) * state.position[body] + THETA * ahead;
                self.velocity[body] = motion.velocity_at(tau);
                self.mean[body] =
                    (1.0 - THETA) * state.velocity[body] + THETA * self.velocity[body];
            }
        }
        self.solved.fill(0.0);
        self.change.fill(0.0);
    }
}
