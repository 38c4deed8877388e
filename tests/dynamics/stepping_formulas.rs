//! Time stepping of forces by formula: implicit by all that they name, without energy of their own.

use crate::networks::network;
use crate::run::{Run, assert_close};

/// Two masses on a spring, that force being said in some way.
fn pair(force: &str) -> String {
    format!(
        "[model]\nname = \"Pair\"\n[experiment]\nrelativeTolerance = 1e-12\n\
         [body.a]\nmass = 1.0\nvelocity = 1.0\n[body.b]\nmass = 2.0\n{force}"
    )
}

const SPRING: &str = "[spring.s]\nbetween = [\"a\", \"b\"]\nstiffness = 1e5\n";

/// A spring by a potential, by loads or by a force is the spring, in steps of k·h²/m = 15, too.
#[test]
fn a_linear_spring_by_formula_is_the_spring() {
    let ways = [
        "[potential.s]\nenergy = \"0.5*k*(a.position - b.position)^2\"\nparameter = { k = 1e5 }\n",
        "[force.one]\nbetween = \"a\"\nforce = \"-1e5*(a.position - b.position)\"\n\
         [force.other]\nbetween = \"b\"\nforce = \"1e5*(a.position - b.position)\"\n",
        "[force.pair]\nbetween = [\"a\", \"b\"]\nforce = \"-1e5*(a.position - b.position)\"\n",
        "[spring.s]\nbetween = [\"a\", \"b\"]\nforce = \"1e5*e\"\n",
    ];
    for way in ways {
        let (mut spring, mut other) =
            (Run::by_steps(&network(&pair(SPRING))), Run::by_steps(&network(&pair(way))));
        for step in 1..=300 {
            let end = 0.01 * f64::from(step);
            spring.advance(end);
            other.advance(end);
            for body in 0..2 {
                assert_close(other.velocity(body), spring.velocity(body), 1e-9);
                assert_close(other.position(body), spring.position(body), 1e-9);
            }
        }
    }
}

/// Drag between two bodies by the velocities of both: the difference decays as 1/(1 + c·t), in the order of the method.
#[test]
fn drag_by_the_velocities_of_both_bodies_is_of_second_order() {
    let text = pair(
        "[force.one]\nbetween = \"a\"\nforce = \"-c*(a.velocity - b.velocity)*abs(a.velocity - b.velocity)\"\n\
         parameter = { c = 2.0 }\n\
         [force.other]\nbetween = \"b\"\nforce = \"c*(a.velocity - b.velocity)*abs(a.velocity - b.velocity)\"\n\
         parameter = { c = 2.0 }\n",
    );
    let error = |count: i32| {
        let mut run = Run::by_steps(&network(&text));
        run.run(1.0, 1.0 / f64::from(count));
        // w' = −c w² (1/m_a + 1/m_b)
        (run.velocity(0) - run.velocity(1) - 1.0 / 4.0).abs()
    };
    let errors = [error(50), error(100), error(200)];
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1]).log2() > 1.9, "{errors:?}");
    }
}

/// A potential of two coordinates that is neither convex nor a polynomial.
#[test]
fn potentials_of_several_bodies_keep_their_energy() {
    let text = pair(
        "[potential.joint]\nenergy = \"3*(1 - cos(2*a.position - b.position)) + a.position^2*(1 + b.position^2)\"\n",
    );
    let mut run = Run::by_steps(&network(&text));
    let energy = |run: &Run| {
        let (a, b) = (run.position(0), run.position(1));
        let kinetic = 0.5 * run.velocity(0).powi(2) + run.velocity(1).powi(2);
        kinetic + 3.0 * (1.0 - (2.0 * a - b).cos()) + a * a * (1.0 + b * b)
    };
    let start = energy(&run);
    for step in 1..=1000 {
        run.advance(0.02 * f64::from(step));
        assert_close(energy(&run), start, 1e-9);
    }
    let mut exact = Run::new(&network(&text));
    exact.run(2.0, 0.1);
    let error = |count: i32| {
        let mut run = Run::by_steps(&network(&text));
        run.run(2.0, 2.0 / f64::from(count));
        (run.position(0) - exact.position(0)).abs()
    };
    let errors = [error(100), error(200), error(400)];
    for pair in errors.windows(2) {
        assert!((1.9..2.1).contains(&(pair[0] / pair[1]).log2()), "{errors:?}");
    }
}

/// Forces that drive what they see: within a step harder than its mass resists, and until it is beyond sense. Both are errors with
/// time, body and remedy.
#[test]
fn what_grows_beyond_sense_is_an_error() {
    for (drive, name) in [("1e9", "a: "), ("100", "a.velocity: ")] {
        let text = format!("[force.drive]\nbetween = \"a\"\nforce = \"{drive}*a.velocity\"\n");
        let mut run = Run::by_steps(&network(&pair(&text)));
        let fault = (1..1000).find_map(|step| run.try_advance(0.01 * f64::from(step)).err());
        let fault = fault.expect("it grows").to_string();
        let has = ["at t = ", name, "moreauStep"].map(|part| fault.contains(part));
        assert_eq!(has, [true; 3], "{fault}");
    }
}

