//! Sizes and colours of a picture. Lengths are in pixels unless they say otherwise.

use plotters::style::RGBColor;

/// Units of the drawing per pixel: the drawing library counts in whole units, which would show as
/// steps in curves.
pub const SCALE: u32 = 10;

/// Colours of curves, told apart by readers with any colour vision: M. Okabe, K. Ito, Color Universal
/// Design, 2008; yellow is replaced by black, which shows on white.
pub const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(120, 94, 60),
];
/// Most curves of a panel.
pub const MOST_CURVES: usize = 24;
/// Colours from the first to the last of many curves: dark to light also to eyes without colour, from the colour map
/// viridis (S. van der Walt, N. Smith, 2015).
const SCALE_COLOURS: [RGBColor; 5] = [
    RGBColor(68, 1, 84),
    RGBColor(59, 82, 139),
    RGBColor(33, 145, 140),
    RGBColor(94, 201, 98),
    RGBColor(220, 200, 30),
];
pub const TEXT: RGBColor = RGBColor(40, 40, 40);
pub const AXIS: RGBColor = RGBColor(90, 90, 90);
pub const RASTER: RGBColor = RGBColor(225, 225, 225);
/// Colour of what stands behind curves, but is to be seen.
pub const RASTER_DARK: RGBColor = RGBColor(150, 150, 160);

pub const FONT: &str = "sans-serif";
/// Font sizes of SVG; the drawing library's sizes are [`FONT_UNIT`] times as large.
pub const TITLE_SIZE: f64 = 16.0;
pub const LABEL_SIZE: f64 = 13.0;
pub const TICK_SIZE: f64 = 12.0;
pub const FONT_UNIT: f64 = 1.24;
/// Width of a character of labels, on average, for the space that names take.
pub const CHARACTER: f64 = 7.6;

pub const MARGIN: f64 = 12.0;
/// Room for half the number at the last tick.
pub const RIGHT_MARGIN: f64 = 22.0;
pub const TITLE_HEIGHT: f64 = 28.0;
/// Height of a row of names and keys.
pub const ROW_HEIGHT: f64 = 20.0;
pub const X_LABELS: f64 = 46.0;
pub const Y_LABELS: f64 = 68.0;
/// Length of the line before a name.
pub const SAMPLE: f64 = 20.0;
pub const GAP: f64 = 6.0;

pub const CURVE_WIDTH: f64 = 1.6;
/// Lines at transitions; more would hide the curves.
pub const MOST_LINES: usize = 20;
pub const MARK: RGBColor = RGBColor(170, 170, 185);
/// Colour behind the curves while the only contact sticks.
pub const SHADE: RGBColor = RGBColor(238, 238, 243);
/// Dots of a phase portrait; more would hide the curves.
pub const MOST_DOTS: usize = 200;
/// A row of the strip of states, the room beside its bar, and its name.
pub const STATE_HEIGHT: f64 = 15.0;
pub const STATE_GAP: f64 = 2.0;
pub const STATE_SIZE: f64 = 11.0;
pub const NARROW_CHARACTER: f64 = 6.2;
pub const DOT_RADIUS: f64 = 3.2;
pub const THIN: f64 = 0.8;
/// A curve is drawn within this of its points.
pub const CURVE_TOLERANCE: f64 = 0.1;

/// Height of a panel that can still be read.
pub const SMALLEST_PANEL: f64 = 60.0;
/// Ticks of an axis, about.
pub const X_TICKS: usize = 9;
pub const Y_TICKS: usize = 6;

/// Usual sizes of pictures.
pub const WIDTH: u32 = 720;
pub const PANEL_HEIGHT: u32 = 190;
pub const SMALLEST_PICTURE: u32 = 440;
/// Sizes that can be read, and that programs open.
const SIZES: std::ops::RangeInclusive<u32> = 200..=10_000;

/// Returns the colours of so many curves.
pub fn colours(count: usize) -> Vec<RGBColor> {
    if count <= COLOURS.len() {
        return COLOURS[..count].to_vec();
    }
    let last = (SCALE_COLOURS.len() - 1) as f64;
    let colour = |k: usize| {
        let place = last * k as f64 / (count - 1) as f64;
        let below = (place as usize).min(SCALE_COLOURS.len() - 2);
        let (low, high, share) =
            (SCALE_COLOURS[below], SCALE_COLOURS[below + 1], place - below as f64);
        let mix = |a: u8, b: u8| (f64::from(a) * (1.0 - share) + f64::from(b) * share) as u8;
        RGBColor(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
    };
    (0..count).map(colour).collect()
}

/// Pixels in units of the drawing.
pub fn units(pixels: f64) -> i32 {
    (pixels * f64::from(SCALE)).round() as i32
}

/// Reads `720x480`.
///
/// # Errors
/// The rule that the text breaks.
pub fn size(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| text.trim().parse().ok().filter(|n| SIZES.contains(n));
    let size = text.split_once(['x', '×']).and_then(|(w, h)| Some((number(w)?, number(h)?)));
    let (least, most) = (SIZES.start(), SIZES.end());
    size.ok_or_else(|| format!("must be WIDTHxHEIGHT with numbers from {least} to {most}"))
}
