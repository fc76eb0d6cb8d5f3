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

/* WHOLE: the runtime is compiled anew as one piece with a game, whose whole games it plays: then it knows the game's tables as constants,
   nothing is reported, and states come from nowhere else. COUNTS: what policy.py counts besides the ends of games is counted. */
#ifdef WHOLE
#define SHARED static
#define REPORTING 0
#define ONE_PIECE 1
#else
#define SHARED
#define REPORTING (c->reports != 0)
#define ONE_PIECE 0
#define COUNTS 1
#endif

typedef int64_t word;
typedef uint64_t uword;
typedef long long counter; /* of the context: another type than the words of states and heaps, so that a compiler knows them apart */

enum { HEAP = 1 << 18, SLACK = 256 };       /* ours; the slack is for instructions that add a few words unasked */

typedef struct Context Context;

/* Code that menus run by itself. locals: who acts, then the arguments. Gives its value, or how many items there are from *items on, which
   lie at heap or somewhere in the state; an interval leaves its two ends at heap. */
typedef word (*Fragment)(Context *c, word *heap, const word *locals, const word **items);

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
    word traits, actions, most_actions, most_words; /* actions: of all menus; most: of one, of its arguments */
    const word *trait;
    void (*run)(Context *c, word pc);
} Game;

typedef struct Watch Watch;

enum { MEMORIES = 64 }; /* of a rule whose results are remembered: remembered.py */

/* One result: with which arguments and in which state, where the heap lay, so many loops and calls. */
typedef struct {
    counter state, jumps;
    word *heap;
    word arguments[3], value;
} Memory;

struct Context {
    const Game *game;
    word *state;
    word *heap, *limit, *deep; /* free memory for sequences; where it ends; where calls become too deep */
    word *locals;              /* of a fragment: who acts, and the arguments */
    word *initial, *kept;      /* a state before its first step; what possibilities() keeps */
    word *shuffled;            /* for each place: so many of its cards are undrawn */
    counter jumps;             /* loops and calls since the run began */
    counter chance;            /* whether chance has a say (menus and conditions: not) */
    counter pc;                /* of the instruction that may fail, where a function of the runtime has to know */
    counter trouble, a, b;
    jmp_buf *caught; /* where faults go */
    jmp_buf *ended;  /* where the end of a game goes */
    word *raw, raw_length, raw_room, reports; /* the report, where one is wanted */
    /* Where whole games are one piece: the stream of those who choose; choices until a game is cut off; decisions passed over; loops and
       calls of the opening, once it was played (else -1); whether a game is about to go on where it ends. */
    counter policy, longest, passed, opened, entering;
    word *frame; /* of the rule that asks */
    Memory *memory;
    counter changes; /* of the state, so far */
    Watch *watch;                             /* what a playout counts, or 0 */
};

/* ------------------------------------------------------------------------- faults */

#if defined(__GNUC__)
#define NORETURN __attribute__((noreturn, cold))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#define NORETURN
#define UNLIKELY(x) (x)
#endif

SHARED NORETURN void fault(Context *c, word kind, word pc);
SHARED NORETURN void fault_at(Context *c, word kind, word a, word b); /* at c->pc */
SHARED NORETURN void leave_game(Context *c);                          /* the game has ended within pure code */

#define CHECK(index, size, pc)                                                                                                             \
    do {                                                                                                                                   \
        if (UNLIKELY((uword)(index) >= (uword)(size))) fault(c, INTERNAL, pc);                                                             \
    } while (0)

