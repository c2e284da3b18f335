"""Boards of a look that nobody described: what is alike, what is a digit, what the rules leave of the rest.

`board` reads one, and `album` several of one look. Cells are grouped by `alike`; `glyphs` says what a group shows,
`sight` what all of them tell of that, `states` which of the empty ones are covered, and `weighed` what the rules leave.
`guess` puts this together, and lets `marks`, `questions`, `proven`, `crossed`, `sheets` and others object. Where cells
begin is told by `sharper` and `placed`, where the board ends by `ends`: by what is `beside` it, and has `room` there.
"""
