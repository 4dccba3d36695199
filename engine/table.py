"""What a picture of the table says: cards, words and hands, in pixels and millimetres, each with its confidence.

Vision makes these values and the games read them. Nothing here knows whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Point = tuple[float, float]

MASTER = "MASTER"
BACK = "BACK"


def letter_of(face: str) -> str:
    """Gives the letter a face adds to a word's text: the Master is written ``*``, a back ``?``."""
    return {MASTER: "*", BACK: "?"}.get(face, face)


def face_of(letter: str) -> str:
    """Gives the face of one letter of a word's text; the reverse of :func:`letter_of`."""
    return {"*": MASTER, "?": BACK}.get(letter, letter)


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card as a picture shows it.

    ``corners`` are px of the picture, clockwise from the card's own upper left as it is read upright;
    ``angle_deg`` is the clockwise turn of the reading direction; ``centre_mm`` is on the table's plane, x to the
    picture's right and y down; ``visible`` is the part not covered, 0 to 1.
    """

    id: int
    face: str
    value: int | None
    confidence: float
    corners: tuple[Point, Point, Point, Point]
    angle_deg: float
    centre_mm: Point
    zone: str = "centre"
    alternatives: tuple[tuple[str, float], ...] = ()
    visible: float = 1.0


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A row of two or more cards, in reading order; ``faces`` is the seat it can be read from."""

    text: str
    cards: tuple[int, ...]
    confidence: float
    zone: str
    faces: str
    edge_mm: float


@dataclass(frozen=True, slots=True)
class SeenHand:
    """Cards laid face up before a seat, filled only while hands are counted."""

    cards: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class SeenMarker:
    """A printed card that speaks for a player, lying anywhere on the table at any angle.

    ``says`` is ``challenge``, ``yes``, ``no`` or ``pause``; ``seat`` is the seat printed on it, None where it has none;
    ``zone`` is the seat it lies before, or ``centre``. ``corners`` are its marker's, px of the picture, clockwise from
    its own upper left; ``angle_deg`` is the clockwise turn of its upper edge; ``centre_mm`` is on the table's plane.
    """

    number: int
    says: str
    seat: str | None
    corners: tuple[Point, Point, Point, Point]
    angle_deg: float
    centre_mm: Point
    zone: str = "centre"


@dataclass(frozen=True, slots=True)
class SeenBadge:
    """A player's badge, by the player's number. ``corners`` are its marker's, px of the picture, clockwise from its own
    upper left; ``centre_mm`` is the middle of its paper on the table's plane; ``zone`` is the seat it lies before, or
    ``centre``."""

    number: int
    corners: tuple[Point, Point, Point, Point]
    centre_mm: Point
    zone: str = "centre"


@dataclass(frozen=True, slots=True)
class TableReading:
    """Everything one settled picture says; ``covered`` is true while a hand or other thing lies over the cards,
    ``hand`` while one is in sight at all."""

    image: str
    width: int
    height: int
    mm_per_px: float
    cards: tuple[SeenCard, ...]
    words: tuple[SeenWord, ...]
    hands: Mapping[str, SeenHand] = field(default_factory=dict)
    ms: float = 0.0
    covered: bool = False
    warnings: tuple[str, ...] = ()
    markers: tuple[SeenMarker, ...] = ()
    hand: bool = False
    badges: tuple[SeenBadge, ...] = ()

    def card(self, card_id: int) -> SeenCard:
        """Gets a card by its id; raises KeyError when the reading has no such card."""
        for card in self.cards:
            if card.id == card_id:
                return card
        raise KeyError(card_id)

    def word_cards(self, word: SeenWord) -> tuple[SeenCard, ...]:
        """Gets a word's cards in reading order."""
        return tuple(self.card(i) for i in word.cards)

    def in_zone(self, zone: str) -> tuple[SeenCard, ...]:
        """Gets the cards of one zone: ``centre``, a seat, ``stock`` or ``exposed``."""
        return tuple(card for card in self.cards if card.zone == zone)


