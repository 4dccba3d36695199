"""Which line of the file is at fault, which file holds, and what variables say instead."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadSettings
from pi.bundle import without_secrets as bundled
from pi.cli import main
from pi.config import Settings, configured, read_settings
from pi.configuring import check, path, show
from pi.origins import config_file, line_of, without_secrets

FILE = """# our table
rules = "drive"
players = [
  "Ann",
  "Ben",
]

[house]
minutes = 5.0

[pins]
seats = { N = 5, E = 6 }
hall = 7
"""


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """No file and no variable of this machine has a say."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path / "data"))


def written(folder: Path, text: str) -> Path:
    file = folder / "steward.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("rules",), 2),
        (("players",), 3),
        (("house",), 8),
        (("house", "minutes"), 9),
        (("pins", "seats", "E"), 12),
        (("pins", "hall"), 13),
        (("pins", "buzzer"), None),
    ],
)
def test_a_key_is_found_on_its_line(key, line):
    assert line_of(FILE, key) == line


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 9) | st.text("xyz\n", max_size=4), max_size=8))
def test_each_key_is_on_a_line_that_begins_with_it(settings):
    text = "".join(f'{key} = """{value}"""\n' for key, value in settings.items())
    lines = text.splitlines()
    found = {key: line_of(text, (key,)) for key in tomllib.loads(text)}
    assert all(line is not None and lines[line - 1].startswith(f"{key} = ") for key, line in found.items())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 8000\nprot = 1\n", "line 2: there is no setting prot; did you mean port?"),
        ('\n\nport = "8000"\n', "line 3: port is '8000'; it must be like 8000"),
        ("[pins]\n\nbuzzer = 28\n", "line 3: pins.buzzer is 28; a pin is a BCM number from 0 to 27"),
        ("[pins]\nhold = 1.0\nbuzzer = 5\n", "line 3: pin 5 is given to both pins.buzzer and pins.seats.N"),
        ("[pins]\nseats = { N = 18 }\n", "line 2: pin 18 is given to both pins.buzzer and pins.seats.N"),
        ("[pins.lights]\nN = [17, 27, 22]\nE = [1, 2]\n", "line 3: pins.lights.E is [1, 2]; a light is three pins"),
        ("[house]\nminutes = 7.0\nminuts = 7\n", "line 3: there is no house rule called 'minuts'"),
        ('language = "en"\ngame = "whist"\n', "line 2: there is no game called 'whist'"),
        ("port = 8000\nhost = = 1\n", "line 2: invalid value (column 8)"),
        ("port = 8000\nplayers = [\n", "line 2: invalid value"),
        ("a = 1\na = 2\n", "line 2: cannot overwrite a value"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path, text, said):
    file = written(tmp_path, text)
    with pytest.raises(BadSettings) as refused:
        read_settings(file)
    assert str(refused.value).startswith(f"{file}, {said}")
    assert "\n" not in str(refused.value)


