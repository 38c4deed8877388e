//! Poincaré sections: the instants at which a motion is sampled.
//!
//! - an *event*: transitions of a contact or spring from given modes to given modes. Stick–slip motions are often
//!   known by one number there, the return map then is one of a line (Awrejcewicz, Olejnik, Appl. Mech. Rev. 58 (2005));
//! - a *plane*: a variable passes a value in one direction;
//! - a *phase* of a force: times t0 + kT.

use crate::unit::{Element, Event, Fault, Simulation, Snapshot};

use super::model::real;

/// A root is bracketed to this part of max(1 s, |t|).
const TIME_RESOLUTION: f64 = 4.0 * f64::EPSILON;
/// Halvings and interpolations until then; bisection alone takes 60.
const MOST_ITERATIONS: usize = 100;
/// Parts of a second at least from one crossing of a plane to the next: the state on the plane is not on either side.
const APART: f64 = 1e-9;

/// Transitions of an element; None is any mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventKind {
    /// The contact or spring.
    pub element: Element,
    /// Mode before.
    pub from: Option<i32>,
    /// Mode after.
    pub to: Option<i32>,
}

impl EventKind {
    /// True if a transition is one of these.
    pub fn is(&self, event: &Event) -> bool {
        let fits = |wanted: Option<i32>, mode: i32| wanted.is_none_or(|wanted| wanted == mode);
        event.element() == self.element
            && fits(self.from, event.from())
            && fits(self.to, event.to())
    }
}

/// Times or surface at which a motion is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section {
    /// Its transitions of a kind.
    Event(EventKind),
    /// A variable passes a value, upwards or downwards.
    Plane {
        /// Its place in the model's table.
        variable: usize,
        /// Value in the variable's unit.
        value: f64,
        /// True if it passes the value upwards.
        upwards: bool,
    },
    /// Times `offset` + k·`period`, s.
    Phase {
        /// > 0, s.
        period: f64,
        /// A time that is one of them, s.
        offset: f64,
    },
}

impl Section {
    /// Returns the variable of a plane; None of other sections.
    pub(super) fn variable(&self) -> Option<usize> {
        match *self {
            Self::Plane { variable, .. } => Some(variable),
            Self::Event(_) | Self::Phase { .. } => None,
        }
    }
}

/// A motion on its way from crossing to crossing of a section.
#[derive(Debug)]
pub(super) struct Walk {
    pub instance: Simulation,
    section: Section,
    /// Distance of a plane from the next one that is the same: the variable is a position in which forces are periodic.
    period: Option<f64>,
    /// Longest step, s: a plane may be passed twice within a longer one unseen.
    resolution: f64,
    last: f64,
}

impl Walk {
    /// Makes the walk along a motion whose steps end at transitions; a plane may have a period.
    pub fn new(
        instance: Simulation,
        (section, period): (Section, Option<f64>),
        resolution: f64,
    ) -> Self {
        Self { instance, section, period, resolution, last: f64::NEG_INFINITY }
    }

    /// Goes on to a time, whatever is crossed on the way.
    ///
    /// # Errors
    /// A motion that cannot continue.
    pub fn skip_to(&mut self, end: f64) -> Result<(), Fault> {
        while self.instance.time() < end {
            let time = self.instance.time();
            self.instance.step(time, end - time)?;
        }
        Ok(())
    }

    /// Goes on to the next crossing before `end`; its time, at which the motion then is. None: it is at `end`.
    ///
    /// # Errors
    /// A motion that cannot continue.
    pub fn next(&mut self, end: f64) -> Result<Option<f64>, Fault> {
        match self.section {
            Section::Event(kind) => self.next_event(kind, end),
            Section::Phase { period, offset } => self.next_phase(period, offset, end),
            Section::Plane { variable, value, upwards } => {
                let sign = if upwards { 1.0 } else { -1.0 };
                self.next_plane(&|instance| Ok(sign * (real(instance, variable)? - value)), end)
            }
        }
    }

