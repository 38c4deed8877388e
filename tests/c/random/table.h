/* The units that random calls drive, as the test that starts the program knows them. Its units.c defines
   the table. */
#ifndef LUZTAR_RANDOM_TABLE_H
#define LUZTAR_RANDOM_TABLE_H

#include <stddef.h>

/* One variable; its place in the unit is its value reference. */
struct variable {
    /* r Real, i Integer or enumeration, b Boolean. */
    char type;
    /* i input, f fixed parameter, t tunable parameter, o anything that is calculated. */
    char role;
    double start, min, max;
};

struct unit {
    const char *name, *guid, *resources;
    const struct variable *variables;
    size_t count, states, indicators;
};

extern const struct unit units[];
extern const size_t unit_count;

#endif
