//! How large forces are before they cancel, which is the scale of their round-off, and whether they are
//! numbers at all.

use super::Flow;
use crate::gauss::Row;
use crate::motion::elements::formula::Instant;
use crate::motion::methods::taylor::defect::FAINTEST;
use crate::motion::numbers::{ContactNumbers, Numbers, SpringNumbers};
use crate::motion::rounding::{AT_REST, time_round_off};
use crate::motion::series::Series;
use crate::motion::start::Start;
use crate::motion::{ContactMode, State};

/// Time (s) in which the round-off of a force on a body with mass is taken to make a velocity; regularised
/// friction, and whatever else lets bodies rest, balances it sooner.
const SETTLING: f64 = 1.0;

/// Products of numbers up to here, and their integrals over as many seconds, are numbers.
const MODERATE: f64 = 1e100;

/// Polynomials whose coefficients are at most this great stay moderate for as long as this, s.
const TAME: f64 = 1e90;
const SHORT: f64 = 1.0;

impl Flow {
    /// Of each term of a force at the start of the flow its island and its size, before terms cancel.
    fn each_force(&self, numbers: &Numbers, mut see: impl FnMut(usize, f64)) {
        let (position, velocity) = (self.position.row(0), self.velocity.row(0));
        for (force, island) in numbers.force.iter().zip(&numbers.island) {
            see(*island, force.abs());
        }
        for (row, (gross, _)) in self.formula_gross(numbers) {
            see(numbers.island_of(&row), gross);
        }
        for source in &numbers.sources {
            see(numbers.island[source.body], source.amplitude.abs());
        }
        for spring in numbers.elastic() {
            see(numbers.island_of(&spring.row), spring.force_scale((position, velocity)));
        }
        for contact in &numbers.contacts {
            see(numbers.island_of(&contact.row), contact.greatest_force(velocity, self.tau));
        }
    }

    /// The greatest term of any force on an island at the start of the flow, before terms cancel.
    pub fn gross_force(&self, numbers: &Numbers, island: usize) -> f64 {
        let mut greatest = 0.0;
        self.each_force(numbers, |on, force| {
            greatest = if on == island { force.max(greatest) } else { greatest };
        });
        greatest
    }

    /// The same of all islands, and of what is there already.
    pub fn add_gross_forces(&self, numbers: &Numbers, greatest: &mut [f64]) {
        self.each_force(numbers, |on, force| greatest[on] = force.max(greatest[on]));
    }

