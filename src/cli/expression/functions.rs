//! Functions, constants and operators that an expression may use, one table each. The functions come
//! from `libm`, so that a result does not depend on the platform.

/// What a function does with its arguments.
#[derive(Clone, Copy)]
pub enum Rule {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    /// One or more arguments, joined from the left.
    Fold(fn(f64, f64) -> f64),
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
    ("abs", Rule::One(f64::abs)),
    ("acos", Rule::One(libm::acos)),
    ("asin", Rule::One(libm::asin)),
    ("atan", Rule::One(libm::atan)),
    ("atan2", Rule::Two(libm::atan2)),
    ("ceil", Rule::One(f64::ceil)),
    ("cos", Rule::One(libm::cos)),
    ("cosh", Rule::One(libm::cosh)),
    ("exp", Rule::One(libm::exp)),
    ("floor", Rule::One(f64::floor)),
    ("hypot", Rule::Two(libm::hypot)),
    ("if", Rule::If),
    ("ln", Rule::One(libm::log)),
    ("log10", Rule::One(libm::log10)),
    ("max", Rule::Fold(f64::max)),
    ("min", Rule::Fold(f64::min)),
    ("round", Rule::One(f64::round)),
    ("sign", Rule::One(sign)),
    ("sin", Rule::One(libm::sin)),
    ("sinh", Rule::One(libm::sinh)),
    ("sqrt", Rule::One(libm::sqrt)),
    ("tan", Rule::One(libm::tan)),
    ("tanh", Rule::One(libm::tanh)),
];

pub const CONSTANTS: &[(&str, f64)] = &[("pi", std::f64::consts::PI)];

/// How two operands are joined; a greater binding power joins first.
#[derive(Clone, Copy)]
pub struct Operator {
    pub symbol: &'static str,
    pub power: u8,
    pub grouping: Grouping,
    pub apply: fn(f64, f64) -> f64,
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
    operator("or", 1, Grouping::Left, |a, b| truth(a != 0.0 || b != 0.0)),
    operator("and", 2, Grouping::Left, |a, b| truth(a != 0.0 && b != 0.0)),
    operator("<=", 4, Grouping::None, |a, b| truth(a <= b)),
    operator(">=", 4, Grouping::None, |a, b| truth(a >= b)),
    operator("==", 4, Grouping::None, |a, b| truth(a == b)),
    operator("!=", 4, Grouping::None, |a, b| truth(a != b)),
    operator("<", 4, Grouping::None, |a, b| truth(a < b)),
    operator(">", 4, Grouping::None, |a, b| truth(a > b)),
    operator("+", 5, Grouping::Left, |a, b| a + b),
    operator("-", 5, Grouping::Left, |a, b| a - b),
    operator("*", 6, Grouping::Left, |a, b| a * b),
    operator("/", 6, Grouping::Left, |a, b| a / b),
    operator("%", 6, Grouping::Left, remainder),
    operator("^", 7, Grouping::Right, libm::pow),
];

const fn operator(
    symbol: &'static str,
    power: u8,
    grouping: Grouping,
    apply: fn(f64, f64) -> f64,
) -> Operator {
    Operator { symbol, power, grouping, apply }
}

fn truth(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

/// −1, 0 or 1.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// Remainder of division in `[0, b)` for b > 0, so that `t % period` is a saw tooth for negative t too.
fn remainder(a: f64, b: f64) -> f64 {
    a - b * (a / b).floor()
}
