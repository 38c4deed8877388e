//! Quantities derived from a state, the inputs and the parameters.

mod evaluation;

use crate::laws::MOST_STATES;

/// Greatest order of the derivatives of outputs with respect to time.
pub const HIGHEST_DERIVATIVE: usize = 6;

/// Mass of what does not give way, kg or kg·m²: a number that every host can read.
pub(super) const GROUNDED: f64 = 1e300;

/// Outputs of the motion, indexed like the network's elements. Every number is finite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// Position of each body, m or rad; of prescribed bodies as their inputs say.
    pub position: Vec<f64>,
    /// m/s or rad/s
    pub velocity: Vec<f64>,
    /// Acceleration of each body, m/s² or rad/s².
    pub acceleration: Vec<f64>,
    /// Force of the unit on each prescribed body (else 0), N or N·m.
    pub reaction: Vec<f64>,
    /// Force of the host on each port beside that (else 0), N or N·m.
    pub(crate) applied_force: Vec<f64>,
    /// Effective mass at each flange in the present modes (else 0), kg or kg·m²; [`GROUNDED`] where it does not give way.
    pub(crate) effective_mass: Vec<f64>,
    /// λ of each contact: acts on body i against positive slip.
    pub friction: Vec<f64>,
    /// w of each contact; exactly 0 while stuck.
    pub slip_velocity: Vec<f64>,
    /// λ·w of each contact, less what its bristles store, W.
    pub dissipated_power: Vec<f64>,
    /// Normal load of each contact, 0 while free; 1 where the law's numbers are forces.
    pub normal_load: Vec<f64>,
    /// Derivatives of the internal states of laws, each contact has as many as a law has at most.
    pub(super) internal_rate: Vec<f64>,
    /// Derivatives of these, where derivatives of outputs are reported.
    pub(super) internal_rate_rate: Vec<f64>,
    /// F of each spring: acts on body i against positive deflection.
    pub spring_force: Vec<f64>,
    /// e of each spring.
    pub deflection: Vec<f64>,
    /// F of each damper.
    pub damper_force: Vec<f64>,
    /// F of each force by formula, or the energy of a potential.
    pub formula: Vec<f64>,
    /// Derivatives or changes of order 1 of the numbers by which formulas and laws decide, once these are asked for, as branches
    /// are counted.
    pub(super) decision: Vec<f64>,
    /// True if the friction forces of the stuck contacts are statically indeterminate.
    pub indeterminate: bool,
}

/// A quantity that is observed of each element of a kind, by its list in [`Observation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Velocity,
    Acceleration,
    Reaction,
    AppliedForce,
    EffectiveMass,
    Friction,
    SlipVelocity,
    DissipatedPower,
    NormalLoad,
    SpringForce,
    Deflection,
    DamperForce,
    Formula,
}

impl Observation {
    /// Returns the values of a quantity.
    #[inline(always)]
    pub(crate) fn list(&self, seen: Seen) -> &[f64] {
        match seen {
            Seen::Velocity => &self.velocity,
            Seen::Acceleration => &self.acceleration,
            Seen::Reaction => &self.reaction,
            Seen::AppliedForce => &self.applied_force,
            Seen::EffectiveMass => &self.effective_mass,
            Seen::Friction => &self.friction,
            Seen::SlipVelocity => &self.slip_velocity,
            Seen::DissipatedPower => &self.dissipated_power,
            Seen::NormalLoad => &self.normal_load,
            Seen::SpringForce => &self.spring_force,
            Seen::Deflection => &self.deflection,
            Seen::DamperForce => &self.damper_force,
            Seen::Formula => &self.formula,
        }
    }

    /// Returns the derivative of an internal state of a contact's law, counted from 0.
    pub(crate) fn internal_rate(&self, contact: usize, state: usize) -> f64 {
        self.internal_rate[contact * MOST_STATES + state]
    }

    /// Returns the derivative of [`Observation::internal_rate`], where derivatives of outputs are reported.
    pub(crate) fn internal_rate_rate(&self, contact: usize, state: usize) -> f64 {
        self.internal_rate_rate[contact * MOST_STATES + state]
    }
}
