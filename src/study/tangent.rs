//! The flow x(t) and its derivative by the state at the start, across transitions.
//!
//! In a mode the derivative Φ solves the variational equation Φ' = J(t) Φ, J by the unit's directional derivatives. A part
//! of length h is one step of the Magnus series of order 6 with J at the three Gauss points (S. Blanes, F. Casas,
//! J. Ros, BIT 40 (2000) 434–450): exact where J is constant. At a transition where the event function g passes zero and
//! f⁻ becomes f⁺, the state being continuous, Φ is multiplied by the saltation matrix
//! ```text
//!   S = 1 + (f⁺ − f⁻) (∂g/∂x) / (dg/dt)⁻
//! ```
//! (P. C. Müller, Chaos, Solitons & Fractals 5 (1995) 1671–1691; R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations
//! of Non-Smooth Mechanical Systems, Springer 2004). Where a contact sticks, g is the slip velocity w: S maps to
//! ∂w = 0 and lowers the rank. Where it begins to slip, g = λ − ρN with the ratio ρ of friction and load at that
//! instant.

mod guards;

use faer::Mat;

use super::constants::Constant;
use super::linear::exponential;
use super::model::{Case, Refusal};
use crate::unit::{ContactId, Event, Fault, Simulation, Snapshot};
use guards::{Terms, are_parallel, deciding, guard, is_release, jumps_by_state};

/// Derivatives at a transition are taken so much before and after it, as a part of max(1 s, |t|): beyond round-off of
/// its time, and below what any derivative is asked for.
const ASIDE: f64 = 1e-12;
/// Greatest number of doublings of that, until the transition lies within: to some 1e-7.
const MOST_DOUBLINGS: u32 = 17;
/// f⁺ and f⁻ that differ by less, relative to their size, are equal: what they change in the time of [`ASIDE`].
const CONTINUOUS: f64 = 1e-10;
/// (dg/dt)⁻ below this part of |∂g/∂x|·|f| grazes: no derivative.
const GRAZING: f64 = 1e-12;
/// Greatest change by halving a part, relative to the derivative over it.
const ACCURACY: f64 = 1e-11;
/// The greatest change for derivatives to parameters, which lead a search. Noise of measurements is far above, and halves are 64
/// times as exact.
const SEARCH_ACCURACY: f64 = 1e-8;
/// Factor by which the parabola through the nodes misses J or ẋ less at an end of half a part, these being smooth: 8 in the limit.
const SMOOTH: f64 = 4.0;
/// ẋ that misses the parabola through its nodes by more, relative to the greatest of all, may jump within a part; in the shortest
/// ones it does, since what bends there changes it by less.
const JUMP: f64 = 1e-6;
/// Parts are halved down to this part of max(1 s, |t|): what a jump of J changes within it is below [`ACCURACY`].
const SHORTEST: f64 = 1e-12;
/// Transitions within a part; more accumulate.
const MOST_TRANSITIONS: usize = 1000;

/// Nodes of Gauss's rule on 0 to 1.
const NODES: [f64; 3] = [0.112_701_665_379_258_31, 0.5, 0.887_298_334_620_741_7];

/// Weights of the values at the nodes for that of their parabola at 0.
const AT_START: [f64; 3] = [1.478_830_557_701_236, -2.0 / 3.0, 0.187_836_108_965_430_5];

/// The derivative over a part, and the error of the parabola through J at the nodes at both ends, times h.
struct Part {
    change: Mat<f64>,
    misfit: [f64; 2],
    /// The greater error of that through ẋ, as a part of the greatest of ẋ.
    jump: f64,
}

/// A motion with the derivative of its state by that at the start.
#[derive(Debug)]
pub struct Tangent<'m> {
    model: &'m Case,
    /// Parameters beside the states that the motion is differentiated by: constants of it.
    constants: Vec<Constant>,
    /// Greatest change by halving a part, relative to its derivative.
    accuracy: f64,
    pub instance: Simulation,
    /// A row and a column for each state, then for each constant.
    pub phi: Mat<f64>,
    pub events: Vec<Event>,
}

