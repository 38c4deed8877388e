/* Loads the library, runs a unit, provokes an error and unloads it, 1000 times: it really goes, and
   nothing is left behind.

   cycles PATH (absolute) */
#include <malloc.h>
#include <unistd.h>

#include "copy.h"

/* Cycles before memory is measured: the C library keeps some of its own for later. */
#define WARM_UP 20
#define CYCLES 1000
/* Bytes that may stay allocated in a cycle on average: half of the smallest block that could leak. */
#define LEAK_PER_CYCLE 16.0

static void cycle(const char *path)
{
    static const fmi2CallbackFunctions silent = {NULL, NULL, NULL, NULL, NULL};
    struct copy copy = load(path, RTLD_LOCAL);
    fmi2Component c = copy.instantiate("unit", fmi2CoSimulation, copy.guid("SingleMassFriction"),
                                       NULL, &silent, fmi2False, fmi2False);
    fmi2ValueReference unknown = 1000000;
    fmi2Real value;
    int n;
    CHECK(c != NULL);
    CHECK(copy.enter(c) == fmi2OK);
    CHECK(copy.leave(c) == fmi2OK);
    for (n = 0; n < 5; n++)
        CHECK(copy.step(c, n * 0.01, 0.01, fmi2True) == fmi2OK);
    CHECK(copy.get_real(c, &unknown, 1, &value) == fmi2Error);
    copy.free_instance(c);
    CHECK(copy.instantiate("unit", fmi2CoSimulation, "{0}", "file:///nowhere", &silent, fmi2False,
                           fmi2False) == NULL);
    CHECK(dlclose(copy.library) == 0);
    CHECK(!is_loaded(path));
}

int main(int argc, char **argv)
{
    size_t before, after;
    int n;
    CHECK(argc == 2);
    /* Freed blocks that a thread keeps for later would count as allocated. */
    if (getenv("GLIBC_TUNABLES") == NULL) {
        CHECK(setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1) == 0);
        execv("/proc/self/exe", argv);
    }
    for (n = 0; n < WARM_UP; n++)
        cycle(argv[1]);
    before = mallinfo2().uordblks;
    for (n = 0; n < CYCLES; n++)
        cycle(argv[1]);
    after = mallinfo2().uordblks;
    printf("%d cycles, %.0f bytes left\n", CYCLES, (double)after - (double)before);
    CHECK((double)after - (double)before <= LEAK_PER_CYCLE * CYCLES);
    return 0;
}
