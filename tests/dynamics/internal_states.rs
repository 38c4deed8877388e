//! What holds for every law with internal state: energy, loads, starts, and what is refused.

use luztar::dynamics::ContactMode;

use crate::bristles::{EXACT, drag, hand, swing};
use crate::networks::network;
use crate::run::{Run, assert_close};

/// One of each, with start values within the limits.
const LAWS: &[&str] = &[
    "law = \"dahl\"\nkineticFriction = 1.5\nbristleStiffness = 400.0\nbristleForce0 = -0.4\nviscous = 0.1",
    "law = \"dahl\"\nkineticFriction = 1.5\nbristleStiffness = 400.0\ndahlExponent = 0.5",
    "law = \"dahl\"\nkineticFriction = 1.5\nbristleStiffness = 400.0\ndahlExponent = 2.0",
    "law = \"blimanSorine\"\nriseFriction = 2.0\nfallFriction = 0.8\nslipLength = 0.02\n\
     lengthRatio = 0.1\nfirstForce0 = 0.3\nsecondForce0 = 0.2",
    "law = \"luGre\"\nkineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.01\n\
     bristleStiffness = 1e4\nbristleDamping = 2.0\nbristleDeflection0 = 1e-4\nviscous = 1.0",
    "law = \"antunes\"\nkineticFriction = 1.0\nstaticFriction = 1.5\nbristleStiffness = 400.0\n\
     bristleDamping = 3.0\nbristleDeflection0 = 0.001\nviscous = 0.1",
    "law = \"ostermeyer\"\ngrowthRate = 5.0\ncoolingRate = 0.5\nheating = 0.2\n\
     radiationRate = 0.01\nambientTemperature = 0.6\nreferencePower = 2.0\ncoefficient0 = 0.5\n\
     temperature0 = 0.6\nnormalForce = 2.0",
];

/// Energy in the bristles, from the formulas.
fn stored(law: usize, run: &Run) -> f64 {
    let (x1, x2) = (run.state().internal(0, 0), run.state().internal(0, 1));
    match law {
        0..=2 => x1 * x1 / 800.0,
        3 => {
            // q of the file's header.
            let (f1, f2, length, eta) = (2.0, 0.8, 0.02, 0.1);
            let bend: f64 = (1.0 - eta) * (1.0 - eta) / (4.0 * eta * eta);
            let (a, b) = (f1 * f2 * bend, f1 / eta - f2);
            let q = (b - (b * b - 4.0 * a).sqrt()) / (2.0 * a);
            let p11 = eta * length * (1.0 + q * f2) / f1;
            let p22 = length * (q + f1 * bend * q * q);
            0.5 * p11 * x1 * x1 + q * length * x1 * x2 + 0.5 * p22 * x2 * x2
        }
        4 => 0.5 * 1e4 * x1 * x1,
        5 => 0.5 * 400.0 * x1 * x1,
        _ => 0.0,
    }
}

#[test]
fn energy_is_kept_or_lost_and_never_had_back() {
    for (index, law) in LAWS.iter().enumerate() {
        let mut run = Run::new(&swing(1.0, 30.0, law));
        let mut balance = run.stored_energy() + stored(index, &run);
        let mut lost = 0.0;
        for step in 1..=400 {
            // A hand that pushes now and then; its work is not counted, so balance is taken anew.
            let force = [0.0, 0.0, 1.2, -0.7][(step / 50) % 4];
            if step % 50 == 0 {
                run.set("block.force", force);
            }
            let start = run.position(0);
            run.advance(0.01 * step as f64);
            balance += force * (run.position(0) - start);
            let energy = run.stored_energy() + stored(index, &run);
            assert_close(energy + run.dissipated(), balance, 1e-9);
            assert!(run.dissipated() >= lost - 1e-15, "{law}: {} after {lost}", run.dissipated());
            lost = run.dissipated();
            assert!(run.observe().dissipated_power[0] >= -1e-15, "{law}");
        }
        assert!(lost > 0.5, "{law}: {lost}");
    }
}

#[test]
fn lu_gre_within_the_bound_never_gives_back_what_it_lost() {
    // σ1·(Fs − Fc) = C·Fc, pushed to and fro at many frequencies.
    let law = "law = \"luGre\"\nkineticFriction = 1.0\nstaticFriction = 1.5\n\
               stribeckVelocity = 0.01\nbristleStiffness = 1e4\nbristleDamping = 20.0\nviscous = 10.0";
    let mut run = Run::new(&hand(law));
    let (mut lost, mut v): (f64, f64) = (0.0, 0.0);
    for step in 0..2000 {
        let acceleration =
            30.0 * (f64::from(step) * 0.7).sin() * (1.0 + (f64::from(step) * 0.013).cos());
        drag(&mut run, v, acceleration, 0.001, 0.001);
        v += 0.001 * acceleration;
        assert!(run.dissipated() >= lost);
        assert!(run.observe().dissipated_power[0] >= -1e-15);
        assert!((1e4 * run.state().internal(0, 0)).abs() <= 1.5);
        lost = run.dissipated();
    }
    assert!(run.events.len() > 50, "{}", run.events.len());
}

