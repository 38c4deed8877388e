//! State of a network: positions, velocities, energies, modes and counters. A state is plain data: saving, restoring and
//! comparing it needs nothing else.

mod checks;
mod contact;
mod event;
mod input_change;
mod modes;
mod slow_slips;

pub use contact::ContactState;
pub(super) use contact::direction_of;
pub use event::{ContactId, Element, Event, ForceId, SpringId};
pub(super) use input_change::InputChange;
pub use modes::{ContactMode, SpringMode};
pub(super) use slow_slips::SLOW_SLIPS;

use serde::{Deserialize, Serialize};

use super::methods::stiff::detection::StiffnessDetection;
use super::methods::taylor::horizon::HorizonControl;
use super::methods::taylor::mode_set_use::ModeSetUse;
use super::prescribed::Prescribed;
use crate::algebra::Short;
use crate::laws::MOST_STATES;
use crate::network::Network;

/// Forces (N, N·m) and accelerations (m/s², rad/s²) up to here are resolved: of greater ones the kernel's sums might
/// not be numbers.
pub(super) const GREATEST: f64 = 1e300;

/// Counters of a contact since the start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactCounters {
    /// Number of times that slip began out of sticking.
    pub stick_to_slip: i32,
    /// Number of times that slip ended in sticking.
    pub slip_to_stick: i32,
    /// Start time before any event.
    pub last_event_time: f64,
}

/// State of motion. Vectors are indexed like the network's bodies, contacts and springs. Nothing else
/// decides the future motion.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Present time, s.
    pub time: f64,
    /// m or rad; fixed bodies 0, prescribed bodies as their inputs say.
    pub position: Vec<f64>,
    /// m/s or rad/s
    pub velocity: Vec<f64>,
    /// Possible error of the last step in the velocity of each body, m/s or rad/s.
    pub(super) velocity_error: Vec<f64>,
    /// Energy dissipated by each contact since the start, J.
    pub dissipated: Vec<f64>,
    /// Mean friction force of each contact over the last communication step.
    pub mean_friction: Vec<f64>,
    /// Mean force of the unit on each port over the last communication step, N or N·m.
    pub(super) mean_reaction: Vec<f64>,
    /// State of each contact.
    pub contacts: Vec<ContactState>,
    /// Mode of each spring.
    pub spring_mode: Vec<SpringMode>,
    /// Transitions of each contact.
    pub counters: Vec<ContactCounters>,
    /// Transitions of any element since the start.
    pub event_count: i32,
    /// Time of the last event of any element, s; the start time before any event.
    pub last_event_time: f64,
    /// Time at which the inputs were given, s; prescribed motions start there.
    pub(super) origin: f64,
    /// The last communication point, s.
    pub(super) point: f64,
    pub(super) parameters: Vec<f64>,
    pub(super) inputs: Vec<f64>,
    /// Derivatives of the inputs, since [`State::origin`].
    pub(crate) rates: Vec<f64>,
    /// Motion since then of each prescribed body; of the others nothing.
    pub(super) given: Vec<Prescribed>,
    /// Branches of forces by formula, and behind them of laws that decide by what moves.
    pub(super) force_branch: Vec<usize>,
    /// Slow slips in a row of each contact between prescribed motions where a host integrates, and the greatest velocity of the
    /// present one over the nominal slip velocity.
    pub(super) slow_slips: Vec<u8>,
    pub(super) slip_peak: Vec<f64>,
    /// Internal states of laws; each contact has as many as a law has at most.
    pub(super) internal: Vec<f64>,
    /// Stiffness detection by the last steps.
    pub(super) stiffness_detection: StiffnessDetection,
    /// Horizon control: how far the motion is followed ahead.
    pub(super) horizon_control: HorizonControl,
    /// Steps that other mode sets have lasted.
    pub(super) mode_set_use: ModeSetUse,
    /// Margin of the stuck set after the last resolution, at most 0; it counts as lost only below this.
    pub(super) held_margin: f64,
    /// Instants of transition on the present segment, after which its polynomials continue.
    pub(super) instants: u64,
    /// New values of inputs on the present segment, in order of time.
    pub(super) input_changes: Vec<InputChange>,
}

/// Defines the copies of both parts of a state. Every field is listed: one that is added must be copied.
macro_rules! copies {
    (early: $($early:ident)*; rest: $($rest:ident)*) => {
        /// Takes the part of another state that new inputs change immediately; sizes agree.
        pub(super) fn copy_early_from(&mut self, other: &State) {
            $(self.$early.clone_from(&other.$early);)*
        }

        /// Takes all but that part of another state; sizes agree.
        pub(super) fn copy_rest_from(&mut self, other: &State) {
            let State { $($early: _,)* $($rest),* } = other;
            $(self.$rest.clone_from($rest);)*
        }
    };
}

