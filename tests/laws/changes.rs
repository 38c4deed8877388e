//! What the numbers of laws change, against difference quotients; of laws with internal states what they store, too, against
//! closed forms and the balance of power.

use luztar::laws::{
    Argument, Changes, Conditions, Direction, InternalSeries, Law, LawKind, LawShape, Measure,
    Sense,
};

use crate::cases::{all, law, named, parameters, shape, static_kinds};

/// Slip speed and normal load.
const SPEED: f64 = 0.7;
const LOAD: f64 = 1.4;

/// Central differences of smooth functions of size 1 with this step are off by 1e-10.
const STEP: f64 = 1e-5;
const NEAR: f64 = 1e-8;

const SENSES: [Sense; 4] =
    [Sense::Slip(Direction::Forward), Sense::Slip(Direction::Backward), Sense::Rest, Sense::Free];

fn kinds() -> impl Iterator<Item = &'static LawKind> {
    all().iter().filter(|kind| !kind.states().is_empty())
}

fn of_numbers(kind: &LawKind, numbers: &[f64]) -> Law {
    let slices: Vec<&[f64]> = numbers.chunks(1).collect();
    law(kind, &slices)
}

fn slip(sense: Sense) -> f64 {
    match sense {
        Sense::Slip(direction) => direction.sign() * SPEED,
        Sense::Rest | Sense::Free => 0.0,
    }
}

/// States that differ, within what each law allows.
fn states(kind: &LawKind) -> [f64; 2] {
    match kind.name() {
        "dahl" => [0.9, 0.0],
        "blimanSorine" => [1.1, -0.5],
        "luGre" => [0.04, 0.0],
        "antunes" => [0.03, 0.0],
        _ => [0.5, 0.9],
    }
}

/// Series of a law of order 0 at those states.
fn begun(law: &Law, sense: Sense, states: [f64; 2]) -> (InternalSeries, f64) {
    let mut series = InternalSeries::default();
    series.slip[0] = slip(sense);
    series.load[0] = LOAD;
    series.begin(states);
    let friction = law.advance(sense, &mut series, 0);
    (series, friction)
}

/// Rates of the states, friction and power.
fn values(law: &Law, sense: Sense, states: [f64; 2]) -> [f64; 4] {
    let (series, friction) = begun(law, sense, states);
    [series.state(0)[1], series.state(1)[1], friction, series.power()[0]]
}

#[test]
fn numbers_change_rates_friction_and_power() {
    for kind in kinds() {
        let numbers = parameters(kind).concat();
        let shape = LawShape::plain(kind.clone());
        for sense in SENSES {
            for number in 0..numbers.len() {
                let moved = |by: f64| {
                    let mut numbers = numbers.clone();
                    numbers[number] += by;
                    values(&of_numbers(kind, &numbers), sense, states(kind))
                };
                let (above, below) = (moved(STEP), moved(-STEP));
                let law = of_numbers(kind, &numbers);
                let (mut series, _) = begun(&law, sense, states(kind));
                law.begin_change([0.0; 2], &mut series);
                let mut friction = law.advance(sense, &mut series, 1);
                let mut by = vec![0.0; numbers.len()];
                by[number] = 1.0;
                let changes = Changes { shape: &shape, by: &by, load: 0.0 };
                friction += law.advance_change(sense, &mut series, &changes);
                let found = [
                    2.0 * series.state(0)[2],
                    2.0 * series.state(1)[2],
                    friction,
                    series.power()[1],
                ];
                for part in 0..4 {
                    let expected = (above[part] - below[part]) / (2.0 * STEP);
                    let error = (found[part] - expected).abs();
                    assert!(
                        error <= NEAR * (1.0 + expected.abs()),
                        "{}, {sense:?}: part {part} by number {number}: {} for {expected}",
                        kind.name(),
                        found[part]
                    );
                }
            }
        }
    }
}

#[test]
fn friction_takes_what_is_lost_and_what_is_stored() {
    for kind in kinds().filter(|kind| *kind != named("antunes")) {
        let law = of_numbers(kind, &parameters(kind).concat());
        for sense in [SENSES[0], SENSES[1]] {
            let x = states(kind);
            let [first, second, friction, power] = values(&law, sense, x);
            // Energies are squares of states: the difference quotient is exact.
            let along = |by: f64| law.stored([x[0] + by * first, x[1] + by * second]);
            let stored = LOAD * (along(0.5e-2) - along(-0.5e-2)) / 1e-2;
            let taken = friction * slip(sense);
            let error = (taken - stored - power).abs();
            assert!(error <= 1e-11 * (1.0 + taken.abs()), "{}: {error:e}", kind.name());
        }
    }
}

#[test]
fn bent_bristles_hold_a_contact_at_rest() {
    // k·z with k = 20; a brake pad holds by its reaction alone.
    for (kind, expected) in [
        (named("dahl"), 0.9),
        (named("blimanSorine"), 1.1 - 0.5),
        (named("luGre"), 20.0 * 0.04),
        (named("antunes"), 20.0 * 0.03),
        (named("ostermeyer"), 0.0),
    ] {
        let law = of_numbers(kind, &parameters(kind).concat());
        let [_, _, friction, power] = values(&law, Sense::Rest, states(kind));
        assert!((friction - LOAD * expected).abs() < 1e-15, "{}: {friction}", kind.name());
        assert_eq!(power, 0.0, "{}", kind.name());
    }
}

