//! Powers about their branch points, where they have no Taylor series: contacts of round bodies, drag and springs by powers,
//! against closed forms and an independent integrator.

mod begins;
mod bounces;
mod chains;
mod held;
mod laws;
mod leaves;
mod pressed;
mod quotients;
mod random;
mod reference;
mod rest;
mod squares;
mod turns;

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::dynamics::{Event, Simulator};
use luztar::network::{Method, Network, read};

use reference::Reference;

/// A network that moves.
struct Run {
    motion: Simulator,
    parameters: Vec<f64>,
    events: Vec<Event>,
}

/// Returns how many draws are compared: as many as a variable of the environment says, or so many.
fn drawn(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|count| count.parse().ok()).unwrap_or(otherwise)
}

/// Compares draws with something independent; those that are wrong are told together.
fn compare_all(count: u64, compare: impl Fn(u64) -> Result<(), String>) {
    let wrong: Vec<_> = (1..=count).filter_map(|seed| Some((seed, compare(seed).err()?))).collect();
    assert!(wrong.is_empty(), "{} of {count}: {:#?}", wrong.len(), &wrong[..wrong.len().min(3)]);
}

fn network(text: &str) -> Arc<Network> {
    let text = format!("[model]\nname = \"Powers\"\n{text}");
    Arc::new(read(&text, "powers.toml").unwrap_or_else(|wrong| panic!("{text}{wrong}")))
}

impl Run {
    fn of(text: &str) -> Self {
        Self::by(text, Method::Events)
    }

    fn by(text: &str, method: Method) -> Self {
        let network = network(text);
        let mut motion = Simulator::new(network.clone());
        motion.choose(method, 0.0);
        let parameters = network.start_parameters();
        motion.initialise(0.0, &parameters, &[], 1e-10).unwrap_or_else(|fault| panic!("{fault}"));
        Self { motion, parameters, events: Vec::new() }
    }

    fn go(&mut self, end: f64) {
        let events = &mut self.events;
        let moved =
            self.motion.advance(end, &self.parameters, &[], &mut |event| events.push(event));
        moved.unwrap_or_else(|fault| panic!("{fault}"));
    }

    fn position(&self, body: usize) -> f64 {
        self.motion.state().position[body]
    }

    fn velocity(&self, body: usize) -> f64 {
        self.motion.state().velocity[body]
    }
}

#[track_caller]
fn near(found: f64, expected: f64, relative: f64, what: &str) {
    let off = (found - expected).abs();
    assert!(
        off <= relative * expected.abs(),
        "{what}: {found:e}, not {expected:e}, off by {off:e}"
    );
}

/// Γ(x) for x > 0, by its asymptotic series where that is exact to the last digits.
fn gamma(x: f64) -> f64 {
    if x < 20.0 {
        return gamma(x + 1.0) / x;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5))
        - 1.0 / (1680.0 * x.powi(7));
    (2.0 * PI / x).sqrt() * (x / std::f64::consts::E).powf(x) * series.exp()
}

/// A contact k·δ^p: greatest penetration at a velocity v, and how long it lasts.
pub(super) fn contact(m: f64, k: f64, p: f64, v: f64) -> (f64, f64) {
    let n = p + 1.0;
    let deepest = (n * m * v * v / (2.0 * k)).powf(1.0 / n);
    let part = PI.sqrt() * gamma(1.0 + 1.0 / n) / gamma(0.5 + 1.0 / n);
    (deepest, 2.0 * deepest / v * part)
}

