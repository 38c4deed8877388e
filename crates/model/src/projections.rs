//! Żardecki's two projections and their algebra (J1, J2 §1).
//!
//! ```text
//!   luz(x, a) = x + (|x − a| − |x + a|)/2      dead zone: x beyond ±a, 0 within
//!   tar(x, a) = x + a·sgh x, sgh 0 = [−1, 1]   set-valued at 0: Coulomb's inclusion
//!   sat(x, a) = x − luz(x, a)                  x clipped to ±a
//! ```
//! Each of luz and tar is the inverse of the other: `y ∈ tar(x, a) ⇔ x = luz(y, a)`. [`Luz`] and [`Tar`]
//! are the two with a slope: a spring with freeplay, `F = k·luz(e, Δ)`, and friction,
//! `F = C·tar(w, F₀/C) = C·w + F₀·sgh w`. Both families are odd and monotone; each is closed under the
//! operations below.
//!
//! | operation | result | meaning |
//! |---|---|---|
//! | [`Luz::scaled`], [`Tar::scaled`] | k·luz(x,a) = luz(kx,ka), the same for tar | change of units or of lever arm |
//! | [`Luz::inverse`], [`Tar::inverse`] | of each other | force ↔ motion |
//! | [`Luz::then`], [`Tar::then`] | luz(luz(x,a),b) = luz(x,a+b), the same for tar | nesting |
//! | [`Tar::in_parallel`] | k₁tar(x,a₁) + k₂tar(x,a₂) = (k₁+k₂)·tar(x,(k₁a₁+k₂a₂)/(k₁+k₂)) | friction in parallel |
//! | [`Luz::in_series`] | k = (Σ pᵢ²/kᵢ)⁻¹, Δ = Σ \|pᵢ\|Δᵢ | springs in series |
//! | [`disentangle`] | y of tar(y,b) = k·tar(x−y,a) | a massless body between two frictions |
//!
//! Thresholds are ≥ 0 and may be infinite: `luz(x, ∞) = 0`, and `tar(·, ∞)` holds its argument at 0.
//! Functions of numbers give NaN outside their domain (NaN, a < 0), as `sqrt` does; [`Luz`] and [`Tar`]
//! refuse such numbers when they are made.

/// Returns the dead zone: `x − a` above `a`, `x + a` below `−a`, 0 between. `a` in `[0, ∞]`, else NaN.
pub fn luz(x: f64, a: f64) -> f64 {
    if x.is_nan() || a.is_nan() || a < 0.0 {
        f64::NAN
    } else if x > a {
        x - a
    } else if x < -a {
        x + a
    } else {
        0.0
    }
}

/// Returns `x` clipped to `[−a, a]`; equals `x − luz(x, a)`. `a` in `[0, ∞]`, else NaN.
pub fn sat(x: f64, a: f64) -> f64 {
    if x.is_nan() || a.is_nan() || a < 0.0 { f64::NAN } else { x.clamp(-a, a) }
}

/// Returns `x + a·sgh x`: a point for x ≠ 0, and the interval `[−a, a]` at x = 0. `a` in `[0, ∞]`, else NaN.
pub fn tar(x: f64, a: f64) -> Interval {
    if x.is_nan() || a.is_nan() || a < 0.0 {
        Interval::point(f64::NAN)
    } else if x > 0.0 {
        Interval::point(x + a)
    } else if x < 0.0 {
        Interval::point(x - a)
    } else {
        Interval { lower: -a, upper: a }
    }
}

/// Returns the y with `tar(y, b) ∩ k·tar(x − y, a) ≠ ∅` (J2 §4, the disentangling theorem):
///
/// ```text
///   ka ≥ b:  y = x − luz(x, ka − b)/(k + 1)
///   ka ≤ b:  y = k/(k + 1)·luz(x, (b − ka)/k)
/// ```
/// A massless body between a body at velocity x (friction `k·tar(·, a)`) and the ground (`tar(·, b)`)
/// moves at y; in the first case it is carried along for |x| ≤ ka − b, in the second it rests for
/// |x| ≤ (b − ka)/k. `0 < k < ∞`, `a` and `b` in `[0, ∞]` and not both infinite, else NaN.
pub fn disentangle(x: f64, k: f64, a: f64, b: f64) -> f64 {
    let outside = k.is_nan() || k <= 0.0 || k.is_infinite() || (a.is_infinite() && b.is_infinite());
    if outside || a.is_nan() || b.is_nan() || a < 0.0 || b < 0.0 {
        f64::NAN
    } else if k * a >= b {
        x - luz(x, k * a - b) / (k + 1.0)
    } else {
        k / (k + 1.0) * luz(x, (b - k * a) / k)
    }
}

