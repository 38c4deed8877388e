//! Values of parameters to run: grids of ranges, and Latin hypercubes, in which each of n samples has each of n equal
//! parts of each range for itself (M. D. McKay, R. J. Beckman, W. J. Conover, Technometrics 21 (1979) 2).

/// Returns `count` numbers from `first` to `last`, evenly; both ends are met exactly, and `first` alone if there is one.
pub fn range(first: f64, last: f64, count: usize) -> Vec<f64> {
    let parts = count.saturating_sub(1).max(1) as f64;
    let value = |k: usize| match k {
        _ if k + 1 == count && count > 1 => last,
        _ => first + (last - first) * (k as f64 / parts),
    };
    (0..count).map(value).collect()
}

/// Returns all combinations of one place from each of so many: the last runs fastest.
pub fn grid(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &size in sizes {
        let longer = |head: &Vec<usize>| {
            let head = head.clone();
            (0..size).map(move |place| [head.as_slice(), &[place]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Returns `count` points of a Latin hypercube: of each range one value in each of `count` equal parts, in an order
/// drawn from the seed.
pub fn latin_hypercube(ranges: &[(f64, f64)], count: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut random = Random(seed);
    let mut samples = vec![Vec::with_capacity(ranges.len()); count];
    for &(first, last) in ranges {
        let mut parts: Vec<usize> = (0..count).collect();
        for k in (1..count).rev() {
            parts.swap(k, random.below(k + 1));
        }
        for (sample, part) in samples.iter_mut().zip(parts) {
            let place = (part as f64 + random.unit()) / count as f64;
            sample.push(first + (last - first) * place);
        }
    }
    samples
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014): the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random number in [0, 1).
    fn unit(&mut self) -> f64 {
        const BITS: u32 = 53;
        (self.next() >> (64 - BITS)) as f64 / (1u64 << BITS) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        ((self.unit() * end as f64) as usize).min(end - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Random, grid, latin_hypercube, range};

    #[test]
    fn ranges_meet_their_ends() {
        assert_eq!(range(1.0, 2.0, 5), [1.0, 1.25, 1.5, 1.75, 2.0]);
        assert_eq!(range(3.0, 4.0, 1), [3.0]);
        assert_eq!(range(0.1, 0.7, 4).last(), Some(&0.7));
        assert!(range(0.0, 1.0, 0).is_empty());
    }

    #[test]
    fn grids_have_every_combination_once() {
        assert_eq!(grid(&[2, 3]), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(grid(&[]), [Vec::<usize>::new()]);
    }

    #[test]
    fn a_hypercube_has_one_value_in_each_part() {
        let samples = latin_hypercube(&[(0.0, 1.0), (-2.0, 2.0)], 50, 7);
        for (axis, (first, last)) in [(0.0, 1.0), (-2.0, 2.0)].into_iter().enumerate() {
            let part =
                |sample: &Vec<f64>| ((sample[axis] - first) / (last - first) * 50.0) as usize;
            let mut parts: Vec<usize> = samples.iter().map(part).collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..50).collect::<Vec<_>>());
        }
        assert_eq!(samples, latin_hypercube(&[(0.0, 1.0), (-2.0, 2.0)], 50, 7));
        assert_ne!(samples, latin_hypercube(&[(0.0, 1.0), (-2.0, 2.0)], 50, 8));
    }

    /// The reference implementation's first numbers from the seed 1234567.
    #[test]
    fn random_numbers_are_those_of_the_reference() {
        let mut random = Random(1_234_567);
        let expected =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.next(), random.next(), random.next()], expected);
    }
}
