//! Contacts within a step of the time stepping: slips, the range of the impulse of each, and what a solution makes of that.

use super::ContactData;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::link::Link;
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::tolerances::AT_REST;
use crate::dynamics::{ContactMode, ContactState, State};
use crate::gauss::{Bounds, Row, Slip};
use crate::laws::Limits;

/// Limit that holds a contact within a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Holding {
    /// Slip in this direction: F(w).
    Kinetic(ContactMode),
    /// Rest, or a pass through w = 0: the static limit.
    #[default]
    Static,
    /// Slip of a contact that was held up to the static limit: F(0±).
    Released,
}

/// A contact within a step.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct Touch {
    /// Row over bodies of unknown motion.
    link: Link,
    /// True if it has none.
    pub is_kinematic: bool,
    /// Velocity at which it sticks; None: it may change.
    surface: Option<f64>,
    /// True if its friction stays what it is from step to step.
    is_constant: bool,
    /// True if its friction is that of the start, which states of its law give.
    pub by_states: bool,
    /// Slip velocity at which it sticks within its window; None: it is not there.
    within: Option<f64>,
    friction: Friction,
    sticking: Holding,
    /// True if a solution has turned it backward from w = 0.
    turns_back: bool,
    /// Weight of the end of the step for its bodies, twice θ: 1 or 2.
    pub weight: f64,
    /// Energy that it would have given with the mean slip, J.
    pub refused: f64,
    /// Slip velocities at the start and at the end, and the sum of the magnitudes of what they are made of at the start.
    pub slip: f64,
    pub end_slip: f64,
    size: f64,
    /// B Δv at which w⁺ = 0.
    offset: f64,
}

impl Touch {
    /// Makes the contact for steps of size h; `is_given`: true if inputs give anything of it.
    pub fn of(system: &System, at: (usize, &State), h: f64, is_given: bool) -> Self {
        let entry = &system.contacts[at.0];
        let is_free = |body: &usize| matches!(system.bodies[*body], BodyData::Free { .. });
        let Row { i, q_i, j, q_j } = entry.row;
        let row = Row { i: i.filter(is_free), q_i, j: j.filter(is_free), q_j };
        let moves = system.prescribed && (row.i != i || row.j != j);
        let is_steady = !(is_given || moves || entry.surface.is_accelerated());
        Self {
            link: Link::of(&row),
            is_kinematic: entry.kinematic,
            surface: is_steady.then(|| system.surface_velocity(at.0, 0.0)),
            is_constant: !(is_given
                || entry.varies_by_slip()
                || entry.evolves()
                || entry.sticks_in_motion()),
            friction: Friction::of(entry, at, 0.0, h),
            ..Self::default()
        }
    }

    /// Begins a step that ends at τ with the limits that the state asks for; the velocity at which it then sticks.
    pub fn open(&mut self, system: &System, at: (usize, &State), tau: f64, h: f64) -> f64 {
        let (contact, state) = at;
        let surface = |tau| self.surface.unwrap_or_else(|| system.surface_velocity(contact, tau));
        let (before, after) = (surface(state.tau()), surface(tau));
        let (entry, own) = (&system.contacts[contact], &state.contacts[contact]);
        let mode = own.mode();
        let has_window = entry.sticks_in_motion();
        // A stuck contact moves with its surface, without the round-off of its bodies.
        let (moves, size) = if entry.is_held(mode) && !self.is_kinematic && !has_window {
            (own.surface(), 0.0)
        } else {
            let [first, second] = self.link.terms(&state.velocity);
            (first + second, first.abs() + second.abs())
        };
        self.slip = moves - before;
        self.size = size + before.abs();
        let there = (self.slip, self.size);
        let is_within = entry.behaviour.0.sticking_slip(entry, own, there, false).1;
        self.within = is_within.then_some(self.slip);
        self.offset = after - moves + self.held_slip();
        (self.refused, self.turns_back) = (0.0, false);
        let at_rest = self.is_rest(self.slip);
        self.sticking = match mode {
            _ if is_within => Holding::Static,
            ContactMode::Stuck => Holding::Static,
            ContactMode::Free if at_rest => Holding::Static,
            _ if at_rest => Holding::Kinetic(mode),
            _ => Holding::Kinetic(ContactMode::of_slip(self.slip)),
        };
        if !self.is_constant {
            self.friction = Friction::of(entry, at, self.slip, h);
        }
        if is_within {
            self.friction.hold();
        }
        self.by_states = entry.is_given_by_states();
        after + self.held_slip()
    }