    /// Of each formula that acts on bodies the row, and its sizes.
    fn formula_gross<'a>(
        &'a self,
        numbers: &'a Numbers,
    ) -> impl Iterator<Item = (Row, (f64, f64))> {
        self.forces.all_gross(&numbers.forces)
    }

    /// Round-off (N) of the sum of forces on an island at the start of the flow, at a time that is rounded itself.
    pub fn force_round_off(&self, numbers: &Numbers, time: f64, island: usize) -> f64 {
        AT_REST * self.gross_force(numbers, island)
            + self.gross_rate(numbers, island) * time_round_off(time)
    }

    /// The fastest rate (N/s) of any force on an island at the start of the flow, before rates cancel.
    pub fn gross_rate(&self, numbers: &Numbers, island: usize) -> f64 {
        let given = numbers.force_rate.iter().zip(&numbers.island);
        let given = given.map(|(rate, on)| (*on, rate.abs()));
        let formulas = self.formula_gross(numbers);
        let formulas = formulas.map(|(row, (_, rate))| (numbers.island_of(&row), rate));
        let sources = numbers
            .sources
            .iter()
            .map(|one| (numbers.island[one.body], (one.amplitude * one.angular_frequency).abs()));
        let springs = numbers.springs.iter().map(|spring| {
            let rate = spring.stiffness.abs() * spring.row.magnitude(self.velocity.row(0));
            (numbers.island_of(&spring.row), rate)
        });
        let all = given.chain(formulas).chain(sources).chain(springs);
        all.filter(|(on, _)| *on == island).fold(0.0, |most, (_, rate)| rate.max(most))
    }

    /// The fastest rate (N/s) of any force on an island if all its bodies moved as fast as the fastest one: what of it is
    /// round-off, no rate is free of.
    pub fn greatest_rate(&self, numbers: &Numbers, island: usize) -> f64 {
        let stiffness = |spring: &SpringNumbers| {
            spring.row.terms().map(|(_, q)| q.abs()).sum::<f64>() * spring.stiffness.abs()
        };
        let own = numbers.springs.iter().filter(|one| numbers.island_of(&one.row) == island);
        let stiffest = own.map(stiffness).fold(0.0, f64::max);
        self.gross_rate(numbers, island).max(stiffest * self.fastest[island])
    }

    /// Notes how fast bodies are, and by how much velocities may be off, of each island.
    pub(super) fn note_velocities(&mut self, numbers: &Numbers, start: &Start) {
        self.fastest.fill(0.0);
        for (velocity, island) in self.velocity.row(0).iter().zip(&numbers.island) {
            let fastest = &mut self.fastest[*island];
            *fastest = velocity.abs().max(*fastest);
        }
        let given = numbers.fastest_change(start.tau) * time_round_off(start.time);
        for (rounded, fastest) in self.rounded.iter_mut().zip(&self.fastest) {
            *rounded = AT_REST * fastest + given;
        }
    }

    /// By how much the round-off of forces lets the rate of a contact's slip velocity be off, where bodies have mass.
    pub fn rate_round_off(&self, numbers: &Numbers, time: f64, entry: &ContactNumbers) -> f64 {
        let island = numbers.island_of(&entry.row);
        numbers.rate_by_force(&entry.row) * self.force_round_off(numbers, time, island)
    }

    /// By how much round-off lets the rate of the slip velocity of a contact that departs from w = 0 be off at its bodies without
    /// mass, which springs drag by velocities, and dampers by accelerations, that are round-off, as [`Flow::note_round_off`]
    /// found, and what is left of w; and how fast these settle, 1/s: each derivative is off as many times as much. None: there
    /// are none of these.
    pub fn creep_round_off(
        &self,
        numbers: &Numbers,
        time: f64,
        contact: usize,
    ) -> Option<(f64, f64)> {
        let left = self.slip.at(0, contact).abs();
        let row = &numbers.contacts[contact].row;
        let force = self.force_round_off(numbers, time, numbers.island_of(row));
        let drags =
            |body: usize| numbers.unknown_mass(body) == Some(0.0) && self.resistance[body] > 0.0;
        let creeps = row.terms().filter(|end| drags(end.0)).map(|(body, q)| {
            let (mut by_ways, mut dragged) = (0.0, 0.0);
            for spring in numbers.elastic() {
                let Some((_, own)) = spring.row.terms().find(|end| end.0 == body) else { continue };
                for (other, p) in spring.row.terms() {
                    let share = (own * p).abs();
                    dragged += share * spring.stiffness.abs() * self.gross[other];
                    if let Some(mass) = numbers.least_mass(other) {
                        dragged += share * spring.damping * force / mass;
                    } else {
                        by_ways += share * spring.stiffness.abs();
                    }
                }
            }
            let settling = by_ways / self.resistance[body];
            (settling * left + q.abs() * dragged / self.resistance[body], settling)
        });
        creeps.reduce(|(off, settling), other| (off + other.0, settling.max(other.1)))
    }

    /// The same of the rate of the number by which a formula decides.
    pub fn decision_rate_round_off(
        &mut self,
        numbers: &Numbers,
        state: &State,
        decision: (usize, usize),
    ) -> f64 {
        let tau = state.tau();
        let at = Instant { time: state.time, tau, pieces: &state.force_piece };
        let motion = (self.position.row(0), self.velocity.row(0));
        let (mut by_force, mut island) = (0.0, usize::MAX);
        self.forces.velocity_slopes(&numbers.forces, decision, &at, motion, |row, slope| {
            by_force += slope.abs() * numbers.rate_by_force(row);
            island = numbers.island_of(row).min(island);
        });
        by_force * self.force_round_off(numbers, state.time, island)
    }

    /// True if the slip velocity of a contact is nothing but round-off for as long as `span` (s), and so the way that its
    /// bristle is bent.
    pub fn stands(&self, numbers: &Numbers, state: &State, contact: usize, span: f64) -> bool {
        let entry = &numbers.contacts[contact];
        let of_forces = self.rate_round_off(numbers, state.time, entry) * SETTLING;
        let rounded = of_forces + self.own_round_off(numbers, state, entry);
        let terms = (0..=self.order + 1).rev();
        terms.fold(0.0, |sum, k| sum * span + self.slip.at(k, contact).abs()) <= rounded
    }

    /// Notes by how much round-off of forces lets the velocity of each body be off: where forces balance, it is not
    /// 0 but what the round-off of their terms makes of it, a body with mass within [`SETTLING`]. Given motions are
    /// what they are. What steps are off by counts as round-off: that of the last one, and `along` the flow its own.
    pub fn note_round_off(&mut self, numbers: &Numbers, state: &State, along: bool) {
        let (gross, resistance) = (&mut self.gross, &mut self.resistance);
        gross.clear();
        // As terms, relative to which round-off is.
        let late = time_round_off(state.time) / AT_REST;
        let given = numbers.force.iter().zip(&numbers.force_rate);
        gross.extend(given.map(|(force, rate)| force.abs() + rate.abs() * late));
        resistance.clear();
        resistance.resize(gross.len(), 0.0);
        let (position, velocity) = (self.position.row(0), self.velocity.row(0));
        for (row, (force, rate)) in self.forces.all_gross(&numbers.forces) {
            row.terms().for_each(|(body, q)| gross[body] += (q * (force + rate * late)).abs());
        }
        let mut exert = |row: &Row, force: f64, viscous: f64| {
            for (body, q) in row.terms() {
                gross[body] += (q * force).abs();
                resistance[body] += q * q * viscous;
            }
        };
        for spring in numbers.elastic() {
            let motion = (position, velocity);
            let force = spring.force_scale(motion) + spring.rate_scale(motion) * late;
            exert(&spring.row, force, spring.damping);
        }
        for contact in numbers.contacts.iter().filter(|contact| contact.is_loaded()) {
            let force = contact.greatest_force(velocity, self.tau);
            exert(&contact.row, force, contact.viscous());
        }
        for source in &numbers.sources {
            gross[source.body] +=
                source.amplitude.abs() * (1.0 + source.angular_frequency.abs() * late);
        }
        for body in 0..numbers.bodies.len() {
            let resistance = match (numbers.unknown_mass(body), numbers.least_mass(body)) {
                (None, _) => 0.0,
                (_, Some(mass)) => mass / SETTLING,
                (Some(_), None) => resistance[body],
            };
            gross[body] *= if resistance > 0.0 { AT_REST / resistance } else { 0.0 };
            let own = if along { self.velocity_error[body] } else { 0.0 };
            gross[body] += own.max(state.velocity_error[body]);
        }
        if numbers.massless {
            self.spread_round_off(numbers, state);
        }
    }

    /// What dampers drag along, and contacts hold, is off by what moves it, too: the velocities of bodies without mass.
    fn spread_round_off(&mut self, numbers: &Numbers, state: &State) {
        let Self { gross, resistance, .. } = self;
        let contacts = numbers.contacts.iter().zip(&state.contact_mode);
        let contacts =
            contacts.filter(|(contact, _)| contact.is_loaded()).map(|(contact, mode)| {
                let holds = *mode == ContactMode::Stuck;
                (contact.row, if holds { f64::INFINITY } else { contact.viscous() })
            });
        let springs = numbers.elastic().map(|spring| (spring.row, spring.damping));
        let links = contacts.chain(springs).filter(|(_, viscous)| *viscous > 0.0);
        let massless = |body: usize| numbers.unknown_mass(body) == Some(0.0);
        // From one body to the next, so that no way is longer than there are bodies.
        for _ in 0..gross.len() {
            let mut grows = false;
            for (row, viscous) in links.clone() {
                for (body, q) in row.terms().filter(|(body, _)| massless(*body)) {
                    // The part of its resistance by which the body is dragged.
                    let share = (q * q * viscous / resistance[body]).min(1.0);
                    for (other, p) in row.terms().filter(|(other, _)| *other != body) {
                        let dragged = (p / q).abs() * share * gross[other];
                        grows |= dragged > 2.0 * gross[body];
                        gross[body] = gross[body].max(dragged);
                    }
                }
            }
            if !grows {
                break;
            }
        }
    }

    /// A slip velocity of a contact that is round-off, as [`Flow::note_round_off`] found, or the time's.
    pub fn slip_round_off(&self, numbers: &Numbers, state: &State, contact: usize) -> f64 {
        let entry = &numbers.contacts[contact];
        entry.row.magnitude(&self.gross) + self.own_round_off(numbers, state, entry)
    }

    /// A rate of a spring's deflection that is round-off of velocities, as [`Flow::note_round_off`] found.
    pub fn deflection_round_off(&self, entry: &SpringNumbers) -> f64 {
        let velocity = self.velocity.row(0);
        let round_off = |body: usize| self.gross[body] + AT_REST * velocity[body].abs();
        entry.row.terms().map(|(body, q)| q.abs() * round_off(body)).sum()
    }

    /// A slip velocity that is round-off of the time, or of the velocities that it is the difference of.
    fn own_round_off(&self, numbers: &Numbers, state: &State, entry: &ContactNumbers) -> f64 {
        let of_time = entry.known_round_off(numbers, state.tau(), state.time);
        // What has died away to the least numbers has no digits left.
        of_time + AT_REST * (entry.velocity_scale(self.velocity.row(0), self.tau) + FAINTEST)
    }

    /// Slip velocity that a force makes of the bodies without mass at a contact, as [`Flow::note_round_off`] found their
    /// resistances.
    pub fn slip_by(&self, numbers: &Numbers, contact: usize, force: f64) -> f64 {
        let drags =
            |body: usize| numbers.unknown_mass(body) == Some(0.0) && self.resistance[body] > 0.0;
        let by = |(body, q): (usize, f64)| match drags(body) {
            true => q.abs() * force / self.resistance[body],
            false => 0.0,
        };
        numbers.contacts[contact].row.terms().map(by).sum()
    }

    /// True if every coefficient is a number; notes whether none is great.
    pub fn note_range(&mut self) -> bool {
        self.tame = self.all_series(|series, order| series.is_tame(TAME, order));
        self.tame || self.is_finite()
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

    /// True if no motion, force or power leaves the range of numbers within `span`, s.
    pub fn is_moderate(&self, span: f64) -> bool {
        let (force, motion) = (self.order, self.order + 1);
        let is_within = || {
            [(&self.friction, force), (&self.residual, force), (&self.slip, motion)]
                .into_iter()
                .chain([(&self.velocity, motion), (&self.position, motion)])
                .all(|(series, order)| series.is_within(MODERATE, order, span))
        };
        (self.tame && span <= SHORT || is_within())
            && self.internals.is_within(MODERATE, motion, span)
    }
}