    fn next_event(&mut self, kind: EventKind, end: f64) -> Result<Option<f64>, Fault> {
        while self.instance.time() < end {
            let time = self.instance.time();
            self.instance.step(time, end - time)?;
            let found = self.instance.step_events().iter().find(|event| kind.is(event));
            if let Some(event) = found {
                return Ok(Some(event.time()));
            }
        }
        Ok(None)
    }

    fn next_phase(&mut self, period: f64, offset: f64, end: f64) -> Result<Option<f64>, Fault> {
        // The present time may be a phase, but for round-off.
        let passed = ((self.instance.time() - offset) / period + APART).floor();
        let next = offset + (passed + 1.0) * period;
        self.skip_to(next.min(end))?;
        Ok((next <= end).then_some(next))
    }

    /// Finds the next time at which `height`, or what it is above whole periods, becomes positive.
    fn next_plane(
        &mut self,
        height: &dyn Fn(&mut Simulation) -> Result<f64, Fault>,
        end: f64,
    ) -> Result<Option<f64>, Fault> {
        let mut low = height(&mut self.instance)?;
        while self.instance.time() < end {
            let time = self.instance.time();
            let before = self.instance.save();
            // On a plane that was found the state is on either side: the next one is a period further.
            let found = time - self.last <= APART;
            let next = |periods: f64| if found { periods.round() + 1.0 } else { periods.ceil() };
            let level = self.period.map_or(0.0, |period| period * next(low / period));
            self.instance.step(time, (end - time).min(self.resolution))?;
            let high = height(&mut self.instance)?;
            if low <= level && high > level {
                let reached = self.instance.time();
                let after = self.instance.save();
                let above = |instance: &mut Simulation| Ok(height(instance)? - level);
                let ends = [(time, low - level), (reached, high - level)];
                let root = self.root([&before, &after], ends, &above)?;
                if root - self.last > APART {
                    self.last = root;
                    return Ok(Some(root));
                }
                self.instance.restore(&after)?;
            }
            low = high;
        }
        Ok(None)
    }

    /// Finds the time at which a height becomes positive within a step between two states, and leaves the motion there, where
    /// it is positive: one that is 0 for a while has not passed 0 yet. Brackets shrink by false position with halved weights
    /// (Illinois; M. Dowell, P. Jarratt, BIT 11 (1971) 168–174), and by bisection from a height of 0.
    fn root(
        &mut self,
        [before, after]: [&Snapshot; 2],
        [mut low, mut high]: [(f64, f64); 2],
        height: &dyn Fn(&mut Simulation) -> Result<f64, Fault>,
    ) -> Result<f64, Fault> {
        let (start, end) = (low.0, high.0);
        let mut last_side = 0.0;
        for _ in 0..MOST_ITERATIONS {
            if high.0 - low.0 <= TIME_RESOLUTION * high.0.abs().max(1.0) {
                break;
            }
            let share = -low.1 / (high.1 - low.1);
            let guess = low.0 + share * (high.0 - low.0);
            let inside = guess > low.0 && guess < high.0;
            let time = if inside { guess } else { 0.5 * (low.0 + high.0) };
            self.instance.restore(before)?;
            // A transition within the step was its end: there is none before it.
            self.instance.step(start, time - start)?;
            let value = height(&mut self.instance)?;
            if value > 0.0 {
                high = (time, value);
                low.1 *= if last_side == 1.0 { 0.5 } else { 1.0 };
                last_side = 1.0;
            } else {
                low = (time, value);
                high.1 *= if last_side == -1.0 { 0.5 } else { 1.0 };
                last_side = -1.0;
            }
        }
        if high.0 == end {
            self.instance.restore(after)?;
        } else if last_side < 0.0 {
            self.instance.restore(before)?;
            self.instance.step(start, high.0 - start)?;
        }
        // A step that ends just before a transition ends at it.
        Ok(self.instance.time())
    }
}
