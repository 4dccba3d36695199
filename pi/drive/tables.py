"""A table that plays a hand by itself: real cards, the game's own rules and scores, and no pictures."""

from __future__ import annotations

from random import Random

from engine.commands import CutCards, Open, Press, StartClock
from engine.rulings import Judge
from engine.state import TableState
from pi.simulate.lexis import Lexis
from pi.simulate.play import Manners, Table, open_table

Played = tuple[tuple[float, TableState], ...]
"""How the table stood, and from which second of the hand on."""


def play_hand(opened: Open, rng: Random, lexis: Lexis, judge: Judge, manners: Manners | None = None) -> Played:
    """Plays one hand from the deal to the last initial, and the cut where the lowest tie; gives how it stood when."""
    table = open_table(rng, lexis, judge, manners or Manners(), opened, lambda event: None)
    table.deal(0.0, rng.choice(opened.seats)[0])
    if table.state.bell.phase == "waiting":
        table.ledger.submit(StartClock(t=0.0))
    stood = [(0.0, table.state)]
    t = 0.0
    while table.state.phase == "play":
        t = round(t + rng.uniform(5.0, 22.0), 1)
        if table.state.bell.ends_at <= t:
            t = table.state.bell.ends_at
            table.tick(t)
        else:
            t = _turn(table, rng, t)
        stood.append((t, table.state))
    t = round(t + rng.uniform(8.0, 20.0), 1)
    table.mark(t)
    stood.append((t, table.state))
    for seat, _ in opened.seats if table.state.rules.initials else ():
        t = round(t + rng.uniform(1.5, 4.0), 1)
        table.ledger.submit(Press(t=t, by="button", seat=seat, press="short"))
        stood.append((t, table.state))
    while len(table.state.winners) > 1:
        t = round(t + rng.uniform(3.0, 6.0), 1)
        seats = table.state.cutting or table.state.winners
        cards = dict(zip(seats, rng.sample(table.faces, len(seats)), strict=True))
        table.ledger.submit(CutCards(t=t, cards=cards, about="tie"))
        stood.append((t, table.state))
    return tuple(stood)


def _turn(table: Table, rng: Random, t: float) -> float:
    """One player plays; a wrong word is challenged more often than not. Gives when it is over."""
    table.perform(table.choose(), t)
    last = table.state.last
    if last is not None and last.after is not None and last.act != "exchange":
        wrong = table.verdict(last.after) in ("misspelt", "not allowed")
        if rng.random() < (table.manners.caught if wrong else table.manners.wrongly):
            t = round(t + 1.5, 1)
            others = [player.seat for player in table.state.players if player.seat != last.seat]
            table.ledger.submit(Press(t=t, by="button", seat=rng.choice(others), press="short"))
    if table.state.owed is not None:
        t = round(t + 2.0, 1)
        table.take_back(t)
    if not table.stock and len(table.pile) > 1 and table.state.phase == "play":
        table.restock(t)
    return t
