"""Every unit of the catalogue run by FMPy to its default stop time, and the laws that its outputs obey.

Inputs are held over a communication step, so a row holds the outputs at the end of a step and the
inputs of that step.
"""

import numpy as np
import pytest
from fmpy import read_model_description, simulate_fmu

from catalogue import (
    UNITS, WITH_BRISTLES, WITH_CONTACTS, WITH_FREE_BODIES, WITH_PRESCRIBED_BODIES, WITH_SPRINGS, WITH_STATES,
    WITH_SUMS_OF_WORK,
)
from host import BACKWARD, FORWARD, FREE, STUCK
from mechanism import Mechanism
from stimuli import stimulus

# Of outputs that satisfy an equation at an instant, relative to their size.
INSTANT = 1e-9
# Of integrals over the run at the default tolerance, relative to ∫|power|dt or to the momentum.
INTEGRAL = 1e-7


class Run:
    """A simulated unit, its mechanism and its parameters."""

    def __init__(self, fmu, unit):
        description = read_model_description(str(fmu))
        self.variables = {v.name: v for v in description.modelVariables}
        step = float(description.defaultExperiment.stepSize)
        recorded = [v.name for v in description.modelVariables if v.causality in ("input", "output")]
        self.rows = simulate_fmu(
            str(fmu), input=stimulus(unit, description, step), output=recorded, output_interval=step,
        )
        self.mechanism = Mechanism(fmu)

    def __getitem__(self, name):
        return self.rows[name]

    def parameter(self, name, default=None):
        return float(self.variables[name].start) if name in self.variables else default

    def input_force(self, body):
        return self[body.force] if body.driven else np.zeros(len(self.rows))

    def load(self, contact):
        name = f"{contact.name}.normalForce"
        load = self[name] if name in self.rows.dtype.names else self.parameter(name, 1.0) + np.zeros(len(self.rows))
        if "loadSpring" in contact.table:
            load = load + self.parameter(f"{contact.name}.loadFactor") * self[f"{contact.table['loadSpring']}.force"]
        return np.maximum(load, 0.0)

    def slip_ratio(self, contact, speed):
        """|w| over the speed of the faster end, at most 1; 0 at rest."""
        velocity = {body.name: self[body.velocity] for body in self.mechanism.bodies}
        faster = np.max([np.abs(weight * velocity[name]) for name, weight in contact.ends], axis=0)
        return np.minimum(np.divide(speed, faster, out=np.zeros(len(speed)), where=faster > 0.0), 1.0)

    def limits(self, contact):
        """Static limit and dry friction at the present slip speed, row by row, and the viscous coefficient."""
        def p(key, default=None):
            return self.parameter(f"{contact.name}.{key}", default)

        kind = "Coefficient" if "normalForce" in contact.table else "Friction"
        kinetic = p(f"kinetic{kind}")
        static = p(f"static{kind}", kinetic)
        slip = self[f"{contact.name}.slipVelocity"]
        speed = np.abs(slip)
        match contact.table["law"]:
            case "slipRatio":
                def mu(ratio):
                    return p("adhesionCoefficient") * (1 - np.exp(-p("rise") * ratio)) - p("fallCoefficient") * ratio
                dry = mu(self.slip_ratio(contact, speed))
                static = np.max(mu(np.linspace(0.0, 1.0, 10001)))
            case "asymmetric":
                def forward(w):
                    most, least = p(f"maxForward{kind}"), p(f"minForward{kind}")
                    return np.maximum(least, most - w * (most - least) / p("forwardVelocity"))
                def backward(w):
                    fall = sum(
                        p(f"{n}Drop{kind}") * np.exp((w - p("backwardVelocity")) / p(f"{n}Velocity"))
                        for n in ("first", "second")
                    )
                    return np.maximum(p(f"minBackward{kind}"), p(f"maxBackward{kind}") - fall)
                dry = np.where(slip > 0.0, forward(speed), backward(speed))
                force = self[f"{contact.name}.frictionForce"]
                static = np.where(force > 0.0, p(f"maxForward{kind}"), p(f"maxBackward{kind}"))
            case "coulomb":
                dry = kinetic
            case "hyperbolic":
                dry = static / (1 + p("decay") * speed)
            case "quadratic":
                dry = (static - kinetic) / (1 + p("decay") * speed) + kinetic + p("growth", 0.0) * speed**2
        load = self.load(contact)
        return static * load, dry * load, p("viscous", contact.table.get("viscous", 0.0))

    def rate(self, element):
        """Relative velocity of the ends."""
        velocity = {body.name: self[body.velocity] for body in self.mechanism.bodies}
        return sum(weight * velocity[name] for name, weight in element.ends)

    def excitation(self, body):
        if not body.excited:
            return 0.0
        name = f"{body.name}.excitation"
        phase = self.parameter(f"{name}Omega") * self["time"] + self.parameter(f"{name}Phase", 0.0)
        return self.parameter(f"{name}Amplitude") * np.cos(phase)

    def sum_of_forces(self, body, quantity):
        """Of the contacts, springs and dampers on a body; `quantity` names the output of the contacts."""
        total = np.zeros(len(self.rows))
        mechanism = self.mechanism
        of = ((mechanism.contacts, quantity), (mechanism.springs, "force"), (mechanism.dampers, "force"))
        for elements, output in of:
            for element in elements:
                for name, weight in element.ends:
                    if name == body.name:
                        total -= weight * self[f"{element.name}.{output}"]
        return total


