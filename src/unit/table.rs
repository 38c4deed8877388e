//! The variable table of a network: each kind of element declares its variables here, once.
//!
//! Order: parameters, settings, inputs (as the file has them), then outputs by body, contact, spring,
//! damper, force by formula and of the unit as a whole.

mod contacts;
mod forces;
mod kinds;
mod rows;
mod settings;
mod words;

pub use settings::{PORT_TIME_CONSTANT, item_of, prediction_horizon};

use kinds::{continuous, discrete, last_event_time, name_of};
use words::{Named, words};

use super::quantities::{
    APPLIED_FORCE, DEFLECTION, EFFECTIVE_MASS, FREE_FORCE, OF_DAMPERS, SPRING_FORCE,
};
use super::variable::{Accessor, Causality, Initial, Kind, Value, Variability, Variable};
use crate::network::{
    Body, BodyKind, Bounds, Damper, Drive, InputId, Network, Nominals, ParameterId, PhysicalUnit,
    Port, Spring, Tunability,
};

/// Builds the table; unless it is `described`, without what only descriptions have of it: texts, and the nominal values of outputs.
pub fn variables(network: &Network, described: bool) -> Vec<Variable> {
    let nominals = described.then(|| Nominals::of(network, |id| network.parameters[id.0].start));
    let mut table = Table { network, rows: Vec::new(), described, nominals };
    table.parameters();
    table.settings();
    table.inputs();
    for (index, body) in network.bodies.iter().enumerate() {
        table.body(index, body);
    }
    for (index, contact) in network.contacts.iter().enumerate() {
        table.contact(index, contact);
    }
    for (index, spring) in network.springs.iter().enumerate() {
        table.spring(index, spring);
    }
    for (index, damper) in network.dampers.iter().enumerate() {
        table.damper(index, damper);
    }
    for (index, force) in network.forces.iter().enumerate() {
        table.force(index, force);
    }
    table.whole();
    table.rows
}

/// Returns an inclusive lower bound for `x > bound`.
fn above(bound: f64) -> f64 {
    if bound == 0.0 { f64::MIN_POSITIVE } else { bound.next_up() }
}

fn inclusive(bounds: Bounds) -> (Option<f64>, Option<f64>) {
    let min = bounds.min.map(|min| if bounds.min_exclusive { above(min) } else { min });
    let max = bounds.max.map(|max| if bounds.max_exclusive { -above(-max) } else { max });
    (min, max)
}

struct Table<'a> {
    network: &'a Network,
    rows: Vec<Variable>,
    described: bool,
    /// Nominal values of states, if it is `described`.
    nominals: Option<Nominals>,
}

