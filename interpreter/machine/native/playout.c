/* Whole games at random: what running/policy.py says, number for number; and what the outside calls. */

#include "inside.h"
#include "menus.h"

struct Watch {
    word *row, *tally; /* where counts go */
    word *leads, moments, leads_room, follow; /* follow: who leads is asked */
    word *actors, *players, *owners; /* by action, face, face: masks of seats */
    unsigned char *shuffled;         /* by place: it has been, in this game */
    word *heap;                      /* for the fragment that says who leads, in the middle of other code */
};

/* ------------------------------------------------------------------------- making and freeing */

static void *zeroed(word count, size_t size) { return calloc((size_t)count + 1, size); }

EXPORT void context_free(Context *c) {
    if (!c) return;
    if (c->watch) {
        free(c->watch->leads);
        free(c->watch->actors);
        free(c->watch->players);
        free(c->watch->owners);
        free(c->watch->shuffled);
        free(c->watch->heap);
        free(c->watch);
    }
    free(c->state);
    free(c->initial);
    free(c->shuffled);
    free(c->heap);
    free(c->locals);
    free(c->kept);
    free(c->raw);
    free(c);
}

/* A context for one thread, or 0 without memory. The state has room behind it, so that an offset into a frame never leaves it. */
EXPORT Context *context_new(const Game *g) {
    Context *c = zeroed(1, sizeof *c);
    if (!c) return 0;
    word most = 1, words = 1;
    for (word i = 0; i < g->menus; i++) {
        if (g->menu[i].actions > most) most = g->menu[i].actions;
        if (g->menu[i].words > words) words = g->menu[i].words;
    }
    Watch *w = zeroed(1, sizeof *w);
    c->game = g;
    c->watch = w;
    c->state = zeroed(2 * g->size + 4096, sizeof(word));
    c->initial = zeroed(g->size, sizeof(word));
    c->shuffled = zeroed(g->places, sizeof(word));
    c->heap = malloc((size_t)(HEAP + SLACK) * sizeof(word));
    c->locals = zeroed(words + 2, sizeof(word));
    c->kept = zeroed(most * (ENOUGH + 3), sizeof(word));
    if (w) {
        w->actors = zeroed(g->actions, sizeof(word));
        w->players = zeroed(g->faces_count, sizeof(word));
        w->owners = zeroed(g->faces_count, sizeof(word));
        w->shuffled = zeroed(g->places, 1);
        w->heap = malloc((size_t)(HEAP + SLACK) * sizeof(word));
    }
    if (!w || !c->state || !c->initial || !c->shuffled || !c->heap || !c->locals || !c->kept || !w->actors || !w->players || !w->owners || !w->shuffled ||
        !w->heap) {
        context_free(c);
        return 0;
    }
    c->limit = c->heap + HEAP;
    c->deep = c->heap + (STACK - 2 * MARGIN);
    begin(c, 1);
    S[PC] = g->start;
    S[FRAME] = S[TOP] = g->frames;
    memcpy(c->initial, S, (size_t)g->size * sizeof(word));
    return c;
}

EXPORT word *context_state(Context *c) { return S; }
EXPORT const word *context_raw(Context *c, word *length) {
    *length = c->raw_length;
    return c->raw;
}

static word seeded(word seed) {
    word stream = (word)(((uword)seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u) & (((uword)1 << 63) - 1));
    for (int i = 0; i < 4; i++) stream = step(stream ^ (stream >> 29));
    return stream;
}

static void fresh(Context *c, word seed) {
    memcpy(S, c->initial, (size_t)G->size * sizeof(word));
    memset(c->shuffled, 0, (size_t)G->places * sizeof(word));
    S[STREAM] = seeded(seed);
}

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

/* ------------------------------------------------------------------------- what is counted on the way */

void watch_shuffled(Context *c, word place) {
    Watch *w = c->watch;
    if (!w->row) return;
    w->row[ROW_RESHUFFLES] += w->shuffled[place];
    w->shuffled[place] = 1;
}

void watch_game(Context *c) {
    if (c->watch->row) memset(c->watch->shuffled, 0, (size_t)G->places);
}

void watch_began(Context *c, word turn) {
    if (c->watch->row) c->watch->row[turn ? ROW_TURNS : ROW_ROUNDS]++;
}

/* mask of the seats that lead, 0 where that can not be told */
static word leaders(Context *c) {
    jmp_buf caught;
    const Context outer = *c;
    word values[64], highest = NONE, mask = 0;
    c->heap = c->watch->heap;
    c->limit = c->heap + HEAP;
    c->deep = c->heap + (STACK - 2 * MARGIN);
    c->caught = &caught;
    c->chance = 0;
    if (!setjmp(caught)) {
        for (word seat = 0; seat < G->seats; seat++) {
            c->jumps = 0;
            c->ended = 0;
            values[seat] = G->leading(c, c->heap, &seat);
            if (values[seat] > highest) highest = values[seat];
        }
        for (word seat = 0; seat < G->seats && highest != NONE; seat++)
            if (values[seat] == highest) mask |= (word)1 << seat;
        *c = outer;
        return mask;
    }
    word trouble = c->trouble;
    *c = outer;
    if (trouble == INTERNAL) fault(c, INTERNAL, c->pc);
    return 0;
}

