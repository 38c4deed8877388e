//! Ports beside all that a model may have: the force elements of the catalogue between two masses of a host, bodies of the
//! model, couplings, laws and forces by formula. The reference is the network of one piece.

use luztar::unit::catalogue;

use super::*;

/// Step of the host, s.
const STEP: f64 = 1e-3;

/// A force element of the catalogue between two masses of a host that nothing else moves.
struct Between {
    element: &'static str,
    bodies: [&'static str; 2],
    rotates: bool,
    masses: [f64; 2],
    /// Greatest error of a position, m or rad.
    bound: f64,
}

const ELEMENTS: [Between; 5] = [
    Between {
        element: "FrictionElement",
        bodies: ["body1", "body2"],
        rotates: false,
        masses: [1.0, 2.0],
        bound: 1e-7,
    },
    Between {
        element: "BristleElement",
        bodies: ["body1", "body2"],
        rotates: false,
        masses: [1.0, 2.0],
        bound: 2e-7,
    },
    Between {
        element: "FreeplaySpring",
        bodies: ["body1", "body2"],
        rotates: false,
        masses: [1.0, 2.0],
        bound: 3e-5,
    },
    Between {
        element: "ShaftFreeplay",
        bodies: ["psi", "delta"],
        rotates: true,
        masses: [0.5, 1.0],
        bound: 1e-5,
    },
    Between {
        element: "GearFreeplay",
        bodies: ["delta", "gamma"],
        rotates: true,
        masses: [2.0, 5.0],
        bound: 6e-5,
    },
];

impl Between {
    fn mass(&self) -> &'static str {
        if self.rotates { "effectiveInertia" } else { "effectiveMass" }
    }

    /// Names of position, velocity and applied force.
    fn names(&self, body: &str) -> [String; 3] {
        let names = if self.rotates {
            ["angle", "angularVelocity", "appliedTorque"]
        } else {
            ["position", "velocity", "appliedForce"]
        };
        names.map(|name| format!("{body}.{name}"))
    }

    /// The element with bodies that have the masses of the host.
    fn whole(&self) -> String {
        let mut text = catalogue::unit(self.element).unwrap().source().to_owned();
        let own = if self.rotates { "inertia" } else { "mass" };
        for mass in self.masses {
            let port = format!("motion = \"port\"\n{} = 0.0", self.mass());
            assert!(text.contains(&port), "{text}");
            text = text.replacen(&port, &format!("{own} = {mass}"), 1);
        }
        for start in ["0.1", "0.02", "0.05", "0.01"] {
            text = text.replace(&format!("{{ input = true, start = {start} }}"), start);
        }
        // What friction between prescribed bodies takes alone.
        text.lines().filter(|line| !line.starts_with("appliedForce")).collect::<Vec<_>>().join("\n")
    }

    /// Greatest error of a position up to 2 s, and the transitions of the cut mechanism and of the whole one.
    fn error(&self, master: Master) -> (f64, [f64; 2]) {
        let mut whole = started(&unit(&self.whole()));
        let names = self.bodies.map(|body| self.names(body));
        let mut hosts = names.each_ref().map(|[position, velocity, _]| Host {
            stiffness: 0.0,
            position: whole.real(position),
            velocity: whole.real(velocity),
        });
        let text = catalogue::unit(self.element).unwrap().source().to_owned();
        // A parallel master reads its first reaction for a step of this size.
        let mut cut = Simulation::new(unit(&text.replace("stepSize = 0.01", "stepSize = 0.001")));
        for (body, mass) in self.bodies.into_iter().zip(self.masses) {
            cut.put(&format!("{body}.{}", self.mass()), mass);
        }
        let give = |cut: &mut Simulation, hosts: &[Host; 2]| {
            for ([position, velocity, applied], host) in names.iter().zip(hosts) {
                cut.put(position, host.position);
                cut.put(velocity, host.velocity);
                cut.put(applied, 0.0);
            }
        };
        give(&mut cut, &hosts);
        cut.enter_initialization().unwrap();
        cut.exit_initialization().unwrap();
        let mut error = 0.0_f64;
        for step in 0..2000 {
            let time = f64::from(step) * STEP;
            let read = self.bodies.map(|body| cut.real(&format!("{body}.reaction")));
            give(&mut cut, &hosts);
            cut.step(time, STEP).unwrap();
            whole.step(time, STEP).unwrap();
            let mean = self.bodies.map(|body| cut.real(&format!("{body}.meanReaction")));
            let applied = if master == Master::Parallel { read } else { mean };
            for (k, host) in hosts.iter_mut().enumerate() {
                host.step(applied[k] / self.masses[k], STEP);
                error = error.max((host.position - whole.real(&names[k][0])).abs());
            }
        }
        (error, [cut.real("eventCount"), whole.real("eventCount")])
    }
}

