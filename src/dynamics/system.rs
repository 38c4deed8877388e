//! The numbers of a network for one set of parameter and input values: masses, rows, laws, loads and
//! prescribed motions by index, so that the expansion never searches for a parameter.

pub(super) mod blocks;
pub(super) mod given;
mod inertia;
mod laws;
mod mobility;
mod ports;
pub(super) mod update;

pub(super) use super::elements::body::{BodyData, ExcitationData};
pub(super) use super::elements::contact::{ContactData, LoadMaker};
pub(super) use super::elements::spring::SpringData;

use super::State;
use super::elements::formula::{ForceData, Look};
use super::prescribed::Prescribed;
use crate::gauss::Row;
use crate::network::{Body, BodyKind, Drive, Network, Nominals};
use crate::projections::Luz;
use blocks::Blocks;

/// Elements of a network whose forces take as long as what takes the same time whatever the network.
pub(super) const FEWEST: u64 = 4;

#[derive(Clone, Debug, Default)]
pub(super) struct System {
    /// Another one for each set of parameters, and of parameters of laws.
    pub version: u64,
    /// Another one for each set of values that parameters, inputs and hosts give.
    pub given_version: u64,
    /// True if they are those of a variation ([`super::variation`]).
    pub varies: bool,
    pub bodies: Vec<BodyData>,
    /// Mass (0 of massless bodies) of each body with unknown motion, and which body it is.
    pub mass: Vec<f64>,
    pub body_of: Vec<usize>,
    /// Bodies that their inertia couples.
    pub blocks: Blocks,
    /// True if any of them has no mass.
    pub massless: bool,
    /// Constant and input force on each body when the inputs were given, and its derivative.
    pub force: Vec<f64>,
    pub force_rate: Vec<f64>,
    pub sources: Vec<ExcitationData>,
    /// Time at which the clock of the sources began, s: 0 but in a look ahead that has a clock of its own.
    pub epoch: f64,
    pub contacts: Vec<ContactData>,
    /// True if limits of any of them depend on the state: on a spring's force, or on a speed; and if they do whatever the inputs.
    pub coupled: bool,
    limits_vary: bool,
    /// True if any of them gives way in one direction alone.
    pub one_way: bool,
    /// True if any of them has a law with internal states, or one that sees where ends are.
    pub evolving: bool,
    /// True if all forces are linear in positions and velocities, and prescribed motions apart in nothing else.
    pub linear: bool,
    /// True if friction of all contacts is a function of slip alone, which bodies of unknown motion decide.
    pub of_slip: bool,
    /// Normal loads that vary are none up to this fraction of their nominal values: 0, but where a host integrates.
    pub hysteresis: f64,
    /// Communication step that the network asks for, s.
    pub communication_step: f64,
    /// Nominal values for the guards that a host monitors, and the parameters that they follow from; empty elsewhere.
    pub nominals: Nominals,
    nominals_of: Vec<f64>,
    /// True if inputs lead to what they are at the end of a step: accelerations, with which surface velocities
    /// would continue, have no part in it.
    pub inputs_at_step_end: bool,
    /// True if the motion of any body is an input.
    pub prescribed: bool,
    /// True if that of any is given by its positions alone.
    pub position_driven: bool,
    /// Bodies that are ports with an effective mass, and true if these may no longer become others.
    pub ports: Vec<usize>,
    pub ports_stay: bool,
    /// True if there are others, whose motion is prescribed.
    pub has_prescribed_ports: bool,
    /// Bodies that report the effective mass and the force at them.
    pub flanges: Vec<usize>,
    /// Time in which stuck contacts of ports lose the slip that a host which integrates has found, s.
    pub port_time: Option<f64>,
    /// Bodies and contacts of which inputs prescribe something, or that depend on such inputs; true if limits of others
    /// depend on the state.
    given_bodies: Vec<usize>,
    pub given_contacts: Vec<usize>,
    /// True if any prescribed motion is another one than that of bodies that stand still and of surfaces at a constant velocity.
    pub accelerated: bool,
    /// True if parameters and inputs may make one such.
    pub may_accelerate: bool,
    /// True if no segment continues behind a communication point, for the prescribed motions: all but those at a constant
    /// velocity, of bodies if that is given, and no sample of another body's position shows how long a step has been.
    pub restarted: bool,
    /// Connected component of each body, and the number of connected components ([`Network::islands`]). Forces, velocities and errors are
    /// compared with those on the same connected component.
    pub component: Vec<usize>,
    pub components: usize,
    /// Rows of the contacts over bodies with unknown motion.
    pub rows: Vec<Row>,
    pub springs: Vec<SpringData>,
    pub dampers: Vec<SpringData>,
    pub forces: ForceData,
    pub look: Look,
    pub law_values: Vec<f64>,
    /// Ratio and characteristic of each spring of a series.
    pub parts: Vec<(f64, Luz)>,
}

