//! Functions, constants and operators that a formula may use, one table each.

use serde::{Deserialize, Serialize};

/// A function of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum One {
    /// −x
    Negative,
    /// 1 where x is 0, else 0.
    Not,
    /// |x|
    Abs,
    /// arccos x, rad.
    Acos,
    /// arcsin x, rad.
    Asin,
    /// arctan x, rad.
    Atan,
    /// The least whole number ≥ x.
    Ceil,
    /// cos x of x in rad.
    Cos,
    /// cosh x
    Cosh,
    /// eˣ
    Exp,
    /// exp(x) − 1
    Expm1,
    /// The greatest whole number ≤ x.
    Floor,
    /// The natural logarithm.
    Ln,
    /// The logarithm to base 10.
    Log10,
    /// The nearest whole number; of two the one farther from 0.
    Round,
    /// −1, 0 or 1.
    Sign,
    /// sin x of x in rad.
    Sin,
    /// sinh x
    Sinh,
    /// √x
    Sqrt,
    /// tan x of x in rad.
    Tan,
    /// tanh x
    Tanh,
}

/// A function of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Two {
    /// 1 where one of both is not 0.
    Or,
    /// 1 where neither is 0.
    And,
    /// a ≤ b, as 1 or 0.
    LessOrEqual,
    /// a ≥ b
    GreaterOrEqual,
    /// a = b
    Equal,
    /// a ≠ b
    Unequal,
    /// a < b
    Less,
    /// a > b
    Greater,
    /// a + b
    Plus,
    /// a − b
    Minus,
    /// a·b
    Times,
    /// a/b
    Over,
    /// a − b·⌊a/b⌋
    Modulo,
    /// aᵇ
    Power,
    /// The angle of the point (b, a), rad in [−π, π].
    Atan2,
    /// √(a² + b²)
    Hypot,
    /// The greater of both.
    Max,
    /// The less of both.
    Min,
    /// a·b of a slope a, and the change b of its argument: 0 where the slope is 0, however great the change is. Derivatives
    /// alone have it.
    Chain,
}

/// Way in which a function uses its arguments.
#[derive(Clone, Copy)]
pub enum Rule {
    /// One argument.
    One(One),
    /// Two arguments.
    Two(Two),
    /// One or more arguments, joined from the left.
    Fold(Two),
    /// `if(condition, then, otherwise)`; a condition is true unless it is 0.
    If,
    /// Lists, and numbers beside some.
    List(ListFunction),
}

/// A function of lists of numbers, which only some places know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ListFunction {
    /// `table(x, places, values)`: linear between points; beyond the last one a rising last slope goes on, and a
    /// falling one ends.
    Table,
    /// `fractal(x, places, values, scaling, depth)`: fractal interpolation of points; constant beyond the last.
    Fractal,
    /// `luz(x, widths, slopes)`: Σ kᵢ·max(x − aᵢ, 0), of widths that rise.
    Luz,
    /// Number of entries.
    Count,
    First,
    Last,
    /// Condition that each entry is above the one before: 1 or 0.
    Rising,
}

/// An argument of a [`ListFunction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    Number,
    List,
}

impl ListFunction {
    pub fn signature(self) -> &'static [Argument] {
        use Argument::{List, Number};
        match self {
            Self::Table | Self::Luz => &[Number, List, List],
            Self::Fractal => &[Number, List, List, Number, Number],
            Self::Count | Self::First | Self::Last | Self::Rising => &[List],
        }
    }
}

impl One {
    /// Returns its spelling in formulas.
    pub fn symbol(self) -> &'static str {
        match self {
            One::Negative => "-",
            One::Not => "not",
            function => {
                let own = |rule: &Rule| matches!(rule, Rule::One(other) if *other == function);
                name_of(own)
            }
        }
    }

    /// True if its values are but a few, between which it jumps.
    pub(crate) fn is_step(self) -> bool {
        matches!(self, Self::Not | Self::Ceil | Self::Floor | Self::Round | Self::Sign)
    }
}

impl Two {
    /// Returns its spelling in formulas.
    pub fn symbol(self) -> &'static str {
        let operator = OPERATORS.iter().find(|operator| operator.apply == self);
        let own =
            |rule: &Rule| matches!(rule, Rule::Two(other) | Rule::Fold(other) if *other == self);
        match (self, operator) {
            (Two::Chain, _) => Two::Times.symbol(),
            (_, Some(operator)) => operator.symbol,
            (_, None) => name_of(own),
        }
    }

    /// True if it is true or false.
    pub(crate) fn is_condition(self) -> bool {
        use Two::{And, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Or, Unequal};
        matches!(self, Or | And | LessOrEqual | GreaterOrEqual | Equal | Unequal | Less | Greater)
    }
}

