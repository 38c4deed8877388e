//! Large networks: a transition moves anew what feels it, and leaves all else on the polynomials that it is on.
//!
//! A leg has polynomials of the whole network up to its end. Where a transition is due on them, a *patch* takes its place:
//! the bodies that feel it up to the end of the leg ([`region`]), resolved and expanded as a network of their own, beside
//! bodies whose motion is told by the polynomials that they are on. Whoever was on other polynomials before is on those of
//! the patch from then on; and so forth with what is due on these. What forces on bodies beside a patch change by is
//! compared with what series may leave out, and where it is more, they are taken as well.
//!
//! Everything follows from the state at the start of the leg: which transition is next, what feels it, and all numbers.

mod expected;
mod felt;
mod instant;
mod next;
mod patch;
mod region;
mod ties;
mod work;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use expected::Expected;
pub(super) use instant::Instant;
use patch::Source;
pub(super) use patch::{Due, Moving, Patch};
use region::{Present, Region};
use ties::Tie;

use super::events::guards::Transition;
use super::flow::Flow;
use super::numbers::Numbers;
use super::{Element, Event, State};

/// Networks of at least so many bodies may move patch by patch: what there is to be found out about smaller ones costs as
/// much as to expand them.
const LEAST_BODIES: usize = 64;

/// A patch has at most this part of all bodies.
const MOST_OF_ALL: usize = 2;

/// So many patches there are at most, a base and a share per body.
const PATCHES: (usize, usize) = (16, 8);

/// On which polynomials a body or a tie is: those of the leg (0), or of a patch, counted from 1; and its index there.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    on: usize,
    at: usize,
}

/// The leg: the polynomials of all, and the present state of the network.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a> {
    pub numbers: &'a Numbers,
    pub flow: &'a Flow,
    pub state: &'a State,
    /// When it begins, and the state there.
    pub from: Instant,
    pub start: &'a State,
    pub now: Instant,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Local {
    region: Region,
    /// Patches that something is on, where there is room for more, and others.
    patches: Vec<Option<Box<Patch>>>,
    holes: Vec<usize>,
    #[allow(clippy::vec_box, reason = "they move from one list to the other")]
    spare: Vec<Box<Patch>>,
    /// When something may be due on each patch at the earliest, the next one first; how many patches there were before it
    /// tells it from others that had its place.
    queue: BinaryHeap<Reverse<Expected>>,
    made: u64,
    bodies: Vec<Place>,
    contacts: Vec<Place>,
    springs: Vec<Place>,
    dampers: Vec<Place>,
    /// What is due on the polynomials of the leg, in order of time, and what comes first that is still on them.
    due: Vec<Due>,
    first: usize,
    /// What is due at the present instant, in order of time, and how much of it, at the beginning, in the region chosen.
    now: Vec<(Instant, Due)>,
    here: usize,
    again: Vec<Reverse<Expected>>,
    /// Bodies beside a patch that feel more of it than may be left out.
    felt: Vec<usize>,
    /// Transitions of a patch, which are to be told.
    events: Vec<Event>,
}

/// True if a network may move patch by patch: forces are those of linear springs and dampers, and friction that follows from
/// slip velocities alone; and modes follow from velocities, ways and constant limits.
pub(super) fn suits(numbers: &Numbers) -> bool {
    numbers.mass.len() >= LEAST_BODIES
        && !(numbers.driven || numbers.coupled || numbers.one_way || numbers.guided)
        && !(numbers.massless || numbers.watched() || !numbers.blocks.is_empty())
        && numbers.faint == 0.0
        && numbers.forces.is_empty()
        && numbers.springs.iter().all(|spring| spring.cubic == 0.0)
        && numbers.contacts.iter().all(|entry| entry.is_of_slip())
}

impl Local {
    /// Takes what touches what.
    pub fn resize(&mut self, numbers: &Numbers) {
        if numbers.mass.len() >= LEAST_BODIES {
            self.region.resize(numbers);
        }
    }

