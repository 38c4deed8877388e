//! Springs in series: one spring, and the forces and deflections of each (J1 §4.1).

use std::sync::Arc;

use luztar::projections::luz;
use luztar::unit::{Model, Simulation};
use proptest::prelude::*;

use crate::support::{Named, started, unit};

/// Forces and deflections of springs, relative to values of order 1 to 1000.
const EXACT: f64 = 1e-12;

/// Two wheels told to move, `a` and `b`, joined by three springs and two nodes; `between` of each spring and
/// its further keys.
fn chain(springs: [(&str, &str); 3]) -> Arc<Model> {
    let mut text = String::from(
        "[model]\nname = \"Chain\"\n\
         [body.a]\naxis = \"rotation\"\nmotion = \"prescribed\"\n\
         [body.b]\naxis = \"rotation\"\nmotion = \"prescribed\"\n\
         [body.n]\naxis = \"rotation\"\ninertia = 0\n\
         [body.m]\naxis = \"rotation\"\ninertia = 0\n",
    );
    for (number, (between, keys)) in (1..).zip(springs) {
        text += &format!("[spring.s{number}]\nbetween = {between}\n{keys}\n");
    }
    unit(&text)
}

/// A spring as its weights `w_i, w_j`, stiffness and half gap, and the part of the chain that each end is.
struct Part {
    weights: [f64; 2],
    stiffness: f64,
    freeplay: f64,
    reversed: bool,
}

/// Every spring has the force of its own law; forces balance at the nodes; and there are positions of the
/// nodes that give all deflections.
fn check(
    instance: &mut Simulation,
    parts: &[Part; 3],
    [a, b]: [f64; 2],
) -> Result<(), TestCaseError> {
    // Position of the node that was reached, and the force on it.
    let (mut node, mut pushed) = (a, None::<f64>);
    for (number, part) in (1..).zip(parts) {
        let force = instance.real(&format!("s{number}.force"));
        let e = instance.real(&format!("s{number}.deflection"));
        let state = instance.real(&format!("s{number}.state"));
        let own = part.stiffness * luz(e, part.freeplay);
        let scale = part.stiffness * (e.abs() + part.freeplay) + force.abs();
        prop_assert!(
            (force - own).abs() <= EXACT * scale.max(1.0),
            "s{number}: {force}, not {own}"
        );
        prop_assert_eq!(state == 0.0, force == 0.0, "state {} with force {}", state, force);
        prop_assert!(state * force >= 0.0, "state {state} with force {force}");
        let [w_near, w_far] = part.weights;
        let sign = if part.reversed { -1.0 } else { 1.0 };
        // e = ±(w_near·z_near − w_far·z_far)
        let reached = (w_near * node - sign * e) / w_far;
        let on_near = -sign * w_near * force;
        if let Some(pushed) = pushed {
            prop_assert!((pushed + on_near).abs() <= EXACT * pushed.abs().max(1.0), "at s{number}");
        }
        (node, pushed) = (reached, Some(sign * w_far * force));
    }
    prop_assert!(
        (node - b).abs() <= 1e-9 * b.abs().max(1.0),
        "the chain ends at {node}, not at {b}"
    );
    let pushed = pushed.expect("three parts");
    let reaction = instance.real("b.reaction");
    prop_assert!((reaction - pushed).abs() <= EXACT * pushed.abs().max(1.0), "on b: {reaction}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn each_spring_of_a_series_obeys_its_law_and_nodes_balance(
        reversed in any::<[bool; 3]>(),
        order in Just([0_usize, 1, 2]).prop_shuffle(),
        ratio in prop_oneof![-3.0..-0.3, 0.3..3.0],
        radii in [0.5..2.0, 0.5..2.0],
        stiffness in [1.0..1000.0, 1.0..1000.0, 1.0..1000.0],
        freeplay in [0.0..0.1, 0.0..0.1, 0.0..0.1],
        angles in [-1.0..1.0, -1.0..1.0],
    ) {
        let bodies = [["a", "n"], ["n", "m"], ["m", "b"]];
        let mut parts = [0, 1, 2].map(|k| Part {
            weights: [1.0, 1.0],
            stiffness: stiffness[k],
            freeplay: freeplay[k],
            reversed: reversed[k],
        });
        let mut texts = [0, 1, 2].map(|k| {
            let [near, far] = bodies[k];
            let (i, j) = if reversed[k] { (far, near) } else { (near, far) };
            let numbers = format!("stiffness = {}\nbacklash = {}\n", stiffness[k], 2.0 * freeplay[k]);
            (format!("[\"{i}\", \"{j}\"]"), numbers)
        });
        // The first spring has a ratio of its second end, the second one radii of both.
        parts[0].weights = if reversed[0] { [ratio, 1.0] } else { [1.0, ratio] };
        texts[0].1 += &format!("ratio = {ratio}\n");
        parts[1].weights = if reversed[1] { [radii[1], radii[0]] } else { radii };
        texts[1].1 += &format!("radii = [{}, {}]\n", radii[0], radii[1]);
        // Springs s1, s2, s3 are always the first, second and third of the chain, in any order of the file.
        let mut text = String::from(
            "[model]\nname = \"Chain\"\n\
             [body.n]\naxis = \"rotation\"\ninertia = 0\n\
             [body.a]\naxis = \"rotation\"\nmotion = \"prescribed\"\n\
             [body.m]\naxis = \"rotation\"\ninertia = 0\n\
             [body.b]\naxis = \"rotation\"\nmotion = \"prescribed\"\n",
        );
        for k in order {
            let (between, keys) = &texts[k];
            text += &format!("[spring.s{}]\nbetween = {between}\n{keys}", k + 1);
        }
        let chain = unit(&text);
        prop_assert_eq!(chain.network().bodies.len(), 2);
        prop_assert_eq!(chain.network().springs.len(), 1);
        let mut instance = started(&chain);
        for (step, scale) in (0..).zip([1.0, 0.1, 0.01]) {
            instance.put("a.angle", scale * angles[0]);
            instance.put("b.angle", scale * angles[1]);
            instance.step(f64::from(step), 1.0).expect("a step");
            check(&mut instance, &parts, [scale * angles[0], scale * angles[1]])?;
        }
    }
}

