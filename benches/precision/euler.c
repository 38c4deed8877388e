/* What many hand-written units do: explicit Euler steps of one size behind the interface of FMI 2.0, with stick and slip looked at
   at the end of each step only. The mechanism is in problem.h, which the bench writes (problem.rs).

   A contact whose slip velocity has changed its sign sticks from the end of that step on; bodies that stick together move as one.
   At the start of a step contacts let go whose load is above their limits: of the sets of bodies, those between the set and all
   others that have most to hold (modes.rs says why).

   Value references: Real 0 … INPUTS - 1 the inputs, INPUTS the step size in s; Integer the modes of the contacts. */
#include <math.h>
#include <stdlib.h>

#include "luztar.h"
#include "problem.h"

#define GROUND BODIES

typedef struct {
    double v[BODIES], y[BODIES], a[BODIES], f[BODIES];
    double value[INPUTS + 1], slope[INPUTS + 1], step;
    int mode[CONTACTS], group[BODIES + 1];
} Unit;

static double slip(const Unit *unit, int k)
{
    return unit->v[first[k]] - (second[k] < 0 ? 0.0 : unit->v[second[k]]) - surface[k];
}

static double friction(const Unit *unit, int k, double speed)
{
    double normal = load[k] < 0 ? 1.0 : unit->value[load[k]];
    return limit[k] * normal / (1.0 + decay[k] * speed);
}

/* Finds which bodies stick together. */
static void join(Unit *unit)
{
    for (int b = 0; b <= GROUND; b++)
        unit->group[b] = b;
    for (int k = 0; k < CONTACTS; k++) {
        int one = unit->group[first[k]];
        int other = unit->group[second[k] < 0 ? GROUND : second[k]];
        for (int b = 0; unit->mode[k] == 0 && b <= GROUND; b++)
            if (unit->group[b] == one)
                unit->group[b] = other;
    }
}

static void accelerate(Unit *unit)
{
    double force[BODIES + 1] = {0}, masses[BODIES + 1] = {0};
    for (int b = 0; b < BODIES; b++) {
        double y = unit->y[b];
        unit->f[b] = SPRINGS ? -(linear[b] + cubic[b] * y * y) * y : 0.0;
        if (drive[b] >= 0)
            unit->f[b] += unit->value[drive[b]];
    }
    for (int k = 0; k < CONTACTS; k++)
        if (unit->mode[k]) {
            double lambda = unit->mode[k] * friction(unit, k, fabs(slip(unit, k)));
            unit->f[first[k]] -= lambda;
            if (second[k] >= 0)
                unit->f[second[k]] += lambda;
        }
    for (int b = 0; b < BODIES; b++) {
        force[unit->group[b]] += unit->f[b];
        masses[unit->group[b]] += mass[b];
    }
    for (int b = 0; b < BODIES; b++) {
        int group = unit->group[b];
        unit->a[b] = group == unit->group[GROUND] ? 0.0 : force[group] / masses[group];
    }
}

static int crosses(int set, int k)
{
    return (set >> first[k] & 1) != (second[k] < 0 ? 0 : set >> second[k] & 1);
}

/* Whether contacts let go. */
static int let_go(Unit *unit)
{
    double excess = 0.0, sign = 0.0;
    int worst = 0;
    for (int set = 1; set < 1 << BODIES; set++) {
        double held = 0.0, net = 0.0;
        int any = 0;
        for (int k = 0; k < CONTACTS; k++)
            if (unit->mode[k] == 0 && crosses(set, k)) {
                held += friction(unit, k, 0.0);
                any = 1;
            }
        for (int b = 0; b < BODIES; b++)
            if (set >> b & 1)
                net += unit->f[b] - mass[b] * unit->a[b];
        if (any && fabs(net) - held > excess) {
            excess = fabs(net) - held;
            worst = set;
            sign = net;
        }
    }
    for (int k = 0; worst && k < CONTACTS; k++)
        if (unit->mode[k] == 0 && crosses(worst, k))
            unit->mode[k] = (worst >> first[k] & 1) == (sign > 0.0) ? 1 : -1;
    return worst;
}

/* Gives bodies that stick together the same velocity. */
static void move_together(Unit *unit)
{
    double momentum[BODIES + 1] = {0}, masses[BODIES + 1] = {0};
    for (int b = 0; b < BODIES; b++) {
        momentum[unit->group[b]] += mass[b] * unit->v[b];
        masses[unit->group[b]] += mass[b];
    }
    for (int b = 0; b < BODIES; b++)
        if (masses[unit->group[b]] > mass[b])
            unit->v[b] = momentum[unit->group[b]] / masses[unit->group[b]];
    for (int k = 0; k < CONTACTS; k++)
        for (int b = 0; unit->mode[k] == 0 && second[k] < 0 && b < BODIES; b++)
            if (unit->group[b] == unit->group[first[k]])
                unit->v[b] = surface[k];
}

static void euler(Unit *unit)
{
    double h = unit->step;
    int stopped = 0;
    accelerate(unit);
    while (let_go(unit)) {
        join(unit);
        accelerate(unit);
    }
    for (int b = 0; b < BODIES; b++) {
        unit->y[b] += h * unit->v[b];
        unit->v[b] += h * unit->a[b];
    }
    for (int i = 0; i < INPUTS; i++)
        unit->value[i] += h * unit->slope[i];
    for (int k = 0; k < CONTACTS; k++)
        if (unit->mode[k] * slip(unit, k) < 0.0) {
            unit->mode[k] = 0;
            stopped = 1;
        }
    if (stopped) {
        join(unit);
        move_together(unit);
    }
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
    Unit *unit = calloc(1, sizeof *unit);
    (void)name, (void)type, (void)guid, (void)resources, (void)functions, (void)visible, (void)logging;
    for (int b = 0; unit && b < BODIES; b++) {
        unit->v[b] = velocity[b];
        unit->y[b] = place[b];
    }
    return unit;
}

void fmi2FreeInstance(fmi2Component c)
{
    free(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean with_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean with_stop, fmi2Real stop)
{
    (void)c, (void)with_tolerance, (void)tolerance, (void)start, (void)with_stop, (void)stop;
    return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    return c ? fmi2OK : fmi2Error;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    Unit *unit = c;
    for (int k = 0; k < CONTACTS; k++) {
        double w = slip(unit, k);
        unit->mode[k] = (w > 0.0) - (w < 0.0);
    }
    join(unit);
    return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference *vr, size_t nvr, const fmi2Real *value)
{
    Unit *unit = c;
    for (size_t i = 0; i < nvr; i++)
        if (vr[i] < INPUTS)
            unit->value[vr[i]] = value[i];
        else if (vr[i] == INPUTS)
            unit->step = value[i];
        else
            return fmi2Error;
    return fmi2OK;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference *vr, size_t nvr,
                                       const fmi2Integer *order, const fmi2Real *value)
{
    Unit *unit = c;
    for (size_t i = 0; i < nvr; i++)
        if (vr[i] < INPUTS && order[i] == 1)
            unit->slope[vr[i]] = value[i];
        else
            return fmi2Error;
    return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference *vr, size_t nvr, fmi2Integer *value)
{
    Unit *unit = c;
    for (size_t i = 0; i < nvr; i++)
        if (vr[i] < CONTACTS)
            value[i] = unit->mode[vr[i]];
        else
            return fmi2Error;
    return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real size, fmi2Boolean keep)
{
    long steps = lround(size / ((Unit *)c)->step);
    (void)time, (void)keep;
    for (long i = 0; i < steps; i++)
        euler(c);
    return fmi2OK;
}
