//! A law with its numbers: dry part, viscous part, regularisation, and the branches on which it is smooth.

pub mod change;
mod states;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::declaration::{Broken, LawError, LawParameter, Values, rule};
use super::dry::{Along, Conditions, Dry, Work};
use super::part::InternalPart;
use super::reach::Reach;
use super::regularisation::{Regularisation, RegularisationKind};
use super::{Argument, Direction, LawKind, Limits, LoadUse, Trend};
use crate::algebra::Short;
use crate::algebra::taylor::{Coefficients, ORDERS, product};

/// Properties of a law that a file fixes: its kind, its regularisation, and how many entries each parameter has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LawShape {
    /// Kind of the law.
    #[serde(skip)]
    pub kind: LawKind,
    /// Function in place of sgn w; None: sgn w itself.
    pub regularisation: Option<RegularisationKind>,
    /// Index at which the entries of each parameter end among the law's values.
    pub ends: Vec<usize>,
}

impl LawShape {
    /// Returns a law without lists.
    pub fn plain(kind: LawKind) -> Self {
        let ends = (1..=kind.parameters().len()).collect();
        Self { kind, regularisation: None, ends }
    }

    /// True if each parameter has its entries among so many numbers, one unless it is a list.
    pub(crate) fn is_sound(&self, numbers: usize) -> bool {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let mut each = self.parameters().zip(starts.zip(&self.ends));
        self.ends.len() == self.parameters().count()
            && self.ends.last().copied().unwrap_or(0) == numbers
            && each.all(|(parameter, (start, end))| match parameter.list {
                true => start <= *end,
                false => *end == start + 1,
            })
    }

    /// Returns the parameters of the law and then that of its regularisation.
    pub fn parameters(&self) -> impl Iterator<Item = &LawParameter> {
        let regularisation = self.regularisation.map(RegularisationKind::parameter);
        self.kind.parameters().iter().chain(regularisation)
    }

    /// True if the dry part does not depend on the slip velocity.
    pub fn is_constant(&self) -> bool {
        self.kind.trend() == Trend::Constant && self.regularisation.is_none()
    }

    /// Returns the places of the start values of internal states among the law's values.
    pub fn starts(&self) -> impl Iterator<Item = usize> + '_ {
        let parameters = self.kind.parameters().iter().zip(&self.ends);
        parameters.filter(|(parameter, _)| parameter.start).map(|(_, end)| end - 1)
    }

    /// Returns the place of C of the viscous part among the law's values; None of a law that allows no slip.
    pub fn viscous(&self) -> Option<usize> {
        let last = self.kind.parameters().len().checked_sub(1)?;
        Some(self.ends[last] - 1)
    }
}

/// A law with its numbers. Static limits, forces and slopes are those of the dry part, which of bristles is
/// 0 and of a coefficient with states 1. The default holds nothing: Coulomb friction of 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    kind: LawKind,
    pub(super) dry: Dry,
    pub(super) internal: Option<InternalPart>,
    pub(super) viscous: f64,
    pub(super) regularisation: Option<Regularisation>,
}

impl Default for Law {
    fn default() -> Self {
        Self::of(&LawKind::default())
    }
}

impl Law {
    /// Makes a law of a kind without parameters, which it has yet to take.
    fn of(kind: &LawKind) -> Self {
        Self {
            kind: kind.clone(),
            dry: Dry::of(kind),
            internal: None,
            viscous: 0.0,
            regularisation: None,
        }
    }

    /// Makes a law; `numbers` are the entries of [`LawShape::parameters`], one after the other.
    ///
    /// # Errors
    /// If they break an invariant of the law.
    pub fn new(shape: &LawShape, numbers: &[f64]) -> Result<Law, LawError> {
        let mut law = Law::of(&shape.kind);
        law.update(shape, numbers)?;
        Ok(law)
    }

    /// Takes new numbers, and uses its memory again where the shape is the same.
    ///
    /// # Errors
    /// Those of [`Law::new`]; the law is then of no use until it has taken others.
    pub fn update(&mut self, shape: &LawShape, numbers: &[f64]) -> Result<(), LawError> {
        let values = Values::new(numbers, &shape.ends);
        for (k, parameter) in shape.parameters().enumerate() {
            if let Some(rule) = parameter.range.broken(values.list(k)) {
                return Err(told(shape, numbers, Broken(Cow::Borrowed(rule), vec![k])));
            }
        }
        let broken = |broken: Broken| told(shape, numbers, broken);
        if self.kind != shape.kind {
            self.kind = shape.kind.clone();
        }
        let by = shape.regularisation;
        // That of a law that evolves is in its formulas.
        let of_dry = by.filter(|_| !shape.kind.evolves());
        self.dry.update(&shape.kind, of_dry, (numbers, &shape.ends)).map_err(broken)?;
        let part = self.internal.take();
        self.internal = InternalPart::updated(part, &self.kind, (numbers, &shape.ends));
        self.viscous = shape.viscous().map_or(0.0, |place| numbers[place]);
        self.regularisation = by.map(|kind| Regularisation { kind, number: values.last() });
        self.check_regularisation().map_err(broken)
    }

