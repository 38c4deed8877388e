//! Friction that depends on the slip velocity: published times, stopping times by quadrature, energy.

use std::sync::Arc;

use luztar::dynamics::ContactMode;
use luztar::laws::{Argument, Conditions, Direction, Law, LawKind, LoadUse};
use luztar::network::Network;

use crate::examples;
use crate::networks::{TOLERANCE, network};
use crate::run::{Run, assert_close};

/// Event times (s) at default settings and unit scale.
const EXACT: f64 = 1e-9;

/// A body of mass 2 on the ground with a contact `floor`.
fn block(velocity: f64, law: &str) -> Arc<Network> {
    network(&format!(
        "[model]\nname = \"Block\"\n[body.block]\nmass = 2.0\nvelocity = {velocity}\nforce = \"input\"\n\
         [contact.floor]\nbetween = \"block\"\n{law}\n"
    ))
}

/// Steel on polyester (S1 §4.4), with stiction up to the greatest friction in both directions.
const STEEL_ON_POLYESTER: &str = "law = \"asymmetric\"\nmaxForwardFriction = 3.63\nminForwardFriction = 0.86\nforwardVelocity = 0.27\n\
     maxBackwardFriction = 5.94\nminBackwardFriction = 1.42\nbackwardVelocity = 0.28\nfirstDrop = 3.23453\n\
     firstVelocity = 0.0342\nsecondDrop = 2.87362\nsecondVelocity = 0.30529";

const TABLE: &str = "law = \"table\"\nslip = [0.0, 0.1, 0.4, 1.0]\nfriction = [1.0, 0.7, 0.6, 0.9]\nbackwardSlip = [0.0, 0.5]\n\
     backwardFriction = [0.9, 0.8]\npeak = 1.2";

/// Other numbers than those of the examples.
const OTHERS: &[&str] = &[
    STEEL_ON_POLYESTER,
    TABLE,
    "law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.2\nstribeckExponent = 1.0",
    "law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.2\nstribeckExponent = 1.7",
    "law = \"falling\"\nstaticFriction = 1.5\nslope = 2.0\nminFriction = 0.5",
    "law = \"quadratic\"\nkineticFriction = 0.4\nstaticFriction = 0.9\ndecay = 1.42\ngrowth = 0.01",
    "law = \"plateau\"\nkineticFriction = 1.0\nplateauVelocity = 0.4\nslope = 0.7",
    "law = \"wanheimBay\"\nshearForce = 3.0\nfrictionFactor = 0.6\nnormalForce = 4.0",
    "law = \"fractal\"\nslip = [0.0, 0.4, 1.0]\nfriction = [1.0, 0.6, 0.8]\nscaling = 0.3\npeak = 1.1",
];

/// The example of each law without states that a block alone can have, with and without viscous friction by turns, and other
/// numbers.
fn laws() -> Vec<String> {
    let kinds = LawKind::all().into_iter().filter(|kind| {
        let of_slip = kind.states().is_empty() && kind.argument() != Argument::SlipRatio;
        of_slip && !kind.holds_without_limit()
    });
    let examples = kinds.zip([0.3, 0.0, 0.1].into_iter().cycle()).map(|(kind, viscous)| {
        let loaded = kind.load_use() == LoadUse::Argument;
        let load = if loaded { "normalForce = 4.0\n" } else { "" };
        let numbers = examples::lines(&kind, loaded);
        format!("law = \"{}\"\n{numbers}{load}viscous = {viscous}", kind.name())
    });
    let laws: Vec<String> = examples.chain(OTHERS.iter().map(|text| text.to_string())).collect();
    for known in ["coulomb", "stribeck", "hyperbolic", "wanheimBay", "fractal"] {
        assert!(laws.iter().any(|law| law.contains(&format!("\"{known}\""))), "{known}");
    }
    laws
}

/// The law of the network's first contact, with its load.
pub fn law_of(network: &Network) -> (Law, Conditions) {
    let contact = &network.contacts[0];
    let numbers = contact.law_numbers.iter();
    let values: Vec<f64> = numbers.map(|number| network.start_of(*number)).collect();
    let load = contact.normal_load.map_or(1.0, |load| network.start_of(load));
    (Law::new(&contact.law, &values).expect("right"), Conditions::under(load))
}

