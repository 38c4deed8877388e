//! `luztar characteristic --amplitude`: loops of contacts under a given sinusoidal motion.

use luztar::network::Axis;
use luztar::study::Case;
use luztar::study::characteristic::known_load;
use luztar::study::hysteresis::{Point, Sine, turn};
use luztar::study::model::find;
use luztar::study::parallel::gathered;
use luztar::unit::{Accessor, Model};

use super::chart::{Chart, Kind, Panel, Series};
use super::options::{Results, positive};
use super::subject::told;
use super::vary::numbers_or_list;
use crate::cli::failure::Failure;
use crate::cli::names::did_you_mean;
use crate::cli::plot::axes::unit_text;
use crate::cli::sheet::number;

#[derive(clap::Args)]
pub struct Motion {
    /// Moves the contacts by A sin 2πft, m or rad, in place of --range: the loops of laws with internal states
    #[arg(long, value_name = "A", requires = "frequency", conflicts_with = "range")]
    amplitude: Option<f64>,
    /// Frequencies f of this motion, Hz
    #[arg(long, value_name = "F,…", requires = "amplitude")]
    frequency: Option<String>,
    /// Periods of this motion, of which the last one is reported
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    turns: u16,
}

impl Motion {
    /// Reads the motions, where one is given.
    ///
    /// # Errors
    /// A number that is not positive (usage).
    pub fn sines(&self) -> Result<Option<Vec<Sine>>, Failure> {
        let (Some(amplitude), Some(list)) = (self.amplitude, &self.frequency) else {
            return Ok(None);
        };
        let amplitude = positive("--amplitude", amplitude)?;
        let values = numbers_or_list("--frequency", list)?;
        let sine = |frequency: f64| {
            let frequency = positive("--frequency", frequency)?;
            Ok(Sine { amplitude, frequency, turns: self.turns.into() })
        };
        values.into_iter().map(sine).collect::<Result<_, _>>().map(Some)
    }
}

/// Returns the label of a quantity with its unit: that of a variable.
pub fn axis(unit: &Model, quantity: &str, accessor: Accessor) -> String {
    match find(unit, accessor).map(|index| unit_text(&unit.variables()[index])) {
        Some(symbol) if !symbol.is_empty() => format!("{quantity}, {symbol}"),
        _ => quantity.to_owned(),
    }
}

/// Returns the label of a deflection with its unit.
pub fn deflection(axis: Axis) -> &'static str {
    match axis {
        Axis::Translation => "deflection, m",
        Axis::Rotation => "deflection, rad",
    }
}

/// Returns the failure of a name that no element has.
pub fn unknown(unit: &Model, name: &str) -> Failure {
    let network = unit.network();
    let contacts = network.contacts.iter().map(|one| one.name.as_str());
    let springs = network.springs.iter().map(|one| one.name.as_str());
    let forces = network.forces.iter().filter(|one| one.acts()).map(|one| one.name.as_str());
    let hint = did_you_mean(name, contacts.chain(springs).chain(forces));
    let name_of_unit = unit.name();
    Failure::Usage(format!(
        "--element {name}: {name_of_unit} has no such contact, spring or element by formula{hint}"
    ))
}

/// The motion of one contact at one frequency.
struct Loop<'n> {
    name: &'n str,
    contact: usize,
    load: f64,
    sine: Sine,
}

/// Finds the last turn of each contact at each frequency.
///
/// # Errors
/// An element that is no contact (usage), a motion that cannot continue.
pub fn run(
    model: &Case,
    (names, load): (&[String], Option<f64>),
    sines: &[Sine],
    results: &Results,
    threads: usize,
) -> Result<(), Failure> {
    let loops = loops(model, names, load, sines)?;
    let job = |k: usize| turn(model, loops[k].contact, loops[k].load, loops[k].sine);
    let found = gathered(loops.len(), threads, job, |_| ());
    let found = found.into_iter().collect::<Result<Vec<_>, _>>();
    let found = found.map_err(|refusal| told(model.unit(), refusal))?;
    tabulate(&loops, &found, results)?;
    results.picture(|| draw(model.unit(), &loops, &found))
}

/// Finds every contact of these names with every motion.
fn loops<'n>(
    model: &Case,
    names: &'n [String],
    load: Option<f64>,
    sines: &[Sine],
) -> Result<Vec<Loop<'n>>, Failure> {
    let unit = model.unit();
    let network = unit.network();
    let mut loops = Vec::new();
    for name in names {
        let contact = network.contacts.iter().position(|one| one.name == *name);
        let springs = network.springs.iter().map(|one| &one.name);
        let forces = network.forces.iter().filter(|one| one.acts()).map(|one| &one.name);
        if contact.is_none() && springs.chain(forces).any(|one| one == name) {
            let rule = "loops are those of contacts: --range shows the force of a spring over its deflection";
            return Err(Failure::Usage(format!("--element {name}: {rule}")));
        }
        let contact = contact.ok_or_else(|| unknown(unit, name))?;
        let load = known_load(model, contact, load).map_err(|refusal| told(unit, refusal))?;
        loops.extend(sines.iter().map(|sine| Loop { name, contact, load, sine: *sine }));
    }
    Ok(loops)
}

fn tabulate(loops: &[Loop], found: &[Vec<Point>], results: &Results) -> Result<(), Failure> {
    let header = ["element", "frequency", "time", "deflection", "slip velocity", "force"];
    let mut sheet = results.sheet(&header.map(str::to_owned))?;
    for (Loop { name, sine, .. }, points) in loops.iter().zip(found) {
        for Point { time, deflection, velocity, force } in points {
            let mut row = vec![(*name).to_owned()];
            row.extend([sine.frequency, *time, *deflection, *velocity, *force].map(number));
            sheet.row(&row)?;
        }
    }
    sheet.finish()
}

/// Draws forces over slip velocity and over deflection.
fn draw(unit: &Model, loops: &[Loop], found: &[Vec<Point>]) -> Result<String, Failure> {
    // Pictures of contacts of several kinds have the units of the first.
    let first = loops[0].contact;
    let deflection = deflection(unit.network().contacts[first].axis);
    let panel = |x_label: &str, x: fn(&Point) -> f64| {
        let curves = loops.iter().zip(found).enumerate();
        let series = curves.map(|(k, (Loop { name, sine, .. }, points))| {
            let points = points.iter().map(|point| (x(point), point.force)).collect();
            Series::new(&format!("{name}, {} Hz", sine.frequency), k, Kind::Line, points)
        });
        Panel {
            x_label: x_label.to_owned(),
            y_label: axis(unit, "force", Accessor::FrictionForce(first)),
            series: series.collect(),
            x: None,
        }
    };
    let velocity = axis(unit, "slip velocity", Accessor::SlipVelocity(first));
    let panels =
        vec![panel(&velocity, |point| point.velocity), panel(deflection, |point| point.deflection)];
    Chart { title: unit.name().to_owned(), panels }.svg()
}
