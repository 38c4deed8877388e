//! Friction of slipping contacts along a step: laws expanded along their slip velocity, each on the branch
//! on which it is smooth.

use super::ContactData;
use super::behaviour::{SlipBranch, SlipTerm};
use crate::algebra::taylor::ORDERS;
use crate::dynamics::ContactState;
use crate::dynamics::methods::taylor::convergence::MAX_ORDER;
use crate::dynamics::series::Series;
use crate::dynamics::start::Start;
use crate::dynamics::tolerances::EDGE;
use crate::laws::{Argument, Changes, Direction, LawSeries, Whereabouts};

const _: () = assert!(ORDERS >= MAX_ORDER + 2, "laws are expanded to the order of velocities");

/// Series along which laws are expanded: slip velocities, velocities of bodies, forces of springs.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Along<'s> {
    pub slip: &'s Series,
    pub velocity: &'s Series,
    pub load_part: &'s Series,
    /// True if powers of loads have been given values.
    pub held: bool,
    /// Error of the slip velocity at the start ([`ContactData::known_round_off`]).
    pub rounded: f64,
    /// True if the slip velocity stays what it is at the start ([`ContactData::keeps_slip`]).
    pub kept: bool,
}

/// A place along the expansion.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Place {
    pub slip: f64,
    /// Velocity of the first end.
    pub first: f64,
    pub load: f64,
    /// Positions and velocities of its ends, and the time, if its law reads these.
    pub there: Whereabouts,
}

/// Series of the laws whose friction depends on the slip velocity, or is no multiple of the load.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Sliding {
    /// Place of the series of each contact; None for laws that need none.
    pub(super) place: Vec<Option<usize>>,
    pub(super) series: Vec<LawSeries>,
    /// Branch of the law on which each contact slips.
    pub(super) branch: Vec<usize>,
    /// True for each contact with a law of the slip ratio whose first end is the faster one, and the sign of its slip
    /// in the direction of its mode. An integrator goes beyond w = 0 before it asks for a transition.
    pub(super) first_leads: Vec<bool>,
    pub(super) side: Vec<f64>,
    /// True for each contact whose slip new values have turned against its mode: until a step follows its friction stays that of the
    /// slowest slip in its direction.
    turned: Vec<bool>,
}

impl Sliding {
    pub fn resize(&mut self, contacts: &[ContactData]) {
        let mut count = 0;
        self.place.clear();
        self.place.extend(contacts.iter().map(|entry| {
            (entry.varies_by_slip() && !entry.law.evolves()).then(|| {
                count += 1;
                count - 1
            })
        }));
        self.series.resize_with(count, LawSeries::default);
        for (entry, place) in contacts.iter().zip(&self.place) {
            if let Some(place) = place {
                self.series[*place].reserve(&entry.law);
            }
        }
        self.branch.resize(contacts.len(), 0);
        self.first_leads.resize(contacts.len(), true);
        self.side.resize(contacts.len(), 1.0);
        self.turned.resize(contacts.len(), false);
    }

    /// True if the first end of a contact is the faster one.
    pub fn first_leads(&self, contact: usize) -> bool {
        self.first_leads[contact]
    }

    /// Returns the branch of the law of a contact that slips.
    pub fn branch(&self, contact: usize) -> usize {
        self.branch[contact]
    }

    /// Returns the change of the friction of a contact that slips in a direction, at a slip velocity, with the parameters of its law.
    pub fn change(
        &self,
        entry: &ContactData,
        contact: usize,
        (direction, slip): (Direction, f64),
        changes: &Changes,
    ) -> f64 {
        let side = self.side[contact];
        let branch = entry.behaviour.0.formula_branch(self.branch[contact]);
        let slip = if self.turned[contact] { 0.0 } else { side * slip };
        let mut at = entry.conditions();
        if let Some(place) = self.place[contact].filter(|_| side < 0.0) {
            at.speed = self.series[place].speed[0];
        }
        side * entry.law.change((direction, branch), slip, at, changes)
    }

    /// Returns the branches of all laws.
    pub fn branches(&self) -> &[usize] {
        &self.branch
    }

