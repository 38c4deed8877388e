//! Model Exchange through the C interface: its modes, and what is refused.

use std::ptr::null_mut;

use crate::fmi2::slider::{UNIT, configured};
use crate::fmi2_host::{Host, fmi2Discard, fmi2Error, fmi2OK};
use luztar::export;
use luztar::fmi2::*;
use luztar::unit::{Model, exchange_sizes};

/// Position, velocity, dissipated energy.
const STATES: usize = 3;

/// In Initialization Mode.
fn slider(debug: bool) -> Host {
    let mut host = configured(fmi2Type::fmi2ModelExchange, debug);
    assert_eq!(host.enter(), fmi2OK);
    host
}

fn states(host: &Host) -> [f64; STATES] {
    let mut x = [f64::NAN; STATES];
    assert_eq!(unsafe { fmi2GetContinuousStates(host.c, x.as_mut_ptr(), STATES) }, fmi2OK);
    x
}

fn derivatives(host: &Host) -> [f64; STATES] {
    let mut rates = [f64::NAN; STATES];
    assert_eq!(unsafe { fmi2GetDerivatives(host.c, rates.as_mut_ptr(), STATES) }, fmi2OK);
    rates
}

fn indicators(host: &Host) -> Vec<f64> {
    let mut z = vec![f64::NAN; exchange_sizes(&host.unit).1];
    assert_eq!(unsafe { fmi2GetEventIndicators(host.c, z.as_mut_ptr(), z.len()) }, fmi2OK);
    z
}

fn event(host: &Host) -> fmi2EventInfo {
    let mut info = fmi2EventInfo {
        newDiscreteStatesNeeded: 7,
        terminateSimulation: 7,
        nominalsOfContinuousStatesChanged: 7,
        valuesOfContinuousStatesChanged: 7,
        nextEventTimeDefined: 7,
        nextEventTime: 7.0,
    };
    assert_eq!(unsafe { fmi2NewDiscreteStates(host.c, &mut info) }, fmi2OK);
    assert_eq!((info.newDiscreteStatesNeeded, info.terminateSimulation), (fmi2False, fmi2False));
    assert_eq!(info.nominalsOfContinuousStatesChanged, fmi2False);
    assert_eq!(info.nextEventTimeDefined, fmi2False);
    info
}

fn place(host: &Host, time: f64, x: [f64; STATES]) {
    unsafe {
        assert_eq!(fmi2SetTime(host.c, time), fmi2OK);
        assert_eq!(fmi2SetContinuousStates(host.c, x.as_ptr(), STATES), fmi2OK);
    }
}

#[test]
fn a_slider_stops_at_an_event() {
    let mut host = slider(true);
    assert_eq!((states(&host), derivatives(&host)), ([0.0, 1.0, 0.0], [1.0, -2.0, 2.0]));
    assert_eq!(host.exit(), fmi2OK);
    assert_eq!(event(&host).valuesOfContinuousStatesChanged, fmi2False);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(host.c) }, fmi2OK);
    let mut nominals = [f64::NAN; STATES];
    let at = nominals.as_mut_ptr();
    assert_eq!(unsafe { fmi2GetNominalsOfContinuousStates(host.c, at, STATES) }, fmi2OK);
    assert!(nominals.iter().all(|nominal| *nominal > 0.0));
    assert!(indicators(&host).iter().all(|z| *z > 0.0));

    place(&host, 0.25, [0.1875, 0.5, 0.375]);
    assert_eq!(derivatives(&host), [0.5, -2.0, 1.0]);
    assert!(indicators(&host).iter().all(|z| *z > 0.0));
    let (mut enter, mut end) = (7, 7);
    unsafe {
        assert_eq!(fmi2CompletedIntegratorStep(host.c, 1, &mut enter, &mut end), fmi2OK);
    }
    assert_eq!((enter, end), (fmi2False, fmi2False));

    let late = 1e-8;
    place(&host, 0.5 + late, [0.25, -2.0 * late, 0.5]);
    assert!(indicators(&host).iter().any(|z| *z < 0.0), "the velocity is below 0");
    assert_eq!(unsafe { fmi2EnterEventMode(host.c) }, fmi2OK);
    assert_eq!(event(&host).valuesOfContinuousStatesChanged, fmi2True);
    assert_eq!(event(&host).valuesOfContinuousStatesChanged, fmi2False, "all is done");
    assert_eq!(states(&host), [0.25, 0.0, 0.5]);
    assert!(host.boolean("contact.stuck"));
    assert_eq!((host.integer("eventCount"), host.real("lastEventTime")), (1, 0.5 + late));
    assert_eq!(host.message(), "t = 0.50000001 s: contact: forward → stuck");
    assert_eq!(host.set("body.force", 3.0), fmi2OK);
    assert_eq!(event(&host).valuesOfContinuousStatesChanged, fmi2True, "to restart integrators");
    assert_eq!(host.integer("contact.state"), 1, "the force releases it");
    assert_eq!(event(&host).valuesOfContinuousStatesChanged, fmi2False);
    assert_eq!(derivatives(&host), [0.0, 1.0, 0.0]);
    assert!(indicators(&host).iter().all(|z| *z > 0.0));
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(host.c) }, fmi2OK);
    assert_eq!(host.terminate(), fmi2OK);
    assert_eq!(states(&host), [0.25, 0.0, 0.5]);
}

