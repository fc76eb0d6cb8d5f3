/* The fixed part of every native game, as one piece for the compiler. */

#include "cards.c"
#include "control.c"
#include "menus.c"
#include "playout.c"
#include "sequences.c"
#include "watch.c"
