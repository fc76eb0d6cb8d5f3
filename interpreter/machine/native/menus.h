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

void onwards(Context *c); /* to the next stop */
void domain_of(Context *c, const Parameter *p, word *heap, Domain *d);
word opens(Context *c, const Action *a);
word allowed(Context *c, const Action *a, word *heap);
word open_anytime(Context *c, word seat);
word acting_for(Context *c, word menu, word seat);

/* How many argument lists an action has, up to ENOUGH; kept: room for ENOUGH words, with which possibility() finds one again.
   large: it may have more. */
word possibilities(Context *c, const Action *a, word acting, word *kept, word *large);
void possibility(Context *c, const Action *a, word acting, const word *kept, word number); /* to c->locals */
word put_together(Context *c, const Action *a, word acting, word *stream);                 /* one at random to c->locals, or 0 */
void commit(Context *c, word menu, word action, word seat);                                /* what stands in c->locals */

#endif
