//! Elements that are files: `forms/NAME.toml` declares a kind of element, `[NAME.X]` of a network file.
//! It is a force between two ends by a formula of their deflection e, its rate, the time t and parameters of the element.
//!
//! The reading of a network file, the variables, the drawing, the schema and docs/elements.md follow from the
//! declaration, whose keys forms/README.md explains. To the motion the element is a force by formula.

mod formula;
mod modes;

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::axis::{self, AxisWords};
use super::names::{ENDS, name_fault};
use super::units::PhysicalUnit;
use crate::algebra::{Decisions, Formula, nearest};
use crate::laws::{FormError, Range};
pub use formula::{ElementNumber, MOTION};
use formula::{fault, place_in, read_formula};
pub use modes::ElementMode;
use modes::{ModeText, mode_on};

// FORMS: names and texts of the declarations, in alphabetical order.
include!(concat!(env!("OUT_DIR"), "/network_forms.rs"));

/// The kinds that have been asked for, in the same order.
static READ: [OnceLock<ElementForm>; FORMS.len()] = [const { OnceLock::new() }; FORMS.len()];

/// Variables that an element has beside its numbers.
const TAKEN: [&str; 6] = ["force", "deflection", "dissipatedPower", "state", "radius1", "radius2"];
/// Longest name of a number: with the longest name of an element its variable has 63 characters.
const LONGEST: usize = 22;

/// The unit of a measure along an axis.
type UnitOf = fn(&AxisWords) -> PhysicalUnit;

/// Measures of numbers as declarations name them, with their units.
const MEASURES: [(&str, UnitOf); 14] = [
    ("number", |_| PhysicalUnit::One),
    ("time", |_| PhysicalUnit::Second),
    ("per time", |_| PhysicalUnit::PerSecond),
    ("length", |words| words.position_unit),
    ("per length", |words| words.per_position_unit),
    ("velocity", |words| words.velocity_unit),
    ("per velocity", |words| words.per_velocity_unit),
    ("per velocity2", |words| words.per_velocity2_unit),
    ("force", |words| words.force_unit),
    ("force per time", |words| words.force_rate_unit),
    ("force per length", |words| words.stiffness_unit),
    ("force per length3", |words| words.cubic_unit),
    ("force per velocity", |words| words.viscous_unit),
    ("force per velocity2", |words| words.square_unit),
];

/// The direction in which an element acts on its first end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Acts {
    /// Force +F on its first end.
    Along,
    /// Force −F, against its deflection or motion.
    Against,
}

/// The symbol between two ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Drawn {
    /// Symbol of springs by formula.
    #[default]
    Spring,
    /// A spring with a gap, and a damper beside it.
    Stop,
    /// Symbol of dampers.
    Damper,
}

/// The text of a declaration.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    description: String,
    reference: String,
    acts: Acts,
    #[serde(default)]
    drawn: Drawn,
    force: Spanned<String>,
    #[serde(default)]
    note: String,
    #[serde(default)]
    parameter: Vec<NumberText>,
    #[serde(default)]
    mode: Vec<ModeText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberText {
    name: Spanned<String>,
    symbol: Spanned<String>,
    measure: Spanned<String>,
    #[serde(default)]
    range: Range,
    default: Option<Spanned<f64>>,
    example: Spanned<f64>,
    description: String,
    #[serde(default)]
    details: String,
}

/// A kind of element that a file declares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElementForm {
    /// Name of its tables in network files.
    #[serde(skip)]
    pub name: &'static str,
    /// Description in words, one line.
    pub description: String,
    /// Paper and equation.
    pub reference: String,
    /// Sign of its force on the first end.
    pub acts: Acts,
    /// Its symbol.
    pub drawn: Drawn,
    /// Its force, as the file has it.
    pub text: String,
    /// Further sentences for its page; may be empty.
    pub note: String,
    /// Its numbers, in the order of their names in the formula, behind those of the motion.
    pub parameters: Vec<ElementNumber>,
    /// Its modes, whose changes are transitions; none of an element that reports none.
    pub modes: Vec<ElementMode>,
    /// Formula of its force.
    pub(super) formula: Formula,
}

