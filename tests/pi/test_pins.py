from __future__ import annotations

import itertools
import threading
import warnings

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engine.errors import Missing
from engine.events import BellRang, Dealt, Doubted, Moved, Ruled, TurnLost, Warned
from engine.games.protocol import Recorded
from pi.config import Pins
from pi.patterns import PATTERNS, pattern_for, pulses
from pi.pins import Buttons, Presses, Sounder, open_factory


@pytest.fixture
def factory():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


def played(pins: Pins, factory: MockFactory, *patterns: str) -> list[float]:
    """Sounds patterns to their end without waiting; gives the buzzer pin's states."""
    done = threading.Event()
    left = sum(2 * len(PATTERNS[pattern]) for pattern in patterns)

    def sleep(_: float) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            done.set()

    with Sounder(pins, factory, sleep=sleep) as sounder:
        for pattern in patterns:
            sounder.sound(pattern)
        assert done.wait(5)
    return [state.state for state in factory.pin(pins.buzzer).states]


@pytest.mark.parametrize("pattern", sorted(PATTERNS))
def test_every_pattern_ends_in_quiet(factory, pattern):
    states = played(Pins(), factory, pattern)
    assert states[-1] == 0
    assert sum(1 for a, b in itertools.pairwise(states) if a == 0 and b > 0) == len(PATTERNS[pattern])


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("one minute", [(0.25, 0.15)] * 2),
        ("ten seconds", [(0.12, 0.1)] * 3),
        ("bell", [(0.7, 0.15), (0.7, 0.15), (1.2, 0.06)]),
    ],
)
@pytest.mark.parametrize("kind", ["tone", "plain"])
def test_the_bell_and_its_warnings_sound_exactly_so(factory, pattern, told, kind):
    """Seconds on and off in turn, with what the pin did meanwhile."""
    waited: list[tuple[float, bool]] = []
    done = threading.Event()

    def sleep(seconds: float) -> None:
        waited.append((seconds, factory.pin(18).state > 0))
        if len(waited) == 2 * len(told):
            done.set()

    with Sounder(Pins(buzzer_kind=kind), factory, sleep=sleep) as sounder:
        sounder.sound(pattern)
        assert done.wait(5)
    assert waited == [(seconds, on) for beep in told for seconds, on in zip(beep, (True, False), strict=True)]


def test_the_bell_is_not_held_up_by_what_sounds_already(factory):
    began: list[str] = []
    sounding, rang = threading.Event(), threading.Event()
    sounder = Sounder(Pins(), factory)
    beeps = sounder._on

    def on(note: str) -> None:
        beeps(note)
        began.append(note)
        (rang if note == "A5" else sounding).set()

    sounder._on = on  # type: ignore[method-assign]
    with sounder:
        for pattern in ("one minute", "refused", "counted"):
            sounder.sound(pattern)
        assert sounding.wait(5)
        sounder.sound("bell")
        assert rang.wait(0.2)
    assert began == ["E5", "A5"]


def test_nothing_less_cuts_the_bell_short(factory):
    cut: list[bool] = []
    done = threading.Event()

    def sleep(_: float) -> None:
        sounder.sound("one minute")
        cut.append(sounder._cut.is_set())
        if len(cut) == 6:
            done.set()

    with Sounder(Pins(), factory, sleep=sleep) as sounder:
        sounder.sound("bell")
        assert done.wait(5)
    assert not any(cut[:6])


def test_an_active_buzzer_is_switched_and_not_played(factory):
    states = played(Pins(buzzer_kind="plain"), factory, "ten seconds")
    assert states[-1] == 0
    assert states.count(1) == 3


def test_nothing_sounds_before_it_is_asked(factory):
    with Sounder(Pins(), factory):
        assert [state.state for state in factory.pin(18).states] == [0]


def test_a_buzzer_is_quiet_after_it_was_closed_in_the_middle_of_a_tone(factory):
    sounding = threading.Event()
    go_on = threading.Event()

    def sleep(_: float) -> None:
        sounding.set()
        go_on.wait(5)

    sounder = Sounder(Pins(), factory, sleep=sleep)
    sounder.sound("bell")
    assert sounding.wait(5)
    closing = threading.Thread(target=sounder.close)
    closing.start()
    go_on.set()
    closing.join(5)
    sounder.close()
    assert factory.pin(18).state == 0


def test_the_last_patterns_are_told_newest_first(factory):
    with Sounder(Pins(), factory, sleep=lambda _: None) as sounder:
        sounder.sound("start")
        sounder.sound("bell")
        assert [name for name, _ in sounder.last()] == ["bell · pin 18", "start · pin 18"]
        assert sounder.last()[0][1] == pulses("bell")


