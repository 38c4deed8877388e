//! Motions of the brake mechanism of S1 through values of ε1, as figs. 22 and 23 have them.

use luztar::study::Case;
use luztar::study::bifurcation::{Look, Station, next};
use luztar::study::section::{EventKind, Section};
use luztar::unit::{ContactId, ContactMode};

use crate::cli::study::reproduce::bench::{Stop, read, with};

/// Places that are taken at a value of ε1: with so many different ones the motion is never the same.
pub const PLACES: usize = 24;
/// Places that differ by less, relative to all of a motion, are one.
const SAME: f64 = 1e-4;

/// Data of a figure.
pub struct Figure {
    pub number: u32,
    /// ε1 from and to.
    pub range: (f64, f64),
    /// ε2, μ0, β3, and the belt's velocity.
    epsilon2: f64,
    pub mu0: f64,
    pub beta3: f64,
    belt: f64,
    /// The two numbers of the law that have lost their letters.
    pub law: Law,
    /// x2 at the start.
    velocity: f64,
    /// β2, as it is printed.
    pub beta2: &'static str,
    /// Statements of the paper about it, value by value.
    pub told: &'static [Told],
}

/// Statement of the paper about a value of ε1.
pub struct Told {
    pub at: f64,
    /// Number of places, [`PLACES`] where motions are never the same.
    pub count: usize,
    /// Counts by which the diagram would at least turn where it does in print.
    pub about: std::ops::RangeInclusive<usize>,
    pub comment: &'static str,
}

/// A law that falls on a line from `rest` to the part `least` of that, at the slip velocity `reach`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    pub rest: f64,
    pub least: f64,
    pub reach: f64,
}

pub const FIGURES: [Figure; 2] = [
    Figure {
        number: 22,
        range: (2.72, 4.32),
        epsilon2: 1.159,
        mu0: 0.7,
        beta3: 1.825,
        belt: 0.6,
        law: Law { rest: 1.0, least: 0.2, reach: 0.8 },
        velocity: 0.0,
        beta2: "0.577",
        told: &[
            Told { at: 2.8, count: 1, about: 1..=1, comment: "one-periodic" },
            Told {
                at: 3.5,
                count: 3,
                about: 2..=PLACES,
                comment: "period tripled from ε1 ≈ 3.1 on",
            },
            Told { at: 4.2, count: 1, about: 1..=1, comment: "and back at ε1 ≈ 4.0" },
        ],
    },
    Figure {
        number: 23,
        range: (2.83, 3.58),
        epsilon2: 1.093,
        mu0: 1.2,
        beta3: 2.441,
        belt: 0.1,
        law: Law { rest: 1.0, least: 0.152, reach: 0.609 },
        velocity: 0.1,
        beta2: "1.729",
        told: &[
            Told {
                at: 2.9, count: PLACES, about: PLACES..=PLACES, comment: "chaos at ε1 ≈ 2.9"
            },
            Told { at: 3.55, count: 1, about: 1..=8, comment: "period doublings as ε1 falls" },
        ],
    },
];

/// Durations for which motions are observed, in units of 1/ω.
#[derive(Clone, Copy)]
pub struct Patience {
    /// Time to settle at each value, and to cross the section.
    pub settle: f64,
    pub crossings: f64,
}

/// A motion through values of ε1, from the one before each.
pub struct Course {
    pub figure: &'static Figure,
    pub law: Law,
    /// β1 where it is not ε1.
    pub beta1: Option<f64>,
    pub values: Vec<f64>,
    pub patience: Patience,
}

impl Course {
    fn model(&self, epsilon1: f64) -> Result<Case, Stop> {
        let (figure, Law { rest, least, reach }) = (self.figure, self.law);
        Ok(with(
            read(include_str!("S1.toml")),
            &[
                ("shoe.mass", epsilon1),
                ("retractor.stiffness", self.beta1.unwrap_or(epsilon1) - 1.0),
                ("lever.mass", figure.epsilon2),
                ("press.stiffness", figure.beta3 - 1.0),
                ("belt.loadFactor", -figure.mu0),
                ("belt.staticCoefficient", rest),
                ("belt.minCoefficient", rest * least),
                ("belt.slope", rest * (1.0 - least) / reach),
                ("belt.surfaceVelocity", figure.belt),
                ("shoe.velocity0", figure.velocity),
            ],
        )?)
    }

    /// Finds the places at which the shoe begins to slip on the belt at the next value.
    pub fn next(&self, before: &[Station]) -> Result<Station, Stop> {
        let model = self.model(self.values[before.len()])?;
        let position = model.unit().find("shoe.position").expect("an output");
        let from = Some(ContactMode::Stuck as i32);
        let slips = EventKind { element: ContactId(0).into(), from, to: None };
        let look = Look {
            section: Section::Event(slips),
            columns: vec![position],
            settle: self.patience.settle,
            points: PLACES,
            patience: self.patience.crossings,
            resolution: 1.0,
        };
        Ok(next(&model, before.last(), &look)?)
    }
}

/// Values of ε1, and the places at each.
pub type Diagram = Vec<(f64, Vec<f64>)>;

/// Makes the diagram of what a course found.
pub fn diagram(course: &Course, stations: &[Station]) -> Diagram {
    let places =
        stations.iter().map(|(crossings, _)| crossings.iter().map(|one| one.values[0]).collect());
    course.values.iter().copied().zip(places).collect()
}

/// Counts the different places at the value of a diagram next to one.
pub fn count(diagram: &Diagram, at: f64) -> usize {
    let all = diagram.iter().flat_map(|(_, places)| places);
    let (low, high) =
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
    let near = diagram.iter().min_by(|a, b| (a.0 - at).abs().total_cmp(&(b.0 - at).abs()));
    let mut places: Vec<f64> = near.map(|(_, places)| places.clone()).unwrap_or_default();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|b, a| *b - *a < SAME * (high - low));
    places.len()
}

/// Returns a count in words.
pub fn word(count: usize) -> String {
    match count {
        0 => "comes to rest or never sticks".to_owned(),
        PLACES => "never the same".to_owned(),
        few => few.to_string(),
    }
}
