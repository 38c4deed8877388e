//! Cycles of mechanisms that advance over forces that are periodic in a position: against closed forms, a quadrature, and
//! Liouville's formula for the product of the multipliers.

use std::f64::consts::{PI, TAU};
use std::ops::ControlFlow;

use luztar::study::bifurcation::{Look, crossings};
use luztar::study::continuation::{Range, follow};
use luztar::study::cycle::Cycle;
use luztar::study::lyapunov::{Watch, spectrum};
use luztar::study::response::next;
use luztar::study::section::Section;
use luztar::study::settling;
use luztar::study::{Case, Refusal};
use luztar::unit::Value;

use crate::study::unit;

fn of(text: &str) -> Case {
    Case::new(unit(&format!("[model]\nname = \"Turning\"\n{text}")), Vec::new())
        .expect("a unit with states")
        .tight()
}

fn find(model: &Case, settle: f64) -> Result<Cycle, Refusal> {
    settling::find(model, settle, None, |_| {})
}

fn cycle(model: &Case, settle: f64) -> Cycle {
    find(model, settle).unwrap_or_else(|why| panic!("{why}"))
}

/// Advance of a position over a cycle.
fn advance(model: &Case, cycle: &Cycle, position: &str) -> f64 {
    let variable = model.unit().find(position).expect("an output");
    let row = model.rows().iter().position(|row| row.variable == variable);
    cycle.advance[row.expect("a state")]
}

/// Product of the multipliers: exp(∫ tr J dt) by Liouville's formula.
fn product(cycle: &Cycle) -> f64 {
    let product = |(a, b): (f64, f64), &(c, d): &(f64, f64)| (a * c - b * d, a * d + b * c);
    cycle.multipliers.iter().fold((1.0, 0.0), product).0
}

/// A rotor that torque, damping and dry friction drive over its cogging torque of n periods a turn.
fn rotor(n: f64, more: &str) -> Case {
    of(&format!(
        "[body.rotor]\naxis = \"rotation\"\ninertia = 0.5\nangularVelocity = 5.0\nconstantTorque = 2.0\n\
        [damper.oil]\nbetween = \"rotor\"\ndamping = 0.3\n\
        [force.cogging]\nbetween = \"rotor\"\ntorque = \"-A*sin(n*e)\"\nparameter = {{ A = 1.5, n = {n} }}\n{more}"
    ))
}

/// Period over 2π/n by E = Jω²/2 as a function of the angle: dE/dφ = T − F − A sin nφ − dω, until it repeats.
fn by_angle(n: f64, torque: f64) -> f64 {
    const STEPS: usize = 4000;
    let (inertia, damping, height) = (0.5, 0.3, 1.5);
    let speed = |energy: f64| (2.0 * energy / inertia).sqrt();
    let slope = |angle: f64, [energy, _]: [f64; 2]| {
        let speed = speed(energy);
        [torque - height * (n * angle).sin() - damping * speed, speed.recip()]
    };
    let h = TAU / n / STEPS as f64;
    let mut energy = 0.5 * inertia * 25.0;
    loop {
        let mut at = [energy, 0.0];
        for k in 0..STEPS {
            let angle = k as f64 * h;
            let beside = |by: f64, slope: [f64; 2]| [at[0] + by * slope[0], at[1] + by * slope[1]];
            let a = slope(angle, at);
            let b = slope(angle + 0.5 * h, beside(0.5 * h, a));
            let c = slope(angle + 0.5 * h, beside(0.5 * h, b));
            let d = slope(angle + h, beside(h, c));
            let sum = |k: usize| (a[k] + 2.0 * b[k] + 2.0 * c[k] + d[k]) * h / 6.0;
            at = [at[0] + sum(0), at[1] + sum(1)];
        }
        if (at[0] - energy).abs() < 1e-13 * energy {
            return at[1];
        }
        energy = at[0];
    }
}

#[test]
fn a_rotor_turns_by_whole_periods_of_its_cogging_torque() {
    let friction =
        "[contact.seal]\nbetween = \"rotor\"\nlaw = \"coulomb\"\nkineticFriction = 0.4\n";
    for (n, more, torque) in [(6.0, "", 2.0), (1.0, "", 2.0), (6.0, friction, 1.6)] {
        let model = rotor(n, more);
        let found = cycle(&model, 20.0);
        let period = by_angle(n, torque);
        assert!((found.period - period).abs() < 1e-9, "{n}: {} {period}", found.period);
        assert!((advance(&model, &found, "rotor.angle") - TAU / n).abs() < 1e-12, "{found:?}");
        // One is that of a shift, and the trace of the equations is −d/J.
        assert_eq!(found.multipliers.len(), 2);
        assert!((found.multipliers[0].0 - 1.0).abs() < 1e-9 && found.is_stable(), "{found:?}");
        assert!((product(&found) - (-0.6 * period).exp()).abs() < 1e-9, "{found:?}");
        let angle = model.unit().find("rotor.angle").expect("an output");
        assert!((found.drift(&model, angle) - TAU / n / period).abs() < 1e-9, "{found:?}");
    }
}

