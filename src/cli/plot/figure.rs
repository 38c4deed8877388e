//! Drawing: title, key of the marks, panels one below the other.

use std::ops::Range;

use luztar::unit::{Kind as ValueKind, Unit};
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{
    Cartesian2d, Circle, Color, DrawingArea, IntoDrawingArea, IntoFont, PathElement, RGBColor,
    SVGBackend, ShapeStyle, Text, WHITE,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axes::{around, labels, tick};
use super::marks::{KINDS, Kind};
use super::plan::{Pair, Plan};
use super::record::Record;
use super::simplify::simplify;
use super::style::*;
use crate::cli::failure::Failure;

/// Left edge of the curves.
const LEFT: f64 = 0.5 * MARGIN + Y_LABELS;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

pub struct Figure<'a> {
    title: &'a str,
    unit: &'a Unit,
    record: &'a Record,
    panels: &'a [Vec<Pair>],
    /// Kinds of marks that occur.
    kinds: Vec<Kind>,
}

/// An entry of a row of names: where it stands, its text and colour.
struct Entry {
    at: (f64, f64),
    text: String,
    colour: RGBColor,
}

impl<'a> Figure<'a> {
    pub fn new(title: &'a str, unit: &'a Unit, plan: &'a Plan, record: &'a Record) -> Self {
        let occurs = |kind: &Kind| record.events.iter().any(|event| Kind::of(event) == *kind);
        let kinds = KINDS.into_iter().filter(occurs).collect();
        Self { title, unit, record, panels: &plan.panels, kinds }
    }

    pub fn usual_size(&self) -> (u32, u32) {
        let height =
            (SMALLEST_PICTURE - PANEL_HEIGHT) / 2 + PANEL_HEIGHT * self.panels.len() as u32;
        (WIDTH, height.max(SMALLEST_PICTURE))
    }

    /// The picture of a size in pixels.
    ///
    /// # Errors
    /// A size that has no room for the panels.
    pub fn svg(&self, (width, height): (u32, u32)) -> Result<String, Failure> {
        let mut text = String::new();
        let whole = (width * SCALE, height * SCALE);
        {
            let area = SVGBackend::with_string(&mut text, whole).into_drawing_area();
            area.fill(&WHITE).map_err(Failure::job)?;
            self.draw(&area, (f64::from(width), f64::from(height)))?;
            area.present().map_err(Failure::job)?;
        }
        // shown in pixels: the frame keeps the units of the drawing
        let size = |(width, height)| format!("<svg width=\"{width}\" height=\"{height}\"");
        Ok(text.replacen(&size(whole), &size((width, height)), 1))
    }

    fn draw(&self, area: &Area, (width, height): (f64, f64)) -> Result<(), Failure> {
        text(area, self.title, (MARGIN, MARGIN + TITLE_HEIGHT / 2.0), TITLE_SIZE)?;
        let mut top = MARGIN + TITLE_HEIGHT;
        let keys = self.kinds.iter().map(|kind| (kind.words().to_owned(), kind.colour()));
        let (keys, rows) = row(keys, (MARGIN, top), width - MARGIN);
        for entry in &keys {
            self.key(area, entry)?;
        }
        top += rows;
        let legends = self.panels.iter().map(|panel| self.names(panel));
        let legends: Vec<_> =
            legends.map(|names| row(names, (LEFT, 0.0), width - RIGHT_MARGIN)).collect();
        let used: f64 = legends.iter().map(|(_, rows)| rows + GAP).sum();
        let plot = (height - top - used - X_LABELS) / self.panels.len() as f64;
        if plot < SMALLEST_PANEL {
            let panels = self.panels.len();
            let rule = format!("has no room for {panels} panels of {SMALLEST_PANEL} pixels");
            return Err(Failure::Usage(format!("--size {width}x{height}: {rule}")));
        }
        for (number, (panel, (names, rows))) in self.panels.iter().zip(&legends).enumerate() {
            for entry in names {
                let Entry { at: (x, y), text: name, colour } = entry;
                let begin = (*x, top + y);
                line(area, begin, SAMPLE, CURVE_WIDTH, colour)?;
                text(area, name, (begin.0 + SAMPLE + GAP, begin.1), LABEL_SIZE)?;
            }
            top += rows + GAP;
            let last = number + 1 == self.panels.len();
            let below = if last { X_LABELS } else { 0.0 };
            let at = (units(LEFT - Y_LABELS), units(top));
            let size =
                (units(width - RIGHT_MARGIN - LEFT + Y_LABELS) as u32, units(plot + below) as u32);
            self.panel(&area.clone().shrink(at, size), panel, below)?;
            top += plot;
        }
        Ok(())
    }

