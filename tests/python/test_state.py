"""FMU states through FMPy: rollback, and bytes that another instance of the FMU takes up."""

import math

import pytest
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import fmi2LastSuccessfulTime, fmi2Terminated

from catalogue import UNITS
from host import DISCARD, Host

STEPS = 60


def inputs(host, step):
    """Sets all inputs to values that change now and then."""
    for number, variable in enumerate(host.variables.values()):
        if variable.causality == "input":
            host.set(variable.name, 0.05 * ((step // 10 + number) % 3))


def run(host, first):
    size = float(host.description.defaultExperiment.stepSize)
    rows = []
    for step in range(first, first + STEPS):
        inputs(host, step)
        host.step(size)
        rows.append(host.outputs())
    return rows


@pytest.mark.parametrize("unit", UNITS)
def test_rollback_and_bytes_replay_exactly(fmu, unit):
    with Host(fmu(unit)) as host:
        assert host.description.coSimulation.canGetAndSetFMUstate
        assert host.description.coSimulation.canSerializeFMUstate
        host.start()
        run(host, 0)
        time, state = host.time, host.fmu.getFMUstate()
        data = host.fmu.serializeFMUstate(state)
        expected = run(host, STEPS)

        host.fmu.setFMUstate(state)
        host.time = time
        assert run(host, STEPS) == expected
        host.fmu.freeFMUstate(state)

        with Host(fmu(unit)) as other:
            other.fmu.setFMUstate(other.fmu.deSerializeFMUstate(data))
            other.time = time
            assert run(other, STEPS) == expected


def test_damaged_bytes_are_refused_with_a_message(fmu):
    with Host(fmu("GearTrain")) as host:
        host.start()
        data = bytearray(host.fmu.serializeFMUstate(host.fmu.getFMUstate()))
        data[len(data) // 2] ^= 1
        with pytest.raises(Exception):
            host.fmu.deSerializeFMUstate(bytes(data))
        assert "damaged" in host.messages[-1].text


def test_a_rollback_master_finds_transitions(network):
    """Save, step by 0.1 s, and on fmi2Discard restore and step exactly to the transition."""
    with Host(network("spring_mass")) as host:
        host.start(stopAtEvents=True)
        found = []
        while host.time < 1.5:
            state = host.fmu.getFMUstate()
            size = 0.1 - host.time % 0.1
            try:
                host.step(size if size > 1e-6 else 0.1)
            except FMICallException as refused:
                assert refused.status == DISCARD
                assert not host.fmu.getBooleanStatus(fmi2Terminated)
                time = host.fmu.getRealStatus(fmi2LastSuccessfulTime)
                host.fmu.setFMUstate(state)
                host.step(time - host.time)
                assert host.get("lastEventTime") == pytest.approx(time, abs=1e-12)
                found.append(time)
            host.fmu.freeFMUstate(state)
        assert found == pytest.approx([0.1 * k * math.pi for k in (1, 2, 3)], abs=1e-9)
        assert host.get("floor.stuck")
