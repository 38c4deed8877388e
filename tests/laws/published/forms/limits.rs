//! The two-mass systems of J2 in the limits M → ∞ (a body that cannot move) and M → 0 (a body without mass,
//! whose motion is kinetic: it has no state, its velocity follows from the forces).
//!
//! The mass that is gone is ignored, whatever the system holds for it; the other must be positive and
//! finite, and the viscous coefficients positive where a velocity is asked for, else the result is NaN.

use super::{TwoMassOneContact, TwoMassTwoContacts, over, sliding};
use luztar::projections::{Tar, disentangle, luz};

/// Motion in the limit M₁ → 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WithoutFirstMass {
    /// ż₁ − ż₂ in m/s
    pub slip_velocity: f64,
    /// z̈₂ in m/s²
    pub acceleration2: f64,
}

/// Motion in the limit M₂ → 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WithoutSecondMass {
    /// z̈₁ in m/s²
    pub acceleration1: f64,
    /// ż₂ in m/s
    pub velocity2: f64,
}

impl TwoMassOneContact {
    /// M₂ → ∞ with ż₂ = 0 (J2 §3): z̈₁ of a body on the ground, `M₁z̈₁ = F₁ − C₁₂·tar(ż₁, FT0₁₂/C₁₂)`, at rest
    /// `M₁z̈₁ = luz(F₁, FT0₁₂)`. Gauss's principle.
    pub fn second_immovable(&self, force1: f64, velocity1: f64) -> f64 {
        single(self.mass[0], force1, &[self.contact12], velocity1)
    }

    /// M₁ → 0 (J2 §3): `ż₁ − ż₂ = luz(F₁, FT0₁₂)/C₁₂` and `M₂z̈₂ = F₁ + F₂`, in every state. Gauss's principle.
    pub fn first_massless(&self, force: [f64; 2]) -> WithoutFirstMass {
        let [f1, f2] = force;
        WithoutFirstMass {
            slip_velocity: kinetic(self.contact12, f1),
            acceleration2: over(f1 + f2, self.mass[1]),
        }
    }
}

impl TwoMassTwoContacts {
    /// M₁ → ∞ with ż₁ = 0 (J2 §4, case 1): z̈₂ of a body between two grounds,
    /// `M₂z̈₂ = F₂ − (C₁₂ + C₂₀)·tar(ż₂, (FT0₁₂ + FT0₂₀)/(C₁₂ + C₂₀))`, at rest `M₂z̈₂ = luz(F₂, FT0₁₂ + FT0₂₀)`.
    /// Gauss's principle; ‡ the saturation at rest is printed with F₁, but only F₂ acts on the body that moves.
    /// [`TwoMassTwoContacts::acceleration`] at rest does not tend to this.
    pub fn first_immovable(&self, force2: f64, velocity2: f64) -> f64 {
        single(self.mass[1], force2, &[self.contact12, self.contact20], velocity2)
    }

    /// M₂ → ∞ with ż₂ = 0 (J2 §4, case 2): as [`TwoMassOneContact::second_immovable`]. Gauss's principle.
    pub fn second_immovable(&self, force1: f64, velocity1: f64) -> f64 {
        single(self.mass[0], force1, &[self.contact12], velocity1)
    }

    /// M₁ → 0 (J2 §4, case 3): `ż₁ − ż₂ = luz(F₁, FT0₁₂)/C₁₂` and
    /// `M₂z̈₂ = F₁ + F₂ − C₂₀·tar(ż₂, FT0₂₀/C₂₀)`, at ż₂ = 0 `M₂z̈₂ = luz(F₁ + F₂, FT0₂₀)`. Gauss's principle.
    pub fn first_massless(&self, force: [f64; 2], velocity2: f64) -> WithoutFirstMass {
        let [f1, f2] = force;
        WithoutFirstMass {
            slip_velocity: kinetic(self.contact12, f1),
            acceleration2: single(self.mass[1], f1 + f2, &[self.contact20], velocity2),
        }
    }

    /// M₂ → 0 with F₂ = 0 (J2 §4, case 4): a sheet between the top block and the ground,
    /// `C₂₀·tar(ż₂, FT0₂₀/C₂₀) = C₁₂·tar(ż₁ − ż₂, FT0₁₂/C₁₂)` solved for ż₂ by [`disentangle`], and
    ///
    /// ```text
    ///   ż₁ ≠ ż₂:  M₁z̈₁ = F₁ − C₁₂·tar(ż₁ − ż₂, FT0₁₂/C₁₂)
    ///   ż₁ = ż₂:  M₁z̈₁ = luz(F₁, FT0₁₂)
    /// ```
    /// ‡ the minus of the equation of the sheet is lost in print, and M₁ż₁ stands for M₁z̈₁.
    ///
    /// **With ż₁ = ż₂ and FT0₁₂ > FT0₂₀ this is not Gauss's principle**: the sheet passes on what the ground
    /// gives it, so exactly `M₁z̈₁ = F₁ − C₂₀·tar(ż₁, FT0₂₀/C₂₀)` while it is carried along, and at rest
    /// `M₁z̈₁ = luz(F₁, min(FT0₁₂, FT0₂₀))`.
    pub fn second_massless(&self, force1: f64, velocity1: f64) -> WithoutSecondMass {
        let Self { mass, contact12, contact20 } = *self;
        let velocity2 = disentangle(
            velocity1,
            contact12.slope() / contact20.slope(),
            contact12.jump() / contact12.slope(),
            contact20.jump() / contact20.slope(),
        );
        let slip = velocity1 - velocity2;
        WithoutSecondMass { acceleration1: single(mass[0], force1, &[contact12], slip), velocity2 }
    }
}

/// z̈ of one body whose contacts all slip at w or all rest (J2 §2):
/// `Mz̈ = F − Σ C·tar(w, FT0/C)`, at w = 0 `Mz̈ = luz(F, Σ FT0)`.
fn single(mass: f64, force: f64, contacts: &[Tar], w: f64) -> f64 {
    let resultant = if w == 0.0 {
        luz(force, contacts.iter().map(|contact| contact.jump()).sum())
    } else {
        force - contacts.iter().map(|&contact| sliding(contact, w)).sum::<f64>()
    };
    over(resultant, mass)
}

/// Slip velocity at which a contact takes a force: `luz(F, FT0)/C` (J2 §2).
fn kinetic(contact: Tar, force: f64) -> f64 {
    contact.inverse().map_or(f64::NAN, |inverse| inverse.value(force))
}
