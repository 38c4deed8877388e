//! Powers of the time that begin on what is at rest, `F = ±k·max(t − b, 0)^p`: velocities have no scale but what the force makes.

use super::{Run, drawn, gamma};
use crate::draws::Draws;

/// A power that begins at a time, on a body of some mass at some place.
struct Beginning {
    mass: f64,
    place: f64,
    k: f64,
    p: f64,
    begin: f64,
}

impl Beginning {
    fn of(draws: &mut Draws) -> Self {
        Self {
            mass: draws.scaled(1e-3, 1e3),
            place: draws.mixed(&[0.0], -2.0, 2.0),
            k: draws.scaled(1e-3, 1e3) * draws.pick(&[1.0, -1.0]),
            p: draws.mixed(&[0.5, 1.5, 2.5], 0.1, 3.6),
            begin: if draws.chance(0.5) { 0.0 } else { draws.scaled(1e-9, 3.0) },
        }
    }

    /// The network; `more` is of the body.
    fn text(&self, more: &str) -> String {
        let Self { mass, place, k, p, begin } = *self;
        let base = if begin == 0.0 { "t".to_owned() } else { format!("max(t - {begin:?}, 0)") };
        format!(
            "[body.b]\nmass = {mass:?}\nposition = {place:?}\n{more}\
             [force.f]\nbetween = \"b\"\nforce = \"{k:?}*{base}^{p:?}\"\n"
        )
    }
}

/// Distance of a number from the expected one, relative to that and what the clock and the place leave of it.
fn off(found: f64, expected: f64, resolved: f64) -> f64 {
    ((found - expected).abs() - resolved).max(0.0) / expected.abs()
}

/// Times since the beginning that are read, s.
fn times(draws: &mut Draws) -> [f64; 3] {
    let end = draws.scaled(1e-6, 3.0);
    [1e-3 * end, 0.3 * end, end]
}

pub(super) fn count() -> u64 {
    drawn("LUZTAR_POWERS", 100)
}

#[test]
fn a_power_moves_a_free_body_from_rest() {
    for seed in 1..=count() {
        let mut draws = Draws::new(seed);
        let one = Beginning::of(&mut draws);
        let text = one.text("");
        let mut run = Run::of(&text);
        for tau in times(&mut draws) {
            run.go(one.begin + tau);
            let rate = one.k / one.mass * tau.powf(one.p);
            let expected =
                [rate * tau / (one.p + 1.0), rate * tau * tau / (one.p + 1.0) / (one.p + 2.0)];
            let clock = 8.0 * f64::EPSILON * one.begin;
            let [v, x] = [run.velocity(0), run.position(0) - one.place];
            let off = [
                off(v, expected[0], clock * rate.abs()),
                off(
                    x,
                    expected[1],
                    8.0 * f64::EPSILON * one.place.abs() + clock * expected[0].abs(),
                ),
            ];
            assert!(off.iter().all(|off| *off < 1e-11), "{seed}: {off:?} at {tau:e}\n{text}");
        }
        let cost = run.motion.evaluations();
        assert!(cost < 20_000, "{seed}: {cost} evaluations\n{text}");
    }
}

/// x = Γ(p + 1)·k/m·Σ (−ω²)^j τ^(p + 2 + 2j)/Γ(p + 3 + 2j) on a spring.
#[test]
fn a_power_moves_a_body_on_a_spring_from_rest() {
    for seed in 1..=count() {
        let mut draws = Draws::new(seed);
        let one = Beginning { place: 0.0, ..Beginning::of(&mut draws) };
        let times = times(&mut draws);
        let frequency = draws.between(0.1, 4.0) / times[2];
        let stiffness = one.mass * frequency * frequency;
        let text =
            one.text("") + &format!("[spring.s]\nbetween = \"b\"\nstiffness = {stiffness:?}\n");
        let mut run = Run::of(&text);
        for tau in times {
            run.go(one.begin + tau);
            let sum = |lower: f64| {
                let mut term =
                    gamma(one.p + 1.0) / gamma(one.p + 3.0 - lower) * tau.powf(one.p + 2.0 - lower);
                let mut sum = 0.0;
                for j in 0..40 {
                    sum += term;
                    let order = one.p + 3.0 - lower + 2.0 * f64::from(j);
                    term *= -(frequency * tau).powi(2) / (order * (order + 1.0));
                }
                one.k / one.mass * sum
            };
            let rate = one.k / one.mass * tau.powf(one.p);
            let clock = 8.0 * f64::EPSILON * one.begin;
            let [x, v] = [sum(0.0), sum(1.0)];
            let greatest = (rate * tau * tau / (one.p + 2.0)).abs();
            let off = [
                ((run.velocity(0) - v).abs() - clock * rate.abs()) * tau / greatest,
                ((run.position(0) - x).abs() - clock * v.abs()) / greatest,
            ];
            assert!(off.iter().all(|off| *off < 1e-11), "{seed}: {off:?} at {tau:e}\n{text}");
        }
    }
}

/// Friction releases the body as the power comes to the limit, and it slips under what exceeds that.
#[test]
fn a_power_moves_a_body_from_friction() {
    for seed in 1..=count() {
        let mut draws = Draws::new(seed);
        let one = Beginning::of(&mut draws);
        let release = draws.scaled(1e-6, 3.0);
        let limit = one.k.abs() * release.powf(one.p);
        let text = one.text("")
            + &format!(
                "[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = {limit:?}\n"
            );
        let mut run = Run::of(&text);
        let end = release * draws.between(1.1, 3.0);
        run.go(one.begin + end);
        let clock = 16.0 * f64::EPSILON * one.begin;
        let found: Vec<f64> = run.events.iter().map(|event| event.time() - one.begin).collect();
        assert!(
            found.len() == 1 && off(found[0], release, clock) < 1e-11,
            "{seed}: {found:?}, not {release:e}\n{text}"
        );
        let slid = |t: f64| one.k.abs() * t.powf(one.p + 1.0) / (one.p + 1.0) - limit * t;
        let expected = (slid(end) - slid(release)) * one.k.signum() / one.mass;
        let rate = limit / one.mass * (end / release).powf(one.p);
        let off = (run.velocity(0) - expected).abs();
        assert!(
            off < 1e-11 * expected.abs() + clock * rate + 1e-14 * rate * end,
            "{seed}: {off:e} of {expected:e}\n{text}"
        );
    }
}
