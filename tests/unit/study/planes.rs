//! Phase planes and balances of energy against closed forms.

use luztar::network::ElementForm;
use luztar::study::Case;
use luztar::study::energy::{Balance, balance};
use luztar::study::phase::{Plane, arrow, motion, plane, sticking};
use luztar::study::sweep::range;

use crate::shown;
use crate::study::{model, unit};

/// Start of the belt oscillator's slip: y³ − y = ½.
const Y0: f64 = 1.191_487_883_953_119;

fn belt() -> (Case, Plane) {
    let model = model("BeltOscillator", &[]);
    let plane = plane(&model, ["slider.position", "slider.velocity"]).expect("two states");
    (model, plane)
}

/// y'' = y − y³ + ½ sgn(1 − y')/(1 + |1 − y'|) (A1 (17), with w = 1 − y').
#[test]
fn the_field_is_the_right_hand_side() {
    let (model, plane) = belt();
    for (y, v) in [(-1.4, 2.0), (0.3, -0.7), (1.1, 1.5), (1.3, 0.999)] {
        let found = arrow(&model, plane, 0.0, (y, v)).expect("a place");
        let w: f64 = 1.0 - v;
        let expected = y - y * y * y + w.signum() * 0.5 / (1.0 + w.abs());
        assert!((found.rate.1 - expected).abs() < 1e-14, "{y} {v}: {found:?} {expected}");
        assert_eq!((found.at, found.rate.0, found.stuck), ((y, v), v, false));
    }
}

/// It sticks where |y³ − y| ≤ ½, moving with the belt.
#[test]
fn the_segment_ends_where_the_spring_wins() {
    let (model, plane) = belt();
    let values = range(-2.0, 2.0, 11);
    let found = sticking(&model, plane, 0.0, 0, &values).expect("places");
    let [segment] = found.as_slice() else { panic!("{} segments", found.len()) };
    let (first, last) = (segment[0], segment[segment.len() - 1]);
    assert!((first.at.0 + Y0).abs() < 1e-11, "{first:?}");
    assert!((last.at.0 - Y0).abs() < 1e-11, "{last:?}");
    assert!(segment.iter().all(|place| place.stuck && place.rate == (1.0, 0.0)), "{segment:?}");
    assert_eq!(segment.len(), 7);
    // A plane of one segment that the values begin and end within.
    let inner = sticking(&model, plane, 0.0, 0, &[-0.5, 0.5]).expect("places");
    assert_eq!(inner.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
}

/// With the ratio 3 of the body's motion to the slip the velocity without slip is no exact quotient.
#[test]
fn ratios_leave_segments_where_they_are() {
    let text = "[model]\nname = \"Geared\"\n[body.slider]\nmass = 1.0\n[spring.leaf]\nbetween = \"slider\"\nstiffness = 2.0\n\
                [contact.belt]\nbetween = [\"slider\"]\nradii = [3.0]\nlaw = \"coulomb\"\nkineticFriction = 0.5\n\
                surfaceVelocity = 0.7\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let found = sticking(&model, Plane { x: 0, y: 1 }, 0.0, 0, &range(-1.0, 1.0, 5));
    let found = found.expect("places");
    let [segment] = found.as_slice() else { panic!("{found:?}") };
    // 2 x ≤ 3 · 0.5
    let ends = (segment[0].at.0, segment[segment.len() - 1].at.0);
    assert!((ends.0 + 0.75).abs() < 1e-10 && (ends.1 - 0.75).abs() < 1e-10, "{ends:?}");
}

/// One period of the belt oscillator, 8.030552535418: it returns, and its stuck places lie on the line v = 1.
#[test]
fn motions_have_their_sticking_phase() {
    let (model, plane) = belt();
    let period = 8.030_552_535_418_05;
    let found = motion(&model, plane, (0.0, (Y0, 1.0)), (period, 0.1)).expect("a motion");
    let last = found[found.len() - 1];
    assert!((last.at.0 - Y0).abs() < 1e-9 && (last.at.1 - 1.0).abs() < 1e-9, "{last:?}");
    let stuck: Vec<_> = found.iter().filter(|place| place.stuck).collect();
    assert!(stuck.iter().all(|place| place.at.1 == 1.0), "{stuck:?}");
    // A1: slip ends at t0 = 6.739065456, at −0.099999195.
    assert!((stuck[0].time - 6.739_065_456_223_43).abs() < 1e-9, "{:?}", stuck[0]);
    assert!((stuck[0].at.0 + 0.099_999_195_241_5).abs() < 1e-9, "{:?}", stuck[0]);
}

#[test]
fn planes_want_two_states() {
    let (model, _) = belt();
    let told = |names| plane(&model, names).expect_err("no plane").to_string();
    assert!(told(["slider.position", "slider.position"]).contains("two different states"));
    assert!(told(["slider.acceleration", "slider.position"]).contains("not a state; states are"));
}

fn last(model: &Case, end: f64, step: f64) -> (Balance, f64) {
    let rows = balance(model, end, step).expect("a motion");
    let defect = rows.iter().fold(0.0, |most: f64, row| most.max(row.defect.abs()));
    (rows[rows.len() - 1], defect)
}

/// ½·100·(0.2² − 0.02²) J are lost until the slider rests.
#[test]
fn a_slider_on_a_spring_loses_what_its_spring_had() {
    let text = include_str!("../../../examples/networks/SpringMass.toml");
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let (end, defect) = last(&model, 2.0, 0.01);
    assert!((end.friction - 1.98).abs() < 1e-12 && (end.elastic - 0.02).abs() < 1e-12, "{end:?}");
    assert!(defect < 1e-13 && end.kinetic == 0.0 && end.work == 0.0, "{end:?} {defect}");
}

/// A period of the belt oscillator: what the belt gives is what friction takes.
#[test]
fn a_cycle_takes_what_the_belt_gives() {
    let (model, _) = belt();
    let (end, defect) = last(&model, 8.030_552_535_418_05, 0.02);
    assert!((end.work - end.friction).abs() < 1e-9 && end.friction > 1.0, "{end:?}");
    assert!(defect < 1e-12, "{defect}");
}

/// A block that stops within 1e-8 s between two rows: a force of 1e7 N has done F·v²/(2·(R − F)/m) on the way.
#[test]
fn motions_within_nanoseconds_balance() {
    let text = "[model]\nname = \"Small\"\n[body.block]\nmass = 1.0\nvelocity = 1.0\nconstantForce = 1e7\n\
                [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1e8\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    for step in [1e-8, 4e-8, 1e-9] {
        let (end, defect) = last(&model, 4e-8, step);
        assert!((end.work - 1e7 * 0.5 / 9e7).abs() < 1e-12, "{end:?}");
        assert!(defect < 1e-12 && end.kinetic == 0.0, "{end:?} {defect}");
    }
}

