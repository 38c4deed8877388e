//! Springs in series, joined by nodes without mass and friction (J1 §4.1).
//!
//! Part k has the force Fₖ = pₖF and the deflection eₖ, with e = Σ pₖeₖ: at the node between two parts the
//! forces balance, so that pₖ₊₁ = ±pₖ·wₖ/wₖ₊₁ with the weights w of the node in both, and p₁ = 1. Together they are
//! one spring between the outer ends ([`Luz::in_series`](crate::projections::Luz::in_series)),
//!
//! ```text
//!   F = k·luz(e − e₀, Δ),   k = (Σ pₖ²/kₖ)⁻¹,   Δ = Σ |pₖ|Δₖ,   e₀ = Σ pₖe₀ₖ,
//!   e = w_i·z_i − ρ·w_j·z_j,   ρ = |±|Π wₖ/wₖ₊₁
//! ```
//! A node within the gap is anywhere; by convention each part then has its share of the gap,
//! eₖ = e₀ₖ + sgn(pₖ)·Δₖ·(e − e₀)/Δ, so that deflections are continuous.

use super::elastic::ElasticNumbers;
use super::model::{ParameterId, Spring};

/// A part with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartNumbers {
    /// pₖ
    pub ratio: f64,
    /// Its stiffness, gap and place.
    pub elastic: ElasticNumbers,
}

impl Spring {
    /// The numbers of its parts in their order; of a spring by itself the only one.
    pub fn part_numbers<V>(&self, value: V) -> impl Iterator<Item = PartNumbers>
    where
        V: Fn(ParameterId) -> f64,
    {
        let parts = self.series.iter().flat_map(|series| &series.parts);
        let others = parts.map(|part| (Some(part), part.elastic));
        std::iter::once((None, self.elastic)).chain(others).scan(
            1.0,
            move |rho, (part, elastic)| {
                let weight = |id: Option<ParameterId>| id.map_or(1.0, &value);
                *rho *= part.map_or(1.0, |part| weight(part.weights[0]) / weight(part.weights[1]));
                let ratio = if part.is_some_and(|part| part.opposed) { -*rho } else { *rho };
                Some(PartNumbers { ratio, elastic: elastic.numbers(&value) })
            },
        )
    }

    /// Deflection e₀ of the whole without force, in the middle of its gap.
    pub fn offset(&self, value: impl Fn(ParameterId) -> f64) -> f64 {
        self.part_numbers(value).map(|part| part.ratio * part.elastic.offset()).sum()
    }

    /// Name of the part whose gap ends before it begins, if there is one.
    pub fn turned_gap(&self, value: impl Fn(ParameterId) -> f64) -> Option<&str> {
        let rest = self.series.iter().flat_map(|series| &series.parts);
        let parts = std::iter::once((&self.name, self.elastic));
        let mut parts = parts.chain(rest.map(|part| (&part.name, part.elastic)));
        let turned = parts.find(|(_, elastic)| elastic.numbers(&value).freeplay < 0.0);
        turned.map(|(name, _)| name.as_str())
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
        self.elastic.freeplay.is_some() || parts.any(|part| part.elastic.freeplay.is_some())
    }

    /// Every parameter that its force depends on beside the weights of its ends.
    pub fn numbers(&self) -> impl Iterator<Item = ParameterId> {
        let parts = self.series.iter().flat_map(|series| &series.parts);
        let parts = parts
            .flat_map(|part| part.elastic.parameters().chain(part.weights.into_iter().flatten()));
        let own = [self.cubic, self.damping].into_iter().flatten();
        self.elastic.parameters().chain(own).chain(parts)
    }
}

impl PartNumbers {
    /// Force and deflection of the part where the whole has this force, deflection from its middle, and half gap `freeplay`.
    pub fn share(self, force: f64, deflection: f64, freeplay: f64) -> (f64, f64) {
        let (own, elastic) = (self.ratio * force, self.elastic);
        let filled = if freeplay > 0.0 { (deflection / freeplay).clamp(-1.0, 1.0) } else { 0.0 };
        let gap = self.ratio.signum() * elastic.freeplay * filled;
        (own, elastic.offset() + own / elastic.stiffness + gap)
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
        let gap = self.ratio.signum() * self.elastic.freeplay * filling;
        self.ratio * force / self.elastic.stiffness + gap
    }
}
