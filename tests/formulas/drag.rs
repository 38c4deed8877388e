//! `[drag.NAME]`, quadratic drag, against closed forms.

use luztar::network::read;
use luztar::unit::Simulation;

use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

const TIGHT: &str = "[model]\nname = \"Drag\"\n[experiment]\nrelativeTolerance = 1e-14\n";

fn start(elements: &str) -> Simulation {
    started(&unit(&format!("{TIGHT}{elements}")))
}

/// m·v' = −c·v·|v|: v = v₀/(1 + c·|v₀|·t/m).
#[test]
fn a_body_coasts_by_a_hyperbola() {
    for (v0, steps) in [(3.0_f64, 1), (3.0, 100), (-3.0, 7)] {
        let mut ball = start(&format!(
            "[body.ball]\nmass = 2.0\nvelocity = {v0:?}\n[drag.air]\nbetween = \"ball\"\ncoefficient = 0.4\n"
        ));
        for time in [0.5_f64, 2.0, 20.0] {
            go_in(&mut ball, time, steps);
            let slower = 1.0 + 0.4 * v0.abs() * time / 2.0;
            let velocity = v0 / slower;
            assert_near(ball.real("ball.velocity"), velocity, 1e-12);
            assert_near(ball.real("ball.position"), v0.signum() * 5.0 * slower.ln(), 1e-11);
            assert_near(ball.real("air.force"), 0.4 * velocity * velocity.abs(), 1e-12);
            assert_near(ball.real("air.dissipatedPower"), 0.4 * velocity.abs().powi(3), 1e-12);
            let power = ball.index("air.dissipatedPower");
            let rate = -3.0 * 0.4 * 0.4 / 2.0 * velocity.powi(4);
            assert_near(ball.output_derivative(power).expect("has one"), rate, 1e-11);
        }
    }
}

/// m·v' = −F − c·v² comes to rest for good.
#[test]
fn dry_friction_stops_what_drag_slows_down() {
    let (m, c, f, v0) = (2.0_f64, 0.4_f64, 1.5_f64, 3.0_f64);
    let mut sledge = start(
        "[body.sledge]\nmass = 2.0\nvelocity = 3.0\n[drag.air]\nbetween = \"sledge\"\ncoefficient = 0.4\n\
         [contact.floor]\nbetween = \"sledge\"\nlaw = \"coulomb\"\nkineticFriction = 1.5\n",
    );
    let (slow, begun) = ((f / c).sqrt(), (v0 * (c / f).sqrt()).atan());
    let stop = m / (c * f).sqrt() * begun;
    go(&mut sledge, 0.5 * stop);
    let velocity = slow * (begun - 0.5 * stop * (c * f).sqrt() / m).tan();
    assert_near(sledge.real("sledge.velocity"), velocity, 1e-12);
    go(&mut sledge, 2.0 * stop);
    assert_near(sledge.real("floor.lastEventTime"), stop, 1e-11);
    assert_near(
        sledge.real("sledge.position"),
        m / (2.0 * c) * (1.0 + c * v0 * v0 / f).ln(),
        1e-11,
    );
    assert_eq!(sledge.real("sledge.velocity"), 0.0);
    assert_eq!(sledge.real("eventCount"), 1.0);
}

/// The relative motion w = v₁ − p·v₂ of two bodies is that of one of mass 1/(1/m₁ + p²/m₂).
#[test]
fn two_bodies_share_their_momentum() {
    for p in [1.0_f64, -0.5] {
        let mut pair = start(&format!(
            "[body.boat]\nmass = 3.0\nvelocity = 2.0\n[body.raft]\nmass = 1.5\nvelocity = -1.0\n\
             [drag.wake]\nbetween = [\"boat\", \"raft\"]\nratio = {p:?}\ncoefficient = 0.7\n"
        ));
        go(&mut pair, 3.0);
        let w0 = 2.0 + p;
        let reduced = 1.0 / (1.0 / 3.0 + p * p / 1.5);
        let w = w0 / (1.0 + 0.7 * w0 * 3.0 / reduced);
        let [boat, raft] = ["boat.velocity", "raft.velocity"].map(|name| pair.real(name));
        assert_near(boat - p * raft, w, 1e-12);
        assert_near(p * 3.0 * boat + 1.5 * raft, p * 6.0 - 1.5, 1e-12);
    }
}

