/* Turns, rounds, choices and the end of a game: what keeps the header of a state; after running/control.py. */

#include "inside.h"

/* ------------------------------------------------------------------------- chance, faults, the report */

static const uword MASK63 = ((uword)1 << 63) - 1;

word step(word stream) { return (word)(((uword)stream * 6364136223846793005u + 1442695040888963407u) & MASK63); }

word draw_from(word *stream, word outcomes) {
    uint32_t n = (uint32_t)outcomes, high;
    do {
        *stream = step(*stream);
        high = (uint32_t)((uword)*stream >> 31);
    } while (UNLIKELY(high >= (uint32_t)-n) && (uword)high >= ((uword)1 << 32) - (uint32_t)-n % n);
    return high % n;
}

void fault(Context *c, word kind, word pc) {
    c->trouble = kind;
    c->pc = pc;
    longjmp(*c->caught, 1);
}

void fault_at(Context *c, word kind, word a, word b) {
    c->a = a;
    c->b = b;
    fault(c, kind, c->pc);
}

void leave_game(Context *c) {
    if (!c->ended) fault(c, INTERNAL, c->pc);
    longjmp(*c->ended, 1);
}

void report_words(Context *c, const word *words, word count) {
    if (count > c->raw_room - c->raw_length) {
        word space = 2 * c->raw_room + count + 1024;
        word *more = realloc(c->raw, (size_t)space * sizeof(word));
        if (!more) fault(c, INTERNAL, c->pc);
        c->raw = more;
        c->raw_room = space;
    }
    memcpy(c->raw + c->raw_length, words, (size_t)count * sizeof(word));
    c->raw_length += count;
}

word report_open(Context *c, word kind) {
    const word entry[] = {kind, 0};
    report_words(c, entry, 2);
    return c->raw_length - 1;
}

void report_close(Context *c, word at) { c->raw[at] = c->raw_length - at - 1; }

/* ------------------------------------------------------------------------- variables */

static word own_mask(const Game *g, word variable, word cell) {
    if (!g->variable_masks[variable]) return g->everyone;
    word span = g->variable_secret[variable];
    return span ? (word)1 << cell / span : 0;
}

void begin(Context *c, word first) {
    const Game *g = G;
    memset(S + g->faces, 0, (size_t)(3 * g->cards) * sizeof(word));
    memset(c->shuffled, 0, (size_t)g->places * sizeof(word));
    for (word place = 0; place < g->places; place++)
        memset(S + g->place_address[place], 0, (size_t)(g->place_capacity[place] + 1) * sizeof(word));
    for (word card = 0; card < g->cards; card++) {
        word place = g->card_start[card], *address = S + g->place_address[place];
        address[++*address] = card;
        S[g->where + card] = place;
        S[g->faces + card] = g->place_viewers[place];
    }
    for (word variable = 0; variable < g->variables; variable++) {
        if (!first && g->variable_kept[variable]) continue;
        word masks = g->variable_masks[variable];
        for (word cell = 0; cell < g->variable_cells[variable]; cell++) {
            S[g->variable_address[variable] + cell] = g->variable_start[variable];
            if (masks) S[masks + cell] = own_mask(g, variable, cell);
        }
    }
    static const word cleared[] = {STATUS, FRESH, ANYTIME, WAITING, OUT, MARKS, ACTED, ROUND, SCORED};
    for (size_t i = 0; i < sizeof cleared / sizeof *cleared; i++) S[cleared[i]] = 0;
    S[DIRECTION] = 1;
    for (word seat = 0; seat < g->seats; seat++) S[PLACES + seat] = S[g->scores + seat] = S[g->turns + seat] = 0;
}

