"""A whole hand without a keyboard or a screen: all that happens is cards on the table and presses of four buttons.

The pictures are painted, and read as at a real table; the buttons hang on gpiozero's mock pins.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engine.cards import load_pack
from engine.events import Answered, ClockStarted, Cut, Dealt, Doubted, Event, Initialled, Marked, Moved, Out, Ruled
from engine.games import game
from engine.markers import SIGNALS
from engine.rulings import open_judge
from pi import machine, wiring
from pi.books import open_journal
from pi.cameras import Frame
from pi.config import Settings
from pi.following import Following
from pi.simulate.layout import BACK, Neatness, lay_row
from pi.simulate.picture import Painter
from pi.simulate.scene import FACING, Row, Scene, Sign, Spot
from pi.station import Station

PLACES = {"N": (0.0, -300.0), "E": (400.0, 0.0), "S": (0.0, 300.0), "W": (-400.0, 0.0)}
NEAT = Neatness(stray=0.8, lean=0.8, turn=0.0, pitch=1.02)
SETTINGS = Settings(
    players=("Ann", "Ben", "Cleo", "Dev"), hardware="none", house={"hand_size": 6, "initials": True, "minutes": 7}
)


class Time:
    """The machine's clock, which runs by what the players do."""

    t = 0.0

    def now(self) -> float:
        return self.t


class Players:
    """Four people with their cards and buttons; as a camera they give frames of each table that they leave."""

    name = "the players"

    def __init__(self, station: Station[Any], factory: MockFactory, time: Time) -> None:
        self._time = time
        self._station = station
        self._factory = factory
        self._painter = Painter(5)
        self._rng = Random(5)
        self._cards = 0
        self._frames = 0
        self.scene = Scene()

    def close(self) -> None:
        """A camera can be closed."""

    def press(self, seat: str) -> None:
        """Presses a seat's button; the next thing happens once the table has answered."""
        before = len(self._station.recorded())
        pin = self._factory.pin(SETTINGS.pins.seats[seat])
        self._time.t += 1.0
        pin.drive_low()
        threading.Event().wait(2 * SETTINGS.pins.bounce)
        pin.drive_high()
        for _ in range(1000):
            if len(self._station.recorded()) > before:
                return
            threading.Event().wait(0.03)
        raise AssertionError(f"the press of {seat} was not answered")

    def shows(self, **change: Any) -> Iterator[Frame]:
        """The table rests some seconds with what has changed on it."""
        self.scene = replace(self.scene, **change)
        self._time.t += 1.0
        for rests in (0.0, 1.5):
            self._frames += 1
            self._time.t += rests
            yield Frame(self._painter.paint(self.scene, self._frames), self._time.t, f"{self._frames}")
        self._time.t += 3.0

    def row(self, text: str, seat: str, x: float, y: float) -> Row:
        """Lays cards that a seat can read."""
        cards = [(self._cards + place, face) for place, face in enumerate(text)]
        self._cards += len(text)
        return lay_row(self._rng, cards, x, y, FACING[seat], NEAT)

    def before(self, seat: str, text: str) -> Row:
        """Lays cards face up before a seat."""
        return self.row(text, seat, *PLACES[seat])

    def cut(self, **cards: str) -> Iterator[Frame]:
        """Each of these seats cuts a card, shows it, and puts it back."""
        yield from self.shows(hands=tuple((seat, self.before(seat, face)) for seat, face in cards.items()))
        yield from self.shows(hands=())

    def frames(self) -> Iterator[Frame]:
        """Plays the hand."""
        stock = Spot(BACK, "BACK", 40.0, 0.0, 2.0)
        yield from self.shows(stock=stock, stock_cards=52)
        yield from self.cut(N="F", E="A", S="K", W="A")
        yield from self.cut(E="C", W="M")
        # Ben deals, and starts the seven minutes
        yield from self.shows(stock_cards=27, exposed=Spot(900, "H", -30.0, 0.0, 1.0))
        self.press("E")
        # Cleo exchanges a card
        yield from self.shows(exposed=Spot(901, "K", -28.0, 2.0, 4.0))
        # Dev's word is misspelt: Ann's button; he takes it back
        yield from self.shows(words=(self.row("WIERD", "W", -250.0, 0.0),))
        self.press("N")
        yield from self.shows(words=())
        # Ann's is a name: Ben lays his printed card, and takes it up with her cards
        oslo = self.row("OSLO", "N", 0.0, -170.0)
        yield from self.shows(words=(oslo,))
        yield from self.shows(signs=(sign("challenge", "E", 330.0, -260.0, 40.0),))
        yield from self.shows(words=(), signs=())
        # no list decides Ben's: Cleo's button, and a YES card
        almeh = self.row("ALMEH", "E", 250.0, 0.0)
        yield from self.shows(words=(almeh,))
        self.press("S")
        yield from self.shows(signs=(sign("yes", None, -330.0, 260.0, 200.0),))
        yield from self.shows(signs=())
        # Cleo lays a word; Dev and Ann have lost their turns; Ben goes out
        yield from self.shows(words=(almeh, self.row("HAT", "S", -60.0, 170.0)))
        yield from self.shows(words=(almeh, self.row("HATS", "S", -40.0, 170.0)))
        hands = {"N": "OSLOEQ", "S": "NGZ", "W": "WIERDJ"}
        yield from self.shows(hands=tuple((seat, self.before(seat, text)) for seat, text in hands.items()))
        for seat in "NESW":
            self.press(seat)