/// Ways to write a contact of one body with the ground.
fn written(way: usize, k: f64, p: f64) -> String {
    let parameter = format!("parameter = {{ k = {k:?}, p = {p:?} }}\n");
    match way {
        0 => format!("[force.f]\nbetween = \"b\"\nforce = \"k*max(-e, 0)^p\"\n{parameter}"),
        1 => format!("[force.f]\nbetween = \"b\"\nforce = \"if(e < 0, k*(-e)^p, 0)\"\n{parameter}"),
        2 => format!("[spring.f]\nbetween = \"b\"\nforce = \"-k*max(-e, 0)^p\"\n{parameter}"),
        3 => format!(
            "[potential.f]\nenergy = \"k*max(-b.position, 0)^{:?}/{:?}\"\nparameter = {{ k = {k:?} }}\n",
            p + 1.0,
            p + 1.0
        ),
        _ => format!("[force.f]\nbetween = \"b\"\nforce = \"k*((abs(e) - e)/2)^p\"\n{parameter}"),
    }
}

/// A body of 1 kg at 1 m/s comes to a contact, and leaves it as fast: penetration and duration are those of the closed form,
/// of what it costs whatever the stiffness.
#[test]
fn contacts_of_round_bodies_last_as_long_as_they_should() {
    for p in [1.1, 1.5, 2.2, 3.0, 3.5] {
        for k in [1e5, 1e7, 1e9] {
            for (way, start) in [(0, 0.0), (0, 0.01), (1, 0.0), (2, 0.003), (3, 0.01), (4, 0.02)] {
                let (deepest, duration) = contact(1.0, k, p, 1.0);
                let what = format!("p = {p}, k = {k:e}, way {way}");
                let mut run = Run::of(&format!(
                    "[body.b]\nmass = 1.0\nposition = {start:?}\nvelocity = -1.0\n{}",
                    written(way, k, p)
                ));
                let before = run.motion.evaluations();
                run.go(start + 0.5 * duration);
                near(run.position(0), -deepest, 1e-10, &what);
                assert!(run.velocity(0).abs() < 1e-10, "{what}: {}", run.velocity(0));
                // Energy on the way out.
                run.go(start + 0.8 * duration);
                let depth = -run.position(0);
                let energy = 0.5 * run.velocity(0).powi(2) + k * depth.powf(p + 1.0) / (p + 1.0);
                near(energy, 0.5, 1e-10, &what);
                let end = start + 1.5 * duration;
                run.go(end);
                near(run.velocity(0), 1.0, 1e-10, &what);
                let lasted = end - start - run.position(0) / run.velocity(0);
                near(lasted, duration, 1e-10, &what);
                // Flights before and after count, too, and looks at the formula beside its series.
                let cost = run.motion.evaluations() - before;
                let most = if way == 3 { 1600 } else { 1200 };
                assert!(cost <= most, "{what}: {cost} evaluations");
            }
        }
    }
}

/// Two bodies: what counts is the reduced mass, and momentum is kept.
#[test]
fn two_bodies_meet() {
    let (m1, m2, k, p) = (2.0, 0.5, 3e6, 1.5);
    let mut run = Run::of(&format!(
        "[body.a]\nmass = {m1:?}\nvelocity = -2.0\n[body.b]\nmass = {m2:?}\nvelocity = 1.0\n\
         [force.f]\nbetween = [\"a\", \"b\"]\nforce = \"k*max(-e, 0)^{p:?}\"\nparameter = {{ k = {k:?} }}\n"
    ));
    let (_, duration) = contact(m1 * m2 / (m1 + m2), k, p, 3.0);
    run.go(1.01 * duration);
    let middle = (m2 - 2.0 * m1) / (m1 + m2);
    near(run.velocity(0), 2.0 * middle + 2.0, 1e-11, "first");
    near(run.velocity(1), 2.0 * middle - 1.0, 1e-11, "second");
}

