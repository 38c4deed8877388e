"""The mechanisms of examples/mechanisms against closed forms, quadrature and balances; docs/cookbook.md explains them.

The file of docs/model-a-mechanism.md is good, too."""

import csv
import math
import re
import shlex
import subprocess

import pytest

from catalogue import ROOT
from conftest import LUZTAR

MECHANISMS = ROOT / "examples/mechanisms"
# Of times, m, rad and their rates.
ACCURACY = 1e-8


def run(name, folder, *arguments):
    """Rows of outputs, and transitions as (time, element, from, to)."""
    files = folder / "rows.csv", folder / "events.csv"
    command = [LUZTAR, "simulate", MECHANISMS / f"{name}.toml", "--output", files[0], "--events", files[1], *arguments]
    subprocess.run(command, check=True, capture_output=True)
    with files[0].open(newline="") as file:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    with files[1].open(newline="") as file:
        events = [(float(time), element, before, after) for time, element, before, after in list(csv.reader(file))[1:]]
    return rows, events


def near(value, accuracy=ACCURACY):
    return pytest.approx(value, abs=accuracy, rel=accuracy)


def root(of, low, high):
    """Where a function that is negative at `low` and positive at `high` is 0."""
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if of(middle) < 0 else (low, middle)
    return low


def simpson(of, low, high, parts):
    width = (high - low) / parts
    ends = of(low) + of(high)
    inner = sum((4 if k % 2 else 2) * of(low + k * width) for k in range(1, parts))
    return (ends + inner) * width / 3


def test_dual_clutch_locks_when_speeds_are_equal(tmp_path):
    rows, events = run("DualClutch", tmp_path, "--set", "clutch1.normalForce=2500")
    torque, drive, start = 0.4 * 0.12 * 2500, 100.0, 1500 * math.pi / 30
    turns, other = 14 / 0.3, 8.5 / 0.3
    mass = 1400 + 0.01 * (turns**2 + other**2)
    slowing, gain = (torque - drive) / 0.15, turns**2 * torque / mass
    assert events == [(near(start / (slowing + gain)), "clutch1", "forward", "stuck")]
    locked = drive * turns / (mass + 0.15 * turns**2)
    assert rows[-1]["vehicle.acceleration"] == near(locked)
    assert rows[-1]["clutch1.frictionForce"] == near(drive - 0.15 * turns * locked)


def test_door_turns_where_its_energy_says(tmp_path):
    """Transitions are turning points: the energy between two changes by what friction takes, and the last one holds."""
    inertia, torque, depth, width = 12.0, 3.0, 2.5, math.radians(5)
    places = math.radians(35), math.radians(70)

    def energy(angle):
        return -depth * sum(math.exp(-(((angle - place) / width) ** 2)) for place in places)

    rows, events = run("DoorCheck", tmp_path)
    total, angle, forward = 0.5 * inertia * 0.8**2 + energy(0.0), 0.0, 1
    for _, _, before, after in events:
        assert before == ("forward" if forward > 0 else "backward")
        # The door turns beyond the bottom of the second valley.
        to = 1.7 if forward > 0 else 1.0
        turned = root(lambda at: forward * (energy(at) + torque * abs(at - angle) - total), *sorted((places[1], to)))
        total -= torque * abs(turned - angle)
        angle, forward = turned, -forward
    assert len(events) > 5 and events[-1][3] == "stuck"
    assert rows[-1]["door.angle"] == near(angle, 1e-7)
    slope = (energy(angle + 1e-6) - energy(angle - 1e-6)) / 2e-6
    assert abs(slope) < torque and rows[-1]["hinge.frictionForce"] == near(-slope, 1e-6)


@pytest.mark.parametrize("compensation", [0.0, 200.0])
def test_compensation_narrows_the_loop_of_the_steering_wheel(tmp_path, compensation):
    turn = ["--input", "wheel.angularVelocity=0.5*cos(0.5*t)", "--set", f"assist.compensation={compensation}"]
    rows, _ = run("PowerSteering", tmp_path, *turn)
    middle = [row["wheel.reaction"] for row in rows if abs(row["wheel.angle"]) < 0.01 and row["time"] > 1]
    assert len(middle) > 10
    height = max(middle) - min(middle)
    assert height == pytest.approx(2 * 0.008 * (300 - compensation) / 4, rel=0.1)