#[test]
fn stored_energies_are_those_of_springs() {
    let stored = |kind, x| of_numbers(kind, &parameters(kind).concat()).stored(x);
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-15, "{found}");
    // k = 20: F²/(2k), ½·k·z².
    close(stored(named("dahl"), [0.9, 0.0]), 0.9 * 0.9 / 40.0);
    close(stored(named("luGre"), [0.04, 0.0]), 10.0 * 0.04 * 0.04);
    close(stored(named("antunes"), [0.03, 0.0]), 10.0 * 0.03 * 0.03);
    close(stored(named("ostermeyer"), [0.5, 0.9]), 0.0);
    // Of first order Bliman's and Sorine's law is Dahl's with k = f1/ε.
    let first = of_numbers(named("blimanSorine"), &[2.0, 0.0, 0.3, 1.0, 0.0, 0.0, 0.3]);
    close(first.stored([1.1, 0.0]), 0.5 * 1.1 * 1.1 * 0.3 / 2.0);
}

/// Along a steady slip the second coefficient of a state is half of what its rate changes by: also where bristles are bent
/// beyond what friction holds, as under a load that has fallen.
#[test]
fn states_go_on_as_their_rates_change() {
    for kind in kinds() {
        let law = of_numbers(kind, &parameters(kind).concat());
        let beyond = match kind.name() {
            "dahl" => [1.9, 0.0],
            "antunes" => [0.09, 0.0],
            _ => states(kind),
        };
        for states in [states(kind), beyond] {
            for sense in [SENSES[0], SENSES[1]] {
                let rates = |states: [f64; 2]| {
                    let [first, second, ..] = values(&law, sense, states);
                    [first, second]
                };
                let rate = rates(states);
                let along = |by: f64| rates([states[0] + by * rate[0], states[1] + by * rate[1]]);
                let (above, below) = (along(STEP), along(-STEP));
                let (mut series, _) = begun(&law, sense, states);
                law.advance(sense, &mut series, 1);
                for state in 0..kind.states().len() {
                    let expected = (above[state] - below[state]) / (4.0 * STEP);
                    let found = series.state(state)[2];
                    let error = (found - expected).abs();
                    assert!(
                        error <= NEAR * (1.0 + expected.abs()),
                        "{} at {states:?}, {sense:?}: {found} for {expected}",
                        kind.name()
                    );
                }
            }
        }
    }
}

/// Static laws: friction while slipping, of tyres that roll, slide as a whole and turn against their motion, and limits.
#[test]
fn numbers_change_friction_and_limits() {
    let mut compared = 0;
    for kind in static_kinds() {
        let lists = parameters(kind);
        let numbers = lists.concat();
        let shape = shape(kind, &lists);
        let counts: Vec<bool> = kind
            .parameters()
            .iter()
            .zip(&lists)
            .flat_map(|(parameter, list)| vec![parameter.measure == Measure::Count; list.len()])
            .collect();
        for speed in [2.0, SPEED, 0.5] {
            let at = Conditions { load: LOAD, speed };
            for direction in Direction::BOTH {
                let slip = direction.sign() * SPEED;
                for number in (0..numbers.len()).filter(|number| !counts[*number]) {
                    let moved = |by: f64| {
                        let mut numbers = numbers.clone();
                        numbers[number] += by;
                        Law::new(&shape, &numbers).ok()
                    };
                    let (Some(above), Some(below)) = (moved(STEP), moved(-STEP)) else { continue };
                    let law = Law::new(&shape, &numbers).expect("a law");
                    let mut by = vec![0.0; numbers.len()];
                    by[number] = 1.0;
                    let changes = Changes { shape: &shape, by: &by, load: 0.0 };
                    let piece = match kind.argument() {
                        Argument::Slip => law.piece(direction, SPEED),
                        Argument::Load => law.piece(direction, LOAD),
                        Argument::SlipRatio => usize::from(SPEED >= speed),
                    };
                    let rest = Conditions { speed: 0.0, ..at };
                    let limit = |law: &Law| law.static_limits(rest).of(direction);
                    for (found, above, below) in [
                        (
                            law.change((direction, piece), slip, at, &changes),
                            above.force(slip, at),
                            below.force(slip, at),
                        ),
                        (law.limit_change(direction, rest, &changes), limit(&above), limit(&below)),
                    ] {
                        let expected = (above - below) / (2.0 * STEP);
                        // Limits that there are not do not change.
                        if !expected.is_finite() {
                            continue;
                        }
                        let error = (found - expected).abs();
                        assert!(
                            error <= 100.0 * NEAR * (1.0 + expected.abs()),
                            "{} at speed {speed}, {direction:?}: number {number}: {found} for {expected}",
                            kind.name()
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

/// Where nothing moves a tyre slips wholly, S = 1, whatever the piece says: ∂μ/∂c1 = 1 − exp(−c2).
#[test]
fn a_tyre_changes_with_its_numbers_where_nothing_moves() {
    let shape = LawShape::plain(named("slipRatio").clone());
    let law = Law::new(&shape, &[1.28, 24.0, 0.52, 0.0]).expect("its numbers are right");
    let at = Conditions { load: 1.0, speed: 0.0 };
    let changes = Changes { shape: &shape, by: &[1.0, 0.0, 0.0, 0.0], load: 0.0 };
    for piece in [0, 1] {
        for slip in [0.0, 1e-9] {
            let found = law.change((Direction::Forward, piece), slip, at, &changes);
            assert!((found + f64::exp_m1(-24.0)).abs() < 1e-15, "{piece} {slip}: {found}");
        }
    }
}
