//! The form of a law: what its file says, read and checked once.
//!
//! A law is a TOML file: its parameters with their symbols, the magnitude of the friction by x = |w| (or S, the slip
//! ratio) and the normal load N, the static limit, rules that join parameters, and the lengths on which friction
//! changes. What a formula cannot say (states, bristles) is a behaviour, written in Rust.

use std::sync::OnceLock;

use toml::Spanned;

use super::declaration::{DefaultValue, LawParameter, Range, Text, Values};
use super::document::{ArgumentWord, Definition, Document, FormError, RuleText, ScaleText, both};
use super::given::{ARGUMENT, FIRST, LOAD, Place};
use super::regularisation::RegularisationKind;
use super::{Argument, Direction, LoadUse, Trend};
use crate::algebra::{Formula, Kinks, Scope, parse};

/// Laws whose states or bristles are written in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behaviour {
    Dahl,
    BlimanSorine,
    LuGre,
    Antunes,
    Ostermeyer,
}

impl Behaviour {
    const ALL: [(&'static str, Behaviour); 5] = [
        ("dahl", Behaviour::Dahl),
        ("blimanSorine", Behaviour::BlimanSorine),
        ("luGre", Behaviour::LuGre),
        ("antunes", Behaviour::Antunes),
        ("ostermeyer", Behaviour::Ostermeyer),
    ];
}

/// A rule that joins parameters.
#[derive(Debug)]
pub(super) struct Rule {
    pub holds: Formula,
    pub text: Text,
    pub parameters: Vec<usize>,
}

/// A place about which friction changes on a length; None: the last kink of a direction.
#[derive(Debug)]
pub(super) struct Scale {
    pub at: Option<Formula>,
    pub length: Formula,
}

/// The magnitude of friction in each direction, with or without a regularisation.
#[derive(Debug)]
pub(super) struct Magnitude {
    pub formula: [Formula; 2],
    pub kinks: [Kinks; 2],
    /// Whether it is a linear function of the slip velocity on each piece.
    pub linear: bool,
    /// Whether it does not depend on the slip velocity.
    pub constant: bool,
}

/// A law without its numbers.
#[derive(Debug)]
pub struct Form {
    pub name: String,
    pub description: String,
    pub formula: String,
    pub source: String,
    pub parameters: Vec<LawParameter>,
    pub trend: Trend,
    pub argument: Argument,
    pub load_use: LoadUse,
    pub(super) behaviour: Option<Behaviour>,
    pub(super) rules: Vec<Rule>,
    pub(super) negative: Option<Vec<usize>>,
    pub(super) scales: Vec<Scale>,
    /// Whether nobody has made sure that its numbers give friction at all.
    pub(super) checked: bool,
    pub(super) holds: [Formula; 2],
    plain: Magnitude,
    regularised: [OnceLock<Magnitude>; RegularisationKind::ALL.len()],
}

/// Operations of a formula of a law: its kinks are formulas of their own, each as long as that.
const MOST_OPERATIONS: usize = 1000;

/// Parameters, definitions, rules and scales of a law, together.
const MOST_PARTS: usize = 100;

const ZERO: &str = "0";

/// Names that formulas have anyway.
const OWN: [&str; 6] = ["x", "S", "N", "w", "friction", "static"];

impl Form {
    /// The form of no friction at all.
    pub(super) fn none() -> Self {
        let document: Document = toml::from_str("").expect("all keys have defaults");
        Self::new("none", &document).expect("no text is right")
    }

    /// Reads the text of a law's file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(name: &str, text: &str) -> Result<Self, FormError> {
        let document: Document = toml::from_str(text).map_err(|error| FormError {
            place: error.span().unwrap_or(0..0),
            rule: error.message().to_owned(),
        })?;
        Self::new(name, &document)
    }

    /// The law that somebody has written, at a place of a file.
    ///
    /// # Errors
    /// What is wrong with the document, and where.
    pub fn of_user(
        name: &str,
        place: std::ops::Range<usize>,
        document: &Document,
    ) -> Result<Self, FormError> {
        let Document { parameter, define, rule, scale, .. } = document;
        let parts = parameter.len() + define.len() + rule.len() + scale.len();
        if parts > MOST_PARTS {
            let rule = format!(
                "has {parts} parameters, definitions, rules and scales; at most {MOST_PARTS} together are allowed"
            );
            return Err(FormError { place, rule });
        }
        if let Some(word) = &document.behaviour {
            return Err(FormError::new(word, "`behaviour` is for built-in laws"));
        }
        if document.friction.is_none() {
            let rule = "lacks `friction`, the magnitude of the force against the slip speed x";
            return Err(FormError { place, rule: rule.to_owned() });
        }
        let mut form = Self::new(name, document)?;
        form.checked = true;
        Ok(form)
    }

