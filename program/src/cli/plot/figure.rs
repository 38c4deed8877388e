//! Drawing: title, key of the states, panels one below the other, the strip of states under them.

use std::ops::Range;

use luztar::unit::{ContactMode, Element, Kind as ValueKind, Model};
use plotters::chart::ChartBuilder;
use plotters::prelude::{Circle, Color, PathElement, RGBColor, Rectangle};
use plotters::style::text_anchor::HPos;

use super::axes::{Axis, around, labels, states, tick, ticks};
use super::marks::{KINDS, Kind};
use super::paper::{Area, Chart, mesh, stroke, svg, text};
use super::plan::{Pair, Plan};
use super::record::Record;
use super::simplify::simplify;
use super::strip::{self, Row};
use super::style::*;
use crate::cli::failure::{Failure, warn};

pub struct Figure<'a> {
    title: &'a str,
    unit: &'a Model,
    record: &'a Record,
    panels: &'a [Vec<Pair>],
    /// Kinds of marks that occur in a phase portrait.
    kinds: Vec<Kind>,
    /// The strip of states under time histories.
    rows: Vec<Row>,
    /// Left edge of the curves.
    left: f64,
}

/// An entry of a row of names: where it stands, its text and colour.
struct Entry {
    at: (f64, f64),
    text: String,
    colour: RGBColor,
}

impl<'a> Figure<'a> {
    pub fn new(title: &'a str, unit: &'a Model, plan: &'a Plan, record: &'a Record) -> Self {
        let panels = &plan.panels;
        let over_time = panels.iter().flatten().all(|pair| pair.x.is_none());
        let occurs = |kind: &Kind| record.events.iter().any(|event| Kind::of(event) == *kind);
        let kinds = KINDS.into_iter().filter(|kind| !over_time && occurs(kind)).collect();
        let (rows, left_out) =
            if over_time { strip::rows(unit, record) } else { Default::default() };
        if left_out > 0 {
            let told =
                format!("the states of {left_out} elements have no room: choose with --mark");
            warn(&told);
        }
        let names = rows.iter().map(|row| row.name.chars().count());
        let room = NARROW_CHARACTER * names.max().unwrap_or(0) as f64 + GAP;
        Self { title, unit, record, panels, kinds, rows, left: 0.5 * MARGIN + Y_LABELS.max(room) }
    }

    pub fn usual_size(&self) -> (u32, u32) {
        let height =
            (SMALLEST_PICTURE - PANEL_HEIGHT) / 2 + PANEL_HEIGHT * self.panels.len() as u32;
        (WIDTH, height.max(SMALLEST_PICTURE) + self.strip_height().ceil() as u32)
    }

    /// Returns the height of the strip with what stands above it, without the labels of its time.
    fn strip_height(&self) -> f64 {
        if self.rows.is_empty() { 0.0 } else { 2.0 * GAP + STATE_HEIGHT * self.rows.len() as f64 }
    }

    /// Draws the picture of a size in pixels.
    ///
    /// # Errors
    /// A size that has no room for the panels.
    pub fn svg(&self, (width, height): (u32, u32)) -> Result<String, Failure> {
        svg((width, height), |area| self.draw(area, (f64::from(width), f64::from(height))))
    }

    fn draw(&self, area: &Area, (width, height): (f64, f64)) -> Result<(), Failure> {
        text(area, self.title, (MARGIN, MARGIN + TITLE_HEIGHT / 2.0), TITLE_SIZE, HPos::Left)?;
        let mut top = MARGIN + TITLE_HEIGHT;
        top += self.key(area, (MARGIN, top), width - MARGIN)?;
        let legends = self.panels.iter().map(|panel| self.names(panel));
        let legends: Vec<_> =
            legends.map(|names| row(names, (self.left, 0.0), width - RIGHT_MARGIN)).collect();
        let used: f64 = legends.iter().map(|(_, rows)| rows + GAP).sum();
        let below = X_LABELS + self.strip_height();
        let plot = (height - top - used - below) / self.panels.len() as f64;
        if plot < SMALLEST_PANEL {
            let panels = self.panels.len();
            let rule = format!(
                "has no room for {panels} panels of {SMALLEST_PANEL} pixels; choose a greater height"
            );
            return Err(Failure::Usage(format!("--size {width}x{height}: {rule}")));
        }
        let part = |top: f64, height: f64| {
            let size = (units(width - RIGHT_MARGIN - self.left + Y_LABELS), units(height));
            let at = (units(self.left - Y_LABELS), units(top));
            area.clone().shrink(at, (size.0 as u32, size.1 as u32))
        };
        for (number, (panel, (names, rows))) in self.panels.iter().zip(&legends).enumerate() {
            for entry in names {
                let Entry { at: (x, y), text: name, colour } = entry;
                let begin = (*x, top + y);
                line(area, begin, SAMPLE, CURVE_WIDTH, colour)?;
                text(area, name, (begin.0 + SAMPLE + GAP, begin.1), LABEL_SIZE, HPos::Left)?;
            }
            top += rows + GAP;
            let labelled = number + 1 == self.panels.len() && self.rows.is_empty();
            let labels = if labelled { X_LABELS } else { 0.0 };
            self.panel(&part(top, plot + labels), panel, labels)?;
            top += plot;
        }
        if self.rows.is_empty() {
            return Ok(());
        }
        top += 2.0 * GAP;
        for (number, row) in self.rows.iter().enumerate() {
            let at = (self.left - GAP, top + STATE_HEIGHT * (number as f64 + 0.5));
            text(area, &row.name, at, STATE_SIZE, HPos::Right)?;
        }
        self.strip(&part(top, STATE_HEIGHT * self.rows.len() as f64 + X_LABELS))
    }

