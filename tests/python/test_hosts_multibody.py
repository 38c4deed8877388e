"""Ports in multibody codes that others wrote (examples/hosts): near the exact motion, at rest for good, and nearer than the
code's own friction at the same step. The tables of docs/coupling.md are what its script prints."""

import re

import pytest

from catalogue import ROOT
from told import run_as_told

STEPS = [10.0, 1.0]
# Allowed creep in rest over some seconds, m or rad.
REST = 1e-12


def table(printed):
    """Numbers of the lines of the table by kind of friction and step in ms: errors at the end and greatest, creep,
    transitions."""
    number = r"([-+.e\d]+)"
    line = re.compile(rf"^(\S.*?) +{number} ms +{number} +{number} +{number}  (\d+|-)$", re.MULTILINE)
    return {(row[0], float(row[1])): (*map(float, row[2:5]), row[5]) for row in line.findall(printed)}


# By example: bounds of the greatest error at 10 and 1 ms, and transitions of the motion in one piece.
CASES = {
    "exudyn_slider_crank": ([1.5e-2, 1.5e-3], 11),
    "exudyn_brake": ([1.5e-4, 2e-6], 1),
    "mujoco_arm": ([6e-3, 6e-5], 17),
    "mujoco_incline": ([1e-4, 1e-6], 1),
}


@pytest.mark.parametrize("example", CASES)
def test_friction_of_a_port_is_nearer_than_that_of_the_host(example, tmp_path):
    bounds, transitions = CASES[example]
    printed = run_as_told(f"hosts/{example}.py", tmp_path)
    found = table(printed)
    own = {friction for friction, _ in found} - {"luztar"}
    assert len(own) == 2 and len(found) == 6, printed
    for step, bound in zip(STEPS, bounds):
        end, greatest, creep, reported = found["luztar", step]
        assert end <= greatest <= bound, printed
        assert creep <= REST, printed
        assert int(reported) == transitions, printed
        for friction in own:
            assert end < found[friction, step][0] and greatest < found[friction, step][1], printed


def test_the_page_shows_how_accurate_couplings_are(tmp_path):
    printed = run_as_told("hosts/coupling.py", tmp_path)
    page = (ROOT / "docs/coupling.md").read_text(encoding="utf-8")
    tables = re.findall(r"(?:^\|.*\|\n)+", printed, re.MULTILINE)
    assert [len(rows.splitlines()) for rows in tables] == [16, 7], printed
    for rows in tables:
        assert rows in page, printed
    [speed] = re.findall(r"greatest speed at rest of a port: (\S+) m/s", printed)
    assert float(speed) < 1e-15, printed
