"""Home Assistant finds the bell, the time left and the winner at its broker, told through a real Mosquitto."""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from engine.bell import Bell
from engine.commands import Tick
from engine.drive import commands as c
from engine.drive.drive import Drive
from engine.errors import BadSettings
from engine.state import Player, TableState
from pi.config import settings_from
from pi.home_assistant import HomeAssistant, HomeBroker, Told, discovery, drive_told, home_broker, named, table_told
from pi.link.broker import free_port, program

QUIET = Told(False, 420, "")
NODE = "steward-table-pi"


class Home:
    """A home's Mosquitto, and one who listens to everything there as Home Assistant does."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port("127.0.0.1", 0)
        (folder / "passwords").write_text("ann:lamp-lamp\n", encoding="utf-8")
        subprocess.run(["mosquitto_passwd", "-U", str(folder / "passwords")], check=True)
        (folder / "passwords").chmod(0o644)
        (folder / "conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous false\npassword_file {folder / 'passwords'}\n"
            f"user {Path(folder).owner()}\n",
            encoding="utf-8",
        )
        self._command = [program() or "mosquitto", "-c", str(folder / "conf")]
        self._broker = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)
        self.kept: dict[str, str] = {}
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set("ann", "lamp-lamp")
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_message = lambda client, _, one: self.kept.update({one.topic: one.payload.decode()})
        self._client.connect_async("127.0.0.1", self.port)
        self._client.loop_start()

    @property
    def broker(self) -> HomeBroker:
        return home_broker(f"mqtt://ann:lamp-lamp@127.0.0.1:{self.port}")

    def says(self, topic: str, message: str) -> None:
        """Says something as the home itself."""
        self._client.publish(topic, message, qos=1).wait_for_publish(5)

    def restarts(self) -> None:
        """Its broker ends, forgets everything and comes back."""
        self._broker.terminate()
        self._broker.wait()
        self.kept.clear()
        self._broker = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        self._broker.terminate()
        self._broker.wait()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with contextlib.closing(Home(tmp_path)) as made:
        yield made


def until(true: Callable[[], bool]) -> None:
    """Waits for what is told to come through."""
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def heard(home: Home, thing: str) -> str | None:
    return home.kept.get(f"steward/{NODE}/{thing}")


def test_a_home_finds_three_things_and_is_told_what_changes(home: Home) -> None:
    told = [QUIET]
    with HomeAssistant(home.broker, lambda: told[0], NODE, "Table pi", "en", every=0.02):
        until(lambda: heard(home, "winner") is not None)
        assert heard(home, "available") == "online"
        assert [heard(home, thing) for thing in ("bell", "countdown", "winner")] == ["OFF", "420", "–"]
        told[0] = Told(True, 0, "Ann, Ben")
        until(lambda: heard(home, "winner") == "Ann, Ben")
        assert [heard(home, thing) for thing in ("bell", "countdown")] == ["ON", "0"]
    until(lambda: heard(home, "available") == "offline")


def test_what_is_found_names_where_its_state_comes_and_whose_it_is(home: Home) -> None:
    with HomeAssistant(home.broker, lambda: QUIET, NODE, "Table de Lexicon", "fr", every=0.02):
        until(lambda: heard(home, "winner") is not None)
        found = {topic: json.loads(text) for topic, text in home.kept.items() if topic.startswith("homeassistant/")}
    assert set(found) == {
        f"homeassistant/binary_sensor/{NODE}/bell/config",
        f"homeassistant/sensor/{NODE}/countdown/config",
        f"homeassistant/sensor/{NODE}/winner/config",
    }
    assert {about["name"] for about in found.values()} == {"Cloche", "Temps restant", "Vainqueur"}
    for about in found.values():
        assert about["state_topic"] in home.kept
        assert about["availability_topic"] == f"steward/{NODE}/available"
        assert about["device"]["name"] == "Table de Lexicon"
    assert len({about["unique_id"] for about in found.values()}) == 3


def test_two_tables_on_one_machine_are_two_things_in_a_home() -> None:
    assert named("table", "Pi-1.local", 8000, "en") == ("steward-table-pi-1-local", "Lexicon table pi-1-local")
    assert named("table", "Pi", 8001, "en") == ("steward-table-pi-8001", "Lexicon table pi-8001")
    one, other = (discovery(*named("table", "pi", port, "en"), "en") for port in (8000, 8001))
    assert not set(one) & set(other)
    assert not {about["unique_id"] for about in one.values()} & {about["unique_id"] for about in other.values()}


def test_it_is_all_kept_for_a_home_that_comes_later(home: Home) -> None:
    with HomeAssistant(home.broker, lambda: QUIET, NODE, "Table pi", "en", every=0.02):
        until(lambda: heard(home, "winner") is not None)
        before, later = dict(home.kept), Listener(home)
        until(lambda: later.kept == before)
        later.close()


def test_a_home_that_starts_again_is_told_again(home: Home) -> None:
    with HomeAssistant(home.broker, lambda: QUIET, NODE, "Table pi", "en", every=0.02):
        until(lambda: heard(home, "winner") is not None)
        home.kept.clear()
        home.says("homeassistant/status", "online")
        until(lambda: len(home.kept) == 8)


def test_a_broker_that_forgot_everything_is_told_again(home: Home) -> None:
    with HomeAssistant(home.broker, lambda: QUIET, NODE, "Table pi", "en", every=0.02):
        until(lambda: heard(home, "winner") is not None)
        home.restarts()
        until(lambda: heard(home, "winner") is not None and heard(home, "available") == "online")


def test_a_broker_that_is_not_there_holds_nobody_up() -> None:
    nowhere = HomeBroker("127.0.0.1", free_port("127.0.0.1", 0))
    began = time.monotonic()
    with HomeAssistant(nowhere, lambda: QUIET, NODE, "Table pi", "en"):
        pass
    assert time.monotonic() - began < 20


class Listener:
    """A home that comes later."""

    def __init__(self, home: Home) -> None:
        self.kept: dict[str, str] = {}
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set("ann", "lamp-lamp")
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_message = lambda client, _, one: self.kept.update({one.topic: one.payload.decode()})
        self._client.connect("127.0.0.1", home.port)
        self._client.loop_start()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.mark.parametrize(
    ("bell", "now", "told"),
    [
        (Bell(), 0.0, (False, 0)),
        (Bell("running", 420.0, 500.0), 100.5, (False, 400)),
        (Bell("paused", 61.2), 300.0, (False, 62)),
        (Bell("running", 420.0, 500.0), 501.0, (False, 0)),
        (Bell("rung"), 500.0, (True, 0)),
    ],
)
def test_a_table_tells_its_bell_and_the_seconds_left(bell: Bell, now: float, told: tuple[bool, int]) -> None:
    found = table_told(TableState(bell=bell), now)
    assert (found.bell, found.left) == told


def test_a_table_tells_the_winners_by_their_names() -> None:
    state = TableState(players=(Player("N", "Ann"), Player("S", "Ben")))
    assert table_told(state, 0.0).winner == ""
    assert table_told(replace(state, winners=("S",)), 0.0).winner == "Ben"


def test_a_drive_tells_who_won_only_when_it_is_over() -> None:
    drive = Drive()
    state = drive.initial()

    def do(command: Any) -> None:
        nonlocal state
        for event in drive.decide(state, command):
            state = drive.evolve(state, event)

    do(c.Create(t=0.0, name="Spring", seed="7", rules={"hands": 1}))
    do(c.Join(t=0.0, players=(("", "Ann"), ("", "Ben"), ("", "Cleo"), ("", "Dev"))))
    do(c.MakeHand(t=1.0))
    do(c.Announce(t=1.0))
    do(c.StartHand(t=2.0, anyway=True))
    assert drive_told(state, 12.0) == Told(False, 410, "")
    do(Tick(t=423.0))
    chairs = state.hands[-1].tables[1].players
    do(c.MarkCards(t=430.0, table=1, totals={str(number): 8 * place for place, number in enumerate(chairs)}))
    for number in chairs:
        do(c.InitialCard(t=431.0, number=number, by_number=0))
    do(c.Finish(t=440.0, anyway=True))
    assert state.phase == "over"
    assert drive_told(state, 450.0).winner == state.players[chairs[0]].name


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("mqtt://homeassistant.local", HomeBroker("homeassistant.local", 1883)),
        ("mqtts://ann:a%40b@10.0.0.5:8884", HomeBroker("10.0.0.5", 8884, True, "ann", "a@b")),
    ],
)
def test_a_brokers_address_is_read(address: str, found: HomeBroker) -> None:
    assert home_broker(address) == found


@pytest.mark.parametrize(
    "address", ["homeassistant.local", "http://ann:secret@home", "mqtt://", "mqtt://home:99999", "mqtt://.home"]
)
def test_what_is_no_brokers_address_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(BadSettings, match="home_assistant must be the address of a broker") as refused:
        settings_from({"home_assistant": address})
    assert "secret" not in str(refused.value)


def test_a_password_is_not_shown_where_a_broker_is() -> None:
    assert "lamp" not in repr(home_broker("mqtt://ann:lamp@home"))
