//! Bounds of the cost of a communication step: one that costs too much ends in an error, not in a hang.
//!
//! Cost is counted, so that it is the same on every machine. One unit is what takes as long as forces of one order of a
//! small network, some half a microsecond. In the table, n is the number of elements over [`FEWEST`], at least 1.
//!
//! | counted | units |
//! |---|---|
//! | forces of one order, or of a stage of collocation | n |
//! | whether stuck contacts hold under a load | n |
//! | elimination of the equations of collocation | by their number |
//! | a transition that is resolved | [`RESOLUTION`] n |
//! | a look at a law along a step, an interval in which a root is sought | 1 |

use super::{Simulator, StepRequest};
use crate::dynamics::Fault;
use crate::dynamics::system::FEWEST;

/// Cost of a communication step, at most: about a second. A host can do nothing while a step is under way, and has
/// shorter steps for what costs more.
pub(super) const MOST: u64 = 2_000_000;

/// Cost at which a communication step without such a bound must have made progress: about a second.
pub(super) const WITHOUT_PROGRESS: u64 = 2_000_000;

/// Progress: this part of the communication step. A step covers about two radians of the fastest oscillation; a host
/// whose step is far longer than all that may be counted is told so as soon as it is sure.
pub(super) const PROGRESS: f64 = 1e-2;

/// Cost of a transition that is resolved.
const RESOLUTION: u64 = 16;

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
    pub fn begin(motion: &Simulator) -> Self {
        let cost = motion.cost();
        Self { since: (motion.dynamics.state.time, cost), begun: cost, paused: cost }
    }

    /// Resumes the budget as the communication step continues: what the host has asked for since is no cost of it.
    fn resume(self, motion: &Simulator) -> Self {
        let ((time, since), cost) = (self.since, motion.cost());
        let meanwhile = cost - self.paused;
        Self { since: (time, since + meanwhile), begun: self.begun + meanwhile, paused: cost }
    }

    /// Checks the budget after an internal step: unless it was the last one, the communication step continues or
    /// pauses.
    ///
    /// # Errors
    /// The communication step costs too much, or advances too slowly.
    pub fn check(&mut self, motion: &Simulator, request: &StepRequest) -> Result<(), Fault> {
        let time = motion.dynamics.state.time;
        if time >= request.end() {
            return Ok(());
        }
        let cost = motion.cost();
        if motion.bounds_cost && cost - self.begun > MOST {
            return Err(motion.costs_too_much(request));
        }
        let (since, before) = self.since;
        if cost - before > WITHOUT_PROGRESS {
            let gone = time - since;
            // A part of the shortest step that there is, is 0.
            if gone == 0.0 || gone < PROGRESS * (request.end() - request.begin()) {
                return Err(motion.stands_still(request, since));
            }
            self.since = (time, cost);
        }
        self.paused = cost;
        Ok(())
    }
}

impl Simulator {
    /// Returns the budget of a communication step that begins, or continues after a pause.
    pub(super) fn budget_of(&mut self, request: &StepRequest) -> StepBudget {
        match self.step_budget.take().filter(|_| self.dynamics.state.time > request.begin()) {
            Some(paused) => paused.resume(self),
            None => StepBudget::begin(self),
        }
    }

    /// Returns the cost since the motion was made, in units.
    fn cost(&self) -> u64 {
        let (holds, splits) = self.dynamics.guards.cost();
        let of_elements = RESOLUTION * self.dynamics.resolutions
            + self.dynamics.expansion.operations
            + self.dynamics.system.elements() * holds;
        let output_expansion = self.defect.evaluations + self.defect.splits() + splits;
        of_elements / FEWEST + self.stiff.eliminations() + output_expansion
    }

