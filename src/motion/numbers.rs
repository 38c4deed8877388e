//! The numbers of a network for one set of parameter and input values: masses, rows, laws, loads and
//! prescribed motions by index, so that the flow never looks a parameter up.

mod elements;
mod load;
mod update;

pub(super) use elements::{DamperNumbers, SourceNumbers, SpringNumbers};
pub(super) use load::{LoadMaker, LoadNumbers};

use super::State;
use super::forces::{ForceNumbers, Look, Pressed};
use super::prescribed::Prescribed;
use super::state::{GREATEST, states};
use crate::gauss::Row;
use crate::laws::{Argument, Conditions, Direction, Law, LawError, LawShape, Limits};
use crate::projections::Luz;

/// Under a load above this one, N, limits are numbers whose product with it is not 0.
const LIGHTEST: f64 = 1e-200;

/// What moves a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum BodyNumbers {
    /// Index among the bodies with unknown motion.
    Free {
        unknown: usize,
    },
    Known(Prescribed),
}

#[derive(Clone, Debug, Default)]
pub(super) struct ContactNumbers {
    /// Row over bodies (known and unknown).
    pub row: Row,
    /// Whether no end has unknown motion.
    pub kinematic: bool,
    /// Whether the second end stands still: the ground.
    pub grounded: bool,
    pub law: Law,
    /// What the law was made of.
    law_values: Vec<f64>,
    /// Whether the law holds anything at w = 0 under any load; None: that depends on more than the law.
    holds: Option<bool>,
    /// Normal load, 0 for a negative one, or 1 for laws whose numbers are forces; N, or N·m at a radius.
    pub load: f64,
    /// Direction in which the contact would leave its window, at whose edge it is held.
    pub edge: Option<Direction>,
    /// By how much a load that is 0 but for round-off may be greater; 0 of any other load.
    pub load_slack: f64,
    /// Of laws of the slip ratio: speed of the faster end, 0 at rest.
    pub speed: f64,
    /// What turns a normal force into the load: the radius in m at which friction makes a torque, else 1.
    pub radius: f64,
    /// The load as given, without what a spring adds.
    pub base_load: f64,
    /// What a load that varies is measured in ([`crate::network::Contact::load_unit`]); 0 of one that does not.
    pub load_unit: f64,
    /// A load up to this is none.
    pub faint_load: f64,
    /// Where the load comes from, if it changes within a step: a spring or a formula has part in it, or it is a ramp.
    pub load_from: Option<LoadNumbers>,
    /// Of a load by formula: what that makes where it was looked at last.
    pub pressed: Pressed,
    pub surface: Prescribed,
    pub applied_force: f64,
    /// Its derivative.
    pub applied_rate: f64,
    /// What its own numbers add to the friction force of order 1; 0 but in a variation.
    pub drift: f64,
    /// Static and kinetic friction at w = 0 per load where states of the law make them, else 1: the load counts that often.
    coefficients: [f64; 2],
}

impl ContactNumbers {
    /// Whether bodies touch at all; without normal load there is no friction and no viscous part.
    pub fn is_loaded(&self) -> bool {
        self.load > 0.0
    }

    /// A load, 0 for one that is none.
    pub fn without_faint(&self, load: f64) -> f64 {
        if load > self.faint_load { load } else { 0.0 }
    }

    pub fn static_limits(&self) -> Limits {
        self.static_limits_under(self.load)
    }

    /// Static limits under another load than the present one.
    pub fn static_limits_under(&self, load: f64) -> Limits {
        self.static_limits_of(load * self.coefficients[0])
    }

    /// Whether the static limit changes while the contact is stuck, by states of its law.
    pub fn limit_moves(&self) -> bool {
        self.law.kind().limit_moves()
    }

    /// Whether it may change within a step, by the load or by states.
    pub fn limit_varies(&self) -> bool {
        self.load_from.is_some() || self.limit_moves()
    }

