//! Rollback: a call that has failed goes back to the state at its start ([`super::checkpoint`]).

use super::Simulator;
use super::trajectory::Deferred;
use crate::dynamics::Fault;

impl Simulator {
    /// Goes back to the start of a call that has failed.
    ///
    /// # Errors
    /// The state there was on a segment whose polynomials cannot be expanded again.
    pub(super) fn go_back(&mut self) -> Result<(), Fault> {
        self.rollback.restore(&mut self.dynamics.state, &mut self.trajectory);
        self.update_system()?;
        self.evaluate_restored()
    }

    /// Takes from its segment a state to which a call that failed has gone back, if it follows from that.
    ///
    /// # Errors
    /// Its polynomials cannot be expanded again.
    fn evaluate_restored(&mut self) -> Result<(), Fault> {
        let Some(deferred) = self.rollback.repeated() else { return Ok(()) };
        self.find_segment()?;
        self.dynamics.totals.forget();
        self.rollback.restore_means(&mut self.dynamics.state);
        self.trajectory.defer(Deferred { motion: true, ..deferred });
        self.evaluate_deferred();
        Ok(())
    }
}
