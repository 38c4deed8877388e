"""FMUs of FMI 3.0 as other tools and the rules of the standard see them."""

import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
from fmpy import read_model_description, simulate_fmu
from lxml import etree

from catalogue import ROOT, UNITS
from conftest import LUZTAR
from validators import description, faults, is_schema_strict

CAPABILITIES = [
    "hasEventMode", "canHandleVariableCommunicationStepSize", "canGetAndSetFMUState", "canSerializeFMUState",
    "providesDirectionalDerivatives", "providesAdjointDerivatives", "providesIntermediateUpdate",
    "providesEvaluateDiscreteStates", "canReturnEarlyAfterIntermediateUpdate", "mightReturnEarlyFromDoStep",
]
REVERSALS = np.array([1, 2, 3]) * np.pi / 10

every_unit = pytest.mark.parametrize("unit", UNITS)
combinations = pytest.mark.parametrize("event_mode, early", list(itertools.product([False, True], repeat=2)))


@every_unit
def test_schema_fmpy_and_fmutool_find_no_problem(unit, fmu3):
    assert faults(fmu3(unit), 3) == []


def test_the_schema_refuses_an_attribute_that_it_does_not_know(fmu3):
    assert is_schema_strict(fmu3("SingleMassFriction"), 3, b"Float64")


@every_unit
def test_it_has_the_variables_of_the_table_time_and_indicators(unit, fmu3):
    model = read_model_description(fmu3(unit))
    references = [variable.valueReference for variable in model.modelVariables]
    assert len(references) == len(set(references))
    [time] = [variable for variable in model.modelVariables if variable.causality == "independent"]
    assert time.name == "time"
    indicators = [v for v in model.modelVariables if v.name.startswith("eventIndicator[")]
    assert model.numberOfEventIndicators == len(indicators)
    assert "stopAtEvents" not in [variable.name for variable in model.modelVariables]
    flags = etree.fromstring(description(fmu3(unit))).find("CoSimulation").attrib
    assert int(flags["maxOutputDerivativeOrder"]) >= 4
    for flag in CAPABILITIES:
        assert flags[flag] == "true", flag


def run(path, event_mode=False, early=False, **options):
    outputs = ["block.position", "block.velocity", "floor.frictionForce", "eventCount", "lastEventTime"]
    return simulate_fmu(
        str(path), output=outputs, stop_time=1.2, output_interval=0.1, use_event_mode=event_mode,
        early_return_allowed=early, **{"fmi_type": "CoSimulation", **options},
    )


@combinations
def test_transitions_are_those_of_the_closed_form(network3, event_mode, early):
    rows = run(network3("spring_mass"), event_mode, early)
    found = np.unique(rows["lastEventTime"])[1:]
    assert np.abs(found - REVERSALS).max() < 1e-9
    if early:
        # The host stopped there.
        assert all(np.abs(rows["time"] - time).min() < 1e-9 for time in REVERSALS)
    else:
        assert len(rows) == 13
    assert rows["block.velocity"][-1] == 0 and rows["block.position"][-1] == pytest.approx(-0.02, abs=1e-9)


def test_in_event_mode_the_host_sees_the_mode_before_and_the_one_behind(network3):
    rows = run(network3("spring_mass"), event_mode=True, early=True)
    for time in REVERSALS:
        at = rows[np.abs(rows["time"] - time) < 1e-9]
        counts = at["eventCount"]
        assert counts.min() + 1 == counts.max(), at
        assert np.ptp(at["block.position"]) == 0


@pytest.mark.parametrize("event_mode", [False, True])
def test_it_moves_like_the_one_of_fmi_2_bit_for_bit(network, network3, event_mode):
    two, three = run(network("spring_mass")), run(network3("spring_mass"), event_mode=event_mode)
    for name in two.dtype.names:
        assert (two[name] == three[name]).all(), name


