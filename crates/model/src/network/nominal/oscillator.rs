//! Nominal motion of one mass under forces, on springs, with dampers, between stops.

/// m z̈ + d ż + k z = f + A cos(t/T), and stops at some distances. Of a mechanism it is in the coordinate of one of its bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Oscillator {
    pub mass: f64,
    pub stiffness: f64,
    pub damping: f64,
    /// Sum of the magnitudes of constant forces.
    pub force: f64,
    /// Amplitude of a harmonic force, and the inverse of its angular frequency, s.
    pub excitation: (f64, f64),
    /// Stiffness of springs with gaps, and the distance from their farther edge.
    pub stops: Vec<(f64, f64)>,
}

impl Oscillator {
    /// Adds another one that moves `gear` times as fast.
    pub fn join(&mut self, other: &Self, gear: f64) {
        let square = gear * gear;
        self.mass += square * other.mass;
        self.stiffness += square * other.stiffness;
        self.damping += square * other.damping;
        self.add_forces(other, gear);
        let stops =
            other.stops.iter().map(|(stiffness, distance)| (square * stiffness, distance / gear));
        self.stops.extend(stops);
    }

    /// Adds a fraction of the forces on another one.
    pub fn add_forces(&mut self, other: &Self, fraction: f64) {
        self.force += fraction * other.force;
        // Of several excitations the strongest has the period of all.
        let ((own, period), (added, other_period)) = (self.excitation, other.excitation);
        let period = if fraction * added > own { other_period } else { period };
        self.excitation = (own + fraction * added, period);
    }

    /// Returns a copy with its forces reduced by the force of friction, to no less than 0.
    pub fn beyond(&self, friction: f64) -> Self {
        let all = self.force + self.excitation.0;
        let left = if all > friction { 1.0 - friction / all } else { 0.0 };
        let (amplitude, period) = self.excitation;
        Self { force: left * self.force, excitation: (left * amplitude, period), ..self.clone() }
    }

    /// Returns the time in which forces act on the same side: until springs or dampers balance them, or the mass
    /// returns from a stop.
    fn time(&self, longest: f64) -> f64 {
        let all = self.force + self.excitation.0;
        let crossing = |(stiffness, distance): &(f64, f64)| {
            (self.mass / stiffness).sqrt() + (2.0 * distance * self.mass / all).sqrt()
        };
        let settles = [(self.mass / self.stiffness).sqrt(), self.mass / self.damping];
        let times = settles.into_iter().chain(self.stops.iter().map(crossing));
        times.filter(|time| *time > 0.0).fold(longest, f64::min)
    }

    /// Returns the time, s, until the mass returns from the stop that it reaches first at a velocity > 0.
    pub fn return_time(&self, speed: f64) -> f64 {
        let crossing =
            |(stiffness, distance): &(f64, f64)| (self.mass / stiffness).sqrt() + distance / speed;
        let times = self.stops.iter().map(crossing);
        times.filter(|time| *time > 0.0).fold(f64::INFINITY, f64::min)
    }

    /// Returns the velocity that the forces make within `longest`, and the time in which they do.
    pub fn motion(&self, longest: f64) -> (f64, f64) {
        let time = self.time(longest);
        let (amplitude, period) = self.excitation;
        let all = self.force + amplitude;
        let impulse = self.force * time + amplitude * time.min(period);
        let speed = match self.mass > 0.0 {
            true => impulse / self.mass,
            false if self.damping > 0.0 => all / self.damping,
            false => 0.0,
        };
        (speed, if impulse > 0.0 { impulse / all } else { time })
    }
}
