"""What lies on a simulated table at one moment, in millimetres: x to the picture's right, y down, the middle at 0, 0.

Angles are degrees clockwise, as a card's reading direction turns: 0 is read from S, 90 from W, 180 from N, 270 from E.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]

WIDTH, HEIGHT = 1000.0, 750.0
"""What the camera sees of the table."""
CARD_WIDTH, CARD_HEIGHT = 58.0, 88.0
FACING = {"S": 0.0, "W": 90.0, "N": 180.0, "E": 270.0}
INWARD: dict[str, Point] = {"S": (0.0, -1.0), "W": (1.0, 0.0), "N": (0.0, 1.0), "E": (-1.0, 0.0)}
"""The direction from a seat to the middle of the table."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A card and where its middle lies. ``card`` is its number in the pack."""

    card: int
    face: str
    x: float
    y: float
    angle: float

    @property
    def corners(self) -> Corners:
        """The card's corners, clockwise from its own upper left."""
        return box(self.x, self.y, CARD_WIDTH, CARD_HEIGHT, self.angle)

    def moved(self, dx: float, dy: float, turn: float = 0.0, about: Point = (0.0, 0.0)) -> Spot:
        """Gives the card turned by ``turn`` degrees ``about`` a point, then moved."""
        c, s = cos(radians(turn)), sin(radians(turn))
        x, y = self.x - about[0], self.y - about[1]
        return replace(
            self, x=about[0] + c * x - s * y + dx, y=about[1] + s * x + c * y + dy, angle=(self.angle + turn) % 360.0
        )


@dataclass(frozen=True, slots=True)
class Row:
    """Cards in reading order. ``pitch`` is the distance of neighbours in mm; ``angle`` the row's reading direction."""

    spots: tuple[Spot, ...]
    angle: float
    pitch: float

    @property
    def middle(self) -> Point:
        """The row's middle."""
        n = len(self.spots)
        return (sum(s.x for s in self.spots) / n, sum(s.y for s in self.spots) / n)

    def moved(self, dx: float, dy: float, turn: float = 0.0) -> Row:
        """Gives the row turned about its middle and moved."""
        middle = self.middle
        return replace(
            self,
            spots=tuple(spot.moved(dx, dy, turn, middle) for spot in self.spots),
            angle=(self.angle + turn) % 360.0,
        )


@dataclass(frozen=True, slots=True)
class Cover:
    """Something that lies over the table: a ``hand`` (from ``seat``, its fingers at x, y), a ``mug`` (its middle) or
    ``sun`` (a patch of glare), with its radius in mm. Only a hand is known for one by whoever reads the picture."""

    kind: str
    x: float
    y: float
    radius: float
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A printed card that speaks for a player, by its marker's number, and where its middle lies."""

    number: int
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole table. ``words`` keep their places (None: taken back); ``hands`` are laid face up to be counted;
    ``gone`` are cards that somebody holds in the air; ``camera`` is how it was knocked: mm, mm and degrees;
    ``light`` is 1 for the lamp the table began with."""

    words: tuple[Row | None, ...] = ()
    hands: tuple[tuple[str, Row], ...] = ()
    stock: Spot | None = None
    stock_cards: int = 0
    exposed: Spot | None = None
    signs: tuple[Sign, ...] = ()
    covers: tuple[Cover, ...] = ()
    gone: frozenset[int] = frozenset()
    camera: tuple[float, float, float] = (0.0, 0.0, 0.0)
    light: float = 1.0
    lost: bool = False

    @property
    def rows(self) -> tuple[Row, ...]:
        """The words that lie there."""
        return tuple(row for row in self.words if row is not None)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """All cards, those on top last."""
        cards = [spot for row in self.rows for spot in row.spots]
        cards += [spot for _, row in self.hands for spot in row.spots]
        cards += [spot for spot in (self.stock, self.exposed) if spot is not None]
        return tuple(spot for spot in cards if spot.card not in self.gone)

    def with_word(self, place: int, row: Row | None) -> Scene:
        """Gives the table with another row at a word's place; a place beyond the last adds one."""
        words = [*self.words, *([None] * (place + 1 - len(self.words)))]
        words[place] = row
        return replace(self, words=tuple(words))

    @property
    def has_hand(self) -> bool:
        """Whether a hand is over the table."""
        return any(cover.kind == "hand" for cover in self.covers)


def box(x: float, y: float, width: float, height: float, angle: float) -> Corners:
    """Gives the corners of a turned rectangle round its middle, clockwise from its own upper left."""
    c, s = cos(radians(angle)), sin(radians(angle))
    w, h = width / 2, height / 2
    a, b, d, e = ((x + c * u - s * v, y + s * u + c * v) for u, v in ((-w, -h), (w, -h), (w, h), (-w, h)))
    return (a, b, d, e)


def boxes_meet(first: Sequence[Point], second: Sequence[Point]) -> bool:
    """Tells whether two convex shapes touch (by the axes of their sides)."""
    for shape in (first, second):
        for i in range(len(shape)):
            (x1, y1), (x2, y2) = shape[i - 1], shape[i]
            nx, ny = y2 - y1, x1 - x2
            a = [nx * x + ny * y for x, y in first]
            b = [nx * x + ny * y for x, y in second]
            if max(a) < min(b) or max(b) < min(a):
                return False
    return True


def row_box(row: Row, aside: float = 0.0, along: float = 0.0) -> Corners:
    """Gives the room a row takes, with so many mm more on each side of it and at each end."""
    x, y = row.middle
    long = max((hypot(s.x - x, s.y - y) for s in row.spots), default=0.0) * 2 + CARD_WIDTH
    return box(x, y, long + 2 * along, CARD_HEIGHT + 2 * aside, row.angle)


def within(corners: Iterable[Point], margin: float = 4.0) -> bool:
    """Tells whether a shape lies in the camera's sight."""
    return all(abs(x) <= WIDTH / 2 - margin and abs(y) <= HEIGHT / 2 - margin for x, y in corners)
