/* The table of calls, and those of an instance's life. */
#include "calls.h"

#include <math.h>
#include <string.h>

/* A step so long that the engine gives it up after a while: once in so many. */
#define LONG_STEP 400000

static fmi2Status instantiate(struct host *host, struct instance *at)
{
    host_free(host, at);
    host_instantiate(host, at);
    return at->c == NULL ? fmi2Error : fmi2OK;
}

static fmi2Status free_instance(struct host *host, struct instance *at)
{
    fmi2FreeInstance(NULL);
    host_free(host, at);
    return fmi2OK;
}

static fmi2Status set_logging(struct host *host, struct instance *at)
{
    const char *categories[3];
    size_t k, count = draw_below(4);
    (void)host;
    for (k = 0; k < 3; k++)
        categories[k] = draw_once_in(2) ? draw_text() : "logEvents";
    return fmi2SetDebugLogging(at->c, draw_once_in(2), count,
                               draw_once_in(16) ? NULL : categories);
}

static fmi2Status setup(struct host *host, struct instance *at)
{
    double start = draw_once_in(2) ? 0 : draw_between(-10, 100);
    double stop = start + draw_between(-1, 1000), tolerance = pow(10, draw_between(-12, -2));
    fmi2Boolean stops = draw_once_in(4), tolerant = draw_once_in(2);
    fmi2Status status;
    (void)host;
    if (draw_once_in(at->wild ? 8 : 64))
        start = draw_hostile();
    if (draw_once_in(16))
        stop = draw_hostile();
    if (draw_once_in(16))
        tolerance = draw_hostile();
    status = fmi2SetupExperiment(at->c, tolerant, tolerance, start, stops, stop);
    if (status == fmi2OK)
        at->time = start;
    return status;
}

static fmi2Status enter(struct host *host, struct instance *at)
{
    fmi2Status status = fmi2EnterInitializationMode(at->c);
    (void)host;
    if (status == fmi2OK)
        at->life = INITIALIZING;
    return status;
}

static fmi2Status leave(struct host *host, struct instance *at)
{
    fmi2Status status = fmi2ExitInitializationMode(at->c);
    (void)host;
    if (status == fmi2OK)
        at->life = at->type == fmi2CoSimulation ? STEPPING : AT_EVENT;
    return status;
}

static fmi2Status terminate(struct host *host, struct instance *at)
{
    fmi2Status status = fmi2Terminate(at->c);
    (void)host;
    at->life = TERMINATED;
    return status;
}

static fmi2Status reset(struct host *host, struct instance *at)
{
    fmi2Status status = fmi2Reset(at->c);
    (void)host;
    at->life = INSTANTIATED;
    at->time = 0;
    at->wild = draw_once_in(4);
    memset(at->x, 0, sizeof at->x);
    return status;
}

static fmi2Status do_step(struct host *host, struct instance *at)
{
    double time = at->time, size = draw_between(1e-6, 5e-3), reached = 0;
    fmi2Status status;
    int ordinary;
    if (draw_once_in(32))
        size = draw_between(0, 0.05);
    /* Motions with numbers that no machine has need many internal steps. */
    if (at->wild && !draw_once_in(64))
        size *= 1e-4;
    if (draw_once_in(64))
        size = -draw_between(0, 1);
    if (draw_once_in(64))
        size = draw_once_in(2) ? NAN : 4.9e-324;
    if (draw_once_in(LONG_STEP))
        size = fabs(draw_hostile());
    /* What a long step does to memory, a short one does. */
    if (host->watched)
        size *= 1e-3;
    ordinary = size > 0 && isfinite(size);
    if (draw_once_in(32))
        time += draw_once_in(2) ? draw_hostile() : draw_between(-1e-9, 1e-9);
    status = fmi2DoStep(at->c, time, size, draw_once_in(2));
    if (at->life != STEPPING)
        return status;
    /* What the step came to; its answer decides where the next one starts. */
    host->report->calls++;
    if (fmi2GetRealStatus(at->c, fmi2LastSuccessfulTime, &reached) != fmi2OK)
        report_violation(host->report, "%s: no last successful time", at->unit->name);
    if (status == fmi2Error && reached != at->time)
        report_violation(host->report, "%s: a refused step went from %.17g s to %.17g s",
                         at->unit->name, at->time, reached);
    at->time = reached;
    /* A motion that cannot go on ends in an error each time, if need be after many internal steps. */
    if (status == fmi2Error && ordinary && time == at->time && !draw_once_in(3))
        reset(host, at);
    return status;
}

