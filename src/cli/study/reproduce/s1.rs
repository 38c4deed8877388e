//! S1: the friction of the brake mechanism, and its bifurcation diagrams (figs. 22, 23).

use luztar::study::Model;
use luztar::study::bifurcation::{Crossing, Look, crossings};
use luztar::study::characteristic::friction;
use luztar::study::parallel::gathered;
use luztar::study::section::{EventKind, Section};
use luztar::study::sweep::range;
use luztar::unit::Element;

use super::bench::{Stop, model, read, with};
use super::page::{Page, Picture, Row};
use crate::cli::study::chart::{Chart, Kind, Panel, Series};

/// Number of a contact's mode `stuck`.
const STUCK: i32 = 0;
/// Values of ε1 of a diagram; time to settle at each, in units of 1/ω, and at the first as the paper says; places at each.
const VALUES: usize = 161;
const SETTLE: f64 = 800.0;
const PLACES: usize = 24;
/// Places that differ by less, relative to all of a diagram, are one.
const SAME: f64 = 1e-4;

/// What belongs to a diagram.
#[derive(Clone, Copy)]
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
    },
];

/// The choice, and others: factors of the two numbers of the law.
const VARIANTS: [(f64, f64); 5] = [(1.0, 1.0), (0.5, 1.0), (1.5, 1.0), (1.0, 0.5), (1.0, 1.5)];

type Diagram = Vec<(f64, Vec<Crossing>)>;

impl Figure {
    fn model(&self, epsilon1: f64, factors: (f64, f64)) -> Result<Model, Stop> {
        let (least, reach) = (self.law.0 * factors.0, self.law.1 * factors.1);
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

    /// Places at which the shoe lets go of the belt, upwards, the state being carried over.
    fn diagram(&self, factors: (f64, f64)) -> Result<Diagram, Stop> {
        let first = self.model(self.range.0, factors)?;
        let mut carried = (0.0, first.first());
        let mut found = Vec::new();
        for value in range(self.range.0, self.range.1, VALUES) {
            let model = self.model(value, factors)?;
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
            let (places, next) = crossings(&model, (carried.0, &carried.1), &look)?;
            found.push((value, places));
            carried = next;
        }
        Ok(found)
    }
}

/// Different places at the value of a diagram next to one, as a word.
fn count(diagram: &Diagram, at: f64) -> String {
    let all = diagram.iter().flat_map(|(_, places)| places.iter().map(|one| one.values[0]));
    let (low, high) =
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    let near = diagram.iter().min_by(|a, b| (a.0 - at).abs().total_cmp(&(b.0 - at).abs()));
    let mut places: Vec<f64> = near
        .map(|(_, places)| places.iter().map(|one| one.values[0]).collect())
        .unwrap_or_default();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|b, a| *b - *a < SAME * (high - low));
    match places.len() {
        0 => "comes to rest or never sticks".to_owned(),
        many if many >= PLACES => "never the same".to_owned(),
        few => few.to_string(),
    }
}

pub fn page(threads: usize) -> Result<Page, Stop> {
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
    for figure in FIGURES {
        let published = if figure.number == 22 { "0.577" } else { "1.729" };
        let quantity = format!("β2 of fig. {}", figure.number);
        let comment =
            "μ0 (β3 − 1), as μ0 k3/k2 and (k2 + k3)/k2 say: the other numbers are read rightly";
        rows.push(Row::number(&quantity, published, figure.mu0 * (figure.beta3 - 1.0), comment));
    }
    let count_of = VARIANTS.len();
    let job = |k: usize| FIGURES[k / count_of].diagram(VARIANTS[k % count_of]);
    let mut diagrams = Vec::new();
    for found in gathered(FIGURES.len() * count_of, threads, job, |_| ()) {
        diagrams.push(found?);
    }
    let told = [
        vec![
            (2.8, "1", "one-periodic"),
            (3.5, "3", "period tripled from ε1 ≈ 3.1 on"),
            (4.2, "1", "and back at ε1 ≈ 4.0"),
        ],
        vec![
            (2.9, "never the same", "chaos at ε1 ≈ 2.9"),
            (3.55, "1", "period doublings as ε1 falls"),
        ],
    ];
    for (k, (figure, told)) in FIGURES.iter().zip(told).enumerate() {
        for (at, published, comment) in told {
            let quantity = format!("places of fig. {} at ε1 = {at}", figure.number);
            let words: Vec<String> =
                (1..count_of).map(|one| count(&diagrams[k * count_of + one], at)).collect();
            let found = count(&diagrams[k * count_of], at);
            let comment = format!("{comment}; with the other laws: {}", words.join(", "));
            rows.push(Row::text(&quantity, published, &found, &comment));
        }
    }
    let mut pictures = Vec::new();
    for (k, figure) in FIGURES.iter().enumerate() {
        let panels = VARIANTS.iter().enumerate().map(|(one, factors)| {
            let diagram = &diagrams[k * count_of + one];
            let points = diagram.iter().flat_map(|(value, places)| {
                places.iter().map(move |place| (*value, place.values[0]))
            });
            let (least, reach) = (figure.law.0 * factors.0, figure.law.1 * factors.1);
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
