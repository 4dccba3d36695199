from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadRecord
from pi.places import DEMOS, demo_folder
from pi.recording import Pressed, Shot, open_recording

TOML = 'format = 1\nrules = "home"\ndealer = "N"\n\n[seats]\nN = "Ann"\nS = "Ben"\n'
FRAME = b"\xff\xd8 not looked at here"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "000.jpg").write_bytes(FRAME)
    (tmp_path / "recording.toml").write_text(TOML)
    (tmp_path / "frames.jsonl").write_text('{"t": 1.0, "file": "frames/000.jpg"}\n{"t": 3, "file": "frames/000.jpg"}\n')
    (tmp_path / "presses.jsonl").write_text(
        '{"t": 0.0, "seat": null, "press": "start"}\n{"t": 1.0, "seat": "S", "press": "short"}\n'
    )
    return tmp_path


def test_a_recording_tells_who_plays_by_which_rules(folder):
    recording = open_recording(folder)
    assert (recording.game, recording.rules, recording.dealer) == ("lexicon", "home", "N")
    assert recording.seats == (("N", "Ann"), ("S", "Ben"))
    assert recording.seconds == 3.0


def test_pictures_and_presses_come_in_the_order_of_time(folder):
    assert [(type(item), item.t) for item in open_recording(folder).items()] == [
        (Pressed, 0.0),
        (Shot, 1.0),
        (Pressed, 1.0),
        (Shot, 3.0),
    ]


def test_presses_and_truth_may_be_absent(folder):
    (folder / "presses.jsonl").unlink()
    recording = open_recording(folder)
    assert recording.presses == ()
    assert recording.truth == ()
    assert recording.notes == (
        f"{folder} has no presses.jsonl: no challenge, initial or start of the clock is heard in it",
    )


def test_a_whole_recording_has_nothing_to_note(folder):
    assert open_recording(folder).notes == ()


def test_joined_in_mid_game_needs_no_dealer_and_no_seats(folder):
    (folder / "recording.toml").write_text('format = 1\njoined = "mid-game"\n')
    recording = open_recording(folder)
    assert recording.joined == "mid-game"
    assert recording.seats == ()


@pytest.mark.parametrize("name", ["recording.toml", "frames.jsonl"])
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(BadRecord, match=f"{name} is missing"):
        open_recording(folder)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadRecord, match="no such folder"):
        open_recording(tmp_path / "nowhere")


def test_a_missing_picture_is_named_with_its_line(folder):
    (folder / "frames.jsonl").write_text('{"t": 1, "file": "frames/000.jpg"}\n{"t": 2, "file": "frames/001.jpg"}\n')
    with pytest.raises(BadRecord, match=r"frames\.jsonl, line 2: the picture 'frames/001\.jpg' is missing"):
        open_recording(folder)


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../000.jpg", "frames/../../x.jpg", "C:\\\\x.jpg", "frames\\\\000.jpg", "a\\u0000b", "frames", ""],
)
def test_a_picture_outside_the_recording_is_refused(folder, name):
    (folder / "frames.jsonl").write_text(f'{{"t": 1, "file": "{name}"}}\n')
    with pytest.raises(BadRecord, match=r"frames\.jsonl, line 1: "):
        open_recording(folder)


def test_a_link_out_of_the_recording_is_refused(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.jpg"
    outside.write_bytes(FRAME)
    (folder / "frames" / "001.jpg").symlink_to(outside)
    (folder / "frames.jsonl").write_text('{"t": 1, "file": "frames/001.jpg"}\n')
    with pytest.raises(BadRecord, match="leads out of"):
        open_recording(folder)


@pytest.mark.parametrize("t", ["NaN", "Infinity", "-1", "true", '"1"', "null", "1e999", "1" + "0" * 400])
def test_a_time_that_is_none_is_refused_with_its_line(folder, t):
    (folder / "frames.jsonl").write_text(f'\n{{"t": {t}, "file": "frames/000.jpg"}}\n')
    with pytest.raises(BadRecord, match=r"frames\.jsonl, line 2: "):
        open_recording(folder)


def test_times_that_run_backward_are_refused_with_their_line(folder):
    (folder / "frames.jsonl").write_text('{"t": 2, "file": "frames/000.jpg"}\n{"t": 1, "file": "frames/000.jpg"}\n')
    with pytest.raises(BadRecord, match=r"line 2: t is 1, which is earlier than the line before \(2\)"):
        open_recording(folder)


@pytest.mark.parametrize("line", ["{", "[]", "7", '{"t": 1', "[" * 100_000, '{"t": 1}', '{"t": 1, "file": 5}'])
def test_a_line_that_is_no_frame_is_refused_with_its_number(folder, line):
    (folder / "frames.jsonl").write_text(line + "\n")
    with pytest.raises(BadRecord, match=r"frames\.jsonl, line 1: "):
        open_recording(folder)


def test_a_recording_without_pictures_is_refused(folder):
    (folder / "frames.jsonl").write_text("\n")
    with pytest.raises(BadRecord, match="no picture in it"):
        open_recording(folder)


def test_bytes_that_are_no_text_are_refused(folder):
    (folder / "frames.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match=r"frames\.jsonl cannot be read"):
        open_recording(folder)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"t": 1, "seat": "E", "press": "short"}', "nobody sits there"),
        ('{"t": 1, "seat": "N", "press": "double"}', "short or long"),
        ('{"t": 1, "seat": null, "press": "short"}', "can only start"),
        ('{"t": 1, "seat": ["N"], "press": "short"}', "nobody sits there"),
    ],
)
def test_a_press_that_nobody_can_make_is_refused(folder, line, why):
    (folder / "presses.jsonl").write_text(line + "\n")
    with pytest.raises(BadRecord, match=f"presses.jsonl, line 1: .*{why}"):
        open_recording(folder)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("format = 2\n", "reads format 1"),
        ("format = 1\nrules = 5\n", "rules is 5"),
        ("format = 1\n", "at least two"),
        ('format = 1\ndealer = "W"\n[seats]\nN = "Ann"\nS = "Ben"\n', "nobody sits there"),
        ('format = 1\n[seats]\nN = 1\nS = "Ben"\n', "each seat a name"),
        ('format = 1\njoined = "late"\n[seats]\nN = "Ann"\nS = "Ben"\n', "mid-game"),
        ('format = 1\nhouse = 3\n[seats]\nN = "Ann"\nS = "Ben"\n', "table of house rules"),
        ('format = 1\nlanguage = "xx"\n[seats]\nN = "Ann"\nS = "Ben"\n', "choose en or fr"),
        ('format = 1\npack = "xx"\n[seats]\nN = "Ann"\nS = "Ben"\n', "no pack called 'xx'"),
        ('format = 1\n[seats]\nN = "Ann"\nS = "Ben"\n[house]\nminutes = nan\n', "from 0 to 1440"),
        ("format = = 1\n", "line 1"),
    ],
)
def test_settings_that_make_no_table_are_refused(folder, text, why):
    (folder / "recording.toml").write_text(text)
    with pytest.raises(BadRecord, match=f"recording.toml.*{why}"):
        open_recording(folder)


@pytest.mark.parametrize("name", sorted(DEMOS))
def test_the_shipped_recordings_are_whole(name):
    recording = open_recording(demo_folder(name))
    assert len(recording.shots) >= 34
    assert len(recording.truth) >= 19
    assert recording.dealer in dict(recording.seats)
