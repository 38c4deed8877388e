//! Limits of friction at an instant: what it holds, and with what it resists slip.

use super::ContactData;
use crate::dynamics::State;
use crate::dynamics::state::{GREATEST, states};
use crate::dynamics::tolerances::LIGHTEST;
use crate::laws::{Conditions, Direction, Limits};

impl ContactData {
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

    /// True if the static limit changes while the contact is stuck, by states of its law.
    pub fn limit_moves(&self) -> bool {
        self.law.kind().limit_moves()
    }

    /// True if it then changes in each direction by itself, and does not scale with one load.
    pub fn limits_part(&self) -> bool {
        self.limit_moves() && self.law.kind().is_two_sided()
    }

    /// Directions whose limits change by themselves: one stands for both where these change alike.
    pub fn limit_sides(&self) -> &'static [Direction] {
        &Direction::BOTH[..if self.limits_part() { 2 } else { 1 }]
    }

    /// Returns `of` for the limit of each direction; it is evaluated once where both limits change alike.
    pub fn of_limits(&self, of: impl Fn(Direction) -> f64) -> Limits {
        let forward = of(Direction::Forward);
        let backward = if self.limits_part() { of(Direction::Backward) } else { forward };
        Limits { forward, backward }
    }

    /// True if it may change within a step, by the load or by states.
    pub fn limit_varies(&self) -> bool {
        self.load_from.is_some() || self.limit_moves()
    }

    /// Returns the slip velocity of a contact without limit where it does not allow that, beyond round-off; else 0. m/s or rad/s.
    pub fn violation(&self, state: &State) -> f64 {
        if self.kinematic {
            return 0.0;
        }
        let slip = self.given_slip(state).decided();
        let holds = |direction| self.holds_always(direction);
        let against =
            holds(Direction::Forward) && slip > 0.0 || holds(Direction::Backward) && slip < 0.0;
        if against { slip } else { 0.0 }
    }

    #[inline]
    pub fn static_limits(&self) -> Limits {
        self.static_limits_under(self.load)
    }

    /// Returns the static limits under another load than the present one.
    #[inline(always)]
    pub fn static_limits_under(&self, load: f64) -> Limits {
        match self.per_load {
            Some([per_load, _]) => under(load, per_load),
            None => self.static_limits_of_law(load),
        }
    }

    /// Returns the static limits of its law under a load, and what its behaviour leaves of them.
    fn static_limits_of_law(&self, load: f64) -> Limits {
        let at = Conditions { load, ..self.conditions() };
        let limits = self.law.static_limits(at).times(self.coefficients[0]);
        self.resolvable(self.own_limits(limits, at))
    }

    /// Returns the static limits under what
    /// [`holding_load`](super::load::holding_load) gives for each side.
    pub fn static_limits_held(&self, [forward, backward]: [f64; 2]) -> Limits {
        match self.limit_moves() {
            true => self.resolvable(Limits { forward, backward }),
            false => self.static_limits_under(forward),
        }
    }

    /// Returns the limits, of those of its law, that its behaviour leaves.
    fn own_limits(&self, limits: Limits, at: Conditions) -> Limits {
        match self.has.own_limits {
            true => self.behaviour.0.limits(self, limits, at),
            false => limits,
        }
    }

    /// Returns the limits, infinite where no force which is resolved exceeds them.
    pub(super) fn resolvable(&self, limits: Limits) -> Limits {
        Limits::both(|direction| match self.holds_always(direction) {
            true => f64::INFINITY,
            false => limits.of(direction).min(GREATEST),
        })
    }

    /// Returns the greater static limit, of those that there are; with a law of the slip ratio at rest, which no slip exceeds.
    pub fn greatest_limit(&self) -> f64 {
        if let Some([per_load, _]) = self.per_load {
            return under(self.load, per_load).greatest();
        }
        let at = Conditions::under(self.load);
        self.resolvable(self.law.static_limits(at).times(self.coefficients[0])).greatest()
    }

    /// Returns the greatest force with velocities of all bodies, before anything cancels, the time τ after the inputs were given.
    pub fn greatest_force(&self, velocity: &[f64], tau: f64) -> f64 {
        self.greatest_limit() + self.viscous() * self.velocity_scale(velocity, tau)
    }

    #[inline]
    pub fn kinetic_limits(&self) -> Limits {
        if let Some([_, per_load]) = self.per_load {
            return under(self.load, per_load);
        }
        let at = self.conditions();
        let limits = self.law.kinetic_limits(at).times(self.coefficients[1]);
        self.resolvable(self.own_limits(limits, at))
    }

    /// True if the contact can hold anything: without any dry friction it is never stuck.
    #[inline]
    pub fn can_stick(&self) -> bool {
        match self.holds {
            Some(holds) if self.load > LIGHTEST => holds,
            _ => self.is_loaded() && self.static_limits().hold(),
        }
    }

    /// Returns the magnitude of the dry friction of the slowest slip in a direction.
    pub fn kinetic(&self, direction: Direction) -> f64 {
        self.kinetic_limits().of(direction)
    }

    /// Returns the limits at a slip speed where the ends of the contact are in a state.
    pub fn limits_in(&self, (contact, state): (usize, &State), speed: f64) -> Limits {
        if !self.evolves() {
            let limits = self.law.dry_limits(speed, self.conditions());
            return self.resolvable(limits.times(self.coefficients[1]));
        }
        let there = self.law_arguments(&state.position, &state.velocity, state.time);
        let friction = self.law.friction_at(speed, states(&state.internal, contact), &there);
        self.resolvable(Limits::both(|side| self.load * friction.of(side).max(0.0)))
    }

    /// Returns the friction force against a slip velocity w in a direction, or w = 0 at its start, where its ends are in a state.
    pub fn sliding(&self, direction: Direction, at: (usize, &State), slip: f64) -> f64 {
        let dry = direction.sign() * self.limits_in(at, slip.abs()).of(direction);
        dry + self.law.viscous() * slip
    }

    /// Returns F(w)/w of a law without stiction where the ends of the contact are in a state, for slip that goes on forward, and
    /// backward: at w = 0 these are the slopes there.
    pub fn secants(&self, at: (usize, &State), slip: f64) -> [f64; 2] {
        let conditions = self.conditions();
        if slip == 0.0 {
            return [0.0, -f64::MIN_POSITIVE].map(|beside| match self.evolves() {
                false => self.law.slope(beside, conditions),
                true => self.slope_in(at, beside) + self.viscous(),
            });
        }
        if !self.evolves() {
            return [self.law.force(slip, conditions) / slip; 2];
        }
        let limits = self.limits_in(at, slip.abs());
        let dry = if slip < 0.0 { limits.backward } else { limits.forward };
        [dry / slip.abs() + self.viscous(); 2]
    }

    /// Returns |dF/dw| at a slip velocity.
    pub fn steepness(&self, slip: f64) -> f64 {
        if self.law.is_constant() {
            return self.viscous();
        }
        self.law.slope(slip, self.conditions()).abs()
    }

    /// Returns the slope of the dry friction of a law that evolves at a slip velocity.
    fn slope_in(&self, (contact, state): (usize, &State), slip: f64) -> f64 {
        let there = self.law_arguments(&state.position, &state.velocity, state.time);
        self.load * self.law.slope_at(slip, states(&state.internal, contact), &there)
    }

    /// Returns the force held between ends of prescribed motion while stuck, the time τ after the inputs were given:
    /// the applied one within the limits.
    pub fn held(&self, tau: f64) -> f64 {
        let limits = self.static_limits();
        (self.applied_force + self.applied_rate * tau).clamp(-limits.backward, limits.forward)
    }

    /// Returns the derivative of [`ContactData::held`].
    pub fn held_rate(&self, tau: f64) -> f64 {
        let applied = self.applied_force + self.applied_rate * tau;
        if self.held(tau) == applied { self.applied_rate } else { 0.0 }
    }
}

/// Returns the limits under a load, of those per load.
#[inline]
fn under(load: f64, per_load: Limits) -> Limits {
    Limits::both(|direction| (load * per_load.of(direction)).min(GREATEST))
}
