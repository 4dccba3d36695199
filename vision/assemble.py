"""Makes a TableReading of found cards and their faces: pure functions, arrays in, a reading out.

Nothing here looks a word up. What bends a reading is only what is physically true: the cards' size, the line they lie
in, the seats around the table and the number of copies a pack holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.table import BACK, MASTER, Point, SeenCard, SeenHand, SeenWord, TableReading, letter_of
from vision.evidence import FACES, Evidence, face_probabilities, obey_counts, split_classes, sure_of_way
from vision.lens import Lens
from vision.markers import FoundMarker, signals
from vision.overlap import visible_parts
from vision.plane import Plane, fit_plane
from vision.rows import Row, RowSettings, find_rows
from vision.zones import (
    FACING,
    Group,
    ZoneSettings,
    edge_distances,
    faces_seat,
    find_exposed,
    find_hands,
    seat_of,
)

Array = NDArray[np.float64]


CARD_MM = (58.0, 88.0)
"""A Lexicon card."""
TILE_MM = 20.0
"""A usual letter tile: only a guess that gives the picture a scale."""


class FoundCard(Protocol):
    """What the finder says of one card: centre and half sides in px, known up to a half turn."""

    @property
    def centre(self) -> tuple[float, float]: ...
    @property
    def u(self) -> tuple[float, float]: ...
    @property
    def v(self) -> tuple[float, float]: ...
    @property
    def score(self) -> float: ...
    @property
    def back(self) -> float: ...


@dataclass(frozen=True)
class PackShape:
    """What reading needs to know of a pack: values and copies of each face, and the card's width and height in
    millimetres (None: to be judged from the picture)."""

    values: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    size_mm: tuple[float, float] | None = (58.0, 88.0)

    @property
    def width_mm(self) -> float:
        """A card's width; Lexicon's while it is not known."""
        return (self.size_mm or CARD_MM)[0]

    @property
    def height_mm(self) -> float:
        """A card's height; Lexicon's while it is not known."""
        return (self.size_mm or CARD_MM)[1]


@dataclass(frozen=True)
class Settings:
    """Thresholds of the assembly; lengths in card widths where no unit is named."""

    least_score: float = 0.3
    most_none: float = 0.6
    same_card: float = 0.45
    surely_same_card: float = 0.28
    """Two outlines nearer than this are always one card; up to ``same_card`` they are when they read alike or badly."""
    sizes: tuple[float, float] = (0.55, 1.7)
    """A card's measured side against the pack's: what lies outside is no card of this pack."""
    shapes: tuple[float, float] = (0.68, 1.47)
    """Its height over its width, against the pack's."""
    least_back: float = 0.45
    back_sizes: tuple[float, float] = (0.8, 1.25)
    most_none_back: float = 0.06
    """A face-down card shows no letter that would prove it one: boxes look like backs, but are of another size."""
    beside_stock: tuple[float, float] = (0.8, 1.35)
    aside_stock: float = 0.35
    turn_stock_deg: float = 15.0
    least_back_beside: float = 0.33
    most_none_back_beside: float = 0.45
    """The exposed card lies beside the stock: what has a card just beside it is rather a back than a box."""
    most_none_lonely: float = 0.06
    least_face_lonely: float = 0.5
    most_none_any: float = 0.97
    sizes_any: tuple[float, float] = (0.45, 2.0)
    shapes_any: tuple[float, float] = (0.45, 2.2)
    most_none_lonely_any: float = 0.35
    """Of a pack of any make, whose letters may look like anything and whose tiles lie singly."""
    most_none_stray: float = 0.2
    least_stray: float = 0.25
    sure_card_none: float = 0.01
    """What lies in no row and beside no stock must look like a card, and like one letter or very surely like a card."""
    least_px_per_mm: float = 1.2
    most_sure_alone: float = 0.94
    """How sure a lone letter, or a Master, can be in a pack of any make."""
    row_seat_odds: float = 0.8
    single_seat_odds: float = 1.5
    rows: RowSettings = field(default_factory=RowSettings)
    zones: ZoneSettings = field(default_factory=ZoneSettings)


@dataclass(frozen=True)
class KnownWord:
    """A word that lay on the table before, by its text and the middle of its row in millimetres."""

    text: str
    centre_mm: Point


