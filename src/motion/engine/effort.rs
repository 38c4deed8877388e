//! What a communication step may cost: one that does not go on for what it costs ends in an error, not in a hang.
//!
//! Cost is counted, so that it is the same on every machine. One unit is what takes as long as forces of one order of a
//! small network, some half a microsecond:
//!
//! | counted | units |
//! |---|---|
//! | forces of one order, or of a stage of collocation | 1 |
//! | whether stuck contacts hold under a load | 1 |
//! | elimination of the equations of collocation | by their number |
//! | a transition that is resolved | [`RESOLUTION`] |
//! | a look at a law along a step, an interval in which a root is sought | 1, in large networks a share |

use super::{Effort, Motion, Span};
use crate::motion::Fault;

/// Cost at which a communication step must have made progress: about a second.
pub(super) const IDLE: u64 = 2_000_000;

/// Progress: this part of the communication step. A step covers about two radians of the fastest oscillation; a host
/// whose step is far longer than all that may be counted is told so as soon as it is sure.
pub(super) const PROGRESS: f64 = 1e-2;

/// Cost of a transition that is resolved.
const RESOLUTION: u64 = 16;

/// So many elements take as long, all together, as a look at one of them.
const ELEMENTS: u64 = 4;

impl Effort {
    pub fn begin(motion: &Motion) -> Self {
        let cost = motion.cost();
        Self { since: (motion.state.time, cost), paused: cost }
    }

    /// The communication step goes on: what the host has asked for since is no cost of it.
    fn resume(self, motion: &Motion) -> Self {
        let ((time, since), cost) = (self.since, motion.cost());
        Self { since: (time, since + cost - self.paused), paused: cost }
    }

    /// After an internal step: unless it was the last one, the communication step goes on behind it, or pauses.
    ///
    /// # Errors
    /// The communication step goes on too slowly.
    pub fn check(&mut self, motion: &Motion, span: &Span) -> Result<(), Fault> {
        let time = motion.state.time;
        if time >= span.end() {
            return Ok(());
        }
        let cost = motion.cost();
        let (since, before) = self.since;
        if cost - before > IDLE {
            let gone = time - since;
            // A part of the shortest step that there is, is 0.
            if gone == 0.0 || gone < PROGRESS * (span.end() - span.begin()) {
                return Err(motion.stands_still(span, since));
            }
            self.since = (time, cost);
        }
        self.paused = cost;
        Ok(())
    }
}

impl Motion {
    /// Of a communication step that begins, or goes on behind a pause.
    pub(super) fn effort_of(&mut self, span: &Span) -> Effort {
        match self.effort.take().filter(|_| self.state.time > span.begin()) {
            Some(paused) => paused.resume(self),
            None => Effort::begin(self),
        }
    }

    /// Units of cost since the motion was made.
    fn cost(&self) -> u64 {
        let (holds, splits) = self.guards.cost();
        let whole = self.flow.evaluations + self.stiff.eliminations() + holds;
        let looks = self.defect.evaluations + self.defect.splits() + splits;
        let Self { network, .. } = self;
        let elements = network.contacts.len() + network.springs.len() + network.forces.len();
        let share = (elements as u64 / ELEMENTS).max(1);
        whole + RESOLUTION * self.resolutions + looks / share
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const SWING: &str = "[unit]\nname = \"Swing\"\n[body.bob]\nmass = 1.0\nposition = 0.5\n[spring.s]\n\
                         between = \"bob\"\nstiffness = 1.0\n";

    /// Outcomes of a step of 100 s that goes on by `advance` s at each of 20 checks, at a cost of `cost` each.
    fn checks(cost: u64, advance: f64) -> Vec<Result<(), String>> {
        let network = crate::network::read(SWING, "swing.toml").expect("valid");
        let mut motion = Motion::new(Arc::new(network));
        let parameters = motion.network.start_parameters();
        motion.initialise(0.0, &parameters, &[], 1e-10).expect("initialises");
        let span = Span::whole(0.0, 100.0);
        let mut effort = Effort::begin(&motion);
        let mut check = || {
            motion.flow.evaluations += cost;
            motion.state.time += advance;
            effort.check(&motion, &span).map_err(|fault| fault.to_string())
        };
        (0..20).map(|_| check()).collect()
    }

    #[test]
    fn a_step_ends_that_goes_on_too_slowly() {
        assert!(checks(20 * IDLE, 1.0).iter().all(Result::is_ok));
        assert!(checks(IDLE / 20, 0.0).iter().all(Result::is_ok));
        for (cost, advance, after) in [(IDLE / 10, 0.05, 10), (IDLE + 1, 0.999, 0)] {
            let found = checks(cost, advance);
            let first = found.iter().position(Result::is_err).expect("too much");
            assert_eq!(first, after, "{found:?}");
            let fault = found[first].as_ref().expect_err("told");
            assert!(
                fault.contains(&format!("{IDLE} evaluations")) && fault.contains("bob is at"),
                "{fault}"
            );
        }
    }

    /// A host's clock may be behind by round-off: what the steps before have cost is no cost of the next one.
    #[test]
    fn a_step_that_begins_a_little_later_than_asked_for_goes_on() {
        let network = crate::network::read(SWING, "swing.toml").expect("valid");
        let mut motion = Motion::new(Arc::new(network));
        let parameters = motion.network.start_parameters();
        motion.initialise(0.0, &parameters, &[], 1e-10).expect("initialises");
        for end in [1.0, 100.0] {
            motion.advance(end, &parameters, &[], &mut |_| {}).expect("moves");
        }
        let span = Span::whole(100.0 - 1e-11, 200.0);
        motion.go(&span, (&parameters, &[]), &mut |_| {}).expect("goes on");
        // One that goes on twice without an internal step has cost nothing, whatever is asked for meanwhile.
        let span = Span::whole(199.0, 300.0);
        let mut effort = Effort::begin(&motion);
        for _ in 0..3 {
            motion.flow.evaluations += IDLE;
            motion.effort = Some(effort);
            effort = motion.effort_of(&span);
        }
        effort.check(&motion, &span).expect("goes on");
    }

    #[test]
    fn looks_at_one_element_of_a_large_network_are_a_share_of_its_forces() {
        let text = |elements: usize| {
            let contact = |k| {
                format!(
                    "[contact.c{k}]\nbetween = \"bob\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n"
                )
            };
            SWING.to_owned() + &(1..elements).map(contact).collect::<String>()
        };
        for (elements, share) in [(1, 1), (4, 1), (8, 2), (80, 20)] {
            let network = crate::network::read(&text(elements), "swing.toml").expect("valid");
            let mut motion = Motion::new(Arc::new(network));
            motion.defect.evaluations += 1000;
            assert_eq!(motion.cost(), 1000 / share, "{elements}");
        }
    }
}
