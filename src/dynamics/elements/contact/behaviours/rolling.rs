//! Contacts whose law is one of the slip ratio S = w/max(|v|, |rω|): tyres on roads.
//!
//! In the direction of slip let a be the velocity of the first end and b that of the second, x = a − b = |w| ≥ 0.
//!
//! | branch | where | friction | left when |
//! |---|---|---|---|
//! | rolling | both ends move the same way | μ(S), S = x/max(a, −b) | the slower end stops: locked |
//! | rolling freely | S = 0 | held, below [`NO_SLIP`]·μ′(0) | more is needed: rolling |
//! | locked | b ≤ 0 ≤ a: S = 1; a body on the ground | μ(1) | an end moves the other way: rolling |
//! | starting | from rest up to twice the speed of rest | μ(1) | that speed |
//!
//! The law is set-valued at rest alone, where both ends stand still, and its slope in w grows without bound as
//! they do. Ends that are both slower than [`REST`] are at rest: the contact holds up to max μ, like every
//! stuck contact, with its ends at one velocity. It is released where this is exceeded, or where both together
//! are faster than twice that speed: it then rolls, from S = 0 on.
//!
//! A wheel on which nothing acts comes to roll without slip, ever slower and never quite. Below [`NO_SLIP`] it
//! is stuck, as at rest, but is released by next to nothing.

use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::contact::behaviour::{Applied, SlipBranch, SlipTerm, Traits};
use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::elements::contact::{Behaviour, ContactData, Expanded};
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::events::transition::Transition;
use crate::dynamics::expansion::MAX_ORDER;
use crate::dynamics::series::Series;
use crate::dynamics::{ContactMode, ContactState, State};
use crate::laws::{Argument, Direction, Law, LawSeries, NO_SLIP};

/// Branches of such a law; those below the last are smooth.
const ROLLING: usize = 0;
const LOCKED: usize = 1;
const STARTING: usize = 2;

/// Speed (m/s or rad/s) of both ends below which a contact is at rest. A body of unit scale takes a microsecond
/// to pass it, and it bounds how fast slip relaxes: at friction·μ′(0)/(mass·speed).
const REST: f64 = 1e-6;

/// Nominal slip velocity of a tyre over the nominal velocities of its ends, of which it is the small difference.
const SLIP_RATIO: f64 = 1e-2;

/// Behaviour of a contact with a law of the slip ratio.
#[derive(Debug)]
pub(super) struct Rolling;

impl Behaviour for Rolling {
    fn is_of(&self, law: &Law) -> bool {
        law.kind().argument() == Argument::SlipRatio
    }

    fn traits(&self) -> Traits {
        Traits { own_guards: true, steps: true, of_ends: true, ..Traits::default() }
    }

    /// Speed of the faster end; ends at rest start from there.
    fn speed(&self, entry: &ContactData, state: &State, own: Option<&ContactState>) -> f64 {
        match own {
            Some(own) if own.branch() == STARTING => 0.0,
            _ => entry.faster(state),
        }
    }

    fn formula_branch(&self, branch: usize) -> usize {
        branch.min(LOCKED)
    }

    fn force_term(
        &self,
        entry: &ContactData,
        term: &SlipTerm,
        branch: SlipBranch,
        series: &mut LawSeries,
    ) -> f64 {
        let SlipBranch { of_law, first_leads, side } = branch;
        let (k, a, x) = (term.k, term.direction.sign() * term.first, term.slip);
        let b = a - x;
        if k == 0 {
            *of_law = match term.own.branch() {
                ROLLING if entry.grounded => LOCKED,
                held => branch_at(held, a, b, term.stands),
            };
            let beyond = x < 0.0 && *of_law == ROLLING;
            *side = if beyond { -1.0 } else { 1.0 };
            *first_leads = a + b >= 0.0;
        }
        series.speed[k] = speed(entry, *side, *first_leads, a, b);
        if *side < 0.0 {
            series.slip[k] = -x;
        }
        *side * entry.law.coefficient(term.direction, self.formula_branch(*of_law), series, k)
    }

    fn force(
        &self,
        entry: &ContactData,
        term: &SlipTerm,
        branch: SlipBranch,
        series: &mut LawSeries,
    ) -> f64 {
        let SlipBranch { of_law, first_leads, side } = branch;
        let a = term.direction.sign() * term.first;
        let b = a - term.slip;
        series.speed[0] = speed(entry, *side, *first_leads, a, b);
        *side * entry.law.coefficient(term.direction, self.formula_branch(*of_law), series, 0)
    }

