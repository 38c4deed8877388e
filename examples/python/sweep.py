"""A parameter sweep on the workers of a Dask cluster: where does a slider on a moving belt stick and slip?

luztar build examples/networks/BlockOnBelt.toml && python examples/python/sweep.py --workers 2

It takes FMPy, and for clusters dask and distributed. Without --workers it runs here, one case after another. With
--scheduler tcp://HOST:8786 it runs on a cluster of many machines: start `dask scheduler` on one of them and
`dask worker tcp://HOST:8786` on each; they need FMPy and nothing of luztar, since the FMU is sent to them. Every case
is a run of its own, so that the results are the same to the last bit, whoever computes them.
"""

import argparse
import csv
import sys
import tempfile
from contextlib import contextmanager
from itertools import product
from pathlib import Path

FMU = Path("target/fmu/BlockOnBelt.fmu")
# Velocities of the belt in m/s, and static friction in N beside 1 N of kinetic friction.
VELOCITIES = [0.025 * k for k in range(1, 17)]
FRICTIONS = [1.1, 1.3, 1.5, 1.7]
# Simulated time and communication step, s. Transitions are found inside a step.
END, STEP = 60.0, 1.0

OUTPUTS = ["belt.stickToSlipCount", "belt.lastEventTime", "belt.dissipatedEnergy"]
COLUMNS = ["belt velocity", "static friction", "slips", "last transition", "dissipated energy"]


def run(archive, cases):
    """Runs pairs (belt velocity, static friction) with the FMU whose bytes are `archive`; a row of results for each."""
    from fmpy import extract, read_model_description
    from fmpy.simulation import instantiate_fmu

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "unit.fmu")
        path.write_bytes(archive)
        description = read_model_description(path)
        fmu = instantiate_fmu(extract(path, Path(folder, "unit")), description, "CoSimulation")
        references = {v.name: v.valueReference for v in description.modelVariables}
        slips, *reals = (references[name] for name in OUTPUTS)
        rows = []
        for velocity, friction in cases:
            fmu.reset()
            for name in ("belt.surfaceVelocity", "slider.velocity0"):
                fmu.setReal([references[name]], [velocity])
            fmu.setReal([references["belt.staticFriction"]], [friction])
            fmu.setupExperiment()
            fmu.enterInitializationMode()
            fmu.exitInitializationMode()
            for step in range(round(END / STEP)):
                fmu.doStep(step * STEP, STEP)
            rows.append([velocity, friction, *fmu.getInteger([slips]), *fmu.getReal(reals)])
        fmu.freeInstance()
    return rows


@contextmanager
def client(options):
    """A client of the cluster that the options name: one on this machine, or one that is there already."""
    from dask.distributed import Client, LocalCluster

    if options.scheduler:
        with Client(options.scheduler) as remote:
            yield remote
    else:
        with LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster:
            with Client(cluster) as local:
                yield local


def sweep(options):
    """All rows, in the order of the cases. Each task takes the cases of one belt velocity."""
    archive = FMU.read_bytes()
    tasks = [list(product([velocity], FRICTIONS)) for velocity in VELOCITIES]
    if options.workers or options.scheduler:
        with client(options) as cluster:
            sent = cluster.scatter(archive, broadcast=True)
            found = cluster.gather([cluster.submit(run, sent, task) for task in tasks])
    else:
        found = [run(archive, task) for task in tasks]
    return [row for rows in found for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, help="processes of a cluster on this machine")
    where.add_argument("--scheduler", help="address of a cluster's scheduler, such as tcp://HOST:8786")
    rows = csv.writer(sys.stdout)
    rows.writerow(COLUMNS)
    rows.writerows(sweep(parser.parse_args()))


if __name__ == "__main__":
    main()
