//! Places along a line, as near to those wanted as their distances allow.

/// Finds the places in the given order that are at least `apart[i]` from the one before (the first entry is not used)
/// and for which the sum of squared differences to `wanted` is smallest, by pooling neighbours that are too close.
pub fn spread(wanted: &[f64], apart: &[f64]) -> Vec<f64> {
    // Without the distances the places need only ascend: isotonic regression.
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(wanted.len());
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (index, (&place, &distance)) in wanted.iter().zip(apart).enumerate() {
        if index > 0 {
            offset += distance;
        }
        offsets.push(offset);
        let mut pool = (place - offset, 1);
        while let Some(&(sum, count)) = pools.last() {
            if sum / (count as f64) <= pool.0 / (pool.1 as f64) {
                break;
            }
            pools.pop();
            pool = (pool.0 + sum, pool.1 + count);
        }
        pools.push(pool);
    }
    let means = pools.iter().flat_map(|&(sum, count)| vec![sum / count as f64; count]);
    means.zip(offsets).map(|(mean, offset)| mean + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn places_that_are_far_enough_apart_stay() {
        assert_eq!(spread(&[0.0, 5.0, 20.0], &[0.0, 5.0, 10.0]), [0.0, 5.0, 20.0]);
    }

    #[test]
    fn places_that_are_too_close_give_way_alike() {
        assert_eq!(spread(&[1.0, 1.0], &[0.0, 4.0]), [-1.0, 3.0]);
        assert_eq!(spread(&[0.0, 0.0, 10.0], &[0.0, 2.0, 3.0]), [-1.0, 1.0, 10.0]);
        assert_eq!(spread(&[], &[]), [0.0; 0]);
    }
}
