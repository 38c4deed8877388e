/* A state from one process to another.

   replay UNIT write FILE STEP INPUT... -- OUTPUT... : runs, saves the state to FILE, goes on
   replay UNIT read FILE STEP INPUT... -- OUTPUT...  : goes on from the state in FILE

   An INPUT is REFERENCE:LOWEST:HIGHEST, between which it is random; an OUTPUT is the reference of a Real.
   Both print digests of the bits of all outputs after each of the steps that follow, and the same ones. */
#include "luztar.h"

#include <stdint.h>
#include <string.h>

#include "check.h"

/* Steps before the state is saved, after it, and for which inputs are held. */
#define BEFORE 300
#define AFTER 10000
#define HELD 25
/* Steps of which each line has the digest. */
#define LINE 500

#define MOST 1000
#define MAX_BYTES 1000000

static fmi2Component c;
static fmi2ValueReference inputs[MOST], outputs[MOST];
static double lowest[MOST], highest[MOST], values[MOST];
static size_t input_count, output_count;

/* A number in [0, 1) that belongs to a step and an input (Vigna's splitmix64). */
static double drawn(uint64_t step, uint64_t input)
{
    uint64_t z = (step * MOST + input + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static void read_arguments(char **arguments)
{
    for (; *arguments != NULL && strcmp(*arguments, "--") != 0; arguments++, input_count++) {
        CHECK(input_count < MOST);
        CHECK(sscanf(*arguments, "%u:%lf:%lf", &inputs[input_count], &lowest[input_count],
                     &highest[input_count]) == 3);
    }
    CHECK(*arguments != NULL);
    for (arguments++; *arguments != NULL; arguments++) {
        CHECK(output_count < MOST);
        CHECK(sscanf(*arguments, "%u", &outputs[output_count++]) == 1);
    }
    CHECK(output_count > 0);
}

static void run(int from, int steps, double size, int show)
{
    uint64_t digest = UINT64_C(0xcbf29ce484222325), bits;
    size_t k;
    int n;
    for (n = from; n < from + steps; n++) {
        for (k = 0; k < input_count; k++)
            values[k] = lowest[k] + (highest[k] - lowest[k]) * drawn((uint64_t)(n / HELD), k);
        if (n % HELD == 0)
            CHECK(fmi2SetReal(c, inputs, input_count, values) == fmi2OK);
        CHECK(fmi2DoStep(c, n * size, size, fmi2True) == fmi2OK);
        CHECK(fmi2GetReal(c, outputs, output_count, values) == fmi2OK);
        for (k = 0; k < output_count; k++) {
            memcpy(&bits, &values[k], sizeof bits);
            digest = (digest ^ bits) * UINT64_C(0x100000001b3);
            digest ^= digest >> 29;
        }
        if (show && (n + 1 - from) % LINE == 0)
            printf("%llx\n", (unsigned long long)digest);
    }
}

int main(int argc, char **argv)
{
    static fmi2CallbackFunctions silent;
    static char bytes[MAX_BYTES];
    fmi2FMUstate state = NULL;
    double step;
    size_t size;
    FILE *file;
    CHECK(argc >= 5 && sscanf(argv[4], "%lf", &step) == 1);
    read_arguments(argv + 5);
    c = fmi2Instantiate("unit", fmi2CoSimulation, luztar_guid(argv[1]), NULL, &silent, fmi2False,
                        fmi2False);
    CHECK(c != NULL);
    if (strcmp(argv[2], "write") == 0) {
        CHECK(fmi2EnterInitializationMode(c) == fmi2OK);
        CHECK(fmi2ExitInitializationMode(c) == fmi2OK);
        run(0, BEFORE, step, 0);
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
    run(BEFORE, AFTER, step, 1);
    fmi2FreeInstance(c);
    return 0;
}