@dataclass(frozen=True)
class Cards:
    """The cards kept of a picture: (N, 4, 2) px quads, (N, 2) mm centres, (N,) radians on the plane, evidence."""

    quads: Array
    centres: Array
    angles: Array
    evidence: tuple[Evidence, ...]
    backs: frozenset[int]


@dataclass(frozen=True)
class _Placed:
    """A group of cards with its settled way: the row in reading order and the probability of that way."""

    row: Row
    way: float
    group: Group


def assemble(
    found: Sequence[FoundCard],
    probabilities: NDArray[np.float32],
    classes: Sequence[str],
    width: int,
    height: int,
    pack: PackShape,
    *,
    image: str = "",
    phase: str = "play",
    known_words: Sequence[KnownWord] = (),
    grey: NDArray[np.uint8] | None = None,
    cover: NDArray[np.bool_] | None = None,
    earlier: Array | None = None,
    plane: Plane | None = None,
    markers: Sequence[FoundMarker] = (),
    lens: Lens | None = None,
    settings: Settings | None = None,
) -> TableReading:
    """Makes the reading of one picture.

    :param probabilities: (N, classes) of the found cards' faces; ``X~`` among the classes is X upside down.
    :param phase: ``play``, or ``count`` while hands lie face up to be totalled.
    :param grey: the picture in grey, to tell which of two overlapping cards lies on top.
    :param cover: where hands and sleeves lie.
    :param earlier: (M, 4, 2) px corners of cards that the same camera saw before: they steady the plane.
    :param plane: the table's plane where it is known, from a mat.
    :param markers: the printed markers that were found.
    :param lens: the camera's, where it was measured.
    """
    settings = settings or Settings()
    if not pack.counts:
        settings = replace(
            settings,
            most_none=settings.most_none_any,
            most_none_lonely=settings.most_none_lonely_any,
            sizes=settings.sizes_any,
            shapes=settings.shapes_any,
        )
    sharp = [i for i, card in enumerate(found) if card.score >= settings.least_score]
    found = [found[i] for i in sharp]
    evidence = split_classes(probabilities[sharp], classes)
    # A coin or a button taken for a card would bend the plane of a table with few cards.
    sure = [found[i] for i, item in enumerate(evidence) if item.none < 0.05]
    sure = sure or [found[i] for i, item in enumerate(evidence) if item.none < 0.5] or list(found)
    pack = _sized(pack, sure)
    mat = plane
    if plane is None:
        plane = _plane_from(sure, width, height, pack, earlier, lens)
    cards = select_cards(found, evidence, plane, pack, settings)
    exposed, rows = _rows_and_exposed(cards, pack, settings)
    kept = without_ghosts(cards, exposed, rows, _columns(cards, pack, settings), settings)
    if kept is not cards:
        cards = kept
        exposed, rows = _rows_and_exposed(cards, pack, settings)
    placed = place_groups(cards, exposed, rows, plane, settings)
    reading = _describe(cards, exposed, placed, plane, pack, image, settings)
    visible = visible_parts(
        np.array([card.corners for card in reading.cards]).reshape(-1, 4, 2), width, height, grey, cover
    )
    reading = replace(
        reading,
        cards=tuple(replace(card, visible=float(part)) for card, part in zip(reading.cards, visible, strict=True)),
        warnings=_warnings(reading.cards, pack, mat, settings),
        markers=signals(markers, plane, settings.zones),
    )
    return with_hands(reading, plane, pack.values, known_words, settings) if phase == "count" else reading


def _vectors(found: Sequence[FoundCard]) -> tuple[Array, Array, Array]:
    """Gives the (N, 2) centres and half sides, across and down, of found cards."""
    centre, across, down = (
        np.array([getattr(card, name) for card in found], np.float64).reshape(-1, 2) for name in ("centre", "u", "v")
    )
    return centre, across, down


