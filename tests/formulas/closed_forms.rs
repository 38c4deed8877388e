//! Loads against closed forms; the pendulum: tests/formulas/cookbook.

use std::f64::consts::PI;

use super::support::{Named, started, unit};
use super::{assert_near, go};

const THROWN: &str = r#"
[model]
name = "Thrown"
[experiment]
relativeTolerance = 1e-12
[body.ball]
mass = 2.0
velocity = 30.0
[force.air]
between = "ball"
force = "-m*g - c*rate*abs(rate)"
parameter = { c = 0.05, m = 2.0, g = 9.81 }
"#;

#[test]
fn quadratic_drag_is_a_tangent_upwards_and_a_hyperbolic_one_downwards() {
    let (g, limit) = (9.81, (2.0 * 9.81 / 0.05_f64).sqrt());
    let top = limit / g * (30.0 / limit).atan();
    let height = limit * limit / g * 0.5 * (1.0 + (30.0 / limit).powi(2)).ln();
    let mut ball = started(&unit(THROWN));
    go(&mut ball, 0.5 * top);
    assert_near(ball.real("ball.velocity"), limit * (g * 0.5 * top / limit).tan(), 1e-10);
    for time in [1.5 * top, 4.0 * top] {
        go(&mut ball, time);
        let fallen = g * (time - top) / limit;
        assert_near(ball.real("ball.velocity"), -limit * fallen.tanh(), 1e-10);
        let depth = limit * limit / g * fallen.cosh().ln();
        assert_near(ball.real("ball.position"), height - depth, 1e-10);
    }
}

#[test]
fn inputs_are_ramps_and_the_time_counts() {
    let text = r#"
        [model]
        name = "Driven"
        [body.cart]
        mass = 2.0
        [force.drive]
        between = "cart"
        torque = "0"
    "#;
    let text = text.replace(
        "torque = \"0\"",
        "force = \"u*t\"\n[force.drive.input]\nu = { input = true, start = 3.0, unit = \"N/s\" }",
    );
    let unit = unit(&text);
    let mut cart = started(&unit);
    let input = cart.index("drive.u");
    cart.set_input_derivative(input, 0.5).unwrap();
    go(&mut cart, 2.0);
    // ∫ (3 + t/2) t dt = 3/2 t² + t³/6
    assert_near(cart.real("cart.velocity"), (6.0 + 8.0 / 6.0) / 2.0, 1e-13);
    assert_near(cart.real("drive.force"), 8.0, 1e-13);
    let force = cart.index("drive.force");
    assert_near(cart.output_derivative(force).unwrap(), 0.5 * 2.0 + 4.0, 1e-13);
    assert_near(cart.output_derivative_of(force, 2).unwrap(), 1.0, 1e-13);
}

/// A narrow bump far away from a body that moves freely: its work is known, F·w·√π.
#[test]
fn no_step_jumps_over_a_narrow_bump() {
    for width in [1e-2, 1e-4, 1e-6] {
        let text = format!(
            "[model]\nname = \"Bump\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.ball]\nmass = 1.0\nvelocity = 2.0\n\
             [force.bump]\nbetween = \"ball\"\nforce = \"h*exp(-((e - 1.37)/w)^2)\"\n\
             parameter = {{ h = 1.5, w = {width:?} }}\n"
        );
        let mut ball = started(&unit(&text));
        go(&mut ball, 2.0);
        let after = (4.0 + 2.0 * 1.5 * width * PI.sqrt()).sqrt();
        let gained = after - 2.0;
        assert_near(ball.real("ball.velocity") - 2.0, gained, 1e-6 * gained + 1e-12);
        let late = 2.0 - 1.37 / 2.0;
        assert_near(ball.real("ball.position"), 1.37 + after * late, 2.0 * gained * width + 1e-10);
    }
}

/// A magnet: the time to fall from rest at r₀ to r under −c/r² is known.
#[test]
fn an_attraction_by_the_inverse_square_takes_its_time() {
    let text = r#"
        [model]
        name = "Magnet"
        [experiment]
        relativeTolerance = 1e-12
        [body.pole]
        mass = 1.0
        position = 2.0
        [force.magnet]
        between = "pole"
        force = "-c/e^2"
        parameter = { c = 1.0 }
    "#;
    let unit = unit(text);
    // r = r₀·x: t = √(r₀³/2c)·(√(x(1 − x)) + asin √(1 − x))
    let time = |x: f64| 2.0 * ((x * (1.0 - x)).sqrt() + (1.0 - x).sqrt().asin());
    let mut pole = started(&unit);
    for x in [0.9, 0.5, 1e-2] {
        go(&mut pole, time(x));
        assert_near(pole.real("pole.position"), 2.0 * x, 1e-9);
    }
    let fault = pole.step(time(1e-2), 1.0).unwrap_err().to_string();
    assert!(fault.contains("magnet"), "{fault}");
}

