//! The form of a law: what its file says, read and checked once.
//!
//! A law is a TOML file: its parameters and inputs with their symbols, the magnitude of the friction by x = |w| (or S, the
//! slip ratio) and the normal load N, the static limit, rules that join parameters, and the lengths on which friction
//! changes. What a formula cannot say (states, bristles) is a behaviour, written in Rust.

use crate::laws::together::regularised;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::declaration::{DefaultValue, LawParameter, Values};
use super::document::{ArgumentWord, Document, FormError, both};
use super::given::{ARGUMENT, FIRST, LOAD, Place};
use super::reading::{self, Reading, Rule, Scale, parameters};
use super::regularisation::RegularisationKind;
use super::state_form::StateForm;
use super::{Argument, Direction, LoadUse, Trend, state_reading};
use crate::algebra::{Formula, Kinks, Scope, parse};

/// Bristles of laws that do what formulas do not express: they arrive after a finite displacement, or stick where slip
/// ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum BristleKind {
    Dahl,
    Antunes,
}

impl BristleKind {
    const ALL: [(&'static str, Self); 2] = [("dahl", Self::Dahl), ("antunes", Self::Antunes)];
}

/// The magnitude of friction in each direction, with or without a regularisation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Magnitude {
    pub formula: [Formula; 2],
    pub kinks: [Kinks; 2],
    /// True if it is a linear function of the slip velocity on each branch.
    pub linear: bool,
    /// True if it does not depend on the slip velocity.
    pub constant: bool,
}

/// A law without its numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Form {
    /// Name in network files.
    pub name: String,
    /// Description in words, one line.
    pub description: String,
    /// The friction force against the slip velocity w, as people write it.
    pub formula: String,
    /// Paper and equation.
    pub reference: String,
    /// Parameters as of [`LawKind::parameters`](super::LawKind::parameters).
    pub parameters: Vec<LawParameter>,
    /// Trend of the dry part over the slip speed, without regularisation.
    pub trend: Trend,
    /// Quantity whose breakpoints separate its branches.
    pub argument: Argument,
    /// Use that it makes of the normal load.
    pub load_use: LoadUse,
    pub(super) behaviour: Option<BristleKind>,
    pub(super) states: Option<Box<StateForm>>,
    pub(super) rules: Vec<Rule>,
    pub(super) negative: Option<Vec<usize>>,
    pub(super) scales: Vec<Scale>,
    /// True if its parameters must be checked: they may give no friction at all.
    pub(super) checked: bool,
    pub(super) holds: [Formula; 2],
    /// True if the law holds whatever it has to, in each direction.
    pub(super) unlimited: [bool; 2],
    plain: Magnitude,
    #[serde(skip)]
    regularised: [OnceLock<Box<Magnitude>>; RegularisationKind::ALL.len()],
    /// The law with each regularisation, where it evolves.
    #[serde(skip)]
    smooth: [OnceLock<Arc<Form>>; RegularisationKind::ALL.len()],
}

/// Parameters, inputs, definitions, rules and scales of a law, together.
const MOST_PARTS: usize = 100;

impl Form {
    /// Makes the form of no friction at all.
    pub(super) fn none() -> Self {
        let zero = || [Formula::number(0.0), Formula::number(0.0)];
        let plain =
            Magnitude { formula: zero(), kinks: Default::default(), linear: true, constant: true };
        Self {
            name: "none".to_owned(),
            description: String::new(),
            formula: String::new(),
            reference: String::new(),
            parameters: vec![LawParameter::viscous()],
            trend: Trend::Constant,
            argument: Argument::Slip,
            load_use: LoadUse::Factor,
            behaviour: None,
            states: None,
            rules: Vec::new(),
            negative: None,
            scales: Vec::new(),
            checked: false,
            holds: zero(),
            unlimited: [false; 2],
            plain,
            regularised: Default::default(),
            smooth: Default::default(),
        }
    }

