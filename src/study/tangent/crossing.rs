//! Transitions and jumps of formulas along a motion: event functions, and the saltation matrix across them.

use faer::Mat;

use super::Tangent;
use super::guards::{
    Terms, are_parallel, changes_by, guard, is_release, jumps_by_state, set_slope, slip,
};
use crate::study::model::{Refusal, StateRow, real};
use crate::unit::{Accessor, Causality, ContactId, Event, Fault, Snapshot};

/// Greatest number of doublings of a time beside a transition, until this lies within: to some 1e-7.
const MOST_DOUBLINGS: u32 = 17;
/// f⁺ and f⁻ that differ by less, relative to their size, beyond what they change by in the time beside it, are equal.
const CONTINUOUS: f64 = 1e-10;
/// (dg/dt)⁻ below this part of |∂g/∂x|·|f| grazes: no derivative.
const GRAZING: f64 = 1e-12;

/// Factor by which a state that is set moves farther than by its rate and round-off.
const LEAP: f64 = 4.0;

/// Gradient of an event function by states and constants, and its rate along the motion.
pub(super) type Slopes = (Vec<f64>, f64);

/// The side of an instant on which a motion comes to it.
struct Before {
    snapshot: Snapshot,
    time: f64,
    state: Vec<f64>,
    rate: Vec<f64>,
    /// Derivative of the rate.
    bend: Vec<f64>,
    /// Branches of decisions, and those of the laws of slipping contacts.
    branches: Vec<Option<usize>>,
    branches_of_slip: Vec<Option<usize>>,
    /// States at their ends.
    ended: Vec<Option<usize>>,
}

