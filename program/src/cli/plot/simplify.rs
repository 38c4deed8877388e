//! A curve on paper with the fewest points: what lies within a small distance of the chord is left out.
//!
//! D. Douglas, T. Peucker: Algorithms for the reduction of the number of points required to represent a
//! digitized line, Cartographica 10 (1973) 2.

/// A point on paper, in units of the drawing.
pub type Point = (f64, f64);

/// Returns the points of `curve` that a line within `tolerance` of all of them needs; first and last stay.
pub fn simplify(curve: &[Point], tolerance: f64) -> Vec<Point> {
    if curve.len() < 3 {
        return curve.to_vec();
    }
    let mut kept = vec![false; curve.len()];
    (kept[0], kept[curve.len() - 1]) = (true, true);
    let mut open = vec![(0, curve.len() - 1)];
    while let Some((first, last)) = open.pop() {
        let farthest = (first + 1..last)
            .map(|k| (distance(curve[k], curve[first], curve[last]), k))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((far, k)) = farthest
            && far > tolerance
        {
            kept[k] = true;
            open.extend([(first, k), (k, last)]);
        }
    }
    let points = curve.iter().zip(kept);
    points.filter_map(|(&point, kept)| kept.then_some(point)).collect()
}

/// Returns the distance of `p` from the segment between `a` and `b`.
fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (ux, uy) = (b.0 - a.0, b.1 - a.1);
    let (vx, vy) = (p.0 - a.0, p.1 - a.1);
    let length = ux * ux + uy * uy;
    let along = if length > 0.0 { ((ux * vx + uy * vy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (vx - along * ux).hypot(vy - along * uy)
}

#[cfg(test)]
mod tests {
    use super::{distance, simplify};

    #[test]
    fn straight_parts_need_their_ends_only() {
        let zigzag: Vec<_> =
            (0..=40_i32).map(|k| (f64::from(k), f64::from((k % 20 - 10).abs()))).collect();
        let corners = [(0.0, 10.0), (10.0, 0.0), (20.0, 10.0), (30.0, 0.0), (40.0, 10.0)];
        assert_eq!(simplify(&zigzag, 0.1), corners);
    }

    #[test]
    fn every_point_stays_within_the_tolerance() {
        let circle: Vec<_> = (0..=1000)
            .map(|k| (f64::from(k) * 0.002 * std::f64::consts::PI).sin_cos())
            .map(|(s, c)| (500.0 * c, 500.0 * s))
            .collect();
        let short = simplify(&circle, 0.5);
        assert!(short.len() < 140, "{}", short.len());
        for &point in &circle {
            let near = short.windows(2).map(|ends| distance(point, ends[0], ends[1]));
            assert!(near.fold(f64::INFINITY, f64::min) <= 0.5, "{point:?}");
        }
    }

    #[test]
    fn a_curve_that_turns_back_keeps_its_turn() {
        assert_eq!(simplify(&[(0.0, 0.0), (9.0, 0.0), (1.0, 0.0)], 0.5).len(), 3);
        assert_eq!(simplify(&[(2.0, 2.0), (2.0, 2.0), (2.0, 2.0)], 0.5).len(), 2);
    }
}
