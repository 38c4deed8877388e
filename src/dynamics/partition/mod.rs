//! Partition of large networks: a transition re-expands what it affects, and leaves all else on the polynomials that it is on.
//!
//! A segment has polynomials of the whole network up to its end. Where a transition becomes active on them, a *patch* takes its
//! place: the bodies that it affects up to the end of the segment ([`region`]), resolved and expanded as a network of their own,
//! beside bodies whose motion the polynomials give that they are on. Bodies that were on other polynomials before are on those of
//! the patch from then on; and so forth with what becomes active on these. Changes of forces on bodies beside a patch are
//! compared with what series may leave out, and where they are more, these bodies are taken as well. New values of inputs that
//! affect few bodies are taken the same way.
//!
//! Everything follows from the state at the start of the segment: which transition is next, what it affects, and all numbers.

mod affected;
mod changes;
mod expected;
mod instant;
mod next;
mod patch;
mod place;
mod region;
mod ties;
mod totals;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use changes::Changes;
use expected::Expected;
pub(super) use instant::Instant;
use patch::Source;
pub(super) use patch::{Active, Patch};
pub(super) use place::Whole;
use place::{Place, patch_of, source};
use region::{Present, Region};
use ties::Tie;

use super::events::transition::Transition;
use super::hybrid::Dynamics;
use super::system::System;
use super::{ContactId, Element, Event, SpringId, State};
use crate::network::Network;

/// Networks of at least this number of bodies may move patch by patch: what there is to be found out about smaller ones costs as
/// much as to expand them.
const LEAST_BODIES: usize = 64;

/// A patch has at most this part of all bodies.
const MOST_OF_ALL: usize = 2;

/// Greatest number of patches, as a base and the number of bodies per further patch.
const PATCHES: (usize, usize) = (16, 8);

/// Cause of a patch: an event, new inputs, or a contact.
#[derive(Clone, Copy, Debug)]
pub(super) enum About {
    /// Events that are active now ([`Partition::find_active`]).
    Active,
    /// New inputs ([`Partition::changes`]).
    Changes,
    /// A contact whose release is looked for on polynomials of its own.
    Contact(usize),
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    region: Region,
    /// New values of inputs, and what they affect.
    pub changes: Changes,
    /// Patches that something is on, where there is room for more, and others.
    patches: Vec<Option<Box<Patch>>>,
    holes: Vec<usize>,
    #[allow(clippy::vec_box, reason = "they move from one list to the other")]
    spare: Vec<Box<Patch>>,
    /// Earliest instant at which an event may be active on each patch, the next one first; the number of patches made
    /// before it distinguishes it from others that had its place.
    queue: BinaryHeap<Reverse<Expected>>,
    made: u64,
    bodies: Vec<Place>,
    contacts: Vec<Place>,
    springs: Vec<Place>,
    dampers: Vec<Place>,
    /// Events on the polynomials of the segment, in order of time, and the first one that is still on them.
    active: Vec<Active>,
    first: usize,
    /// Events that are active at the present instant, in order of time, and how many, at the beginning, are in the region chosen.
    now: Vec<(Instant, Active)>,
    here: usize,
    again: Vec<Reverse<Expected>>,
    /// Bodies beside a patch that it affects more than may be left out.
    affected: Vec<usize>,
    /// Transitions of a patch that are to be reported.
    events: Vec<Event>,
}

/// True if a network has as many bodies as it takes to move patch by patch.
pub(super) fn is_large(system: &System) -> bool {
    system.mass.len() >= LEAST_BODIES
}

/// True if a network may move patch by patch: forces are those of linear springs and dampers, and friction that follows from
/// slip velocities alone; and modes follow from velocities, ways and constant limits.
pub(super) fn is_applicable(system: &System) -> bool {
    is_large(system)
        && !(system.accelerated || system.coupled || system.one_way || system.prescribed)
        && !(system.massless || system.error_controlled() || !system.blocks.is_empty())
        && system.hysteresis == 0.0
        && system.forces.is_empty()
        && system.springs.iter().all(|spring| spring.is_linear())
        && system.contacts.iter().all(|entry| entry.is_of_slip())
}

impl Partition {
    /// Takes the couplings of a network, and what each of its inputs affects.
    pub fn resize(&mut self, network: &Network, system: &System) {
        if is_large(system) {
            self.region.resize(system);
            self.changes.resize(network);
        }
    }

