"""Motions with a closed form, through the FMUs."""

import math

import pytest

from host import BACKWARD, FORWARD, STUCK, Host

# Event times and positions at default settings, in s and m.
ACCURACY = 1e-9

# The slider of CATALOGUE 4: ω in rad/s, shift F/k of the spring's centre by friction and start in m.
OMEGA, SHIFT, START = 10.0, 0.03, 0.2
REVERSALS = [math.pi / 10, 2 * math.pi / 10, 3 * math.pi / 10]


def slider(time):
    """Position: half swings about ±SHIFT; the sign alternates with the direction of slip."""
    start, centre = START, SHIFT
    for swing in range(3):
        if time <= REVERSALS[swing]:
            return centre + (start - centre) * (-1) ** swing * math.cos(OMEGA * time)
        start, centre = 2 * centre - start, -centre
    return start


@pytest.mark.parametrize("step", [1e-3, 1e-2, 0.5])
def test_spring_mass(network, step):
    with Host(network("spring_mass")) as host:
        host.start()
        assert host.get("floor.state") == BACKWARD
        for index in host.steps(step, 2.0):
            assert host.get("block.position") == pytest.approx(slider(index * step), abs=ACCURACY, rel=0)
        events = host.events()
        assert [event[3:] for event in events] == [
            (BACKWARD, FORWARD), (FORWARD, BACKWARD), (BACKWARD, STUCK),
        ]
        for event, time in zip(events, REVERSALS):
            assert event[0] == pytest.approx(time, abs=ACCURACY, rel=0)
        assert host.get("block.position") == pytest.approx(-0.02, abs=ACCURACY, rel=0)
        assert host.get("block.velocity") == 0.0
        assert host.get("floor.stuck") and host.get("eventCount") == 3
        assert host.get("lastEventTime") == pytest.approx(REVERSALS[2], abs=ACCURACY, rel=0)


def test_a_slider_stops_where_viscous_and_dry_friction_stop_it(fmu):
    """m v' = −C v − F from v0: it stops at (m/C)·ln(1 + C v0/F)."""
    mass, viscous, friction, velocity = 1.3, 0.4, 0.9, 1.7
    stop = mass / viscous * math.log1p(viscous * velocity / friction)
    way = mass / viscous * (velocity - friction / viscous * math.log1p(viscous * velocity / friction))
    with Host(fmu("SingleMassFriction")) as host:
        host.start({
            "body.mass": mass, "contact.viscous": viscous, "contact.kineticFriction": friction,
            "contact.staticFriction": friction, "body.velocity0": velocity,
        })
        host.step(3.0)
        [event] = host.events()
        assert event[0] == pytest.approx(stop, abs=ACCURACY, rel=0)
        assert event[3:] == (FORWARD, STUCK)
        assert host.get("body.position") == pytest.approx(way, abs=ACCURACY, rel=0)
        energy = mass * velocity**2 / 2
        assert host.get("contact.dissipatedEnergy") == pytest.approx(energy, abs=ACCURACY, rel=0)
        impulse = mass * velocity
        assert host.get("contact.meanFrictionForce") == pytest.approx(impulse / 3.0, abs=ACCURACY, rel=0)


def test_coupled_clutches_close_one_after_another(fmu):
    """One clutch closed at a time: two inertias reach their common speed at w·J1·J2/(J1 + J2)/T."""
    with Host(fmu("CoupledClutches")) as host:
        host.start({"clutch1.normalForce": 20.0, "clutch2.normalForce": 0.0, "clutch3.normalForce": 0.0})
        host.step(1.0)
        [event] = host.events()
        assert event[0] == pytest.approx(10.0 * 0.5 / 10.0, abs=ACCURACY, rel=0)
        speeds = [host.get(f"J{i}.angularVelocity") for i in (1, 2, 3, 4)]
        assert speeds == pytest.approx([5.0, 5.0, 0.0, 0.0], abs=ACCURACY, rel=0)
        assert [host.get(f"clutch{i}.state") for i in (1, 2, 3)] == [STUCK, 2, 2]
