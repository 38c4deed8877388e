"""An Exudyn system that is stepped from outside, with a force on one coordinate that
another program decides.

Exudyn's implicit methods carry accelerations from step to step. A force that jumps at a communication point would have half of
its impulse one step late, so that each step begins with accelerations that are computed anew.
"""

import exudyn as exu
import numpy as np
from exudyn.itemInterface import (
    CoordinateSpringDamperExt,
    LoadCoordinate,
    MarkerNodeCoordinate,
    NodeGenericData,
    NodePointGround,
)


def solver_settings():
    """Newmark's method, one step at a time. It takes constraints by their velocities: by positions alone (index 3) it would
    let the velocities of the joints alternate for ever, and a spectral radius below 1 would damp the motion."""
    settings = exu.SimulationSettings()
    settings.solution.file.write = False
    settings.timeIntegration.numberOfSteps = 1
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.relativeTolerance = 1e-12
    settings.timeIntegration.newton.absoluteTolerance = 1e-12
    settings.timeIntegration.generalizedAlpha.useNewmark = True
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = True
    return settings


class ExudynHost:
    """`system`: assembled; `load`: the load of the friction; `coordinate`: index of the flange among the coordinates."""

    def __init__(self, system, load, coordinate, h):
        self.system, self.load, self.coordinate, self.h, self.time = system, load, coordinate, h, 0.0
        self.solver = exu.MainSolverImplicitSecondOrder()
        self.settings = solver_settings()

    def position(self):
        return self.system.systemData.GetODE2Coordinates()[self.coordinate]

    def velocity(self):
        return self.system.systemData.GetODE2Coordinates_t()[self.coordinate]

    def begin(self):
        """Prepares a step; returns the acceleration of the flange without the friction, and the mass that is felt there."""
        self.settings.timeIntegration.startTime = self.time
        self.settings.timeIntegration.endTime = self.time + self.h
        self.system.SetLoadParameter(self.load, "load", 0.0)
        self.solver.InitializeSolver(self.system, self.settings)
        return self.system.systemData.GetODE2Coordinates_tt()[self.coordinate], self.effective_mass()

    def effective_mass(self):
        """1/(B a), where a is what a model force on the flange makes of all coordinates that the constraints G leave:
        M a + G' s = B', G a = 0."""
        coordinates = self.solver.GetODE2size()
        self.solver.ComputeMassMatrix(self.system)
        mass = self.solver.GetSystemMassMatrix()
        self.solver.SetSystemJacobian(np.zeros_like(self.solver.GetSystemJacobian()))
        self.solver.ComputeJacobianAE(self.system)
        constraints = self.solver.GetSystemJacobian()[coordinates:, :coordinates]
        whole = np.block([[mass, constraints.T], [constraints, np.zeros((len(constraints),) * 2)]])
        unit = np.eye(len(whole))[self.coordinate]
        return 1.0 / np.linalg.solve(whole, unit)[self.coordinate]

    def finish(self, force):
        """Makes the step with a force on the flange."""
        self.system.SetLoadParameter(self.load, "load", force)
        self.solver.InitializeSolverInitialConditions(self.system, self.settings)
        if not self.solver.SolveSteps(self.system, self.settings):
            raise ArithmeticError(f"Exudyn does not come beyond {self.time} s")
        self.solver.FinalizeSolver(self.system, self.settings)
        data, initial = self.system.systemData, exu.ConfigurationType.Initial
        data.SetODE2Coordinates(data.GetODE2Coordinates(), initial)
        data.SetODE2Coordinates_t(data.GetODE2Coordinates_t(), initial)
        self.time += self.h


def flange_load(system, node, coordinate=0):
    """A load on a coordinate of a node, which the model gives."""
    marker = system.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate))
    return marker, system.AddLoad(LoadCoordinate(markerNumber=marker, load=0.0))


def own_friction(system, marker, limit, zone, stiffness=0.0, damping=0.0):
    """Exudyn's friction at a marker: regularised below the velocity `zone`, or with bristles if that is 0."""
    ground = system.AddNode(NodePointGround())
    fixed = system.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    # Mode of the bristle, where it sticks, and a limit stop that is not used.
    bristle = {}
    if zone == 0.0:
        bristle["nodeNumber"] = system.AddNode(
            NodeGenericData(numberOfDataCoordinates=3, initialCoordinates=[1, 0, 0])
        )
    system.AddObject(
        CoordinateSpringDamperExt(
            markerNumbers=[fixed, marker],
            **bristle,
            dynamicFrictionForce=limit,
            frictionProportionalZone=zone,
            stickingStiffness=stiffness,
            stickingDamping=damping,
        )
    )


def run_alone(system, coordinate, h, end):
    """Positions of a coordinate at steps of `h` of Exudyn's own solver, which divides steps that do not converge."""
    settings = solver_settings()
    positions = [system.systemData.GetODE2Coordinates()[coordinate]]
    for step in range(round(end / h)):
        settings.timeIntegration.startTime = step * h
        settings.timeIntegration.endTime = (step + 1) * h
        system.SolveDynamic(settings, updateInitialValues=True)
        positions.append(system.systemData.GetODE2Coordinates()[coordinate])
    return positions
