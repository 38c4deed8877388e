"""GearTrain in each of its reductions: a build option, by which an FMU has other bodies and contacts."""

import functools
import subprocess
import zipfile

import numpy as np
import pytest
from fmpy import read_model_description, simulate_fmu
from fmpy.validation import validate_fmu

from conftest import LUZTAR

ROTORS = ["psi.angularVelocity", "phi.angularVelocity"]
SHAFTS = ["psiDelta.force", "gammaPhi.force"]

# Ratio of the gear.
RATIO = 2.0


@pytest.fixture(scope="module")
def reduced(tmp_path_factory):
    """Path of the FMU of a reduction."""

    @functools.cache
    def path(reduction):
        out = tmp_path_factory.mktemp(f"reduction{reduction}")
        arguments = ["build", "GearTrain", "--set", f"reduction={reduction}", "--out", out]
        subprocess.run([LUZTAR, *arguments], check=True, capture_output=True)
        return out / "GearTrain.fmu"

    return path


@pytest.mark.parametrize("reduction, wheels", [(0, 2), (1, 2), (2, 0), (3, 0)])
def test_every_reduction_validates_and_runs(reduced, reduction, wheels):
    fmu = reduced(reduction)
    assert validate_fmu(str(fmu)) == []
    names = {variable.name for variable in read_model_description(str(fmu)).modelVariables}
    assert sum(f"{wheel}.angle" in names for wheel in ["delta", "gamma"]) == wheels
    with zipfile.ZipFile(fmu) as archive:
        assert f"default = {reduction}\n" in archive.read("resources/network.toml").decode()
    run = simulate_fmu(str(fmu), stop_time=2.0, output=ROTORS + SHAFTS)
    assert all(np.isfinite(run[name]).all() for name in ROTORS + SHAFTS)
    assert (run["psi.angularVelocity"][-100:] > 1.0).all()
    assert np.ptp(run["phi.angularVelocity"]) > 0.1
    if not wheels:
        # Nothing between the shafts takes up torque.
        assert run["gammaPhi.force"] == pytest.approx(RATIO * run["psiDelta.force"], rel=1e-12)


def test_every_reduction_has_its_own_guid(reduced):
    guids = {read_model_description(str(reduced(reduction))).guid for reduction in range(4)}
    assert len(guids) == 4
