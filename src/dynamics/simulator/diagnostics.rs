//! Reasons why a motion cannot continue.

use super::step_budget::{MOST, PROGRESS, WITHOUT_PROGRESS};
use super::{Simulator, StepRequest};
use crate::dynamics::events::resolve::ResolveError;
use crate::dynamics::hybrid::{Dynamics, EventFault, StartContradiction};
use crate::dynamics::state::GREATEST;
use crate::dynamics::system::ExcitationData;
use crate::dynamics::{ContactId, Element, Fault, ForceId, SpringId, State};
use crate::network::Axis;

impl Simulator {
    /// Returns the error of a resolution that failed, as the host reads it.
    pub(super) fn fault(&self, error: ResolveError) -> Fault {
        let time = self.dynamics.state.time;
        match error {
            ResolveError::NotFinite { body, value } => {
                let of_formula = self.suspect().filter(|(_, value, _)| !value.is_finite());
                let (name, value) = of_formula.map_or_else(
                    || (format!("force on {}", self.network.bodies[body].name), value),
                    |(name, value, _)| (name, value),
                );
                Fault::NotFinite { time, name, value }
            }
            ResolveError::TooGreat { body, force } => {
                let body = &self.network.bodies[body].name;
                let rule = format!(
                    "the force on {body} and the acceleration by it must stay within ±{GREATEST:e} (got {force:e})"
                );
                Fault::Step { time, rule }
            }
            ResolveError::Unresisted { body } => self.undamped(body),
            ResolveError::Unsettled { body } => self.unsettled(body),
            ResolveError::Contradiction { contact } => self.contradiction_of(contact),
            ResolveError::Kernel(error) => Fault::Step { time, rule: error.to_string() },
        }
    }

    /// Returns the error of a transition that failed, as the host reads it.
    pub(super) fn event_fault(&self, fault: EventFault) -> Fault {
        let (chattering, element, formula) = match fault {
            EventFault::Resolution(error) => return self.fault(error),
            EventFault::Chattering { chattering, element, formula } => {
                (chattering, element, formula)
            }
        };
        let network = &self.network;
        let forces = &self.dynamics.system.forces;
        let of_formula = formula.map(|action| forces.force(&forces.actions[action]).name.clone());
        let name = of_formula.unwrap_or_else(|| match element {
            Some(Element::Contact(ContactId(contact))) => network.contacts[contact].name.clone(),
            Some(Element::Spring(SpringId(spring))) => network.springs[spring].name.clone(),
            Some(Element::Force(ForceId(force))) => network.forces[force].name.clone(),
            None => network.about.name.clone(),
        });
        chattering.fault(self.dynamics.state.time, name)
    }

    /// Returns the error of start velocities that a contact without limit contradicts, as the host reads it.
    pub(super) fn start_fault(&self, start: StartContradiction) -> Fault {
        let StartContradiction { contact, slip, one_way } = start;
        let name = self.network.contacts[contact].name.clone();
        let allowed = if one_way { "slip in this direction" } else { "slip" };
        let rule = format!(
            "the start velocities of its bodies must give no {allowed} (got {slip}); give consistent start velocities"
        );
        Fault::Parameter { name, rule }
    }

    /// Returns the error of contacts without limits, this one among them, that prescribe contradicting motions.
    fn contradiction_of(&self, contact: usize) -> Fault {
        let name = &self.network.contacts[contact].name;
        let rule =
            format!("the constraint of {name} contradicts other constraints or prescribed motions");
        Fault::Step { time: self.dynamics.state.time, rule }
    }

    /// Returns the error that no internal step advances the time.
    pub(super) fn cannot_step(&self) -> Fault {
        let time = self.dynamics.state.time;
        if let Some(body) = self.dynamics.expansion.undamped(&self.dynamics.system) {
            return self.undamped(body);
        }
        if let Some((name, value, _)) = self.suspect().filter(|(_, value, _)| !value.is_finite()) {
            return Fault::NotFinite { time, name, value };
        }
        let accelerations = self.dynamics.expansion.velocity.row(1);
        if let Some(body) = accelerations.iter().position(|a| !a.is_finite()) {
            return Fault::NotFinite {
                time,
                name: format!("acceleration of {}", self.network.bodies[body].name),
                value: accelerations[body],
            };
        }
        let fastest = self.fastest();
        let rule = if self.dynamics.expansion.is_finite() {
            format!(
                "the required step is below the resolution of the time; the network moves too fast: {fastest}"
            )
        } else {
            format!("a state or force became non-finite: {fastest}")
        };
        Fault::Step { time, rule }
    }

