/* What a game's code and the fixed runtime share: words, the context of a run, faults, and the instructions that are short enough to
   stand in the code itself. Every index that comes from a value is checked; what fails then is our defect, reported as INTERNAL. */

#ifndef CARDRULES_RUNTIME_H
#define CARDRULES_RUNTIME_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "numbers.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default"))) /* all else is hidden: its names may be those of the C library */
#endif

typedef int64_t word;
typedef uint64_t uword;

enum { HEAP = 1 << 18, SLACK = 256 };       /* ours; the slack is for instructions that add a few words unasked */

typedef struct Context Context;

/* Code that menus run by itself. locals: who acts, then the arguments. Gives its value, or the number of items it left at heap; an
   interval leaves its two ends there. */
typedef word (*Fragment)(Context *c, word *heap, const word *locals);

typedef struct {
    Fragment domain, least, most; /* least, most: of subsets, else 0 */
    word domain_pc, least_pc, most_pc;
    word interval, offset, capacity, cards; /* capacity: of a sequence; cards: the values are cards */
} Parameter;

typedef struct {
    Fragment guard; /* 0: none */
    const Fragment *needs;
    word first, early; /* so many needs read no parameter; early: all of them */
    word parameters;
    const Parameter *parameter;
} Action;

typedef struct {
    word actions;
    const Action *action;
    word together, may, anytime, first; /* first: index of its first action in tallies */
    word count, asked, index, acting, chosen, arguments, current, you, words; /* offsets: program.Block */
    const word *bodies;
    word after, otherwise, passing, skips, pc; /* pc: of its ASK */
} Menu;

typedef struct {
    word seats, cards, size, frames, locals, everyone, scores, wins, turns, faces, undrawn, where;
    word places, variables, each_rounds, menus, first_place, start, end, anytime, anytime_start, anytime_words, teams, faces_count;
    const word *place_address, *place_capacity, *place_viewers, *place_owner, *place_refill, *place_except_top;
    const word *card_face, *card_twin, *card_start; /* twin: the first card of the same face */
    const word *variable_address, *variable_cells, *variable_start, *variable_low, *variable_high, *variable_none, *variable_capped,
        *variable_kept, *variable_masks, *variable_secret, *each_round;
    const Menu *menu;
    Fragment leading; /* 0: none */
    word traits, actions;
    const word *trait;
    void (*run)(Context *c, word pc);
} Game;

typedef struct Watch Watch;

struct Context {
    const Game *game;
    word *state;
    word *heap, *limit, *deep; /* free memory for sequences; where it ends; where calls become too deep */
    word *locals;              /* of a fragment: who acts, and the arguments */
    word *initial, *kept;      /* a state before its first step; what possibilities() keeps */
    word jumps;                /* loops and calls since the run began */
    word chance;               /* whether chance has a say (menus and conditions: not) */
    word pc;                   /* of the instruction that may fail, where a function of the runtime has to know */
    word trouble, a, b;
    jmp_buf *caught; /* where faults go */
    jmp_buf *ended;  /* where the end of a game goes */
    word *raw, raw_length, raw_room, reports; /* the report, where one is wanted */
    Watch *watch;                             /* what a playout counts, or 0 */
};

/* ------------------------------------------------------------------------- faults */

#if defined(__GNUC__)
#define NORETURN __attribute__((noreturn, cold))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define NORETURN
#define UNLIKELY(x) (x)
#endif

NORETURN void fault(Context *c, word kind, word pc);
NORETURN void fault_at(Context *c, word kind, word a, word b); /* at c->pc */
NORETURN void leave_game(Context *c);                          /* the game has ended within pure code */

#define CHECK(index, size, pc)                                                                                                             \
    do {                                                                                                                                   \
        if (UNLIKELY((uword)(index) >= (uword)(size))) fault(c, INTERNAL, pc);                                                             \
    } while (0)

static inline void room(Context *c, const word *top, word words, word pc) {
    if (UNLIKELY(words > c->limit - top)) fault(c, LONG, pc);
}

