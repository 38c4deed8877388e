"""Two models under a rollback master: a slider on a dry floor and a spring with backlash, coupled by FMPy.

luztar build SingleMassFriction FreeplaySpring && python examples/python/coupled_rollback.py

The slider's motion goes to the spring, the spring's force back. Both units end a step at their first transition
(stopAtEvents); then both go back to the state before and step exactly to it, so that none lies within a step. The force
is held over a step, or goes on with its derivative. What the coupling does to the energy shows its error: of the slider's
½mv² nothing may be lost but to friction and to the spring.
"""

import ctypes
import shutil
from pathlib import Path

from fmpy import extract, read_model_description
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import fmi2Discard, fmi2LastSuccessfulTime, fmi2True
from fmpy.simulation import instantiate_fmu

FMUS = Path("target/fmu")
STEPS = [0.02, 0.01, 0.005, 0.0025]
END = 2.0
# A communication point nearer than this counts as reached, s.
NEAR = 1e-9

VELOCITY, STIFFNESS, BACKLASH = 1.0, 50.0, 0.02
SLIDER = {"contact.kineticFriction": 1.0, "contact.staticFriction": 1.2, "contact.viscous": 0.0}
SPRING = {"spring.stiffness": STIFFNESS, "spring.backlash": BACKLASH, "body1.position": 0.0}


def log(_environment, _instance, status, _category, message):
    """Shows what the models have to say; a step that ends early is no surprise here."""
    if status != fmi2Discard:
        print(message.decode())


class Unit:
    """An instance of an FMU whose variables are known by name."""

    def __init__(self, name, parameters):
        path = FMUS / f"{name}.fmu"
        description = read_model_description(path)
        self.references = {v.name: v.valueReference for v in description.modelVariables}
        self.folder = extract(path)
        self.fmu = instantiate_fmu(self.folder, description, "CoSimulation", logger=log)
        self.fmu.setupExperiment()
        self.fmu.setBoolean([self.references["stopAtEvents"]], [fmi2True])
        for parameter, value in parameters.items():
            self.set(parameter, value)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def get(self, name):
        return self.fmu.getReal([self.references[name]])[0]

    def set(self, name, value):
        self.fmu.setReal([self.references[name]], [value])

    def derivative(self, name):
        [value] = self.fmu.getRealOutputDerivatives([self.references[name]], (ctypes.c_int * 1)(1))
        return value

    def set_derivative(self, name, value):
        references, order = (ctypes.c_uint * 1)(self.references[name]), (ctypes.c_int * 1)(1)
        self.fmu.setRealInputDerivatives(references, order, (ctypes.c_double * 1)(value))

    def step(self, time, until):
        """Steps to `until`, or to the first transition before it; returns where the step ended."""
        try:
            self.fmu.doStep(time, until - time)
            return until
        except FMICallException as refused:
            if refused.status != fmi2Discard:
                raise
            return self.fmu.getRealStatus(fmi2LastSuccessfulTime)

    def free(self):
        self.fmu.terminate()
        self.fmu.freeInstance()
        shutil.rmtree(self.folder)


def advance(units, time, until):
    """Brings all models to `until`, or to the first transition of any of them; returns that time."""
    saved = [unit.fmu.getFMUstate() for unit in units]
    reached = min(unit.step(time, until) for unit in units)
    if reached < until:
        for unit, state in zip(units, saved):
            unit.fmu.setFMUstate(state)
            assert unit.step(time, reached) == reached
    for unit, state in zip(units, saved):
        unit.fmu.freeFMUstate(state)
    return reached


def exchange(slider, spring, ramp):
    """The slider's motion to the spring, and the force that the spring has there to the slider."""
    for quantity in ("position", "velocity", "acceleration"):
        spring.set(f"body1.{quantity}", slider.get(f"body.{quantity}"))
    slider.set("body.force", spring.get("body1.reaction"))
    if ramp:
        slider.set_derivative("body.force", spring.derivative("body1.reaction"))


def run(size, ramp):
    """Communication points at multiples of `size`: position, time of rest and lost energy at the end, rollbacks."""
    slider = Unit("SingleMassFriction", SLIDER | {"body.velocity0": VELOCITY})
    spring = Unit("FreeplaySpring", SPRING)
    time, point, rollbacks = 0.0, 1, 0
    while time < END - NEAR:
        exchange(slider, spring, ramp)
        until = point * size
        time = advance([slider, spring], time, until)
        if time > until - NEAR:
            point += 1
        else:
            rollbacks += 1
    position, rest = slider.get("body.position"), slider.get("lastEventTime")
    stored = 0.5 * STIFFNESS * max(0.0, abs(position) - BACKLASH / 2) ** 2
    lost = 0.5 * VELOCITY**2 - stored - slider.get("contact.dissipatedEnergy")
    for unit in (slider, spring):
        unit.free()
    return position, rest, lost, rollbacks


def main():
    print("step      force  at rest at s     position m       energy lost J  rollbacks")
    for ramp in (False, True):
        for size in STEPS:
            position, rest, lost, rollbacks = run(size, ramp)
            kind = "ramp" if ramp else "held"
            print(f"{size:<8}  {kind}   {rest:.12f}  {position:15.12f}  {lost:13.2e}  {rollbacks:9}")


if __name__ == "__main__":
    main()