    /// Hands in the ends of the branches of the law, and rest of both ends.
    fn guards(&self, guards: &mut GuardSet, contact: usize, at: &Expanded) -> bool {
        let stuck = at.own.mode() == ContactMode::Stuck;
        let direction = match at.own.mode().direction() {
            Some(direction) => direction,
            None if stuck => Direction::Forward,
            None => return false,
        };
        let Ends { order, a, b } = Ends::of(at, contact, direction);
        let stands = at.entry.stands(at.velocity.row(0), at.tau);
        // sign·p + constant ≥ 0
        let mut keep = |p: &[f64], sign: f64, constant: f64, change: Change| {
            for (slot, c) in guards.polynomial.iter_mut().zip(&p[..=order]) {
                *slot = sign * c;
            }
            guards.polynomial[0] += if constant == 0.0 { stands } else { constant };
            guards.consider(order, Transition::Contact(contact, change));
        };
        let (roll, rest) = (Change::Own(ROLLING), Change::Rest);
        let [rolls, locks] = [ROLLING, LOCKED].map(Change::Breakpoint);
        match at.branch {
            _ if stuck && at.own.branch() == STARTING => {
                keep(&a, 1.0, 2.0 * REST, roll);
                keep(&a, -1.0, 2.0 * REST, roll);
            }
            _ if stuck => keep(&a, a[0].signum(), -REST, rest),
            STARTING => {
                for (end, sign) in [(&a, 1.0), (&a, -1.0), (&b, 1.0), (&b, -1.0)] {
                    keep(end, sign, 2.0 * REST, rolls);
                }
            }
            ROLLING if at.first_leads => {
                keep(&b, 1.0, 0.0, locks);
                keep(&a, 1.0, -REST, rest);
            }
            ROLLING => {
                keep(&a, -1.0, 0.0, locks);
                keep(&b, -1.0, -REST, rest);
            }
            _ => {
                keep(&a, 1.0, 0.0, rolls);
                keep(&b, -1.0, 0.0, rolls);
                let mut x = a;
                x.iter_mut().zip(&b).for_each(|(x, b)| *x -= b);
                keep(&x, 1.0, -REST, rest);
            }
        }
        false
    }

    /// Begins the rest of both ends, or ends it.
    fn apply(
        &self,
        _: &ContactData,
        change: Change,
        own: &mut ContactState,
        _: &dyn Fn() -> Bounded,
    ) -> Applied {
        if change == Change::Rest {
            own.take_branch(STARTING);
            own.change(ContactMode::Stuck);
            return Applied::TakesLoads(false);
        }
        own.take_branch(ROLLING);
        Applied::TakesLoads(true)
    }

    fn classify(&self, entry: &ContactData, own: &mut ContactState, _: Option<f64>) {
        own.take_branch(if entry.rests() { STARTING } else { ROLLING });
    }

    fn is_nonlinear(&self, branch: usize) -> bool {
        branch == ROLLING
    }

    /// It locks where it slips faster than the leading end moves.
    fn has_left(&self, slip: f64, leading: f64) -> bool {
        slip > leading
    }

    fn reports_branch(&self, branch: usize) -> bool {
        branch == STARTING
    }

    fn guard_units(&self, slip: f64) -> [f64; 2] {
        [SLIP_RATIO * slip, 1.0]
    }

    fn is_viscous_in_step(&self, entry: &ContactData) -> bool {
        entry.rolls()
    }
}

impl ContactData {
    /// Returns the slip velocity below which a contact that rolls at the present speed does not slip.
    pub fn no_slip(&self) -> f64 {
        NO_SLIP * self.speed
    }

    /// Returns the velocity up to which an end stands still beside the other one: the slip ratio is 1 but for
    /// [`NO_SLIP`], rolling or locked.
    pub fn stands(&self, velocity: &[f64], tau: f64) -> f64 {
        NO_SLIP * self.velocity_scale(velocity, tau)
    }

    /// True if its law is one of the slip ratio and its ends move.
    pub fn rolls(&self) -> bool {
        self.has.of_ends && self.speed > 0.0
    }

    /// True if its law is one of the slip ratio and its ends rest.
    pub fn rests(&self) -> bool {
        self.has.of_ends && self.speed == 0.0
    }

    /// Returns coefficient k of the velocity of the first end.
    pub fn first_end(&self, velocity: &Series, k: usize) -> f64 {
        self.row.i.map_or(0.0, |body| self.row.q_i * velocity.at(k, body))
    }

    /// Returns the speed of the faster end in a state, 0 at rest.
    pub fn faster(&self, state: &State) -> f64 {
        let first = self.row.i.map_or(0.0, |body| self.row.q_i * state.velocity[body]);
        let second = first - self.slip(state);
        let speed = first.abs().max(second.abs());
        if speed <= REST { 0.0 } else { speed }
    }
}

/// Returns the branch at velocities a and b of the ends: the one `held`, but for more than `round_off` of either.
fn branch_at(held: usize, a: f64, b: f64, round_off: f64) -> usize {
    let rolls = |relaxation: f64| b > -relaxation || a < relaxation;
    match held {
        STARTING => STARTING,
        ROLLING if rolls(round_off) => ROLLING,
        LOCKED if !rolls(-round_off) => LOCKED,
        _ if rolls(0.0) => ROLLING,
        _ => LOCKED,
    }
}

/// Returns the coefficient of the speed of the faster end, of those of both ends in the direction of the mode. Behind
/// w = 0, where an integrator evaluates before it asks for a transition, the end that led still leads, so that friction
/// stays smooth; of a body on the ground it is always the body.
fn speed(entry: &ContactData, side: f64, first_leads: bool, a: f64, b: f64) -> f64 {
    match first_leads {
        true => a,
        false if side < 0.0 && entry.row.j.is_none() => -a,
        false => -b,
    }
}

/// Velocities of the ends of a contact along the expansion.
struct Ends {
    order: usize,
    a: [f64; MAX_ORDER + 2],
    b: [f64; MAX_ORDER + 2],
}

impl Ends {
    /// Returns the velocities of both ends in a direction of slip; a contact at w = 0 has exactly equal ones.
    fn of(at: &Expanded, contact: usize, direction: Direction) -> Self {
        let mut ends = Ends { order: at.order + 1, a: [0.0; _], b: [0.0; _] };
        for k in 0..=ends.order {
            ends.a[k] = direction.sign() * at.entry.first_end(at.velocity, k);
            ends.b[k] = ends.a[k] - direction.sign() * at.slip.at(k, contact);
        }
        ends
    }
}
