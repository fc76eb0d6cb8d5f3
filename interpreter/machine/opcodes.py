"""The instruction set, in one table.

Code is a list of ints: an instruction and its operands, one after another. Values live on an operand stack, sequences as their items and
then their length. S is the state, L scratch memory for the locals of pure code. The numbers are grouped so that the executor finds an
instruction by halving.

Each line: name = number  # operands | what it takes from the stack -> what it leaves
"""

# moves of values
PUSH = 0  # n | -> n
LOAD = 1  # a | -> S[a]
LOAD_FRAME = 2  # o | -> S[frame + o]
LOAD_LOCAL = 3  # o | -> L[base + o]
LOAD_AT = 4  # | address -> S[address]
TABLE = 5  # t | index -> its entry; none gives none
EQUAL = 6  # | a b -> a is b
JUMP_UNLESS = 7  # a | truth ->
JUMP = 8  # a |
JUMP_IF = 9  # a | truth ->
STORE_LOCAL = 10  # o | value ->
STORE_FRAME = 11  # o | value ->
NOT = 12  # | truth -> truth
INDEX = 13  # low size stride | address index -> address + (index - low) * stride
NEXT_ITEM = 14  # i o a | L[i] walks over the items on the stack: the next one to L[o], or jump to a
PLACE_CARD = 15  # | place -> its first card, or none

# arithmetic
ADD = 16  # | a b -> a + b
SUBTRACT = 17  # | a b -> a - b
MULTIPLY = 18  # | a b -> a * b
DIVIDE = 19  # | a b -> a // b, rounded down
REMAINDER = 20  # | a b -> a % b, of b's sign
NEGATE = 21  # | a -> -a
LESS = 22  # | a b -> a < b
AT_MOST = 23  # | a b -> a <= b
SMALLER = 24  # | a b -> the smaller one; none gives the other
GREATER = 25  # | a b -> the greater one; none gives the other
POP = 26  # | value ->
POP_SEQUENCE = 27  # | sequence ->
OR_ELSE = 28  # a | value -> nothing, when it is none; else jump to a
OR_ELSE_SEQUENCE = 29  # a | sequence -> nothing, when it is empty; else jump to a
STORE = 30  # a | value -> ; S[a] = value
ONLY = 31  # | sequence -> its first item, or none

# calls
CALL = 32  # a | arguments -> ; pure code, whose locals are in L
ENTER = 33  # n | ; n locals
RETURN = 34  # |
CALL_FRAME = 35  # a | arguments -> ; code that may ask, whose locals are in the state
ENTER_FRAME = 36  # n |
RETURN_FRAME = 37  # |
SWITCH = 38  # t | index -> ; jump by table
LOOP = 39  # a | ; jump back
LOAD_FRAME_SEQUENCE = 40  # o | -> sequence
LOAD_LOCAL_SEQUENCE = 41  # o | -> sequence
STORE_FRAME_SEQUENCE = 42  # o cap | sequence ->
STORE_LOCAL_SEQUENCE = 43  # o cap | sequence ->
NEXT_FRAME = 44  # o a | -> the next item of a snapshot in the frame (position, length, items), or jump to a
NEXT_LOCAL = 45  # o a | -> the same in L
CLEAR = 46  # o n | ; zeroes n words of the frame
ROW = 47  # t | index position -> entry of a list

# sequences
COUNT = 48  # | sequence -> its length
CONTENTS = 49  # | place -> cards
ALL_CONTENTS = 50  # first n | -> cards of n places
CONTAINS = 51  # | sequence item -> truth
SINGLE = 52  # | value -> sequence of it; none gives the empty one
CONCATENATE = 53  # | sequence sequence -> sequence
UNION = 54  # | sequence sequence -> sequence without duplicates
WITHOUT = 55  # | sequence sequence -> sequence
INTERVAL = 56  # | low high -> sequence
COMPARE = 57  # | sequence sequence -> -1, 0 or 1
ROTATE = 58  # | seats start -> seats
ITEM = 59  # | sequence position -> item
PICK = 60  # end | sequence n -> sequence
MASK = 61  # | seats -> mask
SEATS = 62  # | mask -> seats
ROW_ALL = 63  # t | index -> a whole list

