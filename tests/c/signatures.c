/* luztar.h declares each function with the very type that the standard gives it: compiled only. */
#include "fmi2FunctionTypes.h"

#include "luztar.h"

#define SAME(name) name##TYPE *const check_##name = name

SAME(fmi2GetTypesPlatform);
SAME(fmi2GetVersion);
SAME(fmi2SetDebugLogging);
SAME(fmi2Instantiate);
SAME(fmi2FreeInstance);
SAME(fmi2SetupExperiment);
SAME(fmi2EnterInitializationMode);
SAME(fmi2ExitInitializationMode);
SAME(fmi2Terminate);
SAME(fmi2Reset);
SAME(fmi2GetReal);
SAME(fmi2GetInteger);
SAME(fmi2GetBoolean);
SAME(fmi2GetString);
SAME(fmi2SetReal);
SAME(fmi2SetInteger);
SAME(fmi2SetBoolean);
SAME(fmi2SetString);
SAME(fmi2GetFMUstate);
SAME(fmi2SetFMUstate);
SAME(fmi2FreeFMUstate);
SAME(fmi2SerializedFMUstateSize);
SAME(fmi2SerializeFMUstate);
SAME(fmi2DeSerializeFMUstate);
SAME(fmi2GetDirectionalDerivative);
SAME(fmi2EnterEventMode);
SAME(fmi2NewDiscreteStates);
SAME(fmi2EnterContinuousTimeMode);
SAME(fmi2CompletedIntegratorStep);
SAME(fmi2SetTime);
SAME(fmi2SetContinuousStates);
SAME(fmi2GetDerivatives);
SAME(fmi2GetEventIndicators);
SAME(fmi2GetContinuousStates);
SAME(fmi2GetNominalsOfContinuousStates);
SAME(fmi2SetRealInputDerivatives);
SAME(fmi2GetRealOutputDerivatives);
SAME(fmi2DoStep);
SAME(fmi2CancelStep);
SAME(fmi2GetStatus);
SAME(fmi2GetRealStatus);
SAME(fmi2GetIntegerStatus);
SAME(fmi2GetBooleanStatus);
SAME(fmi2GetStringStatus);