#[test]
fn loads_scale_bristles_and_none_lets_them_go() {
    let law = "law = \"luGre\"\nkineticCoefficient = 0.1\nstaticCoefficient = 0.15\n\
               stribeckVelocity = 0.001\nbristleStiffness = 1e4\nnormalForce = \"input\"";
    let mut run = Run::new(&hand(law));
    run.set("floor.normalForce", 10.0);
    drag(&mut run, 0.01, 0.0, 0.1, 0.01);
    assert_close(run.observe().friction[0], 1.0, EXACT);
    run.set("floor.normalForce", 30.0);
    assert_close(run.observe().friction[0], 3.0, EXACT);
    let energy = run.dissipated();
    run.set("floor.normalForce", 0.0);
    drag(&mut run, 0.01, 0.0, 0.1, 0.1);
    assert_eq!(run.contact(0), ContactMode::Free);
    assert_eq!(run.state().internal(0, 0), 0.0);
    assert_eq!(run.observe().friction[0], 0.0);
    assert!(run.dissipated() >= energy);
    // And bend anew.
    run.set("floor.normalForce", 10.0);
    drag(&mut run, 1e-7, 0.0, 0.1, 0.1);
    assert_close(run.state().internal(0, 0), 1e-8, 1e-11);
}

#[test]
fn starts_beyond_the_limits_are_refused_but_numbers_may_be_tuned() {
    let law =
        "law = \"dahl\"\nkineticFriction = 1.5\nbristleStiffness = 200.0\nbristleForce0 = 1.2";
    let file = swing(0.0, 1.0, law);
    let mut motion = luztar::dynamics::Simulator::new(file.clone());
    let mut parameters = file.start_parameters();
    let place = |name: &str| {
        file.parameters.iter().position(|parameter| parameter.name == name).expect("is there")
    };
    let start = place("floor.bristleForce0");
    parameters[start] = 1.6;
    let wrong = motion.initialise(0.0, &parameters, &file.start_inputs(), 1e-10).unwrap_err();
    assert!(wrong.to_string().contains("floor.bristleForce0"), "{wrong}");
    let mut run = Run::new(&file);
    run.parameters[place("floor.kineticFriction")] = 1.0;
    run.run(1.0, 0.1);
    assert!(run.state().internal(0, 0).abs() < 1.0);
}

#[test]
fn time_stepping_with_internal_states_is_refused() {
    let file = swing(0.0, 1.0, LAWS[0]);
    let mut motion = luztar::dynamics::Simulator::new(file.clone());
    motion.choose(luztar::network::Method::Moreau, 1e-3);
    let (parameters, inputs) = (file.start_parameters(), file.start_inputs());
    let wrong = motion.initialise(0.0, &parameters, &inputs, 1e-10).unwrap_err().to_string();
    assert!(wrong.contains("\"dahl\" of contact floor"), "{wrong}");
}

/// A block that has come to rest but for round-off: a bristle that is loaded again is not deflected, and does not kick it.
#[test]
fn a_bristle_that_is_loaded_at_rest_does_not_push() {
    let text = "[model]\nname = \"Rest\"\n[body.block]\nmass = 0.2\nvelocity = 1.0\n[contact.oil]\nbetween = \"block\"\n\
                law = \"coulomb\"\nkineticFriction = 0.5\nregularisation = \"tanh\"\nsteepness = 50.0\n[spring.stop]\nbetween = \"block\"\nstiffness = 7.0\nbacklash = 18.0\n\
                [contact.rub]\nbetween = \"block\"\nlaw = \"antunes\"\nkineticCoefficient = 1.0\n\
                bristleStiffness = 12.5\nbristleDamping = 2.5\nnormalForce = \"input\"\n";
    let network = network(text);
    let mut run = Run::new(&network);
    run.run(2.0, 0.5);
    let left = run.velocity(0).abs();
    assert!(left < 1e-15 && left > 0.0, "{left:e}");
    run.set("rub.normalForce", 1.0);
    run.run(3.0, 0.1);
    assert!(run.velocity(0).abs() < 1e-15, "{:e}", run.velocity(0));
}

/// Bristles that yield only while sgn z = sgn w, as docs/friction-laws.md writes it: dz = w·dt·(1 − |z|/z₁) while they bend on,
/// dz = w·dt while they bend back. The slip begins forward, and turns after 0.5 m.
#[test]
fn bristles_that_yield_by_the_direction_of_their_bend() {
    let limit = 0.2;
    let law = "law = \"own\"\n[law.own]\nforce = \"5*z\"\n\
               define = [{ name = \"al\", formula = \"if(s > 0, if(z > 0, 1, 0), if(z < 0, 1, 0))\" }]\n\
               [[law.own.state]]\nname = \"z\"\nmeasure = \"length\"\nrate = \"w*(1 - al*s*z/0.2)\"\ndefault = 0.0";
    let bent = limit * (1.0 - (-0.5_f64 / limit).exp());
    for h in [0.05, 0.5, 1.0] {
        let mut run = Run::new(&hand(law));
        drag(&mut run, 1.0, -1.0, 1.0, h);
        assert_close(run.state().internal(0, 0), bent, EXACT);
        drag(&mut run, 0.0, -1.0, 0.5, h.min(0.5));
        assert_close(run.state().internal(0, 0), bent - 0.125, EXACT);
        drag(&mut run, -0.5, -1.0, 0.5, h.min(0.5));
        let yielding = 0.5 - bent;
        assert_close(run.state().internal(0, 0), -limit * (1.0 - (-yielding / limit).exp()), EXACT);
    }
}
