"""The examples run as their first lines say, and print the truth. Those in C: tests/c_programs/examples.rs; examples/ssp:
test_ssp.py."""

import csv
import json
import math
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from catalogue import ROOT
from conftest import LUZTAR
from host import Host
from told import run_as_told

FOLDERS = ["examples/networks", "examples/mechanisms"]
NETWORKS = sorted((path for folder in FOLDERS for path in (ROOT / folder).glob("*.toml")), key=lambda path: path.stem)


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("file", NETWORKS, ids=lambda path: path.stem)
def test_networks_are_right_and_become_verified_fmus(file, tmp_path):
    run(LUZTAR, "check", file, cwd=tmp_path)
    told = run(LUZTAR, "build", file, cwd=tmp_path)
    assert (tmp_path / f"target/fmu/{file.stem}.fmu").is_file()
    assert "yes" in told


def test_python_tells_the_last_transition(tmp_path):
    rows = run_as_told("python/spring_mass.py", tmp_path).splitlines()[-13:]
    *_, state, transition = rows[-1].split()
    assert state == "stuck"
    assert float(transition) == pytest.approx(3 * math.pi / 10, abs=1e-9, rel=0)


def between(ratios, bounds):
    assert all(bounds[0] < ratio < bounds[1] for ratio in ratios), ratios


def test_units_coupled_with_rollback_approach_the_whole(tmp_path, network):
    """To first order with a force that is held, to second order with one that goes on by its derivative."""
    with Host(network("sprung_slider")) as host:
        host.start({"contact.viscous": 0.0})
        host.step(2.0)
        position, stop = host.get("body.position"), host.get("contact.lastEventTime")
    lines = run_as_told("python/coupled_rollback.py", tmp_path).splitlines()
    header = next(index for index, line in enumerate(lines) if line.startswith("step "))
    found = {"held": [], "ramp": []}
    for line in lines[header + 1 :]:
        _, force, *numbers = line.split()
        found[force].append([float(number) for number in numbers])
    energies = {force: [abs(row[2]) for row in rows] for force, rows in found.items()}
    orders = {force: [b / a for a, b in zip(values, values[1:])] for force, values in energies.items()}
    between(orders["held"], (0.4, 0.6))
    between(orders["ramp"], (0.2, 0.35))
    assert len(energies["held"]) == len(energies["ramp"]) == 4
    at, rest, lost, rollbacks = found["ramp"][-1][1], found["ramp"][-1][0], *found["ramp"][-1][2:]
    assert at == pytest.approx(position, abs=1e-5)
    assert rest == pytest.approx(stop, abs=1e-4)
    assert abs(lost) < 5e-5 and rollbacks > 5


def sticks_and_slips(velocity, friction, end):
    """Releases of BlockOnBelt until `end` and the time of its last transition, from the closed form in its file; the
    slider starts on the belt, at 0."""
    stiffness, kinetic, mass = 2.0, 1.0, 1.0
    omega, reach = math.sqrt(stiffness / mass), (friction - kinetic) / stiffness
    slip = 2.0 / omega * (math.pi - math.atan(reach * omega / velocity))
    period = slip + 2.0 * reach / velocity
    first = friction / stiffness / velocity
    periods = math.floor((end - first) / period)
    released = first + periods * period
    return periods + 1, released + slip if released + slip <= end else released


def table(printed):
    """Rows of the sweep; what the build printed comes before."""
    lines = printed.splitlines()
    header = next(index for index, line in enumerate(lines) if line.startswith("belt velocity,"))
    return list(csv.reader(lines[header:]))


def sweep(folder, *options):
    return table(run(sys.executable, ROOT / "examples/python/sweep.py", *options, cwd=folder))


def address_in(scheduler_file):
    """Address of the scheduler, or nothing while its file is not there or not written to its end."""
    try:
        return json.loads(scheduler_file.read_text())["address"]
    except (FileNotFoundError, json.JSONDecodeError):
        return None


@contextmanager
def cluster(folder):
    """Address of a scheduler with one worker, each a process of its own, as they run on other machines."""
    known = folder / "scheduler.json"
    options = ["--scheduler-file", known, "--host", "127.0.0.1", "--no-dashboard"]
    started = []
    with open(folder / "log", "w") as log:
        try:
            for role in (["scheduler", "--port", "0"], ["worker", "--nthreads", "1", "--no-nanny"]):
                command = [sys.executable, "-m", "dask", *role, *options]
                started.append(subprocess.Popen(command, cwd=folder, stdout=log, stderr=log))
                while (address := address_in(known)) is None:
                    assert started[-1].poll() is None, (folder / "log").read_text()
                    time.sleep(0.05)
            yield address
        finally:
            for process in started:
                process.terminate()
                process.wait()


def test_a_sweep_is_the_same_on_any_number_of_workers(tmp_path):
    rows = table(run_as_told("python/sweep.py", tmp_path))
    assert sweep(tmp_path) == rows
    # The worker has no FMUs of its own.
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with cluster(elsewhere) as address:
        assert sweep(tmp_path, "--scheduler", address) == rows
    assert len(rows) == 1 + 64
    for velocity, friction, releases, last, _ in (map(float, row) for row in rows[1:]):
        expected = sticks_and_slips(velocity, friction, 60.0)
        assert (releases, last) == pytest.approx(expected, abs=1e-8, rel=0), (velocity, friction)
