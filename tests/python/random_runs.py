"""Motions of random networks: in Co-Simulation, in Model Exchange under CVode, and by time stepping."""

import ctypes
import math
import shutil
import warnings
from pathlib import Path

import luztar
import numpy as np
from fmpy import extract, read_model_description
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model
from fmpy.sundials import NV_DATA_S, CVodeSolver

# Communication steps at which motions are compared, and how often the short ones are as many.
SAMPLES = 16
FINER = 8

# Permitted error of the ramps that follow the inputs, relative to their range. They are the same for all communication steps.
INPUTS = 1e-7

# Relative tolerance of CVode, and how many evaluations of derivatives it is given.
TOLERANCE = 1e-11
PATIENCE = 30_000

# By how much a host of Model Exchange lets an indicator, which is dimensionless, fall below 0; and the part of the nominal time
# over which its slope is measured.
INDICATED = 3e-9
BEFORE = 1e-6

# Times that are the same, relative to them: CVode makes no shorter step.
SAME = 1e-14

STATES = {
    "backward": -1, "stuck": 0, "forward": 1, "free": 2, "locked": 0, "overrunning": 1, "lower contact": -1, "gap": 0,
    "upper contact": 1, "separated": 2, "contact": 1,
}  # fmt: skip


class Motion:
    """States at the samples, and transitions as (time, element, before, after).

    Attributes
    ----------
    times : numpy.ndarray
        Samples, s.
    names : list of str
        States: positions, velocities and dissipated energies.
    states : numpy.ndarray
        One row for each sample.
    sizes : numpy.ndarray
        Size of each state: its unit, or its greatest value if that is greater.
    late : dict of tuple to float
        How much later than its guard a transition may be, s; 0 where transitions are located.
    """

    def __init__(self, network, times, names, states, events, late=None):
        draws = network.draws
        units = {"position": draws.length, "angle": draws.length, "dissipatedEnergy": draws.force * draws.length}
        least = [units.get(name.split(".")[1], draws.velocity) for name in names]
        self.times, self.names, self.states, self.events, self.late = times, names, states, events, late or {}
        self.sizes = np.maximum(abs(states).max(axis=0), least)


def model_of(network):
    """The model of a network, without the warnings that a drawn one may deserve."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", luztar.LuztarWarning)
        return luztar.Model(network.text)


def simulated(model, network, count, columns, parameters=None):
    """Simulates in so many steps."""
    inputs = {name: signal.given for name, signal in network.signals.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", luztar.LuztarWarning)
        return model.simulate(
            inputs=inputs, parameters=parameters, stop=network.stop, step=network.stop / count, columns=columns,
            input_tolerance=INPUTS,
        )  # fmt: skip


def states_of(model, network):
    """Names of the states that are compared."""
    bodies = [f"{body}.{word}" for body in network.masses for word in (network.position, network.velocity)]
    bodies += [f"{body}.{network.position}" for body in network.joints]
    energies = [name for name in model.variables if name.endswith(".dissipatedEnergy")]
    return bodies + energies


def stepped(model, network, finer=1, parameters=None):
    """Co-Simulation: its motion in `finer` communication steps from sample to sample."""
    names = states_of(model, network)
    result = simulated(model, network, SAMPLES * finer, names, parameters)
    events = [(e.time, e.element, STATES[e.before], STATES[e.after]) for e in result.events]
    states = np.array([result[name][::finer] for name in names]).T
    return Motion(network, result.time[::finer], names, states, events)


class GaveUp(Exception):
    """CVode took more evaluations than it is given, or could not go on."""


class Inputs:
    """Inputs of an FMU as functions of time: of the piece that holds since the last break."""

    def __init__(self, fmu, references, signals):
        self.fmu, self.since = fmu, 0.0
        self.references = [references[name] for name in signals]
        self.signals = list(signals.values())
        self.breaks = sorted({time for signal in self.signals for time in signal.breaks})

    def apply(self, time):
        if self.signals:
            self.fmu.setReal(self.references, [signal.piece(self.since)(time) for signal in self.signals])

    def next_break(self):
        return next((time for time in self.breaks if time > self.since), math.inf)


class Solver(CVodeSolver):
    """FMPy's CVode with inputs at every evaluation, and fmi2Discard as a trial state that is too far off."""

    evaluations = 0

    def f(self, time, states, rates, _):
        self.evaluations += 1
        if self.evaluations > PATIENCE:
            return -1
        self.set_time(time)
        self.input.apply(time)
        self.set_x(NV_DATA_S(states), self.nx)
        try:
            self.get_dx(NV_DATA_S(rates), self.nx)
        except FMICallException:
            return 1
        return 0