void set_variable(Context *c, word variable, word address, word value) {
    const Game *g = G;
    word low = g->variable_low[variable], high = g->variable_high[variable];
    if (value == NONE) {
        if (!g->variable_none[variable]) fault(c, MISSING, c->pc);
    } else if (value < low || value > high) {
        if (!g->variable_capped[variable]) fault_at(c, RANGE, value, variable);
        value = value < low ? low : high;
    }
    S[address] = value;
    word cell = address - g->variable_address[variable], viewers = g->everyone;
    if (g->variable_masks[variable]) viewers = S[g->variable_masks[variable] + cell] = own_mask(g, variable, cell);
    REPORT(VARIABLE_SET, variable, cell, value, viewers);
}

void turn_variable(Context *c, word variable, word how, word address, word mask) {
    word cell = address - G->variable_address[variable], masks = G->variable_masks[variable];
    if (!masks) return;
    if (how == 0) mask = G->everyone;
    if (how == 1) mask = own_mask(G, variable, cell);
    if (how != 2) S[masks + cell] = mask;
    REPORT(VARIABLE_TURNED, how, variable, cell, S[address], mask);
}

void reset_round(Context *c) {
    for (word i = 0; i < G->each_rounds; i++) {
        word variable = G->each_round[i], address = G->variable_address[variable];
        for (word cell = 0; cell < G->variable_cells[variable]; cell++)
            if (S[address + cell] != G->variable_start[variable]) set_variable(c, variable, address + cell, G->variable_start[variable]);
    }
}

/* ------------------------------------------------------------------------- rounds and turns */

static void report_state(Context *c, word kind, word number) {
    if (c->watch) watch_ended(c);
    if (!REPORTING) return;
    word entry = report_open(c, kind);
    report_words(c, &number, 1);
    report_words(c, S, G->size);
    report_close(c, entry);
}

void round_began(Context *c) {
    S[ROUND]++;
    for (word seat = 0; seat < G->seats; seat++) S[G->turns + seat] = 0;
    watch_began(c, 0);
    REPORT(ROUND_BEGAN, S[ROUND]);
}

void round_ended(Context *c) { report_state(c, ROUND_ENDED, S[ROUND]); }

void set_out(Context *c, const word *seats, word count, word out) {
    to_mask(c, seats, count, c->pc);
    for (word i = 0; i < count; i++) {
        if ((S[OUT] >> seats[i] & 1) == out) continue;
        S[OUT] ^= (word)1 << seats[i];
        REPORT(SEAT_OUT, seats[i], out);
    }
}

static word onward(Context *c, word seat) { return (seat + S[DIRECTION] + G->seats) % G->seats; }

word turn_seat(Context *c, const word *seats, word count, word start, word skipped) {
    if (start == NONE) fault(c, NOBODY, c->pc);
    CHECK(start, G->seats, c->pc);
    word mask = to_mask(c, seats, count, c->pc) & ~S[OUT];
    if (!mask) return NONE;
    for (word seat = start;; seat = onward(c, seat))
        if (mask >> seat & 1 && skipped-- <= 0) return seat;
}

void turn_began(Context *c, word seat) {
    CHECK(seat, G->seats, c->pc);
    S[MARKS] = 0;
    S[G->turns + seat]++;
    watch_began(c, 1);
    REPORT(TURN_BEGAN, seat);
}

void turn_ended(Context *c, word seat) { report_state(c, TURN_ENDED, seat); }

word next_turn(Context *c, word seat, word *skipped) {
    CHECK(seat, G->seats, c->pc);
    word marks = S[MARKS];
    S[MARKS] = 0;
    if (marks & 2) S[DIRECTION] = -S[DIRECTION];
    *skipped = marks & 1 ? 0 : marks >> 2;
    return marks & 1 ? seat : onward(c, seat);
}

word go_seat(Context *c, word passed, word last, word start, word for_good) {
    word inside = G->everyone & ~S[OUT];
    if (!inside) return NONE;
    if (start == NONE) fault(c, NOBODY, c->pc);
    CHECK(start, G->seats, c->pc);
    word left = inside & ~passed;
    if (last != NONE) {
        CHECK(last, G->seats, c->pc);
        left &= ~((word)1 << last);
    }
    if (!left) return NONE;
    word open_to = for_good ? inside & ~passed : inside, seat = start;
    while (!(open_to >> seat & 1)) seat = onward(c, seat);
    return seat;
}