impl System {
    /// Returns the number of elements, which determines how long forces of one order take: a network that has few takes as
    /// long as one of [`FEWEST`].
    pub fn elements(&self) -> u64 {
        let Self { bodies, contacts, springs, forces, .. } = self;
        let all = bodies.len() + contacts.len() + springs.len() + forces.actions.len();
        (all as u64).max(FEWEST)
    }

    /// Writes the positions and velocities of bodies of known motion, the time τ after the inputs were given.
    pub fn put_known_motions(&self, tau: f64, state: &mut State) {
        for (body, entry) in self.bodies.iter().enumerate() {
            if let BodyData::Known(motion) = entry {
                state.position[body] = motion.position_at(tau);
                state.velocity[body] = motion.velocity_at(tau);
            }
        }
    }

    /// Returns the greatest acceleration of a prescribed body or surface, the time τ after the inputs were given, m/s² or rad/s².
    pub fn fastest_change(&self, tau: f64) -> f64 {
        if !self.accelerated {
            return 0.0;
        }
        let bodies = self.bodies.iter().map(|body| match body {
            BodyData::Known(motion) => motion.acceleration_at(tau).abs(),
            BodyData::Free { .. } => 0.0,
        });
        let surfaces = self.contacts.iter().map(|entry| entry.surface.acceleration_at(tau).abs());
        bodies.chain(surfaces).fold(0.0, f64::max)
    }

    /// Returns a row over bodies as a row over bodies with unknown motion.
    pub fn over_unknown(&self, row: &Row) -> Row {
        let unknown = |body: Option<usize>| match self.bodies[body?] {
            BodyData::Free { unknown } => Some(unknown),
            BodyData::Known(_) => None,
        };
        Row { i: unknown(row.i), q_i: row.q_i, j: unknown(row.j), q_j: row.q_j }
    }

    /// Returns the velocity at which a contact would be at w = 0, as far as surface and known motions decide.
    pub fn surface_velocity(&self, contact: usize, tau: f64) -> f64 {
        let entry = &self.contacts[contact];
        let known = self.known_part(&entry.row, |motion| motion.velocity_at(tau));
        entry.surface.velocity_at(tau) - known
    }

    /// Returns the springs, and dampers behind them.
    pub fn elastic(&self) -> impl Iterator<Item = &SpringData> + Clone {
        self.springs.iter().chain(&self.dampers)
    }

    /// Returns the connected component of the bodies of a row. Fixed bodies are on the last ones.
    pub fn component_of(&self, row: &Row) -> usize {
        row.terms().map(|(body, _)| self.component[body]).min().unwrap_or(0)
    }

    /// Returns the connected component of the bodies of a contact.
    pub fn component_of_contact(&self, contact: usize) -> usize {
        self.component_of(&self.contacts[contact].row)
    }

    /// Returns the greatest velocity on a connected component.
    pub fn fastest(&self, state: &State, component: usize) -> f64 {
        let own = state.velocity.iter().zip(&self.component).filter(|(_, on)| **on == component);
        own.fold(0.0, |most, (velocity, _)| velocity.abs().max(most))
    }

