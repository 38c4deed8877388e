"""Masters of fixed steps, libcosim and ecos, behind one interface: FMUs by instance name, or a System Structure file."""

import sys
from ctypes import CDLL, RTLD_GLOBAL
from pathlib import Path

import pytest
from libcosimpy.CosimConstants import success
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave

NANOSECONDS = 1_000_000_000

# libcosim tells every element that it parses.
log_output_level(CosimLogLevel.ERROR)


class Libcosim:
    def __init__(self, fmus, step):
        """`fmus`: path by instance name, or the path of an SSP archive; `step` in s."""
        size = round(step * NANOSECONDS)
        if isinstance(fmus, dict):
            self.execution = CosimExecution.from_step_size(step_size=size)
            for instance, fmu in fmus.items():
                slave = CosimLocalSlave(fmu_path=str(fmu), instance_name=instance)
                self.execution.add_local_slave(local_slave=slave)
        else:
            self.execution = CosimExecution.from_ssp_file(str(fmus), step_size=size)
        self.observer = CosimObserver.create_last_value()
        assert self.execution.add_observer(observer=self.observer)
        self.references = {}

    def _at(self, instance, name):
        slave = self.execution.slave_index_from_instance_name(instance)
        if instance not in self.references:
            variables = self.execution.slave_variables(slave)
            self.references[instance] = {v.name.decode(): v.reference for v in variables}
        return slave, self.references[instance][name]

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

    def run(self, end):
        """Runs to time `end`; may be called again."""
        assert self.execution.simulate_until(target_time=round(end * NANOSECONDS))

    def get(self, instance, name):
        slave, reference = self._at(instance, name)
        return self.observer.last_real_values(slave_index=slave, variable_references=[reference])[0]


def ecospy():
    """The package of ecos. It finds the library tbb, which lies in another package, only once that is loaded."""
    try:
        CDLL(str(Path(sys.prefix, "lib/libtbb.so.12")), mode=RTLD_GLOBAL)
        import ecospy
    except (ImportError, OSError) as missing:
        pytest.skip(f"ecos does not run here: {missing}")
    return ecospy


class Ecos:
    def __init__(self, fmus, step):
        """As of Libcosim."""
        self.module, self.step, self.simulation = ecospy(), step, None
        self.values, self.taken = {}, 0
        if isinstance(fmus, dict):
            self.structure = self.module.EcosSimulationStructure()
            for instance, fmu in fmus.items():
                self.structure.add_model(instance, fmu)
        else:
            self.simulation = self.module.EcosSimulation(step, ssp_path=str(fmus))
            assert self.simulation.init()

    def set(self, instance, name, value):
        self.values[f"{instance}::{name}"] = value

    def connect(self, source, target):
        self.structure.make_real_connection("::".join(source), "::".join(target))

    def run(self, end):
        if self.simulation is None:
            self.structure.add_parameter_set("start", self.values)
            self.simulation = self.module.EcosSimulation(self.step, structure=self.structure)
            assert self.simulation.init(parameter_set="start")
        steps = round(end / self.step)
        self.simulation.step(steps - self.taken)
        self.taken = steps

    def get(self, instance, name):
        return self.simulation.get_real(f"{instance}::{name}")