def _sized(pack: PackShape, found: Sequence[FoundCard]) -> PackShape:
    """Judges the size of a pack's cards by their shape where the pack does not tell: cards, or squarish tiles."""
    if pack.size_mm is not None:
        return pack
    _, across, down = _vectors(found)
    tall = float(np.median(np.hypot(*down.T) / np.maximum(np.hypot(*across.T), 1e-6))) if len(found) else 1.0
    # Tiles seen at a slant are higher than wide only when they lie one way.
    wide = float(np.mean(np.hypot(*down.T) < 0.95 * np.hypot(*across.T))) if len(found) else 0.0
    width = CARD_MM[0] if tall > 1.38 and wide < 0.2 else TILE_MM
    return replace(pack, size_mm=(width, width * min(max(tall, 0.6), 2.0)))


def _plane_from(
    found: Sequence[FoundCard],
    width: int,
    height: int,
    pack: PackShape,
    earlier: Array | None = None,
    lens: Lens | None = None,
) -> Plane:
    centre, across, down = _vectors(found)
    if earlier is not None and len(earlier) and len(found):
        right = (earlier[:, 1] + earlier[:, 2] - earlier[:, 0] - earlier[:, 3]) / 4
        below = (earlier[:, 2] + earlier[:, 3] - earlier[:, 0] - earlier[:, 1]) / 4
        ratio = float(np.median(np.hypot(*below.T)) / np.median(np.hypot(*down.T)))
        if 0.9 < ratio < 1.1:  # otherwise the camera has moved
            centre = np.concatenate([centre, earlier.mean(axis=1)])
            across, down = np.concatenate([across, right]), np.concatenate([down, below])
    return fit_plane(centre, across, down, width, height, (pack.width_mm, pack.height_mm), lens)


def select_cards(
    found: Sequence[FoundCard], evidence: Sequence[Evidence], plane: Plane, pack: PackShape, settings: Settings
) -> Cards:
    """Keeps what is a card of this pack, once: no non-cards, no wrong sizes, no second outline of the same card."""
    centre, across, down = _vectors(found)
    quads = np.stack(
        [centre - across - down, centre + across - down, centre + across + down, centre - across + down], 1
    )
    on_table = plane.to_mm(quads) if len(found) else quads
    right = (on_table[:, 1] + on_table[:, 2] - on_table[:, 0] - on_table[:, 3]) / 2
    below = (on_table[:, 2] + on_table[:, 3] - on_table[:, 0] - on_table[:, 1]) / 2
    middle = plane.to_mm(centre) if len(found) else centre
    share = np.stack([np.hypot(*right.T) / pack.width_mm, np.hypot(*below.T) / pack.height_mm], 1)
    keep: list[int] = []
    for i in sorted(range(len(found)), key=lambda i: found[i].score * (1.0 - evidence[i].none), reverse=True):
        fits = bool((share[i] >= settings.sizes[0]).all() and (share[i] <= settings.sizes[1]).all())
        fits = fits and settings.shapes[0] <= share[i, 1] / max(share[i, 0], 1e-9) <= settings.shapes[1]
        if evidence[i].none > settings.most_none or not fits:
            continue
        if _is_back(found[i], evidence[i]):
            size = float(np.sqrt(share[i].prod()))
            true_size = settings.back_sizes[0] <= size <= settings.back_sizes[1]
            beside = _beside_a_face(i, evidence, middle, right, below, settings)
            least = settings.least_back_beside if beside else settings.least_back
            most = settings.most_none_back_beside if beside else settings.most_none_back
            if found[i].score < least or evidence[i].none > most or not true_size:
                continue
        apart = np.hypot(*(middle[keep] - middle[i]).T) / pack.width_mm
        if all(
            far >= settings.same_card or (far >= settings.surely_same_card and _two_cards(evidence[i], evidence[j]))
            for far, j in zip(apart, keep, strict=True)
        ):
            keep.append(i)
    keep.sort(key=lambda i: (round(float(middle[i][1]) / pack.height_mm), float(middle[i][0])))
    # The lower edge's angle less a quarter turn: the upright of the card, steadier than its short sides.
    angles = np.arctan2(below[:, 1], below[:, 0]) - np.pi / 2
    backs = [k for k, i in enumerate(keep) if _is_back(found[i], evidence[i])]
    return Cards(quads[keep], middle[keep], angles[keep], tuple(evidence[i] for i in keep), frozenset(backs))