static inline void jump(Context *c, word pc) {
    if (UNLIKELY(++c->jumps > JUMPS)) fault(c, BUDGET, pc);
}

/* a call of pure code from code whose locals end at local_top */
static inline void call_at(Context *c, word local_top, word pc) {
    c->jumps++;
    if (UNLIKELY(local_top + 4 > STACK - MARGIN || c->jumps > JUMPS)) fault(c, c->jumps <= JUMPS ? DEEP : BUDGET, pc);
}

static inline void enter(Context *c, const word *heap, word pc) {
    if (UNLIKELY(heap > c->deep)) fault(c, DEEP, pc);
}

static inline void enter_at(Context *c, const word *heap, word local_top, word pc) {
    if (UNLIKELY(local_top > STACK - MARGIN || heap > c->deep)) fault(c, DEEP, pc);
}

/* ------------------------------------------------------------------------- numbers */

static inline void wanted(Context *c, word a, word pc) {
    if (UNLIKELY(a == NONE)) fault(c, MISSING, pc);
}

static inline word within(Context *c, word a, word pc) {
    if (UNLIKELY(a > LARGEST || a < -LARGEST)) fault(c, LARGE, pc);
    return a;
}

static inline word add(Context *c, word a, word b, word pc) { return within(c, (word)((uword)a + (uword)b), pc); }
static inline word subtract(Context *c, word a, word b, word pc) { return within(c, (word)((uword)a - (uword)b), pc); }

static inline word multiply(Context *c, word a, word b, word pc) {
    word product;
    if (UNLIKELY(__builtin_mul_overflow(a, b, &product))) fault(c, LARGE, pc);
    return within(c, product, pc);
}

static inline word divide(Context *c, word a, word b, word pc) {
    if (UNLIKELY(b == 0)) fault(c, ZERO, pc);
    word quotient = a / b;
    return within(c, quotient - (a % b != 0 && (a < 0) != (b < 0)), pc);
}

static inline word remainder_of(Context *c, word a, word b, word pc) {
    if (UNLIKELY(b == 0)) fault(c, ZERO, pc);
    word rest = a % b;
    return within(c, rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest, pc);
}

static inline word smaller(word a, word b) { return a == NONE ? b : b == NONE || a <= b ? a : b; }
static inline word greater(word a, word b) { return a == NONE ? b : b == NONE || a >= b ? a : b; }
static inline word flipped(word key) { return key == NONE ? NONE : -key; } /* none comes last either way */

/* ------------------------------------------------------------------------- sequences: items and their number */

static inline void copy(word *to, const word *from, word count) {
    for (word i = 0; i < count; i++) to[i] = from[i];
}

static inline word has(const word *items, word count, word item) {
    for (word i = 0; i < count; i++)
        if (items[i] == item) return 1;
    return 0;
}

static inline word unite(Context *c, word *left, word count, const word *right, word more, word pc) {
    room(c, left, count + more, pc);
    word end = count;
    for (word i = 0; i < more; i++)
        if (!has(left, end, right[i])) left[end++] = right[i];
    return end;
}

static inline word concatenate(Context *c, word *left, word count, const word *right, word more, word pc) {
    room(c, left, count + more, pc);
    memmove(left + count, right, (size_t)more * sizeof(word));
    return count + more;
}

static inline word without(word *left, word count, const word *right, word more) {
    word end = 0;
    for (word i = 0; i < count; i++)
        if (!has(right, more, left[i])) left[end++] = left[i];
    return end;
}

static inline word interval(Context *c, word *to, word low, word high, word pc) {
    if (UNLIKELY(low == NONE || high == NONE)) fault(c, MISSING, pc);
    if (low > high) return 0;
    if (UNLIKELY((uword)high - (uword)low >= SEQUENCE_LIMIT)) fault(c, LONG, pc);
    word count = high - low + 1;
    c->jumps += count >> 4;
    room(c, to, count, pc);
    for (word i = 0; i < count; i++) to[i] = low + i;
    if (UNLIKELY(to + count - c->heap > STACK - MARGIN)) fault(c, LONG, pc);
    return count;
}

