//! Springs whose deflection without force, and whose gap, lie anywhere.

use super::draws::Draws;
use super::laws::Keys;

/// Moves a spring's deflection without force, and its gap, which may be open on one side.
pub fn place(draws: &mut Draws, keys: &mut Keys, may_be_open: bool) {
    if draws.chance(0.5) {
        keys.push(("offset", format!("{:?}", draws.mixed(&[0.1], -0.5, 0.5))));
    }
    let has = |key| keys.iter().any(|(name, _)| *name == key);
    if !has("backlash") && !has("cubic") && draws.chance(0.5) {
        keys.push(("preload", format!("{:?}", draws.mixed(&[1.0], -3.0, 3.0))));
    } else if let Some(gap) = keys.iter_mut().find(|(name, _)| *name == "backlash")
        && draws.chance(0.5)
    {
        let from = draws.mixed(&[0.0, -0.1], -0.5, 0.3);
        let open = if may_be_open { draws.below(3) } else { 0 };
        let edges = match open {
            0 => [from, from + draws.mixed(&[0.1], 0.0, 0.5)],
            1 => [from, f64::INFINITY],
            _ => [f64::NEG_INFINITY, from],
        };
        *gap = ("gap", format!("{edges:?}"));
    }
}
