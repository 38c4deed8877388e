/* Random calls of Model Exchange. */
#include <math.h>

#include "calls.h"

/* The number that a call gives for a right one. */
static size_t sized(size_t right)
{
    if (!draw_once_in(32))
        return right;
    return draw_once_in(2) ? right + 1 : draw_below(LONGEST);
}

fmi2Status enter_event_mode(struct host *host, struct instance *at)
{
    fmi2Status status = fmi2EnterEventMode(at->c);
    (void)host;
    if (status == fmi2OK)
        at->life = AT_EVENT;
    return status;
}

fmi2Status new_discrete_states(struct host *host, struct instance *at)
{
    fmi2EventInfo info;
    fmi2Status status = fmi2NewDiscreteStates(at->c, draw_once_in(32) ? NULL : &info);
    if (status == fmi2OK && (info.newDiscreteStatesNeeded || info.terminateSimulation))
        report_violation(host->report, "%s: an event has no end", at->unit->name);
    return status;
}

fmi2Status enter_continuous(struct host *host, struct instance *at)
{
    fmi2Status status = fmi2EnterContinuousTimeMode(at->c);
    (void)host;
    if (status == fmi2OK)
        at->life = CONTINUOUS;
    return status;
}

fmi2Status completed_step(struct host *host, struct instance *at)
{
    fmi2Boolean event = 7, end = 7;
    (void)host;
    return fmi2CompletedIntegratorStep(at->c, draw_once_in(2), draw_once_in(32) ? NULL : &event,
                                       draw_once_in(32) ? NULL : &end);
}

fmi2Status set_time(struct host *host, struct instance *at)
{
    double time = at->time + draw_between(0, 0.01);
    fmi2Status status;
    (void)host;
    if (draw_once_in(at->wild ? 8 : 64))
        time = at->wild ? draw_hostile() : NAN;
    status = fmi2SetTime(at->c, time);
    if (status == fmi2OK)
        at->time = time;
    return status;
}

fmi2Status set_continuous(struct host *host, struct instance *at)
{
    size_t k, count = at->unit->states <= MOST_STATES ? at->unit->states : MOST_STATES;
    (void)host;
    for (k = 0; k < count; k++) {
        room[k] = at->x[k] + draw_between(-1e-3, 1e-3);
        if (draw_once_in(at->wild ? 16 : 256))
            room[k] = at->wild ? draw_hostile() : INFINITY;
    }
    return fmi2SetContinuousStates(at->c, draw_once_in(64) ? NULL : room,
                                   sized(at->unit->states));
}

/* Reads `count` numbers with one of the functions that give a list. */
static fmi2Status read_all(struct host *host, struct instance *at, size_t count,
                           fmi2Status (*get)(fmi2Component, fmi2Real *, size_t))
{
    fmi2Status status = get(at->c, draw_once_in(64) ? NULL : room, sized(count));
    size_t k;
    for (k = 0; status == fmi2OK && k < count; k++)
        if (!isfinite(room[k]))
            report_violation(host->report, "%s of %s: number %zu is %g",
                             calls[host->report->call].name, at->unit->name, k,
                             room[k]);
    return status;
}

fmi2Status get_derivatives(struct host *host, struct instance *at)
{
    return read_all(host, at, at->unit->states, fmi2GetDerivatives);
}

fmi2Status get_indicators(struct host *host, struct instance *at)
{
    return read_all(host, at, at->unit->indicators, fmi2GetEventIndicators);
}

fmi2Status get_nominals(struct host *host, struct instance *at)
{
    return read_all(host, at, at->unit->states, fmi2GetNominalsOfContinuousStates);
}

fmi2Status get_continuous(struct host *host, struct instance *at)
{
    fmi2Status status = read_all(host, at, at->unit->states, fmi2GetContinuousStates);
    size_t k;
    for (k = 0; status == fmi2OK && k < at->unit->states && k < MOST_STATES; k++)
        at->x[k] = room[k];
    return status;
}
