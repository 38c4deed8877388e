//! The closed forms of J2 §3–4 and J3 §4: accelerations of two bodies with one, two and three contacts.
//!
//! They are kept for reference and comparison; no unit uses them. Where they are Gauss's principle they
//! equal [`luztar::gauss::Kernel::solve`] to round-off, where they are not the difference is a finding about
//! the papers (docs/published-forms.md).
//!
//! - J2: D. Żardecki, Piecewise linear modeling of friction and stick-slip phenomenon in discrete dynamical
//!   systems, JTAM 44 (2006) 2, 255–277.
//! - J3: D. Żardecki, Static friction indeterminacy problems and modeling of stick-slip phenomenon in
//!   discrete dynamic systems, JTAM 45 (2007) 2, 289–310.
//!
//! ```text
//!   M₁z̈₁ = F₁ − FT₁₂ − FT₁₀        FT₁₂ ∈ C₁₂·tar(ż₁ − ż₂, FT0₁₂/C₁₂)
//!   M₂z̈₂ = F₂ + FT₁₂ − FT₂₀        FT₁₀ ∈ C₁₀·tar(ż₁, FT0₁₀/C₁₀),  FT₂₀ ∈ C₂₀·tar(ż₂, FT0₂₀/C₂₀)
//! ```
//! Index 0 of every pair is body 1 of the papers (the top block), index 1 is body 2. Masses in kg, forces
//! in N, velocities in m/s, accelerations in m/s²; a contact is a [`Tar`] of slope C in N·s/m and jump FT0
//! in N, the limit of stiction as well as the sliding force. Masses are positive and finite, else the
//! accelerations are NaN.
//!
//! | state | one contact, J2 §3 | two contacts, J2 §4 | three contacts, J3 |
//! |---|---|---|---|
//! | [`VelocityState::Apart`] | Gauss | Gauss | (4.1), (4.2): Gauss |
//! | [`VelocityState::Together`] | Gauss | Gauss | (4.3), (4.4) ‡: Gauss |
//! | [`VelocityState::FirstAtRest`] | as apart | as apart | (4.5), (4.6): Gauss |
//! | [`VelocityState::SecondAtRest`] | as apart | Gauss ‡ | (4.7), (4.8): Gauss |
//! | [`VelocityState::AtRest`] | as together | **not Gauss** | (4.9), (4.10): **not Gauss** |
//!
//! ‡ corrected: see the item.

mod limits;

use luztar::projections::{Tar, luz, sat};

/// The cases in which the papers write an equation. Velocities are compared exactly: to rest, or to move
/// together, is a mode and no matter of tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VelocityState {
    /// ż₁ ≠ ż₂, neither is 0
    Apart,
    /// ż₁ = ż₂ ≠ 0
    Together,
    /// ż₁ = 0, ż₂ ≠ 0
    FirstAtRest,
    /// ż₁ ≠ 0, ż₂ = 0
    SecondAtRest,
    /// ż₁ = ż₂ = 0
    AtRest,
}

impl VelocityState {
    /// Of `[ż₁, ż₂]`.
    pub fn of(velocity: [f64; 2]) -> Self {
        let [v1, v2] = velocity;
        match (v1 == 0.0, v2 == 0.0) {
            (true, true) => Self::AtRest,
            (true, false) => Self::FirstAtRest,
            (false, true) => Self::SecondAtRest,
            (false, false) if v1 == v2 => Self::Together,
            (false, false) => Self::Apart,
        }
    }
}

/// Two blocks, one on the other, that touch nothing else (J2 §3, fig. 4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoMassOneContact {
    pub mass: [f64; 2],
    pub contact12: Tar,
}

