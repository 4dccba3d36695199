"""Where five and more players sit, and what lies before whom."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import pytest

from engine.bearings import bearings_of, seated
from engine.table import SeenBadge, SeenCard, SeenHand, SeenMarker, SeenWord, TableReading

SIX = {str(number + 1): 60.0 * number for number in range(6)}
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def at(bearing: float, away_mm: float) -> tuple[float, float]:
    """Gives a place so far from the table's middle."""
    return away_mm * sin(radians(bearing)), -away_mm * cos(radians(bearing))


def card(number: int, bearing: float, away_mm: float, turned: float = 0.0, zone: str = "centre") -> SeenCard:
    """A card that reads from a bearing, but for a turn."""
    return SeenCard(number, "A", 10, 0.99, SQUARE, (bearing + 180 + turned) % 360, at(bearing, away_mm), zone)


def read(*cards: SeenCard, words: tuple[SeenWord, ...] = (), **more) -> TableReading:
    """A reading of a table a metre wide and high."""
    return TableReading("a table", 1000, 1000, 1.0, cards, words, **more)


@pytest.mark.parametrize(("seat", "bearing"), SIX.items())
def test_a_card_before_a_seat_is_that_seats(seat, bearing):
    (found,) = seated(read(card(0, bearing, 400.0)), SIX).cards
    assert found.zone == seat


@pytest.mark.parametrize(("away", "turned"), [(100.0, 0.0), (400.0, 180.0)])
def test_a_card_in_the_middle_or_turned_to_another_is_nobodys(away, turned):
    (found,) = seated(read(card(0, 90.0, away, turned)), {"1": 90.0, "2": 0.0}).cards
    assert found.zone == "centre"


def test_a_word_is_read_from_the_seat_it_faces_and_its_cards_lie_where_it_lies():
    word = SeenWord("AA", (0, 1), 0.99, "centre", "N", 0.0)
    found = seated(read(card(0, 60.0, 410.0), card(1, 60.0, 390.0), words=(word,)), SIX)
    assert (found.words[0].faces, found.words[0].zone) == ("2", "2")
    assert found.words[0].edge_mm == pytest.approx(500 / sin(radians(60)) - 400)
    assert {one.zone for one in found.cards} == {"2"}


def test_stock_and_exposed_card_stay():
    found = seated(read(card(0, 0.0, 480.0, zone="stock"), card(1, 0.0, 480.0, zone="exposed")), SIX)
    assert [one.zone for one in found.cards] == ["stock", "exposed"]


def test_a_challenge_card_is_whose_place_it_lies_before_however_it_is_turned():
    marker = SeenMarker(60, "challenge", None, SQUARE, 17.0, at(240.0, 450.0))
    assert seated(read(markers=(marker,)), SIX).markers[0].zone == "5"


def test_a_badge_lies_before_whose_place_it_lies_at():
    badge = SeenBadge(12, SQUARE, at(240.0, 450.0))
    assert seated(replace(read(), badges=(badge,)), SIX).badges[0].zone == "5"


def test_counted_hands_go_to_who_they_lie_before():
    counted = read(card(0, 300.0, 420.0), card(1, 120.0, 420.0), hands={"W": SeenHand((0, 1), 20)})
    found = seated(counted, SIX).hands
    assert found == {"3": SeenHand((1,), 10), "6": SeenHand((0,), 10)}


def test_four_seats_stay_as_they_are_unless_bearings_are_configured():
    reading = read(replace(card(0, 0.0, 480.0), zone="N"))
    assert seated(reading, bearings_of("NESW", {})) is reading
    assert bearings_of("NES", {"E": 120.0, "S": 240.0}) == {"N": 0.0, "E": 120.0, "S": 240.0}


def test_five_sit_evenly_around_where_the_configuration_says_nothing_else():
    assert bearings_of("12345", {"5": 300.0}) == {"1": 0.0, "2": 72.0, "3": 144.0, "4": 216.0, "5": 300.0}
