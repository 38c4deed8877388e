//! Maps of figs. 22 and 23 with any law that falls on a line: both numbers over decades.

use luztar::study::bifurcation::Station;
use luztar::study::sweep::{grid, range};

use super::course::{Course, FIGURES, Figure, Law, Patience, count, diagram};
use crate::cli::study::chart::{Chart, Kind, Panel, Series};
use crate::cli::study::reproduce::bench::Stop;
use crate::cli::study::reproduce::page::{Picture, Row};

/// Values of each number.
const SIDE: usize = 16;
/// Exponents of 10 of the least friction, and of the velocity at which it is reached.
const LEAST: (f64, f64) = (-1.7, -0.02);
const REACH: (f64, f64) = (-1.5, 1.0);
const PATIENCE: Patience = Patience { settle: 400.0, crossings: 400.0 };
/// Size of a dot in pixels: less than a side of its cell.
const DOT: f64 = 12.0;

/// A figure with a reading of β1, and of friction at rest.
struct Reading {
    figure: &'static Figure,
    beta1: Option<f64>,
    rest: f64,
    title: &'static str,
}

/// Readings of both figures. In fig. 22 a number 3 stands whose letter is lost too: a value of ε1, or β1. The sum of
/// the two numbers of the law is 1 in fig. 22, and not in fig. 23.
const READINGS: [Reading; 4] = [
    Reading { figure: &FIGURES[0], beta1: None, rest: 1.0, title: "fig. 22" },
    Reading { figure: &FIGURES[0], beta1: Some(3.0), rest: 1.0, title: "fig. 22, β1 = 3" },
    Reading { figure: &FIGURES[1], beta1: None, rest: 1.0, title: "fig. 23" },
    Reading { figure: &FIGURES[1], beta1: None, rest: 0.761, title: "fig. 23, Fs = 0.761" },
];

/// Result of a figure with a law.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    AsPrinted,
    /// Turns where the printed one does, with other numbers of places.
    About,
    One,
    Rest,
    Other,
}

/// Verdicts with their names and colours.
const VERDICTS: [(Verdict, &str, usize); 5] = [
    (Verdict::AsPrinted, "as printed", 2),
    (Verdict::About, "turns there", 4),
    (Verdict::One, "one place", 5),
    (Verdict::Rest, "no places", 6),
    (Verdict::Other, "other", 1),
];

fn laws(rest: f64) -> Vec<Law> {
    let [leasts, reaches] = [LEAST, REACH].map(|(from, to)| range(from, to, SIDE));
    let law = |place: Vec<usize>| Law {
        rest,
        least: libm::exp10(leasts[place[0]]),
        reach: libm::exp10(reaches[place[1]]),
    };
    grid(&[SIDE, SIDE]).into_iter().map(law).collect()
}

/// Returns the motions that the map is made of.
pub fn courses() -> Vec<Course> {
    let of = |reading: &'static Reading| {
        let values: Vec<f64> = reading.figure.told.iter().map(|told| told.at).collect();
        laws(reading.rest).into_iter().map(move |law| Course {
            figure: reading.figure,
            law,
            beta1: reading.beta1,
            values: values.clone(),
            patience: PATIENCE,
        })
    };
    READINGS.iter().flat_map(of).collect()
}

fn verdict(course: &Course, stations: &[Station]) -> Verdict {
    let diagram = diagram(course, stations);
    let told = course.figure.told;
    let counts: Vec<usize> = told.iter().map(|told| count(&diagram, told.at)).collect();
    let all = |fits: &dyn Fn(usize) -> bool| (0..told.len()).all(fits);
    if all(&|k| counts[k] == told[k].count) {
        Verdict::AsPrinted
    } else if all(&|k| told[k].about.contains(&counts[k])) {
        Verdict::About
    } else if all(&|k| counts[k] == 1) {
        Verdict::One
    } else if counts.contains(&0) {
        Verdict::Rest
    } else {
        Verdict::Other
    }
}

/// Makes rows of the number of laws that are as printed, and the picture; `found` are the stations of [`courses`].
///
/// # Errors
/// None but those of the drawing library.
pub fn told(found: &[Vec<Station>]) -> Result<(Vec<Row>, Picture), Stop> {
    let courses = courses();
    let verdicts: Vec<Verdict> =
        courses.iter().zip(found).map(|(course, stations)| verdict(course, stations)).collect();
    let (mut rows, mut panels) = (Vec::new(), Vec::new());
    for (reading, verdicts) in READINGS.iter().zip(verdicts.chunks(SIDE * SIDE)) {
        let laws = laws(reading.rest);
        let number = |what: Verdict| verdicts.iter().filter(|one| **one == what).count();
        let counts = VERDICTS.map(|(verdict, name, _)| format!("{name}: {}", number(verdict)));
        rows.push(Row::text(
            &format!("{}: laws of the map by which it is as printed", reading.title),
            "1 at least",
            &format!("{} of {}", number(Verdict::AsPrinted), laws.len()),
            &counts.join(", "),
        ));
        panels.push(panel(reading, &laws, verdicts));
    }
    let title = "S1: laws that fall on a line, and what they make of the figures".to_owned();
    let svg = Chart { title, panels }.svg()?;
    let caption = "Least friction over the velocity at which it is reached; \"turns there\": other numbers of places, \"no places\": rest or no stick; small square: the choice";
    Ok((rows, Picture::new("S1-laws.svg", caption, svg)))
}

fn panel(reading: &Reading, laws: &[Law], verdicts: &[Verdict]) -> Panel {
    let place = |law: &Law| (libm::log10(law.least), libm::log10(law.reach));
    let series = VERDICTS.iter().map(|(verdict, name, colour)| {
        let cells = laws.iter().zip(verdicts).filter(|(_, one)| *one == verdict);
        Series::new(name, *colour, Kind::Dots(DOT), cells.map(|(law, _)| place(law)).collect())
    });
    let own = reading.beta1.is_none() && reading.rest == reading.figure.law.rest;
    let choice = own
        .then(|| Series::new("choice", 0, Kind::Dots(0.5 * DOT), vec![place(&reading.figure.law)]));
    Panel {
        x_label: "log10 of the least friction".to_owned(),
        y_label: format!("{}: log10 of velocity", reading.title),
        series: series.chain(choice).collect(),
        x: None,
    }
}
