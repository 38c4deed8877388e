//! The paper of a picture: its frame, texts, strokes, and axes with their labels.

use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::prelude::{
    Cartesian2d, Color, DrawingArea, IntoDrawingArea, IntoFont, RGBColor, SVGBackend, ShapeStyle,
    Text, WHITE,
};
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axes::Axis;
use super::style::*;
use crate::cli::failure::Failure;

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

/// Draws the picture of a size in pixels.
///
/// # Errors
/// Those of `draw`, and of the drawing library.
pub fn svg(
    (width, height): (u32, u32),
    draw: impl FnOnce(&Area) -> Result<(), Failure>,
) -> Result<String, Failure> {
    let mut text = String::new();
    let whole = (width * SCALE, height * SCALE);
    {
        let area = SVGBackend::with_string(&mut text, whole).into_drawing_area();
        area.fill(&WHITE).map_err(Failure::job)?;
        draw(&area)?;
        area.present().map_err(Failure::job)?;
    }
    // shown in pixels: the frame keeps the units of the drawing
    let size = |(width, height)| format!("<svg width=\"{width}\" height=\"{height}\"");
    Ok(text.replacen(&size(whole), &size((width, height)), 1))
}

/// Draws the axes of a chart, with the labels of x and y and what their ticks are called.
///
/// # Errors
/// None but those of the drawing library.
pub fn mesh(
    chart: &mut Chart,
    [x_label, y_label]: [String; 2],
    [x_tick, y_tick]: [&dyn Fn(&f64) -> String; 2],
) -> Result<(), Failure> {
    let written = |size| (FONT, font(size)).into_font().color(&TEXT);
    chart
        .configure_mesh()
        .x_max_light_lines(1)
        .y_max_light_lines(1)
        .light_line_style(stroke(THIN, &RASTER))
        .bold_line_style(stroke(THIN, &RASTER))
        .axis_style(stroke(THIN, &AXIS))
        .set_all_tick_mark_size(units(4.0))
        .x_labels(X_TICKS + 2)
        .y_labels(Y_TICKS + 2)
        .x_label_formatter(&x_tick)
        .y_label_formatter(&y_tick)
        .label_style(written(TICK_SIZE))
        .axis_desc_style(written(LABEL_SIZE))
        .x_desc(x_label)
        .y_desc(y_label)
        .draw()
        .map_err(Failure::job)
}

/// Draws text that begins or ends at a point, at half its height.
///
/// # Errors
/// None but those of the drawing library.
pub fn text(
    area: &Area,
    text: &str,
    (x, y): (f64, f64),
    size: f64,
    side: HPos,
) -> Result<(), Failure> {
    let style = (FONT, font(size)).into_font().color(&TEXT);
    let style: TextStyle = style.pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(text.to_owned(), (units(x), units(y)), style)).map_err(Failure::job)
}

pub fn stroke(width: f64, colour: &RGBColor) -> ShapeStyle {
    ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: units(width) as u32 }
}

fn font(size: f64) -> f64 {
    size * FONT_UNIT * f64::from(SCALE)
}
