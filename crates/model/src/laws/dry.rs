//! The dry part of a friction law with its numbers: the magnitude f of the friction force against slip of speed
//! x = |w|, in each direction. Forces are −f and f; the viscous part and the normal load that multiplies
//! coefficients are added by [`super::Law`].

pub mod change;
mod checks;
mod magnitude;
mod told;

use std::sync::atomic::{AtomicU64, Ordering};

use super::declaration::{Broken, rule};
use super::form::Form;
use super::given::{ARGUMENT, LOAD, Place};
use super::regularisation::RegularisationKind;
use super::singular::{SINGULAR, near_zero};
use super::{Argument, Direction, LawKind};
use crate::algebra::taylor::{Coefficients, ORDERS, quotient};
use crate::algebra::{Dual, Formula, KinkSearch, Plan, PlanSeries};

/// Slip ratios below this one are no slip: friction up to μ′(0) times it is held at w = 0. It stands above the
/// round-off of velocities, and the force that it leaves out is below 1e-10 of the normal load.
pub const NO_SLIP: f64 = 1e-12;

/// The greatest slip ratio, from which on friction stays what it is.
const WHOLE_SLIP: f64 = 1.0;

/// Conditions of a contact on which a law depends beside the slip velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// Normal load, ≥ 0; 1 where the law's numbers are forces.
    pub load: f64,
    /// The greater of the speeds of both ends, max(|v|, |rω|).
    pub speed: f64,
}

impl Conditions {
    /// Conditions of a law whose numbers are forces.
    pub const UNLOADED: Self = Self { load: 1.0, speed: 0.0 };

    /// Makes the conditions of a law that does not depend on speeds, under this normal load.
    pub fn under(load: f64) -> Self {
        Self { load, speed: 0.0 }
    }
}

/// Series along which a law is expanded, of at least the orders 0..=k.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along<'s> {
    pub direction: Direction,
    pub piece: usize,
    /// x(τ) = |w(τ)|
    pub slip: &'s [f64],
    pub load: &'s [f64],
    pub speed: &'s [f64],
}

/// The plan of a law on a branch of it, and its series, kept from order to order.
#[derive(Clone, Debug)]
pub(super) struct Work {
    plan: Plan,
    series: PlanSeries,
    /// Data for which the plan was made: numbers, direction and branch.
    key: (u64, Direction, usize),
    ratio: Coefficients,
}

impl Default for Work {
    fn default() -> Self {
        let key = (0, Direction::Forward, 0);
        let (plan, series) = Default::default();
        Self { plan, series, key, ratio: [0.0; ORDERS] }
    }
}

impl Work {
    /// Makes room for a law, so that its expansions ask for no memory.
    pub fn reserve(&mut self, dry: &Dry) {
        dry.formulas().formula.iter().for_each(|formula| self.series.reserve(formula, 2));
    }
}

/// One direction of a law.
#[derive(Clone, Debug, Default, PartialEq)]
struct Side {
    /// Values of the argument that part the branches; the last branch has no end.
    kinks: Vec<f64>,
    /// Friction on branch 0 of a law with a singular point at x = 0.
    constant: Option<f64>,
    /// The static limit, where it is one number.
    holds: f64,
}

/// Returns a number that no parameters of a law had before.
pub(super) fn next_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(1);
    LAST.fetch_add(1, Ordering::Relaxed)
}

/// The dry part with its numbers.
#[derive(Clone, Debug)]
pub(super) struct Dry {
    kind: LawKind,
    regularisation: Option<RegularisationKind>,
    numbers: Vec<f64>,
    ends: Vec<usize>,
    version: u64,
    sides: [Side; 2],
    /// Places about which friction changes, and the lengths.
    scales: Vec<(f64, f64)>,
    search: KinkSearch,
}