def sign(says: str, seat: str | None, x: float, y: float, angle: float) -> Sign:
    number = next(number for number, signal in SIGNALS.items() if (signal.says, signal.seat) == (says, seat))
    return Sign(number, x, y, angle)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, words_dir: Path) -> Iterator[tuple[list[Event], Any]]:
    """Plays the hand; gives what was recorded and how the table stands."""
    from vision.reader import Reader
    from vision.settle import Gate

    factory = MockFactory(pin_class=MockPWMPin)
    folder = tmp_path_factory.mktemp("hand")
    with pytest.MonkeyPatch.context() as patch, open_journal(folder / "table.journal") as journal:
        patch.setattr(wiring, "open_factory", lambda hardware: (factory, "mock pins"))
        time = Time()
        judge = open_judge("en", words_dir)
        with Station(journal, game("lexicon"), judge, monotonic=time.now, boot=lambda: "one") as station:
            machine.set_up(station, SETTINGS)
            with wiring.wired(station, SETTINGS):
                following = Following(station, Players(station, factory, time), Reader(load_pack("lexicon")), Gate())
                following.run()
                following.close()
            yield [entry.event for entry in station.recorded()], station.state()


def of(kind: type[Event], played: tuple[list[Event], Any]) -> list[Any]:
    return [event for event in played[0] if isinstance(event, kind)]


def test_equal_cards_are_cut_again_and_the_highest_deals(played):
    first, second = of(Cut, played)
    assert (first.seat, second.seat, second.cards) == (None, "E", {"E": "C", "W": "M"})
    assert of(Dealt, played)[0].seat == "E"


def test_the_dealers_button_starts_the_seven_minutes(played):
    assert [event.seconds for event in of(ClockStarted, played)] == [420.0]


def test_every_move_is_followed(played):
    assert [(m.act, m.seat, m.before or m.exposed_before, m.after or m.exposed_after) for m in of(Moved, played)] == [
        ("exchange", "S", "H", "K"),
        ("compose", "W", None, "WIERD"),
        ("takeback", "W", "WIERD", None),
        ("compose", "N", None, "OSLO"),
        ("takeback", "N", "OSLO", None),
        ("compose", "E", None, "ALMEH"),
        ("compose", "S", None, "HAT"),
        ("insert", "E", "HAT", "HATS"),
    ]


def test_challenges_come_from_a_button_and_from_a_printed_card(played):
    assert [(r.seat, r.word, r.ruling, r.by) for r in of(Ruled, played)] == [
        ("N", "WIERD", "upheld", "machine"),
        ("E", "OSLO", "upheld", "machine"),
        ("S", "ALMEH", "asked", "machine"),
        ("S", "ALMEH", "refused", "card"),
    ]


def test_a_question_is_answered_by_a_printed_card(played):
    assert [(a.about, a.answer, a.by) for a in of(Answered, played)] == [("unclear word", "yes", "card")]
    assert of(Doubted, played) == []


def test_who_goes_out_ends_the_hand_and_the_hands_are_totalled(played):
    assert [event.seat for event in of(Out, played)] == ["E"]
    (hands,) = of(Marked, played)
    assert hands.totals == {"N": 46, "E": 0, "S": 14, "W": 48}


def test_each_total_is_initialled_by_the_left_hand_neighbours_button(played):
    assert {(event.seat, event.by) for event in of(Initialled, played)} == {
        ("N", "E"),
        ("E", "S"),
        ("S", "W"),
        ("W", "N"),
    }
    scores = {player.seat: player.score for player in played[1].players}
    assert scores == {"N": 36, "E": -10, "S": 24, "W": 48}


def test_nobody_touched_a_keyboard_or_a_screen(played):
    assert "desk" not in {getattr(event, "by", "") for event in played[0]}
