//! `luztar phase`: the phase plane of two states with its vector field, motions, and the segments on which contacts stick.

use std::io::Write;

use luztar::study::Case;
use luztar::study::parallel::gathered;
use luztar::study::phase::{Place, Plane, arrow, motion, plane, sticking};
use luztar::study::sweep::range;

use super::bifurcation::label;
use super::chart::{Chart, Kind, Panel, Series};
use super::options::{Results, Threads, kept_rows, positive};
use super::subject::{Subject, told};
use super::vary::{combinations, numbers};
use crate::cli::failure::Failure;
use crate::cli::plot::style::RASTER_DARK;
use crate::cli::seconds::seconds;
use crate::cli::sheet::{Sheet, number};

/// Arrows from left to right and from bottom to top, where the options do not say.
const ARROWS: [usize; 2] = [27, 17];
/// Room around motions, as a part of their range.
const ROOM: f64 = 0.15;
/// Values of x at which a sticking segment is looked for.
const PLACES: usize = 401;

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Example:\n  luztar phase BeltOscillator --start 1.4,-1.5 --x=-1.8:1.8:28 --y=-1.6:1.4:16 \\\n      \
     --output plane.csv --picture plane.svg", super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The states of the plane [default: position and velocity of the first body]
    #[arg(long, value_names = ["X", "Y"], num_args = 2)]
    states: Vec<String>,
    /// Values of X at which the field is drawn [default: about the motions]
    #[arg(long, value_name = "FIRST:LAST:COUNT", allow_hyphen_values = true)]
    x: Option<String>,
    /// Values of Y
    #[arg(long, value_name = "FIRST:LAST:COUNT", allow_hyphen_values = true)]
    y: Option<String>,
    /// Start of another motion; may be repeated. The first motion starts in the initial state of the model
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    start: Vec<String>,
    /// Time at which motions start and the field is evaluated, s; it matters with a harmonic force
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = seconds, allow_negative_numbers = true)]
    at: f64,
    /// Duration of the motions, s [default: the stop time of the network file]
    #[arg(long, value_name = "T", value_parser = seconds, allow_negative_numbers = true)]
    duration: Option<f64>,
    /// Longest time between points of a motion, s [default: the step of the network file]
    #[arg(long, value_name = "H", value_parser = seconds, allow_negative_numbers = true)]
    step: Option<f64>,
    #[command(flatten)]
    results: Results,
    #[command(flatten)]
    threads: Threads,
}

/// All that is drawn.
struct Portrait {
    motions: Vec<Vec<Place>>,
    field: Vec<Place>,
    /// The contact, by its number, with a segment of it.
    segments: Vec<(usize, Vec<Place>)>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.model()?;
    let unit = model.unit().clone();
    let refused = |fault| told(&unit, luztar::study::Refusal::Fault(fault));
    let plane = chosen(&model, &arguments.states)?;
    let [xs, ys] = given_values(arguments)?;
    let mut starts = vec![(model.first()[plane.x], model.first()[plane.y])];
    for text in &arguments.start {
        starts.push(pair(text)?);
    }
    if !arguments.at.is_finite() {
        return Err(Failure::Usage(format!("--at {}: must be finite", arguments.at)));
    }
    let experiment = &unit.network().experiment;
    let duration = positive("--duration", arguments.duration.unwrap_or(experiment.stop_time))?;
    let step = positive("--step", arguments.step.unwrap_or(experiment.step_size))?;
    kept_rows("--step", starts.len() as f64 * duration / step)?;
    let span = (arguments.at + duration, step);
    let threads = arguments.threads.number();
    let job = |k: usize| motion(&model, plane, (arguments.at, starts[k]), span);
    let motions = gathered(starts.len(), threads, job, |_| ());
    let motions = motions.into_iter().collect::<Result<Vec<_>, _>>().map_err(refused)?;
    let xs = xs.unwrap_or_else(|| about(&motions, |place| place.at.0, ARROWS[0]));
    let ys = ys.unwrap_or_else(|| about(&motions, |place| place.at.1, ARROWS[1]));
    let job = |k: usize| {
        let at = (xs[k % xs.len()], ys[k / xs.len()]);
        arrow(&model, plane, arguments.at, at)
    };
    let field = gathered(xs.len() * ys.len(), threads, job, |_| ());
    let field = field.into_iter().collect::<Result<Vec<_>, _>>().map_err(refused)?;
    let within = range(xs[0], xs[xs.len() - 1], PLACES);
    let job = |contact: usize| sticking(&model, plane, arguments.at, contact, &within);
    let found = gathered(unit.network().contacts.len(), threads, job, |_| ());
    let mut segments = Vec::new();
    for (contact, found) in found.into_iter().enumerate() {
        let found = found.map_err(refused)?;
        segments.extend(found.into_iter().map(|segment| (contact, segment)));
    }
    let portrait = Portrait { motions, field, segments };
    let names = [plane.x, plane.y].map(|row| {
        let row = model.rows()[row];
        unit.variables()[row.variable].name.clone()
    });
    portrait.sheet(&model, results, &names)?;
    results.picture(|| portrait.picture(&model, &names))?;
    results.summary(
        out,
        &format!(
            "{}: {} motions, {} arrows, {} segments on which contacts stick",
            unit.name(),
            portrait.motions.len(),
            portrait.field.len(),
            portrait.segments.len()
        ),
    )
}

