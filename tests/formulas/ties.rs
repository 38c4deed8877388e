//! Numbers that decide and stay exactly at their level: comparisons and signs have the values there that they have for numbers.

use super::support::{Named, started, unit};
use super::{assert_near, go};

fn pushed(force: &str) -> String {
    format!(
        "[model]\nname = \"Ties\"\n[body.a]\nmass = 1.0\n[force.f]\nbetween = \"a\"\nforce = \"{force}\"\n\
         input = {{ on = \"input\" }}\n"
    )
}

/// Forces by an input that is held at each of some values for a second.
#[test]
fn an_input_at_the_level_of_a_comparison_decides_as_the_comparison_says() {
    let cases: [(&str, [f64; 3]); 7] = [
        ("if(on > 0, 3, 0)", [0.0, 0.0, 3.0]),
        ("if(on >= 0, 3, 0)", [0.0, 3.0, 3.0]),
        ("if(on < 0, 3, 0)", [3.0, 0.0, 0.0]),
        ("if(on <= 0, 3, 0)", [3.0, 3.0, 0.0]),
        ("if(on == 0, 3, 0)", [0.0, 3.0, 0.0]),
        ("if(on != 0, 3, 0)", [3.0, 0.0, 3.0]),
        ("3*sign(on)", [-3.0, 0.0, 3.0]),
    ];
    for (force, values) in cases {
        // From either side onto the level, from there to either side, and at the level from the start.
        for inputs in [[0, 1, 2, 1, 0, 2], [1, 0, 1, 2, 1, 1], [2, 1, 0, 2, 0, 1]] {
            let mut a = started(&unit(&pushed(force)));
            let mut velocity = 0.0;
            for (second, place) in inputs.into_iter().enumerate() {
                a.put("f.on", f64::from(place) - 1.0);
                go(&mut a, second as f64 + 1.0);
                velocity += values[place as usize];
                assert_near(a.real("f.force"), values[place as usize], 0.0);
                assert_near(a.real("a.velocity"), velocity, 1e-13);
            }
        }
    }
}

/// A body that comes to rest on a floor, b, and a force on another one, a, that asks for its velocity.
#[test]
fn a_body_that_sticks_has_no_sign_of_its_velocity() {
    for (force, moving, resting) in [
        ("3*sign(b.velocity)", 3.0, 0.0),
        ("if(b.velocity > 0, 2, 1)", 2.0, 1.0),
        ("if(b.velocity == 0, 2, 1)", 1.0, 2.0),
        ("if(b.velocity >= 0, 2, 1)", 2.0, 2.0),
    ] {
        let text = format!(
            "[model]\nname = \"Ties\"\n[body.a]\nmass = 1.0\n[body.b]\nmass = 1.0\nvelocity = 1.0\n\
             [contact.floor]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
             [force.f]\nbetween = \"a\"\nforce = \"{force}\"\n"
        );
        for steps in [1, 7] {
            let mut bodies = started(&unit(&text));
            super::go_in(&mut bodies, 2.0, steps);
            assert_near(bodies.real("a.velocity"), moving + resting, 1e-12);
            assert_near(bodies.real("f.force"), resting, 0.0);
        }
    }
}

/// A body at rest where the sign of its position is 0 stays there; pushed off, it is driven away, or back to and fro.
#[test]
fn a_body_at_rest_at_the_jump_of_its_own_force_stays() {
    for force in ["3*sign(e)", "-5*sign(e)", "-5*sign(e) - 0.1*rate"] {
        let text = format!(
            "[model]\nname = \"Ties\"\n[body.a]\nmass = 1.0\n[force.f]\nbetween = \"a\"\nforce = \"{force}\"\n"
        );
        let mut body = started(&unit(&text));
        go(&mut body, 2.0);
        assert_eq!([body.real("a.position"), body.real("a.velocity")], [0.0, 0.0], "{force}");
    }
    let text = "[model]\nname = \"Ties\"\n[body.a]\nmass = 1.0\nvelocity = 1.0\n[force.f]\nbetween = \"a\"\n\
                force = \"3*sign(e)\"\n";
    let mut body = started(&unit(text));
    go(&mut body, 2.0);
    assert_near(body.real("a.velocity"), 7.0, 1e-13);
    // What is 0 at its level, and pushes off it: there is no motion but rest at the level (Filippov).
    let text = text.replace("3*sign(e)", "if(e > 0, 0, 3)").replace("velocity = 1.0\n", "");
    let mut body = started(&unit(&text));
    go(&mut body, 2.0);
    assert_eq!(body.real("a.velocity"), 0.0);
}

/// Loads by formula: what a body that is stuck, or an input, decides.
#[test]
fn loads_decide_at_their_levels() {
    let held = |load: &str| {
        format!(
            "[model]\nname = \"Ties\"\n[body.a]\nmass = 1.0\nconstantForce = 1.0\n[body.b]\nmass = 1.0\n\
             [contact.rest]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
             [contact.c]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\nnormalForce = \"{load}\"\n"
        )
    };
    for (load, slides) in [
        ("if(b.velocity > 0, 0.5, 2)", 0.0),
        ("if(b.velocity < 0, 0.5, 2)", 0.0),
        ("if(b.velocity >= 0, 0.5, 2)", 0.5),
        ("if(b.velocity == 0, 0.5, 2)", 0.5),
        ("2 - 1.5*sign(b.velocity)", 0.0),
    ] {
        let mut bodies = started(&unit(&held(load)));
        go(&mut bodies, 1.0);
        assert_near(bodies.real("a.velocity"), slides, 1e-13);
    }
}

/// A law that asks for its load, under loads that are held below, at and above its level.
#[test]
fn a_load_at_the_level_of_a_law_decides_as_the_comparison_says() {
    for (comparison, holds) in [
        ("N > 100", [false, false, true]),
        ("N >= 100", [false, true, true]),
        ("N < 100", [true, false, false]),
        ("N <= 100", [true, true, false]),
        ("N == 100", [false, true, false]),
        ("N != 100", [true, false, true]),
    ] {
        let mut a = started(&unit(&format!(
            "[model]\nname = \"Ties\"\n[body.a]\nmass = 1.0\nvelocity = 1e4\n[law.own]\n\
             friction = \"N*(1 + ({comparison}))\"\n[contact.floor]\nbetween = \"a\"\nlaw = \"own\"\nnormalForce = \"input\"\n"
        )));
        let mut velocity = 1e4;
        for (second, place) in [1, 0, 1, 2, 1, 1, 0, 2, 0].into_iter().enumerate() {
            let load = [99.0, 100.0, 101.0][place];
            a.put("floor.normalForce", load);
            go(&mut a, second as f64 + 1.0);
            let friction = if holds[place] { 2.0 * load } else { load };
            velocity -= friction;
            assert_near(a.real("floor.frictionForce"), friction, 0.0);
            assert_near(a.real("a.velocity"), velocity, 1e-10);
        }
    }
}
