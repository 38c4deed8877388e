//! Laws that see where their ends are, by the time stepping: against closed forms and the event-driven motion, with errors of
//! first order in the step; saved and restored; refused where they are no friction.

use luztar::unit::Simulation;

use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

/// A mechanism moved by the method `events`, or in steps of h.
fn moved(text: &str, h: Option<f64>) -> Simulation {
    let steps = h.map_or(String::new(), |h| format!("method = \"moreau\"\nmoreauStep = {h:?}\n"));
    started(&unit(&text.replace("[experiment]\n", &format!("[experiment]\n{steps}"))))
}

/// A block of 2 kg on a floor with this law.
fn block(law: &str, block: &str, rest: &str) -> String {
    format!(
        "[model]\nname = \"Stepped\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.block]\nmass = 2.0\n{block}\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"own\"\n[law.own]\n{law}\n{rest}\n"
    )
}

/// Errors over steps that are halved again and again fall with them.
#[track_caller]
fn assert_halved(errors: &[f64], most: f64) {
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((1.9..2.1).contains(&ratio), "{errors:?}");
    }
    assert!(errors[errors.len() - 1] < most, "{errors:?}");
}

/// Halved steps.
const STEPS: [f64; 4] = [1.0 / 512.0, 1.0 / 1024.0, 1.0 / 2048.0, 1.0 / 4096.0];

/// 2·v·dv/dx = −(3 + 8·x): a part of a swing about x = −3/8 m at 2 rad/s, down to rest.
#[test]
fn friction_that_grows_along_the_way_brakes_like_a_spring() {
    let text = block("friction = \"3 + 8*first.position\"", "position = 0.1\nvelocity = 1.5", "");
    let (amplitude, phase) = (0.475f64.hypot(0.75), (0.75f64 / 0.475).atan());
    let mut errors = Vec::new();
    for h in STEPS {
        let mut block = moved(&text, Some(h));
        go(&mut block, 0.25);
        let x = amplitude * (0.5 - phase).cos() - 0.375;
        errors.push((block.real("block.position") - x).abs());
        // What is told is friction where the block has come to.
        let friction = 3.0 + 8.0 * block.real("block.position");
        assert_near(block.real("floor.frictionForce"), friction, 1e-14);
        go(&mut block, 2.0);
        assert_near(block.real("floor.lastEventTime"), 0.5 * phase, h);
        assert_near(block.real("block.position"), amplitude - 0.375, h);
        assert_eq!((block.real("block.velocity"), block.real("eventCount")), (0.0, 1.0));
        assert_near(block.real("floor.dissipatedEnergy"), 2.25, 1e-12);
    }
    assert_halved(&errors, 1e-4);
}

/// A limit of 6 − t/2 N falls to a force of 4 N + 1 N/s·t at t = 4/3 s. A step from t on holds (6 − t/2)·h against
/// (4 + t + h/2)·h.
#[test]
fn a_limit_that_falls_in_time_lets_go_within_a_step() {
    let pull = "[force.pull]\nbetween = \"block\"\nforce = \"4 + t\"";
    let text = block("friction = \"6 - t/2\"", "", pull);
    for h in [0.1, 0.03, 0.01, 1e-3] {
        let mut block = moved(&text, Some(h));
        go_in(&mut block, 3.0, 30);
        let start = block.real("floor.lastEventTime") - h;
        let first = 4.0 / 3.0 - h / 3.0;
        assert!(start > first - 1e-9 && start <= first + h + 1e-9, "{h}: {start}");
        let s = 3.0 - 4.0 / 3.0;
        assert_near(block.real("block.velocity"), 0.375 * s * s, h);
        assert_eq!(block.real("eventCount"), 1.0);
    }
}

/// A block of 2 kg on a cart that is pulled at 1 m/s² lets go where what holds it has fallen to 2 N.
#[test]
fn what_is_carried_along_lets_go_within_a_step() {
    for (friction, release) in [
        ("5 - 6*first.position", 1.0),
        ("5 - 1.5*second.velocity", 2.0),
        ("if(t < 1.2, 5 - 3*first.velocity, 9)", 1.0),
        ("if(second.position < 0.5, 3, 1.9)", 1.0),
    ] {
        let text = format!(
            "[model]\nname = \"Cart\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.block]\nmass = 2.0\n\
             [body.cart]\nmass = 3.0\nconstantForce = 5.0\n[contact.deck]\nbetween = [\"block\", \"cart\"]\n\
             law = \"own\"\n[law.own]\nfriction = \"{friction}\"\n"
        );
        for h in [1e-2, 1e-3, 1e-4] {
            let mut cart = moved(&text, Some(h));
            go(&mut cart, release + 0.1);
            let start = cart.real("deck.lastEventTime") - h;
            assert!((start - release).abs() <= h + 1e-9, "{friction}, {h}: {start}");
        }
    }
}

/// A slide that is driven to and fro on a table which swings on a floor with a normal load, whose law sees all that there is,
/// differs by direction, and decides.
const SLIDE: &str = r#"
[model]
name = "Slide"
[experiment]
relativeTolerance = 1e-12
[body.slide]
mass = 1.0
velocity = 0.8
[body.table]
mass = 2.0
[force.push]
between = "slide"
force = "6*sin(2.3*t)"
[spring.back]
between = "table"
stiffness = 9.0
[contact.way]
between = ["slide", "table"]
ratio = 0.9
law = "seeing"
normalForce = "1 + 0.2*e^2"
[contact.floor]
between = "table"
law = "coulomb"
kineticFriction = 0.2
[law.seeing]
friction = "(0.9 + 0.3*sin(3*(first.position - second.position)) + 0.1*abs(first.velocity))*(0.9 + 0.1*exp(-x))"
backward = "0.8 + 0.1*second.velocity^2 + if(t < 3, 0, 0.2) + 0.05*min(x, 1)"
static = "1.5 + 0.3*sin(3*(first.position - second.position)) + 0.1*abs(first.velocity) + 0.1*exp(-t)"
backwardStatic = "1.4 + 0.1*second.velocity^2"
"#;

