"""The executor: it runs int code over a state of ints, and reports what happens."""