static inline void room(Context *c, const word *top, word words, word pc) {
    if (UNLIKELY(ONE_PIECE ? top + words > c->limit : words > c->limit - top)) fault(c, LONG, pc);
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

/* ------------------------------------------------------------------------- sequences.c: items and their number */

static inline void copy(word *to, const word *from, word count) {
    for (word i = 0; i < count; i++) to[i] = from[i];
}

/* all subsets with least..most members, by size, then by positions */
typedef struct {
    word size, most, count, begun;
    const word *items;
    word *positions, *subset;
} Family;

SHARED word has(const word *items, word count, word item);
SHARED word unite(Context *c, word *left, word count, const word *right, word more, word pc);
SHARED word concatenate(Context *c, word *left, word count, const word *right, word more, word pc);
SHARED word without(word *left, word count, const word *right, word more);
SHARED word interval(Context *c, word *to, word low, word high, word pc);
/* a sequence as it lies in memory: its number, then its items */
SHARED word load_sequence(Context *c, word *to, const word *from, word pc);
SHARED word load_items(Context *c, word *to, const word *items, word count, word pc);
/* into a frame, whose words behind a sequence are 0 */
SHARED void store_sequence(Context *c, word *to, word capacity, const word *items, word count, word pc);
SHARED word contents(Context *c, word *to, const word *place, word pc);
SHARED word compare(const word *a, word a_count, const word *b, word b_count);
SHARED word to_mask(Context *c, const word *seats, word count, word pc);
SHARED word to_seats(const Context *c, word *to, word mask);
SHARED word pick_items(Context *c, word *items, word count, word number, word end, word pc);

/* the same, of items that lie elsewhere and stay as they are: only what is picked is copied */
static inline word pick_lent(Context *c, word *to, const word *items, word count, word number, word end, word pc) {
    room(c, to, count, pc);
    wanted(c, number, pc);
    number = number < 0 ? 0 : number > count ? count : number;
    const word *from = end == PICK_TOP || end == PICK_LAST ? items + count - number : items;
    for (word i = 0; i < number; i++) to[i] = end == PICK_TOP ? from[number - 1 - i] : from[i];
    return number;
}

SHARED void reverse(word *items, word count);
/* the leaders of a walk over from..: those kept so far end at *kept, the best key lies between end and *top, the new one at key */
SHARED void best(word *from, word **kept, const word *key, word count, word *end, word **top, word item, word sign);
/* at to: room for it; gives what is free after it */
SHARED word *family(Context *c, Family *f, const word *items, word count, word least, word most, word *to, word pc);
SHARED word next_family(Family *f);

SHARED word rotate(Context *c, word *seats, word count, word start); /* this and the next fail at c->pc */
SHARED word next_seat(Context *c, word seat, word steps);
SHARED word same_cards(Context *c, const word *left, word count, const word *right, word more);
SHARED void sort(Context *c, word *items, word *end, word *top, word sign); /* keys lie between end and top, each before its length */
SHARED word differing(Context *c, word *keys, word *end);                   /* how many different ones there are */

/* ------------------------------------------------------------------------- cards.c */

SHARED void draw_all(Context *c, word place);
SHARED word pick_place(Context *c, word *to, word place, word wanted, word end, word refills);
SHARED word pick_random(Context *c, word *items, word count, word wanted);
SHARED void move(Context *c, const word *cards, word count, word place, word demanded, word bottom, word face);
SHARED void move_all(Context *c, const word *first, word place, word demanded, word face);
SHARED void deal(Context *c, word source, word count, word start, word base, word stride);
SHARED void shuffle(Context *c, word place);
SHARED void swap_places(Context *c, word left, word right);
SHARED void swap_cards(Context *c, word left, word right);
SHARED void turn(Context *c, const word *cards, word count, word mask, word how);
SHARED void set_zone(Context *c, word place, const word *cards, word count);
SHARED void tell(Context *c, word mask, word outcome, word card, word number);

/* ------------------------------------------------------------------------- control.c */

SHARED void begin(Context *c, word first);
SHARED void set_variable(Context *c, word variable, word address, word value);
SHARED void turn_variable(Context *c, word variable, word how, word address, word mask);
SHARED void reset_round(Context *c);
SHARED void round_began(Context *c);
SHARED void round_ended(Context *c);
SHARED void set_out(Context *c, const word *seats, word count, word out);
SHARED word turn_seat(Context *c, const word *seats, word count, word start, word skipped);
SHARED void turn_began(Context *c, word seat);
SHARED void turn_ended(Context *c, word seat);
SHARED word next_turn(Context *c, word seat, word *skipped);
SHARED word go_seat(Context *c, word passed, word last, word start, word for_good);
SHARED word take_choice(Context *c, word menu);
SHARED void win(Context *c, const word *seats, word count, word teams);
SHARED void places(Context *c, word *seats, word *end, word *top, word scored, word sign);
SHARED void game_ended(Context *c);
SHARED void new_game(Context *c);
SHARED void leave_anytime(Context *c);
SHARED word return_frame(Context *c); /* gives where to go on */

/* ------------------------------------------------------------------------- the report: decode.py */

SHARED word report_open(Context *c, word kind); /* an entry of a length that is not known yet; gives where it stands */
SHARED void report_words(Context *c, const word *words, word count);
SHARED void report_close(Context *c, word at);

#define REPORT(kind, ...)                                                                                                                  \
    do {                                                                                                                                   \
        if (REPORTING) {                                                                                                                  \
            const word entry[] = {kind, sizeof((word[]){__VA_ARGS__}) / sizeof(word), __VA_ARGS__};                                        \
            report_words(c, entry, sizeof entry / sizeof *entry);                                                                          \
        }                                                                                                                                  \
    } while (0)

/* ------------------------------------------------------------------------- chance, and what else the runtime shares */

SHARED word step(word stream);
SHARED word draw_from(word *stream, word outcomes);     /* chance.py: pick */
SHARED void watch_shuffled(Context *c, word place);     /* playout.c: what a playout counts */
SHARED void watch_ended(Context *c);
SHARED void watch_game(Context *c);
SHARED void watch_began(Context *c, word turn); /* a turn, or a round */

#endif