    /// True if each communication step has a bound of its cost, or is only asked for progress.
    pub(crate) fn bound_steps(&mut self, bounded: bool) {
        self.bounds_cost = bounded;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dynamics::hybrid::Dynamics;

    const SWING: &str = "[model]\nname = \"Swing\"\n[body.bob]\nmass = 1.0\nposition = 0.5\n[spring.s]\n\
                         between = \"bob\"\nstiffness = 1.0\n";

    /// Returns a motion at its start, with its parameters.
    fn begin(text: &str) -> (Simulator, Vec<f64>) {
        let network = crate::network::read(text, "swing.toml").expect("valid");
        let mut motion = Simulator::new(Arc::new(network));
        let parameters = motion.network.start_parameters();
        motion.initialise(0.0, &parameters, &[], 1e-10).expect("initialises");
        (motion, parameters)
    }

    /// Outcomes of a step of 100 s that advances by `advance` s at each of 20 checks, at a cost of `cost` each.
    fn checks(bounded: bool, cost: u64, advance: f64) -> Vec<Result<(), String>> {
        let (mut motion, _) = begin(SWING);
        motion.bound_steps(bounded);
        let request = StepRequest::whole(0.0, 100.0);
        let mut step_budget = StepBudget::begin(&motion);
        let mut check = || {
            motion.dynamics.expansion.operations += FEWEST * cost;
            motion.dynamics.state.time += advance;
            step_budget.check(&motion, &request).map_err(|fault| fault.to_string())
        };
        (0..20).map(|_| check()).collect()
    }

    #[test]
    fn a_step_ends_that_goes_on_too_slowly() {
        assert!(checks(false, 20 * WITHOUT_PROGRESS, 1.0).iter().all(Result::is_ok));
        assert!(checks(false, WITHOUT_PROGRESS / 20, 0.0).iter().all(Result::is_ok));
        for (cost, advance, after) in
            [(WITHOUT_PROGRESS / 10, 0.05, 10), (WITHOUT_PROGRESS + 1, 0.999, 0)]
        {
            let found = checks(false, cost, advance);
            let first = found.iter().position(Result::is_err).expect("too much");
            assert_eq!(first, after, "{found:?}");
            let fault = found[first].as_ref().expect_err("told");
            assert!(
                fault.contains(&format!("{WITHOUT_PROGRESS} evaluations"))
                    && fault.contains("bob is at"),
                "{fault}"
            );
        }
    }

    #[test]
    fn a_step_ends_that_costs_too_much_whatever_its_progress() {
        assert!(checks(true, MOST / 20, 1.0).iter().all(Result::is_ok));
        let found = checks(true, MOST / 10, 4.0);
        assert_eq!(found.iter().position(Result::is_err), Some(10), "{found:?}");
        let fault = found[10].as_ref().expect_err("told");
        assert!(
            fault.contains("choose shorter communication steps") && fault.contains("bob is at"),
            "{fault}"
        );
    }

    /// Forces of 10⁹ rad/s, on one body and on many: the error comes when the bound is reached, is the same in every run and
    /// names the cause, and the step has not been.
    #[test]
    fn what_moves_too_fast_costs_no_more_than_a_step_may() {
        for bodies in [1, 300] {
            let body = |k: usize| {
                format!(
                    "[body.b{k}]\nmass = 1.0\nvelocity = 1.0\n\
                     excitation = {{ amplitude = 10.0, angularFrequency = 1e9 }}\n\
                     [contact.c{k}]\nbetween = \"b{k}\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n"
                )
            };
            let text = "[model]\nname = \"Fast\"\n".to_owned()
                + &(0..bodies).map(body).collect::<String>();
            let (mut motion, parameters) = begin(&text);
            motion.bound_steps(true);
            let before = motion.cost();
            let fault = motion.advance(0.01, &parameters, &[], &mut |_| {}).expect_err("too fast");
            let cost = motion.cost() - before;
            assert!(cost > MOST && cost < MOST + MOST / 10, "{bodies}: {cost}");
            assert!(fault.to_string().contains("1e9 rad/s"), "{fault}");
            assert_eq!((motion.dynamics.state.time, motion.dynamics.state.velocity[0]), (0.0, 1.0));
        }
    }

    /// A host's clock may be behind by round-off: what the steps before have cost is no cost of the next one.
    #[test]
    fn a_step_that_begins_a_little_later_than_asked_for_goes_on() {
        let (mut motion, parameters) = begin(SWING);
        for end in [1.0, 100.0] {
            motion.advance(end, &parameters, &[], &mut |_| {}).expect("moves");
        }
        let request = StepRequest::whole(100.0 - 1e-11, 200.0);
        motion.go(&request, (&parameters, &[]), &mut |_| {}).expect("goes on");
        // One that goes on twice without an internal step has cost nothing, whatever is asked for meanwhile.
        motion.bound_steps(true);
        let request = StepRequest::whole(199.0, 300.0);
        let mut step_budget = StepBudget::begin(&motion);
        for _ in 0..3 {
            motion.dynamics.expansion.operations += FEWEST * WITHOUT_PROGRESS.max(MOST);
            motion.step_budget = Some(step_budget);
            step_budget = motion.budget_of(&request);
        }
        step_budget.check(&motion, &request).expect("goes on");
    }

    #[test]
    fn forces_cost_as_much_as_there_are_elements_and_looks_do_not() {
        let text = |contacts: usize| {
            let contact = |k| {
                format!(
                    "[contact.c{k}]\nbetween = \"bob\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n"
                )
            };
            SWING.to_owned() + &(0..contacts).map(contact).collect::<String>()
        };
        for contacts in [0, 2, 6, 78] {
            let (mut motion, _) = begin(&text(contacts));
            let elements = (contacts as u64 + 2).max(FEWEST);
            let mut costs = |change: &dyn Fn(&mut Simulator)| {
                let before = motion.cost();
                change(&mut motion);
                motion.cost() - before
            };
            let order = |motion: &mut Simulator| {
                let Dynamics { system, expansion, state, .. } = &mut motion.dynamics;
                (0..8).for_each(|_| {
                    expansion.forces(system, &crate::dynamics::expansion::Start::of(state), 0)
                });
            };
            assert_eq!(costs(&order), 8 * elements / FEWEST, "{contacts}");
            assert_eq!(costs(&|motion| motion.defect.evaluations += 1000), 1000, "{contacts}");
        }
    }
}