impl TwoMassOneContact {
    /// `[z̈₁, z̈₂]` under the external forces `[F₁, F₂]`: Gauss's principle in every state.
    ///
    /// ```text
    ///   ż₁ ≠ ż₂:  M₁z̈₁ = F₁ − C₁₂·tar(ż₁ − ż₂, FT0₁₂/C₁₂)
    ///             M₂z̈₂ = F₂ + C₁₂·tar(ż₁ − ż₂, FT0₁₂/C₁₂)
    ///   ż₁ = ż₂:  M₁z̈₁ = M₁(F₁ + F₂)/(M₁ + M₂) + luz(F₁₂, FT0₁₂)
    ///             M₂z̈₂ = M₂(F₁ + F₂)/(M₁ + M₂) − luz(F₁₂, FT0₁₂)
    ///             F₁₂ = (M₂F₁ − M₁F₂)/(M₁ + M₂)
    /// ```
    pub fn acceleration(&self, force: [f64; 2], velocity: [f64; 2]) -> [f64; 2] {
        let [f1, f2] = force;
        let [v1, v2] = velocity;
        let resultant = match VelocityState::of(velocity) {
            VelocityState::Together | VelocityState::AtRest => {
                together(self.mass, force, self.contact12.jump())
            }
            VelocityState::Apart | VelocityState::FirstAtRest | VelocityState::SecondAtRest => {
                let ft12 = sliding(self.contact12, v1 - v2);
                [f1 - ft12, f2 + ft12]
            }
        };
        divided(resultant, self.mass)
    }
}

/// A block on a block on the ground (J2 §4, fig. 5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoMassTwoContacts {
    pub mass: [f64; 2],
    pub contact12: Tar,
    pub contact20: Tar,
}

impl TwoMassTwoContacts {
    /// `[z̈₁, z̈₂]` under the external forces `[F₁, F₂]`: Gauss's principle except at rest.
    ///
    /// ```text
    ///   ż₁ ≠ ż₂, ż₂ ≠ 0:  M₁z̈₁ = F₁ − C₁₂·tar(ż₁ − ż₂, FT0₁₂/C₁₂)
    ///                     M₂z̈₂ = F₂ + C₁₂·tar(ż₁ − ż₂, FT0₁₂/C₁₂) − FT₂₀,  FT₂₀ = C₂₀·tar(ż₂, FT0₂₀/C₂₀)
    ///   ż₁ = ż₂ ≠ 0:      M₁z̈₁ = M₁(F₁ + F₂ − FT₂₀)/(M₁ + M₂) + luz(Fw, FT0₁₂)
    ///                     M₂z̈₂ = M₂(F₁ + F₂ − FT₂₀)/(M₁ + M₂) − luz(Fw, FT0₁₂)
    ///                     Fw = (M₂F₁ − M₁F₂ + M₁FT₂₀)/(M₁ + M₂)
    ///   ż₁ ≠ 0, ż₂ = 0:   M₁z̈₁ = F₁ − C₁₂·tar(ż₁, FT0₁₂/C₁₂)
    ///                     M₂z̈₂ = luz(F₂ + C₁₂·tar(ż₁, FT0₁₂/C₁₂), FT0₂₀)
    ///   ż₁ = ż₂ = 0:      M₁z̈₁ = luz(F₁, FT0₁₂)
    ///                     M₂z̈₂ = luz(F₁ + F₂, FT0₂₀) − luz(F₁, FT0₁₂)
    /// ```
    /// ‡ ż₁ ≠ 0, ż₂ = 0: the derivation prints F₂ − C₁₂·tar(…), later with ż₂ in it; the closing equation,
    /// with plus and ż₁, is right and is the one here.
    ///
    /// **At rest this is not Gauss's principle**: the paper minimises over both friction forces without
    /// their limits and then saturates each alone ([`Self::static_friction`]), but the term in s₁₂s₂₀ couples
    /// them. It is the minimum only if no limit is passed, or if both are and both contacts then slip
    /// the way their friction opposes.
    pub fn acceleration(&self, force: [f64; 2], velocity: [f64; 2]) -> [f64; 2] {
        let Self { mass, contact12, contact20 } = *self;
        let [f1, f2] = force;
        let [v1, v2] = velocity;
        let resultant = match VelocityState::of(velocity) {
            VelocityState::Apart | VelocityState::FirstAtRest => {
                let ft12 = sliding(contact12, v1 - v2);
                [f1 - ft12, f2 + ft12 - sliding(contact20, v2)]
            }
            VelocityState::Together => {
                together(mass, [f1, f2 - sliding(contact20, v2)], contact12.jump())
            }
            VelocityState::SecondAtRest => {
                let ft12 = sliding(contact12, v1);
                [f1 - ft12, luz(f2 + ft12, contact20.jump())]
            }
            VelocityState::AtRest => {
                let relative = luz(f1, contact12.jump());
                [relative, luz(f1 + f2, contact20.jump()) - relative]
            }
        };
        divided(resultant, mass)
    }

