"""From pixels to a board.

`read` reads a picture, and `follow` a window that it has read before. Both ask `locate` where boards may lie, which
puts together what the modules of `finding` see without knowing any look; `known` then reads them by the `themes` that
there are, and `unknown` without any; `verdict` says which of the two is believed. `reading` is what comes out, with its
doubts. Pictures come from `screen` and from `sources`.
"""
