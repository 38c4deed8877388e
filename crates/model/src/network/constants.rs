//! `[constant]`: numbers with names, and the texts that stand for numbers: `"25 mm"`, `"lead/(2*pi)"`.
//!
//! A text is a formula of constants, of build options that are whole numbers, and of units. Its dimension must be that
//! of its key; where it has none it counts in the SI unit of the key, as a plain number does.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::diagnostics::{Report, Wrong, plain};
use super::expression::{Known, Value, check_length};
use super::form::MOTION;
use super::keys;
use super::names::name_fault;
use super::section::Section;
use super::tree::Node;
use super::units::PhysicalUnit;
use crate::algebra::{
    Beside, CONSTANTS, Exponents, FUNCTIONS, Formula, Given, Misfit, Node as Operation, Quantity,
    Scope, parse, units,
};

/// Constants that a file may have.
const MOST: usize = 1000;

/// The constants of a file and its options that are numbers.
#[derive(Debug, Default)]
pub(super) struct Constants {
    names: Vec<String>,
    /// None: its error has been reported.
    values: Vec<Option<Quantity>>,
}

/// A constant that is a formula.
struct Open<'t> {
    key: &'t str,
    text: &'t str,
    place: Range<usize>,
    formula: Formula,
}

/// Values of names, and of the units that a formula has beside them.
struct Values<'v>(&'v [Option<Quantity>], &'v [String]);

impl Given<Result<Quantity, Misfit>> for Values<'_> {
    fn number(&self, name: usize) -> Result<Quantity, Misfit> {
        let Self(values, words) = *self;
        let of_word = |word: &String| {
            units::unit(word).map(|unit| Quantity { value: unit.times, unit: unit.exponents })
        };
        let value = match values.get(name) {
            Some(value) => *value,
            None => of_word(&words[name - values.len()]),
        };
        Ok(value.unwrap_or(Quantity::pure(f64::NAN)))
    }

    fn list(&self, _: usize) -> Range<usize> {
        0..0
    }

    fn entry(&self, _: usize) -> Result<Quantity, Misfit> {
        Ok(Quantity::pure(f64::NAN))
    }
}

/// Values of names and units in SI units, without their dimensions.
struct Numbers<'v>(&'v [Option<Quantity>], &'v [String]);

impl Given<f64> for Numbers<'_> {
    fn number(&self, name: usize) -> f64 {
        let Self(values, words) = *self;
        let value = Values(values, words).number(name);
        value.map_or(f64::NAN, |quantity| quantity.value)
    }

    fn list(&self, _: usize) -> Range<usize> {
        0..0
    }

    fn entry(&self, _: usize) -> f64 {
        f64::NAN
    }
}

impl Constants {
    /// Reads the constants of a file, and reports errors in them.
    pub fn read(report: &mut Report, root: &Section, options: &[Known]) -> Self {
        let mut constants = Self::default();
        for (name, value) in options {
            if let Value::Whole(number) = value
                && units::unit(name).is_none()
            {
                constants.names.push(name.clone());
                constants.values.push(Some(Quantity::pure(*number as f64)));
            }
        }
        let Some(table) = report.table(root, keys::CONSTANT) else {
            return constants;
        };
        if table.table.entries.len() > MOST {
            let rule = format!("has more than {MOST} entries");
            report.value_fault(root, keys::CONSTANT, rule);
            return constants;
        }
        for (key, _) in &table.table.entries {
            let name = key.get_ref().as_str();
            if let Some(rule) = refusal(name, options) {
                report.fault(&key.span(), table.full(name), rule);
            }
            constants.names.push(name.to_owned());
            constants.values.push(None);
        }
        constants.work_out(report, &table);
        constants
    }

    /// Returns the constants of some names, in SI units, as formulas of forces can name them.
    pub fn formulas(&self, wanted: impl Fn(&str) -> bool) -> Vec<(&str, Formula)> {
        let values = self.names.iter().zip(&self.values);
        let named = values.filter(|(name, _)| wanted(name));
        named
            .filter_map(|(name, value)| Some((&**name, Formula::number((*value)?.value))))
            .collect()
    }

