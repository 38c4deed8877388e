use std::cell::Cell;

use super::departure::bracket;
use super::intervals::KEPT;
use super::{Holding, MOST_SLOW, Scratch, first_departure, first_descent, polish};

/// A function that falls through 0 once between 0 and 1, with its slope.
type Function = fn(f64) -> (f64, f64);

const SMOOTH: [Function; 5] = [
    |x| (0.3 - x, -1.0),
    |x| (0.5 - x * x, -2.0 * x),
    |x| (2.0 - libm::exp(3.0 * x), -3.0 * libm::exp(3.0 * x)),
    |x| (libm::cos(1.4 * x) - 0.6, -1.4 * libm::sin(1.4 * x)),
    |x| (1.0 / (x + 0.2) - 1.1, -1.0 / ((x + 0.2) * (x + 0.2))),
];

/// Jumps, slopes that are wrong, a ninefold root, and one that round-off makes 0 on a thousand numbers.
const ROUGH: [Function; 8] = [
    |x| (if x < 0.7 { 1.0 } else { -1.0 }, -1.0),
    |x| (if x < 0.7 { 1.0 } else { -1e-300 }, 0.0),
    |x| (0.3 - x, 1.0),
    |x| (0.3 - x, f64::NAN),
    |x| (libm::pow(0.6 - x, 9.0), -9.0 * libm::pow(0.6 - x, 8.0)),
    |x| (0.6 - x, -1e6),
    |x| (0.6 - x, -1e-6),
    |x| ((1e13 * (0.6 - x)).round() / 1e13, -1.0),
];

/// Halvings of the interval until numbers above ¼ are neighbours.
const HALVINGS: usize = 54;

fn check_polish(f: Function, most: usize) {
    let calls = Cell::new(0);
    let counted = |x| {
        calls.set(calls.get() + 1);
        f(x)
    };
    let (low, high) = polish(counted, 0.0, 1.0);
    assert!(f(low).0 > 0.0 && f(high).0 <= 0.0 && low.next_up() == high, "{low} {high}");
    assert!(calls.get() <= most, "{} looks at the root {low}", calls.get());
}

#[test]
fn newtons_method_is_fast_and_never_slower_than_bisection_by_much() {
    // Digits double from step to step; a few more lead over to the other side.
    SMOOTH.into_iter().for_each(|f| check_polish(f, 12));
    ROUGH.into_iter().for_each(|f| check_polish(f, (MOST_SLOW + 1) * HALVINGS));
}

fn check_bracket(f: Function, resolution: f64, most: usize) {
    let mut calls = 0;
    let counted = |x| {
        calls += 1;
        f(x).0
    };
    let (low, high) = bracket(counted, 0.0, 1.0, resolution);
    assert!(f(low).0 >= 0.0 && f(high).0 < 0.0, "{low} {high}");
    assert!(low < high && (high - low <= resolution || low.next_up() == high), "{low} {high}");
    assert!(calls <= most, "{calls} looks at the root {low} within {resolution:e}");
}

#[test]
fn the_secant_method_is_fast_and_never_slower_than_bisection_by_much() {
    SMOOTH.into_iter().for_each(|f| check_bracket(f, 0.0, 20));
    for (resolution, halvings) in [(0.0, HALVINGS), (1e-12, 40), (1e-6, 20)] {
        ROUGH.into_iter().for_each(|f| check_bracket(f, resolution, 2 + 4 * halvings));
    }
}

/// (τ − g)²·(0.7 − τ), which is searched down to the round-off of its double root at g before what lies behind that.
fn grazing(g: f64) -> [f64; 4] {
    [0.7 * g * g, -g * g - 1.4 * g, 0.7 + 2.0 * g, -1.0]
}

/// Intervals whose coefficients were dropped on the way to a graze close to 0 are searched, too.
#[test]
fn a_root_behind_a_graze_close_to_the_start_is_found() {
    for g in [1e-4, 1e-7, 1e-10, 1e-13] {
        let mut scratch = Scratch::default();
        let root = first_descent(&grazing(g), 0.0, 1.0, &mut scratch).expect("it falls");
        assert!((root - 0.7).abs() < 1e-15, "{root} behind {g}");
        let (_, splits) = scratch.cost();
        assert!(splits > KEPT as u64, "{splits} splits");
    }
}

/// Limits of two forces of which one grazes its own close to 0, and the other passes it later.
#[test]
fn a_departure_behind_a_graze_close_to_the_start_is_found() {
    for g in [1e-3, 1e-5] {
        let p = grazing(g);
        let load: Vec<f64> = p.iter().flat_map(|c| [*c, 0.5 * c]).collect();
        let mut scratch = Scratch::default();
        let mut deepest = f64::INFINITY;
        let margin = |load: &[f64]| {
            deepest = deepest.min(load[0]);
            load[0].min(4.0 * load[1])
        };
        let tau = first_departure(&load, 2, 1.0, 0.0, margin, &mut scratch).expect("it departs");
        assert!((tau - 0.7).abs() < 1e-12, "{tau} behind {g}");
        let (_, splits) = scratch.cost();
        assert!(splits > KEPT as u64, "{splits} splits");
    }
}

/// Forces within limits of their own: the margin is that of the one that uses most.
struct Limited<'l> {
    limits: &'l [f64],
    calls: usize,
    /// True if it knows what a change of the load takes away.
    bounds: bool,
}

impl Limited<'_> {
    fn usage(&self, load: &[f64]) -> f64 {
        load.iter().zip(self.limits).map(|(x, limit)| (x / limit).abs()).fold(0.0, f64::max)
    }
}

impl Holding for &mut Limited<'_> {
    fn margin(&mut self, load: &[f64]) -> f64 {
        self.calls += 1;
        1.0 - self.usage(load)
    }

    fn margin_by_last_cut(&mut self, _: &[f64]) -> Option<f64> {
        None
    }

    fn loss(&mut self, change: &[f64]) -> f64 {
        if self.bounds { self.usage(change) } else { f64::INFINITY }
    }
}

/// Loads that bend by more or less than the margin leaves: what a bound of the change shows, control points show one by one,
/// and first departures are the same.
#[test]
fn a_bound_of_the_change_saves_margins_and_changes_no_departure() {
    let limits = [1.0, 2.0, 0.5];
    let (mut calls, mut departures) = ([0, 0], 0);
    for case in 0..400 {
        let draw = |n: usize| libm::sin((case * 31 + n * 17) as f64);
        let bend = [0.01, 0.1, 1.0][case % 3];
        let load: Vec<f64> = (0..18)
            .map(|place| {
                let by = limits[place % 3] * draw(place);
                match place / 3 {
                    0 => 0.5 * by,
                    1 => 0.4 * by,
                    _ => bend * by,
                }
            })
            .collect();
        let [found, expected] = [true, false].map(|bounds| {
            let mut limited = Limited { limits: &limits, calls: 0, bounds };
            let scratch = &mut Scratch::default();
            let tau = first_departure(&load, 3, 1.0, 0.0, &mut limited, scratch);
            calls[usize::from(bounds)] += limited.calls;
            tau
        });
        assert_eq!(found, expected, "{case}");
        departures += usize::from(found.is_some());
    }
    assert!((50..350).contains(&departures), "{departures}");
    assert!(calls[1] < calls[0], "{calls:?}");
}
