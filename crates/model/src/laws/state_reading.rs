//! Reads what the file of a law says of its states ([`super::state_form`]).

use toml::Spanned;

use super::allowed::{
    AT_REST, Allowed, OF_FORCE, OF_FRICTION, OF_HELD, OF_NUMBERS, OF_RATE, OF_STORED,
};
use super::declaration::LawParameter;
use super::document::{ArgumentWord, Document, FormError, StateText, both};
use super::given::{ARGUMENT, FIRST, LOAD, SIDE, SLIP, STATE, THERE};
use super::reading::Reading;
use super::sense::MOST_STATES;
use super::state_form::{StateForm, StateVariable};
use super::together::{Parts, by_side, moves, parts, seen, wholes};
use super::whereabouts::NAMES;
use crate::algebra::{Decisions, Formula};

/// Reads the states that a law declares.
fn variables(document: &Document) -> Result<Vec<StateVariable>, FormError> {
    if let Some(beyond) = document.state.get(MOST_STATES) {
        let rule = format!("a law has at most {MOST_STATES} states");
        return Err(FormError::new(&beyond.name, rule));
    }
    let variable = |text: &StateText| {
        let measure = *text.measure.get_ref();
        let rate = measure.rate().ok_or_else(|| {
            let rule = "a state measures friction, length, time, temperature or a number";
            FormError::new(&text.measure, rule)
        })?;
        Ok(StateVariable {
            name: text.name.get_ref().clone().into(),
            loaded_name: text.loaded_name().get_ref().clone().into(),
            symbol: text.symbol().get_ref().clone().into(),
            measure,
            rate,
            description: text.description().into(),
        })
    };
    document.state.iter().map(variable).collect()
}

/// Rule that nothing decides by the direction of slip.
const NO_DIRECTION: &str = "conditions and breakpoints must not depend on `w` or `s`, whose sign changes with the direction of slip; use \
     `x`, which is |w|";

/// A document with states whose formulas are read.
struct Making<'m, 'd> {
    reading: &'m Reading<'d>,
    document: &'d Document,
    first: usize,
    zero: Formula,
}

/// Reads what a document says of states and of where ends are, if it does.
pub(super) fn states(
    reading: &Reading,
    document: &Document,
    parameters: &[LawParameter],
) -> Result<Option<StateForm>, FormError> {
    if !document.evolves() {
        return Ok(None);
    }
    let first = FIRST + parameters.len();
    let making = Making { reading, document, first, zero: Formula::number(0.0) };
    making.check_keys()?;
    making.form().map(Some)
}

impl Making<'_, '_> {
    /// Reports keys that do not go with states, or not together.
    fn check_keys(&self) -> Result<(), FormError> {
        let document = self.document;
        let name = self.blamed();
        if document.unlimited() != [false; 2] {
            let rule = "a law that is `unlimited` must have no states, and must not depend on positions or time";
            return Err(FormError::new(name, rule));
        }
        if document.argument != ArgumentWord::Slip {
            let rule = "a law of the slip ratio must have no states, and must not depend on positions or time";
            return Err(FormError::new(name, rule));
        }
        let held = [&document.holds, &document.holds_backward];
        let held = held.into_iter().flatten().next();
        match (&document.force, &document.friction, held) {
            (Some(force), Some(_), _) => {
                let rule = "give either `force`, or `friction` and `static`";
                Err(FormError::new(force, rule))
            }
            (Some(_), None, Some(holds)) => {
                let rule = "a contact whose friction is a `force` of its states never sticks; leave `static` and \
                    `backwardStatic` out";
                Err(FormError::new(holds, rule))
            }
            (Some(_), None, None) if document.backward.is_some() => {
                let rule = "`backward` is for laws with `friction`; a `force` may depend on the sign `s` of the slip";
                Err(FormError::new(document.backward.as_ref().unwrap_or(name), rule))
            }
            (None, None, _) if document.behaviour.is_none() => {
                let rule = "a law with states needs a `force`, or `friction`";
                Err(FormError::new(name, rule))
            }
            _ => Ok(()),
        }
    }

    /// Returns the text to which errors of the law as a whole refer.
    fn blamed(&self) -> &Spanned<String> {
        let texts = [&self.document.friction, &self.document.force, &self.document.holds];
        let state = self.document.state.first().map(|state| &state.name);
        let some = state.or_else(|| texts.into_iter().flatten().next());
        some.unwrap_or_else(|| &self.document.define[0].formula)
    }

