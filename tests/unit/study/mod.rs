//! Studies against closed forms and against runs of the engine that know nothing of them.

mod advancing;
mod afar;
mod answers;
mod branches;
mod cycles;
mod ends;
mod exponents;
mod extremes;
mod loops;
mod parameters;
mod planes;
mod sections;
mod settled;
mod square_waves;
mod turning;

use luztar::study::Case;
use luztar::unit::{Value, catalogue};

use crate::support::unit;

/// A unit of the catalogue with other values.
fn model(name: &str, values: &[(&str, f64)]) -> Case {
    let unit = catalogue::unit(name).expect("of the catalogue");
    with(&Case::new(unit, Vec::new()).expect("a unit with states"), values)
}

fn with(model: &Case, values: &[(&str, f64)]) -> Case {
    let mut model = model.clone();
    for (name, value) in values {
        let index = model.unit().find(name).unwrap_or_else(|| panic!("no {name}"));
        model = model.with(index, Value::Real(*value));
    }
    model
}
