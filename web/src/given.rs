//! Networks that the page offers to begin with: examples, mechanisms of the cookbook, and the model library.

use std::collections::BTreeMap;

use luztar::network::{self, Network};
use luztar::unit::catalogue;
use serde::Serialize;

use crate::source::FILE;

/// Examples, the first of which the page begins with.
const EXAMPLES: [&str; 20] = [
    include_str!("../../examples/networks/BlockOnBelt.toml"),
    include_str!("../../examples/networks/SpringMass.toml"),
    include_str!("../../examples/networks/Clutch.toml"),
    include_str!("../../examples/networks/PowerShift.toml"),
    include_str!("../../examples/networks/LooseCoupling.toml"),
    include_str!("../../examples/networks/Shuttle.toml"),
    include_str!("../../examples/networks/SlidingBlocks.toml"),
    include_str!("../../examples/networks/BrakingTrain.toml"),
    include_str!("../../examples/networks/PivotPendulum.toml"),
    include_str!("../../examples/networks/PrandtlTomlinson.toml"),
    include_str!("../../examples/networks/CardanShaft.toml"),
    include_str!("../../examples/networks/BallScrew.toml"),
    include_str!("../../examples/networks/WormGear.toml"),
    include_str!("../../examples/networks/LossyGear.toml"),
    include_str!("../../examples/networks/Capstan.toml"),
    include_str!("../../examples/networks/IwanStack.toml"),
    include_str!("../../examples/networks/DwellTime.toml"),
    include_str!("../../examples/networks/HotBrake.toml"),
    include_str!("../../examples/networks/DiscBrake.toml"),
    include_str!("../../examples/networks/WornRack.toml"),
];

/// Mechanisms of the cookbook.
const MECHANISMS: [&str; 15] = [
    include_str!("../../examples/mechanisms/BrakeSqueal.toml"),
    include_str!("../../examples/mechanisms/DualClutch.toml"),
    include_str!("../../examples/mechanisms/Synchroniser.toml"),
    include_str!("../../examples/mechanisms/PowerSteering.toml"),
    include_str!("../../examples/mechanisms/Positioner.toml"),
    include_str!("../../examples/mechanisms/DoorCheck.toml"),
    include_str!("../../examples/mechanisms/LeafSpring.toml"),
    include_str!("../../examples/mechanisms/CylinderSeal.toml"),
    include_str!("../../examples/mechanisms/EndStop.toml"),
    include_str!("../../examples/mechanisms/Journal.toml"),
    include_str!("../../examples/mechanisms/ParkingPawl.toml"),
    include_str!("../../examples/mechanisms/Wiper.toml"),
    include_str!("../../examples/mechanisms/SeatRail.toml"),
    include_str!("../../examples/mechanisms/BeltTensioner.toml"),
    include_str!("../../examples/mechanisms/RobotJoint.toml"),
];

