"""Models of luztar and their ports under FMPy, and the table of errors that the examples of this folder print."""

import shutil
import tempfile

import numpy as np
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

# Names of what a port takes, by the names of Guide.toml and Bearing.toml, and of what the two of Arm.toml do.
GUIDE = ["flange.position", "flange.velocity", "flange.appliedForce", "flange.effectiveMass"]
BEARING = ["shaft.angle", "shaft.angularVelocity", "shaft.appliedTorque", "shaft.effectiveInertia"]
ARM = [f"{joint}.{what}" for what in ("angle", "angularVelocity", "appliedTorque") for joint in ("shoulder", "elbow")] + [
    f"arm.inverseMass[{place}]" for place in ("1,1", "1,2", "2,2")
]


class Model:
    """A model under FMPy. `inputs` names what it takes at each communication point; `parameters` are set by name before the first
    step."""

    def __init__(self, fmu, inputs, parameters):
        description = read_model_description(fmu)
        self.references = {v.name: v.valueReference for v in description.modelVariables}
        self.folder = extract(fmu, tempfile.mkdtemp())
        self.fmu = FMU2Slave(
            guid=description.guid,
            unzipDirectory=self.folder,
            modelIdentifier=description.coSimulation.modelIdentifier,
            instanceName=description.modelName,
        )
        self.fmu.instantiate()
        self.fmu.setReal([self.references[name] for name in parameters], list(parameters.values()))
        self.inputs = [self.references[name] for name in inputs]
        self.started = False

    def start(self, *state):
        """Initialises the model with what the host knows at its start, in the order of `inputs`."""
        self.fmu.setupExperiment()
        self.fmu.setReal(self.inputs, state)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        self.started = True

    def advance(self, time, h, *state, rates=()):
        """Moves the model from `time` to `time + h`, given what the host knows at `time`: the inputs, and their derivatives if
        they are ramps over the step."""
        if not self.started:
            self.start(*state)
        self.fmu.setReal(self.inputs, state)
        if rates:
            self.fmu.setRealInputDerivatives(self.inputs, [1] * len(rates), rates)
        self.fmu.doStep(time, h)

    def close(self):
        """Transitions that the model has reported in all."""
        [transitions] = self.fmu.getInteger([self.references["eventCount"]])
        self.fmu.terminate()
        self.fmu.freeInstance()
        shutil.rmtree(self.folder)
        return transitions


class Port(Model):
    """Friction at one flange of a host, or at several ones of a model."""

    def __init__(self, fmu, inputs, parameters):
        super().__init__(fmu, inputs, parameters)
        flanges = [name.split(".")[0] for name in inputs if name.endswith((".position", ".angle"))]
        self.reaction = [self.references[f"{flange}.reaction"] for flange in flanges]
        self.mean_reaction = [self.references[f"{flange}.meanReaction"] for flange in flanges]

    def step(self, time, h, *state):
        """Mean friction of the step from `time` to `time + h`, given what the host knows at `time`: a number, or one for each
        flange."""
        self.advance(time, h, *state)
        return forces(self.fmu.getReal(self.mean_reaction))

    def next_reaction(self):
        """Mean friction of the next step, for hosts that do not wait for the model."""
        return forces(self.fmu.getReal(self.reaction))


def forces(values):
    """The force at the only flange, or those at all."""
    return values[0] if len(values) == 1 else np.array(values)


HEADER = f"{'friction':<28}{'step':>8}{'at the end':>12}{'greatest':>12}{'creep':>12}  transitions"


def row(friction, h, found, exact, resting, transitions="-"):
    """A line of the table. `found`, `exact`: positions at all communication points, shape (points,) or (points, joints);
    creep: how far the host moves from the time `resting` on."""
    found, exact = np.atleast_2d(np.asarray(found).T), np.atleast_2d(np.asarray(exact).T)
    error = np.abs(found - exact).max(axis=0)
    rest = found[:, round(resting / h) :]
    creep = np.abs(rest - rest[:, :1]).max()
    numbers = "".join(f"{number:12.1e}" for number in (error[-1], error.max(), creep))
    return f"{friction:<28}{1e3 * h:>5g} ms{numbers}  {transitions}"


def compare(exact, with_luztar, own, resting):
    """Prints the table at steps of 10 ms and 1 ms. `exact(h)`: positions of the reference at all communication points;
    `with_luztar(h)`: those with the port, and reported transitions; `own`: by its name, the host's friction, positions by h."""
    print(HEADER)
    for h in (0.01, 0.001):
        reference = exact(h)
        positions, transitions = with_luztar(h)
        print(row("luztar", h, positions, reference, resting, transitions))
        for friction, moved in own.items():
            print(row(friction, h, moved(h), reference, resting))
