//! Contacts: their numbers, and what their laws and loads make of them at an instant.

mod bristle;
pub mod change;
pub mod decisions;
pub mod defect;
pub mod effects;
mod follower;
pub mod friction;
pub mod given;
mod limits;
pub mod load;
pub mod modes;
pub mod nominal;
pub mod output;
pub mod rolling;
pub mod slip;
pub mod states;
pub mod step;
pub mod variation;
mod window;
mod within;

pub(in crate::dynamics) use window::hold::hold_what_yields;
pub(in crate::dynamics) use window::take_edges;

use std::sync::Arc;

use crate::dynamics::elements::formula::Pressed;
use crate::dynamics::prescribed::Prescribed;
use crate::dynamics::state::states;
use crate::dynamics::tolerances::AT_REST;
use crate::dynamics::{ContactMode, State};
use crate::gauss::Row;
use crate::laws::{
    Argument, Conditions, Direction, Errors, Law, LawError, LawShape, Limits, MOST_STATES, Sense,
};

/// Behaviour of a contact beside the friction that its law gives, one file each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Behaviour {
    /// Stuck at w = 0 and slipping elsewhere ([`slip`]).
    #[default]
    Plain,
    /// Possibly stuck at slip velocities other than 0 ([`window`]).
    Window,
    /// A bristle holds it where slip ends ([`bristle`]).
    Bristle,
    /// Its law is one of the slip ratio: it sticks where both ends rest, and rolls elsewhere ([`rolling`]).
    Rolling,
}

/// Form of the force that a contact applies along a step in its mode.
pub(in crate::dynamics) enum ForceTerms {
    /// No force, or the one that equilibrium requires.
    None,
    /// A constant dry part in a direction, and a viscous one.
    Constant(Direction),
    /// Force that its law gives, evaluated order by order.
    Bent,
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
    /// Behaviour beside the friction that its law gives.
    behaviour: Behaviour,
    /// Values from which the law was made.
    law_values: Vec<f64>,
    /// True if the law holds anything at w = 0 under any load; None: that depends on more than the law.
    holds: Option<bool>,
    /// Normal load, 0 for a negative one, or 1 for laws whose numbers are forces; N, or N·m at a radius.
    pub load: f64,
    /// Direction in which the contact would leave its window, at whose edge it is held.
    edge: Option<Direction>,
    /// Bound relaxation: amount by which a load that is 0 but for round-off may be greater; 0 for any other load.
    pub load_slack: f64,
    /// Speed of the faster end for laws of the slip ratio, m/s; 0 at rest.
    speed: f64,
    /// Factor from normal force to load: the radius in m at which friction makes a torque, else 1.
    pub radius: f64,
    /// The load as given, without what a spring adds.
    pub base_load: f64,
    /// Unit in which a load that varies is measured ([`crate::network::Contact::load_unit`]); 0 for one that does not.
    pub load_unit: f64,
    /// A load up to this is none.
    pub faint_load: f64,
    /// Source of the load if it changes within a step: a spring or a formula has part in it, or it is a ramp.
    pub load_from: Option<LoadData>,
    /// Value of a load by formula where it was last evaluated.
    pub pressed: Pressed,
    pub surface: Prescribed,
    pub applied_force: f64,
    /// Its derivative.
    pub applied_rate: f64,
    /// Slope of friction through w = 0 where a contact between prescribed motions alternates, N·s/m or N·m·s/rad; 0: none.
    pub line: f64,
    /// Own part of the friction force of order 1, made by changes of its parameters; 0 except in a variation.
    pub drift: f64,
    /// Static and kinetic friction at w = 0 per load where states of the law make them, else 1: limits count that often.
    coefficients: [Limits; 2],
    /// The states of which these were made, where they depend on nothing else that moves.
    made_of: Option<[f64; MOST_STATES]>,
    /// Index of the first branch of its law's decisions by what moves, among those of formulas; and memory to evaluate these.
    pub first_piece: usize,
    work: Vec<f64>,
    /// Error of the first of the coefficients, due to errors of the time and positions.
    pub coefficient_error: Limits,
}

impl ContactData {
    /// Returns the same contact between bodies with other indices; it takes no new parameters or inputs.
    pub fn between(&self, row: Row) -> Self {
        let law = Arc::clone(&self.law);
        Self { row, law, law_values: Vec::new(), work: Vec::new(), ..*self }
    }

    /// True if bodies touch at all; without normal load there is no friction and no viscous part.
    pub fn is_loaded(&self) -> bool {
        self.load > 0.0
    }

