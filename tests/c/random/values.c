/* Random calls that set and read variables. */
#include <math.h>
#include <string.h>

#include "calls.h"

double room[LONGEST + 1];
static fmi2ValueReference references[LONGEST + 1];

/* Most variables of a call in good order. */
#define FEW 12

struct list draw_list(const struct instance *at, char type, const char *roles)
{
    struct list list = {references, 0, 0};
    size_t tries, wanted = 1 + draw_below(FEW);
    for (tries = 0; tries < 8 * FEW && list.count < wanted; tries++) {
        size_t vr = draw_below(at->unit->count);
        const struct variable *variable = &at->unit->variables[vr];
        if (variable->type == type && strchr(roles, variable->role) != NULL)
            references[list.count++] = (fmi2ValueReference)vr;
    }
    if (!draw_once_in(12))
        return list;
    list.broken = 1;
    switch (draw_below(8)) {
    case 0: /* A reference that no variable has. */
        references[list.count++] = (fmi2ValueReference)(at->unit->count + draw_below(3));
        break;
    case 1:
        references[list.count++] = (fmi2ValueReference)draw_bits();
        break;
    case 2: /* Any variable. */
        references[list.count++] = (fmi2ValueReference)draw_below(at->unit->count);
        break;
    case 3:
        list.vr = NULL;
        break;
    case 4: /* At no aligned address. */
        list.vr = (const fmi2ValueReference *)(const void *)((const char *)references + 1);
        break;
    case 5: /* A size that was never set; refused before a value is read. */
        list.count = (size_t)-1 - draw_below(2);
        break;
    case 6:
        list.count = 0;
        list.vr = NULL;
        break;
    default: /* Long, of all variables over and over. */
        for (list.count = 0; list.count < LONGEST; list.count++)
            references[list.count] = (fmi2ValueReference)draw_below(at->unit->count);
    }
    return list;
}

/* Room for the values of a list, mostly. */
static void *some_room(void)
{
    if (!draw_once_in(64))
        return room;
    return draw_once_in(2) ? NULL : (char *)room + 1;
}

static size_t fill(const struct list *list) { return list->count <= LONGEST ? list->count : 0; }

fmi2Status set_real(struct host *host, struct instance *at)
{
    const char *roles = at->life <= INITIALIZING ? "ift" : "it";
    struct list list = draw_list(at, 'r', draw_once_in(64) ? "ifto" : roles);
    size_t k, hostile = at->wild ? 16 : 1000;
    (void)host;
    for (k = 0; k < fill(&list); k++) {
        size_t vr = references[k];
        int known = vr < at->unit->count;
        double value = known ? draw_ordinary(&at->unit->variables[vr]) : 1;
        if (draw_once_in(hostile))
            value = draw_hostile();
        else if (draw_once_in(32) && (!known || at->unit->variables[vr].role != 'i'))
            value = draw_once_in(2) ? NAN : -INFINITY;
        room[k] = value;
    }
    return fmi2SetReal(at->c, list.vr, list.count, some_room());
}

fmi2Status set_integer(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 'i', "ft");
    int *values = (int *)(void *)room;
    size_t k;
    (void)host;
    for (k = 0; k < fill(&list); k++)
        values[k] = draw_once_in(4) ? (int)draw_bits() : (int)draw_below(4);
    return fmi2SetInteger(at->c, list.vr, list.count, some_room());
}

fmi2Status set_boolean(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 'b', "ft");
    int *values = (int *)(void *)room;
    size_t k;
    (void)host;
    for (k = 0; k < fill(&list); k++)
        values[k] = draw_once_in(4) ? (int)draw_bits() : draw_once_in(4);
    return fmi2SetBoolean(at->c, list.vr, list.count, some_room());
}

fmi2Status set_string(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 's', "");
    const char *text = draw_text();
    (void)host;
    return fmi2SetString(at->c, list.vr, fill(&list) > 1 ? 1 : list.count, &text);
}

fmi2Status get_real(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 'r', at->life == INSTANTIATED ? "ift" : "ifto");
    void *values = some_room();
    fmi2Status status = fmi2GetReal(at->c, list.vr, list.count, values);
    size_t k;
    for (k = 0; status == fmi2OK && k < fill(&list); k++)
        if (!isfinite(room[k]))
            report_violation(host->report, "%s: variable %u is %g", at->unit->name,
                             list.vr[k], room[k]);
    return status;
}

fmi2Status get_integer(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 'i', at->life == INSTANTIATED ? "ft" : "fto");
    (void)host;
    return fmi2GetInteger(at->c, list.vr, list.count, some_room());
}

fmi2Status get_boolean(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 'b', at->life == INSTANTIATED ? "ft" : "fto");
    int *values = some_room();
    fmi2Status status = fmi2GetBoolean(at->c, list.vr, list.count, values);
    size_t k;
    for (k = 0; status == fmi2OK && k < fill(&list); k++)
        if (values[k] != fmi2True && values[k] != fmi2False)
            report_violation(host->report, "%s: a Boolean is %d", at->unit->name, values[k]);
    return status;
}

fmi2Status get_string(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 's', "");
    (void)host;
    return fmi2GetString(at->c, list.vr, list.count, some_room());
}

fmi2Status input_derivatives(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 'r', "i");
    static int orders[LONGEST];
    size_t k;
    (void)host;
    for (k = 0; k < fill(&list); k++) {
        orders[k] = draw_once_in(64) ? (int)draw_below(4) - 1 : 1;
        room[k] = at->wild && draw_once_in(8) ? draw_hostile() : draw_between(-10, 10);
    }
    return fmi2SetRealInputDerivatives(at->c, list.vr, list.count, orders, some_room());
}

fmi2Status output_derivatives(struct host *host, struct instance *at)
{
    struct list list = draw_list(at, 'r', "o");
    static int orders[LONGEST];
    size_t k;
    fmi2Status status;
    for (k = 0; k < fill(&list); k++)
        orders[k] = draw_once_in(64) ? (int)draw_below(4) - 1 : 1;
    status = fmi2GetRealOutputDerivatives(at->c, list.vr, list.count, orders, some_room());
    for (k = 0; status == fmi2OK && k < fill(&list); k++)
        if (!isfinite(room[k]))
            report_violation(host->report, "%s: a derivative is %g", at->unit->name, room[k]);
    return status;
}

fmi2Status directional(struct host *host, struct instance *at)
{
    static fmi2ValueReference knowns[LONGEST + 1];
    static double directions[LONGEST], changes[LONGEST];
    struct list list = draw_list(at, 'r', "it"), unknown;
    size_t k, count = fill(&list);
    fmi2Status status;
    memcpy(knowns, references, sizeof knowns);
    for (k = 0; k < count; k++)
        directions[k] = draw_once_in(32) ? draw_hostile() : draw_between(-1, 1);
    unknown = draw_list(at, 'r', "o");
    status = fmi2GetDirectionalDerivative(at->c, unknown.vr, unknown.count,
                                          list.vr == NULL ? NULL : knowns, count, directions,
                                          changes);
    for (k = 0; status == fmi2OK && k < fill(&unknown); k++)
        if (!isfinite(changes[k]))
            report_violation(host->report, "%s: a change is %g", at->unit->name, changes[k]);
    return status;
}
