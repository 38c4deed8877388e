//! Contacts that stick at w = 0 and slip elsewhere: their friction along a step, and where they arrive, turn, or slip on to
//! another branch of their law. What other behaviours have of their own takes the place of that.

pub mod guards;

use super::ContactData;
use super::friction::Along;
use super::states::Motions;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::start::Start;
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::tolerances::time_round_off;
use crate::dynamics::{ContactMode, State};
use crate::gauss::clusters::Clusters;
use crate::laws::Argument;

impl ContactData {
    /// True if it slips as its mode says, and no resolution finds more of it.
    pub fn clearly_slips(&self, mode: ContactMode, state: &State) -> bool {
        let slip = self.slip_now(state);
        !slip.is_zero() && mode == ContactMode::of_slip(slip.value) && !self.rolls()
    }

    /// Returns the branch of a law of slip on which the contact slips in a mode, as its slip velocity alone decides.
    pub fn branch_of_slip(&self, mode: ContactMode, state: &State) -> Option<usize> {
        let direction =
            mode.direction().filter(|_| self.law.kind().argument() == Argument::Slip)?;
        let speed = direction.sign() * self.slip(state);
        Some(self.law.piece(direction, speed.max(0.0)))
    }

    /// True if both ends are prescribed and not accelerated, so that a law without a window is where it is.
    fn keeps_slip(&self, system: &System) -> bool {
        let is_steady = |(body, _): (usize, f64)| match &system.bodies[body] {
            BodyData::Known(motion) => !motion.is_accelerated(),
            BodyData::Free { .. } => false,
        };
        let is_plain = self.kinematic && !self.has.own_guards && !self.surface.is_accelerated();
        is_plain && self.row.terms().all(is_steady)
    }

    /// Returns the error of the slip velocity where surfaces and bodies of known motion move, m/s or rad/s: they are
    /// where they are at the rounded time.
    pub fn known_round_off(&self, system: &System, tau: f64, time: f64) -> f64 {
        self.surface_rate(system, tau).abs() * time_round_off(time)
    }

    /// Returns the rate at which friction that is smooth at w = 0 makes the slip velocity decay there, 1/s; only bodies
    /// with mass count, with what stuck contacts join to them.
    pub fn settling(&self, system: &System, clusters: &Clusters, at: (usize, &State)) -> f64 {
        if self.evolves() && !self.law.is_regularised() {
            return 0.0;
        }
        let [forward, backward] = self.secants(at, 0.0);
        forward.min(backward) * system.mobility(clusters, &self.row)
    }
}

/// Returns coefficient k of the friction force of a contact; 0 where the kernel finds it.
pub(in crate::dynamics) fn friction_term(
    expansion: &mut Expansion,
    system: &System,
    start: &Start,
    contact: usize,
    k: usize,
) -> f64 {
    let (entry, mode) = (&system.contacts[contact], start.contacts[contact].mode());
    let evolves = entry.evolves();
    if mode == ContactMode::Stuck && !(evolves || entry.kinematic) {
        return 0.0;
    }
    let of_states = if evolves {
        let Expansion { internals, slip, load_part, position, velocity, .. } = expansion;
        let passes = if system.varies { 0.0 } else { 1.0 };
        let along = Motions { slip, load_part, position, velocity, passes };
        internals.coefficient(entry, contact, start, along, k)
    } else {
        0.0
    };
    let friction = match mode.direction() {
        _ if !entry.is_loaded() => 0.0,
        Some(_) if evolves => of_states,
        None if entry.is_attached(mode) => of_states,
        Some(direction) => {
            let (slip, velocity, load_part) =
                (&expansion.slip, &expansion.velocity, &expansion.load_part);
            let known = || entry.known_round_off(system, start.tau, start.time);
            let rounded = || known() + expansion.rounded[system.component_of(&entry.row)];
            let rounded = if k == 0 { rounded() } else { 0.0 };
            let held = expansion.forces.interpolates();
            let kept = k == 0 && entry.keeps_slip(system);
            let motion = Along { slip, velocity, load_part, held, rounded, kept };
            expansion.sliding.coefficient(entry, contact, direction, start, motion, k)
        }
        None if mode == ContactMode::Stuck && entry.kinematic => match k {
            0 => entry.held(start.tau),
            1 => entry.held_rate(start.tau),
            _ => 0.0,
        },
        None => 0.0,
    };
    // What stands for a load of 0 that is about to rise moves nothing, also where no other force does.
    let begins = mode.slips() && start.contacts[contact].leading_zeros() > 0;
    if k == 0 && begins && entry.is_about_to_be_loaded(&expansion.load_part) {
        0.0
    } else {
        friction
    }
}

#[cfg(test)]
mod tests {
    use crate::dynamics::State;
    use crate::dynamics::system::System;
    use crate::dynamics::system::given::GivenValues;
    use crate::gauss::clusters::Clusters;

    /// tanh of slope 8 N·s/m at w = 0 between 4 kg and, at ratio −½, 0.5 kg: w settles as exp(−8·(1/4 + ¼/0.5)·t).
    #[test]
    fn slip_settles_with_both_bodies() {
        let text = "[model]\nname = \"Pair\"\n[body.heavy]\nmass = 4.0\n[body.light]\nmass = 0.5\n\
                    [contact.face]\nbetween = [\"heavy\", \"light\"]\nratio = -0.5\nlaw = \"coulomb\"\n\
                    kineticFriction = 2.0\nregularisation = \"tanh\"\nsteepness = 4.0\n";
        let network = crate::network::read(text, "pair.toml").expect("valid");
        let mut system = System::default();
        let parameters = network.start_parameters();
        let given = GivenValues { parameters: &parameters, inputs: &[], rates: &[], motions: &[] };
        system.update(&network, &given).expect("no fault");
        let state = State::at_rest(&network, 0.0, &parameters, &[], &[]);
        let mut clusters = Clusters::default();
        clusters.build(2, &system.rows, &[false]);
        let settling = system.contacts[0].settling(&system, &clusters, (0, &state));
        assert!((settling - 6.0).abs() < 1e-12, "{settling}");
    }
}
