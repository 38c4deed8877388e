//! Bodies that move on polynomials of their own, from when a transition affects them.

use super::instant::Instant;
use super::region::Region;
use crate::dynamics::elements::body::{BodyData, ExcitationData};
use crate::dynamics::elements::spring::SpringData;
use crate::dynamics::events::transition::Transition;
use crate::dynamics::expansion::{Expansion, MAX_ORDER};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::polynomial::shift;
use crate::dynamics::prescribed::Prescribed;
use crate::dynamics::system::System;
use crate::dynamics::system::given::next_version;
use crate::dynamics::totals::Scene;
use crate::dynamics::{ContactId, Element, Event, SpringId, State};

/// A transition that is active on a patch, by elements of the network: when, s from its start, and for a release one of the
/// contacts that can no longer hold.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Active {
    pub tau: f64,
    pub transition: Transition,
    pub anchor: Element,
}

impl Active {
    /// Makes the active transition of one element; None: it is of many.
    pub fn of(tau: f64, transition: Transition) -> Option<Self> {
        let anchor = match transition {
            Transition::Contact(contact, _) => Element::Contact(ContactId(contact)),
            Transition::Spring(spring, _) => Element::Spring(SpringId(spring)),
            Transition::Release | Transition::Branch { .. } => return None,
        };
        Some(Self { tau, transition, anchor })
    }

    /// Makes the release of a set of stuck contacts, of which this is one.
    pub fn release(tau: f64, contact: usize) -> Self {
        Self { tau, transition: Transition::Release, anchor: Element::Contact(ContactId(contact)) }
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Patch {
    pub dynamics: Dynamics,
    /// Its number among all.
    pub number: u64,
    /// Remainder that rounding has left of its start time, s.
    rest: f64,
    /// Indices in the network of its bodies, contacts, springs and dampers; bodies that move come first, `members` of them.
    pub bodies: Vec<usize>,
    pub members: usize,
    pub contacts: Vec<usize>,
    pub springs: Vec<usize>,
    pub dampers: Vec<usize>,
    /// Impulses of its contacts from the start of the segment up to its own.
    pub impulse: Vec<f64>,
    /// Events that are active on it, in order of time; the index of the first one that is still its own.
    pub active: Vec<Active>,
    pub first: usize,
    /// Number of bodies and couplings that are its own; the others are those of later patches.
    pub live: usize,
    /// Energies, positions and velocities where it was last evaluated.
    pub dissipated: Vec<f64>,
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
}

/// Polynomials from an instant on.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub expansion: &'a Expansion,
    pub from: Instant,
}

impl Patch {
    /// Returns the instant at which its polynomials begin.
    pub fn from(&self) -> Instant {
        Instant { time: self.dynamics.state.time, rest: self.rest }
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source { expansion: &self.dynamics.expansion, from: self.from() }
    }

    /// Returns the number of bodies for which it has room.
    pub fn room(&self) -> usize {
        self.bodies.capacity()
    }

    /// Takes the numbers of a region.
    pub(super) fn update_system(&mut self, whole: &System, region: &Region) {
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
        let system = &mut self.dynamics.system;
        system.version = next_version();
        system.clear_bodies();
        for (place, &body) in bodies.iter().enumerate() {
            let motion = match whole.bodies[body] {
                BodyData::Free { .. } if place < *members => {
                    system.mass.extend(whole.unknown_mass(body));
                    system.body_of.push(place);
                    BodyData::Free { unknown: place }
                }
                BodyData::Free { .. } => BodyData::Known(Prescribed::default()),
                known @ BodyData::Known(_) => known,
            };
            system.bodies.push(motion);
            system.force.push(whole.force[body]);
            system.force_rate.push(whole.force_rate[body]);
        }
        system.sources.clear();
        if !whole.sources.is_empty() {
            for (place, &body) in bodies[..*members].iter().enumerate() {
                let first = whole.sources.partition_point(|source| source.body < body);
                let own = whole.sources[first..].iter().take_while(|source| source.body == body);
                system.sources.extend(own.map(|source| ExcitationData { body: place, ..*source }));
            }
        }
        system.contacts.clear();
        system.contacts.extend(contacts.iter().map(|contact| {
            let entry = &whole.contacts[*contact];
            entry.between(region.partition(&entry.row))
        }));
        system.rows.clear();
        for place in 0..system.contacts.len() {
            let row = system.over_unknown(&system.contacts[place].row);
            system.rows.push(row);
        }
        let partition =
            |entry: &SpringData| SpringData { row: region.partition(&entry.row), ..*entry };
        system.springs.clear();
        system.springs.extend(springs.iter().map(|spring| partition(&whole.springs[*spring])));
        system.dampers.clear();
        system.dampers.extend(dampers.iter().map(|damper| partition(&whole.dampers[*damper])));
        system.component.clear();
        system.component.resize(bodies.len(), 0);
        system.components = 1;
        // Boundary motion need not end where all else does.
        system.linear = whole.linear && free == members;
        self.resize(*members, free - members);
    }

    fn resize(&mut self, members: usize, boundary: usize) {
        let (contacts, springs) = (self.contacts.len(), self.springs.len());
        let dynamics = &mut self.dynamics;
        dynamics.expansion.fit(&dynamics.system, MAX_ORDER + 1);
        dynamics.expansion.boundary.resize(members, boundary, MAX_ORDER + 2);
        dynamics.guards.reserve(8 * contacts + 2 * springs + 1, &dynamics.system);
        dynamics.resolver.resize(&dynamics.system);
        dynamics.resolver.update(&dynamics.system);
        dynamics.totals.resize(contacts, members);
        dynamics.resize(self.bodies.len(), contacts, springs);
        self.impulse.clear();
        self.impulse.resize(contacts, 0.0);
    }

