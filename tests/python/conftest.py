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
