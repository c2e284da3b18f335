"""Many games without a screen: played in chunks, here or on a cluster, kept in a file, stopped by a rule, summed up.

A board comes from the settings of the run and its index alone, so no outcome but the seconds depends on the number of
processes, on the size of the chunks, or on the machine.
"""
