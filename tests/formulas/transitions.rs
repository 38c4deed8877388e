//! Transitions of declared elements: when a stop is touched, lets go and opens, in all manners of moving.

use luztar::dynamics::Event;
use luztar::unit::Model;

use super::draws::Draws;
use super::go;
use super::host::Integrator;
use super::powers::contact;
use super::support::{Host, Named, started, unit};

/// The transitions of an element in words, with their times in s.
fn told(model: &Model, events: &[Event]) -> Vec<(f64, String)> {
    let words = |event: &Event| {
        let (name, from, to) = model.event_names(event);
        (event.time(), format!("{name}: {from} → {to}"))
    };
    events.iter().map(words).collect()
}

#[track_caller]
fn assert_told(found: &[(f64, String)], expected: &[(f64, &str)], tolerance: f64, how: &str) {
    let words: Vec<&str> = found.iter().map(|(_, words)| words.as_str()).collect();
    let same: Vec<&str> = expected.iter().map(|(_, words)| *words).collect();
    assert_eq!(words, same, "{how}: {found:?}");
    for ((time, words), (same, _)) in found.iter().zip(expected) {
        assert!((time - same).abs() <= tolerance, "{how}: {words} at {time}, not {same}");
    }
}

/// The transitions of a motion up to a time: in one step, in many, and where a host integrates.
fn every_way(text: &str, end: f64) -> Vec<(&'static str, Vec<(f64, String)>)> {
    let model = unit(text);
    let mut found = Vec::new();
    for (how, steps) in [("one step", 1.0), ("many steps", 997.0)] {
        let mut host = Host::start(&model, &[]);
        host.run(end, end / steps);
        assert_eq!(host.instance.real("eventCount"), host.events.len() as f64, "{how}");
        found.push((how, told(&model, &host.events)));
    }
    let mut host = Integrator::new(&model, &[]);
    host.run(end, 1e-3);
    found.push(("Model Exchange", told(&model, &host.events)));
    found
}

/// A ball meets a wall: it is in contact as long as the integral of Hertz says, whatever the element is by which it is said.
#[test]
fn a_ball_reports_when_it_touches_and_when_it_opens() {
    let (_, duration) = contact(2.0, 1e7, 1.5, 3.0);
    let touches = 0.02 / 3.0;
    for element in ["hertz", "impact", "huntCrossley"] {
        let text = format!(
            "[model]\nname = \"Ball\"\n[body.ball]\nmass = 2.0\nposition = 0.03\nvelocity = -3.0\n\
             [{element}.wall]\nbetween = \"ball\"\nstiffness = 1e7\ndistance = 0.01\n"
        );
        let expected =
            [(touches, "wall: gap → contact"), (touches + duration, "wall: contact → gap")];
        for (how, found) in every_way(&text, 0.02) {
            assert_told(&found, &expected, 1e-8, &format!("{element}, {how}"));
        }
        let mut instance = started(&unit(&text));
        let middle = touches + 0.5 * duration;
        for (time, state) in [(0.5 * touches, 0.0), (middle, 1.0), (0.02, 0.0)] {
            go(&mut instance, time);
            assert_eq!(instance.real("wall.state"), state, "{element} at {time}");
        }
    }
}

/// A body that is pulled off a stop of next to no stiffness is separated from 1/c on, and in the gap once it is outside.
#[test]
fn a_stop_lets_go_of_what_is_pulled_off() {
    let (acceleration, depth, c) = (8.0_f64, 0.25_f64, 2.0);
    let text = format!(
        "[model]\nname = \"Pulled\"\n[body.ball]\nmass = 1.0\nposition = {:?}\nconstantForce = {acceleration:?}\n\
         [huntCrossley.wall]\nbetween = \"ball\"\nstiffness = 1e-12\ndissipation = {c:?}\n",
        -depth
    );
    let expected = [
        (1.0 / (c * acceleration), "wall: contact → separated"),
        ((2.0 * depth / acceleration).sqrt(), "wall: separated → gap"),
    ];
    for (how, found) in every_way(&text, 0.5) {
        assert_told(&found, &expected, 1e-8, how);
    }
}

