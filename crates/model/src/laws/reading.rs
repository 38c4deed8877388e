//! The formulas of a law's file, read one after another: what is defined can be named in those that follow.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::declaration::{DefaultValue, LawParameter, Measure, Range, Text};
use super::document::{
    ArgumentWord, Definition, Document, FormError, InputText, Parameter, RuleText, ScaleText, both,
};
use super::given::{ARGUMENT, FIRST, OWN_NAMES, THERE};
use super::whereabouts::{NAMES, TIME};
use crate::algebra::{Formula, Scope, not_yet, parse};

const ZERO: &str = "0";
/// The static friction of a law that does not say it.
const AT_NO_SLIP: &str = "friction(0)";

/// Operations of a formula of a law: its kinks are formulas of their own, each as long as that.
const MOST_OPERATIONS: usize = 1000;

/// Names that formulas have anyway.
const OWN: [&str; 6] = ["x", "S", "N", "w", "friction", "static"];
/// The sign of the slip, in formulas of laws with states.
const SIGN: &str = "s";

/// A rule that joins parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Rule {
    pub holds: Formula,
    pub text: Text,
    pub parameters: Vec<usize>,
    /// True if it is one of start values of states.
    pub of_start: bool,
}

/// A place about which friction changes on a length; None: the last kink of a direction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Scale {
    pub at: Option<Formula>,
    pub length: Formula,
}

