//! Contacts within a step of the time stepping: the range of the impulse of each.

use super::ContactNumbers;
use crate::gauss::Bounds;
use crate::laws::Limits;
use crate::motion::{ContactMode, State};

/// Which limit holds a contact within a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::motion) enum Holding {
    /// It slips in this direction: F(w).
    Kinetic(ContactMode),
    /// It stood still, or passed through w = 0: the static limit.
    Static,
    /// It was held up to the static limit and slips all the same: F(0±).
    Released,
}

/// What holds a contact or resists its slip.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::motion) struct Friction {
    pub is_loaded: bool,
    pub can_stick: bool,
    /// Ranges of the impulse where the contact stood, where it slips, and where it has just been released.
    held: Bounds,
    sliding: Bounds,
    released: Bounds,
    /// Impulse per slip velocity.
    pub viscous: f64,
}

impl Friction {
    /// In a step of size h that begins with this slip velocity in a state.
    pub fn of(entry: &ContactNumbers, at: (usize, &State), slip: f64, h: f64) -> Self {
        let can_stick = entry.can_stick() && !entry.rolls();
        if !entry.is_loaded() {
            return Self { can_stick, ..Self::default() };
        }
        if entry.law.is_regularised() || entry.rolls() {
            let viscous = h * entry.secant(at, slip);
            return Self { is_loaded: true, can_stick, viscous, ..Self::default() };
        }
        let within = |limits: Limits| Bounds {
            beta: 0.0,
            lower: -h * limits.backward,
            upper: h * limits.forward,
        };
        Self {
            is_loaded: true,
            can_stick,
            held: within(entry.static_limits()),
            sliding: within(entry.limits_in(at, slip.abs())),
            released: within(entry.kinetic_limits()),
            viscous: h * entry.law.viscous(),
        }
    }

    pub fn range(&self, holding: Holding) -> Bounds {
        match holding {
            Holding::Static => self.held,
            Holding::Kinetic(_) => self.sliding,
            Holding::Released => self.released,
        }
    }
}

impl ContactNumbers {
    /// Why the time stepping does not move a contact of this name, if it does not.
    pub fn refuses_steps(&self, name: &str) -> Option<String> {
        if !self.law.kind().states().is_empty() {
            let law = self.law.kind().name();
            return Some(format!(
                "the law \"{law}\" of contact {name} has internal states, which the method \"moreau\" does not move; \
                 take the method \"events\""
            ));
        }
        self.sticks_in_motion().then(|| {
            format!(
                "contact {name} has the regularisation \"karnopp\", a window of the method \"events\"; \
                 \"moreau\" finds stick without one"
            )
        })
    }
}
