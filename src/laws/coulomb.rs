//! Coulomb friction with a static limit (J1 eq. 3.1, J2 §2, J3 fig. 7):
//!
//! ```text
//!   F(w) = Fk·sgn w + C·w  (w ≠ 0),   |F| ≤ Fs  (w = 0),   Fs ≥ Fk ≥ 0, C ≥ 0
//! ```
//! With Fs = Fk this is C·tar(w, Fk/C).

use super::Direction;
use super::declaration::{Broken, LawParameter, STATIC_BELOW_KINETIC, Values, rule};
use super::dry::{Along, Conditions, Dry, Spot, Work, constant};

/// `kinetic` Fk and `static_limit` Fs in N (N·m), or coefficients.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Coulomb {
    kinetic: f64,
    static_limit: f64,
}

impl Coulomb {
    /// Friction 1, for a coefficient that varies.
    pub const UNIT: Self = Self { kinetic: 1.0, static_limit: 1.0 };

    pub const PARAMETERS: &'static [LawParameter] =
        &[LawParameter::KINETIC, LawParameter::STATIC, LawParameter::VISCOUS];

    pub fn new(values: Values) -> Result<Self, Broken> {
        let law = Self { kinetic: values.number(0), static_limit: values.number(1) };
        rule(law.static_limit >= law.kinetic, STATIC_BELOW_KINETIC, &[1, 0])?;
        Ok(law)
    }
}

impl Dry for Coulomb {
    fn static_limit(&self, _: Direction, _: Conditions) -> f64 {
        self.static_limit
    }

    fn magnitude(&self, _: Direction, _: f64, _: Conditions) -> (f64, f64) {
        (self.kinetic, 0.0)
    }

    fn coefficient(&self, _: &Along, k: usize, _: &mut Work) -> f64 {
        constant(self.kinetic, k)
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(0)
    }

    fn limit_change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(1)
    }

    fn least_slope(&self) -> f64 {
        0.0
    }
}
