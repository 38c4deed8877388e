//! The checked network as bytes, in the encoding of the crate postcard: what an FMU carries beside its network file, so
//! that its library need not read texts: of built-in laws and declared elements it has bytes, too ([`Library`]). What is there
//! for readers alone, descriptions and options, is left out.
//!
//! Whoever can change a file can write any bytes there. What is decoded is therefore looked through: numbers are
//! finite, indices are those of something, and formulas name what there is.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::elastic::Elastic;
use super::force::{Action, Force, ForceKind, Meaning};
use super::form::ElementForm;
use super::inertia::MOST_BODIES;
use super::model::{
    Body, BodyKind, Contact, Drive, End, Harmonic, Inertia, InertiaEntries, InputId, LoadSource,
    Network, ParameterId, Port, Series, Signal, Spring,
};
use super::settings::RELATIVE_TOLERANCE_BOUNDS;
use crate::laws::{Form, LawKind};
use crate::skyline::is_positive_definite;

/// A law of a network, whose form may stand elsewhere.
#[derive(Serialize, Deserialize)]
enum Law<N, F> {
    /// Law in the library, under this name.
    BuiltIn(N),
    /// Law in this file.
    Own(F),
}

/// Shared parts of a network: its laws with the index of that of each contact, and for each force the name of the
/// declared kind that it is an element of.
#[derive(Serialize, Deserialize)]
struct Shared<N, F> {
    laws: Vec<Law<N, F>>,
    law_of: Vec<usize>,
    kind_of: Vec<Option<N>>,
}

/// Names of laws or kinds of elements, and bytes of each.
pub type Forms = &'static [(&'static str, &'static [u8])];

/// Built-in laws and declared kinds of elements as bytes, made by [`forms`].
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// The laws.
    pub laws: Forms,
    /// The kinds of elements.
    pub elements: Forms,
}

/// Returns names and bytes of the built-in laws and of the declared kinds of elements: what a [`Library`] has.
///
/// # Panics
/// If the file of one breaks a rule: what and where.
pub fn forms() -> [Vec<(&'static str, Vec<u8>)>; 2] {
    const FITS: &str = "memory takes whatever there is";
    let law = |name| Some((name, postcard::to_allocvec(LawKind::named(name)?.form()).expect(FITS)));
    let element =
        |name| Some((name, postcard::to_allocvec(&ElementForm::named(name)?).expect(FITS)));
    [LawKind::names().filter_map(law).collect(), ElementForm::names().filter_map(element).collect()]
}

impl Library {
    fn law(&self, name: &str) -> Option<LawKind> {
        let (_, bytes) = self.laws.iter().find(|(known, _)| *known == name)?;
        postcard::from_bytes(bytes).ok().map(LawKind::of)
    }

    fn element(&self, name: &str) -> Option<ElementForm> {
        let (name, bytes) = self.elements.iter().find(|(known, _)| *known == name)?;
        let form: ElementForm = postcard::from_bytes(bytes).ok()?;
        Some(ElementForm { name, ..form })
    }
}

/// Name of the layout of these bytes, which changes with the types of networks.
pub const LAYOUT: &str = env!("LUZTAR_LAYOUT");

/// Returns the bytes of a network.
pub fn to_bytes(network: &Network) -> Vec<u8> {
    let mut kinds: Vec<&LawKind> = Vec::new();
    let mut number = |kind| {
        kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            kinds.push(kind);
            kinds.len() - 1
        })
    };
    let law_of = network.contacts.iter().map(|contact| number(&contact.law.kind)).collect();
    let laws = kinds.into_iter().map(|kind| match kind.own() {
        Some(form) => Law::Own(form),
        None => Law::BuiltIn(kind.name()),
    });
    let laws: Vec<Law<&str, &Form>> = laws.collect();
    let kind_of = |force: &Force| force.form.as_ref().map(|form| form.name);
    let shared = Shared { laws, law_of, kind_of: network.forces.iter().map(kind_of).collect() };
    postcard::to_allocvec(&(shared, network)).expect("memory takes whatever there is")
}