/// A closed interval of numbers, a value of a set-valued function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// −∞ where nothing bounds it.
    pub lower: f64,
    /// ∞ where nothing bounds it.
    pub upper: f64,
}

impl Interval {
    /// Returns the set of one number.
    pub fn point(value: f64) -> Self {
        Self { lower: value, upper: value }
    }

    /// True if a number is one of the set.
    pub fn contains(self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }
}

/// A number that a projection cannot have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{quantity} {rule} (got {value})")]
pub struct ProjectionError {
    /// Name of the quantity that has the number, e.g. `slope`.
    pub quantity: &'static str,
    /// The number that was given.
    pub value: f64,
    /// The rule that it breaks.
    pub rule: &'static str,
}

fn check_slope(value: f64) -> Result<f64, ProjectionError> {
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        Err(ProjectionError { quantity: "slope", value, rule: "must be finite and ≥ 0" })
    }
}

fn check_threshold(quantity: &'static str, value: f64) -> Result<f64, ProjectionError> {
    if value >= 0.0 {
        Ok(value)
    } else {
        Err(ProjectionError { quantity, value, rule: "must be ≥ 0 (it may be infinite)" })
    }
}

/// Returns `1/slope` where it exists.
fn invert_slope(slope: f64) -> Result<f64, ProjectionError> {
    if slope > 0.0 && (1.0 / slope).is_finite() {
        Ok(1.0 / slope)
    } else {
        Err(ProjectionError { quantity: "slope", value: slope, rule: "must be > 0 to be inverted" })
    }
}

/// `slope·luz(x, dead_zone)`: a spring with freeplay, stiffness `slope` in N/m, half-gap in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luz {
    slope: f64,
    dead_zone: f64,
}

impl Luz {
    /// # Errors
    /// Unless `slope` is in `[0, ∞)` and `dead_zone` in `[0, ∞]`.
    pub fn new(slope: f64, dead_zone: f64) -> Result<Self, ProjectionError> {
        let slope = check_slope(slope)?;
        Ok(Self { slope, dead_zone: check_threshold("dead zone", dead_zone)? })
    }

    /// Returns the stiffness, N/m.
    pub fn slope(self) -> f64 {
        self.slope
    }

    /// Returns the half-gap, m.
    pub fn dead_zone(self) -> f64 {
        self.dead_zone
    }

    /// Returns the force at x; 0 of a slope 0 whatever x is.
    pub fn value(self, x: f64) -> f64 {
        if self.slope == 0.0 && !x.is_nan() { 0.0 } else { self.slope * luz(x, self.dead_zone) }
    }

    /// Returns the same characteristic in the argument `u = k·x`: `slope·luz(x, a) = (slope/k)·luz(kx, ka)`.
    ///
    /// # Errors
    /// Unless k is in `(0, ∞)`.
    pub fn scaled(self, k: f64) -> Result<Self, ProjectionError> {
        Self::new(self.slope * invert_slope(k)?, self.dead_zone * k)
    }

    /// Returns the x for which the characteristic is y: `x ∈ (1/slope)·tar(y, slope·a)`.
    ///
    /// # Errors
    /// If the slope is 0.
    pub fn inverse(self) -> Result<Tar, ProjectionError> {
        Tar::new(invert_slope(self.slope)?, self.dead_zone)
    }

    /// Returns `next(self(x))`: `k₂·luz(k₁·luz(x, a₁), a₂) = k₁k₂·luz(x, a₁ + a₂/k₁)`.
    ///
    /// # Errors
    /// If the slope is 0.
    pub fn then(self, next: Self) -> Result<Self, ProjectionError> {
        let dead_zone = self.dead_zone + next.dead_zone * invert_slope(self.slope)?;
        Self::new(self.slope * next.slope, dead_zone)
    }

