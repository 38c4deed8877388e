//! Kinds of transitions in a picture, and which elements have theirs marked.

use luztar::unit::{ContactId, ContactMode, Element, Event, Model};
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

impl Kind {
    pub fn of(event: &Event) -> Self {
        let Event::Contact { from, to, .. } = event else { return Kind::Spring };
        match (from, to) {
            (ContactMode::Free, _) | (_, ContactMode::Free) => Kind::Load,
            (_, ContactMode::Stuck) => Kind::Sticks,
            (ContactMode::Stuck, _) => Kind::Slips,
            _ => Kind::Reverses,
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
    let contacts =
        (0..network.contacts.len()).filter(sticks).map(|contact| ContactId(contact).into());
    let others = unit.elements().filter(|element| !matches!(element, Element::Contact(_)));
    let all: Vec<Element> = contacts.chain(others).collect();
    if names.is_empty() {
        return Ok(all);
    }
    let name = |element: &Element| unit.element_name(*element);
    let found = names.iter().map(|wanted| {
        all.iter().copied().find(|element| name(element) == wanted).ok_or_else(|| {
            let hint = did_you_mean(wanted, all.iter().map(name));
            let unit = unit.name();
            Failure::Usage(format!(
                "--mark {wanted}: {unit} has no such contact, spring or element with modes{hint}"
            ))
        })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::Kind;
    use luztar::unit::{ContactId, ContactMode, Event, SpringId, SpringMode};

    #[test]
    fn transitions_have_their_kind() {
        use ContactMode::{Backward, Forward, Free, Stuck};
        let contact = ContactId(0);
        let kind = |from, to| Kind::of(&Event::Contact { contact, from, to, time: 0.0 });
        assert_eq!(kind(Forward, Stuck), Kind::Sticks);
        assert_eq!(kind(Stuck, Backward), Kind::Slips);
        assert_eq!(kind(Forward, Backward), Kind::Reverses);
        assert_eq!((kind(Free, Stuck), kind(Forward, Free)), (Kind::Load, Kind::Load));
        let (spring, from, to) = (SpringId(0), SpringMode::Gap, SpringMode::Right);
        assert_eq!(Kind::of(&Event::Spring { spring, from, to, time: 0.0 }), Kind::Spring);
    }
}