static fmi2Status cancel(struct host *host, struct instance *at)
{
    (void)host;
    return fmi2CancelStep(at->c);
}

static fmi2Status query(struct host *host, struct instance *at)
{
    fmi2StatusKind kind = (fmi2StatusKind)((int)draw_below(6) - 1);
    fmi2Status answer;
    fmi2Real real;
    fmi2Integer integer;
    fmi2Boolean truth;
    fmi2String text;
    int null = draw_once_in(16);
    (void)host;
    switch (draw_below(5)) {
    case 0:
        return fmi2GetStatus(at->c, kind, null ? NULL : &answer);
    case 1:
        return fmi2GetRealStatus(at->c, kind, null ? NULL : &real);
    case 2:
        return fmi2GetIntegerStatus(at->c, kind, null ? NULL : &integer);
    case 3:
        return fmi2GetBooleanStatus(at->c, kind, null ? NULL : &truth);
    default:
        return fmi2GetStringStatus(at->c, kind, null ? NULL : &text);
    }
}

static fmi2Status max_step(struct host *host, struct instance *at)
{
    double size = 1;
    fmi2Real *place = draw_once_in(16) ? NULL : &size;
    fmi2Status status =
        draw_once_in(2) ? fmi2GetMaxStepSize(at->c, place) : fmi2GetMaxStepsize(at->c, place);
    if (status == fmi2OK && !(size > 0 && isfinite(size)))
        report_violation(host->report, "%s: the longest step is %g s", at->unit->name, size);
    if (status == fmi2Error && place != NULL && at->life == STEPPING)
        reset(host, at);
    return status;
}

static fmi2Status additions(struct host *host, struct instance *at)
{
    luztar_Event events[100];
    fmi2ValueReference vr;
    size_t taken = luztar_take_events(at->c, draw_once_in(8) ? NULL : events, draw_below(101));
    luztar_lost_events(at->c);
    luztar_element_name(at->c, (luztar_Kind)draw_below(3), (uint32_t)draw_below(20));
    luztar_element_name(NULL, luztar_spring, 0);
    luztar_guid(draw_text());
    if (taken > 100 || luztar_take_events(NULL, events, 100) != 0)
        report_violation(host->report, "%zu events of at most 100", taken);
    return luztar_value_reference(at->c, draw_text(), draw_once_in(8) ? NULL : &vr);
}

/* Calls with a handle that is none. */
static fmi2Status nobody(struct host *host, struct instance *at)
{
    static double memory[32];
    fmi2Component c = draw_once_in(2) ? NULL : memory;
    struct instance strange = *at;
    (void)host;
    strange.c = draw_once_in(2) ? c : (fmi2Component)((char *)memory + 1);
    return calls[draw_below(2) ? 2 + draw_below(4) : 8 + draw_below(8)].make(host, &strange);
}

#define ALL 63
#define ALIVE 63
#define SETS (INSTANTIATED | INITIALIZING | STEPPING | AT_EVENT)
#define SOLVED (INITIALIZING | STEPPING | AT_EVENT | CONTINUOUS | TERMINATED)
#define BOTH(states) (states), (states)

