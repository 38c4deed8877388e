/* What every program here needs of a model: an instance that logs, values by name, and an end where a call is
   refused. */
#ifndef UNIT_H
#define UNIT_H

#include "luztar.h"

/* An instance of the model with this GUID. `resources` is the folder of an unpacked FMU that holds the model's
   network, as a URI, or NULL for a model of the library. Ends the program where there is none. */
fmi2Component instantiate(const char *name, const char *guid, const char *resources);

/* Passes through initialisation from 0 s on. From here on fixed parameters keep their values. */
void initialise(fmi2Component unit);

/* Ends the program if a call did not return fmi2OK. The logger has said why. */
void require(fmi2Status status);

/* Variables are known by number; luztar tells it for a name, as modelDescription.xml does. */
fmi2ValueReference variable(fmi2Component unit, const char *name);

/* Values of Real variables. */
void set(fmi2Component unit, const char *name, double value);
double get(fmi2Component unit, const char *name);

/* State of a contact in words. */
const char *contact_state(int number);

#endif
