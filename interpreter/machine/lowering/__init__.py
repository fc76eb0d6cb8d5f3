"""From the typed program of a game to int code, for one setting of its options and one number of seats."""
