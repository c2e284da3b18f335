"""Boards of a look that nobody described: what is alike, what is a digit, what the rules leave of the rest."""