/// Returns the network of some bytes, with the laws and elements of a library; None if they are those of none.
pub fn from_bytes(bytes: &[u8], library: &Library) -> Option<Network> {
    let ((shared, mut network), rest): ((Shared<&str, Form>, Network), _) =
        postcard::take_from_bytes(bytes).ok()?;
    let kind = |law| match law {
        Law::BuiltIn(name) => library.law(name),
        Law::Own(form) => Form::is_sound(&form).then(|| LawKind::of(form)),
    };
    let kinds = shared.laws.into_iter().map(kind).collect::<Option<Vec<LawKind>>>()?;
    if shared.law_of.len() != network.contacts.len() {
        return None;
    }
    for (contact, law) in network.contacts.iter_mut().zip(shared.law_of) {
        contact.law.kind = kinds.get(law)?.clone();
    }
    let forces = Arc::get_mut(&mut network.forces)?;
    if shared.kind_of.len() != forces.len() {
        return None;
    }
    for (force, kind) in forces.iter_mut().zip(shared.kind_of) {
        force.form = match kind {
            Some(name) => {
                let form = library.element(name)?;
                let suits = |action: &Action| form.suits(action.decisions.len());
                force.actions.iter().all(suits).then(|| Some(Arc::new(form)))?
            }
            None => None,
        };
    }
    (rest.is_empty() && Sound(&network).network()).then_some(network)
}

/// Looks a network through.
struct Sound<'n>(&'n Network);

/// True of a port whose mass is in a block.
fn is_joint(kind: &BodyKind) -> bool {
    kind.port().is_some_and(|port| port.effective_mass.is_none())
}

