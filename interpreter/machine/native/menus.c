/* Decisions: from stop to stop, what may be chosen, the choice noted; after running/interpret.py. */

#include "inside.h"
#include "menus.h"

/* ------------------------------------------------------------------------- domains and guards */

/* A fragment begins its own count of loops and calls. */
static word ask(Context *c, Fragment fragment, word *heap) {
    const word *items;
    c->jumps = 0;
    return fragment(c, heap, c->locals, &items);
}

word opens(Context *c, const Action *a) {
    for (word i = 0; i < a->first; i++)
        if (ask(c, a->needs[i], c->heap) != 1) return 0;
    return 1;
}

word allowed(Context *c, const Action *a, word *heap) { return a->early || !a->guard || ask(c, a->guard, heap) == 1; }

static word bound(Context *c, Fragment fragment, word pc, word *heap) {
    word value = ask(c, fragment, heap);
    if (value == NONE) fault(c, MISSING, pc);
    return value;
}

void domain_of(Context *c, const Parameter *p, word *heap, Domain *d) {
    c->jumps = 0;
    d->items = heap;
    d->count = p->domain(c, heap, c->locals, &d->items);
    d->free = d->items == heap ? heap + d->count : heap;
    if (p->interval) {
        if (heap[0] == NONE || heap[1] == NONE) fault(c, MISSING, p->domain_pc);
        d->low = heap[0];
        d->count = heap[1] < heap[0] ? 0 : heap[1] - heap[0] + 1;
        d->free = heap;
    } else if (p->least) {
        word least = bound(c, p->least, p->least_pc, d->free), most = bound(c, p->most, p->most_pc, d->free);
        d->least = least < 0 ? 0 : least;
        d->most = most < d->count ? most : d->count;
    }
}

static word item_of(const Parameter *p, const Domain *d, word index) { return p->interval ? d->low + index : d->items[index]; }

/* ------------------------------------------------------------------------- all argument lists, depth first */

/* What a walk does at a complete list; not 0 ends it. */
typedef struct Walk Walk;
struct Walk {
    const Action *action;
    word left; /* nodes that may still be visited */
    word (*full)(Context *c, Walk *w, word *heap);
    word leaf, found; /* complete lists so far; what `full` and the caller keep */
    word *kept;
};

enum { GOES_ON, SETTLED, TIRED };

static word walk(Context *c, Walk *w, word k, word *heap) {
    if (--w->left < 0) return TIRED;
    if (k == w->action->parameters) return w->full(c, w, heap);
    const Parameter *p = &w->action->parameter[k];
    word *value = c->locals + 1 + p->offset, end;
    Domain d;
    domain_of(c, p, heap, &d);
    if (!p->least) {
        for (word i = 0; i < d.count; i++) {
            *value = item_of(p, &d, i);
            if ((end = walk(c, w, k + 1, d.free))) return end;
        }
        return GOES_ON;
    }
    if (d.most > p->capacity) fault(c, INTERNAL, p->domain_pc);
    Family f;
    word *rest = family(c, &f, d.items, d.count, d.least, d.most, d.free, p->domain_pc);
    f.subset = value + 1;
    while (next_family(&f)) {
        *value = f.size;
        if ((end = walk(c, w, k + 1, rest))) return end;
    }
    return GOES_ON;
}

static word full_any(Context *c, Walk *w, word *heap) { return allowed(c, w->action, heap) ? SETTLED : GOES_ON; }

word any_arguments(Context *c, const Action *a, word acting) {
    c->locals[0] = acting;
    if (!opens(c, a)) return 0;
    if (!a->parameters) return 1;
    Walk w = {.action = a, .left = COMBINATIONS, .full = full_any};
    word end = walk(c, &w, 0, c->heap);
    if (end == TIRED) fault(c, MANY, a->parameter[0].domain_pc);
    return end == SETTLED;
}

static word full_keep(Context *c, Walk *w, word *heap) {
    if (allowed(c, w->action, heap)) {
        if (w->found == ENOUGH) return TIRED;
        w->kept[w->found++] = w->leaf;
    }
    w->leaf++;
    return GOES_ON;
}

