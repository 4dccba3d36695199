from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from gpiozero import LED, RGBLED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engine.commands import Challenge, Deal, Open, Play
from engine.errors import BadPack, BadSettings, Missing
from engine.games import game
from engine.rulings import StandIn, open_judge
from pi import quiet, wiring
from pi.books import alone, journal_at, open_journal
from pi.cli import parser
from pi.config import Pins
from pi.judges import judge_of
from pi.machine import app_for, as_played, kept_secret, players, set_up, settings_of
from pi.notify import notify, watchdog_seconds
from pi.places import data_folder
from pi.serving import free_port, open_browser, probe
from pi.station import Station
from pi.wiring import wired

ROOT = Path(__file__).parents[2]


def settings(*arguments: str):
    return settings_of(parser().parse_args(["table", *arguments]))


def test_the_command_line_goes_before_the_file(tmp_path):
    config = tmp_path / "steward.toml"
    config.write_text('rules = "drive"\nport = 8001\ncamera = "0"\n')
    found = settings("--config", str(config), "--rules", "home", "--players", "Ann", "Ben")
    assert (found.rules, found.port, found.camera, found.players) == ("home", 8001, "0", ("Ann", "Ben"))


@pytest.mark.parametrize(
    ("names", "seats"),
    [
        ((), ("N", "E", "S", "W")),
        (("Ann", "Ben"), ("N", "S")),
        (("Ann", "Ben", "Cleo"), ("N", "E", "S")),
        (("A", "B", "C", "D", "E"), ("1", "2", "3", "4", "5")),
    ],
)
def test_players_get_their_seats_clockwise(names, seats):
    found = players(settings(*(["--players", *names] if names else [])))
    assert tuple(seat for seat, _ in found) == seats


def test_bearings_must_go_clockwise_with_those_that_are_left_out(tmp_path):
    config = tmp_path / "steward.toml"
    config.write_text("bearings = { 1 = 90, 2 = 180 }\n")
    with pytest.raises(BadSettings, match=r"seat 3 is not clockwise .*2 = 180, 3 = 144.*give every seat its bearing"):
        settings("--config", str(config), "--players", *"ABCDE")
    assert settings("--config", str(config)).bearings == {"1": 90.0, "2": 180.0}  # nobody sits there


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Ann",), "2 to 10 players, not 1"),
        (tuple("ABCDEFGHIJK"), "2 to 10 players, not 11"),
        (("Ann", "Ann"), "the same name"),
        (("", ""), "'' is no player's name; it must have 1 to 60 letters"),
        (("Ann", " "), "'' is no player's name"),
        (("Ann", "B" * 61), "1 to 60 letters"),
        (("Ann", "\udcff"), "no player's name"),
    ],
)
def test_players_that_cannot_play_are_refused(names, why):
    with pytest.raises(BadSettings, match=why):
        settings("--players", *names)


def test_a_pack_that_does_not_exist_is_refused():
    with pytest.raises(BadPack, match="no pack called 'tarot'; choose one of alice, anagrams, bobs, "):
        settings("--pack", "tarot")


@pytest.fixture
def station(tmp_path):
    with (
        open_journal(tmp_path / "table.journal") as journal,
        Station(journal, game("lexicon"), StandIn(), boot=lambda: "one") as station,
    ):
        yield station


def names(station) -> list[str]:
    return [player.name for player in station.state().players]


def test_players_may_be_others_where_a_table_was_only_set_up(station):
    assert set_up(station, settings("--players", "Ann", "Ben")) == ()
    assert set_up(station, settings("--players", "Ann", "Bob")) == ()
    assert names(station) == ["Ann", "Bob"]


def test_players_who_were_seated_on_the_dashboard_stay(station):
    set_up(station, settings())
    seats = (("N", "Flo"), ("S", "Gus"))
    station.submit(Open(t=1.0, by="desk", game="lexicon", rules="home", language="en", pack="lexicon", seats=seats))
    assert len(set_up(station, settings())) == 1
    assert names(station) == ["Flo", "Gus"]


