//! The laws whose states moved by hand-written rates, beside the formulas that have taken their place.
#![allow(dead_code, unused_imports)]

mod bliman_sorine;
mod dahl;
mod lu_gre;
mod ostermeyer;

use proptest::prelude::*;

use super::Direction;
use super::declaration::{Broken, Values};
use super::internal::{InternalSeries, MOST_STATES, Passage, Sense, StateCoefficients, Watch};
use super::reach::Reach;
use super::{Changes, Law, LawKind, LawShape};
use crate::algebra::taylor::{Coefficients, ORDERS, product};

const ARRIVED: f64 = 4.0 * f64::EPSILON;

#[derive(Clone, Copy, Debug, Default)]
struct Terms {
    rate: [f64; MOST_STATES],
    friction: f64,
    power: f64,
}

struct Moment {
    sense: Sense,
    slip: f64,
    load: f64,
    states: [f64; MOST_STATES],
}

struct OldSeries {
    slip: Coefficients,
    load: Coefficients,
    state: [StateCoefficients; MOST_STATES],
    speed: Coefficients,
    arrived: [bool; MOST_STATES],
    work: [Coefficients; 6],
}

trait Old {
    fn terms(&self, sense: Sense, series: &mut OldSeries, k: usize) -> Terms;
    fn is_told(&self, _reach: &Reach) -> bool {
        true
    }
    fn change(&self, at: &Moment, by: Values) -> Terms;
    fn leaves_its_end(&self) -> bool {
        true
    }
    fn climb(&self) -> f64 {
        0.0
    }
    fn watches(&self, _sense: Sense, _x: f64) -> [Option<Watch>; 2] {
        [None, None]
    }
    fn enter(&self, sense: Sense, states: &mut [f64; MOST_STATES]) {
        if sense == Sense::Free {
            *states = [0.0; MOST_STATES];
        }
    }
    fn arrive(&self, _sense: Sense, _states: &mut [f64; MOST_STATES]) {}
    fn stored(&self, _states: [f64; MOST_STATES]) -> f64 {
        0.0
    }
    fn check_start(&self, _states: [f64; MOST_STATES]) -> Result<(), Broken> {
        Ok(())
    }
    fn sizes(&self) -> [f64; MOST_STATES];
    fn weights(&self) -> [f64; MOST_STATES];
}

fn old(name: &str, values: Values) -> Box<dyn Old> {
    match name {
        "dahl" => Box::new(dahl::Dahl::new(values)),
        "blimanSorine" => Box::new(bliman_sorine::BlimanSorine::new(values)),
        "luGre" => Box::new(lu_gre::LuGre::new(values)),
        _ => Box::new(ostermeyer::Ostermeyer::new(values)),
    }
}

const NAMES: [&str; 4] = ["dahl", "blimanSorine", "luGre", "ostermeyer"];
const SENSES: [Sense; 4] =
    [Sense::Slip(Direction::Forward), Sense::Slip(Direction::Backward), Sense::Rest, Sense::Free];

