//! Tests of the bounds of cost, with motions that cost what they must not.

use std::sync::Arc;

use super::{MOST, StepBudget, WITHOUT_PROGRESS};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::simulator::{Simulator, StepRequest};
use crate::dynamics::system::FEWEST;

const SWING: &str = "[model]\nname = \"Swing\"\n[body.bob]\nmass = 1.0\nposition = 0.5\n[spring.s]\n\
                     between = \"bob\"\nstiffness = 1.0\n";

/// Returns a motion at its start, with its parameters.
fn begin(text: &str) -> (Simulator, Vec<f64>) {
    let network = crate::network::read(text, "swing.toml").expect("valid");
    let mut motion = Simulator::new(Arc::new(network));
    let parameters = motion.network.start_parameters();
    motion.initialise(0.0, &parameters, &[], 1e-10).expect("initialises");
    (motion, parameters)
}

/// Outcomes of a step of 100 s that advances by `advance` s at each of 20 checks, at a cost of `cost` each.
fn checks(bounded: bool, cost: u64, advance: f64) -> Vec<Result<(), String>> {
    let (mut motion, _) = begin(SWING);
    motion.bound_steps(bounded);
    let request = StepRequest::whole(0.0, 100.0);
    let mut step_budget = StepBudget::begin(motion.dynamics.state.time, motion.cost());
    let mut check = || {
        motion.dynamics.expansion.operations += FEWEST * cost;
        motion.dynamics.state.time += advance;
        motion.check_budget(&mut step_budget, &request).map_err(|fault| fault.to_string())
    };
    (0..20).map(|_| check()).collect()
}

#[test]
fn a_step_ends_that_goes_on_too_slowly() {
    assert!(checks(false, 20 * WITHOUT_PROGRESS, 1.0).iter().all(Result::is_ok));
    assert!(checks(false, WITHOUT_PROGRESS / 20, 0.0).iter().all(Result::is_ok));
    for (cost, advance, after) in
        [(WITHOUT_PROGRESS / 10, 0.05, 10), (WITHOUT_PROGRESS + 1, 0.999, 0)]
    {
        let found = checks(false, cost, advance);
        let first = found.iter().position(Result::is_err).expect("too much");
        assert_eq!(first, after, "{found:?}");
        let fault = found[first].as_ref().expect_err("is reported");
        assert!(
            fault.contains(&format!("{WITHOUT_PROGRESS} evaluations"))
                && fault.contains("bob is at"),
            "{fault}"
        );
    }
}

#[test]
fn a_step_ends_that_costs_too_much_whatever_its_progress() {
    assert!(checks(true, MOST / 20, 1.0).iter().all(Result::is_ok));
    let found = checks(true, MOST / 10, 4.0);
    assert_eq!(found.iter().position(Result::is_err), Some(10), "{found:?}");
    let fault = found[10].as_ref().expect_err("is reported");
    assert!(
        fault.contains("choose shorter communication steps") && fault.contains("bob is at"),
        "{fault}"
    );
}

/// Forces of 10⁹ rad/s, on one body and on many: the error comes when the bound is reached, is the same in every run and
/// names the cause, and the step has not been.
#[test]
fn what_moves_too_fast_costs_no_more_than_a_step_may() {
    for bodies in [1, 300] {
        let body = |k: usize| {
            format!(
                "[body.b{k}]\nmass = 1.0\nvelocity = 1.0\n\
                 excitation = {{ amplitude = 10.0, angularFrequency = 1e9 }}\n\
                 [contact.c{k}]\nbetween = \"b{k}\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n"
            )
        };
        let text =
            "[model]\nname = \"Fast\"\n".to_owned() + &(0..bodies).map(body).collect::<String>();
        let (mut motion, parameters) = begin(&text);
        motion.bound_steps(true);
        let before = motion.cost();
        let fault = motion.advance(0.01, &parameters, &[], &mut |_| {}).expect_err("too fast");
        let cost = motion.cost() - before;
        assert!(cost > MOST && cost < MOST + MOST / 10, "{bodies}: {cost}");
        assert!(fault.to_string().contains("1e9 rad/s"), "{fault}");
        assert_eq!((motion.dynamics.state.time, motion.dynamics.state.velocity[0]), (0.0, 1.0));
    }
}

/// A host's clock may be behind by round-off: what the steps before have cost is no cost of the next one.
#[test]
fn a_step_that_begins_a_little_later_than_asked_for_goes_on() {
    let (mut motion, parameters) = begin(SWING);
    for end in [1.0, 100.0] {
        motion.advance(end, &parameters, &[], &mut |_| {}).expect("moves");
    }
    let request = StepRequest::whole(100.0 - 1e-11, 200.0);
    motion.go(&request, (&parameters, &[]), &mut |_| {}).expect("goes on");
    // One that goes on twice without an internal step has cost nothing, whatever is asked for meanwhile.
    motion.bound_steps(true);
    let request = StepRequest::whole(199.0, 300.0);
    let mut step_budget = StepBudget::begin(motion.dynamics.state.time, motion.cost());
    for _ in 0..3 {
        motion.dynamics.expansion.operations += FEWEST * WITHOUT_PROGRESS.max(MOST);
        motion.step_budget = Some(step_budget);
        step_budget = motion.budget_of(&request);
    }
    motion.check_budget(&mut step_budget, &request).expect("goes on");
}

#[test]
fn forces_cost_as_much_as_there_are_elements_and_look_aheads_do_not() {
    let text = |contacts: usize| {
        let contact = |k| {
            format!("[contact.c{k}]\nbetween = \"bob\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n")
        };
        SWING.to_owned() + &(0..contacts).map(contact).collect::<String>()
    };
    for contacts in [0, 2, 6, 78] {
        let (mut motion, _) = begin(&text(contacts));
        let elements = (contacts as u64 + 2).max(FEWEST);
        let mut costs = |change: &dyn Fn(&mut Simulator)| {
            let before = motion.cost();
            change(&mut motion);
            motion.cost() - before
        };
        let order = |motion: &mut Simulator| {
            let Dynamics { system, expansion, state, .. } = &mut motion.dynamics;
            (0..8).for_each(|_| {
                expansion.forces(system, &crate::dynamics::expansion::Start::of(state), 0)
            });
        };
        assert_eq!(costs(&order), 8 * elements / FEWEST, "{contacts}");
        assert_eq!(costs(&|motion| motion.defect.evaluations += 1000), 1000, "{contacts}");
    }
}