    /// Makes the characteristic of springs in series, each with the ratio pᵢ of its deflection to that of the first element (so
    /// `e = Σ pᵢeᵢ` and the forces are `Fᵢ = pᵢF`): `F = k·luz(e, Δ)` with `k = (Σ pᵢ²/kᵢ)⁻¹` and
    /// `Δ = Σ |pᵢ|Δᵢ` (J1 §4.1; ‡ one intermediate formula there omits two of the three freeplays).
    /// It is the inverse of the sum of inverses.
    ///
    /// # Errors
    /// Unless there is a spring, all slopes are > 0 and all ratios finite and not 0.
    pub fn in_series(springs: &[(f64, Luz)]) -> Result<Self, ProjectionError> {
        let mut compliance = Tar { slope: 0.0, jump: 0.0 };
        for &(ratio, spring) in springs {
            if !ratio.is_finite() || ratio == 0.0 {
                let rule = "must be finite and not 0";
                return Err(ProjectionError { quantity: "ratio", value: ratio, rule });
            }
            // pᵢ·eᵢ as a function of F, eᵢ ∈ (1/kᵢ)·tar(pᵢF, kᵢΔᵢ).
            let inverse = spring.inverse()?;
            let carried = Tar::new(ratio * ratio * inverse.slope, ratio.abs() * inverse.jump)?;
            compliance = compliance.in_parallel(carried)?;
        }
        compliance.inverse()
    }
}

/// `slope·x + jump·sgh x`, that is `slope·tar(x, jump/slope)`: friction with viscous coefficient `slope` in
/// N·s/m and Coulomb's friction `jump` in N. A slope of 0 is dry friction alone, an infinite jump a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tar {
    slope: f64,
    jump: f64,
}

impl Tar {
    /// # Errors
    /// Unless `slope` is in `[0, ∞)` and `jump` in `[0, ∞]`.
    pub fn new(slope: f64, jump: f64) -> Result<Self, ProjectionError> {
        Ok(Self { slope: check_slope(slope)?, jump: check_threshold("jump", jump)? })
    }

    /// Viscous coefficient, N·s/m.
    pub fn slope(self) -> f64 {
        self.slope
    }

    /// Returns Coulomb's friction, N.
    pub fn jump(self) -> f64 {
        self.jump
    }

    /// Returns all forces at x: of x = 0 from −jump to jump, else one.
    pub fn value(self, x: f64) -> Interval {
        if x == 0.0 {
            Interval { lower: -self.jump, upper: self.jump }
        } else {
            let viscous = if self.slope == 0.0 && !x.is_nan() { 0.0 } else { self.slope * x };
            Interval::point(viscous + self.jump.copysign(x))
        }
    }

    /// Adds friction in parallel (J2 §2): slopes and jumps add up, that is
    /// `k₁·tar(x, a₁) + k₂·tar(x, a₂) = (k₁ + k₂)·tar(x, (k₁a₁ + k₂a₂)/(k₁ + k₂))`.
    ///
    /// # Errors
    /// If the sum leaves the numbers.
    pub fn in_parallel(self, other: Self) -> Result<Self, ProjectionError> {
        Self::new(self.slope + other.slope, self.jump + other.jump)
    }

    /// Returns the same characteristic in the argument `u = k·x`: `k·tar(x, a) = tar(kx, ka)`.
    ///
    /// # Errors
    /// Unless k is in `(0, ∞)`.
    pub fn scaled(self, k: f64) -> Result<Self, ProjectionError> {
        Self::new(self.slope * invert_slope(k)?, self.jump)
    }

    /// Returns the x whose characteristic contains y: `x = (1/slope)·luz(y, jump)` (J1 §3.1: `C·ż = luz(F, F₀)`).
    ///
    /// # Errors
    /// If the slope is 0.
    pub fn inverse(self) -> Result<Luz, ProjectionError> {
        Luz::new(invert_slope(self.slope)?, self.jump)
    }

    /// Returns `next(self(x))`: `k₂·tar(k₁·tar(x, a₁), a₂) = k₁k₂·tar(x, a₁ + a₂/k₁)`.
    ///
    /// # Errors
    /// If a product leaves the numbers.
    pub fn then(self, next: Self) -> Result<Self, ProjectionError> {
        let carried = if next.slope == 0.0 { 0.0 } else { next.slope * self.jump };
        Self::new(next.slope * self.slope, carried + next.jump)
    }
}
