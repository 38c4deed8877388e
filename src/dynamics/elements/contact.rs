//! Contacts: their numbers, and what their laws and loads make of them at an instant.

mod behaviour;
mod behaviours;
pub mod change;
pub mod decisions;
pub mod defect;
pub mod effects;
mod follower;
pub mod friction;
pub mod given;
mod kinematics;
mod law;
mod limits;
pub mod load;
pub mod modes;
pub mod nominal;
pub mod output;
mod properties;
pub mod slip;
pub mod states;
pub mod step;
pub mod variation;

pub(in crate::dynamics) use behaviours::window::hold::hold_what_yields;
pub(in crate::dynamics) use behaviours::window::take_edges;

use crate::dynamics::bounded::Bounded;
use std::fmt::Debug;
use std::sync::Arc;

use behaviour::{Applied, SlipBranch, SlipTerm, Traits};
use change::Change;

use crate::dynamics::elements::formula::FormulaLoad;
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::prescribed::Prescribed;
use crate::dynamics::series::Series;
use crate::dynamics::{ContactMode, ContactState, State};
use crate::gauss::Row;
use crate::laws::{
    Argument, Conditions, Direction, Law, LawSeries, LimitWork, Limits, MOST_STATES,
};

/// Expansion of the motion of a contact, of which its behaviour makes guards.
struct Expanded<'s> {
    entry: &'s ContactData,
    own: ContactState,
    slip: &'s Series,
    velocity: &'s Series,
    /// Order of forces; velocities have one more.
    order: usize,
    tau: f64,
    /// Branch of its law, and true if the first end is the faster one.
    branch: usize,
    first_leads: bool,
}

/// Behaviour of a contact beside the friction that its law gives, one file each: data in, data out. What most contacts do is
/// the default: stuck at w = 0 and slipping elsewhere ([`slip`]).
///
/// Guards see slip and velocities ([`Expanded`]), not the load. Limits are asked for without the state of the contact: a side of a
/// threshold is kept in [`ContactData`], as the edge of a window is. Impacts, and sets that hold without limit, know the law alone,
/// and so does whether the contact can stick.
trait Behaviour: Debug + Sync {
    /// True if a contact with this law has it.
    fn is_of(&self, law: &Law) -> bool;

    /// Returns its properties; limits, guards and forces of its own are asked for where these say that it has them.
    fn traits(&self) -> Traits;

    /// Returns the limits of friction, of those that the law gives.
    fn limits(&self, _entry: &ContactData, limits: Limits, _at: Conditions) -> Limits {
        limits
    }

    /// Returns the speed that its law reads, m/s; its state is given where the mode goes on.
    fn speed(&self, _entry: &ContactData, _state: &State, _own: Option<&ContactState>) -> f64 {
        0.0
    }

    /// Returns the branch of its law where an expansion starts; `present` gives it for one that is held.
    fn start_branch(&self, own: &ContactState, present: &dyn Fn(usize) -> usize) -> usize {
        present(if own.leading_zeros() > 0 { 0 } else { own.branch() })
    }

    /// Returns the branch of its law's formula on a branch of the law.
    fn formula_branch(&self, branch: usize) -> usize {
        branch
    }

    /// Returns the coefficient of friction of a term; of order 0 it chooses the branch.
    fn force_term(
        &self,
        entry: &ContactData,
        term: &SlipTerm,
        branch: SlipBranch,
        series: &mut LawSeries,
    ) -> f64 {
        entry.law.coefficient(term.direction, *branch.of_law, series, term.k)
    }

    /// Returns friction at a place, of its term of order 0 on the branch on which it is expanded.
    fn force(
        &self,
        entry: &ContactData,
        term: &SlipTerm,
        branch: SlipBranch,
        series: &mut LawSeries,
    ) -> f64 {
        self.force_term(entry, term, branch, series)
    }

    /// True if its own guards take the place of that at w = 0.
    fn replaces_passage(&self, _at: &Expanded) -> bool {
        false
    }

    /// Hands in its own guards; true if branches of the law end as they do without a behaviour.
    fn guards(&self, _guards: &mut GuardSet, _contact: usize, _at: &Expanded) -> bool {
        true
    }

    /// Applies a change that is its own to the state of a contact of this slip velocity.
    fn apply(
        &self,
        _entry: &ContactData,
        _change: Change,
        _own: &mut ContactState,
        _slip: &dyn Fn() -> Bounded,
    ) -> Applied {
        Applied::Enters
    }

