//! Test of whether numbers can be those of a state.

use super::{ContactState, GREATEST, InputChange, ModeSetUse, State, decisions};
use crate::dynamics::Fault;
use crate::laws::MOST_STATES;
use crate::network::Network;

impl State {
    /// # Errors
    /// For the first position or velocity beyond [`GREATEST`], and [`Fault::NotFinite`] for the
    /// first quantity that is no number.
    pub(in crate::dynamics) fn check_finite(&self, network: &Network) -> Result<(), Fault> {
        let quantities = [("position", &self.position), ("velocity", &self.velocity)];
        for (quantity, values) in quantities {
            let runs_away = |value: &f64| !(-GREATEST..=GREATEST).contains(value);
            if let Some(body) = values.iter().position(runs_away) {
                let (time, value) = (self.time, values[body]);
                let name = format!("{quantity} of {}", network.bodies[body].name);
                if !value.is_finite() {
                    return Err(Fault::NotFinite { time, name, value });
                }
                let rule = format!("{name} must stay within ±{GREATEST:e} (got {value:e})");
                return Err(Fault::Step { time, rule });
            }
        }
        if let Some(place) = self.internal.iter().position(|state| !state.is_finite()) {
            let contact = &network.contacts[place / MOST_STATES].name;
            let name = format!("internal state {} of {contact}", place % MOST_STATES + 1);
            return Err(Fault::NotFinite { time: self.time, name, value: self.internal[place] });
        }
        if let Some(contact) = self.dissipated.iter().position(|energy| !energy.is_finite()) {
            let name = format!("energy dissipated by {}", network.contacts[contact].name);
            let value = self.dissipated[contact];
            return Err(Fault::NotFinite { time: self.time, name, value });
        }
        Ok(())
    }

    /// Checks that this can be a state of the network, which bytes from elsewhere may break.
    ///
    /// # Errors
    /// [`Fault::Foreign`] for the first quantity that the network has in another number,
    /// [`Fault::NotFinite`] for the first that is no number, [`Fault::Step`] for an onset of slip, or a load that is
    /// followed, that no resolution leaves behind, and where the motion is not followed ahead.
    pub(in crate::dynamics) fn check(&self, network: &Network) -> Result<(), Fault> {
        self.check_sizes(network)?;
        self.check_numbers()?;
        if let Some(motion) = self.given.iter().find(|motion| !motion.is_finite()) {
            let (name, value) = ("a saved prescribed motion".to_owned(), motion.position);
            return Err(Fault::NotFinite { time: self.time, name, value });
        }
        if self.horizon_control.reach() <= 0.0 {
            let rule = format!(
                "the horizon of the saved segment is {} s, must be > 0",
                self.horizon_control.reach()
            );
            return Err(Fault::Step { time: self.time, rule });
        }
        for change in &self.input_changes {
            if change.input >= self.inputs.len() {
                let (quantity, found, expected) = ("inputs", change.input + 1, self.inputs.len());
                return Err(Fault::Foreign { quantity, found, expected });
            }
        }
        let checks = self.contacts.iter().map(ContactState::check);
        checks.collect::<Result<(), String>>().map_err(|rule| Fault::Step { time: self.time, rule })
    }

    /// Checks the sizes of all that has some.
    fn check_sizes(&self, network: &Network) -> Result<(), Fault> {
        let (bodies, per_contact) = (network.bodies.len(), network.contacts.len());
        // Every field is listed: one that is added has a size or has none.
        macro_rules! sizes {
            (($($other:ident)*) $($field:ident $quantity:literal $expected:expr;)*) => {
                let State { $($field,)* $($other: _,)* } = self;
                [$(($quantity, $field.len(), $expected)),*]
            };
        }
        let sizes = {
            sizes! {
                (time event_count last_event_time origin point stiffness_detection horizon_control held_margin instants input_changes)
                position "positions" bodies;
                velocity "velocities" bodies;
                velocity_error "errors of velocities" bodies;
                dissipated "energies" per_contact;
                mean_friction "mean forces" per_contact;
                mean_reaction "mean reactions" bodies;
                contacts "states of contacts" per_contact;
                spring_mode "modes of springs" network.springs.len();
                mode_set_use "mode sets" ModeSetUse::places(per_contact, network.springs.len());
                counters "counters" per_contact;
                parameters "parameters" network.parameters.len();
                inputs "inputs" network.inputs.len();
                rates "derivatives of inputs" network.inputs.len();
                given "prescribed motions" bodies;
                force_branch "branches of formulas" decisions(network);
                internal "internal states" MOST_STATES * per_contact;
                slow_slips "slow slips" per_contact;
                slip_peak "greatest slip velocities" per_contact;
            }
        };
        for (quantity, found, expected) in sizes {
            if found != expected {
                return Err(Fault::Foreign { quantity, found, expected });
            }
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), Fault> {
        let times: Vec<f64> =
            self.counters.iter().map(|counters| counters.last_event_time).collect();
        let of_contacts = |quantity: fn(&ContactState) -> f64| -> Vec<f64> {
            self.contacts.iter().map(quantity).collect()
        };
        let of_changes = |quantity: fn(&InputChange) -> f64| -> Vec<f64> {
            self.input_changes.iter().map(quantity).collect()
        };
        for (quantity, values) in [
            ("time", &[self.time, self.origin, self.point, self.last_event_time][..]),
            ("time of a transition", &times),
            ("position", &self.position),
            ("velocity", &self.velocity),
            ("error of a velocity", &self.velocity_error),
            ("energy", &self.dissipated),
            ("mean force", &self.mean_friction),
            ("mean reaction", &self.mean_reaction),
            ("parameter", &self.parameters),
            ("input", &self.inputs),
            ("derivative of an input", &self.rates),
            ("surface velocity", &of_contacts(ContactState::surface)),
            ("held slip velocity", &of_contacts(ContactState::held_slip)),
            ("greatest slip velocity", &self.slip_peak),
            ("internal state", &self.internal),
            ("new input", &of_changes(|change| change.value)),
            ("time of an input", &of_changes(|change| change.time)),
            ("margin", &[self.held_margin]),
            ("step", &self.stiffness_detection.steps()),
            ("horizon", &[self.horizon_control.reach(), self.horizon_control.gone()]),
        ] {
            if let Some(value) = values.iter().find(|value| !value.is_finite()) {
                let name = format!("a saved {quantity}");
                return Err(Fault::NotFinite { time: self.time, name, value: *value });
            }
        }
        Ok(())
    }
}
