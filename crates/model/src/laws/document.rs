//! The text of a law's file, as it stands there.

use serde::Deserialize;
use toml::Spanned;

use super::Trend;
use super::declaration::{Measure, Range};
use super::whereabouts::{TIME, is_motion};

/// The text of a law's file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) reference: String,
    /// Name of the behaviour that it has in Rust beside its formulas.
    pub(super) behaviour: Option<Spanned<String>>,
    /// The friction force, for readers, of a behaviour.
    #[serde(default)]
    pub(super) formula: String,
    #[serde(default)]
    pub(super) argument: ArgumentWord,
    pub(super) trend: Option<Trend>,
    pub(super) friction: Option<Spanned<String>>,
    /// The friction force of states that hold nothing.
    pub(super) force: Option<Spanned<String>>,
    /// Energy stored in the states, per load.
    pub(super) stored: Option<Spanned<String>>,
    /// Friction of backward slip, where it differs.
    pub(super) backward: Option<Spanned<String>>,
    #[serde(rename = "static")]
    pub(super) holds: Option<Spanned<String>>,
    #[serde(rename = "backwardStatic")]
    pub(super) holds_backward: Option<Spanned<String>>,
    /// Directions in which the law holds whatever it has to.
    #[serde(default)]
    pub(super) unlimited: Vec<DirectionWord>,
    /// Parameters to blame where friction is negative; the rule is checked only if they are given.
    pub(super) negative: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    pub(super) define: Vec<Definition>,
    #[serde(default)]
    pub(super) parameter: Vec<Parameter>,
    #[serde(default)]
    pub(super) input: Vec<InputText>,
    #[serde(default)]
    pub(super) state: Vec<StateText>,
    #[serde(default)]
    pub(super) rule: Vec<RuleText>,
    #[serde(default)]
    pub(super) scale: Vec<ScaleText>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(super) enum DirectionWord {
    #[serde(rename = "forward")]
    Forward,
    #[serde(rename = "backward")]
    Backward,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
pub(super) enum ArgumentWord {
    #[default]
    #[serde(rename = "slip")]
    Slip,
    #[serde(rename = "slip ratio")]
    SlipRatio,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Definition {
    pub name: Spanned<String>,
    pub formula: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameter {
    pub name: Spanned<String>,
    pub loaded: Option<Spanned<String>>,
    pub symbol: Option<Spanned<String>>,
    pub measure: Measure,
    pub range: Option<Range>,
    #[serde(default)]
    pub list: bool,
    /// A number, the name of another parameter, or `none` for an empty list.
    pub default: Option<Spanned<toml::Value>>,
    /// A number, or a list of numbers.
    pub example: Option<Spanned<toml::Value>>,
    #[serde(default)]
    pub description: String,
}

/// A number of the law that a host gives, one for each contact.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InputText {
    pub name: Spanned<String>,
    pub loaded: Option<Spanned<String>>,
    pub symbol: Option<Spanned<String>>,
    pub measure: Spanned<Measure>,
    pub range: Option<Range>,
    /// Its value until a host gives one.
    pub default: Option<Spanned<f64>>,
    pub example: Option<Spanned<f64>>,
    #[serde(default)]
    pub description: String,
}

impl InputText {
    /// Returns the declaration as a parameter, but for what makes no sense of what changes along a motion.
    pub(super) fn as_parameter(&self) -> Parameter {
        let number =
            |value: &Spanned<f64>| Spanned::new(value.span(), toml::Value::Float(*value.get_ref()));
        Parameter {
            name: self.name.clone(),
            loaded: self.loaded.clone(),
            symbol: self.symbol.clone(),
            measure: *self.measure.get_ref(),
            range: self.range,
            list: false,
            default: self.default.as_ref().map(number),
            example: self.example.as_ref().map(number),
            description: match self.description.is_empty() {
                true => format!("input {} of the law", self.name.get_ref()),
                false => self.description.clone(),
            },
        }
    }
}

/// A state of the law, which moves with the contact.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StateText {
    pub name: Spanned<String>,
    pub loaded: Option<Spanned<String>>,
    pub symbol: Option<Spanned<String>>,
    pub measure: Spanned<Measure>,
    /// Its derivative with respect to time.
    pub rate: Option<Spanned<String>>,
    /// Its derivative while the contact does not slip, where it jumps as slip begins.
    pub rest: Option<Spanned<String>>,
    /// Value to which it tends by forward slip, and at which it stays; its negative by backward slip.
    pub end: Option<Spanned<String>>,
    /// Value that it takes immediately without a normal load.
    pub unloaded: Option<Spanned<f64>>,
    /// A great value of it, as a scale.
    pub size: Option<Spanned<String>>,
    /// Range of the start value.
    pub range: Option<Range>,
    pub default: Option<Spanned<f64>>,
    pub example: Option<Spanned<f64>>,
    #[serde(default)]
    pub description: String,
}

impl StateText {
    /// Returns the name with a normal load.
    pub(super) fn loaded_name(&self) -> &Spanned<String> {
        self.loaded.as_ref().unwrap_or(&self.name)
    }

    pub(super) fn symbol(&self) -> &Spanned<String> {
        self.symbol.as_ref().unwrap_or(&self.name)
    }

    pub(super) fn description(&self) -> String {
        match self.description.is_empty() {
            true => format!("state {} of the law", self.name.get_ref()),
            false => self.description.clone(),
        }
    }

    /// Returns the start value, which is declared as a parameter is.
    pub(super) fn start(&self) -> Parameter {
        let begun =
            |name: &Spanned<String>| Spanned::new(name.span(), format!("{}0", name.get_ref()));
        let number =
            |value: &Spanned<f64>| Spanned::new(value.span(), toml::Value::Float(*value.get_ref()));
        Parameter {
            name: begun(&self.name),
            loaded: Some(begun(self.loaded_name())),
            symbol: None,
            measure: *self.measure.get_ref(),
            range: Some(self.range.unwrap_or(Range::Any)),
            list: false,
            default: self.default.as_ref().map(number),
            example: self.example.as_ref().map(number),
            description: format!("initial {}", self.description()),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleText {
    pub holds: Spanned<String>,
    pub text: String,
    pub parameters: Vec<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScaleText {
    pub at: Option<Spanned<String>>,
    pub length: Spanned<String>,
}

/// Error of a law, and its place in the text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("bytes {} to {}: {rule}", place.start, place.end)]
pub struct FormError {
    /// Bytes of the text.
    pub place: std::ops::Range<usize>,
    /// The rule that it breaks, in words.
    pub rule: String,
}

impl FormError {
    pub(super) fn new<T>(at: &Spanned<T>, rule: impl Into<String>) -> Self {
        Self { place: at.span(), rule: rule.into() }
    }

    /// Returns what was read from a text that comes with the program.
    ///
    /// # Panics
    /// If something is wrong with it: what, and in which line.
    pub(crate) fn or_panic<T>(what: &str, name: &str, text: &str, read: Result<T, Self>) -> T {
        read.unwrap_or_else(|Self { place, rule }| {
            let line = 1 + text[..place.start.min(text.len())].matches('\n').count();
            panic!("{what} {name}, line {line}: {rule}")
        })
    }
}

/// Returns the texts of both directions; that of forward slip holds for both where it is the only one.
pub(super) fn both<'t>(
    forward: Option<&'t Spanned<String>>,
    backward: Option<&'t Spanned<String>>,
) -> Option<[&'t Spanned<String>; 2]> {
    let forward = forward?;
    Some([forward, backward.unwrap_or(forward)])
}

impl Document {
    /// Returns the names of its numbers and states in contacts, with and without a normal load.
    pub(crate) fn names(&self) -> impl Iterator<Item = Spanned<String>> {
        let parameters = self.parameter.iter().map(|one| (&one.name, &one.loaded));
        let inputs = self.input.iter().map(|one| (&one.name, &one.loaded));
        let numbers = parameters.chain(inputs);
        let numbers = numbers.flat_map(|(name, loaded)| [Some(name), loaded.as_ref()]).flatten();
        let states = self.state.iter().flat_map(|one| [&one.name, one.loaded_name()]);
        let with = |name: &Spanned<String>, end: &str| {
            Spanned::new(name.span(), format!("{}{end}", name.get_ref()))
        };
        let states = states.flat_map(move |name| ["", "0", "Rate"].map(|end| with(name, end)));
        numbers.cloned().chain(states)
    }

    /// True if it has states, or sees where its contact's ends are, or the time.
    pub(super) fn evolves(&self) -> bool {
        !self.state.is_empty() || self.sees_whereabouts()
    }

    /// True if a formula names the motion of an end, or the time.
    fn sees_whereabouts(&self) -> bool {
        let own = [&self.friction, &self.backward, &self.force, &self.holds, &self.holds_backward];
        let defined = self.define.iter().map(|one| &one.formula);
        let rates = self.state.iter().flat_map(|one| [&one.rate, &one.rest]);
        let timed = !self.declares(TIME);
        own.into_iter().chain(rates).flatten().chain(defined).any(|text| {
            let part = |c: char| !(c.is_alphanumeric() || c == '_' || c == '.');
            text.get_ref().split(part).any(|word| is_motion(word) || timed && word == TIME)
        })
    }

    /// True if a number, a state or a part of formulas has this name in formulas: it is then no other one.
    pub(super) fn declares(&self, word: &str) -> bool {
        let parameters = self.parameter.iter().map(|one| one.symbol.as_ref().unwrap_or(&one.name));
        let inputs = self.input.iter().map(|one| one.symbol.as_ref().unwrap_or(&one.name));
        let states = self.state.iter().map(StateText::symbol);
        let defined = self.define.iter().map(|one| &one.name);
        let mut all = parameters.chain(inputs).chain(states).chain(defined);
        all.any(|name| name.get_ref() == word)
    }

    /// True if the law holds whatever it has to, in each direction.
    pub(super) fn unlimited(&self) -> [bool; 2] {
        [DirectionWord::Forward, DirectionWord::Backward]
            .map(|direction| self.unlimited.contains(&direction))
    }

    /// True if the law allows no slip at all.
    pub(super) fn is_rigid(&self) -> bool {
        self.unlimited() == [true; 2]
    }

    /// Returns the friction force for readers: a text of its own, or the formulas.
    pub(super) fn shown(&self) -> String {
        if !self.formula.is_empty() {
            return self.formula.clone();
        }
        if self.evolves() {
            return self.shown_with_states();
        }
        let Some([forward, backward]) = both(self.friction.as_ref(), self.backward.as_ref()) else {
            return String::new();
        };
        dry([forward, backward])
    }
}

/// Returns the force of friction in each direction.
fn dry([forward, backward]: [&Spanned<String>; 2]) -> String {
    match forward == backward {
        true => format!("sgn w·[{}] + C·w", pretty(forward)),
        false => {
            let (forward, backward) = (pretty(forward), pretty(backward));
            format!("w > 0: {forward}; w < 0: −[{backward}]; + C·w")
        }
    }
}

impl Document {
    /// Writes a law with states for readers: friction, rates, and the definitions of parts of formulas.
    fn shown_with_states(&self) -> String {
        let mut shown = match (&self.force, both(self.friction.as_ref(), self.backward.as_ref())) {
            (Some(force), _) => format!("{} + C·w", signed(force)),
            (None, Some(friction)) => dry(friction),
            (None, None) => String::new(),
        };
        match (&self.holds, &self.holds_backward) {
            (Some(holds), None) => shown += &format!(", |F| ≤ {} at rest", signed(holds)),
            (None, None) => {}
            (holds, Some(backward)) => {
                let holds = holds.as_ref().map_or("friction(0)".to_owned(), signed);
                shown += &format!(", −({}) ≤ F ≤ {holds} at rest", signed(backward));
            }
        }
        for state in &self.state {
            if let Some(rate) = &state.rate {
                shown += &format!("; {}' = {}", state.symbol().get_ref(), signed(rate));
            }
            if let Some(rest) = &state.rest {
                shown += &format!(", at rest {}", signed(rest));
            }
        }
        for Definition { name, formula } in &self.define {
            shown += &format!("; {} = {}", name.get_ref(), signed(formula));
        }
        shown
    }
}

/// Returns a formula of a law with states, in which s is the sign of the slip.
fn signed(text: &Spanned<String>) -> String {
    pretty_with(text, |word| if word == "s" { "sgn w" } else { word })
}

/// Returns a formula as people write it.
fn pretty(text: &Spanned<String>) -> String {
    pretty_with(text, |word| word)
}

/// Writes a formula as people do, with other names.
fn pretty_with(text: &Spanned<String>, named: impl Fn(&str) -> &str) -> String {
    let mut shown = String::new();
    let mut word = String::new();
    for c in text.get_ref().chars().chain(['\n']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        shown += if word == "x" { "|w|" } else { named(&word) };
        word.clear();
        match c {
            '*' => shown.push('·'),
            '-' => shown.push('−'),
            '\n' => {}
            c => shown.push(c),
        }
    }
    shown
}
