/* What is counted of a game at random: watch.c, after running/policy.py. */

#ifndef CARDRULES_WATCH_H
#define CARDRULES_WATCH_H

#include "runtime.h"

struct Watch {
    word *row, *tally; /* where counts go */
    word *leads, moments, leads_room, follow; /* follow: who leads is asked */
    word *actors, *players, *owners; /* by action, face, face: masks of seats */
    unsigned char *shuffled;         /* by place: it has been, in this game */
    word *heap;                      /* for the fragment that says who leads, in the middle of other code */
};

SHARED word seeded(word seed);
SHARED word watch_first(Context *c, word seed, word number, word width); /* a game begins; gives the stream of those who choose */
SHARED void watch_choice(Context *c, word total);                       /* somebody chooses, among so many possibilities */
SHARED void watch_offered(Context *c, word action, word count);         /* action: its index in tallies */
SHARED void watch_taken(Context *c, word action, word seat);
SHARED void watch_cards(Context *c, const word *cards, word count, word seat); /* they stand among the arguments of what was chosen */
SHARED void watch_game_over(Context *c);
SHARED void watch_broken(Context *c, word width);

#endif