/// Equal but for round-off of terms of a size.
fn close(a: f64, b: f64, size: f64) -> bool {
    (a - b).abs() <= 1e-11 * (size + a.abs().max(b.abs()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Rates, friction, power and their changes, watches, stored energies, sizes and weights, for numbers within a factor of
    /// 3 of the examples and states within and beyond their range, also where they have arrived.
    #[test]
    fn formulas_say_what_was_written_by_hand(
        which in 0..4usize,
        turned in 0..4usize,
        scales in prop::collection::vec(0.4..2.5f64, 9),
        exponent in prop::sample::select(vec![0.0, 0.5, 1.0, 1.7, 2.0]),
        shares in prop::array::uniform2(-1.2..1.2f64),
        ends in 0..4usize,
        slips in prop::collection::vec(-1.0..1.0f64, ORDERS),
        by in prop::collection::vec(-1.0..1.0f64, 9),
    ) {
        let (name, sense) = (NAMES[which], SENSES[turned]);
        let kind = LawKind::named(name).expect("built in");
        let mut numbers = kind.example().expect("has one").concat();
        numbers.iter_mut().zip(&scales).for_each(|(number, scale)| *number *= scale);
        if name == "dahl" {
            numbers[2] = exponent;
        }
        let shape = LawShape::plain(kind.clone());
        let Ok(law) = Law::new(&shape, &numbers) else { return Ok(()) };
        let old = old(name, Values::new(&numbers, &shape.ends));
        let mut states = [shares[0] * old.sizes()[0], shares[1] * old.sizes()[1]];
        let sign = if turned == 1 { -1.0 } else { 1.0 };
        if ends == 0 && name != "luGre" && name != "ostermeyer" {
            states[0] = sign * old.sizes()[0];
        }
        if kind.states().len() == 1 {
            states[1] = 0.0;
        }
        if name == "ostermeyer" {
            states = states.map(f64::abs);
        }
        let zero = [0.0; ORDERS];
        let mut series = InternalSeries::default();
        series.begin(states);
        let mut before = OldSeries {
            slip: zero, load: zero, state: [[0.0; ORDERS + 1]; 2], speed: zero, arrived: [false; 2], work: [zero; 6],
        };
        (before.state[0][0], before.state[1][0]) = (states[0], states[1]);
        let slipping = matches!(sense, Sense::Slip(_));
        let viscous = numbers[shape.viscous().expect("has it")];
        for k in 0..10 {
            let slip = match k {
                _ if !slipping => 0.0,
                0 => sign * 0.1 * slips[0].abs(),
                _ => 0.03 * slips[k],
            };
            let load = if sense == Sense::Free { 0.0 } else { [1.4, 0.6, 0.1].get(k).copied().unwrap_or(0.0) };
            (series.slip[k], before.slip[k]) = (slip, slip);
            (series.load[k], before.load[k]) = (load, load);
            before.speed[k] = sign * slip;
            let friction = law.advance(sense, &mut series, k);
            let terms = old.terms(sense, &mut before, k);
            let size = before.state.iter().map(|state| state[..=k].iter().map(|x| x.abs()).sum::<f64>()).sum::<f64>() * 100.0;
            for state in 0..MOST_STATES {
                let rate = if sense == Sense::Free && name != "ostermeyer" { 0.0 } else { terms.rate[state] };
                before.state[state][k + 1] = rate / (k + 1) as f64;
                prop_assert!(close(series.state(state)[k + 1], before.state[state][k + 1], size),
                    "{name} {sense:?} state {state} order {k}: {} {}", series.state(state)[k + 1], before.state[state][k + 1]);
            }
            // `product` of loads by hand
            before.work[5][k] = 0.0;
            let _ = (viscous, terms.friction, friction);
            if k == 0 && sense != Sense::Free {
                prop_assert!(close(friction, load * terms.friction + viscous * slip, 1.0), "{name} {friction}");
                let power = load * terms.power + viscous * slip * slip;
                prop_assert!(close(series.power()[0], power, 1.0), "{name} {} {power}", series.power()[0]);
            }
        }
        let watch = |w: [Option<Watch>; 2]| w.map(|w| w.map(|w| (w.constant, w.way)));
        prop_assert_eq!(watch(law.watches(sense, states[0])), watch(old.watches(sense, states[0])));
        prop_assert!(close(law.stored(states), old.stored(states), 1.0));
        for state in 0..kind.states().len() {
            prop_assert!(close(law.sizes()[state], old.sizes()[state], 0.0));
            prop_assert!(close(law.weights()[state], old.weights()[state], 0.0));
        }
        prop_assert!(close(law.climb(), old.climb(), 0.0));
        let starts_well = law.check_start(&shape, &numbers).is_ok();
        let starts: Vec<f64> = shape.starts().map(|place| numbers[place]).collect();
        let starts = [starts[0], starts.get(1).copied().unwrap_or(0.0)];
        prop_assert_eq!(starts_well, old.check_start(starts).is_ok());
        // Changes with the numbers, of order 1.
        let mut begun = InternalSeries::default();
        begun.begin(states);
        (begun.slip[0], begun.load[0]) = (series.slip[0], series.load[0]);
        law.advance(sense, &mut begun, 0);
        law.begin_change([0.1, 0.2], &mut begun);
        (begun.slip[1], begun.load[1]) = (0.3, 0.0);
        law.advance(sense, &mut begun, 1);
        let rates = [begun.state(0)[2], begun.state(1)[2]];
        let mut by = by;
        by.truncate(numbers.len());
        let changes = Changes { shape: &shape, by: &by, load: 0.0 };
        let force = law.advance_change(sense, &mut begun, &changes);
        let moment = Moment { sense, slip: series.slip[0], load: series.load[0], states };
        let terms = old.change(&moment, Values::new(&by, &shape.ends));
        for state in 0..MOST_STATES {
            let found = 2.0 * (begun.state(state)[2] - rates[state]);
            prop_assert!(close(found, terms.rate[state], 1e2), "{name} {sense:?} change of state {state}: {found} {}", terms.rate[state]);
        }
        if sense != Sense::Free {
            let expected = moment.load * terms.friction + by[by.len() - 1] * moment.slip;
            prop_assert!(close(force, expected, 1.0), "{name} {force} {expected}");
        }
        // The same for the first order of the old one.
        let mut first = OldSeries { slip: zero, load: zero, state: before.state, speed: zero, arrived: [false; 2], work: [zero; 6] };
        (first.slip[0], first.load[0], first.speed[0]) = (moment.slip, moment.load, sign * moment.slip);
        old.terms(sense, &mut first, 0);
        if old.leaves_its_end() {
            first.arrived = [false; 2];
        }
        (first.slip[1], first.speed[1]) = (0.3, sign * 0.3);
        (first.state[0][1], first.state[1][1]) = (0.1, 0.2);
        let terms = old.terms(sense, &mut first, 1);
        for state in 0..MOST_STATES {
            prop_assert!(close(2.0 * rates[state], terms.rate[state], 1e2), "{name} {sense:?} order 1 of state {state}: {} {}", 2.0 * rates[state], terms.rate[state]);
        }
    }
}
