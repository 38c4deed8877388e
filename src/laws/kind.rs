//! The laws that exist: name, formula, source and parameters of each.

use super::antunes::Antunes;
use super::asymmetric::Asymmetric;
use super::bliman_sorine::BlimanSorine;
use super::coulomb::Coulomb;
use super::dahl::Dahl;
use super::declaration::LawParameter;
use super::dry::Argument;
use super::exponential::Exponential;
use super::falling::Falling;
use super::fractal::Fractal;
use super::hyperbolic::Hyperbolic;
use super::internal::StateVariable;
use super::lu_gre::LuGre;
use super::ostermeyer::Ostermeyer;
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
    Dahl,
    BlimanSorine,
    LuGre,
    Antunes,
    Ostermeyer,
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
    /// Its numbers are pure numbers that the load multiplies, which must be given.
    Required,
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
        LawKind::Dahl,
        LawKind::BlimanSorine,
        LawKind::LuGre,
        LawKind::Antunes,
        LawKind::Ostermeyer,
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
                source: "S1 (21)–(23), A1 (2), (4), exponents mended",
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
            LawKind::Dahl => Kind {
                name: "dahl",
                formula: "F + C·w, Ḟ = k·(1 − F/Fc·sgn w)^i·w",
                source: "S1 (10)–(12)",
                parameters: Dahl::PARAMETERS,
                trend: Trend::Any,
            },
            LawKind::BlimanSorine => Kind {
                name: "blimanSorine",
                formula: "x1 + x2 + C·w, dx1/ds = (f1·sgn w − x1)/(η·ε), dx2/ds = −(f2·sgn w + x2)/ε, \
                          s = ∫|w|",
                source: "S1 (13)–(15)",
                parameters: BlimanSorine::PARAMETERS,
                trend: Trend::Any,
            },
            LawKind::LuGre => Kind {
                name: "luGre",
                formula: "σ0·z + σ1·ż + C·w, ż = w − σ0·|w|·z/g, g = Fc + (Fs − Fc)·exp(−(w/vs)²)",
                source: "S1 (17)",
                parameters: LuGre::PARAMETERS,
                trend: Trend::Any,
            },
            LawKind::Antunes => Kind {
                name: "antunes",
                formula: "sgn w·Fk + C·w; from w = 0 on k·ξ + c·w + C·w with ξ̇ = w, while |k·ξ + c·w| ≤ Fs",
                source: "S1 §2.2.1.1",
                parameters: Antunes::PARAMETERS,
                trend: Trend::Any,
            },
            LawKind::Ostermeyer => Kind {
                name: "ostermeyer",
                formula: "sgn w·μ·N + C·w, μ̇ = −a·(p·μ − ϑ), ϑ̇ = −c·(ϑ − ϑ0 − α·p) − β·(ϑ⁴ − ϑ0⁴), \
                          p = N·|w|/P0; at rest |F| ≤ μ·N",
                source: "S1 (18), (19)",
                parameters: Ostermeyer::PARAMETERS,
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
        match self {
            LawKind::WanheimBay => LoadUse::Argument,
            LawKind::Ostermeyer => LoadUse::Required,
            _ => LoadUse::Factor,
        }
    }

    /// The law's internal states; their start values are parameters of the law, in the same order.
    pub fn states(self) -> &'static [StateVariable] {
        match self {
            LawKind::Dahl => Dahl::STATES,
            LawKind::BlimanSorine => BlimanSorine::STATES,
            LawKind::LuGre => LuGre::STATES,
            LawKind::Antunes => Antunes::STATES,
            LawKind::Ostermeyer => Ostermeyer::STATES,
            _ => &[],
        }
    }

    /// Whether a spring is attached where slip ends.
    pub fn attaches(self) -> bool {
        self == LawKind::Antunes
    }

    /// Whether the law never holds w at 0 by itself, but by the force of its bristles.
    pub fn is_bristle(self) -> bool {
        !self.states().is_empty() && self != LawKind::Ostermeyer
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
