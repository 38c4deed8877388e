//! Expressions as ramps: straight pieces that stay close to the expression, cut where it jumps or bends.
//!
//! A piece from a to b is a chord, so that what is continuous stays so: the chord lies within h²/8·max|f''| of f,
//! h = b − a, and max|f''| comes from interval arithmetic, so that no pulse is missed however short it is. A
//! decision that changes inside (a comparison, a sign, `floor`) is located by bisection; the values of both sides
//! come from their own branches. A pole is located likewise: a piece ends there at a value that is not finite.

use super::expression::Expression;
use super::piece::{Piece, TIME_TOLERANCE};

/// Distance between an input and its ramps, as a part of its range: an event then is late by some 1e-9 of the input's
/// own time scale, no more than where steps of hosts end.
pub const INPUT_TOLERANCE: f64 = 1e-9;
/// Shortest piece of a smooth branch, as a part of the run, where the tolerance is 1e-6: what happens faster is taken as
/// it is at its ends, and a run of any expression ends. Lengths of pieces go with the root of the tolerance.
const SHORTEST: f64 = 1e-7;
/// Shortest pieces that are not close to the expression until it is reported: a place where a slope has no bound, such
/// as the start of `sqrt(t)`, has some.
const UNRESOLVED: u32 = 1000;
/// Number of times in a run at which the size of an expression is evaluated.
const SAMPLES: u32 = 1000;
/// Place in a piece at which its branch is evaluated, as a part of its length: no time at which a person writes that something
/// happens.
const INSIDE: f64 = 0.618_033_988_749_894_9;

/// An expression from 0 to the end of a run.
pub struct Ramps {
    expression: Expression,
    end: f64,
    /// Distance between the expression and its pieces, as a part of its range.
    tolerance: f64,
    /// Least and greatest value.
    range: [f64; 2],
    /// Length of the last piece.
    length: f64,
    /// Length of the next piece if the branches change in less than a time tolerance.
    blur: f64,
    /// Shortest pieces that are not close to the expression.
    unresolved: u32,
    /// True if that was reported.
    is_told: bool,
}

impl Ramps {
    /// Makes ramps up to the end of a run, s; the pieces are no farther from the expression than the part `tolerance`
    /// of its range.
    pub fn new(expression: Expression, end: f64, tolerance: f64) -> Self {
        let value = |k: u32| expression.at(end * f64::from(k) / f64::from(SAMPLES));
        let range = (0..=SAMPLES).map(value).fold([f64::INFINITY, f64::NEG_INFINITY], widened);
        let (unresolved, is_told) = (0, false);
        Self { expression, end, tolerance, range, length: end, blur: 0.0, unresolved, is_told }
    }

    /// Returns the length of the shortest pieces, s, at a time.
    fn shortest(&self, time: f64) -> f64 {
        let part = SHORTEST * (self.tolerance / 1e-6).sqrt().min(1.0);
        (part * self.end).max(TIME_TOLERANCE * time.abs().max(1.0))
    }

    /// Returns the value at time `t`.
    pub fn at(&self, t: f64) -> f64 {
        self.expression.at(t)
    }

    /// Returns the piece that begins at `start`.
    pub fn piece(&mut self, start: f64) -> Piece {
        if start >= self.end {
            return Piece::level(start, f64::INFINITY, self.expression.at(start));
        }
        let shortest = self.shortest(start);
        // twice the last length at most, so that few attempts are in vain
        let longest = (start + (2.0 * self.length).max(shortest)).min(self.end);
        let begin = self.cross(start, shortest);
        let mut end = self.smooth_until(begin, longest);
        let least = TIME_TOLERANCE * start.abs().max(1.0);
        if end - start < least {
            // longer and longer, should it go on like this
            self.blur = (2.0 * self.blur).clamp(least, shortest);
            end = (start + self.blur).min(self.end);
        } else {
            self.blur = 0.0;
        }
        while end - start > shortest && self.distance(begin, end) > self.tolerance(begin, end) {
            end = begin + 0.5 * (end - begin);
        }
        if end - start <= shortest && self.distance(begin, end) > self.tolerance(begin, end) {
            if let Some(pole) = self.pole(begin, end) {
                let last = f64::INFINITY.copysign(self.expression.at(pole));
                return Piece { start, end: pole, first: self.expression.at(start), last };
            }
            self.unresolved = self.unresolved.saturating_add(1);
        }
        self.length = end - start;
        let branch = begin + INSIDE * (end - begin);
        // At a pole in an exponent the sign of 0 is not that of either side.
        let value = |t: f64, beside: f64| {
            let [at, near] = [t, beside].map(|t| self.expression.on_branch(t, branch));
            if at.is_finite() { at } else { near }
        };
        let (first, last) = (value(start, start.next_up()), value(end, end.next_down()));
        Piece { start, end, first, last }
    }