/// In rotation the drag is a torque; with radii it is a force on the rims.
#[test]
fn a_fan_runs_down() {
    for (more, c) in [("", 0.02), ("radii = [0.5]\n", 0.02 * 0.5_f64.powi(3))] {
        let unit = unit(&format!(
            "{TIGHT}[body.fan]\naxis = \"rotation\"\ninertia = 0.1\nangularVelocity = 40.0\n\
             [drag.air]\nbetween = \"fan\"\n{more}coefficient = 0.02\n"
        ));
        let row = unit.find("air.coefficient").map(|index| &unit.variables()[index]);
        let symbol = row.and_then(|row| row.unit.symbol());
        let expected = if more.is_empty() { "N.m.s2/rad2" } else { "N.s2/m2" };
        assert_eq!(symbol, Some(expected));
        let mut fan = started(&unit);
        go(&mut fan, 2.0);
        let velocity = 40.0 / (1.0 + c * 40.0 * 2.0 / 0.1);
        assert_near(fan.real("fan.angularVelocity"), velocity, 1e-12 * 40.0);
    }
}

/// A host changes the drag on the way.
#[test]
fn the_drag_can_be_set() {
    let mut ball = start(
        "[body.ball]\nmass = 1.0\nvelocity = 2.0\n[drag.air]\nbetween = \"ball\"\ncoefficient = 0.0\n",
    );
    go(&mut ball, 1.0);
    assert_near(ball.real("ball.velocity"), 2.0, 0.0);
    ball.put("air.coefficient", 0.3);
    go(&mut ball, 2.0);
    assert_near(ball.real("ball.velocity"), 2.0 / (1.0 + 0.3 * 2.0), 1e-12);
}

#[test]
fn what_is_wrong_is_told() {
    let said = |elements: &str| {
        let text = format!("{TIGHT}[body.ball]\nmass = 1.0\n{elements}");
        read(&text, "wrong.toml").expect_err(elements).to_string()
    };
    let hook = "[body.hook]\nmass = 0\n[damper.d]\nbetween = \"hook\"\ndamping = 1.0\n";
    for (elements, expected) in [
        ("[darg.air]\n", "wrong.toml:7:2: darg: unknown key (did you mean `drag`?)"),
        (
            "[drag.air]\nbetween = \"ball\"\ncoeficient = 1.0\n",
            "wrong.toml:9:1: drag.air.coeficient: unknown key (did you mean `coefficient`?)",
        ),
        (
            "[drag.air]\nbetween = \"ball\"\n",
            "wrong.toml:7:7: drag.air.coefficient: is missing: drag constant",
        ),
        (
            "[drag.air]\nbetween = \"ball\"\ncoefficient = -1.0\n",
            "wrong.toml:9:15: drag.air.coefficient: must be ≥ 0, not -1",
        ),
        (
            "[drag.air]\nbetween = \"ball\"\ncoefficient = \"3 N\"\n",
            "wrong.toml:9:16: drag.air.coefficient: \"3 N\": must be in N.s2/m2, but is in N",
        ),
        ("[drag.air]\ncoefficient = 1.0\n", "wrong.toml:7:7: drag.air.between: is missing"),
        ("[drag.ball]\nbetween = \"ball\"\ncoefficient = 1.0\n", "drag.ball: a body has this name"),
    ] {
        let told = said(elements);
        assert!(told.contains(expected), "{elements}: {told}");
    }
    let told = said(&format!("{hook}[drag.air]\nbetween = \"hook\"\ncoefficient = 1.0\n"));
    assert!(
        told.contains("drag.air: depends on the velocity of `hook`, which has no mass"),
        "{told}"
    );
}

#[test]
fn a_template_has_many() {
    let mut train = start(
        "[body.wagon]\nrepeat = { i = [1, 3] }\nmass = 1.0\nvelocity = [1.0, 2.0, 3.0]\n\
         [drag.air]\nrepeat = { i = [1, 3] }\nbetween = \"wagon{i}\"\ncoefficient = [0.1, 0.2, 0.3]\n",
    );
    go(&mut train, 2.0);
    for i in 1..=3 {
        let x = f64::from(i);
        let velocity = x / (1.0 + 0.1 * x * x * 2.0);
        assert_near(train.real(&format!("wagon{i}.velocity")), velocity, 1e-12);
    }
}