impl Tangent<'_> {
    /// Goes across transitions of one instant, of which the others are consequences, from `aside` s before it.
    pub(super) fn cross(&mut self, causes: &[Event], aside: f64) -> Result<(), Refusal> {
        let at = causes[0].time();
        let before = self.before()?;
        let first = self.cause(causes);
        let mut functions = Vec::new();
        for event in causes.iter().filter(|event| !is_release(event) || **event == first) {
            // Those of elements by formula are the numbers that decide.
            if !matches!(event, Event::Force { .. }) {
                functions.push(self.guard_slopes(event)?);
            }
        }
        self.step_across(at, aside)?;
        let passed = self.passed(&before, causes)?;
        if is_release(&first) && !passed.is_empty() {
            functions.clear();
        }
        functions.extend(passed);
        let (name, from, to) = self.model.unit().event_names(&first);
        let subject = format!("{name}: {from} → {to} at t = {at} s");
        self.jump(&before, &functions, &subject)
    }

    /// Goes on to a time that is so close that what jumps on the way does so now.
    pub(super) fn cross_jump(&mut self, end: f64) -> Result<(), Refusal> {
        let before = self.before()?;
        let start = self.instance.time();
        self.step_to(end)?;
        let functions = self.passed(&before, &[])?;
        if functions.is_empty() && !jumps_by_state(self.model.unit()) {
            return Ok(());
        }
        let subject = format!("the jump of a force, a load or a law by formula at t = {start} s");
        self.jump(&before, &functions, &subject)
    }

    /// Multiplies Φ by the saltation matrix of event functions that come to 0 together, between a side before and now.
    fn jump(
        &mut self,
        before: &Before,
        functions: &[Option<Slopes>],
        subject: &str,
    ) -> Result<(), Refusal> {
        let leaving = &before.rate;
        let going = self.model.rate(&mut self.instance)?;
        let set = self.states_set(before, &going)?;
        let kept: Vec<f64> =
            set.iter().map(|contact| f64::from(u8::from(contact.is_none()))).collect();
        let jump: Vec<f64> = (0..going.len()).map(|i| going[i] - kept[i] * leaving[i]).collect();
        let size = |vector: &[f64]| vector.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let refuse = |why: &str| Refusal::NotFound(format!("{subject} {why}"));
        let by_constants = self.set_by_constants(&set)?;
        let least = CONTINUOUS * size(&going).max(size(leaving));
        let (bend, elapsed) = (self.bend()?, self.instance.time() - before.time);
        let changes = |i: usize| elapsed * before.bend[i].abs().max(bend[i].abs());
        if jump.iter().enumerate().all(|(i, jump)| jump.abs() <= least + changes(i)) {
            self.phi = by_constants * &self.phi;
            return Ok(());
        }
        let known: Option<Vec<&Slopes>> = functions.iter().map(Option::as_ref).collect();
        let known = known.filter(|known| !known.is_empty());
        let known =
            known.ok_or_else(|| refuse("has no event function whose derivative is known"))?;
        let (gradient, rate) = known[0];
        let scale = size(gradient) * size(leaving);
        if rate.abs() <= GRAZING * scale || *rate == 0.0 {
            return Err(refuse(
                "only touches its limit (grazing): the motion has no derivative there",
            ));
        }
        if !known.iter().all(|other| are_parallel(known[0], other)) {
            return Err(refuse(
                "coincides with another transition: the motion has no derivative there",
            ));
        }
        let count = gradient.len();
        let jump = |i: usize| jump.get(i).copied().unwrap_or(0.0);
        let saltation =
            Mat::from_fn(count, count, |i, j| by_constants[(i, j)] + jump(i) * gradient[j] / rate);
        self.phi = saltation * &self.phi;
        Ok(())
    }

    /// Returns for each state the contact whose law has set it on the way, whatever it was: farther than rates take it, or at its
    /// end.
    fn states_set(&mut self, before: &Before, going: &[f64]) -> Result<Vec<Option<usize>>, Fault> {
        let (now, elapsed) = (self.state()?, self.instance.time() - before.time);
        let variables = self.model.unit().variables();
        let arrived = self.arrived(&before.ended);
        let set = self.model.rows().iter().enumerate().map(|(i, row)| {
            if arrived[i].is_some() {
                return arrived[i];
            }
            let Accessor::InternalState(contact, _) = variables[row.variable].accessor else {
                return None;
            };
            let by_rate = going[i].abs().max(before.rate[i].abs()) * elapsed;
            let moved = (now[i] - before.state[i]).abs();
            (moved > LEAP * (by_rate + f64::EPSILON * now[i].abs())).then_some(contact)
        });
        Ok(set.collect())
    }

    /// Returns the derivatives of states and constants after those at an instant at which some states are set, each by the law of a
    /// contact: they depend on its numbers alone.
    pub(super) fn set_by_constants(&mut self, set: &[Option<usize>]) -> Result<Mat<f64>, Fault> {
        let count = set.len() + self.constants.len();
        let mut found = Mat::identity(count, count);
        let state = self.state()?;
        for (i, contact) in set.iter().enumerate() {
            let Some(contact) = *contact else { continue };
            found[(i, i)] = 0.0;
            for (j, constant) in (set.len()..).zip(&self.constants) {
                let place = constant.place_in_law(self.model.unit(), contact);
                let row = self.model.rows()[i].variable;
                let slope = |place| set_slope(self.model, (contact, row), state[i], place);
                found[(i, j)] = place.map_or(0.0, slope);
            }
        }
        Ok(found)
    }

    /// Returns for each state the contact whose law keeps it at the end of its way.
    pub(super) fn ended(&self) -> Vec<Option<usize>> {
        let variables = self.model.unit().variables();
        let ended = |row: &StateRow| match variables[row.variable].accessor {
            Accessor::InternalState(contact, of) => {
                self.instance.is_at_end(contact, of).then_some(contact)
            }
            _ => None,
        };
        self.model.rows().iter().map(ended).collect()
    }

    /// True for each state that comes to an end after a finite way, and is not there.
    pub(super) fn on_their_way(&self) -> Vec<bool> {
        let variables = self.model.unit().variables();
        let tends = |row: &StateRow| match variables[row.variable].accessor {
            Accessor::InternalState(contact, of) => self.instance.tends_to_end(contact, of),
            _ => false,
        };
        self.model.rows().iter().map(tends).collect()
    }

    /// Returns those of the states at their ends that were not there before.
    pub(super) fn arrived(&self, before: &[Option<usize>]) -> Vec<Option<usize>> {
        let new = self.ended().into_iter().zip(before);
        new.map(|(now, before)| now.filter(|_| before.is_none())).collect()
    }

    /// Returns for each state the contact that has set it at the start: a bristle is where it would be attached while the contact
    /// slips, or where its force ends.
    pub(super) fn states_set_at_start(&self) -> Vec<Option<usize>> {
        let unit = self.model.unit();
        let set = |variable: usize| match unit.variables()[variable].accessor {
            Accessor::InternalState(contact, _) => {
                let attaches = unit.network().contacts[contact].law.kind.attaches();
                (attaches && self.instance.branch_of_slip(contact).is_some()).then_some(contact)
            }
            _ => None,
        };
        let rows = self.model.rows().iter().zip(self.ended());
        rows.map(|(row, ended)| ended.or(set(row.variable))).collect()
    }

    /// Returns the present side of what comes next.
    fn before(&mut self) -> Result<Before, Fault> {
        let rate = self.model.rate(&mut self.instance)?;
        Ok(Before {
            snapshot: self.instance.save(),
            time: self.instance.time(),
            state: self.state()?,
            rate,
            bend: self.bend()?,
            branches: self.instance.branches(),
            branches_of_slip: self.branches_of_slip(),
            ended: self.ended(),
        })
    }

    /// Returns the derivative of ẋ just after the present time; 0 of a rate that is no output.
    fn bend(&mut self) -> Result<Vec<f64>, Fault> {
        let variables = self.model.unit().variables();
        let is_output = |place: usize| variables[place].causality == Causality::Output;
        let bend = |row: &StateRow| match is_output(row.derivative) {
            true => self.instance.output_derivative(row.derivative),
            false => Ok(0.0),
        };
        self.model.rows().iter().map(bend).collect()
    }

    fn branches_of_slip(&self) -> Vec<Option<usize>> {
        let contacts = 0..self.model.unit().network().contacts.len();
        contacts.map(|contact| self.instance.branch_of_slip(contact)).collect()
    }

    /// Returns the event functions of the decisions that jump, or are those of the elements of some transitions, and are on other
    /// branches than before: the numbers that decide, there. None: one is not known. Before them those of states at their ends.
    fn passed(
        &mut self,
        before: &Before,
        causes: &[Event],
    ) -> Result<Vec<Option<Slopes>>, Refusal> {
        let unit = self.model.unit().clone();
        let (now, slips) = (self.instance.branches(), self.branches_of_slip());
        let decisions: Vec<usize> = (0..now.len())
            .filter(|slot| before.branches[*slot] != now[*slot] && changes_by(&unit, *slot, causes))
            .collect();
        let changed = |(contact, slip): (usize, &Option<usize>)| {
            let from = before.branches_of_slip[contact];
            (from.is_some() && slip.is_some() && from != *slip).then_some(contact)
        };
        let contacts: Vec<usize> = slips.iter().enumerate().filter_map(changed).collect();
        let mut found = self.arrivals(before)?;
        if decisions.is_empty() && contacts.is_empty() {
            return Ok(found);
        }
        let after = self.instance.save();
        self.instance.restore(&before.snapshot)?;
        for slot in decisions {
            // Forces decide when a number leaves the level at which it has stayed; one of the time alone does so by itself.
            let (gradient, rate) = self.decision_slopes(slot)?;
            let is_timed = rate != 0.0 && gradient.iter().all(|slope| *slope == 0.0);
            let moves = before.branches[slot].is_some() || is_timed;
            found.push(moves.then_some((gradient, rate)));
        }
        for contact in contacts {
            // Where its law has the level is no number of the motion.
            let mut constants = self.constants.iter();
            let moves = constants.any(|one| one.place_in_law(&unit, contact).is_some());
            let terms = slip(&unit, contact).filter(|_| !moves);
            found.push(terms.map(|terms| self.slopes(terms)).transpose()?);
        }
        self.instance.restore(&after)?;
        Ok(found)
    }

    /// Returns the event functions of the states that have come to their ends: their distances from these.
    fn arrivals(&mut self, before: &Before) -> Result<Vec<Option<Slopes>>, Fault> {
        let arrived = self.arrived(&before.ended);
        let at_end = self.set_by_constants(&arrived)?;
        let function = |i: usize| {
            let distance = |j: usize| if i == j { 1.0 } else { -at_end[(i, j)] };
            Some(((0..at_end.ncols()).map(distance).collect(), before.rate[i]))
        };
        Ok((0..arrived.len()).filter(|i| arrived[*i].is_some()).map(function).collect())
    }

    /// Returns the slopes of the number of a decision.
    fn decision_slopes(&mut self, slot: usize) -> Result<Slopes, Fault> {
        let nothing = |_, _| {};
        let mut gradient = Vec::new();
        for row in self.model.rows() {
            let known = std::iter::once((row.variable, 1.0));
            self.instance.directional_derivative(&[], known, nothing)?;
            gradient.push(self.instance.decision_terms()[slot]);
        }
        for constant in &self.constants {
            let direction = constant.direction(&mut self.instance)?.into_iter();
            self.instance.directional_derivative(&[], direction, nothing)?;
            gradient.push(self.instance.decision_terms()[slot]);
        }
        self.instance.output_derivatives(std::iter::empty(), |_| {})?;
        Ok((gradient, self.instance.decision_terms()[slot]))
    }

    /// Steps over transitions at a time, s, from before them to at least so much behind.
    fn step_across(&mut self, at: f64, mut reach: f64) -> Result<(), Refusal> {
        for _ in 0..=MOST_DOUBLINGS {
            let time = self.instance.time();
            self.instance.step(time, at + reach - time)?;
            self.events.extend_from_slice(self.instance.step_events());
            if !self.instance.step_events().is_empty() {
                return Ok(());
            }
            reach *= 2.0;
        }
        Err(Refusal::NotFound(format!(
            "the transition at t = {at} s does not recur in shorter steps"
        )))
    }

    /// Returns the transition that has the others of its instant as consequences: of those that are releases all, the one that
    /// is at its limit right before.
    fn cause(&self, causes: &[Event]) -> Event {
        let used = |event: &Event| match *event {
            Event::Contact { contact: ContactId(contact), .. } => {
                self.instance.use_of_limit(contact)
            }
            _ => 0.0,
        };
        let mut first = causes[0];
        if causes.iter().all(is_release) {
            for event in &causes[1..] {
                if used(event) > used(&first) {
                    first = *event;
                }
            }
        }
        first
    }

    /// Returns the gradient and the rate of the guard of a transition, if an output is one.
    fn guard_slopes(&mut self, event: &Event) -> Result<Option<Slopes>, Fault> {
        let Some(terms) = guard(self.model, event) else { return Ok(None) };
        let (mut gradient, rate) = self.slopes(terms)?;
        let states = self.model.rows().len();
        for (slope, constant) in gradient[states..].iter_mut().zip(&self.constants) {
            *slope += constant.threshold(event);
        }
        Ok(Some((gradient, rate)))
    }

    /// Returns the gradient of a guard by the states and constants, and its rate along the motion.
    fn slopes(&mut self, terms: Terms) -> Result<Slopes, Fault> {
        let weighted = match terms {
            Terms::Sum(terms) => terms,
            Terms::Ratio([one, by]) => {
                let mut value = |variable: usize| real(&mut self.instance, variable);
                let ratio = value(one)? / value(by)?;
                vec![(one, 1.0), (by, -ratio)]
            }
        };
        let variables: Vec<usize> = weighted.iter().map(|(variable, _)| *variable).collect();
        let gradients = self.matrix(&variables)?;
        let weights = || weighted.iter().map(|(_, weight)| weight).enumerate();
        let column = |j: usize| weights().map(|(i, weight)| weight * gradients[(i, j)]).sum();
        let gradient = (0..gradients.ncols()).map(column).collect();
        let mut rate = 0.0;
        for (variable, weight) in weighted {
            rate += weight * self.instance.output_derivative(variable)?;
        }
        Ok((gradient, rate))
    }
}
