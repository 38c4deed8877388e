//! Ranges of axes, and the text at them.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

use luztar::unit::{Accessor, ContactId, Element, ForceId, Model, SpringId, Variable};

use super::plan::Pair;

/// Room beyond the values, as a part of their range.
const ROOM: f64 = 0.06;
/// Half the range around a value that does not change, as a part of the value; 1 around zero.
const FLAT: f64 = 0.1;
/// Values that vary by less, as a part of their size, are drawn as constant: the digits of a number.
const CONSTANT: f64 = 1e-12;
/// Digits of the number at a tick.
const DIGITS: i32 = 9;
/// Powers of ten from which on numbers are written with an exponent.
const PLAIN: Range<i32> = -4..6;

/// A linear axis with chosen ticks.
pub struct Axis {
    numbers: RangedCoordf64,
    ticks: Vec<f64>,
}

impl Axis {
    pub fn new(range: Range<f64>, ticks: Vec<f64>) -> Self {
        Self { numbers: range.into(), ticks }
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.numbers.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // asked for thin lines between the ticks too, of which there are none
        match hint.weight().allow_light_points() {
            true => Vec::new(),
            false => self.ticks.clone(),
        }
    }

    fn range(&self) -> Range<f64> {
        self.numbers.range()
    }
}

/// Returns a range around all values, with room on both sides.
pub fn around(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let size = low.abs().max(high.abs());
    let room = match high - low {
        width if width > CONSTANT * size => ROOM * width,
        _ if size > 0.0 => FLAT * size,
        _ => 1.0,
    };
    low - room..high + room
}

/// Ticks of an axis: multiples of 1, 2 or 5 times a power of ten, `most` at most and two at least; of whole numbers
/// where that is what the axis counts.
pub fn ticks(range: &Range<f64>, most: usize, whole: bool) -> Vec<f64> {
    let width = range.end - range.start;
    let inside = |step: f64| {
        let (first, last) = ((range.start / step).ceil(), (range.end / step).floor());
        // counted, so that no tick is lost in the round-off of a sum
        let count = (last - first).max(-1.0) as usize + 1;
        // the number nearest to the decimal that is meant: 0.6, not 0.6000000000000001
        let inverse = (1.0 / step).round();
        let exact = |k: f64| if step < 1.0 { k / inverse } else { k * step };
        (0..count).map(|k| exact(first + k as f64)).collect::<Vec<f64>>()
    };
    let coarse = 10f64.powi((width / most as f64).log10().floor() as i32);
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * coarse);
    let fits = |step: &f64| inside(*step).len() <= most && (!whole || *step >= 1.0);
    let step = steps.into_iter().find(fits).unwrap_or(if whole { 1.0 } else { coarse });
    match inside(step) {
        few if few.len() < 2 && !whole => inside(0.5 * step),
        ticks => ticks,
    }
}

/// Returns a number at an axis whose ticks are about `spacing` apart.
pub fn tick(value: f64, spacing: f64) -> String {
    // a sum of steps that should be 0 misses it by round-off
    if value.abs() < 1e-6 * spacing {
        return "0".to_owned();
    }
    let power = value.abs().log10().floor() as i32;
    if PLAIN.contains(&power) {
        let decimals = (DIGITS - power).clamp(0, 12) as usize;
        let text = format!("{value:.decimals$}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        return text.replace('-', "−");
    }
    let text = format!("{value:.*e}", DIGITS as usize);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{digits}e{exponent}").replace('-', "−")
}

/// Returns `m/s²`; nothing for pure numbers.
pub fn unit_text(variable: &Variable) -> String {
    let symbol = variable.unit.symbol().unwrap_or_default();
    symbol.replace('.', "·").replace('2', "²").replace('3', "³")
}

/// Returns the names of the states that an axis shows: of contacts or of springs alone.
pub fn states(unit: &Model, variables: impl Iterator<Item = usize>) -> Option<Element> {
    let mut elements = variables.map(|index| match unit.variables()[index].accessor {
        Accessor::ContactState(_) => Some(Element::Contact(ContactId(0))),
        Accessor::SpringState(_) | Accessor::PartState(..) => Some(Element::Spring(SpringId(0))),
        Accessor::ForceState(force) => Some(Element::Force(ForceId(force))),
        _ => None,
    });
    let first = elements.next()??;
    elements.all(|other| other == Some(first)).then_some(first)
}

/// Labels of a panel's axes: the variable's name where there is one curve over another variable, else
/// the quantity's unit.
pub fn labels(unit: &Model, panel: &[Pair]) -> (String, String) {
    let variable = |index: usize| &unit.variables()[index];
    let named = |index: usize| match unit_text(variable(index)) {
        symbol if symbol.is_empty() => variable(index).name.clone(),
        symbol => format!("{}, {symbol}", variable(index).name),
    };
    match *panel {
        [Pair { x: Some(x), y }] => (named(x), named(y)),
        [Pair { x: Some(x), y }, ..] => (unit_text(variable(x)), unit_text(variable(y))),
        [Pair { x: None, y }, ..] => ("time, s".to_owned(), unit_text(variable(y))),
        [] => Default::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::{around, tick, ticks};

    #[test]
    fn ranges_have_room_and_never_collapse() {
        assert_eq!(around([0.0, 100.0].into_iter()), -6.0..106.0);
        assert_eq!(around([0.0, 0.0].into_iter()), -1.0..1.0);
        assert_eq!(around([-50.0].into_iter()), -55.0..-45.0);
        let noise = around([1.0, 1.0 + f64::EPSILON].into_iter());
        assert!(noise.start < 0.91 && noise.end > 1.09, "{noise:?}");
    }

    #[test]
    fn every_axis_has_ticks() {
        assert_eq!(ticks(&(-0.06..1.06), 6, false), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(&(0.0..2.0), 9, false).len(), 5);
        assert_eq!(ticks(&(-1.2..2.2), 6, true), [-1.0, 0.0, 1.0, 2.0]);
        assert_eq!(ticks(&(0.9..1.1), 6, true), [1.0]);
        for k in 0..2000 {
            let low = f64::from(k * k % 977) * 0.37 - 150.0;
            let range = low..low + 10f64.powf(f64::from(k % 31) * 0.3 - 4.0);
            let found = ticks(&range, 6, false);
            assert!((2..=11).contains(&found.len()), "{range:?}: {found:?}");
            assert!(found.iter().all(|x| (range.start - 1e-12..=range.end + 1e-12).contains(x)));
        }
    }

    #[test]
    fn numbers_at_ticks_are_short() {
        let ticks = [0.1 + 0.2, -2.5, 1e-17, 12000.0, 3e6, -2.5e-5, 1.0].map(|x| tick(x, 0.1));
        assert_eq!(ticks, ["0.3", "−2.5", "0", "12000", "3e6", "−2.5e−5", "1"]);
    }
}
