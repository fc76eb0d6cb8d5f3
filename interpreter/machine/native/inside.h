/* What the files of the runtime share, and a game's code does not see. */

#ifndef CARDRULES_INSIDE_H
#define CARDRULES_INSIDE_H

#include <stdlib.h>

#include "runtime.h"

#define S (c->state)
#define G (c->game)

enum { MOST_CARDS = 512 }; /* more than a deck may have */

static inline word draw(word *stream, word outcomes) { return outcomes == 1 ? 0 : draw_from(stream, outcomes); }

#endif
