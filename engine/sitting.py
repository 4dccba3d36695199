"""What the badges in a picture say: whose lies before which seat of a drive's table."""

from __future__ import annotations

from engine.commands import SeeBadges
from engine.games.lexicon_seats import COMPASS, NUMBERS
from engine.state import TableState
from engine.table import TableReading

BY = "camera"


def badges_seen(state: TableState, reading: TableReading, t: float) -> SeeBadges | None:
    """Gives what the table is told of the badges seen at ``t`` (s); None where there is nothing new.

    Before the hand begins, a badge that is gone was taken up. Later it may only be covered: it stays where it was until
    it is seen elsewhere, or another lies there; so it is while a hand is in sight.
    """
    if not state.in_drive or reading.covered:
        return None
    seats = COMPASS if {player.seat for player in state.players} <= set(COMPASS) else NUMBERS
    lie: dict[str, int] = {}
    for badge in sorted(reading.badges, key=lambda one: state.badges.get(one.zone) != one.number):
        if badge.zone in seats and badge.number not in lie.values():
            lie.setdefault(badge.zone, badge.number)  # of two before one seat, the one that lay there already
    if state.deal or reading.hand:
        covered = {seat: number for seat, number in state.badges.items() if number not in lie.values()}
        lie = {**covered, **lie}
    return None if lie == dict(state.badges) else SeeBadges(t=t, by=BY, badges=lie)