    /// True if the form of a law that a file has written, and that came as bytes, is as reading makes it: its formulas
    /// name what there is.
    pub(crate) fn is_sound(&self) -> bool {
        let parameters = self.parameters.iter().map(|parameter| parameter.list);
        let names: Vec<bool> = [false; FIRST].into_iter().chain(parameters).collect();
        let sound = |formula: &Formula| formula.is_sound(&names);
        let known = |places: &Vec<usize>| places.iter().all(|k| *k < self.parameters.len());
        let scale = |scale: &Scale| scale.at.iter().chain([&scale.length]).all(sound);
        self.checked
            && self.behaviour.is_none()
            && self.parameters.len() <= MOST_PARTS + 1
            && self.parameters.last().is_some_and(|last| !last.list)
            && self.rules.iter().all(|rule| sound(&rule.holds) && known(&rule.parameters))
            && self.negative.iter().all(known)
            && self.scales.iter().all(scale)
            && self.states.iter().all(|states| states.is_sound(&names))
            && self.holds.iter().chain(&self.plain.formula).all(sound)
            && self.plain.kinks.iter().all(|kinks| kinks.is_sound(&names))
    }

    /// Reads the text of a law's file.
    ///
    /// # Errors
    /// An error of it, with its place.
    pub fn read(name: &str, text: &str) -> Result<Self, FormError> {
        let document: Document = toml::from_str(text).map_err(|error| FormError {
            place: error.span().unwrap_or(0..0),
            rule: error.message().to_owned(),
        })?;
        Self::new(name, &document)
    }

    /// Reads a user-defined law at a place of a file.
    ///
    /// # Errors
    /// An error of the document, with its place.
    pub(crate) fn of_user(
        name: &str,
        place: std::ops::Range<usize>,
        document: &Document,
    ) -> Result<Self, FormError> {
        let Document { parameter, input, define, rule, scale, .. } = document;
        let parts = parameter.len() + input.len() + define.len() + rule.len() + scale.len();
        if parts > MOST_PARTS {
            let rule = format!(
                "has {parts} parameters, inputs, definitions, rules and scales; at most {MOST_PARTS} together are allowed"
            );
            return Err(FormError { place, rule });
        }
        if let Some(word) = &document.behaviour {
            return Err(FormError::new(word, "`behaviour` is for built-in laws"));
        }
        if let Some(text) = document.state.iter().find_map(|state| state.rest.as_ref()) {
            let rule = "`rest` is for built-in laws: a rate is one formula, at w = 0 too";
            return Err(FormError::new(text, rule));
        }
        if document.friction.is_none() && document.force.is_none() {
            let rule =
                "lacks `friction`, the magnitude of the force as a formula of the slip speed x";
            return Err(FormError { place, rule: rule.to_owned() });
        }
        if let Some(force) = document.force.as_ref().filter(|_| document.state.is_empty()) {
            let rule = "`force` is for laws with states; a law without states needs `friction`";
            return Err(FormError::new(force, rule));
        }
        let mut form = Self::new(name, document)?;
        form.checked = true;
        Ok(form)
    }

