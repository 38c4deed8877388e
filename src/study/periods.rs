//! Displacements after which a mechanism is as it was, since its forces are periodic in positions: whole multiples of some,
//! a lattice.
//!
//! A row a says that a displacement d must have a whole number a·d. The first one divides the line along which nothing
//! else depends on d into periods; each further one keeps what is commensurable: with n teeth and m poles on a shaft,
//! turns by 2π/gcd(n, m).

/// Periods in a common one, at most.
const MOST_PERIODS: f64 = 1e4;
/// Greatest number of periods of one row in a common one: whole numbers up to it are far apart, relative to
/// [`WHOLE`].
const MOST_TURNS: f64 = 1e6;
/// Part of a number within which it is a whole one: some round-off of the products of ratios and parameters.
const WHOLE: f64 = 1e-12;

/// A displacement of the lattice.
#[derive(Clone, Debug)]
struct Period {
    /// Change of each state.
    displacement: Vec<f64>,
    /// Number of these in a change of the states: a row that is 1 along it, and 0 along the others.
    count: Vec<f64>,
}

/// A basis of the lattice.
#[derive(Clone, Debug, Default)]
pub(super) struct Periods(Vec<Period>);

impl Periods {
    /// Adds a row that no other one determines: `direction` is one across all rows before, along which this one is
    /// not 0.
    pub fn add(&mut self, row: Vec<f64>, direction: &[f64]) {
        let length = dot(&row, direction);
        let displacement: Vec<f64> = direction.iter().map(|entry| entry / length).collect();
        for period in &mut self.0 {
            let by = dot(&row, &period.displacement);
            subtract(&mut period.displacement, by, &displacement);
        }
        self.0.push(Period { displacement, count: row });
    }

    /// Keeps the displacements along which a row is a whole number.
    pub fn restrict(&mut self, row: &[f64]) {
        let Some((place, number)) = self.gather(row) else { return };
        match commensurable(&[number]) {
            Some((most, _)) => {
                let Period { displacement, count } = &mut self.0[place];
                displacement.iter_mut().for_each(|entry| *entry *= most);
                count.iter_mut().for_each(|entry| *entry /= most);
            }
            None => drop(self.0.remove(place)),
        }
    }

    /// Changes the basis so that a row is 0 along all periods but one; its place, and the row along it. Drops those
    /// that have no common measure.
    fn gather(&mut self, row: &[f64]) -> Option<(usize, f64)> {
        let along = |period: &Period| {
            let number = dot(row, &period.displacement);
            let terms = row.iter().zip(&period.displacement).map(|(a, b)| (a * b).abs());
            if number.abs() <= WHOLE * terms.sum::<f64>() { 0.0 } else { number }
        };
        let numbers: Vec<f64> = self.0.iter().map(along).collect();
        let unit = numbers.iter().copied().find(|number| *number != 0.0)?;
        let ratios: Vec<f64> = numbers.iter().map(|number| number / unit).collect();
        let Some((parts, mut wholes)) = commensurable(&ratios) else {
            let mut numbers = numbers.iter();
            self.0.retain(|_| numbers.next() == Some(&0.0));
            return None;
        };
        // Euclid's algorithm.
        loop {
            let left = (0..wholes.len()).filter(|place| wholes[*place] != 0.0);
            let least = left.min_by(|a, b| wholes[*a].abs().total_cmp(&wholes[*b].abs()))?;
            let Some(other) = (0..wholes.len()).find(|k| *k != least && wholes[*k] != 0.0) else {
                return Some((least, unit * wholes[least] / parts));
            };
            let by = (wholes[other] / wholes[least]).round();
            wholes[other] -= by * wholes[least];
            let taken = self.0[least].displacement.clone();
            subtract(&mut self.0[other].displacement, by, &taken);
            let given = self.0[other].count.clone();
            subtract(&mut self.0[least].count, -by, &given);
        }
    }

