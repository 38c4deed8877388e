"""Tries a release on the machine that this runs on: the wheel that is installed, and FMUs in a folder.

    python tests/python/try_release.py FOLDER

FMPy runs every FMU of the folder, and one that the wheel makes here; where transitions have closed forms, they are compared."""

import math
import sys
import tempfile
from pathlib import Path

import luztar
import numpy as np
from fmpy import simulate_fmu

ROOT = Path(__file__).resolve().parents[2]
# Event times at default settings, in s.
ACCURACY = 1e-9


def moves(fmu):
    """Runs an FMU over its experiment; every output must be a finite number."""
    result = simulate_fmu(str(fmu))
    assert all(np.isfinite(result[name]).all() for name in result.dtype.names), fmu
    print(f"{fmu.name}: {len(result)} points to {result['time'][-1]} s")


def main():
    fmus = sorted(Path(sys.argv[1]).glob("*.fmu"))
    assert fmus, f"{sys.argv[1]} has no FMU"
    for fmu in fmus:
        moves(fmu)
    network = ROOT / "examples/networks/SpringMass.toml"
    reversals = [math.pi / 10, 2 * math.pi / 10, 3 * math.pi / 10]
    found = [event.time for event in luztar.Model(network).simulate().events]
    assert np.allclose(found, reversals, rtol=0, atol=ACCURACY), found
    with tempfile.TemporaryDirectory() as folder:
        made = luztar.Model(network).build(folder)
        moves(made)
        result = simulate_fmu(str(made), output_interval=0.1, output=["lastEventTime"])
        for time in reversals:
            assert abs(result["lastEventTime"] - time).min() < ACCURACY, time


if __name__ == "__main__":
    main()
