//! Checks of what the parameters of a law must give: friction that is finite, nowhere negative, and not above the static
//! limit where slip begins.

use super::{Conditions, Dry};
use crate::algebra::{change, negative_place};
use crate::laws::declaration::Broken;
use crate::laws::given::{ARGUMENT, FIRST, Place};
use crate::laws::{Argument, Direction, Trend};

/// Slip speed up to which friction is compared with what its law says of its trend, and how many times as far as its last kink.
const FAR: f64 = 1e3;
/// Relative difference of static friction and that of the slowest slip that is round-off.
const STARTS_ALIKE: f64 = 1e-12;

impl Dry {
    /// Checks that friction is nowhere negative; for user-defined laws it is finite, and not above the static limit
    /// where slip begins.
    pub(super) fn check_sign(&mut self) -> Result<(), Broken> {
        if self.form().checked {
            self.check_start()?;
            self.check_trend()?;
        }
        if !self.form().checked && self.form().negative.is_none() {
            return Ok(());
        }
        let place = Place { argument: 1.0, load: 1.0, values: self.values() };
        let formulas = self.formulas();
        let found = Direction::BOTH.into_iter().find_map(|direction| {
            let (formula, kinks) = (&formulas.formula[direction.index()], self.kinks(direction));
            let x = negative_place(formula, &place, self.variable(), kinks, formulas.linear)?;
            Some((x, formula))
        });
        let Some((x, formula)) = found else { return Ok(()) };
        let of = match self.form().argument {
            Argument::Slip => "slip speed",
            Argument::SlipRatio => "slip ratio",
            Argument::Load => "load",
        };
        let rule = format!("friction must not be negative, but is at a {of} of {x}");
        let named = |parameter: &usize| formula.names(FIRST + parameter);
        let named = || (0..self.form().parameters.len()).filter(named).collect();
        let blamed = self.form().negative.clone().unwrap_or_else(named);
        Err(Broken(rule.into(), blamed))
    }

    /// Checks that friction does not change the other way than its law says.
    fn check_trend(&self) -> Result<(), Broken> {
        let signs: &[f64] = match self.form().trend {
            _ if self.form().states.is_some() => return Ok(()),
            Trend::Any => return Ok(()),
            Trend::NeverRises => &[1.0],
            Trend::NeverFalls => &[-1.0],
            Trend::Constant => &[1.0, -1.0],
        };
        let place = Place { argument: 1.0, load: 1.0, values: self.values() };
        for direction in Direction::BOTH {
            let formula = &self.form().magnitude(None).formula[direction.index()];
            let kinks = self.kinks(direction);
            let (kinks, end) = match self.form().argument {
                Argument::Slip => (kinks, FAR * kinks.last().copied().unwrap_or(0.0).max(1.0)),
                Argument::SlipRatio => (kinks, 1.0),
                // Those are kinks by the load.
                Argument::Load => (&[][..], FAR),
            };
            let over = (ARGUMENT, (0.0, end));
            let found = signs.iter().find_map(|sign| change(formula, &place, over, kinks, *sign));
            if let Some([(x, before), (later, after)]) = found {
                let rule = format!(
                    "friction must keep its declared trend \"{}\" over the slip speed, but is {before} at {x} and \
                     {after} at {later}",
                    self.form().trend.word()
                );
                return Err(Broken(rule.into(), Vec::new()));
            }
        }
        Ok(())
    }

    fn check_start(&self) -> Result<(), Broken> {
        for direction in Direction::BOTH {
            let friction = match self.form().argument {
                // A tyre holds at rest by its peak.
                Argument::SlipRatio => self.magnitude(direction, 1.0, Conditions::UNLOADED).0,
                // The friction of x = 0 itself: beside a singular point the law takes another constant.
                Argument::Slip if self.regularisation.is_none() => {
                    let at_rest = (direction, self.piece(direction, 0.0));
                    let place = self.place(at_rest, 0.0, Conditions::UNLOADED);
                    self.formulas().formula[direction.index()].evaluate(&place).value.value
                }
                Argument::Slip | Argument::Load => {
                    self.magnitude(direction, 0.0, Conditions::UNLOADED).0
                }
            };
            let holds = self.form().holds[direction.index()].evaluate(&Place {
                argument: 0.0,
                load: 1.0,
                values: self.values(),
            });
            let rule = if !friction.is_finite() || !holds.is_finite() {
                format!(
                    "friction must be finite, but is {friction} at w = 0 and at most {holds} while stuck"
                )
            } else if self.regularisation.is_none()
                && holds < friction - STARTS_ALIKE * friction.abs()
            {
                format!(
                    "static friction must not be below kinetic friction, but is {holds} below {friction}"
                )
            } else {
                continue;
            };
            return Err(Broken(rule.into(), Vec::new()));
        }
        Ok(())
    }
}
