//! The floating-point environment of a host, as in FMI 2.0 (../fmi2/environment.rs).

use luztar::unit::catalogue;

use crate::fmi2_host::strict::call;
use crate::fmi3_host::Host;

/// Every unit moves as it does elsewhere, bit for bit, and the host is not killed.
#[test]
fn a_host_may_trap_floating_point_exceptions() {
    for unit in catalogue::names() {
        let mut hosts = [(); 2].map(|()| Host::new(unit, (false, false)));
        let step = hosts[0].unit.network().experiment.step_size;
        let [plain, strict] = &mut hosts;
        plain.initialise(false);
        call(&mut || strict.initialise(false));
        for number in 0..20 {
            let time = f64::from(number) * step;
            let mut done = false;
            plain.step(time, step);
            call(&mut || done = strict.try_step(time, step).is_ok());
            assert!(done && plain.digest() == strict.digest(), "{unit} at {time}");
        }
    }
}