    fn check_regularisation(&self) -> Result<(), Broken> {
        let Some(by) = self.regularisation else {
            return Ok(());
        };
        rule(
            !self.kind.holds_without_limit(),
            "a law without limit supports no regularisation",
            &[],
        )?;
        let edged = by.has_edge();
        let of_slip = self.kind.argument() == Argument::Slip;
        self.check_smooth(by.kind)?;
        let of_load = "a law of the load or slip ratio supports no linear regularisation and no velocity window";
        rule(!edged || of_slip, of_load, &[])?;
        let holds = |direction| self.dry.static_limit(direction, Conditions::UNLOADED) > 0.0;
        let sticks = by.window() == 0.0 || Direction::BOTH.into_iter().all(holds);
        rule(sticks, "with a velocity window static friction must be > 0", &[])
    }

    /// Checks that a law that evolves has the regularisation in its formulas, if it may have one.
    fn check_smooth(&self, by: RegularisationKind) -> Result<(), Broken> {
        let why = match by {
            _ if self.internal.is_none() || self.kind.is_smooth() => return Ok(()),
            _ if self.kind.own().is_none() => {
                "a built-in law with internal states supports no regularisation"
            }
            RegularisationKind::Karnopp => {
                "a law with states, or that depends on positions, velocities or the time, supports no velocity \
                 window, in which its static limit would change"
            }
            _ => {
                "a law whose friction is a `force` of its states never sticks, and supports no regularisation"
            }
        };
        rule(false, why, &[])
    }

    /// Returns the kind of the law.
    pub fn kind(&self) -> &LawKind {
        &self.kind
    }

    /// True if the dry part does not depend on the slip velocity.
    pub fn is_constant(&self) -> bool {
        self.kind.trend() == Trend::Constant && self.regularisation.is_none()
    }

    /// True if friction is a linear function of the slip velocity on each branch.
    #[inline]
    pub fn is_linear(&self) -> bool {
        self.internal.is_none() && self.dry.is_linear()
    }

    /// True if the values of the law at a few places of a range determine it there.
    pub fn needs_few_samples(&self, reach: &Reach) -> bool {
        self.dry.needs_few_samples(reach)
            && self.regularisation.is_none_or(|by| by.needs_few_samples(reach))
    }

    /// Returns the factor of the dry part: the load, unless the law is a function of it.
    pub(super) fn factor(&self, load: f64) -> f64 {
        if self.kind.load_use() == LoadUse::Argument { 1.0 } else { load }
    }

    /// Returns the limits of both directions, where there are any.
    fn limits(&self, of: impl Fn(Direction) -> f64) -> Limits {
        Limits::both(|direction| match self.kind.is_unlimited(direction) {
            true => f64::INFINITY,
            false => of(direction),
        })
    }

    /// Returns the static friction, Fs in each direction.
    #[inline]
    pub fn static_limits(&self, at: Conditions) -> Limits {
        if self.is_regularised() {
            return Limits { forward: 0.0, backward: 0.0 };
        }
        let factor = self.factor(at.load);
        self.limits(|direction| factor * self.dry.static_limit(direction, at))
    }

    /// Returns F(0+) and −F(0−).
    #[inline]
    pub fn kinetic_limits(&self, at: Conditions) -> Limits {
        self.dry_limits(0.0, at)
    }

    /// Magnitudes of the dry part at a slip speed ≥ 0.
    pub fn dry_limits(&self, speed: f64, at: Conditions) -> Limits {
        self.limits(|direction| self.magnitude(direction, speed, at).0)
    }

    /// True if a regularisation takes the place of stiction.
    pub fn is_regularised(&self) -> bool {
        self.regularisation.is_some() && self.window() == 0.0
    }

    /// Returns the slip speed up to which the contact may stick (Karnopp's window, branch 0 of the law); 0 if that is
    /// w = 0 alone, or nowhere.
    #[inline]
    pub fn window(&self) -> f64 {
        self.regularisation.map_or(0.0, |by| by.window())
    }

    /// Returns the force per slip velocity that does not scale with the normal load.
    pub fn viscous(&self) -> f64 {
        self.viscous
    }

