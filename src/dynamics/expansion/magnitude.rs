//! Magnitudes of forces before they cancel, which are the scale of their round-off, and the test whether forces are
//! finite.

use super::Expansion;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::formula::Instant;
use crate::dynamics::series::{Series, greater};
use crate::dynamics::start::Start;
use crate::dynamics::system::{ContactData, SpringData, System};
use crate::dynamics::tolerances::{AT_REST, LEAST_EXACT, SETTLING, time_round_off};
use crate::dynamics::{ContactMode, State};
use crate::gauss::Row;

/// Products of numbers up to here, and their integrals over as many seconds, are numbers.
const IN_RANGE: f64 = 1e100;

/// Polynomials whose coefficients are at most this great stay moderate for as long as this, s.
const OVERFLOW_SAFE: f64 = 1e90;
const SHORT: f64 = 1.0;

/// Bodies whose velocities have errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum Moved {
    /// Each by itself.
    Apart,
    /// Those that the stuck contacts of the expansion join, together.
    Joined,
    /// Those joined, along the expansion: with the errors that it makes.
    Along,
}

impl Expansion {
    /// Calls `see` with the connected component and the magnitude, N, of each term of a force at the start of the expansion, before
    /// terms cancel.
    fn each_force(&self, system: &System, mut see: impl FnMut(usize, f64)) {
        let (position, velocity) = (self.position.row(0), self.velocity.row(0));
        let given = system.force.iter().zip(&system.force_rate).zip(&system.component);
        for ((force, rate), component) in given {
            see(*component, force.abs() + (rate * self.tau).abs());
        }
        for (row, (magnitude_sum, _)) in self.formula_magnitude_sum(system) {
            see(system.component_of(&row), magnitude_sum);
        }
        for source in &system.sources {
            see(system.component[source.body], source.amplitude.abs());
        }
        for spring in system.elastic() {
            see(system.component_of(&spring.row), spring.force_scale((position, velocity)));
        }
        // What is stuck exerts what balances these.
        for (contact, _) in system.contacts.iter().zip(&self.stuck).filter(|(_, stuck)| !**stuck) {
            see(system.component_of(&contact.row), contact.greatest_force(velocity, self.tau));
        }
    }

    /// Returns the greatest term of any force on a connected component at the start of the expansion, before terms cancel.
    pub fn magnitude_sum_of_force(&self, system: &System, component: usize) -> f64 {
        let mut greatest = 0.0;
        self.each_force(system, |on, force| {
            greatest = if on == component { force.max(greatest) } else { greatest };
        });
        greatest
    }

    /// Raises `greatest` to the greatest term of any force on each connected component.
    pub fn add_magnitudes_of_forces(&self, system: &System, greatest: &mut [f64]) {
        self.each_force(system, |on, force| greatest[on] = force.max(greatest[on]));
    }

