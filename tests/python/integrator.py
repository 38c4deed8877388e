"""Model Exchange under FMPy's CVode, with inputs that change all the time, and the same unit in Co-Simulation."""

import numpy as np
from fmpy import read_model_description, simulate_fmu
from fmpy.sundials import NV_DATA_S, CVodeSolver

from host import Host
from stimuli import stimulus

TOLERANCE = 1e-10

# Inputs are straight lines between multiples of this, s.
SEGMENT = 0.1

# Friction of its law is no multiple of this load, which no host can make a ramp.
HELD = {"pad.normalForce": 900.0}


def _slope(solver, time, states, rates, _):
    """FMPy's own right-hand side leaves the inputs where they were at the last look at the event indicators."""
    solver.set_time(time)
    solver.input.apply(time)
    if solver.discrete:
        np.ctypeslib.as_array(NV_DATA_S(rates), (solver.nx,))[:] = 0.0
    else:
        solver.set_x(NV_DATA_S(states), solver.nx)
        solver.get_dx(NV_DATA_S(rates), solver.nx)
    return 0


def inputs(unit, path, stop):
    """Inputs of a unit as points of lines, or None."""
    description = read_model_description(str(path))
    if not any(v.causality == "input" for v in description.modelVariables):
        return None
    description.defaultExperiment.stopTime = stop + SEGMENT
    table = stimulus(unit, description, SEGMENT)
    for name in HELD.keys() & set(table.dtype.names):
        table[name] = HELD[name]
    return table


def exchange(monkeypatch, path, stop, **arguments):
    """Outputs at multiples of a quarter of a segment, and at every transition."""
    monkeypatch.setattr(CVodeSolver, "f", _slope)
    return simulate_fmu(
        str(path), fmi_type="ModelExchange", solver="CVode", relative_tolerance=TOLERANCE, stop_time=stop,
        record_events=True, **arguments,
    )


def steps(path, stop, table, names):
    """Transitions, and rows of outputs at the ends of the steps, of a segment each."""
    rows, events = [], []
    with Host(path) as host:
        signals = [] if table is None else list(table.dtype.names[1:])
        host.start({"relativeTolerance": TOLERANCE, **{name: table[name][0] for name in signals}})
        for point in range(round(stop / SEGMENT)):
            for name in signals:
                here, there = table[name][point], table[name][point + 1]
                host.set(name, here)
                if there != here:
                    host.set_derivative(name, (there - here) / SEGMENT)
            host.step((point + 1) * SEGMENT - host.time)
            events += host.events()
            rows.append([host.get(name) for name in names])
    return events, np.array(rows, dtype=float)
