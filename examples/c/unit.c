/* A model behind luztar's C interface: see unit.h. */
#include "unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* luztar prints nothing by itself: what it has to say comes here. */
static void logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    va_list arguments;
    (void)environment;
    if (status == fmi2Discard) /* a step that ended early, which a master learns from the status */
        return;
    fprintf(stderr, "%s (%s): ", instance, category);
    va_start(arguments, message);
    vfprintf(stderr, message, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void require(fmi2Status status)
{
    if (status != fmi2OK)
        exit(EXIT_FAILURE);
}

fmi2ValueReference variable(fmi2Component unit, const char *name)
{
    fmi2ValueReference vr;
    require(luztar_value_reference(unit, name, &vr));
    return vr;
}

void set(fmi2Component unit, const char *name, double value)
{
    fmi2ValueReference vr = variable(unit, name);
    require(fmi2SetReal(unit, &vr, 1, &value));
}

double get(fmi2Component unit, const char *name)
{
    fmi2ValueReference vr = variable(unit, name);
    double value;
    require(fmi2GetReal(unit, &vr, 1, &value));
    return value;
}

fmi2Component instantiate(const char *name, const char *guid, const char *resources)
{
    /* luztar copies it. */
    const fmi2CallbackFunctions callbacks = {logger, NULL, NULL, NULL, NULL};
    fmi2Component unit =
        fmi2Instantiate(name, fmi2CoSimulation, guid, resources, &callbacks, fmi2False, fmi2False);
    if (unit == NULL)
        exit(EXIT_FAILURE);
    return unit;
}

void initialise(fmi2Component unit)
{
    require(fmi2SetupExperiment(unit, fmi2False, 0.0, 0.0, fmi2False, 0.0));
    require(fmi2EnterInitializationMode(unit));
    require(fmi2ExitInitializationMode(unit));
}

const char *contact_state(int number)
{
    switch (number) {
    case -1: return "backward";
    case 0: return "stuck";
    case 1: return "forward";
    default: return "free";
    }
}
