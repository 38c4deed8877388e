"""The program works without the tree that it was built in: `cargo install` takes the program alone."""

import shutil
import subprocess

from conftest import LUZTAR
from catalogue import ROOT


def test_program_alone_builds_verified_fmus(tmp_path):
    program = tmp_path / "bin" / LUZTAR.name
    program.parent.mkdir()
    shutil.copy(LUZTAR, program)
    shutil.copy(ROOT / "examples/networks/SpringMass.toml", tmp_path)
    done = subprocess.run([program, "build", "SpringMass.toml"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "yes: " in done.stdout, done.stderr
    assert (tmp_path / "target/fmu/SpringMass.fmu").is_file()
