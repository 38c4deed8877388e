/* What a run of random calls comes to. It lies in memory that the driver and its segments share. */
#ifndef LUZTAR_RANDOM_REPORT_H
#define LUZTAR_RANDOM_REPORT_H

#include <stdint.h>

#include "luztar.h"

/* More than there are kinds of call. */
#define MOST_CALLS 64

struct report {
    uint64_t calls, instances;
    /* Answers by kind of call. */
    uint64_t accepted[MOST_CALLS], refused[MOST_CALLS], discarded[MOST_CALLS];
    /* Broken promises; all must stay 0. */
    uint64_t violations, breakdowns;
    /* Bytes in use at the end that were not at the start. */
    int64_t leaked;
    /* The longest call, s, and its kind. */
    double longest;
    int longest_call;
    /* Number of the call that is under way. */
    int call;
    /* The first broken promise, in words. */
    char words[400];
};

/* Notes a broken promise. */
void report_violation(struct report *report, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Adds the report of a segment. */
void report_add(struct report *sum, const struct report *part);

#endif
