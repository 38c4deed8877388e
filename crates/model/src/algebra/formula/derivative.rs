//! The derivative of a formula with respect to one of its names, as a formula.

use crate::algebra::formula::{Formula, Node};
use crate::algebra::functions::{One, Two};

impl Formula {
    /// Returns ∂/∂(name).
    ///
    /// # Errors
    /// The reason why the formula has none, and the byte of its text.
    pub fn derivative(&self, name: usize) -> Result<Formula, (usize, &'static str)> {
        let mut made = Making { formula: self.clone(), offset: 0 };
        // Of each operation the place of its derivative; None: 0.
        let mut by: Vec<Option<usize>> = Vec::with_capacity(self.nodes().len());
        for (place, node) in self.nodes().iter().enumerate() {
            made.offset = self.offset(place);
            let change = match *node {
                Node::Name(own) if own == name => Some(made.number(1.0)),
                Node::Number(_) | Node::Name(_) => None,
                Node::One(function, a) => by[a].map(|da| {
                    let slope = made.slope(function, a, place);
                    match function {
                        One::Atan | One::Exp | One::Expm1 | One::Tanh => made.chain(slope, da),
                        _ => made.times(slope, da),
                    }
                }),
                Node::Two(function, a, b) if by[a].is_some() || by[b].is_some() => {
                    made.of_two(function, place, [(a, by[a]), (b, by[b])])
                }
                Node::Two(..) => None,
                Node::If([condition, then, otherwise]) => {
                    made.either(condition, [by[then], by[otherwise]])
                }
                Node::List(..) if node.operands().any(|operand| by[operand].is_some()) => {
                    return Err((
                        made.offset,
                        "derivatives of functions of lists are not supported",
                    ));
                }
                Node::List(..) => None,
            };
            by.push(change);
        }
        let result = by.last().copied().flatten().unwrap_or_else(|| made.number(0.0));
        Ok(made.formula.ending(result))
    }
}

/// A formula to which operations are added, said at a byte of its text.
struct Making {
    formula: Formula,
    offset: usize,
}

impl Making {
    fn number(&mut self, x: f64) -> usize {
        self.formula.push(Node::Number(x), self.offset)
    }

    fn is(&self, place: usize, x: f64) -> bool {
        self.formula.nodes()[place] == Node::Number(x)
    }

    fn one(&mut self, function: One, a: usize) -> usize {
        self.formula.push(Node::One(function, a), self.offset)
    }

    fn two(&mut self, function: Two, a: usize, b: usize) -> usize {
        self.formula.push(Node::Two(function, a, b), self.offset)
    }

    fn times(&mut self, a: usize, b: usize) -> usize {
        match (self.is(a, 1.0), self.is(b, 1.0)) {
            (true, _) => b,
            (_, true) => a,
            _ => self.two(Two::Times, a, b),
        }
    }

    /// Returns a slope that is 0 only far from 0 times the change of its argument, which may overflow there.
    fn chain(&mut self, slope: usize, change: usize) -> usize {
        match self.formula.nodes()[change] {
            Node::Number(_) => self.times(slope, change),
            _ => self.two(Two::Chain, slope, change),
        }
    }

    /// True of a number below 0.
    fn is_negative(&self, place: usize) -> bool {
        let nodes = self.formula.nodes();
        match nodes[place] {
            Node::Number(x) => x < 0.0,
            Node::One(One::Negative, a) => matches!(nodes[a], Node::Number(x) if x > 0.0),
            _ => false,
        }
    }

    fn over(&mut self, a: f64, b: usize) -> usize {
        let a = self.number(a);
        self.two(Two::Over, a, b)
    }

