"""How fast games are played, against the same games written by hand and against other libraries: `python -m tests.benchmarks`."""
