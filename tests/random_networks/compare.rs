//! Whether two motions of a plan are the same, as far as its sensitivity lets one tell.
//!
//! The motion is repeated with starts, forces and loads moved by [`SMALL`]. What that changes up to a time,
//! of event times and states, is the sensitivity D(t). Errors of the size of [`FACTOR`]·SMALL are those of the integration, so
//! two motions are the same if they differ by no more than a floor + FACTOR·D. Where a motion moved by FACTOR·SMALL has other
//! transitions, or the same ones at other times than that, the plan is undecided: contacts that barely slip, gaps that are barely
//! met, chaos. It is compared up to there.

use luztar::dynamics::{ContactId, ContactMode, Element, Event, ForceId, SpringId};

use super::plan::Plan;
use super::runs::Trace;

/// See the module. Relative to sizes of 1.
pub const SMALL: f64 = 1e-11;
pub const FACTOR: f64 = 300.0;

/// Differences of event times (s) and states beyond which a plan is undecided.
const TOO_SENSITIVE: f64 = 1e-4;

/// So many seconds before it comes to rest, what comes there as an exponential function does is faint.
const BEFORE: f64 = 1e-3;

/// s; what comes to rest and goes on as it came so soon has touched w = 0, and round-off decides for how long; and what rubs
/// again and comes to rest so soon was there.
const TOUCH: f64 = 1e-6;

/// s; a load that touches 0 as |e|ⁿ does, n < 3, is within round-off of it for some µm.
const LOAD_TOUCH: f64 = 1e-4;

/// s; what moves from the start on, or is at an edge there, a host that does not know how inputs go on sees later: its guards are
/// left by some 1e-9 with the square of the time.
const START: f64 = 1e-4;

/// N; what is left of a load where it comes to 0.
const NO_LOAD: f64 = 1e-12;

/// Differences that no sensitivity explains: of event times in s, and of states and outputs relative to their
/// sizes, at least 1.
#[derive(Clone, Copy, Debug)]
pub struct Floors {
    pub times: f64,
    /// Of events at which a contact leaves w = 0, or a declared stop opens, which may be as slow.
    pub releases: f64,
    /// Of events at which a slip changes its sign.
    pub reversals: f64,
    pub states: f64,
    pub outputs: f64,
    /// Of dissipated energies, J: what indeterminate contacts share of them is found by quadrature where windows let
    /// them creep.
    pub energies: f64,
}

/// What an event may be late by.
#[derive(Clone, Copy)]
enum Change {
    Release,
    Reversal,
    Other,
}

impl Change {
    fn of(event: &Event) -> Self {
        match event {
            Event::Contact { from: ContactMode::Stuck, .. } | Event::Force { .. } => {
                Change::Release
            }
            Event::Contact { .. } if event.from() * event.to() < 0 => Change::Reversal,
            _ => Change::Other,
        }
    }
}

impl Floors {
    /// Returns a thousandth of these: sums in another order differ by round-off, to which steps adapt.
    pub fn of_order(self) -> Self {
        let Self { times, releases, reversals, states, outputs, energies } = self;
        let [times, releases, reversals] = [times, releases, reversals].map(|time| 1e-3 * time);
        let [states, outputs, energies] = [states, outputs, energies].map(|part| 1e-3 * part);
        Self { times, releases, reversals, states, outputs, energies }
    }

    fn of(&self, change: Change) -> f64 {
        match change {
            Change::Release => self.releases,
            Change::Reversal => self.reversals,
            Change::Other => self.times,
        }
    }
}

/// What a plan lets one compare.
#[derive(Clone, Debug)]
pub struct Yardstick {
    /// Up to this time, s.
    pub until: f64,
    /// Times and the sensitivity from each on, rising.
    growth: Vec<(f64, f64)>,
    /// Ends of segments at which a normal load is 0: on which side of the transition they are is round-off.
    idle: Vec<f64>,
}

impl Yardstick {
    /// From the motion, motions moved by a little, and those that are moved by as much as errors may.
    pub fn new(plan: &Plan, motion: &Trace, near: &[Trace], far: &[Trace]) -> Self {
        let times = &plan.times;
        let idle = (0..plan.segments()).filter(|segment| {
            let mut loads = plan.lines.iter().filter(|line| line.is_load());
            loads.any(|line| plan.value(line, *segment, times[segment + 1]).abs() < NO_LOAD)
        });
        let idle = idle.map(|segment| times[segment + 1]).collect();
        let until = *times.last().expect("segments");
        let mut yardstick = Self { until, growth: Vec::new(), idle };
        for (others, factor) in [(near, 1.0), (far, FACTOR)] {
            for other in others {
                yardstick.take(times, motion, other, factor);
            }
        }
        yardstick.growth.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut most = 0.0;
        for (_, by) in &mut yardstick.growth {
            most = by.max(most);
            *by = most;
        }
        if let Some((time, _)) = yardstick.growth.iter().find(|(_, by)| FACTOR * by > TOO_SENSITIVE)
        {
            yardstick.until = yardstick.until.min(*time);
        }
        yardstick
    }