    /// Begins a segment: all is on its polynomials, on which these events are active.
    pub fn begin(&mut self, system: &System, active: impl Iterator<Item = (f64, Transition)>) {
        for (places, count) in [
            (&mut self.bodies, system.bodies.len()),
            (&mut self.contacts, system.contacts.len()),
            (&mut self.springs, system.springs.len()),
            (&mut self.dampers, system.dampers.len()),
        ] {
            places.clear();
            places.extend((0..count).map(|at| Place { on: 0, at }));
        }
        self.spare.extend(self.patches.drain(..).flatten());
        self.holes.clear();
        self.queue.clear();
        self.active.clear();
        self.active.extend(active.filter_map(|(tau, transition)| Active::of(tau, transition)));
        self.active.sort_by(|a, b| a.tau.total_cmp(&b.tau));
        self.first = 0;
    }

    /// Records that a set of stuck contacts, of which this is one, can no longer hold at τ on the segment.
    pub fn expect_release(&mut self, tau: f64, contact: usize) {
        let place = self.active.partition_point(|active| active.tau <= tau);
        self.active.insert(place, Active::release(tau, contact));
    }

    /// Chooses what to re-expand up to `request`, s, from now. False: too much.
    pub fn choose(&mut self, whole: &Whole, about: About, request: f64, least: f64) -> bool {
        let Self { region, patches, contacts, changes, now, here, .. } = self;
        let departing =
            |contact: usize| leading_zeros(whole, patches, contacts[contact], contact) > 0;
        let steepness = |contact: usize| steepness(whole, patches, contacts[contact], contact);
        let present = present(whole, &departing, &steepness);
        let most = whole.system.mass.len() / MOST_OF_ALL;
        let chosen = match about {
            About::Contact(contact) => {
                region.begin(&present, [Tie::Contact(contact)].into_iter(), &[]);
                true
            }
            About::Changes => {
                now.clear();
                *here = 0;
                let loads = changes.loads.iter().map(|contact| Tie::Contact(*contact));
                region.begin(&present, loads, &changes.bodies);
                region.spread(&present, request, least, most)
            }
            About::Active => {
                *here = 1;
                loop {
                    let active = now[..*here].iter().map(|(_, active)| tie_of(active.anchor));
                    region.begin(&present, active, &[]);
                    let fits = region.spread(&present, request, least, most);
                    if !(fits && take_touched(region, &present, now, here)) {
                        break fits;
                    }
                }
            }
        };
        region.close(&present);
        chosen && (1..=most).contains(&region.members)
    }

    /// Takes the bodies that [`Partition::find_affected`] found as well. False: too much.
    pub fn extend(&mut self, whole: &Whole) -> bool {
        let Self { region, patches, contacts, affected, now, here, .. } = self;
        let departing =
            |contact: usize| leading_zeros(whole, patches, contacts[contact], contact) > 0;
        let steepness = |contact: usize| steepness(whole, patches, contacts[contact], contact);
        let present = present(whole, &departing, &steepness);
        region.extend(&present, affected);
        while take_touched(region, &present, now, here) {
            region.take(&present, tie_of(now[*here - 1].1.anchor));
        }
        region.close(&present);
        region.members <= whole.system.mass.len() / MOST_OF_ALL
    }

    /// Builds a patch of what was chosen, in its modes up to now; None: there are enough.
    pub fn build(&mut self, whole: &Whole) -> Option<Box<Patch>> {
        let mut patch = self.take_spare(whole.system.mass.len())?;
        let Self { region, patches, contacts, bodies, .. } = self;
        patch.update_system(whole.system, region);
        patch.take_state(whole.state, whole.now);
        for place in 0..region.free {
            let body = region.bodies[place];
            let (Place { on, at }, mass) = (bodies[body], whole.system.mass_of(body));
            patch.take_motion(place, source(whole, patches, on), at, mass.unwrap_or(0.0));
            let before = patch_of(patches, on).map_or(whole.start, |patch| &patch.dynamics.state);
            let own = &mut patch.dynamics.state.held_margin;
            *own = own.min(before.held_margin);
        }
        for (place, &contact) in region.contacts.iter().enumerate() {
            let zeros = leading_zeros(whole, patches, contacts[contact], contact);
            patch.dynamics.state.contacts[place].set_leading_zeros(zeros);
        }
        let Dynamics { system, expansion, state, .. } = &mut patch.dynamics;
        system.put_known_motions(0.0, state);
        expansion.join(system, state.contact_modes());
        expansion.follow(system, 0.0, &state.contacts, &mut state.velocity);
        self.carry_totals(whole, &mut patch);
        Some(patch)
    }