word possibilities(Context *c, const Action *a, word acting, word *kept, word *large) {
    c->locals[0] = acting;
    *large = 0;
    if (!opens(c, a)) return 0;
    if (!a->parameters) return 1;
    if (a->parameters == 1 && !a->parameter->least && (a->early || !a->guard)) {
        Domain d;
        domain_of(c, a->parameter, c->heap, &d);
        *large = d.count > ENOUGH;
        return *large ? ENOUGH : d.count;
    }
    Walk w = {.action = a, .left = VISITS, .full = full_keep, .kept = kept};
    *large = walk(c, &w, 0, c->heap) == TIRED;
    return w.found;
}

static word full_find(Context *c, Walk *w, word *heap) {
    (void)c, (void)heap;
    return w->leaf++ == w->found ? SETTLED : GOES_ON;
}

void possibility(Context *c, const Action *a, word acting, const word *kept, word number) {
    c->locals[0] = acting;
    if (!a->parameters) return;
    if (a->parameters == 1 && !a->parameter->least) {
        Domain d;
        domain_of(c, a->parameter, c->heap, &d);
        word index = a->early || !a->guard ? number : kept[number];
        CHECK(index, d.count, a->parameter->domain_pc);
        c->locals[1 + a->parameter->offset] = item_of(a->parameter, &d, index);
        return;
    }
    Walk w = {.action = a, .left = VISITS, .full = full_find, .found = kept[number]};
    if (walk(c, &w, 0, c->heap) != SETTLED) fault(c, INTERNAL, a->parameter->domain_pc);
}

/* ------------------------------------------------------------------------- a list at random */

/* the next argument, uniformly from its domain; 0 where that is empty */
static word some(Context *c, const Parameter *p, word *stream) {
    Domain d;
    domain_of(c, p, c->heap, &d);
    word *value = c->locals + 1 + p->offset;
    if (!p->least) {
        if (d.count <= 0) return 0;
        *value = item_of(p, &d, draw(stream, d.count < WIDE ? d.count : WIDE));
        return 1;
    }
    if (d.least > d.most) return 0;
    if (d.most > p->capacity) fault(c, INTERNAL, p->domain_pc);
    word size = d.least + draw(stream, d.most - d.least + 1), *left = d.free;
    room(c, left, 2 * d.count, p->domain_pc);
    word *taken = left + d.count, count = d.count;
    for (word i = 0; i < d.count; i++) left[i] = i, taken[i] = 0;
    for (word i = 0; i < size; i++) {
        word k = draw(stream, count);
        taken[left[k]] = 1;
        for (count--; k < count; k++) left[k] = left[k + 1];
    }
    *value = 0;
    for (word i = 0; i < d.count; i++)
        if (taken[i]) value[++*value] = d.items[i];
    return 1;
}