    /// Mass of a body that has one and whose motion is unknown.
    pub fn mass_of(&self, body: usize) -> Option<f64> {
        self.unknown_mass(body).filter(|mass| *mass > 0.0)
    }

    /// Mass of a body whose motion is unknown, which may be 0.
    pub fn unknown_mass(&self, body: usize) -> Option<f64> {
        self.unknown_of(body).map(|unknown| self.mass[unknown])
    }

    /// Returns the factor by which the velocity of a row is a multiple of that of another one, but for known motions; None if it is
    /// none.
    pub fn multiple(&self, row: &Row, other: &Row) -> Option<f64> {
        let moved = |row: &Row| {
            let mut terms = row.terms().filter(|(body, _)| self.unknown_mass(*body).is_some());
            [terms.next(), terms.next()]
        };
        match (moved(row), moved(other)) {
            ([Some((a, p)), None], [Some((b, q)), None]) if a == b => Some(p / q),
            ([Some((a, p)), Some((b, q))], [Some((c, r)), Some((d, s))]) => {
                let [r, s] = if a == c && b == d { [r, s] } else { [s, r] };
                let same = (a == c && b == d) || (a == d && b == c);
                (same && p * s == q * r).then_some(p / r)
            }
            _ => None,
        }
    }

    /// True for a contact between prescribed motions where a host integrates.
    pub fn may_alternate(&self, contact: usize) -> bool {
        self.hysteresis > 0.0 && self.contacts[contact].kinematic
    }

    /// True if a host integrates ports: stuck contacts have the slip velocities that it leaves of them.
    pub fn leaves_slips(&self) -> bool {
        self.port_time.is_some() && !self.ports.is_empty()
    }

    /// Returns the place of a body among those with unknown motion.
    pub fn unknown_of(&self, body: usize) -> Option<usize> {
        match self.bodies[body] {
            BodyData::Free { unknown } => Some(unknown),
            BodyData::Known(_) => None,
        }
    }

    /// True if a body with unknown motion at either end of a row has no mass.
    pub fn touches_massless(&self, row: &Row) -> bool {
        self.massless && row.terms().any(|(unknown, _)| self.mass[unknown] == 0.0)
    }

    /// Returns [`System::accelerated`].
    fn any_driven(&self) -> bool {
        if !self.may_accelerate {
            return false;
        }
        let body = |body: &BodyData| matches!(body, BodyData::Known(motion) if !motion.is_still());
        let surface = |contact: &ContactData| contact.surface.is_accelerated();
        self.bodies.iter().any(body) || self.contacts.iter().any(surface)
    }

    /// Returns [`System::restarted`]; what a host gives of ports is new at every communication point.
    fn any_restarted(&self, network: &Network) -> bool {
        let body = |(body, entry): (&BodyData, &Body)| match (body, &entry.kind) {
            (_, BodyKind::Prescribed(Drive::Position { .. })) => true,
            (BodyData::Known(motion), _) => !motion.goes_on(),
            (BodyData::Free { .. }, _) => false,
        };
        let surface = |contact: &ContactData| contact.surface.is_accelerated();
        !self.ports.is_empty()
            || self.accelerated
                && (self.bodies.iter().zip(&network.bodies).any(body)
                    || self.contacts.iter().any(surface))
    }

    /// Returns the part of a row's relative motion that its bodies of known motion contribute, which stand unless some
    /// are guided.
    pub fn known_part(&self, row: &Row, motion: impl Fn(&Prescribed) -> f64) -> f64 {
        if !self.prescribed {
            return 0.0;
        }
        let moved = |(body, q): (usize, f64)| match &self.bodies[body] {
            BodyData::Known(known) => q * motion(known),
            BodyData::Free { .. } => 0.0,
        };
        row.terms().map(moved).sum()
    }
}
