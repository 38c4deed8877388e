/* The host's logger. */
#include "messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct report *report;
static int errors;
static char last[400];

void messages_count(struct report *here) { report = here; }

int messages_errors(void)
{
    int seen = errors;
    errors = 0;
    return seen;
}

const char *messages_last(void) { return last; }

/* What an instance in the midst of a call must refuse. */
static void call_back(fmi2Component c)
{
    fmi2ValueReference vr = 0;
    fmi2Real value = 0;
    if (c == NULL)
        return;
    fmi2FreeInstance(c);
    if (fmi2Reset(c) != fmi2Error || fmi2GetReal(c, &vr, 1, &value) != fmi2Error ||
        fmi2DoStep(c, 0, 1, fmi2True) != fmi2Error)
        report_violation(report, "an instance in the midst of a call took another");
}

static void receive(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                    fmi2String category, fmi2String format, ...)
{
    struct instance *instance = environment;
    char text[400];
    va_list arguments;
    if (name == NULL || category == NULL || format == NULL || strcmp(format, "%s") != 0) {
        report_violation(report, "the logger received a NULL or another format than %%s");
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (text[0] == 0 || strncmp(category, "log", 3) != 0)
        report_violation(report, "the logger received an empty text or category %s", category);
    if (status == fmi2Error) {
        errors++;
        memcpy(last, text, sizeof last);
    }
    if (strstr(text, "internal error") != NULL) {
        report->breakdowns++;
        report_violation(report, "%s: %s", instance->unit == NULL ? "-" : instance->unit->name,
                         text);
    }
    if (draw_once_in(16))
        call_back(instance->c);
}

fmi2CallbackFunctions messages_callbacks(struct instance *instance)
{
    fmi2CallbackFunctions functions = {receive, NULL, NULL, NULL, NULL};
    functions.componentEnvironment = instance;
    return functions;
}
