"""Attributes that read no state are tables wherever they are asked for."""

from __future__ import annotations

from cardrules.interpreter.machine import opcodes as op
from cardrules.interpreter.machine.running.shapes import shapes

TEXT = """
players: 2
cards:
  french: A..4 of spades, A..4 of hearts
attributes:
  kind:
    low: pips < 3
    high: otherwise
  points:
    2: kind is low
    0: otherwise
  weight: pips + count(row)
zones:
  stock: every card, face down
  row: face up, in order
variables:
  total: 0..99
rules:
  lows(player p): count(stock where kind is low) + worth(p)
  worth(player p): sum(c.points + c.weight for c in stock)
play: |
  total = lows(first of seats) + count(stock where kind is high)
  nobody wins
"""


def test_static_attributes_are_tables_before_rules_ask(bench):
    b = bench(TEXT.replace("count(stock where kind is low)", "count(stock where kind is low)"))
    assert b.value("total") == 8 + 4 * 2 + 2 * (1 + 2 + 3 + 4)
    code = b.program.layout.code
    routines = shapes(b.program).routines.values()
    called = {code[address + 1] for routine in routines for address in routine.stacks if code[address] == op.CALL}
    assert len(called) == 3  # lows, worth and weight, which reads the state
