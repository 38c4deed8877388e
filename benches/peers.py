"""Time of SciPy's bounded least squares and of OSQP on the chains of the bench `chain`, beside the kernel's.

    cargo bench --bench chain -- /tmp/chains
    python3 -m venv /tmp/peers
    /tmp/peers/bin/pip install numpy scipy osqp
    /tmp/peers/bin/python benches/peers.py /tmp/chains          chains of 100 and 1000 bodies
    /tmp/peers/bin/python benches/peers.py /tmp/chains 10000    larger ones as well: minutes of SciPy

Both solve the dual of Gauss's principle, min |K^-1/2 (f - B' lambda)|^2 / 2 within the limits, at their
default tolerances, which are looser than the kernel's round-off. A solver that is not installed is left
out; OSQP alone needs SciPy's sparse matrices too, so without SciPy there is nothing to compare. The last
column is the largest difference between the accelerations of the two.
"""

import argparse
import sys
import time
from pathlib import Path

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


def read(path):
    """Masses, forces, B, limits and the kernel's time."""
    rows = [line.split(",") for line in path.read_text().splitlines()]
    bodies = np.array([row for row in rows if len(row) == 2], dtype=float)
    contacts = [row for row in rows if len(row) == 3]
    entries = []
    for index, (i, j, _) in enumerate(contacts):
        entries.append((index, int(i), 1.0))
        if int(j) >= 0:
            entries.append((index, int(j), -1.0))
    row, column, value = zip(*entries)
    matrix = sparse.csr_matrix((value, (row, column)), shape=(len(contacts), len(bodies)))
    limits = np.array([float(limit) for _, _, limit in contacts])
    return bodies[:, 0], bodies[:, 1], matrix, limits, float(rows[-1][0])


def bounded_least_squares(mass, force, matrix, limits):
    root = np.sqrt(mass)
    scaled = sparse.csr_matrix(sparse.diags(1 / root) @ matrix.T)
    return lsq_linear(scaled, force / root, (-limits, limits)).x


def operator_splitting(mass, force, matrix, limits):
    weighted = matrix @ sparse.diags(1 / mass)
    solver = osqp.OSQP()
    solver.setup(
        P=sparse.csc_matrix(sparse.triu(weighted @ matrix.T)),
        q=-weighted @ force,
        A=sparse.eye(len(limits), format="csc"),
        l=-limits,
        u=limits,
        verbose=False,
    )
    return solver.solve().x


def chains(folder, largest):
    """Files of chains by their number of bodies."""
    paths = [(int(path.stem.removeprefix("chain_")), path) for path in folder.glob("chain_*.csv")]
    return sorted((bodies, path) for bodies, path in paths if bodies <= largest)


def main(folder, largest):
    peers = {"scipy": bounded_least_squares}
    if osqp is None:
        print("osqp is not installed: SciPy alone", file=sys.stderr)
    else:
        peers["osqp"] = operator_splitting
    found = chains(folder, largest)
    if not found:
        sys.exit(f"no chains of up to {largest} bodies in {folder}: write them with the bench `chain`")
    heads = "".join(f"{name + ', ms':>12}{'ratio':>10}" for name in peers)
    print(f"{'bodies':>10}{'kernel, ms':>12}{heads}" + (f"{'|da|':>10}" if len(peers) > 1 else ""))
    for bodies, path in found:
        mass, force, matrix, limits, own = read(path)
        columns, motions = "", []
        for solve in peers.values():
            start = time.perf_counter()
            forces = solve(mass, force, matrix, limits)
            seconds = time.perf_counter() - start
            columns += f"{1e3 * seconds:12.1f}{seconds / own:10.0f}"
            motions.append((force - matrix.T @ forces) / mass)
        if len(motions) > 1:
            columns += f"{np.abs(motions[0] - motions[1]).max():10.1e}"
        print(f"{bodies:10}{1e3 * own:12.3f}{columns}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the bench `chain` wrote the chains")
    bodies = "bodies of the largest chain to solve (1000)"
    parser.add_argument("largest", type=int, nargs="?", default=1000, help=bodies)
    arguments = parser.parse_args()
    main(arguments.folder, arguments.largest)