def _two_cards(one: Evidence, other: Evidence) -> bool:
    """Tells whether two outlines that lie very near each other show two different letters, both clearly."""
    first, second = one.ways.sum(axis=0), other.ways.sum(axis=0)
    clear = min(float(np.max(first)), float(np.max(second))) >= 0.75 and max(one.none, other.none) <= 0.03
    return clear and int(np.argmax(first)) != int(np.argmax(second))


def _beside_a_face(
    i: int, evidence: Sequence[Evidence], middle: Array, right: Array, below: Array, settings: Settings
) -> bool:
    """Tells whether a card that lies face up lies just beside the i-th, as the exposed card does beside the stock."""
    width, height = np.hypot(*right.T), np.hypot(*below.T)
    away = middle - middle[i]
    along = np.abs((away * right).sum(axis=1)) / np.maximum(width, 1e-6) ** 2
    across = np.abs((away * below).sum(axis=1)) / np.maximum(height, 1e-6) ** 2
    same = np.abs(right @ right[i]) / np.maximum(width * width[i], 1e-6) > np.cos(np.radians(settings.turn_stock_deg))
    face_up = np.array([item.none < 0.05 and item.back < 0.3 for item in evidence])
    low, high = settings.beside_stock
    return bool((face_up & same & (along > low) & (along < high) & (across < settings.aside_stock)).any())


def _is_back(found: FoundCard, evidence: Evidence) -> bool:
    return bool(evidence.back + found.back > evidence.ways.sum() + 0.5)


def without_ghosts(
    cards: Cards, exposed: int | None, rows: Sequence[Row], columns: Sequence[Row], settings: Settings
) -> Cards:
    """Drops what lies alone and looks but vaguely like a card: a shadow, a coin, a letter on a mug."""
    beside = {card for row in rows for card in row.cards} | cards.backs | {exposed}
    beside -= {card for row in rows for card in _strays(cards, row, settings)}
    beside |= {card for column in columns for card in column.cards}
    keep = []
    for i, item in enumerate(cards.evidence):
        clear = (
            item.none <= settings.sure_card_none or float(np.max(item.ways.sum(axis=0))) >= settings.least_face_lonely
        )
        if i in beside or (item.none <= settings.most_none_lonely and clear):
            keep.append(i)
    if len(keep) == len(cards.evidence):
        return cards
    place = {old: new for new, old in enumerate(keep)}
    return Cards(
        cards.quads[keep],
        cards.centres[keep],
        cards.angles[keep],
        tuple(cards.evidence[i] for i in keep),
        frozenset(place[i] for i in cards.backs),
    )


def _strays(cards: Cards, row: Row, settings: Settings) -> list[int]:
    """The ends of a row that hardly look like cards and cannot be read the way the rest of the row is."""
    if len(row.cards) < 4:
        return []
    strays = []
    for end, inner in ((0, slice(1, None)), (-1, slice(None, -1))):
        rest = zip(row.cards[inner], row.signs[inner], strict=True)
        along = sum(cards.evidence[card].lean * sign for card, sign in rest) > 0
        item = cards.evidence[row.cards[end]]
        same = item.ways[0 if (row.signs[end] > 0) == along else 1].sum()
        if item.none > settings.most_none_stray and same < settings.least_stray:
            strays.append(row.cards[end])
    return strays


def _columns(cards: Cards, pack: PackShape, settings: Settings) -> tuple[Row, ...]:
    """Tiles of any make also lie below each other, as on a board; cards of a known pack do not."""
    if pack.counts:
        return ()
    columns = find_rows(cards.centres, cards.angles + np.pi / 2, pack.height_mm, settings=settings.rows)
    sure = [item.none <= settings.most_none_lonely_any for item in cards.evidence]
    return tuple(column for column in columns if sum(sure[card] for card in column.cards) >= 2)


