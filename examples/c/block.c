/* A block on a dry floor, pushed to and fro: drives a model of the library through the C interface and prints
   every transition between sticking and slipping.

   luztar is linked here like any library. A unit that is an FMU works in the same way: load its library,
   take the GUID from its modelDescription.xml and pass the folder of its resources (ahead.c does that). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

/* Communication step, s. Transitions inside a step are found wherever they are. */
#define STEP 0.05
#define STEPS 100

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
    fmi2Component block;
    fmi2ValueReference force;
    double value;
    int n;

    printf("luztar %s\n", luztar_version());
    block = instantiate("block", luztar_guid("SingleMassFriction"), NULL);

    /* Parameters: 1 kg at rest, 1 N of kinetic and 1.5 N of static friction. */
    set(block, "body.mass", 1.0);
    set(block, "body.velocity0", 0.0);
    set(block, "contact.kineticFriction", 1.0);
    set(block, "contact.staticFriction", 1.5);
    set(block, "contact.viscous", 0.0);
    initialise(block);

    force = variable(block, "body.force");
    for (n = 0; n < STEPS; n++) {
        value = 1.6 * sin(2.0 * n * STEP);
        require(fmi2SetReal(block, &force, 1, &value));
        require(fmi2DoStep(block, n * STEP, STEP, fmi2True));
        print_events(block);
    }

    printf("at %g s the block is at %.9f m and has turned %.9f J into heat\n", STEPS * STEP,
           get(block, "body.position"), get(block, "contact.dissipatedEnergy"));
    require(fmi2Terminate(block));
    fmi2FreeInstance(block);
    return EXIT_SUCCESS;
}