    /// Gives the constants of a table, the last names, their values: each as soon as all that it names have theirs.
    fn work_out(&mut self, report: &mut Report, table: &Section) {
        let mut open = self.open(report, table);
        let named = |one: &Open| -> Vec<usize> { self::named(&one.formula).collect() };
        let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut missing: HashMap<usize, usize> = HashMap::new();
        for (name, one) in &open {
            let others = named(one).into_iter().filter(|other| open.contains_key(other));
            let others: Vec<usize> = others.collect();
            missing.insert(*name, others.len());
            others.iter().for_each(|other| users.entry(*other).or_default().push(*name));
        }
        let mut ready: Vec<usize> =
            open.keys().copied().filter(|name| missing[name] == 0).collect();
        while let Some(name) = ready.pop() {
            let Some(one) = open.remove(&name) else { continue };
            let known = named(&one).iter().all(|other| self.values.get(*other) != Some(&None));
            match self.value(&one.formula) {
                Ok(value) => self.values[name] = Some(value).filter(|_| known),
                Err(_) if !known => {}
                Err(wrong) => report.wrong(&one.place, table.full(one.key), one.text, wrong),
            }
            for user in users.remove(&name).unwrap_or_default() {
                let left = missing.entry(user).or_default();
                *left = left.saturating_sub(1);
                if *left == 0 {
                    ready.push(user);
                }
            }
        }
        if let Some(first) = open.keys().min() {
            let next = |name: &usize| {
                named(&open[name]).into_iter().find(|other| open.contains_key(other))
            };
            let circle = circle(*first, |name| next(&name));
            let told: Vec<_> = circle.iter().map(|name| format!("`{}`", open[name].key)).collect();
            let one = &open[&circle[0]];
            let rule = format!("is defined by itself: {} → {}", told.join(" → "), told[0]);
            report.fault(&one.place, table.full(one.key), rule);
        }
    }

    /// Takes the constants of a table that are texts, by their names; those that are numbers get their values.
    fn open<'t>(&mut self, report: &mut Report, table: &Section<'t>) -> BTreeMap<usize, Open<'t>> {
        let first = self.names.len() - table.table.entries.len();
        let mut open = BTreeMap::new();
        for (name, (key, value)) in (first..).zip(&table.table.entries) {
            let (key, place) = (key.get_ref().as_str(), value.span());
            match value.get_ref() {
                Node::Number(number) if number.is_finite() => {
                    self.values[name] = Some(Quantity::pure(*number));
                }
                Node::Text(text) => match self.formula(text) {
                    Ok(formula) => {
                        open.insert(name, Open { key, text, place, formula });
                    }
                    Err(wrong) => report.wrong(&place, table.full(key), text, wrong),
                },
                _ => report.wrong_kind(table, key, "a finite number or a text", value),
            }
        }
        open
    }

    fn formula(&self, text: &str) -> Result<Formula, Wrong> {
        check_length(text)?;
        // A constant that is refused for the name of a unit does not hide it.
        let named = |name: &String| units::unit(name).is_none();
        let names = self.names.iter().map(|name| (if named(name) { name } else { "" }, false));
        let names: Vec<(&str, bool)> = names.collect();
        let declared_in = Some("[constant]");
        let scope = Scope { names: &names, beside: Beside::Units, declared_in, ..Scope::default() };
        parse(text, &scope).map_err(|error| Wrong { offset: error.offset(text), rule: error.rule })
    }

    fn value(&self, formula: &Formula) -> Result<Quantity, Wrong> {
        let value = formula.try_evaluate(&Values(&self.values, formula.words()));
        let value = value.map_err(|(offset, misfit)| {
            let rule = format!("{misfit}{}", read_as_units(formula));
            Wrong { offset, rule }
        })?;
        match value.value.is_finite() {
            true => Ok(value),
            false => {
                Err(Wrong { offset: 0, rule: format!("has no finite value: {}", value.value) })
            }
        }
    }

    /// Adds to the error of a unit that cannot be written what to write for a key in that unit: the number alone.
    fn in_key(&self, formula: &Formula, unit: PhysicalUnit, wrong: Wrong) -> Wrong {
        let misfit = formula.try_evaluate(&Values(&self.values, formula.words()));
        let number: f64 = formula.evaluate(&Numbers(&self.values, formula.words()));
        match (misfit, unit.symbol()) {
            (Err((_, Misfit::Unit(_))), Some(unit)) if number.is_finite() => {
                let rule = format!("{}; the key is in {unit}: write {}", wrong.rule, plain(number));
                Wrong { rule, ..wrong }
            }
            _ => wrong,
        }
    }

    /// Returns the dimension of what a text stands for; None where it has no value.
    pub fn dimension(&self, text: &str) -> Option<Exponents> {
        let formula = self.formula(text).ok()?;
        let known = named(&formula).all(|name| self.values.get(name) != Some(&None));
        self.value(&formula).ok().filter(|_| known).map(|value| value.unit)
    }

    /// Returns the number that a text stands for, in a unit.
    ///
    /// # Errors
    /// An error of the text, and its place.
    pub fn number(&self, text: &str, unit: PhysicalUnit) -> Result<f64, Wrong> {
        let formula = self.formula(text)?;
        if named(&formula).any(|name| self.values.get(name) == Some(&None)) {
            // What is wrong with the constant has been told; the file is refused anyway.
            return Ok(1.0);
        }
        let Quantity { value, unit: found } =
            self.value(&formula).map_err(|wrong| self.in_key(&formula, unit, wrong))?;
        let wanted = unit.exponents();
        let expected =
            unit.symbol().map_or("a pure number".to_owned(), |unit| format!("in {unit}"));
        if !found.are_none() && !found.fit(wanted) {
            // A unit behind a number is meant as one.
            let letters = match text.contains(|c: char| c.is_ascii_digit()) {
                true => String::new(),
                false => read_as_units(&formula),
            };
            let rule = format!("must be {expected}, but is in {found}{letters}");
            return Err(Wrong { offset: 0, rule });
        }
        if wanted.rad != 0 && found.rad == 0 && counts_turns(&formula) {
            let rule = format!("must be {expected}: write `2*pi*` before a number of turns in Hz");
            return Err(Wrong { offset: 0, rule });
        }
        Ok(value)
    }
}

