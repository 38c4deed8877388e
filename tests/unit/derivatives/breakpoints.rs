//! Derivatives of outputs at breakpoints of laws and formulas, in closed form.

use crate::support::{Named, started, unit};

/// Round-off of a derivative at unit scale.
const EXACT: f64 = 1e-12;

/// A motion: velocity, position and force of the host; the order of the derivative of the acceleration that is asked for, and this in
/// closed form.
type Asked = ([f64; 3], usize, f64);

/// Tables and maxima that have a breakpoint where a body of 1 kg is, of its velocity or position, with motions there.
const CASES: [(&str, &[Asked]); 7] = [
    (
        "[contact.c]\nbetween = \"b\"\nlaw = \"table\"\nslip = [0, 1, 2]\nfriction = [4, 2, 5]\n",
        &[
            ([1.0, 0.0, 5.0], 1, -9.0),
            ([1.0, 0.0, -5.0], 1, -14.0),
            ([-1.0, 0.0, -5.0], 1, 9.0),
            ([-1.0, 0.0, 5.0], 1, 14.0),
            ([1.0, 0.0, 2.0], 1, 0.0),
        ],
    ),
    (
        "[law.own]\nfriction = \"2 + 3*max(x - 1, 0)\"\n[contact.c]\nbetween = \"b\"\nlaw = \"own\"\n",
        &[([1.0, 0.0, 5.0], 1, -9.0), ([1.0, 0.0, -5.0], 1, 0.0)],
    ),
    (
        "[force.f]\nbetween = \"b\"\nforce = \"-3*max(abs(rate) - 1, 0)\"\n",
        &[
            ([1.0, 0.0, 5.0], 1, -15.0),
            ([1.0, 0.0, -5.0], 1, 0.0),
            ([-1.0, 0.0, -5.0], 1, -15.0),
            ([-1.0, 0.0, 5.0], 1, 0.0),
        ],
    ),
    (
        "[force.f]\nbetween = \"b\"\nforce = \"-table(rate, [-2, -1, 0, 1, 2], [-5, -2, 0, 2, 5])\"\n",
        &[
            ([1.0, 0.0, 5.0], 1, -9.0),
            ([1.0, 0.0, -5.0], 1, 14.0),
            ([-1.0, 0.0, -5.0], 1, 9.0),
            ([-1.0, 0.0, 5.0], 1, -14.0),
        ],
    ),
    (
        "[force.f]\nbetween = \"b\"\nforce = \"-table(e, [0, 1, 2], [0, 2, 5])\"\n",
        &[
            ([1.0, 1.0, 0.0], 1, -3.0),
            ([-1.0, 1.0, 0.0], 1, 2.0),
            ([1.0, 1.0, 3.0], 2, -3.0),
            ([-1.0, 1.0, 1.0], 2, 2.0),
        ],
    ),
    (
        "[force.f]\nbetween = \"b\"\nforce = \"-3*max(e - 1, 0)\"\n",
        &[([1.0, 1.0, 0.0], 1, -3.0), ([-1.0, 1.0, 0.0], 1, 0.0)],
    ),
    (
        "[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\n\
         normalForce = \"table(b.position, [0, 1, 2], [1, 2, 5])\"\n",
        &[([1.0, 1.0, 0.0], 1, -1.5), ([-1.0, 1.0, 0.0], 1, -0.5)],
    ),
];

/// Each is on the side to which the motion goes: at the start, with an input that no step has taken yet, and after it was; asking
/// changes no bit of the motion.
#[test]
fn derivatives_at_breakpoints_are_those_ahead() {
    for (element, motions) in CASES {
        for ([velocity, position, force], order, expected) in motions {
            let body = |force: f64| {
                unit(&format!(
                    "[model]\nname = \"Breakpoint\"\n[body.b]\nmass = 1.0\nvelocity = {velocity}\n\
                     position = {position}\nforce = {{ input = true, start = {force} }}\n{element}"
                ))
            };
            for start in [*force, 0.25] {
                let mut instance = started(&body(start));
                instance.put("b.force", *force);
                let acceleration = instance.index("b.acceleration");
                let before = instance.save();
                let found = instance.output_derivative_of(acceleration, *order).unwrap();
                let told = format!("{element}{velocity} {position} {force}: {found}");
                assert!((found - expected).abs() <= EXACT, "{told}, not {expected}");
                assert!(instance.save() == before, "{told}");
            }
        }
    }
}