    /// The same up to an earlier time.
    pub fn within(&self, until: f64) -> Self {
        Self { until: self.until.min(until), ..self.clone() }
    }

    fn take(&mut self, times: &[f64], motion: &Trace, other: &Trace, factor: f64) {
        let matching = Matching::new(motion, other, &|_, _| TOO_SENSITIVE, self.until);
        if let Some((time, _)) = matching.parted {
            self.until = self.until.min(time);
        }
        for (time, by) in matching.pairs {
            self.growth.push((time, by.abs() / factor));
        }
        for ((time, x), y) in times[1..].iter().zip(&motion.states).zip(&other.states) {
            let apart = x.iter().zip(y).map(|(x, y)| (x - y).abs() / x.abs().max(1.0));
            self.growth.push((*time, apart.fold(0.0, f64::max) / factor));
        }
    }

    fn sensitivity(&self, time: f64) -> f64 {
        self.growth.iter().take_while(|(from, _)| *from <= time).last().map_or(0.0, |(_, by)| *by)
    }

    /// How two motions differ that should be the same.
    pub fn difference(
        &self,
        times: &[f64],
        names: &[Vec<String>; 2],
        (motion, other): (&Trace, &Trace),
        floors: Floors,
    ) -> Option<Difference> {
        let window = |time: f64, change: Change| {
            let floor = floors.of(change) * time.max(1.0);
            // The sensitivity where the event may be late.
            floor + FACTOR * self.sensitivity(time + floor)
        };
        let matching = Matching::new(motion, other, &window, self.until);
        if let Some((_, told)) = matching.parted {
            return Some(told);
        }
        for (segment, &time) in times[1..].iter().enumerate() {
            if self.idle.contains(&time) {
                continue;
            }
            if time > self.until || segment >= other.states.len() {
                break;
            }
            let by = FACTOR * self.sensitivity(time);
            let parts = [
                (&motion.states, &other.states, &names[0], floors.states),
                (&motion.outputs, &other.outputs, &names[1], floors.outputs),
            ];
            for (part, (x, y, names, floor)) in parts.into_iter().enumerate() {
                let near = window(time, Change::Reversal).max(1e-6);
                let events = motion.events.iter().chain(&other.events);
                if events.clone().any(|event| (event.time() - time).abs() < near) {
                    continue;
                }
                for ((x, y), name) in x[segment].iter().zip(&y[segment]).zip(names) {
                    let size = x.abs().max(1.0);
                    // Outputs may change a thousand times as fast as states.
                    let by = if part == 0 { by } else { 1e3 * by };
                    let floor =
                        if name.ends_with("dissipatedEnergy") { floors.energies } else { floor };
                    let same = (x - y).abs() <= (floor * time.max(1.0) + by) * size;
                    if !same {
                        let apart = (x - y).abs();
                        let told = format!(
                            "at {time} s {name} is {x:?} and {y:?}: {apart:e} apart, {:e} explained",
                            by * size
                        );
                        let measure = Measure { quantity: name.clone(), size: apart };
                        return Some(Difference { told, time, measure, faint: None });
                    }
                }
            }
        }
        None
    }
}

/// Difference of one quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Name of a variable, or `time` or `transitions` of an element.
    pub quantity: String,
    /// Size in the unit of the quantity, s of times; 1 where transitions are other ones.
    pub size: f64,
}

/// Difference of two motions.
#[derive(Clone, Debug)]
pub struct Difference {
    pub told: String,
    pub time: f64,
    pub measure: Measure,
    /// Where an element comes to rest in one of them, and in the other one not yet, turns at other times, or rubs again in
    /// another direction: when the slip velocity or the force must be faint, at one of two times, for it to be no difference.
    pub faint: Option<([f64; 2], Element)>,
}

/// The transitions of two motions beside each other.
struct Matching {
    /// Times and differences of times.
    pairs: Vec<(f64, f64)>,
    parted: Option<(f64, Difference)>,
}

