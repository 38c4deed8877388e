//! Time histories as SVG, for notebooks.

use luztar_cli::cli::failure::Failure;
use luztar_cli::cli::study::chart::{Chart, Kind, Panel, Series};

use crate::record::numbers;

/// Most panels, curves of a panel, and transitions that are drawn.
const PANELS: usize = 4;
const CURVES: usize = 8;
const MARKS: usize = 24;

/// A variable: its name, its values as 64-bit floating-point numbers, and true if these hold up to the next time.
pub type Curve = (String, Vec<u8>, bool);

/// Draws variables over time, in panels by unit, with lines at the transitions unless these are many.
///
/// # Errors
/// None but those of the drawing library.
pub fn picture(
    title: String,
    time: &[u8],
    panels: Vec<(String, Vec<Curve>)>,
    transitions: &[f64],
) -> Result<String, Failure> {
    let time = numbers(time);
    let panels = panels.into_iter().take(PANELS).map(|(unit, curves)| {
        let curves = curves.into_iter().take(CURVES).enumerate();
        let curves: Vec<Series> = curves
            .map(|(index, (name, values, held))| {
                let points = points(&time, &numbers(&values), held);
                Series::new(&name, index, Kind::Line, points)
            })
            .collect();
        let values = || curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
        let range =
            values().fold(f64::INFINITY, f64::min)..values().fold(f64::NEG_INFINITY, f64::max);
        let marks = transitions.iter().filter(|_| transitions.len() <= MARKS);
        let marks = marks.map(|at| Series::mark(*at, range.clone()));
        let series = marks.collect::<Vec<_>>().into_iter().chain(curves).collect();
        Panel { x_label: "time, s".to_owned(), y_label: unit, series, x: None }
    });
    Chart { title, panels: panels.collect() }.svg()
}

/// Returns the points of a curve.
fn points(time: &[f64], values: &[f64], held: bool) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::with_capacity(time.len());
    for (&x, &y) in time.iter().zip(values) {
        if let Some(&(_, last)) = points.last().filter(|_| held) {
            points.push((x, last));
        }
        points.push((x, y));
    }
    points
}