def test_positioner_hunts_as_its_integral_grows(tmp_path):
    rows, events = run("Positioner", tmp_path)
    stuck = [(stop[0], leave[0]) for stop, leave in zip(events, events[1:]) if stop[3] == "stuck"]
    assert len(stuck) > 4
    for stop, leave in stuck:
        inside = [row for row in rows if stop < row["time"] < leave]
        first, last = inside[0], inside[-1]
        error = 0.01 - first["stem.position"]
        assert first["stem.velocity"] == last["stem.velocity"] == 0.0
        assert last["stem.position"] == first["stem.position"]
        growth = 4e5 * error
        assert last["packing.frictionForce"] - first["packing.frictionForce"] == near(growth * (last["time"] - first["time"]))
        at_release = last["packing.frictionForce"] + growth * (leave - last["time"])
        assert abs(at_release) == near(250.0, 1e-6)


@pytest.mark.parametrize("force", [300.0, 600.0])
def test_cone_dissipates_the_energy_of_the_gear(tmp_path, force):
    rows, events = run("Synchroniser", tmp_path, "--set", f"sleeve.force={force}")
    assert [event[1:] for event in events if event[1] == "cone"][-1] == ("cone", "forward", "stuck")
    difference = 2000 * math.pi / 30 - 100
    assert rows[-1]["cone.dissipatedEnergy"] == near(0.5 * 0.004 * difference**2, 1e-7)
    # While the force is steady, the torque is N·μ·R/sin α.
    torque = force * 0.1 * 0.035 / math.sin(math.radians(6.5))
    steady = [row for row in rows if row["cone.state"] == 1.0][-1]
    assert steady["cone.frictionForce"] == pytest.approx(torque, rel=1e-2)


@pytest.mark.parametrize("part", [0.95, 1.05])
def test_seal_slips_smoothly_above_the_critical_speed(tmp_path, part):
    """Steady motion is unstable where friction falls by more than the damping of the oil grows."""
    load, drop, scale, viscous, damping = 500 + 3e-4 * 1e6, 0.07, 5e-3, 200.0, 1000.0

    def slope(v):
        return viscous - load * drop * 2 * v / scale**2 * math.exp(-((v / scale) ** 2))

    speed = part * root(lambda v: slope(v) + damping, 0.5**0.5 * scale, 10 * scale)
    friction = load * (0.05 + drop * math.exp(-((speed / scale) ** 2))) + viscous * speed
    start = {"piston.velocity": speed, "piston.position0": friction / 2e6, "rod.velocity0": 0.99 * speed}
    settings = [word for name, value in start.items() for word in ("--set", f"{name}={value}")]
    rows, events = run("CylinderSeal", tmp_path, *settings, "--stop-time", "6")
    late = [row["rod.velocity"] for row in rows if row["time"] > 5.5]
    spread = max(late) - min(late)
    assert (spread < 1e-2 * speed and events == []) == (part > 1)
    assert (spread > speed and len(events) > 10) == (part < 1)


@pytest.mark.parametrize("part", [0.99, 1.01])
def test_pad_flutters_beyond_its_critical_coefficient(tmp_path, part):
    k, kc, kn, c = 1e5, 1e4, 4e4, 5.0
    critical = kc / kn + c**2 * k / (kc * kn)
    rows, events = run("BrakeSqueal", tmp_path, "--set", f"disc.kineticCoefficient={part * critical}", "--stop-time", "8")
    assert events == []

    def amplitude(start):
        return max(abs(row["x.velocity"]) for row in rows if start < row["time"] < start + 0.5)

    assert (amplitude(7.0) > 1.05 * amplitude(4.0)) == (part > 1)
    assert (amplitude(7.0) < amplitude(4.0) / 1.05) == (part < 1)


