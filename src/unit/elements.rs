//! The elements of a unit that have states: contacts, and springs with freeplay.

use super::{Accessor, ContactId, Element, Model, SpringId};

/// Returns each element and the index of the variable that holds its state.
pub fn states(unit: &Model) -> Vec<(Element, usize)> {
    let springs = &unit.network().springs;
    let states = unit.variables().iter().enumerate().filter_map(|(index, variable)| {
        let element = match variable.accessor {
            Accessor::ContactState(contact) => Element::Contact(ContactId(contact)),
            Accessor::SpringState(spring) if springs[spring].has_freeplay() => {
                Element::Spring(SpringId(spring))
            }
            _ => return None,
        };
        Some((element, index))
    });
    states.collect()
}
