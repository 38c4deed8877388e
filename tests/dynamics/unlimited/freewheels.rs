//! Freewheels and ratchets against closed forms.

use std::f64::consts::PI;

use luztar::dynamics::{ContactMode, Fault};

use super::{close, network};
use crate::networks;
use crate::run::Run;
/// A motor whose torque swings drives a flywheel with friction by a freewheel.
const FREEWHEEL: &str = r#"
[body.motor]
axis = "rotation"
inertia = 2.0
excitation = { amplitude = 6.0, angularFrequency = 1.5 }
[body.flywheel]
axis = "rotation"
inertia = 5.0
[contact.freewheel]
between = ["flywheel", "motor"]
law = "oneWay"
[contact.bearing]
between = "flywheel"
law = "coulomb"
kineticFriction = 1.0
"#;

/// Release and capture, from the equations of both inertias.
fn transitions_of_the_freewheel() -> (f64, f64) {
    let (own, driven, amplitude, rate, friction) = (2.0, 5.0, 6.0, 1.5_f64, 1.0);
    let whole = own + driven;
    // J₂·v̇ + F = 0, with v̇ = (T₀·cos ωt − F)/J
    let release = f64::acos(-friction * own / (amplitude * driven)) / rate;
    let velocity = (amplitude / rate * (rate * release).sin() - friction * release) / whole;
    let motor =
        |t: f64| velocity + amplitude / (rate * own) * ((rate * t).sin() - (rate * release).sin());
    // Friction stops the flywheel meanwhile.
    let flywheel = |t: f64| (velocity - friction / driven * (t - release)).max(0.0);
    // The motor falls back for three quarters of a period and is faster again behind that.
    let (mut early, mut late) = (1.5 * PI / rate, 2.4 * PI / rate);
    for _ in 0..200 {
        let middle = 0.5 * (early + late);
        if motor(middle) < flywheel(middle) { early = middle } else { late = middle }
    }
    (release, early)
}

#[test]
fn a_freewheel_lets_go_and_holds_where_its_equations_say() {
    let (release, capture) = transitions_of_the_freewheel();
    for steps in [1, 7, 400] {
        let mut run = Run::new(&network(FREEWHEEL));
        assert_eq!(run.contact(0), ContactMode::Stuck);
        run.run(1.0, 1.0 / f64::from(steps));
        let force = run.observe().friction[0];
        let (torque, v) = (6.0 * 1.5f64.cos(), run.velocity(1));
        close(force, -(5.0 * (torque - 1.0) / 7.0 + 1.0), 1e-12);
        assert_eq!(run.velocity(0), v);
        run.run(4.9, 3.9 / f64::from(steps));
        let times = run.times_of_contact(0);
        assert_eq!(times.len(), 2, "{times:?}");
        close(times[0], release, 1e-12);
        close(times[1], capture, 1e-12);
        assert_eq!(run.contact(0), ContactMode::Stuck);
    }
}

/// A block on a ratchet holds any force backwards with v = 0 exactly, and none forwards.
#[test]
fn a_ratchet_holds_backwards_without_limit() {
    let ratchet = network(
        "[body.block]\nmass = 2.0\nforce = \"input\"\n[contact.ratchet]\nbetween = \"block\"\nlaw = \"oneWay\"\n",
    );
    for force in [-1e-3, -1.0, -1e12] {
        let mut run = Run::new(&ratchet);
        run.set("block.force", force);
        run.run(100.0, 10.0);
        assert_eq!((run.position(0), run.velocity(0), run.events.len()), (0.0, 0.0, 0));
        assert_eq!(run.observe().friction[0], force);
    }
    // Unloaded it rests; a force that passes through 0 lets it go there, and one against the motion stops it.
    let mut run = Run::new(&ratchet);
    run.run(1.0, 0.1);
    assert_eq!((run.contact(0), run.events.len()), (ContactMode::Stuck, 0));
    run.set("block.force", -3.0);
    run.motion.ramp(&[2.0]);
    run.advance(3.0);
    close(run.times_of_contact(0)[0], 2.5, 1e-13);
    close(run.velocity(0), 0.5 * 2.0 * 0.5 * 0.5 / 2.0, 1e-13);
    run.set("block.force", -4.0);
    run.motion.ramp(&[0.0]);
    run.advance(4.0);
    close(run.times_of_contact(0)[1], 3.0 + 0.125 / 2.0, 1e-13);
    assert_eq!((run.velocity(0), run.contact(0)), (0.0, ContactMode::Stuck));
}

