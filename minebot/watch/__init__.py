"""Watching a game that a person plays: what is certain, the risks, the advice. The mouse is never touched."""
