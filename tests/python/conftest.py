"""The FMUs under test: those of `luztar build --all`, and networks of the tests, built when asked for."""

import os
import subprocess
from pathlib import Path

import pytest

from catalogue import ROOT

LUZTAR = Path(os.environ.get("LUZTAR", ROOT / "target/release/luztar"))
FMUS = ROOT / "target/fmu"
NETWORKS = [Path(__file__).parent / "networks", ROOT / "tests/networks", ROOT / "examples/networks"]


@pytest.fixture(scope="session")
def fmu():
    """Path of the FMU of a catalogue unit."""

    def path(unit):
        found = FMUS / f"{unit}.fmu"
        assert found.is_file(), f"{found} is missing: cargo run --release -- build --all"
        return found

    return path


@pytest.fixture(scope="session")
def fmu3(tmp_path_factory):
    """Path of the FMU of a catalogue unit for FMI 3.0, with terminals."""
    out = tmp_path_factory.mktemp("three")
    subprocess.run([LUZTAR, "build", "--all", "--fmi", "3", "--terminals", "--out", out], check=True, capture_output=True)
    return lambda unit: out / f"{unit}.fmi3.fmu"


@pytest.fixture(scope="session")
def network3(tmp_path_factory):
    """Path of the FMU of a network file of the tests or the examples for FMI 3.0, by the file's name."""
    out = tmp_path_factory.mktemp("networks3")

    def path(name):
        file = next(f for folder in NETWORKS if (f := folder / f"{name}.toml").is_file())
        subprocess.run([LUZTAR, "build", file, "--fmi", "3", "--out", out / name], check=True, capture_output=True)
        [built] = (out / name).glob("*.fmi3.fmu")
        return built

    return path


@pytest.fixture(scope="session")
def network(tmp_path_factory):
    """Path of the FMU of a network file of the tests or the examples, by the file's name."""
    directory = tmp_path_factory.mktemp("networks")
    built = {}

    def path(name):
        if name not in built:
            file = next(f for folder in NETWORKS if (f := folder / f"{name}.toml").is_file())
            out = directory / name
            subprocess.run([LUZTAR, "build", file, "--out", out], check=True, capture_output=True)
            [built[name]] = out.glob("*.fmu")
        return built[name]

    return path
