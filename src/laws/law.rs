//! A law with its numbers: dry part, viscous part, regularisation, and the pieces on which it is smooth.

use super::asymmetric::Asymmetric;
use super::coulomb::Coulomb;
use super::declaration::{Broken, LawError, LawParameter, Range, Values, rule};
use super::dry::{Along, Argument, Conditions, Dry, Work};
use super::exponential::Exponential;
use super::falling::Falling;
use super::fractal::Fractal;
use super::hyperbolic::Hyperbolic;
use super::part::InternalPart;
use super::piecewise::Piecewise;
use super::plateau::Plateau;
use super::quadratic::Quadratic;
use super::reach::Reach;
use super::regularisation::{Regularisation, RegularisationKind, Smoothing};
use super::slip_ratio::SlipRatio;
use super::stribeck::Stribeck;
use super::table::Table;
use super::taylor::{Coefficients, ORDERS, product};
use super::wanheim_bay::WanheimBay;
use super::{Direction, LawKind, Limits, LoadUse, Trend};

/// What a file fixes of a law: its kind, its regularisation, and how many entries each parameter has.
#[derive(Clone, Debug, PartialEq)]
pub struct LawShape {
    pub kind: LawKind,
    pub regularisation: Option<RegularisationKind>,
    /// For each parameter, where its entries end among the law's values.
    pub ends: Vec<usize>,
}

impl LawShape {
    /// A law without lists.
    pub fn plain(kind: LawKind) -> Self {
        let ends = (1..=kind.parameters().len()).collect();
        Self { kind, regularisation: None, ends }
    }

    /// Parameters of the law and then that of its regularisation.
    pub fn parameters(&self) -> impl Iterator<Item = &'static LawParameter> + use<> {
        let regularisation = self.regularisation.map(RegularisationKind::parameter);
        self.kind.parameters().iter().chain(regularisation)
    }

    /// Whether the dry part does not depend on the slip velocity.
    pub fn is_constant(&self) -> bool {
        self.kind.trend() == Trend::Constant && self.regularisation.is_none()
    }

    /// Places of the start values of internal states among the law's values.
    pub fn starts(&self) -> impl Iterator<Item = usize> + '_ {
        let parameters = self.kind.parameters().iter().zip(&self.ends);
        parameters.filter(|(parameter, _)| parameter.start).map(|(_, end)| end - 1)
    }

    /// Place of C of the viscous part among the law's values.
    pub fn viscous(&self) -> usize {
        self.ends[self.kind.parameters().len() - 1] - 1
    }
}

/// A dry part with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DryPart {
    Coulomb(Coulomb),
    Stribeck(Stribeck),
    Exponential(Exponential),
    Hyperbolic(Hyperbolic),
    Falling(Falling),
    Quadratic(Quadratic),
    Asymmetric(Asymmetric),
    Table(Table),
    Piecewise(Piecewise),
    Plateau(Plateau),
    WanheimBay(WanheimBay),
    Fractal(Fractal),
    SlipRatio(SlipRatio),
}

impl Default for DryPart {
    fn default() -> Self {
        DryPart::Coulomb(Coulomb::default())
    }
}

/// The law inside `$old` if it is of this kind, else an empty one: its memory is used again.
macro_rules! recycled {
    ($old:expr, $kind:ident) => {
        if let DryPart::$kind(law) = $old { law } else { $kind::default() }
    };
}

impl DryPart {
    fn new(kind: LawKind, values: Values, old: DryPart) -> Result<Self, Broken> {
        Ok(match kind {
            LawKind::Coulomb => DryPart::Coulomb(Coulomb::new(values)?),
            LawKind::Stribeck => DryPart::Stribeck(Stribeck::new(values)?),
            LawKind::Exponential => DryPart::Exponential(Exponential::new(values)?),
            LawKind::Hyperbolic => DryPart::Hyperbolic(Hyperbolic::new(values)?),
            LawKind::Falling => DryPart::Falling(Falling::new(values, recycled!(old, Falling))?),
            LawKind::Quadratic => DryPart::Quadratic(Quadratic::new(values)?),
            LawKind::Asymmetric => {
                DryPart::Asymmetric(Asymmetric::new(values, recycled!(old, Asymmetric))?)
            }
            LawKind::Table => DryPart::Table(Table::new(values, recycled!(old, Table))?),
            LawKind::Piecewise => {
                DryPart::Piecewise(Piecewise::new(values, recycled!(old, Piecewise))?)
            }
            LawKind::Plateau => DryPart::Plateau(Plateau::new(values)?),
            LawKind::WanheimBay => DryPart::WanheimBay(WanheimBay::new(values)?),
            LawKind::Fractal => DryPart::Fractal(Fractal::new(values, recycled!(old, Fractal))?),
            LawKind::SlipRatio => DryPart::SlipRatio(SlipRatio::new(values)?),
            LawKind::Ostermeyer => DryPart::Coulomb(Coulomb::UNIT),
            LawKind::Dahl | LawKind::BlimanSorine | LawKind::LuGre | LawKind::Antunes => {
                DryPart::default()
            }
        })
    }

