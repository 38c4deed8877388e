"""Events and time stepping in one FMU: hosts choose, both hold still, and both move the same way."""

import pytest
from fmpy.validation import validate_fmu

from host import STUCK, Host

EVENTS, MOREAU = 1, 2

END = 5.0
"""Every block has slipped by then, s."""


def test_an_fmu_with_time_stepping_is_valid(network):
    assert validate_fmu(str(network("SlidingBlocks"))) == []


def run(path, method, size):
    with Host(path) as host:
        assert host.get("method") == MOREAU
        host.start({"method": method})
        for _ in host.steps(size, END):
            for block in range(1, 21):
                if host.get(f"ground{block}.state") == STUCK:
                    assert host.get(f"ground{block}.slipVelocity") == 0.0
        assert host.get("eventCount") > 20
        return [host.get(f"block{block}.position") for block in range(1, 21)]


def test_time_stepping_moves_as_events_do(network):
    path = network("SlidingBlocks")
    exact = run(path, EVENTS, 0.02)
    assert max(exact) > 0.05
    assert run(path, MOREAU, 0.001) == pytest.approx(exact, abs=5e-3, rel=0)


def test_the_method_is_chosen_before_initialisation_ends(network):
    with Host(network("SlidingBlocks")) as host:
        host.start()
        with pytest.raises(Exception, match="fmi2SetInteger"):
            host.set("method", EVENTS)
        [message] = host.messages
        assert "method" in message.text
