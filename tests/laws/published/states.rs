//! The states in which the closed forms are Gauss's principle: all but rest, and rest with one contact.

use luztar::projections::{Tar, luz};
use proptest::prelude::*;

use crate::published::forms::{TwoMassOneContact, TwoMassThreeContacts, VelocityState};
use crate::published::systems::{STATES, System, force, one, same, three, two, velocity};

/// N, as in the random draws of the tables.
const WIDEST: f64 = 3.0;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn closed_forms_are_exact_unless_both_bodies_rest(
        system in prop_oneof![one(WIDEST), two(WIDEST), three(WIDEST)],
        force in force(),
        velocity in prop::sample::select(&STATES[..4]).prop_flat_map(velocity),
    ) {
        let (published, exact) = (system.published(force, velocity), system.exact(force, velocity));
        prop_assert!(same(published, exact), "{:?} instead of {:?}", published, exact);
    }

    #[test]
    fn one_contact_is_exact_at_rest(system in one(WIDEST), force in force()) {
        let (published, exact) = (system.published(force, [0.0; 2]), system.exact(force, [0.0; 2]));
        prop_assert!(same(published, exact), "{:?} instead of {:?}", published, exact);
    }

    #[test]
    fn drawn_velocities_are_of_their_state(
        (state, velocity) in prop::sample::select(&STATES[..])
            .prop_flat_map(|state| (Just(state), velocity(state))),
    ) {
        prop_assert_eq!(VelocityState::of(velocity), state);
    }
}

/// ‡ (4.3) with F₁ in the second bracket, as printed, joins the bodies by a force beyond the limit.
#[test]
fn bracket_of_4_3_holds_the_second_force() {
    let frictionless = Tar::new(0.0, 0.0).unwrap();
    let (mass, force) = ([1.0, 1.0], [12.0, 0.0]);
    let system = TwoMassThreeContacts {
        mass,
        contact12: Tar::new(0.0, 5.0).unwrap(),
        contact10: frictionless,
        contact20: frictionless,
    };
    let common = (force[0] + force[1]) / 2.0;
    let printed = common + luz((mass[1] * force[0] - mass[0] * force[0]) / 2.0, 5.0);
    assert_eq!(printed, 6.0);
    assert_eq!(force[0] - printed, 6.0, "friction, with a limit of 5");
    assert_eq!(system.acceleration(force, [1.0, 1.0]), [7.0, 5.0]);
    assert_eq!(System::Three(system).exact(force, [1.0, 1.0]), [7.0, 5.0]);
}

#[test]
fn masses_outside_the_domain_give_nan() {
    let contact12 = Tar::new(0.5, 1.0).unwrap();
    for mass in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        let system = TwoMassOneContact { mass: [mass, 1.0], contact12 };
        for velocity in [[1.0, 2.0], [1.0, 1.0]] {
            assert!(system.acceleration([3.0, 0.0], velocity)[0].is_nan(), "{mass} {velocity:?}");
        }
    }
}
