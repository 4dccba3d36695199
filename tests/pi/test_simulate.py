"""Hands played by simulated players: by the rules, the same for the same seed, and written down as recordings."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import pytest
from plain_words import plain_words

from engine.cards import load_pack
from engine.errors import BadRecord, BadSettings
from engine.table import BACK
from pi.cli import main
from pi.recording import open_recording
from pi.simulate import director
from pi.simulate import followed as following
from pi.simulate import recording as writer
from pi.simulate.command import house_of
from pi.simulate.director import CALM, Simulation, Trouble
from pi.simulate.followed import Followed, score
from pi.simulate.readings import EXACT, GOOD, Slips, read_scene
from pi.simulate.scene import Scene, box, boxes_meet, within


def simulate(seed: int, rules: str = "home", players: int = 4, **options: Any) -> Simulation:
    return director.simulate(seed, rules, players, words=plain_words(), **options)


def follow(deal: Simulation, slips: Slips = EXACT) -> Followed:
    return following.follow(deal, following.plain_sight(deal, slips), judge=plain_words()[1])


@lru_cache(maxsize=16)
def home(seed: int = 7) -> Simulation:
    return simulate(seed, "home")


@lru_cache(maxsize=16)
def cut(seed: int) -> Simulation:
    return simulate(seed, "home", cut=True, trouble=CALM)


def test_the_same_seed_plays_the_same_hand() -> None:
    assert simulate(7, "home") == home(7)


def test_another_seed_plays_another_hand() -> None:
    assert simulate(8, "home").truth != home(7).truth


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_can_sit_down(players: int) -> None:
    assert len(simulate(3, players=players).seats) == players


def test_five_players_cannot_sit_down() -> None:
    with pytest.raises(BadSettings, match="choose 2, 3 or 4"):
        simulate(3, players=5)


def test_no_card_is_ever_seen_twice() -> None:
    counts = load_pack("lexicon").counts
    for shown in home().shots:
        seen = Counter(spot.card for spot in shown.scene.spots if spot.face != BACK)
        faces = Counter(spot.face for spot in shown.scene.spots if spot.face != BACK)
        assert max(seen.values(), default=1) == 1
        assert all(count <= counts[face] for face, count in faces.items())


def test_everything_lies_in_sight() -> None:
    assert all(within(spot.corners, margin=-15.0) for shown in home().shots for spot in shown.scene.spots)


def test_the_truth_runs_forward_in_time() -> None:
    times = [line["t"] for line in home().truth]
    assert times == sorted(times)


def test_the_pictures_run_forward_in_time() -> None:
    times = [shown.t for shown in home().shots]
    assert times == sorted(times)


def test_a_drives_deal_ends_with_initials() -> None:
    assert [line["type"] for line in simulate(5, "drive").truth[-3:]] == ["initialled"] * 3


def test_a_house_rule_is_played_by() -> None:
    deal = simulate(5, "home", house={"min_word": 4}, trouble=CALM)
    assert all(len(line["after"]) >= 4 for line in deal.truth if line.get("act") == "compose")


def test_an_exact_reading_says_what_lies_there() -> None:
    last = next(shown.scene for shown in reversed(home().shots) if not shown.scene.covers)
    reading = read_scene(last, load_pack("lexicon").values, EXACT, Random(0))
    assert {word.text for word in reading.words} >= {
        "".join("*" if spot.face == "MASTER" else spot.face for spot in row.spots) for row in last.rows
    }


def test_shapes_that_overlap_meet() -> None:
    assert boxes_meet(box(0, 0, 10, 10, 0), box(6, 6, 10, 10, 45))


def test_shapes_side_by_side_do_not_meet() -> None:
    assert not boxes_meet(box(0, 0, 10, 10, 0), box(12, 0, 10, 10, 0))


def test_a_cut_for_the_deal_is_read_and_the_deal_noticed() -> None:
    deal = cut(0)
    followed = follow(deal)
    assert [line["type"] for line in followed.printed[:2]] == ["cut", "deal"]
    assert score(deal.truth, followed).missed == ()


def test_equal_cards_are_cut_again() -> None:
    deal = cut(23)
    cuts = [line for line in follow(deal).printed if line["type"] == "cut"]
    assert [line["seat"] is None for line in cuts] == [True, False]
    assert set(cuts[1]["cards"]) < set(cuts[0]["cards"])


@pytest.mark.parametrize("seed", [201, 202, 203, 204])
def test_hands_read_with_slips_are_followed_without_an_invented_move(seed: int) -> None:
    deal = simulate(seed, ("home", "drive")[seed % 2])
    assert score(deal.truth, follow(deal, GOOD)).invented == ()


class PlainPainter:
    """Paints nothing but the number of cards: drawing is tested where it is done."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def paint(self, scene: Scene, number: int) -> object:
        import numpy as np

        return np.full((30, 40, 3), len(scene.spots), np.uint8)


