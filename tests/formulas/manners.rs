//! The same motion in all manners of moving: many steps, Model Exchange, time stepping, saved and restored; and its
//! derivatives.

use std::borrow::Cow;

use luztar::unit::{Simulation, Value};

use super::machine::{Machine, show_all_manners};
use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

const MACHINE: &str = r#"
[model]
name = "Machine"
[experiment]
relativeTolerance = 1e-12
[body.slide]
mass = 1.0
velocity = 0.8
force = { input = true, start = 1.5 }
[body.arm]
axis = "rotation"
inertia = 0.3
angle = 0.4
[body.table]
mass = 2.0
[contact.way]
between = ["slide", "table"]
law = "coulomb"
kineticFriction = 0.6
staticFriction = 0.9
[force.air]
between = "slide"
force = "-c*rate*abs(rate) + u*sin(t) - if(e > 0.7, 2*(e - 0.7), 0)"
parameter = { c = { value = 0.3, min = 0.0, unit = "N.s2/m2" } }
input = { u = { input = true, start = 0.5 } }
[force.cam]
between = ["arm", "table"]
radii = [0.2, 1.0]
force = "-8*e + table(arm.angle, at, push) - 0.4*rate"
[force.cam.parameter]
at = [-1.0, 0.0, 0.5, 2.0]
push = [-0.5, 0.0, 1.0, 0.2]
[spring.back]
between = "table"
force = "k*e + k3*e^3"
parameter = { k = 5.0, k3 = 4.0 }
[potential.link]
energy = "0.5*s*(slide.position - 0.3*sin(arm.angle))^2"
parameter = { s = 3.0 }
"#;

const WHOLE: Machine = Machine {
    file: Cow::Borrowed(MACHINE),
    seen: Cow::Borrowed(&[
        "slide.position",
        "slide.velocity",
        "arm.angle",
        "arm.angularVelocity",
        "table.position",
        "table.velocity",
    ]),
    events: 1.0,
    tolerance: 1e-8,
    times: &[0.1, 0.9, 2.3],
    derivatives: 50,
};

show_all_manners!([WHOLE]);

/// Time stepping is of second order as long as no contact is released: what lets go does so at the end of a step, up to h late.
#[test]
fn time_stepping_is_of_second_order_but_for_releases() {
    let errors = |file: &str| {
        let mut exact = started(&unit(file));
        go_in(&mut exact, 6.0, 6);
        let exact = WHOLE.values(&mut exact);
        [1e-3, 5e-4, 2.5e-4].map(|step: f64| {
            let text = file.replace(
                "relativeTolerance = 1e-12\n",
                &format!("method = \"moreau\"\nmoreauStep = {step:?}\n"),
            );
            let mut instance = started(&unit(&text));
            go_in(&mut instance, 6.0, 6);
            let values = WHOLE.values(&mut instance).into_iter().zip(&exact);
            values.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        })
    };
    let releases = errors(MACHINE);
    assert!(releases[2] < 2e-4, "{releases:?}");
    let kept = errors(&MACHINE.replace("kineticFriction = 0.6", "kineticFriction = 0.9"));
    let order = (kept[0] / kept[2]).log2() / 2.0;
    assert!(kept[2] < 1e-6 && (1.7..=2.3).contains(&order), "order {order}: {kept:?}");
}

/// New values at a communication point count from there on: in formulas as elsewhere.
#[test]
fn parameters_and_inputs_are_set_on_the_way() {
    let mut instance = started(&WHOLE.unit());
    go(&mut instance, 1.0);
    let drag = |instance: &mut Simulation| {
        let (v, z) = (instance.real("slide.velocity"), instance.real("slide.position"));
        let c = instance.real("air.c");
        -c * v * v.abs() + instance.real("air.u") * instance.time().sin()
            - (2.0 * (z - 0.7)).max(0.0)
    };
    for (c, u) in [(0.3, 0.5), (2.0, 0.5), (2.0, -1.0)] {
        instance.put("air.c", c);
        instance.put("air.u", u);
        let expected = drag(&mut instance);
        assert_near(instance.real("air.force"), expected, 1e-14);
        let later = instance.time() + 0.01;
        go(&mut instance, later);
    }
    let index = instance.index("air.c");
    assert!(instance.set(index, Value::Real(-1.0)).is_err(), "below its bound");
}

/// The model description says what outputs depend on: no other input or state changes them.
#[test]
fn dependencies_name_what_formulas_see() {
    let unit = WHOLE.unit();
    let all = luztar::unit::dependencies::Dependencies::new(&unit);
    let of = |name: &str| {
        let index = unit.find(name).unwrap();
        let names = all.while_stepping(index).into_iter();
        names.map(|index| unit.variables()[index].name.clone()).collect::<Vec<_>>()
    };
    let mut air = of("air.force");
    air.sort();
    assert_eq!(air, ["air.u", "slide.position", "slide.velocity"]);
    assert_eq!(of("link.energy"), ["slide.position", "arm.angle"]);
    assert!(of("arm.angularAcceleration").contains(&"slide.position".to_owned()));
}

/// The shortest step that there is: parts of it are 0.
#[test]
fn a_step_of_the_least_number_ends() {
    let mut instance = started(&WHOLE.unit());
    let least = f64::from_bits(1);
    instance.step(0.0, least).unwrap();
    assert_eq!(instance.time(), least);
    go(&mut instance, 0.1);
}

/// Constants of the file are numbers in formulas, in SI units; what the element calls so itself goes first.
#[test]
fn formulas_name_constants() {
    let text = r#"
[model]
name = "Named"
[constant]
soft = "3 N/mm"
reach = "25 mm"
share = 0.5
both = "soft*reach"
[body.block]
mass = 2.0
position = 0.1
[contact.floor]
between = "block"
law = "coulomb"
kineticCoefficient = 0.1
normalForce = "20*share + abs(e)*soft"
[spring.leaf]
between = "block"
force = "soft*(e - reach) + both*share"
parameter = { share = 2.0 }
[potential.well]
energy = "share*soft*block.position^2"
"#;
    let mut instance = started(&unit(text));
    for (name, expected) in [
        ("leaf.force", 3000.0 * (0.1 - 0.025) + 75.0 * 2.0),
        ("well.energy", 0.5 * 3000.0 * 0.01),
        ("floor.normalLoad", 10.0 + 300.0),
    ] {
        assert_near(instance.real(name), expected, 1e-12 * expected);
    }
}