@pytest.mark.parametrize(("shown", "told"), [(True, True), (False, False)])
def test_the_page_says_whether_a_word_is_good_only_by_house_rule(tmp_path, words_dir, shown, told):
    judge = judge_of("en", words_dir)
    with (
        open_journal(tmp_path / "j") as journal,
        Station(journal, game("lexicon"), judge, boot=lambda: "one") as station,
    ):
        set_up(station, replace(settings("--players", "Ann", "Ben"), house={"show_validity": shown}))
        station.submit(Deal(t=1.0, seat="N"))
        station.submit(Play(t=2.0, act="compose", after="WIERD"))
        client = app_for(station).test_client()
        page = client.get("/").text.split('data-region="words"')[1].split("<footer")[0]
        assert ("✕ misspelt" in page) == told
        assert ("misspelt" in client.get("/api/table").text) == told


def test_a_table_that_is_set_up_in_another_language_is_ruled_on_in_it(tmp_path, words_dir):
    judges = partial(open_judge, words_dir=words_dir)
    with (
        open_journal(tmp_path / "j") as journal,
        Station(journal, game("lexicon"), judges("en"), judges=judges, boot=lambda: "one") as station,
    ):
        set_up(station, settings("--players", "Ann", "Ben", "--lang", "fr"))
        station.submit(Deal(t=1.0, seat="N"))
        station.submit(Play(t=2.0, act="compose", after="JOURNEE"))
        (ruled, *_) = station.submit(Challenge(t=3.0, seat="N"))
        assert (ruled.event.verdict, ruled.event.words["name"]) == ("good", "Debian French")
        assert station.state().word_list["name"] == station.status()["words"]["name"] == "Debian French"


class KeptFactory(MockFactory):
    """Mock pins whose last states can still be read when they were let go."""

    def close(self) -> None:
        return


@pytest.fixture
def factory(monkeypatch):
    factory = KeptFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(wiring, "open_factory", lambda hardware: (factory, "mock pins"))
    return factory


def green(factory, seat: str) -> float:
    return factory.pin(Pins().lights[seat][1]).state


def test_the_light_of_whose_turn_it_is_burns_until_the_table_is_closed(station, factory):
    found = settings("--players", "Ann", "Ben")
    set_up(station, found)
    with wired(station, found):
        station.submit(Deal(t=1.0, seat="N"))
        until = time.monotonic() + 5
        while green(factory, "S") != 1:
            assert time.monotonic() < until
            time.sleep(0.005)
        assert green(factory, "N") == 0
    assert green(factory, "S") == 0


def test_a_table_goes_on_without_lights_whose_pins_are_taken(station, factory, caplog):
    with RGBLED(17, 27, 22, pin_factory=factory), wired(station, settings()):
        assert station.status()["hardware"] == "mock pins"
    assert "the seats' lights stay dark" in caplog.text


@pytest.mark.parametrize("pin", [18, 6, 7])
def test_a_pin_of_the_buzzer_or_a_button_that_is_taken_ends_in_one_line(station, factory, pin):
    with LED(pin, pin_factory=factory), pytest.raises(Missing) as told, wired(station, settings()):
        pass
    assert f"GPIO{pin}" in str(told.value)
    assert "name other pins under [pins] (now buzzer 18, hall 7, power 3, power_light 8; seats 5, 6, 13, 19)" in str(
        told.value
    )
    assert "\n" not in str(told.value)


OUTPUTS = [pin for name, pin in Pins().taken().items() if name.startswith(("buzzer", "lights", "power_light"))]


