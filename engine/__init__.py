"""The game itself: cards, words, rulings, moves, games, the bell and the journal. Pure Python; no clock, pins or pictures."""