    /// Returns the row of each formula that acts on bodies, with the sums of magnitudes of its value and of its rate.
    fn formula_magnitude_sum<'a>(
        &'a self,
        system: &'a System,
    ) -> impl Iterator<Item = (Row, (f64, f64))> {
        self.forces.all_magnitude_sums(&system.forces)
    }

    /// Returns the round-off (N) of the sum of forces on a connected component at the start of the expansion, at a time that is
    /// rounded itself.
    pub fn force_round_off(&self, system: &System, time: f64, component: usize) -> f64 {
        AT_REST * self.magnitude_sum_of_force(system, component)
            + self.magnitude_sum_of_rate(system, component) * time_round_off(time)
    }

    /// Returns the fastest rate (N/s) of any force on a connected component at the start of the expansion, before rates cancel.
    pub fn magnitude_sum_of_rate(&self, system: &System, component: usize) -> f64 {
        let given = system.force_rate.iter().zip(&system.component);
        let given = given.map(|(rate, on)| (*on, rate.abs()));
        let formulas = self.formula_magnitude_sum(system);
        let formulas = formulas.map(|(row, (_, rate))| (system.component_of(&row), rate));
        let sources = system
            .sources
            .iter()
            .map(|one| (system.component[one.body], (one.amplitude * one.angular_frequency).abs()));
        let springs = system.springs.iter().map(|spring| {
            let rate = spring.stiffness.abs() * spring.row.magnitude(self.velocity.row(0));
            (system.component_of(&spring.row), rate)
        });
        let all = given.chain(formulas).chain(sources).chain(springs);
        all.filter(|(on, _)| *on == component).fold(0.0, |most, (_, rate)| rate.max(most))
    }

    /// Returns the fastest rate (N/s) of any force on a connected component if all its bodies moved as fast as the fastest one:
    /// what of it is round-off, no rate is free of.
    pub fn greatest_rate(&self, system: &System, component: usize) -> f64 {
        let stiffness = |spring: &SpringData| {
            spring.row.terms().map(|(_, q)| q.abs()).sum::<f64>() * spring.stiffness.abs()
        };
        let own = system.springs.iter().filter(|one| system.component_of(&one.row) == component);
        let stiffest = own.map(stiffness).fold(0.0, f64::max);
        self.magnitude_sum_of_rate(system, component).max(stiffest * self.fastest[component])
    }

    /// Records the greatest velocity, and the round-off of velocities, of each connected component.
    pub(super) fn record_velocities(&mut self, system: &System, start: &Start) {
        let given = system.fastest_change(start.tau) * time_round_off(start.time);
        let Self { fastest, rounded, velocity, .. } = self;
        fastest.fill(0.0);
        for (velocity, &component) in velocity.row(0).iter().zip(&system.component) {
            fastest[component] = greater(velocity.abs(), fastest[component]);
            rounded[component] = AT_REST * fastest[component] + given;
        }
    }

    /// Returns the error of the rate of a contact's slip velocity due to the round-off of forces, where bodies have mass.
    pub fn rate_round_off(&self, system: &System, time: f64, entry: &ContactData) -> f64 {
        let component = system.component_of(&entry.row);
        system.rate_by_force(&self.clusters, &entry.row)
            * self.force_round_off(system, time, component)
    }

    /// Returns the error by round-off of the rate of the slip velocity of a contact that begins to slip, at its
    /// bodies without mass; and how fast this settles, 1/s: each derivative is off as many times as much. Springs drag
    /// these bodies by velocities, and dampers by accelerations, that are round-off, as [`Expansion::record_round_off`]
    /// found; what is left of w does, too. None: there are no such bodies.
    pub fn massless_drift_round_off(
        &self,
        system: &System,
        time: f64,
        contact: usize,
    ) -> Option<(f64, f64)> {
        let left = self.slip.at(0, contact).abs();
        let row = &system.contacts[contact].row;
        let force = self.force_round_off(system, time, system.component_of(row));
        let drags =
            |body: usize| system.unknown_mass(body) == Some(0.0) && self.damping[body] > 0.0;
        let creeps = row.terms().filter(|end| drags(end.0)).map(|(body, q)| {
            let (mut by_ways, mut dragged) = (0.0, 0.0);
            for spring in system.elastic() {
                let Some((_, own)) = spring.row.terms().find(|end| end.0 == body) else { continue };
                for (other, p) in spring.row.terms() {
                    let share = (own * p).abs();
                    dragged += share * spring.stiffness.abs() * self.magnitude_sum[other];
                    if let Some(mass) = system.least_mass(other) {
                        dragged += share * spring.damping * force / mass;
                    } else {
                        by_ways += share * spring.stiffness.abs();
                    }
                }
            }
            let settling = by_ways / self.damping[body];
            (settling * left + q.abs() * dragged / self.damping[body], settling)
        });
        creeps.reduce(|(off, settling), other| (off + other.0, settling.max(other.1)))
    }

    /// Returns the error of the rate of the number by which a formula decides, due to the round-off of forces.
    pub fn decision_rate_round_off(
        &mut self,
        system: &System,
        state: &State,
        decision: (usize, usize),
        within: (f64, f64),
    ) -> f64 {
        let tau = state.tau();
        let at = Instant { time: state.time, tau, branches: &state.force_branch };
        let motion = (self.position.row(0), self.velocity.row(0));
        let (mut by_force, mut component) = (0.0, usize::MAX);
        let clusters = &self.clusters;
        self.forces.velocity_slopes(&system.forces, decision, &at, motion, |row, slope| {
            by_force += slope.abs() * system.rate_by_force(clusters, row);
            component = system.component_of(row).min(component);
        });
        // A root where it begins: round-off of its base leaves the sign of the root alone.
        if !by_force.is_finite() {
            return 0.0;
        }
        let rounded = self.forces.change_at_level(&system.forces, decision, &at, motion, within);
        by_force * (self.force_round_off(system, state.time, component) + rounded)
    }

    /// True if the slip velocity of a contact is nothing but round-off for as long as `request` (s), and so the way that its
    /// bristle is bent.
    pub fn stands(&self, system: &System, state: &State, contact: usize, request: f64) -> bool {
        let entry = &system.contacts[contact];
        let of_forces = self.rate_round_off(system, state.time, entry) * SETTLING;
        let rounded = of_forces + self.own_round_off(system, state, entry);
        let terms = (0..=self.order + 1).rev();
        terms.fold(0.0, |sum, k| sum * request + self.slip.at(k, contact).abs()) <= rounded
    }

    /// Records the error of the velocity of each body due to round-off of forces: where forces balance, it is not 0 but
    /// what the round-off of their terms makes of it, a body with mass within [`SETTLING`]. Prescribed motions are exact.
    /// Errors of steps count as round-off.
    pub fn record_round_off(&mut self, system: &System, state: &State, moved: Moved) {
        let (magnitude_sum, damping) = (&mut self.magnitude_sum, &mut self.damping);
        magnitude_sum.clear();
        // As terms, relative to which round-off is.
        let late = time_round_off(state.time) / AT_REST;
        let given = system.force.iter().zip(&system.force_rate);
        magnitude_sum.extend(given.map(|(force, rate)| force.abs() + rate.abs() * late));
        damping.clear();
        damping.resize(magnitude_sum.len(), 0.0);
        let (position, velocity) = (self.position.row(0), self.velocity.row(0));
        for (row, (force, rate)) in self.forces.all_magnitude_sums(&system.forces) {
            row.terms()
                .for_each(|(body, q)| magnitude_sum[body] += (q * (force + rate * late)).abs());
        }
        let mut apply_force = |row: &Row, force: f64, viscous: f64| {
            for (body, q) in row.terms() {
                magnitude_sum[body] += (q * force).abs();
                damping[body] += q * q * viscous;
            }
        };
        for spring in system.elastic() {
            let motion = (position, velocity);
            let force = spring.force_scale(motion) + spring.rate_scale(motion) * late;
            apply_force(&spring.row, force, spring.damping);
        }
        for (contact, mode) in system.contacts.iter().zip(state.contact_modes()) {
            // What is stuck exerts what balances the others.
            if contact.is_loaded() && !contact.is_held(mode) {
                let force = contact.greatest_force(velocity, self.tau);
                apply_force(&contact.row, force, contact.viscous());
            }
        }
        for source in &system.sources {
            magnitude_sum[source.body] +=
                source.amplitude.abs() * (1.0 + source.angular_frequency.abs() * late);
        }
        for body in 0..system.bodies.len() {
            let damping = match (system.unknown_mass(body), system.least_mass(body)) {
                (None, _) => 0.0,
                (_, Some(mass)) => mass / SETTLING,
                (Some(_), None) => self.damping[body],
            };
            self.damping[body] = damping;
        }
        for (sum, damping) in self.magnitude_sum.iter_mut().zip(&self.damping) {
            *sum *= if *damping > 0.0 { AT_REST / damping } else { 0.0 };
        }
        if moved != Moved::Apart {
            self.share_round_off(system, time_round_off(state.time));
        }
        for body in 0..system.bodies.len() {
            let own = if moved == Moved::Along { self.velocity_error[body] } else { 0.0 };
            self.magnitude_sum[body] += own.max(state.velocity_error[body]);
        }
        if system.massless {
            self.spread_round_off(system, state);
        }
    }

    /// Shares errors of velocities among the bodies that the stuck contacts of the expansion join: these move by the forces on all of
    /// them with the mass of all, and those that are held move as what holds them, at the rounded time. `late`: round-off of this, s.
    fn share_round_off(&mut self, system: &System, late: f64) {
        let Self { magnitude_sum, damping, clusters, shared, velocity, .. } = self;
        shared.clear();
        shared.resize(clusters.count(), [0.0; 2]);
        for (unknown, &body) in system.body_of.iter().enumerate() {
            let (cluster, ratio) = (clusters.cluster_of(unknown), clusters.ratio(unknown).abs());
            shared[cluster][0] += ratio * damping[body] * magnitude_sum[body];
            shared[cluster][1] += ratio * ratio * damping[body];
        }
        for (unknown, &body) in system.body_of.iter().enumerate() {
            let (cluster, ratio) = (clusters.cluster_of(unknown), clusters.ratio(unknown).abs());
            let [force, damping] = shared[cluster];
            if clusters.is_held(cluster) {
                magnitude_sum[body] = velocity.at(1, body).abs() * late;
            } else if !clusters.is_single(cluster) && damping > 0.0 {
                magnitude_sum[body] = ratio * force / damping;
            }
        }
    }

    /// Spreads errors to velocities of bodies without mass: what dampers drag along, and contacts hold, is off by what moves it.
    fn spread_round_off(&mut self, system: &System, state: &State) {
        let Self { magnitude_sum, damping, .. } = self;
        let contacts = system.contacts.iter().zip(state.contact_modes());
        let contacts =
            contacts.filter(|(contact, _)| contact.is_loaded()).map(|(contact, mode)| {
                let holds = mode == ContactMode::Stuck;
                (contact.row, if holds { f64::INFINITY } else { contact.viscous() })
            });
        let springs = system.elastic().map(|spring| (spring.row, spring.damping));
        let links = contacts.chain(springs).filter(|(_, viscous)| *viscous > 0.0);
        let massless = |body: usize| system.unknown_mass(body) == Some(0.0);
        // From one body to the next, so that no way is longer than there are bodies.
        for _ in 0..magnitude_sum.len() {
            let mut grows = false;
            for (row, viscous) in links.clone() {
                for (body, q) in row.terms().filter(|(body, _)| massless(*body)) {
                    // The part of its resistance by which the body is dragged.
                    let share = (q * q * viscous / damping[body]).min(1.0);
                    for (other, p) in row.terms().filter(|(other, _)| *other != body) {
                        let dragged = (p / q).abs() * share * magnitude_sum[other];
                        grows |= dragged > 2.0 * magnitude_sum[body];
                        magnitude_sum[body] = magnitude_sum[body].max(dragged);
                    }
                }
            }
            if !grows {
                break;
            }
        }
    }

    /// Returns a slip velocity of a contact with its [`slip_round_off`](Expansion::slip_round_off).
    pub fn with_round_off(
        &self,
        system: &System,
        state: &State,
        contact: usize,
        slip: f64,
    ) -> Bounded {
        Bounded { value: slip, bound: self.slip_round_off(system, state, contact) }
    }

    /// Returns a slip velocity of a contact that is round-off, as [`Expansion::record_round_off`] found, or the time's.
    pub fn slip_round_off(&self, system: &System, state: &State, contact: usize) -> f64 {
        let entry = &system.contacts[contact];
        entry.row.magnitude(&self.magnitude_sum) + self.own_round_off(system, state, entry)
    }

    /// Returns a rate of a spring's deflection that is round-off of velocities, as [`Expansion::record_round_off`] found.
    pub fn deflection_round_off(&self, entry: &SpringData) -> f64 {
        let velocity = self.velocity.row(0);
        let round_off = |body: usize| self.magnitude_sum[body] + AT_REST * velocity[body].abs();
        entry.row.terms().map(|(body, q)| q.abs() * round_off(body)).sum()
    }

    /// Returns a slip velocity that is round-off of the time, or of the velocities that it is the difference of.
    pub fn own_round_off(&self, system: &System, state: &State, entry: &ContactData) -> f64 {
        let of_time = entry.known_round_off(system, state.tau(), state.time);
        // What has died away to the least numbers has no digits left.
        of_time + AT_REST * (entry.velocity_scale(self.velocity.row(0), self.tau) + LEAST_EXACT)
    }

    /// Returns the slip velocity that a force makes of the bodies without mass at a contact, as
    /// [`Expansion::record_round_off`] found their resistances.
    pub fn slip_by(&self, system: &System, contact: usize, force: f64) -> f64 {
        let drags =
            |body: usize| system.unknown_mass(body) == Some(0.0) && self.damping[body] > 0.0;
        let by = |(body, q): (usize, f64)| match drags(body) {
            true => q.abs() * force / self.damping[body],
            false => 0.0,
        };
        system.contacts[contact].row.terms().map(by).sum()
    }

    /// True if every coefficient is a number; notes whether none is great.
    pub fn record_range(&mut self) -> bool {
        self.overflow_safe =
            self.all_series(|series, order| series.is_overflow_safe(OVERFLOW_SAFE, order));
        self.overflow_safe || self.is_finite()
    }

    /// True if every coefficient is a number.
    pub fn is_finite(&self) -> bool {
        self.all_series(Series::is_finite)
    }

    /// True if something holds of the series of all motions and forces, up to the order that they have.
    fn all_series(&self, holds: impl Fn(&Series, usize) -> bool) -> bool {
        let forces = [&self.force, &self.friction, &self.residual];
        let motions = [&self.velocity, &self.position, &self.slip, &self.deflection];
        forces.into_iter().all(|series| holds(series, self.order))
            && motions.into_iter().all(|series| holds(series, self.order + 1))
    }

    /// True if no motion, force or power leaves the range of numbers within `request`, s.
    pub fn stays_in_range(&self, request: f64) -> bool {
        let (force, motion) = (self.order, self.order + 1);
        let is_within = || {
            [(&self.friction, force), (&self.residual, force), (&self.slip, motion)]
                .into_iter()
                .chain([(&self.velocity, motion), (&self.position, motion)])
                .all(|(series, order)| series.is_within(IN_RANGE, order, request))
        };
        (self.overflow_safe && request <= SHORT || is_within())
            && self.internals.is_within(IN_RANGE, motion, request)
    }
}