def _rows_and_exposed(cards: Cards, pack: PackShape, settings: Settings) -> tuple[int | None, tuple[Row, ...]]:
    leans = [item.lean for item in cards.evidence]
    apart = sorted(cards.backs)
    rows = find_rows(cards.centres, cards.angles, pack.width_mm, apart, leans, settings.rows)
    within = {card for row in rows if len(row.cards) > 2 for card in row.cards[1:-1]}
    exposed = find_exposed(
        cards.centres, cards.angles, apart, pack.width_mm, pack.height_mm, settings.zones, within,
        {card for row in rows if len(row.cards) > 2 for card in row.cards},
    )  # fmt: skip
    if exposed is not None and any(exposed in row.cards for row in rows):
        rows = find_rows(cards.centres, cards.angles, pack.width_mm, [*apart, exposed], leans, settings.rows)
    return exposed, rows


def place_groups(
    cards: Cards, exposed: int | None, rows: Sequence[Row], plane: Plane, settings: Settings
) -> list[_Placed]:
    """Settles which way every row and every single card reads, rows first."""
    in_rows = {card for row in rows for card in row.cards}
    singles = [Row((i,), (1,)) for i in range(len(cards.quads)) if i not in in_rows]
    placed = []
    for row in (*rows, *singles):
        group = _group(cards, row)
        alone = len(row.cards) == 1
        back = alone and row.cards[0] in cards.backs
        odds = settings.single_seat_odds if alone else settings.row_seat_odds
        prior = 0.0 if back or row.cards[0] == exposed else odds * _seat_pull(group, plane)
        way = sure_of_way([cards.evidence[i] for i in row.cards], row.signs, prior)
        if way < 0.5 and not back:
            row, way = row.reversed(), 1.0 - way
            group = _group(cards, row)
        placed.append(_Placed(row, way, group))
    return placed


def _group(cards: Cards, row: Row) -> Group:
    indices = list(row.cards)
    directions = cards.angles[indices] + np.where(np.array(row.signs) > 0, 0.0, np.pi)
    mean = np.arctan2(np.sin(directions).sum(), np.cos(directions).sum())
    return Group(row.cards, cards.centres[indices], float(np.degrees(mean) % 360.0))


def _seat_pull(group: Group, plane: Plane) -> float:
    """Gives -1 to 1: cards near a seat are rather laid to be read from it than from the seat across the table."""
    seat = faces_seat(group.angle_deg)
    distances = edge_distances(group.middle, plane)
    across = faces_seat(FACING[seat] + 180.0)
    return float(np.tanh((distances[across] - distances[seat]) / 300.0))


def _describe(
    cards: Cards,
    exposed: int | None,
    placed: Sequence[_Placed],
    plane: Plane,
    pack: PackShape,
    image: str,
    settings: Settings,
) -> TableReading:
    order = [(card, sign, item) for item in placed for card, sign in zip(item.row.cards, item.row.signs, strict=True)]
    fronts = [entry for entry in order if entry[0] not in cards.backs]
    tables = np.array([face_probabilities(cards.evidence[card], sign, item.way) for card, sign, item in fronts])
    tables = tables.reshape(-1, len(FACES))
    chosen = dict(zip([card for card, _, _ in fronts], obey_counts(tables, pack.counts), strict=True))
    table_of = dict(zip([card for card, _, _ in fronts], tables, strict=True))
    seen: list[SeenCard] = []
    words: list[SeenWord] = []
    for item in placed:
        zone = seat_of(item.group, plane, settings.zones) or "centre"
        first = len(seen)
        for card, sign in zip(item.row.cards, item.row.signs, strict=True):
            where = "stock" if card in cards.backs else "exposed" if card == exposed else zone
            one = _seen_card(len(seen), card, sign, cards, chosen.get(card), table_of.get(card), pack, where)
            if not pack.counts and (len(item.row.cards) == 1 or one.face == MASTER):
                # Of a pack of any make nothing proves that a sign which lies alone is a letter of it.
                one = replace(one, confidence=min(one.confidence, settings.most_sure_alone))
            seen.append(one)
        if len(item.row.cards) > 1:
            faces = faces_seat(item.group.angle_deg)
            row = seen[first:]
            words.append(
                SeenWord(
                    text="".join(letter_of(card.face) for card in row),
                    cards=tuple(card.id for card in row),
                    confidence=float(np.prod([card.confidence for card in row])),
                    zone=zone,
                    faces=faces,
                    edge_mm=edge_distances(item.group.middle, plane)[faces],
                )
            )
    return TableReading(image, plane.width, plane.height, plane.mm_per_px(), tuple(seen), tuple(words))