impl State {
    /// Makes a state with everything at rest at position 0, without modes.
    pub(super) fn at_rest(
        network: &Network,
        time: f64,
        parameters: &[f64],
        inputs: &[f64],
        rates: &[f64],
    ) -> Self {
        let mut state = State {
            parameters: parameters.to_vec(),
            inputs: inputs.to_vec(),
            rates: rates.to_vec(),
            given: vec![Prescribed::default(); network.bodies.len()],
            force_branch: vec![0; decisions(network)],
            ..State::default()
        };
        state.stand(time, network.bodies.len(), network.contacts.len(), network.springs.len());
        state
    }

    /// Puts all bodies at rest at position 0, without modes, for these numbers of elements; reuses its buffers.
    pub(super) fn stand(&mut self, time: f64, bodies: usize, contacts: usize, springs: usize) {
        fn fill<T: Clone>(list: &mut Vec<T>, count: usize, value: T) {
            list.clear();
            list.resize(count, value);
        }
        (self.time, self.origin) = (time, time);
        (self.point, self.last_event_time) = (time, time);
        let Self { position, velocity, velocity_error, mean_reaction, .. } = self;
        for list in [position, velocity, velocity_error, mean_reaction] {
            fill(list, bodies, 0.0);
        }
        for list in [&mut self.dissipated, &mut self.mean_friction] {
            fill(list, contacts, 0.0);
        }
        fill(&mut self.slow_slips, contacts, 0);
        fill(&mut self.slip_peak, contacts, 0.0);
        fill(&mut self.contacts, contacts, ContactState::FREE);
        fill(&mut self.spring_mode, springs, SpringMode::Gap);
        let counters =
            ContactCounters { stick_to_slip: 0, slip_to_stick: 0, last_event_time: time };
        fill(&mut self.counters, contacts, counters);
        fill(&mut self.internal, MOST_STATES * contacts, 0.0);
        self.mode_set_use.restart(ModeSetUse::places(contacts, springs));
    }

    /// Sets all times back, s, but those of input changes on a segment.
    pub(super) fn set_back(&mut self, by: f64) {
        let Self { time, origin, point, last_event_time, counters, .. } = self;
        let own = [time, origin, point, last_event_time];
        let of_contacts = counters.iter_mut().map(|counters| &mut counters.last_event_time);
        own.into_iter().chain(of_contacts).for_each(|time| *time -= by);
    }

    /// Becomes equal to `other` without allocating when the sizes agree.
    pub fn copy_from(&mut self, other: &State) {
        // A first copy takes no more room than it needs.
        if self.position.capacity() == 0 {
            self.clone_from(other);
            return;
        }
        self.copy_early_from(other);
        self.copy_rest_from(other);
    }

    copies! {
        early: origin point inputs rates given spring_mode stiffness_detection horizon_control held_margin;
        rest: time position velocity velocity_error dissipated mean_friction mean_reaction contacts counters
            event_count last_event_time parameters force_branch slow_slips slip_peak internal mode_set_use
            instants input_changes
    }

    /// Returns the mode of each contact.
    pub fn contact_modes(&self) -> impl Iterator<Item = ContactMode> + Clone {
        self.contacts.iter().map(ContactState::mode)
    }

    /// True if the limits of a stuck contact follow its load.
    pub(super) fn slides(&self) -> bool {
        self.contacts.iter().any(|contact| contact.sliding_mode().is_some())
    }

    /// Releases the slip velocities that contacts held which are not stuck.
    pub(super) fn release_slips(&mut self) {
        self.contacts.iter_mut().for_each(ContactState::release_slip);
    }

    /// Leaves the present instant: what begins to slip now, then slips.
    pub(super) fn leave_instant(&mut self) {
        self.contacts.iter_mut().for_each(ContactState::leave_instant);
    }

    /// Returns the time since the inputs were given, s.
    pub(super) fn tau(&self) -> f64 {
        self.time - self.origin
    }

    /// Forgets what concerns the communication step alone; prescribed motions continue from where they began.
    pub(super) fn forget_step(&mut self, accelerated: bool) {
        self.mean_friction.fill(0.0);
        self.pass_point(accelerated);
    }

    /// Begins a segment: nothing has happened on it.
    pub(super) fn begin_segment(&mut self) {
        self.instants = 0;
        self.input_changes.clear();
    }

    /// Leaves the present mode set.
    pub(super) fn leave_mode_set(&mut self) {
        self.horizon_control.leave_mode_set(&mut self.mode_set_use);
    }

    /// Returns the number of the mode set: two have the same one hardly ever.
    pub(super) fn mode_set(&self) -> u32 {
        number_of_modes(&self.contacts, &self.spring_mode)
    }