#[test]
fn force_elements_of_the_catalogue_join_masses_of_a_host() {
    for one in &ELEMENTS {
        for master in MASTERS {
            let (error, events) = one.error(master);
            let told = format!("{} {master:?}: error {error:e}, {events:?}", one.element);
            println!("{told}");
            assert!(error <= one.bound, "{told}");
            assert!(events[0] == events[1] && events[0] > 0.0, "{told}");
        }
    }
}

/// A port that a rack joins to a rotor of the model, and friction by a formula to a block that a force by formula holds. The
/// host gives the derivative of its force: what a parallel master reads before it gives its force depends on that.
#[test]
fn ports_and_bodies_of_the_model_move_as_the_whole_does() {
    let own = "body.rotor = { axis = \"rotation\", inertia = 0.002 }\n\
               body.block = { mass = 0.5 }\n\
               coupling.rack = { between = [\"flange\", \"rotor\"], radii = [1.0, 0.1] }\n\
               law.fading = { friction = \"f*(1 + 0.5/(1 + (x/0.2)^2))\", parameter = [{ name = \"limit\", symbol = \"f\", measure = \"friction\" }] }\n\
               contact.plates = { between = [\"flange\", \"block\"], law = \"fading\", limit = 1.5 }\n\
               contact.floor = { between = \"block\", law = \"coulomb\", kineticFriction = 0.4 }\n\
               force.soft = { between = \"block\", force = \"-30*e - 400*e^3\" }\n";
    let body = "body.flange = { mass = 1.0, position = 0.2 }\n\
                spring.host = { between = \"flange\", stiffness = 100.0 }\n";
    let head = "model = { name = \"Rack\" }\nexperiment = { stopTime = 10.0, stepSize = 0.001 }\n";
    for (master, bound) in [(Master::ElementFirst, 4e-6), (Master::Parallel, 6e-5)] {
        let mut whole = started(&unit(&format!("{head}{body}{own}")));
        let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
        let port = "body.flange = { motion = \"port\", effectiveMass = 1.0 }\n";
        let mut cut = docked_to(&format!("{head}{port}{own}"), &host, host.force());
        let applied = cut.index("flange.appliedForce");
        let mut error = 0.0_f64;
        for step in 0..3000 {
            let time = f64::from(step) * STEP;
            let read = cut.real("flange.reaction");
            give(&mut cut, &host, host.force());
            cut.set_input_derivative(applied, -STIFFNESS * host.velocity).unwrap();
            cut.step(time, STEP).unwrap();
            whole.step(time, STEP).unwrap();
            let mean = cut.real("flange.meanReaction");
            host.step(if master == Master::Parallel { read } else { mean }, STEP);
            error = error.max((host.position - whole.real("flange.position")).abs());
            error = error.max((cut.real("block.position") - whole.real("block.position")).abs());
        }
        let events = [&mut cut, &mut whole].map(|one| one.real("eventCount"));
        let told = format!("{master:?}: error {error:e}, {events:?}");
        println!("{told}");
        assert!(error <= bound, "{told}");
        assert!(events[0] == events[1] && events[0] >= 5.0, "{told}");
    }
}

