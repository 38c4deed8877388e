//! Names for parts of a formula: a motion is that of the formula written out.

use crate::go;
use crate::support::{Host, Named, started, unit};

/// A wheel over a torsion bar beside a rack, and what acts on both.
const BODIES: &str = "[model]\nname = \"Named\"\n\
                      [constant]\nr = \"8 mm\"\n\
                      [body.wheel]\naxis = \"rotation\"\ninertia = 0.02\nangularVelocity = 2.0\n\
                      [body.rack]\nmass = 3.0\n";
const NUMBERS: &str = "c = { value = 110.0, unit = \"N.m/rad\" }";

/// Returns bits of the motion at some times.
fn motion(element: &str) -> Vec<u64> {
    let mut instance = started(&unit(&format!("{BODIES}{element}")));
    let mut bits = Vec::new();
    for k in 1..=20 {
        go(&mut instance, 0.05 * f64::from(k));
        for name in ["wheel.angle", "rack.position", "rack.velocity"] {
            bits.push(instance.real(name).to_bits());
        }
    }
    bits
}

/// Checks that an element moves as another one that is written out; `{n}` stands for its numbers.
fn same([named, written]: [&str; 2]) {
    let [named, written] = [named, written].map(|text| text.replace("{n}", NUMBERS));
    assert_eq!(motion(&named), motion(&written), "{named}");
    let still = motion("[spring.still]\nbetween = \"rack\"\nstiffness = 1.0\n");
    assert_ne!(motion(&named), still, "{named}");
}

#[test]
fn a_force_names_parts_with_lists_and_constants() {
    same([
        "[force.boost]\nbetween = \"rack\"\nparameter = { {n} }\n\
         force = \"assist + 0.1*twist - 30*rate\"\n\
         define = { twist = \"c*(wheel.angle - rack.position/r)\", assist = \"table(twist, [-6, 0, 6], [-60, 0, 60])\" }\n",
        "[force.boost]\nbetween = \"rack\"\nparameter = { {n} }\n\
         force = \"table(c*(wheel.angle - rack.position/r), [-6, 0, 6], [-60, 0, 60]) + 0.1*(c*(wheel.angle - rack.position/r)) - 30*rate\"\n",
    ]);
}

#[test]
fn a_potential_names_parts() {
    same([
        "[potential.bar]\nparameter = { {n} }\nenergy = \"c/2*twist^2\"\n\
         define = { twist = \"wheel.angle - rack.position/r\" }\n",
        "[potential.bar]\nparameter = { {n} }\nenergy = \"c/2*(wheel.angle - rack.position/r)^2\"\n",
    ]);
}

#[test]
fn a_load_names_parts() {
    let spring = "[spring.bar]\nbetween = [\"wheel\", \"rack\"]\nradii = [\"r\", 1.0]\nstiffness = 1.7e6\ndamping = 20.0\n";
    let contact = "[contact.guide]\nbetween = \"rack\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\nparameter = { {n} }\n";
    same([
        &format!(
            "{spring}{contact}normalForce = \"20 + abs(twist)\"\ndefine = {{ twist = \"c*(wheel.angle - rack.position/r)\" }}\n"
        ),
        &format!(
            "{spring}{contact}normalForce = \"20 + abs(c*(wheel.angle - rack.position/r))\"\n"
        ),
    ]);
}

/// Friction that a formula names is a contact: it sticks where the push is within it.
#[test]
fn a_named_part_may_be_dry_friction() {
    let text = "[model]\nname = \"Pushed\"\n[body.block]\nmass = 2.0\n\
                [force.push]\nbetween = \"block\"\nforce = \"friction + 8*t\"\n\
                define = { limit = \"4\", friction = \"-limit*sign(rate)\" }\n";
    let mut host = Host::start(&unit(text), &[]);
    host.run(1.5, 0.1);
    // It slips from t = 0.5 on: v = 4·(t − 0.5)²/2.
    host.expect("block.velocity", 0.5 * 4.0 * (1.5_f64 - 0.5).powi(2), 1e-9);
    assert_eq!(host.events.len(), 1);
}

#[test]
fn parts_are_no_variables_and_idle_ones_are_doubts() {
    let text = format!(
        "{BODIES}[force.boost]\nbetween = \"rack\"\nforce = \"2*e\"\ndefine = {{ twist = \"wheel.angle\" }}\n"
    );
    let unit = unit(&text);
    assert!(unit.find("boost.twist").is_none());
    let doubts = &unit.network().about.doubts;
    let told = "force.boost.define.twist: does not occur in the formula";
    assert!(matches!(doubts.as_slice(), [one] if one.ends_with(told)), "{doubts:?}");
}
