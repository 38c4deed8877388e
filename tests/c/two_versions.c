/* Two copies of the library, of different versions or builds, in one process: each answers with its own version
   and code, however they are loaded and in whichever order they go.

   two_versions PATH-A PATH-B VERSION-A VERSION-B (absolute paths) */
#include <stdarg.h>

#include "copy.h"

static char last_message[4096];

static void logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    va_list arguments;
    (void)environment, (void)instance, (void)status, (void)category;
    va_start(arguments, message);
    vsnprintf(last_message, sizeof last_message, message, arguments);
    va_end(arguments);
}

static const fmi2CallbackFunctions callbacks = {logger, NULL, NULL, NULL, NULL};

static fmi2Component instantiate(const struct copy *copy)
{
    fmi2String guid = copy->guid("SingleMassFriction");
    fmi2Component c;
    CHECK(guid != NULL);
    c = copy->instantiate("unit", fmi2CoSimulation, guid, NULL, &callbacks, fmi2False, fmi2False);
    CHECK(c != NULL);
    CHECK(copy->enter(c) == fmi2OK);
    CHECK(copy->leave(c) == fmi2OK);
    return c;
}

/* What shows whose code answers: the version, and messages that carry it from deep inside. */
static void check_own_code(const struct copy *copy, const char *version)
{
    char expected[128];
    CHECK(strcmp(copy->version(), version) == 0);
    CHECK(copy->luz(3, 1) == 2);
    CHECK(copy->instantiate("unit", fmi2CoSimulation, "{0}", NULL, &callbacks, fmi2False,
                            fmi2False) == NULL);
    snprintf(expected, sizeof expected, "luztar %s,", version);
    CHECK(strstr(last_message, expected) != NULL);
}

static void step(const struct copy *copy, fmi2Component c, int number)
{
    CHECK(copy->step(c, number * 0.01, 0.01, fmi2True) == fmi2OK);
}

/* Loads both, drives both in turn, unloads one and goes on with the other. */
static void run(const char *const paths[2], const char *const versions[2], int scope, int first_to_go)
{
    int other = 1 - first_to_go;
    struct copy copies[2];
    fmi2Component c[2];
    int i, n;
    for (i = 0; i < 2; i++)
        copies[i] = load(paths[i], scope);
    for (i = 0; i < 2; i++)
        c[i] = instantiate(&copies[i]);
    for (n = 0; n < 5; n++)
        for (i = 0; i < 2; i++) {
            check_own_code(&copies[i], versions[i]);
            step(&copies[i], c[i], n);
        }
    /* A GUID carries the version: a copy refuses the other's. */
    CHECK(strcmp(copies[0].guid("SingleMassFriction"), copies[1].guid("SingleMassFriction")) != 0);

    copies[first_to_go].free_instance(c[first_to_go]);
    CHECK(dlclose(copies[first_to_go].library) == 0);
    CHECK(!is_loaded(paths[first_to_go]));
    CHECK(is_loaded(paths[other]));

    check_own_code(&copies[other], versions[other]);
    step(&copies[other], c[other], 5);
    copies[other].free_instance(c[other]);
    CHECK(dlclose(copies[other].library) == 0);
    CHECK(!is_loaded(paths[other]));
}

int main(int argc, char **argv)
{
    const char *paths[2], *versions[2];
    int order;
    CHECK(argc == 5);
    paths[0] = argv[1], paths[1] = argv[2];
    versions[0] = argv[3], versions[1] = argv[4];
    for (order = 0; order < 2; order++) {
        run(paths, versions, RTLD_LOCAL, order);
        run(paths, versions, RTLD_GLOBAL, order);
    }
    puts("each copy answered for itself");
    return 0;
}
