/* Decisions, for whoever plays: menus.c. Whatever fails, fails by `fault`. */

#ifndef CARDRULES_MENUS_H
#define CARDRULES_MENUS_H

#include "runtime.h"

/* What an argument may be. An interval is low, low + 1, ...; of subsets, least and most are their sizes. free: heap after the items. */
typedef struct {
    word count, low, least, most;
    const word *items;
    word *free;
} Domain;

SHARED void onwards(Context *c); /* to the next stop */
SHARED void domain_of(Context *c, const Parameter *p, word *heap, Domain *d);
SHARED word opens(Context *c, const Action *a);
SHARED word allowed(Context *c, const Action *a, word *heap);
SHARED word any_arguments(Context *c, const Action *a, word acting); /* has it any argument list? */
SHARED word open_anytime(Context *c, word seat);
SHARED word acting_for(Context *c, word menu, word seat);

/* How many argument lists an action has, up to ENOUGH; kept: room for ENOUGH words, with which possibility() finds one again.
   large: it may have more. */
SHARED word possibilities(Context *c, const Action *a, word acting, word *kept, word *large);
SHARED void possibility(Context *c, const Action *a, word acting, const word *kept, word number); /* to c->locals */
SHARED word put_together(Context *c, const Action *a, word acting, word *stream);                 /* one at random to c->locals, or 0 */
SHARED void commit(Context *c, word menu, word action, word seat);                                /* what stands in c->locals */

#endif