    /// Takes forces on its bodies, and what is given of its contacts, of the network, `elapsed`, s, after the last communication
    /// point; pushes the transitions that they cause. None: that takes the network as a whole.
    pub fn take_inputs(
        &mut self,
        whole: &System,
        elapsed: f64,
        events: &mut Vec<Event>,
    ) -> Option<()> {
        self.take_given(whole);
        let dynamics = &mut self.dynamics;
        if !dynamics.may_keep_modes() {
            return None;
        }
        dynamics.record_modes();
        if !dynamics.keeps_modes().ok()? {
            dynamics.past.record_kept_modes(&dynamics.state, elapsed);
            dynamics.resolve_jump(&mut |event| events.push(event)).ok()?;
        }
        Some(())
    }

    fn take_given(&mut self, whole: &System) {
        let Dynamics { system, resolver, .. } = &mut self.dynamics;
        system.given_version = next_version();
        for (place, &body) in self.bodies.iter().enumerate() {
            (system.force[place], system.force_rate[place]) =
                (whole.force[body], whole.force_rate[body]);
        }
        for (own, &contact) in system.contacts.iter_mut().zip(&self.contacts) {
            *own = whole.contacts[contact].between(own.row);
        }
        resolver.update(system);
    }

    /// Takes modes, and room for all else, of the state of the network.
    pub(super) fn take_state(&mut self, whole: &State, now: Instant) {
        let state = &mut self.dynamics.state;
        self.rest = now.rest;
        state.stand(now.time, self.bodies.len(), self.contacts.len(), self.springs.len());
        state.held_margin = 0.0;
        for (place, &contact) in self.contacts.iter().enumerate() {
            state.contacts[place].take_from(&whole.contacts[contact]);
        }
        for (mode, &spring) in state.spring_mode.iter_mut().zip(&self.springs) {
            *mode = whole.spring_mode[spring];
        }
    }

    /// Takes the motion of one of its bodies from where it was found before: the present one, or if it is beside, all that
    /// comes.
    pub(super) fn take_motion(&mut self, place: usize, source: Source, column: usize, mass: f64) {
        let now = self.from();
        let Source { expansion, from } = source;
        let Dynamics { state, expansion: own, .. } = &mut self.dynamics;
        let (tau, last) = (now.since(from), expansion.order + 1);
        let mut at = [[0.0; MAX_ORDER + 2]; 2];
        for (terms, series) in at.iter_mut().zip([&expansion.position, &expansion.velocity]) {
            series.copy(column, last, terms);
            if place >= self.members {
                shift(&mut terms[..=last], tau);
            } else {
                terms[0] = series.value(column, last, tau);
            }
        }
        let [position, velocity] = at;
        (state.position[place], state.velocity[place]) = (position[0], velocity[0] + 0.0);
        state.velocity_error[place] = expansion.error_of(column, tau);
        if let Some(boundary) = place.checked_sub(self.members) {
            own.boundary.mass[boundary] = mass;
            for (k, (z, v)) in position.iter().zip(&velocity).enumerate() {
                own.boundary.position.set(k, boundary, *z);
                own.boundary.velocity.set(k, boundary, *v);
            }
            let motion = Prescribed::new([position[0], velocity[0], velocity[1]], [0.0; 3]);
            self.dynamics.system.bodies[place] = BodyData::Known(motion);
        }
    }

    /// Returns the number of bodies beside it that are free.
    pub fn boundary(&self) -> usize {
        self.dynamics.expansion.boundary.count()
    }

    /// Releases the contacts that have passed to other patches: it no longer holds bodies together by these.
    pub(super) fn let_go(&mut self, own: impl Fn(usize) -> bool) {
        let Self { dynamics, contacts, .. } = self;
        dynamics.expansion.let_go(&dynamics.system, |contact| own(contacts[contact]));
    }

    /// Writes positions and velocities of its bodies at τ.
    pub(super) fn move_to(&mut self, tau: f64) {
        let Self { dynamics, position, velocity, .. } = self;
        let Dynamics { system, expansion, state, .. } = dynamics;
        for values in [&mut *position, &mut *velocity] {
            values.clear();
            values.resize(state.position.len(), 0.0);
        }
        expansion.position.all_values(expansion.order + 1, tau, position);
        expansion.velocity.all_values(expansion.order + 1, tau, velocity);
        velocity.iter_mut().for_each(|velocity| *velocity += 0.0);
        if !expansion.moves_by_bodies(system) {
            expansion.follow(system, 0.0, &state.contacts, velocity);
        }
    }

    /// Computes impulses and energies of its contacts up to τ; its state stays that at its start.
    pub(super) fn totals_up_to(&mut self, tau: f64) {
        let Dynamics { system, expansion, resolver, state, totals, .. } = &mut self.dynamics;
        self.dissipated.clear();
        self.dissipated.extend_from_slice(&state.dissipated);
        totals.begin_segment();
        if tau > 0.0 {
            totals.recall(&mut Scene { system, expansion, resolver, state }, tau, None);
        }
        std::mem::swap(&mut self.dissipated, &mut state.dissipated);
    }
}
