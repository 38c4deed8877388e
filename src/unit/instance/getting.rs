//! Values of variables.

use super::series::SeriesNumbers;
use super::{Freshness, Simulation};
use crate::dynamics::{self, ContactMode, Observation};
use crate::laws::MOST_STATES;
use crate::network::{ParameterId, PartNumbers};
use crate::unit::quantities::ObservedValues;
use crate::unit::slot::{Slot, Source};
use crate::unit::{Accessor, Fault, Phase, Value, rules};

/// Values that are still to be evaluated: those of the state, and mean forces.
#[derive(Clone, Copy, Default)]
struct Waiting {
    state: bool,
    means: bool,
}

impl Simulation {
    /// Returns the value of the variable with this index.
    ///
    /// # Errors
    /// Unknown index; a calculated variable before initialisation, or during it while the values set
    /// together break a rule. Later such values leave the outputs as they were until [`Simulation::step`]
    /// refuses them. A value that is not finite (numbers too large) is refused, never returned.
    pub fn get(&mut self, index: usize) -> Result<Value, Fault> {
        let stands = self.freshness == Freshness::Fresh;
        match stands.then(|| self.read(self.unit.slots.get(index), self.waiting())).flatten() {
            Some(value) => Ok(value),
            None => self.look(index),
        }
    }

    /// Writes the values of the variables with these indices, in their order: one after the other as [`Simulation::get`], but
    /// faster.
    ///
    /// # Errors
    /// Those of [`Simulation::get`]; the values before that of the error are written.
    ///
    /// # Panics
    /// If there are fewer values than indices.
    pub fn get_values(&mut self, indices: &[usize], values: &mut [Value]) -> Result<(), Fault> {
        let values = &mut values[..indices.len()];
        self.evaluate_seen(indices.iter().copied());
        let mut next = 0;
        while next < indices.len() {
            let places = indices[next..].iter().copied().zip(&mut values[next..]);
            next += self.read_values(places, |place, value| {
                *place = value;
                true
            });
            if let Some(index) = indices.get(next) {
                values[next] = self.get(*index)?;
                next += 1;
            }
        }
        Ok(())
    }

    /// Returns the value of the Real variable with this index.
    ///
    /// # Errors
    /// Those of [`Simulation::get`]; a variable of another type.
    pub fn get_real(&mut self, index: usize) -> Result<f64, Fault> {
        match self.get(index)? {
            Value::Real(value) => Ok(value),
            _ => Err(rules::wrong_kind(self.variable(index)?, "Real")),
        }
    }

    /// Writes the values of the Real variables with these indices, in their order: one after the other as
    /// [`Simulation::get_real`], but faster.
    ///
    /// # Errors
    /// Those of [`Simulation::get_real`]; the values before that of the error are written.
    ///
    /// # Panics
    /// If there are fewer values than indices.
    pub fn get_reals(&mut self, indices: &[usize], values: &mut [f64]) -> Result<(), Fault> {
        let values = &mut values[..indices.len()];
        self.evaluate_seen(indices.iter().copied());
        let mut next = 0;
        while next < indices.len() {
            let places = indices[next..].iter().copied().zip(&mut values[next..]);
            next += self.read_reals(places, |slot, value| *slot = value);
            if let Some(index) = indices.get(next) {
                values[next] = self.get_real(*index)?;
                next += 1;
            }
        }
        Ok(())
    }

    /// Evaluates the outputs if any variable with these indices is observed, so that all that are can be read at once. What a
    /// value that cannot be evaluated lacks is found where that is read by itself.
    #[inline]
    pub(crate) fn evaluate_seen(&mut self, mut indices: impl Iterator<Item = usize>) {
        if self.freshness == Freshness::Fresh || self.phase == Phase::Instantiated {
            return;
        }
        let slots = &self.unit.slots;
        if indices.any(|index| {
            slots.get(index).is_some_and(|slot| matches!(slot.source, Source::Seen(_)))
        }) {
            let _ = self.refresh();
        }
    }

