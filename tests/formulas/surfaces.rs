//! Forces by formula that jump against slip on a moving surface, `-F*sign(rate - v)`: contacts with a `surfaceVelocity`.

use luztar::study::Case;
use luztar::study::energy::balance;
use luztar::unit::{Value, Variability};

use super::draws::Draws;
use super::friction::{TWO, block, by_series, contact, drawn_chains, force, run};
use super::host::Integrator;
use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

const F: &str = "parameter = { F = 1.5, v = 0.3 }";

/// Each force beside the contact, with what else there is, that it is.
fn twins() -> Vec<(String, String)> {
    let coulomb = |number: &str, velocity: &str| {
        format!("law = \"coulomb\"\nkineticFriction = {number}\nsurfaceVelocity = {velocity}")
    };
    let also = |formula: &str| format!("[force.t]\nbetween = \"b\"\nforce = \"{formula}\"\n");
    let plain = contact(&coulomb("1.5", "0.3"), "");
    let input = "input = { v = { input = true, start = 0.3 } }";
    let given = "{ input = true, start = 0.3 }";
    let same = [
        "-F*sign(rate - v)",
        "F*sign(v - rate)",
        "-F*sign(rate - 0.3)",
        "-F*sign(2*rate - 0.6)",
        "-F*sign(2*(b.velocity - v))",
        "-F*((rate > v) - (rate < v))",
        "if(rate - v > 0, -F, F)",
        "if(v < rate, -F, if(2*rate < 2*v, F, 0))",
        "-F*(rate - v)/abs(rate - v)",
        "-F*sign((rate - 0.3)/4)",
    ];
    let mut twins: Vec<_> = same.map(|formula| (force(formula, F), plain.clone())).into();
    twins.extend([
        (
            force("-F*sign(rate - v) - 0.3*rate - 4*e", F),
            contact(&coulomb("1.5", "0.3"), &also("-0.3*rate - 4*e")),
        ),
        (
            force("if(rate > 0.3, -1.5 - 0.4*(rate - 0.3), 0.8 - 0.4*(rate - 0.3))", ""),
            contact(
                "law = \"two\"\nforward = 1.5\nbackward = 0.8\nsurfaceVelocity = 0.3",
                &(TWO.to_owned() + &also("-0.4*(rate - 0.3)")),
            ),
        ),
        (
            force(
                "-sign(rate - v)*(1 + 0.5*exp(-abs(rate - v)/0.2))",
                "parameter = { v = -0.3 }",
            ),
            contact(
                "law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.2\nstribeckExponent = 1.0\n\
                 surfaceVelocity = -0.3",
                "",
            ),
        ),
        (
            force("-0.3*(2 + 10*abs(e))*sign(rate + 0.3) - 2*e", ""),
            contact(
                "law = \"coulomb\"\nkineticCoefficient = 0.3\nnormalForce = \"2 + 10*abs(e)\"\nsurfaceVelocity = -0.3",
                &also("-2*e"),
            ),
        ),
        (
            force("if(rate < v, 3, 1)", F),
            contact(&coulomb("1.0", "0.3"), &also("2")),
        ),
        (force("-1.5*sign(rate - v)", input), contact(&coulomb("1.5", given), "")),
        (
            block(
                "[spring.f]\nbetween = \"b\"\nforce = \"3*e + F*sign(rate - v)\"\nparameter = { F = 1.5, v = 0.3 }\n",
            ),
            contact(&coulomb("1.5", "0.3"), &also("-(3*e)")),
        ),
    ]);
    twins
}

/// To the bit, by both methods.
#[test]
fn forces_that_jump_on_a_surface_are_their_contacts() {
    for (force, contact) in twins() {
        for method in ["", "method = \"moreau\"\nmoreauStep = 0.002"] {
            for steps in [1, 30] {
                let [one, other] = [&force, &contact].map(|text| run(text, method, steps));
                assert_eq!(one, other, "{force}");
            }
        }
    }
}

/// Contacts of the frictions of one force, all between the same ends.
fn all_of(laws: &[&str], rest: &str) -> String {
    let each = ["f", "f_2", "f_3"].iter().zip(laws);
    let contacts: String = each
        .map(|(name, law)| format!("[contact.{name}]\nbetween = \"b\"\nlaw = \"coulomb\"\n{law}\n"))
        .collect();
    block(&(contacts + &by_series(rest)))
}

