/* Checks of the C test programs: a failed one says where and ends the program. */
#ifndef LUZTAR_TEST_CHECK_H
#define LUZTAR_TEST_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                      \
        }                                                                                 \
    } while (0)

#define CHECK_NEAR(actual, expected, tolerance)                                            \
    do {                                                                                   \
        double actual_ = (actual), expected_ = (expected);                                 \
        if (!(fabs(actual_ - expected_) <= (tolerance))) {                                 \
            fprintf(stderr, "%s:%d: %s = %.17g, expected %.17g\n", __FILE__, __LINE__,     \
                    #actual, actual_, expected_);                                          \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

#endif
