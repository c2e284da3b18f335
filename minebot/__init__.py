"""The Minesweeper bot: reads the board off the screen, thinks, and plays; and a library for the probabilities."""
