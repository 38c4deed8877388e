/* Runs units from shared libraries and prints every output bit by bit, the same on every platform.

   trace PLAN
   Each line of the file PLAN is a run: library, GUID, resource location ("NULL" for the null pointer),
   number of steps, reference of the first output, number of outputs, references of real inputs; between
   tabs, in UTF-8. A unit that is refused is reported with what the logger received. */
#include "luztar.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#define STEP 0.001
#define LONGEST 8192
/* Steps for which an input is held. */
#define HELD 100

static void *load(const char *path)
{
#ifdef _WIN32
    wchar_t wide[LONGEST];
    CHECK(MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, LONGEST) > 0);
    return (void *)LoadLibraryW(wide);
#else
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
#endif
}

static void unload(void *library)
{
#ifdef _WIN32
    CHECK(FreeLibrary((HMODULE)library) != 0);
#else
    CHECK(dlclose(library) == 0);
#endif
}

/* A function of the library; ISO C knows no cast from an object pointer to it. */
static void find(void *library, const char *name, void *function)
{
#ifdef _WIN32
    FARPROC address = GetProcAddress((HMODULE)library, name);
#else
    void *address = dlsym(library, name);
#endif
    CHECK(address != NULL);
    memcpy(function, &address, sizeof address);
}

static void logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    va_list arguments;
    (void)environment, (void)instance, (void)status, (void)category;
    va_start(arguments, message);
    vprintf(message, arguments);
    va_end(arguments);
}

struct unit {
    void *library;
    fmi2Component c;
    fmi2Component (*instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String,
                                 const fmi2CallbackFunctions *, fmi2Boolean, fmi2Boolean);
    void (*free_instance)(fmi2Component);
    fmi2Status (*enter)(fmi2Component);
    fmi2Status (*leave)(fmi2Component);
    fmi2Status (*step)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
    fmi2Status (*set_real)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2Real *);
    fmi2Status (*get_real)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Real *);
    fmi2Status (*get_integer)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Integer *);
    fmi2Status (*get_boolean)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Boolean *);
};

static struct unit open_unit(const char *path)
{
    struct unit unit;
    unit.library = load(path);
    if (unit.library == NULL) {
        printf("%s cannot be loaded\n", path);
        exit(1);
    }
    find(unit.library, "fmi2Instantiate", &unit.instantiate);
    find(unit.library, "fmi2FreeInstance", &unit.free_instance);
    find(unit.library, "fmi2EnterInitializationMode", &unit.enter);
    find(unit.library, "fmi2ExitInitializationMode", &unit.leave);
    find(unit.library, "fmi2DoStep", &unit.step);
    find(unit.library, "fmi2SetReal", &unit.set_real);
    find(unit.library, "fmi2GetReal", &unit.get_real);
    find(unit.library, "fmi2GetInteger", &unit.get_integer);
    find(unit.library, "fmi2GetBoolean", &unit.get_boolean);
    return unit;
}

/* Outputs of each type are told apart by which function knows them. */
static void show(const struct unit *unit, fmi2ValueReference vr)
{
    fmi2Real real;
    fmi2Integer integer;
    fmi2Boolean boolean;
    if (unit->get_real(unit->c, &vr, 1, &real) == fmi2OK) {
        uint64_t bits;
        memcpy(&bits, &real, sizeof bits);
        printf("%08lx%08lx ", (unsigned long)(bits >> 32), (unsigned long)(bits & 0xffffffff));
    } else if (unit->get_integer(unit->c, &vr, 1, &integer) == fmi2OK) {
        printf("%d ", integer);
    } else {
        CHECK(unit->get_boolean(unit->c, &vr, 1, &boolean) == fmi2OK);
        printf("%s ", boolean ? "true" : "false");
    }
}

static void step(const struct unit *unit, int n, char *inputs)
{
    char *end = inputs;
    int k;
    for (k = 0; *inputs != '\0' && *inputs != '\n'; k++, inputs = end) {
        fmi2ValueReference vr = (fmi2ValueReference)strtoul(inputs, &end, 10);
        fmi2Real value = 0.05 * ((n / HELD + k) % 3);
        CHECK(end != inputs);
        CHECK(unit->set_real(unit->c, &vr, 1, &value) == fmi2OK);
        while (*end == '\t')
            end++;
    }
    CHECK(unit->step(unit->c, n * STEP, STEP, fmi2True) == fmi2OK);
}

/* The text up to the next tab, which becomes its end. */
static char *field(char **line)
{
    char *text = *line, *tab = strchr(text, '\t');
    CHECK(tab != NULL);
    *tab = '\0';
    *line = tab + 1;
    return text;
}

static void run(char *line)
{
    static const fmi2CallbackFunctions told = {logger, NULL, NULL, NULL, NULL};
    static const fmi2CallbackFunctions silent = {NULL, NULL, NULL, NULL, NULL};
    struct unit unit = open_unit(field(&line));
    const char *guid = field(&line), *location = field(&line);
    int n, steps = atoi(field(&line));
    unsigned k, first = (unsigned)atoi(field(&line)), count = (unsigned)atoi(field(&line));
    location = strcmp(location, "NULL") == 0 ? NULL : location;
    unit.c = unit.instantiate("unit", fmi2CoSimulation, guid, location, &told, fmi2False, fmi2False);
    if (unit.c == NULL) {
        puts(" (refused)");
        unload(unit.library);
        return;
    }
    unit.free_instance(unit.c);
    /* Asking for an output by the wrong type is answered by the logger: none here. */
    unit.c = unit.instantiate("unit", fmi2CoSimulation, guid, location, &silent, fmi2False, fmi2False);
    CHECK(unit.c != NULL);
    CHECK(unit.enter(unit.c) == fmi2OK);
    CHECK(unit.leave(unit.c) == fmi2OK);
    for (n = 0; n < steps; n++) {
        step(&unit, n, line);
        for (k = 0; k < count; k++)
            show(&unit, first + k);
        puts("");
    }
    unit.free_instance(unit.c);
    unload(unit.library);
}

int main(int argc, char **argv)
{
    static char line[LONGEST];
    FILE *plan;
    CHECK(argc == 2);
    CHECK((plan = fopen(argv[1], "rb")) != NULL);
    while (fgets(line, sizeof line, plan) != NULL) {
        CHECK(strchr(line, '\n') != NULL);
        run(line);
        puts("end of run");
    }
    fclose(plan);
    return 0;
}
