//! Reads what the file of a law says of its states ([`super::state_form`]).

use toml::Spanned;

use super::allowed::{
    AT_REST, Allowed, OF_FORCE, OF_FRICTION, OF_HELD, OF_NUMBERS, OF_RATE, OF_STORED,
};
use super::declaration::LawParameter;
use super::document::{ArgumentWord, Document, FormError, StateText};
use super::given::{ARGUMENT, ARRIVED, FIRST, LOAD, OWN_NAMES, SIDE, SLIP, STATE, THERE};
use super::reading::Reading;
use super::sense::MOST_STATES;
use super::state_form::{StateForm, StateVariable, Together};
use super::whereabouts::{NAMES, WHEREABOUTS};
use crate::algebra::{Decisions, Formula, Scope, parse};

/// The states that a law declares.
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
            measure,
            rate,
            description: text.description().into(),
        })
    };
    document.state.iter().map(variable).collect()
}

/// Why nothing decides by the direction of slip.
const NO_DIRECTION: &str =
    "nothing decides by `w` or `s`, whose sign changes with the direction of slip; `x` is |w|";

/// Whether a name stands for what changes along a motion.
fn moves(first: usize, name: usize) -> bool {
    let states = first + STATE..first + STATE + MOST_STATES;
    let there = first + THERE..first + THERE + WHEREABOUTS;
    let own = states.contains(&name) || there.contains(&name);
    name == ARGUMENT || name == LOAD || name == first + SLIP || own
}

/// A document with states whose formulas are read.
struct Making<'m, 'd> {
    reading: &'m Reading<'d>,
    document: &'d Document,
    first: usize,
    zero: Formula,
}

