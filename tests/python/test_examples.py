"""The examples run as their first lines say, and print the truth. The one in C: tests/fmi2_c.rs."""

import math
import subprocess
import sys

import pytest

from catalogue import ROOT
from conftest import LUZTAR

NETWORKS = sorted((ROOT / "examples/networks").glob("*.toml"), key=lambda path: path.stem)


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("file", NETWORKS, ids=lambda path: path.stem)
def test_networks_are_right_and_become_verified_fmus(file, tmp_path):
    run(LUZTAR, "check", file, cwd=tmp_path)
    told = run(LUZTAR, "build", file, cwd=tmp_path)
    assert (tmp_path / f"target/fmu/{file.stem}.fmu").is_file()
    assert "yes" in told


def test_python_tells_the_last_transition(tmp_path):
    run(LUZTAR, "build", ROOT / "examples/networks/SpringMass.toml", cwd=tmp_path)
    rows = run(sys.executable, ROOT / "examples/python/spring_mass.py", cwd=tmp_path).splitlines()
    *_, state, transition = rows[-1].split()
    assert state == "stuck"
    assert float(transition) == pytest.approx(3 * math.pi / 10, abs=1e-9, rel=0)
