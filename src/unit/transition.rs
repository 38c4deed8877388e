//! Words for transitions: `floor: forward → stuck`.

use super::Unit;
use crate::motion::{Element, Event};

/// Name of the contact or spring in the network file; None for an index it does not have.
pub fn element_name(unit: &Unit, element: Element) -> Option<&str> {
    let network = unit.network();
    match element {
        Element::Contact(index) => network.contacts.get(index).map(|contact| contact.name.as_str()),
        Element::Spring(index) => network.springs.get(index).map(|spring| spring.name.as_str()),
    }
}

/// Name of a mode of the element by its number in an [`Event`].
pub fn mode_name(element: Element, mode: i32) -> &'static str {
    match (element, mode) {
        (Element::Contact(_), -1) => "backward",
        (Element::Contact(_), 0) => "stuck",
        (Element::Contact(_), 1) => "forward",
        (Element::Contact(_), 2) => "free",
        (Element::Spring(_), -1) => "left",
        (Element::Spring(_), 0) => "gap",
        (Element::Spring(_), 1) => "right",
        (Element::Spring(_), 2) => "lifted",
        (Element::Spring(_), 3) => "bilateral",
        _ => "unknown",
    }
}

/// The element's name and its modes before and after.
pub fn words<'u>(unit: &'u Unit, event: &Event) -> (&'u str, &'static str, &'static str) {
    let name = element_name(unit, event.element).unwrap_or("unknown");
    (name, mode_name(event.element, event.from), mode_name(event.element, event.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::{ContactMode, SpringMode};

    #[test]
    fn every_mode_has_a_name() {
        let contacts =
            [ContactMode::Backward, ContactMode::Stuck, ContactMode::Forward, ContactMode::Free];
        for mode in contacts {
            let name = format!("{mode:?}").to_lowercase();
            assert_eq!(mode_name(Element::Contact(0), mode as i32), name);
        }
        use SpringMode::{Bilateral, Gap, Left, Lifted, Right};
        for mode in [Left, Gap, Right, Lifted, Bilateral] {
            let name = format!("{mode:?}").to_lowercase();
            assert_eq!(mode_name(Element::Spring(0), mode as i32), name);
        }
        assert_eq!(mode_name(Element::Contact(0), 3), "unknown");
    }
}