/// m·v' = −c·|v|^n·sign(v): v^(1 − n) changes evenly; for n < 1 it comes to rest, for good.
#[test]
fn drag_by_a_power_slows_down_as_it_should() {
    for n in [0.5, 0.7, 1.3, 1.6] {
        for c in [0.3, 40.0] {
            let mut run = Run::of(&format!(
                "[body.b]\nmass = 2.0\nvelocity = 3.0\n[force.f]\nbetween = \"b\"\n\
                 force = \"-c*abs(rate)^{n:?}*sign(rate)\"\nparameter = {{ c = {c:?} }}\n"
            ));
            let less = 1.0 - n;
            for time in [0.01, 0.03, 0.1, 0.5, 2.0, 20.0] {
                run.go(time);
                let power = 3.0_f64.powf(less) - less * c / 2.0 * time;
                let v = if power > 0.0 { power.powf(1.0 / less) } else { 0.0 };
                let found = run.velocity(0);
                assert!(
                    (found - v).abs() <= 1e-10 * v + 1e-14,
                    "{n} {c} {time}: {found:e}, not {v:e}"
                );
            }
        }
    }
}

/// A motion that passes through rest under another force as well.
#[test]
fn drag_by_a_power_passes_through_rest() {
    for n in [0.5, 1.3, 2.5] {
        let text = format!(
            "[body.b]\nmass = 1.0\nposition = 0.1\nvelocity = 1.0\n[force.f]\nbetween = \"b\"\n\
             force = \"-k*abs(rate)^{n:?}*sign(rate) - 30*e\"\nparameter = {{ k = 0.5 }}\n"
        );
        let mut run = Run::of(&text);
        let mut reference = Reference::new([0.1, 1.0], 0.1);
        for time in [0.2, 0.5, 1.5] {
            run.go(time);
            reference.go(time, &mut |[x, v]| [v, -0.5 * v.abs().powf(n) * v.signum() - 30.0 * x]);
            let [x, v] = reference.y;
            let (found, moves) = (run.position(0), run.velocity(0));
            assert!((found - x).abs() < 2e-10, "{n} {time}: {found} {x}");
            assert!((moves - v).abs() < 2e-9, "{n} {time}: {moves} {v}");
        }
    }
}

/// A body that rests where its own power begins is on the way of no other contact that begins there.
#[test]
fn what_rests_at_a_branch_point_holds_nothing_up() {
    let moving = "[body.a]\nmass = 1.0\nconstantForce = 1.058\n[body.b]\nmass = 1.072\n\
         [huntCrossley.push]\nbetween = [\"b\", \"a\"]\nstiffness = 20.0\n";
    let resting =
        "[body.c]\nmass = 2.0\n[force.f]\nbetween = \"c\"\nforce = \"-abs(e)^1.576*sign(e)\"\n";
    let mut alone = Run::of(moving);
    let mut both = Run::of(&format!("{moving}{resting}"));
    for time in [0.3, 1.0, 4.0] {
        alone.go(time);
        both.go(time);
        for body in 0..2 {
            near(both.velocity(body), alone.velocity(body), 1e-9, "velocity");
        }
        assert_eq!(both.velocity(2), 0.0);
    }
}

/// Hunt and Crossley: v dv/(1 + cv) = −k x^n dx/m on the way in and out, so that v/c − ln(1 + cv)/c² is known.
#[test]
fn a_damped_contact_leaves_with_the_velocity_of_its_integral() {
    let (m, k, c, n, v0) = (1.0, 1e7, 0.2, 1.5, 4.0);
    let mut run = Run::of(&format!(
        "[body.ball]\nmass = {m:?}\nposition = 0.01\nvelocity = -{v0:?}\n[force.floor]\nbetween = \"ball\"\n\
         force = \"max(k*max(-e, 0)^{n:?}*(1 - c*rate), 0)\"\nparameter = {{ k = {k:?}, c = {c:?} }}\n"
    ));
    let before = run.motion.evaluations();
    run.go(0.02);
    let energy = |v: f64| v / c - (1.0 + c * v).ln() / (c * c);
    near(energy(-run.velocity(0)), energy(v0), 1e-10, "exit");
    assert!(run.velocity(0) > 0.0);
    let cost = run.motion.evaluations() - before;
    assert!(cost < 1500, "{cost}");
}