/// Balls that bounce report the same transitions in every bounce, damped ones as well.
#[test]
fn every_bounce_has_the_same_transitions() {
    for stop in [
        "[hertz.floor]\nstiffness = 1e6\n",
        "[huntCrossley.floor]\nstiffness = 1e6\ndissipation = 0.02\n",
        "[impact.floor]\nstiffness = 1e6\nexponent = 1.1\n",
        "[impact.floor]\nstiffness = 1e6\nexponent = 2.2\n",
        "[impact.floor]\nstiffness = 1e6\nexponent = 3.0\n",
        "[impact.floor]\nstiffness = 1e6\ndamping = 40.0\n",
        "[impact.floor]\nstiffness = 1e6\nexponent = 2.2\ndamping = 40.0\nfullPenetration = 1e-3\n",
    ] {
        let text = format!(
            "[model]\nname = \"Ball\"\n[body.ball]\nmass = 1.0\nposition = 0.1\nconstantForce = -9.81\n\
             {stop}between = \"ball\"\n"
        );
        for (how, found) in every_way(&text, 0.9) {
            assert!(found.len() >= 3, "{stop}: {found:?}");
            for (place, (_, words)) in found.iter().enumerate() {
                let expected = ["floor: gap → contact", "floor: contact → gap"][place % 2];
                assert_eq!(*words, expected, "{how}, {stop}: {found:?}");
            }
        }
    }
}

/// Time stepping reports them at the ends of its steps.
#[test]
fn time_stepping_reports_them_at_ends_of_steps() {
    let text = "[model]\nname = \"Ball\"\n[experiment]\nmethod = \"moreau\"\n[body.ball]\nmass = 2.0\nposition = 0.03\n\
                velocity = -3.0\n[hertz.wall]\nbetween = \"ball\"\nstiffness = 1e7\ndistance = 0.01\n";
    let (_, duration) = contact(2.0, 1e7, 1.5, 3.0);
    let touches = 0.02 / 3.0;
    let expected = [(touches, "wall: gap → contact"), (touches + duration, "wall: contact → gap")];
    let mut host = Host::start(&unit(text), &[]);
    host.run(0.02, 1e-5);
    assert_told(&told(host.instance.unit(), &host.events), &expected, 3e-5, "moreau");
}

/// A force that jumps where a sine of the time passes a level pushes a block that stands: it is released once, at that time, and stops when
/// the lower force has braked it.
#[test]
fn a_jump_where_a_sine_passes_a_level_releases_once() {
    let mut draws = Draws::new(3);
    for case in 0..60 {
        let (omega, level) = (draws.between(0.5, 30.0), draws.between(0.05, 0.9));
        let (high, low) = (1.8, draws.between(-0.9, 0.2));
        let force = draws.pick(&["if(sin(W*t) > L, H, B)", "B + (H - B)*(sin(W*t) > L)"]);
        let names = [("W", omega), ("L", level), ("H", high), ("B", low)];
        let force = names
            .iter()
            .fold(force.to_owned(), |text, (name, value)| text.replace(name, &value.to_string()));
        let model = unit(&format!(
            "[model]\nname = \"Pulse\"\n[body.a]\nmass = 1.0\n\
             [contact.f]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
             [force.g]\nbetween = \"a\"\nforce = \"{force}\"\n"
        ));
        let period = std::f64::consts::TAU / omega;
        let (on, pushed) = (level.asin() / omega, 0.5 * period - 2.0 * level.asin() / omega);
        let braked = pushed * (high - 1.0) / (1.0 - low);
        let expected: Vec<(f64, &str)> = (0..3)
            .flat_map(|k| {
                let begin = on + f64::from(k) * period;
                let end = begin + pushed + braked;
                [(begin, "f: stuck → forward"), (end, "f: forward → stuck")]
            })
            .collect();
        for steps in [1.0, 97.0] {
            let mut host = Host::start(&model, &[]);
            let end = on + 2.0 * period + pushed + 1.01 * braked;
            host.run(end, end / steps);
            let how = format!("{case}, {steps} steps, {force}");
            assert_told(&told(&model, &host.events), &expected, 1e-11 * end.max(1.0), &how);
        }
    }
}
