//! Warnings of stops that throw their ends apart at the start.

use std::sync::Arc;

use luztar::network::{Axis, ElementForm, Network, plain};
use luztar::unit::{Element, Fault, ForceId, Model, Penetration, Simulation, SpringId};

/// Returns one line per stop.
///
/// # Errors
/// The start values of the unit give no initial state.
pub fn of(unit: &Arc<Model>) -> Result<Vec<String>, Fault> {
    let mut instance = Simulation::new(unit.clone());
    instance.enter_initialization()?;
    let found = instance.penetrations()?;
    Ok(found.iter().map(|one| warning(unit, one)).collect())
}

fn warning(unit: &Model, stop: &Penetration) -> String {
    let (kind, axis, edge) = described(unit.network(), stop.element);
    let [length, force, position] = match axis {
        Axis::Translation => ["m", "N", "positions"],
        Axis::Rotation => ["rad", "N·m", "angles"],
    };
    format!(
        "{kind} `{}`: penetrated by {} {length} at the start: its {} {force} are more than twice what presses its ends \
         together, and throw them apart; give other start {position}, or another {edge}",
        unit.element_name(stop.element),
        plain(rounded(stop.depth)),
        plain(rounded(stop.force)),
    )
}

/// Returns the table of a stop in network files, its axis, and the keys that say where it begins.
fn described(network: &Network, element: Element) -> (&str, Axis, String) {
    match element {
        Element::Spring(SpringId(spring)) => {
            ("spring", network.springs[spring].axis, "`gap` or `backlash`".to_owned())
        }
        Element::Force(ForceId(force)) => {
            let force = &network.forces[force];
            let form = force.form.as_deref();
            (form.map_or("force", |form| form.name), force.axis, form.map_or(String::new(), begins))
        }
        Element::Contact(_) => unreachable!("a contact of friction is no stop"),
    }
}

/// Returns the keys of a stop by formula on which its distance depends.
fn begins(form: &ElementForm) -> String {
    let condition = form.modes.first().map_or("", |mode| &mode.condition);
    let words = || condition.split(|c: char| !c.is_alphanumeric() && c != '_');
    let own = form.parameters.iter().filter(|number| words().any(|word| word == number.symbol));
    own.map(|number| format!("`{}`", number.name)).collect::<Vec<_>>().join(" or ")
}

/// Returns a number with 3 digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}
