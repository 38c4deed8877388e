//! Functions, constants and operators that an expression may use, one table each.

/// A function of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum One {
    Negative,
    Not,
    Abs,
    Acos,
    Asin,
    Atan,
    Ceil,
    Cos,
    Cosh,
    Exp,
    Floor,
    Ln,
    Log10,
    Round,
    Sign,
    Sin,
    Sinh,
    Sqrt,
    Tan,
    Tanh,
}

/// A function of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Two {
    Or,
    And,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    Unequal,
    Less,
    Greater,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    Power,
    Atan2,
    Hypot,
    Max,
    Min,
}

/// What a function does with its arguments.
#[derive(Clone, Copy)]
pub enum Rule {
    One(One),
    Two(Two),
    /// One or more arguments, joined from the left.
    Fold(Two),
    /// `if(condition, then, otherwise)`; a condition is true unless it is 0.
    If,
}

impl Rule {
    /// Number of arguments for messages.
    pub fn arity(self) -> &'static str {
        match self {
            Rule::One(_) => "1 argument",
            Rule::Two(_) => "2 arguments",
            Rule::Fold(_) => "1 argument or more",
            Rule::If => "3 arguments: condition, then, otherwise",
        }
    }

    pub fn accepts(self, arguments: usize) -> bool {
        match self {
            Rule::One(_) => arguments == 1,
            Rule::Two(_) => arguments == 2,
            Rule::Fold(_) => arguments >= 1,
            Rule::If => arguments == 3,
        }
    }
}

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
];

pub const CONSTANTS: &[(&str, f64)] = &[("pi", std::f64::consts::PI)];

/// How two operands are joined; a greater binding power joins first.
#[derive(Clone, Copy)]
pub struct Operator {
    pub symbol: &'static str,
    pub power: u8,
    pub grouping: Grouping,
    pub apply: Two,
}

/// Which of two neighbours of the same binding power joins first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    Left,
    Right,
    /// Neither: `a < b < c` is an error.
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
    operator("/", 6, Grouping::Left, Two::Over),
    operator("%", 6, Grouping::Left, Two::Modulo),
    operator("^", 7, Grouping::Right, Two::Power),
];

const fn operator(symbol: &'static str, power: u8, grouping: Grouping, apply: Two) -> Operator {
    Operator { symbol, power, grouping, apply }
}

/// −1, 0 or 1.
pub fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// What expressions are evaluated to.
pub(super) trait Number: Copy {
    fn constant(x: f64) -> Self;
    fn one(self, function: One) -> Self;
    fn two(self, other: Self, function: Two) -> Self;
    /// `if(self, then, otherwise)`
    fn choose(self, then: Self, otherwise: Self) -> Self;
}