    /// Names and colours of the curves, unless the axes name the only one.
    fn names(&self, panel: &[Pair]) -> Vec<(String, RGBColor)> {
        let name = |index: usize| self.unit.variables()[index].name.as_str();
        let names = panel.iter().zip(COLOURS).map(|(pair, colour)| match pair.x {
            Some(x) => (format!("{} over {}", name(pair.y), name(x)), colour),
            None => (name(pair.y).to_owned(), colour),
        });
        match panel {
            [Pair { x: Some(_), .. }] => Vec::new(),
            _ => names.collect(),
        }
    }

    /// The sample of a kind of marks, and its words.
    fn key(&self, area: &Area, entry: &Entry) -> Result<(), Failure> {
        let Entry { at: (x, y), text: words, colour } = entry;
        if self.over_time() {
            let style = stroke(MARK_WIDTH, colour).color.mix(MARK_OPACITY);
            let style = ShapeStyle { color: style, ..stroke(2.0 * MARK_WIDTH, colour) };
            let half = ROW_HEIGHT * 0.35;
            let ends = [-half, half].map(|d| (units(x + SAMPLE / 2.0), units(y + d)));
            area.draw(&PathElement::new(ends, style)).map_err(Failure::job)?;
        } else {
            let dot = (units(x + SAMPLE / 2.0), units(*y));
            area.draw(&Circle::new(dot, units(DOT_RADIUS), colour.filled()))
                .map_err(Failure::job)?;
        }
        text(area, words, (x + SAMPLE + GAP, *y), LABEL_SIZE)
    }

    fn over_time(&self) -> bool {
        self.panels.iter().flatten().all(|pair| pair.x.is_none())
    }

    /// Axes, marks and curves of a panel whose x axis has `below` pixels for its labels.
    fn panel(&self, area: &Area, panel: &[Pair], below: f64) -> Result<(), Failure> {
        let curves: Vec<Vec<(f64, f64)>> =
            panel.iter().map(|pair| self.record.curve(*pair)).collect();
        let points = || curves.iter().flatten();
        let x = match panel {
            [Pair { x: None, .. }, ..] => self.record.span(),
            _ => around(points().map(|point| point.0)),
        };
        let y = around(points().map(|point| point.1));
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(units(below))
            .y_label_area_size(units(Y_LABELS))
            .build_cartesian_2d(x.clone(), y.clone())
            .map_err(Failure::job)?;
        self.mesh(&mut chart, panel, (&x, &y), below > 0.0)?;
        if self.over_time() {
            for event in &self.record.events {
                let colour = Kind::of(event).colour();
                let color = colour.mix(MARK_OPACITY);
                let style = ShapeStyle { color, ..stroke(MARK_WIDTH, &colour) };
                let ends = [(event.time, y.start), (event.time, y.end)];
                chart.draw_series([PathElement::new(ends, style)]).map_err(Failure::job)?;
            }
        }
        self.curves(&chart, &curves)?;
        if !self.over_time() {
            for (event, pair) in
                self.record.events.iter().flat_map(|e| panel.iter().map(move |p| (e, p)))
            {
                if let Some(at) = self.record.at(*pair, event.time) {
                    let dot = Circle::new(at, units(DOT_RADIUS), Kind::of(event).colour().filled());
                    chart.draw_series([dot]).map_err(Failure::job)?;
                }
            }
        }
        Ok(())
    }

