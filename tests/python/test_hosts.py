"""What hosts do with an FMU besides running it: log, misname it, unpack it anywhere, load it twice."""

import re

import pytest
from fmpy import simulate_fmu

from host import ERROR, STUCK, Host


def test_transitions_are_logged(network):
    with Host(network("spring_mass"), logging=True) as host:
        host.start()
        host.step(2.0)
        events = host.events()
        logged = [m.text for m in host.messages if m.category == "logEvents"]
    assert len(logged) == len(events) == 3
    for text, event in zip(logged, events):
        assert "floor" in text
        times = [float(number) for number in re.findall(r"\d+\.\d+(?:e-?\d+)?", text)]
        assert any(time == pytest.approx(event[0], abs=1e-9, rel=0) for time in times), text
    assert "stuck" in logged[-1] and "stuck" not in logged[0]


def test_transitions_are_not_logged_unless_asked_for(network):
    with Host(network("spring_mass")) as host:
        host.start()
        host.step(2.0)
        assert host.messages == []


def test_simulate_fmu_passes_the_log_on(network):
    told = []
    simulate_fmu(
        str(network("spring_mass")), debug_logging=True,
        logger=lambda _environment, _instance, _status, category, message: told.append((category, message)),
    )
    assert [category for category, _ in told] == [b"logEvents"] * 3
    assert all(b"%" not in message for _, message in told)


def test_a_wrong_guid_is_refused_with_a_message(fmu, capfd):
    with pytest.raises(Exception, match="instantiate"):
        Host(fmu("SingleMassFriction"), guid="{8c4e810f-3df3-4a00-8276-176fa3c9f9e0}")
    with Host(fmu("SingleMassFriction")) as host:
        host.start()
        host.step(0.1)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("folder", ["with some spaces", "Żardecki µ№1", "per%20cent #1?", "plus+&=;"])
def test_it_runs_from_any_path(network, tmp_path, folder):
    """A user's network is found in resources/, wherever the host unpacked it."""
    with Host(network("spring_mass"), directory=tmp_path / folder) as host:
        host.start()
        host.step(2.0)
        assert host.get("floor.state") == STUCK


def test_units_are_independent(fmu, network):
    """Two instances of one FMU and one of another, stepped in turn, move as each alone does."""
    def moved(host):
        return host.get("body.position") if "body.position" in host.variables else host.get("block.position")

    def alone(path, force):
        with Host(path) as host:
            host.start(force)
            for _ in host.steps(0.05, 1.0):
                pass
            return moved(host)

    runs = [
        (fmu("SingleMassFriction"), {"body.force": 2.0}),
        (fmu("SingleMassFriction"), {"body.force": -3.0}),
        (network("spring_mass"), {}),
    ]
    expected = [alone(*run) for run in runs]
    hosts = [Host(path) for path, _ in runs]
    for host, (_, force) in zip(hosts, runs):
        host.start(force)
    for _ in range(20):
        for host in hosts:
            host.step(0.05)
    assert [moved(host) for host in hosts] == expected
    for host in hosts:
        host.fmu.freeInstance()


def test_reset_starts_anew(fmu):
    with Host(fmu("TwoMassThreeContacts")) as host:
        def run():
            host.start({"body1.force": 3.0})
            for _ in host.steps(0.01, 1.0):
                pass
            return host.outputs()

        first = run()
        host.fmu.reset()
        assert run() == first


@pytest.mark.parametrize(
    ("name", "value"),
    [("body.force", float("nan")), ("body.force", float("inf")), ("contact.viscous", -1.0)],
)
def test_a_wrong_value_is_refused_and_the_instance_goes_on(fmu, name, value):
    with Host(fmu("SingleMassFriction")) as host:
        host.start({"body.force": 2.0})
        host.step(0.1)
        before = host.outputs()
        with pytest.raises(Exception, match="fmi2SetReal"):
            host.set(name, value)
        [message] = host.messages
        assert message.status == ERROR and name in message.text
        assert host.outputs() == before
        host.step(0.1)
        assert host.get("body.position") > before["body.position"]