    /// # Errors
    /// An error of the document, with its place.
    pub(crate) fn new(name: &str, document: &Document) -> Result<Self, FormError> {
        let parameters = parameters(document)?;
        let reading = Reading::new(document, &parameters)?;
        let (rules, scales, negative) = (reading.rules()?, reading.scales()?, reading.negative()?);
        let states = state_reading::states(&reading, document, &parameters)?;
        let Reading { friction, holds, .. } = reading;
        let on_load = friction.iter().any(|formula| formula.depends_on(LOAD));
        let argument = match document.argument {
            ArgumentWord::SlipRatio => Argument::SlipRatio,
            ArgumentWord::Slip if on_load => Argument::Load,
            ArgumentWord::Slip => Argument::Slip,
        };
        let texts = both(document.friction.as_ref(), document.backward.as_ref());
        let at = texts.map_or([0..0, 0..0], |texts| texts.map(Spanned::span));
        let friction = match argument {
            Argument::SlipRatio => of_slip_ratio(&friction, parameters.len())
                .map_err(|(direction, rule)| FormError { place: at[direction].clone(), rule })?,
            Argument::Slip | Argument::Load => friction,
        };
        let behaviour = behaviour(document)?;
        let load_use = match &states {
            Some(states) if states.on_load => LoadUse::Required,
            _ if on_load => LoadUse::Argument,
            _ => LoadUse::Factor,
        };
        let plain = Magnitude::new(friction, argument)
            .map_err(|(direction, rule)| FormError { place: at[direction].clone(), rule })?;
        let trend = match &states {
            // Friction changes with them, however it runs with the slip.
            Some(_) => Trend::Any,
            None if plain.constant => Trend::Constant,
            None => document.trend.unwrap_or(Trend::Any),
        };
        Ok(Self {
            name: name.to_owned(),
            description: document.description.clone(),
            reference: document.reference.clone(),
            formula: document.shown(),
            trend,
            argument,
            load_use,
            behaviour,
            states: states.map(Box::new),
            rules,
            negative,
            scales,
            checked: false,
            holds,
            unlimited: document.unlimited(),
            plain,
            regularised: Default::default(),
            smooth: Default::default(),
            parameters,
        })
    }

    /// Makes the law whose friction in each direction is a formula of the slip speed, the name `speed`, and of the
    /// names `numbers`, which are its parameters; `text` is that for readers. What holds is the friction of the slowest
    /// slip.
    ///
    /// # Errors
    /// The reason why a formula has no branches that can be found.
    pub(crate) fn of_formulas(
        (name, text): (&str, &str),
        friction: [Formula; 2],
        speed: usize,
        numbers: &[(usize, LawParameter)],
    ) -> Result<Self, String> {
        let place = |name: usize| numbers.iter().position(|(number, _)| *number == name);
        let place = |name| if name == speed { Some(ARGUMENT) } else { Some(FIRST + place(name)?) };
        let friction = friction.map(|side| side.renamed(|name| place(name).unwrap_or(LOAD)));
        let parameters = numbers.iter().map(|(_, number)| number.clone());
        let parameters: Vec<_> = parameters.chain([LawParameter::viscous()]).collect();
        let mut names = vec![("", false); FIRST];
        names.extend(parameters.iter().map(|parameter| (&*parameter.symbol, parameter.list)));
        let holds = friction.each_ref().map(|side| reading::at_no_slip(&names, side));
        let plain = Magnitude::new(friction, Argument::Slip).map_err(|(_, rule)| rule)?;
        Ok(Self {
            name: name.to_owned(),
            formula: text.to_owned(),
            trend: if plain.constant { Trend::Constant } else { Trend::Any },
            checked: true,
            holds,
            plain,
            parameters,
            ..Self::none()
        })
    }

    /// True if no formula names a parameter, and no other one has its value where it is not given.
    pub(super) fn is_idle(&self, parameter: usize) -> bool {
        let rules = self.rules.iter().map(|rule| &rule.holds);
        let scales = self.scales.iter().flat_map(|scale| scale.at.iter().chain([&scale.length]));
        let states = self.states.iter().flat_map(|states| states.formulas());
        let all = self.plain.formula.iter().chain(&self.holds).chain(rules).chain(scales);
        let same = Some(DefaultValue::SameAs(parameter));
        !all.chain(states).any(|formula| formula.names(FIRST + parameter))
            && self.parameters.iter().all(|other| other.default != same)
    }

    /// Returns the magnitude of friction with a regularisation, if one is given.
    pub(super) fn magnitude(&self, by: Option<RegularisationKind>) -> &Magnitude {
        let Some(kind) = by else { return &self.plain };
        self.regularised[kind as usize].get_or_init(|| Box::new(self.regularise(kind)))
    }

