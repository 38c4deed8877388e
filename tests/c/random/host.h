/* A host that does what hosts do, and what they should not: its instances, what it believes about them, and
   what it keeps for later. */
#ifndef LUZTAR_RANDOM_HOST_H
#define LUZTAR_RANDOM_HOST_H

#include "draw.h"
#include "luztar.h"
#include "report.h"

/* Instances alive at once, states and serialised states kept at once. */
#define SLOTS 6
#define KEPT 8

/* Continuous states that are remembered of an instance. */
#define MOST_STATES 256

/* Where an instance is in its life; bits of the masks of legal calls. */
enum life {
    INSTANTIATED = 1,
    INITIALIZING = 2,
    STEPPING = 4,
    AT_EVENT = 8,
    CONTINUOUS = 16,
    TERMINATED = 32
};

struct instance {
    fmi2Component c;
    const struct unit *unit;
    fmi2Type type;
    enum life life;
    double time;
    /* Whether it gets numbers that no machine has. */
    int wild;
    /* Whether it has a logger. */
    int heard;
    /* Continuous states as last read. */
    double x[MOST_STATES];
};

/* A state that an instance saved, or its bytes, with what the host believed then. */
struct saved {
    fmi2FMUstate handle;
    char *bytes;
    size_t size;
    const struct instance *owner;
    const struct unit *unit;
    fmi2Type type;
    enum life life;
    double time;
};

struct host {
    struct instance slots[SLOTS];
    struct saved states[KEPT];
    struct saved bytes[KEPT];
    struct report *report;
    /* Whether a tool watches memory, which makes calls some 50 times slower. */
    int watched;
};

/* Instance `number`, made if it is not there. */
struct instance *host_instance(struct host *host, size_t number);

/* One attempt to make an instance, with arguments of any kind; NULL if it was refused. */
void host_instantiate(struct host *host, struct instance *at);

/* Ends an instance, and with it the states that it saved. */
void host_free(struct host *host, struct instance *at);

/* Ends everything. */
void host_end(struct host *host);

/* FNV-1a of the bytes of the present state of an instance. */
uint64_t host_digest(struct host *host, struct instance *at);

#endif