    /// Reads a formula, if it names nothing else than it may.
    fn read(&self, text: &Spanned<String>, allowed: &Allowed) -> Result<Formula, FormError> {
        let formula = self.reading.formula(text)?;
        self.check(text, &formula, allowed)?;
        Ok(formula)
    }

    fn check(
        &self,
        text: &Spanned<String>,
        formula: &Formula,
        allowed: &Allowed,
    ) -> Result<(), FormError> {
        let Allowed { what, argument, load, slip, states, there } = *allowed;
        let own = |place: usize| self.first + place;
        let refused = [
            (ARGUMENT, argument, "the slip speed `x`"),
            (LOAD, load, "the normal load `N`"),
            (own(SLIP), slip, "the slip velocity `w`"),
            (own(SIDE), slip, "the sign `s` of the slip"),
            (own(STATE), states, "a state"),
            (own(STATE + 1), states, "a state"),
        ];
        let there = NAMES.into_iter().enumerate().map(|(k, name)| (own(THERE + k), there, name));
        let mut all = refused.into_iter().chain(there);
        if let Some((_, _, on)) = all.find(|(name, may, _)| !may && formula.depends_on(*name)) {
            return Err(FormError::new(text, format!("{what} must not depend on {on}")));
        }
        let fault = |offset: usize, rule: &str| {
            // Behind the quote.
            let place = text.span().start + 1 + offset;
            Err(FormError { place: place..place + 1, rule: rule.to_owned() })
        };
        match Decisions::new(formula, |name| moves(self.first, name)) {
            Err((offset, rule)) => fault(offset, rule),
            Ok(decisions) => {
                let directed = |name: usize| name == own(SLIP) || name == own(SIDE);
                match decisions.offset(formula, directed) {
                    Some(offset) if self.document.behaviour.is_none() => {
                        fault(offset, NO_DIRECTION)
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    fn form(&self) -> Result<StateForm, FormError> {
        let Self { document, first, .. } = *self;
        let bristle = document.friction.is_none();
        let rubs = self.friction()?;
        let held = self.holds(bristle, &rubs)?;
        let [friction, holds] = [&rubs, &held].map(|sides| by_side(first, sides));
        let slowest = self.reading.at_no_slip(&friction);
        let slowest = (slowest != holds).then_some(slowest);
        let stored = self.optional(document.stored.as_ref(), &OF_STORED)?;
        let stored = stored.unwrap_or_else(|| self.zero.clone());
        let rates = self.of_each(|text| self.optional(text.rate.as_ref(), &OF_RATE))?;
        let rests = self.of_each(|text| self.optional(text.rest.as_ref(), &AT_REST))?;
        let ends = self.of_each(|text| self.optional(text.end.as_ref(), &OF_NUMBERS))?;
        let sizes = self.of_each(|text| self.optional(text.size.as_ref(), &OF_NUMBERS))?;
        let jumps = rests[0].is_some();
        let rates = rates.map(|rate| rate.unwrap_or_else(|| self.zero.clone()));
        self.check_use(&rates, &friction, &holds)?;
        let all = rates.iter().chain(rests.iter().flatten()).chain([&friction, &holds]);
        let seen = seen(first, all);
        let limit_moves = !bristle && self.limit_moves(&holds, &rests);
        let rests: [Formula; MOST_STATES] =
            std::array::from_fn(|k| rests[k].clone().unwrap_or_else(|| rates[k].clone()));
        let on_load = rates.iter().chain(&rests).any(|formula| formula.depends_on(LOAD));
        let slip = if bristle { "force*w" } else { "force*x" };
        let rest = if bristle { "force*w" } else { "0" };
        let two_sided = rubs[0] != rubs[1] || held[0] != held[1];
        let [forward, backward] = if bristle { rubs } else { held };
        let slips = self.parts(&rates, &friction, &stored, slip)?;
        let rests = self.parts(&rests, &forward, &stored, rest)?;
        let may = document.behaviour.is_none();
        let ([slipping, resting], pieced) = wholes(first, slips, rests, &backward, may)
            .map_err(|rule| FormError::new(self.blamed(), rule))?;
        Ok(StateForm {
            variables: variables(document)?,
            first,
            seen,
            bristle,
            slipping,
            resting,
            pieced,
            friction,
            bare: None,
            holds,
            slowest,
            stored,
            ends,
            unloaded: std::array::from_fn(|k| {
                document.state.get(k)?.unloaded.as_ref().map(|value| *value.get_ref())
            }),
            sizes: sizes.map(|size| size.unwrap_or_else(|| Formula::number(1.0))),
            rates,
            jumps,
            two_sided,
            limit_moves,
            on_load,
        })
    }

    /// Makes rates, friction and what is lost of a power.
    fn parts(
        &self,
        rates: &[Formula; MOST_STATES],
        friction: &Formula,
        stored: &Formula,
        power: &str,
    ) -> Result<Parts, FormError> {
        let states = (self.first, self.document.state.len());
        let text = self.document.stored.as_ref().unwrap_or_else(|| self.blamed());
        let made = parts(states, rates, friction, stored, power);
        made.map_err(|rule| FormError::new(text, rule))
    }

    /// True if what is held changes while a contact rests.
    fn limit_moves(&self, holds: &Formula, rests: &[Option<Formula>; MOST_STATES]) -> bool {
        let zero = |formula: &Formula| formula.as_number() == Some(0.0);
        let moves = |state: &usize| !rests[*state].as_ref().is_some_and(zero);
        let mut states = (0..self.document.state.len()).filter(moves);
        states.any(|state| holds.depends_on(self.first + STATE + state))
            || !seen(self.first, std::iter::once(holds)).is_empty()
    }

    /// Reads the friction against slip in each direction, or the force.
    fn friction(&self) -> Result<[Formula; 2], FormError> {
        let Document { force, friction, backward, .. } = self.document;
        let one = |formula: Formula| [formula.clone(), formula];
        match (force, both(friction.as_ref(), backward.as_ref())) {
            (Some(text), _) => Ok(one(self.read(text, &OF_FORCE)?)),
            (None, Some([forward, backward])) => {
                Ok([self.read(forward, &OF_FRICTION)?, self.read(backward, &OF_FRICTION)?])
            }
            (None, None) => Ok(one(self.zero.clone())),
        }
    }

    /// Returns the formulas of what is held in each direction: those of the document, else friction at next to no slip.
    fn holds(&self, bristle: bool, friction: &[Formula; 2]) -> Result<[Formula; 2], FormError> {
        if bristle {
            return Ok([self.zero.clone(), self.zero.clone()]);
        }
        let Document { holds, holds_backward, .. } = self.document;
        let held = |text: Option<&Spanned<String>>, friction: &Formula| match text {
            Some(text) => {
                let formula = self.reading.on_friction(text, friction)?;
                self.check(text, &formula, &OF_HELD)?;
                Ok(formula)
            }
            None => Ok(self.reading.at_no_slip(friction)),
        };
        let [forward, backward] = friction;
        let behind = holds_backward.as_ref().or(holds.as_ref());
        Ok([held(holds.as_ref(), forward)?, held(behind, backward)?])
    }

    fn optional(
        &self,
        text: Option<&Spanned<String>>,
        allowed: &Allowed,
    ) -> Result<Option<Formula>, FormError> {
        text.map(|text| self.read(text, allowed)).transpose()
    }

    fn of_each(
        &self,
        read: impl Fn(&StateText) -> Result<Option<Formula>, FormError>,
    ) -> Result<[Option<Formula>; MOST_STATES], FormError> {
        let mut all = [const { None }; MOST_STATES];
        for (slot, text) in all.iter_mut().zip(&self.document.state) {
            *slot = read(text)?;
        }
        Ok(all)
    }

    /// Checks that each state has a rate, and moves something.
    fn check_use(
        &self,
        rates: &[Formula; MOST_STATES],
        friction: &Formula,
        holds: &Formula,
    ) -> Result<(), FormError> {
        for (state, text) in self.document.state.iter().enumerate() {
            let name = text.name.get_ref();
            if text.rate.is_none() && self.document.behaviour.is_none() {
                return Err(FormError::new(&text.name, format!("state `{name}` lacks its `rate`")));
            }
            let others =
                (0..MOST_STATES).filter(|other| *other != state).map(|other| &rates[other]);
            let used = others
                .chain([friction, holds])
                .any(|formula| formula.depends_on(self.first + STATE + state));
            if !used && self.document.behaviour.is_none() {
                let rule = format!(
                    "state `{name}` has no effect: neither friction nor the rate of another state depends on it"
                );
                return Err(FormError::new(&text.name, rule));
            }
        }
        Ok(())
    }
}
