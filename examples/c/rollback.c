/* A rollback master: it saves the state, steps by 0.1 s, and where a step ends early because of a transition goes
   back and steps exactly to it, as a master does that has other units to bring to the same instant.

   The mechanism is a slider of 1 kg on a dry floor (3 N), held by a spring of 100 N/m and let go at 0.2 m. It
   reverses at π/10 s and 2π/10 s and comes to rest at 3π/10 s. */
#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

/* Communication points are multiples of it, s. */
#define STEP 0.1
#define END 1.2
/* A communication point nearer than this counts as reached, s. */
#define NEAR 1e-9

/* The transitions of the step that ended at `time`. */
static void print_transitions(fmi2Component slider, double from, double time)
{
    luztar_Event event;
    while (luztar_take_events(slider, &event, 1) == 1)
        printf("%.12f s  %s -> %s, by a step of %.12f s\n", event.time, contact_state(event.from),
               contact_state(event.to), time - from);
}

/* When the model's last step ended, s. */
static double reached(fmi2Component slider)
{
    double time;
    require(fmi2GetRealStatus(slider, fmi2LastSuccessfulTime, &time));
    return time;
}

int main(void)
{
    fmi2Component slider = instantiate("slider", luztar_guid("ForcedOscillator"), NULL);
    const fmi2Boolean yes = fmi2True;
    fmi2ValueReference stop = variable(slider, "stopAtEvents");
    fmi2FMUstate saved = NULL;
    double time = 0.0;
    int point = 1, steps = 0, rollbacks = 0;

    set(slider, "slider.position0", 0.2);
    set(slider, "slider.excitationAmplitude", 0.0);
    set(slider, "spring.stiffness", 100.0);
    set(slider, "belt.surfaceVelocity", 0.0);
    set(slider, "belt.staticFriction", 3.0);
    set(slider, "belt.kineticFriction", 3.0);
    set(slider, "belt.growth", 0.0);
    require(fmi2SetBoolean(slider, &stop, 1, &yes));
    initialise(slider);

    while (time < END - NEAR) {
        double next = point * STEP;
        fmi2Status status;
        require(fmi2GetFMUstate(slider, &saved));
        status = fmi2DoStep(slider, time, next - time, fmi2False);
        if (status == fmi2Discard) {
            next = reached(slider);
            require(fmi2SetFMUstate(slider, saved));
            status = fmi2DoStep(slider, time, next - time, fmi2False);
            rollbacks++;
        }
        require(status);
        print_transitions(slider, time, next);
        time = next;
        steps++;
        if (time > point * STEP - NEAR)
            point++;
    }

    printf("at %g s the slider is at %.9f m, after %d steps and %d rollbacks\n", time,
           get(slider, "slider.position"), steps, rollbacks);
    require(fmi2FreeFMUstate(slider, &saved));
    fmi2FreeInstance(slider);
    return EXIT_SUCCESS;
}
