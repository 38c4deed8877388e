"""Periodic motions and their branches in the Python module."""

import csv
import pickle
import re
import subprocess
import sys
import warnings

import luztar
import numpy as np
import pytest

from conftest import LUZTAR


@pytest.fixture(autouse=True)
def strict():
    """A warning that a test does not expect is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_a_cycle_is_that_of_the_program():
    told = subprocess.run([LUZTAR, "cycle", "BrakeMechanism"], check=True, capture_output=True, text=True).stdout
    stable, period, events = re.search(r": (\w+) cycle of period (\S+) s, (\d+) transitions", told).groups()
    cycle = luztar.Model("BrakeMechanism").cycle()
    assert (cycle.stable, cycle.period, len(cycle.events)) == (stable == "stable", float(period), int(events))
    sizes = [float(size) for size in re.findall(r"\|μ\| = (\S+)", told)]
    assert np.allclose([abs(one) for one in cycle.multipliers], sizes, rtol=0, atol=1e-9)
    # Stick-slip forgets all but the phase.
    assert sorted(sizes)[-1] == pytest.approx(1.0, abs=1e-6)
    assert cycle.state and not cycle.forced and "stable cycle" in cycle._repr_html_()
    with pytest.raises(luztar.ArgumentError, match="settle -1"):
        luztar.Model("BrakeMechanism").cycle(settle=-1.0)


def test_a_cycle_may_advance_by_a_period_of_a_force():
    """An angle without mass, d·φ' + sin φ = T: a turn takes 2πd/√(T² − 1)."""
    network = """
[model]
name = "Junction"
[body.phase]
axis = "rotation"
inertia = 0.0
constantTorque = 1.25
[damper.r]
between = "phase"
damping = 0.75
[force.sine]
between = "phase"
torque = "-sin(e)"
"""
    cycle = luztar.Model(network).cycle(settle=20.0)
    assert cycle.period == pytest.approx(2 * np.pi, abs=1e-9)
    assert cycle.advance == {"phase.angle": pytest.approx(2 * np.pi, abs=1e-12)}
    assert set(luztar.Model("BrakeMechanism").cycle().advance.values()) == {0.0}


# m x'' + c x' + k x = P cos Ωt, with a cubic spring.
OSCILLATOR = """
[model]
name = "Oscillator"
[body.slider]
mass = 1.0
excitation = {{ amplitude = 0.3, angularFrequency = 0.9 }}
[spring.leaf]
between = "slider"
stiffness = 1.0
cubic = {cubic}
[damper.oil]
between = "slider"
damping = 0.2
"""


def test_a_branch_of_a_linear_oscillator_is_its_resonance_curve():
    """Amplitude P/|k - mΩ² + icΩ|, period 2π/Ω, multipliers of size exp(-πc/(mΩ))."""
    model = luztar.Model(OSCILLATOR.format(cubic=0.0))
    branch = model.branch("slider.excitationOmega", 0.9, 1.5, count=6, columns="slider.position", settle=60.0)
    frequency = branch.values
    assert frequency[0] == 0.9 and frequency[-1] >= 1.5 and len(branch) == len(frequency) > 4
    assert (np.diff(frequency) > 0).all() and branch.stable.all() and branch.ended is None
    amplitude = 0.3 / np.abs(1.0 - frequency**2 + 0.2j * frequency)
    np.testing.assert_allclose(branch.periods, 2 * np.pi / frequency, rtol=1e-12)
    np.testing.assert_allclose(branch.multipliers, np.exp(-np.pi * 0.2 / frequency), rtol=1e-9)
    # Extremes are those of 512 points of a period.
    np.testing.assert_allclose(branch.greatest["slider.position"], amplitude, rtol=5e-5)
    np.testing.assert_allclose(branch.least["slider.position"], -amplitude, rtol=5e-5)
    assert (branch.transitions == 0).all() and branch.bifurcations == ()
    assert branch.units == {"slider.excitationOmega": "rad/s", "slider.position": "m"}
    for cycle, period, size in zip(branch.cycles, branch.periods, branch.multipliers):
        assert cycle.forced and cycle.period == period and cycle.largest == size == max(map(abs, cycle.multipliers))


@pytest.fixture(scope="module")
def bent():
    """A resonance that a hardening spring bends over: two folds, with unstable cycles between them."""
    model = luztar.Model(OSCILLATOR.format(cubic=1.0))
    return model.branch("slider.excitationOmega", 0.9, 1.7, count=10, columns=["slider.position"], settle=60.0)


