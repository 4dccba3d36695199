"""What happens on a real table and is no move, each by its name: a list of (seconds after the last, table).

Each takes the table as it stands and gives the pictures of its story; the last is how the table stands afterwards. An
empty list: there is nothing on the table that it could happen to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import cos, radians, sin
from random import Random

from pi.simulate.layout import APART, free, lay_row
from pi.simulate.layout import Neatness as Neat
from pi.simulate.scene import CARD_WIDTH, HEIGHT, WIDTH, Cover, Row, Scene

Story = list[tuple[float, Scene]]


def reaching(rng: Random, seat: str, x: float, y: float) -> Cover:
    """Gives a hand that has come in from a seat's side, its fingers about x, y."""
    return Cover("hand", x + rng.gauss(0, 12), y + rng.gauss(0, 12), rng.uniform(55, 80), seat)


def _any_word(rng: Random, scene: Scene) -> int | None:
    places = [place for place, row in enumerate(scene.words) if row is not None]
    return rng.choice(places) if places else None


def _with_hand(rng: Random, scene: Scene, row: Row, seat: str | None = None) -> Scene:
    x, y = row.middle
    return replace(scene, covers=(*scene.covers, reaching(rng, seat or rng.choice("NESW"), x, y)))


def pushed(rng: Random, scene: Scene, neat: Neat) -> Story:
    """A word is pushed aside and lies a little turned."""
    place = _any_word(rng, scene)
    if place is None:
        return []
    row = scene.words[place]
    assert row is not None
    for _ in range(60):
        new = row.moved(rng.uniform(-90, 90), rng.uniform(-90, 90), rng.gauss(0, 7))
        if free(scene, new, place):
            after = scene.with_word(place, new)
            return [(rng.uniform(1, 3), _with_hand(rng, scene, row)), (rng.uniform(0.8, 3), after)]
    return []


def turned(rng: Random, scene: Scene, neat: Neat) -> Story:
    """A word is turned round so that another player can read it."""
    place = _any_word(rng, scene)
    if place is None:
        return []
    row = scene.words[place]
    assert row is not None
    for turn in rng.sample((180.0, 180.0, 90.0, 270.0), 4):
        for _ in range(30):
            new = row.moved(rng.gauss(0, 25), rng.gauss(0, 25), turn + rng.gauss(0, 3))
            if free(scene, new, place):
                after = scene.with_word(place, new)
                return [(rng.uniform(1, 3), _with_hand(rng, scene, row)), (rng.uniform(0.8, 3), after)]
    return []


def straightened(rng: Random, scene: Scene, neat: Neat) -> Story:
    """The cards of all words are straightened."""
    if not scene.rows:
        return []
    after, tidy = scene, Neat(0.3, 0.4, 0.5, 1.0)
    for place, row in enumerate(scene.words):
        if row is not None:
            cards = [(spot.card, spot.face) for spot in row.spots]
            new = lay_row(rng, cards, *row.middle, row.angle, replace(tidy, pitch=row.pitch / CARD_WIDTH))
            after = after.with_word(place, new)
    return [(rng.uniform(1, 3), _with_hand(rng, scene, scene.rows[0])), (rng.uniform(1, 3), after)]


def spread(rng: Random, scene: Scene, neat: Neat) -> Story:
    """A word's cards are spread, so that its letters can be read."""
    place = _any_word(rng, scene)
    if place is None:
        return []
    row = scene.words[place]
    assert row is not None
    cards = [(spot.card, spot.face) for spot in row.spots]
    for _ in range(40):
        new = lay_row(
            rng, cards, row.middle[0] + rng.gauss(0, 30), row.middle[1] + rng.gauss(0, 30), row.angle,
            replace(neat, pitch=rng.uniform(1.05, 1.4)),
        )  # fmt: skip
        if free(scene, new, place):
            after = scene.with_word(place, new)
            return [(rng.uniform(1, 3), _with_hand(rng, scene, row)), (rng.uniform(1, 3), after)]
    return []


