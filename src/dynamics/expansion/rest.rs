//! Rest under steep powers of a slip velocity: a force `-p*sqrt(abs(rate))*sign(rate)` balances small forces at slip speeds whose
//! own time constant is below any step.
//!
//! With the base b of a power b^n, n < 1, and b' = r − c·b^n, the speed of balance is b* = (r/c)^(1/n), and speeds about it decay
//! with the time constant b^(1 − n)/(n·c). Where that is below the resolution of the time, or the speed has come to balance and
//! its time constant is negligible beside the time in which that changes, the speed follows: order by order the power has the
//! coefficient by which the base gets that of b, c·b^n = r − b'. What b is follows from the coefficients of the power, at first
//! those with which the base stays; each expansion with the b of the one before is nearer by the part of the time constant. What
//! the base is off b at the start leaves it evenly. Where b* is nearly 0, and changes more within the shortest step than a series
//! can follow, the power has the value r/c, and the speed stays for this step.
//!
//! A base that rises from 0 meets its power at the end of the step h: b' = r − c·v has there b = (r − c·v)h = v^(1/n). Where a
//! contact begins to slip as its load begins to exceed what it holds, the slip velocity begins with its second derivative, and so
//! does the base: of b'' = r − c·v' the power v'·h at the end is ((r − c·v')h²/2)^n. With n = ½ it is so all along.

use super::Expansion;
use super::balanced::{Balanced, WITHIN};
use super::orders::MOST_PASSES;
use crate::algebra::powers::SteepPower;
use crate::algebra::taylor::ORDERS;
use crate::dynamics::elements::contact::ContactData;
use crate::dynamics::methods::taylor::convergence::accuracy;
use crate::dynamics::methods::taylor::request::Request;
use crate::dynamics::system::{LoadMaker, System};
use crate::dynamics::tolerances::{BALANCE_CONSTANT, BALANCE_STEP, BELOW_BALANCE, SIMULTANEOUS};
use crate::gauss::Row;

/// Greatest part of the value of balance with which a base rises from 0.
const RISES: f64 = 0.99;

/// Part by which the value of a power in balance may change within a longer step.
const CHANGE: f64 = 0.5;

/// A value that changes evenly, its rate, and the time for which it does at most, s.
#[derive(Clone, Copy)]
struct Balance {
    value: f64,
    rate: f64,
    lasts: f64,
    /// Rate of the base by the value, true if its time constant is below the resolution of the time, and the round-off of the base,
    /// where that is to follow balance.
    follows: Option<(f64, bool, f64)>,
}

impl Balance {
    /// Returns the value of a power at the start, which stays.
    fn staying(power: &SteepPower) -> Self {
        Self::even(libm::pow(power.base.max(0.0), power.exponent), 0.0, 0.0)
    }

    /// Returns a value that changes evenly, whatever its base does.
    fn even(value: f64, rate: f64, lasts: f64) -> Self {
        Self { value, rate, lasts, follows: None }
    }
}

impl Expansion {
    /// Gives steep powers in balance their values; returns the size of a step over which they have these, s, if there are any.
    pub(super) fn hold_balanced(&mut self, request: &Request) -> Option<f64> {
        let shortest = shortest(request);
        let count = self.forces.steep().count();
        let (mut balanced, mut longer) = (0, f64::INFINITY);
        for number in 0..count {
            if let Some(balance) = self.balance_of_steep(request, number) {
                self.hold_steep(request, number, balance);
                longer = longer.min(balance.lasts);
                balanced += 1;
                if let Some((damping, is_short, rounded)) = balance.follows {
                    let base = [0.0; ORDERS];
                    self.balanced.push(Balanced { number, damping, is_short, rounded, base });
                }
            }
        }
        if balanced == 0 {
            return None;
        }
        // Others stay what they are for next to no time.
        let longer = if balanced == count { longer } else { 0.0 };
        if longer < shortest {
            // What has a time of its own does not stay.
            if self.balanced.iter().any(|one| !one.is_short) {
                return None;
            }
            self.balanced.clear();
        }
        Some(longer.max(shortest).min(request.longest))
    }

    /// Returns the permitted error of the velocities of the bodies of an action, m/s or rad/s.
    fn permitted(&self, request: &Request, action: usize) -> f64 {
        let Request { system, tolerance, .. } = *request;
        accuracy(tolerance) * self.fastest[system.component_of(&row_of(system, action))]
    }

