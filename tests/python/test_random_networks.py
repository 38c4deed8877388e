"""Random networks in all ways of moving them: Co-Simulation at two communication steps, Model Exchange under CVode, `moreau` at
two steps.

LUZTAR_DRAWN_NETWORKS draws more of them, LUZTAR_DRAWN_SEED other ones.
"""

import os
import tomllib
from pathlib import Path

import numpy as np
import pytest

from random_check import STEPPED, checked
from random_compare import Known, difference
from random_networks import Network
from random_runs import model_of, stepped
from random_steps import STEPS, energy, stepped_in_time

FIRST = int(os.environ.get("LUZTAR_DRAWN_SEED", "0"))
COUNT = int(os.environ.get("LUZTAR_DRAWN_NETWORKS", "140"))
CHUNK = 10

# Part of the duration, of all networks of a chunk, over which each comparison must be possible.
COMPARED = {"steps": 0.85, "exchange": 0.7, "convergence": 0.7}

KNOWN = tomllib.loads((Path(__file__).parent / "random_known.toml").read_text(encoding="utf-8"))["network"]


def is_known(finding, known):
    """True if the finding is one that the list has, of about its size."""
    one = finding.difference
    same = (known["seed"], known["kind"], known["quantity"]) == (finding.seed, finding.kind, one.quantity)
    return same and 0.5 * known["size"] <= one.size <= 2.0 * known["size"]


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, CHUNK))
def test_networks_move_alike_in_all_ways(first, tmp_path):
    seeds = range(first, min(first + CHUNK, FIRST + COUNT))
    checks = [checked(seed, tmp_path) for seed in seeds]
    found = [finding for check in checks for finding in check.findings]
    assert not [str(finding) for finding in found if not any(is_known(finding, known) for known in KNOWN)]
    for kind, least in COMPARED.items():
        parts = [check.compared[kind] for check in checks if kind in check.compared]
        assert np.mean(parts or [1.0]) >= least, (kind, parts)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known["seed"])
def test_known_differences_remain(known, tmp_path):
    assert known["reason"] and known["since"]
    findings = checked(known["seed"], tmp_path).findings
    assert any(is_known(finding, known) for finding in findings), [str(finding) for finding in findings]


def test_a_network_that_is_another_one_is_found():
    """Numbers that are 1e-6 other ones differ by more than what is permitted between two communication steps."""
    found = 0
    for seed in range(20):
        network, other = Network(seed), Network(seed, 1e-6)
        motions = [stepped(model_of(one), one) for one in (network, other)]
        found += difference(network, *motions, STEPPED[0], Known()) is not None
    assert found >= 18, found


def test_energy_from_nowhere_is_found():
    """A slider on a spring gains energy if its mass is taken for a greater one than it has."""
    found = 0
    for seed in (1, 2, 3, 4):
        network = Network(seed)
        network.masses = {name: 1.01 * mass for name, mass in network.masses.items()}
        if network.steps:
            found += energy(network, stepped_in_time(model_of(network), network, STEPS[0])) is not None
    assert found > 0