/// Workspaces do not count.
impl PartialEq for Dry {
    fn eq(&self, other: &Self) -> bool {
        let own = |dry: &Self| (dry.regularisation, dry.sides.clone(), dry.scales.len());
        let numbers = (&self.numbers, &self.ends) == (&other.numbers, &other.ends);
        self.kind == other.kind && numbers && own(self) == own(other)
    }
}

impl Dry {
    /// Makes the dry part of a kind of law without parameters, which it has yet to take.
    pub fn of(kind: &LawKind) -> Self {
        Self {
            kind: kind.clone(),
            regularisation: None,
            numbers: Vec::new(),
            ends: Vec::new(),
            version: 0,
            sides: Default::default(),
            scales: Vec::new(),
            search: KinkSearch::default(),
        }
    }

    /// Takes new numbers, and uses its memory again.
    ///
    /// # Errors
    /// If they break a rule of the law.
    pub fn update(
        &mut self,
        kind: &LawKind,
        regularisation: Option<RegularisationKind>,
        values: (&[f64], &[usize]),
    ) -> Result<(), Broken> {
        if self.kind != *kind {
            self.kind = kind.clone();
        }
        self.regularisation = regularisation;
        self.numbers.clear();
        self.numbers.extend_from_slice(values.0);
        self.ends.clear();
        self.ends.extend_from_slice(values.1);
        self.version = next_version();
        for rule in self.form().rules.iter().filter(|rule| !rule.of_start) {
            if Form::value(&rule.holds, self.values()) == 0.0 {
                return Err(Broken(rule.text.clone(), rule.parameters.clone()));
            }
        }
        self.find_scales();
        for direction in Direction::BOTH {
            self.divide(direction)?;
        }
        self.check_sign()
    }

    fn find_scales(&mut self) {
        let mut scales = std::mem::take(&mut self.scales);
        scales.clear();
        let values = self.values();
        scales.extend(self.form().scales.iter().map(|scale| {
            let at = scale.at.as_ref().map_or(f64::NAN, |formula| Form::value(formula, values));
            (at, Form::value(&scale.length, values))
        }));
        self.scales = scales;
    }

    /// Finds the branches of a direction.
    fn divide(&mut self, direction: Direction) -> Result<(), Broken> {
        let index = direction.index();
        let mut side = std::mem::take(&mut self.sides[index]);
        let mut search = std::mem::take(&mut self.search);
        let formulas = self.formulas();
        let place = Place { argument: 1.0, load: 1.0, values: self.values() };
        let (formula, kinks) = (&formulas.formula[index], &formulas.kinks[index]);
        let few = kinks.find(formula, &place, self.variable(), &mut side.kinks, &mut search);
        rule(few, "the points of `fractal` must be at most 10 000", &[])?;
        let whole = self.form().argument != Argument::SlipRatio || side.kinks == [WHOLE_SLIP];
        rule(
            whole,
            "the friction of a law of the slip ratio must be smooth between S = 0 and S = 1",
            &[],
        )?;
        if self.regularisation == Some(RegularisationKind::Karnopp) {
            let window = self.values().last();
            side.kinks.retain(|kink| *kink > window);
            side.kinks.insert(0, window);
        }
        side.constant = None;
        side.holds = self.form().holds[index].evaluate(&place);
        if self.form().argument == Argument::Slip && self.is_singular(formula, &side, &mut search) {
            let edge = SINGULAR * self.length();
            side.constant = Some(match self.regularisation {
                None => near_zero(formula, &place, edge),
                // Per slip velocity: a regularised law is continuous at w = 0.
                Some(_) => formula.evaluate(&Place { argument: edge, ..place }) / edge,
            });
            side.kinks.retain(|kink| *kink > edge);
            side.kinks.insert(0, edge);
        }
        self.sides[index] = side;
        if self.form().argument == Argument::Slip && self.regularisation.is_none() {
            let slowest = self.magnitude(direction, 0.0, Conditions::UNLOADED).0;
            let holds = &mut self.sides[index].holds;
            // What is as much is not less by round-off.
            *holds = holds.max(slowest);
        }
        self.search = search;
        Ok(())
    }

