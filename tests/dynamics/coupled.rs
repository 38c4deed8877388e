//! Bodies that their inertia couples: closed forms, other coordinates of the same mechanism, and rest.

use std::sync::Arc;

use luztar::dynamics::{ContactId, ContactMode, Element};
use luztar::network::{Network, read};

use crate::congruent::{Congruent, draw};
use crate::run::{Run, assert_close};

/// Times and positions of closed forms.
const EXACT: f64 = 1e-12;

fn network(text: &str) -> Arc<Network> {
    Arc::new(read(text, "coupled.toml").unwrap_or_else(|wrong| panic!("{wrong}\n{text}")))
}

/// Numbers in [0, 1) (SplitMix64; Steele, Lea & Flood, OOPSLA 2014).
fn numbers(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// M = [[2, 1], [1, 1]], friction 1 and 0.75, from v = (2, −1): M⁻¹ = [[1, −1], [−1, 2]].
///
/// Both slip, a = −M⁻¹(1, −0.75) = (−1.75, 2.5), until the second stops at 0.4. It sticks with λ = −a₁ = 0.5, a₁ = −½, until
/// the first stops at 3. Positions are then 2.35 and −0.2; friction has taken the kinetic energy ½(8 − 4 + 1).
#[test]
fn two_coordinates_come_to_rest() {
    let text = "[model]\nname = \"Pair\"\n[body.a]\nmass = 2.0\nvelocity = 2.0\n[body.b]\nmass = 1.0\nvelocity = -1.0\n\
                [inertia.pair]\nbodies = [\"a\", \"b\"]\nmatrix = [[2.0, 1.0], [1.0, 1.0]]\n\
                [contact.first]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                [contact.second]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 0.75\n";
    for h in [0.01, 0.3, 4.0f64] {
        let mut run = Run::new(&network(text));
        run.run(1.0, h);
        assert_close(run.velocity(0), 1.0, EXACT);
        assert_eq!(run.velocity(1), 0.0);
        let seen = run.observe().clone();
        assert_close(seen.acceleration[0], -0.5, EXACT);
        assert_close(seen.friction[1], 0.5, EXACT);
        run.run(4.0, h);
        for (contact, time) in [(0, 3.0), (1, 0.4)] {
            let times = run.times_of_contact(contact);
            assert_eq!(times.len(), 1, "{times:?}");
            assert_close(times[0], time, EXACT);
            assert_eq!((run.contact(contact), run.velocity(contact)), (ContactMode::Stuck, 0.0));
        }
        assert_close(run.position(0), 2.35, EXACT);
        assert_close(run.position(1), -0.2, EXACT);
        assert_close(run.dissipated(), 2.5, EXACT);
    }
}

/// A force ramp on one coordinate tears the other one loose: M = [[2, 1], [1, 1]], friction 1 and 0.25, f = (t, 0). The first
/// slips from t = 1 on, a₁ = (t − 1)/2; the second holds −λ = a₁ up to 0.25, at t = 1.5.
#[test]
fn inertia_of_another_coordinate_releases() {
    let text = "[model]\nname = \"Pair\"\n[body.a]\nmass = 2.0\nforce = \"input\"\n[body.b]\nmass = 1.0\n\
                [inertia.pair]\nbodies = [\"a\", \"b\"]\nmatrix = [[2.0, 1.0], [1.0, 1.0]]\n\
                [contact.first]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                [contact.second]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 0.25\n";
    let network = network(text);
    let mut run = Run::new(&network);
    let mut rates = network.start_inputs();
    rates[0] = 1.0;
    let Run { motion, parameters, inputs, events } = &mut run;
    motion.ramp(&rates);
    motion.advance(2.0, parameters, inputs, &mut |event| events.push(event)).expect("advances");
    let seen: Vec<(Element, i32)> =
        run.events.iter().map(|event| (event.element(), event.to())).collect();
    assert_eq!(seen, [(Element::Contact(ContactId(0)), 1), (Element::Contact(ContactId(1)), -1)]);
    assert_close(run.events[0].time(), 1.0, EXACT);
    assert_close(run.events[1].time(), 1.5, EXACT);
    // From then on a = M⁻¹(t − 1, 0.25) = (t − 1.25, 1.5 − t).
    assert_close(run.velocity(1), -0.125, EXACT);
    assert_close(run.velocity(0), 0.0625 + 0.25, EXACT);
}

/// Motions in x and in y, in communication steps with other forces every half second; None where time steps differ.
fn both(
    drawn: &Congruent,
    seed: u64,
    end: f64,
    steps: Option<f64>,
    driven: bool,
) -> Option<[Run; 2]> {
    let mut unit = numbers(seed);
    let make = |text: &str| match steps {
        None => Run::with_tolerance(&network(text), 1e-13),
        Some(_) => Run::by_steps(&network(text)),
    };
    let mut runs = [make(&drawn.plain), make(&drawn.coupled)];
    let bodies = drawn.parent.len();
    let segments = (2.0 * end) as usize;
    for segment in 0..segments {
        let f: Vec<f64> = (0..bodies).map(|_| 6.0 * (unit() - 0.5)).collect();
        let speed = (8.0 * unit()).floor() / 8.0 - 0.5;
        for (run, forces) in runs.iter_mut().zip([f.clone(), drawn.forces(&f)]) {
            for (body, force) in forces.into_iter().enumerate() {
                // The last forces leave all at rest.
                run.set(
                    &format!("b{body}.force"),
                    if segment + 8 > segments { 0.0 } else { force },
                );
            }
            if driven {
                run.set("drive.velocity", if segment + 8 > segments { 0.0 } else { speed });
            }
            run.run(0.5 * (segment + 1) as f64, steps.unwrap_or(0.5));
        }
        match steps {
            None => assert_same(drawn, &runs, segment),
            Some(_) => {
                let (motion, energy) = differences(drawn, &runs);
                let context = || format!("{segment}: {}\n{}", drawn.plain, drawn.coupled);
                assert!(motion <= NEAR && energy <= NEAR, "{motion:e} {energy:e} {}", context());
                if motion > SAME || energy > SAME {
                    return None;
                }
            }
        }
        if !(driven && steps.is_none()) {
            assert_same_transitions(drawn, &runs);
        }
    }
    Some(runs)
}

/// Greatest difference of positions and velocities, and that of what is dissipated in all, relative to it.
fn differences(drawn: &Congruent, [plain, coupled]: &[Run; 2]) -> (f64, f64) {
    let bodies = drawn.parent.len();
    let motion = [
        (&plain.state().position, &coupled.state().position),
        (&plain.state().velocity, &coupled.state().velocity),
    ]
    .map(|(x, y)| {
        let found = drawn.positions(&y[..bodies]);
        x.iter().zip(&found).map(|(x, found)| (x - found).abs()).fold(0.0, f64::max)
    });
    let [one, other] = [plain, coupled].map(Run::dissipated);
    (motion[0].max(motion[1]), (one - other).abs() / (1.0 + one))
}

fn assert_same(drawn: &Congruent, runs: &[Run; 2], segment: usize) {
    let context = || format!("{segment}: {}\n{}", drawn.plain, drawn.coupled);
    let (motion, _) = differences(drawn, runs);
    assert!(motion <= SAME, "{motion:e} {}", context());
    let [ours, theirs] = runs.each_ref().map(|run| &run.state().dissipated);
    for (one, other) in ours.iter().zip(theirs) {
        assert!((one - other).abs() <= SAME * (1.0 + one.abs()), "{one} {other} {}", context());
    }
}

fn assert_same_transitions(drawn: &Congruent, [plain, coupled]: &[Run; 2]) {
    let context = || format!("{}\n{}", drawn.plain, drawn.coupled);
    assert_eq!(plain.sequence(), coupled.sequence(), "{}", context());
    for (one, other) in plain.events.iter().zip(&coupled.events) {
        assert!((one.time() - other.time()).abs() <= 1e-9, "{one:?} {other:?} {}", context());
    }
    assert!(plain.state().contact_modes().eq(coupled.state().contact_modes()), "{}", context());
}

/// Positions, velocities and energies that mean the same.
const SAME: f64 = 1e-11;

/// Differences of time steps of 10 ms, by the order of the method: which contacts of those that share a load hold it is any, and
/// by each of them a step decides whether its end alone counts.
const NEAR: f64 = 1e-2;

fn count(default: u64) -> u64 {
    let more = std::env::var("LUZTAR_COUPLED_NETWORKS").ok();
    more.and_then(|more| more.parse().ok()).unwrap_or(default)
}

#[test]
fn coordinates_do_not_matter_event_by_event() {
    let mut events = 0;
    for seed in 0..count(20) {
        let drawn = draw(&mut numbers(seed), false);
        let [plain, _] = both(&drawn, seed, 10.0, None, false).expect("compared");
        events += plain.events.len();
    }
    assert!(events > 200, "{events}");
}

/// A shaft that is given jumps of its velocity strikes the first body, and those that are coupled to it. What rests through the
/// impact in x does so but for round-off in y, and may be told to slip and to stick at that instant: motions are compared.
#[test]
fn coordinates_do_not_matter_to_impacts() {
    for seed in 1000..1000 + count(10) {
        both(&draw(&mut numbers(seed), true), seed, 6.0, None, true).expect("compared");
    }
}

#[test]
fn coordinates_do_not_matter_step_by_step() {
    let count = count(20);
    let same = (2000..2000 + count).filter(|&seed| {
        let driven = seed % 2 == 0;
        both(&draw(&mut numbers(seed), driven), seed, 4.0, Some(0.01), driven).is_some()
    });
    let same = same.count() as u64;
    assert!(4 * same >= 3 * count, "{same} of {count}");
}

/// Springs of 20 N/m and friction of 0.8 N in each of six coordinates with a full mass matrix: all come to rest, exactly, and
/// stay there; energies balance.
#[test]
fn six_coordinates_rest() {
    const SIZE: usize = 6;
    for seed in 0..5 {
        let mut unit = numbers(seed);
        let a: [[f64; SIZE]; SIZE] =
            std::array::from_fn(|_| std::array::from_fn(|_| 3.0 * (unit() - 0.5)));
        let entry = |i: usize, j: usize| {
            let sum: f64 = (0..SIZE).map(|k| a[i][k] * a[j][k]).sum();
            sum + if i == j { 0.1 } else { 0.0 }
        };
        let mut text = "[model]\nname = \"Arm\"\n[inertia.arm]\nbodies = [".to_owned();
        (0..SIZE).for_each(|i| text += &format!("\"j{i}\", "));
        text += "]\nmatrix = [";
        for i in 0..SIZE {
            text += "[";
            (0..SIZE).for_each(|j| text += &format!("{:?}, ", entry(i, j)));
            text += "], ";
        }
        text += "]\n";
        for i in 0..SIZE {
            text += &format!(
                "[body.j{i}]\nmass = {:?}\nposition = {:?}\n[spring.s{i}]\nbetween = \"j{i}\"\nstiffness = 20.0\n\
                 [contact.c{i}]\nbetween = \"j{i}\"\nlaw = \"coulomb\"\nkineticFriction = 0.8\n",
                entry(i, i),
                unit() - 0.5
            );
        }
        let network = network(&text);
        let mut run = Run::new(&network);
        let energy = run.stored_energy();
        run.run(40.0, 0.01);
        assert_eq!(run.state().velocity, [0.0; SIZE], "{text}");
        assert!(run.state().contact_modes().eq([ContactMode::Stuck; SIZE]));
        assert_close(run.stored_energy() + run.dissipated(), energy, 1e-9);
        let (before, events) = (run.state().position.clone(), run.events.len());
        run.run(100.0, 1.0);
        assert_eq!((run.state().position.clone(), run.events.len()), (before, events));
        let mut steps = Run::by_steps(&network);
        steps.run(40.0, 0.01);
        assert_eq!(steps.state().velocity, [0.0; SIZE], "{text}");
    }
}
