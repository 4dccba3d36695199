from __future__ import annotations

import threading

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi.config import Pins
from pi.power import PowerButton, ask_to_switch_off


@pytest.fixture
def factory():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.close()


def test_the_light_is_dark_until_the_table_is_ready(factory):
    with PowerButton(Pins(), factory, lambda: None) as power:
        assert [state.state for state in factory.pin(8).states] == [0]
        power.ready(whole=True)
        assert factory.pin(8).state == 1
    assert factory.pin(8).state == 0


def test_the_light_blinks_while_something_is_missing(factory):
    with PowerButton(Pins(), factory, lambda: None) as power:
        power.ready(whole=False)
        assert power._light._blink_thread is not None
        power.ready(whole=True)
        assert factory.pin(8).state == 1


def test_the_button_that_is_held_asks_once(factory):
    told: list[str] = []
    held = threading.Event()

    def on_held() -> None:
        told.append("held")
        held.set()

    with PowerButton(Pins(), factory, on_held, hold=0.02):
        factory.pin(3).drive_low()
        assert held.wait(5)
        factory.pin(3).drive_high()
    assert told == ["held"]


def test_a_button_that_is_only_touched_asks_for_nothing(factory):
    told: list[str] = []
    with PowerButton(Pins(), factory, lambda: told.append("held"), hold=60):
        factory.pin(3).drive_low()
        factory.pin(3).drive_high()
    assert told == []


def test_a_table_may_have_neither(factory):
    with PowerButton(Pins(power=None, power_light=None), factory, lambda: None) as power:
        power.ready(whole=True)
    assert not factory.pins


def test_switching_off_is_asked_for_in_the_services_own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert ask_to_switch_off()
    assert (tmp_path / "power-off").exists()


def test_outside_the_service_nothing_is_switched_off(monkeypatch, caplog):
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert not ask_to_switch_off()
    assert "only the installed service" in caplog.text
