"""Runs an example in the way that its first lines tell a reader."""

import ast
import os
import subprocess
import sys
from pathlib import Path

from catalogue import ROOT
from conftest import LUZTAR


def run_as_told(example, folder, more=""):
    """What the command in the docstring of examples/`example` prints, run in `folder`, with `more` options after it."""
    text = ast.get_docstring(ast.parse((ROOT / "examples" / example).read_text()))
    [command] = [line for line in text.splitlines() if line.startswith("luztar ")]
    if not (folder / "examples").exists():
        (folder / "examples").symlink_to(ROOT / "examples")
    path = os.pathsep.join([str(LUZTAR.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-c", f"{command} {more}"], cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
