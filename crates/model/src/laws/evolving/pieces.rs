//! Decisions of a law by what moves: on which branches they are, and where these end.

use super::{At, Evolving};
use crate::algebra::{Dual, Magnitude, On, TIED, finite};
use crate::laws::given::{STATE, THERE};
use crate::laws::internal::InternalSeries;
use crate::laws::sense::{MOST_STATES, Sense};
use crate::laws::whereabouts::{WHEREABOUTS, Whereabouts};

impl Evolving {
    /// Returns the number of decisions that are on branches.
    pub fn decisions(&self) -> usize {
        let form = self.form();
        if form.pieced { form.slipping.decisions.len() } else { 0 }
    }

    /// Returns the decisions on given branches.
    pub fn on<'p>(&'p self, pieces: &'p [usize]) -> On<'p> {
        On { decisions: &self.form().slipping.decisions, pieces }
    }

    /// Returns a level of a decision, if there are so many.
    pub fn level(&self, decision: usize, level: usize) -> Option<f64> {
        let decisions = &self.form().slipping.decisions;
        let numbers = self.place(At::rest([0.0; MOST_STATES], [0.0; WHEREABOUTS]));
        (level < decisions.levels(decision, &numbers))
            .then(|| decisions.level(decision, level, &numbers))
    }

    /// True if a decision jumps at its level, so that a number which stays there is on [`TIED`].
    pub fn jumps(&self, decision: usize) -> bool {
        self.form().slipping.decisions.jumps(decision)
    }

    /// Returns the change of the number of a decision, as the change of the law was found last.
    pub fn decision_change(&self, decision: usize, series: &InternalSeries) -> f64 {
        self.form().slipping.decisions.change(decision, &series.work.changes)
    }

    /// Returns the branch of a decision, by the number that decides, and moves.
    pub fn piece(&self, decision: usize, number: f64) -> usize {
        (0..)
            .take_while(|level| self.level(decision, *level).is_some_and(|at| number >= at))
            .count()
    }

    /// Takes the branches of all decisions from where everything is at the start of a series.
    pub fn find_pieces(&self, sense: Sense, series: &mut InternalSeries) {
        let count = self.decisions();
        series.pieces.clear();
        series.pieces.resize(count, 0);
        let form = self.form();
        let spot = self.place(At::of(sense, series));
        let results = &mut series.work.results;
        form.slipping.formula.results(&spot, results);
        for decision in 0..count {
            let number = form.slipping.decisions.number(decision, results);
            let is_tied = number == 0.0 && self.jumps(decision);
            series.pieces[decision] = if is_tied { TIED } else { self.piece(decision, number) };
        }
    }

    /// Takes the decisions of a series along which a contact slips onto the branches on which slip that begins leads them.
    pub(super) fn lead_slip(&self, sense: Sense, series: &mut InternalSeries) {
        if self.form().pieced && matches!(sense, Sense::Slip(_)) {
            self.lead(At::of(sense, series), &mut series.pieces, &mut series.work.changes);
        }
    }

    /// Takes decisions that are at their level onto the branches on which slip that begins at `at` leads them; `changes` is a
    /// workspace.
    pub(super) fn lead(&self, at: At, pieces: &mut [usize], changes: &mut Vec<Dual<f64>>) {
        if at.slip != 0.0 || !pieces.contains(&TIED) {
            return;
        }
        let (values, form) = (self.values(), self.form());
        let mut spot = Self::spot::<Dual<f64>>(at, values, form.first);
        spot.at.argument.change = 1.0;
        form.slipping.formula.results_on(&spot, &self.on(pieces), changes);
        for (decision, piece) in pieces.iter_mut().enumerate() {
            let change = form.slipping.decisions.change(decision, changes);
            if *piece == TIED && change != 0.0 {
                *piece = usize::from(change > 0.0);
            }
        }
    }

    /// True if nothing is known to move the number by which is decided at the start of a series, on its branches. `moved` are
    /// derivatives of the whereabouts, NaN where they are unknown, as those of states and of slip are.
    pub fn stays(
        &self,
        (sense, decision): (Sense, usize),
        series: &mut InternalSeries,
        moved: &Whereabouts,
    ) -> bool {
        let form = self.form();
        let mut spot = Self::spot::<Dual<f64>>(At::of(sense, series), self.values(), form.first);
        let slips = if matches!(sense, Sense::Slip(_)) { f64::NAN } else { 0.0 };
        (spot.at.argument.change, spot.at.load.change) = (slips, f64::NAN);
        spot.own[STATE..][..MOST_STATES].iter_mut().for_each(|own| own.change = f64::NAN);
        for (own, moved) in spot.own[THERE..].iter_mut().zip(moved) {
            own.change = *moved;
        }
        let changes = &mut series.work.changes;
        form.slipping.formula.results_on(&spot, &self.on(&series.pieces), changes);
        form.slipping.decisions.change(decision, changes) == 0.0
    }

    /// Finds the numbers by which is decided at the start of a series, on its branches, and their sizes; `slip` and `there`
    /// are the magnitudes of the terms of the slip velocity and of the whereabouts.
    pub fn decide(
        &self,
        sense: Sense,
        series: &mut InternalSeries,
        slip: f64,
        there: &Whereabouts,
    ) {
        let (form, at) = (self.form(), At::of(sense, series));
        let on = self.on(&series.pieces);
        let formula = &form.slipping.formula;
        formula.results_on(&self.place(at), &on, &mut series.work.results);
        let mut spot = Self::spot::<Magnitude>(at, self.values(), form.first);
        spot.at.argument.size = slip;
        spot.at.load.size = at.load.abs();
        for (own, state) in spot.own[STATE..].iter_mut().zip(at.states) {
            own.size = state.abs();
        }
        for (own, size) in spot.own[THERE..].iter_mut().zip(there) {
            own.size = *size;
        }
        formula.results_on(&spot, &on, &mut series.work.sizes);
        let decisions = &form.slipping.decisions;
        let (results, sizes) = (&series.work.results, &series.work.sizes);
        series.work.decided.clear();
        series.work.decided.extend((0..decisions.len()).map(|decision| {
            (decisions.number(decision, results), finite(decisions.size(decision, sizes)))
        }));
    }

    /// Makes room for branches.
    pub(super) fn reserve_pieces(&self, series: &mut InternalSeries) {
        let (count, nodes) = (self.decisions(), self.form().slipping.formula.nodes().len());
        series.pieces.reserve(count);
        series.work.pieces.reserve(count);
        series.work.decided.reserve(count);
        series.work.sizes.reserve(if count > 0 { nodes } else { 0 });
    }
}