    fn mesh(
        &self,
        chart: &mut Chart,
        panel: &[Pair],
        (x, y): (&Range<f64>, &Range<f64>),
        labelled: bool,
    ) -> Result<(), Failure> {
        let (x_label, y_label) = labels(self.unit, panel);
        let whole = |index: usize| self.unit.variables()[index].kind != ValueKind::Real;
        let counts = panel.iter().all(|pair| whole(pair.y));
        let spacing = |range: &Range<f64>| 0.1 * (range.end - range.start);
        let x_tick = |value: &f64| if labelled { tick(*value, spacing(x)) } else { String::new() };
        let y_tick = |value: &f64| match counts && value.fract() != 0.0 {
            true => String::new(),
            false => tick(*value, spacing(y)),
        };
        chart
            .configure_mesh()
            .x_max_light_lines(1)
            .y_max_light_lines(1)
            .light_line_style(stroke(THIN, &RASTER))
            .bold_line_style(stroke(THIN, &RASTER))
            .axis_style(stroke(THIN, &AXIS))
            .set_all_tick_mark_size(units(4.0))
            .x_labels(X_TICKS)
            .y_labels(Y_TICKS)
            .x_label_formatter(&x_tick)
            .y_label_formatter(&y_tick)
            .label_style((FONT, font(TICK_SIZE)).into_font().color(&TEXT))
            .axis_desc_style((FONT, font(LABEL_SIZE)).into_font().color(&TEXT))
            .x_desc(if labelled { x_label } else { String::new() })
            .y_desc(y_label)
            .draw()
            .map_err(Failure::job)
    }

    /// Draws the curves, thinned on paper.
    fn curves(&self, chart: &Chart, curves: &[Vec<(f64, f64)>]) -> Result<(), Failure> {
        let paper = chart.plotting_area();
        let whole = paper.strip_coord_spec();
        let (x0, y0) = (whole.get_pixel_range().0.start, whole.get_pixel_range().1.start);
        for (curve, colour) in curves.iter().zip(COLOURS) {
            let points: Vec<(f64, f64)> = curve
                .iter()
                .map(|point| paper.map_coordinate(point))
                .map(|(x, y)| (f64::from(x - x0), f64::from(y - y0)))
                .collect();
            let points = simplify(&points, CURVE_TOLERANCE * f64::from(SCALE));
            let points: Vec<(i32, i32)> =
                points.into_iter().map(|(x, y)| (x as i32, y as i32)).collect();
            whole
                .draw(&PathElement::new(points, stroke(CURVE_WIDTH, &colour)))
                .map_err(Failure::job)?;
        }
        Ok(())
    }
}

/// Places entries from `at` on, in rows as wide as `right` allows; also gives the height of the rows.
fn row(
    entries: impl IntoIterator<Item = (String, RGBColor)>,
    at: (f64, f64),
    right: f64,
) -> (Vec<Entry>, f64) {
    let (mut x, mut rows) = (at.0, 0.0);
    let mut placed = Vec::new();
    for (text, colour) in entries {
        let width = SAMPLE + GAP + CHARACTER * text.chars().count() as f64 + 2.0 * GAP;
        if rows == 0.0 || x + width > right {
            (x, rows) = (at.0, rows + ROW_HEIGHT);
        }
        placed.push(Entry { at: (x, at.1 + rows - ROW_HEIGHT / 2.0), text, colour });
        x += width;
    }
    (placed, rows)
}

fn font(size: f64) -> f64 {
    size * FONT_UNIT * f64::from(SCALE)
}

fn stroke(width: f64, colour: &RGBColor) -> ShapeStyle {
    ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: units(width) as u32 }
}

/// Text that begins at a point, at half its height.
fn text(area: &Area, text: &str, (x, y): (f64, f64), size: f64) -> Result<(), Failure> {
    let style = (FONT, font(size)).into_font().color(&TEXT).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(text.to_owned(), (units(x), units(y)), style)).map_err(Failure::job)
}

/// A level line of a length.
fn line(
    area: &Area,
    (x, y): (f64, f64),
    length: f64,
    width: f64,
    colour: &RGBColor,
) -> Result<(), Failure> {
    let ends = [(units(x), units(y)), (units(x + length), units(y))];
    area.draw(&PathElement::new(ends, stroke(width, colour))).map_err(Failure::job)
}
