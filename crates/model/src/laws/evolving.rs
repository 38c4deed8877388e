//! A law whose states move by the formulas of its file ([`super::state_form`]), with its numbers.

mod at;
mod checks;
mod ends;
mod limits;
mod pieces;
mod told;
mod values;

use super::dahl::Dahl;
use super::declaration::{Broken, Values};
use super::dry::next_version;
use super::form::{BristleKind, Form};
use super::given::{ARGUMENT, ChangingSpot, LOAD, SLIP, STATE, Spot, THERE};
use super::internal::{Internal, InternalSeries, Terms, Watch};
use super::sense::{MOST_STATES, Sense};
use super::state_form::{FRICTION, HELD_BACKWARD, POWER, StateForm, Together};
use super::unfolding::{Key, Unfolding};
use super::whereabouts::{WHEREABOUTS, Whereabouts};
use super::{Direction, LawKind};
use crate::algebra::{Dual, Formula};
pub(super) use at::At;
pub use limits::LimitWork;

/// Variables of slip, which come first.
const OF_SLIP: usize = 2;
/// All variables, at most: slip speed, slip, load, states and whereabouts.
const MOST_VARIABLES: usize = OF_SLIP + 1 + MOST_STATES + WHEREABOUTS;

/// The formulas with their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Evolving {
    kind: LawKind,
    numbers: Vec<f64>,
    ends: Vec<usize>,
    version: u64,
    sizes: [f64; MOST_STATES],
    weights: [f64; MOST_STATES],
    /// Value to which each state tends by forward slip.
    tends: [Option<f64>; MOST_STATES],
    /// True for each state that comes to its end with a rate.
    stops: [bool; MOST_STATES],
    limit_growth: f64,
    arrival: Option<Dahl>,
    bristle: bool,
}

impl PartialEq for Evolving {
    fn eq(&self, other: &Self) -> bool {
        (&self.kind, &self.numbers, &self.ends) == (&other.kind, &other.numbers, &other.ends)
    }
}

impl Evolving {
    /// Takes new numbers, and uses its memory again.
    pub fn update(&mut self, kind: &LawKind, (numbers, ends): (&[f64], &[usize])) {
        if self.kind != *kind {
            self.kind = kind.clone();
        }
        self.numbers.clear();
        self.numbers.extend_from_slice(numbers);
        self.ends.clear();
        self.ends.extend_from_slice(ends);
        self.version = next_version();
        let form = self.kind.form();
        let states = form.states.as_ref().expect("it has states");
        let values = Values::new(&self.numbers, &self.ends);
        let size = |formula: &Formula| Form::value(formula, values).abs();
        let usable = |size: f64| if size > 0.0 && size.is_finite() { size } else { 1.0 };
        let (sizes, first) =
            (states.sizes.each_ref().map(|formula| usable(size(formula))), states.first);
        let tends =
            states.ends.each_ref().map(|end| end.as_ref().map(|end| Form::value(end, values)));
        let arrival = (form.behaviour == Some(BristleKind::Dahl)).then(|| Dahl::new(values));
        let (friction, rates, count) = (states.bare(), &states.rates, states.variables.len());
        let somewhere = At::rest(sizes, [0.0; WHEREABOUTS]);
        // What a state of its size makes of friction.
        let by = |formula: &Formula, at: At, state: usize| {
            let change: Dual<f64> = formula.evaluate(&Self::changing(at, values, first, state));
            change.change
        };
        let effect = |state: usize| {
            let effects = Direction::BOTH.map(|one| by(friction, somewhere.towards(one), state));
            effects.into_iter().fold(0.0, |most: f64, one| most.max((one * sizes[state]).abs()))
        };
        let most = usable((0..count).map(effect).fold(0.0, f64::max));
        let weights =
            std::array::from_fn(|state| if state < count { most / sizes[state] } else { 0.0 });
        let limit_growth = if states.jumps { by(&rates[0], somewhere, 1) } else { 0.0 };
        (self.sizes, self.weights, self.tends) = (sizes, weights, tends);
        let bristle = states.bristle;
        (self.limit_growth, self.arrival, self.bristle) = (limit_growth, arrival, bristle);
        self.stops = self.states_that_stop();
    }

