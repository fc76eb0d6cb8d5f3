"""Syntax nodes: what the grammar read, with the place of every part, and nothing yet known about names.

One frozen dataclass a construct; `parse.py` makes them, `check` gives them meaning. Every node has a `span`.
"""

from .declarations import *
from .expressions import *
from .statements import *
