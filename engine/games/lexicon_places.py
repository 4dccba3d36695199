"""Who sits where in a drive, as the players say by their buttons and the camera by their badges."""

from __future__ import annotations

from engine import events as e
from engine.badges import has_badge
from engine.commands import SeeBadges
from engine.errors import Refused
from engine.games.lexicon_seats import COMPASS, NUMBERS, seated
from engine.games.reasons import Reason
from engine.state import TableState


def waits_to_sit(state: TableState) -> bool:
    """Whether the table is one of a drive's whose hand has not begun: its players are sitting down."""
    return state.in_drive and state.phase == "ready" and state.deal == 0


def sit(state: TableState, seat: str, t: float, by: str) -> tuple[e.Event, ...]:
    """Decides a player's word that he sits."""
    seated(state, seat)
    if seat in state.sits:
        raise Refused(Reason.NOTHING_TO_DO, "you have said that you sit; the hall starts the hand")
    return (e.Sat(t=t, seat=seat, by=by),)


def see_badges(state: TableState, command: SeeBadges) -> tuple[e.Event, ...]:
    """Decides which badges lie before which seats; seen as they lay, they change nothing."""
    if not state.in_drive:
        raise Refused(Reason.NOT_NOW, "badges are looked at in a drive only")
    badges = dict(command.badges)
    if not (set(badges) <= set(COMPASS) or set(badges) <= set(NUMBERS)) or len(set(badges.values())) != len(badges):
        raise Refused(Reason.NO_SUCH_SEAT, "a badge lies before a seat: N, E, S or W, or a number from 1 to 10")
    if not all(has_badge(number) for number in badges.values()):
        raise Refused(Reason.NOT_UNDERSTOOD, "a badge tells the number of a player")
    if badges == dict(state.badges):
        return ()
    return (e.BadgesLay(t=command.t, badges=dict(sorted(badges.items())), by=command.by),)
