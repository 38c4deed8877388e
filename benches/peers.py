"""Time of SciPy's bounded least squares and of OSQP on the chains of the bench `chain`, beside the kernel's.

    cargo bench --bench chain -- /tmp/chains
    pip install numpy scipy osqp
    python benches/peers.py /tmp/chains

Both solve the dual of Gauss's principle, min |K^-1/2 (f - B' lambda)|^2 / 2 within the limits, at their
default tolerances. The last column is the largest difference of the accelerations from SciPy's.
"""

import sys
import time
from pathlib import Path

import numpy as np
import osqp
import scipy.sparse as sparse
from scipy.optimize import lsq_linear


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


def main(folder):
    print(f"{'chain':24}{'kernel, ms':>12}{'scipy, ms':>12}{'ratio':>10}{'osqp, ms':>12}{'ratio':>10}{'|da|':>10}")
    for path in sorted(folder.glob("chain_*.csv"), key=lambda path: path.stat().st_size):
        mass, force, matrix, limits, own = read(path)
        seconds, motions = [], []
        for solve in (bounded_least_squares, operator_splitting):
            start = time.perf_counter()
            forces = solve(mass, force, matrix, limits)
            seconds.append(time.perf_counter() - start)
            motions.append((force - matrix.T @ forces) / mass)
        difference = np.abs(motions[0] - motions[1]).max()
        columns = "".join(f"{1e3 * other:12.1f}{other / own:10.0f}" for other in seconds)
        print(f"{path.stem:24}{1e3 * own:12.3f}{columns}{difference:10.1e}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