    /// Returns coefficient k of the friction force of a contact that slips in a direction; `slip` has its slip
    /// velocity up to that order, and the coefficients 0..k have been evaluated.
    pub fn coefficient(
        &mut self,
        entry: &ContactData,
        contact: usize,
        direction: Direction,
        start: &Start,
        along: Along,
        k: usize,
    ) -> f64 {
        let Some(place) = self.place[contact] else {
            let dry = entry.kinetic(direction) * load_growth(entry, along, k);
            return direction.sign() * dry + entry.law.viscous() * along.slip.at(k, contact);
        };
        let series = &mut self.series[place];
        let x = direction.sign() * along.slip.at(k, contact);
        // A contact that begins to slip has w = 0 exactly; one that slips is not beyond it, unless friction goes
        // on there. The viscous part alone determines the velocity of a massless body, which is still to be found.
        let zeros = usize::from(start.contacts[contact].leading_zeros());
        if k == 0 {
            let stops = !(entry.is_continuous() || entry.law.is_constant() || entry.has.of_ends);
            self.turned[contact] = stops && zeros == 0 && x < -along.rounded;
        }
        series.slip[k] = match k {
            _ if entry.law.is_constant() => x,
            _ if k < zeros || self.turned[contact] => 0.0,
            0 if !entry.is_continuous() => x.max(0.0),
            _ => x,
        };
        series.load[k] = entry.load_term(along.load_part, k);
        if entry.has.of_ends {
            let stands = if k == 0 { entry.stands(start.velocity, start.tau) } else { 0.0 };
            let term = SlipTerm {
                k,
                direction,
                own: start.contacts[contact],
                first: entry.first_end(along.velocity, k),
                slip: if k < zeros { 0.0 } else { x },
                stands,
            };
            let branch = SlipBranch {
                of_law: &mut self.branch[contact],
                first_leads: &mut self.first_leads[contact],
                side: &mut self.side[contact],
            };
            return entry.behaviour.0.force_term(entry, &term, branch, series);
        }
        if k == 0 {
            let (slip, load) = (series.slip[0], series.load[0]);
            self.branch[contact] = match entry.law.kind().argument() {
                // The edges of a function of the load are loads.
                Argument::Load if entry.load_from.is_some() => entry.law.piece(direction, load),
                Argument::Load => entry.law.piece_of_constant(direction, load),
                _ if along.kept => entry.law.piece_of_constant(direction, slip),
                _ => start_branch(entry, contact, direction, start, (slip, along.rounded)),
            };
        }
        entry.law.coefficient(direction, self.branch[contact], &mut self.series[place], k)
    }

    /// Returns the friction force at a place of a contact that slips on the branch of its law on which it is along the
    /// expansion; `series` is a workspace.
    pub fn value(
        &self,
        entry: &ContactData,
        contact: usize,
        direction: Direction,
        place: &Place,
        series: &mut LawSeries,
    ) -> f64 {
        let x = direction.sign() * place.slip;
        let side = self.side[contact];
        series.slip[0] = if entry.is_continuous() { x } else { (side * x).max(0.0) };
        series.load[0] = place.load;
        let (mut branch, mut first_leads, mut side) =
            (self.branch[contact], self.first_leads[contact], side);
        if !entry.has.of_ends {
            return entry.law.coefficient(direction, branch, series, 0);
        }
        let slip = direction.sign() * place.slip;
        let own = ContactState::FREE;
        let term = SlipTerm { k: 0, direction, own, first: place.first, slip, stands: 0.0 };
        let branch =
            SlipBranch { of_law: &mut branch, first_leads: &mut first_leads, side: &mut side };
        entry.behaviour.0.force(entry, &term, branch, series)
    }
}

/// Returns the branch on which a contact slips where an expansion starts; its slip in its direction, and the round-off of that.
fn start_branch(
    entry: &ContactData,
    contact: usize,
    direction: Direction,
    start: &Start,
    (slip, rounded): (f64, f64),
) -> usize {
    let sizes = (entry.velocity_scale(start.velocity, start.tau), rounded);
    let present = |held| present_branch(entry, direction, held, slip, sizes);
    entry.behaviour.0.start_branch(&start.contacts[contact], &present)
}

/// Returns the branch on which a law is at the slip speed x: the one that it is `held` on, unless x is beyond its edges
/// by more than the round-off of velocities of the size of `scale`, and what is `rounded`.
fn present_branch(
    entry: &ContactData,
    direction: Direction,
    held: usize,
    x: f64,
    (scale, rounded): (f64, f64),
) -> usize {
    let breakpoints = entry.law.kinks(direction);
    let near = |breakpoint: f64| EDGE * (scale + breakpoint) + rounded;
    let above = held == 0
        || breakpoints.get(held - 1).is_some_and(|breakpoint| x >= breakpoint - near(*breakpoint));
    let below = breakpoints.get(held).is_none_or(|breakpoint| x <= breakpoint + near(*breakpoint));
    if above && below { held } else { entry.law.piece(direction, x) }
}

/// Returns coefficient k of the normal load of a contact over its value at the start.
fn load_growth(entry: &ContactData, along: Along, k: usize) -> f64 {
    match (k, entry.load_from) {
        (0, Some(load)) if along.held => load.term(along.load_part, 0).max(0.0) / entry.load,
        (0, _) => 1.0,
        (_, None) => 0.0,
        _ => entry.load_growth(along.load_part, k),
    }
}
