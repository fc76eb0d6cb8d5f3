"""The typed program: what a rule file means, with every name resolved and every type known.

Frozen dataclasses, no text of the file left in them but names and descriptions to show; every node has its `span`.
Options and the number of seats are still open: `interpreter.machine.lowering` closes them and emits the flat program.

Values at run time are small ints: numbers as they are, yes/no as 1/0, seats 0..n-1, cards as indexes into the deck, members
of a kind as their position in it. `NONE` stands for `none` in every type. A set or list is a sequence: ordered, without
duplicates where it holds cards, seats or members.
"""

from .declared import *
from .expressions import *
from .statements import *
from .types import *
