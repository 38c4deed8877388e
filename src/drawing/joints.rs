//! Symbols of couplings, and ratios as notes.

use crate::network::{Axis, End, Network, Parameter};

/// Symbol of a rigid connection of two bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// Two shafts with flanges.
    Shaft,
    /// A rod between bodies in translation.
    Rod,
    /// Two wheels, with the end that has the larger one.
    Gears { larger: Option<usize> },
    /// A wheel at one end, a rack at the other.
    Rack { pinion: usize },
    /// A lever between bodies in translation, with the end at the longer arm.
    Lever { longer: usize },
    /// A freewheel: it holds in one direction.
    Freewheel,
}

/// Returns the symbol of a coupling, by the axes of its bodies and its ratio.
pub fn joint(network: &Network, ends: [End; 2]) -> Joint {
    let turns = ends.map(|end| end.body.map(|body| network.bodies[body].axis == Axis::Rotation));
    let [first, second] =
        ends.map(|end| end.weight.map_or(1.0, |weight| network.parameters[weight.0].start.abs()));
    let is_geared = ends.iter().any(|end| end.weight.is_some());
    match turns {
        [Some(true), Some(false)] => Joint::Rack { pinion: 0 },
        [Some(false), Some(true)] => Joint::Rack { pinion: 1 },
        [Some(true), _] | [None, Some(true)] => match is_geared {
            true if first == second => Joint::Gears { larger: None },
            true => Joint::Gears { larger: Some(usize::from(second > first)) },
            false => Joint::Shaft,
        },
        _ if is_geared => Joint::Lever { longer: usize::from(second > first) },
        _ => Joint::Rod,
    }
}

/// Returns the radii or the ratio of two ends as a note, from each end on.
pub fn ratios(network: &Network, ends: [End; 2]) -> Option<[String; 2]> {
    let weights = ends.iter().filter_map(|end| Some(&network.parameters[end.weight?.0]));
    let weights = weights.filter(|weight| weight.unit.symbol().is_some() || weight.start != 1.0);
    let weights: Vec<&Parameter> = weights.collect();
    let written = |weight: &Parameter| match weight.unit.symbol() {
        Some(symbol) => format!("{} {symbol}", short(weight.start)),
        None => short(weight.start),
    };
    match weights[..] {
        [] => None,
        [only] => {
            let is_ratio = own_name(&only.name) == "ratio";
            let text = format!("{} {}", if is_ratio { "ratio" } else { "radius" }, written(only));
            Some([text.clone(), text])
        }
        [first, second, ..] => {
            let row = |one, other| format!("radii {}, {}", written(one), written(other));
            Some([row(first, second), row(second, first)])
        }
    }
}

/// Returns a number with four digits.
fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    rounded.to_string().replace('-', "−")
}

/// Returns the last part of a structured name: `force` of `block.force`.
pub fn own_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
