//! A1: the belt oscillator with its cycle, its phase plane and its work.

use luztar::study::Case;
use luztar::study::characteristic::friction;
use luztar::study::energy::{Balance, balance};
use luztar::study::model::real;
use luztar::study::phase::{Place, Plane, arrow, motion, plane, sticking};
use luztar::study::sweep::range;
use luztar::unit::{ContactId, ContactMode, Event};

use super::bench::{Stop, model, read, with};
use super::page::{Page, Picture, Row};
use crate::cli::plot::style::RASTER_DARK;
use crate::cli::study::chart::{Chart, Kind, Panel, Series};

/// The paper's step, over which an elementary work is taken, s.
const STEP: f64 = 1e-4;
/// Time between points of motions and balances, s.
const APART: f64 = 0.01;

/// Finds the transitions at which the slider sticks, and slips again: time in s, position in m.
fn transitions(belt: &Case) -> Result<[(f64, f64); 2], Stop> {
    let position = belt.unit().find("slider.position").expect("an output");
    let mut instance = belt.start(0.0, &belt.first(), true)?;
    let mut found = Vec::new();
    loop {
        let time = instance.time();
        instance.step(time, 40.0 - time)?;
        let place = real(&mut instance, position)?;
        for event in instance.step_events() {
            if let Event::Contact { contact: ContactId(0), from, to, time } = *event
                && [from, to].contains(&ContactMode::Stuck)
            {
                found.push((time, place));
            }
        }
        if let [sticks, slips, ..] = found[..] {
            return Ok([sticks, slips]);
        }
    }
}

/// Compares the cycle by its sticking segment, which ends at `end`, and its transitions.
fn cycle(end: f64, [sticks, slips]: [(f64, f64); 2]) -> [Row; 5] {
    let place = "the paper's tolerance is 1e-4; [corrections](../corrections.md)";
    let ramp =
        "the ramp with ε = 5e-3 of fig. 10 leaves the line later; [corrections](../corrections.md)";
    [
        Row::number("y₀: end of the sticking segment, y³ − y = ½", "1.1915", end, "§3.2"),
        Row::number("t₀: the slip ends, s", "6.7390", sticks.0, "§3.2"),
        Row::number("ŷ₀ = y(t₀)", "−0.1001", sticks.1, place),
        Row::number("t₁: the stick ends, s", "8.030", slips.0, "§3.3"),
        Row::number("2T, fig. 10, s", "16.1647", 2.0 * slips.0, ramp),
    ]
}

/// Compares the paper's friction characteristic at the velocities for which it is printed.
fn characteristic() -> Result<Vec<Row>, Stop> {
    let theory = read(
        "[model]\nname = \"Theory\"\n[body.b]\nmass = 1.0\n[contact.c]\nbetween = \"b\"\nlaw = \"hyperbolic\"\n\
         staticFriction = 1.0\ndecay = 3.0\n",
    );
    let theory = with(theory, &[])?;
    let printed = "§2, printed to 0.01";
    let cases = [
        (-0.2, "−0.62", printed),
        (-0.07, "−0.82", "1/1.21 is 0.826: cut, not rounded"),
        (0.03, "0.92", printed),
        (0.1, "0.77", printed),
    ];
    let row = |(v, published, comment): (f64, _, _)| {
        let found = friction(&theory, 0, &[v], None)?;
        let quantity = format!("T₁({v}) of (3), c₁ = 3").replace('-', "−");
        Ok(Row::number(&quantity, published, found[0].1, comment))
    };
    cases.into_iter().map(row).collect()
}

/// Compares a motion with the cycle once it sticks: its distance from it.
fn joins(other: &[Place]) -> Row {
    let apart = other.iter().filter(|place| place.stuck).map(|place| (place.at.1 - 1.0).abs());
    let apart = apart.fold(0.0, f64::max);
    let comment = "\"all solutions starting near p₀ collapse to it after a finite time\": from the first stick on they are one";
    Row::number("fig. 5: p₁ from (1.4, 2.5) off p₀ once it sticks", "0", apart, comment)
}

/// Finds the greatest elementary work along the cycle.
fn elementary_work(own: &[Place]) -> Row {
    let power = own.iter().map(|place| {
        let w = 1.0 - place.at.1;
        w.abs() * 0.5 / (1.0 + w.abs()) * f64::from(u8::from(!place.stuck))
    });
    let most = power.fold(0.0, f64::max);
    let comment = "§3.5, greatest |λ·w|·h with the paper's h = 1e-4";
    Row::number("L_max: greatest elementary work, J", "3.4e-5", most * STEP, comment)
}

