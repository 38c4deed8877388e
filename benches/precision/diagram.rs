//! The diagram of work and precision: a panel per unit, both axes logarithmic.

use std::error::Error;
use std::path::Path;

use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Row, Table};

/// Colours of the methods, told apart by readers with any colour vision: M. Okabe, K. Ito, Color Universal Design, 2008.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(0, 0, 0),
];
const GREY: RGBColor = RGBColor(225, 225, 225);
const DARK: RGBColor = RGBColor(150, 150, 160);

const WIDTH: u32 = 760;
/// Heights of a panel and of the names above them all.
const PANEL: u32 = 300;
const NAMES: u32 = 62;
/// Names of methods in a line above the panels.
const IN_LINE: usize = 4;

type Failure = Box<dyn Error>;
type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Returns the methods of all tables, in their order.
fn methods(tables: &[Table]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in tables.iter().flat_map(|table| &table.rows) {
        if !names.contains(&row.method.as_str()) {
            names.push(&row.method);
        }
    }
    names
}

fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

fn names(area: &Area, methods: &[&str]) -> Result<(), Failure> {
    let style = ("sans-serif", 16).into_font().color(&BLACK);
    let style = style.pos(Pos::new(HPos::Left, VPos::Center));
    let column = WIDTH as i32 / IN_LINE as i32;
    for (index, name) in methods.iter().enumerate() {
        let (line, place) = (index / IN_LINE, index % IN_LINE);
        let (x, y) = (14 + column * place as i32, 20 + 24 * line as i32);
        area.draw(&Circle::new((x, y), 4, colour(index).filled()))?;
        area.draw(&Text::new((*name).to_owned(), (x + 10, y), style.clone()))?;
    }
    Ok(())
}

/// Returns whole powers of ten around values.
fn decades(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
        (low.min(value.log10().floor()), high.max(value))
    });
    10f64.powf(low)..10f64.powf(high.log10().ceil())
}

/// Returns `10⁻³`
fn power(value: &f64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let exponent = value.log10().round() as i32;
    let digits = exponent.abs().to_string();
    let raised = digits.bytes().map(|digit| DIGITS[usize::from(digit - b'0')]);
    let sign = if exponent < 0 { "⁻" } else { "" };
    format!("10{sign}{}", raised.collect::<String>())
}

fn panel(area: &Area, table: &Table, methods: &[&str]) -> Result<(), Failure> {
    let point = |row: &Row| Some((row.seconds, row.error?.max(table.floor)));
    let points = || table.rows.iter().filter_map(point);
    let x = decades(points().map(|point| point.0));
    let y = decades(points().map(|point| point.1));
    let mut chart = ChartBuilder::on(area)
        .caption(&table.unit, ("sans-serif", 19))
        .margin(6)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(x.clone().log_scale(), y.clone().log_scale())?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .bold_line_style(GREY)
        .x_labels(8)
        .y_labels(8)
        .x_label_formatter(&power)
        .y_label_formatter(&power)
        .label_style(("sans-serif", 15))
        .axis_desc_style(("sans-serif", 15))
        .x_desc("CPU time per simulated second")
        .y_desc("error of transitions, s")
        .draw()?;
    let floor = [(x.start, table.floor), (x.end, table.floor)];
    chart.draw_series([PathElement::new(floor, DARK.stroke_width(1))])?;
    for (index, method) in methods.iter().enumerate() {
        let those = table.rows.iter().filter(|row| row.method == *method);
        let points: Vec<(f64, f64)> = those.filter_map(point).collect();
        let dots = points.iter().map(|at| Circle::new(*at, 4, colour(index).filled()));
        chart.draw_series(dots)?;
        chart.draw_series([PathElement::new(points, colour(index).stroke_width(1))])?;
    }
    Ok(())
}

/// Draws the tables.
///
/// # Errors
/// An error of the file.
pub fn draw(tables: &[Table], path: &Path) -> Result<(), Failure> {
    let height = NAMES + PANEL * tables.len() as u32;
    let area = SVGBackend::new(path, (WIDTH, height)).into_drawing_area();
    area.fill(&WHITE)?;
    let methods = methods(tables);
    let (above, below) = area.split_vertically(NAMES);
    names(&above, &methods)?;
    for (panel_area, table) in below.split_evenly((tables.len(), 1)).iter().zip(tables) {
        panel(panel_area, table, &methods)?;
    }
    area.present()?;
    Ok(())
}
