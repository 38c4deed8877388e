//! Decisions by numbers that have powers: the time at which one comes to its level, and numbers that come to it where their powers
//! begin.

use super::reference::Reference;
use super::{Run, near};

/// A force of 1 N acts on 1 kg at 1 m/s from where (x − x₀)^n exceeds a level, whatever the power is about its beginning.
#[test]
fn a_power_decides_at_the_time_at_which_it_is_at_its_level() {
    for n in [0.3, 0.5, 1.5, 2.5] {
        for level in [0.02_f64, 0.5, 1.3] {
            for start in [0.0, -0.1] {
                let text = format!(
                    "[body.b]\nmass = 1.0\nvelocity = 1.0\nposition = {start:?}\n[force.f]\nbetween = \"b\"\n\
                     force = \"if(max(e, 0)^{n:?} > {level:?}, 1, 0)\"\n"
                );
                let mut run = Run::of(&text);
                let begins = level.powf(1.0 / n) - start;
                run.go(begins + 1.0);
                let what = format!("n = {n}, level {level}, from {start}");
                near(run.velocity(0), 2.0, 1e-10, &what);
                near(run.position(0), start + begins + 1.5, 1e-10, &what);
            }
        }
    }
}

/// The force of `[impact]`, N: k·p^n − c·v·(3u² − 2u³) of the penetration p, u = min(p/d, 1), v its rate's negative, at least 0.
fn impact([k, n, c, d]: [f64; 4], p: f64, v: f64) -> f64 {
    let p = p.max(0.0);
    let u = (p / d).min(1.0);
    (k * p.powf(n) - c * v * u * u * (3.0 - 2.0 * u)).max(0.0)
}

/// A contact with damping lets go before it is left: its number is below 0 up to where the penetration, and with it the number, is 0.
/// The body then moves on as fast as it was let go, and comes back by its spring.
#[test]
fn an_impact_with_damping_lets_go_for_good() {
    for (n, k, c, d, v) in [
        (1.5, 100.0, 20.0, 0.05, -1.0),
        (2.2, 300.0, 5.0, 0.1, -2.0),
        (1.5, 1e-3, 0.1, 1e-4, -300.0),
        (1.1, 50.0, 30.0, 0.01, -0.5),
    ] {
        let text = format!(
            "[body.b]\nmass = 1.0\nposition = 0.3\nvelocity = {v:?}\n[spring.s]\nbetween = \"b\"\nstiffness = 40.0\n\
             [impact.i]\nbetween = \"b\"\nstiffness = {k:?}\nexponent = {n:?}\ndamping = {c:?}\nfullPenetration = {d:?}\n"
        );
        let mut run = Run::of(&text);
        let mut reference = Reference::new([0.3, v], 1e-4);
        for time in [0.2, 0.6, 1.1, 1.7] {
            run.go(time);
            reference.go(time, &mut |[x, v]| [v, impact([k, n, c, d], -x, v) - 40.0 * x]);
            let [x, moves] = reference.y;
            let what = format!("{n} {k} {c} {d} at {time}");
            let size = [x.abs() + moves.abs() / 6.0, moves.abs() + 6.0 * x.abs()];
            near(run.position(0) + size[0], x + size[0], 1e-8, &what);
            near(run.velocity(0) + size[1], moves + size[1], 1e-8, &what);
        }
    }
}

/// v' = c·v^n is infinite after v₀^(1 − n)/((n − 1)c): the motion ends there with an error, and up to there is that of the closed form.
#[test]
fn a_power_of_its_own_speed_ends_at_its_time() {
    for (c, n, v) in
        [(0.2, 2.44, 1.0), (1.0, 2.8, 2.0), (0.05, 3.5, 1.7), (0.4, 1.5, 0.3), (3.0, 1.1, 5.0)]
    {
        let text = format!(
            "[body.b]\nmass = 1.0\nvelocity = {v:?}\n[force.f]\nbetween = \"b\"\nforce = \"{c:?}*abs(rate)^{n:?}\"\n"
        );
        let mut run = Run::of(&text);
        let end = f64::powf(v, 1.0 - n) / ((n - 1.0) * c);
        run.go(0.9 * end);
        near(run.velocity(0), v * f64::powf(0.1, -1.0 / (n - 1.0)), 1e-9, &text);
        let ended = run.motion.advance(2.0 * end, &run.parameters, &[], &mut |_| {});
        let told = ended.map_or_else(|fault| fault.to_string(), |()| "no error".to_owned());
        let time = told.strip_prefix("at t = ").and_then(|rest| rest.split_once(" s:"));
        let time: f64 = time.and_then(|(time, _)| time.parse().ok()).unwrap_or(f64::NAN);
        near(time, end, 1e-9, &format!("{text}{told}"));
    }
}
