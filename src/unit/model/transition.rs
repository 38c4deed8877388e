//! Words for transitions: `floor: forward → stuck`.

use super::Model;
use crate::dynamics::{ContactId, Element, Event, ForceId, SpringId};
use crate::laws::Direction;

impl Model {
    /// Returns the name of an element in the network file; `unknown` for one that it does not have.
    pub fn element_name(&self, element: impl Into<Element>) -> &str {
        let network = self.network();
        let name = match element.into() {
            Element::Contact(ContactId(contact)) => {
                network.contacts.get(contact).map(|one| &one.name)
            }
            Element::Spring(SpringId(spring)) => network.springs.get(spring).map(|one| &one.name),
            Element::Force(ForceId(force)) => network.forces.get(force).map(|one| &one.name),
        };
        name.map_or("unknown", String::as_str)
    }

    /// Returns the name of a mode of an element by its number, as [`Event::from`] and the variables of states have it.
    pub fn mode_name(&self, element: impl Into<Element>, mode: i32) -> &str {
        let element = element.into();
        if let Element::Contact(ContactId(contact)) = element
            && let Some(contact) = self.network().contacts.get(contact)
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
            (Element::Force(ForceId(force)), _) => self.force_mode_name(force, mode),
            _ => "unknown",
        }
    }

    fn force_mode_name(&self, force: usize, mode: i32) -> &str {
        let modes = self.network().forces.get(force).map_or(&[][..], |force| force.modes());
        let mode = usize::try_from(mode).ok().and_then(|mode| modes.get(mode));
        mode.map_or("unknown", |mode| &mode.name)
    }

    /// Returns the names of an event's element and of its modes before and after.
    pub fn event_names(&self, event: &Event) -> (&str, &str, &str) {
        let element = event.element();
        let mode = |mode| self.mode_name(element, mode);
        (self.element_name(element), mode(event.from()), mode(event.to()))
    }
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
        let model = Model::read(text, "wheel.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
        let mode_name = |element, mode| model.mode_name(element, mode);
        let one_way = [-1, 0, 1].map(|mode| mode_name(Element::Contact(ContactId(1)), mode));
        assert_eq!(one_way, ["backward", "locked", "overrunning"]);
        let contacts =
            [ContactMode::Backward, ContactMode::Stuck, ContactMode::Forward, ContactMode::Free];
        for mode in contacts {
            let name = format!("{mode:?}").to_lowercase();
            assert_eq!(mode_name(Element::Contact(ContactId(0)), mode as i32), name);
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
            assert_eq!(mode_name(Element::Spring(SpringId(0)), mode as i32), name);
        }
        assert_eq!(mode_name(Element::Contact(ContactId(0)), 3), "unknown");
    }
}
