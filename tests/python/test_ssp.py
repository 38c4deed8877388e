"""The System Structure of examples/ssp: right for the standard and its FMUs, and in every tool the motion of one network."""

import tomllib

import numpy as np
import pytest
from fmpy import read_model_description, simulate_fmu
from fmpy.ssp.simulation import simulate_ssp
from fmpy.ssp.ssd import find_connectors, read_ssd
from lxml import etree

from catalogue import ROOT
from coupling import Ecos, Libcosim
from told import run_as_told

EXAMPLE = ROOT / "examples/ssp"
PARTS = ["SteeringColumn", "SteeringGear", "RoadWheels"]
# Name in the whole by component and name there.
COMPARED = {
    ("column", "steeringWheel.angle"): "steeringWheel.angle",
    ("gear", "rack.position"): "rack.position",
    ("wheels", "leftWheel.angle"): "leftWheel.angle",
}
# Simulated time and communication step, s.
END, STEP = 1.0, 5e-4
# Samples of the comparison, s.
SAMPLE = 0.02
# Relative difference of tools that do the same: libcosim counts time in nanoseconds, others add up steps.
SAME = 1e-10
# Root mean square of the coupling error at STEP, relative to the greatest value.
LARGEST = 3e-3
# It is of first order in the step.
HALVED = (0.4, 0.6)


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ssp")
    assert run_as_told("ssp/pack.py", folder).endswith("target/SteeringSystem.ssp\n")
    return folder / "target/SteeringSystem.ssp"


@pytest.fixture(scope="module")
def expected(network):
    """Motion of the whole as one network, a row for each sample after the start."""
    result = simulate_fmu(
        str(network("whole_steering")), stop_time=END, output_interval=SAMPLE, output=list(COMPARED.values())
    )
    return np.array([list(row)[1:] for row in result[1:]])


def error(found, expected):
    """Greatest root mean square over the columns, relative to their greatest value."""
    return np.max(np.sqrt(np.mean((found - expected) ** 2, axis=0)) / np.max(np.abs(expected), axis=0))


def sampled(master):
    rows = []
    for sample in range(1, round(END / SAMPLE) + 1):
        master.run(sample * SAMPLE)
        rows.append([master.get(*which) for which in COMPARED])
    return np.array(rows)


def test_units_are_cut_from_the_whole():
    """Every free body, contact and spring of the whole is in one unit, with the same numbers."""
    def tables(path):
        file = tomllib.loads(path.read_text())
        kept = {}
        for kind in ("body", "contact", "spring"):
            for name, table in file[kind].items():
                if table.get("motion") != "prescribed":
                    told = {"description", "force", "torque"}
                    kept[kind, name] = {key: value for key, value in table.items() if key not in told}
        return kept

    parts = [tables(EXAMPLE / f"{part}.toml") for part in PARTS]
    whole = tables(ROOT / "tests/python/networks/whole_steering.toml")
    assert sum(len(part) for part in parts) == len(whole)
    assert {name: table for part in parts for name, table in part.items()} == whole


def test_connectors_are_those_of_the_fmus(archive):
    """The structure is valid by the schema, which read_ssd checks, and fits the model descriptions."""
    assert read_ssd(str(archive)).version == "1.0"
    tree = etree.parse(EXAMPLE / "SystemStructure.ssd")
    ends = {}
    for component in tree.iterfind(".//{*}Component"):
        described = read_model_description(str(archive.parent / "fmu" / component.get("source").split("/")[1]))
        variables = {v.name: v for v in described.modelVariables}
        for connector in component.iterfind(".//{*}Connector"):
            variable = variables[connector.get("name")]
            assert variable.causality == connector.get("kind")
            unit = connector.find("{*}Real").get("unit")
            assert variable.unit == unit
            ends[component.get("name"), connector.get("name")] = variable.causality, unit
    connected = set()
    for connection in tree.iterfind(".//{*}Connection"):
        start, end = ((connection.get(f"{e}Element"), connection.get(f"{e}Connector")) for e in ("start", "end"))
        assert (ends[start][0], ends[end][0]) == ("output", "input")
        assert ends[start][1] == ends[end][1]
        connected.add(end)
    assert connected == {end for end, (kind, _) in ends.items() if kind == "input"}
    units = {unit.get("name") for unit in tree.iterfind(".//{*}Units/{*}Unit")}
    assert units == {unit for _, unit in ends.values()}
    assert len(find_connectors(read_ssd(str(archive)).system)) == len(ends)


def test_omsimulator_finds_its_settings():
    """In annotations of its own: the step at the system, the file of results at the default experiment."""
    tree = etree.parse(EXAMPLE / "SystemStructure.ssd")

    def settings(element):
        path = "{*}Annotations/{*}Annotation[@type='org.openmodelica']/{*}Annotations/{*}SimulationInformation"
        return element.find(path)

    assert float(settings(tree.find("{*}System")).find("{*}FixedStepMaster").get("stepSize")) == STEP
    assert settings(tree.find("{*}DefaultExperiment")).get("resultFile") == "SteeringSystem_res.csv"


@pytest.mark.parametrize("master", [Libcosim, Ecos])
def test_tools_agree(archive, expected, master):
    """The simulation of FMPy, whose row k holds values of time (k + 1)·STEP, and a further tool."""
    result = simulate_ssp(str(archive), stop_time=END - 0.5 * STEP, step_size=STEP)
    every = round(SAMPLE / STEP)
    names = [f"{component}.{name}" for component, name in COMPARED]
    found = np.array([list(row) for row in result[names]])[every - 1 :: every]
    assert found == pytest.approx(sampled(master(archive, STEP)), rel=SAME, abs=SAME)
    assert 0.0 < error(found, expected) < LARGEST


def test_the_coupling_error_is_of_first_order(archive, expected):
    errors = [error(sampled(Libcosim(archive, step)), expected) for step in (0.5 * STEP, 0.25 * STEP)]
    assert HALVED[0] < errors[1] / errors[0] < HALVED[1], errors
