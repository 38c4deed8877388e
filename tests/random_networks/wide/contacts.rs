//! Contacts of all built-in laws, under loads of all kinds.

use luztar::laws::Measure;

use super::super::laws::{self, Place};
use super::courses::Quantity;
use super::{Generator, Kind, formulas, number};

const MOST_CONTACTS: usize = 3;

impl Generator {
    pub(super) fn contacts(&mut self) {
        for contact in 0..1 + self.draws.below(MOST_CONTACTS) {
            self.contact(contact);
        }
    }

    fn contact(&mut self, contact: usize) {
        let Some((mut keys, bodies)) = self.ends(&[Kind::Free, Kind::Massless]) else { return };
        let massless = bodies.iter().any(|body| self.kinds[*body] == Kind::Massless);
        if self.rotation {
            let radii: Vec<f64> =
                bodies.iter().map(|_| self.draws.mixed(&[1.0], 0.3, 1.5)).collect();
            keys.push(("radii", format!("{radii:?}")));
        } else {
            self.ratio(&bodies, &mut keys);
        }
        let springs = self.pressing();
        let loaded = self.draws.chance(0.8);
        let pressed = loaded && !massless && !springs.is_empty() && self.draws.chance(0.15);
        let law = laws::listed_name(&mut self.draws, Place { massless, loaded, pressed });
        let friction = if loaded { 1.0 } else { self.size(self.force, 0.3, 3.0) };
        let own = laws::listed_keys_in(&mut self.draws, law, loaded, |measure| match measure {
            Measure::Friction
            | Measure::FrictionPerVelocity
            | Measure::FrictionPerVelocity2
            | Measure::FrictionPerLength
            | Measure::Force => friction,
            _ => 1.0,
        });
        let regularised = laws::regularisation(&mut self.draws, law, &own);
        keys.extend(own);
        if !massless && law != "table" {
            keys.extend(regularised);
        }
        let mut needs = Self::needs(&bodies);
        let unit = self.size(self.force, 0.3, 3.0);
        let holds = laws::holds_load(law);
        let by_formula = loaded && !massless && !pressed && !holds && self.draws.chance(0.35);
        let mut may_jump = false;
        if by_formula {
            let (load, follows) = formulas::load(self, contact, unit);
            keys.extend(load);
            may_jump = follows;
        } else if loaded {
            keys.push(("normalForce", format!("{{ input = true, start = {unit:?} }}")));
            let quantity = if holds { Quantity::HeldLoad(unit) } else { Quantity::Load(unit) };
            self.inputs.push((format!("c{contact}.normalForce"), quantity));
        }
        if pressed {
            let spring = self.draws.below(springs.len());
            keys.push(("loadSpring", format!("{:?}", springs[spring])));
            keys.push(("loadFactor", number(self.draws.mixed(&[1.0, -1.0], -0.5, 0.5))));
            needs.push(springs[spring].clone());
            may_jump = true;
        }
        if !may_jump && self.draws.chance(0.4) {
            let viscous = self.size(self.force / self.length, 0.01, 1.0);
            keys.push(("viscous", number(viscous)));
        }
        if self.draws.chance(0.25) {
            let velocity = self.length * self.draws.mixed(&[0.5], -1.0, 1.0);
            keys.push(("surfaceVelocity", number(velocity)));
        }
        self.push("contact", format!("c{contact}"), keys, needs);
    }

    /// Springs that may press a contact: they join no massless body.
    fn pressing(&self) -> Vec<String> {
        let massless = |name: &String| {
            (0..self.kinds.len())
                .any(|b| self.kinds[b] == Kind::Massless && *name == format!("b{b}"))
        };
        let springs = self.elements.iter().filter(|element| element.table == "spring");
        springs.filter(|one| !one.needs.iter().any(massless)).map(|one| one.name.clone()).collect()
    }
}