    /// Returns the displacement of whole periods that is next to a change of the states.
    pub fn nearest(&self, change: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; change.len()];
        for Period { displacement, count } in &self.0 {
            subtract(&mut all, -dot(count, change).round(), displacement);
        }
        all
    }

    /// Returns the least change of a state by whole periods; None if none changes it.
    pub fn of(&self, state: usize) -> Option<f64> {
        let mut row = vec![0.0; self.0.first()?.count.len()];
        row[state] = 1.0;
        self.clone().gather(&row).map(|(_, period)| period.abs())
    }
}

/// Returns the least number of parts of 1 of which some numbers all are multiples, and the multiples; None if it is too
/// large.
fn commensurable(numbers: &[f64]) -> Option<(f64, Vec<f64>)> {
    let mut parts = 1.0;
    while parts <= MOST_PERIODS {
        let multiple = |number: &f64| {
            let (exact, whole) = (parts * number, (parts * number).round());
            let near = (exact - whole).abs() <= WHOLE * exact.abs().max(1.0);
            let lost = whole == 0.0 && exact != 0.0;
            (near && !lost && whole.abs() <= MOST_TURNS).then_some(whole)
        };
        if let Some(wholes) = numbers.iter().map(multiple).collect() {
            return Some((parts, wholes));
        }
        parts += 1.0;
    }
    None
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn subtract(from: &mut [f64], by: f64, other: &[f64]) {
    from.iter_mut().zip(other).for_each(|(entry, other)| *entry -= by * other);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Periods of rows of which the first are independent.
    fn periods(rows: &[&[f64]], independent: usize) -> Periods {
        let mut found = Periods::default();
        for (k, row) in rows.iter().enumerate() {
            if k < independent {
                // Rows before that are 0 but for one entry.
                let mut direction = row.to_vec();
                direction[..k].fill(0.0);
                found.add(row.to_vec(), &direction);
            } else {
                found.restrict(row);
            }
        }
        found
    }

    #[test]
    fn rows_of_one_position_have_their_least_common_multiple() {
        for (rows, least) in [
            (vec![4.0], 0.25),
            (vec![4.0, 6.0], 0.5),
            (vec![-0.25, 1.0, 0.1], 20.0),
            (vec![1.0 / 3.0, 37.0 / 113.0], 339.0),
        ] {
            let all: Vec<[f64; 1]> = rows.iter().map(|row| [*row]).collect();
            let all: Vec<&[f64]> = all.iter().map(|row| &row[..]).collect();
            let found = periods(&all, 1);
            let period = found.of(0).expect("a period");
            assert!((period - least).abs() < 1e-12 * least, "{rows:?}: {period}");
            let whole = found.nearest(&[-2.4 * least])[0];
            assert!((whole + 2.0 * least).abs() < 1e-11 * least, "{rows:?}: {whole}");
        }
        for other in [2f64.sqrt(), 1e-13, 1.0 + 1e-9, 1e9 + 0.5] {
            assert_eq!(periods(&[&[1.0], &[other]], 1).of(0), None, "{other}");
        }
    }

    /// x, y and (x + y)/2 are whole: so are multiples of (1, 1) and (1, −1).
    #[test]
    fn rows_of_two_positions_have_a_lattice() {
        let found = periods(&[&[1.0, 0.0], &[0.0, 1.0], &[0.5, 0.5]], 2);
        assert_eq!((found.of(0), found.of(1)), (Some(1.0), Some(1.0)));
        for (change, whole) in [
            ([1.1, 0.9], [1.0, 1.0]),
            ([-0.9, 1.1], [-1.0, 1.0]),
            ([2.1, 0.1], [2.0, 0.0]),
            ([-7.1, 2.9], [-7.0, 3.0]),
        ] {
            assert_eq!(found.nearest(&change), whole, "{change:?}");
        }
        // A difference that is √2 of a turn leaves the turns of both by the same.
        let found = periods(&[&[1.0, 0.0], &[0.0, 1.0], &[2f64.sqrt(), -2f64.sqrt()]], 2);
        assert_eq!(found.nearest(&[3.1, 2.9]), [3.0, 3.0]);
        assert_eq!(found.of(1), Some(1.0));
        let found = periods(&[&[1.0, 0.0], &[0.0, 1.0], &[2f64.sqrt(), 0.5]], 2);
        assert_eq!((found.of(0), found.of(1)), (None, None));
    }
}