class Exchange:
    """An FMU under CVode."""

    def __init__(self, path, network, tolerance):
        self.description = read_model_description(str(path), validate=False)
        self.references = {v.name: v.valueReference for v in self.description.modelVariables}
        self.folder = extract(str(path))
        self.fmu = FMU2Model(
            guid=self.description.guid, unzipDirectory=self.folder, instanceName="drawn",
            modelIdentifier=self.description.modelExchange.modelIdentifier,
        )  # fmt: skip
        self.elements = [name.removesuffix(".state") for name in self.references if name.endswith(".state")]
        self.events, self.late, self.time, self.network = [], {}, 0.0, network
        self.inputs = Inputs(self.fmu, self.references, network.signals)
        self._start()
        self.solver = Solver(
            nx=self.description.numberOfContinuousStates, nz=self.description.numberOfEventIndicators,
            get_x=self.fmu.getContinuousStates, set_x=self.fmu.setContinuousStates, get_dx=self.fmu.getDerivatives,
            get_z=self.fmu.getEventIndicators, get_nominals=self.fmu.getNominalsOfContinuousStates,
            set_time=self.fmu.setTime, input=self.inputs, startTime=0.0, maxStep=network.stop / 50.0,
            relativeTolerance=tolerance, maxNumSteps=PATIENCE,
        )  # fmt: skip

    def _start(self):
        self.fmu.instantiate()
        self.fmu.setupExperiment(startTime=0.0, stopTime=self.network.stop)
        self.inputs.apply(0.0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        self.modes = self._modes()
        self._settle()

    def _modes(self):
        return self.fmu.getInteger([self.references[f"{name}.state"] for name in self.elements]) if self.elements else []

    def _lateness(self, found):
        """How long indicators take to fall by what is below 0 before the event that they made, s."""
        nx, nz = self.solver.nx, self.solver.nz
        states, rates, now, before = ((ctypes.c_double * count)() for count in (nx, nx, nz, nz))
        self.fmu.getContinuousStates(states, nx)
        self.fmu.getDerivatives(rates, nx)
        self.fmu.getEventIndicators(now, nz)
        step = BEFORE * self.network.draws.time
        self._place(self.time - step, [x - step * rate for x, rate in zip(states, rates)])
        self.fmu.getEventIndicators(before, nz)
        self._place(self.time, states)
        slopes = [abs(now[index] - before[index]) / step for index in range(nz) if found[index]]
        return INDICATED / max(min(slopes, default=math.inf), 1e-300)

    def _place(self, time, states):
        self.fmu.setTime(time)
        self.inputs.apply(time)
        self.fmu.setContinuousStates((ctypes.c_double * len(states))(*states), len(states))

    def _settle(self, late=0.0):
        """Event iteration, from Event Mode into Continuous-Time Mode; records transitions."""
        needed = True
        while needed:
            needed, terminated, *_ = self.fmu.newDiscreteStates()
            assert not terminated
        self.fmu.enterContinuousTimeMode()
        modes = self._modes()
        for name, before, after in zip(self.elements, self.modes, modes):
            if before != after:
                self.events.append((self.time, name, before, after))
                self.late[self.events[-1]] = late
        self.modes = modes

    def _event(self, late):
        self.fmu.enterEventMode()
        if self.time >= self.inputs.next_break():
            self.inputs.since = self.inputs.next_break()
        self.inputs.apply(self.time)
        self._settle(late)
        self.solver.reset(self.time)

    def run(self, until):
        while self.time < until:
            end = min(until, self.inputs.next_break())
            if end - self.time <= SAME * end:
                found, self.time = False, end
            else:
                found, roots = self._advance(end)
            self.fmu.setTime(self.time)
            self.inputs.apply(self.time)
            if found or self.time >= self.inputs.next_break():
                self._event(self._lateness(roots) if found else 0.0)

    def _advance(self, end):
        try:
            found, roots, self.time = self.solver.step(self.time, end)
        except (RuntimeError, TypeError) as error:
            raise GaveUp(f"at {self.time} s: {error}") from error
        return found, roots

    def row(self, names):
        return self.fmu.getReal([self.references[name] for name in names])

    def close(self):
        self.fmu.terminate()
        self.fmu.freeInstance()
        shutil.rmtree(self.folder)


def exchanged(model, network, folder, tolerance=TOLERANCE):
    """Model Exchange of the exported model; returns the motion, which ends early where CVode gives up."""
    path = Path(model.build(folder))
    host, names = Exchange(path, network, tolerance), states_of(model, network)
    times = [network.stop * index / SAMPLES for index in range(SAMPLES + 1)]
    rows = []
    try:
        for time in times:
            host.run(time)
            rows.append(host.row(names))
    except GaveUp:
        times = times[: len(rows)]
    finally:
        host.close()
        path.unlink()
    return Motion(network, np.array(times), names, np.array(rows, dtype=float), host.events, host.late)