# iteration
ITERATE = 64  # i | sequence -> ; its items stay on the stack; L[i] position, L[i+1] end, L[i+2] kept, L[i+3] start
KEEP = 65  # i o | truth -> ; L[o] stays among the items if so
KEPT = 66  # i | -> the items that stayed, as a sequence
DROP_ITEMS = 67  # i |
BEST = 68  # i o sign | key sequence -> ; keeps L[o] if its key is the best (sign 1: highest, -1: lowest)
SORT = 69  # i sign | keys, one sequence an item -> the items, stably sorted
SAME = 70  # i | keys -> truth: all equal
DIFFERENT = 71  # i | keys -> truth: all differ
FAMILY = 72  # i | sequence low high -> ; L[i..]: size, high, start, n, positions
NEXT_FAMILY = 73  # i o a | the next subset to the sequence L[o], or jump to a
DROP_FAMILY = 74  # i |
SAME_CARDS = 75  # | cards cards -> truth
PLAYERS = 76  # | -> seats that are in
IS_IN = 77  # | seat -> truth
NEXT_SEAT = 78  # | seat k -> the seat k places on among those who are in
HOLDER = 79  # | card -> owner of its place, or none

# cards
DRAW_ALL = 80  # | place -> place; its undrawn cards get their positions
PICK_PLACE = 81  # end refill | place n -> cards drawn
PICK_RANDOM = 82  # kind | sequence n -> sequence
MOVE = 83  # bottom face | cards place demanded -> ; face 0 the zone's, 1 up, 2 down
DEAL = 84  # base stride | source count start ->
SHUFFLE = 85  # | place ->
SWAP_PLACES = 86  # | place place ->
SWAP_CARDS = 87  # | card card ->
TURN = 88  # how | cards mask ->
TURN_VARIABLE = 89  # v how | address mask ->
TELL = 90  # t | mask outcome card ->
SET_OUT = 91  # flag | seats ->
SET_ZONE = 92  # | place cards ->
SET_VARIABLE = 93  # v | address value ->
RESET_VARIABLES = 94  # | ; those of `each round` go back to their start
SAY = 95  # t | sequences ->

# turns
TURN_SEAT = 96  # | seats from skipped -> seat or none
TURN_BEGAN = 97  # | seat -> ; its turn begins
TURN_ENDED = 98  # | seat ->
NEXT_TURN = 99  # | seat -> from skipped
MARK = 100  # bits |
GO_SEAT = 101  # good a | passed last from -> seat, or jump to a
ROUND_BEGAN = 102  # |
ROUND_ENDED = 103  # |
ACTED = 104  # | seat -> truth: it chose something other than pass since FORGET
FORGET = 105  # | seat ->
CHECK_SEAT = 106  # | seat -> seat; a fault where it is none
WAITS = 107  # | seat -> truth
FLIP = 108  # | key -> the key turned round, for an order that asks the lowest first
REVERSE = 109  # | sequence -> the same first item, then the others backwards
STORE_RUN = 110  # o c | items ->; as many as the word at c of the frame says, to its words from o

# ends
ASK = 112  # menu | ; stop
TAKE = 113  # menu | ; the next choice's body, or on
WIN = 114  # teams | seats -> ; the game ends
PLACES = 115  # i score lowest | seats and a key sequence for each -> ; the game ends
GAME_OVER = 116  # |
NEW_GAME = 117  # |
HALT = 118  # over | ; nothing runs any more
LEAVE_ANYTIME = 119  # |
FALL_OFF = 120  # |
DONE = 121  # | ; end of a fragment; its value is on the stack
