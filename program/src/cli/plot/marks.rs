//! Kinds of transitions in a picture, and which elements have theirs marked.

use luztar::unit::transition::element_name;
use luztar::unit::{Element, Event, Model};
use plotters::style::RGBColor;

use crate::cli::failure::Failure;
use crate::cli::names::did_you_mean;

/// Meaning of a transition for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sticks,
    Slips,
    Reverses,
    Load,
    Spring,
}

/// All kinds, in the order of the key.
pub const KINDS: [Kind; 5] = [Kind::Sticks, Kind::Slips, Kind::Reverses, Kind::Load, Kind::Spring];

/// Number of a contact's mode `stuck`.
pub const STUCK: i32 = 0;
/// Number of a contact's mode `free`.
const FREE: i32 = 2;

impl Kind {
    pub fn of(event: &Event) -> Self {
        match (event.element, event.from, event.to) {
            (Element::Spring(_), ..) => Kind::Spring,
            (Element::Contact(_), FREE, _) | (Element::Contact(_), _, FREE) => Kind::Load,
            (Element::Contact(_), _, STUCK) => Kind::Sticks,
            (Element::Contact(_), STUCK, _) => Kind::Slips,
            (Element::Contact(_), ..) => Kind::Reverses,
        }
    }

    /// Returns the words of the key.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Sticks => "sticks",
            Kind::Slips => "slips",
            Kind::Reverses => "slip reverses",
            Kind::Load => "normal load appears or vanishes",
            Kind::Spring => "gap opens or closes",
        }
    }

    pub fn colour(self) -> RGBColor {
        match self {
            Kind::Sticks => RGBColor(70, 70, 70),
            Kind::Slips => RGBColor(220, 50, 47),
            Kind::Reverses => RGBColor(150, 110, 200),
            Kind::Load => RGBColor(0, 140, 140),
            Kind::Spring => RGBColor(200, 150, 0),
        }
    }
}

/// Returns the elements named, or all of them.
///
/// # Errors
/// An unknown name.
pub fn elements(unit: &Model, names: &[String]) -> Result<Vec<Element>, Failure> {
    let network = unit.network();
    let sticks = |contact: &usize| !network.contacts[*contact].law.kind.is_rigid();
    let contacts = (0..network.contacts.len()).filter(sticks).map(Element::Contact);
    let springs = (0..network.springs.len()).map(Element::Spring);
    let all: Vec<Element> = contacts.chain(springs).collect();
    if names.is_empty() {
        return Ok(all);
    }
    let name = |element: &Element| element_name(unit, *element).unwrap_or_default();
    let found = names.iter().map(|wanted| {
        all.iter().copied().find(|element| name(element) == wanted).ok_or_else(|| {
            let hint = did_you_mean(wanted, all.iter().map(name));
            let unit = unit.name();
            Failure::Usage(format!("--mark {wanted}: {unit} has no such contact or spring{hint}"))
        })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::{FREE, Kind, STUCK};
    use luztar::dynamics::ContactMode;
    use luztar::unit::{Element, Event};

    #[test]
    fn transitions_have_their_kind() {
        assert_eq!((STUCK, FREE), (ContactMode::Stuck as i32, ContactMode::Free as i32));
        let kind = |element, from, to| Kind::of(&Event { time: 0.0, element, from, to });
        let contact = Element::Contact(0);
        assert_eq!(kind(contact, 1, STUCK), Kind::Sticks);
        assert_eq!(kind(contact, STUCK, -1), Kind::Slips);
        assert_eq!(kind(contact, 1, -1), Kind::Reverses);
        assert_eq!((kind(contact, FREE, STUCK), kind(contact, 1, FREE)), (Kind::Load, Kind::Load));
        assert_eq!(kind(Element::Spring(0), 0, 1), Kind::Spring);
    }
}