def test_a_recording_is_written_as_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "Painter", PlainPainter)
    writer.write_recording(tmp_path / "a hand", home())
    read = open_recording(tmp_path / "a hand")
    assert [shot.t for shot in read.shots] == [shown.t for shown in home().shots]
    assert read.presses == home().presses
    assert [line["type"] for line in read.truth] == [line["type"] for line in home().truth]
    assert read.dealer == home().dealer


def test_a_recording_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "frames").mkdir()
    with pytest.raises(BadRecord, match="is not empty; name a new folder"):
        writer.write_recording(tmp_path, home())


@pytest.mark.parametrize("game", ["lexicon", "anagrams"])
def test_a_folder_that_holds_something_is_refused_before_the_hand_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    (tmp_path / "frames").mkdir()
    # No such pack: who begins to play says so.
    assert main(["simulate", str(tmp_path), "--game", game, "--pack", "nosuch"]) == 2
    assert "is not empty; name a new folder" in capsys.readouterr().err


def test_a_folder_that_is_refused_with_its_hand_is_not_made(tmp_path: Path) -> None:
    assert main(["simulate", str(tmp_path / "new"), "--pack", "nosuch"]) == 2
    assert not (tmp_path / "new").exists()


def test_a_scene_is_painted_with_its_cards(tmp_path: Path) -> None:
    from pi.simulate.picture import SIZE, Painter

    painter = Painter(4)
    shown = next(shown for shown in home().shots if len(shown.scene.rows) >= 2 and not shown.scene.covers)
    empty, laid = painter.paint(Scene(), 0), painter.paint(shown.scene, 0)
    assert laid.shape == (SIZE[1], SIZE[0], 3)
    assert (cv2.absdiff(empty, laid).max(axis=2) > 40).mean() > 0.02


def test_no_lamp_burns_out_a_part_of_the_table() -> None:
    from pi.simulate.picture import Painter

    painted = Painter(302).paint(Scene(), 0)
    assert (painted.min(axis=2) >= 250).mean() < 0.01


def test_the_command_prints_the_truth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--seed", "7", "--calm"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["type"] == "move"
    assert lines[-1]["type"] == "hands"


def test_house_rules_are_read_from_the_command_line() -> None:
    assert house_of(["minutes=3", "lost_turn=this", "initials=true"]) == {
        "minutes": 3, "lost_turn": "this", "initials": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--house", "minutes=nan"], "minutes is nan; it must be a number from 0 to 1440"),
        (["--house", "minutes=abc"], "minutes is 'abc'; it must be a number from 0 to 1440"),
        (["--pack", "letters"], "the pack letters has no counts, so no hand can be dealt from it; choose "),
        (["--lang", "xx"], "no words in the language 'xx'; choose en or fr"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    out = capsys.readouterr()
    assert why in out.err
    assert out.err.count("\n") == 1
    assert out.out == ""


def test_a_house_rule_without_a_value_is_refused() -> None:
    with pytest.raises(BadSettings, match="write it as minutes=3"):
        house_of(["minutes"])


def test_disturbances_can_be_turned_off() -> None:
    assert simulate(7, trouble=Trouble(disturbed=0, changes_mind=0, bit_by_bit=0, lost=0)).told == ()
