//! Formulas and their arithmetics: what a formula says once is run in numbers, in dual numbers (slopes, changes
//! by parameters), in intervals (bounds), on the branch of another place, or order by order as Taylor
//! coefficients. Nothing here knows friction or time.
//!
//! Numbers are decimal (`1`, `.5`, `1e-3`); operators, loosest first: `or`, `and`, `not`, comparisons
//! (1 or 0, not chained), `+ -`, `* / %`, the sign, `^` (from the right: −t² is −(t²), 2^3^2 = 2^9).
//! `%` is the remainder in [0, divisor). Where units may stand they belong to the number or the
//! brackets before them; behind a quotient, whose reading would be a guess, they are refused: 1/2 s.
//!
//! The grammar is our own because crates for it read −t² as (−t)² (exmex, fasteval) or 1/2 as 0
//! (evalexpr): silent traps for what is meant to be mathematics.

mod branch;
mod decisions;
mod dual;
mod folding;
mod formula;
mod functions;
mod given;
mod interval;
mod invariance;
mod kinks;
mod magnitude;
mod nearest;
mod number;
mod parser;
mod plan;
mod quantity;
mod remedies;
mod scope;
mod shown;
mod step;
mod tables;
pub mod taylor;
mod trend;
pub mod units;

pub use branch::Branch;
pub use decisions::{Decisions, On, TIED};
pub use dual::Dual;
pub(crate) use folding::{Folding, InPlace};
pub use formula::{Formula, Node};
pub(crate) use functions::CONSTANTS;
pub use functions::{FUNCTIONS, One, Rule, Two};
pub use given::{Along, Given};
pub use interval::ALL;
pub use interval::Interval;
pub(crate) use invariance::{Change, Invariance};
pub(crate) use kinks::negative_place;
pub use kinks::{KinkSearch, Kinks};
pub use magnitude::Magnitude;
pub use magnitude::finite;
pub use nearest::nearest;
pub use number::Number;
pub use number::sign;
pub(crate) use parser::calls::list_at;
pub use parser::parse;
pub use plan::powers;
pub use plan::{Plan, PlanSeries};
pub use quantity::{Exponents, Misfit, Quantity};
pub(crate) use scope::not_yet;
pub use scope::{Beside, Scope, SyntaxError};
pub use shown::Short;
pub(crate) use trend::change;
