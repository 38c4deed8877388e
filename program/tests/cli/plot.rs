//! `luztar plot`: what its pictures show, what it refuses, and that the pictures in docs/ are what their
//! commands draw, those of `luztar draw` too. `LUZTAR_BLESS=1 cargo test --test cli plot` draws those anew.

use std::f64::consts::PI;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Units of the drawing per pixel.
const SCALE: f64 = 10.0;

fn luztar(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luztar"));
    command
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .args(arguments)
        .output()
        .expect("starts")
}

/// The picture that `luztar plot` writes to stdout.
fn picture(arguments: &[&str]) -> String {
    drawn_by("plot", arguments)
}

/// The same of `luztar plot` or `luztar draw`.
fn drawn_by(command: &str, arguments: &[&str]) -> String {
    let output = luztar(&[&[command], arguments, &["--output", "-"]].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    // A busy machine is told how far it is.
    let mut complaints = told.lines().filter(|line| !line.ends_with("% done"));
    assert!(output.status.success() && complaints.next().is_none(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Value of an attribute of a line of SVG.
fn attribute<'a>(line: &'a str, name: &str) -> &'a str {
    let found = line.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    found.unwrap_or_else(|| panic!("no {name} in {line}"))
}

/// Points of all lines of a colour and width.
fn lines(picture: &str, colour: &str, width: &str) -> Vec<Vec<(f64, f64)>> {
    let lines = picture.lines().filter(|line| {
        line.starts_with("<polyline")
            && attribute(line, "stroke") == colour
            && attribute(line, "stroke-width") == width
    });
    let point = |text: &str| {
        let (x, y) = text.split_once(',').expect("a point");
        (x.parse().expect("a number"), y.parse().expect("a number"))
    };
    lines.map(|line| attribute(line, "points").split_whitespace().map(point).collect()).collect()
}

/// The texts, in order.
fn texts(picture: &str) -> Vec<&str> {
    let parts = picture.split("<text ").skip(1);
    parts.map(|part| part.split('\n').nth(1).expect("a text")).collect()
}

/// Pixel of a tick of the x axis, by its text.
fn tick(picture: &str, text: &str) -> f64 {
    let parts = picture.split("<text ").skip(1);
    let middle = parts.filter(|part| part.contains("text-anchor=\"middle\""));
    let found = middle.filter(|part| part.split('\n').nth(1) == Some(text));
    let found = found.map(|part| format!("<text {}", part.split('\n').next().expect("a line")));
    let found = found.last().unwrap_or_else(|| panic!("no tick {text}"));
    attribute(&found, "x").parse().expect("a number")
}

const CURVE: (&str, &str) = ("#0072B2", "16");
const SPRING_MASS: &str = "examples/networks/SpringMass.toml";

#[test]
fn curve_and_marks_lie_where_the_closed_form_says() {
    let svg = picture(&[SPRING_MASS, "--show", "slider.position"]);
    let [sample, curve] = &lines(&svg, CURVE.0, CURVE.1)[..] else { panic!("{svg}") };
    assert_eq!(sample.len(), 2, "the sample before the name");
    let (zero, two) = (tick(&svg, "0"), tick(&svg, "2"));
    let x = |t: f64| zero + (two - zero) * t / 2.0;
    // the slider falls from 0.2 m to −0.14 m at the first reversal: top and bottom of the curve
    let bottom = curve.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("points");
    assert!((bottom.0 - x(PI / 10.0)).abs() < 0.3 * SCALE, "{bottom:?}");
    let heights = |k: usize| curve[k].1;
    let share = (heights(0) - heights(curve.len() - 1)) / (heights(0) - bottom.1);
    assert!((share - 0.22 / 0.34).abs() < 2e-3, "{share}");
    let marks: Vec<f64> = lines(&svg, "#AAAAB9", "8").iter().map(|line| line[0].0).collect();
    assert_eq!(marks.len(), 3, "{marks:?}");
    for (mark, number) in marks.iter().zip([1.0, 2.0, 3.0]) {
        assert!((mark - x(number * PI / 10.0)).abs() <= 1.0, "{marks:?}");
    }
    // the strip of states: backward, forward, backward, stuck; each once in the key
    let ends: Vec<f64> = (0..=3).map(|k| x(f64::from(k) * PI / 10.0)).chain([two]).collect();
    let bars = |colour: &str| bars(&svg, colour).split_off(1);
    for (colour, intervals) in [("#F4BE82", &[0, 2][..]), ("#8CC0E6", &[1]), ("#545460", &[3])] {
        let found = bars(colour);
        assert_eq!(found.len(), intervals.len(), "{found:?}");
        for ((left, right), &k) in found.iter().zip(intervals) {
            assert!(
                (left - ends[k]).abs() <= 1.0 && (right - ends[k + 1]).abs() <= 1.0,
                "{found:?}"
            );
        }
    }
    for text in
        ["SpringMass", "slider.position", "m", "time, s", "floor", "stuck", "forward", "backward"]
    {
        assert!(texts(&svg).contains(&text), "{text} is missing: {:?}", texts(&svg));
    }
}

/// Left and right of all bars of a colour.
fn bars(picture: &str, colour: &str) -> Vec<(f64, f64)> {
    let bars = picture
        .lines()
        .filter(|line| line.starts_with("<rect") && attribute(line, "fill") == colour);
    let number = |line: &str, name: &str| attribute(line, name).parse::<f64>().expect("a number");
    bars.map(|line| (number(line, "x"), number(line, "x") + number(line, "width"))).collect()
}

/// Distance of a point from the nearest line.
fn distance(point: (f64, f64), curve: &[(f64, f64)]) -> f64 {
    let from = |ends: &[(f64, f64)]| {
        let (ux, uy) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
        let (vx, vy) = (point.0 - ends[0].0, point.1 - ends[0].1);
        let along = ((ux * vx + uy * vy) / (ux * ux + uy * uy).max(1e-300)).clamp(0.0, 1.0);
        (vx - along * ux).hypot(vy - along * uy)
    };
    curve.windows(2).map(from).fold(f64::INFINITY, f64::min)
}

/// The spring and mass of SpringMass in 1e-6 of its time: transitions end steps that are shorter than the time by which transitions
/// may differ.
#[test]
fn steps_of_a_nanosecond_are_drawn() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let file = folder.path().join("nano.toml");
    let text = "model = { name = \"Nano\" }\nexperiment = { stopTime = 1e-6, stepSize = 1e-9 }\n\
                body.slider = { mass = 1e-14, position = 0.2 }\n\
                spring.leaf = { between = \"slider\", stiffness = 1.0 }\n\
                contact.floor = { between = \"slider\", law = \"coulomb\", kineticFriction = 0.03 }\n";
    fs::write(&file, text).expect("a file");
    let svg = picture(&[&file.display().to_string(), "--show", "slider.position"]);
    let [_, curve] = &lines(&svg, CURVE.0, CURVE.1)[..] else { panic!("{svg}") };
    assert!(curve.windows(2).all(|pair| pair[0].0 <= pair[1].0), "{curve:?}");
    let (first, last) = (curve[0], curve[curve.len() - 1]);
    let bottom = curve.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("points");
    // The bottom is flat: points about it have the same height in the picture.
    let share = (bottom.0 - first.0) / (last.0 - first.0);
    assert!((share - PI / 10.0).abs() < 1e-2, "{share}");
    let share = (first.1 - last.1) / (first.1 - bottom.1);
    assert!((share - 0.22 / 0.34).abs() < 2e-3, "{share}");
}

#[test]
fn coarse_steps_draw_the_same_curves() {
    let belt = ["examples/networks/BlockOnBelt.toml", "--show", "slider.velocity"];
    let curve = |step: &str| {
        let svg = picture(&[&belt[..], &["--step", step]].concat());
        lines(&svg, CURVE.0, CURVE.1).pop().expect("a curve")
    };
    let (fine, coarse) = (curve("0.001"), curve("5"));
    for (one, other) in [(&fine, &coarse), (&coarse, &fine)] {
        let far = one.iter().map(|point| distance(*point, other)).fold(0.0, f64::max);
        assert!(far < 0.5 * SCALE, "{far}");
    }
}

#[test]
fn dots_of_a_phase_portrait_lie_on_its_curve() {
    let belt = "examples/networks/BlockOnBelt.toml";
    let phase = ["--phase", "slider.position", "slider.velocity", "--step", "1"];
    let svg = picture(&[&[belt], &phase[..]].concat());
    let curve = lines(&svg, CURVE.0, CURVE.1).pop().expect("a curve");
    let dots = svg.lines().filter(|line| line.starts_with("<circle")).skip(2);
    let number = |line: &str, name: &str| attribute(line, name).parse::<f64>().expect("a number");
    let dots: Vec<_> = dots.map(|line| (number(line, "cx"), number(line, "cy"))).collect();
    assert!((2..=4).contains(&dots.len()), "each place once: {dots:?}");
    for dot in dots {
        assert!(distance(dot, &curve) < 0.3 * SCALE, "{dot:?}");
    }
}

#[test]
fn states_have_names_and_axes_have_numbers() {
    let svg = picture(&[SPRING_MASS, "--show", "floor.state", "--no-marks"]);
    let names = ["backward", "stuck", "forward"].map(|name| texts(&svg).contains(&name));
    assert_eq!(names, [true; 3], "{:?}", texts(&svg));
    let svg = picture(&[SPRING_MASS, "--show", "floor.stickToSlipCount", "--no-marks"]);
    assert!(texts(&svg).contains(&"0"), "{:?}", texts(&svg));
}

#[test]
fn transitions_never_hide_the_curves() {
    let output =
        ["plot", "TrainDraftGears", "--input", "wagon1.force=200000*min(t/3,1)", "--output", "-"];
    let output = luztar(&output);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let svg = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(lines(&svg, "#AAAAB9", "8").is_empty(), "lines at hundreds of transitions");
    assert!(texts(&svg).contains(&"wagon1.velocity, 8 more to"), "{:?}", texts(&svg));
    for row in ["rolling1", "wedge9", "draftGear9"] {
        assert!(texts(&svg).contains(&row), "{row}: {:?}", texts(&svg));
    }
}

#[test]
fn few_points_draw_a_long_run() {
    let svg = picture(&["examples/networks/BlockOnBelt.toml", "--show", "slider.velocity"]);
    let curve = lines(&svg, CURVE.0, CURVE.1).pop().expect("a curve");
    assert!((50..600).contains(&curve.len()), "{}", curve.len());
    assert!(curve.windows(2).all(|ends| ends[1].0 >= ends[0].0), "time runs to the right");
}

#[test]
fn discrete_variables_are_steps() {
    let svg = picture(&[SPRING_MASS, "--show", "floor.state,eventCount", "--no-marks"]);
    for colour in [CURVE.0, "#D55E00"] {
        let curve = lines(&svg, colour, CURVE.1).pop().expect("a curve");
        assert!(curve.len() >= 6, "{curve:?}");
        let level_or_plumb = |ends: &[(f64, f64)]| ends[0].0 == ends[1].0 || ends[0].1 == ends[1].1;
        assert!(curve.windows(2).all(level_or_plumb), "{curve:?}");
    }
    assert!(!texts(&svg).contains(&"sticks"), "marks are left out");
}

#[test]
fn phase_portrait_is_a_closed_curve_after_the_start() {
    let belt = "examples/networks/BlockOnBelt.toml";
    let period = 7.59; // s, a little less than the period of the closed form: 7.5936 s
    let (from, to) = (12.0, 12.0 + period + 0.01);
    let svg = picture(&[
        belt,
        "--phase",
        "slider.position",
        "slider.velocity",
        "--from",
        &from.to_string(),
        "--stop-time",
        &to.to_string(),
        "--title",
        "limit cycle <1>",
    ]);
    let curve = lines(&svg, CURVE.0, CURVE.1).pop().expect("a curve");
    let (first, last) = (curve[0], curve[curve.len() - 1]);
    assert!((first.0 - last.0).hypot(first.1 - last.1) < 2.0 * SCALE, "{first:?} {last:?}");
    let dots = svg.lines().filter(|line| line.starts_with("<circle") && line.contains("#DC322F"));
    assert_eq!(dots.count(), 2, "one in the key, one at the slip");
    for text in ["slider.position, m", "slider.velocity, m/s", "limit cycle &lt;1&gt;"] {
        assert!(texts(&svg).contains(&text), "{text} is missing: {:?}", texts(&svg));
    }
}

#[test]
fn pictures_repeat_and_have_the_size_asked_for() {
    let arguments = [SPRING_MASS, "--size", "300x240"];
    let arguments = [&arguments[..], &["--show", "slider.velocity", "--mark", "floor"]].concat();
    let svg = picture(&arguments);
    assert_eq!(svg, picture(&arguments));
    assert!(
        svg.starts_with("<svg width=\"300\" height=\"240\" viewBox=\"0 0 3000 2400\""),
        "{svg}"
    );
}

#[test]
fn every_unit_has_a_usual_picture() {
    for name in luztar::unit::catalogue::names() {
        let output = luztar(&["plot", name, "--stop-time", "0.01", "--output", "-"]);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {complaint}");
    }
}

#[test]
fn wrong_options_are_refused() {
    for (status, options, expected) in [
        (2, ["--show", "slider.positon"].as_slice(), "did you mean `slider.position`?"),
        (2, &["--show", "slider.mass"], "is no input or output (its causality is parameter)"),
        (
            2,
            &["--show", "slider.position,slider.velocity"],
            "slider.velocity in m/s: give --show once for each unit",
        ),
        (2, &["--phase", "slider.position"], "--phase"),
        (2, &["--show", "slider.position", "--phase", "eventCount", "eventCount"], "--phase"),
        (2, &["--mark", "flor"], "did you mean `floor`?"),
        (2, &["--from", "2"], "--from 2: must lie between 0 and the stop time 2 s"),
        (2, &["--size", "20x20"], "numbers from 200 to 10000"),
        (2, &["--size", "300x200"], "has no room for 3 panels"),
        (2, &["--step", "1e-8"], "choose a larger --step"),
        (2, &["--output", "x.png"], "rsvg-convert -f png -o x.png x.svg"),
        (2, &["--output", "x.PDF"], "pictures are SVG"),
        (1, &["--output", "no/such/directory.svg"], "no/such/directory.svg: "),
    ] {
        let output = luztar(&[&["plot", SPRING_MASS], options].concat());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(expected), "{options:?}: {text}");
        assert_eq!(output.status.code(), Some(status), "{options:?}: {text}");
    }
}

