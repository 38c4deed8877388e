"""The JSON Schema of network files: what luztar takes fits it, and slips of writing do not."""

import copy
import json
import subprocess
import tomllib

import jsonschema
import pytest

from catalogue import ROOT
from conftest import LUZTAR

SCHEMA = json.loads((ROOT / "docs/luztar.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
FOLDERS = ["modelDescription", "examples/networks", "examples/mechanisms", "examples/ssp", "tests/networks", "tests/python/networks"]
FILES = sorted(file for folder in FOLDERS for file in (ROOT / folder).glob("*.toml"))

NETWORK = tomllib.loads("""
[model]
name = "Slider"
equations = [{ text = "m·z'' = −F", when = "n > 1" }]
[option]
n = { default = 1, min = 1 }
[constant]
weight = "2 kg*9.81 m/s^2"
half = 0.5
[experiment]
stopTime = 2.0
[body.slider]
mass = { value = 1.0, max = 2.0 }
force = { input = true, start = 1.0 }
excitation = { amplitude = 1.0, angularFrequency = 2.0 }
[contact.floor]
between = ["slider"]
law = "coulomb"
kineticFriction = 3.0
[spring.leaf]
between = ["slider"]
stiffness = 100.0
[damper.air]
between = "slider"
damping = 0.1
""")

# Every table of the network.
TABLES = [
    [], ["model"], ["model", "equations", 0], ["option", "n"], ["experiment"], ["body", "slider"],
    ["body", "slider", "mass"], ["body", "slider", "force"], ["body", "slider", "excitation"],
    ["contact", "floor"], ["spring", "leaf"], ["damper", "air"],
]


def at(network, path):
    """The table behind the keys of `path`."""
    for key in path:
        network = network[key]
    return network


def test_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_networks_that_luztar_takes_fit(file):
    jsonschema.validate(tomllib.loads(file.read_text()), SCHEMA, cls=jsonschema.Draft202012Validator)


def blocks(page):
    """What stands in the blocks of TOML of a page."""
    return [block.split("```")[0] for block in (ROOT / page).read_text().split("```toml\n")[1:]]


def test_files_of_the_manual_fit():
    text = "".join(blocks("docs/network-format.md")[:-1])
    jsonschema.validate(tomllib.loads(text), SCHEMA, cls=jsonschema.Draft202012Validator)


def test_files_that_show_elements_fit():
    for text in blocks("docs/elements.md"):
        network = tomllib.loads(text)
        jsonschema.validate(network, SCHEMA, cls=jsonschema.Draft202012Validator)
        (kind,) = network.keys() - {"model", "body"}
        for key in list(network[kind]["middle"]):
            without = copy.deepcopy(network)
            without[kind]["middle"][key + "s"] = without[kind]["middle"].pop(key)
            assert not VALIDATOR.is_valid(without), f"{kind} takes `{key}s`"


def test_the_network_of_these_tests_fits():
    assert VALIDATOR.is_valid(NETWORK)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: ".".join(map(str, path)) or "file")
def test_misspelt_keys_do_not_fit(path):
    network = copy.deepcopy(NETWORK)
    table = at(network, path)
    for key in list(table):
        if key in ("slider", "n"):
            continue
        value = table.pop(key)
        table[key + "s"] = value
        assert not VALIDATOR.is_valid(network), f"{path} takes `{key}s`"
        del table[key + "s"]
        table[key] = value


@pytest.mark.parametrize("path, value", [
    (["contact", "floor", "law"], "coulom"),
    (["contact", "floor", "kineticFriction"], -1.0),
    (["contact", "floor", "stribeckVelocity"], 0.1),
    (["contact", "floor", "regularisation"], "arctan"),
    (["contact", "floor", "between"], ["a", "b", "c"]),
    (["body", "slider", "mass"], -1.0),
    (["body", "slider", "mass"], "input"),
    (["body", "slider", "mass"], [1.0, 2.0]),
    (["body", "slider", "force"], 1.0),
    (["body", "slider", "motion"], "given"),
    (["body", "slider", "repeat"], {"i": [1]}),
    (["spring", "leaf", "backlash"], -0.1),
    (["model", "name"], "2 masses"),
    (["experiment", "stopTime"], 0.0),
    (["body", "slider", "mass"], ""),
    (["constant", "half"], True),
    (["constant"], {"2half": 1.0}),
    (["experiment", "method"], "euler"),
])
def test_values_that_luztar_refuses_do_not_fit(path, value, tmp_path):
    network = copy.deepcopy(NETWORK)
    at(network, path[:-1])[path[-1]] = value
    assert not VALIDATOR.is_valid(network)


@pytest.mark.parametrize("path", [
    ["body", "slider", "mass"], ["body", "slider", "mass", "max"], ["body", "slider", "force", "start"],
    ["body", "slider", "excitation", "amplitude"], ["contact", "floor", "kineticFriction"], ["spring", "leaf", "stiffness"],
    ["damper", "air", "damping"], ["experiment", "stopTime"], ["constant", "half"],
], ids=".".join)
def test_formulas_fit_in_place_of_numbers(path):
    network = copy.deepcopy(NETWORK)
    at(network, path[:-1])[path[-1]] = "2*half"
    assert VALIDATOR.is_valid(network)


LAW = tomllib.loads("""
friction = "mu0/(1 + x/v0)"
static = "friction(0)"
[[parameter]]
name = "mu0"
measure = "friction"
[[parameter]]
name = "v0"
measure = "velocity"
range = "positive"
default = 0.1
[[rule]]
holds = "mu0 > 0"
text = "must be > 0"
parameters = ["mu0"]
[[scale]]
length = "v0"
""")


def test_laws_of_ones_own_fit():
    network = copy.deepcopy(NETWORK)
    network["law"] = {"rubber": LAW}
    network["contact"]["floor"] = {"between": ["slider"], "law": "rubber", "mu0": "2 N"}
    assert VALIDATOR.is_valid(network)


def test_laws_of_ones_own_may_have_a_force_of_states_in_place_of_friction():
    state = {"name": "bend", "symbol": "z", "measure": "length", "rate": "w", "unloaded": 0.0, "default": 0.0}
    law = {"force": "k*z", "state": [state], "parameter": [{"name": "k", "measure": "friction per length"}]}
    assert VALIDATOR.is_valid({**NETWORK, "law": {"brush": law}})


@pytest.mark.parametrize("path, value", [
    (["frictoin"], "1"),
    (["friction"], 1.0),
    (["behaviour"], "dahl"),
    (["parameter", 0, "measure"], "speed"),
    (["parameter", 0, "sort"], "friction"),
    (["parameter", 1, "range"], "> 0"),
    (["rule", 0, "parameters"], "mu0"),
    (["scale", 0, "length"], 0.1),
])
def test_wrong_laws_of_ones_own_do_not_fit(path, value):
    law = copy.deepcopy(LAW)
    at(law, path[:-1])[path[-1]] = value
    assert not VALIDATOR.is_valid({**NETWORK, "law": {"rubber": law}})


@pytest.mark.parametrize("key", ["friction", "parameter"])
def test_what_a_law_of_ones_own_needs_is_asked_for(key):
    law = copy.deepcopy(LAW)
    del (law if key == "friction" else law["parameter"][0])["friction" if key == "friction" else "measure"]
    assert not VALIDATOR.is_valid({**NETWORK, "law": {"rubber": law}})


def test_numbers_that_a_law_needs_are_asked_for():
    network = copy.deepcopy(NETWORK)
    del network["contact"]["floor"]["kineticFriction"]
    assert not VALIDATOR.is_valid(network)


def test_every_key_is_described():
    def described(table):
        for key, schema in table["properties"].items():
            assert schema.get("description"), f"{key} has no description"

    described(SCHEMA)
    tables = [table for table in SCHEMA["$defs"].values() if "properties" in table]
    assert len(tables) >= 9
    for table in tables:
        described(table)


def test_new_files_fit_and_name_the_schema(tmp_path):
    subprocess.run([LUZTAR, "new", tmp_path / "Feeder.toml"], check=True, capture_output=True)
    text = (tmp_path / "Feeder.toml").read_text()
    assert text.startswith("#:schema ./luztar.schema.json\n")
    assert json.loads((tmp_path / "luztar.schema.json").read_text()) == SCHEMA
    assert VALIDATOR.is_valid(tomllib.loads(text))
