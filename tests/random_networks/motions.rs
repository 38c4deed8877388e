//! Given motions over time.

use super::draws::Draws;
use super::plan::Line;

/// Least jump of a given velocity, m/s or rad/s.
const LEAST_JUMP: f64 = 0.05;

/// Parabolas: the position goes on, its velocity may jump. Where it does, accelerations go on: a jump that a
/// change of accelerations explains is none (docs/variables.md).
pub fn motion(
    draws: &mut Draws,
    jumps: &[bool],
    element: &str,
    words: [&str; 3],
    times: &[f64],
) -> [Line; 3] {
    let (mut position, mut velocity) = (draws.mixed(&[0.0], -0.2, 0.2), 0.0);
    let mut lines = words.map(|word| Line {
        name: format!("{element}.{word}"),
        pieces: Vec::new(),
        ramps: false,
        formula: None,
    });
    let mut rate = 0.0;
    for (segment, number) in times.windows(2).zip(0..) {
        let duration = segment[1] - segment[0];
        let jumps = jumps[number];
        if jumps {
            let next = draws.mixed(&[0.0, 0.2], -0.5, 0.5);
            // A jump of a hundredth of what accelerations do within a segment is none.
            let far = (next - velocity).abs() > LEAST_JUMP;
            velocity = if far || next == velocity { next } else { velocity + 0.2 };
        }
        if !jumps || number == 0 {
            rate = draws.mixed(&[0.0], -0.5, 0.5);
        }
        lines[0].pieces.push([position, velocity, 0.5 * rate]);
        lines[1].pieces.push([velocity, rate, 0.0]);
        lines[2].pieces.push([rate, 0.0, 0.0]);
        position += (velocity + 0.5 * rate * duration) * duration;
        velocity += rate * duration;
    }
    lines
}