impl Matching {
    /// Up to a time; transitions belong together if no more than the window apart, and what comes and goes within
    /// a window is left out.
    fn new(motion: &Trace, other: &Trace, window: &dyn Fn(f64, Change) -> f64, until: f64) -> Self {
        let mut elements: Vec<Element> = Vec::new();
        for event in motion.events.iter().chain(&other.events) {
            if !elements.contains(&event.element()) {
                elements.push(event.element());
            }
        }
        let mut matching = Self { pairs: Vec::new(), parted: None };
        for element in elements {
            let [a, b] =
                [motion, other].map(|trace| lasting(&trace.events, element, window, until));
            matching.add(&a, &b, window, until);
        }
        matching
    }

    fn add(&mut self, a: &[Event], b: &[Event], window: &dyn Fn(f64, Change) -> f64, until: f64) {
        for k in 0..a.len().max(b.len()) {
            let (x, y) = (a.get(k), b.get(k));
            let time = x.iter().chain(&y).map(|event| event.time()).fold(f64::INFINITY, f64::min);
            if time >= until - window(time, Change::Reversal) {
                return;
            }
            let name = |event: &Event| match event.element() {
                Element::Contact(ContactId(contact)) => format!("contact {contact}"),
                Element::Spring(SpringId(spring)) => format!("spring {spring}"),
                Element::Force(ForceId(force)) => format!("force {force}"),
            };
            let element = x.or(y).map(name).expect("one of them");
            let (told, quantity, size) = match (x, y) {
                (Some(x), Some(y)) if (x.from(), x.to()) == (y.from(), y.to()) => {
                    let by = x.time() - y.time();
                    let explained = window(x.time(), Change::of(x));
                    if by.abs() <= explained {
                        self.pairs.push((time, by));
                        continue;
                    }
                    let told = format!("{by:e} s apart, {explained:e} explained: {x:?} and {y:?}");
                    (told, "time", by.abs())
                }
                _ => (format!("other transitions: {x:?} and {y:?}"), "transitions", 1.0),
            };
            let times = || a.iter().chain(b).map(|event| event.time());
            let next = times().filter(|other| *other > time).fold(until, f64::min);
            let last = times().filter(|other| *other < time).fold(0.0, f64::max);
            let first = [x, y].into_iter().flatten().find(|event| event.time() == time);
            let faint = first.and_then(|event| {
                let turns = event.from() * event.to() < 0;
                let same = x.zip(y).is_some_and(|(x, y)| (x.from(), x.to()) == (y.from(), y.to()));
                let ends = |event: &&Event| event.to() == 2;
                let looks = match event.to() {
                    0 => [time - BEFORE; 2],
                    // A load comes back, or ends where what rests has a direction by convention.
                    _ if event.from() == 2 => [time; 2],
                    2 if x.iter().chain(&y).all(ends) => [time; 2],
                    _ if turns && same => [next; 2],
                    _ if turns => [0.5 * (last + time), 0.5 * (time + next)],
                    _ => return None,
                };
                Some((looks, event.element()))
            });
            if self.parted.as_ref().is_none_or(|(first, _)| time < *first) {
                let measure = Measure { quantity: format!("{quantity} of {element}"), size };
                self.parted = Some((time, Difference { told, time, measure, faint }));
            }
            return;
        }
    }
}

/// One transition for two of an element, at the time of the first.
fn joined(first: &Event, second: &Event) -> Event {
    match (*first, *second) {
        (Event::Contact { contact, from, time, .. }, Event::Contact { to, .. }) => {
            Event::Contact { contact, from, to, time }
        }
        (Event::Spring { spring, from, time, .. }, Event::Spring { to, .. }) => {
            Event::Spring { spring, from, to, time }
        }
        (Event::Force { force, from, time, .. }, Event::Force { to, .. }) => {
            Event::Force { force, from, to, time }
        }
        _ => unreachable!("transitions of one element"),
    }
}

/// The transitions of an element up to a time that last longer than a window: those that follow one another faster are one.
fn lasting(
    events: &[Event],
    element: Element,
    window: &dyn Fn(f64, Change) -> f64,
    until: f64,
) -> Vec<Event> {
    let mut list: Vec<Event> = Vec::new();
    let brief = |last: &Event, event: &Event| {
        let touches = last.from() == event.to() || last.from() == 2 && event.to() == 0;
        let least = match last.to() {
            _ if !touches => 0.0,
            2 => LOAD_TOUCH,
            _ => TOUCH,
        };
        event.time() - last.time() <= window(event.time(), Change::Reversal).max(least)
    };
    // Windows behind the end of what can be compared may be as long as all before it.
    let compared = |event: &&Event| event.time() > START && event.time() < until;
    for event in events.iter().filter(|event| event.element() == element).filter(compared) {
        match list.last_mut() {
            Some(last) if last.to() == event.from() && brief(last, event) => {
                *last = joined(last, event);
                if last.to() == last.from() {
                    list.pop();
                }
            }
            _ => list.push(*event),
        }
    }
    list
}
