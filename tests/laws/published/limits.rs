//! The degenerate forms of J2 against Gauss's principle with a mass that is nearly infinite or nearly 0.

use luztar::projections::{Interval, Tar, luz};
use proptest::prelude::*;

use crate::published::forms::{TwoMassOneContact, TwoMassTwoContacts};
use crate::published::systems::{System, contact, force, mass, moving, two_contacts};

/// N, as in the random draws of the tables.
const WIDEST: f64 = 3.0;

/// Masses in kg that stand for ∞ and 0 beside those of 0.2 to 5 kg.
const IMMOVABLE: f64 = 1e9;
const MASSLESS: f64 = 1e-9;

/// What such a mass may change in an acceleration, relative to 1 m/s² and itself: forces of some 20 N over
/// [`IMMOVABLE`], and [`MASSLESS`] over the least mass.
const NEAR: f64 = 1e-7;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= NEAR * (1.0 + a.abs().max(b.abs()))
}

/// 0 as often as not.
fn velocity() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), moving()]
}

/// Friction with some viscosity, so that a body without mass has a velocity.
fn viscous() -> impl Strategy<Value = Tar> {
    (0.1..2.0, 0.0..WIDEST).prop_map(|(slope, jump)| Tar::new(slope, jump).unwrap())
}

/// Whether friction at this slip takes the force, but for round-off.
fn takes(friction: Tar, slip: f64, force: f64) -> bool {
    let Interval { lower, upper } = friction.value(slip);
    let slack = 1e-12 * (1.0 + force.abs());
    Interval { lower: lower - slack, upper: upper + slack }.contains(force)
}

fn with_mass(contacts: &TwoMassTwoContacts, mass: [f64; 2]) -> System {
    System::Two(TwoMassTwoContacts { mass, ..*contacts })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn one_contact_with_an_immovable_body(
        mass in mass(), contact12 in contact(WIDEST), force in force(), v1 in velocity(),
    ) {
        let limit = TwoMassOneContact { mass, contact12 }.second_immovable(force[0], v1);
        let system = TwoMassOneContact { mass: [mass[0], IMMOVABLE], contact12 };
        prop_assert!(near(limit, System::One(system).exact(force, [v1, 0.0])[0]));
        prop_assert!(near(limit, system.acceleration(force, [v1, 0.0])[0]));
    }

    #[test]
    fn one_contact_with_a_massless_body(
        mass in mass(), contact12 in viscous(), force in force(), v2 in velocity(),
    ) {
        let limit = TwoMassOneContact { mass, contact12 }.first_massless(force);
        prop_assert!(takes(contact12, limit.slip_velocity, force[0]));
        let system = TwoMassOneContact { mass: [MASSLESS, mass[1]], contact12 };
        let exact = System::One(system).exact(force, [v2 + limit.slip_velocity, v2]);
        prop_assert!(near(limit.acceleration2, exact[1]), "{:?} {:?}", limit, exact);
    }

    #[test]
    fn two_contacts_with_an_immovable_top(
        contacts in two_contacts(WIDEST), force in force(), v2 in velocity(),
    ) {
        let limit = contacts.first_immovable(force[1], v2);
        let system = with_mass(&contacts, [IMMOVABLE, contacts.mass[1]]);
        prop_assert!(near(limit, system.exact(force, [0.0, v2])[1]));
    }

    #[test]
    fn two_contacts_with_an_immovable_bottom(
        contacts in two_contacts(WIDEST), force in force(), v1 in velocity(),
    ) {
        let limit = contacts.second_immovable(force[0], v1);
        let system = with_mass(&contacts, [contacts.mass[0], IMMOVABLE]);
        prop_assert!(near(limit, system.exact(force, [v1, 0.0])[0]));
        prop_assert!(near(limit, system.published(force, [v1, 0.0])[0]));
    }

    #[test]
    fn two_contacts_with_a_massless_top(
        mass in mass(), contact12 in viscous(), contact20 in contact(WIDEST), force in force(),
        v2 in velocity(),
    ) {
        let contacts = TwoMassTwoContacts { mass, contact12, contact20 };
        let limit = contacts.first_massless(force, v2);
        prop_assert!(takes(contact12, limit.slip_velocity, force[0]));
        let system = with_mass(&contacts, [MASSLESS, mass[1]]);
        let exact = system.exact(force, [v2 + limit.slip_velocity, v2]);
        prop_assert!(near(limit.acceleration2, exact[1]), "{:?} {:?}", limit, exact);
    }

    /// Without mass below and without a force on it: right but for a sheet that is carried along or could
    /// be, whose friction the closed form takes for that of the upper contact.
    #[test]
    fn two_contacts_with_a_massless_sheet(
        mass in mass(), contact12 in viscous(), contact20 in viscous(), force in -5.0..5.0,
        v1 in velocity(),
    ) {
        let contacts = TwoMassTwoContacts { mass, contact12, contact20 };
        let limit = contacts.second_massless(force, v1);
        let v2 = limit.velocity2;
        let (upper, lower) = (contact12.value(v1 - v2), contact20.value(v2));
        let slack = 1e-12 * (1.0 + upper.upper.abs());
        prop_assert!(upper.lower <= lower.upper + slack && lower.lower <= upper.upper + slack);

        let exact = with_mass(&contacts, [mass[0], MASSLESS]).exact([force, 0.0], [v1, v2])[0];
        let carried = v1 == v2 && contact12.jump() > contact20.jump();
        let expected = match (carried, v1 == 0.0) {
            (false, _) => limit.acceleration1,
            (true, true) => luz(force, contact20.jump()) / mass[0],
            (true, false) => (force - contact20.value(v1).lower) / mass[0],
        };
        prop_assert!(near(expected, exact), "{:?}: {} {}", limit, expected, exact);
    }
}

