/* A copy of the library loaded at run time. */
#ifndef LUZTAR_TEST_COPY_H
#define LUZTAR_TEST_COPY_H

#include <dlfcn.h>
#include <string.h>

#include "check.h"
#include "luztar.h"

struct copy {
    void *library;
    const char *(*version)(void);
    const char *(*guid)(const char *);
    double (*luz)(double, double);
    fmi2Component (*instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String,
                                 const fmi2CallbackFunctions *, fmi2Boolean, fmi2Boolean);
    void (*free_instance)(fmi2Component);
    fmi2Status (*enter)(fmi2Component);
    fmi2Status (*leave)(fmi2Component);
    fmi2Status (*step)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
    fmi2Status (*get_real)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Real *);
    fmi2Status (*reference)(fmi2Component, fmi2String, fmi2ValueReference *);
};

/* A function of the library; ISO C knows no cast from an object pointer to it. */
static void find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    CHECK(address != NULL);
    memcpy(function, &address, sizeof address);
}

static struct copy load(const char *path, int scope)
{
    struct copy copy;
    copy.library = dlopen(path, RTLD_NOW | scope);
    if (copy.library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    find(copy.library, "luztar_version", &copy.version);
    find(copy.library, "luztar_guid", &copy.guid);
    find(copy.library, "luztar_luz", &copy.luz);
    find(copy.library, "fmi2Instantiate", &copy.instantiate);
    find(copy.library, "fmi2FreeInstance", &copy.free_instance);
    find(copy.library, "fmi2EnterInitializationMode", &copy.enter);
    find(copy.library, "fmi2ExitInitializationMode", &copy.leave);
    find(copy.library, "fmi2DoStep", &copy.step);
    find(copy.library, "fmi2GetReal", &copy.get_real);
    find(copy.library, "luztar_value_reference", &copy.reference);
    return copy;
}

/* Whether a file of this name is mapped into this process. */
static int is_loaded(const char *path)
{
    char line[8192];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps) != NULL)
        found |= strstr(line, path) != NULL;
    fclose(maps);
    return found;
}

#endif
