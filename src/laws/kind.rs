//! The laws that exist: name, formula, source and parameters of each.

use super::asymmetric::Asymmetric;
use super::coulomb::Coulomb;
use super::declaration::LawParameter;
use super::dry::Argument;
use super::exponential::Exponential;
use super::falling::Falling;
use super::fractal::Fractal;
use super::hyperbolic::Hyperbolic;
use super::piecewise::Piecewise;
use super::plateau::Plateau;
use super::quadratic::Quadratic;
use super::slip_ratio::SlipRatio;
use super::stribeck::Stribeck;
use super::table::Table;
use super::wanheim_bay::WanheimBay;

/// The kinds of law a network file can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawKind {
    Coulomb,
    Stribeck,
    Exponential,
    Hyperbolic,
    Falling,
    Quadratic,
    Asymmetric,
    Table,
    Piecewise,
    Plateau,
    WanheimBay,
    Fractal,
    SlipRatio,
}

/// How the dry part of a law runs with the slip speed, in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    Constant,
    NeverRises,
    NeverFalls,
    /// Depends on the numbers.
    Any,
}

/// What a law does with the normal load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadUse {
    /// Its numbers are forces, or coefficients that a normal load multiplies.
    Factor,
    /// It is a function of the load, which must be given.
    Argument,
}

/// All of a kind but its mathematics.
struct Kind {
    name: &'static str,
    formula: &'static str,
    source: &'static str,
    parameters: &'static [LawParameter],
    trend: Trend,
}

impl LawKind {
    pub const ALL: &'static [LawKind] = &[
        LawKind::Coulomb,
        LawKind::Stribeck,
        LawKind::Exponential,
        LawKind::Hyperbolic,
        LawKind::Falling,
        LawKind::Quadratic,
        LawKind::Asymmetric,
        LawKind::Table,
        LawKind::Piecewise,
        LawKind::Plateau,
        LawKind::WanheimBay,
        LawKind::Fractal,
        LawKind::SlipRatio,
    ];

    fn row(self) -> Kind {
        match self {
            LawKind::Coulomb => Kind {
                name: "coulomb",
                formula: "sgn w·Fk + C·w; at rest |F| ≤ Fs",
                source: "J1 (3.1), J2 §2, J3 fig. 7",
                parameters: Coulomb::PARAMETERS,
                trend: Trend::Constant,
            },
            LawKind::Stribeck => Kind {
                name: "stribeck",
                formula: "sgn w·[Fk + (Fs − Fk)·exp(−(|w|/vs)^δ)] + C·w",
                source: "J3 fig. 7c",
                parameters: Stribeck::PARAMETERS,
                trend: Trend::NeverRises,
            },
            LawKind::Exponential => Kind {
                name: "exponential",
                formula: "sgn w·[μk + (μ0 − μk)·exp(−β|w|/(μ0 − μk))] + C·w",
                source: "S1 (4)",
                parameters: Exponential::PARAMETERS,
                trend: Trend::NeverRises,
            },
            LawKind::Hyperbolic => Kind {
                name: "hyperbolic",
                formula: "sgn w·μ0/(1 + γ|w|) + C·w",
                source: "S1 (1), (5); A1 (1)",
                parameters: Hyperbolic::PARAMETERS,
                trend: Trend::NeverRises,
            },
            LawKind::Falling => Kind {
                name: "falling",
                formula: "sgn w·max(Fs − s|w|, Fmin) + C·w",
                source: "S1 fig. 6b",
                parameters: Falling::PARAMETERS,
                trend: Trend::NeverRises,
            },
            LawKind::Quadratic => Kind {
                name: "quadratic",
                formula: "sgn w·[(μ0 − μ1)/(1 + λ0|w|) + μ1 + λ1·w²] + C·w",
                source: "S1 (8)",
                parameters: Quadratic::PARAMETERS,
                trend: Trend::Any,
            },
            LawKind::Asymmetric => Kind {
                name: "asymmetric",
                formula: "w > 0: max(Fmin⁺, Fs⁺ − w(Fs⁺ − Fmin⁺)/vmax); w < 0: −max(Fmin⁻, Fs⁻ − \
                          a1·exp((|w| − vmin)/t1) − a2·exp((|w| − vmin)/t2)); + C·w",
                source: "S1 (21)–(23), A1 (2), exponents mended",
                parameters: Asymmetric::PARAMETERS,
                trend: Trend::NeverRises,
            },
            LawKind::Table => Kind {
                name: "table",
                formula: "sgn w·f(|w|) + C·w, f linear between points; at rest |F| ≤ peak·f(0)",
                source: "Modelica Standard Library",
                parameters: Table::PARAMETERS,
                trend: Trend::Any,
            },
            LawKind::Piecewise => Kind {
                name: "piecewise",
                formula: "C·tar(w, Fk/C) + Σ kᵢ·luz(w, aᵢ); at rest |F| ≤ Fs",
                source: "J3 §5",
                parameters: Piecewise::PARAMETERS,
                trend: Trend::Any,
            },
            LawKind::Plateau => Kind {
                name: "plateau",
                formula: "sgn w·Fk + s·luz(w, vm) + C·w; at rest |F| ≤ Fs",
                source: "S1 §2.2.1.5, fig. 12",
                parameters: Plateau::PARAMETERS,
                trend: Trend::NeverFalls,
            },
            LawKind::WanheimBay => Kind {
                name: "wanheimBay",
                formula: "sgn w·Pmax·μ·α(N) + C·w, α the real contact area under the load N",
                source: "S1 (9)",
                parameters: WanheimBay::PARAMETERS,
                trend: Trend::Constant,
            },
            LawKind::Fractal => Kind {
                name: "fractal",
                formula: "sgn w·f(|w|) + C·w, f a fractal interpolation; at rest |F| ≤ peak·f(0)",
                source: "S1 §2.2.1.3, fig. 9",
                parameters: Fractal::PARAMETERS,
                trend: Trend::Any,
            },
            LawKind::SlipRatio => Kind {
                name: "slipRatio",
                formula: "sgn w·[c1·(1 − exp(−c2·S)) − c3·S] + C·w, S = |w|/max(|v|, |rω|) ≤ 1",
                source: "S1 (2), (3)",
                parameters: SlipRatio::PARAMETERS,
                trend: Trend::Any,
            },
        }
    }

    /// Name in network files.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The friction force against the slip velocity w.
    pub fn formula(self) -> &'static str {
        self.row().formula
    }

    /// Paper and equation.
    pub fn source(self) -> &'static str {
        self.row().source
    }

    /// The law's parameters; C of the viscous part is the last.
    pub fn parameters(self) -> &'static [LawParameter] {
        self.row().parameters
    }

    pub fn trend(self) -> Trend {
        self.row().trend
    }

    pub fn load_use(self) -> LoadUse {
        if self == LawKind::WanheimBay { LoadUse::Argument } else { LoadUse::Factor }
    }

    /// The quantity at whose values the law has kinks.
    pub fn argument(self) -> Argument {
        match self {
            LawKind::WanheimBay => Argument::Load,
            LawKind::SlipRatio => Argument::SlipRatio,
            _ => Argument::Slip,
        }
    }
}