/// 2 N that grow by 10 N/s come to the limit of 3 N at 0.1 s, within a step: v = ½·10·(0.1)² at 0.2 s.
#[test]
fn an_applied_force_may_be_a_ramp() {
    let host = Host { stiffness: 0.0, position: 0.0, velocity: 0.0 };
    let mut port = docked_to(&friction(1.0), &host, 2.0);
    give(&mut port, &host, 2.0);
    port.set_input_derivative(port.index("flange.appliedForce"), 10.0).unwrap();
    port.step(0.0, 0.2).unwrap();
    for (name, exact) in [
        ("flange.velocity", 0.05),
        ("flange.position", 1e-2 / 6.0),
        ("flange.meanReaction", (0.05 - 0.6) / 0.2),
        ("floor.lastEventTime", 0.1),
    ] {
        assert!((port.real(name) - exact).abs() < 1e-9, "{name}: {}", port.real(name));
    }
}

/// 1 m/s against 3 N stops after 1/3 s, if the host does nothing else.
#[test]
fn the_next_transition_of_a_port_is_predicted() {
    let text = friction(1.0).replace("stepSize = 0.01", "stepSize = 0.1, predict = true");
    let host = Host { stiffness: 0.0, position: 0.0, velocity: 1.0 };
    let mut port = docked_to(&text, &host, 0.0);
    assert!(
        (port.real("nextEventTime") - 1.0 / 3.0).abs() < 1e-9,
        "{}",
        port.real("nextEventTime")
    );
    port.step(0.0, 0.1).unwrap();
    // The host has pulled, too.
    give(&mut port, &Host { velocity: 0.9, ..host }, 1.5);
    assert!((port.real("nextEventTime") - 0.7).abs() < 1e-9, "{}", port.real("nextEventTime"));
}

/// Two masses of a host in a ring of three contacts: at rest, by time stepping, each contact is stuck, though two of them hold the
/// slip of the third.
#[test]
fn time_stepping_brings_a_ring_of_contacts_to_rest_for_good() {
    let text = "[model]\nname = \"Ring\"\n[experiment]\nmethod = \"moreau\"\nstepSize = 0.005\n\
                [body.a]\nmotion = \"port\"\neffectiveMass = 1.0\n[body.b]\nmotion = \"port\"\neffectiveMass = 1.0\n\
                [contact.ga]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 3.0\n\
                [contact.gb]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 2.0\nstaticFriction = 2.4\n\
                [contact.ab]\nbetween = [\"a\", \"b\"]\nlaw = \"coulomb\"\nkineticFriction = 1.5\nstaticFriction = 1.8\n";
    let h = 5e-3;
    let mut starts = (0..40).map(|place| 0.4 * f64::from(place * 7919 % 101 - 50) / 50.0);
    while let (Some(a), Some(b)) = (starts.next(), starts.next()) {
        let mut hosts = [(50.0, a), (20.0, b)].map(|(stiffness, position)| Host {
            stiffness,
            position,
            velocity: 0.0,
        });
        let mut ring = docked(text, &[("a.position", a), ("b.position", b)]);
        let mut before = f64::NAN;
        for step in 0..3000 {
            for (host, name) in hosts.iter().zip(["a", "b"]) {
                ring.put(&format!("{name}.position"), host.position);
                ring.put(&format!("{name}.velocity"), host.velocity);
                ring.put(&format!("{name}.appliedForce"), host.force());
            }
            ring.step(f64::from(step) * h, h).unwrap();
            for (host, mean) in hosts.iter_mut().zip(["a.meanReaction", "b.meanReaction"]) {
                host.step(ring.real(mean), h);
            }
            if step == 2000 {
                before = ring.real("eventCount");
            }
        }
        let told = format!("from {a} m and {b} m: {hosts:?}");
        assert_eq!(ring.real("eventCount"), before, "{told}");
        assert!(hosts.iter().all(|host| host.velocity.abs() < 1e-15), "{told}");
        for contact in ["ga", "gb", "ab"] {
            assert_eq!(ring.real(&format!("{contact}.state")), 0.0, "{contact} {told}");
        }
    }
}
