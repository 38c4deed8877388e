//! Rest under steep powers of a slip velocity: a force `-p*sqrt(abs(rate))*sign(rate)` balances small forces at slip speeds whose
//! own time constant is below any step.
//!
//! With the base b of a power b^n, n < 1, and b' = r − c·b^n, the speed of balance is b* = (r/c)^(1/n), and speeds about it decay
//! with the time constant b^(1 − n)/(n·c). Where that is below the resolution of the time, the power has the value r/c of balance,
//! and the speed stays over a short step: it is off by less than it changes by in that step. A value that changes evenly leaves
//! the third coefficient of the base, by which the length of the step follows from the permitted error of velocities.

use super::Expansion;
use crate::algebra::powers::SteepPower;
use crate::dynamics::methods::taylor::branch::Request;
use crate::dynamics::methods::taylor::convergence::accuracy;

/// Time constant below which a power is in balance, and length of the step over which it is, both over the time: some hundred and
/// some million times its round-off. A few such steps fill the time in which transitions count as chattering.
const CONSTANT: f64 = 1.0 / (1_u64 << 44) as f64;
const LENGTH: f64 = 1.0 / (1_u64 << 31) as f64;

/// Part of the value of balance with which a base rises from 0, so that it does not leave on another branch by round-off.
const RISES: f64 = 0.99;

/// Part by which the value of a power in balance may change within a longer step.
const CHANGE: f64 = 0.5;

/// A value that changes evenly, and its rate.
#[derive(Clone, Copy)]
struct Balance {
    value: f64,
    rate: f64,
}

impl Balance {
    /// Returns the value of a power at the start, which stays.
    fn staying(power: &SteepPower) -> Self {
        Self { value: libm::pow(power.base.max(0.0), power.exponent), rate: 0.0 }
    }
}

impl Expansion {
    /// Gives steep powers in balance their values; returns the size of a step over which they have these, s, if there are any.
    /// Orders 0 and 1 are there, and are no longer what they were.
    pub(super) fn hold_balanced(&mut self, request: &Request) -> Option<f64> {
        let count = self.forces.steep().count();
        let (mut balanced, mut longer) = (0, f64::INFINITY);
        for number in 0..count {
            if let Some(balance) = self.balance_of_steep(request, number) {
                self.hold_steep(request, number, balance);
                let evenly = self.evenly(request, number);
                longer = longer.min(CHANGE * balance.value / balance.rate.abs()).min(evenly);
                balanced += 1;
            }
        }
        if balanced == 0 {
            return None;
        }
        // Others stay what they are for next to no time.
        let longer = if balanced == count { longer } else { 0.0 };
        Some(longer.max(LENGTH * request.start.time.abs()).min(request.longest))
    }

    /// Returns the time, s, up to which a power in balance changes evenly: its base is off by no more than velocities may be.
    fn evenly(&mut self, request: &Request, number: usize) -> f64 {
        let Request { system, start, tolerance, .. } = *request;
        self.forces(system, start, 3);
        let Some((action, power)) = self.forces.steep().nth(number) else { return 0.0 };
        let fastest = self.fastest[system.island_of(&system.forces.actions[action].row)];
        libm::cbrt(accuracy(tolerance) * fastest / power.third.abs())
    }

    /// Returns the value of a steep power in balance, if its time constant is short.
    fn balance_of_steep(&mut self, request: &Request, number: usize) -> Option<Balance> {
        let (_, known) = self.forces.steep().nth(number)?;
        let [(free, bend), (rate, _)] = [0.0, 1.0].map(|value| {
            self.hold_steep(request, number, Balance { value, rate: 0.0 });
            let power = self.forces.steep().nth(number);
            power.map_or((0.0, 0.0), |(_, power)| (power.rate, power.bend))
        });
        self.hold_steep(request, number, Balance::staying(&known));
        let resists = free - rate;
        // Where the base does not rise it has come to 0, and stays there or leaves on another branch.
        if free <= 0.0 || resists <= 0.0 {
            return None;
        }
        let value = free / resists;
        let greater = known.base.max(libm::pow(value, 1.0 / known.exponent));
        let constant = libm::pow(greater, 1.0 - known.exponent) / (known.exponent * resists);
        let part = if known.base > 0.0 { 1.0 } else { RISES };
        let balance = Balance { value: part * value, rate: 2.0 * bend / resists };
        (constant <= CONSTANT * request.start.time.abs()).then_some(balance)
    }

    /// Evaluates orders 0 to 2 with a value of a steep power.
    fn hold_steep(&mut self, request: &Request, number: usize, balance: Balance) {
        self.forces.hold(number, [balance.value, balance.rate]);
        for k in 0..=2 {
            self.forces(request.system, request.start, k);
            self.accelerations(request.system, k);
        }
    }
}