    /// Returns the names and colours of the curves, unless the axes name the only one; of many the first and the last.
    fn names(&self, panel: &[Pair]) -> Vec<(String, RGBColor)> {
        let name = |index: usize| self.unit.variables()[index].name.as_str();
        let names = panel.iter().zip(colours(panel.len())).map(|(pair, colour)| match pair.x {
            Some(x) => (format!("{} over {}", name(pair.y), name(x)), colour),
            None => (name(pair.y).to_owned(), colour),
        });
        let mut names: Vec<_> = names.collect();
        match panel {
            [Pair { x: Some(_), .. }] => Vec::new(),
            _ if names.len() <= COLOURS.len() => names,
            _ => {
                let between = names.len() - 2;
                let last = names.pop().expect("many");
                names.truncate(1);
                names[0].0.push_str(&format!(", {between} more to"));
                names.push(last);
                names
            }
        }
    }

    /// Draws the colours of states, or the dots of transitions, with their words; returns the height that they take.
    fn key(&self, area: &Area, at: (f64, f64), right: f64) -> Result<f64, Failure> {
        let dots = self.kinds.iter().map(|kind| (kind.words().to_owned(), kind.colour()));
        let (entries, rows) =
            row(strip::key(self.unit, &self.rows).into_iter().chain(dots), at, right);
        for Entry { at: (x, y), text: words, colour } in &entries {
            if self.rows.is_empty() {
                let dot = (units(x + SAMPLE / 2.0), units(*y));
                let dot = Circle::new(dot, units(DOT_RADIUS), colour.filled());
                area.draw(&dot).map_err(Failure::job)?;
            } else {
                let half = 0.5 * STATE_HEIGHT - STATE_GAP;
                let corners = [(*x, y - half), (x + SAMPLE, y + half)];
                let corners = corners.map(|(x, y)| (units(x), units(y)));
                area.draw(&Rectangle::new(corners, colour.filled())).map_err(Failure::job)?;
            }
            text(area, words, (x + SAMPLE + GAP, *y), LABEL_SIZE, HPos::Left)?;
        }
        Ok(rows)
    }

    /// Draws the states of the elements over time, with the labels of the time below.
    fn strip(&self, area: &Area) -> Result<(), Failure> {
        let (x, y) = (self.record.span(), 0.0..self.rows.len() as f64);
        let times = ticks(&x, X_TICKS, false);
        let mut chart = chart(area, (x, times), (y, Vec::new()), X_LABELS)?;
        self.mesh(&mut chart, ("time, s".to_owned(), String::new()), true, None)?;
        let gap = STATE_GAP / STATE_HEIGHT;
        for (number, row) in self.rows.iter().rev().enumerate() {
            let (low, high) = (number as f64 + gap, number as f64 + 1.0 - gap);
            for &(start, end, state) in &row.intervals {
                let colour = strip::colour(row.element, state).filled();
                let bar = Rectangle::new([(start, low), (end, high)], colour);
                chart.draw_series([bar]).map_err(Failure::job)?;
            }
        }
        Ok(())
    }