def test_leaf_spring_is_stiffer_when_loaded(tmp_path):
    rows, _ = run("LeafSpring", tmp_path, "--input", "machine.velocity=-0.1*sin(2*pi*t)")
    moving = [row for row in rows if abs(row["machine.velocity"]) > 1e-3]
    assert len(moving) > 1000
    for row in moving:
        growing = row["machine.velocity"] > 0
        inertia = 5.0 * row["eye.acceleration"]
        force = 8e4 * row["eye.position"] * (1.15 if growing else 0.85)
        assert -row["machine.reaction"] == near(force + inertia, 1e-6)


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0])
def test_stop_restores_what_hunt_and_crossley_say(tmp_path, speed):
    rows, _ = run("EndStop", tmp_path, "--set", "rail.kineticFriction=0", "--set", f"carriage.velocity0={speed}")
    c = 0.3
    compressed = speed - math.log1p(c * speed) / c
    rebound = root(lambda u: -u - math.log1p(-c * u) / c - compressed, 0.0, speed)
    assert rows[-1]["carriage.velocity"] == near(-rebound, 1e-7)


def test_rotor_runs_down_in_its_journal(tmp_path):
    _, events = run("Journal", tmp_path)
    inertia, radius, load, viscous = 0.02, 0.015, 200.0, 20.0

    def torque(speed):
        slip = radius * speed
        mixed = 0.008 + (0.15 - 0.008) * math.exp(-((slip / 0.05) ** 2))
        return radius * (load * mixed + viscous * slip)

    time = simpson(lambda speed: inertia / torque(speed), 0.0, 3000 * math.pi / 30, 200_000)
    assert events == [(near(time), "bearing", "forward", "stuck")]


@pytest.mark.parametrize("part", [0.8, 1.2])
def test_pawl_locks_below_its_critical_speed(tmp_path, part):
    """It has to fall by 2 mm while the gap comes from its edge at -9° to its flank at 6°."""
    radius, pitch = 0.075, math.pi / 6
    fall = math.sqrt(2 * 2e-3 / ((30 - 10) / 1.0))
    speed = part * radius * math.radians(15) / fall
    start = {"car.velocity0": speed, "wheel.angularVelocity0": speed / radius, "tyres.damping": 0}
    settings = [word for name, value in start.items() for word in ("--set", f"{name}={value!r}")]
    rows, _ = run("ParkingPawl", tmp_path, *settings, "--stop-time", repr(1.5 * pitch * radius / speed))
    assert (max(row["wheel.angle"] for row in rows) < math.radians(9)) == (part < 1)
    assert (rows[-1]["car.velocity"] < 0.9 * speed or rows[-1]["pawl.position"] < 4e-3) == (part < 1)


def test_pawl_holds_the_car_on_its_flank(tmp_path):
    force, energy, teeth, play = 3800.0, 1e4, 12, math.radians(6)
    slope = ["--input", f"car.force={force}*min(t,1)", "--set", "tyres.damping=2e5", "--stop-time", "3"]
    rows, _ = run("ParkingPawl", tmp_path, *slope)

    def torque(angle):
        return 2 * energy * (math.cos(teeth * play) - math.cos(teeth * angle)) * teeth * math.sin(teeth * angle)

    angle = root(lambda at: torque(at) - 0.075 * force, play, math.radians(9))
    assert rows[-1]["wheel.angle"] == near(angle)


@pytest.mark.parametrize("damping", [1.2, 2.0])
def test_blade_judders_at_the_rate_of_its_friction(tmp_path, damping):
    """Small vibrations around steady wiping are those of a linear oscillator, whose damping may be negative."""
    inertia, stiffness, radius, speed, load = 0.02, 600.0, 0.45, 1.5, 10.0
    slip, scale = radius * speed, 0.5
    bell = math.exp(-((slip / scale) ** 2))
    friction = load * (0.3 + 0.9 * bell) + 0.2 * slip
    slope = 0.2 - load * 0.9 * 2 * slip / scale**2 * bell
    rate = -(damping + radius**2 * slope) / (2 * inertia)
    assert (rate > 0) == (damping == 1.2)
    turn = math.sqrt(stiffness / inertia - rate**2)
    first = 1e-5
    start = {"blade.angle0": -radius * friction / stiffness, "blade.angularVelocity0": speed + first, "rubber.damping": damping}
    settings = [word for name, value in start.items() for word in ("--set", f"{name}={value!r}")]
    rows, events = run("Wiper", tmp_path, *settings, "--stop-time", "0.3")
    assert events == []
    for row in rows:
        t = row["time"]
        expected = first * math.exp(rate * t) * (math.cos(turn * t) + rate / turn * math.sin(turn * t))
        assert row["blade.angularVelocity"] - speed == pytest.approx(expected, abs=1e-3 * first * math.exp(rate * t))


