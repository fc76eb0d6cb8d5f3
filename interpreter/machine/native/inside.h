/* What the files of the runtime share, and a game's code does not see. */

#ifndef CARDRULES_INSIDE_H
#define CARDRULES_INSIDE_H

#include <stdlib.h>

#include "runtime.h"

#define S (c->state)
#ifdef WHOLE
#define G (&game)
#else
#define G (c->game)
#endif

#ifndef WHOLE
#define MOST_CARDS 512 /* more than a deck may have */
#define REMEMBERED 0   /* rules whose results are */
#define SHUFFLES 1     /* some pile is shuffled, so that its cards have no places until they are drawn */
#endif

static inline word draw(word *stream, word outcomes) { return outcomes == 1 ? 0 : draw_from(stream, outcomes); }

#endif