/* ------------------------------------------------------------------------- choices */

word take_choice(Context *c, word number) {
    const Menu *m = &G->menu[number];
    word *frame = S + S[FRAME], i, action;
    do {
        i = frame[m->index];
        if (i >= frame[m->count]) return m->after;
        CHECK(i, G->seats, c->pc);
        frame[m->index] = i + 1;
        action = frame[m->chosen + i] - 1;
    } while (action < 0); /* nothing was possible for this seat */
    CHECK(action, m->actions, c->pc);
    word seat = frame[m->asked + i], acting = frame[m->acting + i];
    CHECK(acting, G->seats, c->pc);
    frame[m->you] = acting;
    word *to = frame + m->current;
    const word *source = frame + m->arguments + i * m->words;
    if (source != to) copy(to, source, m->words);
    if (action != m->passing) S[ACTED] |= (word)1 << acting;
    if (REPORTING) {
        word entry = report_open(c, CHOSE);
        const word head[] = {seat, acting, number, action};
        report_words(c, head, 4);
        const Action *a = &m->action[action];
        for (word k = 0; k < a->parameters; k++) {
            const word *value = to + a->parameter[k].offset;
            report_words(c, value, 1 + (a->parameter[k].capacity ? *value : 0));
        }
        report_close(c, entry);
    }
    return m->bodies[action];
}

word return_frame(Context *c) {
    word start = S[FRAME] - 2, pc = S[start], below = S[start + 1];
    CHECK(below - G->frames, G->size - G->frames, pc);
    for (word i = start; i < S[TOP]; i++) S[i] = 0;
    S[FRAME] = below;
    S[TOP] = start;
    return pc;
}

void leave_anytime(Context *c) {
    word *frame = S + S[FRAME];
    S[ANYTIME] = 0;
    S[STATUS] = ASKING;
    S[FRESH] = 2;
    S[PC] = frame[-2];
    word menu = 0;
    while (menu < G->menus && G->menu[menu].pc != S[PC]) menu++;
    CHECK(menu, G->menus, c->pc);
    S[MENU] = menu;
    word below = frame[-1], end = S[TOP], start = S[FRAME] - 2;
    CHECK(below - G->frames, G->size - G->frames, c->pc);
    for (word i = start; i < end; i++) S[i] = 0;
    S[FRAME] = below;
    S[TOP] = start;
}

/* ------------------------------------------------------------------------- ends */

void win(Context *c, const word *seats, word count, word teams) {
    word winners = to_mask(c, seats, count, c->pc), behind = 0;
    if (count && teams == 0) winners = G->everyone;
    for (word i = 0; teams > 0 && i < count; i++)
        for (word seat = 0; seat < G->seats; seat++)
            if (seat % teams == seats[i] % teams) winners |= (word)1 << seat;
    S[WINNERS] = winners;
    for (word seat = 0; seat < G->seats; seat++) behind += winners >> seat & 1;
    for (word seat = 0; seat < G->seats; seat++) S[PLACES + seat] = winners >> seat & 1 ? 0 : behind;
}

void game_ended(Context *c) {
    S[GAMES]++;
    for (word seat = 0; seat < G->seats; seat++) S[G->wins + seat] += S[WINNERS] >> seat & 1;
    for (word i = G->frames; i < S[TOP]; i++) S[i] = 0;
    S[FRAME] = S[TOP] = G->frames;
    S[ANYTIME] = 0;
    if (REPORTING) {
        word entry = report_open(c, GAME_ENDED), seats[64];
        report_words(c, seats, to_seats(c, seats, S[WINNERS]));
        report_close(c, entry);
    }
}

void new_game(Context *c) {
    if (S[GAMES] >= GAMES_LIMIT) fault_at(c, TOO_MANY_GAMES, S[GAMES], 0);
    if (S[GAMES]) begin(c, 0);
    if (c->watch) watch_game(c);
    REPORT(GAME_BEGAN, S[GAMES] + 1);
}