@pytest.mark.parametrize(
    ("event", "pattern"),
    [
        (Warned(t=360.0, remaining=60.0), "one minute"),
        (Warned(t=410.0, remaining=10.0), "ten seconds"),
        (BellRang(t=420.0), "bell"),
        (Moved(t=1.0, act="compose", seat="N", after="HAT"), "move taken"),
        (Moved(t=1.0, act="takeback", seat="N", before="HAT"), "your turn"),
        (TurnLost(t=1.0, seat="N"), "your turn"),
        (Dealt(t=1.0, seat="N", number=1, exposed="H"), "your turn"),
        (Ruled(t=1.0, seat="N", word="WIERD", ruling="upheld", verdict="misspelt"), "upheld"),
        (Ruled(t=1.0, seat="N", word="HAT", ruling="refused", verdict="good"), "refused"),
        (Ruled(t=1.0, seat="N", word="HA?", ruling="asked", verdict="unclear"), "unsure"),
        (Doubted(t=1.0, about="exposed"), "unsure"),
    ],
)
def test_each_event_has_its_own_sound(event, pattern):
    assert pattern_for(event) == pattern


def test_a_recorded_event_is_heard(factory):
    with Sounder(Pins(), factory, sleep=lambda _: None) as sounder:
        sounder.hear(Recorded("table", 1, "", BellRang(t=420.0)))
        assert sounder.last()[0][0] == "bell · pin 18"


@pytest.mark.parametrize(
    ("edges", "told"),
    [
        ([("d", 0.0), ("u", 0.2)], ["short"]),
        ([("d", 0.0), ("u", 0.8)], ["long"]),
        ([("d", 0.0), ("u", 0.001), ("d", 0.002), ("u", 0.003), ("d", 0.004), ("u", 0.2)], ["short"]),
        ([("d", 0.0), ("u", 0.2), ("d", 0.201), ("u", 0.203)], ["short"]),
        ([("d", 0.0), ("u", 0.005), ("d", 600.0), ("u", 600.2)], ["short"]),
        ([("d", 0.0), ("u", 0.2), ("d", 0.4), ("u", 1.4)], ["short", "long"]),
        ([("u", 0.2)], []),
    ],
)
def test_a_press_is_told_once_and_by_its_length(edges, told):
    presses = Presses(bounce=0.03, hold=0.8)
    found = []
    for edge, at in edges:
        if edge == "d":
            presses.down(at)
        elif (press := presses.up(at)) is not None:
            found.append(press)
    assert found == told


def press(factory: MockFactory, pin: int, now: list[float], seconds: float) -> None:
    now[0] += 1.0
    factory.pin(pin).drive_low()
    now[0] += seconds
    factory.pin(pin).drive_high()


def test_buttons_tell_their_seat_and_the_hall_button_starts_and_stops(factory):
    now = [0.0]
    told: list[tuple[str | None, str]] = []
    all_told = threading.Event()

    def on_press(seat: str | None, kind: str) -> None:
        told.append((seat, kind))
        if len(told) == 4:
            all_told.set()

    with Buttons(Pins(), factory, on_press, clock=lambda: now[0]):
        press(factory, 6, now, 0.1)
        press(factory, 19, now, 1.0)
        press(factory, 7, now, 0.1)
        press(factory, 7, now, 1.0)
        assert all_told.wait(5)
    assert told == [("E", "short"), ("W", "long"), (None, "start"), (None, "long")]


def test_a_press_that_goes_wrong_does_not_stop_the_next(factory, caplog):
    now = [0.0]
    second = threading.Event()

    def on_press(seat: str | None, kind: str) -> None:
        if seat == "N":
            raise RuntimeError("no such player")
        second.set()

    with Buttons(Pins(), factory, on_press, clock=lambda: now[0]):
        press(factory, 5, now, 0.1)
        press(factory, 6, now, 0.1)
        assert second.wait(5)
    assert "went wrong" in caplog.text


def test_pins_are_free_again_after_closing(factory):
    buttons = Buttons(Pins(), factory, lambda seat, kind: None)
    buttons.close()
    buttons.close()
    Buttons(Pins(), factory, lambda seat, kind: None).close()


def test_without_pins_there_are_mock_pins_and_no_warnings(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        factory, about = open_factory("auto", model=tmp_path / "none")
    assert isinstance(factory, MockFactory)
    assert about == "no pins: this machine has no pins"
    factory.close()


def test_pins_that_must_be_there_are_missed(tmp_path):
    with pytest.raises(Missing, match="this machine has no pins"):
        open_factory("pins", model=tmp_path / "none")
