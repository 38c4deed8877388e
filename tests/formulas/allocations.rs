//! Steps with formulas allocate nothing.

use super::counting::allocations;
use super::go;
use super::support::{Named, started, unit};

#[test]
fn steps_with_formulas_allocate_nothing() {
    ["events", "moreau"].iter().for_each(|method| check(method));
}

fn check(method: &str) {
    let text = r#"
        [model]
        name = "Busy"
        [experiment]
        method = "METHOD"
        [body.a]
        mass = 1.0
        velocity = 1.0
        [body.b]
        mass = 2.0
        [contact.c]
        between = ["a", "b"]
        law = "coulomb"
        kineticCoefficient = 0.2
        normalForce = "n*abs(e - 0.1) + 0.1*rate^2"
        parameter = { n = 3.0 }
        [force.f]
        between = "a"
        force = "-k*sin(3*e)*abs(rate)^3 - if(e > 0.2, 4*(e - 0.2), table(t, at, up)) + u"
        parameter = { k = 2.0, at = [0.0, 1.0, 2.0], up = [0.0, 1.0, 0.5] }
        input = { u = "input" }
        [contact.floor]
        between = "b"
        law = "seeing"
        [law.seeing]
        friction = "0.2 + 0.1*sin(first.position + t)*exp(-x) + 0.1*abs(first.position)"
        backward = "0.3 + 0.1*cos(t)*exp(-2*x) + 0.1*max(first.position, 0)"
        [potential.p]
        energy = "2*(a.position - b.position)^2 + exp(-b.position^2)"
    "#;
    let mut busy = started(&unit(&text.replace("METHOD", method)));
    // Names are listed when the first one is looked up.
    busy.real("f.force");
    // As is room to look at other values.
    busy.put("f.k", 2.1);
    busy.real("f.force");
    let before = allocations();
    for step in 0..200 {
        let time = busy.time();
        go(&mut busy, time + 0.05);
        if step % 20 == 0 {
            busy.put("f.u", f64::from(step) * 1e-3);
            busy.put("f.k", 2.0 + f64::from(step) * 1e-3);
        }
        busy.real("f.force");
    }
    assert_eq!(allocations(), before);
}