/// It is the normal load of a slider: all of its impulse is rubbed.
#[test]
fn a_contact_by_a_power_is_a_normal_load() {
    for (p, steps) in [(1.5, 1), (1.5, 50), (2.2, 1), (1.1, 7), (0.5, 1)] {
        let mut run = Run::of(&format!(
            "[body.ball]\nmass = 0.5\nposition = 0.01\nvelocity = -2.0\n\
             [body.block]\nmass = 3.0\nvelocity = 5.0\n\
             [force.push]\nbetween = \"ball\"\nforce = \"k*max(-e, 0)^p\"\nparameter = {{ k = 1e6, p = {p:?} }}\n\
             [contact.face]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.3\n\
             normalForce = \"k*max(-ball.position, 0)^p\"\n\
             [contact.face.parameter]\nk = 1e6\np = {p:?}\n"
        ));
        for step in 1..=steps {
            run.go(0.05 * f64::from(step) / f64::from(steps));
        }
        near(run.velocity(0), 2.0, 1e-10, "ball");
        near(run.velocity(1), 5.0 - 0.3 * 0.5 * 4.0 / 3.0, 1e-10, "block");
        assert!(run.events.len() <= 4, "{:?}", run.events);
    }
}

/// A stand-in that is smooth, of what no interval knows the sign far from the contact.
#[test]
fn a_smooth_stand_in_costs_little() {
    let mut run = Run::of(
        "[body.ball]\nmass = 0.1\nposition = 0.5\nconstantForce = -0.981\n[force.hertz]\nbetween = \"ball\"\n\
         force = \"k*(sqrt(e^2 + 1e-12) - e)^1.5/2.828\"\nparameter = { k = 1e5 }\n",
    );
    run.go(0.001);
    assert!(run.motion.evaluations() < 2000, "{}", run.motion.evaluations());
    run.go(2.0);
    let (x, v) = (run.position(0), run.velocity(0));
    let energy = 0.05 * v * v + 0.981 * x;
    near(energy, 0.981 * 0.5, 1e-6, "energy");
    assert!(run.motion.evaluations() < 20_000, "{}", run.motion.evaluations());
}

/// A body that begins at rest right at the contact sinks in by its weight, and swings.
#[test]
fn a_body_at_rest_at_the_contact_sinks_in() {
    for p in [0.5, 1.5, 2.2] {
        let mut run = Run::of(&format!(
            "[body.b]\nmass = 1.0\nconstantForce = -9.81\n{}",
            written(0, 1e6, p)
        ));
        for step in 1..=20 {
            run.go(f64::from(step) * 3e-4);
            let (x, v) = (run.position(0), run.velocity(0));
            let stored = 1e6 * (-x).max(0.0).powf(p + 1.0) / (p + 1.0);
            let deepest = (9.81 * (p + 1.0) / 1e6).powf(1.0 / p);
            let off = 0.5 * v * v + 9.81 * x + stored;
            assert!(off.abs() < 1e-9 * 9.81 * deepest, "{p} {step}: {off:e}");
            assert!(x < 1e-9 * deepest && -x < deepest * (1.0 + 1e-9));
        }
    }
}

/// Whole powers, and powers of what touches 0 without a change of sign.
#[test]
fn other_bases_come_to_0_as_well() {
    // m = 1: F = −∂U/∂x for an even power, so that energy says what is right.
    for (force, energy) in [
        ("-k*e^17", &(|x: f64| 1e3 * x.powi(18) / 18.0) as &dyn Fn(f64) -> f64),
        ("-k*(e^2)^0.75*sign(e)", &|x: f64| 1e3 * x.abs().powf(2.5) / 2.5),
        ("-k*sqrt(abs(e))*sign(e)", &|x: f64| 1e3 * x.abs().powf(1.5) / 1.5),
        ("-k*hypot(e, 0)*e", &|x: f64| 1e3 * x.abs().powi(3) / 3.0),
    ] {
        let mut run = Run::of(&format!(
            "[body.b]\nmass = 1.0\nposition = 0.3\nvelocity = -1.0\n[force.f]\nbetween = \"b\"\n\
             force = \"{force}\"\nparameter = {{ k = 1e3 }}\n"
        ));
        let start = 0.5 + energy(0.3);
        for step in 1..=20 {
            run.go(f64::from(step) * 0.05);
            let found = 0.5 * run.velocity(0).powi(2) + energy(run.position(0));
            near(found, start, 1e-9, force);
        }
    }
}

