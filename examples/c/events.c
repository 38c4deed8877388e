/* A master of two models in FMI 3.0 that uses Event Mode: a transition of one is an event for the other at the same
   instant.

   The slider of rollback.c (1 kg, 3 N of friction, 100 N/m, let go at 0.2 m) reverses at π/10 s and 2π/10 s and comes to
   rest at 3π/10 s. A block of 1 kg on a floor of 1 N is drawn by 3 N the way the slider goes, and by nothing while it is
   stuck. The block therefore turns at 0.15π s and 0.225π s and comes to rest at 0.45π s. */
#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

/* Communication points are multiples of it, s. */
#define STEP 0.1
#define END 1.6
/* A communication point nearer than this counts as reached, s. */
#define NEAR 1e-9

/* Ends the program if a call did not return fmi3OK. */
static void need(fmi3Status status)
{
    if (status != fmi3OK)
        exit(EXIT_FAILURE);
}

static void complain(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message)
{
    (void)environment;
    (void)status;
    fprintf(stderr, "(%s): %s\n", category, message);
}

static fmi3Instance make(const char *name, const char *of)
{
    fmi3Instance unit = fmi3InstantiateCoSimulation(name, luztar_instantiation_token(of), NULL, fmi3False, fmi3False,
                                                    fmi3True, fmi3True, NULL, 0, NULL, complain, NULL);
    if (unit == NULL)
        exit(EXIT_FAILURE);
    return unit;
}

static void put(fmi3Instance unit, const char *name, double value)
{
    fmi3ValueReference vr = variable(unit, name);
    need(fmi3SetFloat64(unit, &vr, 1, &value, 1));
}

static double real(fmi3Instance unit, const char *name)
{
    fmi3ValueReference vr = variable(unit, name);
    double value;
    need(fmi3GetFloat64(unit, &vr, 1, &value, 1));
    return value;
}

static int state(fmi3Instance unit, const char *name)
{
    fmi3ValueReference vr = variable(unit, name);
    fmi3Int32 value;
    need(fmi3GetInt32(unit, &vr, 1, &value, 1));
    return value;
}

/* Makes the transitions of a model in Event Mode. */
static void update(fmi3Instance unit)
{
    fmi3Boolean again = fmi3True, stop, nominals, values, defined;
    double next;
    while (again)
        need(fmi3UpdateDiscreteStates(unit, &again, &stop, &nominals, &values, &defined, &next));
}

/* The event of both models at one instant: first the slider, whose state draws the block. */
static void event(fmi3Instance slider, fmi3Instance block)
{
    update(slider);
    put(block, "body.force", 3.0 * state(slider, "belt.state"));
    update(block);
    need(fmi3EnterStepMode(slider));
    need(fmi3EnterStepMode(block));
}

/* Steps a model towards `end`; where it came to, and whether it has an event there. */
static double step(fmi3Instance unit, double time, double end, fmi3Boolean *needed)
{
    fmi3Boolean stop, early;
    double reached;
    need(fmi3DoStep(unit, time, end - time, fmi3False, needed, &stop, &early, &reached));
    return early ? reached : end;
}

int main(void)
{
    fmi3Instance slider = make("slider", "ForcedOscillator"), block = make("block", "SingleMassFriction");
    fmi3FMUState saved = NULL;
    double time = 0.0;
    int point = 1, steps = 0, rollbacks = 0;

    put(slider, "slider.position0", 0.2);
    put(slider, "slider.excitationAmplitude", 0.0);
    put(slider, "spring.stiffness", 100.0);
    put(slider, "belt.surfaceVelocity", 0.0);
    put(slider, "belt.staticFriction", 3.0);
    put(slider, "belt.kineticFriction", 3.0);
    put(slider, "belt.growth", 0.0);
    put(block, "body.velocity0", 0.0);
    put(block, "contact.staticFriction", 1.0);
    put(block, "contact.kineticFriction", 1.0);
    put(block, "contact.viscous", 0.0);
    need(fmi3EnterInitializationMode(slider, fmi3False, 0.0, 0.0, fmi3False, 0.0));
    need(fmi3EnterInitializationMode(block, fmi3False, 0.0, 0.0, fmi3False, 0.0));
    need(fmi3ExitInitializationMode(slider));
    need(fmi3ExitInitializationMode(block));
    event(slider, block);

    while (time < END - NEAR) {
        fmi3Boolean by_slider, by_block;
        double next = point * STEP, reached;
        need(fmi3GetFMUState(slider, &saved));
        next = step(slider, time, next, &by_slider);
        reached = step(block, time, next, &by_block);
        if (reached < next) {
            /* The block was first: the slider goes back and comes to the same instant. */
            need(fmi3SetFMUState(slider, saved));
            next = step(slider, time, reached, &by_slider);
            rollbacks++;
        }
        time = next;
        steps++;
        if (by_slider || by_block) {
            const char *who = by_slider ? "slider" : "block";
            int before = state(by_slider ? slider : block, by_slider ? "belt.state" : "contact.state");
            need(fmi3EnterEventMode(slider));
            need(fmi3EnterEventMode(block));
            event(slider, block);
            printf("%.12f s  %s: %s -> %s, the block at %.9f m/s\n", time, who, contact_state(before),
                   contact_state(state(by_slider ? slider : block, by_slider ? "belt.state" : "contact.state")),
                   real(block, "body.velocity"));
        }
        if (time > point * STEP - NEAR)
            point++;
    }

    printf("at %g s the block is at %.9f m, after %d steps and %d rollbacks\n", time, real(block, "body.position"), steps,
           rollbacks);
    need(fmi3FreeFMUState(slider, &saved));
    fmi3FreeInstance(slider);
    fmi3FreeInstance(block);
    return EXIT_SUCCESS;
}