    /// Returns the slope of a function of one operand, whose value stands at `value`.
    fn slope(&mut self, function: One, a: usize, value: usize) -> usize {
        let one = |making: &mut Self, plus: Two| {
            let (one, square) = (making.number(1.0), making.times(a, a));
            making.two(plus, one, square)
        };
        match function {
            One::Negative => self.number(-1.0),
            One::Abs => self.one(One::Sign, a),
            One::Asin | One::Acos => {
                let rest = one(self, Two::Minus);
                let root = self.one(One::Sqrt, rest);
                self.over(if function == One::Asin { 1.0 } else { -1.0 }, root)
            }
            One::Atan => {
                let sum = one(self, Two::Plus);
                self.over(1.0, sum)
            }
            One::Cos => {
                let sine = self.one(One::Sin, a);
                self.one(One::Negative, sine)
            }
            One::Cosh => self.one(One::Sinh, a),
            One::Exp => value,
            One::Expm1 => self.one(One::Exp, a),
            One::Ln => self.over(1.0, a),
            One::Log10 => self.over(std::f64::consts::LOG10_E, a),
            One::Sin => self.one(One::Cos, a),
            One::Sinh => self.one(One::Cosh, a),
            One::Sqrt => self.over(0.5, value),
            One::Tan | One::Tanh => {
                let (one, square) = (self.number(1.0), self.times(value, value));
                self.two(if function == One::Tan { Two::Plus } else { Two::Minus }, one, square)
            }
            One::Not | One::Ceil | One::Floor | One::Round | One::Sign => self.number(0.0),
        }
    }

    /// Returns a sum of what there is of two terms.
    fn sum(&mut self, a: Option<usize>, function: Two, b: Option<usize>) -> Option<usize> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.two(function, a, b)),
            (None, Some(b)) if function == Two::Minus => Some(self.one(One::Negative, b)),
            (a, b) => a.or(b),
        }
    }

    fn either(&mut self, condition: usize, [then, otherwise]: [Option<usize>; 2]) -> Option<usize> {
        if then.is_none() && otherwise.is_none() {
            return None;
        }
        let [then, otherwise] =
            [then, otherwise].map(|one| one.unwrap_or_else(|| self.number(0.0)));
        Some(self.formula.push(Node::If([condition, then, otherwise]), self.offset))
    }

    /// Returns the place of the derivative of a function of two operands at `value`, each with its derivative; None if
    /// it is 0.
    fn of_two(
        &mut self,
        function: Two,
        value: usize,
        [(a, da), (b, db)]: [(usize, Option<usize>); 2],
    ) -> Option<usize> {
        match function {
            Two::Plus | Two::Minus => self.sum(da, function, db),
            Two::Times => {
                let (left, right) =
                    (da.map(|da| self.times(da, b)), db.map(|db| self.times(a, db)));
                self.sum(left, Two::Plus, right)
            }
            Two::Over => {
                let right = db.map(|db| self.chain(value, db));
                let sum = self.sum(da, Two::Minus, right)?;
                Some(self.two(Two::Over, sum, b))
            }
            Two::Power => {
                let by_base = da.map(|da| {
                    let one = self.number(1.0);
                    let less = self.two(Two::Minus, b, one);
                    let power = self.two(Two::Power, a, less);
                    let slope = self.times(b, power);
                    match self.is_negative(b) {
                        true => self.chain(slope, da),
                        false => self.times(slope, da),
                    }
                });
                let by_exponent = db.map(|db| {
                    let logarithm = self.one(One::Ln, a);
                    let slope = self.times(value, logarithm);
                    self.times(slope, db)
                });
                self.sum(by_base, Two::Plus, by_exponent)
            }
            Two::Atan2 | Two::Hypot => {
                let turned = function == Two::Atan2;
                let (with_a, with_b) = if turned { (b, a) } else { (a, b) };
                let (left, right) =
                    (da.map(|da| self.times(with_a, da)), db.map(|db| self.times(with_b, db)));
                let sum = self.sum(left, if turned { Two::Minus } else { Two::Plus }, right)?;
                let below = if turned {
                    let (a, b) = (self.times(a, a), self.times(b, b));
                    self.two(Two::Plus, a, b)
                } else {
                    value
                };
                Some(self.two(Two::Over, sum, below))
            }
            Two::Max | Two::Min => {
                let above =
                    if function == Two::Max { Two::GreaterOrEqual } else { Two::LessOrEqual };
                let condition = self.two(above, a, b);
                self.either(condition, [da, db])
            }
            // The remainder jumps; conditions have but two values.
            _ => da.filter(|_| function == Two::Modulo),
        }
    }
}