    /// Draws axes, marks and curves of a panel whose x axis has `below` pixels for its labels.
    fn panel(&self, area: &Area, panel: &[Pair], below: f64) -> Result<(), Failure> {
        let curves: Vec<Vec<(f64, f64)>> =
            panel.iter().map(|pair| self.record.curve(*pair)).collect();
        let points = || curves.iter().flatten();
        let over_time = matches!(panel, [Pair { x: None, .. }, ..]);
        let whole = |index: usize| self.unit.variables()[index].kind != ValueKind::Real;
        let x = match over_time {
            true => (self.record.span(), false),
            false => (
                around(points().map(|point| point.0)),
                panel.iter().all(|pair| pair.x.is_some_and(whole)),
            ),
        };
        let y = (around(points().map(|point| point.1)), panel.iter().all(|pair| whole(pair.y)));
        let axis = |(range, whole): (Range<f64>, bool), most| {
            let ticks = ticks(&range, most, whole);
            (range, ticks)
        };
        let heights = y.0.clone();
        let mut chart = chart(area, axis(x, X_TICKS), axis(y, Y_TICKS), below)?;
        if over_time {
            self.shade(&mut chart, &heights)?;
        }
        let named = states(self.unit, panel.iter().map(|pair| pair.y));
        self.mesh(&mut chart, labels(self.unit, panel), below > 0.0, named)?;
        if over_time && self.record.events.len() <= MOST_LINES {
            for event in &self.record.events {
                let ends = [(event.time(), heights.start), (event.time(), heights.end)];
                let line = PathElement::new(ends, stroke(THIN, &MARK));
                chart.draw_series([line]).map_err(Failure::job)?;
            }
        }
        self.curves(&chart, &curves)?;
        if over_time { Ok(()) } else { self.dots(&mut chart, panel) }
    }

    /// Shades the times at which the only contact sticks.
    fn shade(&self, chart: &mut Chart, heights: &Range<f64>) -> Result<(), Failure> {
        let contact = |row: &&Row| matches!(row.element, Element::Contact(_));
        let mut contacts = self.rows.iter().filter(contact);
        let (Some(row), None) = (contacts.next(), contacts.next()) else { return Ok(()) };
        let stuck = row.intervals.iter().filter(|(.., state)| *state == ContactMode::Stuck as i32);
        chart
            .draw_series(stuck.map(|&(start, end, _)| {
                Rectangle::new([(start, heights.start), (end, heights.end)], SHADE.filled())
            }))
            .map_err(Failure::job)?;
        Ok(())
    }

    /// Draws transitions in a phase portrait; those at one place once.
    fn dots(&self, chart: &mut Chart, panel: &[Pair]) -> Result<(), Failure> {
        let mut seen: Vec<((i32, i32), Kind)> = Vec::new();
        for event in &self.record.events {
            for pair in panel {
                let Some(at) = self.record.at(*pair, event.time()) else { continue };
                let (kind, (x, y)) = (Kind::of(event), chart.backend_coord(&at));
                let place = ((x / SCALE as i32, y / SCALE as i32), kind);
                if seen.len() < MOST_DOTS && !seen.contains(&place) {
                    seen.push(place);
                    let dot = Circle::new(at, units(DOT_RADIUS), kind.colour().filled());
                    chart.draw_series([dot]).map_err(Failure::job)?;
                }
            }
        }
        Ok(())
    }

    /// Axes with their labels; a y axis of states has their names.
    fn mesh(
        &self,
        chart: &mut Chart,
        (x_label, y_label): (String, String),
        labelled: bool,
        named: Option<Element>,
    ) -> Result<(), Failure> {
        let spacing = |range: Range<f64>| 0.1 * (range.end - range.start);
        let (x, y) = (spacing(chart.x_range()), spacing(chart.y_range()));
        let x_tick = |value: &f64| if labelled { tick(*value, x) } else { String::new() };
        let y_tick = |value: &f64| match named {
            Some(element) => self.unit.mode_name(element, *value as i32).to_owned(),
            None => tick(*value, y),
        };
        let x_label = if labelled { x_label } else { String::new() };
        mesh(chart, [x_label, y_label], [&x_tick, &y_tick])
    }

    /// Draws the curves, thinned on paper.
    fn curves(&self, chart: &Chart, curves: &[Vec<(f64, f64)>]) -> Result<(), Failure> {
        let paper = chart.plotting_area();
        let whole = paper.strip_coord_spec();
        let (x0, y0) = (whole.get_pixel_range().0.start, whole.get_pixel_range().1.start);
        for (curve, colour) in curves.iter().zip(colours(curves.len())) {
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

/// Makes a chart with ticks of its own on each axis, and `below` pixels for the labels of x.
fn chart<'a, 'b>(
    area: &'a Area<'b>,
    x: (Range<f64>, Vec<f64>),
    y: (Range<f64>, Vec<f64>),
    below: f64,
) -> Result<Chart<'a, 'b>, Failure> {
    ChartBuilder::on(area)
        .x_label_area_size(units(below))
        .y_label_area_size(units(Y_LABELS))
        .build_cartesian_2d(Axis::new(x.0, x.1), Axis::new(y.0, y.1))
        .map_err(Failure::job)
}

/// Places entries from `at` on, in rows as wide as `right` allows; also returns the height of the rows.
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

/// Draws a level line of a length.
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