    /// Returns the value of a steep power in balance, if its time constant is short, or as it begins with its base.
    fn balance_of_steep(&mut self, request: &Request, number: usize) -> Option<Balance> {
        let (action, known) = self.forces.steep().nth(number)?;
        // Balance is one of a base that changes as the velocity does.
        if !known.is_linear {
            return None;
        }
        let row = row_of(request.system, action);
        let [(free, curvature, turns), (rate, ..)] = [[0.0, 0.0], [1.0, 0.0]].map(|value| {
            let power = self.with_steep(request, number, value);
            (power.rate, power.curvature, row.apply(self.velocity.row(2)))
        });
        let damping = free - rate;
        // A base that changes as the velocity does: round-off of forces, or of the time at which they balanced, makes no more of
        // its rate.
        let by_velocity = if turns == 0.0 { 0.0 } else { (curvature / turns).abs() };
        let rounded = by_velocity * self.rate_round_off_of(request, &row, action);
        let resisted = damping * libm::pow(known.base, known.exponent);
        let late = SIMULTANEOUS * request.start.time.abs().max(1.0);
        // What makes no more of the rate within the step than round-off does, begins nothing in it.
        let begins = free.abs() <= rounded.max(2.0 * curvature * late)
            && 2.0 * curvature * request.longest > rounded
            && (known.base <= curvature * late * late || damping > 0.0 && resisted <= rounded);
        let is_released = known.base <= 0.0 && begins_to_slip(request, action);
        let balance = if curvature > 0.0 && begins || is_released {
            self.begin_steep(request, (number, action), curvature)
        } else if damping <= 0.0 || free <= 0.0 {
            // Where the base does not rise it has come to 0, and stays there or leaves on another branch.
            None
        } else {
            let of_base = by_velocity * self.rounded[request.system.component_of(&row)];
            balance(request, &known, (free, curvature, damping), (of_base, rounded))
        };
        self.hold_steep(request, number, Balance::staying(&known));
        balance
    }

    /// Returns what round-off of all forces but a steep power of an action makes of the rate of the velocity of a row, m/s² or rad/s².
    fn rate_round_off_of(&mut self, request: &Request, row: &Row, action: usize) -> f64 {
        let Request { system, start, .. } = *request;
        let (at, motion) = (start.instant(), (start.position, start.velocity));
        let sum = self.forces.take_velocities_as_exact(&system.forces, action, &at, motion);
        let rounded = self.force_round_off(system, start.time, system.component_of(row));
        self.forces.restore_magnitude_sum(action, sum);
        system.rate_by_force(&self.clusters, row) * rounded
    }

    /// Returns the rate of a steep power whose base begins with its second derivative; `curvature` is the coefficient of order 2 of the
    /// base without it.
    fn begin_steep(
        &mut self,
        request: &Request,
        (number, action): (usize, usize),
        curvature: f64,
    ) -> Option<Balance> {
        let SteepPower { curvature: with_power, exponent, .. } =
            self.with_steep(request, number, [0.0, 1.0]);
        let damping = curvature - with_power;
        if curvature <= 0.0 {
            return None;
        }
        let permitted = self.permitted(request, action);
        let size = shortest(request).max(libm::sqrt(permitted / curvature)).min(request.longest);
        // A load of what slips freely resists as soon as it is one.
        if damping == 0.0 {
            let rate = libm::pow(curvature * size * size, exponent) / size;
            return (size > 0.0).then(|| Balance::even(0.0, rate, size));
        }
        let meets = meeting(exponent, (curvature, damping), (size, size));
        let rate =
            if damping > 0.0 { meets.min(BELOW_BALANCE * curvature / damping) } else { meets };
        let lasts = if exponent == 0.5 && rate == meets { f64::INFINITY } else { size };
        Some(Balance::even(0.0, rate, lasts))
    }

    /// Returns a steep power with its value and rate, as orders 0 to 2 are with these.
    fn with_steep(&mut self, request: &Request, number: usize, value: [f64; 2]) -> SteepPower {
        let [value, rate] = value;
        self.hold_steep(request, number, Balance::even(value, rate, 0.0));
        let (_, power) = self.forces.steep().nth(number).expect("a steep power");
        power
    }

