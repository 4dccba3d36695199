from __future__ import annotations

import pytest

from engine.errors import BadSettings
from pi.config import Pins, Settings, read_settings, settings_from


def test_without_a_file_the_defaults_hold():
    assert read_settings(None) == Settings()


def test_the_default_pins_do_not_clash():
    taken = Pins().taken()
    assert len(set(taken.values())) == len(taken) == 20


def test_a_file_sets_what_it_names(tmp_path):
    path = tmp_path / "steward.toml"
    path.write_text(
        'rules = "drive"\nplayers = ["Ann", "Ben"]\nbearings = { 1 = 30 }\n'
        "[house]\nminutes = 5.0\n[pins]\nhall = false\nseats = { N = 7 }\n"
    )
    settings = read_settings(path)
    assert settings.rules == "drive"
    assert settings.players == ("Ann", "Ben")
    assert settings.bearings == {"1": 30.0}
    assert settings.house == {"minutes": 5.0}
    assert settings.pins.hall is None
    assert settings.pins.seats == {"N": 7}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"prot": 8000}, "no setting prot"),
        ({"port": "8000"}, "port is '8000'"),
        ({"port": True}, "port is True"),
        ({"port": 70000}, "between 1 and 65535"),
        ({"players": "Ann"}, "players must be names"),
        ({"bearings": [0, 90]}, "bearings must give seats"),
        ({"bearings": {"X": 0}}, "bearings: there is no seat 'X'"),
        ({"bearings": {"1": 90, "2": 90}}, "bearings: seats 1 and 2 lie at the same bearing"),
        (
            {"bearings": {"1": 0, "2": 144, "3": 72}},
            "bearings.3 is 72, which is not clockwise after the seat before it",
        ),
        ({"bearings": {"N": 0, "E": 270, "W": 90}}, "bearings.W is 90, which is not clockwise after"),
        ({"bearings": {"1": 360}}, "bearings.1 is 360; a bearing is 0 to 359"),
        ({"house": {"minuts": 7}}, "no house rule called 'minuts'"),
        ({"rules": "club"}, "no rules called 'club'"),
        ({"hardware": "gpio"}, "auto or pins or none"),
        ({"pins": {"buzer": 18}}, "no setting pins.buzer"),
        ({"pins": {"buzzer": 28}}, "from 0 to 27"),
        ({"pins": {"buzzer": False}}, "no bell"),
        ({"pins": {"buzzer": 5}}, "pin 5 is given to both pins.buzzer and pins.seats.N"),
        ({"pins": {"seats": {"N": 5, "E": 5}}}, "pin 5 is given to both pins.seats.N and pins.seats.E"),
        ({"pins": {"lights": {"N": [17, 27]}}}, "three pins"),
        ({"pins": {"seats": {"Q": 5}}}, "no seat 'Q'"),
        ({"pins": {"hold": float("nan")}}, "pins.hold is nan; it must be a number of seconds from 0.1 to 10"),
        ({"pins": {"bounce": -1.0}}, "from 0 to 0.5"),
        ({"journal": "a\0b"}, "text on one line"),
        ({"house": {"minutes": float("nan")}}, "minutes is nan; it must be a number from 0 to 1440"),
        ({"pins": 18}, r"\[pins\] must be a table"),
        ({"pins": {"buzzer_kind": "loud"}}, "tone or plain"),
    ],
)
def test_a_setting_that_is_none_is_refused_by_name(data, why):
    with pytest.raises(BadSettings, match=why):
        settings_from(data)


def test_bearings_that_go_the_wrong_way_around_are_named_with_their_line(tmp_path):
    path = tmp_path / "steward.toml"
    path.write_text('language = "en"\n[bearings]\n1 = 300\n2 = 200\n3 = 100\n')
    with pytest.raises(BadSettings, match=r"steward\.toml, line 5: bearings.3 is 100"):
        read_settings(path)


def test_bearings_may_begin_anywhere():
    assert settings_from({"bearings": {"5": 250, "1": 300, "2": 10, "3": 80}}).bearings["2"] == 10.0


def test_a_file_that_is_no_toml_is_named(tmp_path):
    path = tmp_path / "steward.toml"
    path.write_text("port = = 1")
    with pytest.raises(BadSettings, match=r"steward\.toml.*line 1"):
        read_settings(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadSettings, match=r"no configuration file .*steward\.toml"):
        read_settings(tmp_path / "steward.toml")