    /// Static limits under what [`Flow::holding_load`](super::flow::Flow::holding_load) tells.
    pub fn static_limits_held(&self, load: f64) -> Limits {
        match self.limit_moves() {
            true => self.static_limits_of(load),
            false => self.static_limits_under(load),
        }
    }

    /// Static limits under a load that counts as often as states say.
    pub fn static_limits_of(&self, load: f64) -> Limits {
        let at = Conditions { load, ..self.conditions() };
        self.resolvable(self.at_edge(self.law.static_limits(at), at))
    }

    /// What the law sees of the contact.
    pub fn conditions(&self) -> Conditions {
        Conditions { load: self.load * self.coefficients[1], speed: self.speed }
    }

    /// Limits that no force which is resolved exceeds hold everything; those that there are not are infinite.
    fn resolvable(&self, limits: Limits) -> Limits {
        let finite = |direction| match self.law.kind().is_unlimited(direction) {
            true => f64::INFINITY,
            false => limits.of(direction).min(GREATEST),
        };
        Limits { forward: finite(Direction::Forward), backward: finite(Direction::Backward) }
    }

    /// The greater static limit, of those that there are; with a law of the slip ratio at rest, which no slip exceeds.
    pub fn greatest_limit(&self) -> f64 {
        let at = Conditions { load: self.load * self.coefficients[0], speed: 0.0 };
        self.resolvable(self.law.static_limits(at)).greatest()
    }

    /// Whether the contact holds slip in some direction whatever force that takes.
    pub fn is_unlimited(&self) -> bool {
        self.law.kind().holds_without_limit()
    }

    /// Whether it does in one direction alone, and gives way in the other.
    pub fn is_one_way(&self) -> bool {
        self.is_unlimited() && !self.law.kind().is_rigid()
    }

    pub fn kinetic_limits(&self) -> Limits {
        let at = self.conditions();
        self.resolvable(self.at_edge(self.law.kinetic_limits(at), at))
    }

    /// Whether the contact can hold anything: without any dry friction it is never stuck.
    pub fn can_stick(&self) -> bool {
        match self.holds {
            Some(holds) if self.load > LIGHTEST => holds,
            _ => self.is_loaded() && self.static_limits().hold(),
        }
    }

    /// Whether friction goes on without a step where w passes through 0: no resolution decides anything there, and the
    /// mode says in which direction the contact last slipped by more than round-off.
    pub fn is_continuous(&self) -> bool {
        !self.kinematic && !self.is_tyre() && !self.law.kind().attaches() && !self.can_stick()
    }

    /// Magnitude of the dry friction of the slowest slip in a direction.
    pub fn kinetic(&self, direction: Direction) -> f64 {
        self.kinetic_limits().of(direction)
    }

    /// Magnitudes of the dry friction at a slip speed.
    pub fn limits_at(&self, speed: f64) -> Limits {
        self.resolvable(self.law.dry_limits(speed, self.conditions()))
    }

    /// Friction force against a slip velocity w in a direction, or w = 0 at its start.
    pub fn sliding(&self, direction: Direction, slip: f64) -> f64 {
        let dry = direction.sign() * self.limits_at(slip.abs()).of(direction);
        dry + self.law.viscous() * slip
    }

    /// F(w)/w of a law without stiction; at w = 0 the slope there.
    pub fn secant(&self, slip: f64) -> f64 {
        let at = self.conditions();
        if slip == 0.0 { self.law.slope(0.0, at) } else { self.law.force(slip, at) / slip }
    }

    /// Rate at which the limits grow by the slowest slip, for the second state of the law.
    pub fn climb(&self, second: f64) -> f64 {
        self.load * self.law.climb() * second
    }

    /// Sum of the magnitudes of the velocities that make the slip velocity, the time τ after the inputs were given.
    pub fn velocity_scale(&self, velocity: &[f64], tau: f64) -> f64 {
        let terms: f64 = self.row.terms().map(|(body, q)| (q * velocity[body]).abs()).sum();
        terms + self.surface.velocity_at(tau).abs()
    }