    /// Takes the friction that states of its law give, as an impulse.
    pub fn give(&mut self, impulse: f64) {
        if self.friction.is_loaded {
            let given = Bounds { beta: 0.0, lower: impulse, upper: impulse };
            self.friction = Friction {
                is_loaded: true,
                held: given,
                sliding: given,
                released: given,
                ..Friction::default()
            };
        }
    }

    /// True if a slip velocity within the step is none but round-off of what makes up that at the start.
    fn is_rest(&self, slip: f64) -> bool {
        Bounded { value: slip, bound: AT_REST * self.size }.is_zero()
    }

    /// Returns the slip velocity at which it sticks, m/s or rad/s.
    fn held_slip(&self) -> f64 {
        self.within.unwrap_or(0.0)
    }

    /// Holds what sticks within its window at the slip velocity that it has there.
    pub fn hold(&self, own: &mut ContactState) {
        if let Some(slip) = self.within.filter(|_| own.mode() == ContactMode::Stuck) {
            own.hold(slip);
        }
    }

    /// Returns the impulse per unknown of the kernel.
    pub fn viscous(&self) -> f64 {
        self.friction.viscous[usize::from(self.turns_back)] / self.weight
    }

    /// Returns the range of its impulse, and the unknown at which it sticks.
    pub fn bounds(&self) -> Bounds {
        let range = match self.sticking {
            Holding::Static => self.friction.held,
            Holding::Kinetic(_) => self.friction.sliding,
            Holding::Released => self.friction.released,
        };
        Bounds { beta: self.weight * self.offset, ..range }
    }

    /// Takes another limit where a solution contradicts the present one; true if it does. A contact that slips although
    /// its static limit held it loses that limit for this step. One that slips the other way than at the start has passed
    /// through w = 0, where the static limit may have stopped it. One that a regularised law lets begin backward has the slope of that
    /// direction. Each happens at most once to a contact.
    pub fn revise(&mut self, slip: Slip) -> bool {
        let reversed = match self.sticking {
            Holding::Kinetic(ContactMode::Forward) => slip == Slip::Backward,
            Holding::Kinetic(_) => slip == Slip::Forward,
            Holding::Static | Holding::Released => false,
        };
        let released = self.sticking == Holding::Static && slip != Slip::Stuck;
        let revised = (reversed || released) && self.friction.is_loaded;
        if revised {
            self.sticking = if reversed { Holding::Static } else { Holding::Released };
        }
        let [forward, backward] = self.friction.viscous;
        let turns_back = slip == Slip::Backward && !self.turns_back && forward != backward;
        self.turns_back |= turns_back;
        revised || turns_back
    }

    /// Returns the mean slip velocity of the step, as positions and energy have it.
    pub fn mean_slip(&self) -> f64 {
        self.slip + 0.5 * self.weight * (self.end_slip - self.slip)
    }

    /// True if friction of this impulse would give energy with the mean slip. Then the end alone must count, with which it never
    /// does.
    pub fn gives(&mut self, impulse: f64) -> bool {
        let mean = self.mean_slip();
        let share = impulse * mean;
        // What holds a slip within a window gives energy, or takes it.
        let takes = self.within.is_none() && !self.by_states;
        let gives = takes && self.weight < 2.0 && share < 0.0 && !self.is_rest(mean);
        if gives {
            self.refused = -share;
        }
        gives
    }