/// d φ' + sin φ = T, as of a Josephson junction without capacitance: a turn takes 2πd/√(T² − 1).
#[test]
fn a_turn_without_mass_takes_the_time_of_the_closed_form() {
    let (d, torque) = (0.7, 1.25f64);
    let model = of(&format!(
        "[body.phase]\naxis = \"rotation\"\ninertia = 0.0\nconstantTorque = {torque}\n\
        [damper.r]\nbetween = \"phase\"\ndamping = {d}\n\
        [potential.junction]\nenergy = \"-cos(phase.angle)\"\n"
    ));
    let found = cycle(&model, 20.0);
    let expected = TAU * d / (torque * torque - 1.0).sqrt();
    assert!((found.period - expected).abs() < 1e-10, "{} {expected}", found.period);
    assert_eq!(found.multipliers.len(), 1);
    assert!((found.multipliers[0].0 - 1.0).abs() < 1e-9, "{found:?}");
}

/// d φ' = T − A sin² φ and d φ' = T + A sin φ cos φ repeat after half a turn, which takes πd/√(T(T − A)) and
/// πd/√(T² − A²/4).
#[test]
fn even_powers_and_products_repeat_after_half_a_turn() {
    let (d, torque, height) = (0.7, 2.0f64, 1.5);
    for (formula, square) in [
        ("-1.5*sin(e)^2", torque * (torque - height)),
        ("1.5*sin(e)*cos(e)", torque * torque - 0.25 * height * height),
    ] {
        let model = of(&format!(
            "[body.phase]\naxis = \"rotation\"\ninertia = 0.0\nconstantTorque = {torque}\n\
            [damper.r]\nbetween = \"phase\"\ndamping = {d}\n\
            [force.detent]\nbetween = \"phase\"\ntorque = \"{formula}\"\n"
        ));
        let found = cycle(&model, 20.0);
        let period = PI * d / square.sqrt();
        assert!((found.period - period).abs() < 1e-9, "{formula}: {} {period}", found.period);
        assert!(
            (advance(&model, &found, "phase.angle") - PI).abs() < 1e-12,
            "{formula}: {found:?}"
        );
    }
}

/// A block that a car pulls over waves of length a with dry friction: it sticks, and the car advances by a in a period.
#[test]
fn a_block_that_sticks_between_waves_is_pulled_from_one_to_the_next() {
    let (a, speed) = (0.4, 0.2);
    let model = of(&format!(
        "[body.m]\nmass = 1.0\n\
        [body.car]\nmotion = \"prescribed\"\nby = \"velocity\"\nvelocity = {{ input = true, start = {speed} }}\n\
        [spring.k]\nbetween = [\"m\", \"car\"]\nstiffness = 20.0\ndamping = 2.0\n\
        [force.waves]\nbetween = \"m\"\nforce = \"-3*sin(2*pi*e/a)\"\nparameter = {{ a = {{ value = {a}, unit = \"m\" }} }}\n\
        [contact.floor]\nbetween = \"m\"\nlaw = \"coulomb\"\nkineticFriction = 2.0\n"
    ));
    let found = cycle(&model, 20.0);
    assert!((found.period - a / speed).abs() < 1e-9, "{}", found.period);
    assert!(found.is_stable() && found.events.len() >= 2, "{found:?}");
    for name in ["m.position", "car.position"] {
        assert!((advance(&model, &found, name) - a).abs() < 1e-9, "{found:?}");
    }
    // What sticks forgets its velocity.
    let least = found.multipliers.last().expect("some");
    assert!(found.multipliers.len() == 3 && least.0.hypot(least.1) < 1e-12, "{found:?}");
    let mut instance = model.start(0.0, &found.state, false).expect("a state");
    instance.step(0.0, 10.0 * found.period).expect("a step");
    let end = model.state(&mut instance).expect("a state");
    for ((after, before), advance) in end.iter().zip(&found.state).zip(&found.advance) {
        assert!((after - before - 10.0 * advance).abs() < 1e-8, "{end:?} {found:?}");
    }
}

