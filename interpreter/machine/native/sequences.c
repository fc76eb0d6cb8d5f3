/* Instructions on sequences that are too long to stand in a game's code; after running/sequences.py. They fail at c->pc. */

#include "inside.h"

word rotate(Context *c, word *seats, word count, word start) {
    if (start == NONE) fault(c, NOBODY, c->pc);
    const word n = c->game->seats, mask = to_mask(c, seats, count, c->pc);
    CHECK(start, n, c->pc);
    word seat = start, kept = 0;
    for (word i = 0; i < n; i++) {
        if (mask >> seat & 1) seats[kept++] = seat;
        seat = (seat + c->state[DIRECTION] + n) % n;
    }
    return count;
}

word next_seat(Context *c, word seat, word steps) {
    if (seat == NONE) fault(c, NOBODY, c->pc);
    if (steps == NONE) fault(c, MISSING, c->pc);
    const word n = c->game->seats, inside = c->game->everyone & ~c->state[OUT];
    if (!inside) return NONE;
    CHECK(seat, n, c->pc);
    word direction = steps >= 0 ? c->state[DIRECTION] : -c->state[DIRECTION];
    for (word left = (steps < 0 ? -steps : steps) % 1000; left > 0; left--) {
        do seat = (seat + direction + n) % n;
        while (!(inside >> seat & 1));
    }
    return seat;
}

word same_cards(Context *c, const word *left, word count, const word *right, word more) {
    if (count != more) return 0;
    word faces[MOST_CARDS] = {0}; /* by the first card of each face */
    for (word i = 0; i < count; i++) {
        CHECK(left[i], c->game->cards, c->pc);
        CHECK(right[i], c->game->cards, c->pc);
        faces[c->game->card_twin[left[i]]]++;
        faces[c->game->card_twin[right[i]]]--;
    }
    for (word card = 0; card < c->game->cards; card++)
        if (faces[card]) return 0;
    return 1;
}

/* Where the items' keys begin, first to last, to starts; sorted by merging, so that equal keys keep their order. */
static void key_starts(const word *top, word count, const word **starts) {
    for (word i = count - 1; i >= 0; i--) {
        top -= 1 + top[-1];
        starts[i] = top;
    }
}

static word key_length(const word *const *starts, word i, word count, const word *top) {
    return (i + 1 < count ? starts[i + 1] : top) - starts[i] - 1;
}

/* order: positions of the items, best first; scratch: twice as many words */
static void rank_keys(const word *const *starts, const word *top, word count, word sign, word *order, word *scratch) {
    for (word i = 0; i < count; i++) order[i] = i;
    for (word width = 1; width < count; width *= 2) {
        for (word low = 0; low < count; low += 2 * width) {
            word middle = low + width < count ? low + width : count, high = middle + width < count ? middle + width : count;
            word i = low, k = middle, to = low;
            while (i < middle && k < high) {
                word a = order[i], b = order[k];
                word verdict = compare(starts[a], key_length(starts, a, count, top), starts[b], key_length(starts, b, count, top));
                scratch[to++] = verdict * sign >= 0 ? order[i++] : order[k++];
            }
            while (i < middle) scratch[to++] = order[i++];
            while (k < high) scratch[to++] = order[k++];
        }
        copy(order, scratch, count);
    }
}

void sort(Context *c, word *items, word *end, word *top, word sign) {
    word count = end - items;
    room(c, top, 4 * count, c->pc);
    const word **starts = (const word **)top; /* pointers take a word at most */
    word *order = top + count, *scratch = order + count;
    key_starts(top, count, starts);
    rank_keys(starts, top, count, sign, order, scratch);
    for (word i = 0; i < count; i++) scratch[i] = items[order[i]];
    copy(items, scratch, count);
}

word differing(Context *c, word *keys, word *end) {
    word kinds = 0, count = end - keys;
    (void)c;
    for (word i = 0; i < count; i++)
        if (!has(keys, kinds, keys[i])) keys[kinds++] = keys[i];
    return kinds;
}

void places(Context *c, word *seats, word *end, word *top, word scored, word sign) {
    const Game *g = c->game;
    word count = end - seats, winners = 0, rank = 0;
    room(c, top, 4 * count, c->pc);
    const word **starts = (const word **)top;
    word *order = top + count, *scratch = order + count;
    key_starts(top, count, starts);
    rank_keys(starts, top, count, 1, order, scratch);
    to_mask(c, seats, count, c->pc); /* only for its check */
    for (word seat = 0; seat < g->seats; seat++) S[PLACES + seat] = count;
    for (word i = 0; i < count; i++) {
        word a = order[i], b = i ? order[i - 1] : 0;
        if (i && compare(starts[a], key_length(starts, a, count, top), starts[b], key_length(starts, b, count, top)) != 0) rank = i;
        S[PLACES + seats[a]] = rank;
        if (rank == 0) winners |= (word)1 << seats[a];
    }
    S[WINNERS] = winners;
    S[SCORED] = scored;
    for (word i = 0; i < count; i++) S[g->scores + seats[i]] = *starts[i] == NONE ? NONE : sign * *starts[i];
}
