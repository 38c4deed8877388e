//! The three problems. Static limits are the kinetic ones: a smoothed law knows no other.

use super::problem::{Body, Contact, Input, Problem};

const BODY: Body = Body { mass: 1.0, position: 0.0, velocity: 0.0, spring: [0.0; 2], force: None };
const CONTACT: Contact =
    Contact { name: "", first: 0, second: None, limit: 1.0, decay: 0.0, surface: 0.0, load: None };

pub static PROBLEMS: [Problem; 3] = [
    Problem {
        unit: "BeltOscillator",
        what: "from y = 0 at the speed of the belt, which takes the slider along; 20 s",
        parameters: &[("slider.position0", 0.0)],
        inputs: &[],
        bodies: &[Body { velocity: 1.0, spring: [-1.0, 1.0], ..BODY }],
        contacts: &[Contact { name: "belt", limit: 0.5, decay: 1.0, surface: 1.0, ..CONTACT }],
        end: 20.0,
        stiffness: 0.5,
    },
    Problem {
        unit: "CoupledClutches",
        what: "a torque on the first inertia to and fro between ±16 N·m, normal forces that rise one after the other; 1.5 s",
        parameters: &[
            ("clutch1.staticCoefficient", 0.5),
            ("clutch2.staticCoefficient", 0.5),
            ("clutch3.staticCoefficient", 0.5),
            ("J2.angularVelocity0", 6.0),
        ],
        inputs: &[
            Input {
                name: "J1.torque",
                points: &[
                    (0.0, 0.0),
                    (0.1, 16.0),
                    (0.3, -16.0),
                    (0.5, 16.0),
                    (0.7, -16.0),
                    (0.9, 16.0),
                    (1.1, -16.0),
                    (1.3, 16.0),
                    (1.5, -16.0),
                ],
            },
            Input { name: "clutch1.normalForce", points: &[(0.0, 20.0)] },
            Input { name: "clutch2.normalForce", points: &[(0.0, 2.0), (0.4, 2.0), (0.5, 23.0)] },
            Input { name: "clutch3.normalForce", points: &[(0.0, 2.0), (0.9, 2.0), (1.0, 17.0)] },
        ],
        bodies: &[
            Body { velocity: 10.0, force: Some(0), ..BODY },
            Body { velocity: 6.0, ..BODY },
            BODY,
            BODY,
        ],
        contacts: &[
            Contact { name: "clutch1", second: Some(1), limit: 0.5, load: Some(1), ..CONTACT },
            Contact {
                name: "clutch2",
                first: 1,
                second: Some(2),
                limit: 0.5,
                load: Some(2),
                ..CONTACT
            },
            Contact {
                name: "clutch3",
                first: 2,
                second: Some(3),
                limit: 0.5,
                load: Some(3),
                ..CONTACT
            },
        ],
        end: 1.5,
        // Four masses in line: the rate is below 4 times that of one clutch of 11.5 N·m.
        stiffness: 46.0,
    },
    Problem {
        unit: "TwoMassThreeContacts",
        what: "forces to and fro between ±4 N and ±3 N, with periods of 4 s and 6 s; 9.5 s",
        parameters: &[],
        inputs: &[
            Input {
                name: "body1.force",
                points: &[
                    (0.0, 0.0),
                    (1.0, 4.0),
                    (3.0, -4.0),
                    (5.0, 4.0),
                    (7.0, -4.0),
                    (9.0, 4.0),
                    (11.0, -4.0),
                ],
            },
            Input {
                name: "body2.force",
                points: &[(0.0, 0.0), (1.5, 3.0), (4.5, -3.0), (7.5, 3.0), (10.5, -3.0)],
            },
        ],
        bodies: &[Body { force: Some(0), ..BODY }, Body { mass: 2.0, force: Some(1), ..BODY }],
        contacts: &[
            Contact { name: "contact10", ..CONTACT },
            Contact { name: "contact20", first: 1, ..CONTACT },
            Contact { name: "contact12", second: Some(1), ..CONTACT },
        ],
        end: 9.5,
        // (3 + √3)/2 times the slope of one contact.
        stiffness: 2.4,
    },
];
