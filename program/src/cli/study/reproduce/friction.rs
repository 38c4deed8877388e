//! J1, J2, J3: luz and tar, and bodies at rest and in slip.

use luztar::network;
use luztar::study::characteristic::{friction, spring};
use luztar::study::sweep::range;
use luztar::unit::{Model, catalogue};

use super::bench::{Stop, model, outputs, read, with};
use super::page::{Page, Picture, Row};
use crate::cli::study::chart::{Chart, Kind, Panel, Series};

const TITLES: [&str; 3] = [
    "D. Żardecki, Piecewise linear luz(…) and tar(…) projections. Part 2, JTAM 44 (2006) 1, 185–202",
    "D. Żardecki, Piecewise linear modeling of friction and stick-slip phenomenon, JTAM 44 (2006) 2, 255–277",
    "D. Żardecki, Static friction indeterminacy problems, JTAM 45 (2007) 2, 289–310",
];

fn luz(x: f64, a: f64) -> f64 {
    x - x.clamp(-a, a)
}

/// A body with mass, spring and friction of round numbers.
const ELEMENTS: &str = "[model]\nname = \"Elements\"\n[body.block]\nmass = 1.0\nforce = { input = true, start = 0.0 }\n\
    [spring.teeth]\nbetween = \"block\"\nstiffness = 2.0\nbacklash = 1.0\n\
    [contact.base]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\nviscous = 0.5\n";

/// Compares the torque of a gear whose wheels without mass are reduced to one spring.
fn gear() -> Result<Row, Stop> {
    let text = catalogue::text("GearTrain").expect("of the model library");
    let choices = [("reduction".to_owned(), "2".to_owned())];
    let text = network::choose(text, "GearTrain.toml", &choices).expect("an option of GearTrain");
    let gear = Model::new(network::read(&text, "GearTrain.toml").expect("a network"), text);
    let gear = with(gear, &[("psi.angle0", 0.05), ("phi.angle0", 0.0)])?;
    let number = |name: &str| {
        let index = gear.unit().find(name).unwrap_or_else(|| panic!("no {name}"));
        gear.value(index).unwrap_or(f64::NAN)
    };
    let p = number("deltaGamma.ratio");
    let springs = ["psiDelta", "deltaGamma", "gammaPhi"];
    let k = springs.map(|spring| number(&format!("{spring}.stiffness")));
    let gaps = springs.map(|spring| 0.5 * number(&format!("{spring}.backlash")));
    let reduced = 1.0 / (1.0 / k[0] + 1.0 / k[1] + p * p / k[2]);
    let gap = gaps[0] + gaps[1] + p * gaps[2];
    let [torque] = outputs(&gear, ["psiDelta.force"])?;
    let published = format!("{:.9}", reduced * luz(0.05, gap));
    let comment = "§4.1, simplification 2: k_ψφ luz(ψ − pφ, (ψ − pφ)₀) by the paper's formulas; luztar reduces the weightless wheels";
    let quantity = "torque on the driving rotor, ψ − pφ = 0.05 rad, N·m";
    Ok(Row::number(quantity, &published, torque, comment))
}

/// Compares the acceleration of the block under a force, N, from a velocity on, m/s.
fn block((force, speed): (f64, f64)) -> Result<Row, Stop> {
    let model = with(read(ELEMENTS), &[("block.force", force), ("block.velocity0", speed)])?;
    let [found] = outputs(&model, ["block.acceleration"])?;
    let (expected, comment) = match speed == 0.0 {
        true => (luz(force, 1.0), "§3.1: luz(F, FT₀)/M"),
        false => (force - 0.5 * speed - 1.0, "§3.1: (F − C tar(ż, FT₀/C))/M"),
    };
    let quantity = format!("z̈ of the block, F = {force} N, ż = {speed} m/s");
    Ok(Row::number(&quantity, &format!("{expected:?}"), found, comment))
}

