"""The model description and the archive, as other tools and the rules of FMI 2.0 see them."""

import re
import zipfile

import pytest
from fmpy import read_model_description

from catalogue import UNITS
from validators import faults, is_schema_strict

# Lengths that every importer takes.
LONGEST_NAME = 63
LONGEST_IDENTIFIER = 40

CATEGORIES = {
    "logEvents", "logStatusWarning", "logStatusDiscard", "logStatusError", "logStatusFatal", "logAll",
}


every_unit = pytest.mark.parametrize("unit", UNITS)


@every_unit
def test_schema_fmpy_and_fmutool_find_no_problem(unit, fmu):
    assert faults(fmu(unit), 2) == []


def test_the_schema_refuses_an_attribute_that_it_does_not_know(fmu):
    assert is_schema_strict(fmu("SingleMassFriction"), 2, b"ScalarVariable")


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
        "modelDescription.xml", "model.png", "documentation/index.html", "resources/network.bin", "resources/network.toml",
        f"binaries/linux64/{unit}.so",
    }
    assert expected <= set(entries)
    assert any(name.startswith("documentation/licenses/") for name in entries)
    for name, entry in entries.items():
        assert entry.compress_type in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED), name
        assert (entry.external_attr >> 28) != 0o12, f"{name} is a link"
        assert "\\" not in name and not name.startswith("/") and ".." not in name.split("/")
