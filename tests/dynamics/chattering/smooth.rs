//! Laws without a step at w = 0 beside contacts that stick: what bodies at rest do within round-off is no
//! transition.

use luztar::dynamics::{ContactId, ContactMode, Element};

use crate::chattering::moves::Moves;

/// A block that sticks and slips, and on it a second friction that never sticks.
fn block(second: &str) -> String {
    format!(
        r#"
[model]
name = "Block"
[body.block]
mass = 2.0
position = -0.091
excitation = {{ amplitude = 2.1, angularFrequency = 7.8, phase = 1.3436 }}
[contact.first]
between = "block"
law = "hyperbolic"
staticFriction = 1.1
decay = 2.7
[contact.second]
between = "block"
{second}
"#
    )
}

const SECOND: &[&str] = &[
    "law = \"coulomb\"\nkineticFriction = 0.5\nregularisation = \"tanh\"\nsteepness = 17.0",
    "law = \"coulomb\"\nkineticFriction = 0.5\nregularisation = \"atan\"\nsteepness = 500.0",
    "law = \"coulomb\"\nkineticFriction = 0.5\nregularisation = \"linear\"\nrampVelocity = 0.01",
    "law = \"coulomb\"\nkineticFriction = 0.0\nviscous = 0.3",
    "law = \"dahl\"\nkineticFriction = 0.5\nbristleStiffness = 1500.0\ndahlExponent = 0.0",
    "law = \"dahl\"\nkineticFriction = 0.5\nbristleStiffness = 1500.0",
    "law = \"blimanSorine\"\nriseFriction = 1.0\nfallFriction = 0.4\nslipLength = 0.01\nlengthRatio = 0.2",
    "law = \"luGre\"\nkineticFriction = 0.4\nstaticFriction = 0.5\nstribeckVelocity = 0.05\nbristleStiffness = 900.0\nbristleDamping = 3.0",
];

/// Transitions of the friction that never sticks happen where those of the other let the block go the other way, and
/// their number does not depend on the communication step.
#[test]
fn friction_without_a_step_turns_where_the_block_turns() {
    for second in SECOND {
        let file = block(second);
        let whole = Moves::of(&file, 10.0, 1);
        assert!(whole.events.len() > 20, "{second}: {} transitions", whole.events.len());
        for parts in [7, 40, 1000] {
            let many = Moves::of(&file, 10.0, parts);
            let [one, other] = [&whole, &many].map(|moves| moves.sequence());
            assert_eq!(one, other, "{second} in {parts} steps");
            for (one, other) in whole.events.iter().zip(&many.events) {
                assert!((one.time() - other.time()).abs() < 1e-9, "{second}: {one:?} {other:?}");
            }
        }
        let turns =
            whole.events.iter().filter(|event| event.element() == Element::Contact(ContactId(1)));
        let slipping = [ContactMode::Forward as i32, ContactMode::Backward as i32];
        for turn in turns {
            assert!(
                slipping.contains(&turn.from()) && turn.to() == -turn.from(),
                "{second}: {turn:?}"
            );
            let together = |event: &&luztar::dynamics::Event| {
                event.element() == Element::Contact(ContactId(0))
                    && (event.time() - turn.time()).abs() < 1e-9
            };
            let first = whole.events.iter().find(together).expect("the block turns, too");
            assert_eq!(first.to(), turn.to(), "{second}: {turn:?} with {first:?}");
        }
    }
}

/// A body that stands still is the ground, for the round-off of the slip velocity too.
#[test]
fn a_body_that_stands_still_is_the_ground() {
    for second in SECOND {
        let file = block(second);
        let walled = file
            .replace("[contact.first]", "[body.wall]\nmotion = \"fixed\"\n[contact.first]")
            .replace("between = \"block\"", "between = [\"block\", \"wall\"]");
        let [ground, wall] = [&file, &walled].map(|file| Moves::of(file, 10.0, 30));
        assert_eq!(ground.sequence(), wall.sequence(), "{second}");
        for (one, other) in ground.events.iter().zip(&wall.events) {
            assert!((one.time() - other.time()).abs() < 1e-12, "{second}: {one:?} {other:?}");
        }
    }
}

/// A block that nothing pushes any more comes to rest as an exponential function does, and never turns; beside a body whose
/// forces decide how accurate the steps are.
#[test]
fn what_dies_away_never_turns() {
    let file = "[model]\nname = \"Dying\"\n[body.block]\nmass = 1.0\nvelocity = 0.01\n\
                [body.other]\nmass = 2.0\nexcitation = { amplitude = 1.972, angularFrequency = 4.259, phase = 4.632 }\n\
                [contact.c]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                regularisation = \"tanh\"\nsteepness = 92.4\n";
    for steps in [1, 3, 50, 1000] {
        let moves = Moves::of(file, 10.0, steps);
        assert!(moves.events.is_empty(), "in {steps} steps: {:?}", moves.events);
    }
}