    /// `[FTs₁₂, FTs₂₀] = [sat(F₁, FT0₁₂), sat(F₁ + F₂, FT0₂₀)]`: the friction forces at rest. They stay within the
    /// limits, but where this is not Gauss's principle a contact slips below its limit or along its friction.
    pub fn static_friction(&self, force: [f64; 2]) -> [f64; 2] {
        let [f1, f2] = force;
        [sat(f1, self.contact12.jump()), sat(f1 + f2, self.contact20.jump())]
    }
}

/// Two blocks on the ground and on one another: the smallest indeterminate system (J3 §4, fig. 8).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoMassThreeContacts {
    pub mass: [f64; 2],
    pub contact12: Tar,
    pub contact10: Tar,
    pub contact20: Tar,
}

impl TwoMassThreeContacts {
    /// `[z̈₁, z̈₂]` under the external forces `[F₁, F₂]`: Gauss's principle except at rest. With
    /// FT₁₂ = C₁₂·tar(ż₁ − ż₂, FT0₁₂/C₁₂) and FT₁₀, FT₂₀ alike:
    ///
    /// ```text
    ///   ż₁ ≠ ż₂, both ≠ 0:  M₁z̈₁ = F₁ − FT₁₂ − FT₁₀                                          (4.1)
    ///                       M₂z̈₂ = F₂ + FT₁₂ − FT₂₀                                          (4.2)
    ///   ż₁ = ż₂ ≠ 0:        M₁z̈₁ = M₁(Fw₁ + Fw₂)/(M₁ + M₂) + luz(Fw, FT0₁₂)                  (4.3) ‡
    ///                       M₂z̈₂ = M₂(Fw₁ + Fw₂)/(M₁ + M₂) − luz(Fw, FT0₁₂)                  (4.4) ‡
    ///                       Fw₁ = F₁ − FT₁₀, Fw₂ = F₂ − FT₂₀, Fw = (M₂Fw₁ − M₁Fw₂)/(M₁ + M₂)
    ///   ż₁ = 0, ż₂ ≠ 0:     M₁z̈₁ = luz(F₁ + C₁₂·tar(ż₂, FT0₁₂/C₁₂), FT0₁₀)                    (4.5)
    ///                       M₂z̈₂ = F₂ − (C₁₂ + C₂₀)·tar(ż₂, (FT0₁₂ + FT0₂₀)/(C₁₂ + C₂₀))     (4.6)
    ///   ż₁ ≠ 0, ż₂ = 0:     M₁z̈₁ = F₁ − (C₁₂ + C₁₀)·tar(ż₁, (FT0₁₂ + FT0₁₀)/(C₁₂ + C₁₀))     (4.7)
    ///                       M₂z̈₂ = luz(F₂ + C₁₂·tar(ż₁, FT0₁₂/C₁₂), FT0₂₀)                    (4.8)
    ///   ż₁ = ż₂ = 0:        M₁z̈₁ = luz(F₁, FT0₁₂ + FT0₁₀)                                    (4.9)
    ///                       M₂z̈₂ = luz(F₂, FT0₁₂ + FT0₂₀)                                    (4.10)
    /// ```
    /// ‡ (4.3), (4.4) and the condition of stiction below them print F₁ in the second bracket of luz; it is
    /// F₂, as in the derivation (case 1). They also print FT10, FT20 for FT0₁₀, FT0₂₀.
    ///
    /// **At rest this is not Gauss's principle**: Lemma 3 takes v₁ = FT₁₀ + FT₁₂ and v₂ = FT₂₀ − FT₁₂ for
    /// independent, from a box; but FT₁₂ cancels in v₁ + v₂, so |v₁ + v₂| ≤ FT0₁₀ + FT0₂₀ cuts two corners
    /// off the box and leaves a hexagon. (4.9), (4.10) are the minimum exactly if [`Self::static_friction`]
    /// keeps to that.
    pub fn acceleration(&self, force: [f64; 2], velocity: [f64; 2]) -> [f64; 2] {
        let Self { mass, contact12, contact10, contact20 } = *self;
        let [f1, f2] = force;
        let [v1, v2] = velocity;
        let resultant = match VelocityState::of(velocity) {
            VelocityState::Apart => {
                let ft12 = sliding(contact12, v1 - v2);
                [f1 - ft12 - sliding(contact10, v1), f2 + ft12 - sliding(contact20, v2)]
            }
            VelocityState::Together => {
                let acting = [f1 - sliding(contact10, v1), f2 - sliding(contact20, v2)];
                together(mass, acting, contact12.jump())
            }
            VelocityState::FirstAtRest => {
                let ft12 = sliding(contact12, v2);
                [luz(f1 + ft12, contact10.jump()), f2 - ft12 - sliding(contact20, v2)]
            }
            VelocityState::SecondAtRest => {
                let ft12 = sliding(contact12, v1);
                [f1 - ft12 - sliding(contact10, v1), luz(f2 + ft12, contact20.jump())]
            }
            VelocityState::AtRest => [
                luz(f1, contact12.jump() + contact10.jump()),
                luz(f2, contact12.jump() + contact20.jump()),
            ],
        };
        divided(resultant, mass)
    }

