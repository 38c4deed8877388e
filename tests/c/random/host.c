/* Instances of the host and its logger. */
#include "host.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"

static const fmi2CallbackFunctions silent = {NULL, NULL, NULL, NULL, NULL};

static void forget_states(struct host *host, const struct instance *owner)
{
    int k;
    for (k = 0; k < KEPT; k++)
        if (host->states[k].owner == owner)
            memset(&host->states[k], 0, sizeof host->states[k]);
}

static void become(struct host *host, struct instance *at, fmi2Component c,
                   const struct unit *unit, fmi2Type type, int heard)
{
    memset(at, 0, sizeof *at);
    at->c = c;
    at->unit = unit;
    at->type = type;
    at->life = INSTANTIATED;
    at->wild = draw_once_in(4);
    at->heard = heard;
    host->report->instances++;
}

/* One with which nothing is wrong. */
static void instantiate_well(struct host *host, struct instance *at)
{
    const struct unit *unit = &units[draw_below(unit_count)];
    fmi2Type type = draw_once_in(2) ? fmi2ModelExchange : fmi2CoSimulation;
    int heard = !draw_once_in(4);
    fmi2CallbackFunctions functions = heard ? messages_callbacks(at) : silent;
    fmi2Component c = fmi2Instantiate("unit", type, unit->guid, unit->resources, &functions,
                                      fmi2False, draw_once_in(8));
    if (c == NULL)
        report_violation(host->report, "%s was not made", unit->name);
    else
        become(host, at, c, unit, type, heard);
}

void host_instantiate(struct host *host, struct instance *at)
{
    const struct unit *unit = &units[draw_below(unit_count)];
    fmi2CallbackFunctions functions = messages_callbacks(at);
    const char *name = draw_once_in(2) ? "unit" : draw_text();
    const char *guid = draw_once_in(2) ? unit->guid : draw_text();
    const char *resources = draw_once_in(2) ? unit->resources : draw_text();
    int type = (int)draw_below(4) - 1;
    fmi2Component c;
    if (draw_once_in(8))
        functions.logger = NULL;
    c = fmi2Instantiate(name, (fmi2Type)type, guid, resources, draw_once_in(8) ? NULL : &functions,
                        fmi2True, draw_once_in(2));
    if (c != NULL && (type < 0 || type > 1 || guid != unit->guid))
        report_violation(host->report, "an instance of an unknown unit or type was made");
    if (c != NULL)
        become(host, at, c, unit, (fmi2Type)type, functions.logger != NULL);
}

struct instance *host_instance(struct host *host, size_t number)
{
    struct instance *at = &host->slots[number];
    if (at->c == NULL)
        instantiate_well(host, at);
    return at;
}

void host_free(struct host *host, struct instance *at)
{
    fmi2FreeInstance(at->c);
    at->c = NULL;
    forget_states(host, at);
}

void host_end(struct host *host)
{
    int k;
    for (k = 0; k < SLOTS; k++)
        host_free(host, &host->slots[k]);
    for (k = 0; k < KEPT; k++) {
        free(host->bytes[k].bytes);
        memset(&host->bytes[k], 0, sizeof host->bytes[k]);
    }
}

uint64_t host_digest(struct host *host, struct instance *at)
{
    fmi2FMUstate state = NULL;
    size_t size = 0, k;
    char *bytes;
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    if (fmi2GetFMUstate(at->c, &state) != fmi2OK ||
        fmi2SerializedFMUstateSize(at->c, state, &size) != fmi2OK) {
        report_violation(host->report, "the state of %s cannot be saved", at->unit->name);
        return 0;
    }
    bytes = malloc(size);
    if (bytes == NULL || fmi2SerializeFMUstate(at->c, state, bytes, size) != fmi2OK ||
        fmi2FreeFMUstate(at->c, &state) != fmi2OK)
        report_violation(host->report, "the state of %s has no bytes", at->unit->name);
    else
        for (k = 0; k < size; k++)
            digest = (digest ^ (unsigned char)bytes[k]) * UINT64_C(0x100000001b3);
    free(bytes);
    host->report->calls += 4;
    return digest;
}