fn light_block() -> Result<Row, Stop> {
    let light = "[model]\nname = \"Light\"\n[body.block]\nmass = 0\nforce = { input = true, start = 3.0 }\n\
                 [contact.base]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\nviscous = 0.5\n";
    let [found] = outputs(&with(read(light), &[])?, ["block.velocity"])?;
    Ok(Row::number("ż of a block without mass, F = 3 N", "4", found, "§3.1: luz(F, FT₀)/C"))
}

/// Draws the forces of the spring and of the contact, slipping and at rest.
fn characteristics() -> Result<Vec<Picture>, Stop> {
    let model = with(read(ELEMENTS), &[])?;
    let places = range(-1.5, 1.5, 301);
    let held = |force: f64| {
        let model = with(read(ELEMENTS), &[("block.force", force)])?;
        Ok((force, outputs(&model, ["base.frictionForce"])?[0]))
    };
    let held: Result<Vec<_>, Stop> = range(-2.5, 2.5, 101).into_iter().map(held).collect();
    let figures = [
        (
            3,
            "a spring with backlash, k luz(Δz, Δz₀)",
            ["Δz, m", "FS, N"],
            spring(&model, 0, &places)?,
        ),
        (
            7,
            "dry and viscous friction, C tar(ż, FT₀/C)",
            ["ż, m/s", "FT, N"],
            friction(&model, 0, &places, None)?,
        ),
        (8, "friction at rest, F − luz(F, FT₀)", ["F, N", "FTS, N"], held?),
    ];
    let picture = |(number, shown, [x, y], points): (_, _, [&str; 2], _)| {
        let caption = format!("fig. {number}: {shown}");
        let panel = Panel {
            x_label: x.to_owned(),
            y_label: y.to_owned(),
            series: vec![Series::new("", 0, Kind::Line, points)],
            x: None,
        };
        let svg = Chart { title: format!("J1, {caption}"), panels: vec![panel] }.svg()?;
        Ok(Picture::new(&format!("J1-fig{number}.svg"), &caption, svg))
    };
    figures.into_iter().map(picture).collect()
}

pub fn j1() -> Result<Page, Stop> {
    let mut rows = vec![gear()?];
    for case in [(3.0, 0.0), (0.6, 0.0), (3.0, 2.0)] {
        rows.push(block(case)?);
    }
    rows.push(light_block()?);
    let text = "The elements are a block with M = 1 kg, FT₀ = 1 N, C = 0.5 N·s/m, and a spring with k = 2 N/m, Δz₀ = 0.5 m.\n\
                The gear is GearTrain with its parameters.\n\
                The paper has formulas and no numbers: they are evaluated with these.\n";
    Ok(Page { paper: "J1", title: TITLES[0], text, rows, pictures: characteristics()? })
}