/// Reads the values of x and y that the options say, no more of both together than can be kept.
fn given_values(arguments: &Arguments) -> Result<[Option<Vec<f64>>; 2], Failure> {
    let given = |option: &str, text: &Option<String>| {
        text.as_ref().map(|text| numbers(option, text)).transpose()
    };
    let values = [given("--x", &arguments.x)?, given("--y", &arguments.y)?];
    let count = |axis: usize| values[axis].as_ref().map_or(ARROWS[axis], Vec::len);
    combinations("--x, --y", &[0, 1].map(count))?;
    Ok(values)
}

/// Finds the states that the options say, or the first two of one body.
fn chosen(model: &Case, states: &[String]) -> Result<Plane, Failure> {
    let unit = model.unit();
    if let [x, y] = states {
        return plane(model, [x, y])
            .map_err(|refusal| Failure::Usage(format!("--states: {refusal}")));
    }
    let rows = model.rows();
    let pair = (0..rows.len()).find_map(|x| {
        let y = rows.iter().position(|row| row.variable == rows[x].derivative)?;
        Some(Plane { x, y })
    });
    pair.ok_or_else(|| {
        Failure::Usage(format!(
            "--states: {} has no body whose position and velocity are states: choose two states",
            unit.name()
        ))
    })
}

fn pair(text: &str) -> Result<(f64, f64), Failure> {
    let number = |text: &str| text.trim().parse().ok().filter(|value: &f64| value.is_finite());
    let found = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    found.ok_or_else(|| Failure::Usage(format!("--start {text}: must be X,Y with finite numbers")))
}

/// Returns values about the motions.
fn about(motions: &[Vec<Place>], of: impl Fn(&Place) -> f64, count: usize) -> Vec<f64> {
    let all = || motions.iter().flatten().map(&of);
    let (low, high) =
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let room = if high > low { ROOM * (high - low) } else { 1.0 };
    range(low - room, high + room, count)
}

impl Portrait {
    fn sheet(&self, model: &Case, results: &Results, names: &[String; 2]) -> Result<(), Failure> {
        let [x, y] = names;
        let header = ["part", "number", "time", x, y, &format!("der({x})"), &format!("der({y})")];
        let mut header = header.map(str::to_owned).to_vec();
        header.push("stuck".to_owned());
        let mut sheet = results.sheet(&header)?;
        let mut rows = |part: &str, number: &str, places: &[Place]| {
            places.iter().try_for_each(|place| row(&mut sheet, part, number, place))
        };
        for (k, places) in self.motions.iter().enumerate() {
            rows("motion", &k.to_string(), places)?;
        }
        rows("field", "", &self.field)?;
        for (contact, places) in &self.segments {
            rows("sticking", &model.unit().network().contacts[*contact].name, places)?;
        }
        sheet.finish()
    }

    fn picture(&self, model: &Case, names: &[String; 2]) -> Result<String, Failure> {
        let arrows = self.field.iter().flat_map(|place| [place.at, place.rate]).collect();
        let field = Series {
            name: "field".to_owned(),
            colour: RASTER_DARK,
            kind: Kind::Arrows,
            points: arrows,
        };
        let mut series = vec![field];
        for (k, (contact, places)) in self.segments.iter().enumerate() {
            let contact = &model.unit().network().contacts[*contact].name;
            let name = if k == 0 { format!("{contact} sticks") } else { String::new() };
            let points = places.iter().map(|place| place.at).collect();
            series.push(Series::new(&name, 4, Kind::Thick, points));
        }
        // The unit's own motion last, so that it shows where others join it.
        for (k, places) in self.motions.iter().enumerate().rev() {
            let name = if k == 0 { "motion".to_owned() } else { format!("motion {}", k + 1) };
            let number = [0, 1, 2, 3, 5, 6][k % 6];
            let points = places.iter().map(|place| place.at).collect();
            series.push(Series::new(&name, number, Kind::Line, points));
        }
        let [x_label, y_label] = names.each_ref().map(|name| label(model, name));
        let panel = Panel { x_label, y_label, series, x: None };
        Chart { title: model.unit().name().to_owned(), panels: vec![panel] }.svg()
    }
}

fn row(sheet: &mut Sheet, part: &str, curve: &str, place: &Place) -> Result<(), Failure> {
    let Place { time, at, rate, stuck } = *place;
    let mut row = vec![part.to_owned(), curve.to_owned()];
    row.extend([time, at.0, at.1, rate.0, rate.1].map(number));
    row.push(u8::from(stuck).to_string());
    sheet.row(&row)
}