    /// Returns the slip velocity at which it may stick, of that which it has with the sum of its terms, and true if it is near.
    fn sticking_slip(
        &self,
        _entry: &ContactData,
        _own: &ContactState,
        (slip, _scale): (f64, f64),
        _goes_on: bool,
    ) -> (f64, bool) {
        (slip, false)
    }

    /// Takes the branch of its law where no transition leads to it; `held`: slip velocity at which it sticks.
    fn classify(&self, _entry: &ContactData, _own: &mut ContactState, _held: Option<f64>) {}

    /// True if friction of both ends is no polynomial on a branch of its law.
    fn is_nonlinear(&self, _branch: usize) -> bool {
        true
    }

    /// True if slip, with the velocity of the leading end, is no longer on the branch that it is expanded on.
    fn has_left(&self, _slip: f64, _leading: f64) -> bool {
        false
    }

    /// True if a host that integrates receives the instant at which it comes to another branch than this one.
    fn reports_branch(&self, _branch: usize) -> bool {
        false
    }

    /// Returns the nominal value of the slip velocity, and of guards that are its own, of that of its row.
    fn guard_units(&self, slip: f64) -> [f64; 2] {
        [slip, 1.0]
    }

    /// True if friction is viscous within a step of the time stepping.
    fn is_viscous_in_step(&self, _entry: &ContactData) -> bool {
        false
    }

    /// Returns the reason why the time stepping does not move a contact of this name, if it does not.
    fn refuses_steps(&self, _name: &str) -> Option<String> {
        None
    }
}

/// Contact that has no behaviour of its own.
#[derive(Debug)]
struct Plain;

impl Behaviour for Plain {
    fn is_of(&self, _: &Law) -> bool {
        true
    }

    fn traits(&self) -> Traits {
        Traits::default()
    }
}

/// Behaviour of a contact ([`behaviours`]).
#[derive(Clone, Copy, Debug)]
struct Chosen(&'static dyn Behaviour);

impl Default for Chosen {
    fn default() -> Self {
        Self(&Plain)
    }
}

/// Form of the force that a contact applies along a step in its mode.
pub(in crate::dynamics) enum ForceTerms {
    /// No force, or the one that equilibrium requires.
    None,
    /// A constant dry part in a direction, and a viscous one.
    Constant(Direction),
    /// Force that its law gives, evaluated order by order.
    Nonlinear,
}

#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct ContactData {
    /// Row over bodies (known and unknown).
    pub row: Row,
    /// True if no end has unknown motion.
    pub kinematic: bool,
    /// True if the second end stands still: the ground.
    pub grounded: bool,
    law: Arc<Law>,
    /// True if inputs give parameters of its law.
    pub law_is_given: bool,
    /// Behaviour beside the friction that its law gives, and what the rest of the dynamics asks of it.
    behaviour: Chosen,
    has: Traits,
    /// Values from which the law was made.
    law_values: Vec<f64>,
    /// True if the law holds anything at w = 0 under any load; None: that depends on more than the law.
    holds: Option<bool>,
    /// Static and kinetic limits at w = 0 per load, of a law whose limits nothing but the load changes.
    per_load: Option<[Limits; 2]>,
    /// Normal load, 0 for a negative one, or 1 for laws whose numbers are forces; N, or N·m at a radius.
    pub load: f64,
    /// Direction in which the contact would leave its window, at whose edge it is held.
    edge: Option<Direction>,
    /// Bound relaxation: amount by which a load that is 0 but for round-off may be greater; 0 for any other load.
    pub load_relaxation: f64,
    /// Speed of the faster end for laws of the slip ratio, m/s; 0 at rest.
    speed: f64,
    /// Factor from normal force to load: the radius in m at which friction makes a torque, else 1.
    pub radius: f64,
    /// The load as given, without what a spring adds.
    pub base_load: f64,
    /// Unit in which a load that varies is measured ([`crate::network::Contact::load_unit`]); 0 for one that does not.
    pub load_unit: f64,
    /// A load up to this is none.
    pub vanishing_load: f64,
    /// Source of the load if it changes within a step: a spring or a formula has part in it, or it is a ramp.
    pub load_from: Option<LoadData>,
    /// Value of a load by formula where it was last evaluated.
    pub formula_load: FormulaLoad,
    /// Its value here on the branches before an event.
    pub formula_load_before: f64,
    pub surface: Prescribed,
    pub applied_force: f64,
    /// Its derivative.
    pub applied_rate: f64,
    /// Slope of friction through w = 0 where a contact between prescribed motions alternates, N·s/m or N·m·s/rad; 0: none.
    pub line: f64,
    /// Own part of the friction force of order 1, made by changes of its parameters; 0 except in a variation.
    pub own_change: f64,
    /// Changes of the static limits of a stuck contact; 0 except in a variation.
    pub limit_changes: Limits,
    /// Static and kinetic friction at w = 0 per load where states of the law make them, else 1: limits count that often.
    coefficients: [Limits; 2],
    /// The states of which these were made, where they depend on nothing else that moves.
    made_of: Option<[f64; MOST_STATES]>,
    /// Index of the first branch of its law's decisions by what moves, among those of formulas; and memory to evaluate these.
    pub first_branch: usize,
    work: Option<Box<LimitWork>>,
    /// Error of the first of the coefficients, due to errors of the time and positions.
    pub coefficient_error: Limits,
}