/// A document of which the formulas of the force are read.
pub(super) struct Reading<'d> {
    document: &'d Document,
    parameters: &'d [LawParameter],
    names: Vec<(&'d str, bool)>,
    defined: Vec<(&'d str, Formula)>,
    pub friction: [Formula; 2],
    pub holds: [Formula; 2],
}

impl<'d> Reading<'d> {
    pub fn new(document: &'d Document, parameters: &'d [LawParameter]) -> Result<Self, FormError> {
        let argument = match document.argument {
            ArgumentWord::Slip => "x",
            ArgumentWord::SlipRatio => "S",
        };
        let symbols = parameters.iter().map(|parameter| (&*parameter.symbol, parameter.list));
        let mut names: Vec<_> =
            [(argument, false), ("N", false)].into_iter().chain(symbols).collect();
        if document.evolves() {
            names.extend(own_names(document));
        }
        let zero = parse(ZERO, &Scope { names: &names, ..Scope::default() }).expect("a number");
        let none = || [zero.clone(), zero.clone()];
        let (friction, holds) = (none(), none());
        let mut reading =
            Self { document, parameters, names, defined: Vec::new(), friction, holds };
        for Definition { name, formula } in &document.define {
            let formula =
                reading.formula(formula).map_err(|error| in_order(document, formula, error))?;
            reading.defined.push((name.get_ref(), formula));
        }
        if document.evolves() {
            // What multiplies the load is what the states say ([`super::state_form`]).
            if document.friction.is_some() {
                let one = || Formula::number(1.0);
                reading.friction = [one(), one()];
                reading.holds = [one(), one()];
            }
            return Ok(reading);
        }
        if let Some([forward, backward]) =
            both(document.friction.as_ref(), document.backward.as_ref())
        {
            reading.friction = [reading.formula(forward)?, reading.formula(backward)?];
        }
        // What holds without a word about it is what rubs at next to no slip.
        let starts = Spanned::new(0..0, AT_NO_SLIP.to_owned());
        let plain = document.behaviour.is_none() && document.friction.is_some();
        let unsaid = (plain && document.argument == ArgumentWord::Slip).then_some(starts);
        let said = document.holds.as_ref().or(unsaid.as_ref());
        if let Some([forward, backward]) = both(said, document.holds_backward.as_ref()) {
            let [of_forward, of_backward] = &reading.friction;
            reading.holds = [
                reading.on_friction(forward, of_forward)?,
                reading.on_friction(backward, of_backward)?,
            ];
        }
        Ok(reading)
    }

    pub(super) fn formula(&self, text: &Spanned<String>) -> Result<Formula, FormError> {
        let Self { names, defined, .. } = self;
        let declared_in = Some("`parameter`");
        formula_of(text, &Scope { names, defined, declared_in, ..Scope::default() })
    }

    /// Reads a formula that may name friction, and call it.
    pub(super) fn on_friction(
        &self,
        text: &Spanned<String>,
        friction: &Formula,
    ) -> Result<Formula, FormError> {
        let mut defined = self.defined.clone();
        defined.push(("friction", friction.clone()));
        let called = Some(("friction", friction, ARGUMENT));
        let (names, defined) = (&self.names, &defined);
        formula_of(text, &Scope { names, defined, called, ..Scope::default() })
    }

    /// Returns the friction at no slip.
    pub(super) fn at_no_slip(&self, friction: &Formula) -> Formula {
        at_no_slip(&self.names, friction)
    }

    fn places_of(&self, words: &[Spanned<String>]) -> Result<Vec<usize>, FormError> {
        words.iter().map(|word| parameter_of(self.parameters, word)).collect()
    }

    /// Rules that join parameters.
    pub fn rules(&self) -> Result<Vec<Rule>, FormError> {
        let rule = |RuleText { holds, text, parameters }: &RuleText| {
            let formula = match self.document.evolves() {
                false => self.on_friction(holds, &self.friction[0])?,
                true => self.of_numbers(holds)?,
            };
            let mut starts = self.parameters.iter().enumerate().filter(|(_, one)| one.start);
            let of_start = starts.any(|(place, _)| formula.depends_on(FIRST + place));
            let parameters = self.places_of(parameters)?;
            Ok(Rule { holds: formula, text: text.clone().into(), parameters, of_start })
        };
        self.document.rule.iter().map(rule).collect()
    }

    /// Reads a formula of the parameters and inputs alone, of a law that evolves.
    fn of_numbers(&self, text: &Spanned<String>) -> Result<Formula, FormError> {
        let formula = self.formula(text)?;
        let behind = FIRST + self.parameters.len();
        match formula.dependent(|name| name < FIRST || name >= behind).last() {
            Some(true) => {
                let rule = "must depend on parameters and inputs only; states, slip, positions, velocities and the \
                    time change during a simulation";
                Err(FormError::new(text, rule))
            }
            _ => Ok(formula),
        }
    }

    /// Lengths on which friction changes.
    pub fn scales(&self) -> Result<Vec<Scale>, FormError> {
        let read = |text: &Spanned<String>| match self.document.evolves() {
            false => self.formula(text),
            true => self.of_numbers(text),
        };
        let scale = |ScaleText { at, length }: &ScaleText| {
            let at = at.as_ref().map(read).transpose()?;
            Ok(Scale { at, length: read(length)? })
        };
        self.document.scale.iter().map(scale).collect()
    }

    /// Reads the parameters that are to blame where friction is negative, if it is looked for.
    pub fn negative(&self) -> Result<Option<Vec<usize>>, FormError> {
        self.document.negative.as_ref().map(|words| self.places_of(words)).transpose()
    }
}

/// Returns the friction at no slip, of a formula of these names.
pub(super) fn at_no_slip(names: &[(&str, bool)], friction: &Formula) -> Formula {
    let called = Some(("friction", friction, ARGUMENT));
    let scope = Scope { names, called, ..Scope::default() };
    parse(AT_NO_SLIP, &scope).expect("it has one argument")
}

/// Returns the names behind the parameters, of a law that evolves; those that it does not have are empty.
fn own_names(document: &Document) -> Vec<(&str, bool)> {
    let sign = if document.state.is_empty() { "" } else { SIGN };
    let symbols = document.state.iter().map(|state| state.symbol().get_ref().as_str());
    let mut names: Vec<&str> = ["w", sign].into_iter().chain(symbols).collect();
    names.resize(THERE, "");
    // A law that calls something else `t` does not see the time.
    names.extend(NAMES.map(|name| if name == TIME && document.declares(TIME) { "" } else { name }));
    names.resize(OWN_NAMES, "");
    names.into_iter().map(|name| (name, false)).collect()
}

/// Returns the error of a formula that defines: that it names a later definition, or itself, if that is so; else
/// `error`.
fn in_order(document: &Document, text: &Spanned<String>, error: FormError) -> FormError {
    let start = error.place.start - text.span().start - quote(text).unwrap_or(0);
    let definitions = document.define.iter().map(|one| one.name.get_ref().as_str());
    match not_yet(text.get_ref(), start, definitions) {
        Some(rule) => FormError { rule, ..error },
        None => error,
    }
}

/// Bytes before a text of a file that stands there as it is: one quote, three, or three and a line end.
fn quote(text: &Spanned<String>) -> Option<usize> {
    match text.span().len() - text.get_ref().len() {
        2 => Some(1),
        6 => Some(3),
        7 => Some(4),
        _ => None,
    }
}

/// Reads a formula of a text, with the place of its error in the file.
fn formula_of(text: &Spanned<String>, scope: &Scope) -> Result<Formula, FormError> {
    let formula = parse(text.get_ref(), scope).map_err(|error| {
        // Behind the quotes, where the text stands as it is; else its own column says where.
        let quote = quote(text);
        let start = text.span().start + quote.unwrap_or(0) + error.offset(text.get_ref());
        let rule = if quote.is_some() { error.rule } else { format!("formula, {error}") };
        FormError { place: start..start + 1, rule }
    })?;
    match formula.nodes().len() {
        ..=MOST_OPERATIONS => Ok(formula),
        count => {
            let rule = format!("has {count} operations; at most {MOST_OPERATIONS} are allowed");
            Err(FormError::new(text, rule))
        }
    }
}

/// Returns the position of the parameter that a rule names.
fn parameter_of(parameters: &[LawParameter], word: &Spanned<String>) -> Result<usize, FormError> {
    let found = parameters.iter().position(|parameter| parameter.name == *word.get_ref());
    found.ok_or_else(|| {
        let names = parameters.iter().map(|parameter| &*parameter.name);
        let near = crate::algebra::nearest(word.get_ref(), names);
        let hint = near.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
        FormError::new(word, format!("no parameter `{}`{hint}", word.get_ref()))
    })
}

/// Returns the default of a parameter that a file need not give; None if it must.
fn default_of(
    given: &Parameter,
    before: &[LawParameter],
) -> Result<Option<DefaultValue>, FormError> {
    let Some(default) = &given.default else { return Ok(None) };
    let value = match default.get_ref() {
        toml::Value::String(word) if word == "none" && given.list => DefaultValue::Empty,
        toml::Value::String(word) => {
            let word = Spanned::new(default.span(), word.clone());
            DefaultValue::SameAs(parameter_of(before, &word)?)
        }
        other => DefaultValue::Number(number(other).ok_or_else(|| {
            let rule = "must be a number, the name of another parameter, or \"none\"";
            FormError::new(default, rule)
        })?),
    };
    Ok(Some(value))
}

fn example_of(
    given: &Spanned<toml::Value>,
    list: bool,
    range: Range,
) -> Result<Vec<f64>, FormError> {
    let entries = match given.get_ref() {
        toml::Value::Array(entries) if list => entries.iter().map(number).collect(),
        other if !list => number(other).map(|number| vec![number]),
        _ => None,
    };
    let one = if list { "must be a list of numbers" } else { "must be a number" };
    let entries: Vec<f64> = entries.ok_or_else(|| FormError::new(given, one))?;
    range.broken(&entries).map_or(Ok(entries), |rule| Err(FormError::new(given, rule)))
}

fn number(value: &toml::Value) -> Option<f64> {
    match value {
        toml::Value::Float(number) => Some(*number),
        toml::Value::Integer(number) => Some(*number as f64),
        _ => None,
    }
}

/// Reads the parameters of a document, its inputs behind them, and the viscous friction that every law has which allows slip.
pub(super) fn parameters(document: &Document) -> Result<Vec<LawParameter>, FormError> {
    let mut parameters: Vec<LawParameter> = Vec::new();
    for given in &document.parameter {
        let declared = declared(given, &parameters)?;
        parameters.push(declared);
    }
    for given in &document.state {
        let declared = declared(&given.start(), &parameters)?;
        parameters.push(LawParameter { start: true, ..declared });
    }
    for given in &document.input {
        let declared = declared(&input(given)?, &parameters)?;
        parameters.push(LawParameter { input: true, ..declared });
    }
    if !document.is_rigid() {
        parameters.push(LawParameter::viscous());
    }
    check_symbols(document, &parameters)?;
    Ok(parameters)
}

/// Symbols of states are like no other, and no number is called as the sign of the slip where there are states.
fn check_symbols(document: &Document, parameters: &[LawParameter]) -> Result<(), FormError> {
    for (place, state) in document.state.iter().enumerate() {
        let symbol = state.symbol();
        let word = symbol.get_ref().as_str();
        let other = document.state[..place].iter().any(|other| other.symbol().get_ref() == word);
        if OWN.contains(&word) || word == SIGN {
            return Err(FormError::new(
                symbol,
                format!("`{word}` means something else in formulas"),
            ));
        }
        if other || parameters.iter().any(|parameter| parameter.symbol == word) {
            return Err(FormError::new(
                symbol,
                "another parameter, input or state has this name or symbol",
            ));
        }
    }
    let given = document.parameter.iter().map(|one| one.symbol.as_ref().unwrap_or(&one.name));
    let given =
        given.chain(document.input.iter().map(|one| one.symbol.as_ref().unwrap_or(&one.name)));
    match given.into_iter().find(|symbol| !document.state.is_empty() && symbol.get_ref() == SIGN) {
        Some(symbol) => {
            let rule = format!("`{SIGN}` is the sign of the slip in formulas of a law with states");
            Err(FormError::new(symbol, rule))
        }
        None => Ok(()),
    }
}

/// Reads an input, which may measure whatever may change along a motion.
fn input(given: &InputText) -> Result<Parameter, FormError> {
    if *given.measure.get_ref() == Measure::Count {
        let rule = "a count is part of the structure and cannot be an input";
        return Err(FormError::new(&given.measure, rule));
    }
    Ok(given.as_parameter())
}

/// Makes a parameter that stands behind others.
fn declared(given: &Parameter, before: &[LawParameter]) -> Result<LawParameter, FormError> {
    let name = given.name.get_ref().clone();
    let symbol = given.symbol.as_ref().unwrap_or(&given.name);
    let taken =
        |parameter: &LawParameter| parameter.name == name || parameter.symbol == *symbol.get_ref();
    if OWN.contains(&symbol.get_ref().as_str()) && !given.list {
        let rule = format!("`{}` means something else in formulas", symbol.get_ref());
        return Err(FormError::new(symbol, rule));
    }
    if before.iter().any(taken) || taken(&LawParameter::viscous()) {
        let rule = format!("`{name}`: another parameter has this name or symbol");
        return Err(FormError::new(&given.name, rule));
    }
    let default = default_of(given, before)?;
    let range = given.range.unwrap_or_default();
    if let (Some(DefaultValue::Number(value)), Some(text)) = (&default, &given.default)
        && let Some(rule) = range.broken(&[*value])
    {
        return Err(FormError::new(text, format!("`default` {rule}, not {value}")));
    }
    let example = given.example.as_ref().map(|example| example_of(example, given.list, range));
    Ok(LawParameter {
        loaded_name: given.loaded.as_ref().unwrap_or(&given.name).get_ref().clone().into(),
        name: name.into(),
        symbol: symbol.get_ref().clone().into(),
        measure: given.measure,
        range,
        list: given.list,
        start: false,
        input: false,
        default,
        example: example.transpose()?,
        description: match given.description.is_empty() {
            true => format!("parameter {} of the law", given.name.get_ref()).into(),
            false => given.description.clone().into(),
        },
    })
}