@pytest.mark.parametrize("how", ["in order", "by an exception"])
def test_every_pin_is_low_after_the_table_ended(station, factory, how):
    def ended() -> None:
        found = settings("--players", "Ann", "Ben")
        set_up(station, found)
        with wired(station, found):
            station.submit(Deal(t=1.0, seat="N"))
            until = time.monotonic() + 5
            while green(factory, "S") != 1 or factory.pin(18).state == 0:
                assert time.monotonic() < until
                time.sleep(0.001)
            if how == "by an exception":
                raise RuntimeError("a slip")

    if how == "by an exception":
        with pytest.raises(RuntimeError, match="a slip"):
            ended()
    else:
        ended()
    assert [factory.pin(pin).state for pin in OUTPUTS] == [0] * 14


ENDING = """
import signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job has it ignored
from gpiozero.pins.mock import MockFactory, MockPWMPin
from pi import machine, wiring
from pi.cli import main
class Kept(MockFactory):
    def close(self): pass
factory = Kept(pin_class=MockPWMPin)
wiring.open_factory = lambda hardware: (factory, "mock pins")
sounders = []
class Heard(wiring.Sounder):
    def __init__(self, *args):
        super().__init__(*args)
        sounders.append(self)
wiring.Sounder = Heard
def ring():
    # The bell sounds over and over, so that the signal comes in the middle of it, however busy the machine is.
    while not factory.pin(18).state:
        if sounders and factory.pin(8).state: sounders[0].sound("bell")
        time.sleep(0.05)
    print("rings", flush=True)
threading.Thread(target=ring, daemon=True).start()
code = main(["table", "--no-browser", "--port", sys.argv[1], "--journal", sys.argv[2]])
print(code, [int(factory.pin(number).state) for number in map(int, sys.argv[3:])], flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_every_pin_is_low_after_a_signal_in_the_middle_of_the_bell(tmp_path, number):
    process = subprocess.Popen(
        [sys.executable, "-c", ENDING, str(free_port("127.0.0.1", 8300)), str(tmp_path / "j"), *map(str, OUTPUTS)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if line == "rings\n":
                break
        process.send_signal(number)
        code, _, pins = process.stdout.read().strip().splitlines()[-1].partition(" ")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert code == ("0" if number == signal.SIGTERM else "130")
    assert pins == str([0] * 14)


def test_after_a_kill_the_buzzer_is_quieted_and_the_lights_are_put_out(monkeypatch):
    factory = KeptFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(quiet, "open_factory", lambda hardware: (factory, "mock pins"))
    for number in OUTPUTS:
        factory.pin(number).output_with_state(1)
    assert quiet.main([]) == 0
    assert [factory.pin(number).state for number in OUTPUTS] == [0] * 14


def test_a_game_goes_on_with_its_own_players_and_that_is_said(station):
    set_up(station, settings("--players", "Ann", "Ben"))
    station.submit(Deal(t=1.0, seat="N"))
    (said,) = set_up(station, settings("--players", "Cleo", "Dev"))
    assert said == "The journal holds the game of Ann, Ben, which goes on; for another game name another --journal"
    assert names(station) == ["Ann", "Ben"]


def test_what_is_recorded_of_a_game_that_goes_on_has_that_games_players_and_rules(station):
    set_up(station, settings("--players", "Ann", "Ben", "--rules", "drive"))
    station.submit(Deal(t=1.0, seat="N"))
    configured = settings("--players", "Cleo", "Dev", "Eve", "--rules", "home")
    played, seats = as_played(station, configured)
    assert (played.rules, seats) == ("drive", (("N", "Ann"), ("S", "Ben")))


def test_a_table_started_again_with_the_same_settings_has_nothing_to_say(station):
    set_up(station, settings("--players", "Ann", "Ben"))
    station.submit(Deal(t=1.0, seat="N"))
    assert set_up(station, settings("--players", "Ann", "Ben")) == ()
    assert len(station.recorded()) == 2


def test_two_stewards_do_not_share_a_journal(tmp_path):
    with (
        alone(tmp_path / "a.journal"),
        pytest.raises(Missing, match="another Steward has the journal"),
        alone(tmp_path / "a.journal"),
    ):
        pass
    with alone(tmp_path / "a.journal"):
        assert (tmp_path / "a.journal.lock").exists()


def test_a_link_to_a_journal_is_the_same_table(tmp_path):
    (tmp_path / "a.journal").write_bytes(b"")
    (tmp_path / "link").symlink_to(tmp_path / "a.journal")
    with (
        alone(journal_at(tmp_path / "a.journal")),
        pytest.raises(Missing, match="another Steward has the journal"),
        alone(journal_at(tmp_path / "link")),
    ):
        pass


def test_the_secret_is_kept_for_its_owner_alone(tmp_path):
    first = kept_secret(tmp_path / "secret")
    assert kept_secret(tmp_path / "secret") == first
    assert len(first) == 32
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_the_service_managers_folder_is_used(tmp_path, monkeypatch):
    monkeypatch.delenv("STEWARD_DATA", raising=False)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert data_folder() == tmp_path / "state"


def test_a_folder_that_cannot_be_made_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(Missing, match="set STEWARD_DATA"):
        data_folder()


def test_a_taken_port_is_said_with_the_next_free_one():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        free = free_port("127.0.0.1", port + 1)
        with pytest.raises(Missing, match=f"port {port} is taken .*use --port {free}"):
            probe("127.0.0.1", port)


def test_no_browser_is_opened_where_nobody_could_see_it(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not open_browser("http://localhost:8000")


def test_the_service_manager_is_told(tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        assert notify("READY=1")
        assert manager.recv(100) == b"READY=1"


def test_without_a_service_manager_nobody_is_told(monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    assert not notify("READY=1")
    assert watchdog_seconds() is None


def test_the_watchdog_is_fed_twice_as_often_as_it_asks(monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    assert watchdog_seconds() == 15.0


def health_of(process: subprocess.Popen[str], port: int) -> dict:
    """Waits until the table answers, and gives its health."""
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
                return json.load(answer)
        except OSError:
            assert time.monotonic() < until, process.stderr.read() if process.poll() is not None else "no answer"
            time.sleep(0.1)


def table(tmp_path: Path, *arguments: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "STEWARD_DATA": str(tmp_path)}
    env.pop("NOTIFY_SOCKET", None)
    return subprocess.Popen(
        [sys.executable, "-m", "pi.cli", "table", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        cwd=tmp_path,
    )


def test_a_table_without_camera_and_pins_is_served_and_ends_when_told(tmp_path):
    port = free_port("127.0.0.1", 18400)
    with table(tmp_path, "--port", str(port), "--players", "Ann", "Ben") as process:
        health = health_of(process, port)
        assert health["phase"] == "ready"
        process.terminate()
        assert process.wait(20) == 0
        assert process.stderr.read() == ""
        assert "No camera is named" in process.stdout.read()
    with open_journal(tmp_path / "table.journal") as journal:
        (opened,) = journal.read("table")
        assert opened.event.seats == (("N", "Ann"), ("S", "Ben"))


def test_a_table_says_on_the_console_that_its_camera_is_not_there(tmp_path):
    port = free_port("127.0.0.1", 18420)
    with table(tmp_path, "--port", str(port), "--camera", "97") as process:
        health_of(process, port)
        told = process.stderr.readline()
        process.terminate()
        assert process.wait(20) == 0
        assert told.startswith("steward.table: camera 97 cannot be opened")
        assert process.stderr.read() == ""


def test_a_second_table_on_the_same_journal_is_refused_in_one_line(tmp_path):
    with alone(tmp_path / "table.journal"), table(tmp_path) as process:
        assert process.wait(60) == 2
        assert process.stderr.read().count("\n") == 1


def test_a_table_open_to_the_network_without_a_password_is_refused(tmp_path):
    port = free_port("127.0.0.1", 18440)
    with table(tmp_path, "--host", "0.0.0.0", "--port", str(port)) as process:
        assert process.wait(60) == 2
        assert "password" in process.stderr.read()