    /// Begins a leg: all is on its polynomials, on which this is due.
    pub fn begin(&mut self, numbers: &Numbers, due: impl Iterator<Item = (f64, Transition)>) {
        for (places, count) in [
            (&mut self.bodies, numbers.bodies.len()),
            (&mut self.contacts, numbers.contacts.len()),
            (&mut self.springs, numbers.springs.len()),
            (&mut self.dampers, numbers.dampers.len()),
        ] {
            places.clear();
            places.extend((0..count).map(|at| Place { on: 0, at }));
        }
        self.spare.extend(self.patches.drain(..).flatten());
        self.holes.clear();
        self.queue.clear();
        self.due.clear();
        self.due.extend(due.filter_map(|(tau, transition)| Due::of(tau, transition)));
        self.due.sort_by(|a, b| a.tau.total_cmp(&b.tau));
        self.first = 0;
    }

    /// A set of stuck contacts, of which this is one, can no longer hold at τ on the leg.
    pub fn expect_release(&mut self, tau: f64, contact: usize) {
        let place = self.due.partition_point(|due| due.tau <= tau);
        self.due.insert(place, Due::release(tau, contact));
    }

    /// Chooses what is to move anew up to `span`, s, from now: about what is due, or about one contact. False: too much.
    pub fn choose(&mut self, whole: &Whole, about: Option<usize>, span: f64, least: f64) -> bool {
        let Self { region, patches, contacts, now, here, .. } = self;
        let departing = |contact: usize| departure(whole, patches, contacts[contact], contact) > 0;
        let steepness = |contact: usize| steepness(whole, patches, contacts[contact], contact);
        let present = present(whole, &departing, &steepness);
        let most = whole.numbers.mass.len() / MOST_OF_ALL;
        let chosen = match about {
            Some(contact) => {
                region.begin(&present, [Tie::Contact(contact)].into_iter());
                true
            }
            None => {
                *here = 1;
                loop {
                    let due = now[..*here].iter().map(|(_, due)| tie_of(due.anchor));
                    region.begin(&present, due);
                    let fits = region.spread(&present, span, least, most);
                    if !(fits && take_touched(region, &present, now, here)) {
                        break fits;
                    }
                }
            }
        };
        region.close(&present);
        chosen && (1..=most).contains(&region.members)
    }

    /// Takes the bodies that [`Local::feel`] found as well. False: too much.
    pub fn extend(&mut self, whole: &Whole) -> bool {
        let Self { region, patches, contacts, felt, now, here, .. } = self;
        let departing = |contact: usize| departure(whole, patches, contacts[contact], contact) > 0;
        let steepness = |contact: usize| steepness(whole, patches, contacts[contact], contact);
        let present = present(whole, &departing, &steepness);
        region.extend(&present, felt);
        while take_touched(region, &present, now, here) {
            region.take(&present, tie_of(now[*here - 1].1.anchor));
        }
        region.close(&present);
        region.members <= whole.numbers.mass.len() / MOST_OF_ALL
    }

    /// A patch of what was chosen, in its modes up to now; None: there are enough.
    pub fn build(&mut self, whole: &Whole) -> Option<Box<Patch>> {
        let mut patch = self.take_spare(whole.numbers.mass.len())?;
        let Self { region, patches, contacts, bodies, .. } = self;
        patch.take_numbers(whole.numbers, region);
        patch.take_state(whole.state, whole.now);
        for place in 0..region.free {
            let body = region.bodies[place];
            let (Place { on, at }, mass) = (bodies[body], whole.numbers.mass_of(body));
            patch.take_motion(place, source(whole, patches, on), at, mass.unwrap_or(0.0));
            let before = patch_of(patches, on).map_or(whole.start, |patch| &patch.moving.state);
            let own = &mut patch.moving.state.held_margin;
            *own = own.min(before.held_margin);
        }
        for (place, &contact) in region.contacts.iter().enumerate() {
            patch.moving.state.departure[place] =
                departure(whole, patches, contacts[contact], contact);
        }
        let Moving { numbers, flow, state, .. } = &mut patch.moving;
        numbers.put_known_motions(0.0, state);
        flow.join(numbers, &state.contact_mode);
        flow.follow(numbers, 0.0, &state.held_slip, &mut state.velocity);
        self.carry_work(whole, &mut patch);
        Some(patch)
    }

