//! Ways back: the motion returns to a checkpoint ([`super::checkpoint`]), that of a call that fails or of a look ahead.
//!
//! Nothing else restores a state. Both sides of a transition that a step ends before are kept, and exchanged
//! ([`super::pending`]), and so are both ends of a time step, for one that is refused. Whoever expands a segment again, or tries a
//! crossing again, begins it again at its start, which the trajectory has. Inputs that a program or a patch cannot take are
//! read again from the state, which has not changed.

use super::Simulator;
use super::checkpoint::Slot;
use super::trajectory::Deferred;
use crate::dynamics::Fault;

impl Simulator {
    /// Goes back to a checkpoint.
    ///
    /// # Errors
    /// The state there was on a segment whose polynomials cannot be expanded again.
    pub(super) fn go_back(&mut self, to: Slot) -> Result<(), Fault> {
        let Self { rollback, look_ahead, trajectory, dynamics, .. } = self;
        let checkpoint = match to {
            Slot::Call => rollback,
            Slot::LookAhead => look_ahead,
        };
        let deferred = checkpoint.restore(&mut dynamics.state, trajectory);
        self.update_system()?;
        deferred.map_or(Ok(()), |deferred| self.evaluate_restored(deferred))
    }

    /// Takes the state to which a call that failed has gone back from its segment, from which that follows.
    ///
    /// # Errors
    /// Its polynomials cannot be expanded again.
    fn evaluate_restored(&mut self, deferred: Deferred) -> Result<(), Fault> {
        self.find_segment()?;
        self.dynamics.totals.forget();
        self.rollback.restore_means(&mut self.dynamics.state);
        self.trajectory.defer(Deferred { motion: true, ..deferred });
        self.evaluate_deferred();
        Ok(())
    }

    /// Sets the present state aside, to look ahead.
    pub(super) fn begin_look_ahead(&mut self) {
        self.look_ahead.keep_all(&self.dynamics.state, &self.trajectory);
    }

    /// Comes back to the state that was set aside.
    pub(super) fn end_look_ahead(&mut self) -> Result<(), Fault> {
        self.dynamics.totals.return_to_before();
        self.go_back(Slot::LookAhead)
    }
}
