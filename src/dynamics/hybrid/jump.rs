//! Jumps: of inputs and parameters at a communication point, and of states that a host gives.

use super::Dynamics;
use crate::dynamics::elements::contact::load::{take_loads, take_loads_anew};
use crate::dynamics::elements::contact::modes::classify_contacts;
use crate::dynamics::elements::formula::reselect_branches;
use crate::dynamics::events::resolve::{ResolveError, Trigger};
use crate::dynamics::expansion::Moved;
use crate::dynamics::system::{ContactData, System};
use crate::dynamics::{ContactMode, Event, State};
use crate::gauss::Slip;

impl Dynamics {
    /// Replaces positions and velocities of the reduced masses by those of the host, at the start of a step of this
    /// length, s; None: at an event. A host's integration error is no transition: what has slipped, and a host finds at w = 0 or on
    /// the other side of it, begins at w = 0 again if friction can stop it.
    ///
    /// # Errors
    /// [`ResolveError::Contradiction`] if contacts without limits contradict each other.
    pub fn dock(&mut self, length: Option<f64>) -> Result<(), ResolveError> {
        if self.system.ports.is_empty() {
            return Ok(());
        }
        let length = length.or(self.system.port_time).unwrap_or(self.past.elapsed);
        self.velocities_before.copy_from_slice(&self.state.velocity);
        self.system.put_ports(&mut self.state);
        let Self { system, expansion, resolver, totals, state, .. } = self;
        let disturbed = |contact| is_disturbed(system, state, contact);
        let any = (0..system.contacts.len()).any(disturbed);
        if any {
            resolver.hold_within(system, expansion, state, length, &mut |contact, impulse| {
                totals.push(contact, impulse);
            })?;
        }
        self.record_changed_slips();
        if any {
            self.begin_where_stopped();
        }
        Ok(())
    }

    /// Begins the slips that friction has stopped at w = 0, where they go on in their direction unless forces turn them.
    fn begin_where_stopped(&mut self) {
        let Self { resolver, state, past, .. } = self;
        for (contact, own) in state.contacts.iter_mut().enumerate() {
            let slip = own.mode().slip();
            if slip == Slip::Stuck || !resolver.sticking[contact] {
                continue;
            }
            // Where no time has passed, what inputs have released at this instant others may hold.
            if own.leading_zeros() == 0 || past.elapsed > 0.0 {
                resolver.slipping[contact] = slip;
            }
            own.set_leading_zeros(1);
            past.record_stopped(contact);
        }
    }

    /// Resolves what may have jumped.
    ///
    /// # Errors
    /// See [`ResolveError`].
    pub fn resolve_jump(&mut self, sink: &mut dyn FnMut(Event)) -> Result<(), ResolveError> {
        self.resolve_impact(false)?;
        if self.system.evolving {
            take_loads(&mut self.system, &self.state);
        }
        reselect_branches(&mut self.state, &self.system, &mut self.expansion, |_| false);
        self.system.take_coefficients(&self.state);
        self.follow_surfaces()?;
        let past = Some(&self.past);
        take_loads_anew(&mut self.system, &self.state, past);
        classify_contacts(&self.system, &mut self.state, &mut self.resolver.candidates, past);
        self.keep_turned();
        self.resolve_modes(Trigger::Jump)?;
        self.check_couplings()?;
        self.report(sink);
        Ok(())
    }

    /// Keeps contacts whose slip velocity is round-off. Where friction continues without a step, such a slip velocity has
    /// not turned, and has no direction. A contact that is loaded again at such a one is at rest, its bristle not
    /// deflected as one that slips.
    fn keep_turned(&mut self) {
        let Self { system, expansion, resolver, state, modes, .. } = self;
        let entries = || system.contacts.iter().zip(modes.iter());
        let decides = |(entry, before): (&ContactData, &ContactMode)| {
            entry.is_continuous() || *before == ContactMode::Free && entry.is_loaded()
        };
        if !entries().any(decides) {
            return;
        }
        // Of the motion up to here.
        expansion.join(system, modes.iter().copied());
        expansion.record_round_off(system, state, Moved::Joined);
        for (contact, entry) in system.contacts.iter().enumerate() {
            let slip = expansion.with_round_off(system, state, contact, entry.slip(state));
            if !(state.contacts[contact].mode().slips() && slip.is_zero()) {
                continue;
            }
            let before = modes[contact];
            if entry.is_continuous() {
                let mode = if before.slips() { before } else { ContactMode::Forward };
                state.contacts[contact].change(mode);
            } else if before != ContactMode::Free {
                continue;
            } else if !entry.attaches() {
                resolver.candidates[contact] = entry.can_stick() && !entry.kinematic;
            } else {
                for mode in [ContactMode::Free, ContactMode::Stuck] {
                    state.contacts[contact].change(mode);
                    entry.enter(contact, state);
                }
                state.contacts[contact].set_leading_zeros(1);
            }
        }
    }
}

/// True if a contact that was stuck has a slip velocity, beyond round-off, or one that slips no longer has one in its direction.
fn is_disturbed(system: &System, state: &State, contact: usize) -> bool {
    let (entry, mode) = (&system.contacts[contact], state.contacts[contact].mode());
    entry.may_be_held(system, state, mode) && (mode.slips() || !entry.given_slip(state).is_zero())
}