/* a sequence as it lies in memory: its number, then its items */
static inline word load_sequence(Context *c, word *to, const word *from, word pc) {
    word count = from[0];
    if (UNLIKELY((uword)count > (uword)c->game->size)) fault(c, INTERNAL, pc);
    room(c, to, count, pc);
    copy(to, from + 1, count);
    if (UNLIKELY(to + count - c->heap > STACK - MARGIN)) fault(c, LONG, pc);
    return count;
}

static inline word load_items(Context *c, word *to, const word *items, word count, word pc) {
    room(c, to, count, pc);
    copy(to, items, count);
    if (UNLIKELY(to + count - c->heap > STACK - MARGIN)) fault(c, LONG, pc);
    return count;
}

/* into a frame, whose words behind a sequence are 0 */
static inline void store_sequence(Context *c, word *to, word capacity, const word *items, word count, word pc) {
    if (UNLIKELY(count > capacity)) fault(c, LONG, pc);
    word before = to[0] < capacity ? to[0] : capacity;
    for (word i = count; i < before; i++) to[1 + i] = 0;
    to[0] = count;
    copy(to + 1, items, count);
}

static inline word contents(Context *c, word *to, const word *place, word pc) {
    word count = place[0];
    c->jumps += count >> 4;
    room(c, to, count, pc);
    copy(to, place + 1, count);
    return count;
}

static inline word compare(const word *a, word a_count, const word *b, word b_count) {
    for (word i = 0; i < a_count && i < b_count; i++)
        if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
    return (a_count > b_count) - (a_count < b_count);
}

static inline word to_mask(Context *c, const word *seats, word count, word pc) {
    word mask = 0;
    for (word i = 0; i < count; i++) {
        CHECK(seats[i], c->game->seats, pc);
        mask |= (word)1 << seats[i];
    }
    return mask;
}

static inline word to_seats(const Context *c, word *to, word mask) {
    word count = 0;
    for (word seat = 0; seat < c->game->seats; seat++)
        if (mask >> seat & 1) to[count++] = seat;
    return count;
}

static inline word pick_items(Context *c, word *items, word count, word number, word end, word pc) {
    if (UNLIKELY(number == NONE)) fault(c, MISSING, pc);
    number = number < 0 ? 0 : number > count ? count : number;
    if (end == PICK_LAST) memmove(items, items + count - number, (size_t)number * sizeof(word));
    if (end == PICK_TOP) {
        for (word i = 0; i < count / 2; i++) {
            word other = items[i];
            items[i] = items[count - 1 - i];
            items[count - 1 - i] = other;
        }
    }
    return number;
}

static inline void reverse(word *items, word count) {
    for (word i = 1, k = count - 1; i < k; i++, k--) {
        word other = items[i];
        items[i] = items[k];
        items[k] = other;
    }
}

/* the leaders of a walk over from..: those kept so far end at *kept, the best key lies between end and *top, the new one at key */
static inline void best(word *from, word **kept, const word *key, word count, word *end, word **top, word item, word sign) {
    word verdict = *kept == from ? 1 : sign * compare(key, count, end, *top - end);
    if (verdict > 0) {
        memmove(end, key, (size_t)count * sizeof(word));
        *top = end + count;
        from[0] = item;
        *kept = from + 1;
    } else if (verdict == 0) {
        *(*kept)++ = item;
    }
}

/* all subsets with least..most members, by size, then by positions */
typedef struct {
    word size, most, count, begun;
    const word *items;
    word *positions, *subset;
} Family;

/* at to: room for it; gives what is free after it */
static inline word *family(Context *c, Family *f, const word *items, word count, word least, word most, word *to, word pc) {
    if (UNLIKELY(least == NONE || most == NONE)) fault(c, MISSING, pc);
    f->size = least < 0 ? 0 : least;
    f->most = most < count ? most : count;
    f->items = items, f->count = count, f->begun = 0;
    word words = f->most > 0 ? f->most : 0;
    room(c, to, 2 * words, pc);
    f->positions = to, f->subset = to + words;
    return to + 2 * words;
}

