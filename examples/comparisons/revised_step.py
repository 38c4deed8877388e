"""A step that is made again: a master takes a unit back to a saved state, across transitions, and steps differently.

luztar build examples/networks/SpringMass.toml && python examples/comparisons/revised_step.py
"""

import shutil

from fmpy import extract, read_model_description
from fmpy.simulation import instantiate_fmu

FILE = "target/fmu/SpringMass.fmu"
description = read_model_description(FILE)
references = {variable.name: variable.valueReference for variable in description.modelVariables}
folder = extract(FILE)
unit = instantiate_fmu(folder, description, "CoSimulation")
unit.setupExperiment()
unit.enterInitializationMode()
unit.exitInitializationMode()


def told():
    """Position, last transition and number of transitions."""
    position, time = unit.getReal([references["slider.position"], references["lastEventTime"]])
    return position, time, unit.getInteger([references["eventCount"]])[0]


unit.doStep(0.0, 0.2)
saved = unit.getFMUState()
unit.doStep(0.2, 0.5)
once = told()
unit.setFMUState(saved)
unit.doStep(0.2, 0.5)
again = told()
unit.setFMUState(saved)
for part in range(5):
    unit.doStep(0.2 + 0.1 * part, 0.1)
parts = told()
for name, row in (("one step", once), ("the same step again", again), ("in five steps", parts)):
    print(f"{name:20} position {row[0]:.15f} m, {row[2]} transitions, the last at {row[1]:.15f} s")
assert once == again and abs(once[0] - parts[0]) < 1e-9 and once[2] == parts[2] == 2
unit.freeFMUState(saved)
unit.freeInstance()
shutil.rmtree(folder)
