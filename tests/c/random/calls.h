/* The kinds of call: what each is called, where it is legal, how often it is made, and how. */
#ifndef LUZTAR_RANDOM_CALLS_H
#define LUZTAR_RANDOM_CALLS_H

#include "host.h"

struct call {
    const char *name;
    /* Masks of `enum life` in which it is legal, for Co-Simulation and for Model Exchange. */
    int slave, exchange;
    int weight;
    /* Whether a refused call of this kind leaves the state as it was, bit for bit. */
    int keeps;
    /* Whether an error may go without a message: there is nobody to tell. */
    int silent;
    fmi2Status (*make)(struct host *host, struct instance *at);
};

extern const struct call calls[];
extern const int call_count;

int call_is_legal(const struct call *call, const struct instance *at);

/* References of variables, of which `count` values are wanted: mostly right, or as `wrong` has it. */
struct list {
    const fmi2ValueReference *vr;
    size_t count;
    /* Whether something is wrong with it beyond the variables themselves. */
    int broken;
};

/* Variables whose type is `type` and whose role is in `roles`. */
struct list draw_list(const struct instance *at, char type, const char *roles);

/* Backing for any list: room for LONGEST values. */
#define LONGEST 4096
extern double room[LONGEST + 1];

/* Calls in files of their own. */
fmi2Status set_real(struct host *, struct instance *);
fmi2Status set_integer(struct host *, struct instance *);
fmi2Status set_boolean(struct host *, struct instance *);
fmi2Status set_string(struct host *, struct instance *);
fmi2Status get_real(struct host *, struct instance *);
fmi2Status get_integer(struct host *, struct instance *);
fmi2Status get_boolean(struct host *, struct instance *);
fmi2Status get_string(struct host *, struct instance *);
fmi2Status directional(struct host *, struct instance *);
fmi2Status input_derivatives(struct host *, struct instance *);
fmi2Status output_derivatives(struct host *, struct instance *);
fmi2Status get_state(struct host *, struct instance *);
fmi2Status set_state(struct host *, struct instance *);
fmi2Status free_state(struct host *, struct instance *);
fmi2Status state_size(struct host *, struct instance *);
fmi2Status serialize(struct host *, struct instance *);
fmi2Status deserialize(struct host *, struct instance *);
fmi2Status enter_event_mode(struct host *, struct instance *);
fmi2Status new_discrete_states(struct host *, struct instance *);
fmi2Status enter_continuous(struct host *, struct instance *);
fmi2Status completed_step(struct host *, struct instance *);
fmi2Status set_time(struct host *, struct instance *);
fmi2Status set_continuous(struct host *, struct instance *);
fmi2Status get_derivatives(struct host *, struct instance *);
fmi2Status get_indicators(struct host *, struct instance *);
fmi2Status get_continuous(struct host *, struct instance *);
fmi2Status get_nominals(struct host *, struct instance *);

#endif