/// Work of a declared element: the part at the rate 0 is stored, the rest is dissipated.
#[test]
fn every_declared_element_balances() {
    for form in ElementForm::all() {
        let model = Case::new(unit(&shown::example(&form)), Vec::new()).expect("a unit");
        let (end, defect) = last(&model, 2.0, 0.002);
        let name = form.name;
        assert!(defect < 1e-10, "{name}: {defect} {end:?}");
        assert_eq!((end.damping > 1e-6, end.work), (name != "hertz", 0.0), "{name} {end:?}");
        assert!(end.damping >= -1e-12 && end.elastic.abs() < 1e-9, "{name} {end:?}");
    }
}

/// A carriage of 5 kg meets its stop at v = 1 m/s and leaves it at u: v − ln(1 + c·v)/c = −u − ln(1 − c·u)/c, here by
/// bisection. The stop dissipates m·(v² − u²)/2, and stores most where the carriage turns.
#[test]
fn a_stop_dissipates_what_the_rebound_lacks() {
    let text = include_str!("../../../examples/mechanisms/EndStop.toml");
    let free = text.replace("kineticFriction = 5.0", "kineticFriction = 0.0");
    let model = Case::new(unit(&free), Vec::new()).expect("a unit with states");
    let rows = balance(&model, 0.2, 1e-4).expect("a motion");
    let (v, c) = (1.0, 0.3);
    let lost = |u: f64| (v - f64::ln(1.0 + c * v) / c) - (-u - f64::ln(1.0 - c * u) / c);
    let (mut low, mut high) = (0.0, v);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if lost(middle) > 0.0 { low = middle } else { high = middle }
    }
    let end = rows[rows.len() - 1];
    let expected = 0.5 * 5.0 * (v * v - low * low);
    assert!((end.damping - expected).abs() < 1e-8, "{end:?} {expected}");
    assert!(end.elastic.abs() < 1e-8 && end.work == 0.0, "{end:?}");
    let most = rows.iter().fold(0.0, |most: f64, row| most.max(row.elastic));
    assert!(most > 0.8 * 2.5 && most < 2.5, "{most}");
    let defect = rows.iter().fold(0.0, |most: f64, row| most.max(row.defect.abs()));
    assert!(defect < 1e-9, "{defect}");
}

