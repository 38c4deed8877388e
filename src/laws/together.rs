//! The formulas of a law with states put together: what each direction of slip has of its own, what is told of a contact that
//! slips, and of one that rests; and the same under a regularisation.

use super::given::{ARGUMENT, ARRIVED, LOAD, NUMBER, OWN_NAMES, SIDE, SLIP, STATE, THERE};
use super::regularisation::{RegularisationKind, SYMBOL};
use super::sense::MOST_STATES;
use super::state_form::{StateForm, TOLD, Together};
use super::whereabouts::WHEREABOUTS;
use crate::algebra::{Decisions, Formula, Scope, parse};

/// True if a name stands for what changes along a motion.
pub(super) fn moves(first: usize, name: usize) -> bool {
    let states = first + STATE..first + STATE + MOST_STATES;
    let there = first + THERE..first + THERE + WHEREABOUTS;
    let own = states.contains(&name) || there.contains(&name);
    name == ARGUMENT || name == LOAD || name == first + SLIP || own
}

/// Rates, friction, and power.
pub(super) type Parts = [Formula; MOST_STATES + 2];

/// What differs by the direction of slip, as one formula.
pub(super) fn by_side(first: usize, [forward, backward]: &[Formula; 2]) -> Formula {
    if forward == backward {
        return forward.clone();
    }
    let sides = [("forward", forward.clone()), ("backward", backward.clone())];
    composed(first, "if(s < 0, backward, forward)", &sides, 0)
}

/// Which of the whereabouts formulas name.
pub(super) fn seen<'f>(first: usize, all: impl Iterator<Item = &'f Formula> + Clone) -> Vec<usize> {
    let name = |place: &usize| first + THERE + *place;
    let seen = |place: &usize| all.clone().any(|formula| formula.depends_on(name(place)));
    (0..WHEREABOUTS).filter(seen).collect()
}

/// What is told of a contact that slips, and of one that rests, which holds `backward` against backward slip; whether it is
/// on pieces, if it `may` be. Those are the same, whatever the contact does, as a user's rates are.
///
/// # Errors
/// Why something cannot be decided so.
pub(super) fn wholes(
    first: usize,
    slips: Parts,
    rests: Parts,
    backward: &Formula,
    may: bool,
) -> Result<([Together; 2], bool), &'static str> {
    let [rate, other, friction, power] = &slips;
    let [rate_at_rest, other_at_rest, forward, lost] = &rests;
    let resting = [rate_at_rest, other_at_rest, forward, backward, lost];
    let apart = [
        together(first, [rate, other, friction, power], [0, 1, 2, 2, 3])?,
        together(first, resting, [0, 1, 2, 3, 4])?,
    ];
    let decides = apart.iter().any(|one| !one.decisions.is_empty());
    if !decides || !may {
        return Ok((apart, false));
    }
    let whole = [rate, other, friction, power, forward, backward, lost];
    let both = [together(first, whole, [0, 1, 2, 2, 3])?, together(first, whole, [0, 1, 4, 5, 6])?];
    Ok((both, true))
}

/// Rates, friction and what is lost of a power, by the energy that so many states store.
///
/// # Errors
/// Why that has no derivative.
pub(super) fn parts(
    (first, states): (usize, usize),
    rates: &[Formula; MOST_STATES],
    friction: &Formula,
    stored: &Formula,
    power: &str,
) -> Result<Parts, &'static str> {
    let mut defined = vec![("force", friction.clone())];
    let mut power = power.to_owned();
    let mut moved = [Formula::number(0.0), Formula::number(0.0)];
    let words = [["rate0", "by0"], ["rate1", "by1"]];
    for state in 0..states {
        let [rate, by] = words[state];
        let own = [("rate", rates[state].clone())];
        moved[state] = composed(first, "if(arrived, 0, rate)", &own, state);
        let slope = stored.derivative(first + STATE + state).map_err(|(_, rule)| rule)?;
        if slope.as_number() != Some(0.0) {
            defined.extend([(rate, moved[state].clone()), (by, slope)]);
            power.push_str(&format!(" - {by}*{rate}"));
        }
    }
    let power = composed(first, &power, &defined, 0);
    let [rate, other] = moved;
    Ok([rate, other, friction.clone(), power])
}

/// All parts as one formula, of which some are told.
fn together<const N: usize>(
    first: usize,
    parts: [&Formula; N],
    told: [usize; TOLD],
) -> Result<Together, &'static str> {
    let (formula, places) = Formula::joined(parts);
    let decisions =
        Decisions::new(&formula, |name| moves(first, name)).map_err(|(_, rule)| rule)?;
    Ok(Together { formula, told: told.map(|part| places[part]), decisions })
}

/// A formula of the law's own names, which are those of the reader, from one of `defined`.
fn composed(first: usize, text: &str, defined: &[(&str, Formula)], arrived: usize) -> Formula {
    let mut names = vec![("", false); first + OWN_NAMES];
    names[ARGUMENT].0 = "x";
    names[first + SLIP].0 = "w";
    names[first + SIDE].0 = "s";
    names[first + ARRIVED + arrived].0 = "arrived";
    made(text, &Scope { names: &names, defined, ..Scope::default() })
}

fn made(text: &str, scope: &Scope) -> Formula {
    parse(text, scope).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

impl StateForm {
    /// The same with a continuous function in place of the sign of the slip: nothing is held. None where nothing slips, and for a
    /// window, within which what is held would move with the contact.
    pub fn regularised(&self, kind: RegularisationKind) -> Option<Self> {
        if self.bristle || self.jumps || kind == RegularisationKind::Karnopp {
            return None;
        }
        let Self { first, rates, stored, .. } = self;
        let mut names = vec![("", false); first + OWN_NAMES];
        names[ARGUMENT].0 = "x";
        names[first + NUMBER].0 = SYMBOL;
        let called = Some(("friction", &self.friction, ARGUMENT));
        let friction = made(kind.magnitude(), &Scope { names: &names, called, ..Scope::default() });
        let zero = Formula::number(0.0);
        let states = (*first, self.variables.len());
        let slips = parts(states, rates, &friction, stored, "force*x").ok()?;
        let rests = parts(states, rates, &zero, stored, "0").ok()?;
        let ([slipping, resting], pieced) = wholes(*first, slips, rests, &zero, true).ok()?;
        Some(Self {
            seen: seen(*first, rates.iter().chain([&friction])),
            slipping,
            resting,
            pieced,
            two_sided: friction.depends_on(first + SIDE),
            friction,
            bare: Some(self.friction.clone()),
            holds: zero,
            slowest: None,
            limit_moves: false,
            ..self.clone()
        })
    }
}