    /// Evaluates orders 0 to 2 with a value of a steep power.
    fn hold_steep(&mut self, request: &Request, number: usize, balance: Balance) {
        self.forces.hold(number, [balance.value, balance.rate]);
        self.evaluate_orders(request.system, request.start, 0..3);
    }
}

/// Returns the length of the step over which a power is in balance, s: at t = 0 that within which events are one.
fn shortest(request: &Request) -> f64 {
    (BALANCE_STEP * request.start.time.abs()).max(SIMULTANEOUS)
}

/// Returns the balance of a power that resists its base, whose rate and half second derivative without it are `free` and `curvature`, if
/// its time constant is short. `rounded`, `of_rate`: round-off of the base and of `free`, beside which it need not be more accurate.
fn balance(
    request: &Request,
    power: &SteepPower,
    (free, curvature, damping): (f64, f64, f64),
    (rounded, of_rate): (f64, f64),
) -> Option<Balance> {
    let shortest = shortest(request);
    let value = free / damping;
    let base = libm::pow(value, 1.0 / power.exponent);
    // A base of balance below its round-off is what the base is but for that.
    let is_round_off = power.base.max(base) <= rounded;
    let greater = if is_round_off { base } else { power.base.max(base) };
    let constant = libm::pow(greater, 1.0 - power.exponent) / (power.exponent * damping);
    let rate = 2.0 * curvature / damping;
    let lasts = CHANGE * value / rate.abs();
    let rises = || meeting(power.exponent, (free, damping), (1.0, shortest)).min(RISES * value);
    let is_short = constant <= BALANCE_CONSTANT * shortest;
    // A base that is 0 has no series to follow.
    if power.base <= 0.0 && !is_round_off {
        return is_short.then(|| Balance::even(rises(), rate, 0.0));
    }
    // The speed lags behind balance by its time constant, and else is there. Each expansion by the one before is off by the part
    // of that: of all but the last no more than the accuracy is left.
    let rounded = rounded.max(base * of_rate / (power.exponent * free));
    let accuracy = accuracy(request.tolerance).max(rounded / base);
    let lag = constant * rate / (power.exponent * value);
    let off = power.base / base - 1.0 + lag;
    let settles = libm::pow(lag.abs(), MOST_PASSES as f64 - 1.0) <= accuracy;
    let follows = settles && off.abs() <= WITHIN * accuracy.max(lag * lag);
    (is_short || follows).then_some(Balance {
        value,
        rate,
        lasts,
        follows: Some((damping, is_short, rounded)),
    })
}

/// Returns v with v·unit = ((drive − resists·v)·unit·size)^exponent: between 0, where the power is less than its base makes it,
/// and where it is more: `drive`/`damping`, or if it drives its base what twice the greater of both terms makes.
fn meeting(exponent: f64, (drive, damping): (f64, f64), (unit, size): (f64, f64)) -> f64 {
    let most = || {
        let by_drive = libm::pow(2.0 * drive * unit * size, exponent);
        let by_power = libm::pow(-2.0 * damping * size, exponent / (1.0 - exponent));
        by_drive.max(by_power) / unit
    };
    let (mut low, mut high) = (0.0, if damping > 0.0 { drive / damping } else { most() });
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return low;
        }
        let base = (drive - damping * middle) * unit * size;
        if middle * unit < libm::pow(base.max(0.0), exponent) {
            low = middle
        } else {
            high = middle
        }
    }
}

/// Returns the row of an action: that on whose bodies it acts, or of the contact whose load it makes.
fn row_of(system: &System, action: usize) -> Row {
    let own = system.forces.actions[action].row;
    let presses = |entry: &&ContactData| {
        entry.load_from.and_then(|load| load.source) == Some(LoadMaker::Formula(action))
    };
    let formula_load =
        system.contacts.iter().find(presses).filter(|_| own.terms().next().is_none());
    formula_load.map_or(own, |entry| entry.row)
}

/// True if the slip velocity on the row of an action is 0 and begins with its second derivative, as that of a contact does which
/// has just been released.
fn begins_to_slip(request: &Request, action: usize) -> bool {
    let Request { system, start, .. } = *request;
    let row = row_of(system, action);
    let mut contacts = system.contacts.iter().zip(start.contacts);
    contacts
        .any(|(entry, own)| own.leading_zeros() > 1 && system.multiple(&entry.row, &row).is_some())
}
