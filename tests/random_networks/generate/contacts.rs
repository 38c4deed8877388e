//! Contacts, with their laws and surfaces.

use super::super::laws::{self, Place};
use super::super::{formulas, own_laws, powers};
use super::{Element, Generator, INPUT, Kind, Signal, number};

const MOST_CONTACTS: usize = 4;

/// Law of tyres, which are at rest below a speed in SI units.
const ROLLING: &str = "slipRatio";

impl Generator {
    pub(super) fn contacts(&mut self) {
        for contact in 0..1 + self.draws.below(MOST_CONTACTS) {
            let Some((i, j)) = self.ends(&[Kind::Free, Kind::Massless]) else { return };
            self.contact(contact, i, j);
        }
    }

    fn contact(&mut self, contact: usize, i: usize, j: Option<usize>) {
        let massless = |body: usize| self.kinds[body] == Kind::Massless;
        let massless = massless(i) || j.is_some_and(massless);
        let (mut keys, mut needs) = self.between(i, j);
        if self.rotation {
            let radii: Vec<f64> =
                needs.iter().map(|_| self.draws.mixed(&[1.0], 0.3, 1.5)).collect();
            keys.push(("radii", format!("{radii:?}")));
        } else if j.is_some() && self.draws.chance(0.3) {
            keys.push(("ratio", number(self.draws.mixed(&[0.5, -1.0, 2.0], 0.3, 2.0))));
        }
        let springs = self.pressing();
        let load = self.draws.below(8);
        let pressed = load == 7 && !massless && !springs.is_empty();
        let loaded = load >= 4;
        let place = Place { massless, loaded, pressed };
        let (name, numbers): (fn(&mut _, _) -> &'static str, fn(_, _, _) -> _) = match self.listed {
            true => (laws::listed_name, laws::listed_keys),
            false => (laws::name, laws::keys),
        };
        let own = self.own && !massless && self.draws.chance(0.7);
        let mut law = if own { self.own_law(contact) } else { name(&mut self.draws, place) };
        while self.scaled && law == ROLLING {
            law = name(&mut self.draws, place);
        }
        keys.extend(match own {
            true => own_laws::keys(&mut self.draws, law),
            false => numbers(&mut self.draws, law, loaded),
        });
        if own && self.smooth && self.draws.chance(0.6) {
            keys.extend(laws::continuous(&mut self.draws, 3));
        }
        needs.extend(own.then(|| law.to_owned()));
        let holds_load = !own && laws::holds_load(law);
        let regularised = !massless && law != "table" && !own;
        if regularised {
            let chosen = laws::regularisation(&mut self.draws, law, &keys);
            keys.extend(chosen);
        }
        let driven = loaded && self.draws.chance(0.6);
        if driven {
            keys.push(("normalForce", "{ input = true, start = 1.0 }".to_owned()));
            let ramps = !holds_load;
            self.inputs.push((format!("c{contact}.normalForce"), Signal::Load { ramps }));
        } else if loaded {
            keys.push(("normalForce", number(self.draws.mixed(&[1.0, 2.0], 0.1, 3.0))));
        }
        let by_formula = self.extended && loaded && (!massless || self.sided) && !holds_load;
        let by_formula = by_formula && self.draws.chance(0.4);
        if by_formula {
            keys.retain(|(key, _)| *key != "normalForce");
            self.inputs.retain(|(name, _)| *name != format!("c{contact}.normalForce"));
            let powered = self.powered && self.draws.chance(0.5);
            let load = if powered { powers::load } else { formulas::load };
            keys.extend(load(&mut self.draws, massless));
        } else if pressed {
            let spring = self.draws.pick(&(0..springs.len()).collect::<Vec<_>>());
            keys.push(("loadSpring", format!("{:?}", springs[spring])));
            keys.push(("loadFactor", number(self.draws.mixed(&[1.0, -1.0], -0.5, 0.5))));
            needs.push(springs[spring].clone());
        }
        // Viscous friction sets in with the load. Where it changes how fast a damped spring presses, the load can neither
        // stay above 0 nor below.
        let chatters = keys.iter().any(|(key, _)| *key == "loadSpring");
        if self.draws.chance(0.4) && !chatters {
            keys.push(("viscous", number(self.draws.mixed(&[0.2], 0.01, 1.0))));
        }
        self.surface(contact, &mut keys);
        let name = format!("c{contact}");
        self.elements.push(Element { table: "contact", name, keys, needs });
    }

    /// A law of one's own, for a contact, and the input that it has there.
    fn own_law(&mut self, contact: usize) -> &'static str {
        let (law, keys) = own_laws::law(&mut self.draws, self.seeing, self.sided);
        if self.elements.iter().all(|element| element.name != law) {
            let (name, needs) = (law.to_owned(), Vec::new());
            self.elements.push(Element { table: "law", name, keys, needs });
        }
        self.inputs.push((format!("c{contact}.heat"), Signal::Heat));
        law
    }

    fn surface(&mut self, contact: usize, keys: &mut laws::Keys) {
        match self.draws.below(10) {
            0..2 => {
                keys.push(("surfaceVelocity", number(self.draws.mixed(&[0.5], -1.0, 1.0))));
            }
            2 => {
                keys.push(("surfaceVelocity", INPUT.to_owned()));
                keys.push(("surfaceAcceleration", INPUT.to_owned()));
                self.inputs.push((format!("c{contact}"), Signal::Surface));
            }
            _ => {}
        }
    }
}
