//! Springs in series, joined by nodes without mass and friction (J1 §4.1).
//!
//! Part k has the force Fₖ = pₖF and the deflection eₖ, with e = Σ pₖeₖ: at the node between two parts the
//! forces balance, so that pₖ₊₁ = ±pₖ·wₖ/wₖ₊₁ with the weights w of the node in both, and p₁ = 1. Together they are
//! one spring between the outer ends ([`Luz::in_series`](crate::projections::Luz::in_series)),
//!
//! ```text
//!   F = k·(e − b) above b, k·(e − a) below a,   k = (Σ pₖ²/kₖ)⁻¹,   a = Σ pₖaₖ,   b = Σ pₖbₖ,
//!   e = w_i·z_i − ρ·w_j·z_j,   ρ = |±|Π wₖ/wₖ₊₁
//! ```
//! where a part with pₖ < 0 has its edges aₖ and bₖ the other way round. A node within the gap is anywhere; by
//! convention each part then has its share of the gap, eₖ = aₖ + (bₖ − aₖ)·(e − a)/(b − a), so that deflections are
//! continuous. Where parts have gaps without an end, so has the whole; what lies beyond the edges that there are is
//! shared among these parts alone, as the same is of gaps that grow together.

use super::elastic::ElasticNumbers;

/// A part with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartNumbers {
    /// pₖ
    pub ratio: f64,
    /// Its stiffness, gap and place.
    pub elastic: ElasticNumbers,
}

/// Shares of the parts in a deflection of a series within its gap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shares {
    /// Edges of the whole.
    edges: [f64; 2],
    /// Number of parts without an edge on each side.
    endless: [usize; 2],
    /// Deflection that the places of all parts make.
    place: f64,
}

impl Shares {
    /// Makes the shares among these parts of a spring.
    pub fn of(parts: &[PartNumbers]) -> Self {
        let mut shares = Self::default();
        for part in parts {
            for (side, edge) in part.edges().into_iter().enumerate() {
                shares.edges[side] += edge;
                shares.endless[side] += usize::from(edge.is_infinite());
            }
        }
        shares.place = parts.iter().map(|part| shares.place_of(part)).sum();
        shares
    }

    /// Returns the part of the whole's deflection that a part has where the whole is at its place: its edge on the side
    /// where all have one.
    fn place_of(&self, part: &PartNumbers) -> f64 {
        let [lower, upper] = part.edges();
        match self.endless {
            [0, _] => lower,
            [_, 0] => upper,
            _ => 0.0_f64.clamp(lower, upper),
        }
    }

    /// Returns the share of a part in the whole's deflection where that is this far from the place.
    fn share_of(&self, part: &PartNumbers, from_place: f64) -> f64 {
        let side = usize::from(from_place > 0.0);
        let ([lower, upper], [first, last]) = (part.edges(), self.edges);
        match self.endless {
            [0, 0] if last > first => (upper - lower) / (last - first),
            endless if part.edges()[side].is_infinite() => 1.0 / endless[side] as f64,
            _ => 0.0,
        }
    }

    /// True if a deflection of the whole is within its gap.
    fn inside(&self, deflection: f64) -> bool {
        self.edges[0] < deflection && deflection < self.edges[1]
    }
}

impl PartNumbers {
    /// Edges of its gap as deflections of the whole.
    pub fn edges(self) -> [f64; 2] {
        let [lower, upper] = self.elastic.edges().map(|edge| self.ratio * edge);
        if self.ratio < 0.0 { [upper, lower] } else { [lower, upper] }
    }

    /// Returns the force and deflection of the part where the whole has this force and deflection.
    pub fn share(self, force: f64, deflection: f64, shares: &Shares) -> (f64, f64) {
        let own = self.ratio * force;
        let [lower, upper] = shares.edges;
        let filled = match deflection {
            e if e <= lower => self.edges()[0],
            e if e >= upper => self.edges()[1],
            e => {
                let from_place = e - shares.place;
                shares.place_of(&self) + shares.share_of(&self, from_place) * from_place
            }
        };
        (own, filled / self.ratio + own / self.elastic.stiffness)
    }

    /// Returns the derivative of the part's deflection, from those of the whole's force and deflection.
    pub fn share_rate(self, force: f64, (deflection, rate): (f64, f64), shares: &Shares) -> f64 {
        let filling = match shares.inside(deflection) {
            true => shares.share_of(&self, deflection - shares.place) * rate / self.ratio,
            false => 0.0,
        };
        self.ratio * force / self.elastic.stiffness + filling
    }
}
