//! Variables of contacts.

use super::words::words;
use super::{Table, continuous, discrete, last_event_time, name_of};
use crate::laws::{Conditions, Direction, Law};
use crate::network::{Contact, LoadSource, PhysicalUnit, Signal, law_unit};
use crate::unit::variable::{Accessor, Causality, Kind, Variable};

impl Table<'_> {
    pub(super) fn contact(&mut self, index: usize, contact: &Contact) {
        if contact.law.kind.is_rigid() {
            return self.coupling(index, contact);
        }
        self.contact_force(index, contact);
        self.contact_energy(index, contact);
        self.internal_states(index, contact);
        self.contact_state(index, contact);
    }

    /// Adds a contact that allows no slip, which has its force as the only output.
    fn coupling(&mut self, index: usize, contact: &Contact) {
        let words = words(contact.axis);
        let text = format!("{} on the first body against positive slip", words.force);
        let (name, text) = (name_of(&contact.name, "force"), self.text_of(&contact.name, &text));
        self.push(continuous(name, text, words.load, Accessor::FrictionForce(index)));
    }

    fn contact_force(&mut self, index: usize, contact: &Contact) {
        let words = words(contact.axis);
        let name = |quantity: &str| name_of(&contact.name, quantity);
        let of = |table: &Self, text: &str| table.text_of(&contact.name, text);
        let nominal = self.told.then(|| self.static_limit(contact)).flatten();
        let nominal = nominal.filter(|limit| *limit > 0.0);
        let row = |table: &Self, accessor| table.of_row(&contact.name, contact.axis, accessor);
        self.push(Variable { nominal, ..row(self, Accessor::FrictionForce(index)) });
        self.push(row(self, Accessor::SlipVelocity(index)));
        // A factor of a formula may be anything.
        let of_force = self.network.forces.iter().any(|force| force.frictions.contains(&index));
        if let Some(source) = contact.load_from.filter(|_| !of_force) {
            let load = row(self, Accessor::NormalLoad(index));
            let of_spring = "normal load with the force of its spring, 0 while free";
            let description = match source {
                LoadSource::Spring(_) => of(self, of_spring),
                LoadSource::Formula(_) => load.description.clone(),
            };
            self.push(Variable { description, ..load });
        }
        let text = of(self, "mean friction over the last communication step");
        let accessor = Accessor::MeanFrictionForce(index);
        let mean = continuous(name("meanFrictionForce"), text, words.load, accessor);
        self.push(Variable { nominal, ..mean });
    }

    fn contact_energy(&mut self, index: usize, contact: &Contact) {
        let name = |quantity: &str| name_of(&contact.name, quantity);
        let of = |table: &Self, text: &str| table.text_of(&contact.name, text);
        let diagnostic = self.diagnostic();
        let text = of(self, "dissipated energy");
        let (unit, accessor) = (PhysicalUnit::Joule, Accessor::DissipatedEnergy(index));
        let energy = continuous(name("dissipatedEnergy"), text, unit, accessor);
        let energy = self.push(Variable { causality: diagnostic, ..energy });
        let power = self.of_row(&contact.name, contact.axis, Accessor::DissipatedPower(index));
        self.push(Variable { derivative_of: Some(energy), ..power });
    }

    fn contact_state(&mut self, index: usize, contact: &Contact) {
        let name = |quantity: &str| name_of(&contact.name, quantity);
        let of = |table: &Self, text: &str| table.text_of(&contact.name, text);
        let diagnostic = self.diagnostic();
        let kind = &contact.law.kind;
        let states = match kind.is_one_way() {
            true if kind.is_unlimited(Direction::Backward) => "0 locked, 1 overrunning",
            true => "-1 overrunning, 0 locked",
            false => "-1 backward, 0 stuck, 1 forward, 2 free",
        };
        let text = of(self, states);
        let state = discrete(name("state"), text, Kind::Integer, Accessor::ContactState(index));
        let (min, max) = (Some(-1.0), Some(2.0));
        self.push(Variable { causality: diagnostic, min, max, ..state });
        let text = of(self, "true while stuck");
        let stuck = discrete(name("stuck"), text, Kind::Boolean, Accessor::Stuck(index));
        self.push(Variable { causality: diagnostic, ..stuck });
        let counts = [
            (
                "stickToSlipCount",
                "number of transitions from stick to slip",
                Accessor::StickToSlipCount(index),
            ),
            (
                "slipToStickCount",
                "number of transitions from slip to stick",
                Accessor::SlipToStickCount(index),
            ),
        ];
        for (quantity, text, accessor) in counts {
            let count = discrete(name(quantity), of(self, text), Kind::Integer, accessor);
            self.push(Variable { causality: diagnostic, min: Some(0.0), ..count });
        }
        let text = of(self, "time of the last transition (start time before any)");
        let accessor = Accessor::ContactLastEventTime(index);
        let time = last_event_time(name("lastEventTime"), text, accessor);
        self.push(Variable { causality: diagnostic, ..time });
    }

    /// Adds the internal states of a contact's law, and their derivatives.
    fn internal_states(&mut self, index: usize, contact: &Contact) {
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
                    self.text_of(&contact.name, &state.description),
                    unit(state.measure),
                    Accessor::InternalState(index, number),
                )
            });
            self.push(Variable {
                causality: Causality::Local,
                derivative_of: Some(variable),
                ..continuous(
                    name_of(&contact.name, &format!("{name}Rate")),
                    self.text_of(&contact.name, &format!("rate of {name}")),
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