def _seen_card(
    card_id: int,
    card: int,
    sign: int,
    cards: Cards,
    choice: int | None,
    table: Array | None,
    pack: PackShape,
    zone: str,
) -> SeenCard:
    quad = cards.quads[card][[0, 1, 2, 3] if sign > 0 else [2, 3, 0, 1]]
    down = quad[2] + quad[3] - quad[0] - quad[1]
    if choice is None or table is None:
        face, value = BACK, None
        confidence = float(np.clip(cards.evidence[card].back, 0.5, 1.0))
        alternatives: tuple[tuple[str, float], ...] = ()
    else:
        face = FACES[choice]
        value = pack.values.get(face)
        confidence = float(table[choice])
        others = [int(i) for i in np.argsort(-table) if i != choice][:2]
        alternatives = tuple((FACES[i], float(table[i])) for i in others)
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return SeenCard(
        id=card_id,
        face=face,
        value=value,
        confidence=min(confidence, 1.0),
        corners=(a, b, c, d),
        angle_deg=float((np.degrees(np.arctan2(down[1], down[0])) - 90.0) % 360.0),
        centre_mm=(float(cards.centres[card][0]), float(cards.centres[card][1])),
        zone=zone,
        alternatives=alternatives,
    )


def _warnings(seen: Sequence[SeenCard], pack: PackShape, mat: Plane | None, settings: Settings) -> tuple[str, ...]:
    """Says what makes a reading less sure than it should be: a picture too small, by the mat or by the cards in it."""
    if mat is not None:
        scale = 1.0 / mat.mm_per_px()
    elif seen:
        corners = np.array([card.corners for card in seen])
        across = np.hypot(*(corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]).T) / 2 / pack.width_mm
        down = np.hypot(*(corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]).T) / 2 / pack.height_mm
        scale = float(np.median(np.sqrt(across * down)))
    else:
        return ()
    if scale >= settings.least_px_per_mm:
        return ()
    return (
        f"the cards are small in this picture: {scale:.2f} pixels a millimetre, and sure reading needs "
        f"{settings.least_px_per_mm:.1f}; move the camera nearer or take a larger picture",
    )


def with_hands(
    reading: TableReading,
    plane: Plane,
    values: Mapping[str, int],
    known_words: Sequence[KnownWord] = (),
    settings: Settings | None = None,
) -> TableReading:
    """Fills in the hands that lie before the seats to be counted; words known from before are no hands."""
    settings = settings or Settings()
    by_id = {card.id: card for card in reading.cards}
    in_words = {i for word in reading.words for i in word.cards}
    sets = [word.cards for word in reading.words]
    sets += [(card.id,) for card in reading.cards if card.id not in in_words and card.zone not in ("stock", "exposed")]
    groups, known = [], []
    for ids in sets:
        row = [by_id[i] for i in ids]
        angles = [_angle_on_plane(card, plane) for card in row]
        mean = np.degrees(np.arctan2(np.sin(angles).sum(), np.cos(angles).sum())) % 360.0
        group = Group(tuple(ids), np.array([card.centre_mm for card in row]), float(mean))
        groups.append(group)
        text = "".join(letter_of(card.face) for card in row)
        known.append(any(_same_word(text, group, word) for word in known_words))
    hands = find_hands(groups, plane, known, settings.zones)
    totals = {
        seat: SeenHand(ids, sum(values.get(by_id[i].face, 0) for i in ids)) for seat, ids in sorted(hands.items())
    }
    return replace(reading, hands=totals)


def _angle_on_plane(card: SeenCard, plane: Plane) -> float:
    a, b, c, d = plane.to_mm(card.corners)
    down = c + d - a - b
    return float(np.arctan2(down[1], down[0]) - np.pi / 2)


def _same_word(text: str, group: Group, word: KnownWord) -> bool:
    """Tells whether a row is a word known from before: it lies where that lay, and reads alike but for a doubt."""
    if np.hypot(*(group.middle - np.array(word.centre_mm))) > 60.0 or len(text) != len(word.text):
        return False
    return sum(a != b for a, b in zip(text, word.text, strict=True)) <= max(1, len(text) // 3)