@pytest.fixture(scope="module")
def runs(fmu):
    done = {}

    def run(unit):
        if unit not in done:
            done[unit] = Run(fmu(unit), unit)
        return done[unit]

    return run


@pytest.fixture
def run(unit, runs):
    return runs(unit)


def close(found, expected, tolerance):
    scale = max(1.0, np.max(np.abs(expected), initial=0.0))
    return np.max(np.abs(found - expected), initial=0.0) <= tolerance * scale


@pytest.mark.parametrize("unit", UNITS)
def test_it_runs_to_its_stop_time_and_moves(run):
    assert run["time"][-1] == pytest.approx(run.mechanism.stop, rel=1e-12)
    for name in run.rows.dtype.names:
        assert np.all(np.isfinite(run[name])), name
    moving = [b.velocity for b in run.mechanism.bodies if b.free]
    moving += [f"{s.name}.force" for s in run.mechanism.springs]
    moving += [f"{c.name}.slipVelocity" for c in run.mechanism.contacts]
    for name in moving:
        assert np.ptp(run[name]) > 0.0, name


@pytest.mark.parametrize("unit", WITH_STATES)
def test_friction_opposes_slip(unit, run):
    for contact in run.mechanism.contacts:
        c = contact.name
        state, slip, force = run[f"{c}.state"], run[f"{c}.slipVelocity"], run[f"{c}.frictionForce"]
        stuck, slipping = state == STUCK, np.abs(state) == 1
        assert np.array_equal(run[f"{c}.stuck"].astype(bool), stuck)
        assert np.all(slip[stuck] == 0.0)
        assert np.all(slip[slipping] * state[slipping] >= 0.0)
        assert np.all(np.diff(run[f"{c}.dissipatedEnergy"]) >= 0.0), c
        assert np.all(run[f"{c}.dissipatedPower"] >= 0.0), c
        if unit not in WITH_BRISTLES:
            assert np.all(force[slipping] * slip[slipping] >= 0.0)
            assert close(run[f"{c}.dissipatedPower"], force * slip, INSTANT), c


@pytest.mark.parametrize("unit", WITH_STATES)
def test_internal_states_are_variables(unit, run):
    """Each has a start value and a derivative, and moves."""
    states = [v.derivative for v in run.variables.values() if v.derivative and v.causality == "local"]
    assert states, unit
    for state in states:
        assert run.parameter(f"{state.name}0") is not None
        assert np.ptp(run[state.name]) > 0.0, state.name


@pytest.mark.parametrize("unit", sorted(set(WITH_CONTACTS) - set(WITH_STATES)))
def test_contacts_obey_their_law(run):
    for contact in run.mechanism.contacts:
        c = contact.name
        state, slip, force = run[f"{c}.state"], run[f"{c}.slipVelocity"], run[f"{c}.frictionForce"]
        static, dry, viscous = run.limits(contact)
        assert set(np.unique(state)) <= {BACKWARD, STUCK, FORWARD, FREE}
        stuck, slipping = state == STUCK, np.abs(state) == 1
        assert np.array_equal(run[f"{c}.stuck"].astype(bool), stuck)
        assert np.all(slip[stuck] == 0.0)
        assert np.all(np.abs(force[stuck]) <= static[stuck] * (1 + INSTANT))
        assert np.all(slip[slipping] * state[slipping] >= 0.0)
        law = state * dry + viscous * slip
        assert close(force[slipping], law[slipping], INSTANT), c
        assert np.all(force[state == FREE] == 0.0)
        assert np.all(np.diff(run[f"{c}.dissipatedEnergy"]) >= 0.0), c
        power = force * slip
        assert close(run[f"{c}.dissipatedPower"], power, INSTANT), c


@pytest.mark.parametrize("unit", UNITS)
def test_contacts_both_stick_and_slip(unit, run):
    """The stimulus is one that tells: each contact is seen stuck and slipping, each spring in its gap."""
    for contact in run.mechanism.contacts:
        seen = set(np.unique(run[f"{contact.name}.state"]))
        assert seen & {BACKWARD, FORWARD}, contact.name
        assert unit in ("FrictionElement", *WITH_BRISTLES) or STUCK in seen, contact.name
    for spring in run.mechanism.springs:
        gap = "backlash" in spring.table
        assert not gap or len(np.unique(run[f"{spring.name}.state"])) > 1, spring.name


