//! S1: the friction of the brake mechanism, and its bifurcation diagrams (figs. 22, 23).

mod course;
mod map;

use luztar::study::bifurcation::Station;
use luztar::study::characteristic::friction;
use luztar::study::sweep::range;

use super::bench::{Stop, model};
use super::page::{Page, Picture, Row};
use crate::cli::failure::Failure;
use crate::cli::study::chart::{Chart, Kind, Panel, Series};
use crate::cli::study::kept::Kept;
use course::{Course, Diagram, FIGURES, Figure, Law, Patience, Told, count, diagram, word};

/// Values of ε1 of a diagram.
const VALUES: usize = 161;
const PATIENCE: Patience = Patience { settle: 800.0, crossings: 800.0 };
/// The choice, and others: factors of the two numbers of the law.
const VARIANTS: [(f64, f64); 5] = [(1.0, 1.0), (0.5, 1.0), (1.5, 1.0), (1.0, 0.5), (1.0, 1.5)];

/// Makes the diagram of a figure with these factors of the law's numbers.
fn varied(figure: &'static Figure, factors: (f64, f64)) -> Course {
    Course {
        figure,
        law: Law {
            least: figure.law.least * factors.0,
            reach: figure.law.reach * factors.1,
            ..figure.law
        },
        beta1: None,
        values: range(figure.range.0, figure.range.1, VALUES),
        patience: PATIENCE,
    }
}

/// Compares the friction of the slowest and of the fastest slip, both ways.
fn brake() -> Result<Vec<Row>, Stop> {
    let brake = model("BrakeMechanism", &[])?;
    let near = 1e-12;
    let rows = [
        ("Fs⁺, friction of the slowest forward slip, N", near, "3.63", "§4.4, (22)"),
        ("Fmin⁺ at vmax = 0.27 m/s, N", 0.27, "0.86", "(22)"),
        ("Fmin⁻ at vmax = 0.28 m/s, N", -0.28, "−1.42", "(23)"),
        (
            "F⁻ of the slowest backward slip, N",
            -near,
            "−4.790651707",
            "(23) with the exponents' sign of A1 (4); as printed it pushes with 11 627 N",
        ),
    ];
    let row = |(quantity, w, published, comment)| {
        let found = friction(&brake, 0, &[w], Some(5.0))?[0].1;
        Ok(Row::number(quantity, published, found, comment))
    };
    rows.into_iter().map(row).collect()
}

fn beta2(figure: &Figure) -> Row {
    let quantity = format!("β2 of fig. {}", figure.number);
    let comment =
        "μ0 (β3 − 1), as μ0 k3/k2 and (k2 + k3)/k2 say: the other numbers are read rightly";
    Row::number(&quantity, figure.beta2, figure.mu0 * (figure.beta3 - 1.0), comment)
}

/// Compares the statements of the paper about a figure with its diagrams: the choice and the other laws.
fn places(figure: &Figure, diagrams: &[Diagram]) -> Vec<Row> {
    let row = |told: &Told| {
        let quantity = format!("places of fig. {} at ε1 = {}", figure.number, told.at);
        let words = |one| word(count(one, told.at));
        let others: Vec<String> = diagrams[1..].iter().map(words).collect();
        let comment = format!("{}; with the other laws: {}", told.comment, others.join(", "));
        Row::text(&quantity, &word(told.count), &words(&diagrams[0]), &comment)
    };
    figure.told.iter().map(row).collect()
}