/// Returns the number in a unit that a text without constants stands for: `"1.5 kg"`.
///
/// # Errors
/// The rule that it breaks.
pub fn number(text: &str, unit: PhysicalUnit) -> Result<f64, String> {
    Constants::default().number(text, unit).map_err(|wrong| wrong.rule)
}

/// Returns the end of a message about units that do not fit: units of one letter, which may be meant as variables, and what is
/// written for a function of the time.
fn read_as_units(formula: &Formula) -> String {
    let letter = |word: &&String| word.chars().count() == 1;
    let name = |word: &String| units::UNITS.iter().find(|unit| unit.word == *word);
    let letters = formula.words().iter().filter(letter);
    let read: Vec<String> = letters
        .filter_map(|word| Some(format!("`{word}` is the unit {}", name(word)?.name)))
        .collect();
    if read.is_empty() {
        return String::new();
    }
    let time = match formula.words().iter().any(|word| word == "t") {
        true => {
            ", not the time: a function of the time is an input, \"input\" here and `--input` of simulate, or the `force` of a \
             [force.NAME]"
        }
        false => "",
    };
    format!("; {} here{time}", read.join(", "))
}

/// Returns the names of the scope that a formula has, and words beside them.
fn named(formula: &Formula) -> impl Iterator<Item = usize> {
    formula.nodes().iter().filter_map(|node| match node {
        Operation::Name(name) => Some(*name),
        _ => None,
    })
}

/// True if a formula has a frequency in Hz and no π, which makes an angular one of it.
fn counts_turns(formula: &Formula) -> bool {
    let pi = Operation::Number(std::f64::consts::PI);
    formula.words().iter().any(|word| word.ends_with("Hz")) && !formula.nodes().contains(&pi)
}

/// Returns the circle to which a way of steps leads.
fn circle(start: usize, next: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
    let mut way = vec![start];
    while let Some(step) = next(way[way.len() - 1]) {
        if let Some(before) = way.iter().position(|name| *name == step) {
            way.drain(..before);
            break;
        }
        way.push(step);
    }
    way
}

/// Returns the reason why a name cannot be that of a constant.
fn refusal(name: &str, options: &[Known]) -> Option<String> {
    let taken = if units::unit(name).is_some() {
        "a unit"
    } else if CONSTANTS.iter().any(|(known, _)| *known == name) {
        "a number"
    } else if FUNCTIONS.iter().any(|(known, _)| *known == name) {
        "a function"
    } else if options.iter().any(|(option, _)| option == name) {
        "a build option"
    } else if MOTION.contains(&name) {
        "a motion in formulas of forces"
    } else if keys::NO_CONSTANTS.contains(&name) {
        "reserved"
    } else {
        return name_fault(name).map(str::to_owned);
    };
    Some(format!("`{name}` is {taken}; give the constant another name"))
}