/// Forces, dampers, springs with freeplay, bristles: all that a unit may have balances.
#[test]
fn every_kind_of_element_balances() {
    let text = "[model]\nname = \"All\"\n\
                [body.a]\nmass = 2.0\nexcitation = { amplitude = 3.0, angularFrequency = 2.0, phase = 0.4 }\n\
                [body.b]\nmass = 0.5\nvelocity = 1.0\nforce = { input = true, start = 0.3 }\n\
                [body.c]\naxis = \"rotation\"\ninertia = 0.2\nangularVelocity = 0.5\n\
                [spring.play]\nbetween = [\"a\", \"b\"]\nstiffness = 40.0\nbacklash = 0.2\ndamping = 0.8\n\
                [spring.hard]\nbetween = \"a\"\nstiffness = 5.0\ncubic = 3.0\n\
                [spring.gear]\nbetween = [\"b\", \"c\"]\nradii = [1.0, 0.3]\nstiffness = 15.0\n\
                [damper.oil]\nbetween = [\"b\", \"c\"]\nradii = [1.0, 0.3]\ndamping = 0.2\n\
                [contact.belt]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 0.5\nstaticFriction = 0.8\nviscous = 0.1\n\
                surfaceVelocity = 0.4\n\
                [contact.bristles]\nbetween = [\"a\", \"b\"]\nlaw = \"luGre\"\nbristleStiffness = 200.0\nbristleDamping = 2.0\n\
                kineticFriction = 0.4\nstaticFriction = 0.6\nstribeckVelocity = 0.1\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let (end, defect) = last(&model, 6.0, 0.002);
    let parts = [end.bristles.abs(), end.friction, end.damping, end.work.abs(), end.kinetic];
    assert!(parts.iter().all(|part| *part > 1e-6), "{end:?}");
    assert!(defect < 1e-7, "{end:?} {defect}");
}

/// U = 0.1·x·sin t on 1 kg: x = 0.1 (sin t − t), and W = ∫ 0.1·x·cos t dt.
#[test]
fn a_potential_that_changes_with_time_does_work() {
    let text = "[model]\nname = \"Swell\"\n[body.b]\nmass = 1.0\n\
                [potential.p]\nenergy = \"0.1*b.position*sin(t)\"\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let (end, defect) = last(&model, 3.0, 0.01);
    let (sin, cos) = 3.0_f64.sin_cos();
    let work = 0.01 * (0.5 * sin * sin - 3.0 * sin - cos + 1.0);
    assert!((end.work - work).abs() < 1e-12, "{} {work}", end.work);
    assert!(defect < 1e-13, "{defect}");
}

/// A potential of two bodies and the ground with lists, parameters and inputs, one of whose bodies is given a velocity.
#[test]
fn a_potential_of_lists_and_inputs_that_changes_with_time_balances() {
    let text = "[model]\nname = \"Swell\"\n[body.b]\nmass = 1.0\nposition = 0.3\n\
                [body.hand]\nmotion = \"prescribed\"\nby = \"velocity\"\n\
                [potential.p]\nenergy = \"k*(b.position - hand.position)^2*table(t, x, y) + f*t*b.position\"\n\
                parameter = { k = 2.0, x = [0.0, 1.0, 2.5, 4.0], y = [1.0, 3.0, 0.5, 1.0] }\n\
                input = { f = { input = true, start = 0.4 } }\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let hand = model.unit().find("hand.velocity").expect("an input");
    let settings = vec![(hand, luztar::unit::Value::Real(0.2))];
    let model = Case::new(model.unit().clone(), settings).expect("a unit with states");
    let (end, defect) = last(&model, 3.0, 0.01);
    assert!(end.work.abs() > 0.01 && defect < 1e-9, "{end:?} {defect}");
}
