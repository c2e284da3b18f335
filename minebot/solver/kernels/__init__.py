"""The compiled loops of the engine and of the fast player: arrays in, arrays out; they know no grid.

    model      constraints -> what they decide alone, boxes, components
    order      in which order to sweep the boxes of a component
    sweep      all arrangements of a component, merged, forward and backward
    join       the components and the mine total together -> weights
    position   all of that for one position: risks, and what is certain
    sample     hidden boards that fit a position, drawn from the sweep's tables
    player     whole games

Lists of lists are two arrays: the members of i are `members[at[i]:at[i + 1]]`.
"""