    /// True if it can stick, and has no slip but round-off with these velocities of all bodies and that of its surface.
    pub fn stands(&self, velocity: &[f64], surface: f64) -> bool {
        let can_stick = self.friction.is_loaded && self.friction.can_stick && !self.is_kinematic;
        let [first, second] = self.link.terms(velocity);
        let size = first.abs() + second.abs() + surface.abs();
        let slip = Bounded { value: first + second - surface, bound: AT_REST * size };
        can_stick && !self.by_states && self.within.is_none() && slip.is_zero()
    }

    /// Ends the step with Δv of all bodies; returns its mode after that. Of a kinematic contact there is no `solved`
    /// slip, but velocities of the size `scale`.
    pub fn close(
        &mut self,
        before: ContactMode,
        change: &[f64],
        solved: Option<Slip>,
        scale: impl Fn() -> f64,
    ) -> ContactMode {
        let slip = self.link.apply(change) - self.offset;
        let Friction { is_loaded, can_stick, .. } = self.friction;
        let at_rest = match solved {
            Some(solved) => solved == Slip::Stuck,
            None => Bounded { value: slip, bound: AT_REST * scale() }.is_zero(),
        };
        let held = at_rest && can_stick;
        self.end_slip = self.held_slip() + if held { 0.0 } else { slip };
        match solved {
            _ if !is_loaded => ContactMode::Free,
            _ if self.by_states => before,
            _ if held => ContactMode::Stuck,
            Some(Slip::Forward) if slip > 0.0 || can_stick => ContactMode::Forward,
            Some(Slip::Backward) if slip < 0.0 || can_stick => ContactMode::Backward,
            _ if slip != 0.0 => ContactMode::of_slip(slip),
            _ if before.slips() => before,
            _ => ContactMode::Forward,
        }
    }
}

/// Friction that holds a contact or resists its slip in a step.
#[derive(Clone, Copy, Debug, Default)]
struct Friction {
    is_loaded: bool,
    can_stick: bool,
    /// Ranges of the impulse where the contact stood, where it slips, and where it has just been released.
    held: Bounds,
    sliding: Bounds,
    released: Bounds,
    /// Impulse per slip velocity, forward and backward.
    viscous: [f64; 2],
}

impl Friction {
    /// Makes the friction in a step of size h, s, that begins with this slip velocity in a state.
    fn of(entry: &ContactData, at: (usize, &State), slip: f64, h: f64) -> Self {
        let is_viscous = entry.behaviour.0.is_viscous_in_step(entry);
        let can_stick = entry.can_stick() && !is_viscous;
        if !entry.is_loaded() {
            return Self { can_stick, ..Self::default() };
        }
        if entry.law.is_regularised() || is_viscous {
            let viscous = entry.secants(at, slip).map(|secant| h * secant);
            return Self { is_loaded: true, can_stick, viscous, ..Self::default() };
        }
        let within = |limits: Limits| Bounds {
            beta: 0.0,
            lower: -h * limits.backward,
            upper: h * limits.forward,
        };
        Self {
            is_loaded: true,
            can_stick,
            held: within(entry.static_limits()),
            sliding: within(entry.limits_in(at, slip.abs())),
            released: within(entry.kinetic_limits()),
            viscous: [h * entry.law.viscous(); 2],
        }
    }

    /// Resists whatever the slip is as it holds.
    fn hold(&mut self) {
        (self.sliding, self.released, self.viscous) = (self.held, self.held, [0.0; 2]);
    }
}

impl ContactData {
    /// True if states of its law give its friction, whatever the slip velocity is.
    fn is_given_by_states(&self) -> bool {
        let has_states = !self.law.kind().states().is_empty();
        has_states && (self.attaches() || !self.can_stick()) && !self.law.is_regularised()
    }

    /// Returns the reason why the time stepping does not move a contact of this name, if it does not.
    pub fn refuses_steps(&self, name: &str) -> Option<String> {
        if !self.law.kind().states().is_empty() {
            let law = self.law.kind().name();
            return Some(format!(
                "the law \"{law}\" of contact {name} has internal states, which the method \"moreau\" does not \
                 integrate; choose the method \"events\""
            ));
        }
        self.behaviour.0.refuses_steps(name)
    }
}
