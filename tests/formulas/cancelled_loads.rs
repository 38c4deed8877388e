//! Normal loads by formulas whose terms cancel: what is left of them is round-off, and no load.

use luztar::dynamics::Event;

use super::support::{Host, Named, unit};

fn sliding(load: &str) -> Host {
    let text = format!(
        "[model]\nname = \"Sliding\"\n[body.block]\nmass = 1.0\nvelocity = 1.0\nposition = 0.3\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\n\
         normalForce = {load:?}\n"
    );
    Host::start(&unit(&text), &[])
}

/// Terms that cancel, each written in its own way.
const NOTHING: [&str; 4] = [
    "sin(2*t) - 2*sin(t)*cos(t)",
    "7*(cos(t)^2 + sin(t)^2) - 7",
    "(block.position + 1)^2 - block.position^2 - 2*block.position - 1",
    "3*exp(0.2*t)*exp(0.1*t) - 3*exp(0.3*t)",
];

#[test]
fn a_load_of_terms_that_cancel_is_none() {
    for load in NOTHING {
        for step in [3.0, 0.01] {
            let mut host = sliding(load);
            host.run(3.0, step);
            assert_eq!(host.events, [], "{load}, steps of {step}");
            assert_eq!(host.instance.real("floor.state"), 2.0, "{load}, steps of {step}");
            host.expect("block.velocity", 1.0, 0.0);
        }
    }
}

/// The load falls to 0 at 1 s, from where only terms are left that cancel.
#[test]
fn a_contact_is_free_from_where_its_load_cancels() {
    for nothing in NOTHING {
        for load in ["max(1 - t, 0)", "if(t < 1, 1, 0)"] {
            for step in [3.0, 0.01] {
                let load = format!("{load} + {nothing}");
                let mut host = sliding(&load);
                host.run(3.0, step);
                let told: Vec<i32> = host.events.iter().map(Event::to).collect();
                assert_eq!(told, [2], "{load}, steps of {step}: {:?}", host.events);
                assert!((host.events[0].time() - 1.0).abs() < 1e-9, "{load}: {:?}", host.events);
                let lost = if load.starts_with("max") { 0.25 } else { 0.5 };
                host.expect("block.velocity", 1.0 - lost, 1e-9);
            }
        }
    }
}

/// A load that is small, and no more than that, is one.
#[test]
fn a_small_load_counts() {
    for (load, lost) in [
        ("1e-9*t", 0.5e-9 * 4.5),
        ("1e-12*t^2", 0.5e-12 * 9.0),
        ("1e-9*t + sin(2*t) - 2*sin(t)*cos(t)", 0.5e-9 * 4.5),
        ("0.5*max(t - 1, 0) + 7*(cos(t)^2 + sin(t)^2) - 7", 0.5),
    ] {
        let mut host = sliding(load);
        host.run(3.0, 0.5);
        let velocity = 1.0 - lost;
        host.expect("block.velocity", velocity, 1e-9 * lost + 1e-15);
        assert_eq!(
            host.instance.real("floor.state"),
            if velocity > 0.0 { 1.0 } else { 0.0 },
            "{load}"
        );
    }
}