/// Forces that jump at several velocities, beside the contacts that they are.
fn several() -> Vec<(String, String)> {
    let also = |formula: &str| format!("[force.t]\nbetween = \"b\"\nforce = \"{formula}\"\n");
    let v = "input = { v = { input = true, start = 0.3 } }";
    let given = "kineticFriction = 0.5\nsurfaceVelocity = { input = true, start = 0.3 }";
    let [first, second] = ["kineticFriction = 1.5", "kineticFriction = 0.5\nsurfaceVelocity = 0.3"];
    let third = "kineticFriction = 0.2\nsurfaceVelocity = -0.4";
    let spring =
        "[spring.f]\nbetween = \"b\"\nforce = \"3*e + F*sign(rate) + 0.5*sign(rate - v)\"\n";
    vec![
        (force("-F*sign(rate) - 0.5*sign(rate - v)", F), all_of(&[first, second], "")),
        (
            force("-F*sign(rate) - 0.5*sign(rate - v) - 0.2*sign(rate + 0.4) - 0.3*rate", F),
            all_of(&[first, second, third], &also("-0.3*rate")),
        ),
        (force("-1.5*sign(rate) - 0.5*sign(rate - v)", v), all_of(&[first, given], "")),
        (block(&format!("{spring}{F}\n")), all_of(&[first, second], &also("-(3*e)"))),
    ]
}

/// To the bit, by both methods; the force is the sum of all.
#[test]
fn forces_that_jump_at_several_velocities_are_their_contacts() {
    for (force, contacts) in several() {
        for method in ["", "method = \"moreau\"\nmoreauStep = 0.002"] {
            for steps in [1, 30] {
                let [one, other] = [&force, &contacts].map(|text| run(text, method, steps));
                assert_eq!(one, other, "{force}");
            }
        }
    }
    let mut block = started(&unit(&several()[0].0.replace("METHOD", "")));
    go(&mut block, 0.01);
    let [one, two] = ["f.frictionForce", "f_2.frictionForce"].map(|name| block.real(name));
    assert_eq!([one, two, block.real("f.force")], [1.5, 0.5, -2.0]);
}

/// A strong surface at 2v − 0.1 takes the block along, also where the input v is a ramp.
#[test]
fn a_surface_follows_a_line_of_an_input() {
    let numbers = "parameter = { F = 50.0 }\ninput = { v = { input = true, start = 0.2 } }";
    let text = force("-F*sign(rate - (2*v - 0.1))", numbers).replace("METHOD", "");
    let mut block = started(&unit(&text));
    go(&mut block, 1.0);
    for (time, velocity) in [(2.0, 0.2), (3.0, -0.45), (4.0, 0.05)] {
        block.put("f.v", velocity);
        go(&mut block, time);
        assert_near(block.real("b.velocity"), 2.0 * velocity - 0.1, 1e-15);
        assert_eq!([block.real("f.stuck"), block.real("f.slipVelocity")], [1.0, 0.0]);
    }
    let index = block.unit().find("f.v").expect("an input");
    block.set_input_derivative(index, 0.1).expect("a ramp");
    let before = block.real("b.position");
    go(&mut block, 4.5);
    assert_near(block.real("b.velocity"), 0.2 * 0.5, 1e-14);
    assert_near(block.real("b.position") - before, 0.5 * 0.2 * 0.5 * 0.5, 1e-14);
    assert_near(block.real("b.acceleration"), 0.2, 1e-13);
}

/// The name of the second friction must be free.
#[test]
fn frictions_of_one_force_have_names_of_their_own() {
    let text = force("-sign(rate) - sign(rate - 0.3)", "").replace("METHOD", "");
    let taken = text + "[damper.f_2]\nbetween = \"b\"\ndamping = 1.0\n";
    let told = luztar::unit::Model::read(&taken, "taken.toml").expect_err("two of a name");
    let told = told.to_string();
    assert!(told.contains("one is `f_2`: another element has this name; give the force"), "{told}");
}

/// The same in Model Exchange.
#[test]
fn a_host_that_integrates_finds_the_same_transitions_at_several_velocities() {
    for (force, contacts) in several() {
        let [one, other] = [force, contacts].map(|text| {
            let mut host = Integrator::new(&unit(&text.replace("METHOD", "")), &[("b.force", 0.5)]);
            host.run(2.0, 0.05);
            host.events.iter().map(|event| event.time()).chain(host.x).collect::<Vec<f64>>()
        });
        assert_eq!(one.len(), other.len());
        one.iter().zip(&other).for_each(|(one, other)| assert_near(*one, *other, 1e-9));
    }
}

#[test]
fn a_host_that_integrates_finds_the_same_transitions_on_a_surface() {
    for (force, contact) in twins() {
        let [one, other] = [force, contact].map(|text| {
            let unit = unit(&text.replace("METHOD", ""));
            let mut host = Integrator::new(&unit, &[("b.force", 0.5)]);
            host.run(2.0, 0.05);
            let events: Vec<f64> = host.events.iter().map(|event| event.time()).collect();
            (events, host.x)
        });
        assert_eq!(one.0.len(), other.0.len());
        let (ones, others) = (one.0.iter().chain(&one.1), other.0.iter().chain(&other.1));
        ones.zip(others).for_each(|(one, other)| assert_near(*one, *other, 1e-9));
    }
}

