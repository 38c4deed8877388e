"""Sweeps of the Python module on a Dask cluster, whose workers are processes of their own."""

import sys

import pytest
from distributed import LocalCluster

from catalogue import ROOT
from conftest import LUZTAR

MODULE = str(ROOT / "python/src")


@pytest.fixture
def cluster(monkeypatch):
    """The address of a scheduler; workers find the module and the program under test."""
    for name, value in {"LUZTAR": str(LUZTAR.resolve()), "PYTHONPATH": MODULE}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.syspath_prepend(MODULE)
    with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as made:
        yield made.scheduler_address
    for name in [name for name in sys.modules if name.split(".")[0] == "luztar"]:
        del sys.modules[name]


def test_motions_on_a_cluster_are_those_made_here(cluster):
    import luztar

    vary = {"body.mass": [1.0, 2.0], "body.velocity0": [0.5, 1.0]}
    here = luztar.sweep("SingleMassFriction", vary, stop=1.0)
    there = luztar.sweep("SingleMassFriction", vary, stop=1.0, cluster=cluster)
    assert [point for point, _ in there] == [point for point, _ in here]
    for (_, mine), (_, other) in zip(here, there):
        assert mine.events == other.events
        assert all((mine[name] == other[name]).all() for name in mine)
    # A fault comes back whole.
    with pytest.raises(luztar.NetworkError) as fault:
        luztar.sweep('[unit]\nname = "X"\n[body.a]\nmass = -1.0\n', {"a.mass": [1.0]}, cluster=cluster)
    assert fault.value.diagnostics[0][1:3] == (4, 8)