def test_check_names_every_fault(tmp_path, capsys):
    file = written(tmp_path, 'prot = 1\nspeech = "loud"\nlists = ["club.txt"]\n[pins]\nbuzzer = 99\n')
    assert main(["config", "check", "--config", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [f"✕ {file}, line {n}" for n in (1, 2, 5, 3)]


def test_check_says_that_all_is_well(tmp_path, capsys):
    assert main(["config", "check", "--config", str(written(tmp_path, FILE))]) == 0
    assert capsys.readouterr().out.endswith("steward.toml: all is well\n")


@pytest.mark.parametrize(
    ("text", "said"), [('language = "xx"', "line 1"), ('pack = "tarot"', "tarot"), ('players = ["Ann", "Ann"]', "two")]
)
def test_check_also_tries_what_is_well_written(tmp_path, text, said):
    out = io.StringIO()
    assert check(written(tmp_path, text), out) == 1
    assert said in out.getvalue()
    assert ", line 1: " in out.getvalue()


def test_the_file_that_is_installed_is_in_order():
    assert check(Path(__file__).parents[2] / "systemd" / "steward.toml", io.StringIO()) == 0


def test_show_tells_where_each_value_comes_from(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_PORT", "8010")
    out = io.StringIO()
    assert show(written(tmp_path, FILE), out) == 0
    lines = out.getvalue().splitlines()
    assert 'rules = "drive"  # line 2' in lines
    assert 'players = ["Ann", "Ben"]  # line 3' in lines
    assert "port = 8010  # STEWARD_PORT" in lines
    assert 'language = "en"  # default' in lines
    assert "house.minutes = 5.0  # line 9" in lines
    assert "pins.seats = { N = 5, E = 6 }  # line 12" in lines
    assert "pins.buzzer = 18  # default" in lines


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ('password_hash = "scrypt:1$hunter2"', "hunter2"),
        ("password_hash = 12345", "12345"),
        ('camera = "http://ann:sec/r@et@10.0.0.5/video"', "et@"),
        ('camera = "http://10.0.0.5/s.cgi?user=a&pwd=hunter2"', "hunter2"),
        ('hub = "mqtt://table:hunter2@hub"', "hunter2"),
        ('port = "http://ann:hunter2@x"', "hunter2"),
    ],
)
def test_no_secret_is_shown(tmp_path, text, secret):
    out = io.StringIO()
    file = written(tmp_path, text + "\n")
    show(file, out)
    check(file, out)
    assert out.getvalue()
    assert secret not in out.getvalue()
    assert secret not in bundled(text) or text.startswith("port")


def test_an_address_without_secrets_stays_as_it_is():
    assert without_secrets("see http://10.0.0.5:8080/video now") == "see http://10.0.0.5:8080/video now"


@pytest.mark.parametrize(
    ("name", "text", "setting", "value"),
    [
        ("STEWARD_PORT", "8010", "port", 8010),
        ("STEWARD_CAMERA", "0", "camera", "0"),
        ("STEWARD_PLAYERS", "Ann, Ben", "players", ("Ann", "Ben")),
        ("STEWARD_HOUSE_SHOW_VALIDITY", "true", "house", {"show_validity": True}),
        ("STEWARD_RULES", "drive", "rules", "drive"),
        ("STEWARD_PORT", "", "port", 8000),
    ],
)
def test_a_variable_sets_what_it_is_called_after(monkeypatch, name, text, setting, value):
    monkeypatch.setenv(name, text)
    assert getattr(read_settings(None), setting) == value


def test_a_variable_lies_over_the_file(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_PINS_HALL", "false")
    settings = read_settings(written(tmp_path, FILE))
    assert settings.pins.hall is None
    assert settings.pins.seats == {"N": 5, "E": 6}


def test_a_wrong_variable_is_named():
    found = configured(None, {"STEWARD_PORT": "many", "STEWARD_PINS_BUZZER": "99"})
    assert found.settings == Settings()
    assert [fault.split(":")[0] for fault in found.faults] == ["STEWARD_PINS_BUZZER", "STEWARD_PORT"]


def test_a_variable_that_sets_nothing_is_a_fault(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_PROT", "1")
    out = io.StringIO()
    assert check(written(tmp_path, FILE), out) == 1
    assert "✕ STEWARD_PROT sets nothing" in out.getvalue()


def test_the_named_file_comes_first_then_the_variable_then_the_users(tmp_path, monkeypatch):
    own = tmp_path / "none" / "steward"
    own.mkdir(parents=True)
    file = written(own, FILE)
    assert config_file(None) == file
    monkeypatch.setenv("STEWARD_CONFIG", str(tmp_path / "other.toml"))
    assert config_file(None) == tmp_path / "other.toml"
    assert config_file(tmp_path / "named.toml") == tmp_path / "named.toml"


def test_path_says_which_file_is_used(tmp_path):
    own = tmp_path / "none" / "steward"
    own.mkdir(parents=True)
    file = written(own, FILE)
    out = io.StringIO()
    assert path(None, out) == 0
    assert out.getvalue().splitlines()[0] == f"{file}: used"


def test_a_named_file_that_is_not_there_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("STEWARD_CONFIG", str(tmp_path / "other.toml"))
    out = io.StringIO()
    assert path(None, out) == 1
    assert out.getvalue() == f"{tmp_path / 'other.toml'}: named, and not there\n"
    with pytest.raises(BadSettings, match="no configuration file"):
        read_settings(config_file(None))
