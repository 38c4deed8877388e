//! How the friction forces of stuck contacts change: where these are indeterminate, by a look ahead.

use super::Resolver;
use crate::motion::flow::Flow;

/// How far ahead (as a part of the limits) the distribution of an indeterminate load is looked at for its
/// derivative: round-off is then 1e-10 of the limits.
const AHEAD: f64 = 1e-6;

impl Resolver {
    /// Coefficients of this order of the friction forces of the flow's stuck contacts; beyond order 1 they are known where they
    /// are determinate.
    pub fn distribute_order(&mut self, flow: &mut Flow, order: usize, forces: &mut [f64]) {
        if order == 1 {
            return self.distribute_rates(flow, forces);
        }
        let (clusters, stuck, residual) = flow.holding_set();
        self.kernel.distribute(clusters, residual.row(order), &self.limits, stuck, forces);
    }

    /// Derivatives of the friction forces of the flow's stuck contacts.
    fn distribute_rates(&mut self, flow: &mut Flow, rates: &mut [f64]) {
        let (clusters, stuck, residual) = flow.holding_set();
        let (load, rate) = (residual.row(0), residual.row(1));
        let Self { kernel, limits, ahead, .. } = self;
        if clusters.redundant().is_empty() {
            kernel.distribute(clusters, rate, limits, stuck, rates);
            return;
        }
        // Piecewise linear in the load, hence linear for as short a way ahead.
        let greatest = |values: &[f64]| values.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let ranges = limits.iter().zip(stuck).filter(|(_, stuck)| **stuck);
        let range = ranges.fold(0.0, |m: f64, (limit, _)| m.max(limit.width()));
        let fastest = greatest(rate);
        let way = if fastest > 0.0 { AHEAD * range.max(greatest(load)) / fastest } else { 1.0 };
        ahead.load.clear();
        ahead.load.extend(load.iter().zip(rate).map(|(load, rate)| load + way * rate));
        for forces in [&mut ahead.now, &mut ahead.then] {
            forces.clear();
            forces.resize(rates.len(), 0.0);
        }
        kernel.distribute(clusters, load, limits, stuck, &mut ahead.now);
        kernel.distribute(clusters, &ahead.load, limits, stuck, &mut ahead.then);
        for (contact, rate) in rates.iter_mut().enumerate().filter(|(c, _)| stuck[*c]) {
            *rate = (ahead.then[contact] - ahead.now[contact]) / way;
        }
    }
}