    /// Writes real values to their slots, by the indices of the variables, up to the first one that does not stand since the last
    /// evaluation; returns their number.
    #[inline]
    pub(crate) fn read_reals<'v, T: 'v>(
        &self,
        places: impl Iterator<Item = (usize, &'v mut T)>,
        write: impl Fn(&mut T, f64),
    ) -> usize {
        if self.freshness != Freshness::Fresh {
            return 0;
        }
        let (slots, waiting) = (&self.unit.slots[..], self.waiting());
        let mut count = 0;
        for (index, place) in places {
            let Some(Value::Real(value)) = self.read(slots.get(index), waiting) else { break };
            write(place, value);
            count += 1;
        }
        count
    }

    /// Writes values to their places, by the indices of the variables, up to the first one that does not stand since the last
    /// evaluation, or that `write` refuses; returns their number.
    #[inline]
    pub(crate) fn read_values<'v, T: 'v>(
        &self,
        places: impl Iterator<Item = (usize, &'v mut T)>,
        write: impl Fn(&mut T, Value) -> bool,
    ) -> usize {
        if self.freshness != Freshness::Fresh {
            return 0;
        }
        let (slots, waiting) = (&self.unit.slots[..], self.waiting());
        let mut count = 0;
        for (index, place) in places {
            match self.read(slots.get(index), waiting) {
                Some(value) if write(place, value) => count += 1,
                _ => break,
            }
        }
        count
    }

    /// Reads a value that stands somewhere where outputs are evaluated, as most do; None where it does not, or where it is no
    /// number.
    #[inline(always)]
    fn read(&self, slot: Option<&Slot>, waiting: Waiting) -> Option<Value> {
        match self.standing(*slot?, waiting)? {
            Value::Real(value) if !value.is_finite() => None,
            value => Some(value),
        }
    }

    /// Returns what is still to be evaluated.
    #[inline(always)]
    fn waiting(&self) -> Waiting {
        Waiting { state: !self.simulator.is_evaluated(), means: self.simulator.means_wait() }
    }

    /// Evaluates the value of a variable, and returns it.
    #[inline(never)]
    fn look(&mut self, index: usize) -> Result<Value, Fault> {
        let accessor = self.variable(index)?.accessor;
        self.make_known(index, accessor)?;
        let value = match accessor {
            Accessor::NextEventTime => Value::Real(self.next_event_time()?),
            Accessor::PortReaction(body) => Value::Real(self.port_reaction(body)?),
            _ => self.value(&accessor),
        };
        match value {
            Value::Real(value) if !value.is_finite() => Err(self.not_finite(index, value)),
            value => Ok(value),
        }
    }

    #[cold]
    fn not_finite(&self, index: usize, value: f64) -> Fault {
        let name = self.unit.variables()[index].name.clone();
        dynamics::Fault::NotFinite { time: self.time(), name, value }.into()
    }

    /// Evaluates what a value is read of: the equations, or what the state of a motion says that is under way, whatever was
    /// given since.
    fn make_known(&mut self, index: usize, accessor: Accessor) -> Result<(), Fault> {
        if self.given(accessor).is_some() {
            return Ok(());
        }
        if self.phase == Phase::Instantiated {
            let name = self.variable(index)?.name.clone();
            return Err(Fault::NotReadable { name, phase: self.phase });
        }
        let moves = self.freshness != Freshness::Nothing && self.exchange.is_none();
        match accessor {
            Accessor::MeanFrictionForce(_) if moves => self.simulator.evaluate_deferred_means(),
            Accessor::DissipatedEnergy(_) if moves => self.simulator.evaluate_deferred_totals(),
            Accessor::Position(_) | Accessor::InternalState(..) if moves => {
                self.simulator.evaluate_deferred_motion();
            }
            Accessor::ContactState(_)
            | Accessor::Stuck(_)
            | Accessor::StickToSlipCount(_)
            | Accessor::SlipToStickCount(_)
            | Accessor::ContactLastEventTime(_)
            | Accessor::SpringState(_)
            | Accessor::ForceState(_)
            | Accessor::PartState(..)
            | Accessor::EventCount
            | Accessor::LastEventTime
                if moves => {}
            _ => self.refresh()?,
        }
        Ok(())
    }

    /// Returns what rows of quantities are read from: the present values, their derivatives or their changes.
    pub(super) fn observed_values<'t>(&'t self, seen: &'t Observation) -> ObservedValues<'t> {
        ObservedValues { network: self.unit.network(), parameters: &self.parameters, seen }
    }

    /// Returns the force and deflection of a spring in a series.
    fn part(&self, spring: usize, part: usize) -> (f64, f64) {
        let force = self.simulator.observation().spring_force[spring];
        let deflection = self.simulator.observation().deflection[spring];
        let series = self.series_numbers(spring);
        series.parts[part].share(force, deflection, &series.shares)
    }

    /// Returns the numbers of a spring with the present parameters.
    pub(super) fn series_numbers(&self, spring: usize) -> &SeriesNumbers {
        let value = |id: ParameterId| self.parameters[id.0];
        let springs = &self.unit.network().springs;
        let found = self.series.get_or_init(|| {
            springs.iter().map(|spring| SeriesNumbers::new(spring, value)).collect()
        });
        &found[spring]
    }

    pub(super) fn part_numbers(&self, spring: usize, part: usize) -> PartNumbers {
        self.series_numbers(spring).parts[part]
    }

    /// Returns a value that is set or, of all others, the value by the present state and its last evaluated outputs.
    pub(super) fn value(&self, accessor: &Accessor) -> Value {
        let standing = self.standing(Slot::of(*accessor), Waiting::default());
        standing.unwrap_or_else(|| self.composed(accessor))
    }

    /// Returns a value that stands in the present state or its outputs.
    #[inline(always)]
    fn standing(&self, slot: Slot, waiting: Waiting) -> Option<Value> {
        use Value::{Boolean, Integer, Real};
        let (state, seen) = (self.simulator.state(), self.simulator.observation());
        let at = slot.element as usize;
        Some(match slot.source {
            Source::Seen(quantity) => Real(seen.list(quantity)[at]),
            _ if waiting.state => return None,
            Source::Position => Real(state.position[at]),
            Source::MeanFrictionForce if waiting.means => return None,
            // Without steps there is no mean over one.
            Source::MeanFrictionForce if self.exchange.is_some() => Real(seen.friction[at]),
            Source::MeanFrictionForce => Real(state.mean_friction[at]),
            Source::DissipatedEnergy => Real(state.dissipated[at]),
            Source::InternalState => Real(state.internal(at / MOST_STATES, at % MOST_STATES)),
            Source::InternalRate => Real(seen.internal_rate(at / MOST_STATES, at % MOST_STATES)),
            Source::ContactLastEventTime => Real(state.counters[at].last_event_time),
            Source::LastEventTime => Real(state.last_event_time),
            Source::ContactState => Integer(state.contacts[at].mode() as i32),
            Source::Stuck => Boolean(state.contacts[at].mode() == ContactMode::Stuck),
            Source::StickToSlipCount => Integer(state.counters[at].stick_to_slip),
            Source::SlipToStickCount => Integer(state.counters[at].slip_to_stick),
            Source::SpringState => Integer(state.spring_mode[at] as i32),
            Source::ForceState => Integer(self.simulator.force_mode(at)?),
            Source::Indeterminate => Boolean(seen.indeterminate),
            Source::EventCount => Integer(state.event_count),
            Source::Composed => return None,
        })
    }

    /// Returns a value that is set, or is that of a row of quantities.
    fn composed(&self, accessor: &Accessor) -> Value {
        use Value::{Integer, Real};
        if let Some((row, element)) = accessor.row() {
            return Real(row.value(&self.observed_values(self.simulator.observation()), element));
        }
        match *accessor {
            Accessor::MeanReaction(body) => self.mean_reaction(body),
            Accessor::PartForce(spring, part) => Real(self.part(spring, part).0),
            Accessor::PartDeflection(spring, part) => Real(self.part(spring, part).1),
            Accessor::PartState(spring, part) => {
                let whole = self.simulator.state().spring_mode[spring];
                let mode = if self.part_numbers(spring, part).ratio < 0.0 {
                    whole.mirrored()
                } else {
                    whole
                };
                Integer(mode as i32)
            }
            _ => {
                let given = self.given(*accessor);
                given.unwrap_or_else(|| unreachable!("{accessor:?} is looked for ahead"))
            }
        }
    }
}