/// A sheet that moves with the block brakes it by 1 N; the closed form holds the block by up to 2 N.
#[test]
fn massless_sheet_carried_along() {
    let friction = |limit| Tar::new(1.0, limit).unwrap();
    let contacts =
        TwoMassTwoContacts { mass: [1.0, 1.0], contact12: friction(2.0), contact20: friction(1.0) };
    for (velocity, published, exact) in [(0.0, 0.0, 0.5), (0.5, 0.0, 0.0), (0.25, 0.0, 0.25)] {
        let limit = contacts.second_massless(1.5, velocity);
        assert_eq!((limit.velocity2, limit.acceleration1), (velocity, published));
        let system = with_mass(&contacts, [1.0, MASSLESS]);
        let found = system.exact([1.5, 0.0], [velocity, velocity])[0];
        assert!(near(found, exact), "{found} at {velocity}");
    }
}

/// A force on a body that cannot move drives the other one, by the form at rest; the limit is right.
#[test]
fn rest_does_not_tend_to_its_limit() {
    let friction = Tar::new(0.0, 1.0).unwrap();
    let contacts =
        TwoMassTwoContacts { mass: [IMMOVABLE, 1.0], contact12: friction, contact20: friction };
    let (force, rest) = ([2.0, 1.0], [0.0, 0.0]);
    assert_eq!(contacts.acceleration(force, rest)[1], 1.0);
    assert_eq!(contacts.first_immovable(force[1], 0.0), 0.0);
    assert!(near(System::Two(contacts).exact(force, rest)[1], 0.0));
}

/// Without viscosity a velocity is not determined, or infinite.
#[test]
fn dry_contacts_give_massless_bodies_no_velocity() {
    let dry = Tar::new(0.0, 1.0).unwrap();
    let contacts = TwoMassTwoContacts { mass: [1.0, 1.0], contact12: dry, contact20: dry };
    assert!(contacts.first_massless([3.0, 0.0], 0.0).slip_velocity.is_nan());
    assert!(contacts.second_massless(3.0, 1.0).velocity2.is_nan());
}