/// With `moreau` and while a host integrates all values are numbers, at the branch point and beyond.
#[test]
fn time_stepping_goes_through_contacts() {
    for p in [1.5, 2.2] {
        let text = format!("[body.b]\nmass = 1.0\nvelocity = -1.0\n{}", written(0, 1e5, p));
        let mut run = Run::by(&text, Method::Moreau);
        let (_, duration) = contact(1.0, 1e5, p, 1.0);
        for step in 1..=4000 {
            run.go(1.2 * duration * f64::from(step) / 4000.0);
        }
        near(run.velocity(0), 1.0, 1e-3, "velocity");
    }
}

/// `[hertz.NAME]`, `[impact.NAME]` and `[huntCrossley.NAME]` are contacts that are known: of Hertz with his exponent, damped
/// as the integral of Hunt and Crossley says, and of `impact` without damping with any exponent.
#[test]
fn named_contacts_do_what_their_formulas_say() {
    let ball = "[body.ball]\nmass = 2.0\nposition = 0.03\nvelocity = -3.0\n";
    for (element, p, c) in [
        ("[hertz.floor]\nbetween = \"ball\"\nstiffness = 1e7\n", 1.5, 0.0),
        ("[impact.floor]\nbetween = \"ball\"\nstiffness = 1e7\nexponent = 2.2\n", 2.2, 0.0),
        (
            "[huntCrossley.floor]\nbetween = \"ball\"\nstiffness = 1e7\ndissipation = 0.2\n",
            1.5,
            0.2,
        ),
    ] {
        let mut run = Run::of(&format!("{ball}{element}distance = 0.01\n"));
        let (deepest, duration) = contact(2.0, 1e7, p, 3.0);
        let begins = 0.02 / 3.0;
        if c == 0.0 {
            run.go(begins + 0.5 * duration);
            near(run.position(0), 0.01 - deepest, 1e-10, element);
        }
        run.go(begins + 2.0 * duration);
        let energy = |v: f64| if c > 0.0 { v / c - (1.0 + c * v).ln() / (c * c) } else { v * v };
        near(energy(-run.velocity(0)), energy(3.0), 1e-10, element);
        assert!(run.velocity(0) > 0.0);
    }
}

/// The damping of `impact` grows up to its full penetration, and never pulls.
#[test]
fn the_damping_of_an_impact_grows_with_the_penetration() {
    let (k, n, damping, full) = (1e6, 1.8, 300.0, 2e-3);
    let mut run = Run::of(&format!(
        "[body.ball]\nmass = 2.0\nvelocity = -3.0\n[impact.floor]\nbetween = \"ball\"\nstiffness = {k:?}\n\
         exponent = {n:?}\ndamping = {damping:?}\nfullPenetration = {full:?}\n"
    ));
    let mut reference = Reference::new([0.0, -3.0], 1e-5);
    for time in [1e-3, 5e-3, 0.03] {
        run.go(time);
        reference.go(time, &mut |[x, v]| {
            let depth = (-x).max(0.0);
            let part = (depth / full).min(1.0);
            let damped = damping * v * part * part * (3.0 - 2.0 * part);
            [v, (k * depth.powf(n) - damped).max(0.0) / 2.0]
        });
        near(run.velocity(0), reference.y[1], 1e-9, "velocity");
    }
}