fn work(energies: &[Balance]) -> Row {
    let last = energies[energies.len() - 1];
    let defect = energies.iter().fold(0.0, |most: f64, row| most.max(row.defect.abs()));
    let within = if defect < 1e-12 { "1e-12 J" } else { "more than 1e-12 J" };
    Row::text(
        "fig. 10: work on the belt oscillator over 2T, J",
        "",
        &format!("{:.9}", last.work),
        &format!("friction takes {:.9} J; the balance closes within {within}", last.friction),
    )
}

/// Draws fig. 5: its w is 1 − v.
fn portrait(
    belt: &Case,
    plane: Plane,
    [segment, other, own]: [&[Place]; 3],
) -> Result<Picture, Stop> {
    let mut field = Vec::new();
    for y in range(-1.8, 1.7, 28) {
        for w in range(-0.5, 2.5, 17) {
            let found = arrow(belt, plane, 0.0, (y, 1.0 - w))?;
            field.extend([(y, w), (found.rate.0, -found.rate.1)]);
        }
    }
    let field =
        Series { name: "field".to_owned(), colour: RASTER_DARK, kind: Kind::Arrows, points: field };
    let curve = |name: &str, number: usize, kind: Kind, places: &[Place]| {
        let turned = places.iter().map(|place| (place.at.0, 1.0 - place.at.1));
        Series::new(name, number, kind, turned.collect())
    };
    let panel = Panel {
        x_label: "y".to_owned(),
        y_label: "w".to_owned(),
        series: vec![
            field,
            curve("sticks", 4, Kind::Thick, segment),
            curve("p₁", 1, Kind::Dashes, other),
            curve("p₀", 0, Kind::Line, own),
        ],
        x: None,
    };
    let svg = Chart { title: "A1, fig. 5".to_owned(), panels: vec![panel] }.svg()?;
    let caption = "Fig. 5: vector field, the cycle p₀, and a motion p₁ that joins it";
    Ok(Picture::new("A1-fig5.svg", caption, svg))
}

/// Draws fig. 10.
fn energy(energies: &[Balance]) -> Result<Picture, Stop> {
    let curve = |name: &str, number: usize, of: fn(&Balance) -> f64| {
        let points = energies.iter().map(|row| (row.time, of(row)));
        Series::new(name, number, Kind::Line, points.collect())
    };
    let panel = Panel {
        x_label: "time, s".to_owned(),
        y_label: "energy, J".to_owned(),
        series: vec![
            curve("work of the belt", 0, |row| row.work),
            curve("taken by friction", 1, |row| row.friction),
        ],
        x: None,
    };
    let svg = Chart { title: "A1, fig. 10: two periods".to_owned(), panels: vec![panel] }.svg()?;
    let caption = "Fig. 10: work over two periods; friction takes nothing while the slider sticks";
    Ok(Picture::new("A1-fig10.svg", caption, svg))
}

pub fn page() -> Result<Page, Stop> {
    let belt = model("BeltOscillator", &[])?;
    let plane = plane(&belt, ["slider.position", "slider.velocity"])?;
    let segments = sticking(&belt, plane, 0.0, 0, &range(-2.0, 2.0, 401))?;
    let end = segments.first().and_then(|one| one.last()).map_or(f64::NAN, |place| place.at.0);
    let transitions = transitions(&belt)?;
    let [_, (period, _)] = transitions;
    let own = motion(&belt, plane, (0.0, (end, 1.0)), (period, APART))?;
    let other = motion(&belt, plane, (0.0, (1.4, -1.5)), (2.0 * period, APART))?;
    let energies = balance(&belt, 2.0 * period, APART)?;
    let mut rows = Vec::from(cycle(end, transitions));
    rows.extend(characteristic()?);
    rows.extend([joins(&other), elementary_work(&own), work(&energies)]);
    let pictures = vec![portrait(&belt, plane, [&segments[0], &other, &own])?, energy(&energies)?];
    Ok(Page {
        paper: "A1",
        title: "P. Olejnik, J. Awrejcewicz, M. Fečkan, Applied Mathematical Sciences 8 (2014)",
        text: "The model is BeltOscillator, with the paper's numbers and (17): (14)–(16) have the wrong sign of friction \
               ([corrections](../corrections.md)).\n",
        rows,
        pictures,
    })
}