/// Nodes and weights of Gauss–Legendre quadrature with ten points on [−1, 1], the positive half.
const GAUSS: [(f64, f64); 5] = [
    (0.148_874_338_981_631_2, 0.295_524_224_714_752_87),
    (0.433_395_394_129_247_2, 0.269_266_719_309_996_35),
    (0.679_409_568_299_024_4, 0.219_086_362_515_982_04),
    (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
    (0.973_906_528_517_171_7, 0.066_671_344_308_688_14),
];

/// ∫ f over [a, b] on `parts` equal parts.
fn integral(f: &dyn Fn(f64) -> f64, a: f64, b: f64, parts: usize) -> f64 {
    let half = 0.5 * (b - a) / parts as f64;
    let on_part = |part: usize| {
        let middle = a + (2 * part + 1) as f64 * half;
        let pair = |(x, w): &(f64, f64)| w * (f(middle + half * x) + f(middle - half * x));
        half * GAUSS.iter().map(pair).sum::<f64>()
    };
    (0..parts).map(on_part).sum()
}

/// ∫₀^x f over the slip speed, from kink to kink, towards 0 in ever shorter parts.
pub fn over_slip(law: &Law, direction: Direction, x: f64, f: &dyn Fn(f64) -> f64) -> f64 {
    let mut ends = vec![0.0, x];
    if law.kind().argument() == Argument::Slip {
        ends.extend(law.kinks(direction).iter().filter(|kink| **kink < x));
    }
    ends.extend((1..60).map(|k| x * 0.5_f64.powi(k)));
    ends.sort_by(f64::total_cmp);
    ends.windows(2).map(|pair| integral(f, pair[0], pair[1], 4)).sum()
}

#[test]
fn the_belt_oscillator_has_the_published_period() {
    // CATALOGUE §4.
    let text = luztar::unit::catalogue::text("BeltOscillator").expect("is there");
    let network = network(text);
    for h in [0.001, 0.01, 0.5] {
        let mut run = Run::new(&network);
        run.run(20.0, h);
        let times = run.times_of_contact(0);
        let sequence: Vec<_> = run.sequence().iter().map(|(_, from, to)| (*from, *to)).collect();
        assert_eq!(sequence, [(-1, 0), (0, -1), (-1, 0), (0, -1)], "h = {h}");
        assert_close(times[0], 6.73906545622343, EXACT);
        assert_close(times[1], 8.03055253541805, EXACT);
        assert_close(times[2] - times[1], 6.73906545622343, EXACT);
        assert_close(times[3], 2.0 * 8.03055253541805, 2.0 * EXACT);
        let mut run = Run::new(&network);
        run.advance(times[0]);
        assert_close(run.position(0), -0.0999991952415, EXACT);
    }
}

#[test]
fn stopping_times_and_distances_are_those_of_the_quadrature() {
    for text in &laws() {
        for velocity in [0.9, -0.9] {
            let network = block(velocity, text);
            let (law, at) = law_of(&network);
            let direction = if velocity > 0.0 { Direction::Forward } else { Direction::Backward };
            let force = |x: f64| law.force(direction.sign() * x, at).abs();
            let time = over_slip(&law, direction, 0.9, &|x| 2.0 / force(x));
            let way = over_slip(&law, direction, 0.9, &|x| 2.0 * x / force(x));
            for h in [0.01, 10.0] {
                let mut run = Run::new(&network);
                run.run(10.0, h);
                let times = run.times_of_contact(0);
                assert_eq!(times.len(), 1, "{text}: {:?}", run.events);
                assert_close(times[0], time, EXACT);
                assert_eq!(run.contact(0), ContactMode::Stuck, "{text}");
                assert_eq!(run.velocity(0), 0.0);
                assert_close(run.position(0), direction.sign() * way, EXACT);
                assert_close(run.dissipated(), 0.81, EXACT);
            }
        }
    }
}

#[test]
fn swinging_blocks_lose_what_friction_takes() {
    for text in laws() {
        let text = text.replace("normalForce = 4.0", "normalForce = 2.0");
        let network = network(&format!(
            "[model]\nname = \"Swing\"\n[body.block]\nmass = 1.0\nposition = 3.0\n\
             [spring.spring]\nbetween = \"block\"\nstiffness = 9.0\n\
             [contact.floor]\nbetween = \"block\"\n{text}\n"
        ));
        let mut run = Run::new(&network);
        let start = run.stored_energy();
        for step in 1..=80 {
            run.try_advance(0.1 * f64::from(step))
                .unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_close(run.stored_energy() + run.dissipated(), start, 1e-8);
        }
        assert!(run.events.len() >= 3, "{text}: {:?}", run.events);
    }
}

#[test]
fn each_direction_has_its_static_limit() {
    // Steel on polyester: a ramp of 1 N/s releases at 3.63 N and at −5.94 N.
    for (sign, limit, mode) in
        [(1.0, 3.63, ContactMode::Forward), (-1.0, 5.94, ContactMode::Backward)]
    {
        let text = format!(
            "[model]\nname = \"Pull\"\n[body.block]\nmass = 1.0\n[body.hand]\nmotion = \"prescribed\"\n\
             velocity = {{ input = true, start = {} }}\n\
             [spring.rope]\nbetween = [\"block\", \"hand\"]\nstiffness = 10.0\n\
             [contact.floor]\nbetween = \"block\"\n{}\n",
            0.1 * sign,
            STEEL_ON_POLYESTER
        );
        let network = network(&text);
        let mut run = Run::new(&network);
        run.advance(limit + 1e-3);
        let position = run.input("hand.position");
        assert_close(run.times_of_contact(0)[0], limit, EXACT);
        assert_eq!(run.contact(0), mode);
        assert_eq!(run.inputs[position], 0.0);
    }
}

#[test]
fn a_law_that_is_not_lipschitz_lets_go_and_catches() {
    // δ < 1: a body at the limit leaves at once. From rest under F = Fs + ε: t = ∫ m dx/(F − f(x)).
    for exponent in [0.3, 0.5, 0.8] {
        let text = format!(
            "law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.2\n\
             stribeckExponent = {exponent}"
        );
        let network = block(0.0, &text);
        let (law, at) = law_of(&network);
        let mut run = Run::new(&network);
        assert_eq!(run.contact(0), ContactMode::Stuck);
        run.set("block.force", 1.5001);
        let until =
            over_slip(&law, Direction::Forward, 0.5, &|x| 2.0 / (1.5001 - law.force(x, at)));
        run.advance(until);
        assert_close(run.velocity(0), 0.5, 1e-8);
        // And stops where the quadrature says.
        run.set("block.force", 0.0);
        let time =
            over_slip(&law, Direction::Forward, run.velocity(0), &|x| 2.0 / law.force(x, at));
        let start = run.time();
        run.advance(start + 2.0);
        let stop = *run.times_of_contact(0).last().expect("stops");
        assert_close(stop - start, time, 1e-8);
        assert_eq!(run.contact(0), ContactMode::Stuck);
    }
}

/// Friction that climbs within a micrometre per second as a power below 1: its slope at rest is infinite, and where the
/// motion ends the next number for the time is farther off than the rest. With u = (v/1e-6)^p what is lost to friction at
/// the kinetic limit alone is found by quadrature.
#[test]
fn a_body_comes_to_rest_within_the_last_place_of_the_time() {
    for p in [0.3, 0.7] {
        let law = format!(
            "law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 101.0\nstribeckVelocity = 1e-6\n\
             stribeckExponent = {p}"
        );
        let mut run = Run::new(&block(2.0, &law));
        run.advance(5.0);
        let lost = |u: f64| {
            let slowness = 2.0 - 2.0 / (1.0 + 100.0 * (-u).exp());
            slowness * 1e-6 / p * u.powf(1.0 / p - 1.0)
        };
        let times = run.times_of_contact(0);
        assert_eq!(times.len(), 1, "{times:?}");
        assert_close(times[0], 4.0 - integral(&lost, 0.0, 60.0, 4000), 1e-12);
        assert_eq!(run.state().velocity[0], 0.0);
    }
}

#[test]
fn given_motions_pass_the_singular_point_of_a_law_at_any_time() {
    // Round-off of the time, times the acceleration, is no longer small beside the constant piece at w = 0. Later
    // it is crossed in less than the time within which events are one.
    for exponent in [0.5, 1.3, 2.5] {
        let text = format!(
            "[model]\nname = \"Hand\"\n[body.hand]\nmotion = \"prescribed\"\n[contact.floor]\n\
             between = \"hand\"\nlaw = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.5\n\
             stribeckVelocity = 0.2\nstribeckExponent = {exponent}\n"
        );
        let network = network(&text);
        let (law, at) = law_of(&network);
        let mut run = Run::new(&network);
        for (pass, wait) in
            [0.0, 2.475, 77.7, 3e3, 1e4, 3.3e4, 1e5, 1.7, 3e5].into_iter().enumerate()
        {
            let sign = if pass % 2 == 0 { 1.0 } else { -1.0 };
            run.set("hand.velocity", -0.3 * sign);
            run.set("hand.acceleration", 0.0);
            run.advance(run.time() + wait);
            run.set("hand.acceleration", sign);
            run.advance(run.time() + 0.7);
            // What the observation sees now.
            run.set("hand.velocity", 0.4 * sign);
            assert_close(run.observe().friction[0], law.force(0.4 * sign, at), EXACT);
        }
        let crossings = run.sequence().iter().filter(|(_, from, to)| *from == -*to).count();
        assert_eq!(crossings, 9, "{exponent}: {:?}", run.sequence());
    }
}

#[test]
fn a_law_with_a_singular_point_sticks_and_slips_for_hours() {
    let text = "[model]\nname = \"Belt\"\n[body.block]\nmass = 1.0\n[spring.spring]\nbetween = \"block\"\n\
                stiffness = 2.0\n[contact.belt]\nbetween = \"block\"\nlaw = \"stribeck\"\nkineticFriction = 1.0\n\
                staticFriction = 1.5\nstribeckVelocity = 0.2\nstribeckExponent = 0.7\nsurfaceVelocity = 0.1\n";
    let network = network(text);
    let cycle = |offset: f64| {
        let mut run = Run::new(&network);
        let Run { motion, parameters, inputs, .. } = &mut run;
        motion.initialise(offset, parameters, inputs, TOLERANCE).expect("initialises");
        run.advance(offset + 40.0);
        let times = run.times_of_contact(0);
        times[4] - times[2]
    };
    assert_close(cycle(1e4), cycle(0.0), 1e-8);
}

#[test]
fn regularised_contacts_creep_under_any_load() {
    // Steady where the force is that of the law: 2/π·atan(a·w) = tanh(a·w) = w/ε = ½.
    let cases = [
        ("\"atan\"\nsteepness = 1e3", 1e-3),
        ("\"tanh\"\nsteepness = 1e3", 0.5 * 3.0_f64.ln() * 1e-3),
        ("\"linear\"\nrampVelocity = 1e-3", 0.5e-3),
    ];
    for (regularisation, creep) in cases {
        let law =
            format!("law = \"coulomb\"\nkineticFriction = 2.0\nregularisation = {regularisation}");
        let network = block(0.3, &law);
        let mut run = Run::new(&network);
        run.run(2.0, 0.1);
        // All but stopped, and never stuck.
        assert!(run.velocity(0).abs() < 1e-9, "{}", run.velocity(0));
        let stuck = ContactMode::Stuck as i32;
        assert!(run.events.iter().all(|event| event.to() != stuck), "{:?}", run.events);
        run.set("block.force", 1.0);
        run.run(3.0, 0.1);
        assert_close(run.velocity(0), creep, 1e-12);
        let position = run.position(0);
        run.run(4.0, 0.1);
        assert_close(run.position(0) - position, creep, 1e-12);
        assert_close(run.observe().friction[0], 1.0, 1e-9);
    }
}

#[test]
fn the_ramp_of_a1_tends_to_the_exact_belt_oscillator() {
    // A1 (19): the error of the period falls with ε.
    let text = luztar::unit::catalogue::text("BeltOscillator").expect("is there");
    let mut errors = Vec::new();
    for ramp in [1e-2, 1e-3] {
        let text = text.replace(
            "decay = 1.0",
            &format!("decay = 1.0\nregularisation = \"linear\"\nrampVelocity = {ramp}"),
        );
        let network = network(&text);
        // Where the ramp is left, twice: the period of its limit cycle.
        let mut run = Run::new(&network);
        run.run(16.0, 0.01);
        let mut left = Vec::new();
        let mut before = run.velocity(0) - 1.0;
        while left.len() < 2 {
            run.advance(run.time() + 1e-3);
            let w = run.velocity(0) - 1.0;
            if before > -ramp && w <= -ramp {
                left.push(run.time() - 1e-3 * (w + ramp) / (w - before));
            }
            before = w;
        }
        errors.push((left[1] - left[0] - 8.03055253541805).abs());
    }
    assert!(errors[0] < 0.11 && errors[1] < 0.11 * errors[0], "{errors:?}");
}

#[test]
fn loads_by_inputs_scale_coefficients() {
    let text =
        "law = \"hyperbolic\"\nstaticCoefficient = 0.5\ndecay = 2.0\nnormalForce = \"input\"";
    let network = block(1.0, text);
    let mut run = Run::new(&network);
    assert_eq!(run.contact(0), ContactMode::Free);
    run.set("floor.normalForce", 6.0);
    run.advance(0.1);
    let w = run.velocity(0);
    let observed = run.observe().friction[0];
    assert_close(observed, 3.0 / (1.0 + 2.0 * w), 1e-12);
    run.set("floor.normalForce", 0.0);
    run.advance(0.2);
    assert_eq!(run.velocity(0), w);
    assert_eq!(run.contact(0), ContactMode::Free);
}

#[test]
fn parameters_of_a_law_can_be_tuned_in_motion() {
    let network = block(1.0, TABLE);
    let mut run = Run::new(&network);
    run.advance(0.1);
    let index = network
        .parameters
        .iter()
        .position(|parameter| parameter.name == "floor.friction[4]")
        .expect("entries are parameters");
    assert_eq!(run.parameters[index], 0.9);
    run.parameters[index] = 1.8;
    let w = run.velocity(0);
    let expected = 0.6 + (w - 0.4) / 0.6 * 1.2;
    assert_close(run.observe().friction[0], expected, 1e-12);
    run.advance(0.2);
    // v̇ = −F(v)/2 with F = 0.6 + 2(v − 0.4): v + 0.1·… decays as exp(−τ).
    let rest = 0.4 - 0.3;
    assert_close(run.velocity(0), rest + (w - rest) * (-0.1_f64).exp(), 1e-10);
}
