//! A1: the belt oscillator with its cycle, its phase plane and its work.

use luztar::study::characteristic::friction;
use luztar::study::energy::balance;
use luztar::study::model::real;
use luztar::study::phase::{arrow, motion, plane, sticking};
use luztar::study::sweep::range;
use luztar::unit::Element;

use super::bench::{Stop, model, read, with};
use super::page::{Page, Picture, Row};
use crate::cli::plot::style::RASTER_DARK;
use crate::cli::study::chart::{Chart, Kind, Panel, Series};

/// Number of a contact's mode `stuck`.
const STUCK: i32 = 0;
/// The paper's step, over which an elementary work is taken, s.
const STEP: f64 = 1e-4;

pub fn page() -> Result<Page, Stop> {
    let belt = model("BeltOscillator", &[])?;
    let unit = belt.unit();
    let position = unit.find("slider.position").expect("an output");
    let plane = plane(&belt, ["slider.position", "slider.velocity"])?;
    let mut rows = Vec::new();
    let places = range(-2.0, 2.0, 401);
    let segments = sticking(&belt, plane, 0.0, 0, &places)?;
    let end = segments.first().and_then(|one| one.last()).map_or(f64::NAN, |place| place.at.0);
    rows.push(Row::number("y₀: end of the sticking segment, y³ − y = ½", "1.1915", end, "§3.2"));
    let mut instance = belt.start(0.0, &belt.first(), true)?;
    let mut times = Vec::new();
    while times.len() < 3 {
        let time = instance.time();
        instance.step(time, 40.0 - time)?;
        for event in instance.step_events() {
            if event.element == Element::Contact(0) && (event.to == STUCK) != (event.from == STUCK)
            {
                times.push((event.time, event.to));
            }
        }
        if times.len() == 1 {
            let place = real(&mut instance, position)?;
            rows.push(Row::number("t₀: the slip ends, s", "6.7390", times[0].0, "§3.2"));
            let why = "the paper's tolerance is 1e-4; [corrections](../corrections.md)";
            rows.push(Row::number("ŷ₀ = y(t₀)", "−0.1001", place, why));
        }
    }
    rows.push(Row::number("t₁: the stick ends, s", "8.030", times[1].0, "§3.3"));
    let why =
        "the ramp with ε = 5e-3 of fig. 10 leaves the line later; [corrections](../corrections.md)";
    rows.push(Row::number("2T, fig. 10, s", "16.1647", 2.0 * times[1].0, why));
    let theory = read(
        "[unit]\nname = \"Theory\"\n[body.b]\nmass = 1.0\n[contact.c]\nbetween = \"b\"\nlaw = \"hyperbolic\"\n\
         staticFriction = 1.0\ndecay = 3.0\n",
    );
    let theory = with(theory, &[])?;
    for (v, published) in [(-0.2, "−0.62"), (-0.07, "−0.82"), (0.03, "0.92"), (0.1, "0.77")] {
        let found = friction(&theory, 0, &[v], None)?;
        let quantity = format!("T₁({v}) of (3), c₁ = 3").replace('-', "−");
        let comment =
            if v == -0.07 { "1/1.21 is 0.826: cut, not rounded" } else { "§2, printed to 0.01" };
        rows.push(Row::number(&quantity, published, found[0].1, comment));
    }
    // Fig. 5: its w is 1 − v.
    let period = times[1].0;
    let own = motion(&belt, plane, (0.0, (end, 1.0)), (period, 0.01))?;
    let other = motion(&belt, plane, (0.0, (1.4, -1.5)), (2.0 * period, 0.01))?;
    let apart = other.iter().filter(|place| place.stuck).map(|place| (place.at.1 - 1.0).abs());
    let apart = apart.fold(0.0, f64::max);
    let comment = "\"all solutions starting near p₀ collapse to it after a finite time\": from the first stick on they are one";
    rows.push(Row::number("fig. 5: p₁ from (1.4, 2.5) off p₀ once it sticks", "0", apart, comment));
    let energies = balance(&belt, 2.0 * period, 0.01)?;
    let power = own.iter().map(|place| {
        let w = 1.0 - place.at.1;
        w.abs() * 0.5 / (1.0 + w.abs()) * f64::from(u8::from(!place.stuck))
    });
    let most = power.fold(0.0, f64::max);
    let comment = "§3.5, greatest |λ·w|·h with the paper's h = 1e-4";
    rows.push(Row::number("L_max: greatest elementary work, J", "3.4e-5", most * STEP, comment));
    let last = energies[energies.len() - 1];
    let defect = energies.iter().fold(0.0, |most: f64, row| most.max(row.defect.abs()));
    rows.push(Row::text(
        "fig. 10: work on the belt oscillator over 2T, J",
        "",
        &format!("{:.9}", last.work),
        &format!(
            "friction takes {:.9} J; the balance closes within {}",
            last.friction,
            if defect < 1e-12 { "1e-12 J" } else { "more than 1e-12 J" }
        ),
    ));
    let mut field = Vec::new();
    for y in range(-1.8, 1.7, 28) {
        for w in range(-0.5, 2.5, 17) {
            let found = arrow(&belt, plane, 0.0, (y, 1.0 - w))?;
            field.extend([(y, w), (found.rate.0, -found.rate.1)]);
        }
    }
    let turned = |places: &[luztar::study::phase::Place]| {
        places.iter().map(|place| (place.at.0, 1.0 - place.at.1)).collect::<Vec<_>>()
    };
    let segment = turned(&segments[0]);
    let arrows =
        Series { name: "field".to_owned(), colour: RASTER_DARK, kind: Kind::Arrows, points: field };
    let panel = Panel {
        x_label: "y".to_owned(),
        y_label: "w".to_owned(),
        series: vec![
            arrows,
            Series::new("sticks", 4, Kind::Thick, segment),
            Series::new("p₁", 1, Kind::Dashes, turned(&other)),
            Series::new("p₀", 0, Kind::Line, turned(&own)),
        ],
        x: None,
    };
    let portrait = Chart { title: "A1, fig. 5".to_owned(), panels: vec![panel] }.svg()?;
    let curve = |of: fn(&luztar::study::energy::Balance) -> f64| {
        energies.iter().map(|row| (row.time, of(row))).collect::<Vec<_>>()
    };
    let panel = Panel {
        x_label: "time, s".to_owned(),
        y_label: "energy, J".to_owned(),
        series: vec![
            Series::new("work of the belt", 0, Kind::Line, curve(|row| row.work)),
            Series::new("taken by friction", 1, Kind::Line, curve(|row| row.friction)),
        ],
        x: None,
    };
    let work = Chart { title: "A1, fig. 10: two periods".to_owned(), panels: vec![panel] }.svg()?;
    let text = "The unit is BeltOscillator, with the paper's numbers and (17): (14)–(16) have the wrong sign of friction \
                ([corrections](../corrections.md)).\n";
    let picture = |file: &str, caption: &str, svg| Picture {
        file: file.to_owned(),
        caption: caption.to_owned(),
        svg,
    };
    Ok(Page {
        paper: "A1",
        title: "P. Olejnik, J. Awrejcewicz, M. Fečkan, Applied Mathematical Sciences 8 (2014)",
        text: text.to_owned(),
        rows,
        pictures: vec![
            picture(
                "A1-fig5.svg",
                "Fig. 5: vector field, the cycle p₀, and a motion p₁ that joins it",
                portrait,
            ),
            picture(
                "A1-fig10.svg",
                "Fig. 10: work over two periods; friction takes nothing while the slider sticks",
                work,
            ),
        ],
    })
}
