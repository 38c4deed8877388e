//! New values of inputs, and what they affect.

use crate::network::{BodyKind, Contact, InputId, Network, Signal};

/// Quantity that an input gives.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gives {
    /// The force on a body.
    Force(usize),
    /// The normal load of a contact.
    Load(usize),
    /// Anything else, or more than one of these.
    Other,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Changes {
    /// Quantities that the inputs give.
    gives: Vec<Gives>,
    /// New values of inputs, and the index of each.
    pub inputs: Vec<(usize, f64)>,
    /// Bodies and contacts with a new force, or a new normal load.
    pub bodies: Vec<usize>,
    pub loads: Vec<usize>,
}

impl Changes {
    /// Finds what each input of a network gives.
    pub fn resize(&mut self, network: &Network) {
        let mut gives = vec![None; network.inputs.len()];
        let mut note = |InputId(input): InputId, one: Gives| {
            gives[input] = Some(gives[input].map_or(one, |_| Gives::Other));
        };
        for (index, body) in network.bodies.iter().enumerate() {
            if let BodyKind::Free { force: Some(input), .. } = body.kind {
                note(input, Gives::Force(index));
            }
        }
        for (index, contact) in network.contacts.iter().enumerate() {
            if let Some(Signal::Input(input)) = contact.normal_load {
                note(input, Gives::Load(index));
            }
            others(contact).for_each(|input| note(input, Gives::Other));
        }
        self.gives.clear();
        self.gives.extend(gives.into_iter().map(|one| one.unwrap_or(Gives::Other)));
    }

    /// Takes the inputs that are other ones than before. False: they are more than `most`, or give anything else than forces on
    /// bodies and normal loads.
    pub fn find(&mut self, before: &[f64], now: &[f64], most: usize) -> bool {
        let pairs = now.iter().zip(before).enumerate();
        let changed = pairs.filter(|(_, (value, before))| value != before);
        self.take(changed.map(|(input, (value, _))| (input, *value)).take(most + 1))
            && self.inputs.len() <= most
    }

    /// Takes new values of inputs, each with its index. False: any gives anything else than a force on a body or a normal load.
    pub fn take(&mut self, mut changed: impl Iterator<Item = (usize, f64)>) -> bool {
        self.inputs.clear();
        self.bodies.clear();
        self.loads.clear();
        changed.all(|(input, value)| {
            self.inputs.push((input, value));
            match self.gives.get(input) {
                Some(Gives::Force(body)) => self.bodies.push(*body),
                Some(Gives::Load(contact)) => self.loads.push(*contact),
                Some(Gives::Other) | None => return false,
            }
            true
        })
    }

    /// Exchanges the values of these inputs for those that they had.
    pub fn swap(&mut self, inputs: &mut [f64]) {
        for (input, value) in &mut self.inputs {
            std::mem::swap(&mut inputs[*input], value);
        }
    }
}

/// Returns the inputs that give anything of a contact but its normal load.
fn others(contact: &Contact) -> impl Iterator<Item = InputId> + '_ {
    let surface = [contact.surface_velocity, contact.surface_acceleration];
    let signals = contact.law_numbers.iter().copied().chain(surface);
    let given = signals.filter_map(|signal| match signal {
        Signal::Input(input) => Some(input),
        Signal::Zero | Signal::Parameter(_) => None,
    });
    given.chain(contact.applied_force)
}
