"""What a reader would say of a simulated table, without a picture: exactly, or with a reader's slips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot
from random import Random

from engine.table import BACK, SeenCard, SeenWord, TableReading, letter_of
from pi.simulate.scene import CARD_HEIGHT, CARD_WIDTH, FACING, HEIGHT, WIDTH, Corners, Cover, Point, Row, Scene, Spot

PX_PER_MM = 1.5
FARTHEST = 1.68
"""Card widths between neighbours beyond which a row falls into two."""
RIM = 40.0
"""mm from the picture's edge in which a hand may rest without being at play."""
SEAT_MM = 235.0
SEAT_SHARE = 0.27
LIKE: Mapping[str, str] = {
    "A": "RH", "B": "RE", "C": "GO", "D": "OB", "E": "FB", "F": "EP", "G": "CO", "H": "NM", "I": "TL", "J": "IU",
    "K": "XR", "L": "IT", "M": "WN", "N": "HM", "O": "QD", "P": "RF", "Q": "OG", "R": "PK", "S": "BG", "T": "IL",
    "U": "JO", "V": "YU", "W": "MV", "X": "KY", "Y": "VX", "Z": "SX", "MASTER": "AK",
}  # fmt: skip
"""The letters a letter is taken for."""


@dataclass(frozen=True, slots=True)
class Slips:
    """How a reader errs, as probabilities for each card of each reading. ``unsure``: the right face, read below 0.9;
    ``misread``: a like letter, read below 0.8, with the right one among the alternatives; ``wrong``: a like letter
    and sure of it; ``missed``: not found at all; ``stubborn``: the share of cards that are misread in every reading
    of a hand. ``jitter`` is mm."""

    unsure: float = 0.0
    misread: float = 0.0
    wrong: float = 0.0
    missed: float = 0.0
    stubborn: float = 0.0
    jitter: float = 0.0


EXACT = Slips()
GOOD = Slips(unsure=0.02, misread=0.004, wrong=0.0, missed=0.0005, stubborn=0.0, jitter=1.0)
"""A good reader in fair light."""
POOR = Slips(unsure=0.06, misread=0.015, wrong=0.0005, missed=0.003, stubborn=0.004, jitter=2.0)
"""A reader in bad light."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A card as it was read."""

    spot: Spot
    face: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]


def read_scene(scene: Scene, values: Mapping[str, int], slips: Slips, rng: Random, image: str = "") -> TableReading:
    """Gives the reading of a table. ``values`` are the pack's points by face."""
    knocked = knock(scene)
    hidden = {spot.card for spot in knocked.spots if any(hides(cover, spot) for cover in knocked.covers)}
    light = slips if knocked.light > 0.4 else replace(slips, unsure=0.4, misread=0.06, missed=0.05)
    cards: list[SeenCard] = []
    words: list[SeenWord] = []

    def add(spot: Spot, role: str) -> int | None:
        if spot.card in hidden or spot.card in knocked.gone:
            return None
        read = _read(spot, light, rng)
        if read is None:
            return None
        number = len(cards)
        value = None if read.face == BACK else values.get(read.face)
        cards.append(
            SeenCard(
                id=number, face=read.face, value=value, confidence=read.confidence, corners=_px(read.spot.corners),
                angle_deg=read.spot.angle % 360.0, centre_mm=(read.spot.x, read.spot.y), zone=role,
                alternatives=read.alternatives,
            )
        )  # fmt: skip
        return number

    for row in (*knocked.rows, *(row for _, row in knocked.hands)):
        for piece in _pieces(row, hidden | knocked.gone):
            middle = (sum(s.x for s in piece) / len(piece), sum(s.y for s in piece) / len(piece))
            zone = zone_of(middle, row.angle, len(piece))
            found = [number for spot in piece if (number := add(spot, zone)) is not None]
            for part in _parts(found, cards):
                if len(part) > 1:
                    text = "".join(letter_of(cards[i].face) for i in part)
                    sure = min(cards[i].confidence for i in part)
                    words.append(SeenWord(text, tuple(part), sure, zone, faces(row.angle), edge(middle, row.angle)))
    if knocked.stock is not None:
        add(knocked.stock, "stock")
    if knocked.exposed is not None:
        add(knocked.exposed, "exposed" if knocked.stock is not None else "centre")
    return TableReading(
        image=image, width=round(WIDTH * PX_PER_MM), height=round(HEIGHT * PX_PER_MM), mm_per_px=1 / PX_PER_MM,
        cards=tuple(cards), words=tuple(words), covered=any(covers(cover, knocked) for cover in knocked.covers),
        hand=knocked.has_hand,
    )  # fmt: skip


def knock(scene: Scene) -> Scene:
    """Gives the table as a camera that was knocked sees it: all cards shifted and turned alike."""
    dx, dy, turn = scene.camera
    if (dx, dy, turn) == (0.0, 0.0, 0.0):
        return scene

    def seen(spot: Spot) -> Spot:
        return spot.moved(dx, dy, turn)

    def rowed(row: Row) -> Row:
        return replace(row, spots=tuple(seen(spot) for spot in row.spots), angle=(row.angle + turn) % 360.0)

    return replace(
        scene,
        words=tuple(None if row is None else rowed(row) for row in scene.words),
        hands=tuple((seat, rowed(row)) for seat, row in scene.hands),
        stock=None if scene.stock is None else seen(scene.stock),
        exposed=None if scene.exposed is None else seen(scene.exposed),
    )


