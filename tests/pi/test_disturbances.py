"""What happens on a real table and is no move: whole simulated hands, disturbed at every turn, are followed exactly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import count
from typing import Any

import pytest
from plain_words import plain_words

from pi.simulate.director import Simulation, Trouble, simulate
from pi.simulate.followed import Followed, Honest, follow, score

NOTHING_TO_ASK = ("pushed", "turned", "straightened", "spread", "lifted", "resting", "lamp", "knocked")
NEVER = Trouble(disturbed=0.0, changes_mind=0.0, bit_by_bit=0.0, lost=0.0)


def only(name: str) -> Trouble:
    return Trouble(disturbed=1.0, named=(name,), changes_mind=0.0, bit_by_bit=0.0, lost=0.0)


@lru_cache(maxsize=64)
def played(seed: int, rules: str, trouble: Trouble) -> Simulation:
    """A hand from ``seed`` on in which every exchange can be seen: a card for one of the same letter must be asked
    about whatever else happens, which is not what these tests are of."""
    deals = (simulate(number, rules, words=plain_words(), trouble=trouble) for number in count(seed, 100))
    return next(deal for deal in deals if all(map(can_be_seen, deal.truth)))


def can_be_seen(line: Mapping[str, Any]) -> bool:
    return line.get("act") != "exchange" or line["exposed_before"] != line["exposed_after"]


def followed_by(deal: Simulation, *, answered: bool = False) -> Followed:
    return follow(deal, judge=plain_words()[1], answer=Honest(deal) if answered else None)


def faults(deal: Simulation, followed: Followed) -> list[tuple[float, str]]:
    found = score(deal.truth, followed)
    return [*found.missed, *found.invented, *found.late]


@pytest.mark.parametrize("name", NOTHING_TO_ASK)
@pytest.mark.parametrize(("seed", "rules"), [(101, "home"), (102, "drive")])
def test_a_table_disturbed_at_every_turn_is_followed_without_a_question(name: str, seed: int, rules: str) -> None:
    deal = played(seed, rules, only(name))
    followed = followed_by(deal)
    assert name in {kind for _, kind in deal.told}
    assert faults(deal, followed) == []
    assert [doubt.about for doubt in followed.doubts] == []


@pytest.mark.parametrize("name", ["mug", "sun"])
@pytest.mark.parametrize(("seed", "rules"), [(101, "home"), (102, "drive")])
def test_a_word_hidden_for_a_while_is_asked_about_at_most_and_never_a_move(name: str, seed: int, rules: str) -> None:
    deal = played(seed, rules, only(name))
    followed = followed_by(deal, answered=True)
    assert name in {kind for _, kind in deal.told}
    assert faults(deal, followed) == []
    assert followed.undone == []


@pytest.mark.parametrize(("seed", "rules"), [(101, "home"), (102, "drive")])
def test_cards_laid_and_taken_back_before_the_turn_is_over_cost_nothing(seed: int, rules: str) -> None:
    deal = played(seed, rules, Trouble(disturbed=0.0, changes_mind=0.6, bit_by_bit=0.0, lost=0.0))
    assert "laid and taken back" in {kind for _, kind in deal.told}
    assert faults(deal, followed_by(deal)) == []


@pytest.mark.parametrize(("seed", "rules"), [(101, "home"), (102, "drive")])
def test_a_word_laid_in_two_goes_is_one_move(seed: int, rules: str) -> None:
    deal = played(seed, rules, Trouble(disturbed=0.0, changes_mind=0.0, bit_by_bit=1.0, lost=0.0))
    assert faults(deal, followed_by(deal)) == []


@pytest.mark.parametrize("seed", [101, 103, 104])
def test_moves_made_while_the_camera_was_lost_are_found_or_asked_about(seed: int) -> None:
    deal = played(seed, "home", Trouble(disturbed=0.0, changes_mind=0.0, bit_by_bit=0.0, lost=0.15))
    followed = followed_by(deal, answered=True)
    found = score(deal.truth, followed)
    assert "lost" in {kind for _, kind in deal.told}
    assert found.invented == ()
    assert [what for _, what in found.missed] == []


def test_an_undisturbed_hand_is_followed_exactly() -> None:
    deal = played(105, "home", NEVER)
    followed = followed_by(deal)
    assert faults(deal, followed) == []
    assert followed.doubts == []
