//! The motion of a prescribed body or surface within a communication step.
//!
//! With position z, velocity v and acceleration a as inputs and τ since they were given:
//!
//! ```text
//!   a(τ) = a + j τ,    v(τ) = v + a τ + ½ j τ²,    z(τ) = z + v τ + ½ a τ² + ⅙ j τ³
//! ```
//! A host may give derivatives of these inputs: that of the acceleration is j; that of the velocity, if it is
//! not 0, takes the place of the acceleration, so that the velocity is a ramp; that of the position, if it is not
//! 0, makes the position a ramp, whatever the velocity.
//!
//! Position and velocity follow a cubic from their present values where inputs are values at the end of a step.

use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Prescribed {
    pub position: f64,
    pub velocity: f64,
    acceleration: f64,
    jerk: f64,
    /// Slope of a position that is a ramp.
    slope: Option<f64>,
    /// Derivative of the velocity with respect to the position, 1/s: where it is the difference of two samples.
    pub quotient: f64,
    /// Time since the sample of the position from which it is extrapolated, s.
    pub since: f64,
    /// Force of the host at a port beside the model's own, and the reaction that the host applies, N or N·m, where the
    /// port estimates them.
    pub force: f64,
    pub reaction: f64,
}

impl Prescribed {
    /// Makes the motion from position, velocity and acceleration, and the derivatives of these inputs.
    pub fn new([position, velocity, acceleration]: [f64; 3], rates: [f64; 3]) -> Self {
        let [slope, ramp, jerk] = rates;
        let (acceleration, jerk) = if ramp == 0.0 { (acceleration, jerk) } else { (ramp, 0.0) };
        let slope = (slope != 0.0).then_some(slope);
        Self { position, velocity, acceleration, jerk, slope, ..Self::default() }
    }

    /// Makes the motion at a position, with a constant velocity.
    pub fn steady(position: f64, velocity: f64) -> Self {
        Self { position, velocity, ..Self::default() }
    }

    /// Makes the motion from a sample of the position with the mean velocity since the last one, the time h, s, ago.
    pub fn differentiated(position: f64, last: f64, h: f64) -> Self {
        Self { quotient: 1.0 / h, ..Self::steady(position, (position - last) / h) }
    }

    /// Returns the motion from τ on.
    pub fn moved(&self, tau: f64) -> Self {
        let (position, velocity) = (self.position_at(tau), self.velocity_at(tau));
        Self { position, velocity, acceleration: self.acceleration_at(tau), ..*self }
    }

    /// Returns the motion from τ on, which is still extrapolated from the same sample.
    pub fn extrapolated(&self, tau: f64) -> Self {
        Self { since: self.since + tau, ..self.moved(tau) }
    }

    /// Makes the motion from a position and velocity to others in the time h, s: the cubic of Hermite.
    pub fn towards([position, velocity]: [f64; 2], [end, last]: [f64; 2], h: f64) -> Self {
        let faster = (last - velocity) / h;
        let jerk = 6.0 * (faster - 2.0 * ((end - position) / h - velocity) / h) / h;
        Self { acceleration: faster - 0.5 * jerk * h, jerk, ..Self::steady(position, velocity) }
    }

    /// Makes a motion whose position, velocity and acceleration have these derivatives at τ = 0.
    pub fn changing([position, velocity, acceleration]: [f64; 3]) -> Self {
        let (acceleration, jerk, slope) = (velocity, acceleration, Some(position));
        Self { acceleration, jerk, slope, ..Self::default() }
    }

    pub fn is_finite(&self) -> bool {
        let Self {
            position,
            velocity,
            acceleration,
            jerk,
            slope,
            quotient,
            since,
            force,
            reaction,
        } = *self;
        let slope = slope.unwrap_or(0.0);
        [position, velocity, acceleration, jerk, slope, quotient, since, force, reaction]
            .iter()
            .all(|number| number.is_finite())
    }

    /// True if it stays where it is.
    pub fn stands(&self) -> bool {
        [self.velocity, self.acceleration, self.jerk].iter().all(|part| *part == 0.0)
    }

    /// True if it stays where it is, but not because samples of its position are equal.
    pub fn is_still(&self) -> bool {
        self.stands() && self.slope.is_none() && self.quotient == 0.0
    }