const struct call calls[] = {
    {"fmi2Instantiate", BOTH(ALL), 1, 0, 1, instantiate},
    {"fmi2FreeInstance", BOTH(ALL), 1, 0, 0, free_instance},
    {"fmi2SetDebugLogging", BOTH(ALIVE), 2, 1, 0, set_logging},
    {"fmi2SetupExperiment", BOTH(INSTANTIATED), 60, 1, 0, setup},
    {"fmi2EnterInitializationMode", BOTH(INSTANTIATED), 60, 1, 0, enter},
    {"fmi2ExitInitializationMode", BOTH(INITIALIZING), 200, 0, 0, leave},
    {"fmi2Terminate", BOTH(ALL), 1, 1, 0, terminate},
    {"fmi2Reset", BOTH(ALL), 2, 1, 0, reset},
    {"fmi2SetReal", BOTH(SETS | CONTINUOUS), 60, 1, 0, set_real},
    {"fmi2SetInteger", BOTH(SETS), 4, 1, 0, set_integer},
    {"fmi2SetBoolean", BOTH(SETS), 4, 1, 0, set_boolean},
    {"fmi2SetString", BOTH(SETS), 3, 1, 0, set_string},
    {"fmi2GetReal", BOTH(ALIVE), 60, 0, 0, get_real},
    {"fmi2GetInteger", BOTH(ALIVE), 10, 0, 0, get_integer},
    {"fmi2GetBoolean", BOTH(ALIVE), 10, 0, 0, get_boolean},
    {"fmi2GetString", BOTH(ALIVE), 3, 1, 0, get_string},
    {"fmi2GetDirectionalDerivative", BOTH(SOLVED), 10, 0, 0, directional},
    {"fmi2GetFMUstate", BOTH(ALIVE), 8, 1, 0, get_state},
    {"fmi2SetFMUstate", BOTH(ALIVE), 8, 1, 0, set_state},
    {"fmi2FreeFMUstate", BOTH(ALIVE), 3, 1, 0, free_state},
    {"fmi2SerializedFMUstateSize", BOTH(ALIVE), 3, 1, 0, state_size},
    {"fmi2SerializeFMUstate", BOTH(ALIVE), 4, 1, 0, serialize},
    {"fmi2DeSerializeFMUstate", BOTH(ALIVE), 3, 1, 0, deserialize},
    {"fmi2EnterEventMode", 0, AT_EVENT | CONTINUOUS, 20, 1, 0, enter_event_mode},
    {"fmi2NewDiscreteStates", 0, AT_EVENT, 40, 0, 0, new_discrete_states},
    {"fmi2EnterContinuousTimeMode", 0, AT_EVENT, 40, 1, 0, enter_continuous},
    {"fmi2CompletedIntegratorStep", 0, CONTINUOUS, 20, 1, 0, completed_step},
    {"fmi2SetTime", 0, AT_EVENT | CONTINUOUS, 40, 1, 0, set_time},
    {"fmi2SetContinuousStates", 0, AT_EVENT | CONTINUOUS, 40, 1, 0, set_continuous},
    {"fmi2GetDerivatives", 0, SOLVED, 30, 0, 0, get_derivatives},
    {"fmi2GetEventIndicators", 0, SOLVED, 30, 0, 0, get_indicators},
    {"fmi2GetContinuousStates", 0, SOLVED, 30, 0, 0, get_continuous},
    {"fmi2GetNominalsOfContinuousStates", 0, INSTANTIATED | SOLVED, 4, 0, 0, get_nominals},
    {"fmi2SetRealInputDerivatives", INSTANTIATED | INITIALIZING | STEPPING, 0, 10, 1, 0,
     input_derivatives},
    {"fmi2GetRealOutputDerivatives", INITIALIZING | STEPPING | TERMINATED, 0, 10, 0, 0,
     output_derivatives},
    {"fmi2DoStep", STEPPING, 0, 300, 0, 0, do_step},
    {"fmi2CancelStep", 0, 0, 6, 1, 0, cancel},
    {"a status query", ALIVE, 0, 10, 1, 0, query},
    {"fmi2GetMaxStepSize", STEPPING, 0, 2, 0, 0, max_step},
    {"luztar's own functions", BOTH(ALIVE), 8, 0, 0, additions},
    {"a call without an instance", 0, 0, 4, 1, 1, nobody},
};

const int call_count = (int)(sizeof calls / sizeof *calls);

int call_is_legal(const struct call *call, const struct instance *at)
{
    return ((at->type == fmi2CoSimulation ? call->slave : call->exchange) & (int)at->life) != 0;
}
