//! Terms of the equations of motion that are the same for every order, as flat lists: these are made when parameters or
//! modes change, and run order by order.
//!
//! Forces are [`Rows`]. A body that nothing holds has an acceleration of its own.

use crate::dynamics::link::Link;
use crate::dynamics::program::rows::{Elastic, Rows};
use crate::dynamics::start::Start;
use crate::dynamics::system::{BodyData, ContactData, System};
use crate::dynamics::{ContactState, SpringMode};
use crate::gauss::clusters::Clusters;

/// A body that moves alone.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Alone {
    pub body: usize,
    pub unknown: usize,
    pub mass: f64,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Plan {
    /// Key for which forces are listed: the version of the system data, the states of contacts that decide, and the
    /// modes of springs.
    forces_for: u64,
    contact_states: Vec<u8>,
    spring_modes: Vec<SpringMode>,
    pub rows: Rows,
    /// Springs that do not act.
    pub inactive: Vec<Elastic>,
    /// The slip of each contact.
    pub slips: Vec<Link>,
    /// Key for which bodies are listed: the version of the system data, and the contacts that hold some together.
    bodies_for: u64,
    stuck: Vec<bool>,
    /// Bodies that move alone, those that are held by what stands still or moves steadily (body and unknown), and those
    /// whose motion is prescribed.
    pub alone: Vec<Alone>,
    pub held: Vec<(usize, usize)>,
    pub known: Vec<usize>,
    /// True if bodies move together that nothing holds, or that their inertia couples.
    pub clustered: bool,
}

impl Plan {
    pub fn reserve(&mut self, system: &System) {
        let (contacts, springs) = (system.contacts.len(), system.springs.len());
        let (bodies, unknown) = (system.bodies.len(), system.mass.len());
        self.contact_states.reserve_exact(contacts);
        self.spring_modes.reserve_exact(springs);
        self.rows.reserve(system);
        self.inactive.reserve_exact(springs);
        self.slips.reserve_exact(contacts);
        self.stuck.reserve_exact(contacts);
        self.alone.reserve_exact(unknown);
        self.held.reserve_exact(unknown);
        self.known.reserve_exact(bodies);
    }

    /// Returns all springs.
    pub fn springs(&self) -> impl Iterator<Item = &Elastic> {
        self.rows.acting().iter().chain(&self.rows.nonlinear).chain(&self.inactive)
    }

    /// Lists forces for the modes in which an expansion starts.
    pub fn take_forces(&mut self, system: &System, start: &Start) {
        let known = self.forces_for == system.version
            && self.spring_modes == start.spring_mode
            && self.contact_states.len() == system.contacts.len();
        let states = || system.contacts.iter().zip(start.contacts).map(state_of);
        if known && self.contact_states.iter().zip(states()).all(|(before, now)| *before == now) {
            return;
        }
        self.forces_for = system.version;
        self.spring_modes.clear();
        self.spring_modes.extend_from_slice(start.spring_mode);
        self.contact_states.clear();
        self.contact_states.extend(states());
        self.rows.list(system, start.contact_modes(), start.spring_mode);
        self.inactive.clear();
        let springs = system.springs.iter().zip(start.spring_mode).enumerate();
        let inactive = springs.filter(|(_, (_, mode))| !mode.acts());
        self.inactive
            .extend(inactive.map(|(index, (entry, mode))| Elastic::of(index, entry, *mode)));
        self.slips.clear();
        self.slips.extend(system.contacts.iter().map(|entry| Link::of(&entry.row)));
    }

    /// Lists bodies for a set of stuck contacts and its clusters.
    pub fn take_bodies(&mut self, system: &System, clusters: &Clusters, stuck: &[bool]) {
        if self.bodies_for == system.version && self.stuck == stuck {
            return;
        }
        self.bodies_for = system.version;
        self.stuck.clear();
        self.stuck.extend_from_slice(stuck);
        self.alone.clear();
        self.held.clear();
        self.known.clear();
        self.clustered = false;
        for (body, entry) in system.bodies.iter().enumerate() {
            let BodyData::Free { unknown } = *entry else {
                self.known.push(body);
                continue;
            };
            let cluster = clusters.cluster_of(unknown);
            if system.blocks.contains(unknown) {
                self.clustered = true;
            } else if clusters.is_held(cluster) {
                self.held.push((body, unknown));
            } else if clusters.is_single(cluster) {
                self.alone.push(Alone { body, unknown, mass: system.mass[unknown] });
            } else {
                self.clustered = true;
            }
        }
    }
}

/// Returns a number for the state that decides in which list a contact is, beside its numbers.
fn state_of((entry, contact): (&ContactData, &ContactState)) -> u8 {
    let flags = [entry.is_loaded(), entry.load_from.is_some()];
    let mode = contact.mode() as i32 + 1;
    flags.iter().fold(mode as u8, |code, flag| 2 * code + u8::from(*flag))
}