    pub fn law(&self) -> &dyn Dry {
        match self {
            DryPart::Coulomb(law) => law,
            DryPart::Stribeck(law) => law,
            DryPart::Exponential(law) => law,
            DryPart::Hyperbolic(law) => law,
            DryPart::Falling(law) => law,
            DryPart::Quadratic(law) => law,
            DryPart::Asymmetric(law) => law,
            DryPart::Table(law) => law,
            DryPart::Piecewise(law) => law,
            DryPart::Plateau(law) => law,
            DryPart::WanheimBay(law) => law,
            DryPart::Fractal(law) => law,
            DryPart::SlipRatio(law) => law,
        }
    }
}

/// A law with its numbers. Static limits, forces and slopes are those of the dry part, which of bristles is
/// 0 and of a coefficient with states 1. The default holds nothing: Coulomb friction of 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    kind: LawKind,
    pub(super) dry: DryPart,
    pub(super) internal: Option<InternalPart>,
    pub(super) viscous: f64,
    pub(super) regularisation: Option<Regularisation>,
    kinks: [Vec<f64>; 2],
}

impl Default for Law {
    fn default() -> Self {
        Self {
            kind: LawKind::Coulomb,
            dry: DryPart::default(),
            internal: None,
            viscous: 0.0,
            regularisation: None,
            kinks: [Vec::new(), Vec::new()],
        }
    }
}

impl Law {
    /// `numbers` are the entries of [`LawShape::parameters`], one after the other.
    ///
    /// # Errors
    /// If they break an invariant of the law.
    pub fn new(shape: &LawShape, numbers: &[f64]) -> Result<Law, LawError> {
        let mut law = Law::default();
        law.update(shape, numbers)?;
        Ok(law)
    }

    /// Takes new numbers, and uses its memory again where the shape is the same.
    ///
    /// # Errors
    /// As [`Law::new`]; the law is then of no use until it has taken others.
    pub fn update(&mut self, shape: &LawShape, numbers: &[f64]) -> Result<(), LawError> {
        let values = Values::new(numbers, &shape.ends);
        for (k, parameter) in shape.parameters().enumerate() {
            if let Some(rule) = broken_range(parameter.range, values.list(k)) {
                return Err(told(shape, numbers, rule, vec![k]));
            }
        }
        let broken =
            |Broken(rule, parameters): Broken| told(shape, numbers, rule, parameters.to_vec());
        self.kind = shape.kind;
        let old = std::mem::take(&mut self.dry);
        self.dry = DryPart::new(shape.kind, values, old).map_err(broken)?;
        self.internal = InternalPart::new(shape.kind, values).map_err(broken)?;
        self.viscous = numbers[shape.viscous()];
        self.regularisation =
            shape.regularisation.map(|kind| Regularisation { kind, number: values.last() });
        self.check_regularisation().map_err(broken)?;
        self.find_kinks();
        Ok(())
    }

    fn check_regularisation(&self) -> Result<(), Broken> {
        let Some(by) = self.regularisation else {
            return Ok(());
        };
        let edged = by.edge() > 0.0;
        let of_slip = self.kind.argument() == Argument::Slip;
        rule(self.internal.is_none(), "a law with internal states has no regularisation", &[])?;
        let of_load = "a law of the load or slip ratio has no linear regularisation and no window";
        rule(!edged || of_slip, of_load, &[])?;
        let holds = |direction| self.dry.law().static_limit(direction, Conditions::UNLOADED) > 0.0;
        let sticks = by.window() == 0.0 || Direction::BOTH.into_iter().all(holds);
        rule(sticks, "with a velocity window static friction must be > 0", &[])
    }

    fn find_kinks(&mut self) {
        let edge = self.regularisation.map_or(0.0, |by| by.edge());
        for direction in Direction::BOTH {
            let kinks = &mut self.kinks[direction.index()];
            kinks.clear();
            self.dry.law().kinks(direction, kinks);
            if edge > 0.0 {
                kinks.retain(|kink| *kink > edge);
                kinks.insert(0, edge);
            }
        }
    }