@pytest.mark.parametrize("unit", UNITS)
def test_transitions_are_counted(run):
    total = run["eventCount"]
    assert np.all(np.diff(total) >= 0)
    assert np.all(np.diff(run["lastEventTime"]) >= 0.0)
    for contact in run.mechanism.contacts:
        released = run[f"{contact.name}.stickToSlipCount"]
        caught = run[f"{contact.name}.slipToStickCount"]
        assert np.all(np.diff(released) >= 0) and np.all(np.diff(caught) >= 0)
        assert np.all(released + caught <= total)
        assert np.all(np.abs(released - caught) <= 1 + np.sum(run[f"{contact.name}.state"] == FREE))
        assert np.all(run[f"{contact.name}.lastEventTime"] <= run["lastEventTime"])


@pytest.mark.parametrize("unit", WITH_SPRINGS)
def test_springs_obey_their_law(run):
    for spring in run.mechanism.springs:
        stiffness = run.parameter(f"{spring.name}.stiffness")
        gap = 0.5 * run.parameter(f"{spring.name}.backlash", 0.0)
        damping = run.parameter(f"{spring.name}.damping", 0.0)
        assert gap == 0.0 or damping == 0.0
        deflection = run[f"{spring.name}.deflection"]
        law = stiffness * (np.maximum(deflection - gap, 0.0) + np.minimum(deflection + gap, 0.0))
        law += run.parameter(f"{spring.name}.cubic", 0.0) * deflection**3
        if damping:
            law += damping * run.rate(spring)
        assert close(run[f"{spring.name}.force"], law, INSTANT), spring.name
    for damper in run.mechanism.dampers:
        law = run.parameter(f"{damper.name}.damping") * run.rate(damper)
        assert close(run[f"{damper.name}.force"], law, INSTANT), damper.name


@pytest.mark.parametrize("unit", WITH_FREE_BODIES)
def test_newton_holds_at_every_instant(run):
    for body in (b for b in run.mechanism.bodies if b.free):
        force = run.input_force(body) + run.excitation(body) + run.sum_of_forces(body, "frictionForce")
        inertia = run.parameter(body.inertia)
        assert close(inertia * run[body.acceleration], force, INSTANT), body.name


@pytest.mark.parametrize("unit", WITH_PRESCRIBED_BODIES)
def test_reactions_are_the_forces_of_the_elements(run):
    """So those of one element add up to zero, each divided by its weight."""
    for body in (b for b in run.mechanism.bodies if not b.free):
        force = run.sum_of_forces(body, "frictionForce")
        assert close(run[f"{body.name}.reaction"], force, INSTANT), body.name


@pytest.mark.parametrize("unit", sorted(set(WITH_FREE_BODIES) - set(WITH_SPRINGS)))
def test_mean_friction_balances_momentum(run):
    """Over each step, where no springs act: m Δv = h (F − Σ mean friction)."""
    size = np.diff(run["time"])
    for body in (b for b in run.mechanism.bodies if b.free):
        mean = run.input_force(body) + run.sum_of_forces(body, "meanFrictionForce")
        momentum = run.parameter(body.inertia) * np.diff(run[body.velocity])
        assert close(momentum, size * mean[1:], INTEGRAL), body.name


def elastic_energy(run, spring):
    """Of what a spring is deflected by beyond its gap."""
    e = run[f"{spring.name}.deflection"]
    gap = 0.5 * run.parameter(f"{spring.name}.backlash", 0.0)
    beyond = np.maximum(np.abs(e) - gap, 0.0)
    cubic = run.parameter(f"{spring.name}.cubic", 0.0)
    return run.parameter(f"{spring.name}.stiffness") * beyond**2 / 2 + cubic * e**4 / 4


@pytest.mark.parametrize("unit", WITH_SUMS_OF_WORK)
def test_energy_balances(run):
    """Work of held inputs and moving surfaces = kinetic + elastic + dissipated energy, within a part of
    ∫|power|dt."""
    bodies = [b for b in run.mechanism.bodies if b.free]
    kinetic = sum(run.parameter(b.inertia) * run[b.velocity] ** 2 / 2 for b in bodies)
    elastic = sum((elastic_energy(run, spring) for spring in run.mechanism.springs), np.zeros(len(run.rows)))
    dissipated = sum(run[f"{c.name}.dissipatedEnergy"] for c in run.mechanism.contacts)
    steps = [run.input_force(b)[1:] * np.diff(run[b.position]) for b in bodies]
    for contact in run.mechanism.contacts:
        impulse = np.diff(run["time"]) * run[f"{contact.name}.meanFrictionForce"][1:]
        steps.append(-run.parameter(f"{contact.name}.surfaceVelocity", 0.0) * impulse)
    work = np.concatenate(([0.0], np.cumsum(sum(steps))))
    stored = kinetic + elastic
    turnover = 1.0 + np.sum(np.abs(steps)) + dissipated[-1]
    assert np.max(np.abs(stored - stored[0] + dissipated - work)) <= INTEGRAL * turnover
