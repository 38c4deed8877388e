/* Drives two units through the linked library and checks numbers that are known exactly. Compiled as C99,
   C11 and C++17, with luztar.h alone and after the official headers (OFFICIAL_HEADERS). */
#ifdef OFFICIAL_HEADERS
#include "fmi2Functions.h"
#include "fmi3Functions.h"
#endif
#include "luztar.h"

#include <stdarg.h>
#include <string.h>

#include "check.h"

/* Event times and states at default settings, s and m: see the accuracy that luztar states. */
#define TOLERANCE 1e-9
/* Forces and accelerations of bodies at rest: round-off only. */
#define ROUND_OFF 1e-12

static int messages;

static void logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    va_list arguments;
    char text[1024];
    va_start(arguments, message);
    vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    CHECK(environment == &messages);
    CHECK(strcmp(instance, "unit") == 0);
    CHECK(status == fmi2Error);
    CHECK(strcmp(category, "logStatusError") == 0);
    CHECK(strstr(text, "fmi2DoStep") != NULL);
    messages++;
}

static fmi2Component instantiate(const char *name)
{
    fmi2CallbackFunctions callbacks = {logger, NULL, NULL, NULL, NULL};
    fmi2Component c;
    callbacks.componentEnvironment = &messages;
    c = fmi2Instantiate("unit", fmi2CoSimulation, luztar_guid(name), NULL, &callbacks, fmi2False,
                        fmi2False);
    CHECK(c != NULL);
    return c;
}

static fmi2ValueReference reference(fmi2Component c, const char *name)
{
    fmi2ValueReference vr;
    CHECK(luztar_value_reference(c, name, &vr) == fmi2OK);
    return vr;
}

static void set(fmi2Component c, const char *name, fmi2Real value)
{
    fmi2ValueReference vr = reference(c, name);
    CHECK(fmi2SetReal(c, &vr, 1, &value) == fmi2OK);
}

static fmi2Real get(fmi2Component c, const char *name)
{
    fmi2ValueReference vr = reference(c, name);
    fmi2Real value;
    CHECK(fmi2GetReal(c, &vr, 1, &value) == fmi2OK);
    return value;
}

static void initialise(fmi2Component c)
{
    CHECK(fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0) == fmi2OK);
    CHECK(fmi2EnterInitializationMode(c) == fmi2OK);
    CHECK(fmi2ExitInitializationMode(c) == fmi2OK);
}

/* A mass of 2 kg at 3 m/s under 4 N of friction stops after 1.5 s and 2.25 m, and 9 J are gone. */
static void slide_to_a_stop(void)
{
    fmi2Component c = instantiate("SingleMassFriction");
    luztar_Event events[4];
    fmi2ValueReference state = reference(c, "contact.state");
    fmi2Integer mode;
    int n;
    set(c, "body.mass", 2);
    set(c, "body.velocity0", 3);
    set(c, "contact.kineticFriction", 4);
    set(c, "contact.staticFriction", 4);
    set(c, "contact.viscous", 0);
    initialise(c);
    CHECK(get(c, "body.acceleration") == -2);

    CHECK(fmi2DoStep(c, 0, 0, fmi2True) == fmi2Error);
    CHECK(messages == 1);
    for (n = 0; n < 20; n++)
        CHECK(fmi2DoStep(c, n * 0.1, 0.1, fmi2True) == fmi2OK);

    CHECK(get(c, "body.velocity") == 0);
    CHECK_NEAR(get(c, "body.position"), 2.25, TOLERANCE);
    CHECK_NEAR(get(c, "contact.dissipatedEnergy"), 9, 9 * TOLERANCE);
    CHECK_NEAR(get(c, "contact.lastEventTime"), 1.5, TOLERANCE);
    CHECK(fmi2GetInteger(c, &state, 1, &mode) == fmi2OK);
    CHECK(mode == 0);

    CHECK(luztar_take_events(c, events, 4) == 1);
    CHECK_NEAR(events[0].time, 1.5, TOLERANCE);
    CHECK(events[0].kind == luztar_contact && events[0].element == 0);
    CHECK(events[0].from == 1 && events[0].to == 0);
    CHECK(strcmp(luztar_element_name(c, events[0].kind, events[0].element), "contact") == 0);
    CHECK(luztar_lost_events(c) == 0);
    CHECK(fmi2Terminate(c) == fmi2OK);
    fmi2FreeInstance(c);
}

/* Two bodies at rest on the ground and on one another, every limit 1 N: Gauss's principle says which
   contacts give way, and of the forces that balance the ones of least squares are shown. */
static void rest_under(fmi2Real force1, fmi2Real force2, fmi2Real acceleration1,
                       const fmi2Real friction[3])
{
    fmi2Component c = instantiate("TwoMassThreeContacts");
    fmi2ValueReference indeterminate = reference(c, "indeterminate");
    fmi2Boolean truth;
    set(c, "body1.velocity0", 0);
    set(c, "body2.velocity0", 0);
    set(c, "body1.mass", 1);
    set(c, "body2.mass", 2);
    set(c, "body1.force", force1);
    set(c, "body2.force", force2);
    initialise(c);
    CHECK_NEAR(get(c, "body1.acceleration"), acceleration1, ROUND_OFF);
    CHECK(get(c, "body2.acceleration") == 0);
    CHECK_NEAR(get(c, "contact10.frictionForce"), friction[0], ROUND_OFF);
    CHECK_NEAR(get(c, "contact20.frictionForce"), friction[1], ROUND_OFF);
    CHECK_NEAR(get(c, "contact12.frictionForce"), friction[2], ROUND_OFF);
    CHECK(fmi2GetBoolean(c, &indeterminate, 1, &truth) == fmi2OK);
    CHECK(truth == (acceleration1 == 0 ? fmi2True : fmi2False));
    fmi2FreeInstance(c);
}

int main(void)
{
    static const fmi2Real sliding[3] = {1, 0.5, 1}, stuck[3] = {0.7, 0.2, 0.5};
    CHECK(strcmp(fmi2GetTypesPlatform(), "default") == 0);
    CHECK(strcmp(fmi2GetVersion(), "2.0") == 0);
    CHECK(strcmp(fmi2TypesPlatform, "default") == 0 && strcmp(fmi2Version, "2.0") == 0);
    CHECK(strcmp(luztar_version(), LUZTAR_EXPECTED_VERSION) == 0);
    CHECK(luztar_guid("NoSuchUnit") == NULL);
    CHECK(luztar_luz(3, 1) == 2 && luztar_luz(-0.5, 1) == 0);
    CHECK(luztar_sat(3, 1) == 1 && luztar_sat(-0.5, 1) == -0.5);
    slide_to_a_stop();
    rest_under(3, -0.5, 1, sliding);
    rest_under(1.2, -0.3, 0, stuck);
    puts("numbers agree");
    return 0;
}
