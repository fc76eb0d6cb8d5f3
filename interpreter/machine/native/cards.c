/* Cards change places here, and nowhere else; after running/cards.py, where the reasons stand. */

#include "inside.h"

enum { UP = 1, DOWN = 2 };

static word *at(Context *c, word place) {
    CHECK(place, G->places, c->pc);
    return S + G->place_address[place];
}

static word place_of(Context *c, word card) {
    CHECK(card, G->cards, c->pc);
    word place = S[G->where + card];
    if (!ONE_PIECE) CHECK(place, G->places, c->pc);
    return place;
}

static word undrawn(Context *c, word card) {
    if (!SHUFFLES) return 0;
    CHECK(card, G->cards, c->pc);
    return S[G->undrawn + card];
}

/* Who sees a face is of no use to games at random: nothing that runs depends on it. */
static void seen_by(Context *c, word card, word viewers) {
    if (!ONE_PIECE) S[G->faces + card] = viewers;
}

static word chance(Context *c, word outcomes) {
    if (outcomes == 1) return 0;
    if (!c->chance) fault(c, UNDRAWN, c->pc);
    return draw_from(&S[STREAM], outcomes);
}

/* in the deck's order */
static void in_order(Context *c, word *cards, word count) {
    word ordered = 1;
    for (word i = 1; i < count && ordered; i++) ordered = cards[i - 1] < cards[i];
    if (ordered) return;
    unsigned char held[MOST_CARDS] = {0};
    for (word i = 0; i < count; i++) {
        CHECK(cards[i], G->cards, c->pc);
        held[cards[i]] = 1;
    }
    for (word card = 0, i = 0; i < count && card < G->cards; card++)
        if (held[card]) cards[i++] = card;
}

/* positions of the undrawn cards of a place; gives how many */
static word undrawn_slots(Context *c, const word *first, word count, word *slots) {
    word found = 0;
    for (word i = 0; i < count; i++)
        if (undrawn(c, first[i])) slots[found++] = i;
    return found;
}

/* Are the undrawn cards of a pile, so many, its lowest ones? */
static word lowest(Context *c, const word *first, word count, word left) {
    while (count > left)
        if (undrawn(c, first[--count])) return 0;
    return 1;
}

static void draw_slot(Context *c, word place, word slot) {
    word *first = at(c, place) + 1;
    if (!undrawn(c, first[slot])) return;
    word count = c->shuffled[place], card;
    CHECK(0, count, c->pc);
    word from = chance(c, count);
    if (lowest(c, first, first[-1], count)) {
        CHECK(slot, count, c->pc);
        card = first[from];
        if (from < slot) memmove(first + from, first + from + 1, (size_t)(slot - from) * sizeof(word));
        for (; from > slot; from--) first[from] = first[from - 1];
    } else {
        word slots[MOST_CARDS], to = 0;
        CHECK(count - 1, undrawn_slots(c, first, first[-1], slots), c->pc);
        while (slots[to] != slot) to++;
        card = first[slots[from]];
        for (; from < to; from++) first[slots[from]] = first[slots[from + 1]];
        for (; from > to; from--) first[slots[from]] = first[slots[from - 1]];
    }
    first[slot] = card;
    S[G->undrawn + card] = 0;
    c->shuffled[place]--;
}

void draw_all(Context *c, word place) {
    word *first = at(c, place);
    if (c->chance)
        for (word slot = *first - 1; slot >= 0; slot--) draw_slot(c, place, slot);
}

/* An undrawn card that is named is drawn thereby, and its pile too, where it would show what is left of it. */
static NOINLINE void take_undrawn(Context *c, word card, word place) {
    const word *first = at(c, place) + 1;
    if (c->shuffled[place] < first[-1] && c->chance) {
        word slots[MOST_CARDS];
        word found = undrawn_slots(c, first, first[-1], slots);
        CHECK(0, found, c->pc);
        if (slots[found - 1] - slots[0] != found - 1) draw_all(c, place);
    }
    c->shuffled[place]--;
    S[G->undrawn + card] = 0;
}

static word take_out(Context *c, word card) {
    word place = place_of(c, card);
    word *first = at(c, place) + 1, count = first[-1];
    if (UNLIKELY(undrawn(c, card))) take_undrawn(c, card, place);
    CHECK(0, count, c->pc);
    word position = count - 1, held = first[position];
    while (held != card) { /* those above it come down */
        CHECK(position - 1, count, c->pc);
        word next = first[--position];
        first[position] = held;
        held = next;
    }
    if (!ONE_PIECE) first[count - 1] = 0;
    first[-1] = count - 1;
    return position;
}