def reading_to_json(reading: TableReading) -> dict[str, Any]:
    """Gives the object that ``steward read --json`` prints for one image."""
    return {
        "image": reading.image,
        "width": reading.width,
        "height": reading.height,
        "mm_per_px": round(reading.mm_per_px, 4),
        "cards": [
            {
                "id": card.id,
                "face": card.face,
                "value": card.value,
                "confidence": round(card.confidence, 4),
                "alternatives": [[face, round(p, 4)] for face, p in card.alternatives],
                "visible": round(card.visible, 3),
                "corners": [[round(x, 1), round(y, 1)] for x, y in card.corners],
                "angle_deg": round(card.angle_deg, 1),
                "zone": card.zone,
                "centre_mm": [round(card.centre_mm[0], 1), round(card.centre_mm[1], 1)],
            }
            for card in reading.cards
        ],
        "words": [
            {
                "text": word.text,
                "cards": list(word.cards),
                "confidence": round(word.confidence, 4),
                "zone": word.zone,
                "faces": word.faces,
                "edge_mm": round(word.edge_mm, 1),
            }
            for word in reading.words
        ],
        "hands": {seat: {"cards": list(hand.cards), "total": hand.total} for seat, hand in reading.hands.items()},
        "ms": round(reading.ms, 1),
        "covered": reading.covered,
        "hand": reading.hand,
        "warnings": list(reading.warnings),
        "markers": [
            {
                "number": marker.number,
                "says": marker.says,
                "seat": marker.seat,
                "zone": marker.zone,
                "corners": [[round(x, 1), round(y, 1)] for x, y in marker.corners],
                "angle_deg": round(marker.angle_deg, 1),
                "centre_mm": [round(marker.centre_mm[0], 1), round(marker.centre_mm[1], 1)],
            }
            for marker in reading.markers
        ],
        "badges": [
            {
                "number": badge.number,
                "zone": badge.zone,
                "corners": [[round(x, 1), round(y, 1)] for x, y in badge.corners],
                "centre_mm": [round(badge.centre_mm[0], 1), round(badge.centre_mm[1], 1)],
            }
            for badge in reading.badges
        ],
    }


def reading_from_json(data: Mapping[str, Any]) -> TableReading:
    """Reads back what :func:`reading_to_json` made; raises KeyError or ValueError when a field is missing or wrong."""

    def corners(value: Sequence[Sequence[float]]) -> tuple[Point, Point, Point, Point]:
        a, b, c, d = ((float(x), float(y)) for x, y in value)
        return (a, b, c, d)

    return TableReading(
        image=str(data["image"]),
        width=int(data["width"]),
        height=int(data["height"]),
        mm_per_px=float(data["mm_per_px"]),
        cards=tuple(
            SeenCard(
                id=int(card["id"]),
                face=str(card["face"]),
                value=card["value"],
                confidence=float(card["confidence"]),
                corners=corners(card["corners"]),
                angle_deg=float(card["angle_deg"]),
                centre_mm=(float(card["centre_mm"][0]), float(card["centre_mm"][1])),
                zone=str(card["zone"]),
                alternatives=tuple((str(face), float(p)) for face, p in card["alternatives"]),
                visible=float(card["visible"]),
            )
            for card in data["cards"]
        ),
        words=tuple(
            SeenWord(
                text=str(word["text"]),
                cards=tuple(int(i) for i in word["cards"]),
                confidence=float(word["confidence"]),
                zone=str(word["zone"]),
                faces=str(word["faces"]),
                edge_mm=float(word["edge_mm"]),
            )
            for word in data["words"]
        ),
        hands={
            str(seat): SeenHand(tuple(int(i) for i in hand["cards"]), int(hand["total"]))
            for seat, hand in data["hands"].items()
        },
        ms=float(data["ms"]),
        covered=bool(data.get("covered", False)),
        hand=bool(data.get("hand", False)),
        warnings=tuple(str(line) for line in data.get("warnings", ())),
        markers=tuple(
            SeenMarker(
                number=int(marker["number"]),
                says=str(marker["says"]),
                seat=None if marker["seat"] is None else str(marker["seat"]),
                corners=corners(marker["corners"]),
                angle_deg=float(marker["angle_deg"]),
                centre_mm=(float(marker["centre_mm"][0]), float(marker["centre_mm"][1])),
                zone=str(marker["zone"]),
            )
            for marker in data.get("markers", ())
        ),
        badges=tuple(
            SeenBadge(
                number=int(badge["number"]),
                corners=corners(badge["corners"]),
                centre_mm=(float(badge["centre_mm"][0]), float(badge["centre_mm"][1])),
                zone=str(badge["zone"]),
            )
            for badge in data.get("badges", ())
        ),
    )