def lifted(rng: Random, scene: Scene, neat: Neat) -> Story:
    """A card is lifted, looked at outside the picture, and put back."""
    place = _any_word(rng, scene)
    if place is None:
        return []
    row = scene.words[place]
    assert row is not None
    card = rng.choice(row.spots).card
    hand, away = _with_hand(rng, scene, row), replace(scene, gone=scene.gone | {card})
    seen = rng.uniform(1.0, 4.5)
    return [(rng.uniform(1, 2), hand), (1.0, away), (seen, replace(hand, gone=away.gone)), (1.0, scene)]


def resting(rng: Random, scene: Scene, neat: Neat) -> Story:
    """A hand rests on the table, over cards, and stays there for a while."""
    place = _any_word(rng, scene)
    row = None if place is None else scene.words[place]
    if row is None:
        return []
    return [(rng.uniform(1, 3), _with_hand(rng, scene, row)), (rng.uniform(4, 15), scene)]


def mug(rng: Random, scene: Scene, neat: Neat) -> Story:
    """Somebody puts a mug down on a word, and later takes it up again."""
    place = _any_word(rng, scene)
    row = None if place is None else scene.words[place]
    if row is None:
        return []
    spot = rng.choice(row.spots)
    under = replace(
        scene, covers=(*scene.covers, Cover("mug", spot.x + rng.gauss(0, 8), spot.y + rng.gauss(0, 8), 45.0))
    )
    return [
        (1.0, _with_hand(rng, scene, row)),
        (1.0, under),
        (rng.uniform(4, 20), _with_hand(rng, under, row)),
        (1.0, scene),
    ]


def lamp(rng: Random, scene: Scene, neat: Neat) -> Story:
    """The lamp is switched off for a moment, then on again."""
    return [(rng.uniform(1, 3), replace(scene, light=0.3)), (rng.uniform(1, 6), replace(scene, light=1.0))]


def sun(rng: Random, scene: Scene, neat: Neat) -> Story:
    """Sun falls through the window: in a patch of the table nothing can be read for a while."""
    x, y = rng.uniform(-WIDTH / 2, WIDTH / 2), rng.uniform(-HEIGHT / 2, HEIGHT / 2)
    patch = Cover("sun", x, y, rng.uniform(60, 140))
    return [(1.0, replace(scene, covers=(*scene.covers, patch))), (rng.uniform(3, 15), scene)]


def knocked(rng: Random, scene: Scene, neat: Neat) -> Story:
    """The camera is knocked and sees everything elsewhere from now on."""
    dx, dy, turn = scene.camera
    for _ in range(30):
        x, y, turned_by = rng.uniform(-25, 25), rng.uniform(-25, 25), rng.uniform(-2.5, 2.5)
        after = replace(scene, camera=(dx + x, dy + y, turn + turned_by))
        if abs(dx + x) < 35 and abs(dy + y) < 35 and abs(turn + turned_by) < 4 and _all_in_sight(after):
            return [(rng.uniform(1, 3), after)]
    return []


def _all_in_sight(scene: Scene) -> bool:
    dx, dy, turn = scene.camera
    c, s = cos(radians(turn)), sin(radians(turn))
    seen = ((c * p.x - s * p.y + dx, s * p.x + c * p.y + dy) for p in scene.spots)
    return all(abs(x) < WIDTH / 2 - CARD_WIDTH / 2 and abs(y) < HEIGHT / 2 - CARD_WIDTH / 2 for x, y in seen)


DISTURBANCES: Mapping[str, Callable[[Random, Scene, Neat], Story]] = {
    "pushed": pushed,
    "turned": turned,
    "straightened": straightened,
    "spread": spread,
    "lifted": lifted,
    "resting": resting,
    "mug": mug,
    "lamp": lamp,
    "sun": sun,
    "knocked": knocked,
}
"""The disturbances that come and go between two moves. A camera that is lost, and a player who lays and takes back, are
the director's: they touch the moves themselves."""

__all__ = ["APART", "DISTURBANCES", "Story", "reaching"]
