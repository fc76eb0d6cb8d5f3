/* The runtime of a game whose whole games are one piece with it: compiled anew with each, as it knows the game's tables as constants. */

#include "cards.c"
#include "control.c"
#include "menus.c"
#include "sequences.c"
#include "watch.c"

#undef S /* a variable in the game's own code */

#define IMPOSSIBLE __builtin_unreachable()

/* a cell of a variable, whose value is always between its bounds */
static inline word cell(word value, word low, word high) {
    if (value < low || value > high) IMPOSSIBLE;
    return value;
}

static inline word seat_after(Context *c, word seat) {
    if (UNLIKELY((uword)seat >= (uword)G->seats)) fault(c, seat == NONE ? NOBODY : INTERNAL, c->pc);
    return seat + 1 == G->seats ? 0 : seat + 1;
}

static inline word seat_before(Context *c, word seat) {
    if (UNLIKELY((uword)seat >= (uword)G->seats)) fault(c, seat == NONE ? NOBODY : INTERNAL, c->pc);
    return seat ? seat - 1 : G->seats - 1;
}

/* up to here all games are the same: it is done once */
static inline void opened(Context *c) {
    if (c->opened >= 0 || c->state[GAMES]) return;
    memcpy(c->initial, c->state, (size_t)G->frames * sizeof(word));
    c->opened = c->jumps;
}

/* ------------------------------------------------------------------------- decisions */

/* so many choices have been made that the game is cut off where the next one would be */
static inline word is_long(Context *c) { return UNLIKELY(c->watch->row[ROW_DECISIONS] >= c->longest); }

NORETURN static void cut(Context *c) { fault(c, CUT_OFF, 0); }

/* after a choice the code begins its count of loops and calls anew */
static inline void go_on(Context *c) {
    c->passed = 1;
    c->jumps = 0;
}

static void passed_over(Context *c, word pc) {
    if (++c->passed > PASSED_OVER) fault(c, BUDGET, pc);
    c->jumps = 0;
}

static inline word draw_policy(Context *c, word outcomes) {
    word stream = c->policy, drawn = draw(&stream, outcomes);
    c->policy = stream;
    return drawn;
}

/* a list at random to L, of a large menu; 0 where none was found */
static word random_list(Context *c, const Action *a, word acting, word *L, word words) {
    word stream = c->policy;
    c->chance = 0;
    word found = put_together(c, a, acting, &stream);
    c->chance = 1;
    c->policy = stream;
    if (found) copy(L + 1, c->locals + 1, words);
    return found;
}