/// Forces on two shafts with a gear between: the least turn that is whole for all of them.
#[test]
fn commensurable_periods_have_a_common_one() {
    for (torque, tooth, turn) in
        [("0.2*sin(4*e) + 0.1*cos(6*e)", "0", PI), ("0.2*sin(4*e)", "0.1*sin(e)", 3.0 * PI)]
    {
        let model = of(&format!(
            "[body.a]\naxis = \"rotation\"\ninertia = 1.0\nconstantTorque = 3.0\nangularVelocity = 6.0\n\
            [body.b]\naxis = \"rotation\"\ninertia = 0.1\nangularVelocity = 4.0\n\
            [spring.gear]\nbetween = [\"a\", \"b\"]\nradii = [0.2, 0.3]\nstiffness = 200.0\ndamping = 2.0\n\
            [damper.oil]\nbetween = \"a\"\ndamping = 0.5\n\
            [force.one]\nbetween = \"a\"\ntorque = \"{torque}\"\n[force.two]\nbetween = \"b\"\ntorque = \"{tooth}\"\n"
        ));
        let found = cycle(&model, 10.0);
        let angle = advance(&model, &found, "a.angle");
        assert!((angle - turn).abs() < 1e-10, "{torque}, {tooth}: {angle}");
        let other = advance(&model, &found, "b.angle");
        assert!((other - turn / 1.5).abs() < 1e-10, "{torque}, {tooth}: {other}");
        let expected = (-found.period * (0.5 + 2.0 * 0.04 + 2.0 * 0.09 / 0.1)).exp();
        assert!((product(&found) - expected).abs() < 1e-9, "{torque}, {tooth}: {found:?}");
    }
}

/// Forces without a common period, and positions that are seen otherwise than by their period: the motion does not return.
#[test]
fn incommensurable_periods_and_polynomials_have_no_cycle() {
    for more in ["0.1*sin(sqrt(2)*e)", "-1e-9*e", "0.1*sin(e^2/100)"] {
        let more = format!("[force.more]\nbetween = \"rotor\"\ntorque = \"0.1*sin(e) + {more}\"\n");
        let found = find(&rotor(6.0, &more), 2.0);
        assert!(matches!(found, Err(Refusal::NoCycle(_))), "{more}: {found:?}");
    }
}

/// Two rotors in one oil, each with its own cogging: one turns, and drags at the other, which stays in its place.
#[test]
fn each_position_has_its_own_periods() {
    let model = of(
        "[body.fast]\naxis = \"rotation\"\ninertia = 0.5\nconstantTorque = 3.0\nangularVelocity = 6.0\n\
        [body.held]\naxis = \"rotation\"\ninertia = 0.2\n\
        [damper.oil]\nbetween = \"fast\"\ndamping = 0.4\n[damper.pin]\nbetween = \"held\"\ndamping = 0.1\n\
        [damper.both]\nbetween = [\"fast\", \"held\"]\ndamping = 0.05\n\
        [force.one]\nbetween = \"fast\"\ntorque = \"-sin(3*e)\"\n[force.two]\nbetween = \"held\"\ntorque = \"-2*sin(5*e)\"\n",
    );
    let found = cycle(&model, 20.0);
    assert!((advance(&model, &found, "fast.angle") - TAU / 3.0).abs() < 1e-12, "{found:?}");
    assert_eq!(advance(&model, &found, "held.angle"), 0.0);
    assert!(found.is_stable() && found.multipliers.len() == 4, "{found:?}");
    let expected = (-found.period * (0.45 / 0.5 + 0.15 / 0.2)).exp();
    assert!((product(&found) - expected).abs() < 1e-9, "{expected} {found:?}");
}