def test_cvode_finds_the_transitions_in_model_exchange(network3):
    rows = run(network3("spring_mass"), fmi_type="ModelExchange", relative_tolerance=1e-10, solver="CVode")
    found = np.unique(rows["lastEventTime"])[1:]
    assert len(found) == 3 and np.abs(found - REVERSALS).max() < 1e-6
    assert rows["block.position"][-1] == pytest.approx(-0.02, abs=1e-6)


@every_unit
def test_units_run_in_event_mode_and_end_where_fmi_2_does(unit, fmu3, fmu):
    options = {"fmi_type": "CoSimulation", "stop_time": 0.5, "output_interval": 0.01}
    three = simulate_fmu(str(fmu3(unit)), use_event_mode=True, early_return_allowed=True, **options)
    two = simulate_fmu(str(fmu(unit)), **options)
    for name in two.dtype.names:
        if "mean" not in name:
            assert three[name][-1] == pytest.approx(two[name][-1], rel=1e-6, abs=1e-7), name


def test_next_event_times_spare_a_host_its_steps(tmp_path):
    example = ROOT / "examples/python/next_event.py"
    environment = {**os.environ, "LUZTAR": str(LUZTAR)}
    told = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True, env=environment, cwd=tmp_path)
    lines = told.stdout.splitlines()
    [without] = [int(line.split()[-2]) for line in lines if line.startswith("without")]
    [with_times] = [int(line.split()[-2]) for line in lines if line.startswith("with nextEventTime")]
    assert without == 120 and with_times == 4
    times = [float(line.split()[0]) for line in lines if line[:1].isdigit()]
    assert np.abs(np.array(times[:3]) - REVERSALS).max() < 1e-9


@pytest.fixture(scope="module")
def formed(tmp_path_factory):
    """Path of the FMU of a catalogue unit with arrays and clocks."""
    out = tmp_path_factory.mktemp("formed")
    options = ["--fmi", "3", "--arrays", "--clocks", "--out", out]
    subprocess.run([LUZTAR, "build", "--all", *options], check=True, capture_output=True)
    return lambda unit: out / f"{unit}.fmi3.fmu"


@every_unit
def test_arrays_and_clocks_are_valid(unit, formed):
    path = formed(unit)
    assert faults(path, 3) == []
    model = read_model_description(path)
    clocks = [v for v in model.modelVariables if v.type == "Clock"]
    clocked = [v for v in model.modelVariables if v.clocks]
    assert clocks and len(clocked) == 2 * len(clocks)
    assert {v.name.rsplit(".", 1)[1] for v in clocks} == {"transition"}


def test_arrays_hold_what_scalars_did(formed, fmu3):
    options = {"fmi_type": "CoSimulation", "stop_time": 1.0, "output_interval": 0.05}
    outputs = ["wagon.position", "wagon.velocity", "draftGear.force", "brake.stuck", "brake.state"]
    rows = simulate_fmu(
        str(formed("TrainDraftGears")), output=outputs, use_event_mode=True, early_return_allowed=True, **options
    )
    assert rows["wagon.velocity"].shape[1:] == (9,)
    plain = simulate_fmu(
        str(fmu3("TrainDraftGears")), use_event_mode=True, early_return_allowed=True, **options
    )
    assert len(rows) == len(plain)
    for output in outputs:
        element, quantity = output.split(".")
        first = 2 if element == "wagon" else 1
        for place in range(rows[output].shape[1]):
            assert (rows[output][:, place] == plain[f"{element}{first + place}.{quantity}"]).all(), output


def test_arrays_are_integrated_by_cvode(formed, fmu3):
    options = {"fmi_type": "ModelExchange", "stop_time": 0.5, "relative_tolerance": 1e-9, "solver": "CVode"}
    found = simulate_fmu(str(formed("TrainDraftGears")), output=["wagon.position"], **options)
    plain = simulate_fmu(str(fmu3("TrainDraftGears")), output=["wagon2.position", "wagon10.position"], **options)
    assert found["wagon.position"][-1][0] == pytest.approx(plain["wagon2.position"][-1], rel=1e-6, abs=1e-9)
    assert found["wagon.position"][-1][8] == pytest.approx(plain["wagon10.position"][-1], rel=1e-6, abs=1e-9)