/// What a document says of states and of where ends are, if it does.
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
    /// Notes keys that go not with states, or not together.
    fn check_keys(&self) -> Result<(), FormError> {
        let document = self.document;
        let texts = [
            (
                &document.backward,
                "`backward`: friction of a law with states is the same in both directions",
            ),
            (
                &document.holds_backward,
                "`backwardStatic`: a law with states holds the same in both directions",
            ),
        ];
        for (text, rule) in texts {
            if let Some(text) = text {
                return Err(FormError::new(text, rule));
            }
        }
        let name = self.blamed();
        if document.unlimited() != [false; 2] {
            let rule = "a law that is `unlimited` has no states, and sees no positions and no time";
            return Err(FormError::new(name, rule));
        }
        if document.argument != ArgumentWord::Slip {
            let rule = "a law of the slip ratio has no states, and sees no positions and no time";
            return Err(FormError::new(name, rule));
        }
        match (&document.force, &document.friction, &document.holds) {
            (Some(force), Some(_), _) => {
                let rule = "give either `force`, or `friction` against slip and what is held";
                Err(FormError::new(force, rule))
            }
            (Some(_), None, Some(holds)) => {
                let rule = "a contact whose friction is a `force` of its states is never held; leave `static` out";
                Err(FormError::new(holds, rule))
            }
            (None, None, _) if document.behaviour.is_none() => {
                let rule = "a law with states has a `force`, or `friction` against slip";
                Err(FormError::new(name, rule))
            }
            _ => Ok(()),
        }
    }

    /// What to blame for what the law is as a whole.
    fn blamed(&self) -> &Spanned<String> {
        let texts = [&self.document.friction, &self.document.force, &self.document.holds];
        let state = self.document.state.first().map(|state| &state.name);
        let some = state.or_else(|| texts.into_iter().flatten().next());
        some.unwrap_or_else(|| &self.document.define[0].formula)
    }

    /// A formula, if it names nothing else than it may.
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
            return Err(FormError::new(text, format!("{what} cannot depend on {on}")));
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
        let friction = match (&document.force, &document.friction) {
            (Some(text), _) => self.read(text, &OF_FORCE)?,
            (None, Some(text)) => self.read(text, &OF_FRICTION)?,
            (None, None) => self.zero.clone(),
        };
        let holds = self.holds(bristle, &friction)?;
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
        let seen = self.seen(rates.iter().chain(rests.iter().flatten()).chain([&friction, &holds]));
        let limit_moves = !bristle && self.limit_moves(&holds, &rests);
        let rests: [Formula; MOST_STATES] =
            std::array::from_fn(|k| rests[k].clone().unwrap_or_else(|| rates[k].clone()));
        let on_load = rates.iter().chain(&rests).any(|formula| formula.depends_on(LOAD));
        let slip = if bristle { "force*w" } else { "force*x" };
        let rest = if bristle { "force*w" } else { "0" };
        let held = if bristle { &friction } else { &holds };
        let slips = self.parts(&rates, &friction, &stored, slip)?;
        let rests = self.parts(&rests, held, &stored, rest)?;
        let ([slipping, resting], pieced) = self.wholes(slips, rests)?;
        Ok(StateForm {
            variables: variables(document)?,
            first,
            seen,
            bristle,
            slipping,
            resting,
            pieced,
            friction,
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
            limit_moves,
            on_load,
        })
    }

    /// Which of the whereabouts formulas name.
    fn seen<'f>(&self, all: impl Iterator<Item = &'f Formula> + Clone) -> Vec<usize> {
        let name = |place: &usize| self.first + THERE + *place;
        let seen = |place: &usize| all.clone().any(|formula| formula.depends_on(name(place)));
        (0..WHEREABOUTS).filter(seen).collect()
    }

    /// Whether what is held changes while a contact rests.
    fn limit_moves(&self, holds: &Formula, rests: &[Option<Formula>; MOST_STATES]) -> bool {
        let zero = |formula: &Formula| formula.as_number() == Some(0.0);
        let moves = |state: &usize| !rests[*state].as_ref().is_some_and(zero);
        let mut states = (0..self.document.state.len()).filter(moves);
        states.any(|state| holds.depends_on(self.first + STATE + state))
            || !self.seen(std::iter::once(holds)).is_empty()
    }

    /// What is told of a contact that slips, and of one that rests; whether it is on pieces. Those are the same, whatever
    /// the contact does, as a user's rates are.
    fn wholes(
        &self,
        slips: [Formula; MOST_STATES + 2],
        rests: [Formula; MOST_STATES + 2],
    ) -> Result<([Together; 2], bool), FormError> {
        let apart = [self.together(&slips)?, self.together(&rests)?];
        let decides = apart.iter().any(|one| !one.decisions.is_empty());
        if !decides || self.document.behaviour.is_some() {
            return Ok((apart, false));
        }
        let [rate, other, friction, power] = &slips;
        let [_, _, held, lost] = &rests;
        let whole = [rate, other, friction, power, held, lost];
        let both = [self.part_of(whole, [0, 1, 2, 3])?, self.part_of(whole, [0, 1, 4, 5])?];
        Ok((both, true))
    }

    /// What is held: what is said, else what rubs at next to no slip.
    fn holds(&self, bristle: bool, friction: &Formula) -> Result<Formula, FormError> {
        if bristle {
            return Ok(self.zero.clone());
        }
        match &self.document.holds {
            Some(text) => {
                let formula = self.reading.on_friction(text, friction)?;
                self.check(text, &formula, &OF_HELD)?;
                Ok(formula)
            }
            None => Ok(self.reading.at_no_slip(friction)),
        }
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

    /// Each state has a rate, and moves something.
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
                    "state `{name}` moves nothing: neither friction nor another state's rate depends on it"
                );
                return Err(FormError::new(&text.name, rule));
            }
        }
        Ok(())
    }

    /// Rates, friction and what is lost of a power, by the energy that the states store.
    fn parts(
        &self,
        rates: &[Formula; MOST_STATES],
        friction: &Formula,
        stored: &Formula,
        power: &str,
    ) -> Result<[Formula; MOST_STATES + 2], FormError> {
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

    /// Some parts as one formula.
    fn together(&self, parts: &[Formula; MOST_STATES + 2]) -> Result<Together, FormError> {
        self.part_of(parts.each_ref(), [0, 1, 2, 3])
    }

    /// All parts as one formula, of which some are told.
    fn part_of<const N: usize>(
        &self,
        parts: [&Formula; N],
        told: [usize; MOST_STATES + 2],
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
    names[first + ARRIVED + arrived].0 = "arrived";
    let scope = Scope { names: &names, defined, ..Scope::default() };
    parse(text, &scope).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}
