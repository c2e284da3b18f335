"""Solvers side by side: all on the same boards, their differences board by board, and the tables of the sources.

The games are those of `minebot.simulation`; what is added here is who plays which, and what the results say.
"""
