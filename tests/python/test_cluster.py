"""Sweeps of the Python module on a Dask cluster, whose workers are processes of their own."""

import luztar
import pytest
from distributed import LocalCluster

@pytest.fixture
def cluster():
    """The address of a scheduler."""
    with LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as made:
        yield made.scheduler_address


def test_motions_on_a_cluster_are_those_made_here(cluster):
    model = luztar.Model("SingleMassFriction")
    vary = {"body.mass": [1.0, 2.0], "body.velocity0": [0.5, 1.0]}
    here = model.sweep(vary, stop=1.0)
    there = model.sweep(vary, stop=1.0, cluster=cluster)
    assert [point for point, _ in there] == [point for point, _ in here]
    for (_, mine), (_, other) in zip(here, there):
        assert mine.events == other.events
        assert all((mine[name] == other[name]).all() for name in mine)
    # A fault comes back whole.
    with pytest.raises(luztar.ArgumentError, match="body.mass"):
        model.sweep({"body.mass": [-1.0]}, cluster=cluster)
