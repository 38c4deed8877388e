//! Bounds of the cost of a communication step: one that costs too much ends in an error, not in a hang.
//!
//! Cost is counted, so that it is the same on every machine. One unit is what takes as long as forces of one order of a
//! small network, some half a microsecond; `Simulator::cost` counts. In the table, n is the number of elements over
//! [`FEWEST`](crate::dynamics::system::FEWEST), at least 1.
//!
//! | counted | units |
//! |---|---|
//! | forces of one order, or of a stage of collocation | n |
//! | whether stuck contacts hold under a load | n |
//! | elimination of the equations of collocation | by their number |
//! | a transition that is resolved | [`RESOLUTION`] n |
//! | a look at a law along a step, an interval in which a root is sought | 1 |

#[cfg(test)]
mod tests;

use super::step_request::StepRequest;

/// Cost of a communication step, at most: about a second. A host can do nothing while a step is under way, and has
/// shorter steps for what costs more.
pub(super) const MOST: u64 = 2_000_000;

/// Cost of a look ahead beyond what a host needs of it, at most: a host looks ahead at each communication point, and may have the steps
/// that it makes next a hundred times as often as one of the greatest cost.
pub(super) const AHEAD: u64 = MOST / 100;

/// Cost at which a communication step without such a bound must have made progress: about a second.
pub(super) const WITHOUT_PROGRESS: u64 = 2_000_000;

/// Progress: this part of the communication step. A step covers about two radians of the fastest oscillation; a host
/// whose step is far longer than all that may be counted gets an error as soon as it is sure.
pub(super) const PROGRESS: f64 = 1e-2;

/// Cost of a transition that is resolved.
pub(super) const RESOLUTION: u64 = 16;

/// Excess of a communication step over its budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Overrun {
    /// It costs more than [`MOST`].
    Cost,
    /// It has advanced too little since a time, s.
    NoProgress { since: f64 },
}

/// Cost of a communication step, and the point since which it must have made progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepBudget {
    /// Time and cost.
    since: (f64, u64),
    /// Cost when the step began.
    begun: u64,
    /// Cost behind its last internal step.
    paused: u64,
}

impl StepBudget {
    /// Begins the budget of a communication step at a time, s, when so much has been spent.
    pub fn begin(time: f64, cost: u64) -> Self {
        Self { since: (time, cost), begun: cost, paused: cost }
    }

    /// Resumes the budget as the communication step continues: what the host has asked for since is no cost of it.
    pub fn resume(self, cost: u64) -> Self {
        let (time, since) = self.since;
        let meanwhile = cost - self.paused;
        Self { since: (time, since + meanwhile), begun: self.begun + meanwhile, paused: cost }
    }

    /// Checks the budget after an internal step to a time, s, that has brought the cost to `cost`. Unless it was the last one,
    /// the communication step continues or pauses. `bounded`: it may cost no more than [`MOST`].
    ///
    /// # Errors
    /// The communication step costs too much, or advances too slowly.
    pub fn check(
        &mut self,
        (time, cost): (f64, u64),
        bounded: bool,
        request: &StepRequest,
    ) -> Result<(), Overrun> {
        if time >= request.end() {
            return Ok(());
        }
        let most = if request.is_enough(time) { AHEAD } else { MOST };
        if (bounded || request.is_look_ahead()) && cost - self.begun > most {
            return Err(Overrun::Cost);
        }
        let (since, before) = self.since;
        if cost - before > WITHOUT_PROGRESS {
            let gone = time - since;
            // A part of the shortest step that there is, is 0.
            if gone == 0.0 || gone < PROGRESS * (request.end() - request.begin()) {
                return Err(Overrun::NoProgress { since });
            }
            self.since = (time, cost);
        }
        self.paused = cost;
        Ok(())
    }
}