impl Numbers {
    /// Rate of a row's velocity per force at it, B M⁻¹ Bᵀ, 1/kg, of the bodies with mass.
    pub(in crate::motion) fn mobility(&self, row: &Row) -> f64 {
        let masses = row.terms().filter_map(|(body, q)| Some((body, q, self.mass_of(body)?)));
        let own = masses.map(|(body, q, mass)| {
            let unknown = self.unknown_of(body);
            let inverse = unknown.and_then(|unknown| self.blocks.inverse(unknown, unknown));
            q * q * inverse.unwrap_or(1.0 / mass)
        });
        let both = row.pair().and_then(|(i, q_i, j, q_j)| {
            let inverse = self.blocks.inverse(self.unknown_of(i)?, self.unknown_of(j)?)?;
            Some(2.0 * q_i * q_j * inverse)
        });
        own.sum::<f64>() + both.unwrap_or(0.0)
    }

    /// The most that a force on each body changes the rate of a row's velocity by, 1/kg.
    pub(in crate::motion) fn rate_by_force(&self, row: &Row) -> f64 {
        let masses = row.terms().filter_map(|(body, q)| Some((q, 1.0 / self.least_mass(body)?)));
        masses.map(|(q, inverse)| q.abs() * inverse).sum()
    }
}

#[cfg(test)]
mod tests {
    use crate::motion::State;
    use crate::motion::numbers::Numbers;
    use crate::motion::numbers::update::GivenValues;

    /// tanh of slope 8 N·s/m at w = 0 between 4 kg and, at ratio −½, 0.5 kg: w settles as exp(−8·(1/4 + ¼/0.5)·t).
    #[test]
    fn slip_settles_with_both_bodies() {
        let text = "[unit]\nname = \"Pair\"\n[body.heavy]\nmass = 4.0\n[body.light]\nmass = 0.5\n\
                    [contact.face]\nbetween = [\"heavy\", \"light\"]\nratio = -0.5\nlaw = \"coulomb\"\n\
                    kineticFriction = 2.0\nregularisation = \"tanh\"\nsteepness = 4.0\n";
        let network = crate::network::read(text, "pair.toml").expect("valid");
        let mut numbers = Numbers::default();
        let parameters = network.start_parameters();
        let given = GivenValues { parameters: &parameters, inputs: &[], rates: &[], motions: &[] };
        numbers.update(&network, &given).expect("no fault");
        let state = State::at_rest(&network, 0.0, &parameters, &[], &[]);
        let settling = numbers.contacts[0].settling(&numbers, (0, &state));
        assert!((settling - 6.0).abs() < 1e-12, "{settling}");
    }
}