    /// True if it keeps the velocity that it has, on and on.
    pub fn goes_on(&self) -> bool {
        !self.is_accelerated() && self.slope.is_none() && self.quotient == 0.0
    }

    pub fn acceleration_at(&self, tau: f64) -> f64 {
        self.acceleration + self.jerk * tau
    }

    pub fn velocity_at(&self, tau: f64) -> f64 {
        self.velocity + (self.acceleration + 0.5 * self.jerk * tau) * tau
    }

    pub fn position_at(&self, tau: f64) -> f64 {
        let along = self.velocity + (0.5 * self.acceleration + self.jerk / 6.0 * tau) * tau;
        self.position + self.slope.unwrap_or(along) * tau
    }

    /// Returns Taylor coefficient k of the acceleration at τ.
    pub fn acceleration_term(&self, tau: f64, k: usize) -> f64 {
        match k {
            0 => self.acceleration_at(tau),
            1 => self.jerk,
            _ => 0.0,
        }
    }

    /// Returns Taylor coefficient k of the velocity at τ.
    pub fn velocity_term(&self, tau: f64, k: usize) -> f64 {
        match k {
            0 => self.velocity_at(tau),
            _ => self.acceleration_term(tau, k - 1) / k as f64,
        }
    }

    /// Returns Taylor coefficient k ≥ 1 of the position at τ.
    pub fn position_term(&self, tau: f64, k: usize) -> f64 {
        match self.slope {
            Some(slope) if k == 1 => slope,
            Some(_) => 0.0,
            None => self.velocity_term(tau, k - 1) / k as f64,
        }
    }

    /// True if the velocity changes.
    pub fn is_accelerated(&self) -> bool {
        self.acceleration != 0.0 || self.jerk != 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that value and derivatives from the coefficients at 0 and at τ agree.
    fn check(motion: &Prescribed) {
        let tau = 0.75;
        let polynomial =
            |terms: &dyn Fn(usize) -> f64| (0..4).rev().fold(0.0, |sum, k| sum * tau + terms(k));
        let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-15, "{a} {b}");
        close(polynomial(&|k| motion.acceleration_term(0.0, k)), motion.acceleration_at(tau));
        close(polynomial(&|k| motion.velocity_term(0.0, k)), motion.velocity_at(tau));
        let position = polynomial(&|k| match k {
            0 => motion.position,
            k => motion.position_term(0.0, k),
        });
        close(position, motion.position_at(tau));
        for k in 1..4 {
            close(motion.velocity_term(tau, k) * k as f64, motion.acceleration_term(tau, k - 1));
        }
    }

    #[test]
    fn motions_are_integrals_of_the_acceleration() {
        check(&Prescribed::new([0.25, -0.5, 1.5], [0.0; 3]));
        let moved = Prescribed::new([0.25, -0.5, 1.5], [0.0, 0.0, 3.0]);
        check(&moved);
        for k in 1..4 {
            let integral = moved.velocity_term(0.5, k - 1) / k as f64;
            assert_eq!(moved.position_term(0.5, k), integral);
        }
        assert!(moved.is_accelerated());
    }

    #[test]
    fn a_cubic_leads_from_one_motion_to_another() {
        let ends = ([0.25, -0.5], [0.75, 2.0]);
        for h in [0.1, 1.0, 30.0] {
            let motion = Prescribed::towards(ends.0, ends.1, h);
            if h == 1.0 {
                check(&motion);
            }
            assert_eq!([motion.position_at(0.0), motion.velocity_at(0.0)], ends.0);
            let end = [motion.position_at(h), motion.velocity_at(h)];
            for (found, wanted) in end.iter().zip(ends.1) {
                assert!((found - wanted).abs() <= 1e-13 * (1.0 + h), "{end:?}");
            }
        }
    }

    #[test]
    fn derivatives_that_a_host_gives_make_ramps() {
        let velocity = Prescribed::new([0.0, 1.0, 7.0], [0.0, 2.0, 9.0]);
        check(&velocity);
        assert_eq!((velocity.acceleration_at(0.5), velocity.velocity_at(0.5)), (2.0, 2.0));
        let position = Prescribed::new([1.0, 5.0, 7.0], [2.0, 0.0, 0.0]);
        check(&position);
        assert_eq!(position.position_at(0.5), 2.0);
        assert_eq!(position.velocity_at(0.5), 8.5);
    }
}
