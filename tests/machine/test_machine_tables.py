"""Attributes that read no state are tables wherever they are asked for."""

from __future__ import annotations

from cardrules.interpreter.machine import opcodes as op
from cardrules.interpreter.machine.running.shapes import shapes, size

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
  lows(player p): count(c in stock where c.kind is low) + worth(p)
  worth(player p): sum(c.points + c.weight for c in stock)
play: |
  total = lows(first of seats)
  nobody wins
"""


def test_static_attributes_are_tables_before_rules_ask(bench):
    b = bench(TEXT.replace("count(c in stock where c.kind is low)", "count(stock where kind is low)"))
    assert b.value("total") == 4 + 4 * 2 + 2 * (1 + 2 + 3 + 4)
    code = b.program.layout.code
    calls: dict[int, int] = {}
    for routine in shapes(b.program).routines.values():
        for address in routine.stacks:
            if code[address] == op.CALL:
                calls[code[address + 1]] = size(code, address)
    assert len(calls) == 3  # lows, worth and weight, which reads the state