static word put_in(Context *c, word card, word place, word bottom) {
    word *first = at(c, place) + 1, count = first[-1], position = count;
    if (count >= G->place_capacity[place]) fault(c, FULL, c->pc);
    if (bottom) {
        memmove(first + 1, first, (size_t)count * sizeof(word));
        position = 0;
    }
    first[position] = card;
    first[-1] = count + 1;
    S[G->where + card] = place;
    return position;
}

static void move_card(Context *c, word card, word place, word bottom, word face, word group) {
    word source = place_of(c, card);
    word before = S[G->faces + card];
    word position = take_out(c, card);
    word to_position = put_in(c, card, place, bottom);
    word after = face == 0 ? G->place_viewers[place] : face == UP ? G->everyone : 0;
    seen_by(c, card, after);
    REPORT(MOVED, card, source, position, place, to_position, before, after, group);
}

void move(Context *c, const word *cards, word count, word place, word demanded, word bottom, word face) {
    if (demanded != NONE && count < demanded) fault_at(c, EXACTLY, count, demanded);
    word group = c->raw_length;
    for (word i = 0; i < count; i++) move_card(c, cards[i], place, bottom, face, group);
}

/* One card, to a place's end. */
static inline void move_one(Context *c, word card, word place, word face) { move_card(c, card, place, 0, face, c->raw_length); }

/* All cards that lie at `first` in their place. */
void move_all(Context *c, const word *first, word place, word demanded, word face) {
    word count = first[-1];
    if (demanded != NONE && count < demanded) fault_at(c, EXACTLY, count, demanded);
    if (!count) return;
    word source = place_of(c, first[0]), *to = at(c, place);
    if (!ONE_PIECE || source == place || c->shuffled[source]) {
        word cards[MOST_CARDS];
        copy(cards, first, count);
        move(c, cards, count, place, NONE, 0, face);
        return;
    }
    if (*to + count > G->place_capacity[place]) fault(c, FULL, c->pc);
    for (word i = 0; i < count; i++) {
        to[*to + 1 + i] = first[i];
        S[G->where + first[i]] = place;
    }
    *to += count;
    *at(c, source) = 0;
}

static void report_shuffled(Context *c, word place, const word *cards, word count) {
    if (c->watch && count) watch_shuffled(c, place);
    if (!REPORTING) return;
    word entry = report_open(c, SHUFFLED);
    report_words(c, &place, 1);
    report_words(c, cards, count);
    report_close(c, entry);
}

/* the other place is shuffled in, under what is left */
static void refill(Context *c, word place) {
    word other = G->place_refill[place];
    if (other < 0 || !c->chance) return;
    word count = *at(c, other) - G->place_except_top[place];
    if (count <= 0) return;
    draw_all(c, other);
    word cards[MOST_CARDS];
    copy(cards, at(c, other) + 1, count);
    in_order(c, cards, count);
    word group = c->raw_length;
    for (word i = count - 1; i >= 0; i--) move_card(c, cards[i], place, 1, 0, group);
    for (word i = 0; i < count; i++) {
        S[G->undrawn + cards[i]] = 1;
        seen_by(c, cards[i], G->place_viewers[place]);
    }
    word *first = at(c, place) + 1, slots[MOST_CARDS], sorted[MOST_CARDS];
    word found = undrawn_slots(c, first, first[-1], slots);
    for (word i = 0; i < found; i++) sorted[i] = first[slots[i]];
    in_order(c, sorted, found);
    for (word i = 0; i < found; i++) first[slots[i]] = sorted[i];
    c->shuffled[place] = found;
    report_shuffled(c, place, cards, count);
}

word pick_place(Context *c, word *to, word place, word wanted, word end, word refills) {
    if (wanted == NONE) fault(c, MISSING, c->pc);
    word *first = at(c, place) + 1;
    if (refills && first[-1] < wanted) refill(c, place);
    word count = first[-1];
    wanted = wanted < 0 ? 0 : wanted > count ? count : wanted;
    room(c, to, wanted, c->pc);
    for (word i = 0; i < wanted; i++) {
        word slot = end == PICK_TOP ? count - 1 - i : end == PICK_LAST ? count - wanted + i : i;
        draw_slot(c, place, slot);
        to[i] = first[slot];
    }
    return wanted;
}

word pick_random(Context *c, word *items, word count, word wanted) {
    if (wanted == NONE) fault(c, MISSING, c->pc);
    wanted = wanted < 0 ? 0 : wanted > count ? count : wanted;
    for (word i = 0; i < wanted; i++) {
        word k = i + chance(c, count - i), item = items[k];
        for (; k > i; k--) items[k] = items[k - 1];
        items[i] = item;
    }
    return wanted;
}