const SEEN: [&str; 3] = ["slide.position", "table.position", "way.dissipatedEnergy"];

fn seen(mut instance: Simulation) -> Vec<f64> {
    let mut all = Vec::new();
    for k in 1..=40 {
        go(&mut instance, 0.15 * f64::from(k));
        all.extend(SEEN.map(|name| instance.real(name)));
    }
    all
}

#[test]
fn steps_come_to_the_event_driven_motion_with_first_order() {
    let exact = seen(moved(SLIDE, None));
    let error = |h: f64| {
        let steps = seen(moved(SLIDE, Some(h)));
        steps.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let per_step: Vec<f64> =
        (3..=9).map(|k| 0.02 / f64::from(1 << k)).map(|h| error(h) / h).collect();
    let [coarse, fine] =
        [&per_step[..3], &per_step[4..]].map(|all| all.iter().fold(0.0, |a: f64, b| a.max(*b)));
    assert!(fine <= 1.5 * coarse && fine < 20.0 && fine > 1e-3, "{per_step:?}");
}

/// A saved motion goes on as it was, bit for bit, and one communication step goes where many go.
#[test]
fn a_saved_motion_goes_on_as_it_was() {
    for at in [0.2, 1.3, 3.1] {
        let mut one = moved(SLIDE, Some(1e-3));
        go(&mut one, at);
        let saved = one.save();
        let mut other = started(one.unit());
        other.restore(&saved).unwrap();
        assert_eq!(SEEN.map(|name| one.real(name)), SEEN.map(|name| other.real(name)));
        let force = ["way.frictionForce", "slide.acceleration"];
        assert_eq!(force.map(|name| one.real(name)), force.map(|name| other.real(name)));
        for instance in [&mut one, &mut other] {
            go_in(instance, 5.0, 3);
        }
        assert_eq!(one.save(), other.save());
    }
    let [one, many] = [1, 50].map(|steps| {
        let mut slide = moved(SLIDE, Some(1e-3));
        go_in(&mut slide, 5.0, steps);
        SEEN.map(|name| slide.real(name))
    });
    one.iter().zip(&many).for_each(|(a, b)| assert_near(*a, *b, 1e-9));
}

/// Between motions that are given friction is what the law says where they are when a step begins.
#[test]
fn it_rubs_between_motions_that_are_given() {
    let text = "[model]\nname = \"Given\"\n[experiment]\nrelativeTolerance = 1e-9\n[body.a]\nmotion = \"prescribed\"\nby = \"velocity\"\nvelocity = { input = true, start = 1.5 }\n\
                [body.b]\nmass = 1.0\n[contact.rub]\nbetween = \"a\"\nlaw = \"own\"\nappliedForce = \"input\"\n\
                [law.own]\nfriction = \"2 + first.position*first.velocity + x\"\nstatic = \"4 + first.position\"\n";
    for h in [0.1, 0.01] {
        let mut given = moved(text, Some(h));
        go(&mut given, 1.0);
        assert_near(given.real("rub.frictionForce"), 2.0 + 1.5 * 1.5 + 1.5, 1e-12);
        let mean = 3.5 + 1.5 * 1.5 * 0.5 - 0.5 * 1.5 * 1.5 * h;
        assert_near(given.real("rub.meanFrictionForce"), mean, 1e-12);
        given.put("a.velocity", 0.0);
        given.put("rub.appliedForce", 9.0);
        go(&mut given, 2.0);
        assert_near(given.real("rub.frictionForce"), 5.5, 1e-12);
    }
}

/// What is told of a contact after a step is of the load there, and of what its law holds there.
#[test]
fn forces_are_told_where_a_step_ends() {
    for law in ["coulomb\"\nkineticCoefficient = 0.4", "own\""] {
        let text = format!(
            "[model]\nname = \"Told\"\n[experiment]\nrelativeTolerance = 1e-9\n[body.a]\nmass = 1.0\nvelocity = 3.0\n\
             [contact.floor]\nbetween = \"a\"\nlaw = \"{law}\nnormalForce = \"2 + e^2\"\n[law.own]\nfriction = \"0.4 + 0*t\"\n"
        );
        let mut told = moved(&text, Some(0.01));
        go(&mut told, 0.5);
        let x = told.real("a.position");
        assert_near(told.real("floor.frictionForce"), 0.4 * (2.0 + x * x), 1e-12);
        assert_near(told.real("a.acceleration"), -0.4 * (2.0 + x * x), 1e-12);
    }
}

/// What comes to be no friction ends the step, and leaves the state before it.
#[test]
fn friction_that_becomes_negative_is_refused() {
    let text = block("friction = \"1 - first.position\"", "velocity = 4.0", "");
    let mut block = moved(&text, Some(1e-3));
    go(&mut block, 0.1);
    let before = block.save();
    let wrong = block.step(0.1, 1.0).expect_err("friction is negative beyond 1 m").to_string();
    assert!(wrong.contains("floor") && wrong.contains("must not be negative"), "{wrong}");
    assert_eq!(block.save(), before);
    go(&mut block, 0.2);
}
