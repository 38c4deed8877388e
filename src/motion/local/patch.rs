//! Bodies that move on polynomials of their own, from when a transition was felt there.

use super::instant::Instant;
use super::region::Region;
use crate::motion::elements::{BodyNumbers, SourceNumbers, SpringNumbers};
use crate::motion::events::guards::{Guards, Transition};
use crate::motion::events::resolve::Resolver;
use crate::motion::flow::{Flow, MAX_ORDER};
use crate::motion::numbers::Numbers;
use crate::motion::numbers::update::next_stamp;
use crate::motion::polynomial::shift;
use crate::motion::prescribed::Prescribed;
use crate::motion::work::{Scene, Work};
use crate::motion::{ContactMode, Element, SpringMode, State};

/// A transition that is due on a patch, by elements of the network: when, s from its start, and for a release one of the
/// contacts that can no longer hold.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct Due {
    pub tau: f64,
    pub transition: Transition,
    pub anchor: Element,
}

impl Due {
    /// That of one element; None: it is of many.
    pub fn of(tau: f64, transition: Transition) -> Option<Self> {
        let anchor = match transition {
            Transition::Contact(contact, _) => Element::Contact(contact),
            Transition::Spring(spring, _) => Element::Spring(spring),
            Transition::Release | Transition::Piece { .. } => return None,
        };
        Some(Self { tau, transition, anchor })
    }

    /// A set of stuck contacts, of which this is one, can no longer hold.
    pub fn release(tau: f64, contact: usize) -> Self {
        Self { tau, transition: Transition::Release, anchor: Element::Contact(contact) }
    }
}

/// What moves of a motion: all that a transition needs.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Moving {
    pub numbers: Numbers,
    pub state: State,
    pub flow: Box<Flow>,
    pub guards: Box<Guards>,
    pub resolver: Box<Resolver>,
    pub work: Work,
    pub modes: Vec<ContactMode>,
    pub spring_modes: Vec<SpringMode>,
    pub came: Vec<f64>,
    pub beyond: Vec<bool>,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Patch {
    pub moving: Moving,
    /// Its number among all.
    pub number: u64,
    /// What rounding has left of when it begins, s.
    rest: f64,
    /// Which body, contact, spring and damper of the network each of its own is; bodies that move first.
    pub bodies: Vec<usize>,
    pub members: usize,
    pub contacts: Vec<usize>,
    pub springs: Vec<usize>,
    pub dampers: Vec<usize>,
    /// Impulses of its contacts from the start of the leg up to its own.
    pub impulse: Vec<f64>,
    /// What is due on it, in order of time; what comes first that is still its own.
    pub due: Vec<Due>,
    pub first: usize,
    /// How many bodies and ties are its own: the others are those of later patches.
    pub live: usize,
    /// Energies, positions and velocities where it was last looked at.
    pub dissipated: Vec<f64>,
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
}

/// Polynomials from an instant on.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub flow: &'a Flow,
    pub from: Instant,
}

impl Patch {
    /// When its polynomials begin.
    pub fn from(&self) -> Instant {
        Instant { time: self.moving.state.time, rest: self.rest }
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source { flow: &self.moving.flow, from: self.from() }
    }

    /// How many bodies it has room for.
    pub fn room(&self) -> usize {
        self.bodies.capacity()
    }

    /// Takes the numbers of a region.
    pub(super) fn take_numbers(&mut self, whole: &Numbers, region: &Region) {
        let Region { bodies, members, free, contacts, springs, dampers, .. } = region;
        for (list, own) in [
            (&mut self.bodies, bodies),
            (&mut self.contacts, contacts),
            (&mut self.springs, springs),
            (&mut self.dampers, dampers),
        ] {
            list.clear();
            list.extend_from_slice(own);
        }
        self.members = *members;
        let numbers = &mut self.moving.numbers;
        numbers.stamp = next_stamp();
        numbers.clear_bodies();
        for (place, &body) in bodies.iter().enumerate() {
            let motion = match whole.bodies[body] {
                BodyNumbers::Free { .. } if place < *members => {
                    numbers.mass.extend(whole.unknown_mass(body));
                    numbers.body_of.push(place);
                    BodyNumbers::Free { unknown: place }
                }
                BodyNumbers::Free { .. } => BodyNumbers::Known(Prescribed::default()),
                known @ BodyNumbers::Known(_) => known,
            };
            numbers.bodies.push(motion);
            numbers.force.push(whole.force[body]);
            numbers.force_rate.push(whole.force_rate[body]);
        }
        numbers.sources.clear();
        if !whole.sources.is_empty() {
            for (place, &body) in bodies[..*members].iter().enumerate() {
                let first = whole.sources.partition_point(|source| source.body < body);
                let own = whole.sources[first..].iter().take_while(|source| source.body == body);
                numbers.sources.extend(own.map(|source| SourceNumbers { body: place, ..*source }));
            }
        }
        numbers.contacts.clear();
        numbers.contacts.extend(contacts.iter().map(|contact| {
            let entry = &whole.contacts[*contact];
            entry.between(region.local(&entry.row))
        }));
        numbers.rows.clear();
        for place in 0..numbers.contacts.len() {
            let row = numbers.over_unknown(&numbers.contacts[place].row);
            numbers.rows.push(row);
        }
        let local =
            |entry: &SpringNumbers| SpringNumbers { row: region.local(&entry.row), ..*entry };
        numbers.springs.clear();
        numbers.springs.extend(springs.iter().map(|spring| local(&whole.springs[*spring])));
        numbers.dampers.clear();
        numbers.dampers.extend(dampers.iter().map(|damper| local(&whole.dampers[*damper])));
        numbers.island.clear();
        numbers.island.resize(bodies.len(), 0);
        numbers.islands = 1;
        // What is told need not end where all else does.
        numbers.linear = whole.linear && free == members;
        self.resize(*members, free - members);
    }

