//! Coulomb friction with a static limit and a viscous part (J1 eq. 3.1, J2 §2, J3 fig. 7):
//!
//! ```text
//!   F(w) = C·w + Fk·sgn w  (w ≠ 0),   |F| ≤ Fs  (w = 0),   Fs ≥ Fk ≥ 0, C ≥ 0
//! ```
//! With Fs = Fk this is C·tar(w, Fk/C).

use super::{DefaultValue, LawError, LawParameter, Limits, Measure};

/// `kinetic` Fk and `static_limit` Fs in N (N·m), or coefficients; `viscous` C in N·s/m (N·m·s/rad).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coulomb {
    kinetic: f64,
    static_limit: f64,
    viscous: f64,
}

impl Coulomb {
    pub(super) const PARAMETERS: &'static [LawParameter] = &[
        LawParameter {
            name: "kineticFriction",
            loaded_name: "kineticCoefficient",
            measure: Measure::Friction,
            default: None,
            description: "friction while slipping",
        },
        LawParameter {
            name: "staticFriction",
            loaded_name: "staticCoefficient",
            measure: Measure::Friction,
            default: Some(DefaultValue::SameAs(0)),
            description: "greatest friction while stuck",
        },
        LawParameter {
            name: "viscous",
            loaded_name: "viscous",
            measure: Measure::Viscous,
            default: Some(DefaultValue::Number(0.0)),
            description: "viscous friction per slip velocity",
        },
    ];

    /// # Errors
    /// If a number is negative or not finite, or the static limit is below the kinetic friction.
    pub fn new(kinetic: f64, static_limit: f64, viscous: f64) -> Result<Self, LawError> {
        let fault = |rule, parameters| {
            let values = format!("kinetic {kinetic}, static {static_limit}, viscous {viscous}");
            Err(LawError { rule, parameters, values })
        };
        if ![kinetic, static_limit, viscous].iter().all(|x| x.is_finite() && *x >= 0.0) {
            let rule = "kinetic, static and viscous friction must be finite and ≥ 0";
            return fault(rule, &[0, 1, 2]);
        }
        if static_limit < kinetic {
            return fault("static friction must not be below kinetic friction", &[1, 0]);
        }
        Ok(Self { kinetic, static_limit, viscous })
    }

    pub fn static_limits(&self) -> Limits {
        Limits { forward: self.static_limit, backward: self.static_limit }
    }

    pub fn kinetic_limits(&self) -> Limits {
        Limits { forward: self.kinetic, backward: self.kinetic }
    }

    pub fn viscous(&self) -> f64 {
        self.viscous
    }
}
