"""A host that drives one FMU call by call through FMPy."""

import ctypes
import math
import shutil
from pathlib import Path

from fmpy import extract, read_model_description
from fmpy.simulation import instantiate_fmu

OK, WARNING, DISCARD, ERROR = range(4)

# States of a contact, as the Modelica Standard Library numbers them.
BACKWARD, STUCK, FORWARD, FREE = -1, 0, 1, 2

# Transitions taken from a unit by one call.
EVENTS_AT_ONCE = 256


class Event(ctypes.Structure):
    """luztar_Event of luztar.h."""

    _fields_ = [
        ("time", ctypes.c_double),
        ("kind", ctypes.c_int),
        ("element", ctypes.c_uint32),
        ("source", ctypes.c_int),
        ("target", ctypes.c_int),
    ]


class Message:
    """What the unit told its logger."""

    def __init__(self, status, category, text):
        self.status, self.category, self.text = status, category, text

    def __repr__(self):
        return f"{self.category} ({self.status}): {self.text}"


class Host:
    """An instance of an FMU and what it logged. A context manager: the instance is freed at the end."""

    def __init__(self, fmu, directory=None, logging=False, guid=None):
        self.description = read_model_description(str(fmu), validate=False)
        if guid is not None:
            self.description.guid = guid
        self.variables = {v.name: v for v in self.description.modelVariables}
        self.messages = []
        self.time = 0.0
        self._directory = Path(extract(str(fmu), str(directory) if directory else None))
        self.fmu = instantiate_fmu(
            str(self._directory), self.description, "CoSimulation", debug_logging=logging, logger=self._log
        )

    def _log(self, _environment, _instance, status, category, message):
        self.messages.append(Message(status, category.decode(), message.decode()))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.fmu.freeInstance()
        shutil.rmtree(self._directory)

    def start(self, values={}, time=0.0, stop=None, **inputs):
        """Sets values by name and passes through initialisation."""
        self.time = time
        self.fmu.setupExperiment(startTime=time, stopTime=stop)
        for name, value in {**values, **inputs}.items():
            self.set(name, value)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        return self

    def get(self, name):
        variable = self.variables[name]
        reference = [variable.valueReference]
        match variable.type:
            case "Real":
                return self.fmu.getReal(reference)[0]
            case "Boolean":
                return bool(self.fmu.getBoolean(reference)[0])
            case _:
                return self.fmu.getInteger(reference)[0]

    def set(self, name, value):
        variable = self.variables[name]
        reference = [variable.valueReference]
        match variable.type:
            case "Real":
                self.fmu.setReal(reference, [value])
            case "Boolean":
                self.fmu.setBoolean(reference, [value])
            case _:
                self.fmu.setInteger(reference, [value])

    def set_derivative(self, name, rate):
        """Makes an input a ramp until it is set again."""
        reference = (ctypes.c_uint32 * 1)(self.variables[name].valueReference)
        order, rates = (ctypes.c_int * 1)(1), (ctypes.c_double * 1)(rate)
        self.fmu.fmi2SetRealInputDerivatives(self.fmu.component, reference, 1, order, rates)

    def step(self, size):
        self.fmu.doStep(self.time, size)
        self.time += size

    def steps(self, size, end):
        """Steps of one size to `end`; yields the number of each step, from 1, after it."""
        for index in range(1, round((end - self.time) / size) + 1):
            self.step(size)
            yield index

    def outputs(self):
        return {v.name: self.get(v.name) for v in self.description.modelVariables if v.causality == "output"}

    def events(self):
        """The transitions since the last call, oldest first."""
        take = self.fmu.dll.luztar_take_events
        take.argtypes = [ctypes.c_void_p, ctypes.POINTER(Event), ctypes.c_size_t]
        take.restype = ctypes.c_size_t
        buffer = (Event * EVENTS_AT_ONCE)()
        taken = []
        while count := take(self.fmu.component, buffer, EVENTS_AT_ONCE):
            taken += [(e.time, e.kind, e.element, e.source, e.target) for e in buffer[:count]]
        return taken


def finite(values):
    return all(math.isfinite(value) for value in values)