    /// Returns a place at which one state changes.
    fn changing(at: At, values: Values<'_>, first: usize, state: usize) -> Spot<'_, Dual<f64>> {
        let mut spot = Self::spot::<Dual<f64>>(at, values, first);
        spot.own[STATE + state].change = 1.0;
        spot
    }

    fn together(&self, sense: Sense) -> &Together {
        match sense {
            Sense::Slip(_) => &self.form().slipping,
            Sense::Rest | Sense::Free => &self.form().resting,
        }
    }

    /// Returns the friction as a force in the direction of slip; at rest there is that of bristles alone.
    fn signed(&self, sense: Sense, friction: f64) -> f64 {
        match sense {
            _ if self.bristle => friction,
            Sense::Slip(direction) => direction.sign() * friction,
            Sense::Rest | Sense::Free => 0.0,
        }
    }

    /// Makes the plan for what the contact does at the start of the series, if it is another one.
    fn plan(&self, sense: Sense, series: &mut InternalSeries, k: usize) {
        let together = self.together(sense);
        let pieced = self.form().pieced;
        self.lead_slip(sense, series);
        let above = match series.work.key {
            _ if pieced || together.decisions.is_empty() => 0,
            Some(key) if k > 0 => key.above,
            _ => self.above(sense, series, together),
        };
        let key = Key { version: self.version, sense, arrived: series.arrived, above };
        if series.work.key == Some(key) && (!pieced || series.work.pieces == series.pieces) {
            return;
        }
        let spot = self.place(At::of(sense, series));
        let (variables, count) = self.variables();
        let first = if matches!(sense, Sense::Slip(_)) { 0 } else { OF_SLIP };
        let variables = &variables[first..count];
        let (work, told) = (&mut series.work, &together.told);
        match pieced {
            true => {
                let on = (&self.on(&series.pieces), &told[..]);
                work.plan.make_on(&together.formula, &spot, variables, on, &mut work.series);
                work.pieces.clone_from(&series.pieces);
            }
            false => {
                work.plan.make_all(&together.formula, &spot, variables, told, &mut work.series);
            }
        }
        work.key = Some(key);
        (work.has_branch_points, work.taken) = (work.plan.branches(), false);
        work.series.forget_places();
        // States that leave their ends do so when a part of the series is there.
        for order in 0..k {
            self.run(sense, series, order);
        }
    }

    /// Returns the sides on which its decisions are at the start, one bit for each.
    fn above(&self, sense: Sense, series: &mut InternalSeries, together: &Together) -> u128 {
        let spot = self.place(At::of(sense, series));
        let results = &mut series.work.results;
        together.formula.results(&spot, results);
        let side = |decision: usize| {
            let number = together.decisions.number(decision, results);
            u128::from(together.decisions.piece(decision, number, &spot) > 0) << decision
        };
        (0..together.decisions.len()).map(side).fold(0, |sides, side| sides | side)
    }

    /// Returns the names along which the formulas are expanded, and how many these are; those of slip come first.
    fn variables(&self) -> ([usize; MOST_VARIABLES], usize) {
        let StateForm { first, seen, .. } = self.form();
        let moved = [ARGUMENT, first + SLIP, LOAD, first + STATE, first + STATE + 1];
        let mut all = [0; MOST_VARIABLES];
        all[..moved.len()].copy_from_slice(&moved);
        for (name, place) in all[moved.len()..].iter_mut().zip(seen) {
            *name = first + THERE + place;
        }
        (all, moved.len() + seen.len())
    }

    /// True if rates and friction have values at the start of a series, on the branches that their numbers say.
    fn has_value(&self, sense: Sense, series: &mut InternalSeries) -> bool {
        let (spot, together) = (self.place(At::of(sense, series)), self.together(sense));
        let results = &mut series.work.results;
        together.formula.results(&spot, results);
        together.told.iter().all(|place| !results[*place].is_nan())
    }

    /// Runs the plan for order k, with what the formulas are expanded along in the order of [`Evolving::variables`].
    fn run(&self, sense: Sense, series: &mut InternalSeries, k: usize) {
        let InternalSeries { slip, speed, load, there, state, work, .. } = series;
        let of_slip = if matches!(sense, Sense::Slip(_)) { OF_SLIP } else { 0 };
        let (first, others) = work.series.slots_mut().split_at_mut(of_slip);
        for (slot, term) in first.iter_mut().zip([speed[k], slip[k]]) {
            slot[k] = term;
        }
        let load = if sense == Sense::Free { 0.0 } else { load[k] };
        let moved = [load, state[0][k], state[1][k]];
        for (slot, term) in others.iter_mut().zip(moved) {
            slot[k] = term;
        }
        for (slot, place) in others[moved.len()..].iter_mut().zip(&self.form().seen) {
            slot[k] = there[*place][k];
        }
        work.tell(k);
    }
}

impl Internal for Evolving {
    fn reserve(&self, series: &mut InternalSeries) {
        let form = self.form();
        for together in [&form.slipping, &form.resting] {
            let Unfolding { plan, series, results, changes, .. } = &mut series.work;
            plan.reserve(&together.formula, together.told.len() + together.decisions.len());
            series.reserve(&together.formula, MOST_VARIABLES);
            let nodes = together.formula.nodes().len();
            results.reserve(nodes);
            changes.reserve(nodes);
        }
        self.reserve_pieces(series);
    }

