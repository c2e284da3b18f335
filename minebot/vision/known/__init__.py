"""Boards of a look that a theme describes: which theme it is, where the board ends, what each cell shows."""