    /// `[FTs₁₀ + FTs₁₂, FTs₂₀ − FTs₁₂]`, what friction at rest takes from each body by Lemma 3:
    /// `[sat(F₁, FT0₁₀ + FT0₁₂), sat(F₂, FT0₂₀ + FT0₁₂)]`. Their sum is what the ground takes, at most
    /// FT0₁₀ + FT0₂₀; beyond that no friction forces within the limits give them.
    pub fn static_friction(&self, force: [f64; 2]) -> [f64; 2] {
        let Self { contact12, contact10, contact20, .. } = self;
        let [f1, f2] = force;
        [sat(f1, contact10.jump() + contact12.jump()), sat(f2, contact20.jump() + contact12.jump())]
    }
}

/// `C·tar(w, FT0/C)` at w ≠ 0, where it is one number.
fn sliding(contact: Tar, w: f64) -> f64 {
    contact.value(w).lower
}

/// `[M₁z̈₁, M₂z̈₂]` of two bodies that move as one under the forces `acting`, joined by stiction of this limit.
fn together(mass: [f64; 2], acting: [f64; 2], limit: f64) -> [f64; 2] {
    let [m1, m2] = mass;
    let [f1, f2] = acting;
    let total = m1 + m2;
    let relative = luz((m2 * f1 - m1 * f2) / total, limit);
    [m1 * (f1 + f2) / total + relative, m2 * (f1 + f2) / total - relative]
}

fn divided(resultant: [f64; 2], mass: [f64; 2]) -> [f64; 2] {
    [over(resultant[0], mass[0]), over(resultant[1], mass[1])]
}

/// `resultant/mass`; NaN if the mass is not positive and finite.
fn over(resultant: f64, mass: f64) -> f64 {
    if mass > 0.0 && mass.is_finite() { resultant / mass } else { f64::NAN }
}
