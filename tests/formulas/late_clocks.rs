//! Motions do not depend on the clock but for its resolution, and end where they do at every clock.

use std::sync::Arc;

use luztar::unit::{Model, Simulation};

use super::support::{Named, unit};
use super::{assert_near, go};

const BLOCK: &str = "[model]\nname = \"Clock\"\n[body.b]\nmass = 1.0\nvelocity = START\nforce = \"input\"\n\
                     [spring.leaf]\nbetween = \"b\"\nstiffness = 100.0\n";

const STRIBECK: &str = "[contact.floor]\nbetween = \"b\"\nlaw = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.5\n\
                        stribeckVelocity = 0.1\nstribeckExponent = ";

const OWN: &str = "[law.own]\nfriction = \"f*(1 + 0.5/(1 + (x/v)^0.5))\"\n\
                   parameter = [{ name = \"f\", measure = \"friction\", default = 1.0 }, \
                   { name = \"v\", measure = \"velocity\", range = \"positive\", default = 0.1 }]\n\
                   scale = [{ at = \"v\", length = \"v\" }]\n[contact.floor]\nbetween = \"b\"\nlaw = \"own\"\n";

const TYRE: &str = "[body.w]\naxis = \"rotation\"\ninertia = 0.1\nangularVelocity = 3.0\n[contact.floor]\n\
                    between = [\"b\", \"w\"]\nradii = [1.0, 0.3]\nlaw = \"slipRatio\"\nnormalForce = 10.0\n\
                    adhesionCoefficient = 1.28\nrise = 24.0\nfallCoefficient = 0.52\n";

/// Returns an instance whose clock begins at a time, s.
fn started_at(unit: &Arc<Model>, clock: f64) -> Simulation {
    let mut instance = Simulation::new(unit.clone());
    instance.setup_experiment(clock, None, None).expect("is set");
    instance.enter_initialization().expect("begins");
    instance.exit_initialization().expect("is initialised");
    instance
}

/// Laws that are steep at rest stop, turn and begin at a late clock as at t = 0: what they do within its resolution changes the
/// motion by no more than that.
#[test]
fn laws_that_are_steep_at_rest_do_not_depend_on_the_clock() {
    let mut transitions = 0;
    let laws = ["0.3", "0.5", "0.7", "1.5"].map(|exponent| format!("{STRIBECK}{exponent}\n"));
    let laws = laws.into_iter().chain([OWN.to_owned(), TYRE.to_owned()]);
    for (case, law) in (0..30).zip(laws.cycle()) {
        let start = 2.0 * f64::sin(1.0 + f64::from(case));
        let unit = unit(&format!("{BLOCK}{law}").replace("START", &start.to_string()));
        let motion = |clock: f64| {
            let mut block = started_at(&unit, clock);
            let mut modes = Vec::new();
            for step in 0..32 {
                block.put("b.force", 3.0 * f64::sin(f64::from(7 * case + 11 * step)));
                go(&mut block, clock + f64::from(step + 1) / 16.0);
                modes.extend(block.step_events().iter().map(|event| (event.from(), event.to())));
            }
            (block.real("b.position"), modes)
        };
        let early = motion(0.0);
        for clock in [1e4, 1e5, 1e6, 1e7] {
            let late = motion(clock);
            // Some dozen transitions, each within a few roundings of the time, at some m/s.
            assert_near(late.0, early.0, 1e2 * f64::EPSILON * clock);
            assert_eq!(late.1, early.1, "{law} {clock}");
        }
        transitions += early.1.len();
    }
    assert!(transitions > 200, "{transitions}");
}

/// A force or velocity without bound ends a motion at every clock: what leads past it within the resolution of the time is no
/// motion.
#[test]
fn poles_end_motions_at_every_clock() {
    for clock in [0.0, 1.0, 1e3, 1e5, 1e7] {
        let at = clock + 0.734;
        for (start, force) in [
            (1.0, format!("1/({at:?} - t)")),
            (1.0, format!("-1/({at:?} - t)^2")),
            (2.0, "rate^2".to_owned()),
            (2.0, "rate^3".to_owned()),
            (0.1, "-1/(e + 1)".to_owned()),
        ] {
            let mut body = started_at(
                &unit(&format!(
                    "[model]\nname = \"Ends\"\n[body.b]\nmass = 1.0\nvelocity = {start:?}\n\
                     [force.f]\nbetween = \"b\"\nforce = \"{force}\"\n"
                )),
                clock,
            );
            let told = body.step(clock, 2.0).expect_err(&force).to_string();
            assert!(told.contains("below the resolution of the time"), "{told}");
        }
    }
}
