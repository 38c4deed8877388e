"""The model description and the archive, as other tools and the rules of FMI 2.0 see them."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import fmpy
import pytest
from fmpy import read_model_description
from fmpy.validation import validate_fmu
from lxml import etree

from catalogue import UNITS

SCHEMA = Path(fmpy.__file__).parent / "schema/fmi2/fmi2ModelDescription.xsd"

# Lengths that every importer takes.
LONGEST_NAME = 63
LONGEST_IDENTIFIER = 40

CATEGORIES = {
    "logEvents", "logStatusWarning", "logStatusDiscard", "logStatusError", "logStatusFatal", "logAll",
}


every_unit = pytest.mark.parametrize("unit", UNITS)


@pytest.fixture(scope="module")
def schema():
    return etree.XMLSchema(etree.parse(SCHEMA))


def description(path):
    with zipfile.ZipFile(path) as archive:
        return archive.read("modelDescription.xml")


@every_unit
def test_it_is_valid_by_the_schema(unit, fmu, schema):
    schema.validate(etree.fromstring(description(fmu(unit))))
    assert not schema.error_log, str(schema.error_log)


def test_the_schema_refuses_an_attribute_that_it_does_not_know(fmu, schema):
    text = description(fmu("SingleMassFriction")).replace(b"<ScalarVariable ", b'<ScalarVariable x="1" ', 1)
    assert not schema.validate(etree.fromstring(text))


@every_unit
def test_fmpy_finds_no_problem(unit, fmu):
    assert validate_fmu(str(fmu(unit))) == []


@every_unit
def test_fmutool_finds_no_problem(unit, fmu):
    tool = Path(sys.executable).with_name("fmutool")
    told = subprocess.run([tool, "-input", fmu(unit), "-check"], capture_output=True, text=True)
    text = told.stdout + told.stderr
    assert told.returncode == 0, text
    assert "This FMU seems to be compliant with FMI-2.0" in text
    bad = [line for line in text.splitlines() if re.match(r"\s*(WARNING|ERROR|CRITICAL)", line)]
    assert bad == [], text


@every_unit
def test_names_and_capabilities(unit, fmu):
    read = read_model_description(str(fmu(unit)))
    assert read.coSimulation.modelIdentifier == unit
    assert re.fullmatch(r"[A-Za-z_]\w*", unit) and len(unit) <= LONGEST_IDENTIFIER
    assert read.variableNamingConvention == "structured"
    assert {category.name for category in read.logCategories} == CATEGORIES
    names = [v.name for v in read.modelVariables]
    assert max(map(len, names)) <= LONGEST_NAME
    references = [v.valueReference for v in read.modelVariables]
    assert len(set(references)) == len(references)
    assert all(v.description for v in read.modelVariables)
    assert read.coSimulation.canHandleVariableCommunicationStepSize
    assert read.coSimulation.canNotUseMemoryManagementFunctions


@every_unit
def test_derivatives_are_all_listed(unit, fmu):
    read = read_model_description(str(fmu(unit)))
    listed = {d.variable.name for d in read.derivatives}
    assert listed == {v.name for v in read.modelVariables if v.derivative is not None}


@every_unit
def test_units_of_derivatives_are_those_of_their_states_per_second(unit, fmu):
    read = read_model_description(str(fmu(unit)))
    bases = {u.name: u.baseUnit for u in read.unitDefinitions}

    def exponents(name):
        if name is None:
            return [0] * 8, 1.0
        base = bases[name]
        return [getattr(base, e) for e in ("kg", "m", "s", "A", "K", "mol", "cd", "rad")], base.factor

    for v in (v for v in read.modelVariables if v.derivative is not None):
        (of_state, state_factor), (of_rate, rate_factor) = exponents(v.derivative.unit), exponents(v.unit)
        of_state[2] -= 1
        assert (of_rate, rate_factor) == (of_state, state_factor), v.name


@every_unit
def test_the_archive_holds_what_it_should(unit, fmu):
    with zipfile.ZipFile(fmu(unit)) as archive:
        entries = {entry.filename: entry for entry in archive.infolist()}
        assert archive.testzip() is None
    expected = {
        "modelDescription.xml", "model.png", "documentation/index.html", "resources/network.toml",
        f"binaries/linux64/{unit}.so",
    }
    assert expected <= set(entries)
    assert any(name.startswith("documentation/licenses/") for name in entries)
    for name, entry in entries.items():
        assert entry.compress_type in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED), name
        assert (entry.external_attr >> 28) != 0o12, f"{name} is a link"
        assert "\\" not in name and not name.startswith("/") and ".." not in name.split("/")