pub fn j2() -> Result<Page, Stop> {
    let bodies = ["body1.acceleration", "body2.acceleration"];
    let mut rows = Vec::new();
    let one = |values: &[(&str, f64)]| -> Result<[f64; 2], Stop> {
        let text = "[model]\nname = \"Pair\"\n[body.body1]\nmass = 1.0\nforce = { input = true, start = 0.0 }\n\
                    [body.body2]\nmass = 1.0\nforce = { input = true, start = 0.0 }\n\
                    [contact.contact]\nbetween = [\"body1\", \"body2\"]\nlaw = \"coulomb\"\nkineticFriction = 1.0\nviscous = 0.2\n";
        Ok(outputs(&with(read(text), values)?, bodies)?)
    };
    let found = one(&[("body1.force", 3.0)])?;
    let comment =
        "§3, ż₁ = ż₂, FT₀ = 1 N: the limit is passed, FT = sat((M₂F₁ − M₁F₂)/(M₁ + M₂), FT₀)";
    rows.push(Row::vector("z̈, one contact, F = (3, 0) N", [2.0, 1.0], found, comment));
    let found = one(&[("body1.force", 1.5)])?;
    let comment = "§3: both move as one";
    rows.push(Row::vector("z̈, one contact, F = (1.5, 0) N", [0.75, 0.75], found, comment));
    let found = one(&[("body1.force", 3.0), ("body1.velocity0", 2.0)])?;
    let comment = "§3: C tar(ż₁ − ż₂, FT₀/C) with C = 0.2 N·s/m";
    rows.push(Row::vector("the same at ż = (2, 0) m/s, F = (3, 0) N", [1.6, 1.4], found, comment));
    let cases: [(_, [f64; 2], [f64; 2], [f64; 2], _); 3] = [
        (
            "F = (0, 3) N, FT₀ = (5, 1) N",
            [0.0, 3.0],
            [5.0, 1.0],
            [0.0, 2.0],
            "§4 at rest: not the minimum of Gauss's principle; the lower body carries the upper one",
        ),
        (
            "F = (3, 0) N, FT₀ = (1, 5) N",
            [3.0, 0.0],
            [1.0, 5.0],
            [2.0, -2.0],
            "§4 at rest: published, the ground pushes the lower body backwards",
        ),
        (
            "F = (5, 3) N, FT₀ = (1, 2) N",
            [5.0, 3.0],
            [1.0, 2.0],
            [4.0, 2.0],
            "§4 at rest, both limits passed, and each friction opposes its slip: exact",
        ),
    ];
    for (quantity, force, limit, published, comment) in cases {
        let values = [
            ("body1.force", force[0]),
            ("body2.force", force[1]),
            ("contact12.kineticFriction", limit[0]),
            ("contact12.staticFriction", limit[0]),
            ("contact20.kineticFriction", limit[1]),
            ("contact20.staticFriction", limit[1]),
        ];
        let found = outputs(&model("TwoMassTwoContacts", &values)?, bodies)?;
        rows.push(Row::vector(&format!("z̈, two contacts, {quantity}"), published, found, comment));
    }
    let text = "Accelerations in m/s² of two bodies of 1 kg; models Pair (one contact) and TwoMassTwoContacts.\n\
                [Published closed forms](../published-forms.md) has the frequency and size of the differences.\n";
    Ok(Page { paper: "J2", title: TITLES[1], text, rows, pictures: Vec::new() })
}

pub fn j3() -> Result<Page, Stop> {
    let bodies = ["body1.acceleration", "body2.acceleration"];
    let cases: [(_, [f64; 2], [f64; 2], [f64; 2], _); 4] = [
        (
            "at rest, F = (1.8, 1.8) N",
            [1.8, 1.8],
            [0.0; 2],
            [0.0, 0.0],
            "(4.9), (4.10): \"total stiction\"; the ground holds 2 N of these 3.6 N",
        ),
        (
            "at rest, F = (3, −0.5) N",
            [3.0, -0.5],
            [0.0; 2],
            [1.0, 0.0],
            "(4.9), (4.10): |v₁ + v₂| ≤ FT₀₁₀ + FT₀₂₀, so that they are exact",
        ),
        (
            "ż = (2, 1) m/s, F = (4, 0) N",
            [4.0, 0.0],
            [2.0, 1.0],
            [2.0, 0.0],
            "§4: all contacts slip",
        ),
        (
            "ż = (1, 1) m/s, F = (2, 0) N",
            [2.0, 0.0],
            [1.0, 1.0],
            [0.0, 0.0],
            "(4.3), (4.4) with F₂ in the second bracket, a misprint: both move as one",
        ),
    ];
    let mut rows = Vec::new();
    for (quantity, force, speed, published, comment) in cases {
        let values = [
            ("body2.mass", 1.0),
            ("body1.force", force[0]),
            ("body2.force", force[1]),
            ("body1.velocity0", speed[0]),
            ("body2.velocity0", speed[1]),
        ];
        let found = outputs(&model("TwoMassThreeContacts", &values)?, bodies)?;
        rows.push(Row::vector(&format!("z̈, {quantity}"), published, found, comment));
    }
    let text = "Accelerations in m/s² of TwoMassThreeContacts with masses of 1 kg and limits of 1 N.\n\
                [Published closed forms](../published-forms.md) has the frequency and size of the differences.\n";
    Ok(Page { paper: "J3", title: TITLES[2], text, rows, pictures: Vec::new() })
}
