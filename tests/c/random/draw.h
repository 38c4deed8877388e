/* Random draws: a fixed sequence for each seed. */
#ifndef LUZTAR_RANDOM_DRAW_H
#define LUZTAR_RANDOM_DRAW_H

#include <stdint.h>

#include "table.h"

/* Starts the sequence of a seed. */
void draw_seed(uint64_t seed);

uint64_t draw_bits(void);

/* A whole number below `count`. */
size_t draw_below(size_t count);

/* True once in so many draws. */
int draw_once_in(size_t count);

/* A number in [from, to). */
double draw_between(double from, double to);

/* Any number at all: NaN, infinite, huge, denormal, zeros of both signs. */
double draw_hostile(void);

/* What a reasonable host gives a Real variable: around its start value, within its bounds. */
double draw_ordinary(const struct variable *variable);

/* Texts that are no names, paths or GUIDs; NULL among them. */
const char *draw_text(void);

#endif