    /// Returns the error of much cost without progress of the communication step.
    pub(super) fn stands_still(&self, request: &StepRequest, since: f64) -> Fault {
        let (time, begin, end) = (self.dynamics.state.time, request.begin(), request.end());
        let rule = format!(
            "the last {WITHOUT_PROGRESS} evaluations of the forces advanced the time by {:?} s, less than {PROGRESS} \
             of the communication step \
             from {begin:?} s to {end:?} s; the network moves too fast for it: {}",
            time - since,
            self.fastest()
        );
        Fault::Step { time, rule }
    }

    /// Returns the error of a communication step that costs more than one may.
    pub(super) fn costs_too_much(&self, request: &StepRequest) -> Fault {
        let (time, begin, end) = (self.dynamics.state.time, request.begin(), request.end());
        let rule = format!(
            "the communication step from {begin:?} s to {end:?} s needs more than the permitted {MOST} evaluations of \
             the forces; choose shorter communication steps, or a slower motion: {}",
            self.fastest()
        );
        Fault::Step { time, rule }
    }

    /// Returns the error of a time step in which forces by formula do not converge.
    pub(super) fn unsettled(&self, body: usize) -> Fault {
        let name = &self.network.bodies[body].name;
        let rule = format!(
            "{name}: its forces by formula must converge within a time step, but change too much with position or \
             velocity; choose a shorter moreauStep, or the method \"events\""
        );
        Fault::Step { time: self.dynamics.state.time, rule }
    }

    /// Returns the force by formula that is no number, or else the one that changes fastest: its name, value and rate.
    pub(super) fn suspect(&self) -> Option<(String, f64, f64)> {
        let forces = &self.dynamics.system.forces;
        let acting = forces.actions.iter().enumerate();
        let acting = acting.filter(|(_, action)| action.row.terms().next().is_some());
        let message = acting.map(|(index, action)| {
            let [value, rate] = [0, 1].map(|k| self.dynamics.expansion.formula_force.at(k, index));
            let size = if value.is_finite() { rate.abs() } else { f64::INFINITY };
            (size, format!("force of {}", forces.force(action).name), value, rate)
        });
        let worst = message.max_by(|a, b| a.0.total_cmp(&b.0));
        worst.map(|(_, name, value, rate)| (name, value, rate))
    }

    /// Returns the body that moves or is accelerated most, the formula that changes fastest and the harmonic force that does.
    fn fastest(&self) -> String {
        let mut message = self.fastest_body();
        if let Some((name, value, rate)) = self.suspect() {
            message += &format!("; the {name} is {value:e} and changes by {rate:e} per second");
        }
        let Self { network, dynamics: Dynamics { system, .. }, .. } = self;
        let frequency = |source: &ExcitationData| source.angular_frequency.abs();
        let fastest =
            |a: &&ExcitationData, b: &&ExcitationData| frequency(a).total_cmp(&frequency(b));
        if let Some(source) = system.sources.iter().max_by(fastest) {
            let body = &network.bodies[source.body].name;
            message +=
                &format!("; the excitation of {body} has {:e} rad/s", source.angular_frequency);
        }
        message
    }

    /// Returns the body that moves or is accelerated most, with its motion.
    fn fastest_body(&self) -> String {
        let State { position, velocity, .. } = &self.dynamics.state;
        let accelerations = self.dynamics.expansion.velocity.row(1);
        let size = |body: usize| {
            position[body].abs().max(velocity[body].abs()).max(accelerations[body].abs())
        };
        let bodies = 0..self.network.bodies.len();
        let Some(body) = bodies.max_by(|a, b| size(*a).total_cmp(&size(*b))) else {
            return "it has no bodies".to_owned();
        };
        let entry = &self.network.bodies[body];
        let unit = match entry.axis {
            Axis::Translation => "m",
            Axis::Rotation => "rad",
        };
        format!(
            "{} is at {:e} {unit} with {:e} {unit}/s and {:e} {unit}/s²",
            entry.name, position[body], velocity[body], accelerations[body]
        )
    }

    /// Returns the error that nothing resists the motion of a body without mass.
    pub(super) fn undamped(&self, body: usize) -> Fault {
        let rule = format!(
            "the velocity of {} is undetermined: it has no mass, and neither a slipping contact with viscous friction \
             nor a damper acts on it",
            self.network.bodies[body].name
        );
        Fault::Step { time: self.dynamics.state.time, rule }
    }
}
