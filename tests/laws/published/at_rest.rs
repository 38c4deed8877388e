//! Both bodies at rest: where the closed forms of two and three contacts leave Gauss's principle, exactly.

use luztar::projections::{Tar, luz};
use proptest::prelude::*;

use crate::published::forms::{TwoMassOneContact, TwoMassThreeContacts, TwoMassTwoContacts};
use crate::published::systems::{
    System, force, norm, same, three, three_contacts, two, two_contacts,
};

/// N, as in the random draws of the tables.
const WIDEST: f64 = 3.0;

/// Draws nearer to a change of case than this, in N or m/s², are not judged: there the forms agree to first order.
const EDGE: f64 = 1e-6;

/// Round-off of the acceleration energy, in J/s², relative to 1 and itself.
const SAME_ENERGY: f64 = 1e-12;

const REST: [f64; 2] = [0.0, 0.0];

fn dry(limit: f64) -> Tar {
    Tar::new(0.0, limit).unwrap()
}

fn two_of(limit12: f64, limit20: f64) -> TwoMassTwoContacts {
    TwoMassTwoContacts { mass: [1.0, 1.0], contact12: dry(limit12), contact20: dry(limit20) }
}

/// The top block is carried along by the bottom one.
#[test]
fn two_contacts_leave_the_top_block_behind() {
    let system = two_of(5.0, 1.0);
    assert_eq!(system.acceleration([0.0, 3.0], REST), [0.0, 2.0]);
    assert_eq!(System::Two(system).exact([0.0, 3.0], REST), [1.0, 1.0]);
}

/// The ground, which could hold the bottom block, pushes it: 3 N of friction at a limit of 5 N along its motion.
#[test]
fn two_contacts_let_friction_drive() {
    let (system, force) = (two_of(1.0, 5.0), [3.0, 0.0]);
    let published = system.acceleration(force, REST);
    assert_eq!(published, [2.0, -2.0]);
    assert_eq!(system.static_friction(force), [1.0, 3.0]);
    assert_eq!(System::Two(system).exact(force, REST), [2.0, 0.0]);
}

/// F₁ + F₂ = 3.6 N is more than the 2 N that the ground can hold.
#[test]
fn three_contacts_hold_what_the_ground_cannot() {
    let system = TwoMassThreeContacts {
        mass: [1.0, 1.0],
        contact12: dry(1.0),
        contact10: dry(1.0),
        contact20: dry(1.0),
    };
    assert_eq!(system.acceleration([1.8, 1.8], REST), [0.0, 0.0]);
    let exact = System::Three(system).exact([1.8, 1.8], REST);
    assert!(same(exact, [0.8, 0.8]), "{exact:?}");
}

/// J2 §4 finds that the form of two contacts does not turn into that of one when a limit is 0 and lays it to
/// the model; Gauss's principle does.
#[test]
fn two_contacts_do_not_turn_into_one() {
    let (system, force) = (two_of(1.0, 0.0), [0.0, 3.0]);
    let one = TwoMassOneContact { mass: system.mass, contact12: system.contact12 };
    assert_eq!(one.acceleration(force, REST), [1.0, 2.0]);
    assert_eq!(System::Two(system).exact(force, REST), [1.0, 2.0]);
    assert_eq!(system.acceleration(force, REST), [0.0, 3.0]);
}

/// Whether the forces of a load on two contacts pass their limits, and if both do, whether each contact
/// slips the way its friction opposes; none where the load is at an edge.
fn two_agree(system: &TwoMassTwoContacts, force: [f64; 2]) -> Option<bool> {
    let [f1, f2] = force;
    let (limit12, limit20) = (system.contact12.jump(), system.contact20.jump());
    let near = |x: f64| x.abs() < EDGE;
    let edges = [limit12, limit20, f1.abs() - limit12, (f1 + f2).abs() - limit20];
    if edges.into_iter().any(near) {
        return None;
    }
    let beyond = [luz(f1, limit12), luz(f1 + f2, limit20)];
    let a = system.acceleration(force, REST);
    let slip = [a[0] - a[1], a[1]];
    match beyond.map(|excess| excess != 0.0) {
        [false, false] => Some(true),
        [true, false] | [false, true] => Some(false),
        [true, true] if slip.into_iter().any(near) => None,
        [true, true] => Some(slip[0] * beyond[0] > 0.0 && slip[1] * beyond[1] > 0.0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// The rule is exact in both directions: one limit passed alone is always a miss.
    #[test]
    fn two_contacts_agree_exactly_by_the_rule(
        contacts in two_contacts(WIDEST),
        force in force(),
    ) {
        let system = System::Two(contacts);
        let agree = same(system.published(force, REST), system.exact(force, REST));
        if let Some(expected) = two_agree(&contacts, force) {
            prop_assert_eq!(agree, expected);
        }
    }

    /// Exact where the ground can take what Lemma 3 gives it, and nowhere else.
    #[test]
    fn three_contacts_agree_exactly_inside_the_hexagon(
        contacts in three_contacts(WIDEST),
        force in force(),
    ) {
        let system = System::Three(contacts);
        let [v1, v2] = contacts.static_friction(force);
        let excess = (v1 + v2).abs() - (contacts.contact10.jump() + contacts.contact20.jump());
        let agree = same(system.published(force, REST), system.exact(force, REST));
        prop_assert!(excess.abs() < EDGE || agree == (excess < 0.0), "{} {}", excess, agree);
    }

    /// Two contacts: forces within the limits, but not the best ones. Stiction of both is told rightly.
    #[test]
    fn two_contacts_stay_above_the_minimum(system in two(WIDEST), force in force()) {
        let (published, exact) = (system.published(force, REST), system.exact(force, REST));
        let energy = [published, exact].map(|a| system.acceleration_energy(a));
        prop_assert!(energy[0] >= energy[1] - SAME_ENERGY * (1.0 + energy[1]), "{:?}", energy);
        let at_an_edge = norm(published).max(norm(exact)) < EDGE;
        prop_assert!(at_an_edge || (norm(published) == 0.0) == (norm(exact) == 0.0));
    }

    /// Three contacts: the best forces of a set that is too large. Where the bodies stay at rest it says so.
    #[test]
    fn three_contacts_stay_below_the_minimum(system in three(WIDEST), force in force()) {
        let (published, exact) = (system.published(force, REST), system.exact(force, REST));
        let energy = [published, exact].map(|a| system.acceleration_energy(a));
        prop_assert!(energy[0] <= energy[1] + SAME_ENERGY * (1.0 + energy[1]), "{:?}", energy);
        prop_assert!(norm(exact) > 0.0 || norm(published) < EDGE);
    }
}
