//! Inputs as hosts sample them: at intervals of several communication steps, beside ends of steps at transitions.

use std::sync::Arc;

use luztar::unit::{Model, Reached, StopCondition};

use crate::support::{Named, started_with, unit};

/// A ball that reaches an edge of its gap after 0.1 s, and whatever is beside it.
fn beside_a_ball(text: &str) -> Arc<Model> {
    unit(&format!(
        "[model]\nname = \"Sampled\"\n[body.ball]\nmass = 1.0\nvelocity = 1.0\nforce = \"input\"\n\
         [spring.box]\nbetween = \"ball\"\nstiffness = 1000.0\ngap = [-0.1, 0.1]\n{text}"
    ))
}

/// A force that a host sets within a step counts, though the step then ends early: ½·1·0.1² + 0.1·0.05 + ½·5·0.05².
#[test]
fn an_input_that_is_set_within_a_step_stays_set_where_it_ends_early() {
    let model = beside_a_ball(
        "[body.belt]\nmotion = \"prescribed\"\nby = \"velocity\"\n[body.m]\nmass = 1.0\nforce = \"input\"\n",
    );
    let mut instance = started_with(&model, &[("belt.acceleration", 0.5), ("m.force", 1.0)]);
    let reached = instance.advance(0.0, 0.5, StopCondition::Nowhere, true).unwrap();
    assert_eq!(reached, Reached::Pause);
    let pause = instance.time();
    assert!((pause - 0.1).abs() <= 1e-12, "{pause}");
    instance.put("m.force", 5.0);
    assert_eq!(instance.resume(Some(pause)).unwrap(), Reached::End);
    assert_eq!(instance.real("m.force"), 5.0);
    assert!((instance.real("belt.velocity") - 0.05).abs() <= 1e-12);
    instance.step(pause, 0.05).unwrap();
    let error = instance.real("m.position") - 0.01625;
    assert!(error.abs() <= 1e-12, "{error:e}");
}
