//! Laws that compare a number which stays exactly at its level: they decide there as the comparison says.

use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

/// A comparison of a number with a level; its value below, at and above the level.
fn comparisons(number: &str, level: &str) -> [(String, [f64; 3]); 8] {
    [
        ("if(A < B, 1, 0)", [1.0, 0.0, 0.0]),
        ("if(A <= B, 1, 0)", [1.0, 1.0, 0.0]),
        ("if(A > B, 1, 0)", [0.0, 0.0, 1.0]),
        ("if(A >= B, 1, 0)", [0.0, 1.0, 1.0]),
        ("if(A == B, 1, 0)", [0.0, 1.0, 0.0]),
        ("if(A != B, 1, 0)", [1.0, 0.0, 1.0]),
        ("if(B < A, 1, 0)", [0.0, 0.0, 1.0]),
        ("sign(A - B)", [-1.0, 0.0, 1.0]),
    ]
    .map(|(text, values)| (text.replace('A', number).replace('B', level), values))
}

fn text(bodies: &str, between: &str, law: &str) -> String {
    format!(
        "[model]\nname = \"Ties\"\n[body.block]\nmass = 1.0\n{bodies}\n\
         [contact.floor]\nbetween = {between}\nlaw = \"own\"\n[law.own]\n{law}\n"
    )
}

/// A law of 1 N with a state h, which counts by a rate, and a state g, the way slipped.
fn counting(rate: &str) -> String {
    format!(
        "friction = \"1 + 0*(g + h)\"\n\
         [[law.own.state]]\nname = \"h\"\nmeasure = \"number\"\nrate = \"{rate}\"\ndefault = 0.0\n\
         [[law.own.state]]\nname = \"g\"\nmeasure = \"length\"\nrate = \"x\"\ndefault = 0.0\n"
    )
}

/// A block that rests at its levels from the start, and one that comes to rest there: 1 kg at 1 m/s, braked by 1 N, stops after 1 s
/// at 0.5 m.
#[test]
fn a_block_at_rest_at_the_levels_of_its_law_counts_as_comparisons_say() {
    for (number, start, stop, before) in [
        ("first.position", "0", "0.5", 0),
        ("first.velocity", "0", "0", 2),
        ("x", "0", "0", 2),
        ("g", "0", "0.5", 0),
    ] {
        for (rate, values) in comparisons(number, start) {
            for steps in [1, 4] {
                let mut block = started(&unit(&text("", "\"block\"", &counting(&rate))));
                go_in(&mut block, 2.0, steps);
                assert_near(block.real("floor.h"), 2.0 * values[1], 1e-13);
            }
        }
        for (rate, values) in comparisons(number, stop) {
            for steps in [1, 7] {
                let mut block =
                    started(&unit(&text("velocity = 1.0", "\"block\"", &counting(&rate))));
                go_in(&mut block, 3.0, steps);
                assert_near(block.real("block.position"), 0.5, 1e-13);
                assert_near(block.real("floor.h"), values[before] + 2.0 * values[1], 1e-12);
            }
        }
    }
}

/// A surface whose velocity is held below, at and above a level, under a block that it carries along or slips beneath; the velocity
/// of slip of a block that is held.
#[test]
fn a_velocity_at_the_level_of_a_law_counts_as_comparisons_say() {
    let belt = "[body.belt]\nmotion = \"prescribed\"\nby = \"velocity\"\n";
    for (number, factor, first) in
        [("second.velocity", 1.0, "block"), ("first.velocity - second.velocity", -1.0, "wall")]
    {
        let wall = "[body.wall]\nmotion = \"prescribed\"\nby = \"velocity\"\n";
        let level = if factor > 0.0 { "2" } else { "(0 - 2)" };
        for (rate, values) in comparisons(&format!("({number})"), level) {
            let bodies = format!("{belt}{wall}");
            let between = format!("[\"{first}\", \"belt\"]");
            let mut all = started(&unit(&text(&bodies, &between, &counting(&rate))));
            let mut count = 0.0;
            for (second, place) in [1, 0, 1, 2, 1, 1, 0, 2, 0].into_iter().enumerate() {
                all.put("belt.velocity", [1.0, 2.0, 3.0][place]);
                go(&mut all, second as f64 + 1.0);
                let side = if factor > 0.0 { place } else { 2 - place };
                count += values[side];
                assert_near(all.real("floor.h"), count, 1e-12);
            }
        }
    }
}

/// A law of the slip speed alone, between bodies whose velocities are held: below, at and above its level.
#[test]
fn a_slip_speed_at_the_level_of_a_law_decides_as_the_comparison_says() {
    let motion = "motion = \"prescribed\"\nby = \"velocity\"\n";
    for (comparison, values) in comparisons("x", "2") {
        let mut belt = started(&unit(&format!(
            "[model]\nname = \"Ties\"\n[body.wall]\n{motion}[body.belt]\n{motion}\
             [contact.floor]\nbetween = [\"belt\", \"wall\"]\nlaw = \"own\"\n\
             [law.own]\nfriction = \"2 + {comparison}\"\n"
        )));
        for (second, place) in [1, 0, 1, 2, 1, 1, 0, 2, 0].into_iter().enumerate() {
            belt.put("belt.velocity", [1.0, 2.0, 3.0][place]);
            go(&mut belt, second as f64 + 1.0);
            assert_near(belt.real("floor.frictionForce"), 2.0 + values[place], 0.0);
        }
    }
}

/// Holding at the level of a law: 5 N hold a block under 4 N, 3 N do not.
#[test]
fn a_block_at_the_level_of_its_law_is_held_as_the_comparison_says() {
    for (friction, velocity) in [
        ("if(first.position < 0, 5, 3)", 2.0),
        ("if(first.position <= 0, 5, 3)", 0.0),
        ("if(first.position >= 0, 5, 3)", 0.0),
        ("if(first.position == 0, 5, 3)", 0.0),
        ("if(0 == first.position, 5, 3)", 0.0),
        ("4.5 + sign(first.position)", 0.0),
        ("3.5 + sign(first.position)", 0.0),
    ] {
        let mut block = started(&unit(&text(
            "constantForce = 4.0",
            "\"block\"",
            &format!("friction = \"{friction}\""),
        )));
        go(&mut block, 2.0);
        assert_near(block.real("block.velocity"), velocity, 1e-12);
    }
}

/// Friction that asks whether there is slip holds 5 N at rest, and is 3 N as soon as it begins.
#[test]
fn friction_of_the_slowest_slip_is_that_behind_its_onset() {
    for friction in
        ["if(x > 0, 3, 5 + 0.01*t)", "if(0 < x, 3, 5 + 0.01*t)", "if(x == 0, 5 + 0.01*t, 3)"]
    {
        let law = format!("friction = \"{friction}\"");
        let mut block = started(&unit(&text("force = \"input\"", "\"block\"", &law)));
        block.put("block.force", 4.0);
        go(&mut block, 1.0);
        assert_eq!(block.real("block.velocity"), 0.0);
        for (end, force, velocity) in
            [(2.0, 6.0, 3.0), (4.0, 1.5, 0.0), (5.0, -4.5, 0.0), (6.0, -6.0, -3.0)]
        {
            block.put("block.force", force);
            go(&mut block, end);
            assert_near(block.real("block.velocity"), velocity, 1e-12);
        }
    }
}