    /// # Errors
    /// What is wrong with the document, and where.
    pub fn new(name: &str, document: &Document) -> Result<Self, FormError> {
        let parameters = parameters(document)?;
        let argument_name = match document.argument {
            ArgumentWord::Slip => "x",
            ArgumentWord::SlipRatio => "S",
        };
        let symbols = parameters.iter().map(|parameter| (&*parameter.symbol, parameter.list));
        let names: Vec<_> =
            [(argument_name, false), ("N", false)].into_iter().chain(symbols).collect();
        let mut defined: Vec<(&str, Formula)> = Vec::new();
        for Definition { name, formula } in &document.define {
            let scope = Scope { names: &names, defined: &defined, ..Scope::default() };
            defined.push((name.get_ref(), formula_of(formula, &scope)?));
        }
        let scope = Scope { names: &names, defined: &defined, ..Scope::default() };
        let zero = || parse(ZERO, &scope).expect("a number");
        let friction_texts = both(&document.friction, &document.backward);
        let friction = match friction_texts {
            Some([forward, backward]) => {
                [formula_of(forward, &scope)?, formula_of(backward, &scope)?]
            }
            None => [zero(), zero()],
        };
        let on_friction = |text: &Spanned<String>, direction: usize| {
            let mut defined = defined.clone();
            defined.push(("friction", friction[direction].clone()));
            let called = Some(("friction", &friction[direction], ARGUMENT));
            let scope = Scope { names: &names, defined: &defined, called, ..Scope::default() };
            formula_of(text, &scope)
        };
        let holds = match both(&document.holds, &document.holds_backward) {
            Some([forward, backward]) => [on_friction(forward, 0)?, on_friction(backward, 1)?],
            None => [zero(), zero()],
        };
        let on_load = friction.iter().any(|formula| formula.depends_on(LOAD));
        let argument = match document.argument {
            ArgumentWord::SlipRatio => Argument::SlipRatio,
            ArgumentWord::Slip if on_load => Argument::Load,
            ArgumentWord::Slip => Argument::Slip,
        };
        let behaviour = behaviour(document)?;
        let load_use = match behaviour {
            Some(Behaviour::Ostermeyer) => LoadUse::Required,
            _ if on_load => LoadUse::Argument,
            _ => LoadUse::Factor,
        };
        let place_of = |word: &Spanned<String>| parameter_of(&parameters, word);
        let mut rules = Vec::new();
        for RuleText { holds, text, parameters } in &document.rule {
            let named: Result<Vec<_>, _> = parameters.iter().map(place_of).collect();
            let text = text.clone().into();
            rules.push(Rule { holds: on_friction(holds, 0)?, text, parameters: named? });
        }
        let mut scales = Vec::new();
        for ScaleText { at, length } in &document.scale {
            let at = at.as_ref().map(|text| formula_of(text, &scope)).transpose()?;
            scales.push(Scale { at, length: formula_of(length, &scope)? });
        }
        let negative = document.negative.as_ref();
        let negative = negative.map(|words| words.iter().map(place_of).collect()).transpose()?;
        let at = friction_texts.map_or([0..0, 0..0], |texts| texts.map(Spanned::span));
        let plain = Magnitude::new(friction, argument)
            .map_err(|(direction, rule)| FormError { place: at[direction].clone(), rule })?;
        let trend = if plain.constant && behaviour.is_none() {
            Trend::Constant
        } else {
            document.trend.unwrap_or(Trend::Any)
        };
        let formula = document.shown();
        Ok(Self {
            name: name.to_owned(),
            description: document.description.clone(),
            source: document.source.clone(),
            formula,
            trend,
            argument,
            load_use,
            behaviour,
            rules,
            negative,
            scales,
            checked: false,
            holds,
            plain,
            regularised: Default::default(),
            parameters,
        })
    }