impl ContactData {
    /// Returns the same contact between bodies with other indices; it takes no new parameters or inputs.
    pub fn between(&self, row: Row) -> Self {
        let law = Arc::clone(&self.law);
        Self { row, law, law_values: Vec::new(), work: None, ..*self }
    }

    /// True if friction continues without a step where w passes through 0: no resolution decides anything there, and the
    /// mode says in which direction the contact last slipped by more than round-off.
    pub fn is_continuous(&self) -> bool {
        !self.kinematic && !self.has.steps && !self.can_stick()
    }

    /// True if a host that integrates receives the instant at which it comes to another branch of its law than this one:
    /// friction makes a step there, or a state arrives.
    pub fn reports_branch(&self, branch: usize) -> bool {
        self.behaviour.0.reports_branch(branch) || self.evolves()
    }

    /// True if new forces and loads decide its mode by nothing but its limits and the velocity that it has.
    pub fn is_plain(&self) -> bool {
        !(self.sticks_in_motion() || self.is_unlimited() || self.sees_motion())
    }

    /// True if its friction is a function of the slip velocity alone, with a step where that passes through 0 or none at all.
    pub fn is_of_slip(&self) -> bool {
        self.is_plain() && !(self.has.steps || self.evolves() || self.law.is_regularised())
    }

    /// True if its law sees where its ends are, or the time, or decides by what moves.
    fn sees_motion(&self) -> bool {
        let kind = self.law.kind();
        !kind.seen().is_empty() || kind.decisions() > 0
    }

    /// True if it holds what is clearly within its limits.
    pub fn holds_plainly(&self) -> bool {
        let is_other = || self.sticks_in_motion() || self.is_one_way();
        !(self.has_vanishing_load() || !self.limits_follow_load() && is_other())
    }

    /// True if nothing but the load changes its limits: a law without states, which holds at rest alone, and not without limit.
    fn limits_follow_load(&self) -> bool {
        self.per_load.is_some()
    }

    /// True if it may stay in its mode, as far as neither its force nor its slip velocity decides.
    #[inline]
    pub fn may_stay(&self, mode: ContactMode) -> bool {
        let is_of_load = || self.limits_follow_load() || !self.evolves();
        match mode {
            ContactMode::Free => !self.is_loaded(),
            ContactMode::Stuck => self.can_stick() && self.holds_plainly() && is_of_load(),
            ContactMode::Forward | ContactMode::Backward => self.is_loaded(),
        }
    }

    /// Returns the form of its force in a mode.
    pub fn force_terms_in(&self, mode: ContactMode) -> ForceTerms {
        if self.evolves() {
            return ForceTerms::Nonlinear;
        }
        let is_constant = !self.varies_by_slip() && self.load_from.is_none();
        match mode.direction().filter(|_| self.is_loaded()) {
            Some(direction) if is_constant => ForceTerms::Constant(direction),
            None if !(mode == ContactMode::Stuck && self.kinematic) => ForceTerms::None,
            _ => ForceTerms::Nonlinear,
        }
    }

    /// True if friction is neither constant nor a multiple of the load.
    pub fn varies_by_slip(&self) -> bool {
        !self.law.is_constant() || self.law.kind().argument() == Argument::Load
    }

    /// True if states of its law are error-controlled, since nothing ensures that it always gives friction.
    pub fn is_error_controlled(&self) -> bool {
        self.law.is_watched()
    }
}

/// `N = base + rate·τ + factor·F`, τ from the present time on
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct LoadData {
    pub base: f64,
    /// Derivative of a load that is a ramp.
    pub rate: f64,
    pub source: Option<LoadMaker>,
    pub factor: f64,
    /// Contact that has the load.
    pub contact: usize,
}

/// Element that makes a force which is a normal load, or part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum LoadMaker {
    Spring(usize),
    /// An action of forces by formula.
    Formula(usize),
}