impl Sound<'_> {
    fn network(&self) -> bool {
        let Network { bodies, contacts, springs, dampers, forces, families, .. } = self.0;
        let ends = |i, j| self.end(i) && self.end(j);
        self.numbers()
            && bodies.iter().all(|body| self.body(body))
            && self.inertias()
            && contacts.iter().all(|contact| self.contact(contact))
            && springs.iter().all(|spring| self.spring(spring))
            && dampers.iter().all(|one| ends(&one.i, &one.j) && self.parameter(&one.damping))
            && forces.iter().all(|force| self.force(force))
            && families.iter().all(|family| {
                let count = family.sizes.iter().try_fold(1_usize, |all, one| all.checked_mul(*one));
                count == Some(family.copies.len())
            })
    }

    fn numbers(&self) -> bool {
        let Network { parameters, inputs, experiment, .. } = self.0;
        let (tightest, loosest) = RELATIVE_TOLERANCE_BOUNDS;
        let positive = |x: f64| x.is_finite() && x > 0.0;
        parameters.iter().all(|one| one.start.is_finite() && !one.bounds.exclude(one.start))
            && inputs.iter().all(|one| one.start.is_finite() && !one.bounds.exclude(one.start))
            && positive(experiment.stop_time)
            && positive(experiment.step_size)
            && (tightest..=loosest).contains(&experiment.relative_tolerance)
            && (positive(experiment.moreau_step) || experiment.moreau_step == 0.0)
    }

    fn parameter(&self, id: &ParameterId) -> bool {
        id.0 < self.0.parameters.len()
    }

    fn input(&self, id: &InputId) -> bool {
        id.0 < self.0.inputs.len()
    }

    fn signal(&self, signal: &Signal) -> bool {
        match signal {
            Signal::Zero => true,
            Signal::Parameter(id) => self.parameter(id),
            Signal::Input(id) => self.input(id),
        }
    }

    fn end(&self, end: &End) -> bool {
        end.body.is_none_or(|body| body < self.0.bodies.len())
            && end.weight.iter().all(|id| self.parameter(id))
    }

    fn body(&self, body: &Body) -> bool {
        let loads =
            |force: &Option<InputId>, constant: &Option<ParameterId>, source: &Option<Harmonic>| {
                let of_source = source.iter().flat_map(|source| {
                    [source.amplitude, source.angular_frequency].into_iter().chain(source.phase)
                });
                force.iter().all(|id| self.input(id))
                    && constant.iter().copied().chain(of_source).all(|id| self.parameter(&id))
            };
        match &body.kind {
            BodyKind::Free { mass, position0, velocity0, force, constant_force, source } => {
                [mass, position0, velocity0].into_iter().all(|id| self.parameter(id))
                    && loads(force, constant_force, source)
            }
            BodyKind::Massless { position0, force, constant_force, source } => {
                self.parameter(position0) && loads(force, constant_force, source)
            }
            BodyKind::Fixed => true,
            BodyKind::Prescribed(drive) => {
                let inputs = [drive.position(), drive.velocity(), drive.acceleration()];
                let start = match drive {
                    Drive::Velocity { position0, .. } => self.parameter(position0),
                    Drive::Both { .. } | Drive::Position { .. } => true,
                    Drive::Port(Port { effective_mass, applied_force, .. }) => {
                        effective_mass.as_ref().is_none_or(|mass| self.signal(mass))
                            && self.signal(&applied_force.signal())
                    }
                };
                start && inputs.iter().flatten().all(|id| self.input(id))
            }
        }
    }

    /// Blocks of free bodies with masses, each in at most one, are positive definite at the start.
    fn inertias(&self) -> bool {
        let mut own = vec![false; self.0.bodies.len()];
        let mut joins = |body: &usize, is_port: bool| {
            let fits = match self.0.bodies.get(*body).map(|body| &body.kind) {
                Some(BodyKind::Free { .. }) => !is_port,
                Some(kind) => is_port && is_joint(kind),
                None => false,
            };
            fits && !std::mem::replace(&mut own[*body], true)
        };
        let sound = self.0.inertias.iter().all(|inertia| {
            let Inertia { bodies, entries, .. } = inertia;
            let (size, square) = (bodies.len(), bodies.len() * bodies.len());
            let complete = match entries {
                InertiaEntries::Matrix(ids) => {
                    ids.len() == (square - size) / 2 && ids.iter().all(|id| self.parameter(id))
                }
                InertiaEntries::Inverse(ids) => {
                    ids.len() == (square + size) / 2 && ids.iter().all(|id| self.input(id))
                }
            };
            let is_port = matches!(entries, InertiaEntries::Inverse(_));
            size <= MOST_BODIES
                && bodies.iter().all(|body| joins(body, is_port))
                && complete
                && is_positive_definite(size, |row, column| {
                    let mass = inertia.mass(&self.0.bodies, row, column);
                    let mass = mass.map(|id| self.0.parameters[id.0].start);
                    let inverse = inertia.inverse(row, column);
                    let inverse = inverse.map(|id| self.0.inputs[id.0].start);
                    mass.or(inverse).unwrap_or(f64::NAN)
                })
        });
        sound && self.0.bodies.iter().zip(own).all(|(body, own)| own || !is_joint(&body.kind))
    }

    fn contact(&self, contact: &Contact) -> bool {
        let load_from = contact.load_from.is_none_or(|source| match source {
            LoadSource::Spring(load) => {
                load.spring < self.0.springs.len() && self.parameter(&load.factor)
            }
            LoadSource::Formula(force) => {
                let force = self.0.forces.get(force);
                force.is_some_and(|force| force.kind == ForceKind::NormalForce)
            }
        });
        let signals = [&contact.surface_velocity, &contact.surface_acceleration];
        contact.law.is_sound(contact.law_numbers.len())
            && self.end(&contact.i)
            && self.end(&contact.j)
            && contact.law_numbers.iter().all(|one| self.signal(one))
            && contact.normal_load.iter().chain(signals).all(|one| self.signal(one))
            && contact.effective_radius.iter().all(|id| self.parameter(id))
            && contact.applied_force.iter().all(|id| self.input(id))
            && contact.surface_line.factor.is_finite()
            && contact.surface_line.offset.is_finite()
            && load_from
    }

    fn elastic(&self, elastic: &Elastic) -> bool {
        elastic.parameters().all(|id| self.parameter(&id))
    }

    fn spring(&self, spring: &Spring) -> bool {
        let series = spring.series.iter().flat_map(|Series { parts, .. }| parts);
        self.end(&spring.i)
            && self.end(&spring.j)
            && self.elastic(&spring.elastic)
            && spring.numbers().all(|id| self.parameter(&id))
            && series.into_iter().all(|part| self.elastic(&part.elastic))
    }

    fn force(&self, force: &Force) -> bool {
        let lists = force.names.iter().map(|(_, meaning)| matches!(meaning, Meaning::List(_)));
        let lists: Vec<bool> = lists.collect();
        let body = |body: &usize| *body < self.0.bodies.len();
        let meaning = |meaning: &Meaning| match meaning {
            Meaning::Relative | Meaning::Rate | Meaning::Time => true,
            Meaning::Position(one) | Meaning::Velocity(one) => body(one),
            Meaning::Input(id) => self.input(id),
            Meaning::Parameter(id) => self.parameter(id),
            Meaning::List(ids) => ids.iter().all(|id| self.parameter(id)),
        };
        let action = |action: &Action| {
            self.end(&action.i)
                && self.end(&action.j)
                && action.formula.is_sound(&lists)
                && action.decisions.is_sound(&action.formula, &lists)
                && action.variables.iter().all(|name| *name < lists.len())
        };
        force.names.iter().all(|(_, own)| meaning(own))
            && force.value.is_sound(&lists)
            && !force.actions.is_empty()
            && force.frictions.start <= force.frictions.end
            && force.frictions.end <= self.0.contacts.len()
            && force.actions.iter().all(action)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Arc;

    use super::{
        BodyKind, Forms, InputId, Library, Network, ParameterId, Signal, forms, from_bytes,
        to_bytes,
    };
    use crate::network::read;

    const TEXT: &str = "[model]\nname = \"Sled\"\n[body.sled]\nmass = 1.0\nforce = \"input\"\n[body.cart]\nmass = 1.0\n\
                        [contact.floor]\nbetween = [\"sled\", \"cart\"]\nratio = 2.0\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                        [spring.s]\nbetween = \"sled\"\nstiffness = 1.0\n[damper.d]\nbetween = \"cart\"\ndamping = 1.0\n\
                        [force.f]\nbetween = \"cart\"\nforce = \"-2*rate\"\n";

    fn decoded(network: &Network) -> Option<Network> {
        let [laws, elements] = forms().map(|forms| -> Forms {
            let kept = forms.into_iter().map(|(name, bytes)| (name, &*bytes.leak()));
            kept.collect::<Vec<_>>().leak()
        });
        from_bytes(&to_bytes(network), &Library { laws, elements })
    }

    /// The number behind the last one is that of nothing: what an off-by-one would let through.
    #[test]
    fn numbers_of_nothing_are_refused() {
        let right = read(TEXT, "sled.toml").expect("a network");
        assert!(decoded(&right).is_some());
        let parameter = |network: &Network| ParameterId(network.parameters.len());
        let input = |network: &Network| InputId(network.inputs.len());
        let changes: [&dyn Fn(&mut Network); 11] = [
            &|network| {
                let past = parameter(network);
                let BodyKind::Free { mass, .. } = &mut network.bodies[0].kind else {
                    unreachable!()
                };
                *mass = past;
            },
            &|network| {
                let past = input(network);
                let BodyKind::Free { force, .. } = &mut network.bodies[1].kind else {
                    unreachable!()
                };
                *force = Some(past);
            },
            &|network| {
                network.contacts[0].normal_load = Some(Signal::Parameter(parameter(network)))
            },
            &|network| network.contacts[0].surface_velocity = Signal::Input(input(network)),
            &|network| network.contacts[0].surface_line.factor = f64::NAN,
            &|network| network.contacts[0].i.body = Some(network.bodies.len()),
            &|network| network.contacts[0].j.weight = Some(parameter(network)),
            &|network| network.springs[0].damping = Some(parameter(network)),
            &|network| network.dampers[0].damping = parameter(network),
            &|network| {
                Arc::make_mut(&mut network.forces)[0].frictions = 0..network.contacts.len() + 1
            },
            &|network| Arc::make_mut(&mut network.forces)[0].frictions = Range { start: 1, end: 0 },
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut wrong = right.clone();
            change(&mut wrong);
            assert!(decoded(&wrong).is_none(), "{number}");
        }
    }
}
