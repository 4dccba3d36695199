from __future__ import annotations

import contextlib
import time
from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engine.bell import Bell
from engine.state import Owed, Player, Question, TableState
from pi.config import Pins
from pi.lights import BELL, OUT, TURN, UNSURE, Lights, glows

SEATS = ("N", "E", "S", "W")
PLAY = TableState(phase="play", turn="E", players=tuple(Player(seat, seat) for seat in SEATS))
RETIRED = replace(PLAY, players=(*PLAY.players[:3], Player("W", "W", retired=True)))
COUNT = replace(PLAY, phase="count", turn=None)
RUNG = replace(COUNT, bell=Bell("rung"))
MARKED = replace(RUNG, players=(Player("N", "N", marked=10), *PLAY.players[1:]))
ASKED = Question("unclear word", "ZZ", 1.0)


@pytest.fixture
def factory():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        (PLAY, {"E": TURN}),
        (replace(PLAY, turn=None), {}),
        (replace(PLAY, owed=Owed("S", "WIERD", None)), {"S": TURN}),
        (replace(PLAY, question=ASKED), dict.fromkeys(SEATS, UNSURE)),
        (replace(RETIRED, question=ASKED), dict.fromkeys("NES", UNSURE)),
        (replace(PLAY, question=replace(ASKED, seats=("S",))), {"S": UNSURE}),
        (replace(COUNT, out="N"), {"N": OUT}),
        (replace(COUNT, out="N", owed=Owed("N", "WIERD", None)), {"N": TURN}),
        (RUNG, dict.fromkeys(SEATS, BELL)),
        (MARKED, {}),
        (replace(PLAY, phase="ready"), {}),
        (replace(PLAY, phase="over", out="N"), {}),
        (TableState(), {}),
    ],
)
def test_each_light_shows_what_its_player_should_know(state, shown):
    assert glows(state) == shown


def test_no_two_glows_share_a_colour_or_a_rhythm():
    every = (TURN, UNSURE, OUT, BELL)
    assert len({glow.colour for glow in every}) == len({(glow.on, glow.off) for glow in every if glow.off}) + 1 == 4


def colour(factory: MockFactory, seat: str) -> tuple[float, ...]:
    return tuple(round(factory.pin(pin).state, 2) for pin in Pins().lights[seat])


def lit(factory: MockFactory, seat: str) -> tuple[float, ...]:
    """Waits until a light that blinks is lit; gives its colour."""
    until = time.monotonic() + 5
    while not any(colour(factory, seat)):
        assert time.monotonic() < until, f"the light of {seat} stays dark"
        time.sleep(0.005)
    return colour(factory, seat)


def test_the_turn_passes_from_light_to_light(factory):
    with Lights(Pins(), factory) as lights:
        lights.show(PLAY)
        assert [colour(factory, seat) for seat in SEATS] == [(0, 0, 0), TURN.colour, (0, 0, 0), (0, 0, 0)]
        lights.show(replace(PLAY, turn="S"))
        assert [colour(factory, seat) for seat in SEATS] == [(0, 0, 0), (0, 0, 0), TURN.colour, (0, 0, 0)]


def test_a_light_that_blinks_goes_on_and_off(factory):
    with Lights(Pins(), factory) as lights:
        lights.show(RUNG)
        assert lit(factory, "N") == BELL.colour
        red = factory.pin(Pins().lights["N"][0])
        until = time.monotonic() + 5
        while [state.state for state in red.states].count(1) < 2:
            assert time.monotonic() < until, "it was lit once only"
            time.sleep(0.01)


def test_a_question_that_is_answered_gives_way_to_the_turn(factory):
    with Lights(Pins(), factory) as lights:
        lights.show(replace(PLAY, question=ASKED))
        assert lit(factory, "W") == UNSURE.colour
        lights.show(PLAY)
        assert [colour(factory, seat) for seat in SEATS] == [(0, 0, 0), TURN.colour, (0, 0, 0), (0, 0, 0)]


@pytest.mark.parametrize("state", [PLAY, RUNG, replace(PLAY, question=ASKED)])
def test_every_light_is_out_once_they_are_closed(factory, state):
    lights = Lights(Pins(), factory)
    lights.show(state)
    lights.close()
    lights.close()
    assert [colour(factory, seat) for seat in SEATS] == [(0, 0, 0)] * 4
    Lights(Pins(), factory).close()


def test_the_lights_are_out_when_what_shows_them_fails(factory):
    with contextlib.suppress(RuntimeError), Lights(Pins(), factory) as lights:
        lights.show(PLAY)
        raise RuntimeError("a slip")
    assert colour(factory, "E") == (0, 0, 0)


def test_a_pin_that_is_taken_frees_the_pins_before_it(factory):
    with Lights(Pins(lights={"N": (17, 27, 22)}), factory):
        with pytest.raises(Exception, match="17"):
            Lights(Pins(lights={"E": (23, 24, 25), "N": (17, 27, 22)}), factory)
        Lights(Pins(lights={"E": (23, 24, 25)}), factory).close()


def test_a_seat_without_a_light_is_passed_over(factory):
    with Lights(Pins(lights={"N": (17, 27, 22)}), factory) as lights:
        lights.show(PLAY)
        assert colour(factory, "N") == (0, 0, 0)