/// A belt takes a block along until 10·0.3·t is its friction at 0.5 s. From there z″ = 1.5 − 10z, z = 0.15 m and z′ = 0.3 m/s.
#[test]
fn a_belt_takes_a_block_along_until_the_spring_tears_it_off() {
    let text = force("-F*sign(rate - v)", "parameter = { F = 1.5, v = 0.3 }");
    let text = text.replace("METHOD", "").replace("position = 0.1", "position = 0.0");
    let mut block = started(&unit(&text.replace("velocity = 1.0", "velocity = 0.3")));
    go(&mut block, 0.4);
    assert_near(block.real("b.position"), 0.12, 1e-14);
    assert_eq!([block.real("f.stuck"), block.real("f.slipVelocity")], [1.0, 0.0]);
    assert_near(block.real("f.frictionForce"), -1.2, 1e-13);
    assert_near(block.real("f.force"), 1.2, 1e-13);
    go(&mut block, 0.7);
    let omega = 10.0_f64.sqrt();
    assert_near(block.real("f.lastEventTime"), 0.5, 1e-10);
    assert_near(block.real("b.position"), 0.15 + 0.3 / omega * (omega * 0.2).sin(), 1e-10);
    assert_near(block.real("b.velocity"), 0.3 * (omega * 0.2).cos(), 1e-10);
}

/// A number of the formula is a constant; a parameter and an input are the velocity of the surface from when they are set.
#[test]
fn the_velocity_of_a_surface_is_what_the_formula_names() {
    let of = |formula: &str, numbers: &str| unit(&force(formula, numbers).replace("METHOD", ""));
    let constant = of("-2*sign(2*rate + 0.5)", "");
    let index = constant.find("f.surfaceVelocity").expect("a constant");
    let variable = &constant.variables()[index];
    assert_eq!(variable.variability, Variability::Constant);
    assert_eq!(variable.start, Some(Value::Real(-0.25)));
    for (numbers, what) in
        [("parameter = { v = 0.0 }", "f.v"), ("input = { v = \"input\" }", "f.v")]
    {
        let mut block = started(&of("-50*sign(rate - v)", numbers));
        go(&mut block, 1.0);
        assert_eq!(block.real("b.velocity"), 0.0);
        block.put(what, 0.25);
        go(&mut block, 2.0);
        assert_eq!([block.real("b.velocity"), block.real("f.slipVelocity")], [0.25, 0.0]);
    }
}

/// A jump in the direction of the slip, which a motion crosses: 5 m/s² up to 3 m/s at 0.6 s, 15 m/s² from there on. And a
/// stiffness that changes with the speed, which drives on one side of the spring and resists on the other one.
#[test]
fn forces_that_drive_beyond_a_speed_stay_formulas() {
    let of = |formula: &str| {
        let text = format!(
            "[model]\nname = \"Boost\"\n[body.b]\nmass = 1.0\n[force.f]\nbetween = \"b\"\nforce = \"{formula}\"\n"
        );
        started(&unit(&text))
    };
    let mut boost = of("if(rate > 3, 15, 5)");
    go(&mut boost, 1.0);
    assert_near(boost.real("b.velocity"), 9.0, 1e-12);
    assert_near(boost.real("b.position"), 0.9 + 3.0 * 0.4 + 0.5 * 15.0 * 0.4 * 0.4, 1e-12);
    // z = 1 − cos 2t up to 2·sin 2t = 0.5; from there 1 − z swings with 1 rad/s.
    let mut soft = of("if(rate > 0.5, 1, 4)*(1 - e)");
    go(&mut soft, 0.4);
    let first = 0.25_f64.asin() / 2.0;
    let (left, since) = ((2.0 * first).cos(), 0.4 - first);
    assert_near(soft.real("b.position"), 1.0 - left * since.cos() + 0.5 * since.sin(), 1e-11);
}

/// Energy that a belt gives beside the spring: friction takes it.
#[test]
fn a_force_on_a_surface_balances() {
    let springs = "[spring.f]\nbetween = \"b\"\nforce = \"3*e + F*sign(rate - v)\"\n";
    for text in [
        force("-F*sign(rate) - 4*e", F),
        force("-F*sign(rate - v)", F),
        block(&format!("{springs}{F}\n")),
    ] {
        let model = Case::new(unit(&text.replace("METHOD", "")), Vec::new()).expect("a unit");
        let rows = balance(&model, 3.0, 0.01).expect("a motion");
        let end = rows[rows.len() - 1];
        assert!(end.friction > 0.4 && end.work.abs() > 1e-3, "{text} {end:?}");
        assert!(rows.iter().all(|row| row.defect.abs() < 1e-10), "{text} {end:?}");
    }
}