    /// Whether the limits of the law follow one of its states.
    fn varies(&self) -> bool {
        self.law.has_states() && !self.law.kind().is_bristle()
    }

    /// Whether friction is neither constant nor a multiple of the load.
    pub fn varies_by_slip(&self) -> bool {
        !self.law.is_constant() || self.law.kind().argument() == Argument::Load
    }

    /// Whether its law was made of these values.
    fn has_law(&self, values: &[f64]) -> bool {
        self.law_values == values
    }

    /// Takes new values of the law, if they are new.
    fn take_law(&mut self, shape: &LawShape, values: &[f64]) -> Result<(), LawError> {
        // A law may have no numbers at all.
        if self.law_values == values && *self.law.kind() == shape.kind {
            return Ok(());
        }
        self.law_values.clear();
        self.law.update(shape, values)?;
        self.law_values.extend_from_slice(values);
        let alone = self.law.kind().argument() == Argument::Slip
            && !(self.law.has_states() || self.is_windowed());
        let at = Conditions { load: 1.0, speed: 0.0 };
        self.holds = alone.then(|| self.resolvable(self.law.static_limits(at)).hold());
        Ok(())
    }

    /// Force held between ends of prescribed motion while stuck, the time τ after the inputs were given:
    /// the applied one within the limits.
    pub fn held(&self, tau: f64) -> f64 {
        let limits = self.static_limits();
        (self.applied_force + self.applied_rate * tau).clamp(-limits.backward, limits.forward)
    }

    /// Derivative of [`ContactNumbers::held`].
    pub fn held_rate(&self, tau: f64) -> f64 {
        let applied = self.applied_force + self.applied_rate * tau;
        if self.held(tau) == applied { self.applied_rate } else { 0.0 }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    /// Another one for each set of parameters, and of numbers of laws.
    pub stamp: u64,
    /// Whether they are those of a variation ([`super::variation`]).
    pub varies: bool,
    pub bodies: Vec<BodyNumbers>,
    /// Mass (0 of massless bodies) of each body with unknown motion, and which body it is.
    pub mass: Vec<f64>,
    pub body_of: Vec<usize>,
    /// Whether any of them has no mass.
    pub massless: bool,
    /// Constant and input force on each body when the inputs were given, and its derivative.
    pub force: Vec<f64>,
    pub force_rate: Vec<f64>,
    pub sources: Vec<SourceNumbers>,
    pub contacts: Vec<ContactNumbers>,
    /// Whether limits of any of them depend on the state: on a spring's force, or on a speed.
    pub coupled: bool,
    /// Whether any of them gives way in one direction alone.
    pub one_way: bool,
    /// Whether any of them has a law with internal states.
    stateful: bool,
    /// Whether all forces are linear in positions and velocities, and given motions apart in nothing else.
    pub linear: bool,
    /// Normal loads that vary are none up to this, in the units of [`crate::network::Contact::load_unit`].
    pub faint: f64,
    /// Whether inputs lead to what they are at the end of a step: accelerations, with which surface velocities
    /// would go on, have no part in it.
    pub aimed: bool,
    /// Whether the motion of any body is an input.
    pub guided: bool,
    /// Bodies and contacts of which something is given by inputs, or depends on what they were given; whether limits of
    /// others depend on the state.
    given_bodies: Vec<usize>,
    pub given_contacts: Vec<usize>,
    /// Whether motions that are given start anew in every communication step: all but those of bodies that stand still
    /// and of surfaces at a constant velocity.
    pub driven: bool,
    /// Rows of the contacts over bodies with unknown motion.
    pub rows: Vec<Row>,
    pub springs: Vec<SpringNumbers>,
    pub dampers: Vec<DamperNumbers>,
    pub forces: ForceNumbers,
    pub look: Look,
    law_values: Vec<f64>,
    /// Ratio and characteristic of each spring of a series.
    parts: Vec<(f64, Luz)>,
}

impl Numbers {
    /// Takes coefficients of friction that are states; whether there are any.
    pub fn take_coefficients(&mut self, internal: &[f64]) -> bool {
        let mut any = false;
        if !self.stateful {
            return any;
        }
        for (contact, entry) in self.contacts.iter_mut().enumerate() {
            if let Some([holds, slowest]) = entry.law.coefficients(states(internal, contact)) {
                entry.coefficients = [holds.max(slowest).max(0.0), slowest.max(0.0)];
                any = true;
            }
        }
        any
    }

