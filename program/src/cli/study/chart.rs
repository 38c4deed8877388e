//! Pictures of studies: panels of curves or points, one below the other, as SVG. The same numbers give the same picture,
//! byte for byte.

use std::ops::Range;

use plotters::chart::ChartBuilder;
use plotters::prelude::{Color, EmptyElement, PathElement, RGBColor, Rectangle};
use plotters::style::text_anchor::HPos;

use crate::cli::failure::Failure;
use crate::cli::plot::axes::{Axis, around, tick, ticks};
use crate::cli::plot::paper::{Area, Chart as PaperChart, mesh, stroke, svg, text};
use crate::cli::plot::simplify::simplify;
use crate::cli::plot::style::*;

/// Height of a panel with its labels.
const PANEL: u32 = 340;
/// Free space between the label of a panel's x and the key of the next, in pixels.
const BETWEEN: f64 = 10.0;

pub struct Chart {
    pub title: String,
    pub panels: Vec<Panel>,
}

#[derive(Default)]
pub struct Panel {
    pub x_label: String,
    pub y_label: String,
    pub series: Vec<Series>,
    /// Range of x, if it is not that of the points.
    pub x: Option<Range<f64>>,
}

pub struct Series {
    /// Shown in the key if it is not empty.
    pub name: String,
    pub colour: RGBColor,
    pub kind: Kind,
    pub points: Vec<(f64, f64)>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Line,
    /// Squares of so many pixels.
    Dots(f64),
    Dashes,
    /// A line that stands out.
    Thick,
    /// Points in pairs: where an arrow stands, and the rates of x and y that it shows. All have one length: their directions
    /// tell the field, and lengths of many sizes would hide it.
    Arrows,
}

/// Width of a thick line, and length of an arrow and of the sides of its head, in pixels.
const THICK: f64 = 4.0;
const ARROW: f64 = 14.0;
const HEAD: f64 = 4.0;

