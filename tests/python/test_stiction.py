"""What stiction holds, through the FMUs: Gauss's principle at rest, and rest that does not creep."""

import struct

import pytest

from host import STUCK, Host

# Forces and accelerations of order 1 from an exact algorithm, in N and m/s².
EXACT = 1e-12


def bits(value):
    return struct.pack("<d", value)


def near(values):
    return pytest.approx(values, abs=EXACT, rel=0)


def at_rest(masses, limits, forces):
    """Values of a unit of two bodies: limits as {contact: (static, kinetic)}."""
    values = {}
    for body, (mass, force) in enumerate(zip(masses, forces), 1):
        values |= {f"body{body}.mass": mass, f"body{body}.velocity0": 0.0, f"body{body}.force": force}
    for contact, (static, kinetic) in limits.items():
        values |= {f"contact{contact}.kineticFriction": kinetic, f"contact{contact}.staticFriction": static}
    return values


def accelerations(host):
    return [host.get("body1.acceleration"), host.get("body2.acceleration")]


ONES = {"10": (1.0, 1.0), "20": (1.0, 1.0), "12": (1.0, 1.0)}


def test_the_top_block_is_carried_along(fmu):
    """Where the published formulas say (0, 2)."""
    values = at_rest((1.0, 1.0), {"12": (5.0, 5.0), "20": (1.0, 1.0)}, (0.0, 3.0))
    with Host(fmu("TwoMassTwoContacts")) as host:
        host.start(values)
        assert accelerations(host) == near([1.0, 1.0])
        assert host.get("contact12.stuck") and not host.get("contact20.stuck")


def test_the_ground_cannot_hold_both(fmu):
    """Where the published formulas say total stiction."""
    with Host(fmu("TwoMassThreeContacts")) as host:
        host.start(at_rest((1.0, 1.0), ONES, (1.8, 1.8)))
        assert accelerations(host) == near([0.8, 0.8])


@pytest.mark.parametrize(
    ("forces", "expected", "friction", "indeterminate"),
    [
        ((3.0, -0.5), [1.0, 0.0], [1.0, 0.5, 1.0], False),
        ((1.2, -0.3), [0.0, 0.0], [0.7, 0.2, 0.5], True),
    ],
)
def test_friction_forces_of_three_contacts(fmu, forces, expected, friction, indeterminate):
    with Host(fmu("TwoMassThreeContacts")) as host:
        host.start(at_rest((1.0, 2.0), ONES, forces))
        assert accelerations(host) == near(expected)
        assert [host.get(f"contact{c}.frictionForce") for c in ("10", "20", "12")] == near(friction)
        assert host.get("indeterminate") is indeterminate


def test_limits_fall_without_letting_go_of_the_chain(fmu):
    limits = {"12": (1.1, 1.0), "20": (4.29, 3.9)}
    with Host(fmu("TwoMassTwoContacts")) as host:
        host.start(at_rest((1.0, 1.0), limits, (2.9, 4.9)))
        assert accelerations(host) == near([1.95, 1.95])
        assert host.get("contact12.state") == STUCK
        for _ in host.steps(0.01, 1.0):
            assert host.get("contact12.slipVelocity") == 0.0
        assert accelerations(host) == near([1.95, 1.95])
        assert host.get("eventCount") == 0 and host.events() == []


def test_a_held_block_does_not_creep(fmu):
    values = {"body.position0": 0.1, "body.velocity0": 0.0, "body.force": 0.999 * 1.2}
    with Host(fmu("SingleMassFriction")) as host:
        host.start(values)
        for _ in host.steps(0.1, 1000.0):
            assert host.get("contact.slipVelocity") == 0.0
        assert bits(host.get("body.position")) == bits(0.1)
        assert bits(host.get("body.velocity")) == bits(0.0)
        assert host.get("contact.stuck") and host.get("eventCount") == 0
        assert host.get("contact.frictionForce") == near(0.999 * 1.2)
        assert host.get("contact.dissipatedEnergy") == 0.0


def test_a_held_geared_pair_does_not_creep(network):
    """Torques that balance over the ratio: the one contact holds both wheels."""
    with Host(network("geared_pair")) as host:
        host.start({"wheel1.torque": 0.9, "wheel2.torque": -0.3 * 0.9})
        for _ in host.steps(0.1, 1000.0):
            assert host.get("rim.slipVelocity") == 0.0
        assert bits(host.get("wheel1.angle")) == bits(0.1)
        assert bits(host.get("wheel2.angle")) == bits(0.2)
        assert host.get("rim.stuck") and host.get("eventCount") == 0


def test_a_geared_pair_runs_up_without_slip(network):
    """Reduced to the second wheel: (0.3²·0.7 + 1.1)·a2 = 0.3·0.6."""
    with Host(network("geared_pair")) as host:
        host.start({"wheel1.torque": 0.6})
        for _ in host.steps(0.1, 100.0):
            assert host.get("rim.slipVelocity") == 0.0
        second = 0.3 * 0.6 / (0.3**2 * 0.7 + 1.1)
        assert host.get("wheel2.angularVelocity") == pytest.approx(100.0 * second, rel=1e-12)
        assert host.get("wheel1.angularVelocity") == pytest.approx(30.0 * second, rel=1e-12)
        assert host.get("rim.stuck") and host.get("eventCount") == 0


def test_a_rider_moves_with_its_belt(network):
    with Host(network("rider")) as host:
        host.start({"rider.force": 0.999 * 1.2})
        for _ in host.steps(0.1, 1000.0):
            assert host.get("belt.slipVelocity") == 0.0
            assert bits(host.get("rider.velocity")) == bits(0.1)
        assert host.get("rider.position") == pytest.approx(100.1, rel=1e-12)
        assert host.get("belt.stuck") and host.get("eventCount") == 0
