//! Transitions of a run, and how far those of another are from them.

/// A contact that comes to rest or begins to slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// Time, s.
    pub time: f64,
    pub contact: usize,
    /// True if the contact begins to slip.
    pub slips: bool,
}

/// Records changes of the modes of contacts, −1, 0 or 1, as transitions: a change from one direction of slip to the
/// other is one to rest and one out of it.
pub fn change(time: f64, contact: usize, from: i32, to: i32, record: &mut Vec<Transition>) {
    if from != 0 && to != from {
        record.push(Transition { time, contact, slips: false });
    }
    if to != 0 && to != from {
        record.push(Transition { time, contact, slips: true });
    }
}

/// Returns the error of the times of a run: the largest distance from a transition of one of the runs to the nearest
/// one in the other of the same contact and kind. None if one has such transitions and the other has not.
pub fn error(found: &[Transition], exact: &[Transition]) -> Option<f64> {
    let nearest = |one: &Transition, others: &[Transition]| {
        let alike = |other: &&Transition| other.contact == one.contact && other.slips == one.slips;
        let distances = others.iter().filter(alike).map(|other| (other.time - one.time).abs());
        distances.min_by(f64::total_cmp)
    };
    let there = exact.iter().map(|one| nearest(one, found));
    let back = found.iter().map(|one| nearest(one, exact));
    there.chain(back).try_fold(0.0, |largest: f64, distance| Some(largest.max(distance?)))
}