    /// Returns a load, 0 for one that is none.
    pub fn without_hysteresis(&self, load: f64) -> f64 {
        if load > self.faint_load { load } else { 0.0 }
    }

    /// Returns the load and the speed that the law reads.
    pub fn conditions(&self) -> Conditions {
        Conditions { load: self.load, speed: self.speed }
    }

    /// True if the contact holds slip in some direction whatever force that takes.
    pub fn is_unlimited(&self) -> bool {
        self.law.kind().holds_without_limit()
    }

    /// True if it does in a direction.
    pub fn holds_always(&self, direction: Direction) -> bool {
        self.law.kind().is_unlimited(direction)
    }

    /// True if it allows no slip at all.
    pub fn is_rigid(&self) -> bool {
        self.law.kind().is_rigid()
    }

    /// True if it does in one direction alone, and gives way in the other.
    pub fn is_one_way(&self) -> bool {
        self.is_unlimited() && !self.is_rigid()
    }

    /// True if friction continues without a step where w passes through 0: no resolution decides anything there, and the
    /// mode says in which direction the contact last slipped by more than round-off.
    pub fn is_continuous(&self) -> bool {
        let steps = matches!(self.behaviour, Behaviour::Rolling | Behaviour::Bristle);
        !self.kinematic && !steps && !self.can_stick()
    }

    /// True if a host that integrates receives the instant at which it comes to another branch of its law than this one:
    /// friction makes a step there, or a state arrives.
    pub fn tells_pieces(&self, piece: usize) -> bool {
        self.starts(piece) || self.evolves()
    }

    /// Returns the sum of the magnitudes of the velocities that make the slip velocity, the time τ after the inputs were given.
    pub fn velocity_scale(&self, velocity: &[f64], tau: f64) -> f64 {
        self.row.magnitude(velocity) + self.surface.velocity_at(tau).abs()
    }

    /// True if the limits of the law follow one of its states.
    fn varies(&self) -> bool {
        self.law.evolves() && !self.law.kind().is_bristle()
    }

    /// True if new forces and loads decide its mode by nothing but its limits and the velocity that it has.
    pub fn is_plain(&self) -> bool {
        !(self.sticks_in_motion() || self.is_unlimited() || self.looks())
    }

    /// True if its friction is a function of the slip velocity alone, with a step where that passes through 0 or none at all.
    pub fn is_of_slip(&self) -> bool {
        let plain = self.is_plain() && self.behaviour == Behaviour::Plain;
        plain && !(self.evolves() || self.law.is_regularised())
    }

    /// Returns |dF/dw| at a slip velocity.
    pub fn steepness(&self, slip: f64) -> f64 {
        if self.law.is_constant() {
            return self.viscous();
        }
        self.law.slope(slip, self.conditions()).abs()
    }

    /// True if its law sees where its ends are, or the time, or decides by what moves.
    fn looks(&self) -> bool {
        let kind = self.law.kind();
        !kind.seen().is_empty() || kind.decisions() > 0
    }

    /// True if it holds what is clearly within its limits.
    pub fn holds_plainly(&self) -> bool {
        !(self.sticks_in_motion() || self.is_one_way() || self.is_barely_loaded())
    }

    /// Returns the form of its force in a mode.
    pub fn exertion(&self, mode: ContactMode) -> ForceTerms {
        if self.evolves() {
            return ForceTerms::Bent;
        }
        let is_constant = !self.varies_by_slip() && self.load_from.is_none();
        match mode.direction().filter(|_| self.is_loaded()) {
            Some(direction) if is_constant => ForceTerms::Constant(direction),
            None if !(mode == ContactMode::Stuck && self.kinematic) => ForceTerms::None,
            _ => ForceTerms::Bent,
        }
    }

    /// True if friction is neither constant nor a multiple of the load.
    pub fn varies_by_slip(&self) -> bool {
        !self.law.is_constant() || self.law.kind().argument() == Argument::Load
    }

    /// True if a bristle is attached where slip ends.
    pub fn attaches(&self) -> bool {
        self.behaviour == Behaviour::Bristle
    }

    /// True if its law has internal states, or sees where its ends are, or the time.
    pub fn evolves(&self) -> bool {
        self.law.evolves()
    }

    /// Returns the force per slip velocity that does not scale with the load.
    pub fn viscous(&self) -> f64 {
        self.law.viscous()
    }

    /// True if states of its law are error-controlled, since nothing ensures that it always gives friction.
    pub fn is_error_controlled(&self) -> bool {
        self.law.is_watched()
    }