static inline word next_family(Family *f) {
    word i = f->size - 1;
    if (f->begun)
        while (i >= 0 && f->positions[i] == f->count - f->size + i) i--;
    if (!f->begun || i < 0) {
        f->size += f->begun;
        f->begun = 1;
        if (f->size > f->most) return 0;
        for (i = 0; i < f->size; i++) f->positions[i] = i;
    } else {
        f->positions[i]++;
        for (i++; i < f->size; i++) f->positions[i] = f->positions[i - 1] + 1;
    }
    for (i = 0; i < f->size; i++) f->subset[i] = f->items[f->positions[i]];
    return 1;
}

/* ------------------------------------------------------------------------- sequences.c */

word rotate(Context *c, word *seats, word count, word start); /* these fail at c->pc */
word next_seat(Context *c, word seat, word steps);
word same_cards(Context *c, const word *left, word count, const word *right, word more);
void sort(Context *c, word *items, word *end, word *top, word sign); /* keys lie between end and top, each before its length */
word differing(Context *c, word *keys, word *end);                   /* how many different ones there are */

/* ------------------------------------------------------------------------- cards.c */

void draw_all(Context *c, word place);
word pick_place(Context *c, word *to, word place, word wanted, word end, word refills);
word pick_random(Context *c, word *items, word count, word wanted);
void move(Context *c, const word *cards, word count, word place, word demanded, word bottom, word face);
void deal(Context *c, word source, word count, word start, word base, word stride);
void shuffle(Context *c, word place);
void swap_places(Context *c, word left, word right);
void swap_cards(Context *c, word left, word right);
void turn(Context *c, const word *cards, word count, word mask, word how);
void set_zone(Context *c, word place, const word *cards, word count);
void tell(Context *c, word mask, word outcome, word card, word number);

/* ------------------------------------------------------------------------- control.c */

void begin(Context *c, word first);
void set_variable(Context *c, word variable, word address, word value);
void turn_variable(Context *c, word variable, word how, word address, word mask);
void reset_round(Context *c);
void round_began(Context *c);
void round_ended(Context *c);
void set_out(Context *c, const word *seats, word count, word out);
word turn_seat(Context *c, const word *seats, word count, word start, word skipped);
void turn_began(Context *c, word seat);
void turn_ended(Context *c, word seat);
word next_turn(Context *c, word seat, word *skipped);
word go_seat(Context *c, word passed, word last, word start, word for_good);
word take_choice(Context *c, word menu);
void win(Context *c, const word *seats, word count, word teams);
void places(Context *c, word *seats, word *end, word *top, word scored, word sign);
void game_ended(Context *c);
void new_game(Context *c);
void leave_anytime(Context *c);
word return_frame(Context *c); /* gives where to go on */

/* ------------------------------------------------------------------------- the report: decode.py */

word report_open(Context *c, word kind); /* an entry of a length that is not known yet; gives where it stands */
void report_words(Context *c, const word *words, word count);
void report_close(Context *c, word at);

#define REPORT(kind, ...)                                                                                                                  \
    do {                                                                                                                                   \
        if (c->reports) {                                                                                                                  \
            const word entry[] = {kind, sizeof((word[]){__VA_ARGS__}) / sizeof(word), __VA_ARGS__};                                        \
            report_words(c, entry, sizeof entry / sizeof *entry);                                                                          \
        }                                                                                                                                  \
    } while (0)

/* ------------------------------------------------------------------------- chance, and what else the runtime shares */

word step(word stream);
word draw_from(word *stream, word outcomes);     /* chance.py: pick */
void watch_shuffled(Context *c, word place);     /* playout.c: what a playout counts */
void watch_ended(Context *c);
void watch_game(Context *c);
void watch_began(Context *c, word turn); /* a turn, or a round */

#endif