    fn terms(&self, sense: Sense, series: &mut InternalSeries, k: usize) -> Terms {
        if k == 0 {
            self.find_arrived(sense, series);
        }
        let left = |series: &InternalSeries| {
            series.work.key.is_none_or(|key| key.arrived != series.arrived)
        };
        if k == 0 || k == 1 && left(series) {
            self.plan(sense, series, k);
        }
        self.run(sense, series, k);
        if k == 0 && series.work.has_negative_base() && !self.has_value(sense, series) {
            return Terms { rate: [f64::NAN; MOST_STATES], friction: f64::NAN, ..Terms::default() };
        }
        let Unfolding { plan, series, powerless, .. } = &series.work;
        // What decides comes first.
        let first = self.decisions();
        let told = |place: usize| plan.watched(first + place, k, series);
        let (rate, friction) = (std::array::from_fn(told), told(FRICTION));
        Terms {
            rate,
            friction: self.signed(sense, friction),
            power: if *powerless { 0.0 } else { told(POWER) },
            limit: if self.bristle { [0.0; 2] } else { [friction, told(HELD_BACKWARD)] },
        }
    }

    fn change(&self, sense: Sense, series: &mut InternalSeries, by: Values) -> Terms {
        let together = self.together(sense);
        let spot = Self::spot(At::of(sense, series), self.values(), self.form().first);
        let (changes, spot) = (&mut series.work.changes, ChangingSpot { spot, by });
        match self.form().pieced {
            true => {
                let on = self.on(&series.pieces);
                together.formula.told_on(&spot, &on, &together.told, changes);
            }
            false => together.formula.results(&spot, changes),
        }
        let told = |place: usize| changes[together.told[place]].change;
        Terms {
            rate: std::array::from_fn(told),
            friction: self.signed(sense, told(FRICTION)),
            power: told(POWER),
            limit: [0.0; 2],
        }
    }

    fn arrives(&self) -> bool {
        self.arrival.is_some() || self.stops != [false; MOST_STATES]
    }

    fn is_at_end(&self, sense: Sense, states: [f64; MOST_STATES], state: usize) -> bool {
        match (&self.arrival, sense) {
            (Some(arrival), Sense::Slip(direction)) => {
                state == 0 && arrival.is_at_end(direction, states[0])
            }
            (None, Sense::Slip(direction)) => self.is_stopped(direction, state, states[state]),
            (_, Sense::Rest | Sense::Free) => false,
        }
    }

    fn leaves_its_end(&self, state: usize) -> bool {
        !self.stops[state] && self.arrival.as_ref().is_none_or(Dahl::leaves_its_end)
    }

    fn limit_growth(&self) -> f64 {
        self.limit_growth
    }

    fn watches(&self, sense: Sense, states: [f64; MOST_STATES]) -> [Option<Watch>; 2] {
        match (&self.arrival, sense) {
            (Some(arrival), Sense::Slip(direction)) => [arrival.watch(direction, states[0]), None],
            (None, Sense::Slip(direction)) => {
                [0, 1].map(|state| self.stop(direction, state, states[state]))
            }
            (_, Sense::Rest | Sense::Free) => [None, None],
        }
    }

    fn enter(&self, sense: Sense, states: &mut [f64; MOST_STATES]) {
        if sense == Sense::Free {
            for (state, at_once) in states.iter_mut().zip(self.form().unloaded) {
                *state = at_once.unwrap_or(*state);
            }
        }
    }

    fn enter_change(&self, sense: Sense, _by: Values) -> [Option<f64>; MOST_STATES] {
        match sense {
            Sense::Free => self.form().unloaded.map(|at_once| at_once.map(|_| 0.0)),
            Sense::Slip(_) | Sense::Rest => [None; MOST_STATES],
        }
    }

    fn arrive(&self, sense: Sense, state: usize, states: &mut [f64; MOST_STATES]) {
        if let (Sense::Slip(direction), Some(end)) = (sense, self.tends[state]) {
            states[state] = direction.sign() * end;
        }
    }

    fn stored(&self, states: [f64; MOST_STATES]) -> f64 {
        self.form().stored.evaluate(&self.place(At::rest(states, [0.0; WHEREABOUTS])))
    }

    fn check_start(
        &self,
        states: [f64; MOST_STATES],
        there: Option<&Whereabouts>,
    ) -> Result<(), Broken> {
        let form = self.kind.form();
        for rule in form.rules.iter().filter(|rule| rule.of_start) {
            if Form::value(&rule.holds, self.values()) == 0.0 {
                return Err(Broken(rule.text.clone(), rule.parameters.clone()));
            }
        }
        let nowhere = [0.0; WHEREABOUTS];
        let there = there.or(self.form().seen.is_empty().then_some(&nowhere));
        there.filter(|_| form.checked).map_or(Ok(()), |there| self.check(states, there))
    }

    fn sizes(&self) -> [f64; MOST_STATES] {
        self.sizes
    }

    fn weights(&self) -> [f64; MOST_STATES] {
        self.weights
    }
}