    pub fn kind(&self) -> LawKind {
        self.kind
    }

    /// Whether the dry part does not depend on the slip velocity.
    pub fn is_constant(&self) -> bool {
        self.kind.trend() == Trend::Constant && self.regularisation.is_none()
    }

    /// Whether friction is a linear function of the slip velocity on each piece.
    pub fn is_linear(&self) -> bool {
        let curved = self.regularisation.is_some_and(|by| by.edge() == 0.0);
        self.internal.is_none() && self.dry.law().is_linear() && !curved
    }

    /// Whether the values of the law at a few places of a range tell it there.
    pub fn is_told(&self, reach: &Reach) -> bool {
        self.dry.law().is_told(reach)
            && self.regularisation.is_none_or(|by| by.is_told(reach))
            && self.internal.as_ref().is_none_or(|part| part.law().is_told(reach))
    }

    /// What the dry part is multiplied by: the load, unless the law is a function of it.
    pub(super) fn factor(&self, load: f64) -> f64 {
        if self.kind.load_use() == LoadUse::Argument { 1.0 } else { load }
    }

    fn limits(&self, of: impl Fn(Direction) -> f64) -> Limits {
        Limits { forward: of(Direction::Forward), backward: of(Direction::Backward) }
    }

    /// Greatest friction while stuck, Fs in each direction.
    pub fn static_limits(&self, at: Conditions) -> Limits {
        if self.is_regularised() {
            return Limits { forward: 0.0, backward: 0.0 };
        }
        let factor = self.factor(at.load);
        self.limits(|direction| factor * self.dry.law().static_limit(direction, at))
    }

    /// F(0+) and −F(0−).
    pub fn kinetic_limits(&self, at: Conditions) -> Limits {
        self.dry_limits(0.0, at)
    }

    /// Magnitudes of the dry part at a slip speed ≥ 0.
    pub fn dry_limits(&self, speed: f64, at: Conditions) -> Limits {
        self.limits(|direction| self.magnitude(direction, speed, at).0)
    }

    /// Whether a regularisation takes the place of stiction.
    pub fn is_regularised(&self) -> bool {
        self.regularisation.is_some() && self.window() == 0.0
    }

    /// Slip speed up to which the contact may stick (Karnopp's window, piece 0 of the law); 0 if that is w = 0
    /// alone, or nowhere.
    pub fn window(&self) -> f64 {
        self.regularisation.map_or(0.0, |by| by.window())
    }

    /// Force per slip velocity that does not scale with the normal load.
    pub fn viscous(&self) -> f64 {
        self.viscous
    }

    /// Dry part against slip of speed x ≥ 0 in a direction, and its slope by x; at a kink those right of it.
    fn magnitude(&self, direction: Direction, x: f64, at: Conditions) -> (f64, f64) {
        let factor = self.factor(at.load);
        let law = self.dry.law();
        let (value, slope) = match self.regularisation {
            None => law.magnitude(direction, x, at),
            Some(by) if x < by.window() => (law.static_limit(direction, at), 0.0),
            Some(by) => {
                let (share, rate) = by.at(x);
                let (f, slope) = law.magnitude(direction, x.max(by.ramp()), at);
                let slope = if x < by.ramp() { 0.0 } else { slope };
                (share * f, rate * f + share * slope)
            }
        };
        (factor * value, factor * slope)
    }

    /// Friction force F(w) against a slip velocity w ≠ 0.
    pub fn force(&self, slip: f64, at: Conditions) -> f64 {
        let direction = if slip < 0.0 { Direction::Backward } else { Direction::Forward };
        let viscous = if slip.abs() < self.window() { 0.0 } else { self.viscous * slip };
        direction.sign() * self.magnitude(direction, slip.abs(), at).0 + viscous
    }

    /// dF/dw at w ≠ 0, at a kink the one of faster slip; the load and the speed of the ends held.
    pub fn slope(&self, slip: f64, at: Conditions) -> f64 {
        let direction = if slip < 0.0 { Direction::Backward } else { Direction::Forward };
        let viscous = if slip.abs() < self.window() { 0.0 } else { self.viscous };
        self.magnitude(direction, slip.abs(), at).1 + viscous
    }

    /// Lower bound of the slope of the dry part over all slip velocities, under a load; −∞ if there is none.
    /// A contact of a massless body needs this plus all viscous friction on the body to be ≥ 0.
    pub fn least_slope(&self, load: f64) -> f64 {
        let least = self.dry.law().least_slope();
        let least = if self.is_regularised() { least.min(0.0) } else { least };
        if least == 0.0 || load == 0.0 { 0.0 } else { self.factor(load) * least }
    }