/// A ball that meets a stop which pushes with a power of the penetration, said in each way.
fn stop(way: &str, stiffness: f64) -> String {
    let force = format!("{stiffness:?}*max(-a.position, 0)^1.5");
    let element = match way {
        "force" => format!("[force.stop]\nbetween = \"a\"\nforce = \"{force}\"\n"),
        "potential" => {
            format!("[potential.stop]\nenergy = \"0.4*{stiffness:?}*max(-a.position, 0)^2.5\"\n")
        }
        "hertz" => format!("[hertz.stop]\nbetween = \"a\"\nstiffness = {stiffness:?}\n"),
        "impact" => format!(
            "[impact.stop]\nbetween = \"a\"\nstiffness = {stiffness:?}\ndamping = {:?}\nfullPenetration = 1e-3\n",
            1e-3 * stiffness
        ),
        _ => format!(
            "[huntCrossley.stop]\nbetween = \"a\"\nstiffness = {stiffness:?}\ndissipation = 0.3\n"
        ),
    };
    format!(
        "[model]\nname = \"Stop\"\n[experiment]\nrelativeTolerance = 1e-11\n\
         [body.a]\nmass = 1.0\nposition = 0.013\nvelocity = -1.0\n{element}"
    )
}

const WAYS: [&str; 5] = ["force", "potential", "hertz", "impact", "huntCrossley"];

/// Twelve decades of k·h^2.5·v^0.5/m: the energy of the ball and of the stop is never above that of the start, and is kept where
/// nothing dissipates.
#[test]
fn stops_with_powers_make_no_energy_however_stiff() {
    for way in WAYS {
        for decade in [-6, -3, 0, 3, 6] {
            let stiffness = 10_f64.powi(decade + 5);
            let mut run = Run::by_steps(&network(&stop(way, stiffness)));
            for step in 1..=30 {
                run.advance(0.01 * f64::from(step));
                let elastic = 0.4 * stiffness * (-run.position(0)).max(0.0).powf(2.5);
                let energy = 0.5 * run.velocity(0).powi(2) + elastic;
                assert!(energy <= 0.5 * (1.0 + 1e-9), "{way} {stiffness}: {energy}");
                if ["force", "potential", "hertz"].contains(&way) {
                    assert_close(energy, 0.5, 1e-9);
                }
            }
        }
    }
}

/// The motion by events is met with the square of the step where forces are smooth enough, at the touch apart.
#[test]
fn stops_with_powers_converge() {
    for way in WAYS {
        let text = stop(way, 2000.0);
        let mut exact = Run::new(&network(&text));
        exact.run(0.3, 0.05);
        let error = |count: i32| {
            let mut run = Run::by_steps(&network(&text));
            run.run(0.3, 0.3 / f64::from(count));
            (run.position(0) - exact.position(0)).abs()
        };
        let errors = [error(100), error(400), error(1600)];
        let order = (errors[0] / errors[2]).log(16.0);
        assert!(order > 1.7, "{way}: {errors:?}");
    }
}

/// 1 kg at −1 m/s comes down a step of 0.1 N: it loses 0.1 N times its height, wherever in the step of time that is, as at its
/// middle; beside a spring and a damper in series, which take a little more.
#[test]
fn a_body_passes_a_jump_of_a_force_anywhere_in_a_step() {
    let series = "[body.joint]\nmass = 0\nposition = START\n[spring.s]\nbetween = [\"a\", \"joint\"]\nstiffness = 0.5\n\
                  [damper.d]\nbetween = \"joint\"\ndamping = 1.0\n";
    for (beside, most) in [("", 1e-13), (series, 0.01)] {
        for start in (1..60).map(|start| f64::from(start) * 0.002).chain([0.05]) {
            let beside = beside.replace("START", &format!("{start:?}"));
            let mut run = Run::by_steps(&network(&format!(
                "[model]\nname = \"Step\"\n[body.a]\nmass = 1.0\nposition = {start:?}\nvelocity = -1.0\n\
                 [force.f]\nbetween = \"a\"\nforce = \"if(e > 0, 0.1, 0)\"\n{beside}"
            )));
            run.run(0.1, 0.1);
            let lost = 0.1 * (start - run.position(0).max(0.0));
            let off = 0.5 - lost - 0.5 * run.velocity(0).powi(2);
            assert!(off.abs() <= most && off >= -1e-13, "{start}: {off:e}");
        }
    }
}
