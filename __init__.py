"""cardrules: a card game is a text file. The public API."""