    /// Updates the coefficients of friction that its law makes of states; true if it makes any.
    pub fn take_coefficients(&mut self, contact: usize, state: &State) -> bool {
        if !self.varies() {
            return false;
        }
        let states = states(&state.internal, contact);
        if self.made_of == Some(states) {
            return true;
        }
        let there = self.law_arguments(&state.position, &state.velocity, state.time);
        let pieces = &state.force_piece[self.slots()];
        let made = self.law.coefficients(states, &there, pieces, &mut self.work);
        if let Some([holds, slowest]) = made {
            self.coefficients = [
                Limits::both(|side| holds.of(side).max(slowest.of(side)).max(0.0)),
                Limits::both(|side| slowest.of(side).max(0.0)),
            ];
            // States are what they are; how well they were found is not for here.
            let errors = Errors { there: self.law_argument_errors(&there), ..Errors::default() };
            self.coefficient_error = self.law.holding_error(states, &there, &errors);
            self.made_of = (!self.looks()).then_some(states);
        }
        made.is_some()
    }

    /// Resets the coefficients of friction, unless its law makes them of states.
    pub fn reset_coefficients(&mut self) {
        if !self.varies() {
            self.coefficients = [Limits::both(|_| 1.0); 2];
            self.coefficient_error = Limits::both(|_| 0.0);
        }
    }

    /// True if its law was made of these values.
    pub fn has_law(&self, values: &[f64]) -> bool {
        self.law_values == values
    }

    /// Takes new values of the law, if they are new.
    pub fn take_law(&mut self, shape: &LawShape, values: &[f64]) -> Result<(), LawError> {
        // A law may have no numbers at all.
        if self.law_values == values && *self.law.kind() == shape.kind {
            return Ok(());
        }
        self.law_values.clear();
        self.made_of = None;
        Arc::make_mut(&mut self.law).update(shape, values)?;
        self.law_values.extend_from_slice(values);
        self.behaviour = match self.law.kind() {
            _ if self.law.window() > 0.0 => Behaviour::Window,
            kind if kind.attaches() => Behaviour::Bristle,
            kind if kind.argument() == Argument::SlipRatio => Behaviour::Rolling,
            _ => Behaviour::Plain,
        };
        let alone = self.law.kind().argument() == Argument::Slip
            && !(self.law.evolves() || self.behaviour == Behaviour::Window);
        let at = Conditions { load: 1.0, speed: 0.0 };
        self.holds = alone.then(|| self.resolvable(self.law.static_limits(at)).hold());
        Ok(())
    }

    /// Returns the slip velocity in a state, and true if it is 0 but for round-off.
    pub fn slip_now(&self, state: &State) -> (f64, bool) {
        let (slip, scale) = self.slip(state);
        (slip, slip.abs() <= AT_REST * scale)
    }

    /// True if it slips as its mode says, and no resolution finds more of it.
    pub fn clearly_slips(&self, mode: ContactMode, state: &State) -> bool {
        let (slip, at_rest) = self.slip_now(state);
        !at_rest && mode == ContactMode::of_slip(slip) && !self.rolls()
    }

    /// Returns the slip velocity in a state, and the sum of its terms' magnitudes.
    pub fn slip(&self, state: &State) -> (f64, f64) {
        let surface = self.surface.velocity_at(state.tau());
        let scale = self.velocity_scale(&state.velocity, state.tau());
        (self.row.apply(&state.velocity) - surface, scale)
    }

    /// Returns the contact phase that its law sees in a mode.
    pub fn contact_phase(&self, mode: ContactMode) -> Sense {
        match mode {
            _ if !self.is_loaded() => Sense::Free,
            ContactMode::Forward => Sense::Slip(Direction::Forward),
            ContactMode::Backward => Sense::Slip(Direction::Backward),
            ContactMode::Stuck => Sense::Rest,
            ContactMode::Free => Sense::Free,
        }
    }

    /// True if a bristle holds the contact where it is attached, so that w need not be 0.
    pub fn is_attached(&self, mode: ContactMode) -> bool {
        mode == ContactMode::Stuck && self.behaviour == Behaviour::Bristle
    }

    /// True if friction held it at w = 0 that can be tried again with other velocities: neither a window nor a tyre.
    pub fn holds_at_rest(&self, mode: ContactMode) -> bool {
        self.is_held(mode)
            && self.can_stick()
            && !(self.kinematic || self.sticks_in_motion() || self.rolls())
    }

    /// True if w is held at exactly 0.
    pub fn is_held(&self, mode: ContactMode) -> bool {
        mode == ContactMode::Stuck && self.behaviour != Behaviour::Bristle
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
