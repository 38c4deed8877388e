//! Potentials against loads, an independent integrator and their own energy.

use super::support::{Named, started, unit};
use super::{assert_near, go_in, runge_kutta};

/// Two shafts that a joint couples twice as fast, and a third body by the square of both.
const JOINT: &str = r#"
[model]
name = "Joint"
[experiment]
relativeTolerance = 1e-12
[body.a]
axis = "rotation"
inertia = 1.0
angularVelocity = 0.7
[body.b]
axis = "rotation"
inertia = 0.4
angle = 0.9
[body.c]
mass = 2.0
position = -0.3
[potential.joint]
energy = "k*(1 - cos(a.angle - 2*b.angle)) + s*c.position^2*(1 + a.angle^2)/2"
parameter = { k = 1.3, s = { value = 2.0, min = 0.0, unit = "N/m" } }
"#;

#[test]
fn forces_of_a_potential_are_its_negative_derivatives() {
    let mut joint = started(&unit(JOINT));
    let energy = |joint: &mut luztar::unit::Simulation| {
        let of = |joint: &mut luztar::unit::Simulation, mass: f64, name: &str| {
            let v = joint.real(name);
            0.5 * mass * v * v
        };
        of(joint, 1.0, "a.angularVelocity")
            + of(joint, 0.4, "b.angularVelocity")
            + of(joint, 2.0, "c.velocity")
            + joint.real("joint.energy")
    };
    let before = energy(&mut joint);
    let rate = joint.index("joint.energy");
    assert_near(joint.output_derivative(rate).unwrap(), -1.3 * 1.8_f64.sin() * 0.7, 1e-14);
    go_in(&mut joint, 15.0, 5);
    assert_near(energy(&mut joint), before, 1e-11);
    let (z, v) = runge_kutta([0.0, 0.9, -0.3], [0.7, 0.0, 0.0], 15.0, 300_000, |_, z, _| {
        let torque = 1.3 * (z[0] - 2.0 * z[1]).sin();
        [
            -torque - 2.0 * z[2] * z[2] * z[0],
            2.0 * torque / 0.4,
            -2.0 * z[2] * (1.0 + z[0] * z[0]) / 2.0,
        ]
    });
    for (k, name) in ["a.angle", "b.angle", "c.position"].into_iter().enumerate() {
        assert_near(joint.real(name), z[k], 1e-9);
    }
    assert_near(joint.real("c.velocity"), v[2], 1e-9);
}

/// Every function has the derivative that the change of the energy has: force by dual numbers of the engine's
/// outputs, against differences of the energy.
#[test]
fn each_function_has_its_derivative() {
    let formulas = [
        "sin(x)*cos(x)",
        "tan(x/3)",
        "tanh(x) + sinh(x) - cosh(x)",
        "exp(-x^2) + expm1(x)",
        "ln(2 + x) + log10(3 + x)",
        "sqrt(2 + x)/(1 + x^2)",
        "asin(x/4) + acos(x/5) + atan(x)",
        "(2 + x)^x",
        "x^3 - 1/(2 + x)",
        "hypot(x, 2)",
        "atan2(x, 2 + x)",
        "max(x, 0.3*x) - min(2*x, x)",
        "if(x > 0.2, x^2, 2*x)",
        "abs(x)*x",
        "sign(x)*x",
    ];
    for formula in formulas {
        let text = |position: f64| {
            let formula = formula.replace('x', "b.position").replace("eb.positionp", "exp");
            let formula = formula.replace("mab.position(", "max(");
            format!(
                "[model]\nname = \"One\"\n[body.b]\nmass = 1.0\nposition = {position:?}\n\
                 [potential.p]\nenergy = \"{formula}\"\n"
            )
        };
        for at in [0.7, -0.45] {
            let value = |x: f64| started(&unit(&text(x))).real("p.energy");
            let h = 1e-3;
            let [a, b] = [1.0, 2.0].map(|n| value(at + n * h) - value(at - n * h));
            let slope = (8.0 * a - b) / (12.0 * h);
            let acceleration = started(&unit(&text(at))).real("b.acceleration");
            assert_near(acceleration, -slope, 1e-9 * (1.0 + slope.abs()));
        }
    }
}