def hides(cover: Cover, spot: Spot) -> bool:
    """Tells whether a thing hides so much of a card that it cannot be read."""
    if hypot(cover.x - spot.x, cover.y - spot.y) < cover.radius:
        return True
    if cover.kind != "hand":
        return False
    return _to_arm(cover, (spot.x, spot.y)) < 42.0


def covers(cover: Cover, scene: Scene) -> bool:
    """Tells whether a reader sees that a hand is at play: over cards or far in; not one that rests at the rim."""
    if cover.kind != "hand":
        return False
    depth = min(WIDTH / 2 - abs(cover.x), HEIGHT / 2 - abs(cover.y))
    return depth > RIM or any(hides(cover, spot) for spot in scene.spots)


def _to_arm(cover: Cover, at: Point) -> float:
    """The distance in mm of a point from the arm, which reaches straight in from its seat's side."""
    if cover.seat in ("N", "S"):
        beside = abs(at[0] - cover.x)
        beyond = (at[1] - cover.y) * (1 if cover.seat == "N" else -1)
    else:
        beside = abs(at[1] - cover.y)
        beyond = (at[0] - cover.x) * (1 if cover.seat == "W" else -1)
    return beside if beyond <= 0 else hypot(beside, beyond)


def faces(angle: float) -> str:
    """Gives the seat from which a row can be read."""
    return min(FACING, key=lambda seat: abs((angle - FACING[seat] + 180.0) % 360.0 - 180.0))


def edge(middle: Point, angle: float) -> float:
    """Gives the distance in mm from the side of the seat that a row faces."""
    x, y = middle
    return {"S": HEIGHT / 2 - y, "N": HEIGHT / 2 + y, "E": WIDTH / 2 - x, "W": WIDTH / 2 + x}[faces(angle)]


def zone_of(middle: Point, angle: float, cards: int) -> str:
    """Gives the zone a row lies in: a seat when it lies before that seat and faces it, else the centre."""
    seat = faces(angle)
    turn = abs((angle - FACING[seat] + 180.0) % 360.0 - 180.0)
    across = HEIGHT if seat in "NS" else WIDTH
    reach = max(SEAT_MM * min(1.0, across / 700.0), SEAT_SHARE * across)
    return seat if turn <= (24.0 if cards > 1 else 32.0) and edge(middle, angle) <= reach else "centre"


def _pieces(row: Row, hidden: frozenset[int] | set[int]) -> list[list[Spot]]:
    """Parts a row where hidden cards, or a wide gap, leave its neighbours too far apart."""
    pieces: list[list[Spot]] = []
    for spot in row.spots:
        if spot.card in hidden:
            continue
        last = pieces[-1][-1] if pieces else None
        if last is not None and hypot(spot.x - last.x, spot.y - last.y) <= FARTHEST * CARD_WIDTH:
            pieces[-1].append(spot)
        else:
            pieces.append([spot])
    return pieces


def _parts(found: list[int], cards: list[SeenCard]) -> list[list[int]]:
    """Parts a row once more, where cards were missed."""
    parts: list[list[int]] = []
    for number in found:
        if parts:
            (x1, y1), (x2, y2) = cards[parts[-1][-1]].centre_mm, cards[number].centre_mm
            if hypot(x2 - x1, y2 - y1) <= FARTHEST * CARD_WIDTH:
                parts[-1].append(number)
                continue
        parts.append([number])
    return parts


def _read(spot: Spot, slips: Slips, rng: Random) -> _Read | None:
    if rng.random() < slips.missed:
        return None
    placed = spot.moved(rng.gauss(0, slips.jitter), rng.gauss(0, slips.jitter)) if slips.jitter else spot
    if spot.face == BACK:
        return _Read(placed, BACK, 0.99, ())
    roll = rng.random()
    like = rng.choice(LIKE[spot.face])
    if roll < slips.wrong:
        return _Read(placed, like, rng.uniform(0.9, 0.99), ((spot.face, 0.005),))
    roll -= slips.wrong
    stubborn = slips.stubborn > 0 and Random(f"{spot.card} {spot.face}").random() < slips.stubborn
    if roll < slips.misread or (stubborn and rng.random() < 0.9):
        sure = rng.uniform(0.35, 0.8)
        return _Read(placed, like, sure, ((spot.face, (1 - sure) * rng.uniform(0.4, 0.95)),))
    if roll < slips.misread + slips.unsure:
        sure = rng.uniform(0.4, 0.9)
        return _Read(placed, spot.face, sure, ((like, (1 - sure) * rng.uniform(0.4, 0.95)),))
    return _Read(placed, spot.face, rng.uniform(0.97, 0.999) if slips.jitter else 0.995, ())


def _px(corners: Corners) -> Corners:
    a, b, c, d = (((x + WIDTH / 2) * PX_PER_MM, (y + HEIGHT / 2) * PX_PER_MM) for x, y in corners)
    return (a, b, c, d)


__all__ = ["CARD_HEIGHT", "EXACT", "GOOD", "POOR", "Slips", "read_scene"]