impl<'m> Tangent<'m> {
    /// Starts from a state at a time, s. What is stuck moves as one from the start: Φ is the projection on such
    /// changes.
    ///
    /// # Errors
    /// Values that break a rule.
    pub fn start(model: &'m Case, time: f64, state: &[f64]) -> Result<Self, Fault> {
        let tangent = Self::start_by(model, (time, state), Vec::new())?;
        Ok(Self { accuracy: ACCURACY, ..tangent })
    }

    /// Starts with derivatives to parameters too, as exact as a search needs. They are states c with c' = 0.
    ///
    /// # Errors
    /// Those of [`Tangent::start`].
    pub(super) fn start_by(
        model: &'m Case,
        (time, state): (f64, &[f64]),
        constants: Vec<Constant>,
    ) -> Result<Self, Fault> {
        let instance = model.start(time, state, false)?;
        let (phi, events) = (Mat::zeros(0, 0), Vec::new());
        let accuracy = SEARCH_ACCURACY;
        let mut tangent = Self { model, constants, accuracy, instance, phi, events };
        let unknowns: Vec<usize> = model.rows().iter().map(|row| row.variable).collect();
        tangent.phi = tangent.square(&unknowns)?;
        for k in model.rows().len()..tangent.phi.nrows() {
            tangent.phi[(k, k)] = 1.0;
        }
        Ok(tangent)
    }

