//! S1: the friction of the brake mechanism, and its bifurcation diagrams (figs. 22, 23).

use luztar::study::Model;
use luztar::study::bifurcation::{Look, Station, next};
use luztar::study::characteristic::friction;
use luztar::study::section::{EventKind, Section};
use luztar::study::sweep::range;
use luztar::unit::Element;

use super::bench::{Stop, model, read, with};
use super::page::{Page, Picture, Row};
use crate::cli::failure::Failure;
use crate::cli::study::chart::{Chart, Kind, Panel, Series};
use crate::cli::study::kept::Kept;

/// Number of a contact's mode `stuck`.
const STUCK: i32 = 0;
/// Values of ε1 of a diagram; time to settle at each, in units of 1/ω, and at the first as the paper says; places at each.
const VALUES: usize = 161;
const SETTLE: f64 = 800.0;
const PLACES: usize = 24;
/// Places that differ by less, relative to all of a diagram, are one.
const SAME: f64 = 1e-4;

/// What belongs to a diagram.
struct Figure {
    number: u32,
    /// From and to.
    range: (f64, f64),
    /// ε2, μ0, β3, and the belt's velocity.
    epsilon2: f64,
    mu0: f64,
    beta3: f64,
    belt: f64,
    /// The two numbers of the law that have lost their letters.
    law: (f64, f64),
    /// x2 at the start.
    velocity: f64,
    /// β2, as it is printed.
    beta2: &'static str,
    /// Values of ε1, how many places there are, and the words of the paper.
    told: &'static [(f64, &'static str, &'static str)],
}

const FIGURES: [Figure; 2] = [
    Figure {
        number: 22,
        range: (2.72, 4.32),
        epsilon2: 1.159,
        mu0: 0.7,
        beta3: 1.825,
        belt: 0.6,
        law: (0.2, 0.8),
        velocity: 0.0,
        beta2: "0.577",
        told: &[
            (2.8, "1", "one-periodic"),
            (3.5, "3", "period tripled from ε1 ≈ 3.1 on"),
            (4.2, "1", "and back at ε1 ≈ 4.0"),
        ],
    },
    Figure {
        number: 23,
        range: (2.83, 3.58),
        epsilon2: 1.093,
        mu0: 1.2,
        beta3: 2.441,
        belt: 0.1,
        law: (0.152, 0.609),
        velocity: 0.1,
        beta2: "1.729",
        told: &[
            (2.9, "never the same", "chaos at ε1 ≈ 2.9"),
            (3.55, "1", "period doublings as ε1 falls"),
        ],
    },
];

/// The choice, and others: factors of the two numbers of the law.
const VARIANTS: [(f64, f64); 5] = [(1.0, 1.0), (0.5, 1.0), (1.5, 1.0), (1.0, 0.5), (1.0, 1.5)];

/// A motion through values of ε1, from the one before each.
struct Course {
    figure: &'static Figure,
    law: (f64, f64),
    values: Vec<f64>,
}

impl Figure {
    fn model(&self, epsilon1: f64, (least, reach): (f64, f64)) -> Result<Model, Stop> {
        Ok(with(
            read(include_str!("S1.toml")),
            &[
                ("shoe.mass", epsilon1),
                ("retractor.stiffness", epsilon1 - 1.0),
                ("lever.mass", self.epsilon2),
                ("press.stiffness", self.beta3 - 1.0),
                ("belt.loadFactor", -self.mu0),
                ("belt.minCoefficient", least),
                ("belt.slope", (1.0 - least) / reach),
                ("belt.surfaceVelocity", self.belt),
                ("shoe.velocity0", self.velocity),
            ],
        )?)
    }

    /// The diagram with these factors of the law's numbers.
    fn diagram(&'static self, factors: (f64, f64)) -> Course {
        let law = (self.law.0 * factors.0, self.law.1 * factors.1);
        Course { figure: self, law, values: range(self.range.0, self.range.1, VALUES) }
    }
}

impl Course {
    /// Places at which the shoe lets go of the belt at the next value.
    fn next(&self, before: &[Station]) -> Result<Station, Stop> {
        let model = self.figure.model(self.values[before.len()], self.law)?;
        let position = model.unit().find("shoe.position").expect("an output");
        let slips = EventKind { element: Element::Contact(0), from: Some(STUCK), to: None };
        let look = Look {
            section: Section::Event(slips),
            columns: vec![position],
            settle: SETTLE,
            points: PLACES,
            patience: SETTLE,
            resolution: 1.0,
        };
        Ok(next(&model, before.last(), &look)?)
    }
}

/// Values of ε1, and the places at each.
type Diagram = Vec<(f64, Vec<f64>)>;

/// Different places at the value of a diagram next to one, as a word.
fn count(diagram: &Diagram, at: f64) -> String {
    let all = diagram.iter().flat_map(|(_, places)| places);
    let (low, high) =
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
    let near = diagram.iter().min_by(|a, b| (a.0 - at).abs().total_cmp(&(b.0 - at).abs()));
    let mut places: Vec<f64> = near.map(|(_, places)| places.clone()).unwrap_or_default();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|b, a| *b - *a < SAME * (high - low));
    match places.len() {
        0 => "comes to rest or never sticks".to_owned(),
        many if many >= PLACES => "never the same".to_owned(),
        few => few.to_string(),
    }
}

