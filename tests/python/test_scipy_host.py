"""A port in Model Exchange under a host that integrates its mass with SciPy and locates events as SciPy does: three transitions,
and rest for good."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Model
from scipy.integrate import solve_ivp

from catalogue import ROOT
from conftest import LUZTAR

STIFFNESS, START, END = 100.0, 0.2, 61.0


class Flange:
    """Guide.toml with a mass of 1 kg on a spring of 100 N/m in the host."""

    def __init__(self, path, folder):
        description = read_model_description(str(path))
        references = {v.name: v.valueReference for v in description.modelVariables}
        self.folder = extract(str(path), str(folder))
        self.fmu = FMU2Model(
            guid=description.guid,
            unzipDirectory=self.folder,
            modelIdentifier=description.modelExchange.modelIdentifier,
            instanceName="flange",
        )
        self.states, self.indicators = description.numberOfContinuousStates, description.numberOfEventIndicators
        self.inputs = [references[f"flange.{name}"] for name in ("position", "velocity", "appliedForce")]
        self.reaction, self.events = references["flange.reaction"], references["eventCount"]
        self.fmu.instantiate()
        self.fmu.setupExperiment(startTime=0.0)
        self.give([START, 0.0])
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        self.settle()

    def give(self, x):
        self.fmu.setReal(self.inputs, [x[0], x[1], -STIFFNESS * x[0]])

    def settle(self):
        """Event iteration, from Event Mode into Continuous-Time Mode."""
        new = True
        while new:
            new, terminate, *_ = self.fmu.newDiscreteStates()
            assert not terminate
        self.fmu.enterContinuousTimeMode()

    def place(self, time, x):
        self.fmu.setTime(time)
        self.give(x)
        if self.states:
            self.fmu.setContinuousStates((ctypes.c_double * self.states)(*x[2:]), self.states)

    def slope(self, time, x):
        self.place(time, x)
        [reaction] = self.fmu.getReal([self.reaction])
        rates = self.numbers(self.fmu.getDerivatives, self.states)
        return [x[1], -STIFFNESS * x[0] + reaction, *rates]

    def indicator(self, index):
        def of(time, x):
            self.place(time, x)
            return self.numbers(self.fmu.getEventIndicators, self.indicators)[index]

        of.terminal = True
        return of

    def own_states(self):
        return self.numbers(self.fmu.getContinuousStates, self.states)

    @staticmethod
    def numbers(call, count):
        """What a function of the FMU fills in."""
        values = (ctypes.c_double * count)()
        if count:
            call(values, count)
        return list(values)

    def event(self, time, x):
        """States behind an event at a time."""
        self.place(time, x)
        self.fmu.enterEventMode()
        self.settle()
        return np.array([*x[:2], *self.own_states()])

    def count(self):
        return self.fmu.getInteger([self.events])[0]

    def close(self):
        self.fmu.terminate()
        self.fmu.freeInstance()
        shutil.rmtree(self.folder)


@pytest.mark.parametrize("method", ["RK45", "LSODA"])
def test_a_mass_that_scipy_integrates_rests_for_good(method, tmp_path):
    command = [LUZTAR, "build", ROOT / "examples/hosts/Guide.toml", "--out", tmp_path]
    subprocess.run(command, check=True, capture_output=True)
    flange = Flange(tmp_path / "Guide.fmu", tmp_path / "unpacked")
    indicators = [flange.indicator(index) for index in range(flange.indicators)]
    time, x, events, stopped = 0.0, np.array([START, 0.0, *flange.own_states()]), [], None
    while time < END:
        found = solve_ivp(
            flange.slope, (time, END), x, method=method, events=indicators, rtol=1e-10, atol=1e-12, max_step=0.5
        )
        assert found.success, found.message
        time, x = found.t[-1], found.y[:, -1]
        if time < END:
            x = flange.event(time, x)
            events.append((time, flange.count()))
            stopped = x[0]
            assert len(events) < 20, events
    # From rest at 200 mm: it turns at 140, −80 and 20 mm with the friction's ±30 mm, and stays at −20 mm.
    turns = [k * np.pi / 10 for k in (1, 2, 3)]
    assert [count for _, count in events] == [1, 2, 3], events
    assert np.allclose([time for time, _ in events], turns, atol=1e-7), events
    assert abs(x[0] + 0.02) < 1e-8 and abs(x[1]) < 1e-12, x
    assert abs(x[0] - stopped) < 1e-9, (stopped, x)
    settled = flange.event(END, x)
    assert flange.count() == 3 and abs(settled[0] + 0.02) < 1e-8
    flange.close()
