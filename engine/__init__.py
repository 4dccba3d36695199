"""The game itself: cards, words, rulings, moves, games, bell and journal. Pure Python; no clock, pins or pictures."""