    /// A patch that nothing is on, of those that have room the smallest.
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

    /// Room for transitions that are to be told.
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

    /// From now on the bodies and ties of a patch are on its polynomials.
    pub fn commit(&mut self, mut patch: Box<Patch>) {
        patch.due.sort_by(|a, b| a.tau.total_cmp(&b.tau));
        patch.first = 0;
        let own = &patch.bodies[..patch.members];
        patch.live = own.len() + patch.contacts.len() + patch.springs.len() + patch.dampers.len();
        self.made += 1;
        patch.number = self.made;
        let index = self.holes.pop().unwrap_or(self.patches.len());
        if index == self.patches.len() {
            self.patches.push(None);
        }
        let first = patch.due.first().map(|due| patch.from().after(due.tau));
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

/// Polynomials that something is on.
fn source<'a>(whole: &Whole<'a>, patches: &'a [Option<Box<Patch>>], on: usize) -> Source<'a> {
    let of_leg = Source { flow: whole.flow, from: whole.from };
    patch_of(patches, on).map_or(of_leg, Patch::source)
}

/// The patch that something is on; None: it is on the polynomials of the leg.
fn patch_of(patches: &[Option<Box<Patch>>], on: usize) -> Option<&Patch> {
    patches.get(on.checked_sub(1)?)?.as_deref()
}

fn present<'a>(
    whole: &Whole<'a>,
    departing: &'a dyn Fn(usize) -> bool,
    steepness: &'a dyn Fn(usize) -> f64,
) -> Present<'a> {
    let State { contact_mode, spring_mode, .. } = whole.state;
    Present { numbers: whole.numbers, contact_mode, spring_mode, departing, steepness }
}

/// |dF/dw| of a contact that slips, at the present time.
fn steepness(whole: &Whole, patches: &[Option<Box<Patch>>], place: Place, contact: usize) -> f64 {
    let Source { flow, from } = source(whole, patches, place.on);
    let slip = flow.slip.value(place.at, flow.order + 1, whole.now.since(from));
    whole.numbers.contacts[contact].steepness(slip)
}

/// How many coefficients of a contact's slip velocity are 0 at the present time.
fn departure(whole: &Whole, patches: &[Option<Box<Patch>>], place: Place, contact: usize) -> u8 {
    match patch_of(patches, place.on) {
        None if whole.from == whole.now => whole.state.departure[contact],
        Some(patch) if patch.from() == whole.now => patch.moving.state.departure[place.at],
        _ => 0,
    }
}

fn place_of(element: Element, contacts: &[Place], springs: &[Place]) -> Place {
    match element {
        Element::Contact(contact) => contacts[contact],
        Element::Spring(spring) => springs[spring],
    }
}

fn tie_of(element: Element) -> Tie {
    match element {
        Element::Contact(contact) => Tie::Contact(contact),
        Element::Spring(spring) => Tie::Spring(spring),
    }
}

/// What is due elsewhere at the same instant happens with what is due here if it touches the region: whether there is one
/// more.
fn take_touched(
    region: &Region,
    present: &Present,
    now: &mut [(Instant, Due)],
    here: &mut usize,
) -> bool {
    let touches = |(_, due): &(Instant, Due)| region.touches(present, tie_of(due.anchor));
    let Some(next) = now[*here..].iter().position(touches) else { return false };
    now[*here..*here + next + 1].rotate_right(1);
    *here += 1;
    true
}
