//! Springs whose deflection without force, and whose gap, lie anywhere.

use super::draws::Draws;
use super::laws::Keys;

/// Moves a spring's deflection without force, and its gap.
pub fn place(draws: &mut Draws, keys: &mut Keys) {
    if draws.chance(0.5) {
        keys.push(("offset", format!("{:?}", draws.mixed(&[0.1], -0.5, 0.5))));
    }
    let has = |key| keys.iter().any(|(name, _)| *name == key);
    if !has("freeplay") && !has("cubic") && draws.chance(0.5) {
        keys.push(("preload", format!("{:?}", draws.mixed(&[1.0], -3.0, 3.0))));
    } else if let Some((_, gap)) = keys.iter_mut().find(|(name, _)| *name == "freeplay")
        && draws.chance(0.5)
    {
        let from = draws.mixed(&[0.0, -0.1], -0.5, 0.3);
        *gap = format!("[{from:?}, {:?}]", from + draws.mixed(&[0.1], 0.0, 0.5));
    }
}
