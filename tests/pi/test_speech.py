"""The voice of the table: what it says, that nobody waits for it, and what happens without it."""

from __future__ import annotations

import stat
import subprocess
import threading
import time
from pathlib import Path

import pytest

from engine.events import BellRang, Event, Moved, Out, Ruled, Warned
from engine.state import Player, TableState
from pi.speech import Speaker, can_speak, espeak

STATE = TableState(phase="play", players=(Player("N", "Ann"), Player("E", "Ben")), turn="E")
LAID = Moved(t=1.0, act="compose", seat="N", after="FAR")
UPHELD = Ruled(t=2.0, seat="E", word="WIERD", ruling="upheld", verdict="misspelt")


class Voice:
    """Says each sentence by sleeping for a while in a process of its own."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.said: list[str] = []
        self.spoke = threading.Semaphore(0)
        self._seconds = seconds

    def __call__(self, sentence: str, language: str) -> subprocess.Popen[bytes]:
        self.said.append(sentence)
        self.spoke.release()
        return subprocess.Popen(["sleep", str(self._seconds)])


def said(level: str, *events: Event) -> list[str]:
    """What is said when there is time for each."""
    voice = Voice()
    with Speaker(level, lambda: STATE, voice=voice) as speaker:
        for event in events:
            before = len(voice.said)
            speaker.tell(event)
            voice.spoke.acquire(timeout=5 if level != "brief" or event is not LAID else 0.2)
            assert len(voice.said) <= before + 1
    return voice.said


def test_brief_leaves_turns_and_moves_out() -> None:
    assert said("brief", UPHELD, LAID, Out(t=3.0, seat="N")) == ["Challenge upheld.", "Ann is out."]


def test_full_tells_moves_and_whose_turn_it_is() -> None:
    assert said("full", LAID) == ["Ann lays far; Ben to play."]


def test_the_bell_interrupts_whatever_is_being_said() -> None:
    voice = Voice(seconds=30)
    with Speaker("full", lambda: STATE, voice=voice) as speaker:
        speaker.tell(LAID)
        assert voice.spoke.acquire(timeout=5)
        speaker.tell(UPHELD)
        speaker.tell(BellRang(t=420.0))
        assert voice.spoke.acquire(timeout=5)
        assert voice.said[-1] == "The bell."
        assert len(voice.said) == 2


def test_telling_never_waits_for_the_voice() -> None:
    with Speaker("full", lambda: STATE, voice=Voice(seconds=30)) as speaker:
        began = time.monotonic()
        for _ in range(50):
            speaker.tell(LAID)
        assert time.monotonic() - began < 2.0


def test_a_sentence_that_waited_too_long_is_left_out() -> None:
    now, spoken = [0.0], Voice(seconds=0.3)
    with Speaker("full", lambda: STATE, voice=spoken, monotonic=lambda: now[0]) as speaker:
        speaker.tell(LAID)
        assert spoken.spoke.acquire(timeout=5)
        speaker.tell(UPHELD)
        now[0] = 60.0
        speaker.tell(Out(t=4.0, seat="N"))
        assert spoken.spoke.acquire(timeout=5)
    assert spoken.said == ["Ann lays far; Ben to play.", "Ann is out."]


def test_closing_silences_at_once() -> None:
    voice = Voice(seconds=30)
    speaker = Speaker("full", lambda: STATE, voice=voice)
    speaker.tell(Warned(t=1.0, remaining=60.0))
    assert voice.spoke.acquire(timeout=5)
    began = time.monotonic()
    speaker.close()
    speaker.close()
    assert time.monotonic() - began < 4.0


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program called espeak-ng that writes down what it was asked to say."""
    script = tmp_path / "espeak-ng"
    script.write_text(f'#!/bin/sh\n{{ echo "$@"; cat; }} > "{tmp_path}/said"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path / "said"


@pytest.mark.parametrize(("language", "voice"), [("en", "en-gb"), ("fr", "fr-fr"), ("de", "en-gb")])
def test_espeak_gets_the_sentence_and_the_voice_of_the_language(program: Path, language: str, voice: str) -> None:
    process = espeak("À Ben de jouer.", language)
    assert process is not None
    assert process.wait(timeout=10) == 0
    assert program.read_text(encoding="utf-8") == f"-v {voice} -s 165 --stdin\nÀ Ben de jouer."


def test_without_the_program_nothing_is_said_and_nothing_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not can_speak()
    assert espeak("One minute.", "en") is None
