"""Terminals, icons and reference data in FMUs of both versions."""

import csv
import io
import subprocess
import zipfile

import pytest
from fmpy import read_model_description, simulate_fmu
from lxml import etree

from catalogue import UNITS
from conftest import LUZTAR
from validators import schema_faults

FOLDER = "extra/org.fmi-standard.fmi-ls-ref"
LAYERED = "{http://fmi-standard.org/fmi-ls-manifest}"

every_unit = pytest.mark.parametrize("unit", UNITS)


@pytest.fixture(params=[2, 3])
def built(request, fmu, fmu3):
    """Path of the FMU of a catalogue unit, of both versions."""
    return fmu if request.param == 2 else fmu3


@every_unit
def test_terminals_are_valid_and_name_variables(unit, fmu3):
    with zipfile.ZipFile(fmu3(unit)) as archive:
        tree = etree.fromstring(archive.read("terminalsAndIcons/terminalsAndIcons.xml"))
        assert archive.read("terminalsAndIcons/icon.png").startswith(b"\x89PNG")
        etree.fromstring(archive.read("terminalsAndIcons/icon.svg"))
    assert schema_faults("fmi3/fmi3TerminalsAndIcons", etree.tostring(tree)) == []
    assert tree.get("fmiVersion") == "3.0"
    variables = {v.name: v for v in read_model_description(str(fmu3(unit))).modelVariables}
    for terminal in tree.iter("Terminal"):
        members = {m.get("memberName"): m for m in terminal}
        assert len(members) == len(terminal), terminal.get("name")
        for member in terminal:
            assert variables[member.get("variableName")].causality in ("input", "output")
        flow = [m for m in terminal if m.get("variableKind") != "signal"]
        assert len(flow) == 1
        # A force that comes in is an input, and then the motion is an output; or the other way round.
        kind, force = flow[0].get("variableKind"), variables[flow[0].get("variableName")]
        assert (kind, force.causality) in [("inflow", "input"), ("outflow", "output")]
        for member in terminal:
            if member is not flow[0]:
                assert variables[member.get("variableName")].causality != force.causality


def test_units_that_can_be_joined_have_terminals(fmu3):
    with zipfile.ZipFile(fmu3("FreeplaySpring")) as archive:
        tree = etree.fromstring(archive.read("terminalsAndIcons/terminalsAndIcons.xml"))
    assert [t.get("name") for t in tree.iter("Terminal")] == ["body1", "body2"]


def test_fmus_of_fmi_2_have_terminals_where_they_are_asked_for(fmu, fmu3, tmp_path):
    def files(path):
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if name.startswith("terminalsAndIcons/")]
            return {name: archive.read(name) for name in names}

    unit = "FreeplaySpring"
    assert files(fmu(unit)) == {}
    subprocess.run([LUZTAR, "build", unit, "--terminals", "--out", tmp_path], check=True, capture_output=True)
    assert files(tmp_path / f"{unit}.fmu") == files(fmu3(unit)) != {}


def table(archive, name):
    rows = list(csv.reader(io.StringIO(archive.read(f"{FOLDER}/{name}").decode())))
    return rows[0], [[float(cell) for cell in row] for row in rows[1:]]


@every_unit
def test_reference_data_are_what_a_host_gets(unit, built):
    path = str(built(unit))
    with zipfile.ZipFile(path) as archive:
        manifest = etree.fromstring(archive.read(f"{FOLDER}/fmi-ls-manifest.xml"))
        assert manifest.tag == "fmiReferences"
        assert manifest.get(f"{LAYERED}fmi-ls-name") == "org.fmi-standard.fmi-ls-ref"
        files = {related.get("role"): related.get("source") for related in manifest.iter("Related")}
        names = set(archive.namelist())
        assert all(f"{FOLDER}/{source}" in names for source in files.values())
        assert "documentation/fmi-ls-ref.txt" in names
        header, rows = table(archive, files["result"])
        same, [bounds] = table(archive, files["report"])
        inputs = table(archive, files["testcase"])[0][1:] if "testcase" in files else []
    assert same == header and header[0] == "time"
    model = read_model_description(path)
    assert inputs == [v.name for v in model.modelVariables if v.causality == "input"]
    experiment = model.defaultExperiment
    assert rows[0][0] == 0.0 and rows[-1][0] == bounds[0] <= float(experiment.stopTime) + 1e-9
    times = [row[0] for row in rows]
    # Rows at transitions are left out.
    interval = min(later - earlier for earlier, later in zip(times, times[1:]))
    found = simulate_fmu(
        path, fmi_type="CoSimulation", output=header[1:], stop_time=rows[-1][0], output_interval=interval
    )
    by_point = {round(row["time"] / interval): row for row in found}
    found = [by_point[round(time / interval)] for time in times]
    for row, time in zip(found, times):
        assert row["time"] == pytest.approx(time, rel=1e-9)
    for place, name in enumerate(header[1:], 1):
        size = max(abs(reference[place]) for reference in rows)
        # The FMU moves at its own tolerance of 1e-10, a thousand times that of the data.
        allowed = 1000 * bounds[place] + 1e-9 * size
        errors = [abs(float(row[name]) - reference[place]) for row, reference in zip(found, rows)]
        assert max(errors) <= allowed, (name, max(errors), bounds[place])


def test_most_experiments_are_known_to_their_end(fmu):
    whole = 0
    for unit in UNITS:
        with zipfile.ZipFile(fmu(unit)) as archive:
            _, rows = table(archive, f"{unit}_out.csv")
        stop = float(read_model_description(str(fmu(unit))).defaultExperiment.stopTime)
        whole += rows[-1][0] > 0.99 * stop
    assert whole >= len(UNITS) - 2, whole