    /// Takes the length of the shortest pieces, s, once it is clear that they are too long for the expression; once.
    pub fn take_unresolved(&mut self) -> Option<f64> {
        if self.unresolved < UNRESOLVED || self.is_told {
            return None;
        }
        self.is_told = true;
        Some(self.shortest(0.0))
    }

    /// Finds the end of the decisions that change at `start`: nearly always `start` itself.
    fn cross(&self, start: f64, shortest: f64) -> f64 {
        let mut width = 2.0 * f64::EPSILON * start.abs().max(shortest);
        let mut begin = start;
        while width < 0.5 * shortest && !self.expression.over(begin, begin + width).smooth {
            begin += width;
            width *= 2.0;
        }
        begin
    }

    /// Finds the last time, as a double, up to which there is one branch from `begin` on, `longest` at most.
    fn smooth_until(&self, begin: f64, longest: f64) -> f64 {
        let smooth = |end: f64| self.expression.over(begin, end).smooth;
        if smooth(longest) {
            return longest;
        }
        let (mut good, mut bad) = (begin, longest);
        loop {
            let middle = 0.5 * (good + bad);
            match middle {
                middle if middle <= good || middle >= bad => break,
                middle if smooth(middle) => good = middle,
                middle => bad = middle,
            }
        }
        good
    }

    /// Finds a pole from `start` to `end`: a double next to which the values have no bound, on one branch.
    fn pole(&self, start: f64, end: f64) -> Option<f64> {
        let has_none = |start: f64, end: f64| {
            let span = self.expression.over(start, end);
            span.smooth && !(span.value.low.is_finite() && span.value.high.is_finite())
        };
        let (mut low, mut high) = (start, end);
        while has_none(low, high) {
            match 0.5 * (low + high) {
                middle if middle <= low || middle >= high => return Some(high),
                middle if has_none(low, middle) => high = middle,
                middle => low = middle,
            }
        }
        None
    }

    /// Returns the bound of the distance between the expression and its chord.
    fn distance(&self, start: f64, end: f64) -> f64 {
        let length = end - start;
        0.125 * length * length * self.expression.over(start, end).curvature.magnitude()
    }

    /// Returns the allowed distance of a piece from the expression; no closer than round-off of its values.
    fn tolerance(&self, start: f64, end: f64) -> f64 {
        let ends = [start, end].map(|time| self.expression.at(time));
        let [least, greatest] = ends.into_iter().fold(self.range, widened);
        if least > greatest {
            return 0.0;
        }
        let round_off = f64::EPSILON * least.abs().max(greatest.abs());
        (self.tolerance * (greatest - least)).max(round_off)
    }
}