/// φ'' + b φ' + sin φ = I + A cos Ωt turns once in a period of the force (a Shapiro step): its mean rate is Ω.
#[test]
fn a_pendulum_is_locked_to_a_force() {
    let omega = 2.0;
    let model = of(&format!(
        "[body.phase]\naxis = \"rotation\"\ninertia = 1.0\nconstantTorque = 0.7\nangularVelocity = 2.0\n\
        excitation = {{ amplitude = 5.0, angularFrequency = {omega} }}\n\
        [damper.r]\nbetween = \"phase\"\ndamping = 0.3\n[force.junction]\nbetween = \"phase\"\ntorque = \"-sin(e)\"\n"
    ));
    let angle = model.unit().find("phase.angle").expect("an output");
    let found = cycle(&model, 100.0);
    assert!((found.drift(&model, angle) - omega).abs() < 1e-12 && found.is_stable(), "{found:?}");
    assert!((product(&found) - (-0.3 * TAU / omega).exp()).abs() < 1e-9, "{found:?}");
    let station = next(&model, omega, angle, 60, None).expect("an answer");
    let extremes = found.extremes(&model, &[angle]).expect("a motion")[0];
    let range = 0.5 * (extremes.max - extremes.min);
    assert!(station.answer.multiplier.is_some(), "{station:?}");
    assert!((station.answer.amplitude - range).abs() < 1e-6, "{station:?} {range}");
    // The mean of the torque over a period: I − bΩ = ⟨sin φ⟩ by the trapezoidal rule.
    let mut instance = model.start(0.0, &found.state, false).expect("a state");
    let (count, mut sum) = (2000, 0.0);
    for k in 1..=count {
        let time = instance.time();
        instance.step(time, found.period * f64::from(k) / f64::from(count) - time).expect("a step");
        let Ok(Value::Real(angle)) = instance.get(angle) else { panic!("an angle") };
        sum += angle.sin() / f64::from(count);
    }
    assert!((sum - (0.7 - 0.3 * omega)).abs() < 1e-9, "{sum}");
    // On the section of the force it is a point.
    let look = Look {
        section: Section::Phase { period: TAU / omega, offset: 0.0 },
        columns: vec![angle],
        settle: 200.0,
        points: 5,
        patience: 60.0,
        resolution: 0.05,
    };
    let (points, _) = crossings(&model, (0.0, &model.first()), &look).expect("crossings");
    assert_eq!(points.len(), 5);
    for point in &points {
        assert!((point.values[0] - points[0].values[0]).abs() < 1e-8, "{points:?}");
        assert!(point.values[0].abs() <= PI, "{points:?}");
    }
}

/// A plane of the angle is passed once a period, in the direction of the motion alone.
#[test]
fn planes_of_an_angle_are_passed_at_each_period() {
    let model = rotor(6.0, "");
    let found = cycle(&model, 20.0);
    let [angle, speed] =
        ["rotor.angle", "rotor.angularVelocity"].map(|name| model.unit().find(name).expect(name));
    for upwards in [true, false] {
        let look = Look {
            section: Section::Plane { variable: angle, value: 10.0, upwards },
            columns: vec![angle, speed],
            settle: 50.0,
            points: 6,
            patience: 10.0,
            // Several periods in a step.
            resolution: 2.5 * found.period,
        };
        let (points, (_, state)) =
            crossings(&model, (0.0, &model.first()), &look).expect("crossings");
        assert_eq!(points.len(), if upwards { 6 } else { 0 });
        assert!(state[0].abs() <= PI / 6.0 || state[1].abs() <= PI / 6.0, "{state:?}");
        for pair in points.windows(2) {
            assert!((pair[1].time - pair[0].time - found.period).abs() < 1e-9, "{points:?}");
            assert!((pair[1].values[1] - pair[0].values[1]).abs() < 1e-9, "{points:?}");
            // 10 rad less 10 periods.
            assert!((pair[0].values[0] - (10.0 - 10.0 * TAU / 6.0)).abs() < 1e-9, "{points:?}");
        }
    }
}

/// A branch over the number of periods in a turn, against the cycle that is found at its end.
#[test]
fn branches_follow_periods_that_change() {
    let model = rotor(6.0, "");
    let parameter = model.unit().find("cogging.n").expect("a parameter");
    let first = find(&model, 20.0).expect("a cycle").guess();
    let range = Range { parameter, first: 6.0, last: 6.5, steps: 3, periods: 1 };
    let branch = follow(&model, range, &first, |_| ControlFlow::Continue(())).expect("a branch");
    let last = branch.points.last().expect("a point");
    assert!(branch.ended.is_none() && last.value >= 6.5, "{:?}", branch.ended);
    let (alone, found) = (by_angle(last.value, 2.0), last.cycle.period);
    assert!((alone - found).abs() < 1e-8, "{alone} {found}");
}

/// Exponents of a motion that turns: 0 along it, and the trace −d/J less that.
#[test]
fn exponents_of_a_rotor_are_those_of_its_multipliers() {
    let model = rotor(6.0, "");
    let found = cycle(&model, 20.0);
    let watch = Watch { settle: 6.0, interval: 2.0 * found.period, count: 20 };
    let exponents = spectrum(&model, watch, || ()).expect("a spectrum").exponents;
    let [along, across] = exponents[..] else { panic!("{exponents:?}") };
    assert!(along.value.abs() < 2e-3, "{exponents:?}");
    assert!((along.value + across.value + 0.6).abs() < 1e-11, "{exponents:?}");
}