pub fn page(kept: &Kept, threads: usize) -> Result<Page, Stop> {
    let mut rows = Vec::new();
    let brake = model("BrakeMechanism", &[])?;
    let steel = |w: f64| Ok::<_, Stop>(friction(&brake, 0, &[w], Some(5.0))?[0].1);
    let near = 1e-12;
    for (quantity, w, published, comment) in [
        ("Fs⁺, friction of the slowest forward slip, N", near, "3.63", "§4.4, (22)"),
        ("Fmin⁺ at vmax = 0.27 m/s, N", 0.27, "0.86", "(22)"),
        ("Fmin⁻ at vmax = 0.28 m/s, N", -0.28, "−1.42", "(23)"),
        (
            "F⁻ of the slowest backward slip, N",
            -near,
            "−4.790651707",
            "(23) with the exponents' sign of A1 (4); as printed it pushes with 11 627 N",
        ),
    ] {
        rows.push(Row::number(quantity, published, steel(w)?, comment));
    }
    for figure in &FIGURES {
        let quantity = format!("β2 of fig. {}", figure.number);
        let comment =
            "μ0 (β3 − 1), as μ0 k3/k2 and (k2 + k3)/k2 say: the other numbers are read rightly";
        let found = figure.mu0 * (figure.beta3 - 1.0);
        rows.push(Row::number(&quantity, figure.beta2, found, comment));
    }
    let courses: Vec<Course> =
        FIGURES.iter().flat_map(|figure| VARIANTS.map(|factors| figure.diagram(factors))).collect();
    let lengths: Vec<usize> = courses.iter().map(|course| course.values.len()).collect();
    let link =
        |course: usize, before: &[Station]| courses[course].next(before).map_err(Failure::from);
    let found = kept.chains(&lengths, threads, link)?.whole()?;
    let places = |(course, stations): (&Course, Vec<Station>)| -> Diagram {
        let all = stations.into_iter().map(|(crossings, _)| crossings);
        let all = all.map(|crossings| crossings.iter().map(|one| one.values[0]).collect());
        course.values.iter().copied().zip(all).collect()
    };
    let diagrams: Vec<Diagram> = courses.iter().zip(found).map(places).collect();
    for (figure, diagrams) in FIGURES.iter().zip(diagrams.chunks(VARIANTS.len())) {
        for (at, published, comment) in figure.told {
            let quantity = format!("places of fig. {} at ε1 = {at}", figure.number);
            let words: Vec<String> = diagrams[1..].iter().map(|one| count(one, *at)).collect();
            let comment = format!("{comment}; with the other laws: {}", words.join(", "));
            rows.push(Row::text(&quantity, published, &count(&diagrams[0], *at), &comment));
        }
    }
    let mut pictures = Vec::new();
    for (k, figure) in FIGURES.iter().enumerate() {
        let of_figure = k * VARIANTS.len()..(k + 1) * VARIANTS.len();
        let diagrams = courses[of_figure.clone()].iter().zip(&diagrams[of_figure]);
        let panels = diagrams.enumerate().map(|(one, (course, diagram))| {
            let points = diagram
                .iter()
                .flat_map(|(value, places)| places.iter().map(move |place| (*value, *place)));
            let (least, reach) = course.law;
            Panel {
                x_label: "ε1".to_owned(),
                y_label: format!("x1, law {least:.3}, {reach:.3}"),
                series: vec![Series::new(
                    "",
                    usize::from(one > 0),
                    Kind::Dots(1.5),
                    points.collect(),
                )],
                x: Some(figure.range.0..figure.range.1),
            }
        });
        let title = format!("S1, fig. {}", figure.number);
        let svg = Chart { title, panels: panels.collect() }.svg()?;
        let caption = format!(
            "Fig. {}: place where the shoe lets go over ε1; above the choice, below what other numbers of the law make of it",
            figure.number
        );
        pictures.push(Picture { file: format!("S1-fig{}.svg", figure.number), caption, svg });
    }
    let text = "Figs. 22 and 23 are computed from (20), mended ([corrections](../corrections.md)): x has the factor 1 in print, so β1 = ε1. Two \
                numbers of each figure have lost their letters in the scan (0.2, 0.8 and 0.152, 0.609). **The choice** here: by (22) \
                normalised with Fs they are Fmin/Fs and the velocity at which friction has fallen to it, for both directions. What \
                the section is, the paper does not say: here it is where the shoe lets go of the belt. The diagrams depend on all of this; how much on \
                the two numbers, the panels below each choice show (the first halved and half as large again, then the second): tripling, \
                doublings and chaos come and go with them. With the choice the diagrams of print are not met, as the rows say.\n";
    Ok(Page {
        paper: "S1",
        title: "J. Awrejcewicz, P. Olejnik, Applied Mechanics Reviews 58 (2005)",
        text: text.to_owned(),
        rows,
        pictures,
    })
}
