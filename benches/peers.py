"""Time of SciPy's bounded least squares, of OSQP and of cut pursuit on networks of the bench `chain`, beside the kernel's.

    cargo bench --bench chain -- /tmp/chains
    python3 -m venv /tmp/peers
    /tmp/peers/bin/pip install "numpy<2" scipy osqp pycut-pursuit
    /tmp/peers/bin/python benches/peers.py /tmp/chains          networks of up to 1000 bodies
    /tmp/peers/bin/python benches/peers.py /tmp/chains 10000    larger ones as well: minutes of SciPy

SciPy and OSQP solve the dual of Gauss's principle, min |K^-1/2 (f - B' lambda)|^2 / 2 within the limits, at their
default tolerances, on chains. Cut pursuit (L. Landrieu, G. Obozinski, SIAM J. Imaging Sci. 10, 2017) solves the
principle itself, min a'K a / 2 - f'a + sum of limit |slip|, on chains and grids, with its default tolerance of 1e-4 and
with one of 1e-8; version 0.1.4 needs NumPy 1. A time is the least of some solves, or of one that is long. A solver that is not installed is left out, and
said to be; without SciPy's sparse matrices there is nothing to compare. |da| is the largest difference of accelerations from the kernel's, which leaves round-off.
"""

import argparse
import os
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

# One thread, as the kernel has, which those that wait for others would take the time of.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

try:
    import numpy as np
    import scipy.sparse as sparse
    from scipy.optimize import lsq_linear
except ImportError as missing:
    sys.exit(f"{missing.name} is not installed: nothing to compare (see the head of this file)")
try:
    import osqp
except ImportError:
    osqp = None
try:
    from pycut_pursuit.cp_d1_ql1b import cp_d1_ql1b
except ImportError:
    cp_d1_ql1b = None

# Relative changes of an iterate at which cut pursuit stops.
TOLERANCES = [1e-4, 1e-8]

# Most solves of which the fastest counts, and seconds after which no other begins.
SOLVES = 5
ENOUGH = 2.0


@dataclass
class Network:
    """Masses, forces, contacts (second body -1: the ground), and the kernel's motion and time."""

    mass: np.ndarray
    force: np.ndarray
    ends: np.ndarray
    limits: np.ndarray
    motion: np.ndarray
    seconds: float

    @property
    def matrix(self):
        """B"""
        pairs = self.ends[:, 1] >= 0
        rows = np.arange(len(self.limits))
        row = np.concatenate([rows, rows[pairs]])
        column = np.concatenate([self.ends[:, 0], self.ends[pairs, 1]])
        value = np.concatenate([np.ones(len(rows)), -np.ones(pairs.sum())])
        return sparse.csr_matrix((value, (row, column)), shape=(len(rows), len(self.mass)))

    def moved_by(self, forces):
        return (self.force - self.matrix.T @ forces) / self.mass


def read(path):
    rows = [line.split(",") for line in path.read_text().splitlines()]
    cut = next(index for index, row in enumerate(rows) if row == ["contacts"])
    bodies = np.array(rows[:cut], dtype=float)
    contacts = np.array(rows[cut + 1 : -1], dtype=float)
    ends = contacts[:, :2].astype(int)
    mass, force, motion = bodies.T.copy()
    return Network(mass, force, ends, contacts[:, 2], motion, float(rows[-1][0]))


def bounded_least_squares(network):
    root = np.sqrt(network.mass)
    scaled = sparse.csr_matrix(sparse.diags(1 / root) @ network.matrix.T)
    limits = network.limits
    return network.moved_by(lsq_linear(scaled, network.force / root, (-limits, limits)).x)


def operator_splitting(network):
    weighted = network.matrix @ sparse.diags(1 / network.mass)
    solver = osqp.OSQP()
    solver.setup(
        P=sparse.csc_matrix(sparse.triu(weighted @ network.matrix.T)),
        q=-weighted @ network.force,
        A=sparse.eye(len(network.limits), format="csc"),
        l=-network.limits,
        u=network.limits,
        verbose=False,
    )
    return network.moved_by(solver.solve().x)


def cut_pursuit(network, tolerance):
    bodies, ground = len(network.mass), network.ends[:, 1] < 0
    order = np.argsort(network.ends[~ground, 0], kind="stable")
    pairs, weights = network.ends[~ground][order], network.limits[~ground][order]
    first = np.searchsorted(pairs[:, 0], np.arange(bodies + 1))
    held = np.zeros(bodies)
    np.add.at(held, network.ends[ground, 0], network.limits[ground])
    parts, levels, *_ = cp_d1_ql1b(
        network.force,
        network.mass,
        first.astype(np.uint32),
        pairs[:, 1].astype(np.uint32),
        edge_weights=weights,
        l1_weights=held,
        cp_dif_tol=tolerance,
        cp_it_max=100,
        verbose=0,
        max_num_threads=1,
    )
    return levels[parts]


def networks(folder, largest):
    """Files of networks with their names and numbers of bodies."""
    found = []
    for path in folder.glob("*_*.csv"):
        kind, bodies = path.stem.split("_")
        if int(bodies) <= largest:
            found.append((kind, int(bodies), path))
    return sorted(found)


def timed(solve, network):
    """Seconds of the fastest solve, and what it gives."""
    begin, fastest = time.perf_counter(), np.inf
    for _ in range(SOLVES):
        start = time.perf_counter()
        motion = solve(network)
        end = time.perf_counter()
        fastest = min(fastest, end - start)
        if end - begin > ENOUGH:
            break
    return fastest, motion


def main(folder, largest):
    of_chains = {"scipy": bounded_least_squares}
    if osqp is None:
        print("osqp cannot be imported, and is left out")
    else:
        of_chains["osqp"] = operator_splitting
    of_all = {f"cut pursuit {t:g}": partial(cut_pursuit, tolerance=t) for t in TOLERANCES}
    if cp_d1_ql1b is None:
        print("pycut_pursuit cannot be imported, and is left out")
        of_all = {}
    found = networks(folder, largest)
    if not found:
        sys.exit(f"no networks of up to {largest} bodies in {folder}: write them with the bench `chain`")
    print(f"{'network':8}{'bodies':>8}{'kernel, ms':>12}  {'peer':18}{'ms':>12}{'ratio':>10}{'|da|':>10}")
    for kind, bodies, path in found:
        network = read(path)
        for name, solve in ((of_chains if kind == "chain" else {}) | of_all).items():
            seconds, motion = timed(solve, network)
            error = np.abs(motion - network.motion).max()
            own = f"{kind:8}{bodies:8}{1e3 * network.seconds:12.3f}"
            times = f"{1e3 * seconds:12.1f}{seconds / network.seconds:10.0f}"
            print(f"{own}  {name:18}{times}{error:10.1e}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the bench `chain` wrote the networks")
    bodies = "bodies of the largest network to solve (1000)"
    parser.add_argument("largest", type=int, nargs="?", default=1000, help=bodies)
    arguments = parser.parse_args()
    main(arguments.folder, arguments.largest)
