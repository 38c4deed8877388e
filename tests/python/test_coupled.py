"""Units coupled by libcosim: with its step they approach the motion of one network, to first order."""

from fmpy import read_model_description
from libcosimpy.CosimConstants import success
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave

from host import Host

NANOSECONDS = 1_000_000_000

# Communication steps in s, each half of the one before.
STEPS = [1e-3, 5e-4, 2.5e-4]
# An error of first order halves; bounds of the ratio of two successive errors.
HALVED = (0.45, 0.55)
# Error at the first step in m, of motions of half a metre.
LARGEST = 1e-3


# libcosim tells every element that it parses.
log_output_level(CosimLogLevel.ERROR)


class Coupled:
    """FMUs by instance name in one fixed-step execution."""

    def __init__(self, fmus, step):
        self.execution = CosimExecution.from_step_size(step_size=round(step * NANOSECONDS))
        self.references, self.index = {}, {}
        for instance, fmu in fmus.items():
            variables = read_model_description(str(fmu)).modelVariables
            self.references[instance] = {v.name: v.valueReference for v in variables}
            slave = CosimLocalSlave(fmu_path=str(fmu), instance_name=instance)
            self.index[instance] = self.execution.add_local_slave(local_slave=slave)
        self.observer = CosimObserver.create_last_value()
        assert self.execution.add_observer(observer=self.observer)

    def _at(self, instance, name):
        return self.index[instance], self.references[instance][name]

    def set(self, instance, name, value):
        slave, reference = self._at(instance, name)
        assert self.execution.real_initial_value(
            slave_index=slave, variable_reference=reference, value=value
        )

    def connect(self, source, target):
        from_slave, from_reference = self._at(*source)
        to_slave, to_reference = self._at(*target)
        status = self.execution.connect_real_variables(
            output_slave_index=from_slave, output_variable_reference=from_reference,
            input_slave_index=to_slave, input_variable_reference=to_reference,
        )
        assert status == success

    def connect_body(self, instance, end):
        """The motion of a mass to an end of the spring, and the force of the spring back."""
        for quantity in ("position", "velocity"):
            self.connect((instance, f"body.{quantity}"), ("spring", f"{end}.{quantity}"))
        self.connect(("spring", f"{end}.reaction"), (instance, "body.force"))

    def run(self, end):
        assert self.execution.simulate_until(target_time=round(end * NANOSECONDS))

    def get(self, instance, name):
        slave, reference = self._at(instance, name)
        return self.observer.last_real_values(slave_index=slave, variable_references=[reference])[0]


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


def test_a_slider_and_a_spring(fmu, network):
    """The slider runs against the spring, turns and leaves it."""
    end = 0.5
    [expected] = whole(network("sprung_slider"), end, ["body.position"])
    errors = []
    for step in STEPS:
        coupled = Coupled({"slider": fmu("SingleMassFriction"), "spring": fmu("FreeplaySpring")}, step)
        coupled.set("spring", "spring.stiffness", 50.0)
        coupled.connect_body("slider", "body1")
        coupled.run(end)
        errors.append(abs(coupled.get("slider", "body.position") - expected))
    halving(errors)


def test_two_sliders_and_a_spring(fmu, network):
    """The first pushes the second through the gap."""
    end = 0.5
    expected = whole(network("sprung_pair"), end, ["body1.position", "body2.position"])
    errors = []
    for step in STEPS:
        units = {"first": fmu("SingleMassFriction"), "second": fmu("SingleMassFriction")}
        coupled = Coupled(units | {"spring": fmu("FreeplaySpring")}, step)
        for instance, velocity in (("first", 1.0), ("second", 0.0)):
            coupled.set(instance, "body.velocity0", velocity)
            coupled.set(instance, "contact.kineticFriction", 0.2)
            coupled.set(instance, "contact.staticFriction", 0.25)
        coupled.set("spring", "spring.stiffness", 50.0)
        coupled.connect_body("first", "body1")
        coupled.connect_body("second", "body2")
        coupled.run(end)
        found = [coupled.get(instance, "body.position") for instance in units]
        errors.append(max(abs(a - b) for a, b in zip(found, expected)))
    halving(errors)
