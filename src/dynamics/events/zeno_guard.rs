//! Ends chattering: transitions without end in a vanishing time are an error, not a hang.

use crate::dynamics::Fault;
use crate::dynamics::tolerances::SAME_TIME;

/// Instants of transition within the window that are not chattering yet: a base and a share per element,
/// since every element of a large network may have its turn at nearly the same time.
const BASE: usize = 100;
const PER_ELEMENT: usize = 10;

/// Chattering: how many instants of transition there were within a window, s.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Chattering {
    instants: usize,
    window: f64,
}

impl Chattering {
    /// Returns the error of chattering whose last transition at a time, s, was of what has this name.
    pub fn fault(self, time: f64, name: String) -> Fault {
        let Self { instants: events, window } = self;
        let rule = "the method \"moreau\" integrates across such instants, since it locates no transitions".into();
        Fault::Chattering { time, events, window, name, rule }
    }
}

#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct ZenoGuard {
    since: f64,
    instants: usize,
    elements: usize,
}

impl ZenoGuard {
    /// Makes the guard of a network with this number of contacts and springs.
    pub fn of(elements: usize) -> Self {
        Self { since: 0.0, instants: 0, elements }
    }

    pub fn restart(&mut self, time: f64) {
        (self.since, self.instants) = (time, 0);
    }

    /// Records an instant of transition.
    ///
    /// # Errors
    /// There were too many within the window.
    pub fn record(&mut self, time: f64) -> Result<(), Chattering> {
        let window = SAME_TIME * time.abs().max(1.0);
        // A motion that went back has another window.
        if (time - self.since).abs() > window {
            self.restart(time);
        }
        self.instants += 1;
        if self.instants <= BASE + PER_ELEMENT * self.elements {
            return Ok(());
        }
        Err(Chattering { instants: self.instants, window })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_within_a_window_are_chattering_also_behind_a_time_to_which_the_motion_goes_back() {
        let mut guard = ZenoGuard::of(0);
        guard.restart(2.0);
        for instant in 0..=BASE {
            assert!(guard.record(1e-3 * instant as f64).is_ok(), "{instant}");
        }
        let found: Vec<_> = (0..=BASE).map(|_| guard.record(1.0).is_err()).collect();
        assert_eq!(found.iter().position(|chatters| *chatters), Some(BASE));
    }
}