    /// Returns the dry part against slip of speed x ≥ 0 in a direction, and its slope by x; at a kink those right of it.
    fn magnitude(&self, direction: Direction, x: f64, at: Conditions) -> (f64, f64) {
        let factor = self.factor(at.load);
        let (value, slope) = self.dry.magnitude(direction, x, at);
        (factor * value, factor * slope)
    }

    /// Returns the friction force F(w) against a slip velocity w ≠ 0.
    pub fn force(&self, slip: f64, at: Conditions) -> f64 {
        let direction = if slip < 0.0 { Direction::Backward } else { Direction::Forward };
        let viscous = if slip.abs() < self.window() { 0.0 } else { self.viscous * slip };
        direction.sign() * self.magnitude(direction, slip.abs(), at).0 + viscous
    }

    /// Returns dF/dw at w ≠ 0, at a kink the one of faster slip; the load and the speed of the ends held.
    pub fn slope(&self, slip: f64, at: Conditions) -> f64 {
        let direction = if slip < 0.0 { Direction::Backward } else { Direction::Forward };
        let viscous = if slip.abs() < self.window() { 0.0 } else { self.viscous };
        self.magnitude(direction, slip.abs(), at).1 + viscous
    }

    /// Returns the values of [`LawKind::argument`] that part the branches on which the law is smooth in a direction, in
    /// order; branch 0 begins at 0, and the last has no end.
    pub fn kinks(&self, direction: Direction) -> &[f64] {
        self.dry.kinks(direction)
    }

    /// Returns the branch of a value of the argument; at a kink the one above it.
    pub fn piece(&self, direction: Direction, argument: f64) -> usize {
        self.dry.piece(direction, argument)
    }

    /// Returns the branch of a value of the argument that stays what it is: at a kink that kink alone.
    pub fn piece_of_constant(&self, direction: Direction, argument: f64) -> usize {
        self.dry.piece_of_constant(direction, argument)
    }

    /// Returns coefficient k of F(w(τ)) for slip in a direction on a branch. `series` holds the coefficients 0..=k of
    /// |w|, of the load and of the speed of the ends, and what the calls for 0, 1, …, k − 1 left there.
    pub fn coefficient(
        &self,
        direction: Direction,
        piece: usize,
        series: &mut LawSeries,
        k: usize,
    ) -> f64 {
        let LawSeries { slip, load, speed, magnitude, work } = series;
        let along = Along { direction, piece, slip, load, speed };
        magnitude[k] = self.dry.coefficient(&along, k, work);
        let magnitude = match self.kind.load_use() {
            LoadUse::Factor | LoadUse::Required => product(load, magnitude, k),
            LoadUse::Argument => magnitude[k],
        };
        let held = self.window() > 0.0 && piece == 0;
        let viscous = if held { 0.0 } else { self.viscous * slip[k] };
        direction.sign() * (magnitude + viscous)
    }
}

/// Makes an error that lists the values of the parameters it blames.
pub(super) fn told(
    shape: &LawShape,
    numbers: &[f64],
    Broken(rule, parameters): Broken,
) -> LawError {
    let values = Values::new(numbers, &shape.ends);
    let declared: Vec<_> = shape.parameters().collect();
    let told =
        |k: &usize| format!("{} {}", declared[*k].name, shown(declared[*k], values.list(*k)));
    let told: Vec<_> = parameters.iter().map(told).collect();
    LawError { rule: rule.into_owned(), parameters, values: told.join(", ") }
}

/// Entries of a parameter as messages show them: a number, or a list cut where it is long.
pub fn shown(parameter: &LawParameter, entries: &[f64]) -> String {
    const MOST: usize = 6;
    match entries {
        [one] if !parameter.list => Short(*one).to_string(),
        all if all.len() > MOST => format!("{:?} and {} more", &all[..MOST], all.len() - MOST),
        all => format!("{all:?}"),
    }
}

/// Series along which a law is expanded: the caller writes |w|, the load and the speed of the ends.
#[derive(Clone, Debug)]
pub struct LawSeries {
    /// |w(τ)|
    pub slip: Coefficients,
    /// Normal load; 1 where the law's numbers are forces.
    pub load: Coefficients,
    /// max(|v|, |rω|); only for laws of the slip ratio.
    pub speed: Coefficients,
    magnitude: Coefficients,
    work: Work,
}

impl Default for LawSeries {
    fn default() -> Self {
        let zero = [0.0; ORDERS];
        Self { slip: zero, load: zero, speed: zero, magnitude: zero, work: Work::default() }
    }
}

impl LawSeries {
    /// Makes room for a law, so that its expansions ask for no memory.
    pub fn reserve(&mut self, law: &Law) {
        self.work.reserve(&law.dry);
    }
}