    /// Records a communication step of a length, s, with new inputs; true if it is worth an attempt by the program of the mode set
    /// ([`HorizonControl::record_step`]).
    pub(super) fn record_step(&mut self, length: f64, least: usize) -> bool {
        let Self { horizon_control, mode_set_use, contacts, spring_mode, .. } = self;
        let number = || number_of_modes(contacts, spring_mode);
        horizon_control.record_step(length, least, mode_set_use, number)
    }

    /// Passes a communication point that gives nothing new.
    pub(super) fn pass_point(&mut self, accelerated: bool) {
        self.horizon_control.record_point(false);
        self.point = self.time;
        if !accelerated {
            self.origin = self.time;
        }
    }

    /// Returns the present value of an input, if it went on with its derivative.
    pub(super) fn input(&self, input: usize) -> f64 {
        let (value, rate) = (self.inputs[input], self.rates[input]);
        if rate == 0.0 { value } else { value + rate * self.tau() }
    }

    /// Returns an internal state of a contact's law, counted from 0.
    pub fn internal(&self, contact: usize, state: usize) -> f64 {
        self.internal[contact * MOST_STATES + state]
    }

    /// Returns the internal states of all laws, a block of [`MOST_STATES`] of each contact.
    pub(crate) fn internals(&self) -> &Vec<f64> {
        &self.internal
    }

    pub(crate) fn internal_mut(&mut self, contact: usize, state: usize) -> &mut f64 {
        &mut self.internal[contact * MOST_STATES + state]
    }

    /// Counts a transition.
    pub(super) fn count(&mut self, event: &Event) {
        self.event_count = self.event_count.saturating_add(1);
        self.last_event_time = event.time();
        if let Event::Contact { contact, from, to, time } = *event {
            let counters = &mut self.counters[contact.0];
            counters.last_event_time = time;
            if from == ContactMode::Stuck && to.slips() {
                counters.stick_to_slip = counters.stick_to_slip.saturating_add(1);
            } else if from.slips() && to == ContactMode::Stuck {
                counters.slip_to_stick = counters.slip_to_stick.saturating_add(1);
            }
        }
    }
}

/// Returns the number of decisions of all formulas, and behind them of all laws by what moves.
pub(super) fn decisions(network: &Network) -> usize {
    let laws = network.contacts.iter().map(|contact| contact.decisions());
    network.forces.iter().map(|force| force.decisions()).chain(laws).sum()
}

/// Returns the internal states of a contact.
pub(super) fn states(internal: &[f64], contact: usize) -> [f64; MOST_STATES] {
    std::array::from_fn(|state| internal[contact * MOST_STATES + state])
}

/// Motion that cannot continue, or numbers that break a rule: which quantity, when, and the rule.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A value that breaks a rule of the network.
    #[error("{name}: {rule}")]
    Parameter {
        /// Name of the parameter.
        name: String,
        /// The rule in words.
        rule: String,
    },
    /// A quantity that overflowed.
    #[error("at t = {} s: {name} became non-finite (got {value})", Short(*time))]
    NotFinite {
        /// Time, s.
        time: f64,
        /// Name of the quantity.
        name: String,
        /// Value that it reached.
        value: f64,
    },
    /// More transitions in a short time than any motion has.
    #[error(
        "at t = {} s: chattering (Zeno behaviour): {events} events within {} s, the last at {name}: {rule}",
        Short(*time),
        Short(*window)
    )]
    Chattering {
        /// Time of the last one, s.
        time: f64,
        /// Instants of transition in the window.
        events: usize,
        /// Its length, s.
        window: f64,
        /// Name of the element of the last one, or of the unit.
        name: String,
        /// The remedy, in words.
        rule: String,
    },
    /// A saved state of another network.
    #[error("the saved state has {found} {quantity}, the network {expected}")]
    Foreign {
        /// Quantity that is counted, in the plural.
        quantity: &'static str,
        /// Number in the saved state.
        found: usize,
        /// Number in the network.
        expected: usize,
    },
    /// A step that is not possible.
    #[error("at t = {} s: {rule}", Short(*time))]
    Step {
        /// Time, s.
        time: f64,
        /// The rule in words.
        rule: String,
    },
}

impl Fault {
    /// Returns the name of the parameter, quantity or element that it is about, if it is about one.
    pub(crate) fn subject(&self) -> Option<&str> {
        match self {
            Fault::Parameter { name, .. }
            | Fault::NotFinite { name, .. }
            | Fault::Chattering { name, .. } => Some(name),
            Fault::Foreign { .. } | Fault::Step { .. } => None,
        }
    }
}

fn number_of_modes(contacts: &[ContactState], springs: &[SpringMode]) -> u32 {
    // The hash of Fowler, Noll and Vo.
    let add = |hash: u32, mode: i32| (hash ^ mode.cast_unsigned()).wrapping_mul(0x0100_0193);
    let springs = springs.iter().map(|mode| *mode as i32);
    contacts.iter().map(|own| own.mode() as i32).chain(springs).fold(0x811c_9dc5, add)
}
