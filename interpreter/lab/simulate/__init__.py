"""The designer's laboratory: games in bulk, what they show with intervals, rule sets compared."""