def test_a_branch_is_that_of_the_program(bent, tmp_path):
    file, table = tmp_path / "Oscillator.toml", tmp_path / "branch.csv"
    file.write_text(OSCILLATOR.format(cubic=1.0), encoding="utf-8")
    picture = tmp_path / "branch.svg"
    words = [LUZTAR, "cycle", file, "--vary", "slider.excitationOmega=0.9:1.7:10", "--column", "slider.position"]
    words += ["--settle", "60", "--output", table, "--picture", picture]
    subprocess.run(words, check=True, capture_output=True)
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    found = bent.to_pandas()
    assert list(rows[0]) == list(found.columns) and len(rows) == len(found)
    for name in found.columns:
        told = [row[name] for row in rows]
        assert found[name].tolist() == (told if name == "point" else [float(cell) for cell in told]), name
    assert bent._repr_svg_() == picture.read_text(encoding="utf-8")


def test_folds_of_a_branch_are_where_it_turns_back(bent):
    upper, lower = bent.bifurcations
    assert (upper.kind, lower.kind) == ("fold", "fold")
    assert bent.values[upper.index] == upper.value == bent.values[: lower.index].max()
    assert bent.values[lower.index] == lower.value == bent.values[upper.index :].min()
    assert not bent.stable[upper.index + 1 : lower.index].any() and bent.stable[: upper.index].all()
    # At a fold a multiplier is 1.
    for fold in (upper, lower):
        assert min(abs(one - 1) for one in bent.cycles[fold.index].multipliers) < 1e-5
    page = bent._repr_html_()
    assert page.count("<td>fold</td>") == 2 and "rad/s" in page and "2 bifurcations" in repr(bent)
    again = pickle.loads(pickle.dumps(bent))
    assert again.bifurcations == bent.bifurcations and (again.values == bent.values).all()


def test_a_branch_is_drawn_by_matplotlib(bent):
    pytest.importorskip("matplotlib").use("Agg")
    position, multiplier = bent.plot()
    assert position.get_ylabel() == "greatest slider.position, m" and multiplier.get_xlabel() == "slider.excitationOmega, rad/s"
    lines = {line.get_label(): line for line in position.get_lines()}
    assert {"stable", "unstable", "fold"} < set(lines) and lines["unstable"].get_linestyle() == "--"
    assert list(lines["fold"].get_xdata()) == [fold.value for fold in bent.bifurcations]
    # Pieces meet, and together are the branch.
    pieces = [line.get_xdata() for line in position.get_lines() if line.get_linestyle() in ("-", "--")]
    assert np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])]).tolist() == bent.values.tolist()
    (period,) = bent.plot("period", axes=[position])
    assert period is position
    with pytest.raises(KeyError, match="no 'slider.velocity'; there are slider.position, period, multiplier"):
        bent.plot("slider.velocity")
    with pytest.raises(ValueError, match="1 are too few for 2 panels"):
        bent.plot(axes=[position])


def test_what_a_branch_cannot_be_is_an_error():
    model = luztar.Model("BrakeMechanism")
    load = "lining.normalForce"
    for arguments, more, message in [
        (("lining.normalForc", 5.0, 6.0), {}, "parameter: BrakeMechanism has no parameter .*did you mean `lining.normalForce`"),
        ((load, 5.0, 5.0), {}, "parameter lining.normalForce: a branch needs two different finite values"),
        ((load, 5.0, float("inf")), {}, "two different finite values"),
        ((load, 5.0, 6.0), {"count": 1}, "count: must be 2 at least, not 1"),
        ((load, 5.0, 6.0), {"columns": "shoe.positon"}, "columns: .*did you mean `shoe.position`"),
        ((load, 5.0, 6.0), {"settle": 0.0}, "settle 0: must be > 0"),
        ((load, 5.0, 6.0), {"periods": 0}, "periods: must be a whole number from 1 to 65535, not 0"),
    ]:
        with pytest.raises(luztar.ArgumentError, match=message):
            model.branch(*arguments, **more)
    told = "period: the harmonic force, or formula of the time, sets the period: give periods, "
    with pytest.raises(luztar.ArgumentError, match=told):
        luztar.Model("ForcedOscillator").branch("slider.excitationOmega", 1.0, 1.1, period=6.0)


def test_a_branch_that_nothing_continues_ends_with_a_warning():
    """A damping must not be negative: the branch ends where it comes to 0."""
    model = luztar.Model(OSCILLATOR.format(cubic=0.0))
    with pytest.warns(luztar.LuztarWarning, match="Oscillator: at .* the branch cannot be continued"):
        branch = model.branch("oil.damping", 0.2, -0.2, count=3, settle=60.0)
    assert 0.0 < branch.values.min() < 0.01 and (np.diff(branch.values) < 0).all()
    assert branch.ended is not None and "ends early: at " in branch._repr_html_()


def test_an_interrupt_ends_a_branch():
    """Ctrl-C raises KeyboardInterrupt between two cycles."""
    program = """
import signal, threading, luztar
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
threading.Timer(1.0, lambda: signal.raise_signal(signal.SIGINT)).start()
model = luztar.Model("BrakeMechanism")
try:
    model.branch("lining.normalForce", 5.0, 8.0, count=100_000)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr
