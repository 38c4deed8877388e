//! The strip of states under the panels: a row for each element, coloured by its state over time.

use std::ops::Range;

use luztar::unit::{Element, Model};
use plotters::style::RGBColor;

use super::record::Record;

/// Rows of a strip; of more elements those with transitions are shown, the most restless first.
pub const MOST_ROWS: usize = 32;
/// Intervals of a row; of more the state that holds longest in each of so many equal parts is shown.
const MOST_INTERVALS: usize = 500;
/// Characters of a name that have room.
const LONGEST_NAME: usize = 20;

/// One element.
pub struct Row {
    pub name: String,
    pub element: Element,
    /// Intervals: start, s, end, s, and state.
    pub intervals: Vec<(f64, f64, i32)>,
}

/// Returns the rows of a record, and the number of elements that are left out.
pub fn rows(unit: &Model, record: &Record) -> (Vec<Row>, usize) {
    let histories = record.histories();
    let mut chosen: Vec<usize> = (0..histories.len()).collect();
    chosen.sort_by_key(|&k| std::cmp::Reverse(histories[k].1.len()));
    chosen.truncate(MOST_ROWS);
    chosen.sort_unstable();
    if chosen.len() < histories.len() {
        chosen.retain(|&k| histories[k].1.len() > 1);
    }
    let left_out = histories.iter().filter(|(_, states)| states.len() > 1).count();
    let left_out = left_out.saturating_sub(chosen.len());
    let rows = chosen.into_iter().map(|k| {
        let (element, states) = &histories[k];
        let name = unit.element_name(*element);
        Row { name: short(name), element: *element, intervals: intervals(states, record.span()) }
    });
    (rows.collect(), left_out)
}

/// Returns states that follow one another as intervals, few enough to be distinguished.
fn intervals(states: &[(f64, i32)], span: Range<f64>) -> Vec<(f64, f64, i32)> {
    let ends = states.iter().skip(1).map(|(time, _)| *time).chain([span.end]);
    let all = states.iter().zip(ends).map(|(&(start, state), end)| (start, end, state));
    let all: Vec<_> = all.filter(|(start, end, _)| end > start).collect();
    let parted = if all.len() > MOST_INTERVALS { longest(&all, &span) } else { all };
    let mut joined: Vec<(f64, f64, i32)> = Vec::new();
    for (start, end, state) in parted {
        match joined.last_mut() {
            Some(last) if last.2 == state => last.1 = end,
            _ => joined.push((start, end, state)),
        }
    }
    joined
}

/// Returns the state that holds longest in each of [`MOST_INTERVALS`] equal parts of a span.
fn longest(all: &[(f64, f64, i32)], span: &Range<f64>) -> Vec<(f64, f64, i32)> {
    let width = (span.end - span.start) / MOST_INTERVALS as f64;
    let part = |k: usize| span.start + width * k as f64;
    let mut first = 0;
    let chosen = (0..MOST_INTERVALS).map(|k| {
        let (start, end) = (part(k), part(k + 1));
        first += all[first..].iter().take_while(|interval| interval.1 <= start).count();
        let here = all[first..].iter().take_while(|interval| interval.0 < end);
        let mut shares: Vec<(i32, f64)> = Vec::new();
        for &(from, to, state) in here {
            let share = to.min(end) - from.max(start);
            match shares.iter_mut().find(|(other, _)| *other == state) {
                Some((_, sum)) => *sum += share,
                None => shares.push((state, share)),
            }
        }
        let state = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        (start, end, state.map_or(all[first.min(all.len() - 1)].2, |(state, _)| state))
    });
    chosen.collect()
}

/// Returns the name, its middle left out where it is long.
fn short(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= LONGEST_NAME {
        return name.to_owned();
    }
    let half = LONGEST_NAME / 2;
    let (head, tail) = (&letters[..half], &letters[letters.len() - half + 1..]);
    head.iter().chain(&['…']).chain(tail).collect()
}

/// Returns the states that occur, each with its words and colour, in the order of their numbers, contacts first.
pub fn key(unit: &Model, rows: &[Row]) -> Vec<(String, RGBColor)> {
    let mut states: Vec<(bool, i32, &str, RGBColor)> = Vec::new();
    for row in rows {
        let spring = !matches!(row.element, Element::Contact(_));
        for &(_, _, state) in &row.intervals {
            let name = unit.mode_name(row.element, state);
            if !states.iter().any(|(other, _, word, _)| (*other, *word) == (spring, name)) {
                states.push((spring, state, name, colour(row.element, state)));
            }
        }
    }
    states.sort_by_key(|&(spring, state, name, _)| (spring, state, name));
    states.into_iter().map(|(_, _, name, colour)| (name.to_owned(), colour)).collect()
}

/// Returns the colour of a state: dark where a contact sticks, light tints where it slips, pale where nothing touches.
pub fn colour(element: Element, state: i32) -> RGBColor {
    match (element, state) {
        (Element::Contact(_), -1) => RGBColor(244, 190, 130),
        (Element::Contact(_), 0) => RGBColor(84, 84, 96),
        (Element::Contact(_), 1) => RGBColor(140, 192, 230),
        (Element::Spring(_), -1) => RGBColor(200, 160, 205),
        (Element::Spring(_) | Element::Force(_), 1) => RGBColor(130, 195, 160),
        (Element::Spring(_) | Element::Force(_), 2) => RGBColor(240, 225, 120),
        _ => RGBColor(232, 232, 232),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_NAME, MOST_INTERVALS, intervals, short};

    #[test]
    fn states_become_intervals() {
        let states = [(1.0, 0), (2.0, 1), (2.0, -1), (3.0, 0)];
        assert_eq!(intervals(&states, 1.0..5.0), [(1.0, 2.0, 0), (2.0, 3.0, -1), (3.0, 5.0, 0)]);
    }

    #[test]
    fn many_intervals_show_the_state_that_holds_longest() {
        // stuck for 0.9 of each of 10 000 periods, and forward throughout the last quarter
        let chatter = (0..10_000).flat_map(|k| {
            let t = f64::from(k) * 1e-4;
            if k < 7500 { vec![(t, 0), (t + 0.9e-4, 1)] } else { vec![(t, 1)] }
        });
        let found = intervals(&chatter.collect::<Vec<_>>(), 0.0..1.0);
        assert!(found.len() <= MOST_INTERVALS);
        assert_eq!(found, [(0.0, 0.75, 0), (0.75, 1.0, 1)]);
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(short("bearing"), "bearing");
        let name = short("theVeryLongNameOfABearing12");
        assert!(name.chars().count() == LONGEST_NAME && name.ends_with("Bearing12"), "{name}");
    }
}
