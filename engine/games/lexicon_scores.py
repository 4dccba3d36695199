"""The end of a Lexicon deal: totals are marked and initialled, the deal is won, players retire, and one has won.

At home scores run on and who reaches the target retires; the last one left wins. In a drive the left-hand neighbour
initials each total, and the deal's winner is who went out or has the lowest.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as e
from engine.commands import Initial, Mark, RefuseTotal, Reopen
from engine.errors import Refused
from engine.games.lexicon_evolve import told
from engine.games.lexicon_seats import active, faces_on_table, find, next_seat, pack_of, seated
from engine.games.reasons import Reason
from engine.state import Player, TableState
from engine.table import MASTER
from engine.totals import possible_total, totals_fault

MOST_POINTS = 10_000


def mark(state: TableState, command: Mark) -> tuple[e.Event, ...]:
    """Decides marked totals, of some hands or of all. Raises :class:`Refused` for one that its cards cannot make.

    A player who has no cards is marked 0 without being asked.
    """
    for seat in (*command.totals, *command.counts):
        seated(state, seat)
    before = _gone_out(state, command)
    state = told(state, *before)
    if state.phase != "count":
        raise Refused(Reason.NOT_NOW, "hands are totalled when a player is out or the bell has rung")
    if state.owed is not None:
        raise Refused(Reason.TAKE_BACK_FIRST, f"{state.owed.before} must be taken back first: its cards count")
    if state.last is not None and state.last.ruling == "asked":
        raise Refused(Reason.BEING_RULED_ON, f"{state.last.after} is being ruled on; the totals may change with it")
    totals = _all_totals(state, command)
    if not totals:
        raise Refused(Reason.NOT_MARKED, "no total was given")
    _check(state, totals, command.counts)
    after = told(state, e.Marked(t=command.t, totals=totals, scores={}))
    scores = {seat: _card_score(after, seat) for seat in totals}
    marked = e.Marked(t=command.t, totals=totals, scores=scores, by=command.by, pictures=command.pictures)
    return (*before, marked, *_finish(after, command.t))


def initial(state: TableState, command: Initial) -> tuple[e.Event, ...]:
    """Decides that a player agrees to the marked total of the neighbour on his right."""
    checked = _to_check(state, command.by_seat)
    event = e.Initialled(t=command.t, seat=checked.seat, by=command.by_seat)
    return (event, *_finish(told(state, event), command.t))


def refuse_total(state: TableState, command: RefuseTotal) -> tuple[e.Event, ...]:
    """Decides that a player does not agree: the hand on his right is counted again."""
    checked = _to_check(state, command.by_seat)
    return (e.TotalRefused(t=command.t, seat=checked.seat, by=command.by_seat),)


def reopen(state: TableState, command: Reopen) -> tuple[e.Event, ...]:
    """Decides that a steward opens this deal's marked totals again; the next deal closes them for good."""
    if not command.why.strip():
        raise Refused(Reason.WHY, "reopening totals needs a reason; it stands in the journal")
    if state.phase not in ("count", "ready", "over") or all(player.marked is None for player in state.players):
        raise Refused(Reason.NOT_MARKED, "no totals of this deal are marked")
    return (e.Reopened(t=command.t, why=command.why.strip()),)


def to_initial(state: TableState, seat: str) -> Player | None:
    """Finds the neighbour on the right whose marked total ``seat`` has still to initial; None when there is none."""
    neighbour = find(state, next_seat(state, seat, -1))
    if not state.rules.initials or state.phase != "count" or neighbour is None or neighbour.marked is None:
        return None
    return neighbour if neighbour.initialled_by is None else None


def _to_check(state: TableState, by_seat: str) -> Player:
    seated(state, by_seat)
    if state.phase != "count":
        raise Refused(Reason.NOT_NOW, "totals are initialled after the hands are counted")
    if state.owed is not None:
        raise Refused(Reason.TAKE_BACK_FIRST, f"{state.owed.before} must be taken back first: its cards count")
    if state.last is not None and state.last.ruling == "asked":
        raise Refused(Reason.BEING_RULED_ON, f"{state.last.after} is being ruled on; the totals may change with it")
    if not state.rules.initials:
        raise Refused(Reason.NOT_NOW, "totals are not initialled by these rules")
    neighbour = find(state, next_seat(state, by_seat, -1))
    if neighbour is None or neighbour.marked is None:
        raise Refused(Reason.NOT_MARKED, "the neighbour on the right has no marked total yet")
    if neighbour.initialled_by is not None:
        raise Refused(Reason.INITIALLED, f"{neighbour.name}'s total was initialled; only a steward reopens it")
    return neighbour


