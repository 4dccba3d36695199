"""What a table's own game says, as commands to the drive: who sits there, who is out, fines, totals and initials.

It compares how the table stands with what the drive has, and asks for the difference. So it does no harm when a report
comes twice, late, or after everything was started anew; and it never touches a card that a steward has closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.commands import Command, Open, Tick
from engine.drive import commands as c
from engine.drive.evolve import told as told_state
from engine.drive.reasons import DriveReason
from engine.drive.state import Card, DriveState, Hand, Table
from engine.errors import Refused
from engine.events import Event
from engine.games.checks import checked
from engine.kinds import is_whole, shown
from engine.state import Player, TableState

Decide = Callable[[DriveState, Command], tuple[Event, ...]]

ROUNDS = 4
"""A total is marked first, then initialled, then a tie is cut; a round more does no harm."""

TABLE = "table"
"""Who asks, in what comes from a table's own game."""


def opening(state: DriveState, table: Table, t: float = 0.0) -> Open:
    """Gives the command that sets a table's own game up for its hand: its players and the drive's rules."""
    rules = state.rules
    return Open(
        t=t,
        by="drive",
        game="lexicon",
        rules="drive",
        language=rules.language,
        pack=rules.pack,
        seats=tuple((seat, state.players[number].name) for seat, number in table.chairs if number not in table.away),
        house={
            "minutes": rules.minutes, "hand_size": rules.hand_size, "fine": rules.fine,
            "fine_decides": rules.fine_decides, "initials": rules.initials,
        },
    )  # fmt: skip


def report_table(state: DriveState, command: c.ReportTable, decide: Decide) -> tuple[Event, ...]:
    """Decides everything at once that a table's game has to tell; what is refused is left as the drive has it."""
    found: list[Event] = []
    for _ in range(ROUNDS):
        fresh: list[Event] = []
        hand = state.hands[command.hand - 1] if 0 < command.hand <= len(state.hands) else None
        table = hand.tables.get(command.table) if hand is not None else None
        if hand is None or table is None:
            raise Refused(DriveReason.NO_SUCH_TABLE, f"hand {command.hand} has no table {command.table}")
        for asked in reported(state, hand, table, command.game, command.t):
            try:
                events = decide(state, asked)
            except Refused:
                continue
            state = told_state(state, *events)
            fresh += events
        if not fresh:
            break
        found += fresh
    return tuple(found)


def checked_report(command: c.ReportTable) -> c.ReportTable:
    """Gives the report with its time to the millisecond. Raises :class:`Refused` for one that is none."""
    time = checked(Tick(t=command.t, by=command.by))
    if not (is_whole(command.hand) and is_whole(command.table) and isinstance(command.game, TableState)):
        raise Refused(DriveReason.NOT_UNDERSTOOD, f"a table reports how its game stands, not {shown(command.game)}")
    return replace(command, t=time.t)


def reported(state: DriveState, hand: Hand, table: Table, game: TableState, t: float) -> tuple[Command, ...]:
    """Gives what the drive must still be told of a table's game, in the order in which it can be.

    A total is initialled only once the drive holds it: ask again after the commands were decided, until nothing is left
    to tell.
    """
    if hand.void is not None or table.void is not None:
        return ()
    seated = {player.seat: number for player in game.players if (number := table.at(player.seat)) is not None}
    current = state.hand is not None and state.hand.number == hand.number
    told: list[Command] = list(_sitting(state, table, game, t)) if current else []
    for player in game.players:
        number = seated.get(player.seat)
        card = table.cards.get(number) if number is not None else None
        if number is not None and card is not None and player.fines != card.table_fine:
            fine = player.fines - card.table_fine
            told.append(c.Fine(t=t, by=TABLE, number=number, points=fine, why="ruling", hand=hand.number))
    if current and seated.get(game.out or "") != table.out and _open(table, seated.get(game.out or ""), table.out):
        told.append(c.ReportOut(t=t, by=TABLE, table=table.number, number=seated.get(game.out or "") or 0))
    totals: dict[str, int] = {}
    counts: dict[str, int] = {}
    for player in game.players:
        number = seated.get(player.seat)
        card = table.cards.get(number) if number is not None else None
        if number is None or card is None or card.stage in ("final", "excused"):
            continue
        if player.marked is not None and player.marked != card.total:
            totals[str(number)] = player.marked
            if player.cards is not None:
                counts[str(number)] = player.cards
        elif (asked := _neighbour(hand, table, player, number, card, seated, t)) is not None:
            told.append(asked)
    if totals:
        told.append(
            c.MarkCards(t=t, by=TABLE, table=table.number, totals=totals, counts=counts, hand=hand.number, sure=True)
        )
    tied = len(game.winners) == 1 and table.is_in and table.cut is None
    if current and tied and (winner := seated.get(game.winners[0])) is not None and _ties(table, winner):
        told.append(c.CutTie(t=t, by=TABLE, table=table.number, number=winner))
    return tuple(told)


def _sitting(state: DriveState, table: Table, game: TableState, t: float) -> Iterator[Command]:
    """Yields what the drive does not know yet of the table's badges, and that its players said they sit."""
    for seat in sorted({*table.told, *game.badges}):
        number = game.badges.get(seat, 0)
        # Compared with what this table said, not with where players are now: one may have gone on to another table.
        if number != table.told.get(seat, 0) and (not number or number in state.players):
            yield c.SeeBadge(t=t, by=TABLE, table=table.number, seat=seat, number=number)
    seats = {player.seat for player in game.players}
    if state.phase == "announced" and seats and seats <= set(game.sits) and not table.seated:
        yield c.ReportSeated(t=t, by="button", table=table.number)


def _neighbour(
    hand: Hand, table: Table, player: Player, number: int, card: Card, seated: dict[str, int], t: float
) -> Command | None:
    """Gives the initial, or the refusal, of a total that the drive holds as the table marked it."""
    if card.stage != "marked" or card.marked_by != TABLE:
        return None
    left = table.left_of(number) or 0
    if player.marked is None and table.out == number:
        return None  # who is out is marked nothing at once, and by his table with the others
    if player.marked is None:
        return c.RefuseCard(t=t, by=TABLE, number=number, by_number=left, hand=hand.number)
    if player.initialled_by is None:
        return None
    by = seated.get(player.initialled_by, left)
    return c.InitialCard(t=t, by=TABLE, number=number, by_number=by, hand=hand.number)


def _open(table: Table, *numbers: int | None) -> bool:
    return all(table.cards[n].stage in ("open", "marked") for n in numbers if n is not None and n in table.cards)


def _ties(table: Table, winner: int) -> bool:
    total = table.cards[winner].total
    return sum(1 for card in table.cards.values() if card.total is not None and card.total == total) > 1