word put_together(Context *c, const Action *a, word acting, word *stream) {
    c->locals[0] = acting;
    for (word tries = 0; tries < TRIES; tries++) {
        word k = 0;
        while (k < a->parameters && some(c, &a->parameter[k], stream)) k++;
        if (k == a->parameters && allowed(c, a, c->heap)) return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------------- what is sealed */

void commit(Context *c, word number, word action, word seat) {
    const Menu *m = &G->menu[number];
    word *frame = S + S[FRAME], i = 0;
    if (m->anytime) {
        word top = S[TOP];
        if (top + 2 + G->anytime_words > G->size) fault(c, DEEP, S[PC]);
        S[top] = S[PC];
        S[top + 1] = S[FRAME];
        S[FRAME] = top + 2;
        S[TOP] = top + 2 + G->anytime_words;
        frame = S + top + 2;
        frame[m->count] = 1;
        frame[m->asked] = frame[m->acting] = seat;
        S[ANYTIME] = top + 2;
        S[STATUS] = RUNNING;
        S[PC] = G->anytime_start;
    } else {
        while (i < frame[m->count] && frame[m->asked + i] != seat) i++;
        CHECK(i, frame[m->count], S[PC]);
        S[WAITING] &= ~((word)1 << seat);
    }
    frame[m->chosen + i] = action + 1;
    word *base = frame + m->arguments + i * m->words;
    const Action *a = &m->action[action];
    for (word k = 0; k < a->parameters; k++) {
        const Parameter *p = &a->parameter[k];
        const word *value = c->locals + 1 + p->offset;
        base[p->offset] = *value;
        for (word n = 0; n < p->capacity; n++) base[p->offset + 1 + n] = n < *value ? value[1 + n] : 0;
    }
}

/* Are the sealed arguments in their domains, and does the guard hold? */
static word legal(Context *c, const Action *a, word acting, const word *sealed) {
    c->locals[0] = acting;
    for (word k = 0; k < a->parameters; k++) {
        const Parameter *p = &a->parameter[k];
        Domain d;
        domain_of(c, p, c->heap, &d);
        const word *value = sealed + p->offset;
        word *to = c->locals + 1 + p->offset;
        if (p->least) {
            if (*value < d.least || *value > d.most || *value > p->capacity) return 0;
            for (word i = 1; i <= *value; i++)
                if (!has(d.items, d.count, value[i])) return 0;
            copy(to, value, *value + 1);
        } else {
            if (p->interval ? *value < d.low || (uword)*value - (uword)d.low >= (uword)d.count : !has(d.items, d.count, *value)) return 0;
            *to = *value;
        }
    }
    return !a->guard || ask(c, a->guard, c->heap) == 1;
}

word open_anytime(Context *c, word seat) {
    if (G->anytime < 0 || S[STATUS] != ASKING || S[ANYTIME] || S[OUT] >> seat & 1) return 0;
    const Menu *m = &G->menu[S[MENU]];
    const word *frame = S + S[FRAME];
    for (word i = 0; i < frame[m->count]; i++)
        if (frame[m->asked + i] == seat && frame[m->chosen + i]) return 0;
    return 1;
}

word acting_for(Context *c, word number, word seat) {
    const Menu *m = &G->menu[number];
    const word *frame = S + S[FRAME];
    if (m->anytime) return seat;
    for (word i = 0; i < frame[m->count]; i++)
        if (frame[m->asked + i] == seat) return frame[m->acting + i];
    fault(c, INTERNAL, S[PC]);
}

/* ------------------------------------------------------------------------- from stop to stop */

static word settled(Context *c) {
    word number = S[MENU];
    CHECK(number, G->menus, S[PC]);
    const Menu *m = &G->menu[number];
    word *frame = S + S[FRAME], count = frame[m->count];
    if (count < 0 || count > G->seats) fault(c, INTERNAL, S[PC]);
    if (S[FRESH]) {
        word again = S[FRESH] == 2, waiting = 0, nobody = 0, besides = m->may && m->skips ? m->passing : -1;
        S[FRESH] = 0;
        for (word i = 0; i < count; i++) {
            word seat = frame[m->asked + i], chosen = frame[m->chosen + i], acting = frame[m->acting + i];
            CHECK(seat, G->seats, S[PC]);
            if (chosen) {
                CHECK(chosen - 1, m->actions, S[PC]);
                if (!again || legal(c, &m->action[chosen - 1], acting, frame + m->arguments + i * m->words)) continue;
                frame[m->chosen + i] = 0;
            }
            word something = 0;
            for (word k = 0; k < m->actions && !something; k++) something = k != besides && any_arguments(c, &m->action[k], acting);
            if (something) {
                waiting |= (word)1 << seat;
            } else {
                nobody++;
                if (!m->may && m->otherwise < 0) fault(c, NO_ACTION, S[PC]);
            }
        }
        S[WAITING] = waiting;
        if (!again && waiting && REPORTING) {
            word entry = report_open(c, ASKED);
            report_words(c, &number, 1);
            report_words(c, frame + m->asked, count);
            report_close(c, entry);
        }
        if (count && nobody == count && m->otherwise >= 0) {
            S[STATUS] = RUNNING;
            S[PC] = m->otherwise;
            return 0;
        }
    }
    if (S[WAITING]) return 1;
    S[STATUS] = RUNNING;
    S[PC] += 2;
    return 0;
}

static void run(Context *c) {
    jmp_buf ended;
    c->ended = &ended;
    c->chance = 1;
    c->jumps = 0;
    c->game->run(c, setjmp(ended) ? c->game->end : c->state[PC]);
    c->ended = 0;
    c->chance = 0;
}

void onwards(Context *c) {
    word passed = 0;
    while (S[STATUS] < OVER && !(S[STATUS] == ASKING && settled(c))) {
        if (++passed > PASSED_OVER) fault(c, BUDGET, S[PC]);
        run(c);
    }
}