/// Commands `luztar plot … --output docs/pictures/…` and `luztar draw …` in the pages of docs/ and the README, as words.
fn commands() -> Vec<Vec<String>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let docs = fs::read_dir(root.join("docs")).expect("docs/").map(|entry| entry.expect("a file"));
    let pages =
        docs.map(|entry| entry.path()).filter(|path| path.extension() == Some("md".as_ref()));
    let text: String = pages
        .chain([root.join("README.md")])
        .map(|path| fs::read_to_string(path).expect("a page"))
        .collect();
    let text = text.replace("\\\n", " ");
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("luztar "));
    let lines = lines.filter(|line| line.starts_with("plot ") || line.starts_with("draw "));
    let words = |line: &str| line.split_whitespace().map(|word| word.replace('"', "")).collect();
    lines.filter(|line| line.contains(" --output docs/pictures/")).map(words).collect()
}

#[test]
fn pictures_in_the_docs_are_what_their_commands_draw() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let folders = ["docs/pictures", "docs/pictures/cookbook"].map(|folder| root.join(folder));
    let mut drawn = Vec::new();
    for words in commands() {
        let (file, arguments) = words.split_last().expect("words");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let svg = drawn_by(arguments[0], &arguments[1..arguments.len() - 1]);
        if std::env::var_os("LUZTAR_BLESS").is_some() {
            fs::create_dir_all(&folders[1]).expect("writable source tree");
            fs::write(root.join(file), &svg).expect("writable source tree");
        }
        let committed = fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(
            committed == svg,
            "{file} is out of date; LUZTAR_BLESS=1 cargo test --test cli plot"
        );
        drawn.push(root.join(file));
    }
    // Pictures in other folders are those of other commands, with tests of their own.
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("pictures"));
    let paths = entries.map(|entry| entry.expect("a file").path());
    for path in paths.filter(|path| path.is_file()) {
        assert!(drawn.contains(&path), "{}: no page of docs/ has its command", path.display());
    }
}