def _gone_out(state: TableState, command: Mark) -> tuple[e.Event, ...]:
    """Gives the going out that nobody saw: with hands unknown, the one laid down empty ends the deal."""
    if state.phase != "play":
        return ()
    empty = [
        seat for seat, total in command.totals.items() if total == 0 and command.counts.get(seat, 0) == 0
        and (player := find(state, seat)) is not None and player.cards is None
    ]  # fmt: skip
    return (e.Out(t=command.t, seat=empty[0]),) if len(empty) == 1 else ()


def _all_totals(state: TableState, command: Mark) -> dict[str, int]:
    """Gives the totals by seat, clockwise, with the empty hands that nobody needs to lay down."""
    totals = {}
    for player in active(state):
        if player.seat in command.totals:
            totals[player.seat] = command.totals[player.seat]
        elif player.marked is None and player.cards == 0:
            totals[player.seat] = 0
    return totals


def _check(state: TableState, totals: Mapping[str, int], counts: Mapping[str, int]) -> None:
    pack = pack_of(state)
    cards: dict[str, int | None] = {}
    for seat, total in totals.items():
        player = seated(state, seat)
        held, seen = player.cards, counts.get(seat)
        if player.initialled_by is not None:
            raise Refused(Reason.INITIALLED, f"{player.name}'s total was initialled; only a steward reopens it")
        if not 0 <= total <= MOST_POINTS or (seen is not None and not 0 <= seen <= state.rules.hand_size):
            raise Refused(Reason.IMPOSSIBLE_TOTAL, f"{player.name}: no hand makes {total} points of {seen} cards")
        if held is not None and seen is not None and held != seen:
            raise Refused(
                Reason.WRONG_COUNT, f"{player.name} laid down {seen} cards but should hold {held}; correct one of them"
            )
        cards[seat] = held if held is not None else seen
        empty = cards[seat] == 0 or state.out == seat
        if (empty and total != 0) or (state.out not in (None, seat) and total == 0 and bool(pack.values)):
            raise Refused(
                Reason.IMPOSSIBLE_TOTAL, f"{player.name}: {total} points cannot be; who is out has 0, others more"
            )
        if pack.values and not possible_total(pack, total, cards[seat], state.rules.hand_size):
            many = "a hand" if cards[seat] is None else f"{cards[seat]} cards"
            raise Refused(Reason.IMPOSSIBLE_TOTAL, f"{player.name}: {many} cannot make {total} points; count again")
    before = {player.seat: player.marked for player in active(state) if player.marked is not None}
    held_by = {player.seat: player.cards for player in active(state)}
    open_faces = faces_on_table((word.text for word in state.words), state.exposed)
    fault = totals_fault(
        pack, {**before, **totals}, {**held_by, **cards}, open_faces.count(MASTER), state.rules.hand_size
    )
    if fault is not None:
        raise Refused(Reason.IMPOSSIBLE_TOTAL, f"{fault}; count again")


def _card_score(state: TableState, seat: str) -> int:
    """Gives what stands on the score card: the running score at home, this deal's total with its fines in a drive."""
    player = state.player(seat)
    return player.score if state.rules.preset == "home" else (player.marked or 0) + player.fines


def _finish(state: TableState, t: float) -> tuple[e.Event, ...]:
    """Gives the deal's winner, who retires and who has won, once every total stands."""
    players = active(state)
    if any(p.marked is None or (state.rules.initials and p.initialled_by is None) for p in players):
        return ()
    won: list[e.Event] = [e.DealWon(t=t, seats=_lowest(state, players))]
    if state.rules.single_deal or state.rules.preset != "home" or state.rules.target == 0:
        return tuple(won)
    left = [player for player in players if player.score < state.rules.target]
    if not left:  # all who were left reach the target in the same deal: the lowest of them has won
        least = min(player.score for player in players)
        left = [player for player in players if player.score == least]
        winners = tuple(player.seat for player in left)
    else:
        winners = (left[0].seat,) if len(left) == 1 else ()
    won.extend(e.Retired(t=t, seat=player.seat) for player in players if player not in left)
    if winners:
        won.append(e.Won(t=t, seats=winners))
    return tuple(won)


def _lowest(state: TableState, players: tuple[Player, ...]) -> tuple[str, ...]:
    def points(player: Player) -> int:
        return (player.marked or 0) + (player.fines if state.rules.fine_decides else 0)

    if state.out is not None and not state.rules.fine_decides:
        return (state.out,)
    least = min(points(player) for player in players)
    return tuple(player.seat for player in players if points(player) == least)
