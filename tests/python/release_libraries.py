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


def test_wheels_are_named_for_the_c_library_that_they_need(tmp_path):
    """The check of tools/release takes what is linked for the old C library, and refuses what asks for a newer one."""
    check = [ROOT / "target/release-tools/bin/python", ROOT / "tools/wheel_check"]
    tag = "manylinux_2_17_x86_64"

    def checked(program):
        wheel = tmp_path / f"luztar-{program.name}-{tag}.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.write(program, f"luztar/{program.name}")
        return subprocess.run([*check, wheel, tag], capture_output=True, text=True)

    assert checked(Path(os.environ["LUZTAR_PLATFORMS"]) / "linux64/libluztar.so").returncode == 0
    # Made for this machine, whose C library is younger.
    here = checked(LUZTAR)
    assert here.returncode == 1 and "GLIBC_2." in here.stderr and f"newer than {tag}" in here.stderr, here.stderr