    /// Returns the derivatives of variables, present values of the state and the constants being what they are by.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn slopes_of(&mut self, variables: &[usize]) -> Result<Mat<f64>, Fault> {
        Ok(self.matrix(variables)? * &self.phi)
    }

    /// Returns the derivatives of variables by states and constants as they are now.
    fn matrix(&mut self, unknowns: &[usize]) -> Result<Mat<f64>, Fault> {
        let states = self.model.rows();
        let mut found = Mat::zeros(unknowns.len(), states.len() + self.constants.len());
        for (j, row) in states.iter().enumerate() {
            let known = std::iter::once((row.variable, 1.0));
            self.instance
                .directional_derivative(unknowns, known, |i, value| found[(i, j)] = value)?;
        }
        for (j, constant) in (states.len()..).zip(&self.constants) {
            let direction = constant.direction(&mut self.instance)?.into_iter();
            self.instance
                .directional_derivative(unknowns, direction, |i, value| found[(i, j)] = value)?;
            for (i, unknown) in unknowns.iter().enumerate() {
                found[(i, j)] += constant.own(&mut self.instance, *unknown)?;
            }
        }
        Ok(found)
    }

    /// Returns the derivatives of a variable of each state, with rows of 0 for the constants.
    fn square(&mut self, unknowns: &[usize]) -> Result<Mat<f64>, Fault> {
        let top = self.matrix(unknowns)?;
        let rows = top.nrows();
        let entry = |i: usize, j: usize| if i < rows { top[(i, j)] } else { 0.0 };
        Ok(Mat::from_fn(top.ncols(), top.ncols(), entry))
    }

    /// Goes on to a time.
    ///
    /// # Errors
    /// A motion that cannot continue, or that has no derivative.
    pub fn go(&mut self, end: f64) -> Result<(), Refusal> {
        for _ in 0..MOST_TRANSITIONS {
            let time = self.instance.time();
            if time >= end {
                return Ok(());
            }
            let before = self.instance.save();
            self.instance.step(time, end - time)?;
            let causes = deciding(self.model.unit(), self.instance.step_events());
            self.instance.restore(&before)?;
            if causes.is_empty() {
                return self.smooth(end);
            }
            self.cross(&before, &causes)?;
        }
        Err(Refusal::NotFound(format!(
            "more than {MOST_TRANSITIONS} transitions before t = {end} s: derivatives across so many are not supported"
        )))
    }

    /// Integrates a part without transitions: halved until halves give the same as the whole. Where a law has a kink J
    /// jumps, which halving encloses.
    fn smooth(&mut self, end: f64) -> Result<(), Refusal> {
        let start = self.instance.time();
        let middle = 0.5 * (start + end);
        let before = self.instance.save();
        let whole = self.part(end)?;
        self.instance.restore(&before)?;
        let (first, second) = (self.part(middle)?, self.part(end)?);
        let halves = &second.change * &first.change;
        let agree =
            (&whole.change - &halves).norm_max() <= self.accuracy * halves.norm_max().max(1.0);
        // Beyond the nodes next to an end a kink is seen by neither.
        let hidden = |whole: f64, half: f64| half > self.accuracy && half * SMOOTH > whole;
        let kink =
            hidden(whole.misfit[0], first.misfit[0]) || hidden(whole.misfit[1], second.misfit[1]);
        let short = end - start <= SHORTEST * end.abs().max(1.0);
        let jump = first.jump.max(second.jump);
        let jumps = jump > JUMP && jump * SMOOTH > whole.jump;
        if short && jumps && jumps_by_state(self.model.unit()) {
            return Err(Refusal::NotFound(format!(
                "a force, a load or a law by formula jumps at t = {start} s where the motion decides: the derivative across that \
                 is not known; a steep smooth step in its place, as by `tanh`, has one"
            )));
        }
        if short || (agree && !kink && !jumps) {
            self.phi = halves * &self.phi;
            return Ok(());
        }
        self.instance.restore(&before)?;
        self.smooth(middle)?;
        self.smooth(end)
    }

    /// Makes a step of the Magnus series, at the end of which the motion then is.
    fn part(&mut self, end: f64) -> Result<Part, Refusal> {
        let start = self.instance.time();
        let h = end - start;
        let derivatives: Vec<usize> = self.model.rows().iter().map(|row| row.derivative).collect();
        let (before, at_start) = (self.square(&derivatives)?, self.rate()?);
        let (mut a, mut rates) = (Vec::with_capacity(NODES.len()), Vec::with_capacity(NODES.len()));
        for node in NODES {
            self.step_to(start + node * h)?;
            a.push(self.square(&derivatives)?);
            rates.push(self.rate()?);
        }
        self.step_to(end)?;
        let (after, after_rate) = (self.square(&derivatives)?, self.rate()?);
        let at_end = |a: [&Mat<f64>; 3]| {
            let [x, y, z] = AT_START;
            a[0] * faer::Scale(x) + a[1] * faer::Scale(y) + a[2] * faer::Scale(z)
        };
        let misfit = [
            h * (before - at_end([&a[0], &a[1], &a[2]])).norm_max(),
            h * (after - at_end([&a[2], &a[1], &a[0]])).norm_max(),
        ];
        let off = (&at_start - at_end([&rates[0], &rates[1], &rates[2]])).norm_max();
        let off = off.max((&after_rate - at_end([&rates[2], &rates[1], &rates[0]])).norm_max());
        let size = at_start.norm_max().max(after_rate.norm_max());
        let jump = if off > 0.0 { off / size } else { 0.0 };
        Ok(Part { change: exponential(&magnus(&a, h)), misfit, jump })
    }

    /// Returns ẋ.
    fn rate(&mut self) -> Result<Mat<f64>, Fault> {
        let rate = self.model.rate(&mut self.instance)?;
        Ok(Mat::from_fn(rate.len(), 1, |i, _| rate[i]))
    }

    fn step_to(&mut self, end: f64) -> Result<(), Fault> {
        let time = self.instance.time();
        // Nodes of the shortest parts may coincide.
        if end > time {
            self.instance.step(time, end - time)?;
        }
        Ok(())
    }

    /// Goes up to transitions of one instant, of which the others are consequences, and across them; `before` is the present
    /// state.
    fn cross(&mut self, before: &Snapshot, causes: &[Event]) -> Result<(), Refusal> {
        let at = causes[0].time();
        let aside = ASIDE * at.abs().max(1.0);
        if at - aside > self.instance.time() {
            self.smooth(at - aside)?;
        } else {
            self.instance.restore(before)?;
        }
        let leaving = self.model.rate(&mut self.instance)?;
        let event = self.cause(causes);
        let slopes = self.guard_slopes(&event)?;
        let mut agree = true;
        for other in causes.iter().filter(|other| !is_release(other)) {
            agree &= match (&slopes, self.guard_slopes(other)?) {
                (Some(one), Some(other)) => are_parallel(one, &other),
                _ => false,
            };
        }
        self.step_across(at, aside)?;
        let going = self.model.rate(&mut self.instance)?;
        let jump: Vec<f64> =
            going.iter().zip(&leaving).map(|(after, before)| after - before).collect();
        let size = |vector: &[f64]| vector.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if size(&jump) <= CONTINUOUS * size(&going).max(size(&leaving)) {
            return Ok(());
        }
        let refuse = |why: &str| {
            let (name, from, to) = self.model.unit().event_names(&event);
            Refusal::NotFound(format!("{name}: {from} → {to} at t = {at} s {why}"))
        };
        let (gradient, rate) =
            slopes.ok_or_else(|| refuse("has no event function whose derivative is known"))?;
        let scale = size(&gradient) * size(&leaving);
        if rate.abs() <= GRAZING * scale || rate == 0.0 {
            return Err(refuse(
                "only touches its limit (grazing): the motion has no derivative there",
            ));
        }
        if !agree {
            return Err(refuse(
                "coincides with another transition: the motion has no derivative there",
            ));
        }
        let count = gradient.len();
        let jump = |i: usize| jump.get(i).copied().unwrap_or(0.0);
        let saltation = Mat::from_fn(count, count, |i, j| {
            f64::from(u8::from(i == j)) + jump(i) * gradient[j] / rate
        });
        self.phi = saltation * &self.phi;
        Ok(())
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
    fn guard_slopes(&mut self, event: &Event) -> Result<Option<(Vec<f64>, f64)>, Fault> {
        match guard(self.model.unit(), event) {
            Some(terms) => self.slopes(&terms, event).map(Some),
            None => Ok(None),
        }
    }

    /// Returns the gradient of a guard Σ cᵢyᵢ by the states, and its rate along the motion.
    fn slopes(&mut self, terms: &Terms, event: &Event) -> Result<(Vec<f64>, f64), Fault> {
        let mut weights = vec![1.0];
        if let [force, load] = terms[..] {
            let values = (
                super::model::real(&mut self.instance, force)?,
                super::model::real(&mut self.instance, load)?,
            );
            weights.push(-values.0 / values.1);
        }
        let gradients = self.matrix(terms)?;
        let column = |j: usize| (0..terms.len()).map(|i| weights[i] * gradients[(i, j)]).sum();
        let mut gradient: Vec<f64> = (0..gradients.ncols()).map(column).collect();
        let states = self.model.rows().len();
        for (slope, constant) in gradient[states..].iter_mut().zip(&self.constants) {
            *slope += constant.threshold(event);
        }
        let mut rate = 0.0;
        for (index, weight) in terms.iter().zip(weights) {
            rate += weight * self.instance.output_derivative(*index)?;
        }
        Ok((gradient, rate))
    }

    /// Returns the state.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn state(&mut self) -> Result<Vec<f64>, Fault> {
        self.model.state(&mut self.instance)
    }
}

/// Returns the exponent of a step of the Magnus series of order 6.
fn magnus(a: &[Mat<f64>], h: f64) -> Mat<f64> {
    let first = &a[1] * faer::Scale(h);
    let second = (&a[2] - &a[0]) * faer::Scale(15f64.sqrt() / 3.0 * h);
    let third = (&a[2] - &a[1] * faer::Scale(2.0) + &a[0]) * faer::Scale(10.0 / 3.0 * h);
    let bracket = |x: &Mat<f64>, y: &Mat<f64>| x * y - y * x;
    let c1 = bracket(&first, &second);
    let c2 = bracket(&first, &(&third * faer::Scale(2.0) + &c1)) * faer::Scale(-1.0 / 60.0);
    let inner = &c1 - &first * faer::Scale(20.0) - &third;
    let correction = bracket(&inner, &(&second + &c2)) * faer::Scale(1.0 / 240.0);
    &first + &third * faer::Scale(1.0 / 12.0) + &correction
}
