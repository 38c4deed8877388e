/* The host's logger: reads what it is told, and now and then calls back, as a host must not. */
#ifndef LUZTAR_RANDOM_MESSAGES_H
#define LUZTAR_RANDOM_MESSAGES_H

#include "host.h"

/* Callbacks with a logger for this instance. */
fmi2CallbackFunctions messages_callbacks(struct instance *instance);

/* Where messages are counted from now on. */
void messages_count(struct report *report);

/* Errors explained since this was last asked. */
int messages_errors(void);

/* The last of them. */
const char *messages_last(void);

#endif
