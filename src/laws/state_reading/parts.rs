//! The formulas of a law with states put together: what each direction of slip has of its own, and what is told of a contact
//! that slips, and of one that rests.

use super::{Making, moves};
use crate::algebra::{Decisions, Formula, Scope, parse};
use crate::laws::document::FormError;
use crate::laws::given::{ARGUMENT, ARRIVED, OWN_NAMES, SIDE, SLIP, STATE};
use crate::laws::sense::MOST_STATES;
use crate::laws::state_form::{TOLD, Together};

/// Rates, friction, and power.
type Parts = [Formula; MOST_STATES + 2];

impl Making<'_, '_> {
    /// What differs by the direction of slip, as one formula.
    pub(super) fn by_side(&self, [forward, backward]: &[Formula; 2]) -> Formula {
        if forward == backward {
            return forward.clone();
        }
        let sides = [("forward", forward.clone()), ("backward", backward.clone())];
        composed(self.first, "if(s < 0, backward, forward)", &sides, 0)
    }

    /// What is told of a contact that slips, and of one that rests, which holds `backward` against backward slip; whether it is
    /// on pieces. Those are the same, whatever the contact does, as a user's rates are.
    pub(super) fn wholes(
        &self,
        slips: Parts,
        rests: Parts,
        backward: &Formula,
    ) -> Result<([Together; 2], bool), FormError> {
        let [rate, other, friction, power] = &slips;
        let [rate_at_rest, other_at_rest, forward, lost] = &rests;
        let resting = [rate_at_rest, other_at_rest, forward, backward, lost];
        let apart = [
            self.together([rate, other, friction, power], [0, 1, 2, 2, 3])?,
            self.together(resting, [0, 1, 2, 3, 4])?,
        ];
        let decides = apart.iter().any(|one| !one.decisions.is_empty());
        if !decides || self.document.behaviour.is_some() {
            return Ok((apart, false));
        }
        let whole = [rate, other, friction, power, forward, backward, lost];
        let both = [self.together(whole, [0, 1, 2, 2, 3])?, self.together(whole, [0, 1, 4, 5, 6])?];
        Ok((both, true))
    }

    /// Rates, friction and what is lost of a power, by the energy that the states store.
    pub(super) fn parts(
        &self,
        rates: &[Formula; MOST_STATES],
        friction: &Formula,
        stored: &Formula,
        power: &str,
    ) -> Result<Parts, FormError> {
        let first = self.first;
        let mut defined = vec![("force", friction.clone())];
        let mut power = power.to_owned();
        let mut moved = [self.zero.clone(), self.zero.clone()];
        let words = [["rate0", "by0"], ["rate1", "by1"]];
        for state in 0..self.document.state.len() {
            let [rate, by] = words[state];
            let own = [("rate", rates[state].clone())];
            moved[state] = composed(first, "if(arrived, 0, rate)", &own, state);
            let slope = stored.derivative(first + STATE + state).map_err(|(_, rule)| {
                let text = self.document.stored.as_ref().expect("0 has a derivative");
                FormError::new(text, rule)
            })?;
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
        &self,
        parts: [&Formula; N],
        told: [usize; TOLD],
    ) -> Result<Together, FormError> {
        let (formula, places) = Formula::joined(parts);
        let decisions = Decisions::new(&formula, |name| moves(self.first, name))
            .map_err(|(_, rule)| FormError::new(self.blamed(), rule))?;
        Ok(Together { formula, told: told.map(|part| places[part]), decisions })
    }
}

/// A formula of the law's own names, which are those of the reader, from one of `defined`.
fn composed(first: usize, text: &str, defined: &[(&str, Formula)], arrived: usize) -> Formula {
    let mut names = vec![("", false); first + OWN_NAMES];
    names[ARGUMENT].0 = "x";
    names[first + SLIP].0 = "w";
    names[first + SIDE].0 = "s";
    names[first + ARRIVED + arrived].0 = "arrived";
    let scope = Scope { names: &names, defined, ..Scope::default() };
    parse(text, &scope).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}
