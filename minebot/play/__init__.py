"""From a board to clicks, and back to a board."""
