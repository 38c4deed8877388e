//! Variables of contacts.

use super::Table;
use super::kinds::{continuous, discrete, last_event_time, name_of};
use super::words::{Named, words};
use crate::laws::{Conditions, Direction, Law};
use crate::network::{Contact, LoadSource, PhysicalUnit, Signal, friction_word, law_unit};
use crate::unit::variable::{Accessor, Causality, Kind, Variable};

impl Table<'_> {
    pub(super) fn contact(&mut self, index: usize, contact: &Contact) {
        if contact.law.kind.is_rigid() {
            return self.coupling(index, contact);
        }
        let named = Named::contact(self.network, contact);
        self.contact_force(index, contact, &named);
        self.contact_energy(index, &named);
        self.internal_states(index, contact, &named);
        self.contact_state(index, contact, &named);
    }

    /// Adds a contact that allows no slip, which has its force as the only output.
    fn coupling(&mut self, index: usize, contact: &Contact) {
        let text = "constraint {force} of {} on {first} (positive against slip)";
        let text = self.text_of(&Named::contact(self.network, contact), text);
        let (name, unit) = (name_of(&contact.name, "force"), words(contact.axis).load);
        self.push(continuous(name, text, unit, Accessor::FrictionForce(index)));
    }

    fn contact_force(&mut self, index: usize, contact: &Contact, named: &Named) {
        let nominal = self.described.then(|| self.static_limit(contact)).flatten();
        let nominal = nominal.filter(|limit| *limit > 0.0);
        let row = |table: &Self, accessor| table.of_row(named, accessor);
        self.push(Variable { nominal, ..row(self, Accessor::FrictionForce(index)) });
        self.push(row(self, Accessor::SlipVelocity(index)));
        // A factor of a formula may be anything.
        let of_force = self.network.forces.iter().any(|force| force.frictions.contains(&index));
        if let Some(source) = contact.load_from.filter(|_| !of_force) {
            let load = row(self, Accessor::NormalLoad(index));
            let description = match source {
                LoadSource::Spring(load) => {
                    let spring = &self.network.springs[load.spring].name;
                    self.text_of(
                        named,
                        &format!("normal load of {{}} including {spring} (0, if free)"),
                    )
                }
                LoadSource::Formula(_) => load.description.clone(),
            };
            self.push(Variable { description, ..load });
        }
        let text = "mean friction {force} of {} over the last communication step";
        let (name, text) = (name_of(named.name, "meanFrictionForce"), self.text_of(named, text));
        let accessor = Accessor::MeanFrictionForce(index);
        let mean = continuous(name, text, words(named.axis).load, accessor);
        self.push(Variable { nominal, ..mean });
    }

    fn contact_energy(&mut self, index: usize, named: &Named) {
        let diagnostic = self.diagnostic();
        let text = self.text_of(named, "energy dissipated by {} since the start");
        let (unit, accessor) = (PhysicalUnit::Joule, Accessor::DissipatedEnergy(index));
        let energy = continuous(name_of(named.name, "dissipatedEnergy"), text, unit, accessor);
        let energy = self.push(Variable { causality: diagnostic, ..energy });
        let power = self.of_row(named, Accessor::DissipatedPower(index));
        self.push(Variable { derivative_of: Some(energy), ..power });
    }

    fn contact_state(&mut self, index: usize, contact: &Contact, named: &Named) {
        let name = |quantity: &str| name_of(named.name, quantity);
        let of = |table: &Self, text: &str| table.text_of(named, text);
        let diagnostic = self.diagnostic();
        let kind = &contact.law.kind;
        let states = match kind.is_one_way() {
            true if kind.is_unlimited(Direction::Backward) => {
                "mode of {} (0: locked, 1: overrunning)"
            }
            true => "mode of {} (-1: overrunning, 0: locked)",
            false => "mode of {} (-1: backward slip, 0: stuck, 1: forward slip, 2: free)",
        };
        let text = of(self, states);
        let state = discrete(name("state"), text, Kind::Integer, Accessor::ContactState(index));
        let (min, max) = (Some(-1.0), Some(2.0));
        self.push(Variable { causality: diagnostic, min, max, ..state });
        let text = of(self, "= true, if {} is stuck");
        let stuck = discrete(name("stuck"), text, Kind::Boolean, Accessor::Stuck(index));
        self.push(Variable { causality: diagnostic, ..stuck });
        let counts = [
            (
                "stickToSlipCount",
                "number of transitions of {} from stick to slip",
                Accessor::StickToSlipCount(index),
            ),
            (
                "slipToStickCount",
                "number of transitions of {} from slip to stick",
                Accessor::SlipToStickCount(index),
            ),
        ];
        for (quantity, text, accessor) in counts {
            let count = discrete(name(quantity), of(self, text), Kind::Integer, accessor);
            self.push(Variable { causality: diagnostic, min: Some(0.0), ..count });
        }
        let text = of(self, "time of the last transition of {} (start time before the first)");
        let accessor = Accessor::ContactLastEventTime(index);
        let time = last_event_time(name("lastEventTime"), text, accessor);
        self.push(Variable { causality: diagnostic, ..time });
    }

    /// Adds the internal states of a contact's law, and their derivatives.
    fn internal_states(&mut self, index: usize, contact: &Contact, named: &Named) {
        if contact.law.kind.states().is_empty() {
            return;
        }
        let loaded = contact.normal_load.is_some();
        let sizes = self.law(contact).map(|law| law.sizes());
        for (number, state) in contact.law.kind.states().iter().enumerate() {
            let name = if loaded { &state.loaded_name } else { &state.name };
            let unit = |measure| law_unit(measure, contact.axis, loaded);
            let variable = self.push(Variable {
                causality: self.diagnostic(),
                nominal: sizes.map(|sizes| sizes[number]),
                ..continuous(
                    name_of(&contact.name, name),
                    self.text_of(named, &state.text(friction_word(contact.axis, loaded))),
                    unit(state.measure),
                    Accessor::InternalState(index, number),
                )
            });
            self.push(Variable {
                causality: Causality::Local,
                derivative_of: Some(variable),
                ..continuous(
                    name_of(&contact.name, &format!("{name}Rate")),
                    self.text_of(named, &format!("time derivative of {{}}.{name}")),
                    unit(state.rate),
                    Accessor::InternalRate(index, number),
                )
            });
        }
    }

    /// Returns the law of a contact with the start values.
    fn law(&self, contact: &Contact) -> Option<Law> {
        let numbers = contact.law_numbers.iter();
        let values: Vec<f64> = numbers.map(|number| self.network.start_of(*number)).collect();
        Law::new(&contact.law, &values).ok()
    }

    /// Returns the greatest friction at rest with the start values.
    fn static_limit(&self, contact: &Contact) -> Option<f64> {
        let start = |signal: Option<Signal>| signal.map_or(1.0, |one| self.network.start_of(one));
        let load =
            start(contact.normal_load) * start(contact.effective_radius.map(Signal::Parameter));
        Some(self.law(contact)?.static_limits(Conditions::under(load)).greatest())
    }
}
