/* Random calls that save and restore states. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "messages.h"

static void note(struct saved *saved, const struct instance *at)
{
    saved->owner = at;
    saved->unit = at->unit;
    saved->type = at->type;
    saved->life = at->life;
    saved->time = at->time;
}

static int fits(const struct saved *saved, const struct instance *at)
{
    return saved->unit == at->unit && saved->type == at->type;
}

/* A kept state or kept bytes, of this unit if there are any. */
static struct saved *draw_saved(struct saved *all, const struct instance *at)
{
    int tries;
    struct saved *saved = &all[draw_below(KEPT)];
    for (tries = 0; tries < 2 * KEPT && !fits(saved, at); tries++)
        saved = &all[draw_below(KEPT)];
    return saved;
}

/* A handle that is none. */
static fmi2FMUstate strange(const struct instance *at)
{
    static char memory[64];
    switch (draw_below(5)) {
    case 0:
        return at->c;
    case 1:
        return memory;
    case 2:
        return NULL;
    default:
        return (fmi2FMUstate)(uintptr_t)(draw_bits() | 1 << 30);
    }
}

fmi2Status get_state(struct host *host, struct instance *at)
{
    struct saved *saved = &host->states[draw_below(KEPT)];
    fmi2FMUstate handle = saved->handle;
    fmi2Status status;
    if (draw_once_in(16)) {
        handle = strange(at);
        status = fmi2GetFMUstate(at->c, draw_once_in(4) ? NULL : &handle);
        if (status == fmi2OK)
            fmi2FreeFMUstate(at->c, &handle);
        return status;
    }
    status = fmi2GetFMUstate(at->c, &handle);
    if (status != fmi2OK || handle == NULL) {
        report_violation(host->report, "%s: a state was not saved", at->unit->name);
        return status;
    }
    note(saved, at);
    saved->handle = handle;
    return status;
}

fmi2Status set_state(struct host *host, struct instance *at)
{
    struct saved *saved = draw_saved(host->states, at);
    fmi2Status status;
    if (draw_once_in(16)) {
        status = fmi2SetFMUstate(at->c, strange(at));
        if (status == fmi2OK)
            report_violation(host->report, "a state that is none was restored");
        return status;
    }
    status = fmi2SetFMUstate(at->c, saved->handle);
    if ((status == fmi2OK) != (saved->handle != NULL && fits(saved, at)))
        report_violation(host->report, "%s: a state of %s was answered with %d: %s",
                         at->unit->name, saved->unit == NULL ? "nobody" : saved->unit->name, status,
                         messages_last());
    if (status == fmi2OK) {
        at->life = saved->life;
        at->time = saved->time;
    }
    return status;
}

fmi2Status free_state(struct host *host, struct instance *at)
{
    struct saved *saved = &host->states[draw_below(KEPT)];
    fmi2FMUstate handle = saved->handle;
    fmi2Status status;
    if (draw_once_in(8)) {
        handle = strange(at);
        return fmi2FreeFMUstate(at->c, draw_once_in(4) ? NULL : &handle);
    }
    status = fmi2FreeFMUstate(at->c, &handle);
    if (status != fmi2OK || handle != NULL)
        report_violation(host->report, "a state was not freed");
    memset(saved, 0, sizeof *saved);
    return status;
}

fmi2Status state_size(struct host *host, struct instance *at)
{
    struct saved *saved = draw_saved(host->states, at);
    size_t size = 0;
    int wrong = draw_once_in(8);
    return fmi2SerializedFMUstateSize(at->c, wrong ? strange(at) : saved->handle,
                                      draw_once_in(32) ? NULL : &size);
}

fmi2Status serialize(struct host *host, struct instance *at)
{
    struct saved *from = draw_saved(host->states, at), *to = &host->bytes[draw_below(KEPT)];
    size_t size = 0, wrong;
    char *bytes;
    fmi2Status status = fmi2SerializedFMUstateSize(at->c, from->handle, &size);
    if (status != fmi2OK)
        return fmi2SerializeFMUstate(at->c, from->handle, (char *)room, sizeof room);
    wrong = draw_once_in(8) ? 1 + draw_below(3) : 0;
    bytes = malloc(size + wrong);
    status = fmi2SerializeFMUstate(at->c, from->handle, bytes, size + wrong);
    if ((status == fmi2OK) != (wrong == 0))
        report_violation(host->report, "%zu bytes for a state of %zu", size + wrong, size);
    if (status != fmi2OK) {
        free(bytes);
        return status;
    }
    free(to->bytes);
    *to = *from;
    to->handle = NULL;
    to->bytes = bytes;
    to->size = size;
    return status;
}

fmi2Status deserialize(struct host *host, struct instance *at)
{
    struct saved *from = draw_saved(host->bytes, at);
    fmi2FMUstate handle = NULL;
    char *copy = malloc(from->size + 1);
    size_t size = from->size, k;
    int damaged = from->bytes == NULL || draw_once_in(4);
    fmi2Status status;
    if (size > 0)
        memcpy(copy, from->bytes, size);
    if (damaged && size > 0)
        switch (draw_below(4)) {
        case 0:
            size = draw_below(size);
            break;
        case 1:
            copy[size++] = (char)draw_bits();
            break;
        case 2:
            for (k = draw_below(size); k < size; k++)
                copy[k] = (char)~copy[k];
            break;
        default:
            copy[draw_below(size)] ^= (char)(1 << draw_below(8));
        }
    if (damaged && draw_once_in(8))
        handle = strange(at);
    status = fmi2DeSerializeFMUstate(at->c, damaged && draw_once_in(16) ? NULL : copy, size,
                                     damaged && draw_once_in(16) ? NULL : &handle);
    free(copy);
    if ((status == fmi2OK) != (!damaged && fits(from, at)))
        report_violation(host->report, "%s: %s bytes were answered with %d: %s",
                         at->unit->name, damaged ? "damaged" : "good", status, messages_last());
    if (status != fmi2OK)
        return status;
    status = fmi2SetFMUstate(at->c, handle);
    if (status == fmi2OK) {
        at->life = from->life;
        at->time = from->time;
    } else {
        report_violation(host->report, "%s: a state from its bytes was refused", at->unit->name);
    }
    fmi2FreeFMUstate(at->c, &handle);
    return fmi2OK;
}
