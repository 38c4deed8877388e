/* Adding up what random calls come to. */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void report_violation(struct report *report, const char *format, ...)
{
    va_list arguments;
    if (report->violations++ > 0)
        return;
    va_start(arguments, format);
    vsnprintf(report->words, sizeof report->words, format, arguments);
    va_end(arguments);
}

void report_add(struct report *sum, const struct report *part)
{
    int k;
    sum->calls += part->calls;
    sum->instances += part->instances;
    for (k = 0; k < MOST_CALLS; k++) {
        sum->accepted[k] += part->accepted[k];
        sum->refused[k] += part->refused[k];
        sum->discarded[k] += part->discarded[k];
    }
    sum->violations += part->violations;
    sum->breakdowns += part->breakdowns;
    sum->leaked += part->leaked;
    if (part->longest > sum->longest) {
        sum->longest = part->longest;
        sum->longest_call = part->longest_call;
    }
    if (sum->words[0] == 0)
        memcpy(sum->words, part->words, sizeof sum->words);
}
