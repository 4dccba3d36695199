"""Painted pictures of what happens on a real table and is no move, read as at a real table: nothing is invented, the
next move is followed, and nobody is asked but where something stays hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.rulings import StandIn
from pi.simulate import layout
from pi.simulate.director import Shown, Simulation
from pi.simulate.disturb import DISTURBANCES, Story, reaching
from pi.simulate.followed import Followed, follow, true_sight
from pi.simulate.layout import Neatness
from pi.simulate.scene import Scene

NEAT = Neatness(stray=1.0, lean=1.0, turn=4.0, pitch=0.9)
SEATS = (("N", "Ann"), ("E", "Ben"), ("S", "Cleo"), ("W", "Dev"))
WORDS = (("N", "CHAIR"), ("E", "MUSTY"))


def laid_and_taken_back(rng: Random, scene: Scene, neat: Neatness) -> Story:
    """A player lays a word, and thinks better of it."""
    after = layout.place_word(rng, scene, len(scene.words), [(90, "P"), (91, "I"), (92, "E")], "S", neat)
    assert after is not None
    row = after.words[-1]
    assert row is not None
    hand = replace(after, covers=(reaching(rng, "S", *row.middle),))
    return [(2.0, hand), (1.0, after), (1.2, hand), (1.0, scene)]


def lost(rng: Random, scene: Scene, neat: Neatness) -> Story:
    """The camera is lost, and back some time later."""
    return [(20.0, scene)]


STORIES = {**DISTURBANCES, "laid and taken back": laid_and_taken_back, "lost": lost}


def disturbed(name: str, seed: int) -> Simulation:
    """Two words lie on the table; it is disturbed; then Cleo exchanges a card."""
    rng = Random(f"{name} {seed}")
    scene = layout.begin(rng, Scene(), (80, "O"), 11)
    shots, t = [Shown(0.0, scene)], 0.0
    truth = []
    for place, (seat, word) in enumerate(WORDS):
        cards = [(10 * place + number, face) for number, face in enumerate(word)]
        after = layout.place_word(rng, scene, place, cards, seat, NEAT)
        assert after is not None
        scene, t = after, t + 5.0
        truth.append({"type": "move", "t": t, "act": "compose", "seat": seat, "before": None, "after": word})
        shots.append(Shown(t, scene))
    t += 5.0
    story = STORIES[name](rng, scene, NEAT)
    assert story
    for after_s, table in story:
        t += after_s
        scene = table
        shots.append(Shown(t, scene))
    t += 8.0
    scene = layout.expose(rng, scene, (81, "K"))
    exchange = {
        "act": "exchange",
        "seat": "S",
        "before": None,
        "after": None,
        "exposed_before": "O",
        "exposed_after": "K",
    }
    truth.append({"type": "move", "t": t, **exchange})
    shots.append(Shown(t, scene))
    return Simulation(
        seed=seed, rules="home", language="en", pack="lexicon", dealer="W", seats=SEATS, shots=tuple(shots),
        presses=(), truth=tuple(truth), faces=(), told=((15.0, name),),
    )  # fmt: skip


def moves(lines: tuple[dict, ...] | list[dict]) -> Iterator[tuple]:
    names = ("act", "seat", "before", "after", "exposed_before", "exposed_after")
    return (tuple(line.get(name) for name in names) for line in lines if line["type"] == "move")


@pytest.mark.parametrize("name", sorted(STORIES))
def test_a_disturbed_table_is_followed_in_pictures(name: str) -> None:
    deal = disturbed(name, seed=7)
    followed: Followed = follow(deal, true_sight(deal), judge=StandIn())
    assert list(moves(followed.printed)) == list(moves(deal.truth))
    assert {doubt.about for doubt in followed.doubts} <= ({"table differs"} if name in ("mug", "sun") else set())
