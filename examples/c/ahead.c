/* A controller that acts at the very instant of a transition, without going back: the output nextEventTime says when
   the next one will be, and no step goes past it. With stopAtEvents a transition within round-off of a step's end
   counts as at its end.

   It shuttles a sledge (../networks/Shuttle.toml) by pushes of 2 N for 0.5 s: then the sledge, 1 kg on dry ground of
   1 N, coasts, and the moment it stops it is pushed back. It stops at 1, 2, 3, 4 s at 0.25 m and 0 m in turn.

   The model is not one of the library. The program's argument is the folder of its unpacked FMU: modelDescription.xml has
   its GUID, resources/ its network. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

/* Longest step, s. */
#define STEP 0.3
#define PUSH 2.0
#define PUSH_LASTS 0.5
#define END 4.0
/* Longest path. */
#define PATH_SIZE 4096
/* An instant nearer than this counts as reached, s. */
#define NEAR 1e-9

static void fail(const char *what, const char *where)
{
    fprintf(stderr, "%s: %s\n", where, what);
    exit(EXIT_FAILURE);
}

/* The GUID in FOLDER/modelDescription.xml, which stands in the file's first tag. */
static void read_guid(const char *folder, char *guid, size_t size)
{
    char path[PATH_SIZE], head[4096];
    const char *start, *end;
    FILE *file;
    size_t length;
    snprintf(path, sizeof path, "%s/modelDescription.xml", folder);
    file = fopen(path, "r");
    if (file == NULL)
        fail("cannot be read", path);
    length = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    head[length] = '\0';
    start = strstr(head, "guid=\"");
    end = start == NULL ? NULL : strchr(start + 6, '"');
    if (end == NULL || (size_t)(end - start - 6) >= size)
        fail("has no GUID", path);
    memcpy(guid, start + 6, end - start - 6);
    guid[end - start - 6] = '\0';
}

/* One step, of STEP or to the instant `until`, whichever is less; returns where it ended. */
static double step(fmi2Component sledge, double time, double until)
{
    double next = until < time + STEP ? until : time + STEP;
    require(fmi2DoStep(sledge, time, next - time, fmi2True));
    return next;
}

int main(int count, char **arguments)
{
    char guid[128], resources[PATH_SIZE];
    fmi2Component sledge;
    fmi2ValueReference force, stuck, stop;
    const fmi2Boolean yes = fmi2True;
    fmi2Boolean at_rest;
    double time = 0.0, push = PUSH, none = 0.0;

    if (count != 2)
        fail("is to be followed by the folder of an unpacked FMU", arguments[0]);
    read_guid(arguments[1], guid, sizeof guid);
    snprintf(resources, sizeof resources, "file:%s/resources", arguments[1]);
    sledge = instantiate("sledge", guid, resources);
    stop = variable(sledge, "stopAtEvents");
    require(fmi2SetBoolean(sledge, &stop, 1, &yes));
    initialise(sledge);
    force = variable(sledge, "sledge.force");
    stuck = variable(sledge, "runners.stuck");

    while (time < END - NEAR) {
        double released = time + PUSH_LASTS;
        int steps = 0;
        require(fmi2SetReal(sledge, &force, 1, &push));
        while (time < released - NEAR)
            time = step(sledge, time, released);
        require(fmi2SetReal(sledge, &force, 1, &none));
        do {
            time = step(sledge, time, get(sledge, "nextEventTime"));
            require(fmi2GetBoolean(sledge, &stuck, 1, &at_rest));
            steps++;
        } while (!at_rest);
        printf("%.9f s  at rest at %.9f m, coasted in %d steps\n", time, get(sledge, "sledge.position"), steps);
        push = -push;
    }
    fmi2FreeInstance(sledge);
    return EXIT_SUCCESS;
}