void deal(Context *c, word source, word count, word start, word base, word stride) {
    if (start == NONE) fault(c, NOBODY, c->pc);
    CHECK(start, G->seats, c->pc);
    word *first = at(c, source);
    word group = c->raw_length;
    for (word rounds = 0; (count == NONE && *first) || rounds < count; rounds++) {
        for (word k = 0; k < G->seats; k++) {
            word seat = (start + k) % G->seats;
            if (S[OUT] >> seat & 1) continue;
            if (!*first && count != NONE) refill(c, source);
            if (!*first) return;
            draw_slot(c, source, *first - 1);
            move_card(c, first[*first], base + seat * stride, 0, 0, group);
        }
        if (S[OUT] == G->everyone) break;
    }
}

void shuffle(Context *c, word place) {
    word *first = at(c, place) + 1, count = first[-1];
    in_order(c, first, count);
    for (word i = 0; i < count; i++) {
        S[G->undrawn + first[i]] = 1;
        seen_by(c, first[i], G->place_viewers[place]);
    }
    c->shuffled[place] = count;
    report_shuffled(c, place, first, count);
}

/* one half of a swap: these cards lie at `to` now */
static void lay(Context *c, word source, word to, const word *cards, word count, word gone, word group) {
    word *first = at(c, to) + 1;
    if (count > G->place_capacity[to]) fault(c, FULL, c->pc);
    first[-1] = count;
    for (word i = 0; i < count; i++) {
        word card = cards[i], before = S[G->faces + card], after = G->place_viewers[to];
        first[i] = card;
        S[G->where + card] = to;
        seen_by(c, card, after);
        REPORT(MOVED, card, source, i, to, i, before, after, group);
    }
    for (word i = count; i < gone; i++) first[i] = 0;
}

void swap_places(Context *c, word left, word right) {
    if (left == right) return;
    word lefts[MOST_CARDS], rights[MOST_CARDS];
    word *a = at(c, left), *b = at(c, right), left_count = *a, right_count = *b;
    word group = c->raw_length;
    copy(lefts, a + 1, left_count);
    copy(rights, b + 1, right_count);
    lay(c, left, right, lefts, left_count, right_count, group);
    lay(c, right, left, rights, right_count, left_count, group);
    word other = c->shuffled[left];
    c->shuffled[left] = c->shuffled[right];
    c->shuffled[right] = other;
}

void swap_cards(Context *c, word left, word right) {
    if (left == NONE || right == NONE || left == right) return;
    word cards[2] = {left, right}, found[2], group = c->raw_length;
    word *slots[2], *firsts[2];
    for (int k = 0; k < 2; k++) found[k] = place_of(c, cards[k]);
    for (int k = 0; k < 2; k++)
        if (undrawn(c, cards[k])) draw_all(c, found[k]);
    for (int k = 0; k < 2; k++) {
        firsts[k] = slots[k] = at(c, found[k]) + 1;
        while (*slots[k] != cards[k]) {
            slots[k]++;
            CHECK(slots[k] - firsts[k], firsts[k][-1], c->pc);
        }
    }
    for (int k = 0; k < 2; k++) {
        word card = cards[k], to = found[1 - k];
        *slots[1 - k] = card;
        S[G->where + card] = to;
        word before = S[G->faces + card], after = G->place_viewers[to];
        seen_by(c, card, after);
        REPORT(MOVED, card, found[k], slots[k] - firsts[k], to, slots[1 - k] - firsts[1 - k], before, after, group);
    }
}

static word position_of(Context *c, word card, word place) {
    word *first = at(c, place) + 1, position = 0;
    while (position < first[-1] && first[position] != card) position++;
    CHECK(position, first[-1], c->pc);
    return position;
}

void turn(Context *c, const word *cards, word count, word mask, word how) {
    for (word i = 0; i < count; i++) {
        word card = cards[i], place = place_of(c, card);
        if (undrawn(c, card)) draw_all(c, place);
        word seen = how == 0 ? G->everyone : mask;
        if (how == 1) seen = G->place_viewers[place] != G->everyone ? G->place_viewers[place] : 0;
        if (how != 2) seen_by(c, card, seen);
        if (REPORTING) REPORT(TURNED, how, card, place, position_of(c, card, place), seen);
    }
}

void set_zone(Context *c, word place, const word *cards, word count) {
    word *first = at(c, place) + 1, held = first[-1], before[MOST_CARDS];
    word group = c->raw_length;
    copy(before, first, held);
    for (word i = 0; i < held; i++)
        if (!has(cards, count, before[i]) && place != G->first_place) move_card(c, before[i], G->first_place, 1, 0, group);
    for (word i = 0; i < count; i++) move_card(c, cards[i], place, 0, 0, group);
}

void tell(Context *c, word mask, word outcome, word card, word number) {
    if (!REPORTING) return;
    word place = -1, position = -1;
    if (card != NONE) {
        place = place_of(c, card);
        position = position_of(c, card, place);
    }
    REPORT(TOLD, card, place, position, outcome, mask, number);
}
