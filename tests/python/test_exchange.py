"""Model Exchange under CVode: the same transitions and the same motion as in Co-Simulation."""

import math

import numpy as np
import pytest
from fmpy import read_model_description, simulate_fmu

from catalogue import UNITS
from host import Host
from integrator import SEGMENT, TOLERANCE, exchange, inputs, steps

# Difference of event times, s, and of outputs relative to the largest value of each, at least 1. Stiff springs make
# accelerations of angles: CVode's errors of 1e-10 a step, added up, times stiffness over inertia; a tyre makes them of slip.
# The nominal velocity of the train is 3 m/s, by which CVode's errors are as much larger.
TIMES = 1e-6
OUTPUTS = 1e-6
STIFF = {"AbsWheel": 1e-5, "GearTrain": 1e-3, "SteeringSystem": 1e-3, "TrainDraftGears": 3e-6}

# How far, s. The gear train rattles in its freeplay, so that after some transitions round-off decides; the springs of
# the steering system make CVode take some thousand steps a second. tests/unit/exchange runs 100 s.
STOP = {"GearTrain": 0.2, "SteeringSystem": 1.0, "TrainDraftGears": 2.0}
STOP_OF_OTHERS = 5.0


def test_spring_and_mass_reverse_and_rest(network, monkeypatch):
    names = ["lastEventTime", "eventCount", "block.position", "floor.stuck", "block.velocity"]
    result = exchange(monkeypatch, network("spring_mass"), 1.5, output_interval=0.01, output=names)
    times = np.unique(result["lastEventTime"])
    assert times[0] == 0.0
    assert times[1:] == pytest.approx([0.1 * k * math.pi for k in (1, 2, 3)], abs=TIMES)
    assert result["eventCount"][-1] == 3 and result["floor.stuck"][-1]
    assert result["block.position"][-1] == pytest.approx(-0.02, abs=1e-6)
    assert result["block.velocity"][-1] == 0.0


@pytest.mark.parametrize("unit", UNITS)
def test_units_move_as_in_co_simulation(fmu, monkeypatch, unit):
    path, stop = fmu(unit), STOP.get(unit, STOP_OF_OTHERS)
    table = inputs(unit, path, stop)
    interval = SEGMENT / (20 if unit in STOP else 4)
    with Host(path) as host:
        # Of the last communication step in one case, the present force in the other.
        names = [name for name in host.start().outputs() if "meanFriction" not in name]
    seen = exchange(monkeypatch, path, stop, output_interval=interval, output=names, input=table)
    tolerance = STIFF.get(unit, OUTPUTS)
    events, expected = steps(path, stop, table, names)
    # CVode's absolute tolerance of a state is relative to its nominal value.
    nominal = {one.name: float(one.nominal or 0) for one in read_model_description(path).modelVariables}
    allowed = [
        tolerance * max(largest, 1.0) + TOLERANCE * nominal[name]
        for name, largest in zip(names, abs(expected).max(axis=0))
    ]

    assert seen["eventCount"][-1] == len(events)
    instants = np.unique([0.0] + [event[0] for event in events])
    assert np.unique(seen["lastEventTime"]) == pytest.approx(instants, abs=TIMES, rel=0)

    for point, row in enumerate(expected, start=1):
        end = point * SEGMENT
        if np.any(abs(instants[1:] - end) < 10 * TIMES):
            continue
        [*_, at] = np.flatnonzero(np.isclose(seen["time"], end, rtol=0, atol=1e-9))
        for name, value, near in zip(names, row, allowed):
            assert seen[name][at] == pytest.approx(value, abs=near, rel=0), (name, end)


@pytest.mark.parametrize("unit", UNITS)
def test_the_tolerance_that_hosts_have_by_default_is_enough_to_run(fmu, unit):
    """FMPy's 1e-5; the inputs stay as they start, and nothing chatters."""
    stop = STOP.get(unit, STOP_OF_OTHERS)
    names = ["eventCount", "lastEventTime"]
    result = simulate_fmu(
        str(fmu(unit)), fmi_type="ModelExchange", stop_time=stop, output_interval=SEGMENT / 4, output=names,
    )
    assert result["time"][-1] == pytest.approx(stop)
    assert result["eventCount"][-1] < 2000