impl Series {
    pub fn new(name: &str, number: usize, kind: Kind, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.to_owned(), colour: COLOURS[number % COLOURS.len()], kind, points }
    }

    /// Returns a vertical line at x over a range of y, without a name.
    pub fn mark(x: f64, y: Range<f64>) -> Self {
        let points = vec![(x, y.start), (x, y.end)];
        Self { name: String::new(), colour: MARK, kind: Kind::Line, points }
    }

    /// Returns the width of the line, in pixels.
    fn width(&self) -> f64 {
        match self.kind {
            Kind::Thick => THICK,
            Kind::Arrows => THIN,
            Kind::Line | Kind::Dashes | Kind::Dots(_) => CURVE_WIDTH,
        }
    }

    fn draw(&self, chart: &mut PaperChart) -> Result<(), Failure> {
        match self.kind {
            Kind::Dots(size) => self.draw_dots(chart, size),
            Kind::Line | Kind::Dashes | Kind::Thick => self.draw_line(chart),
            Kind::Arrows => self.draw_arrows(chart),
        }
    }

    /// Draws one square for all dots that fall on one place: diagrams have thousands of points.
    fn draw_dots(&self, chart: &mut PaperChart, size: f64) -> Result<(), Failure> {
        let step = units(0.5 * size).max(1);
        let points = self.points.iter().copied();
        let mut places: Vec<((i32, i32), (f64, f64))> =
            points.map(|point| (chart.backend_coord(&point), point)).collect();
        places.sort_by_key(|((x, y), _)| (x / step, y / step));
        places.dedup_by_key(|((x, y), _)| (*x / step, *y / step));
        let dot = |(_, point): ((i32, i32), (f64, f64))| {
            let corners = [(-step, -step), (step, step)];
            EmptyElement::at(point) + Rectangle::new(corners, self.colour.filled())
        };
        chart.draw_series(places.into_iter().map(dot)).map_err(Failure::job).map(|_| ())
    }

    fn draw_line(&self, chart: &mut PaperChart) -> Result<(), Failure> {
        let paper = chart.plotting_area();
        let spec = paper.strip_coord_spec();
        let (x0, y0) = (spec.get_pixel_range().0.start, spec.get_pixel_range().1.start);
        let placed: Vec<(f64, f64)> = self
            .points
            .iter()
            .map(|point| paper.map_coordinate(point))
            .map(|(x, y)| (f64::from(x - x0), f64::from(y - y0)))
            .collect();
        let thin = simplify(&placed, CURVE_TOLERANCE * f64::from(SCALE));
        let whole = |points: &[(f64, f64)]| -> Vec<(i32, i32)> {
            points.iter().map(|&(x, y)| (x as i32, y as i32)).collect()
        };
        let stroke = stroke(self.width(), &self.colour);
        let pieces: Vec<Vec<(i32, i32)>> = match self.kind {
            Kind::Dashes => dashes(&thin).iter().map(|piece| whole(piece)).collect(),
            _ => vec![whole(&thin)],
        };
        let mut pieces = pieces.into_iter();
        pieces
            .try_for_each(|piece| spec.draw(&PathElement::new(piece, stroke)).map_err(Failure::job))
    }

    fn draw_arrows(&self, chart: &mut PaperChart) -> Result<(), Failure> {
        let (x, y) = (chart.x_range(), chart.y_range());
        let (across, up) = chart.plotting_area().get_pixel_range();
        let scale = (
            f64::from(across.end - across.start) / (x.end - x.start),
            f64::from(up.end - up.start) / (y.end - y.start),
        );
        let pairs = self.points.chunks_exact(2).filter_map(|pair| {
            let (dx, dy) = (pair[1].0 * scale.0, -pair[1].1 * scale.1);
            let length = dx.hypot(dy);
            (length > 0.0).then_some((pair[0], (dx / length, dy / length)))
        });
        let stroke = stroke(self.width(), &self.colour);
        let arrow = |(at, (dx, dy)): ((f64, f64), (f64, f64))| {
            let place = |along: f64, aside: f64| {
                (units(along * dx - aside * dy), units(along * dy + aside * dx))
            };
            let (tip, back) = (0.5 * ARROW, 0.5 * ARROW - HEAD);
            let path = vec![
                place(-tip, 0.0),
                place(tip, 0.0),
                place(back, 0.5 * HEAD),
                place(tip, 0.0),
                place(back, -0.5 * HEAD),
            ];
            EmptyElement::at(at) + PathElement::new(path, stroke)
        };
        chart.draw_series(pairs.map(arrow)).map_err(Failure::job).map(|_| ())
    }
}

impl Chart {
    /// # Errors
    /// None but those of the drawing library.
    pub fn svg(&self) -> Result<String, Failure> {
        let height = PANEL * self.panels.len() as u32 + TITLE_HEIGHT as u32;
        svg((WIDTH, height), |area| {
            let at = (MARGIN, MARGIN + TITLE_HEIGHT / 2.0);
            text(area, &self.title, at, TITLE_SIZE, HPos::Left)?;
            let (_, below) = area.split_vertically(units(TITLE_HEIGHT + MARGIN));
            let parts = below.split_evenly((self.panels.len(), 1));
            parts.iter().zip(&self.panels).enumerate().try_for_each(|(k, (part, panel))| {
                let above = if k == 0 { 0.0 } else { BETWEEN };
                panel.draw(&part.split_vertically(units(above)).1)
            })
        })
    }
}