    /// The magnitude of friction with a regularisation, if one is given.
    pub(super) fn magnitude(&self, by: Option<RegularisationKind>) -> &Magnitude {
        let Some(kind) = by else { return &self.plain };
        self.regularised[kind as usize].get_or_init(|| self.regularise(kind))
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

    /// The value of a formula of the parameters alone.
    pub(super) fn value(formula: &Formula, values: Values) -> f64 {
        formula.evaluate(&Place { argument: f64::NAN, load: f64::NAN, values })
    }
}

impl Magnitude {
    /// The place of a direction whose formula has no pieces that can be found, and why.
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

/// A formula of a text, with the place of its fault in the file.
fn formula_of(text: &Spanned<String>, scope: &Scope) -> Result<Formula, FormError> {
    let formula = parse(text.get_ref(), scope).map_err(|error| {
        // Behind the quote.
        let start = text.span().start + 1 + error.offset(text.get_ref());
        FormError { place: start..start + 1, rule: error.to_string() }
    })?;
    match formula.nodes().len() {
        ..=MOST_OPERATIONS => Ok(formula),
        count => {
            let rule = format!("has {count} operations; at most {MOST_OPERATIONS} are allowed");
            Err(FormError::new(text, rule))
        }
    }
}

fn behaviour(document: &Document) -> Result<Option<Behaviour>, FormError> {
    let Some(word) = &document.behaviour else { return Ok(None) };
    let found = Behaviour::ALL.iter().find(|(name, _)| name == word.get_ref());
    found.map(|(_, behaviour)| Some(*behaviour)).ok_or_else(|| {
        let known: Vec<_> = Behaviour::ALL.iter().map(|(name, _)| format!("`{name}`")).collect();
        FormError::new(word, format!("no such behaviour; there are {}", known.join(", ")))
    })
}

/// The position of the parameter that a rule names.
fn parameter_of(parameters: &[LawParameter], word: &Spanned<String>) -> Result<usize, FormError> {
    let found = parameters.iter().position(|parameter| parameter.name == *word.get_ref());
    found.ok_or_else(|| {
        let names = parameters.iter().map(|parameter| &*parameter.name);
        let near = crate::algebra::nearest(word.get_ref(), names);
        let hint = near.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
        FormError::new(word, format!("no parameter `{}`{hint}", word.get_ref()))
    })
}

/// The parameters of a document, and the viscous friction that every law has.
fn parameters(document: &Document) -> Result<Vec<LawParameter>, FormError> {
    let mut parameters: Vec<LawParameter> = Vec::new();
    for given in &document.parameter {
        let name = given.name.get_ref().clone();
        let symbol = given.symbol.as_ref().unwrap_or(&given.name);
        let taken = |parameter: &LawParameter| {
            parameter.name == name || parameter.symbol == *symbol.get_ref()
        };
        if OWN.contains(&symbol.get_ref().as_str()) && !given.list {
            let rule = format!("`{}` means something else in formulas", symbol.get_ref());
            return Err(FormError::new(symbol, rule));
        }
        if parameters.iter().any(taken) || taken(&LawParameter::viscous()) {
            return Err(FormError::new(&given.name, "another parameter has this name or symbol"));
        }
        let default = match &given.default {
            None if given.start && !given.required => Some(DefaultValue::Number(0.0)),
            None => None,
            Some(default) => Some(match default.get_ref() {
                toml::Value::Float(number) => DefaultValue::Number(*number),
                toml::Value::Integer(number) => DefaultValue::Number(*number as f64),
                toml::Value::String(word) if word == "none" && given.list => DefaultValue::Empty,
                toml::Value::String(word) => {
                    let word = Spanned::new(default.span(), word.clone());
                    DefaultValue::SameAs(parameter_of(&parameters, &word)?)
                }
                _ => {
                    let rule = "must be a number, the name of another parameter, or \"none\"";
                    return Err(FormError::new(default, rule));
                }
            }),
        };
        let any = if given.start { Range::Any } else { Range::default() };
        parameters.push(LawParameter {
            loaded_name: given.loaded.clone().unwrap_or(name.clone()).into(),
            name: name.into(),
            symbol: symbol.get_ref().clone().into(),
            measure: given.measure,
            range: given.range.unwrap_or(any),
            list: given.list,
            start: given.start,
            default,
            description: match given.description.is_empty() {
                true => format!("{} of its law", given.name.get_ref()).into(),
                false => given.description.clone().into(),
            },
        });
    }
    parameters.push(LawParameter::viscous());
    Ok(parameters)
}
