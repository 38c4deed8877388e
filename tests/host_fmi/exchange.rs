//! Model Exchange through `fmi`: derivatives of the states, event indicators and the modes of a call.

use fmi::EventFlags;
use fmi::fmi2::instance::{Common, ModelExchange};
use fmi::traits::FmiImport;
use luztar::unit::catalogue;

use super::import;

/// A slider of 1 kg and 1 m/s under 1 N of dry and 0.1 N·s/m of viscous friction: at its rest one indicator
/// changes its sign, and the event makes it stuck.
#[test]
fn a_slider_comes_to_rest_at_an_event() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let imported = import("SingleMassFriction");
    let read = imported.model_description();
    let count = read.num_states();
    let mut slider = imported.instantiate_me("slider", false, false).unwrap();
    slider.setup_experiment(None, 0.0, None).unwrap();
    slider.enter_initialization_mode().unwrap();
    slider.exit_initialization_mode().unwrap();
    let mut flags = EventFlags::default();
    slider.new_discrete_states(&mut flags).unwrap();
    assert!(!flags.discrete_states_need_update && flags.next_event_time.is_none());
    slider.enter_continuous_time_mode().unwrap();

    // Position, velocity and dissipated energy.
    let (mut states, mut rates) = (vec![0.0; count], vec![0.0; count]);
    slider.get_continuous_states(&mut states).unwrap();
    assert_eq!(states, [0.0, 1.0, 0.0]);
    slider.get_derivatives(&mut rates).unwrap();
    assert_eq!(rates, [1.0, -1.1, 1.1]);
    let mut before = vec![0.0; read.num_event_indicators()];
    slider.get_event_indicators(&mut before).unwrap();

    slider.set_time(1.0).unwrap();
    slider.set_continuous_states(&[0.5, -1e-6, 0.5]).unwrap();
    let mut after = before.clone();
    slider.get_event_indicators(&mut after).unwrap();
    let changed = before.iter().zip(&after).filter(|(b, a)| b.signum() != a.signum()).count();
    assert_eq!(changed, 1, "{before:?} {after:?}");

    slider.enter_event_mode().unwrap();
    slider.new_discrete_states(&mut flags).unwrap();
    assert!(flags.values_of_continuous_states_changed);
    slider.enter_continuous_time_mode().unwrap();
    slider.get_continuous_states(&mut states).unwrap();
    assert_eq!(states[1], 0.0, "exactly");
    let mut stuck = [0];
    slider.get_boolean(&[unit.find("contact.stuck").unwrap() as u32], &mut stuck).unwrap();
    assert_eq!(stuck, [1]);
}
