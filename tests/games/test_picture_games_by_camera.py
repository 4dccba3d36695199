"""Alice and Bobs followed from painted pictures of the cards that lie face up, and from presses at the seats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from told_table import Told

from engine import commands as c
from engine.captions import load_captions
from pi.onlooker import Onlooker
from vision.captions import CaptionReader
from vision.render.camera import Camera
from vision.render.sprite import Sprite, rounded, with_alpha
from vision.render.table import Placed
from vision.settle import Gate

sys.path.append(str(Path(__file__).parents[1] / "vision"))
from printed_captions import printed
from printed_tables import photographed


class Watched:
    """A table of picture cards whose pictures are painted from what lies face up, and looked at."""

    def __init__(self, table: Told, pack: str) -> None:
        self.table = table
        self.pack = load_captions(pack)
        self.t = 100.0
        self.eye = Onlooker(CaptionReader(self.pack), Gate(), self._submitted, lambda: table.state)

    def _submitted(self, command: Any) -> tuple[Any, ...]:
        self.table.do(command)
        return ()

    def shows(self, *cards: str) -> None:
        things = []
        for place, one in enumerate(cards):
            card = self.pack.card(one)
            assert card is not None
            face = printed(card)
            sprite = Sprite(with_alpha(face, rounded(face.shape[:2], 26.0)), 10.0)
            things.append(Placed(sprite, (place % 3 - 1) * 75.0, (place // 3 - 0.5) * 110.0, 2.0 * place - 3))
        picture, _ = photographed(things, Camera((2000, 1500), 2400.0, 900.0))
        reaching = picture.copy()
        reaching[:, 600:1400] = (120, 150, 200)
        for frame in (reaching, picture, picture, picture):
            self.t += 1.0
            self.eye.frame(frame, self.t)


def test_the_lines_of_bobs_are_followed_as_they_are_laid() -> None:
    table = Told("bobs", 3)
    table.do(c.Deal(t=0.0, seat="S"))
    watched = Watched(table, "bobs")
    watched.shows("humpty.1")
    watched.shows("humpty.1", "cole.1")
    watched.shows("humpty.2", "cole.1")
    assert table.state.own.lines == {"humpty": 2, "cole": 1}
    assert table.cards() == {"N": 5, "E": 5, "S": 5}


def test_a_leading_card_of_alice_is_seen_and_the_answer_is_pressed() -> None:
    table = Told("alice", 3)
    table.do(c.Deal(t=0.0, seat="S"))
    watched = Watched(table, "alice")
    watched.shows("1.1")
    assert table.state.own.leads == {"N": "1"}
    table.do(c.Press(t=200.0, seat="E", press="long"))
    watched.shows("1.1", "2.1")
    assert table.state.own.leads == {"N": "1", "E": "2"}
    table.do(c.Press(t=300.0, seat="S", press="short"))
    table.do(c.Press(t=301.0, seat="E", press="short"))
    assert table.scores() == {"N": 0, "E": 1, "S": 0}
