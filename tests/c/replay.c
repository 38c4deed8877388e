/* A state from one process to another.

   replay UNIT write FILE INPUT... : runs, saves the state to FILE, goes on and prints all outputs
   replay UNIT read FILE INPUT...  : goes on from the state in FILE and prints all outputs

   Both print the same. OUTPUTS in the environment has the reference of the first output and how many
   outputs there are; those that are no Real are left out. */
#include "luztar.h"

#include <string.h>

#include "check.h"

#define STEP 0.001
#define BEFORE 300
#define AFTER 500
#define MAX_BYTES 1000000

static fmi2Component c;

static void run(int from, int steps, int inputs, char **names, int show)
{
    unsigned first, count;
    const char *outputs = getenv("OUTPUTS");
    int n, k;
    CHECK(outputs != NULL && sscanf(outputs, "%u %u", &first, &count) == 2);
    for (n = from; n < from + steps; n++) {
        for (k = 0; k < inputs; k++) {
            fmi2ValueReference vr;
            fmi2Real value = 0.05 * ((n / 100 + k) % 3);
            CHECK(luztar_value_reference(c, names[k], &vr) == fmi2OK);
            CHECK(fmi2SetReal(c, &vr, 1, &value) == fmi2OK);
        }
        CHECK(fmi2DoStep(c, n * STEP, STEP, fmi2True) == fmi2OK);
        if (!show)
            continue;
        for (k = 0; k < (int)count; k++) {
            fmi2ValueReference vr = first + (unsigned)k;
            fmi2Real value;
            if (fmi2GetReal(c, &vr, 1, &value) == fmi2OK)
                printf("%a ", value);
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    static fmi2CallbackFunctions silent;
    static char bytes[MAX_BYTES];
    fmi2FMUstate state = NULL;
    size_t size;
    FILE *file;
    CHECK(argc >= 4);
    c = fmi2Instantiate("unit", fmi2CoSimulation, luztar_guid(argv[1]), NULL, &silent, fmi2False,
                        fmi2False);
    CHECK(c != NULL);
    if (strcmp(argv[2], "write") == 0) {
        CHECK(fmi2EnterInitializationMode(c) == fmi2OK);
        CHECK(fmi2ExitInitializationMode(c) == fmi2OK);
        run(0, BEFORE, argc - 4, argv + 4, 0);
        CHECK(fmi2GetFMUstate(c, &state) == fmi2OK);
        CHECK(fmi2SerializedFMUstateSize(c, state, &size) == fmi2OK);
        CHECK(size <= MAX_BYTES);
        CHECK(fmi2SerializeFMUstate(c, state, bytes, size) == fmi2OK);
        CHECK((file = fopen(argv[3], "wb")) != NULL);
        CHECK(fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    } else {
        CHECK((file = fopen(argv[3], "rb")) != NULL);
        size = fread(bytes, 1, MAX_BYTES, file);
        CHECK(fclose(file) == 0);
        CHECK(fmi2DeSerializeFMUstate(c, bytes, size, &state) == fmi2OK);
        CHECK(fmi2SetFMUstate(c, state) == fmi2OK);
    }
    CHECK(fmi2FreeFMUstate(c, &state) == fmi2OK && state == NULL);
    run(BEFORE, AFTER, argc - 4, argv + 4, 1);
    fmi2FreeInstance(c);
    return 0;
}