impl Table<'_> {
    fn parameters(&mut self) {
        for (index, parameter) in self.network.parameters.iter().enumerate() {
            let (causality, variability) = match parameter.tunability {
                Tunability::Constant => (Causality::Local, Variability::Constant),
                Tunability::Fixed => (Causality::Parameter, Variability::Fixed),
                Tunability::Tunable => (Causality::Parameter, Variability::Tunable),
            };
            let (min, max) = inclusive(parameter.bounds);
            let accessor = Accessor::Parameter(ParameterId(index));
            let (name, text) = (parameter.name.clone(), parameter.description.clone());
            self.push(Variable {
                causality,
                variability,
                initial: Some(Initial::Exact),
                start: Some(Value::Real(parameter.start)),
                min,
                max,
                ..continuous(name, text, parameter.unit, accessor)
            });
        }
    }

    fn inputs(&mut self) {
        for (index, input) in self.network.inputs.iter().enumerate() {
            let accessor = Accessor::Input(InputId(index));
            let (name, text) = (input.name.clone(), input.description.clone());
            let (min, max) = inclusive(input.bounds);
            self.push(Variable {
                causality: Causality::Input,
                initial: None,
                start: Some(Value::Real(input.start)),
                min,
                max,
                ..continuous(name, text, input.unit, accessor)
            });
        }
    }

    fn body(&mut self, index: usize, body: &Body) {
        let (words, named) = (words(body.axis), Named::alone(&body.name, body.axis));
        let name = |quantity: &str| name_of(&body.name, quantity);
        match body.kind {
            BodyKind::Fixed => {}
            BodyKind::Free { .. } | BodyKind::Massless { .. } => {
                // The velocity of a massless body is no state: nothing is declared its derivative.
                let has_mass = matches!(body.kind, BodyKind::Free { .. });
                let text = self.text_of(&named, words.position);
                let accessor = Accessor::Position(index);
                let position =
                    self.push(continuous(name(words.position), text, words.length, accessor));
                let velocity = self.push(Variable {
                    derivative_of: Some(position),
                    reinit: has_mass,
                    ..self.of_row(&named, Accessor::Velocity(index))
                });
                self.push(Variable {
                    derivative_of: has_mass.then_some(velocity),
                    ..self.of_row(&named, Accessor::Acceleration(index))
                });
                if body.flange {
                    self.quantities(&named, index, &[&EFFECTIVE_MASS, &FREE_FORCE]);
                }
            }
            BodyKind::Prescribed(drive) => {
                if drive.position().is_none() {
                    let text = self.text_of(&named, words.position);
                    let accessor = Accessor::Position(index);
                    let position =
                        self.push(continuous(name(words.position), text, words.length, accessor));
                    let rate = format!("{}Rate", words.position);
                    let text = format!("time derivative of {{}}.{}", words.position);
                    let text = self.text_of(&named, &text);
                    self.push(Variable {
                        causality: Causality::Local,
                        derivative_of: Some(position),
                        ..continuous(name(&rate), text, words.speed, Accessor::Velocity(index))
                    });
                }
                match drive {
                    Drive::Port(port) => self.port(index, body, &port),
                    _ => {
                        self.push(self.of_row(&named, Accessor::Reaction(index)));
                    }
                }
            }
        }
    }

    /// Adds the outputs of a port.
    fn port(&mut self, index: usize, body: &Body, port: &Port) {
        let named = Named::alone(&body.name, body.axis);
        if port.estimates() {
            self.quantities(&named, index, &[&APPLIED_FORCE]);
        }
        let reaction = self.of_row(&named, Accessor::Reaction(index));
        let own = |name, text, accessor| Variable {
            name: name_of(&body.name, name),
            description: self.text_of(&named, text),
            accessor,
            ..reaction.clone()
        };
        let text = "mean reaction {force} on {} over the next communication step";
        let next = own("reaction", text, Accessor::PortReaction(index));
        let text = "mean reaction {force} on {} over the last communication step";
        let last = own("meanReaction", text, Accessor::MeanReaction(index));
        self.rows.extend([next, last]);
    }

    /// Adds a spring, or each spring of a series.
    fn spring(&mut self, index: usize, spring: &Spring) {
        let Spring { name, axis, series, .. } = spring;
        let Some(series) = series else {
            let accessors = [
                Accessor::SpringForce(index),
                Accessor::Deflection(index),
                Accessor::SpringState(index),
            ];
            let named = Named::between(self.network, name, *axis, [spring.i, spring.j]);
            return self.single_spring(&named, spring.has_freeplay(), accessors);
        };
        let accessors = [
            Accessor::SpringForce(index),
            Accessor::PartDeflection(index, 0),
            Accessor::SpringState(index),
        ];
        self.single_spring(&Named::alone(name, *axis), spring.has_freeplay(), accessors);
        for (number, part) in (1..).zip(&series.parts) {
            let accessors = [
                Accessor::PartForce(index, number),
                Accessor::PartDeflection(index, number),
                Accessor::PartState(index, number),
            ];
            let has_gap = part.elastic.freeplay.is_some();
            self.single_spring(&Named::alone(&part.name, part.axis), has_gap, accessors);
        }
    }

    /// Adds a spring between two ends, or one of a series, whose ends are not known.
    fn single_spring(&mut self, spring: &Named, has_gap: bool, accessors: [Accessor; 3]) {
        let [force, deflection, state] = accessors;
        let in_series = spring.ends[0].is_empty();
        let texts = ["spring {force} (positive against deflection)", "deflection"];
        let rows = [(&SPRING_FORCE, force), (&DEFLECTION, deflection)];
        for ((row, accessor), text) in rows.into_iter().zip(texts) {
            let mut variable = self.quantity(row, spring, accessor);
            if in_series {
                variable.description = self.text_of(spring, text);
            }
            self.push(variable);
        }
        let text = match has_gap {
            true => "mode of {} (-1: lower contact, 0: gap, 1: upper contact, 2: separated)",
            false => "mode of {} (3: without gap)",
        };
        let text = self.text_of(spring, text);
        self.push(Variable {
            causality: self.diagnostic(),
            min: Some(-1.0),
            max: Some(3.0),
            ..discrete(name_of(spring.name, "state"), text, Kind::Integer, state)
        });
    }

    fn damper(&mut self, index: usize, damper: &Damper) {
        let Damper { name, axis, i, j, .. } = damper;
        let named = Named::between(self.network, name, *axis, [*i, *j]);
        self.quantities(&named, index, &OF_DAMPERS);
    }

    fn whole(&mut self) {
        let text = "= true, if friction forces of stuck contacts are statically indeterminate";
        let (name, text) = ("indeterminate".to_owned(), self.text(text));
        let causality = self.diagnostic();
        let indeterminate = discrete(name, text, Kind::Boolean, Accessor::Indeterminate);
        self.push(Variable { causality, ..indeterminate });
        let text = self.text("Number of transitions");
        let name = "eventCount".to_owned();
        self.push(Variable {
            causality,
            min: Some(0.0),
            ..discrete(name, text, Kind::Integer, Accessor::EventCount)
        });
        let text = self.text("Time of the last transition (start time before the first)");
        let time = last_event_time("lastEventTime".to_owned(), text, Accessor::LastEventTime);
        self.push(Variable { causality, ..time });
        if self.network.predict {
            let text =
                "Time of the next transition at constant inputs (1e300, if beyond the horizon)";
            let (name, text) = ("nextEventTime".to_owned(), self.text(text));
            self.push(continuous(name, text, PhysicalUnit::Second, Accessor::NextEventTime));
        }
    }
}
