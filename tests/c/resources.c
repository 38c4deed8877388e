/* Instantiates the unit of a user's network, and prints what the logger received if that fails.

   resources LIBRARY GUID LOCATION [FOLDER]
   LOCATION "NULL" stands for the null pointer. With FOLDER, the library is loaded by the path that leads
   to it from there, and the working folder is another before fmi2Instantiate is called. */
#include <stdarg.h>
#include <unistd.h>

#include "copy.h"

static void logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    va_list arguments;
    (void)environment, (void)instance, (void)status, (void)category;
    va_start(arguments, message);
    vprintf(message, arguments);
    va_end(arguments);
    puts("");
}

int main(int argc, char **argv)
{
    static const fmi2CallbackFunctions callbacks = {logger, NULL, NULL, NULL, NULL};
    struct copy copy;
    fmi2Component c;
    fmi2String location;
    CHECK(argc == 4 || argc == 5);
    location = strcmp(argv[3], "NULL") == 0 ? NULL : argv[3];
    if (argc == 5) {
        CHECK(chdir(argv[4]) == 0);
        CHECK(argv[1][0] != '/');
    }
    copy = load(argv[1], RTLD_LOCAL);
    copy.version();
    CHECK(chdir("/") == 0);
    c = copy.instantiate("unit", fmi2CoSimulation, argv[2], location, &callbacks, fmi2False,
                         fmi2False);
    if (c == NULL)
        return 2;
    CHECK(copy.enter(c) == fmi2OK);
    CHECK(copy.leave(c) == fmi2OK);
    CHECK(copy.step(c, 0, 0.5, fmi2True) == fmi2OK);
    copy.free_instance(c);
    CHECK(dlclose(copy.library) == 0);
    CHECK(!is_loaded("Unit.so"));
    puts("ran");
    return 0;
}
