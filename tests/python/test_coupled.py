"""Units coupled by libcosim and by ecos: with the step they approach the motion of one network, to first order."""

import pytest

from coupling import Ecos, Libcosim
from host import Host

# Communication steps in s, each half of the one before.
STEPS = [1e-3, 5e-4, 2.5e-4]
# An error of first order halves; bounds of the ratio of two successive errors.
HALVED = (0.45, 0.55)
# Error at the first step in m, of motions of half a metre.
LARGEST = 1e-3


@pytest.fixture(params=[Libcosim, Ecos])
def coupled(request):
    """A master of fixed steps, by the FMUs and the step."""
    return request.param


def connect_body(master, instance, end):
    """The motion of a mass to an end of the spring, and the force of the spring back."""
    for quantity in ("position", "velocity"):
        master.connect((instance, f"body.{quantity}"), ("spring", f"{end}.{quantity}"))
    master.connect(("spring", f"{end}.reaction"), (instance, "body.force"))


def whole(path, end, names):
    with Host(path) as host:
        host.start()
        host.step(end)
        return [host.get(name) for name in names]


def halving(errors):
    """Whether errors fall to first order from an already small one."""
    assert errors[0] <= LARGEST, errors
    assert errors[-1] > 0.0, errors
    for coarse, fine in zip(errors, errors[1:]):
        assert HALVED[0] < fine / coarse < HALVED[1], errors


def test_a_slider_and_a_spring(coupled, fmu, network):
    """The slider runs against the spring, turns and leaves it."""
    end = 0.5
    [expected] = whole(network("sprung_slider"), end, ["body.position"])
    errors = []
    for step in STEPS:
        master = coupled({"slider": fmu("SingleMassFriction"), "spring": fmu("FreeplaySpring")}, step)
        master.set("spring", "spring.stiffness", 50.0)
        connect_body(master, "slider", "body1")
        master.run(end)
        errors.append(abs(master.get("slider", "body.position") - expected))
    halving(errors)


def test_three_units_in_a_loop(coupled, fmu, network):
    """The first slider pushes the second through the gap of a spring, which pushes both."""
    end = 0.5
    expected = whole(network("sprung_pair"), end, ["body1.position", "body2.position"])
    errors = []
    for step in STEPS:
        units = {"first": fmu("SingleMassFriction"), "second": fmu("SingleMassFriction")}
        master = coupled(units | {"spring": fmu("FreeplaySpring")}, step)
        for instance, velocity in (("first", 1.0), ("second", 0.0)):
            master.set(instance, "body.velocity0", velocity)
            master.set(instance, "contact.kineticFriction", 0.2)
            master.set(instance, "contact.staticFriction", 0.25)
        master.set("spring", "spring.stiffness", 50.0)
        connect_body(master, "first", "body1")
        connect_body(master, "second", "body2")
        master.run(end)
        found = [master.get(instance, "body.position") for instance in units]
        errors.append(max(abs(a - b) for a, b in zip(found, expected)))
    halving(errors)