/// Jumps against a motion of which no contact can be made.
#[test]
fn forces_that_may_chatter_are_doubts() {
    let doubts = |between: &str, formula: &str| -> Vec<String> {
        let text = format!(
            "[model]\nname = \"Two\"\n[body.a]\nmass = 1.0\n[body.b]\nmass = 2.0\nvelocity = 0.1\n[spring.s]\nbetween = [\"a\", \"b\"]\n\
             stiffness = 1.0\n[force.f]\nbetween = {between}\nforce = \"{formula} + 0*v\"\nparameter = {{ v = 0.5 }}\n"
        );
        unit(&text).network().about.doubts.clone()
    };
    let (one, two) = ("\"a\"", "[\"a\", \"b\"]");
    for (between, formula, part) in [
        (one, "-2*sign(rate - v*t)", "let an input be that velocity"),
        (one, "-2*sign(rate - 0.3*sin(2*t))", "let an input be that velocity"),
        (
            one,
            "-2*sign(rate - v*b.velocity)",
            "passes through one that neither is a number nor follows one parameter or input",
        ),
        (one, "-2*sign(rate - b.velocity)", "or a contact join the bodies that slip"),
        (two, "-2*sign(a.velocity)", "where `a.velocity` passes through a velocity"),
        (two, "sign(b.velocity - v)", "where `b.velocity` passes through a velocity"),
    ] {
        let found = doubts(between, formula);
        assert_eq!(found.len(), 1, "{formula} {found:?}");
        assert!(found[0].contains("force.f.force: jumps against the motion where"), "{found:?}");
        assert!(found[0].contains(part), "{formula} {found:?}");
    }
    for (between, formula) in [
        (one, "-2*sign(rate - v)"),
        (one, "-2*sign(rate + v)"),
        (one, "-2*sign(rate - (2*v - 1)/3)"),
        (one, "-2*sign(rate) - sign(rate - v)"),
        (one, "-2*sign(rate - v) - sign(rate - 1)"),
        (one, "-2*sign(b.velocity)"),
        (one, "2*sign(rate - v*(1 + t))"),
        (one, "-2*sign(e - v)"),
        (one, "-abs(rate - v*(1 + t))"),
        (two, "-2*sign(a.velocity - b.velocity)"),
        (two, "-sign(b.velocity)"),
        (two, "-sign(a.velocity + b.velocity)"),
    ] {
        assert_eq!(doubts(between, formula), [""; 0], "{formula}");
    }
}

/// The chains of [`drawn_chains`] with frictions on surfaces, whose velocity is a number or a parameter.
fn drawn_belts(seed: u64) -> [String; 2] {
    let velocity = Draws::new(seed + 1_000_000).between(-0.5, 0.5);
    let [force, contact] = drawn_chains(seed);
    let [numbers, v] = match seed % 2 {
        0 => [String::new(), format!("({velocity:?})")],
        _ => [format!("parameter = {{ v = {velocity:?} }}\n"), "v".to_owned()],
    };
    let force = force
        .replace("sign(rate)", &format!("sign(rate - {v})"))
        .replace("rate > 0", &format!("rate > {v}"))
        .replace("abs(rate)/0.3", &format!("abs(rate - {v})/0.3"))
        .replace("]\nforce = ", &format!("]\n{numbers}force = "));
    [force, contact.replace("\nlaw = ", &format!("\nsurfaceVelocity = {velocity:?}\nlaw = "))]
}

#[test]
fn random_chains_on_belts_move_as_with_contacts() {
    let mut transitions = 0.0;
    let count = std::env::var("LUZTAR_JUMPING_FORCES").ok().and_then(|count| count.parse().ok());
    for seed in 0..count.unwrap_or(200_u64) {
        let both = drawn_belts(seed);
        let mut instances = both.each_ref().map(|text| started(&unit(text)));
        for instance in &mut instances {
            go_in(instance, 5.0, 10);
        }
        let [one, other] = &mut instances;
        for name in
            ["b0.position", "b0.velocity", "f0.frictionForce", "lastEventTime", "eventCount"]
        {
            let [a, b] = [one.real(name), other.real(name)];
            assert!((a - b).abs() <= 1e-9, "seed {seed}, {name}: {a:?}, {b:?}\n{}", both[0]);
        }
        transitions += one.real("eventCount");
    }
    assert!(transitions > 700.0, "{transitions}");
}