/// Loads and motions that make a network stick, slip and meet its gaps, by its name; others move by themselves.
const LOADS: &[(&str, &[(&str, &str)])] = &[
    (
        "Clutch",
        &[("engine.torque", "5*sin(2*pi*t)"), ("clutch.normalForce", "if(t < 0.5, 0, 400)")],
    ),
    ("PowerShift", &[("highClutch.normalForce", "if(t < 2, 0, min(8000, 4000*(t - 2)))")]),
    ("DiscBrake", &[("brake.temperature", "293.15 + if(t < 5, 60*t, max(600 - 60*t, 0))")]),
    ("IwanStack", &[("grip.velocity", "0.001*cos(2*t)")]),
    ("LooseCoupling", &[("motor.torque", "3*sin(4*t)")]),
    (
        "DualClutch",
        &[
            ("clutch1.normalForce", "if(t < 1.5, 2500, max(2500 - 12500*(t - 1.5), 0))"),
            ("clutch2.normalForce", "if(t < 1.5, 0, min(12500*(t - 1.5), 2500))"),
        ],
    ),
    ("Synchroniser", &[("sleeve.force", "600")]),
    ("PowerSteering", &[("wheel.angularVelocity", "0.5*cos(0.5*t)")]),
    ("LeafSpring", &[("machine.velocity", "-0.1*sin(2*pi*t)")]),
    ("SeatRail", &[("car.velocity", "-8*max(t - 0.1, 0)")]),
    ("BeltTensioner", &[("generator.torque", "-60*t")]),
    ("RobotJoint", &[("servo.set", "min(t, 1)")]),
    ("Shuttle", &[("sledge.force", "if(t % 2 < 0.8, 3, if(t % 2 < 1.6, -3, 0))")]),
    ("AbsWheel", &[("brake.normalForce", "if(t < 0.5, 0, if(t % 0.4 < 0.25, 22000, 6000))")]),
    ("BearingFriction", &[("rotor.torque", "0.3*sin(2*t)")]),
    ("BrakePad", &[("pad.normalForce", "1000 + 500*sin(3*t)")]),
    (
        "BristleElement",
        &[("body1.velocity", "0.05*cos(60*t)"), ("body1.position", "0.05/60*sin(60*t)")],
    ),
    (
        "CoupledClutches",
        &[("J1.torque", "10*sin(6*t)"), ("clutch2.normalForce", "if(t < 0.5, 0, 20)")],
    ),
    (
        "FreeplaySpring",
        &[
            ("body1.position", "0.03*sin(2*t)"),
            ("body1.velocity", "0.06*cos(2*t)"),
            ("body1.acceleration", "-0.12*sin(2*t)"),
        ],
    ),
    ("FrictionElement", &[("body1.velocity", "0.1*cos(2*t)"), ("body1.position", "0.05*sin(2*t)")]),
    (
        "GearFreeplay",
        &[("delta.angle", "0.01*sin(2*t)"), ("delta.angularVelocity", "0.02*cos(2*t)")],
    ),
    ("ShaftFreeplay", &[("psi.angle", "0.06*sin(2*t)"), ("psi.angularVelocity", "0.12*cos(2*t)")]),
    ("SingleMassFriction", &[("body.force", "1.5*sin(2*t)")]),
    ("SteeringSystem", &[("steeringWheel.torque", "20*sin(20*t)")]),
    ("TrainDraftGears", &[("wagon1.force", "3e5*sin(2*t)")]),
    ("TwoMassOneContact", &[("body1.force", "4*sin(2*t)"), ("body2.force", "4*sin(3.1*t)")]),
    ("TwoMassTwoContacts", &[("body1.force", "9*sin(2*t)"), ("body2.force", "9*sin(3.1*t)")]),
    ("TwoMassThreeContacts", &[("body1.force", "4*sin(2*t)"), ("body2.force", "4*sin(3.1*t)")]),
];

#[derive(Serialize)]
pub struct Given {
    examples: Vec<Choice>,
    mechanisms: Vec<Choice>,
    units: Vec<Choice>,
}

/// A network to begin with.
#[derive(Serialize)]
struct Choice {
    name: String,
    description: String,
    text: &'static str,
    /// Inputs as expressions in the time t.
    inputs: BTreeMap<&'static str, &'static str>,
}

pub fn networks() -> Given {
    let units = catalogue::names().filter_map(catalogue::text);
    Given {
        examples: EXAMPLES.into_iter().map(choice).collect(),
        mechanisms: MECHANISMS.into_iter().map(choice).collect(),
        units: units.map(choice).collect(),
    }
}

fn choice(text: &'static str) -> Choice {
    let Network { about, .. } = network::read(text, FILE).expect("tests read it");
    let loads = LOADS.iter().filter(|(name, _)| *name == about.name);
    let inputs = loads.flat_map(|(_, inputs)| inputs.iter().copied()).collect();
    Choice { name: about.name, description: about.description, text, inputs }
}
