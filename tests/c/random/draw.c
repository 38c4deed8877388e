/* Random draws (Vigna's splitmix64). */
#include "draw.h"

#include <float.h>
#include <math.h>

static uint64_t state;

void draw_seed(uint64_t seed) { state = seed; }

uint64_t draw_bits(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

size_t draw_below(size_t count) { return count == 0 ? 0 : (size_t)(draw_bits() % count); }

int draw_once_in(size_t count) { return draw_below(count) == 0; }

double draw_between(double from, double to)
{
    return from + (to - from) * ((double)(draw_bits() >> 11) * 0x1p-53);
}

double draw_hostile(void)
{
    static const double values[] = {
        NAN,    INFINITY, -INFINITY, 0.0,     -0.0,   DBL_MAX, -DBL_MAX, DBL_MIN, 4.9e-324,
        -1e-310, 1e300,   -1e300,    1e150,   -1e150, 1e30,    -1e12,    1e9,     -1.0,
        1e-12,  -1e-30,   1e-150,    1e-300,  2.0,    0.5,     3e5,      -7e3,
    };
    return values[draw_below(sizeof values / sizeof *values)];
}

double draw_ordinary(const struct variable *variable)
{
    double value = variable->start == 0 ? draw_between(-1, 1)
                                        : variable->start * draw_between(0.5, 2);
    if (variable->role == 'i')
        value = variable->start + draw_between(-5, 5);
    return fmin(fmax(value, variable->min), variable->max);
}

const char *draw_text(void)
{
    static const char *texts[] = {
        NULL,
        "",
        " ",
        "unit",
        "%s%n%s%n",
        "\xff\xfe\x80",
        "{00000000-0000-0000-0000-000000000000}",
        "file:///no/such/folder",
        "file:///%zz%00%ff",
        "http://example.org/",
        "logEvents",
        "logAll",
        "a.name.that.is.much.longer.than.any.variable.of.any.unit.has.ever.had.in.its.life",
        "eventCount",
    };
    return texts[draw_below(sizeof texts / sizeof *texts)];
}
