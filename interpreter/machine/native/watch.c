/* The context of a run, and what is counted of games at random: policy.py. */

#include "inside.h"
#include "watch.h"

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
    free(c->memory);
    free(c);
}

/* A context for one thread, or 0 without memory. g: 0 where the game is one piece with the runtime. The state has room behind it, so that an offset into a frame never leaves it. */
EXPORT Context *context_new(const Game *g) {
#ifdef WHOLE
    g = &game;
#endif
    Context *c = zeroed(1, sizeof *c);
    if (!c) return 0;
    Watch *w = zeroed(1, sizeof *w);
    c->game = g;
    c->watch = w;
    c->state = zeroed(2 * g->size + 4096, sizeof(word));
    c->initial = zeroed(g->size, sizeof(word));
    c->shuffled = zeroed(g->places, sizeof(word));
    c->heap = malloc((size_t)(HEAP + SLACK) * sizeof(word));
    c->locals = zeroed(g->most_words + 2, sizeof(word));
    c->kept = zeroed(g->most_actions * (ENOUGH + 3), sizeof(word));
    c->memory = zeroed(REMEMBERED * MEMORIES, sizeof(Memory));
    if (w) {
        w->actors = zeroed(g->actions, sizeof(word));
        w->players = zeroed(g->faces_count, sizeof(word));
        w->owners = zeroed(g->faces_count, sizeof(word));
        w->shuffled = zeroed(g->places, 1);
        w->heap = malloc((size_t)(HEAP + SLACK) * sizeof(word));
    }
    if (!w || !c->state || !c->memory || !c->initial || !c->shuffled || !c->heap || !c->locals || !c->kept || !w->actors || !w->players || !w->owners || !w->shuffled ||
        !w->heap) {
        context_free(c);
        return 0;
    }
    c->limit = c->heap + HEAP;
    c->deep = c->heap + (STACK - 2 * MARGIN);
    c->opened = -1;
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

word seeded(word seed) {
    word stream = (word)(((uword)seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u) & (((uword)1 << 63) - 1));
    for (int i = 0; i < 4; i++) stream = step(stream ^ (stream >> 29));
    return stream;
}

/* The frames of a game that is played as one piece lie elsewhere. */
static void fresh(Context *c, word seed) {
    memcpy(S, c->initial, (size_t)(ONE_PIECE ? G->frames : G->size) * sizeof(word));
    memset(c->shuffled, 0, (size_t)G->places * sizeof(word));
    S[STREAM] = seeded(seed);
}

/* ------------------------------------------------------------------------- what is counted on the way */

void watch_shuffled(Context *c, word place) {
    Watch *w = c->watch;
    if (!COUNTS || !w->row) return;
    w->row[ROW_RESHUFFLES] += w->shuffled[place];
    w->shuffled[place] = 1;
}

void watch_game(Context *c) {
    if (COUNTS && c->watch->row) memset(c->watch->shuffled, 0, (size_t)G->places);
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
            values[seat] = G->leading(c, c->heap, &seat, 0);
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
    if (!COUNTS || !w->row || !w->follow || !G->leading) return;
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

void watch_choice(Context *c, word total) {
    word *row = c->watch->row;
    row[ROW_DECISIONS]++;
    if (!COUNTS) return;
    row[ROW_FORCED] += total == 1;
    row[ROW_CHOICES] += total;
    if (total > row[ROW_WIDEST]) row[ROW_WIDEST] = total;
}

void watch_offered(Context *c, word action, word count) {
    if (COUNTS) c->watch->tally[action * ACTION_WORDS] += count > 0;
}

void watch_taken(Context *c, word action, word seat) {
    if (!COUNTS) return;
    c->watch->tally[action * ACTION_WORDS + 1]++;
    c->watch->actors[action] |= (word)1 << seat;
}

void watch_cards(Context *c, const word *cards, word count, word seat) {
    word *faces = c->watch->tally + G->actions * ACTION_WORDS;
    for (word i = 0; COUNTS && i < count; i++) {
        if (cards[i] == NONE) continue;
        CHECK(cards[i], G->cards, S[PC]);
        word face = G->card_face[cards[i]];
        faces[face * FACE_WORDS]++;
        c->watch->players[face] |= (word)1 << seat;
    }
}

/* ------------------------------------------------------------------------- the end */

static void count_users(word *tally, const word *masks, word count, word stride, word winners) {
    for (word i = 0; i < count; i++) {
        tally[i * stride] += __builtin_popcountll(masks[i]);
        tally[i * stride + 1] += __builtin_popcountll(masks[i] & winners);
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

void watch_game_over(Context *c) {
    Watch *w = c->watch;
    word *row = w->row, *more = row + ROW_COLUMNS, alone = 0, n = G->seats;
    row[ROW_WON_BY] = S[WINNERS];
    row[ROW_MATCH] = S[GAMES];
    row[ROW_SCORES] = S[SCORED];
    copy(more, S + PLACES, n);
    copy(more + n, S + G->scores, n);
    for (word i = 0; i < G->traits; i++) copy(more + (2 + i) * n, S + G->trait[i], n);
    if (!COUNTS) return;
    row[ROW_MOMENTS] = w->moments;
    for (word i = 0; i < w->moments; i++) {
        if (w->leads[i] & (w->leads[i] - 1)) continue;
        row[ROW_LEAD_CHANGES] += alone && alone != w->leads[i];
        alone = w->leads[i];
    }
    word winners = S[WINNERS], everybody = n == 1 || G->teams == 0;
    if (row[ROW_ENDING] == ROW_ENDED && (everybody || (winners && winners != G->everyone))) judge(c, winners);
}

/* ------------------------------------------------------------------------- one game of a batch */

word watch_first(Context *c, word seed, word number, word width) {
    Watch *w = c->watch;
    uword base = ((uword)seed << 32) + 2 * (uword)number;
    memset(w->row, 0, (size_t)width * sizeof(word));
    if (COUNTS) {
        memset(w->actors, 0, (size_t)G->actions * sizeof(word));
        memset(w->players, 0, (size_t)G->faces_count * sizeof(word));
        memset(w->shuffled, 0, (size_t)G->places);
        w->moments = 0;
    }
    fresh(c, (word)base);
    return seeded((word)(base + 1));
}

void watch_broken(Context *c, word width) {
    word *row = c->watch->row, decisions = row[ROW_DECISIONS];
    memset(row, 0, (size_t)width * sizeof(word));
    row[ROW_ENDING] = ROW_BROKEN;
    row[ROW_FAULT] = c->trouble;
    row[ROW_ADDRESS] = c->pc;
    row[ROW_DECISIONS] = decisions;
}
