"""What the drive's sheets say: players, their cards, places and winners as plain values, ready to be printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.drive.outcome import won_by
from engine.drive.standings import counted, standings
from engine.drive.state import DriveState, Hand
from web.sheets.badges import badge_sheets
from web.sheets.results import result_sheets
from web.sheets.roll import Entrant, Mark, Standing
from web.sheets.score_cards import MOST_HANDS, score_cards
from web.sheets.steward_sheets import Round, rounds, steward_sheets
from web.sheets.table_numbers import table_numbers

SHEETS = ("badges", "score", "numbers", "steward", "results")


def drive_sheet(
    sheet: str, state: DriveState, paper: str, language: str, links: Mapping[int, str] | None = None
) -> bytes:
    """Gives one of :data:`SHEETS` as PDF, as the drive stands.

    :param links: what each player's badge opens, by his number.
    """
    hands = min(max(state.rules.hands, len(known_hands(state)), 1), MOST_HANDS)
    if sheet == "badges":
        return badge_sheets(drive_players(state, links), paper, language, state.name)
    if sheet == "score":
        return score_cards(drive_players(state), hands, paper, language, state.name, drive_marks(state))
    if sheet == "numbers":
        return table_numbers(table_count(state), paper, language)
    if sheet == "steward":
        return steward_sheets(drive_rounds(state), hands, paper, language, state.name)
    return result_sheets(drive_places(state), paper, language, state.name)


def known_hands(state: DriveState) -> tuple[Hand, ...]:
    """Gives the hands that everybody has been told of: seats that are only made are the organiser's."""
    return state.hands[:-1] if state.phase == "made" else state.hands


def table_count(state: DriveState) -> int:
    """Gives how many tables there are, or will be with four at each."""
    hands = known_hands(state)
    here = sum(player.left is None for player in state.players.values())
    return max(hands[-1].tables) if hands else max(1, -(-here // 4))


def drive_players(state: DriveState, links: Mapping[int, str] | None = None) -> tuple[Entrant, ...]:
    """Gives those who are here, by their numbers, each with the table and seat at which he began."""
    hands = known_hands(state)
    found = []
    for number, player in sorted(state.players.items()):
        if player.left is not None:
            continue
        table = hands[0].table_of(number) if hands else None
        one = Entrant(number, player.name, address=(links or {}).get(number, ""))
        if table is not None:
            one = replace(one, table=str(table.number), seat=table.seat_of(number) or "")
        found.append(one)
    return tuple(found)


def drive_marks(state: DriveState) -> dict[int, list[Mark]]:
    """Gives what stands on each player's score card."""
    found: dict[int, list[Mark]] = {}
    for hand in known_hands(state):
        for number in state.players:
            table = hand.table_of(number)
            if table is None:
                continue
            card = table.cards.get(number)
            by = None if card is None else card.initialled_by
            mark = Mark(hand.number, str(table.number))
            if card is not None and card.total is not None and hand.void is None and table.void is None:
                mark = replace(mark, points=card.total, fine=card.fine, initials=initials(state, by))
            found.setdefault(number, []).append(mark)
    return found


def initials(state: DriveState, number: int | None) -> str:
    """Gives the initials of a player, ``S`` for a steward, nothing where nobody initialled."""
    if number is None:
        return ""
    player = state.players.get(number)
    return "S" if player is None else "".join(f"{word[0]}." for word in player.name.split()[:3])


def drive_places(state: DriveState) -> tuple[Standing, ...]:
    """Gives the places with the points of every hand that counts."""
    found = []
    for row in standings(state):
        cards = [counted(state, hand, row.number) for hand in known_hands(state)]
        points = tuple(None if card is None else card.points for card in cards)
        found.append(Standing(row.place, row.number, row.name, row.points, points))
    return tuple(found)


def drive_rounds(state: DriveState) -> tuple[Round, ...]:
    """Gives each steward his tables, with the winners so far."""
    won: dict[tuple[int, str], str] = {}
    for hand in known_hands(state):
        for table in hand.tables.values():
            names = [state.players[number].name for number in won_by(state.rules, table) if number in state.players]
            if names and table.is_in and hand.void is None:
                won[hand.number, str(table.number)] = ", ".join(names)
    shared = rounds([name for name in state.stewards if name], table_count(state))
    return tuple(replace(one, winners=won) for one in shared)
