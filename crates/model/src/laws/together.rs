//! The formulas of a law with states put together: the parts of each direction of slip, the formulas of a contact that
//! slips, and of one that rests; and all of these under a regularisation.

use super::given::{ARGUMENT, ARRIVED, LOAD, NUMBER, OWN_NAMES, SIDE, SLIP, STATE, THERE};
use super::regularisation::RegularisationKind;
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

/// Joins the formulas of both directions of slip into one.
pub(super) fn by_side(first: usize, [forward, backward]: &[Formula; 2]) -> Formula {
    if forward == backward {
        return forward.clone();
    }
    let sides = [("forward", forward.clone()), ("backward", backward.clone())];
    composed(first, "if(s < 0, backward, forward)", &sides, 0)
}

/// Returns the indices of the law arguments that formulas name.
pub(super) fn seen<'f>(first: usize, all: impl Iterator<Item = &'f Formula> + Clone) -> Vec<usize> {
    let name = |place: &usize| first + THERE + *place;
    let seen = |place: &usize| all.clone().any(|formula| formula.depends_on(name(place)));
    (0..WHEREABOUTS).filter(seen).collect()
}

/// Joins the formulas of a contact that slips, and those of one at rest, which holds `backward` against backward slip; returns
/// true with them if they are on branches, as they `may` be. Both are then the same, whatever the contact does, as a user's rates
/// are.
///
/// # Errors
/// The reason why something cannot be decided so.
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

/// Makes rates, friction and the loss of power, by the energy that this number of states stores.
///
/// # Errors
/// The reason why that has no derivative.
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

/// Joins all parts into one formula, of which some are results.
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

/// Returns a formula of the law's own names, which are those of the reader, from one of `defined`.
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

/// Returns the form with a continuous function in place of the sign of the slip: nothing is held. None where nothing slips,
/// and for a window, within which what is held would move with the contact.
pub fn regularised(form: &StateForm, kind: RegularisationKind) -> Option<StateForm> {
    if form.bristle || form.jumps || kind == RegularisationKind::Karnopp {
        return None;
    }
    let StateForm { first, rates, stored, .. } = form;
    let mut names = vec![("", false); first + OWN_NAMES];
    names[ARGUMENT].0 = "x";
    names[first + NUMBER].0 = &kind.parameter().symbol;
    let called = Some(("friction", &form.friction, ARGUMENT));
    let friction = made(kind.magnitude(), &Scope { names: &names, called, ..Scope::default() });
    let zero = Formula::number(0.0);
    let states = (*first, form.variables.len());
    let slips = parts(states, rates, &friction, stored, "force*x").ok()?;
    let rests = parts(states, rates, &zero, stored, "0").ok()?;
    let ([slipping, resting], pieced) = wholes(*first, slips, rests, &zero, true).ok()?;
    Some(StateForm {
        seen: seen(*first, rates.iter().chain([&friction])),
        slipping,
        resting,
        pieced,
        two_sided: friction.depends_on(first + SIDE),
        friction,
        bare: Some(form.friction.clone()),
        holds: zero,
        slowest: None,
        limit_moves: false,
        ..form.clone()
    })
}
