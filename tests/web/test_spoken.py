"""What is said aloud: one short sentence for what is certain, in both languages, as much as was asked for."""

from __future__ import annotations

import pytest

from engine import events as e
from engine.state import Player, TableState
from web.spoken import LEVELS, said, spoken

NAMES = {"N": "Ann", "E": "Ben"}
PLAY = TableState(phase="play", players=(Player("N", "Ann"), Player("E", "Ben")), turn="E")
COUNT = TableState(phase="count", players=PLAY.players)
LAID = e.Moved(t=1.0, act="compose", seat="N", after="FAR")
UPHELD = e.Ruled(t=1.0, seat="E", word="WIERD", ruling="upheld", verdict="misspelt")

EVENTS = [
    (e.Warned(t=1.0, remaining=60.0), "One minute.", "One minute.", "Une minute."),
    (e.Warned(t=1.0, remaining=10.0), "Ten seconds.", "Ten seconds.", "Dix secondes."),
    (e.BellRang(t=1.0), "The bell.", "The bell.", "La cloche."),
    (e.Out(t=1.0, seat="N"), "Ann is out.", "Ann is out.", "Ann a fini."),
    (UPHELD, "Challenge upheld.", "Challenge upheld: wierd goes back.", "Contestation admise : wierd est à reprendre."),
    (
        e.Ruled(t=1.0, seat="E", word="FAR", ruling="refused", verdict="good"),
        *("Challenge refused.", "Challenge refused: far stands.", "Contestation rejetée : far tient."),
    ),
    (
        e.Ruled(t=1.0, seat="E", word="FAR", ruling="asked", verdict="unclear"),
        *(
            "I am unsure: a person decides.",
            "I am unsure: a person decides.",
            "J’ai un doute : quelqu’un doit décider.",
        ),
    ),
    (
        e.Doubted(t=1.0, about="taken back"),
        *("I am unsure.", "A word is gone from the table. Was it taken back?"),
        "Un mot a quitté la table. A-t-il été repris ?",
    ),
    (LAID, None, "Ann lays far; Ben to play.", "Ann pose far ; à Ben de jouer."),
    (
        e.Moved(t=1.0, act="exchange", seat="N", exposed_after="U"),
        *(None, "Ann exchanges; Ben to play.", "Ann échange ; à Ben de jouer."),
    ),
    (e.TurnLost(t=1.0, seat="N"), None, "Ann loses a turn.", "Ann perd un tour."),
    (e.Answered(t=1.0, about="taken back", answer="yes"), None, None, None),
]


@pytest.mark.parametrize(("event", "brief", "full", "french"), EVENTS)
def test_each_event_is_told_in_a_sentence(event: e.Event, brief: str, full: str, french: str) -> None:
    assert spoken("en", event, PLAY, NAMES, "brief") == brief
    assert spoken("en", event, PLAY, NAMES, "full") == full
    assert spoken("fr", event, PLAY, NAMES, "full") == french


@pytest.mark.parametrize("event", [event for event, *_ in EVENTS])
def test_nothing_is_said_when_speech_is_off(event: e.Event) -> None:
    assert spoken("en", event, PLAY, NAMES, "off") is None


def test_a_play_that_ends_the_deal_calls_nobody() -> None:
    assert spoken("en", LAID, COUNT, NAMES, "full") == "Ann lays far."


@pytest.mark.parametrize(
    ("word", "aloud"), [("HAT", "hat"), ("RHYTHM", "rhythm"), ("PDJ", "P D J"), ("H*T", "H Master T")]
)
def test_a_word_is_spelt_when_it_cannot_be_said(word: str, aloud: str) -> None:
    assert said("en", word) == aloud


def test_brief_says_nothing_that_full_does_not_speak_of() -> None:
    assert LEVELS == ("off", "brief", "full")
    for event, brief, full, _ in EVENTS:
        assert brief is None or full is not None, event
