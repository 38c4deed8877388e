//! fmi3DoStep, events, and setting and reading values allocate nothing, from the first steps on.

use luztar::fmi3::*;
use luztar::unit::{Causality, Kind, catalogue};

use crate::counting::allocations;
use crate::fmi3_host::{COMBINATIONS, Host, fmi3OK};

const STEPS: i32 = 600;
/// In s.
const SIZE: f64 = 0.01;
/// Steps after which every body whose inputs contradict each other has been told of: the host keeps those messages.
const TOLD: i32 = 5;

#[test]
fn steps_and_events_allocate_nothing() {
    assert!(allocations() > 0, "the counter counts");
    let mut events = 0;
    for name in catalogue::names() {
        for combination in COMBINATIONS {
            let mut host = Host::new(name, combination);
            host.initialise(combination.0);
            let rows = host.unit.variables().iter().enumerate();
            let of = |causality| {
                let rows = rows.clone();
                rows.filter(move |(_, row)| row.causality == causality && row.kind == Kind::Real)
                    .map(|(index, _)| index as u32)
                    .collect::<Vec<u32>>()
            };
            let (inputs, outputs) = (of(Causality::Input), of(Causality::Output));
            let (mut values, mut results) = (vec![0.0; inputs.len()], vec![0.0; outputs.len()]);
            let mut before = allocations();
            for step in 0..STEPS {
                if step == TOLD {
                    before = allocations();
                }
                let mut time = f64::from(step) * SIZE;
                let end = time + SIZE;
                values.fill(4.0 * (3.0 * time).sin());
                let (set, get) = (inputs.len(), outputs.len());
                unsafe {
                    let (vr, value) = (inputs.as_ptr(), values.as_ptr());
                    assert_eq!(fmi3SetFloat64(host.c, vr, set, value, set), fmi3OK);
                    while time < end {
                        let stepped = host.step(time, end - time);
                        if stepped.event {
                            host.handle();
                            events += 1;
                        }
                        time = if stepped.early { stepped.time } else { end };
                    }
                    let (vr, value) = (outputs.as_ptr(), results.as_mut_ptr());
                    assert_eq!(fmi3GetFloat64(host.c, vr, get, value, get), fmi3OK);
                }
            }
            let made = allocations() - before;
            assert_eq!(made, 0, "{name} {combination:?}: allocations in {STEPS} steps");
        }
    }
    assert!(events > 100, "{events} events");
}
