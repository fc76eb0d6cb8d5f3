"""The native executor: the flat program as C, with a fixed runtime; whole games at random inside one call."""
