/* A block on a dry floor, pushed to and fro: drives a ready-made unit through the C interface and prints
   every transition between sticking and slipping.

   luztar is linked here like any library. A unit that is an FMU works in the same way: load its library,
   take the GUID from its modelDescription.xml and pass the folder of its resources. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "luztar.h"

/* Communication step, s. Transitions inside a step are found wherever they are. */
#define STEP 0.05
#define STEPS 100

static const char *contact_state(int number)
{
    switch (number) {
    case -1: return "backward";
    case 0: return "stuck";
    case 1: return "forward";
    default: return "free";
    }
}

/* luztar prints nothing by itself: what it has to say comes here. */
static void logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    va_list arguments;
    (void)environment, (void)status;
    fprintf(stderr, "%s (%s): ", instance, category);
    va_start(arguments, message);
    vfprintf(stderr, message, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* The logger has said why. */
static void require(fmi2Status status)
{
    if (status != fmi2OK)
        exit(EXIT_FAILURE);
}

/* Variables are known by number; luztar tells it for a name, as modelDescription.xml does. */
static fmi2ValueReference variable(fmi2Component block, const char *name)
{
    fmi2ValueReference vr;
    require(luztar_value_reference(block, name, &vr));
    return vr;
}

static void set(fmi2Component block, const char *name, double value)
{
    fmi2ValueReference vr = variable(block, name);
    require(fmi2SetReal(block, &vr, 1, &value));
}

static void print_events(fmi2Component block)
{
    luztar_Event events[16];
    size_t count, i;
    while ((count = luztar_take_events(block, events, 16)) > 0)
        for (i = 0; i < count; i++)
            printf("%.9f s  %s: %s -> %s\n", events[i].time,
                   luztar_element_name(block, events[i].kind, events[i].element),
                   contact_state(events[i].from), contact_state(events[i].to));
}

int main(void)
{
    fmi2CallbackFunctions callbacks = {logger, NULL, NULL, NULL, NULL};
    fmi2Component block;
    fmi2ValueReference force, position, energy;
    double value;
    int n;

    printf("luztar %s\n", luztar_version());
    block = fmi2Instantiate("block", fmi2CoSimulation, luztar_guid("SingleMassFriction"), NULL,
                            &callbacks, fmi2False, fmi2False);
    if (block == NULL)
        return EXIT_FAILURE;

    /* Parameters: 1 kg at rest, 1 N of kinetic and 1.5 N of static friction. */
    set(block, "body.mass", 1.0);
    set(block, "body.velocity0", 0.0);
    set(block, "contact.kineticFriction", 1.0);
    set(block, "contact.staticFriction", 1.5);
    set(block, "contact.viscous", 0.0);
    require(fmi2SetupExperiment(block, fmi2False, 0.0, 0.0, fmi2True, STEPS * STEP));
    require(fmi2EnterInitializationMode(block));
    require(fmi2ExitInitializationMode(block));

    force = variable(block, "body.force");
    for (n = 0; n < STEPS; n++) {
        value = 1.6 * sin(2.0 * n * STEP);
        require(fmi2SetReal(block, &force, 1, &value));
        require(fmi2DoStep(block, n * STEP, STEP, fmi2True));
        print_events(block);
    }

    position = variable(block, "body.position");
    require(fmi2GetReal(block, &position, 1, &value));
    printf("at %g s the block is at %.9f m", STEPS * STEP, value);
    energy = variable(block, "contact.dissipatedEnergy");
    require(fmi2GetReal(block, &energy, 1, &value));
    printf(" and has turned %.9f J into heat\n", value);

    require(fmi2Terminate(block));
    fmi2FreeInstance(block);
    return EXIT_SUCCESS;
}
