//! `luztar characteristic`: the force of a contact against slip velocity, of a spring or an element by formula against deflection.

use luztar::network::Network;
use luztar::study::Case;
use luztar::study::characteristic::{force, friction, spring};
use luztar::unit::Accessor;

use super::chart::{Chart, Kind, Panel, Series};
use super::loops::{self, Motion};
use super::options::{Results, Threads};
use super::subject::{Subject, told};
use super::vary::numbers;
use crate::cli::failure::Failure;
use crate::cli::sheet::number;

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Examples:\n  luztar characteristic BrakeMechanism --element lining --load 5 --range=-1:1:401 --picture lining.svg\n  \
     luztar characteristic FreeplaySpring --element spring --range=-0.1:0.1:201\n  \
     luztar characteristic BristleElement --element contact --amplitude 1e-3 --frequency 0.1,1,10 --picture loops.svg", super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Contact or spring; may be repeated, for those of one kind
    #[arg(long, value_name = "ELEMENT", required = true)]
    element: Vec<String>,
    /// Slip velocities or deflections
    #[arg(
        long,
        value_name = "FIRST:LAST:COUNT",
        default_value = "-1:1:401",
        allow_hyphen_values = true
    )]
    range: String,
    /// Normal load of the contacts [default: that of the network file]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    load: Option<f64>,
    #[command(flatten)]
    motion: Motion,
    #[command(flatten)]
    results: Results,
    #[command(flatten)]
    threads: Threads,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let results = arguments.results.checked()?;
    let model = arguments.subject.any_model()?;
    let unit = model.unit().clone();
    let network = unit.network();
    check_load(network, arguments)?;
    if let Some(sines) = arguments.motion.sines()? {
        let names = (arguments.element.as_slice(), arguments.load);
        return loops::run(&model, names, &sines, results, arguments.threads.number());
    }
    let places = numbers("--range", &arguments.range)?;
    let mut curves: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    let mut kinds = [false; 2];
    let mut labels = None;
    for name in &arguments.element {
        let Curve { points, of_contact, axes } = curve(&model, name, &places, arguments.load)?;
        kinds[usize::from(of_contact)] = true;
        // Pictures of elements of several kinds have the units of the first.
        labels = labels.or(Some(axes));
        curves.push((name.clone(), points));
    }
    let x_label = match kinds {
        [true, true] => {
            let rule =
                "contacts have slip velocities, springs deflections: choose those of one kind";
            return Err(Failure::Usage(format!("--element: {rule}")));
        }
        [false, _] => "slip velocity",
        [true, false] => "deflection",
    };
    let header = ["element", x_label, "force"].map(str::to_owned);
    let mut sheet = results.sheet(&header)?;
    for (name, points) in &curves {
        for (x, force) in points {
            sheet.row(&[name.clone(), number(*x), number(*force)])?;
        }
    }
    sheet.finish()?;
    results.picture(|| {
        let series = curves.into_iter().enumerate();
        let series =
            series.map(|(k, (name, points))| Series::new(&name, k, Kind::Line, points)).collect();
        let [x_label, y_label] = labels.expect("an element");
        let panel = Panel { x_label, y_label, series, x: None };
        Chart { title: unit.name().to_owned(), panels: vec![panel] }.svg()
    })
}

/// Characteristic of an element.
struct Curve {
    points: Vec<(f64, f64)>,
    /// True if it is over slip velocities, false if over deflections.
    of_contact: bool,
    /// Labels of both axes.
    axes: [String; 2],
}

/// Returns the characteristic of an element.
///
/// # Errors
/// An element that is none (usage), or that has no characteristic (job).
fn curve(model: &Case, name: &str, places: &[f64], load: Option<f64>) -> Result<Curve, Failure> {
    let unit = model.unit();
    let network = unit.network();
    let contact = network.contacts.iter().position(|one| one.name == name);
    let elastic = network.springs.iter().position(|one| one.name == name);
    let formula = network.forces.iter().position(|one| one.name == name && one.acts());
    let (points, x, y) = match (contact, elastic, formula) {
        (Some(place), ..) => {
            let x = loops::axis(unit, "slip velocity", Accessor::SlipVelocity(place));
            (friction(model, place, places, load), x, Accessor::FrictionForce(place))
        }
        (None, Some(place), _) => {
            let x = loops::axis(unit, "deflection", Accessor::Deflection(place));
            (spring(model, place, places), x, Accessor::SpringForce(place))
        }
        (None, None, Some(place)) => {
            let x = loops::deflection(network.forces[place].axis).to_owned();
            (force(model, place, places), x, Accessor::Formula(place))
        }
        (None, None, None) => return Err(loops::unknown(unit, name)),
    };
    let points = points.map_err(|refusal| told(unit, refusal))?;
    let axes = [x, loops::axis(unit, "force", y)];
    Ok(Curve { points, of_contact: contact.is_some(), axes })
}

/// # Errors
/// A load that none can be, or of elements that have none (usage).
fn check_load(network: &Network, arguments: &Arguments) -> Result<(), Failure> {
    let Some(load) = arguments.load else { return Ok(()) };
    let refused = |rule: String| Err(Failure::Usage(format!("--load {load}: {rule}")));
    if !(load.is_finite() && load >= 0.0) {
        return refused("must be 0 or positive".to_owned());
    }
    for name in &arguments.element {
        let contact = network.contacts.iter().find(|one| one.name == *name);
        if contact.is_some_and(|one| one.normal_load.is_none() && one.load_from.is_none()) {
            return refused(format!(
                "{name} has no normalForce: the parameters of its law are forces"
            ));
        }
        if network.springs.iter().any(|one| one.name == *name) {
            return refused(format!("{name} is a spring, which has no normal load"));
        }
        if network.forces.iter().any(|one| one.name == *name && one.acts()) {
            return refused(format!("{name} is an element by formula, which has no normal load"));
        }
    }
    Ok(())
}
