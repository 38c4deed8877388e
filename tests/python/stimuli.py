"""Inputs that make every unit of the catalogue stick and slip, or meet and leave its gaps."""

import numpy as np

# Largest values: forces beyond the static limits, motions beyond the gaps.
FORCE = {
    "SingleMassFriction": 1.5,
    "BearingFriction": 0.3,
    "TwoMassOneContact": 4.0,
    "TwoMassTwoContacts": 9.0,
    "TwoMassThreeContacts": 4.0,
    "GearTrain": 5.0,
    "CoupledClutches": 4.0,
    "TrainDraftGears": 3e5,
    "SteeringSystem": 20.0,
    "BrakePad": 3.0,
    "DrillString": 2000.0,
    "AbsWheel": 300.0,
}
# Steady part of the forces.
OFFSET = {"DrillString": 6500.0}
# Factors of the normal forces.
LOAD = {"AbsWheel": 600.0, "BrakeMechanism": 0.3, "BrakePad": 60.0}
MOTION = {"FreeplaySpring": 0.03, "ShaftFreeplay": 0.06, "GearFreeplay": 0.01, "FrictionElement": 0.05, "BristleElement": 0.05}

# Angular frequencies of the inputs, in rad/s, one after another; incommensurable.
FREQUENCIES = (2.0, 3.1, 4.7, 6.1)


def stimulus(unit, description, step):
    """The inputs as FMPy takes them: a structured array over the default experiment."""
    time = np.arange(0.0, float(description.defaultExperiment.stopTime) + step, step)
    columns = {"time": time}
    signals = {}
    for variable in (v for v in description.modelVariables if v.causality == "input"):
        element, quantity = variable.name.split(".")
        omega = FREQUENCIES[signals.setdefault(element, len(signals)) % len(FREQUENCIES)]
        sine, cosine = np.sin(omega * time), np.cos(omega * time)
        match quantity:
            case "force" | "torque":
                values = OFFSET.get(unit, 0.0) + FORCE[unit] * sine
            case "position" | "angle":
                values = MOTION[unit] * sine
            case "velocity" | "angularVelocity":
                values = MOTION[unit] * omega * cosine
            case "acceleration" | "angularAcceleration":
                values = -MOTION[unit] * omega**2 * sine
            case "normalForce":
                values = LOAD.get(unit, 1.0) * (15.0 + 10.0 * sine)
            case "appliedForce":
                values = 0.5 * sine
        columns[variable.name] = values
    table = np.zeros(len(time), dtype=[(name, float) for name in columns])
    for name, values in columns.items():
        table[name] = values
    return table