    fn regularise(&self, kind: RegularisationKind) -> Magnitude {
        // The number of the regularisation stands behind the parameters.
        let mut names = vec![("", false); FIRST + self.parameters.len() + 1];
        names[ARGUMENT].0 = "x";
        names[FIRST + self.parameters.len()].0 = &kind.parameter().symbol;
        let formula = Direction::BOTH.map(|direction| {
            let side = direction.index();
            let defined = [("static", self.holds[side].clone())];
            let called = Some(("friction", &self.plain.formula[side], ARGUMENT));
            let scope = Scope { names: &names, defined: &defined, called, ..Scope::default() };
            let text = kind.magnitude();
            parse(text, &scope).unwrap_or_else(|error| panic!("`{text}`: {error}"))
        });
        let made = Magnitude::new(formula, self.argument);
        made.unwrap_or_else(|(_, rule)| panic!("{} of {}: {rule}", kind.name(), self.name))
    }

    /// Returns a user-defined law that evolves with a regularisation, if it may have that; all contacts share it.
    pub(super) fn smoothed(&self, by: RegularisationKind) -> Option<Arc<Self>> {
        let states = regularised(self.states.as_ref().filter(|_| self.checked)?, by)?;
        let form =
            || Self { states: Some(Box::new(states)), smooth: Default::default(), ..self.clone() };
        Some(self.smooth[by as usize].get_or_init(|| Arc::new(form())).clone())
    }

    /// Returns the value of a formula of the parameters alone.
    pub(super) fn value(formula: &Formula, values: Values) -> f64 {
        formula.evaluate(&Place { argument: f64::NAN, load: f64::NAN, values })
    }
}

impl Magnitude {
    /// Makes the magnitude; the error is the place of a direction whose formula has no branches that can be found, and
    /// the reason.
    fn new(formula: [Formula; 2], argument: Argument) -> Result<Self, (usize, String)> {
        let variable = if argument == Argument::Load { LOAD } else { ARGUMENT };
        let mut kinks = Vec::new();
        for (side, formula) in formula.iter().enumerate() {
            let found = Kinks::new(formula, variable).map_err(|rule| (side, rule.to_owned()))?;
            kinks.push(found);
        }
        let of_slip = argument != Argument::SlipRatio;
        let linear = of_slip && formula.iter().all(|formula| formula.is_linear_in(ARGUMENT));
        let constant = !formula.iter().any(|formula| formula.depends_on(ARGUMENT));
        let kinks = [kinks.remove(0), kinks.remove(0)];
        Ok(Self { formula, kinks, linear, constant })
    }
}

/// Makes the friction of both directions of a law of the slip ratio, which is at most 1. The error is the place of a direction and
/// the reason.
fn of_slip_ratio(
    friction: &[Formula; 2],
    parameters: usize,
) -> Result<[Formula; 2], (usize, String)> {
    let mut names = vec![("", false); FIRST + parameters];
    names[ARGUMENT].0 = "S";
    if let Some(side) = friction.iter().position(|formula| !formula.depends_on(ARGUMENT)) {
        let rule = "the friction of a law of the slip ratio must depend on S; without it, leave out `argument`";
        return Err((side, rule.to_owned()));
    }
    Ok(friction.each_ref().map(|formula| {
        let called = Some(("friction", formula, ARGUMENT));
        let scope = Scope { names: &names, called, ..Scope::default() };
        parse("friction(min(S, 1))", &scope).unwrap_or_else(|error| panic!("of S: {error}"))
    }))
}

fn behaviour(document: &Document) -> Result<Option<BristleKind>, FormError> {
    let Some(word) = &document.behaviour else { return Ok(None) };
    let found = BristleKind::ALL.iter().find(|(name, _)| name == word.get_ref());
    found.map(|(_, behaviour)| Some(*behaviour)).ok_or_else(|| {
        let known: Vec<_> = BristleKind::ALL.iter().map(|(name, _)| format!("`{name}`")).collect();
        FormError::new(word, format!("no such behaviour; there are {}", known.join(", ")))
    })
}