    /// Values of [`LawKind::argument`] that part the pieces on which the law is smooth in a direction, in
    /// order; piece 0 begins at 0, and the last has no end.
    pub fn kinks(&self, direction: Direction) -> &[f64] {
        &self.kinks[direction.index()]
    }

    /// The piece of a value of the argument; at a kink the one above it.
    pub fn piece(&self, direction: Direction, argument: f64) -> usize {
        self.kinks(direction).partition_point(|kink| *kink <= argument)
    }

    /// A value of the argument inside a piece.
    pub(super) fn inside(&self, direction: Direction, piece: usize) -> f64 {
        let kinks = self.kinks(direction);
        let start = if piece == 0 { 0.0 } else { kinks[piece - 1] };
        kinks.get(piece).map_or(2.0 * start + 1.0, |end| 0.5 * (start + end))
    }

    /// Coefficient k of F(w(τ)) for slip in a direction on a piece. `series` holds the coefficients 0..=k of
    /// |w|, of the load and of the speed of the ends, and what the calls for 0, 1, …, k − 1 left there.
    pub fn coefficient(
        &self,
        direction: Direction,
        piece: usize,
        series: &mut LawSeries,
        k: usize,
    ) -> f64 {
        let LawSeries { slip, load, speed, inside, held, dry, magnitude, work, smoothing } = series;
        if k == 0 {
            *inside = self.inside(direction, piece);
        }
        if *inside < self.window() {
            let limit = self.dry.law().static_limit(direction, Conditions::UNLOADED);
            return direction.sign() * limit * load[k];
        }
        let mut along = Along { direction, inside: *inside, slip, load, speed };
        let ramp = self.regularisation.map_or(0.0, |by| by.ramp());
        let on_ramp = *inside < ramp;
        if on_ramp {
            held[0] = ramp;
            along = Along { inside: ramp, slip: held, ..along };
        }
        dry[k] = self.dry.law().coefficient(&along, k, work);
        magnitude[k] = match &self.regularisation {
            None => dry[k],
            Some(by) => {
                smoothing.extend(by, on_ramp, slip, k);
                smoothing.times(by, dry, k)
            }
        };
        let magnitude = match self.kind.load_use() {
            LoadUse::Factor | LoadUse::Required => product(load, magnitude, k),
            LoadUse::Argument => magnitude[k],
        };
        direction.sign() * (magnitude + self.viscous * slip[k])
    }
}

/// An error that tells the values of the parameters it blames.
pub(super) fn told(
    shape: &LawShape,
    numbers: &[f64],
    rule: &'static str,
    parameters: Vec<usize>,
) -> LawError {
    let values = Values::new(numbers, &shape.ends);
    let declared: Vec<_> = shape.parameters().collect();
    let told =
        |k: &usize| format!("{} {}", declared[*k].name, shown(declared[*k], values.list(*k)));
    let told: Vec<_> = parameters.iter().map(told).collect();
    LawError { rule, parameters, values: told.join(", ") }
}

/// The rule that one of the entries of a parameter breaks by itself.
fn broken_range(range: Range, entries: &[f64]) -> Option<&'static str> {
    let all = |holds: fn(&f64) -> bool| entries.iter().all(holds);
    let (holds, rule) = match range {
        Range::Any => (all(|x| x.is_finite()), "must be finite"),
        Range::NotNegative => (all(|x| x.is_finite() && *x >= 0.0), "must be finite and ≥ 0"),
        Range::Positive => (all(|x| x.is_finite() && *x > 0.0), "must be finite and > 0"),
    };
    (!holds).then_some(rule)
}

/// Entries of a parameter as messages show them: a number, or a list cut where it is long.
pub fn shown(parameter: &LawParameter, entries: &[f64]) -> String {
    const MOST: usize = 6;
    match entries {
        [one] if !parameter.list => one.to_string(),
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
    inside: f64,
    /// The constant slip of a law that is held.
    held: Coefficients,
    dry: Coefficients,
    magnitude: Coefficients,
    work: Work,
    smoothing: Smoothing,
}

impl Default for LawSeries {
    fn default() -> Self {
        let zero = [0.0; ORDERS];
        Self {
            slip: zero,
            load: zero,
            speed: zero,
            inside: 0.0,
            held: zero,
            dry: zero,
            magnitude: zero,
            work: Work::default(),
            smoothing: Smoothing::default(),
        }
    }
}