/// A brake, a freewheel and a backstop in a loop: while the backstop holds the second shaft, the brake alone holds the
/// first, up to its limit and no farther, however little the freewheel holds forwards.
#[test]
fn a_brake_beside_freewheels_lets_go_at_its_limit() {
    let (torque, frequency, phase, brake) = (3.252_f64, 5.02_f64, 2.769, 1.867_f64);
    let text = format!(
        "[body.shaft]\naxis = \"rotation\"\ninertia = 1.0\n\
         excitation = {{ amplitude = {torque:?}, angularFrequency = {frequency:?}, phase = {phase:?} }}\n\
         [body.hub]\naxis = \"rotation\"\ninertia = 2.0\ntorque = \"input\"\n\
         [contact.brake]\nbetween = \"shaft\"\nlaw = \"coulomb\"\nkineticFriction = {brake:?}\n\
         [contact.freewheel]\nbetween = [\"hub\", \"shaft\"]\nlaw = \"oneWay\"\nviscous = 0.2\n\
         [contact.backstop]\nbetween = \"hub\"\nlaw = \"oneWay\"\nviscous = 0.752\n"
    );
    let network = network(&text);
    let release = ((-brake / torque).acos() + std::f64::consts::TAU - phase) / frequency;
    for load in [-1.0, -1.2, -1.5] {
        for steps in [1, 13, 1300] {
            let mut run = Run::new(&network);
            run.set("hub.torque", load);
            run.run(1.3, 1.3 / f64::from(steps));
            let times = run.times_of_contact(0);
            close(*times.last().expect("it lets go"), release, 1e-13);
            assert_eq!(run.contact(0), ContactMode::Backward);
        }
    }
}

#[test]
fn a_ratchet_that_starts_backwards_is_refused() {
    let text = "[body.block]\nmass = 2.0\nvelocity = -1.0\n[contact.ratchet]\nbetween = \"block\"\nlaw = \"oneWay\"\n";
    let wrong = network(text);
    let mut motion = luztar::dynamics::Simulator::new(wrong.clone());
    let refused = motion.initialise(0.0, &wrong.start_parameters(), &[], 1e-10);
    let Err(Fault::Parameter { rule, .. }) = refused else { panic!("{refused:?}") };
    assert!(rule.contains("must give no slip in this direction (got -1)"), "{rule}");
}

/// Time stepping finds the same motion, at first order.
#[test]
fn time_stepping_approaches_the_motion() {
    let exact = |text: &str, end: f64, body: usize| {
        let mut run = Run::new(&network(text));
        run.advance(end);
        run.velocity(body)
    };
    let error = |text: &str, end: f64, body: usize, steps: u32| {
        let mut run = Run::by_steps(&network(text));
        run.run(end, end / f64::from(steps));
        (run.velocity(body) - exact(text, end, body)).abs()
    };
    for (end, body) in [(3.0, 0), (4.9, 1)] {
        for steps in [250, 4000, 64_000] {
            let error = error(FREEWHEEL, end, body, steps);
            assert!(error < 0.25 * end / f64::from(steps), "{error:e} with {steps} steps");
        }
    }
}

/// examples/networks/PowerShift.toml: the torque of the second clutch grows, the freewheel lets go where its file says, and
/// the engine is drawn down to the high gear.
#[test]
fn a_gearbox_shifts_up_under_load() {
    let text = include_str!("../../../examples/networks/PowerShift.toml");
    let gearbox = networks::network(text);
    let (engine, output) = (0.25 + 0.02 + 0.09 / 9.0, 14.0 + 2.25 * 0.04);
    let (torque, load, growth) = (120.0, 60.0, 0.1 * 0.25 * 8000.0);
    let limit = (output * (3.0 * torque - load) + load * (9.0 * engine + output))
        / (1.5 * (9.0 * engine + 2.0 * output));
    let release = 1.0 + limit / growth;
    // Speeds of the engine in low gear: the second clutch slips at half of that.
    let whole = engine + output / 9.0;
    let driven = |time: f64, carried: f64| ((torque - load / 3.0) * time - 0.5 * carried) / whole;
    let at_release = driven(release, growth * (release - 1.0).powi(2) / 2.0);
    // Until the clutch is pressed no harder, its torque grows.
    let span = |time: f64| {
        let (early, late) = (release - 1.0, time - 1.0);
        growth * (late * late - early * early) / 2.0
    };
    let slip = |time: f64| {
        let engine = at_release + (torque * (time - release) - span(time)) / engine;
        let output = at_release / 3.0 + (1.5 * span(time) - load * (time - release)) / output;
        engine - 1.5 * output
    };
    let (mut early, mut late) = (release, release + 2.0);
    for _ in 0..200 {
        let middle = 0.5 * (early + late);
        if slip(middle) > 0.0 { early = middle } else { late = middle }
    }
    for h in [1e-3, 0.1, 1.0] {
        let mut run = Run::new(&gearbox);
        run.set("engine.torque", torque);
        run.run(1.0, h);
        let pressed = run.input("highClutch.normalForce");
        for second in 1..3 {
            let mut rates = vec![0.0; run.inputs.len()];
            rates[pressed] = 8000.0;
            run.inputs[pressed] = 8000.0 * f64::from(second - 1);
            run.motion.ramp(&rates);
            run.advance(f64::from(second + 1));
        }
        let [_, freewheel, clutch] = [0, 1, 2].map(|contact| run.times_of_contact(contact));
        close(freewheel[0], release, 1e-12);
        close(clutch[clutch.len() - 1], early, 1e-12);
        assert_eq!((run.contact(1), run.contact(2)), (ContactMode::Forward, ContactMode::Stuck));
        let [engine, first, carrier, second, output] =
            [0, 1, 2, 3, 4].map(|body| run.velocity(body));
        assert_eq!((engine, engine), (first, second));
        close(first, 3.0 * carrier, 1e-15);
        close(second, 1.5 * output, 1e-15);
    }
}

