//! The elements of a unit that have states: contacts, springs with backlash, and elements of declared kinds with modes.

use super::{Accessor, ContactId, Element, ForceId, Model, SpringId};

/// Returns each element and the index of the variable that holds its state.
pub fn states(unit: &Model) -> Vec<(Element, usize)> {
    let springs = &unit.network().springs;
    let states = unit.variables().iter().enumerate().filter_map(|(index, variable)| {
        let element = match variable.accessor {
            Accessor::ContactState(contact) => Element::Contact(ContactId(contact)),
            Accessor::SpringState(spring) if springs[spring].has_freeplay() => {
                Element::Spring(SpringId(spring))
            }
            Accessor::ForceState(force) => Element::Force(ForceId(force)),
            _ => return None,
        };
        Some((element, index))
    });
    states.collect()
}
