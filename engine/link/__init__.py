"""Two journals that follow each other, and a clock that follows another: what table and hub say to each other.

Nothing here sends or waits. :mod:`engine.link.messages` is what is said, :mod:`engine.link.side` decides what to say
next about a stream, :mod:`engine.link.held` is what a journal holds of it, :mod:`engine.link.hubtime` tells the hub's
time. The network is in ``pi/link``.
"""
