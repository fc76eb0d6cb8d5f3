/* Whole games at random, from stop to stop: what running/policy.py says, number for number; and what the outside calls. */

#include "inside.h"
#include "menus.h"
#include "watch.h"

/* A state that came from outside may be anything: what the code trusts without looking must hold. */
static word sound(Context *c) {
    const Game *g = G;
    for (word place = 0; place < g->places; place++) {
        const word *first = S + g->place_address[place];
        if ((uword)*first > (uword)g->place_capacity[place]) return 0;
        c->shuffled[place] = 0;
        for (word i = 1; i <= *first; i++) {
            if ((uword)first[i] >= (uword)g->cards) return 0;
            c->shuffled[place] += S[g->undrawn + first[i]] != 0;
        }
    }
    return g->frames <= S[FRAME] && S[FRAME] <= S[TOP] && S[TOP] <= g->size && (S[DIRECTION] == 1 || S[DIRECTION] == -1) &&
           !((S[OUT] | S[WAITING] | S[ACTED] | S[WINNERS]) & ~g->everyone) && S[GAMES] >= 0 && (uword)S[STATUS] <= RAN_OUT;
}

static word failed(Context *c) {
    c->ended = 0;
    c->chance = 0;
    return c->trouble;
}

/* ------------------------------------------------------------------------- choosing */

/* A seat chooses from a menu; 0 when it has nothing. */
static word choose(Context *c, word number, word seat, word *stream) {
    const Menu *m = &G->menu[number];
    Watch *w = c->watch;
    word acting = acting_for(c, number, seat), total = 0;
    word *counts = c->kept, *larges = counts + m->actions, *kept = larges + m->actions;
    for (word k = 0; k < m->actions; k++) total += counts[k] = possibilities(c, &m->action[k], acting, kept + k * ENOUGH, &larges[k]);
    if (!total) return 0;
    word drawn = draw(stream, total), action = 0;
    while (drawn >= counts[action]) drawn -= counts[action++];
    const Action *a = &m->action[action];
    if (!larges[action] || !put_together(c, a, acting, stream)) possibility(c, a, acting, kept + action * ENOUGH, drawn);
    if (w->row) {
        watch_choice(c, total);
        for (word k = 0; k < m->actions; k++) watch_offered(c, m->first + k, counts[k]);
        watch_taken(c, m->first + action, seat);
        for (word k = 0; k < a->parameters; k++) {
            const word *value = c->locals + 1 + a->parameter[k].offset;
            if (a->parameter[k].cards) watch_cards(c, value + (a->parameter[k].capacity > 0), a->parameter[k].capacity ? *value : 1, seat);
        }
    }
    commit(c, number, action, seat);
    return 1;
}

static void decide(Context *c, word *stream, word asides) {
    if (asides && G->anytime >= 0 && draw(stream, OUT_OF_TURN) == OUT_OF_TURN - 1) {
        word seat = draw(stream, G->seats);
        if (open_anytime(c, seat) && choose(c, G->anytime, seat, stream)) return;
    }
    word seat = 0, waiting = S[WAITING];
    if (S[STATUS] != ASKING || !waiting) fault(c, NO_ACTION, S[PC]);
    while (!(waiting >> seat & 1)) seat++;
    if (!choose(c, S[MENU], seat, stream)) fault(c, NO_ACTION, S[PC]);
}

/* ------------------------------------------------------------------------- games */

/* One game; the number of a fault that is ours, or 0. */
static word playout(Context *c, word seed, word number, word longest, word width) {
    jmp_buf caught;
    Watch *w = c->watch;
    word stream = watch_first(c, seed, number, width);
    c->caught = &caught;
    if (setjmp(caught)) {
        watch_broken(c, width);
        return failed(c) == INTERNAL ? INTERNAL : 0;
    }
    onwards(c);
    while (S[STATUS] < OVER) {
        if (w->row[ROW_DECISIONS] >= longest) {
            w->row[ROW_ENDING] = ROW_CUT;
            break;
        }
        decide(c, &stream, 1);
        onwards(c);
    }
    watch_game_over(c);
    return 0;
}

/* Games first..first + count of the batch with this seed: a row of `width` words each, counts added to the tally. Gives how many were
   played: fewer only when something of ours failed. */
EXPORT word playouts(Context *c, word seed, word first, word count, word longest, word lead, word width, word *rows, word *tally) {
    Watch *w = c->watch;
    word done = 0;
    c->reports = 0;
    w->tally = tally;
    w->follow = lead;
    for (; done < count; done++) {
        w->row = rows + done * width;
        if (playout(c, seed, first + done, longest, width)) break;
    }
    w->row = 0;
    return done;
}

/* Plays the context's state on at random, nobody out of turn, over at most so many choices: -1, or the trouble. made: the choices. */
EXPORT word finish(Context *c, word stream, word longest, word *made) {
    jmp_buf caught;
    c->reports = 0;
    c->caught = &caught;
    *made = 0;
    if (!sound(c)) return INTERNAL;
    if (setjmp(caught)) return failed(c);
    onwards(c);
    while (S[STATUS] < OVER && *made < longest) {
        decide(c, &stream, 0);
        ++*made;
        onwards(c);
    }
    return -1;
}

/* Runs the context's state to its next stop: -1, or the trouble; then its place and values are in where[0..2]. */
EXPORT word advance(Context *c, word reports, word *where) {
    jmp_buf caught;
    c->reports = reports;
    c->raw_length = 0;
    c->caught = &caught;
    where[0] = where[1] = where[2] = 0;
    if (!sound(c)) return INTERNAL;
    if (setjmp(caught)) {
        where[0] = c->pc;
        where[1] = c->a;
        where[2] = c->b;
        return failed(c);
    }
    c->a = c->b = 0;
    onwards(c);
    return -1;
}
