"""FMPy runs an FMU with the release's library for Linux, which is linked for an old C library.

`tests/run platforms` makes the library and names its folder in LUZTAR_PLATFORMS.
"""

import os
import subprocess
import zipfile
from math import pi
from pathlib import Path

from fmpy import simulate_fmu
from fmpy.validation import validate_fmu

from catalogue import ROOT
from conftest import LUZTAR

# Event times at default settings, in s.
ACCURACY = 1e-9


def test_fmpy_runs_the_release_library(tmp_path):
    library = Path(os.environ["LUZTAR_PLATFORMS"]) / "linux64/libluztar.so"
    network = ROOT / "examples/networks/SpringMass.toml"
    subprocess.run([LUZTAR, "build", network, "--out", tmp_path, "--library", f"linux64={library}"], check=True)
    fmu = tmp_path / "SpringMass.fmu"
    with zipfile.ZipFile(fmu) as archive:
        assert archive.read("binaries/linux64/SpringMass.so") == library.read_bytes()
    assert validate_fmu(str(fmu)) == []

    result = simulate_fmu(str(fmu), stop_time=2.0, output_interval=0.1, output=["lastEventTime", "eventCount"])
    assert result["eventCount"][-1] == 3
    for reversal in (pi / 10, 2 * pi / 10, 3 * pi / 10):
        assert abs(result["lastEventTime"] - reversal).min() < ACCURACY