/// On a crest, whose place is the difference of greater numbers, the force is nothing but their round-off: it decides the
/// side on which the body falls, and holds up no step.
#[test]
fn a_body_falls_from_a_crest_far_from_the_origin() {
    let text = r#"
        [model]
        name = "Crest"
        [experiment]
        relativeTolerance = 1e-12
        [body.atom]
        mass = 0.1
        [force.waves]
        between = "atom"
        force = "-pi*sin(2*pi*(e + 0.055)/0.01)"
    "#;
    let mut crest = started(&unit(text));
    go(&mut crest, 1.0);
    let [position, velocity] = ["atom.position", "atom.velocity"].map(|name| crest.real(name));
    let height = |e: f64| -0.005 * (2.0 * PI * (e + 0.055) / 0.01).cos();
    assert!(position.abs() > 1e-3, "{position}");
    let energy = 0.05 * velocity * velocity + height(position) - height(0.0);
    assert!(energy.abs() < 1e-11, "{energy:e}");
}

/// A list in a formula is what a declared one is, with parameters of its own.
#[test]
fn lists_stand_in_a_formula_or_are_declared() {
    let text = |force: &str, declared: &str| {
        format!(
            "[model]\nname = \"Given\"\n[body.cart]\nmass = 2.0\n[force.f]\n\
             between = \"cart\"\nforce = \"{force}\"\n{declared}"
        )
    };
    let own = unit(&text("table(t, [0, 1, 2], [0, 2*3, -1e0]) + luz(t, [0, 1, 2], [1, 1, 1])", ""));
    let declared =
        "parameter = { x = [0.0, 1.0, 2.0], y = [0.0, 6.0, -1.0], s = [1.0, 1.0, 1.0] }\n";
    let declared = unit(&text("table(t, x, y) + luz(t, x, s)", declared));
    let [mut one, mut other] = [&own, &declared].map(started);
    for time in [0.5, 1.5, 3.0] {
        go(&mut one, time);
        go(&mut other, time);
        let velocities = [&mut one, &mut other].map(|cart| cart.real("cart.velocity"));
        assert!(velocities[0] != 0.0 && velocities[0] == velocities[1], "{velocities:?}");
    }
    let start = |unit: &luztar::unit::Model, name: &str| {
        unit.find(name).and_then(|index| unit.variables()[index].start)
    };
    assert_eq!(start(&own, "f.list2[2]"), start(&declared, "f.y[2]"));
    assert!(start(&own, "f.list3[3]").is_some() && own.find("f.list4[1]").is_none());
}

#[test]
fn parameters_of_formulas_are_pressures_and_areas() {
    let text = "[model]\nname = \"Gas\"\n[body.piston]\nmass = \"2 kg\"\n[force.gas]\nbetween = \"piston\"\n\
                force = \"p*area\"\n[force.gas.parameter]\np = { value = \"0.2 MPa\", unit = \"Pa\" }\n\
                area = { value = \"3 cm^2\", unit = \"m2\" }\n";
    let mut piston = started(&unit(text));
    go(&mut piston, 1.0);
    assert_near(piston.real("piston.velocity"), 0.2e6 * 3e-4 / 2.0, 1e-13);
}

/// A body that a stiff damper holds at F/d, beside one that a ramp of its input begins to push: what each is exact to is its own.
#[test]
fn a_ramp_from_nothing_leaves_a_stiff_motion_beside_it_its_steps() {
    let (mass, light, force, damping, rate) = (165.0, 0.03, 4.0e4, 1.3e8, 3.3e6);
    let text = format!(
        "[model]\nname = \"Beside\"\n[body.a]\nmass = {mass:?}\nforce = \"input\"\n[body.b]\nmass = {light:?}\n\
         constantForce = {force:?}\n[damper.d]\nbetween = \"b\"\ndamping = {damping:?}\n\
         [contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\nregularisation = \"tanh\"\nsteepness = 10.0\n"
    );
    let mut bodies = started(&unit(&text));
    let input = bodies.index("a.force");
    bodies.set_input_derivative(input, rate).unwrap();
    go(&mut bodies, 0.125);
    assert_near(bodies.real("a.velocity"), rate * 0.125 * 0.125 / (2.0 * mass), 1e-9);
    // Of d·v + tanh(10·v) = F.
    assert_near(bodies.real("b.velocity"), force / (damping + 10.0), 1e-12);
}