#[test]
fn inputs_change_between_events_and_parameters_do_not() {
    let mut host = slider(false);
    assert_eq!(host.exit(), fmi2OK);
    event(&host);
    assert_eq!(host.set("contact.kineticFriction", 1.5), fmi2OK);
    event(&host);
    assert_eq!(derivatives(&host), [1.0, -1.5, 1.5]);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(host.c) }, fmi2OK);
    assert_eq!(host.set("body.force", 0.5), fmi2OK);
    assert_eq!(derivatives(&host), [1.0, -1.0, 1.5]);
    assert_eq!(host.set("contact.kineticFriction", 1.0), fmi2Error);
    assert!(host.message().contains("contact.kineticFriction is a parameter"));
    assert_eq!(derivatives(&host), [1.0, -1.0, 1.5]);
    assert_eq!(host.real("contact.meanFrictionForce"), 1.5, "the force now");
}

/// Time stepping makes steps of its own, and a position alone has its derivative from steps.
#[test]
fn a_given_motion_that_contradicts_itself_is_a_warning() {
    let mut host = Host::of_type("FreeplaySpring", fmi2Type::fmi2ModelExchange, true);
    assert_eq!((host.enter(), host.exit()), (fmi2OK, fmi2OK));
    event(&host);
    unsafe { assert_eq!(fmi2EnterContinuousTimeMode(host.c), fmi2OK) };
    for step in 0..10 {
        let time = 0.01 * f64::from(step);
        unsafe { assert_eq!(fmi2SetTime(host.c, time), fmi2OK) };
        assert_eq!(host.set("body1.position", 0.02 + 0.1 * time), fmi2OK);
        indicators(&host);
    }
    let messages = host.messages();
    let warnings: Vec<_> =
        messages.iter().filter(|message| message.category == "logStatusWarning").collect();
    assert_eq!(warnings.len(), 1, "{messages:?}");
    assert!(warnings[0].text.contains("body1.velocity"), "{}", warnings[0].text);
}

#[test]
fn files_that_need_steps_offer_co_simulation_only() {
    let text = include_str!("../../networks/spring_mass.toml");
    needs_steps(&text.replacen("[experiment]\n", "[experiment]\nmethod = \"moreau\"\n", 1), text);
    let moved = "[body.hand]\nmotion = \"prescribed\"\nby = \"position\"\n[damper.oil]\nbetween = \"hand\"\ndamping = 1.0\n";
    needs_steps(
        &format!("{text}\n{moved}"),
        &format!("{text}\n{}", moved.replace("position", "velocity")),
    );
}

fn needs_steps(stepping: &str, text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let unit = Model::read(stepping, "network.toml").unwrap();
    export::write_resources(&unit, folder.path()).unwrap();
    let description = export::model_description(&unit);
    assert!(description.contains("<CoSimulation "));
    assert!(!description.contains("<ModelExchange") && !description.contains("EventIndicators"));
    let other = export::model_description(&Model::read(text, "network.toml").unwrap());
    assert!(other.contains("<ModelExchange") && other.contains("numberOfEventIndicators=\"2\""));
    let guid = export::guid(&unit);
    let make = |kind| Host::of_folder(&guid, folder.path(), kind);
    assert!(make(fmi2Type::fmi2CoSimulation).is_ok());
    let told = make(fmi2Type::fmi2ModelExchange).unwrap_err();
    assert!(told.contains("SpringMass is made for Co-Simulation"), "{told}");
}

/// A host may shorten its step and go on.
#[test]
fn derivatives_that_are_no_numbers_are_discarded() {
    let mut host = slider(true);
    assert_eq!(host.exit(), fmi2OK);
    event(&host);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(host.c) }, fmi2OK);
    let mut rates = [f64::NAN; STATES];
    place(&host, 0.25, [0.0, 1e308, 0.0]);
    let status = unsafe { fmi2GetDerivatives(host.c, rates.as_mut_ptr(), STATES) };
    assert_eq!(status, fmi2Discard);
    let messages = host.messages();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!(messages[0].category, "logStatusDiscard");
    let told = &messages[0].text;
    assert!(told.contains("contact.dissipatedPower = inf at t = 0.25 s"), "{told}");
    place(&host, 0.125, [0.109375, 0.75, 0.21875]);
    assert_eq!(derivatives(&host), [0.75, -2.0, 1.5]);
}

#[test]
fn nominal_values_are_known_from_the_beginning() {
    let host = Host::of_type(UNIT, fmi2Type::fmi2ModelExchange, false);
    let mut nominals = [f64::NAN; STATES];
    let at = nominals.as_mut_ptr();
    assert_eq!(unsafe { fmi2GetNominalsOfContinuousStates(host.c, at, STATES) }, fmi2OK);
    assert!(nominals.iter().all(|nominal| *nominal > 0.0));
}