/// Draws the diagrams of a figure, one below the other.
fn picture(figure: &Figure, courses: &[Course], diagrams: &[Diagram]) -> Result<Picture, Stop> {
    let panel = |(one, (course, diagram)): (usize, (&Course, &Diagram))| {
        let points = diagram
            .iter()
            .flat_map(|(value, places)| places.iter().map(move |place| (*value, *place)));
        let Law { least, reach, .. } = course.law;
        let colour = usize::from(one > 0);
        Panel {
            x_label: "ε1".to_owned(),
            y_label: format!("x1, law {least:.3}, {reach:.3}"),
            series: vec![Series::new("", colour, Kind::Dots(1.5), points.collect())],
            x: Some(figure.range.0..figure.range.1),
        }
    };
    let panels = courses.iter().zip(diagrams).enumerate().map(panel).collect();
    let svg = Chart { title: format!("S1, fig. {}", figure.number), panels }.svg()?;
    let caption = format!(
        "Fig. {}: position of the shoe at its release, over ε1; above the choice, below other parameters; empty where it rests or never sticks",
        figure.number
    );
    Ok(Picture::new(&format!("S1-fig{}.svg", figure.number), &caption, svg))
}

const TEXT: &str = "\
Figs. 22 and 23 are computed from (20), corrected ([corrections](../corrections.md)).\n\
In print x has the factor 1, so that β1 = ε1.\n\
The letters of two numbers of each figure are illegible in the scan: 0.2 and 0.8, 0.152 and 0.609.\n\
\n\
**The choice**: by (22) normalised with Fs the numbers are Fmin/Fs and the velocity at which friction reaches it, for both directions.\n\
The paper does not name the section: here it is the release of the shoe from the belt.\n\
The diagrams depend on all of this.\n\
The panels below each choice show the influence of the two numbers.\n\
First they halve the first number and increase it by half, then the second one.\n\
Tripling, doublings and chaos appear and disappear with these numbers.\n\
With the choice the printed diagrams are not reproduced, as the rows show.\n\
\n\
**Other readings**: the map has laws that fall along a line, with 16 values of each number.\n\
The least friction is from 0.02 to 0.95 of Fs, reached at slip velocities from 0.03 to 10.\n\
The map includes the two numbers in other roles: exchanged, or one of them as the slope at rest.\n\
Fig. 22 has one more number with an illegible letter, 3.\n\
It is a value of ε1, which the figure varies, or β1, which (20) does not have; there is a map for both.\n\
\n\
In both figures the second number is four times the first.\n\
They could be the least friction and its drop, so that friction at rest is their sum, 1 and 0.761, and the least a fifth of it.\n\
The velocity is then free: a column of the first map, and of the last.\n\
The rows count the laws that agree with the known properties of the figures.\n\
";

pub fn page(kept: &Kept, threads: usize) -> Result<Page, Stop> {
    let mut rows = brake()?;
    rows.extend(FIGURES.iter().map(beta2));
    let mut courses: Vec<Course> =
        FIGURES.iter().flat_map(|figure| VARIANTS.map(|factors| varied(figure, factors))).collect();
    let of_figures = courses.len();
    courses.extend(map::courses());
    let lengths: Vec<usize> = courses.iter().map(|course| course.values.len()).collect();
    let link =
        |course: usize, before: &[Station]| courses[course].next(before).map_err(Failure::from);
    let found = kept.chains(&lengths, threads, link)?.whole()?;
    let (found, of_map) = found.split_at(of_figures);
    let diagrams: Vec<Diagram> =
        courses.iter().zip(found).map(|(course, stations)| diagram(course, stations)).collect();
    let of_each = courses.chunks(VARIANTS.len()).zip(diagrams.chunks(VARIANTS.len()));
    let mut pictures = Vec::new();
    for (figure, (courses, diagrams)) in FIGURES.iter().zip(of_each) {
        rows.extend(places(figure, diagrams));
        pictures.push(picture(figure, courses, diagrams)?);
    }
    let (of_laws, laws) = map::told(of_map)?;
    rows.extend(of_laws);
    pictures.push(laws);
    Ok(Page {
        paper: "S1",
        title: "J. Awrejcewicz, P. Olejnik, Applied Mechanics Reviews 58 (2005)",
        text: TEXT,
        rows,
        pictures,
    })
}
