"""From pixels to a board."""
