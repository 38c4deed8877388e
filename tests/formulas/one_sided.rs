//! Springs whose gap is open on one side.

use luztar::network;

use super::draws::Draws;
use super::host::Integrator;
use super::support::{Named, started, unit};
use super::{assert_near, go};

/// A ball of 0.5 kg falls 1 m to a damped floor; the gap of the floor's spring reaches upwards.
fn ball(gap: &str) -> String {
    format!(
        "[model]\nname = \"Ball\"\n[experiment]\nstopTime = 0.6\nrelativeTolerance = 1e-12\n\
         [body.ball]\nmass = 0.5\nposition = 1.0\nconstantForce = \"-0.5*9.81 N\"\n\
         [spring.floor]\nbetween = \"ball\"\nstiffness = 2e4\ndamping = 20.0\n{gap}\n"
    )
}

const GRAVITY: f64 = 9.81;

/// Times of contact and of lift-off, where k z + d ż = 0: z = −g/ω² + e^(−δs)(A cos νs + B sin νs).
fn bounce() -> [f64; 2] {
    let (omega, delta) = (200.0_f64, 20.0);
    let nu = (omega * omega - delta * delta).sqrt();
    let (touch, speed) = ((2.0 / GRAVITY).sqrt(), -(2.0 * GRAVITY).sqrt());
    let a = GRAVITY / (omega * omega);
    let b = (speed + delta * a) / nu;
    let push = |s: f64| {
        let (sin, cos) = (nu * s).sin_cos();
        let decay = (-delta * s).exp();
        let z = -GRAVITY / (omega * omega) + decay * (a * cos + b * sin);
        let rate = decay * ((nu * b - delta * a) * cos - (nu * a + delta * b) * sin);
        2e4 * z + 20.0 * rate
    };
    let (mut low, mut high) = (0.005, 0.02);
    assert!(push(low) < 0.0 && push(high) > 0.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if push(middle) < 0.0 { low = middle } else { high = middle }
    }
    [touch, touch + low]
}

#[test]
fn a_ball_lifts_off_when_it_should_however_far_the_other_edge_is() {
    let [touch, off] = bounce();
    assert_near(off, 0.46643, 5e-6);
    let gaps = [
        "gap = [0.0, inf]",
        "gap = [0.0, 1e6]",
        "gap = [0.0, 1e12]",
        "gap = [0.0, 1e20]",
        "gap = [0.0, 1e300]",
        "offset = 0.25\ngap = [-0.25, inf]",
    ];
    for gap in gaps {
        let unit = unit(&ball(gap));
        let mut slave = started(&unit);
        go(&mut slave, 0.6);
        let times: Vec<f64> = slave.step_events().iter().map(|event| event.time()).collect();
        assert_eq!(times.len(), 3, "{gap}: {times:?}");
        assert_near(times[0], touch, 1e-12);
        assert_near(times[1], off, 1e-11);
        let mut host = Integrator::new(&unit, &[]);
        host.run(0.6, 1e-2);
        let seen: Vec<f64> = host.events.iter().map(|event| event.time()).collect();
        assert_eq!(seen.len(), 3, "{gap}: {seen:?}");
        assert_near(seen[0], touch, 1e-8);
        assert_near(seen[1], off, 1e-8);
    }
}

/// A spring that pushes upwards is the mirror image of one that pushes downwards.
#[test]
fn a_gap_may_be_open_below() {
    let text = ball("gap = [-inf, 0.0]")
        .replace("position = 1.0", "position = -1.0")
        .replace("-0.5*9.81", "0.5*9.81");
    let mut slave = started(&unit(&text));
    go(&mut slave, 0.6);
    let [touch, off] = bounce();
    let times: Vec<f64> = slave.step_events().iter().map(|event| event.time()).collect();
    assert_near(times[0], touch, 1e-12);
    assert_near(times[1], off, 1e-11);
}

/// An infinite edge is no parameter; the other one keeps its name.
#[test]
fn an_open_end_is_no_parameter() {
    for (gap, kept, gone) in [("[0.1, inf]", 1, 2), ("[-inf, 0.3]", 2, 1)] {
        let unit = unit(&ball(&format!("gap = {gap}")));
        assert!(unit.find(&format!("floor.gap[{kept}]")).is_some());
        assert!(unit.find(&format!("floor.gap[{gone}]")).is_none());
        let starts = unit.variables().iter().filter_map(|row| row.start);
        assert!(starts.into_iter().all(|start| start.to_string() != "inf"));
    }
}

#[test]
fn gaps_without_an_end_are_refused() {
    for (gap, told) in [
        ("[-inf, inf]", "must have a finite edge"),
        ("[inf, 1.0]", "must be a number or -inf, not inf"),
        ("[0.0, -inf]", "must be a number or inf, not -inf"),
        ("[nan, 1.0]", "must be finite"),
        ("inf", "must be a list of two numbers"),
        ("[0.0]", "must be a list of two numbers"),
    ] {
        let text = ball(&format!("gap = {gap}"));
        let wrong = network::read(&text, "ball.toml").expect_err(gap).to_string();
        assert!(wrong.contains("floor.gap") && wrong.contains(told), "{gap}: {wrong}");
    }
}

