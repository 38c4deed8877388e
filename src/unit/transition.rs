//! Words for transitions: `floor: forward → stuck`.

use super::Model;
use crate::dynamics::{Element, Event};
use crate::laws::Direction;

/// Returns the name of the contact or spring in the network file; None for an index it does not have.
pub fn element_name(unit: &Model, element: Element) -> Option<&str> {
    let network = unit.network();
    match element {
        Element::Contact(index) => network.contacts.get(index).map(|contact| contact.name.as_str()),
        Element::Spring(index) => network.springs.get(index).map(|spring| spring.name.as_str()),
    }
}

/// Returns the name of a mode of the element by its number in an [`Event`].
pub fn mode_name(unit: &Model, element: Element, mode: i32) -> &'static str {
    if let Element::Contact(index) = element
        && let Some(contact) = unit.network().contacts.get(index)
        && contact.law.kind.is_one_way()
    {
        let overruns = |direction| !contact.law.kind.is_unlimited(direction);
        match mode {
            -1 if overruns(Direction::Backward) => return "overrunning",
            0 => return "locked",
            1 if overruns(Direction::Forward) => return "overrunning",
            _ => {}
        }
    }
    match (element, mode) {
        (Element::Contact(_), -1) => "backward",
        (Element::Contact(_), 0) => "stuck",
        (Element::Contact(_), 1) => "forward",
        (Element::Contact(_), 2) => "free",
        (Element::Spring(_), -1) => "lower contact",
        (Element::Spring(_), 0) => "gap",
        (Element::Spring(_), 1) => "upper contact",
        (Element::Spring(_), 2) => "separated",
        (Element::Spring(_), 3) => "bilateral",
        _ => "unknown",
    }
}

/// Returns the element's name and its modes before and after.
pub fn words<'u>(unit: &'u Model, event: &Event) -> (&'u str, &'static str, &'static str) {
    let name = element_name(unit, event.element).unwrap_or("unknown");
    let mode = |mode| mode_name(unit, event.element, mode);
    (name, mode(event.from), mode(event.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{ContactMode, SpringMode};

    #[test]
    fn every_mode_has_a_name() {
        let text = "[model]\nname = \"Wheel\"\n[body.rim]\nmass = 1.0\n[spring.leaf]\nbetween = \"rim\"\nstiffness = 1.0\n\
                    [contact.floor]\nbetween = \"rim\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                    [contact.ratchet]\nbetween = \"rim\"\nlaw = \"oneWay\"\n";
        let unit = Model::read(text, "wheel.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
        let mode_name = |element, mode| mode_name(&unit, element, mode);
        let one_way = [-1, 0, 1].map(|mode| mode_name(Element::Contact(1), mode));
        assert_eq!(one_way, ["backward", "locked", "overrunning"]);
        let contacts =
            [ContactMode::Backward, ContactMode::Stuck, ContactMode::Forward, ContactMode::Free];
        for mode in contacts {
            let name = format!("{mode:?}").to_lowercase();
            assert_eq!(mode_name(Element::Contact(0), mode as i32), name);
        }
        use SpringMode::{Bilateral, Gap, Left, Lifted, Right};
        let springs = [
            (Left, "lower contact"),
            (Gap, "gap"),
            (Right, "upper contact"),
            (Lifted, "separated"),
            (Bilateral, "bilateral"),
        ];
        for (mode, name) in springs {
            assert_eq!(mode_name(Element::Spring(0), mode as i32), name);
        }
        assert_eq!(mode_name(Element::Contact(0), 3), "unknown");
    }
}
