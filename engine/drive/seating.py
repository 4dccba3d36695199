"""Who sits where: tables of four and three, and as few people moved as can be when somebody comes, leaves or is away.

Six players and more always make tables of four and three; five make one table of five, with two packs. A table is down
to two only while somebody whose chair it holds is away for the hand. A table keeps its number for the whole drive: one
that is closed leaves a gap, so that nobody has to get up for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

COMPASS = ("N", "E", "S", "W")
NUMBERED = ("1", "2", "3", "4", "5")
"""The seats of a table of five, clockwise."""

Chairs = dict[int, dict[str, int]]
"""Table number to chairs: seat to player's number."""

LEAST, MOST = 3, 4


def sizes(players: int) -> tuple[int, ...]:
    """Gives the sizes of the tables that so many players make. Raises ValueError for fewer than three."""
    if players < LEAST:
        raise ValueError(f"{players} players make no table")
    if players == 5:
        return (5,)
    threes = -players % MOST
    return (MOST,) * ((players - threes * LEAST) // MOST) + (LEAST,) * threes


def drawn(players: Iterable[int], seed: str) -> Chairs:
    """Draws first seats: the same ones for the same players and seed."""
    order = sorted(players)
    Random(seed).shuffle(order)
    chairs: Chairs = {}
    for number, size in enumerate(sizes(len(order)), start=1):
        names = NUMBERED if size > MOST else COMPASS
        chairs[number] = {names[place]: order.pop() for place in range(size)}
    return chairs


def clockwise(chairs: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Gives a table's chairs in their order."""
    return tuple((seat, chairs[seat]) for seat in (*COMPASS, *NUMBERED) if seat in chairs)


def fault(chairs: Mapping[int, Mapping[str, int]], present: frozenset[int], anyone_away: bool) -> str | None:
    """Says what is wrong about seats: a seat that is none, a player twice, nowhere or not here, or a table's size."""
    found: list[int] = []
    for number, table in chairs.items():
        if number < 1:
            return f"tables are numbered from 1, not {number}"
        names = NUMBERED if len(table) > MOST else COMPASS
        if bad := [seat for seat in table if seat not in names]:
            return f"table {number} has no seat {bad[0]!r}; the seats are {', '.join(names)}"
        here = sum(player in present for player in table.values())
        alone = len(chairs) == 1
        if len(table) > MOST and not (len(table) == 5 and alone):
            return f"table {number} has {len(table)} players; four are the most, and five only when there is no other"
        if here < LEAST and not (here == LEAST - 1 and anyone_away):
            return f"table {number} has {here} player{'' if here == 1 else 's'}; three are the least"
        found += table.values()
    twice = {player for player in found if found.count(player) > 1} if len(set(found)) < len(found) else set()
    if twice:
        return f"player {min(twice)} is named at two chairs"
    if missing := present - set(found):
        return f"player {min(missing)} has no chair"
    return None


def settled(chairs: Mapping[int, Mapping[str, int]], present: frozenset[int], waiting: Sequence[int]) -> Chairs:
    """Makes seats legal again with as few people moved as can be.

    :param chairs: the seats of all who belong to the drive; who is not in ``present`` is away for this hand and keeps
        his chair where his table can play without him.
    :param present: who plays; at least two, and two only when somebody is away.
    :param waiting: those of them who have no chair yet.
    """
    kept = {number: dict(table) for number, table in chairs.items() if table}
    for table in kept.values():
        if sum(player in present for player in table.values()) < LEAST - 1:
            _let_go(table, present)
    kept = {number: table for number, table in kept.items() if table}
    made = _fitted(kept, present, list(waiting))
    if any(sum(player in present for player in table.values()) < LEAST - 1 for table in made.values()):
        for table in kept.values():
            _let_go(table, present)
        made = _fitted({number: table for number, table in kept.items() if table}, present, list(waiting))
    return dict(sorted(made.items()))


def _let_go(table: dict[str, int], present: frozenset[int]) -> None:
    for seat in [seat for seat, player in table.items() if player not in present]:
        del table[seat]


def _fitted(kept: Mapping[int, Mapping[str, int]], present: frozenset[int], waiting: list[int]) -> Chairs:
    """Gives legal sizes to the tables, with everybody who waits seated."""
    chairs = {number: dict(table) for number, table in kept.items()}
    if sum(map(len, chairs.values())) + len(waiting) <= 5:
        return _one_table(chairs, waiting)
    for number, table in list(chairs.items()):
        if any(seat in NUMBERED for seat in table):
            players = [player for _, player in clockwise(table)]
            waiting = players[MOST:] + waiting
            chairs[number] = dict(zip(COMPASS, players[:MOST], strict=False))
    _fill(chairs, waiting, present)
    while small := [number for number, table in chairs.items() if len(table) < LEAST]:
        _mend(chairs, min(small, key=lambda number: (len(chairs[number]), number)), present)
    return chairs


def _one_table(chairs: Chairs, waiting: Sequence[int]) -> Chairs:
    """Gathers up to five at the table that has most of them; four keep the chairs they have."""
    if not chairs:
        players = list(waiting)
        return {1: dict(zip(NUMBERED if len(players) > MOST else COMPASS, players, strict=False))}
    main = max(chairs, key=lambda number: (len(chairs[number]), -number))
    coming = [player for number in sorted(chairs) if number != main for _, player in clockwise(chairs[number])] + list(
        waiting
    )
    table = chairs[main]
    if len(table) + len(coming) <= MOST and not any(seat in NUMBERED for seat in table):
        for player in coming:
            table[_free(table)] = player
        return {main: table}
    players = [player for _, player in clockwise(table)] + coming
    return {main: dict(zip(NUMBERED if len(players) > MOST else COMPASS, players, strict=False))}


def _fill(chairs: Chairs, waiting: list[int], present: frozenset[int]) -> None:
    """Seats who waits: on free chairs, the smallest tables first; then at new tables, with who must come from tables
    of four."""
    while waiting and (free := [number for number, table in chairs.items() if len(table) < MOST]):
        number = min(free, key=lambda number: (len(chairs[number]), number))
        chairs[number][_free(chairs[number])] = waiting.pop(0)
    if not waiting:
        return
    new = -(-len(waiting) // MOST)
    while len(waiting) < LEAST * new:
        waiting.append(_lent(chairs, present))
    numbers = [number for number in range(1, len(chairs) + new + 1) if number not in chairs][:new]
    for place, number in enumerate(numbers):
        share = waiting[place::new]
        chairs[number] = dict(zip(COMPASS, share, strict=False))


def _mend(chairs: Chairs, number: int, present: frozenset[int]) -> None:
    """Makes a table of one or two legal: by chairs elsewhere, or by players from tables of four, as moves fewer."""
    table = chairs[number]
    places = [
        other
        for other, held in sorted(chairs.items(), key=lambda item: (abs(item[0] - number), item[0]))
        if other != number
        for _ in range(MOST - len(held))
    ]
    lenders = [other for other in chairs if len(chairs[other]) == MOST]
    need = LEAST - len(table)
    can_close, can_borrow = len(places) >= len(table), len(lenders) >= need
    if can_borrow and (need <= len(table) or not can_close):
        for _ in range(need):
            table[_free(table)] = _lent(chairs, present)
        return
    for player in [player for _, player in clockwise(table)]:
        other = min(
            (place for place in places if len(chairs[place]) < MOST),
            key=lambda place: (len(chairs[place]) < LEAST, abs(place - number), place),
        )
        chairs[other][_free(chairs[other])] = player
    del chairs[number]


def _lent(chairs: Chairs, present: frozenset[int]) -> int:
    """Takes a player from a table of four: the last one of the last table where all are there, if that can be."""

    def worth(number: int) -> tuple[int, int]:
        return sum(player in present for player in chairs[number].values()), number

    number = max((number for number, table in chairs.items() if len(table) == MOST), key=worth)
    seats = [seat for seat, player in clockwise(chairs[number]) if player in present]
    return chairs[number].pop(seats[-1] if seats else "W")


def _free(table: Mapping[str, int]) -> str:
    return next(seat for seat in COMPASS if seat not in table)
