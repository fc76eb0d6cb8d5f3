/* Instructions on sequences; after running/sequences.py. */

#include "inside.h"

word has(const word *items, word count, word item) {
    for (word i = 0; i < count; i++)
        if (items[i] == item) return 1;
    return 0;
}

word unite(Context *c, word *left, word count, const word *right, word more, word pc) {
    room(c, left, count + more, pc);
    word end = count;
    for (word i = 0; i < more; i++)
        if (!has(left, end, right[i])) left[end++] = right[i];
    return end;
}

word concatenate(Context *c, word *left, word count, const word *right, word more, word pc) {
    room(c, left, count + more, pc);
    memmove(left + count, right, (size_t)more * sizeof(word));
    return count + more;
}

word without(word *left, word count, const word *right, word more) {
    word end = 0;
    for (word i = 0; i < count; i++)
        if (!has(right, more, left[i])) left[end++] = left[i];
    return end;
}

word interval(Context *c, word *to, word low, word high, word pc) {
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

word load_sequence(Context *c, word *to, const word *from, word pc) {
    word count = from[0];
    if (UNLIKELY((uword)count > (uword)G->size)) fault(c, INTERNAL, pc);
    room(c, to, count, pc);
    copy(to, from + 1, count);
    if (UNLIKELY(to + count - c->heap > STACK - MARGIN)) fault(c, LONG, pc);
    return count;
}

word load_items(Context *c, word *to, const word *items, word count, word pc) {
    room(c, to, count, pc);
    copy(to, items, count);
    if (UNLIKELY(to + count - c->heap > STACK - MARGIN)) fault(c, LONG, pc);
    return count;
}

void store_sequence(Context *c, word *to, word capacity, const word *items, word count, word pc) {
    if (UNLIKELY(count > capacity)) fault(c, LONG, pc);
    word before = to[0] < capacity ? to[0] : capacity;
    for (word i = count; i < before; i++) to[1 + i] = 0;
    to[0] = count;
    copy(to + 1, items, count);
}

word contents(Context *c, word *to, const word *place, word pc) {
    word count = place[0];
    c->jumps += count >> 4;
    room(c, to, count, pc);
    copy(to, place + 1, count);
    return count;
}

word compare(const word *a, word a_count, const word *b, word b_count) {
    for (word i = 0; i < a_count && i < b_count; i++)
        if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
    return (a_count > b_count) - (a_count < b_count);
}

word to_mask(Context *c, const word *seats, word count, word pc) {
    word mask = 0;
    for (word i = 0; i < count; i++) {
        CHECK(seats[i], G->seats, pc);
        mask |= (word)1 << seats[i];
    }
    return mask;
}

word to_seats(const Context *c, word *to, word mask) {
    word count = 0;
    for (word seat = 0; seat < G->seats; seat++)
        if (mask >> seat & 1) to[count++] = seat;
    return count;
}

word pick_items(Context *c, word *items, word count, word number, word end, word pc) {
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

void reverse(word *items, word count) {
    for (word i = 1, k = count - 1; i < k; i++, k--) {
        word other = items[i];
        items[i] = items[k];
        items[k] = other;
    }
}

void best(word *from, word **kept, const word *key, word count, word *end, word **top, word item, word sign) {
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

word *family(Context *c, Family *f, const word *items, word count, word least, word most, word *to, word pc) {
    if (UNLIKELY(least == NONE || most == NONE)) fault(c, MISSING, pc);
    f->size = least < 0 ? 0 : least;
    f->most = most < count ? most : count;
    f->items = items, f->count = count, f->begun = 0;
    word words = f->most > 0 ? f->most : 0;
    room(c, to, 2 * words, pc);
    f->positions = to, f->subset = to + words;
    return to + 2 * words;
}

word next_family(Family *f) {
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

word rotate(Context *c, word *seats, word count, word start) {
    if (start == NONE) fault(c, NOBODY, c->pc);
    const word n = G->seats, mask = to_mask(c, seats, count, c->pc);
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
    const word n = G->seats, inside = G->everyone & ~c->state[OUT];
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
        CHECK(left[i], G->cards, c->pc);
        CHECK(right[i], G->cards, c->pc);
        faces[G->card_twin[left[i]]]++;
        faces[G->card_twin[right[i]]]--;
    }
    for (word card = 0; card < G->cards; card++)
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
    const Game *g = G;
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
