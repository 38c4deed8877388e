//! Drawings of mechanisms: every unit and network is drawn, with all of its names, and no text lies on another or on a line.

mod random;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use luztar::drawing::{Format, svg};
use luztar::network::{self, Drawn, ElementForm, Network};
use luztar::unit::catalogue;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::shown;

/// Widths of letters in sizes of the font; capitals stand above the base line, tails below it.
const LETTER: f64 = 0.6;
const ABOVE: f64 = 0.72;
const BELOW: f64 = 0.2;

/// Left, top, right and bottom.
type Area = [f64; 4];

#[derive(Default)]
struct Drawing {
    texts: Vec<(String, Area)>,
    lines: Vec<[(f64, f64); 2]>,
    size: (f64, f64),
    title: String,
}

fn attribute(tag: &BytesStart, name: &str) -> Option<String> {
    let found = tag.try_get_attribute(name).expect("well-formed attributes")?;
    Some(found.normalized_value(XmlVersion::Implicit1_0).expect("a value").into_owned())
}

fn number(tag: &BytesStart, name: &str) -> f64 {
    attribute(tag, name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no {name}"))
}

/// Straight lines of a path; arcs are left out.
fn straight(way: &str) -> Vec<[(f64, f64); 2]> {
    if way.contains('A') {
        return Vec::new();
    }
    let points = way.trim_end_matches('Z').split(['M', 'L']).skip(1).map(|point| {
        let (x, y) = point.split_once(' ').expect("two numbers");
        (x.parse().expect("a number"), y.parse().expect("a number"))
    });
    let points: Vec<(f64, f64)> = points.collect();
    points.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Reads a drawing, which must be well-formed XML.
fn read(text: &str) -> Drawing {
    let mut reader = Reader::from_str(text);
    let mut drawing = Drawing::default();
    let mut open: Option<(f64, f64, f64)> = None;
    let mut in_title = false;
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Eof => return drawing,
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "svg" => drawing.size = (number(&tag, "width"), number(&tag, "height")),
                "title" => in_title = true,
                "text" => {
                    open = Some((number(&tag, "x"), number(&tag, "y"), number(&tag, "font-size")));
                }
                "path" => drawing.lines.extend(straight(&attribute(&tag, "d").expect("a way"))),
                _ => {}
            },
            Event::End(_) => (open, in_title) = (None, false),
            Event::Text(text) => {
                let text = text.to_string();
                if let Some((x, y, size)) = open {
                    let right = x + LETTER * size * text.chars().count() as f64;
                    let area = [x, y - ABOVE * size, right, y + BELOW * size];
                    drawing.texts.push((text, area));
                } else if in_title {
                    drawing.title = text;
                }
            }
            _ => {}
        }
    }
}