impl ElementForm {
    /// Returns the names of all kinds, in alphabetical order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FORMS.iter().map(|(name, _)| *name)
    }

    /// Returns all kinds, in the same order; each is read once.
    pub fn all() -> Vec<Self> {
        Self::names().filter_map(Self::named).collect()
    }

    /// Returns the kind of a name.
    ///
    /// # Panics
    /// If its file breaks a rule of declarations: what and where. The build of luztar reads all of them.
    pub fn named(name: &str) -> Option<Self> {
        let place = FORMS.iter().position(|(known, _)| *known == name)?;
        let (name, text) = FORMS[place];
        let read = || FormError::or_panic("element", name, text, Self::read(name, text));
        Some(READ[place].get_or_init(read).clone())
    }

    /// Reads a declaration.
    ///
    /// # Errors
    /// An error of the declaration, and its place.
    pub fn read(name: &'static str, text: &str) -> Result<Self, FormError> {
        let document: Document = toml::from_str(text).map_err(|error| FormError {
            place: error.span().unwrap_or(0..0),
            rule: error.message().to_owned(),
        })?;
        let mut parameters = Vec::new();
        for given in document.parameter {
            let number = number(given, &parameters)?;
            parameters.push(number);
        }
        let (formula, decisions) = formula(&document.force, &parameters)?;
        Ok(Self {
            name,
            modes: modes::modes(document.mode, &formula, &decisions, &parameters)?,
            formula,
            description: document.description,
            reference: document.reference,
            acts: document.acts,
            drawn: document.drawn,
            text: document.force.into_inner(),
            note: document.note,
            parameters,
        })
    }

    /// Returns the number of the mode of an element whose formula is on these branches; None of one without modes.
    pub fn mode_on(&self, branches: &[usize]) -> Option<usize> {
        mode_on(&self.modes, branches)
    }

    /// True if a formula with so many decisions has all those of its modes.
    pub(super) fn suits(&self, decisions: usize) -> bool {
        self.modes.iter().all(|mode| mode.suits(decisions))
    }

    /// Returns the decision of a stop whose number is the distance of its ends, times the sign that goes with it: below 0 they
    /// penetrate one another. None of what is no stop with modes.
    pub fn distance(&self) -> Option<(usize, f64)> {
        let first = self.modes.first().filter(|_| self.drawn == Drawn::Stop);
        first.and_then(ElementMode::distance)
    }

    /// True if its force depends on nothing but the rate of its deflection: it stores no energy.
    pub fn is_damper(&self) -> bool {
        let of_motion = |word| {
            MOTION.iter().position(|name| *name == word).is_some_and(|k| self.formula.depends_on(k))
        };
        of_motion("rate") && !of_motion("e") && !of_motion("t")
    }
}

/// Reads the formula of a force, and its decisions, whose branches can be found.
fn formula(
    text: &Spanned<String>,
    parameters: &[ElementNumber],
) -> Result<(Formula, Decisions), FormError> {
    let formula = read_formula(text, parameters)?;
    match Decisions::new(&formula, |name| name < MOTION.len()) {
        Ok(decisions) => Ok((formula, decisions)),
        Err((offset, rule)) => {
            Err(FormError { place: place_in(text, offset), rule: rule.to_owned() })
        }
    }
}

/// Reads a number that follows those `before`.
fn number(given: NumberText, before: &[ElementNumber]) -> Result<ElementNumber, FormError> {
    let NumberText { name, symbol, measure, range, default, example, description, details } = given;
    let word = name.get_ref().as_str();
    if let Some(rule) = name_fault(word) {
        return Err(fault(&name, rule));
    }
    if word.len() > LONGEST {
        return Err(fault(&name, format!("has more than {LONGEST} characters")));
    }
    if ENDS.contains(&word) || TAKEN.contains(&word) {
        return Err(fault(&name, format!("`{word}` means something else in every element")));
    }
    if MOTION.contains(&symbol.get_ref().as_str()) {
        let rule = format!("`{}` means something else in formulas", symbol.get_ref());
        return Err(fault(&symbol, rule));
    }
    if before.iter().any(|one| one.name == word || one.symbol == *symbol.get_ref()) {
        return Err(fault(&name, "another parameter has this name or symbol"));
    }
    let Some((_, unit)) = MEASURES.iter().find(|(known, _)| known == measure.get_ref()) else {
        let near = nearest(measure.get_ref(), MEASURES.map(|(known, _)| known));
        let hint = match near {
            Some(near) => format!(" (did you mean `{near}`?)"),
            None => format!("; there are {}", MEASURES.map(|(known, _)| known).join(", ")),
        };
        return Err(fault(&measure, format!("no measure `{}`{hint}", measure.get_ref())));
    };
    for value in default.iter().chain([&example]) {
        if let Some(rule) = range.broken(&[*value.get_ref()]) {
            return Err(fault(value, rule));
        }
    }
    Ok(ElementNumber {
        symbol: symbol.into_inner(),
        unit: axis::ALL.map(unit),
        range,
        default: default.map(Spanned::into_inner),
        example: example.into_inner(),
        description,
        details,
        name: name.into_inner(),
    })
}