def test_seat_slips_when_the_rails_hold_no_longer(tmp_path):
    mass, load, start = 90.0, 880.0, 0.1
    holds = 0.25 * load / mass
    _, events = run("SeatRail", tmp_path, "--input", f"car.velocity=-{0.999 * holds!r}*max(t-{start},0)")
    assert events == []
    brake = 8.0
    _, events = run("SeatRail", tmp_path, "--input", f"car.velocity=-{brake}*max(t-{start},0)")
    slips = (near(start), "left", "stuck", "forward"), (near(start), "right", "stuck", "forward")
    arrives = start + math.sqrt(1e-3 / (brake - 0.2 * load / mass))
    assert events[:3] == [*slips, (near(arrives), "latch", "gap", "upper contact")]


@pytest.mark.parametrize("friction", [0.0, 60.0])
def test_belt_slips_where_its_slack_side_says(tmp_path, friction):
    """The slack side has half the force of the tensioner, less what its friction keeps as it yields."""
    stiffness, factor, growth = 4e5, math.exp(0.35 * math.radians(150)) - 1, 60.0
    load = ["--input", f"generator.torque=-{growth}*t", "--set", f"guide.kineticFriction={friction}"]
    rows, events = run("BeltTensioner", tmp_path, *load)
    [slips] = [event[0] for event in events if event[1:] == ("pulley", "stuck", "forward")]
    assert growth * slips == pytest.approx(0.028 * (600 - friction) / 2 * factor, rel=2e-3)
    for row in rows:
        most = math.sqrt(2 * stiffness * row["slack.energy"]) * factor
        if row["pulley.stuck"]:
            assert abs(row["pulley.frictionForce"]) <= most * (1 + ACCURACY)
        else:
            assert row["pulley.frictionForce"] == near(most, 1e-7)


def test_arm_turns_its_motor_beyond_static_friction(tmp_path):
    growth, ratio, static = 4.0, 100.0, 0.12
    frequency = math.sqrt(16e3 / 2.5)
    free = ["--set", "drive.damping=0", "--set", "servo.kp=0", "--set", "servo.kd=0", "--input", f"arm.torque={growth}*t"]
    _, events = run("RobotJoint", tmp_path, *free, "--stop-time", "3.2")
    released = root(lambda t: growth * (t - math.sin(frequency * t) / frequency) - ratio * static, 2.9, 3.1)
    assert events[0] == (near(released), "bearings", "stuck", "forward")


def test_joint_rests_within_its_static_friction(tmp_path):
    rows, events = run("RobotJoint", tmp_path, "--input", "servo.set=min(t,1)", "--stop-time", "12")
    last = rows[-1]
    assert events[-1][3] == "stuck" and last["motor.angularVelocity"] == 0.0
    twist = 1.6 * (last["motor.angle"] - 100 * last["arm.angle"])
    assert last["bearings.frictionForce"] == near(0.5 * (100 - last["motor.angle"]) - twist, 1e-7)
    assert 0 < abs(last["bearings.frictionForce"]) <= 0.12


def test_blocks_of_the_page_form_a_file(tmp_path):
    page = (ROOT / "docs/model-a-mechanism.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    file = tmp_path / "Feed.toml"
    file.write_text("".join(blocks), encoding="utf-8")
    done = subprocess.run([LUZTAR, "check", file], capture_output=True, text=True)
    assert done.returncode == 0 and len(blocks) == 3, done.stderr
    assert "2 bodies, 1 contact, 1 spring" in done.stdout
    commands = re.findall(r"^luztar (?:simulate|plot) Feed.toml .*$", page, re.MULTILINE)
    assert len(commands) == page.count("\nluztar ")
    for command in commands:
        done = subprocess.run([LUZTAR, *shlex.split(command)[1:]], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}: {done.stderr}"