fn overlap(a: &Area, b: &Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Whether a line goes through an area, by cutting off what lies beyond each side (Liang and Barsky).
fn crosses([from, to]: &[(f64, f64); 2], area: &Area) -> bool {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let sides = [
        (-dx, from.0 - area[0]),
        (dx, area[2] - from.0),
        (-dy, from.1 - area[1]),
        (dy, area[3] - from.1),
    ];
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (speed, distance) in sides {
        if speed == 0.0 {
            if distance <= 0.0 {
                return false;
            }
        } else if speed < 0.0 {
            first = first.max(distance / speed);
        } else {
            last = last.min(distance / speed);
        }
    }
    first < last
}

/// Names of all bodies and elements.
fn names(network: &Network) -> Vec<&String> {
    let bodies = network.bodies.iter().map(|body| &body.name);
    let contacts = network.contacts.iter().map(|contact| &contact.name);
    let parts = network.springs.iter().filter_map(|spring| spring.series.as_ref());
    let parts = parts.flat_map(|series| &series.parts).map(|part| &part.name);
    let springs = network.springs.iter().map(|spring| &spring.name);
    let dampers = network.dampers.iter().map(|damper| &damper.name);
    let forces = network.forces.iter().filter(|force| force.acts() && !force.is_friction());
    let forces = forces.map(|force| &force.name);
    bodies.chain(contacts).chain(springs).chain(parts).chain(dampers).chain(forces).collect()
}

/// What is wrong with the drawing of a network.
fn faults(network: &Network) -> Vec<String> {
    let text = svg(network, Format::Picture);
    let drawing = read(&text);
    let mut faults = Vec::new();
    if drawing.title != network.about.name || text != svg(network, Format::Picture) {
        faults.push("another title, or another drawing the second time".to_owned());
    }
    let mut left: Vec<&String> = drawing.texts.iter().map(|(text, _)| text).collect();
    for name in names(network) {
        match left.iter().position(|text| *text == name) {
            Some(at) => drop(left.swap_remove(at)),
            None => faults.push(format!("no {name}")),
        }
    }
    for (at, (text, area)) in drawing.texts.iter().enumerate() {
        let inside = area[0] >= 0.0 && area[1] >= 0.0;
        if !inside || area[2] > drawing.size.0 || area[3] > drawing.size.1 {
            faults.push(format!("{text} leaves the picture"));
        }
        for (other, its_area) in &drawing.texts[at + 1..] {
            if overlap(area, its_area) {
                faults.push(format!("{text} lies on {other}"));
            }
        }
        if let Some(line) = drawing.lines.iter().find(|line| crosses(line, area)) {
            faults.push(format!("{line:?} goes through {text} at {area:?}"));
        }
    }
    faults
}

fn check(network: &Network) {
    let found = faults(network);
    assert!(found.is_empty(), "{}:\n{}", network.about.name, found.join("\n"));
}

fn read_network(text: &str) -> Network {
    network::read(text, "drawn.toml").unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

#[test]
fn every_unit_is_drawn() {
    for name in catalogue::names() {
        check(catalogue::unit(name).expect("named by the catalogue").network());
    }
}

#[test]
fn units_are_drawn_with_their_build_options() {
    let choices = [
        ("GearTrain", "reduction", &["1", "2", "3"][..]),
        ("BurridgeKnopoff", "blocks", &["1", "3", "12", "40"]),
        ("VibrationAbsorber", "guide", &["housing"]),
        ("BristleElement", "law", &["dahl", "antunes"]),
    ];
    for (unit, option, values) in choices {
        let text = catalogue::text(unit).expect("a unit");
        for value in values {
            let chosen = [(option.to_owned(), (*value).to_owned())];
            let text = network::choose(text, unit, &chosen).expect("an option of the unit");
            check(&read_network(&text));
        }
    }
}

#[test]
fn every_example_is_drawn() {
    let folders = ["examples/networks", "examples/mechanisms", "examples/comparisons"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |folder| fs::read_dir(root.join(folder)).expect("part of the source tree");
    let paths = folders.into_iter().flat_map(read).map(|file| file.expect("readable").path());
    let paths: BTreeSet<_> =
        paths.filter(|path| path.extension() == Some("toml".as_ref())).collect();
    assert!(paths.len() > 8, "{paths:?}");
    for path in paths {
        check(&read_network(&fs::read_to_string(&path).expect("readable")));
    }
}

#[test]
fn signs_tell_what_elements_are() {
    let of = |unit: &str| svg(catalogue::unit(unit).expect("a unit").network(), Format::Picture);
    let count = |text: &str, sign: &str| text.matches(sign).count();
    // Four springs with freeplay, of which three have radii on one or both ends.
    let steering = of("SteeringSystem");
    assert_eq!((count(&steering, ">Δ<"), count(&steering, "<circle")), (4, 6));
    assert_eq!((count(&steering, "rx=\"9\""), count(&steering, ">torque<")), (4, 3));
    assert_eq!(count(&of("BeltOscillator"), ">surfaceVelocity<"), 1);
    assert_eq!(count(&of("BeltOscillator"), ">Δ<"), 0);
    let brake = of("BrakeMechanism");
    assert_eq!((count(&brake, ">load of press<"), count(&brake, ">normalForce<")), (1, 1));
    assert_eq!(count(&of("FreeplaySpring"), ">port<"), 2);
    let text = include_str!("../../examples/networks/DiscBrake.toml");
    let brake = svg(&read_network(text), Format::Picture);
    assert_eq!((count(&brake, ">temperature<"), count(&brake, ">normalForce<")), (1, 1));
}

#[test]
fn couplings_are_shafts_rods_gears_racks_or_levers() {
    let rod = "[body.a]\nmass = 1.0\n[body.b]\nmass = 1.0\n";
    let shaft = "[body.a]\naxis = \"rotation\"\ninertia = 1.0\n[body.b]\naxis = \"rotation\"\ninertia = 1.0\n";
    let rack = "[body.a]\naxis = \"rotation\"\ninertia = 1.0\n[body.b]\nmass = 1.0\n";
    // Bodies, key of the coupling, circles, note.
    let cases = [
        (rod, "", 2, None),
        (rod, "ratio = 2.5", 1, Some("ratio 2.5")),
        (shaft, "", 0, None),
        (shaft, "ratio = 3.0", 4, Some("ratio 3")),
        (shaft, "ratio = -1.0", 4, Some("ratio −1")),
        (shaft, "radii = [0.1, 0.2]", 4, Some("radii 0.1 m, 0.2 m")),
        (rack, "radii = [0.05, 1.0]", 2, Some("radius 0.05 m")),
    ];
    for (bodies, key, circles, note) in cases {
        let text = format!(
            "[model]\nname = \"Joined\"\n{bodies}[coupling.mesh]\nbetween = [\"a\", \"b\"]\n{key}\n"
        );
        let network = read_network(&text);
        check(&network);
        let picture = svg(&network, Format::Picture);
        assert_eq!(picture.matches("<circle").count(), circles, "{key}: {picture}");
        let drawing = read(&picture);
        let notes = drawing.texts.iter().map(|(text, _)| text.as_str());
        let notes: Vec<&str> = notes.filter(|text| !["a", "b", "mesh"].contains(text)).collect();
        assert_eq!(notes, note.into_iter().collect::<Vec<_>>(), "{key}");
    }
}

#[test]
fn the_larger_wheel_stands_at_the_end_with_the_larger_radius() {
    let wheels = |names: &str| {
        let text = format!(
            "[model]\nname = \"Gears\"\n[body.a]\naxis = \"rotation\"\ninertia = 1.0\n\
             [body.b]\naxis = \"rotation\"\ninertia = 1.0\n\
             [coupling.mesh]\nbetween = {names}\nradii = [0.1, 0.3]\n"
        );
        let picture = svg(&read_network(&text), Format::Picture);
        let x = |name: &str| {
            let (_, area) = read(&picture).texts.into_iter().find(|(text, _)| text == name)?;
            Some(f64::midpoint(area[0], area[2]))
        };
        let is_wheel = |line: &&str| line.starts_with("<circle") && line.contains(" r=\"11\"");
        let line = picture.lines().find(is_wheel).expect("a large wheel").to_owned();
        let wheel: f64 = line.split('"').nth(1).and_then(|x| x.parse().ok()).expect("its middle");
        let note = read(&picture).texts.into_iter().find(|(text, _)| text.starts_with("radii"));
        (x("a").expect("drawn") < x("b").expect("drawn"), wheel, x("mesh"), note.expect("drawn").0)
    };
    for names in ["[\"a\", \"b\"]", "[\"b\", \"a\"]"] {
        let (a_is_left, wheel, middle, note) = wheels(names);
        let larger_is_right = a_is_left == names.starts_with("[\"a\"");
        assert_eq!(wheel > middle.expect("drawn"), larger_is_right, "{names}");
        assert_eq!(note == "radii 0.1 m, 0.3 m", larger_is_right, "{names}: {note}");
    }
}

#[test]
fn formulas_join_the_bodies_that_they_name() {
    let of = |text: &str| svg(&read_network(text), Format::Picture);
    let count = |text: &str, sign: &str| text.matches(sign).count();
    let brake = of(include_str!("../../examples/mechanisms/BrakeSqueal.toml"));
    assert_eq!((count(&brake, ">U<"), count(&brake, ">pad<")), (1, 1));
    let valve = of(include_str!("../../examples/mechanisms/Positioner.toml"));
    assert_eq!((count(&valve, ">f<"), count(&valve, ">actuator<")), (2, 1));
    let pendulum = of(include_str!("../../examples/networks/PivotPendulum.toml"));
    assert_eq!((count(&pendulum, ">f<"), count(&pendulum, ">weight<")), (0, 1));
}

/// The arrow of a force by formula is its part that is not friction; friction alone is drawn as a contact.
#[test]
fn friction_by_formula_is_drawn_as_a_contact() {
    for (formula, arrows, plates) in [
        ("-2*sign(rate)", 0, 1),
        ("-2*(1 + 0.5*exp(-abs(rate)))*sign(rate)", 0, 1),
        ("-2*sign(rate) - 3*rate", 1, 1),
        ("-3*rate", 1, 0),
        ("5*sin(2*t)", 1, 0),
    ] {
        let text = format!(
            "[model]\nname = \"Rubbing\"\n[body.block]\nmass = 1.0\n\
             [force.pull]\nbetween = \"block\"\nforce = \"{formula}\"\n"
        );
        let network = read_network(&text);
        check(&network);
        assert_eq!(network.contacts.len(), plates, "{formula}");
        let names = read(&svg(&network, Format::Picture)).texts;
        let drawn = names.iter().filter(|(text, _)| text == "pull").count();
        assert_eq!(drawn, arrows + plates, "{formula}: {names:?}");
    }
}

#[test]
fn an_icon_is_the_drawing_in_a_square() {
    let unit = catalogue::unit("GearTrain").expect("a unit");
    let [picture, icon] = [Format::Picture, Format::Icon].map(|form| svg(unit.network(), form));
    let (picture, icon) = (read(&picture), read(&icon));
    assert_eq!(icon.size, (picture.size.0, picture.size.0));
    assert_eq!(icon.texts, picture.texts);
}

#[test]
fn texts_and_lines_that_collide_are_caught() {
    let area = [10.0, 10.0, 20.0, 20.0];
    assert!(overlap(&area, &[19.0, 5.0, 30.0, 11.0]) && !overlap(&area, &[20.0, 10.0, 30.0, 20.0]));
    assert!(crosses(&[(0.0, 15.0), (30.0, 15.0)], &area));
    assert!(crosses(&[(15.0, 0.0), (15.0, 12.0)], &area));
    assert!(!crosses(&[(0.0, 20.0), (30.0, 20.0)], &area));
    assert!(!crosses(&[(0.0, 15.0), (9.0, 15.0)], &area));
    assert!(!crosses(&[(0.0, 5.0), (5.0, 0.0)], &area));
}

#[test]
fn declared_elements_are_drawn_as_what_they_are_alike() {
    for form in ElementForm::all() {
        let text = shown::example(&form);
        let (bodies, _) = text.split_once(&format!("[{}.", form.name)).expect("its element");
        let ends = "between = [\"first\", \"second\"]\n";
        let alike = match form.drawn {
            Drawn::Spring => format!("[spring.middle]\n{ends}stiffness = 1.0\ncubic = 1.0\n"),
            Drawn::Stop => {
                format!("[spring.middle]\n{ends}stiffness = 1.0\nbacklash = 0.2\ndamping = 1.0\n")
            }
            Drawn::Damper => format!("[damper.middle]\n{ends}damping = 1.0\n"),
        };
        let [own, other] = [text.clone(), format!("{bodies}{alike}")].map(|text| {
            let network =
                network::read(&text, "shown.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
            svg(&network, Format::Picture)
        });
        assert_eq!(own, other, "{}", form.name);
    }
}