/// Returns a range with a value in it, unless that is none.
fn widened([least, greatest]: [f64; 2], value: f64) -> [f64; 2] {
    if value.is_finite() { [least.min(value), greatest.max(value)] } else { [least, greatest] }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    const END: f64 = 2.0;
    /// Tolerance of most tests: pieces are not too many to look at.
    const COARSE: f64 = 1e-6;

    fn pieces(text: &str) -> Vec<Piece> {
        let expression = Expression::parse(text).expect("valid");
        let mut ramps = Ramps::new(expression, END, COARSE);
        let mut pieces = vec![ramps.piece(0.0)];
        while let Some(last) = pieces.last().filter(|piece| piece.end < END) {
            let next = ramps.piece(last.end);
            assert!(next.start == last.end && next.end > next.start, "{text}: {next:?}");
            pieces.push(next);
        }
        pieces
    }

    /// Returns the times and heights of the jumps.
    fn jumps(text: &str) -> Vec<(f64, f64)> {
        let pieces = pieces(text);
        let steps = pieces.windows(2).map(|pair| (pair[1].start, pair[1].first - pair[0].last));
        steps.filter(|(_, height)| height.abs() > 1e-9).collect()
    }

    #[test]
    fn ramps_are_chords_close_to_a_smooth_expression() {
        for (text, most) in [
            ("3*t - 1", 1),
            ("80*sin(2*pi*5*t)", 40_000),
            ("exp(-t)*cos(20*t) + t^2/7", 40_000),
            ("5*exp(-((t - 1)/1e-4)^2)", 40_000),
            ("sqrt(t)", 4_000),
        ] {
            let expression = Expression::parse(text).expect("valid");
            let pieces = pieces(text);
            let scale = pieces.iter().fold(0f64, |scale, piece| scale.max(piece.last.abs()));
            assert!(pieces.len() <= most, "{text}: {}", pieces.len());
            for piece in &pieces {
                let t = piece.start + 0.5 * (piece.end - piece.start);
                let error = (piece.at(t) - expression.at(t)).abs();
                let singular = text == "sqrt(t)" && t < 10.0 * SHORTEST;
                assert!(singular || error <= 2.02 * COARSE * scale, "{text} at {t}: {error}");
                assert_eq!(piece.first, expression.at(piece.start));
            }
        }
    }

    /// The chord of a sine with 1/ω the time is off by (ωh)²/8 at most: its pieces are as long as that allows, but for
    /// halving, and as close as was asked for, whatever stands beside it.
    #[test]
    fn pieces_are_as_close_to_a_sine_as_asked_for() {
        for tolerance in [1e-4, 1e-7, INPUT_TOLERANCE, 1e-11] {
            for beside in [0.0, -3.0, 100.0] {
                let text = format!("{beside:?} + 0.5*sin(7*t)");
                let expression = Expression::parse(&text).expect("valid");
                let mut ramps = Ramps::new(expression.clone(), END, tolerance);
                let (mut time, mut worst, mut count) = (0.3, 0.0_f64, 0);
                while time < 0.31 || count < 3 {
                    let piece = ramps.piece(time);
                    let middle = piece.start + 0.5 * (piece.end - piece.start);
                    worst = worst.max((piece.at(middle) - expression.at(middle)).abs());
                    (time, count) = (piece.end, count + 1);
                }
                let round_off = 4.0 * f64::EPSILON * f64::abs(beside);
                assert!(worst <= tolerance + round_off, "{text} {tolerance}: {worst}");
                let least = 7.0 * (time - 0.3) / (8.0 * 2.0 * tolerance).sqrt();
                assert!(f64::from(count) <= 4.0 * least + 4.0, "{text} {tolerance}: {count}");
            }
        }
    }

    #[test]
    fn jumps_are_located_to_the_last_bits() {
        let one = |text: &str| {
            let found = jumps(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            found[0]
        };
        assert_eq!(one("if(t < 0.5, 0, 40)"), (0.5, 40.0));
        assert_eq!(one("if(t <= 0.5, t, t + 1)"), (0.5, 1.0));
        assert_eq!(one("7*floor(t)").0, 1.0);
        let (time, height) = one("if(sin(t) < 0.5, 1, 3*t)");
        assert!(
            (time - PI / 6.0).abs() < 1e-15 && (height - (PI / 2.0 - 1.0)).abs() < 1e-14,
            "{time} {height}"
        );
        // pulses between all samples, and jumps in both directions
        let pulse = jumps("if(t > 0.3 and t < 0.3000001, 5, 0)");
        assert_eq!(pulse, [(0.3, 5.0), (0.3000001, -5.0)]);
        let saw: Vec<_> = jumps("t % 0.25").into_iter().map(|(time, _)| time).collect();
        let expected: Vec<_> = (1..8).map(|k| 0.25 * f64::from(k)).collect();
        assert_eq!(saw, expected);
        assert_eq!(jumps("sign(cos(4*pi*t))").len(), 8);
    }

    #[test]
    fn bends_and_single_instants_are_no_jumps() {
        for text in [
            "abs(t - 0.7)",
            "max(0, t - 0.3)",
            "if(t == 0.5, 9, t)",
            "floor(cos(2*pi*t)^2 + 0.5)*0",
        ] {
            assert_eq!(jumps(text), [], "{text}");
            assert!(pieces(text).len() < 200, "{text}: {}", pieces(text).len());
        }
        let bent = pieces("abs(t - 0.7)");
        assert!(
            bent.iter().any(|piece| piece.start == 0.7 && piece.first.abs() < 1e-15),
            "{bent:?}"
        );
        assert_eq!(bent.len(), 2, "{bent:?}");
    }

    /// Poles of any order, of both signs and between doubles, end their piece at no finite value; what is only steep, or has a
    /// pole on a branch that is not taken, has none.
    #[test]
    fn poles_are_located_to_the_last_bits() {
        let first_pole = |text: &str| {
            let mut ramps =
                Ramps::new(Expression::parse(text).expect("valid"), END, INPUT_TOLERANCE);
            let mut piece = ramps.piece(0.0);
            while piece.end < END && piece.last.is_finite() {
                piece = ramps.piece(piece.end);
            }
            (!piece.last.is_finite()).then_some(piece.end)
        };
        for (text, time) in [
            ("1/(t - 1)", 1.0),
            ("-3/(t - 1.03)^2", 1.03),
            ("tan(t)", 0.5 * PI),
            ("(t + 1)/(t*t - 2)", 2f64.sqrt()),
            ("ln((t - 0.3)^2)", 0.3),
            ("(t - 0.7)^-3", 0.7),
        ] {
            let found = first_pole(text).unwrap_or_else(|| panic!("{text}: none"));
            assert!((found - time).abs() <= 2.0 * f64::EPSILON * time, "{text}: {found}");
        }
        for text in [
            "sqrt(abs(t - 1))",
            "1/((t - 1)^2 + 1e-8)",
            "if(abs(t - 1) > 0.1, 1/(t - 1), 0)",
            "abs(t - 1)^0.1",
            "exp(-1/(t - 1)^2 * if(t < 0.9, 1, 0))",
            "exp(-1/t)",
            "if(t > 0, exp(-1/t), 0)",
            "if(t < 1, exp(1/(t - 1)), 0)",
            "if(t > 1, exp(1/(1 - t)), 0)",
        ] {
            assert_eq!(first_pole(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_too_fast_is_told_once() {
        for (text, expected) in [
            ("sin(1e12*t)", Some(2e-7)),
            ("80*sin(2*pi*5*t)", None),
            ("sqrt(t)", None),
            ("t % 1e-3", None),
        ] {
            let mut ramps = Ramps::new(Expression::parse(text).expect("valid"), END, COARSE);
            let mut time = 0.0;
            for _ in 0..2 * UNRESOLVED {
                time = ramps.piece(time).end;
            }
            assert_eq!(ramps.take_unresolved(), expected, "{text}");
            assert_eq!(ramps.take_unresolved(), None, "{text}");
        }
    }

    #[test]
    fn no_expression_makes_a_run_endless() {
        for text in ["sin(1e12*t)", "t % 1e-12", "max(sin(t), sin(t))", "1/(t - 1)", "ln(t - 1)"] {
            let mut ramps = Ramps::new(Expression::parse(text).expect("valid"), END, COARSE);
            let mut time = 0.5;
            for _ in 0..1000 {
                time = ramps.piece(time).end;
            }
            assert!(time > 0.5 + 100.0 * SHORTEST, "{text}: {time}");
        }
    }
}
