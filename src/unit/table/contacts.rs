//! Variables of contacts.

use super::words::words;
use super::{Table, continuous, discrete, last_event_time};
use crate::laws::{Conditions, Law};
use crate::network::{Contact, LoadSource, PhysicalUnit, Signal, law_unit};
use crate::unit::variable::{Accessor, Causality, Kind, Variable};

fn name_of(contact: &Contact, quantity: &str) -> String {
    format!("{}.{quantity}", contact.name)
}

fn text_of(contact: &Contact, text: &str) -> String {
    format!("{}: {text}", contact.name)
}

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

    /// A contact that allows no slip tells its force alone.
    fn coupling(&mut self, index: usize, contact: &Contact) {
        let words = words(contact.axis);
        let text = format!("{} on the first body against positive slip", words.force);
        let (name, text) = (name_of(contact, "force"), text_of(contact, &text));
        self.push(continuous(name, text, words.load, Accessor::FrictionForce(index)));
    }

    fn contact_force(&mut self, index: usize, contact: &Contact) {
        let words = words(contact.axis);
        let (name, of) =
            (|quantity: &str| name_of(contact, quantity), |text: &str| text_of(contact, text));
        let nominal = self.static_limit(contact).filter(|limit| *limit > 0.0);
        self.push(Variable {
            nominal,
            ..continuous(
                name("frictionForce"),
                of(&format!("friction {} on the first body against positive slip", words.force)),
                words.load,
                Accessor::FrictionForce(index),
            )
        });
        self.push(continuous(
            name("slipVelocity"),
            of("velocity of the first body relative to the second or the surface"),
            words.speed,
            Accessor::SlipVelocity(index),
        ));
        if let Some(source) = contact.load_from {
            let text = of(match source {
                LoadSource::Spring(_) => {
                    "normal load with the part that a spring makes, 0 while free"
                }
                LoadSource::Formula(_) => "normal load, 0 while free",
            });
            let unit = PhysicalUnit::Newton;
            self.push(continuous(name("normalLoad"), text, unit, Accessor::NormalLoad(index)));
        }
        self.push(Variable {
            nominal,
            ..continuous(
                name("meanFrictionForce"),
                of("mean friction over the last communication step"),
                words.load,
                Accessor::MeanFrictionForce(index),
            )
        });
    }

    fn contact_energy(&mut self, index: usize, contact: &Contact) {
        let (name, of) =
            (|quantity: &str| name_of(contact, quantity), |text: &str| text_of(contact, text));
        let diagnostic = self.diagnostic();
        let energy = self.push(Variable {
            causality: diagnostic,
            ..continuous(
                name("dissipatedEnergy"),
                of("energy dissipated since the start"),
                PhysicalUnit::Joule,
                Accessor::DissipatedEnergy(index),
            )
        });
        self.push(Variable {
            causality: diagnostic,
            derivative_of: Some(energy),
            ..continuous(
                name("dissipatedPower"),
                of("power dissipated"),
                PhysicalUnit::Watt,
                Accessor::DissipatedPower(index),
            )
        });
    }

    fn contact_state(&mut self, index: usize, contact: &Contact) {
        let (name, of) =
            (|quantity: &str| name_of(contact, quantity), |text: &str| text_of(contact, text));
        let diagnostic = self.diagnostic();
        self.push(Variable {
            causality: diagnostic,
            min: Some(-1.0),
            max: Some(2.0),
            ..discrete(
                name("state"),
                of("-1 backward, 0 stuck, 1 forward, 2 free"),
                Kind::Integer,
                Accessor::ContactState(index),
            )
        });
        let text = of("whether stiction holds");
        let stuck = discrete(name("stuck"), text, Kind::Boolean, Accessor::Stuck(index));
        self.push(Variable { causality: diagnostic, ..stuck });
        let counts = [
            ("stickToSlipCount", "releases since the start", Accessor::StickToSlipCount(index)),
            ("slipToStickCount", "captures since the start", Accessor::SlipToStickCount(index)),
        ];
        for (quantity, text, accessor) in counts {
            let count = discrete(name(quantity), of(text), Kind::Integer, accessor);
            self.push(Variable { causality: diagnostic, min: Some(0.0), ..count });
        }
        let text = of("time of the last transition (start time before any)");
        let accessor = Accessor::ContactLastEventTime(index);
        let time = last_event_time(name("lastEventTime"), text, accessor);
        self.push(Variable { causality: diagnostic, ..time });
    }

    /// Internal states of a contact's law, and their derivatives.
    fn internal_states(&mut self, index: usize, contact: &Contact) {
        let loaded = contact.normal_load.is_some();
        let sizes = self.law(contact).map(|law| law.sizes());
        for (number, state) in contact.law.kind.states().iter().enumerate() {
            let name = if loaded { &state.loaded_name } else { &state.name };
            let unit = |measure| law_unit(measure, contact.axis, loaded);
            let variable = self.push(Variable {
                causality: self.diagnostic(),
                nominal: sizes.map(|sizes| sizes[number]),
                ..continuous(
                    format!("{}.{name}", contact.name),
                    format!("{}: {}", contact.name, state.description),
                    unit(state.measure),
                    Accessor::InternalState(index, number),
                )
            });
            self.push(Variable {
                causality: Causality::Local,
                derivative_of: Some(variable),
                ..continuous(
                    format!("{}.{name}Rate", contact.name),
                    format!("{}: rate of {name}", contact.name),
                    unit(state.rate),
                    Accessor::InternalRate(index, number),
                )
            });
        }
    }

    /// The law of a contact with the start values.
    fn law(&self, contact: &Contact) -> Option<Law> {
        let numbers = contact.law_numbers.iter();
        let values: Vec<f64> = numbers.map(|number| self.network.start_of(*number)).collect();
        Law::new(&contact.law, &values).ok()
    }

    /// Greatest friction at rest with the start values.
    fn static_limit(&self, contact: &Contact) -> Option<f64> {
        let start = |signal: Option<Signal>| signal.map_or(1.0, |one| self.network.start_of(one));
        let load =
            start(contact.normal_load) * start(contact.effective_radius.map(Signal::Parameter));
        Some(self.law(contact)?.static_limits(Conditions::under(load)).greatest())
    }
}
