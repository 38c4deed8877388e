//! The flow along a motion: steps of the Magnus series between transitions, which are located and crossed.

use faer::Mat;

use super::Tangent;
use super::guards::deciding;
use crate::study::constants::Constant;
use crate::study::linear::exponential;
use crate::study::model::{Case, Refusal};
use crate::unit::Fault;

/// Derivatives at a transition are taken so much before and after it, as a part of max(1 s, |t|): beyond round-off of
/// its time, and below what any derivative is asked for.
const ASIDE: f64 = 1e-12;
/// Greatest change by halving a part, relative to the derivative over it.
const ACCURACY: f64 = 1e-11;
/// The greatest change for derivatives to parameters, which lead a search. Noise of measurements is far above, and halves are 64
/// times as exact.
pub const SEARCH_ACCURACY: f64 = 1e-8;
/// Factor by which the parabola through the nodes misses J or ẋ less at an end of half a part, these being smooth: 8 in the limit.
const SMOOTH: f64 = 4.0;
/// ẋ that misses the parabola through its nodes by more, relative to the greatest of all, may jump within a part; in the shortest
/// ones it does, since what bends there changes it by less. What rounding of the state makes of ẋ is no part of it.
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
    /// Change of J by round-off of states on their way to an end, near which J may grow without bound, times h.
    noise: f64,
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
    pub fn start_by(
        model: &'m Case,
        (time, state): (f64, &[f64]),
        constants: Vec<Constant>,
    ) -> Result<Self, Fault> {
        let mut instance = model.start(time, state, false)?;
        instance.differentiate_motions();
        let (phi, events) = (Mat::zeros(0, 0), Vec::new());
        let accuracy = SEARCH_ACCURACY;
        let mut tangent = Self { model, constants, accuracy, instance, phi, events };
        tangent.restart()?;
        let set = tangent.states_set_at_start();
        tangent.phi = tangent.set_by_constants(&set)? * &tangent.phi;
        Ok(tangent)
    }

    /// Starts derivatives anew at the present state: what has been lost on the way to it is not.
    ///
    /// # Errors
    /// Those of the instance.
    pub fn restart(&mut self) -> Result<(), Fault> {
        let unknowns: Vec<usize> = self.model.rows().iter().map(|row| row.variable).collect();
        self.phi = self.square(&unknowns)?;
        for k in unknowns.len()..self.phi.nrows() {
            self.phi[(k, k)] = 1.0;
        }
        Ok(())
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
            let at = causes[0].time();
            let aside = ASIDE * at.abs().max(1.0);
            if at - aside > time {
                self.smooth(at - aside)?;
            }
            self.cross(&causes, aside)?;
        }
        Err(Refusal::NotFound(format!(
            "more than {MOST_TRANSITIONS} transitions before t = {end} s: derivatives across so many are not supported"
        )))
    }

    /// Integrates a part without transitions.
    fn smooth(&mut self, end: f64) -> Result<(), Refusal> {
        let before = self.instance.save();
        let whole = self.part(end)?;
        self.instance.restore(&before)?;
        self.halve(end, &whole)
    }

    /// Integrates a part without transitions, of which this is one step: halved until halves give the same as the whole. Where a law
    /// has a kink J jumps, which halving encloses, and where a state comes to its end.
    fn halve(&mut self, end: f64, whole: &Part) -> Result<(), Refusal> {
        let start = self.instance.time();
        let middle = 0.5 * (start + end);
        let (before, ended) = (self.instance.save(), self.ended());
        let (first, second) = (self.part(middle)?, self.part(end)?);
        let halves = &second.change * &first.change;
        let allowed = self.accuracy + whole.noise.max(first.noise).max(second.noise);
        let agree = (&whole.change - &halves).norm_max() <= allowed * halves.norm_max().max(1.0);
        // Beyond the nodes next to an end a kink is seen by neither.
        let hidden = |whole: f64, half: f64| half > allowed && half * SMOOTH > whole;
        let kink =
            hidden(whole.misfit[0], first.misfit[0]) || hidden(whole.misfit[1], second.misfit[1]);
        let short = end - start <= SHORTEST * end.abs().max(1.0);
        let jump = first.jump.max(second.jump);
        let jumps = jump > JUMP && jump * SMOOTH > whole.jump;
        let arrives = self.arrived(&ended).iter().any(Option::is_some);
        if short || (agree && !kink && !jumps && !arrives) {
            self.phi = halves * &self.phi;
            if jumps || arrives {
                self.instance.restore(&before)?;
                return self.cross_jump(end);
            }
            return Ok(());
        }
        self.instance.restore(&before)?;
        self.halve(middle, &first)?;
        self.halve(end, &second)
    }

    /// Makes a step of the Magnus series, at the end of which the motion then is.
    fn part(&mut self, end: f64) -> Result<Part, Refusal> {
        let start = self.instance.time();
        let h = end - start;
        let derivatives: Vec<usize> = self.model.rows().iter().map(|row| row.derivative).collect();
        let (before, at_start) = (self.square(&derivatives)?, self.rate()?);
        let from = self.state()?;
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
            h * (&before - at_end([&a[0], &a[1], &a[2]])).norm_max(),
            h * (&after - at_end([&a[2], &a[1], &a[0]])).norm_max(),
        ];
        let noise = h * (&after - &before).norm_max() * self.rounded_part(&from)?;
        let off = (&at_start - at_end([&rates[0], &rates[1], &rates[2]])).norm_max();
        let off = off.max((&after_rate - at_end([&rates[2], &rates[1], &rates[0]])).norm_max());
        let off = off - self.round_off(&before)?;
        let size = at_start.norm_max().max(after_rate.norm_max());
        let jump = if off > 0.0 { off / size } else { 0.0 };
        Ok(Part { change: exponential(&magnus(&a, h)), misfit, jump, noise })
    }

    /// Returns the greatest round-off of a state on its way to an end, as a part of its change from `from` on.
    fn rounded_part(&mut self, from: &[f64]) -> Result<f64, Fault> {
        let rounded = f64::EPSILON * ends_weight();
        let now = self.state()?;
        let on_its_way = self.on_their_way();
        let part = |i: usize| match (now[i] - from[i]).abs() {
            moved if moved > 0.0 && on_its_way[i] => rounded * now[i].abs() / moved,
            _ => 0.0,
        };
        Ok((0..now.len()).map(part).fold(0.0, f64::max))
    }

    /// Returns the greatest error of an end of the parabola through ẋ where states, and the forces that they make, are rounded:
    /// near a steady motion forces cancel.
    fn round_off(&mut self, jacobian: &Mat<f64>) -> Result<f64, Fault> {
        let state = self.state()?;
        let row = |i: usize| {
            let terms = state.iter().enumerate().map(|(j, x)| (jacobian[(i, j)] * x).abs());
            terms.sum::<f64>()
        };
        Ok(ends_weight() * f64::EPSILON * (0..state.len()).map(row).fold(0.0, f64::max))
    }
}

/// Returns the sum of the magnitudes of what the error of the parabola at an end is made of.
fn ends_weight() -> f64 {
    1.0 + AT_START.iter().map(|weight| weight.abs()).sum::<f64>()
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
