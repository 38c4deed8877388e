"""FMI 3.0: nextEventTime leads an importer from event to event; without it the importer goes by small steps.

    LUZTAR=target/release/luztar python examples/python/next_event.py
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import fmpy
from fmpy.fmi3 import FMU3Slave

ROOT = Path(__file__).parents[2]
LUZTAR = os.environ.get("LUZTAR", ROOT / "target/release/luztar")
STOP = 1.2


def build(folder):
    """The slider on a spring, with a horizon of a second: ten steps of its default experiment."""
    text = (ROOT / "examples/networks/SpringMass.toml").read_text().replace("stepSize = 0.001", "stepSize = 0.1")
    (folder / "SpringMass.toml").write_text(text)
    command = [LUZTAR, "build", folder / "SpringMass.toml", "--fmi", "3", "--out", folder]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "SpringMass.fmi3.fmu"


def event(fmu):
    """Event Mode from its updates to Step Mode; the time of the next event, if it is known."""
    need = True
    while need:
        need, _, _, _, defined, time = fmu.updateDiscreteStates()
    fmu.enterStepMode()
    return time if defined else None


def simulate(fmu, description, step):
    """Steps of at most `step` s to the stop time, by way of the events that are announced; their number."""
    state = next(v.valueReference for v in description.modelVariables if v.name == "floor.state")
    fmu.enterInitializationMode(startTime=0.0)
    fmu.exitInitializationMode()
    time, steps = 0.0, 0
    announced = event(fmu)
    while STOP - time > 1e-9:
        target = min(time + step, STOP)
        if step == STOP and announced is not None:
            target = min(target, announced)
        needed, _, early, reached = fmu.doStep(currentCommunicationPoint=time, communicationStepSize=target - time)
        steps += 1
        time = reached if early else target
        if needed or time == announced:
            fmu.enterEventMode()
            announced = event(fmu)
            print(f"{time:.16f} s  state {fmu.getInt32([state])[0]:2d}")
    return steps


with tempfile.TemporaryDirectory() as folder:
    path = build(Path(folder))
    description = fmpy.read_model_description(path)
    unzipped = fmpy.extract(path)
    for title, step in [("with nextEventTime", STOP), ("without", 0.01)]:
        fmu = FMU3Slave(
            guid=description.guid, unzipDirectory=unzipped, instanceName="slider",
            modelIdentifier=description.coSimulation.modelIdentifier,
        )
        fmu.instantiate(eventModeUsed=True, earlyReturnAllowed=False)
        print(f"{title}: {simulate(fmu, description, step)} steps")
        fmu.terminate()
        fmu.freeInstance()
    shutil.rmtree(unzipped, ignore_errors=True)