/// J1 §4.1: k = (1/k₁ + 1/k₂ + p²/k₃)⁻¹ and Δ = Δ₁ + Δ₂ + pΔ₃, with values that are tuned later too.
#[test]
fn three_springs_of_a_gear_train_have_the_stiffness_and_freeplay_of_the_paper() {
    let chain = chain([
        ("[\"a\", \"n\"]", "stiffness = 1000.0\nbacklash = 0.02"),
        ("[\"n\", \"m\"]", "ratio = 2.0\nstiffness = 5000.0\nbacklash = 0.01"),
        ("[\"m\", \"b\"]", "stiffness = 800.0\nbacklash = 0.04"),
    ]);
    let names = ["s1.stiffness", "s2.stiffness", "s3.stiffness", "s2.ratio", "s3.backlash"];
    assert!(names.iter().all(|name| chain.find(name).is_some()), "parameters of every spring");
    assert!(chain.find("n.angle0").is_none() && chain.find("n.angle").is_none(), "no body n");
    let mut instance = started(&chain);
    let mut time = 0.0;
    for k3 in [800.0, 80.0] {
        instance.put("s3.stiffness", k3);
        let k = 1.0 / (1.0 / 1000.0 + 1.0 / 5000.0 + 4.0 / k3);
        let gap = 0.01 + 0.005 + 2.0 * 0.02;
        for (a, b) in [(0.3, 0.1), (0.01, 0.03), (-0.2, 0.2)] {
            instance.put("a.angle", a);
            instance.put("b.angle", b);
            instance.step(time, 1.0).expect("a step");
            time += 1.0;
            let force = k * luz(a - 2.0 * b, gap);
            let expected = [force, force, 2.0 * force];
            for (number, expected) in (1..).zip(expected) {
                let value = instance.real(&format!("s{number}.force"));
                assert!(
                    (value - expected).abs() <= EXACT * 1000.0,
                    "s{number}: {value}, not {expected}"
                );
            }
            assert!((instance.real("a.reaction") + force).abs() <= EXACT * 1000.0);
            assert!((instance.real("b.reaction") - 2.0 * force).abs() <= EXACT * 1000.0);
        }
    }
}

/// The stiffness of a spring in a series cannot be 0: nothing would hold the node.
#[test]
fn springs_of_a_series_keep_a_stiffness() {
    let keys = "stiffness = { value = 10.0, min = -5.0 }";
    let text = "[model]\nname = \"X\"\n[body.a]\nmass = 1.0\n[body.n]\nmass = 0\n\
                [spring.s]\nbetween = [\"a\", \"n\"]\nKEYS\n[spring.t]\nbetween = \"n\"\nstiffness = 10.0\n";
    let unit = unit(&text.replace("KEYS", keys));
    for name in ["s.stiffness", "t.stiffness"] {
        let variable = &unit.variables()[unit.find(name).expect("a parameter")];
        assert_eq!(variable.min, Some(f64::MIN_POSITIVE), "{name}");
    }
}