void watch_ended(Context *c) {
    Watch *w = c->watch;
    if (!w->row || !w->follow || !G->leading) return;
    word mask = leaders(c);
    if (!mask) return;
    if (w->moments == w->leads_room) {
        word space = 2 * w->leads_room + 256;
        word *more = realloc(w->leads, (size_t)space * sizeof(word));
        if (!more) fault(c, INTERNAL, c->pc);
        w->leads = more;
        w->leads_room = space;
    }
    w->leads[w->moments++] = mask;
}

/* ------------------------------------------------------------------------- choosing */

static void count_taken(Context *c, const Menu *m, word action, word seat) {
    Watch *w = c->watch;
    word index = m->first + action, *faces = w->tally + G->actions * ACTION_WORDS;
    w->tally[index * ACTION_WORDS + 1]++;
    w->actors[index] |= (word)1 << seat;
    const Action *a = &m->action[action];
    for (word k = 0; k < a->parameters; k++) {
        const Parameter *p = &a->parameter[k];
        if (!p->cards) continue;
        const word *value = c->locals + 1 + p->offset;
        word count = 1;
        if (p->capacity) count = *value++;
        for (word i = 0; i < count; i++) {
            if (value[i] == NONE) continue;
            CHECK(value[i], G->cards, S[PC]);
            word face = G->card_face[value[i]];
            faces[face * FACE_WORDS]++;
            w->players[face] |= (word)1 << seat;
        }
    }
}

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
        w->row[ROW_DECISIONS]++;
        w->row[ROW_FORCED] += total == 1;
        w->row[ROW_CHOICES] += total;
        if (total > w->row[ROW_WIDEST]) w->row[ROW_WIDEST] = total;
        for (word k = 0; k < m->actions; k++) w->tally[(m->first + k) * ACTION_WORDS] += counts[k] > 0;
        count_taken(c, m, action, seat);
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

/* ------------------------------------------------------------------------- the end */

static word popcount(word mask) {
    word count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}

static void count_users(word *tally, const word *masks, word count, word stride, word winners) {
    for (word i = 0; i < count; i++) {
        tally[i * stride] += popcount(masks[i]);
        tally[i * stride + 1] += popcount(masks[i] & winners);
    }
}

/* what a decided game says about winning */
static void judge(Context *c, word winners) {
    Watch *w = c->watch;
    word *faces = w->tally + G->actions * ACTION_WORDS;
    for (word i = 0; i < w->moments; i++) {
        if (w->leads[i] & winners) continue;
        w->row[ROW_BEHIND]++;
        w->row[ROW_SETTLED] = i + 1;
        if (i == (w->moments - 1) / 2) w->row[ROW_COMEBACK] = 1;
    }
    memset(w->owners, 0, (size_t)G->faces_count * sizeof(word));
    for (word place = 0; place < G->places; place++) {
        if (G->place_owner[place] == NONE) continue;
        const word *first = S + G->place_address[place];
        for (word i = 1; i <= *first; i++) {
            CHECK(first[i], G->cards, S[PC]);
            w->owners[G->card_face[first[i]]] |= (word)1 << G->place_owner[place];
        }
    }
    count_users(w->tally + 2, w->actors, G->actions, ACTION_WORDS, winners);
    count_users(faces + 1, w->players, G->faces_count, FACE_WORDS, winners);
    count_users(faces + 3, w->owners, G->faces_count, FACE_WORDS, winners);
}

static void finish_row(Context *c) {
    Watch *w = c->watch;
    word *row = w->row, *more = row + ROW_COLUMNS, alone = 0, n = G->seats;
    row[ROW_WON_BY] = S[WINNERS];
    row[ROW_MATCH] = S[GAMES];
    row[ROW_SCORES] = S[SCORED];
    copy(more, S + PLACES, n);
    copy(more + n, S + G->scores, n);
    for (word i = 0; i < G->traits; i++) copy(more + (2 + i) * n, S + G->trait[i], n);
    row[ROW_MOMENTS] = w->moments;
    for (word i = 0; i < w->moments; i++) {
        if (w->leads[i] & (w->leads[i] - 1)) continue;
        row[ROW_LEAD_CHANGES] += alone && alone != w->leads[i];
        alone = w->leads[i];
    }
    word winners = S[WINNERS], everybody = n == 1 || G->teams == 0;
    if (row[ROW_ENDING] == ROW_ENDED && (everybody || (winners && winners != G->everyone))) judge(c, winners);
}

/* One game; the number of a fault that is ours, or 0. */
static word playout(Context *c, word seed, word number, word longest, word width) {
    jmp_buf caught;
    Watch *w = c->watch;
    uword base = ((uword)seed << 32) + 2 * (uword)number;
    word stream = seeded((word)(base + 1));
    memset(w->row, 0, (size_t)width * sizeof(word));
    memset(w->actors, 0, (size_t)G->actions * sizeof(word));
    memset(w->players, 0, (size_t)G->faces_count * sizeof(word));
    memset(w->shuffled, 0, (size_t)G->places);
    w->moments = 0;
    fresh(c, (word)base);
    c->caught = &caught;
    if (setjmp(caught)) {
        word decisions = w->row[ROW_DECISIONS];
        memset(w->row, 0, (size_t)width * sizeof(word));
        w->row[ROW_ENDING] = ROW_BROKEN;
        w->row[ROW_FAULT] = c->trouble;
        w->row[ROW_ADDRESS] = c->pc;
        w->row[ROW_DECISIONS] = decisions;
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
    finish_row(c);
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