/// Two springs in series, one of them open upwards: softer together, and their deflections are those of the whole.
#[test]
fn springs_in_series_are_open_where_one_of_them_is() {
    let text = |edge: &str| {
        format!(
            "[model]\nname = \"Row\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.mass]\nmass = 1.0\nposition = 0.5\n\
             velocity = -1.0\n[body.joint]\nmass = 0.0\n\
             [spring.a]\nbetween = [\"mass\", \"joint\"]\nstiffness = 300.0\ngap = [0.0, {edge}]\n\
             [spring.b]\nbetween = \"joint\"\nstiffness = 600.0\nbacklash = 0.2\n"
        )
    };
    // Contact at −0.1 m, 200 N/m, and away again after half a period.
    let swing = std::f64::consts::PI / 200.0_f64.sqrt();
    for edge in ["inf", "1e9"] {
        let mut row = started(&unit(&text(edge)));
        for time in [0.3, 0.62, 0.9, 1.5] {
            go(&mut row, time);
            let of = ["a.deflection", "b.deflection"].map(|name| row.real(name));
            assert_near(of[0] + of[1], row.real("mass.position"), 1e-14);
            assert!((-0.1..=0.1).contains(&of[1]) || row.real("b.force") < 0.0, "{of:?}");
            assert_near(row.real("a.force"), row.real("b.force"), 1e-12);
            match time {
                0.62 => assert!(row.real("a.force") < -1.0),
                _ => assert_eq!(row.real("a.force"), 0.0),
            }
        }
        assert_near(row.real("mass.velocity"), 1.0, 1e-12);
        assert_near(row.real("mass.position"), 1.5 - 0.6 - swing - 0.1, 1e-11);
    }
}

/// Open downwards the one and upwards the other, they never push together.
#[test]
fn springs_in_series_may_be_open_on_both_sides() {
    for method in ["", "method = \"moreau\"\nmoreauStep = 0.1\n"] {
        let text = format!(
            "[model]\nname = \"Row\"\n[experiment]\n{method}[body.mass]\nmass = 1.0\nposition = 0.5\nvelocity = -1.0\n\
             [body.joint]\nmass = 0.0\n\
             [spring.a]\nbetween = [\"mass\", \"joint\"]\nstiffness = 300.0\ngap = [0.0, inf]\n\
             [spring.b]\nbetween = \"joint\"\nstiffness = 600.0\ngap = [-inf, 0.1]\n"
        );
        let unit = unit(&text);
        let mut row = started(&unit);
        go(&mut row, 3.0);
        assert_near(row.real("mass.position"), -2.5, 1e-12);
        assert_eq!(row.real("a.force"), 0.0);
        let of = ["a.deflection", "b.deflection"].map(|name| row.real(name));
        assert_near(of[0] + of[1], -2.5, 1e-12);
        assert!(of[0] >= 0.0 && of[1] <= 0.1, "{of:?}");
        if method.is_empty() {
            let mut host = Integrator::new(&unit, &[]);
            host.run(3.0, 1.0);
            assert_near(host.get("mass.position"), -2.5, 1e-9);
        }
    }
}

/// Bodies between one-sided springs in units of twelve decades: the motion in metres, scaled, whatever the far edge is.
#[test]
fn one_sided_gaps_scale() {
    for seed in 0..60 {
        let mut draws = Draws::new(43_000_000 + seed);
        let [k, d, f] =
            [draws.scaled(10.0, 1e4), draws.scaled(0.1, 10.0), draws.between(-9.0, 9.0)];
        let [v, at, g] =
            [draws.between(-2.0, 2.0), draws.between(-0.2, 0.2), draws.scaled(0.01, 1.0)];
        let damped = draws.chance(0.5);
        let unit_of = 2.0_f64.powf(draws.between(-20.0, 20.0).round());
        let end = |s: f64, far: &str| {
            let damping = if damped { format!("damping = {d:?}\n") } else { String::new() };
            let text = format!(
                "[model]\nname = \"Between\"\n[body.b]\nmass = 1.0\nposition = {:?}\nvelocity = {:?}\nconstantForce = {:?}\n\
                 [spring.low]\nbetween = \"b\"\nstiffness = {k:?}\n{damping}gap = [{:?}, {far}]\n\
                 [spring.high]\nbetween = \"b\"\nstiffness = {k:?}\n{damping}gap = [-{far}, {:?}]\n",
                at * s,
                v * s,
                f * s,
                (at - g) * s,
                (at + g) * s
            );
            let mut one = started(&unit(&text));
            go(&mut one, 2.0);
            ["b.position", "b.velocity", "low.force", "high.force"].map(|name| one.real(name) / s)
        };
        let right = end(1.0, "inf");
        for (s, far) in [(unit_of, "inf"), (1.0, "1e15"), (1.0, "1e200")] {
            let found = end(s, far);
            for (found, right) in found.iter().zip(&right) {
                assert_near(*found, *right, 1e-7 * (1.0 + k * 1e-3));
            }
        }
    }
}