impl Rule {
    /// Returns the number of arguments for messages.
    pub(crate) fn arity(self) -> &'static str {
        match self {
            Rule::One(_) => "1 argument",
            Rule::Two(_) => "2 arguments",
            Rule::Fold(_) => "1 argument or more",
            Rule::If => "3 arguments: condition, then, otherwise",
            Rule::List(f) => match f.signature().len() {
                1 => "a list",
                3 => "3 arguments: a number and two lists",
                _ => "5 arguments: a number, two lists, and two numbers",
            },
        }
    }

    /// True if it can have so many arguments.
    pub fn accepts(self, arguments: usize) -> bool {
        match self {
            Rule::One(_) => arguments == 1,
            Rule::Two(_) => arguments == 2,
            Rule::Fold(_) => arguments >= 1,
            Rule::If => arguments == 3,
            Rule::List(f) => arguments == f.signature().len(),
        }
    }
}

/// Returns the name of the function with a rule.
fn name_of(own: impl Fn(&Rule) -> bool) -> &'static str {
    FUNCTIONS.iter().find(|(_, rule)| own(rule)).map_or("", |(name, _)| name)
}

/// Functions by their names in formulas; those of lists are known only where there are lists.
pub const FUNCTIONS: &[(&str, Rule)] = &[
    ("abs", Rule::One(One::Abs)),
    ("acos", Rule::One(One::Acos)),
    ("asin", Rule::One(One::Asin)),
    ("atan", Rule::One(One::Atan)),
    ("atan2", Rule::Two(Two::Atan2)),
    ("ceil", Rule::One(One::Ceil)),
    ("cos", Rule::One(One::Cos)),
    ("cosh", Rule::One(One::Cosh)),
    ("exp", Rule::One(One::Exp)),
    ("expm1", Rule::One(One::Expm1)),
    ("floor", Rule::One(One::Floor)),
    ("hypot", Rule::Two(Two::Hypot)),
    ("if", Rule::If),
    ("ln", Rule::One(One::Ln)),
    ("log10", Rule::One(One::Log10)),
    ("max", Rule::Fold(Two::Max)),
    ("min", Rule::Fold(Two::Min)),
    ("round", Rule::One(One::Round)),
    ("sign", Rule::One(One::Sign)),
    ("sin", Rule::One(One::Sin)),
    ("sinh", Rule::One(One::Sinh)),
    ("sqrt", Rule::One(One::Sqrt)),
    ("tan", Rule::One(One::Tan)),
    ("tanh", Rule::One(One::Tanh)),
    ("table", Rule::List(ListFunction::Table)),
    ("fractal", Rule::List(ListFunction::Fractal)),
    ("luz", Rule::List(ListFunction::Luz)),
    ("count", Rule::List(ListFunction::Count)),
    ("first", Rule::List(ListFunction::First)),
    ("last", Rule::List(ListFunction::Last)),
    ("rising", Rule::List(ListFunction::Rising)),
];

pub const CONSTANTS: &[(&str, f64)] = &[("pi", std::f64::consts::PI)];

/// An operator between two operands; a greater binding power joins first.
#[derive(Clone, Copy)]
pub struct Operator {
    pub symbol: &'static str,
    pub power: u8,
    pub grouping: Grouping,
    pub apply: Two,
}

/// Associativity: which of two neighbours of the same binding power joins first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    Left,
    Right,
    /// No grouping: `a < b < c` is an error.
    None,
}

/// Binding power of the sign in front of an operand: only `^` comes first, so −t² is −(t²).
pub const SIGN_POWER: u8 = 7;
/// Binding power of `not`: below the comparisons.
pub const NOT_POWER: u8 = 3;

/// A symbol that begins another stands after it.
pub const OPERATORS: &[Operator] = &[
    operator("or", 1, Grouping::Left, Two::Or),
    operator("and", 2, Grouping::Left, Two::And),
    operator("<=", 4, Grouping::None, Two::LessOrEqual),
    operator(">=", 4, Grouping::None, Two::GreaterOrEqual),
    operator("==", 4, Grouping::None, Two::Equal),
    operator("!=", 4, Grouping::None, Two::Unequal),
    operator("<", 4, Grouping::None, Two::Less),
    operator(">", 4, Grouping::None, Two::Greater),
    operator("+", 5, Grouping::Left, Two::Plus),
    operator("-", 5, Grouping::Left, Two::Minus),
    operator("*", 6, Grouping::Left, Two::Times),
    operator("·", 6, Grouping::Left, Two::Times),
    operator("/", 6, Grouping::Left, Two::Over),
    operator("%", 6, Grouping::Left, Two::Modulo),
    operator("^", 7, Grouping::Right, Two::Power),
];

const fn operator(symbol: &'static str, power: u8, grouping: Grouping, apply: Two) -> Operator {
    Operator { symbol, power, grouping, apply }
}
