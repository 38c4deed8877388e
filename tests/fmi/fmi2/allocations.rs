//! fmi2DoStep, and setting and reading values, allocate nothing, from the first step on.

use luztar::fmi2::*;
use luztar::unit::{Causality, Kind, catalogue};

use crate::counting::allocations;
use crate::fmi2_host::{Host, fmi2OK};

fn references(host: &Host, causality: Causality) -> Vec<u32> {
    let variables = host.unit.variables().iter().enumerate();
    let wanted = variables.filter(|(_, v)| v.causality == causality && v.kind == Kind::Real);
    wanted.map(|(index, _)| index as u32).collect()
}

/// Some 20 periods of the inputs.
const STEPS: i32 = 4000;
/// In s.
const SIZE: f64 = 0.01;

/// Steps after which every body whose inputs contradict each other has been told of: the host keeps those messages.
const TOLD: i32 = 5;

#[test]
fn steps_allocate_nothing() {
    let counted = allocations();
    assert!(counted > 0, "the counter counts");
    for unit in catalogue::names() {
        let mut host = Host::initialised(unit);
        let (inputs, outputs) =
            (references(&host, Causality::Input), references(&host, Causality::Output));
        let mut values = vec![0.0; inputs.len()];
        let mut results = vec![0.0; outputs.len()];
        let mut statuses = [fmi2OK; 3];
        let mut before = allocations();
        for step in 0..STEPS {
            if step == TOLD {
                before = allocations();
            }
            let time = f64::from(step) * SIZE;
            values.fill(4.0 * (3.0 * time).sin());
            unsafe {
                let count = inputs.len();
                statuses[0] = fmi2SetReal(host.c, inputs.as_ptr(), count, values.as_ptr());
                statuses[1] = fmi2DoStep(host.c, time, SIZE, fmi2True);
                let count = outputs.len();
                statuses[2] = fmi2GetReal(host.c, outputs.as_ptr(), count, results.as_mut_ptr());
            }
            if statuses != [fmi2OK; 3] {
                break;
            }
        }
        let after = allocations();
        assert_eq!(statuses, [fmi2OK; 3], "{unit}: {:?}", host.messages());
        assert_eq!(after - before, 0, "{unit}: allocations in {STEPS} steps");
    }
}
