//! The numbers of a spring, which may be a series.

use super::{ParameterId, Spring};
use crate::network::series::PartNumbers;

impl Spring {
    /// Returns the numbers of its parts in their order; of a spring by itself the only one.
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

    /// Deflections at which the whole begins to push, the lower and the upper.
    pub fn edges(&self, value: impl Fn(ParameterId) -> f64) -> [f64; 2] {
        let edges = self.part_numbers(value).map(PartNumbers::edges);
        edges.fold([0.0; 2], |[lower, upper], part| [lower + part[0], upper + part[1]])
    }

    /// Returns the name of the part whose gap ends before it begins, if there is one.
    pub fn turned_gap(&self, value: impl Fn(ParameterId) -> f64) -> Option<&str> {
        let rest = self.series.iter().flat_map(|series| &series.parts);
        let parts = std::iter::once((&self.name, self.elastic));
        let mut parts = parts.chain(rest.map(|part| (&part.name, part.elastic)));
        let turned = parts.find(|(_, elastic)| elastic.numbers(&value).width() < 0.0);
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

    /// True if it may have a gap; without one it is always in reach.
    pub fn has_freeplay(&self) -> bool {
        let mut parts = self.series.iter().flat_map(|series| &series.parts);
        self.elastic.freeplay.is_some() || parts.any(|part| part.elastic.freeplay.is_some())
    }

    /// Returns every parameter that its force depends on beside the weights of its ends.
    pub fn numbers(&self) -> impl Iterator<Item = ParameterId> {
        let parts = self.series.iter().flat_map(|series| &series.parts);
        let parts = parts
            .flat_map(|part| part.elastic.parameters().chain(part.weights.into_iter().flatten()));
        let own = self.characteristic.numbers().chain(self.damping);
        self.elastic.parameters().chain(own).chain(parts)
    }
}