    /// Whether states of a law must be looked at, since nobody has made sure that it always gives friction.
    pub fn watched(&self) -> bool {
        self.contacts.iter().any(|entry| entry.law.is_watched())
    }

    /// Positions and velocities of bodies of known motion, the time τ after the inputs were given.
    pub fn put_known_motions(&self, tau: f64, state: &mut State) {
        for (body, entry) in self.bodies.iter().enumerate() {
            if let BodyNumbers::Known(motion) = entry {
                state.position[body] = motion.position_at(tau);
                state.velocity[body] = motion.velocity_at(tau);
            }
        }
    }

    /// How fast any given velocity changes, of a body or a surface, the time τ after the inputs were given.
    pub fn fastest_change(&self, tau: f64) -> f64 {
        if !self.driven {
            return 0.0;
        }
        let bodies = self.bodies.iter().map(|body| match body {
            BodyNumbers::Known(motion) => motion.acceleration_at(tau).abs(),
            BodyNumbers::Free { .. } => 0.0,
        });
        let surfaces = self.contacts.iter().map(|entry| entry.surface.acceleration_at(tau).abs());
        bodies.chain(surfaces).fold(0.0, f64::max)
    }

    /// A row over bodies as a row over bodies with unknown motion.
    pub fn over_unknown(&self, row: &Row) -> Row {
        let unknown = |body: Option<usize>| match self.bodies[body?] {
            BodyNumbers::Free { unknown } => Some(unknown),
            BodyNumbers::Known(_) => None,
        };
        Row { i: unknown(row.i), q_i: row.q_i, j: unknown(row.j), q_j: row.q_j }
    }

    /// Velocity at which a contact would be at w = 0, as far as surface and known motions decide.
    pub fn surface_velocity(&self, contact: usize, tau: f64) -> f64 {
        let entry = &self.contacts[contact];
        let known = self.known_part(&entry.row, |motion| motion.velocity_at(tau));
        entry.surface.velocity_at(tau) - known
    }

    /// Whether a body with unknown motion at either end of a row has no mass.
    pub fn touches_massless(&self, row: &Row) -> bool {
        self.massless && row.terms().any(|(unknown, _)| self.mass[unknown] == 0.0)
    }

    /// See [`Numbers::linear`].
    fn is_linear(&self) -> bool {
        let contact = |entry: &ContactNumbers| !(entry.varies_by_slip() || entry.law.has_states());
        !self.massless
            && self.sources.is_empty()
            && self.forces.is_empty()
            && self.springs.iter().all(|spring| spring.cubic == 0.0)
            && self.contacts.iter().all(contact)
    }

    /// See [`Numbers::driven`].
    fn any_driven(&self) -> bool {
        let body =
            |body: &BodyNumbers| matches!(body, BodyNumbers::Known(motion) if !motion.is_still());
        let surface = |contact: &ContactNumbers| contact.surface.is_accelerated();
        self.bodies.iter().any(body) || self.contacts.iter().any(surface)
    }

    /// The part of a row's relative motion that its bodies of known motion contribute.
    pub fn known_part(&self, row: &Row, motion: impl Fn(&Prescribed) -> f64) -> f64 {
        let moved = |(body, q): (usize, f64)| match &self.bodies[body] {
            BodyNumbers::Known(known) => q * motion(known),
            BodyNumbers::Free { .. } => 0.0,
        };
        row.terms().map(moved).sum()
    }
}