    /// True if the first branch has no expansion at x = 0.
    fn is_singular(&self, formula: &Formula, side: &Side, search: &mut KinkSearch) -> bool {
        let end = side.kinks.first().copied().unwrap_or(1.0);
        let place = Place { argument: 0.5 * end, load: 1.0, values: self.values() };
        let (plan, series) = search.workspace();
        plan.make(formula, &place, &[ARGUMENT, LOAD], series);
        // A power that is multiplied by 0, as where static and kinetic friction are equal, is none in the plan.
        let (argument, load) = (Dual::new(0.0, 1.0), Dual::new(1.0, 0.0));
        let slope: Dual<f64> = formula.evaluate(&Place { argument, load, values: self.values() });
        let steep = slope.value.is_finite() && !slope.change.is_finite();
        steep
            || plan.has_powers()
                && (0..ORDERS).any(|k| {
                    let slip = if k == 1 { 1.0 } else { 0.0 };
                    let load = if k == 0 { 1.0 } else { 0.0 };
                    !plan.coefficient([slip, load], k, series).is_finite()
                })
    }

    /// Returns the length on which friction changes about w = 0.
    fn length(&self) -> f64 {
        let scale = self.scales.first();
        scale.map_or(1.0, |(at, length)| at.max(*length))
    }

    /// Returns the static friction, without regularisation; not below f at x = 0.
    pub fn static_limit(&self, direction: Direction, at: Conditions) -> f64 {
        let holds = self.sides[direction.index()].holds;
        match self.form().argument {
            Argument::Slip => holds,
            Argument::SlipRatio if at.speed == 0.0 => holds,
            Argument::SlipRatio => {
                let first = Conditions { speed: 1.0, ..at };
                NO_SLIP * self.magnitude(direction, 0.0, first).1.max(0.0)
            }
            Argument::Load => {
                let place = Place { argument: 0.0, load: at.load, values: self.values() };
                self.form().holds[direction.index()].evaluate(&place)
            }
        }
    }

    /// Returns coefficient k of f along series; `work` is what the calls for 0..k left.
    pub fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        let Along { direction, piece, slip, load, speed } = *along;
        if let Some(constant) = self.constant(direction, piece) {
            return match self.regularisation {
                Some(_) => constant * slip[k],
                None if k == 0 => constant,
                None => 0.0,
            };
        }
        let Work { plan, series, key, ratio } = work;
        let present = (self.version, direction, piece);
        if k == 0 && *key != present {
            let inside = self.inside(direction, piece);
            let (argument, load) = match self.form().argument {
                Argument::Load => (1.0, inside),
                Argument::Slip | Argument::SlipRatio => (inside, 1.0),
            };
            let place = Place { argument, load, values: self.values() };
            let formula = &self.formulas().formula[direction.index()];
            plan.make(formula, &place, &[ARGUMENT, LOAD], series);
            *key = present;
        }
        if let Some(constant) = plan.constant() {
            return if k == 0 { constant } else { 0.0 };
        }
        let argument = match self.form().argument {
            Argument::SlipRatio => {
                ratio[k] = quotient(slip, speed, ratio, k);
                ratio[k]
            }
            // Round-off must not bring an expansion to a singular point. What it leaves is taken as it is: a
            // regularised law is so steep that its force by another slip, 1e-16 m/s away, is told from it.
            Argument::Slip if k == 0 && self.constant(direction, 0).is_some() => {
                slip[0].max(0.5 * self.kinks(direction)[0])
            }
            Argument::Slip | Argument::Load => slip[k],
        };
        plan.coefficient([argument, load[k]], k, series)
    }

    pub(super) fn is_regularised(&self) -> bool {
        self.regularisation.is_some()
    }

    /// True if f is a linear function of x on each branch.
    pub fn is_linear(&self) -> bool {
        self.formulas().linear
    }
}
