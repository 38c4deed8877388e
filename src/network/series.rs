//! Springs in series, joined by nodes without mass and friction (J1 §4.1).
//!
//! Part k has the force Fₖ = pₖF and the deflection eₖ, with e = Σ pₖeₖ: at the node between two parts the
//! forces balance, so that pₖ₊₁ = ±pₖ·wₖ/wₖ₊₁ with the weights w of the node in both, and p₁ = 1. Together they are
//! one spring between the outer ends ([`Luz::in_series`](crate::projections::Luz::in_series)),
//!
//! ```text
//!   F = k·luz(e, Δ),   k = (Σ pₖ²/kₖ)⁻¹,   Δ = Σ |pₖ|Δₖ,   e = w_i·z_i − ρ·w_j·z_j,   ρ = |±|Π wₖ/wₖ₊₁
//! ```
//! A node within the gap is anywhere; by convention each part then has its share of the gap,
//! eₖ = sgn(pₖ)·Δₖ·e/Δ, so that deflections are continuous.

use super::model::{ParameterId, Spring};

/// A part with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartNumbers {
    /// pₖ
    pub ratio: f64,
    /// kₖ, N/m or N·m/rad.
    pub stiffness: f64,
    /// Δₖ ≥ 0, half its gap, m or rad.
    pub freeplay: f64,
}

impl Spring {
    /// The numbers of its parts in their order; of a spring by itself the only one.
    pub fn part_numbers<V>(&self, value: V) -> impl Iterator<Item = PartNumbers>
    where
        V: Fn(ParameterId) -> f64,
    {
        let parts = self.series.iter().flat_map(|series| &series.parts);
        let own = (None, self.stiffness, self.freeplay);
        let others = parts.map(|part| (Some(part), part.stiffness, part.freeplay));
        std::iter::once(own).chain(others).scan(1.0, move |rho, (part, stiffness, freeplay)| {
            let weight = |id: Option<ParameterId>| id.map_or(1.0, &value);
            *rho *= part.map_or(1.0, |part| weight(part.weights[0]) / weight(part.weights[1]));
            Some(PartNumbers {
                ratio: if part.is_some_and(|part| part.opposed) { -*rho } else { *rho },
                stiffness: value(stiffness),
                freeplay: freeplay.map_or(0.0, &value),
            })
        })
    }

    /// Factors ρ of the weights of both ends.
    pub fn end_factors(&self, value: impl Fn(ParameterId) -> f64) -> [f64; 2] {
        let Some(series) = &self.series else {
            return [1.0; 2];
        };
        let weight = |id: Option<ParameterId>| id.map_or(1.0, &value);
        let rho = series
            .parts
            .iter()
            .map(|part| weight(part.weights[0]) / weight(part.weights[1]))
            .product();
        if series.at_first_end { [rho, 1.0] } else { [1.0, rho] }
    }

    /// Whether it may have a gap; without one it is always in reach.
    pub fn has_freeplay(&self) -> bool {
        let mut parts = self.series.iter().flat_map(|series| &series.parts);
        self.freeplay.is_some() || parts.any(|part| part.freeplay.is_some())
    }

    /// Every parameter that its force depends on beside the weights of its ends.
    pub fn numbers(&self) -> impl Iterator<Item = ParameterId> {
        let parts = self.series.iter().flat_map(|series| &series.parts);
        let parts = parts.flat_map(|part| {
            [Some(part.stiffness), part.freeplay, part.weights[0], part.weights[1]]
        });
        let own = [Some(self.stiffness), self.cubic, self.damping, self.freeplay];
        own.into_iter().chain(parts).flatten()
    }
}

impl PartNumbers {
    /// Force and deflection of the part where the whole has these and the half gap `freeplay`.
    pub fn share(self, force: f64, deflection: f64, freeplay: f64) -> (f64, f64) {
        let own = self.ratio * force;
        let filled = if freeplay > 0.0 { (deflection / freeplay).clamp(-1.0, 1.0) } else { 0.0 };
        (own, own / self.stiffness + self.ratio.signum() * self.freeplay * filled)
    }

    /// Derivative of the part's deflection, from those of the whole's force and deflection.
    pub(crate) fn share_rate(
        self,
        force: f64,
        (deflection, rate): (f64, f64),
        freeplay: f64,
    ) -> f64 {
        let inside = deflection.abs() < freeplay;
        let filling = if inside { rate / freeplay } else { 0.0 };
        self.ratio * force / self.stiffness + self.ratio.signum() * self.freeplay * filling
    }
}
