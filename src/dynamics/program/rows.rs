//! Forces of a mode set as flat lists: made when parameters or modes change, and run order by order.
//!
//! An element is in the list of what it does now: a spring in its gap exerts nothing, and a contact that is stuck leaves its
//! force to equilibrium. What is 0 for all orders is in no list.

use crate::dynamics::elements::contact::ForceTerms;
use crate::dynamics::link::Link;
use crate::dynamics::system::{ContactData, SpringData, System};
use crate::dynamics::{ContactMode, SpringMode};
use crate::laws::Direction;

/// A spring or a damper: stiffness·(e − edge) + damping·ė.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Elastic {
    /// Its index among the springs or the dampers of the network.
    pub index: usize,
    pub link: Link,
    pub stiffness: f64,
    pub damping: f64,
    /// Difference of the positions at which the elastic part is 0, m or rad.
    pub edge: f64,
}

/// A contact that slips with a constant dry part.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Slipping {
    pub contact: usize,
    pub link: Link,
    pub direction: Direction,
    pub viscous: f64,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Rows {
    /// Springs that act and are linear, so many, and behind them dampers.
    pub elastic: Vec<Elastic>,
    springs: usize,
    /// Springs that act and are not linear.
    pub nonlinear: Vec<Elastic>,
    /// Contacts that slip with constant dry friction, and all others that exert what their laws say.
    pub slipping: Vec<Slipping>,
    pub nonlinear_contacts: Vec<usize>,
}

impl Rows {
    pub fn reserve(&mut self, system: &System) {
        let (contacts, springs) = (system.contacts.len(), system.springs.len());
        self.elastic.reserve_exact(springs + system.dampers.len());
        self.nonlinear.reserve_exact(springs);
        self.slipping.reserve_exact(contacts);
        self.nonlinear_contacts.reserve_exact(contacts);
    }

    /// Lists the forces in these modes.
    pub fn list(
        &mut self,
        system: &System,
        contacts: impl Iterator<Item = ContactMode>,
        springs: &[SpringMode],
    ) {
        self.elastic.clear();
        self.nonlinear.clear();
        for (index, (entry, &mode)) in system.springs.iter().zip(springs).enumerate() {
            if mode == SpringMode::Bilateral && !entry.is_linear() {
                self.nonlinear.push(Elastic::of(index, entry, mode));
            } else if mode.acts() {
                self.elastic.push(Elastic::of(index, entry, mode));
            }
        }
        self.springs = self.elastic.len();
        let dampers = system.dampers.iter().enumerate();
        let damper = |(index, entry)| Elastic::of(index, entry, SpringMode::Bilateral);
        self.elastic.extend(dampers.map(damper));
        self.slipping.clear();
        self.nonlinear_contacts.clear();
        for (contact, (entry, mode)) in system.contacts.iter().zip(contacts).enumerate() {
            match entry.force_terms_in(mode) {
                ForceTerms::None => {}
                ForceTerms::Constant(direction) => {
                    self.slipping.push(Slipping::of(contact, entry, direction));
                }
                ForceTerms::Nonlinear => self.nonlinear_contacts.push(contact),
            }
        }
    }

    /// Returns the springs that act and are linear.
    #[inline]
    pub fn acting(&self) -> &[Elastic] {
        &self.elastic[..self.springs]
    }

    /// Returns the dampers.
    #[inline]
    pub fn dampers(&self) -> &[Elastic] {
        &self.elastic[self.springs..]
    }
}

impl Elastic {
    pub fn of(index: usize, entry: &SpringData, mode: SpringMode) -> Self {
        Self {
            index,
            link: Link::of(&entry.row),
            stiffness: entry.stiffness,
            damping: entry.damping,
            edge: entry.offset[0] - entry.reach(mode, 0.0),
        }
    }

    /// Returns the force at positions and velocities.
    pub fn force(&self, position: &[f64], velocity: &[f64]) -> f64 {
        let elastic = self.stiffness * (self.link.apply(position) - self.edge);
        elastic + self.damping * self.link.apply(velocity)
    }
}

impl Slipping {
    fn of(contact: usize, entry: &ContactData, direction: Direction) -> Self {
        Self { contact, link: Link::of(&entry.row), direction, viscous: entry.viscous() }
    }

    /// Returns the dry friction, N or N·m.
    #[inline]
    pub fn dry(&self, entry: &ContactData) -> f64 {
        self.direction.sign() * entry.kinetic(self.direction)
    }
}
