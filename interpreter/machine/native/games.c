/* Whole games at random, where they are one piece of code (facts.py): what running/policy.py says, number for number. */

/* One game; the number of a fault that is ours, or 0. */
static word game_at_random(Context *c, word seed, word number, word longest, word width) {
    jmp_buf caught, ended;
    c->policy = watch_first(c, seed, number, width);
    c->longest = longest;
    c->changes++;
    c->passed = c->chance = 1;
    c->jumps = c->opened < 0 ? 0 : c->opened;
    c->entering = ENTERS && c->opened >= 0;
    c->caught = &caught;
    c->ended = &ended;
    if (setjmp(caught)) {
        if (c->trouble == CUT_OFF) {
            c->watch->row[ROW_ENDING] = ROW_CUT;
            watch_game_over(c);
            return 0;
        }
        watch_broken(c, width);
        return c->trouble == INTERNAL ? INTERNAL : 0;
    }
    top(c, setjmp(ended) ? G->end : c->opened < 0 ? G->start : OPENED);
    watch_game_over(c);
    return 0;
}

/* As in playout.c. */
EXPORT word playouts(Context *c, word seed, word first, word count, word longest, word lead, word width, word *rows, word *tally) {
    Watch *w = c->watch;
    word done = 0;
    w->tally = tally;
    w->follow = lead;
    for (; done < count; done++) {
        w->row = rows + done * width;
        if (game_at_random(c, seed, first + done, longest, width)) break;
    }
    w->row = 0;
    return done;
}
