"""The second executor: a flat program as Python functions over the same list of ints."""