impl Panel {
    fn draw(&self, area: &Area) -> Result<(), Failure> {
        // The second of a pair of an arrow is no place.
        let places = |series: &Series| if series.kind == Kind::Arrows { 2 } else { 1 };
        let all =
            || self.series.iter().flat_map(|series| series.points.iter().step_by(places(series)));
        let finite = |values: Vec<f64>| match values.is_empty() {
            true => 0.0..1.0,
            false => around(values.into_iter()),
        };
        let x = self.x.clone().unwrap_or_else(|| finite(all().map(|point| point.0).collect()));
        let y = finite(all().map(|point| point.1).collect());
        let named: Vec<&Series> = self.series.iter().filter(|one| !one.name.is_empty()).collect();
        let key = if named.is_empty() { 0.0 } else { ROW_HEIGHT };
        let (head, body) = area.split_vertically(units(key));
        self.key(&head, &named)?;
        let (x_ticks, y_ticks) = (ticks(&x, X_TICKS, false), ticks(&y, Y_TICKS, false));
        let spacing = (0.1 * (x.end - x.start), 0.1 * (y.end - y.start));
        let mut chart = ChartBuilder::on(&body)
            .x_label_area_size(units(X_LABELS))
            .y_label_area_size(units(Y_LABELS))
            .margin_right(units(RIGHT_MARGIN))
            .margin_left(units(MARGIN))
            .build_cartesian_2d(Axis::new(x, x_ticks), Axis::new(y, y_ticks))
            .map_err(Failure::job)?;
        mesh(
            &mut chart,
            [self.x_label.clone(), self.y_label.clone()],
            [&|x| tick(*x, spacing.0), &|y| tick(*y, spacing.1)],
        )?;
        self.series.iter().try_for_each(|series| series.draw(&mut chart))
    }

    fn key(&self, area: &Area, named: &[&Series]) -> Result<(), Failure> {
        let mut x = MARGIN + Y_LABELS;
        for series in named {
            let middle = 0.5 * ROW_HEIGHT;
            let ends = [(units(x), units(middle)), (units(x + SAMPLE), units(middle))];
            match series.kind {
                Kind::Line | Kind::Arrows | Kind::Thick => {
                    let line = PathElement::new(ends, stroke(series.width(), &series.colour));
                    area.draw(&line).map_err(Failure::job)?;
                }
                Kind::Dashes => {
                    for begin in [0.0, 0.6] {
                        let from = x + begin * SAMPLE;
                        let ends = [from, from + 0.4 * SAMPLE].map(|x| (units(x), units(middle)));
                        let line = PathElement::new(ends, stroke(CURVE_WIDTH, &series.colour));
                        area.draw(&line).map_err(Failure::job)?;
                    }
                }
                Kind::Dots(_) => {
                    let (at, half) = (x + 0.5 * SAMPLE, DOT_RADIUS);
                    let corners = [(at - half, middle - half), (at + half, middle + half)];
                    let corners = corners.map(|(x, y)| (units(x), units(y)));
                    area.draw(&Rectangle::new(corners, series.colour.filled()))
                        .map_err(Failure::job)?;
                }
            }
            x += SAMPLE + GAP;
            text(area, &series.name, (x, middle), LABEL_SIZE, HPos::Left)?;
            x += CHARACTER * series.name.chars().count() as f64 + 2.0 * GAP;
        }
        Ok(())
    }
}

/// Returns a curve in dashes of 5 pixels.
fn dashes(curve: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let length = 5.0 * f64::from(SCALE);
    let (mut pieces, mut piece, mut drawn, mut left) = (Vec::new(), Vec::new(), true, length);
    piece.extend(curve.first().copied());
    for ends in curve.windows(2) {
        let (mut from, to) = (ends[0], ends[1]);
        loop {
            let rest = (to.0 - from.0).hypot(to.1 - from.1);
            if rest <= left {
                left -= rest;
                piece.push(to);
                break;
            }
            let share = left / rest;
            from = (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
            piece.push(from);
            let done = std::mem::replace(&mut piece, vec![from]);
            if drawn {
                pieces.push(done);
            }
            (drawn, left) = (!drawn, length);
        }
    }
    if drawn && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::dashes;

    #[test]
    fn dashes_cover_every_other_piece() {
        let found = dashes(&[(0.0, 0.0), (120.0, 0.0), (220.0, 0.0)]);
        let expected: [&[(f64, f64)]; 3] = [
            &[(0.0, 0.0), (50.0, 0.0)],
            &[(100.0, 0.0), (120.0, 0.0), (150.0, 0.0)],
            &[(200.0, 0.0), (220.0, 0.0)],
        ];
        assert_eq!(found, expected);
    }
}
