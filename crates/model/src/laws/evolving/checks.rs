//! Checks of the parameters and the start of a law with states: friction must be finite, nowhere negative, and not above
//! what is held where slip begins.

use super::{At, Evolving};
use crate::algebra::taylor::ORDERS;
use crate::algebra::{Node, One, Two, negative_place};
use crate::laws::Direction;
use crate::laws::declaration::Broken;
use crate::laws::given::{ARGUMENT, FIRST, OWN_NAMES, SLIP, STATE};
use crate::laws::internal::InternalSeries;
use crate::laws::sense::{MOST_STATES, Sense};
use crate::laws::state_form::FRICTION;
use crate::laws::whereabouts::Whereabouts;

/// Relative difference of static friction and that of the slowest slip that is round-off.
const STARTS_ALIKE: f64 = 1e-12;

/// Order of the time with which a slip velocity begins by a load that grows with time.
const BY_LOAD: usize = 2;

fn told(rule: String) -> Result<(), Broken> {
    Err(Broken(rule.into(), Vec::new()))
}

/// Returns the words that a message adds for a direction of slip, where the other one keeps the rule.
fn against(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "",
        Direction::Backward => " against backward slip",
    }
}

impl Evolving {
    /// Checks that friction at w = 0 is finite, not negative, and not above what is held.
    pub(in crate::laws) fn check_limits(
        &self,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
    ) -> Result<(), Broken> {
        if self.bristle {
            return Ok(());
        }
        let all = match &self.form().bare {
            None => self.coefficients(states, there),
            // Nothing is held, and all of it is friction.
            Some(bare) => [self.of_formula(bare, (0.0, states), there); 2],
        };
        Direction::BOTH.into_iter().try_for_each(|direction| {
            let ([holds, slowest], against) =
                (all.map(|limits| limits.of(direction)), against(direction));
            if holds >= slowest && slowest >= 0.0 && holds.is_finite() {
                return Ok(());
            }
            if !(holds.is_finite() && slowest.is_finite()) {
                return told(format!(
                    "friction must be finite, but is {slowest} at w = 0 and at most {holds} while stuck{against}"
                ));
            }
            if slowest < 0.0 {
                return told(format!(
                    "friction must not be negative, but is {slowest} at w = 0{against}"
                ));
            }
            if holds < slowest * (1.0 - STARTS_ALIKE) {
                return told(format!(
                    "static friction must not be below kinetic friction, but is {holds} below {slowest}{against}"
                ));
            }
            Ok(())
        })
    }

    /// Checks rules of the parameters and the start beside those of the law: friction is nowhere negative in the states at the
    /// start, not above what is held, and has an expansion where slip begins.
    pub(super) fn check(
        &self,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
    ) -> Result<(), Broken> {
        let form = self.form();
        self.check_limits(states, there)?;
        self.check_ends(states)?;
        for direction in Direction::BOTH {
            if !form.bristle && (form.two_sided || direction == Direction::Forward) {
                let spot = self.place(At::rest(states, *there).towards(direction));
                if let Some(x) = negative_place(form.bare(), &spot, ARGUMENT, &[], false) {
                    let rule = format!(
                        "friction must not be negative, but is at a slip speed of {x}{}",
                        against(direction)
                    );
                    let named = |parameter: &usize| form.bare().names(FIRST + parameter);
                    let parameters = 0..self.kind.parameters().len();
                    let blamed = parameters.filter(named).collect();
                    return Err(Broken(rule.into(), blamed));
                }
            }
            let powered = || self.powered_zeros(At::rest(states, *there).towards(direction));
            if self.onset(direction, 1, states, there).is_none() {
                let rule = "rates and friction must have values and slopes at the onset of slip";
                let of = |powers: String| format!("; {powers} have none at 0 in a denominator");
                return told(rule.to_owned() + &powered().map_or(String::new(), of));
            }
            let [holds, slowest] =
                self.coefficients(states, there).map(|limits| limits.of(direction));
            let jumps = holds > slowest * (1.0 + STARTS_ALIKE);
            let decides = !(form.bristle || form.bare.is_some() || jumps);
            let onset = self.onset(direction, BY_LOAD, states, there).filter(|_| decides);
            let friction = self.decisions() + FRICTION;
            if onset.is_some_and(|series| series.work.is_steep(friction, BY_LOAD)) {
                let rule = "friction must not change faster than the root of the slip speed at the onset of slip";
                let of = |powers: String| format!("; {powers} with exponents below 1/2 do");
                return told(rule.to_owned() + &powered().map_or(String::new(), of));
            }
        }
        Ok(())
    }

    /// Returns the expansion of the law along slip that begins with a power of the time; None where it has none.
    fn onset(
        &self,
        direction: Direction,
        power: usize,
        states: [f64; MOST_STATES],
        there: &Whereabouts,
    ) -> Option<InternalSeries> {
        let mut series = InternalSeries::default();
        series.begin(states);
        series.load[0] = 1.0;
        series.slip[0] = 0.0;
        for (series, value) in series.there.iter_mut().zip(there) {
            series[0] = *value;
        }
        self.find_pieces(Sense::Slip(direction), &mut series);
        for k in 0..ORDERS {
            series.slip[k] = if k == power { direction.sign() } else { 0.0 };
            let force = series.advance(self, Sense::Slip(direction), 0.0, k);
            let finite = series.state.iter().all(|state| state[k + 1].is_finite());
            if !(force.is_finite() && finite) {
                return None;
            }
        }
        Some(series)
    }

    /// Names the powers of what moves whose bases are 0 at a place, and whose exponents are fractions, if there are any.
    fn powered_zeros(&self, at: At) -> Option<String> {
        let (form, spot) = (self.form(), self.place(at));
        let named = |name: usize| match name.checked_sub(form.first) {
            Some(SLIP) => Some("`w`".to_owned()),
            Some(own) => {
                let state = own.checked_sub(STATE).and_then(|state| form.variables.get(state));
                state.map(|state| format!("`{}`", state.symbol))
            }
            None => (name == ARGUMENT).then(|| "`x`".to_owned()),
        };
        let (mut found, mut results) = (Vec::new(), Vec::new());
        for formula in [&form.friction].into_iter().chain(&form.rates) {
            formula.results(&spot, &mut results);
            let bases = formula.nodes().iter().filter_map(|node| match *node {
                Node::One(One::Sqrt, base) => Some(base),
                Node::Two(Two::Power, base, power) if results[power].fract() != 0.0 => Some(base),
                _ => None,
            });
            let bases: Vec<usize> = bases.filter(|base| results[*base] == 0.0).collect();
            for name in 0..form.first + OWN_NAMES {
                let depends = formula.dependent(|other| other == name);
                let shown = named(name).filter(|_| bases.iter().any(|base| depends[*base]));
                found.extend(shown.filter(|shown| !found.contains(shown)));
            }
        }
        (!found.is_empty()).then(|| format!("powers of {}", found.join(" and ")))
    }
}