    /// Takes the smallest patch that nothing is on, of those that have room.
    fn take_spare(&mut self, bodies: usize) -> Option<Box<Patch>> {
        let need = self.region.bodies.len();
        let fit = |index: &usize| {
            let room = self.spare[*index].room();
            (room < need, room.abs_diff(need))
        };
        if let Some(index) = (0..self.spare.len()).min_by_key(fit) {
            return Some(self.spare.swap_remove(index));
        }
        let (base, share) = PATCHES;
        let used = self.patches.len() - self.holes.len();
        (used < base + bodies / share).then(Box::default)
    }

    /// Takes the buffer for transitions that are to be reported.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub fn keep_events(&mut self, events: Vec<Event>) {
        self.events = events;
    }

    /// Gives back a patch that is not to be used.
    pub fn give_back(&mut self, patch: Box<Patch>) {
        self.spare.push(patch);
    }

    /// Commits a patch: its bodies and couplings are on its polynomials from now on.
    pub fn commit(&mut self, mut patch: Box<Patch>) {
        patch.active.sort_by(|a, b| a.tau.total_cmp(&b.tau));
        patch.first = 0;
        let own = &patch.bodies[..patch.members];
        patch.live = own.len() + patch.contacts.len() + patch.springs.len() + patch.dampers.len();
        self.made += 1;
        patch.number = self.made;
        let index = self.holes.pop().unwrap_or(self.patches.len());
        if index == self.patches.len() {
            self.patches.push(None);
        }
        let first = patch.active.first().map(|active| patch.from().after(active.tau));
        let expected = first.map(|at| Expected { at, on: index + 1, number: self.made });
        self.queue.extend(expected.map(Reverse));
        let Self { patches, holes, spare, bodies, contacts, springs, dampers, .. } = self;
        for (places, own) in [
            (bodies, &patch.bodies[..patch.members]),
            (contacts, &patch.contacts[..]),
            (springs, &patch.springs),
            (dampers, &patch.dampers),
        ] {
            for (at, &element) in own.iter().enumerate() {
                let before = std::mem::replace(&mut places[element], Place { on: index + 1, at });
                let Some(other) = before.on.checked_sub(1) else { continue };
                let Some(left) = &mut patches[other] else { continue };
                left.live -= 1;
                if left.live == 0 {
                    spare.extend(patches[other].take());
                    holes.push(other);
                }
            }
        }
        self.patches[index] = Some(patch);
    }
}

fn present<'a>(
    whole: &Whole<'a>,
    departing: &'a dyn Fn(usize) -> bool,
    steepness: &'a dyn Fn(usize) -> f64,
) -> Present<'a> {
    let State { contacts, spring_mode, .. } = whole.state;
    Present { system: whole.system, contacts, spring_mode, departing, steepness }
}

/// Returns |dF/dw| of a contact that slips, at the present time.
fn steepness(whole: &Whole, patches: &[Option<Box<Patch>>], place: Place, contact: usize) -> f64 {
    let Source { expansion, from } = source(whole, patches, place.on);
    let slip = expansion.slip.value(place.at, expansion.order + 1, whole.now.since(from));
    whole.system.contacts[contact].steepness(slip)
}

/// Returns the number of leading coefficients of a contact's slip velocity that are 0 at the present time.
fn leading_zeros(
    whole: &Whole,
    patches: &[Option<Box<Patch>>],
    place: Place,
    contact: usize,
) -> u8 {
    match patch_of(patches, place.on) {
        None if whole.from == whole.now => whole.state.contacts[contact].leading_zeros(),
        Some(patch) if patch.from() == whole.now => {
            patch.dynamics.state.contacts[place.at].leading_zeros()
        }
        _ => 0,
    }
}

fn place_of(element: Element, contacts: &[Place], springs: &[Place]) -> Place {
    match element {
        Element::Contact(ContactId(contact)) => contacts[contact],
        Element::Spring(SpringId(spring)) => springs[spring],
        Element::Force(_) => unreachable!("networks with forces by formula move as a whole"),
    }
}

fn tie_of(element: Element) -> Tie {
    match element {
        Element::Contact(ContactId(contact)) => Tie::Contact(contact),
        Element::Spring(SpringId(spring)) => Tie::Spring(spring),
        Element::Force(_) => unreachable!("networks with forces by formula move as a whole"),
    }
}

/// Takes an event that is active elsewhere at the same instant if it touches the region, to be processed with those here;
/// true if there is one more.
fn take_touched(
    region: &Region,
    present: &Present,
    now: &mut [(Instant, Active)],
    here: &mut usize,
) -> bool {
    let touches = |(_, active): &(Instant, Active)| region.touches(present, tie_of(active.anchor));
    let Some(next) = now[*here..].iter().position(touches) else { return false };
    now[*here..*here + next + 1].rotate_right(1);
    *here += 1;
    true
}