/// A block on a ratchet, which a wind drags that begins to blow: the load is 0 at first, and grows with the square of the
/// time. With u of the wind to the block u̇ = a − c·u²/m, so that u = √(a·m/c)·tanh(t·√(a·c/m)).
#[test]
fn a_ratchet_lets_go_of_a_load_that_grows_from_nothing() {
    let (mass, drag, begin, rate) = (0.782, 0.313, 0.889, 0.243_f64);
    let text = format!(
        "[body.block]\nmass = {mass}\n[body.wind]\nmotion = \"prescribed\"\n\
         [drag.air]\nbetween = [\"block\", \"wind\"]\ncoefficient = {drag}\n\
         [contact.ratchet]\nbetween = \"block\"\nlaw = \"oneWay\"\n"
    );
    for steps in [1, 40] {
        let mut run = Run::new(&network(&text));
        run.advance(begin);
        for step in 1..=steps {
            let gone = run.time() - begin;
            run.set("wind.position", 0.5 * rate * gone * gone);
            run.set("wind.velocity", rate * gone);
            run.set("wind.acceleration", rate);
            run.advance(begin + f64::from(step) / f64::from(steps));
        }
        let wind = (rate * mass / drag).sqrt() * (rate * drag / mass).sqrt().tanh();
        close(run.velocity(0), rate - wind, 1e-12);
        close(run.times_of_contact(0)[0], begin, 1e-14);
    }
}

/// A spring that begins, or ends, where the block stands.
fn spring(keys: &str) -> String {
    format!("[spring.edge]\nbetween = \"block\"\nbacklash = 1.0\n{keys}\n")
}

/// A block stands at an edge, held by a freewheel against a hand that moves back. As the hand turns, friction takes the block
/// along, from rest at the edge, though the hand's velocity is round-off of one sign or the other by then. The hand's velocity
/// is new after a second or nine: what a motion could be that takes a sample in each, the freewheel does not let the block follow.
#[test]
fn what_a_freewheel_holds_at_an_edge_is_carried_along_as_a_hand_turns() {
    let mut edges = vec![
        String::new(),
        spring("stiffness = 100.0\noffset = 0.5"),
        spring("stiffness = 1.0\noffset = -0.5"),
        spring("stiffness = 1.0\noffset = -0.5")
            + "[contact.pad]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\nnormalForce = 0.0\n\
               loadSpring = \"edge\"\nloadFactor = 1.0\n",
        "[law.edge]\nfriction = \"m*(1 + min(abs(first.position), 1))\"\nparameter = [{ name = \"m\", measure = \"friction\" }]\n\
         [contact.edge]\nbetween = \"block\"\nlaw = \"edge\"\nm = 1.0\nnormalForce = \"max(e - 1, 0)\"\n"
            .to_owned(),
    ];
    for formula in ["-max(e, 0)", "max(-e, 0)", "-max(rate, 0)"] {
        edges.push(format!("[force.edge]\nbetween = \"block\"\nforce = \"{formula}\"\n"));
    }
    for formula in ["e", "-e", "max(e, 0)", "max(-e, 0)", "rate", "-rate"] {
        edges.push(format!(
            "[contact.edge]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\nnormalForce = \"{formula}\"\n"
        ));
    }
    let grip = "[contact.grip]\nbetween = [\"block\", \"hand\"]\nlaw = \"coulomb\"\nkineticFriction = 1.0\nstaticFriction = 3.0\n";
    let ratchet = "[contact.ratchet]\nbetween = \"block\"\nlaw = \"oneWay\"\n";
    for (edge, contacts) in
        edges.iter().flat_map(|edge| [(edge, [grip, ratchet]), (edge, [ratchet, grip])])
    {
        let text = format!(
            "[body.hand]\nmotion = \"prescribed\"\n[body.block]\nmass = 2.0\n{}{edge}",
            contacts.concat()
        );
        let network = network(&text);
        for (acceleration, begin) in
            [0.1, 0.253, 0.37, 0.6, 0.81].map(|a| [(a, 1.0), (a, 9.0)]).concat()
        {
            let mut run = Run::new(&network);
            run.advance(begin);
            run.set("hand.acceleration", acceleration);
            run.set("hand.velocity", -0.07);
            run.advance(begin + 0.9);
            let way = 0.5 * acceleration * (0.9 - 0.07 / acceleration).powi(2);
            let moved = run.position(1);
            assert!(run.events.len() < 8, "{text}: {:?}", run.events);
            assert!(
                (moved - way).abs() < 1e-14,
                "{text}{acceleration} {begin}: {moved}, not {way}"
            );
            assert_eq!(run.velocity(1), run.velocity(0));
        }
    }
}
