"""Model Exchange under CVode: the same motion as in Co-Simulation."""

import math

import numpy as np
import pytest
from fmpy import simulate_fmu

from catalogue import UNITS

TOLERANCE = 1e-10
# Units whose parts rattle in their freeplay: round-off decides after some transitions.
RATTLING = {"GearTrain"}


def exchange(path, stop, **arguments):
    return simulate_fmu(
        str(path), fmi_type="ModelExchange", solver="CVode", relative_tolerance=TOLERANCE, stop_time=stop,
        output_interval=stop / 200, **arguments,
    )


def steps(path, stop, **arguments):
    return simulate_fmu(
        str(path), fmi_type="CoSimulation", stop_time=stop, output_interval=stop / 200, **arguments,
    )


def test_spring_and_mass_reverse_and_rest(network):
    names = ["lastEventTime", "eventCount", "block.position", "floor.stuck", "block.velocity"]
    result = exchange(network("spring_mass"), 1.5, output=names)
    times = np.unique(result["lastEventTime"])
    assert times[0] == 0.0
    assert times[1:] == pytest.approx([0.1 * k * math.pi for k in (1, 2, 3)], abs=1e-6)
    assert result["eventCount"][-1] == 3 and result["floor.stuck"][-1]
    assert result["block.position"][-1] == pytest.approx(-0.02, abs=1e-6)
    assert result["block.velocity"][-1] == 0.0


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit not in RATTLING])
def test_units_move_as_in_co_simulation(fmu, unit):
    path = fmu(unit)
    seen, expected = exchange(path, 2.0), steps(path, 2.0)
    # Of the last communication step in one case, the present force in the other.
    names = [name for name in expected.dtype.names if "meanFriction" not in name]
    for name in names[1:]:
        a, b = seen[name][-1], expected[name][-1]
        assert a == pytest.approx(b, rel=1e-5, abs=1e-6), name
