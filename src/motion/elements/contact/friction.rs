//! Friction of slipping contacts along a step: laws expanded along their slip velocity, each on the piece
//! on which it is smooth.

use super::{Behaviour, ContactNumbers};
use crate::algebra::taylor::ORDERS;
use crate::laws::{Argument, Direction, LawSeries, Whereabouts};
use crate::motion::methods::taylor::convergence::MAX_ORDER;
use crate::motion::rounding::EDGE;
use crate::motion::series::Series;
use crate::motion::start::Start;

const _: () = assert!(ORDERS >= MAX_ORDER + 2, "laws are expanded to the order of velocities");

/// What laws are expanded along: slip velocities, velocities of bodies, forces of springs.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct Along<'s> {
    pub slip: &'s Series,
    pub velocity: &'s Series,
    pub pressing: &'s Series,
    /// By how much the slip velocity at the start is off ([`ContactNumbers::known_round_off`]).
    pub rounded: f64,
}

/// A place along the flow.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct Place {
    pub slip: f64,
    /// Velocity of the first end.
    pub first: f64,
    pub load: f64,
    /// Where its ends are, if its law sees that.
    pub there: Whereabouts,
}

/// Series of the laws whose friction depends on the slip velocity, or is no multiple of the load.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Sliding {
    /// Of each contact: the place of its series; None for laws that need none.
    pub(super) place: Vec<Option<usize>>,
    pub(super) series: Vec<LawSeries>,
    /// Of each contact: the piece of its law on which it slips.
    pub(super) piece: Vec<usize>,
    /// Of each contact with a law of the slip ratio: whether its first end is the faster one, and the sign of
    /// its slip in the direction of its mode: an integrator goes beyond w = 0 before it asks for a transition.
    pub(super) first_leads: Vec<bool>,
    pub(super) side: Vec<f64>,
}

impl Sliding {
    pub fn resize(&mut self, contacts: &[ContactNumbers]) {
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
        self.piece.resize(contacts.len(), 0);
        self.first_leads.resize(contacts.len(), true);
        self.side.resize(contacts.len(), 1.0);
    }

    /// True if the first end of a contact is the faster one.
    pub fn first_leads(&self, contact: usize) -> bool {
        self.first_leads[contact]
    }

    /// Piece of the law of a contact that slips.
    pub fn piece(&self, contact: usize) -> usize {
        self.piece[contact]
    }

    /// Pieces of all laws.
    pub fn pieces(&self) -> &[usize] {
        &self.piece
    }

    /// Coefficient k of the friction force of a contact that slips in a direction; `slip` has its slip
    /// velocity up to that order, and the coefficients 0..k have been asked for.
    pub fn coefficient(
        &mut self,
        entry: &ContactNumbers,
        contact: usize,
        direction: Direction,
        start: &Start,
        along: Along,
        k: usize,
    ) -> f64 {
        let Some(place) = self.place[contact] else {
            let constant = match (k, entry.load_from) {
                (0, _) => entry.kinetic(direction),
                (_, None) => 0.0,
                _ => entry.kinetic(direction) * entry.load_growth(along.pressing, k),
            };
            return direction.sign() * constant + entry.law.viscous() * along.slip.at(k, contact);
        };
        let series = &mut self.series[place];
        let x = direction.sign() * along.slip.at(k, contact);
        // A contact that departs from w = 0 has w = 0 exactly; one that slips is not beyond it, unless friction goes
        // on there. What is viscous alone tells the velocity of a massless body, which is still to be found.
        let zeros = usize::from(start.departure[contact]);
        series.slip[k] = if entry.law.is_constant() {
            x
        } else if k < zeros {
            0.0
        } else if k == 0 && !entry.is_continuous() {
            x.max(0.0)
        } else {
            x
        };
        series.load[k] = entry.load_term(along.pressing, k);
        if entry.behaviour == Behaviour::Rolling {
            let x = if k < zeros { 0.0 } else { x };
            return self.of_rolling((entry, contact), direction, start, (along.velocity, x), k);
        }
        if k == 0 {
            let (slip, load) = (series.slip[0], series.load[0]);
            self.piece[contact] = match entry.law.kind().argument() {
                // The edges of a function of the load are loads.
                Argument::Load => entry.law.piece(direction, load),
                _ => start_piece(entry, contact, direction, start, (slip, along.rounded)),
            };
        }
        entry.law.coefficient(direction, self.piece[contact], &mut self.series[place], k)
    }

    /// Friction force at a place of a contact that slips on the piece of its law on which it is along the flow;
    /// `series` is a workspace.
    pub fn value(
        &self,
        entry: &ContactNumbers,
        contact: usize,
        direction: Direction,
        place: &Place,
        series: &mut LawSeries,
    ) -> f64 {
        let x = direction.sign() * place.slip;
        let side = self.side[contact];
        series.slip[0] = if entry.is_continuous() { x } else { (side * x).max(0.0) };
        series.load[0] = place.load;
        match entry.behaviour {
            Behaviour::Rolling => self.rolling_value((entry, contact), direction, place, series),
            _ => entry.law.coefficient(direction, self.piece[contact], series, 0),
        }
    }
}

/// Piece on which a contact slips where a flow starts; its slip in its direction, and how much of that is round-off.
fn start_piece(
    entry: &ContactNumbers,
    contact: usize,
    direction: Direction,
    start: &Start,
    (slip, rounded): (f64, f64),
) -> usize {
    let sizes = (entry.velocity_scale(start.velocity, start.tau), rounded);
    let there = start.piece[contact];
    let present = |held| present_piece(entry, direction, held, slip, sizes);
    match entry.behaviour {
        Behaviour::Window => entry.piece_beyond(there, || present(there)),
        _ => present(if start.departure[contact] > 0 { 0 } else { there }),
    }
}

/// The piece on which a law is at the slip speed x: the one that it is `held` on, unless x is beyond its
/// edges by more than the round-off of velocities of the size of `scale`, and what is `rounded`.
fn present_piece(
    entry: &ContactNumbers,
    direction: Direction,
    held: usize,
    x: f64,
    (scale, rounded): (f64, f64),
) -> usize {
    let kinks = entry.law.kinks(direction);
    let near = |kink: f64| EDGE * (scale + kink) + rounded;
    let above = held == 0 || kinks.get(held - 1).is_some_and(|kink| x >= kink - near(*kink));
    let below = kinks.get(held).is_none_or(|kink| x <= kink + near(*kink));
    if above && below { held } else { entry.law.piece(direction, x) }
}