    fn resize(&mut self, members: usize, told: usize) {
        let (contacts, springs) = (self.contacts.len(), self.springs.len());
        let moving = &mut self.moving;
        moving.flow.fit(&moving.numbers);
        moving.flow.told.resize(members, told, MAX_ORDER + 2);
        moving.guards.reserve(8 * contacts + 2 * springs + 1, contacts, members);
        moving.resolver.resize(&moving.numbers);
        moving.resolver.update(&moving.numbers);
        moving.work.resize(contacts, members);
        moving.modes.resize(contacts, ContactMode::Free);
        moving.spring_modes.resize(springs, SpringMode::Gap);
        moving.came.resize(self.bodies.len(), 0.0);
        moving.beyond.resize(contacts, false);
        self.impulse.clear();
        self.impulse.resize(contacts, 0.0);
    }

    /// Takes modes, and room for all else, of the state of the network.
    pub(super) fn take_state(&mut self, whole: &State, now: Instant) {
        let state = &mut self.moving.state;
        self.rest = now.rest;
        state.stand(now.time, self.bodies.len(), self.contacts.len(), self.springs.len());
        state.held_margin = 0.0;
        for (place, &contact) in self.contacts.iter().enumerate() {
            state.contact_mode[place] = whole.contact_mode[contact];
            state.surface[place] = whole.surface[contact];
            state.held_slip[place] = whole.held_slip[contact];
            state.piece[place] = whole.piece[contact];
        }
        for (mode, &spring) in state.spring_mode.iter_mut().zip(&self.springs) {
            *mode = whole.spring_mode[spring];
        }
    }

    /// Takes the motion of one of its bodies from where it was found before: the present one, or if it is beside, all that
    /// comes.
    pub(super) fn take_motion(&mut self, place: usize, source: Source, column: usize, mass: f64) {
        let now = self.from();
        let Source { flow, from } = source;
        let Moving { state, flow: own, .. } = &mut self.moving;
        let (tau, last) = (now.since(from), flow.order + 1);
        let mut at = [[0.0; MAX_ORDER + 2]; 2];
        for (terms, series) in at.iter_mut().zip([&flow.position, &flow.velocity]) {
            series.copy(column, last, terms);
            if place >= self.members {
                shift(&mut terms[..=last], tau);
            } else {
                terms[0] = series.value(column, last, tau);
            }
        }
        let [position, velocity] = at;
        (state.position[place], state.velocity[place]) = (position[0], velocity[0] + 0.0);
        state.velocity_error[place] = flow.error_of(column, tau);
        if let Some(told) = place.checked_sub(self.members) {
            own.told.mass[told] = mass;
            for (k, (z, v)) in position.iter().zip(&velocity).enumerate() {
                own.told.position.set(k, told, *z);
                own.told.velocity.set(k, told, *v);
            }
            let motion = Prescribed::new([position[0], velocity[0], velocity[1]], [0.0; 3]);
            self.moving.numbers.bodies[place] = BodyNumbers::Known(motion);
        }
    }

    /// Bodies beside it that are free.
    pub fn told(&self) -> usize {
        self.moving.flow.told.count()
    }

    /// What has passed to other patches it no longer holds together.
    pub(super) fn let_go(&mut self, own: impl Fn(usize) -> bool) {
        let Self { moving, contacts, .. } = self;
        moving.flow.let_go(&moving.numbers, |contact| own(contacts[contact]));
    }

    /// Where its bodies are at τ, and how fast.
    pub(super) fn move_to(&mut self, tau: f64) {
        let Self { moving, position, velocity, .. } = self;
        let Moving { numbers, flow, state, .. } = moving;
        for values in [&mut *position, &mut *velocity] {
            values.clear();
            values.resize(state.position.len(), 0.0);
        }
        flow.position.all_values(flow.order + 1, tau, position);
        flow.velocity.all_values(flow.order + 1, tau, velocity);
        velocity.iter_mut().for_each(|velocity| *velocity += 0.0);
        if !flow.moves_by_bodies(numbers) {
            flow.follow(numbers, 0.0, &state.held_slip, velocity);
        }
    }

    /// What its contacts have done up to τ; its state stays that at its start.
    pub(super) fn work_up_to(&mut self, tau: f64) {
        let Moving { numbers, flow, resolver, state, work, .. } = &mut self.moving;
        self.dissipated.clear();
        self.dissipated.extend_from_slice(&state.dissipated);
        work.begin_leg();
        if tau > 0.0 {
            work.recall(&mut Scene { numbers, flow, resolver, state }, tau, &mut |_, _| {});
        }
        std::mem::swap(&mut self.dissipated, &mut state.dissipated);
    }
}