#[test]
fn calls_out_of_their_mode_are_refused() {
    let mut host = slider(false);
    let (c, mut x) = (host.c, [0.0; STATES]);
    let refused = |host: &mut Host, status: fmi2Status, words: &str| {
        assert_eq!(status, fmi2Error, "{words}");
        let told = host.message();
        assert!(told.contains(words), "{told}");
    };
    unsafe {
        let status = fmi2SetContinuousStates(c, x.as_ptr(), STATES);
        refused(
            &mut host,
            status,
            "Initialization Mode; it is legal in Event Mode, Continuous-Time Mode",
        );
        assert_eq!(host.exit(), fmi2OK);
        let status = host.step(0.0, 0.1);
        refused(
            &mut host,
            status,
            "it is a function of Co-Simulation, the instance is one of Model",
        );
        let status = fmi2CompletedIntegratorStep(c, 1, null_mut(), null_mut());
        refused(&mut host, status, "legal in Continuous-Time Mode");
        assert_eq!(fmi2EnterContinuousTimeMode(c), fmi2OK);
        let status = fmi2NewDiscreteStates(c, null_mut());
        refused(&mut host, status, "legal in Event Mode");
        let status = fmi2GetContinuousStates(c, x.as_mut_ptr(), STATES - 1);
        refused(&mut host, status, "2 continuous states: the model has 3");
        let status = fmi2SetContinuousStates(c, x.as_ptr(), STATES - 1);
        refused(&mut host, status, "must be 3");
        let status = fmi2GetEventIndicators(c, x.as_mut_ptr(), 1);
        refused(&mut host, status, "1 event indicators: the model has 2");
        let status = fmi2SetTime(c, f64::NAN);
        refused(&mut host, status, "time = NaN: must be finite");
        x[1] = f64::INFINITY;
        let status = fmi2SetContinuousStates(c, x.as_ptr(), STATES);
        refused(&mut host, status, "continuous state = inf: must be finite");
    }
    assert_eq!(states(&host), [0.0, 1.0, 0.0], "nothing changed");
    let mut slave = Host::initialised(UNIT);
    let mut state = null_mut();
    unsafe {
        assert_eq!(fmi2GetFMUstate(host.c, &mut state), fmi2OK);
        let status = fmi2SetFMUstate(slave.c, state);
        refused(&mut slave, status, "is one of Model Exchange");
    }
    let status = slave.step(0.0, 0.1);
    assert_eq!(status, fmi2OK);
}

/// The functions of Model Exchange are illegal in every state of an instance of Co-Simulation.
#[test]
fn a_slave_has_no_functions_of_model_exchange() {
    let mut slave = Host::new(UNIT);
    assert_eq!(slave.enter(), fmi2OK);
    let mut x = [0.0; STATES];
    for state in ["Initialization Mode", "Terminated"] {
        for function in [fmi2GetContinuousStates, fmi2GetDerivatives, fmi2GetEventIndicators] {
            assert_eq!(unsafe { function(slave.c, x.as_mut_ptr(), STATES) }, fmi2Error);
            let told = slave.message();
            assert!(told.contains(state) && told.contains("function of Model Exchange"), "{told}");
        }
        assert_eq!(slave.terminate(), fmi2OK);
    }
}

#[test]
fn states_are_taken_up_from_bytes() {
    let mut host = slider(false);
    assert_eq!(host.exit(), fmi2OK);
    event(&host);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(host.c) }, fmi2OK);
    place(&host, 0.25, [0.1875, 0.5, 0.375]);
    let (mut state, mut again, mut size) = (null_mut(), null_mut(), 0);
    let other = slider(false);
    unsafe {
        assert_eq!(fmi2GetFMUstate(host.c, &mut state), fmi2OK);
        assert_eq!(fmi2SerializedFMUstateSize(host.c, state, &mut size), fmi2OK);
        let mut bytes = vec![0; size];
        assert_eq!(fmi2SerializeFMUstate(host.c, state, bytes.as_mut_ptr(), size), fmi2OK);
        assert_eq!(fmi2DeSerializeFMUstate(other.c, bytes.as_ptr(), size, &mut again), fmi2OK);
        assert_eq!(fmi2SetFMUstate(other.c, again), fmi2OK);
    }
    assert_eq!(states(&other), [0.1875, 0.5, 0.375]);
    assert_eq!(derivatives(&other), [0.5, -2.0, 1.0]);
}

#[test]
fn a_reset_leads_back_to_a_fresh_instance_of_the_same_type() {
    let mut host = slider(false);
    assert_eq!(host.exit(), fmi2OK);
    assert_eq!(host.reset(), fmi2OK);
    assert_eq!(host.enter(), fmi2OK);
    assert_eq!(host.exit(), fmi2OK);
    event(&host);
}
