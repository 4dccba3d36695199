from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.errors import BadPicture, StewardError
from engine.table import TableReading
from pi import cli, reading
from pi.cli import main, parser
from pi.watch import watch

ROOT = Path(__file__).parents[2]


def steward(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "pi.cli", *arguments], capture_output=True, text=True, timeout=60, env=env, **options
    )


@pytest.mark.parametrize(
    ("words", "verdicts"),
    [
        (["SMOTHERED", "fairy", "THACHED"], ["good", "good", "misspelt"]),
        (["TH*TCHED", "WIERD", "NIHGT", "OSLO"], ["good", "misspelt", "misspelt", "not allowed"]),
    ],
)
def test_words_are_ruled_on_a_line_each(capsys, words, verdicts):
    assert main(["rule", *words, "--lang", "en", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["verdict"] for line in lines] == verdicts
    assert all(list(line) == ["word", "verdict", "reason", "meant", "list", "master"] for line in lines)
    assert all({"name", "version", "words", "hash"} <= set(line["list"]) for line in lines)


def test_a_verdict_is_told_in_words_too(capsys):
    assert main(["rule", "THACHED"]) == 0
    assert capsys.readouterr().out.startswith("THACHED: misspelt; meant THATCHED")


@pytest.mark.parametrize("word", ["", "A1", "ICE CREAM", "x" * 61, "E?", "***", "*A*B*", "\udcff"])
def test_what_no_cards_can_spell_is_bad_input(capsys, word):
    assert main(["rule", word]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.startswith("steward: ")
    assert out.err.count("\n") == 1


def test_ruling_loads_neither_opencv_nor_pages_nor_pins():
    code = (
        "import sys; from pi.cli import main; code = main(['rule', 'HAT']);"
        "print(code, [name for name in ('cv2', 'numpy', 'flask', 'gpiozero') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert run.stdout.splitlines()[-1] == "0 []"


def test_the_list_in_force_is_told(capsys):
    assert main(["words", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["words"] > 50_000


@pytest.mark.parametrize("arguments", [["words"], ["rule", "HAT"]])
def test_without_a_list_the_end_is_one_and_it_says_how_to_make_it(caplog, capsys, tmp_path, arguments):
    assert main([*arguments, "--words-dir", str(tmp_path)]) == 1
    assert f"no en word list in {tmp_path}; make it with" in caplog.text + capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["words"], ["rule", "HAT"], ["simulate"], ["table", "--no-browser"]])
@pytest.mark.parametrize("language", ["xx", "EN", "", "../en", "e"])
def test_a_language_without_words_is_bad_input_and_those_there_are_are_named(
    capsys, tmp_path, monkeypatch, arguments, language
):
    monkeypatch.setenv("STEWARD_DATA", str(tmp_path))
    assert main([*arguments, "--lang", language]) == 2
    assert capsys.readouterr().err == (f"steward: there are no words in the language {language!r}; choose en or fr\n")


@pytest.mark.parametrize("command", [["words"], ["rule", "HAT"]])
@pytest.mark.parametrize("folder", ["/dev/null", "/nosuch"])
def test_a_folder_of_words_that_is_none_is_bad_input(capsys, command, folder):
    assert main([*command, "--words-dir", folder]) == 2
    assert capsys.readouterr().err == f"steward: {folder} is no folder; word lists lie in a folder\n"


def test_a_word_list_of_a_clubs_own_language_can_be_used(words_dir, tmp_path, capsys):
    (tmp_path / "xx.words").write_bytes((words_dir / "en.words").read_bytes())
    assert main(["rule", "HAT", "--lang", "xx", "--words-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "HAT: good\n"


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_any_terminal_can_be_written_to(arguments):
    run = steward("rule", "café", *arguments, env={"PYTHONIOENCODING": "ascii"})
    assert (run.returncode, run.stderr) == (0, "")
    assert "CAF\\u00c9" in run.stdout
    if arguments:
        assert json.loads(run.stdout)["word"] == "CAFÉ"


def test_a_name_that_is_no_text_is_shown_by_its_bytes(tmp_path):
    run = steward("watch", os.fsdecode(b"\xff\x1b[31m"), env={"PYTHONIOENCODING": "utf-8"})
    assert run.stderr == "steward: \\xff\\x1b[31m is not a recording: there is no such folder\n"


@pytest.mark.parametrize("stream", [1, 2])
def test_a_closed_output_is_no_error(stream):
    words = ["HAT"] if stream == 1 else ["1"]
    run = subprocess.run(
        ["bash", "-c", f"{shlex.quote(sys.executable)} -m pi.cli rule {words[0]} {stream}>&-"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0 if stream == 1 else 2, "", "")


class Blank:
    """A reader that sees a bare table in every picture but the one called bad.png."""

    def __init__(self, *args, **options) -> None:
        pass

    def read(self, picture, image_name="", phase="play", before=None) -> TableReading:
        if "bad" in image_name:
            raise BadPicture(f"{image_name}: nothing can be read")
        height, width = picture.shape[:2]
        return TableReading(image=image_name, width=width, height=height, mm_per_px=0.5, cards=(), words=())


@pytest.fixture
def blank(monkeypatch):
    monkeypatch.setattr(reading, "reader_of", lambda pack, **options: Blank())


@pytest.fixture
def image(tmp_path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 90, np.uint8))
    return path


def test_each_picture_is_read_as_a_line_of_json(capsys, blank, image):
    assert main(["read", str(image), str(image), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["width"] for line in lines] == [640, 640]


def bad_pictures(folder: Path, image: Path) -> list[Path]:
    truncated, tiny, text, bad = (folder / name for name in ("cut.png", "tiny.png", "notes.jpg", "bad.png"))
    truncated.write_bytes(image.read_bytes()[:200])
    cv2.imwrite(str(tiny), np.zeros((1, 1, 3), np.uint8))
    text.write_text("no picture")
    bad.write_bytes(image.read_bytes())
    huge = folder / "huge.png"
    cv2.imwrite(str(huge), np.zeros((10_001, 10_000), np.uint8))
    return [folder / "missing.jpg", truncated, tiny, text, bad, huge, folder]


def test_pictures_that_cannot_be_read_get_a_line_each_and_the_others_are_read(capsys, blank, image, tmp_path):
    bad = bad_pictures(tmp_path, image)
    assert main(["read", *map(str, bad), str(image), "--json"]) == 2
    out = capsys.readouterr()
    assert [json.loads(line)["image"] for line in out.out.splitlines()] == [str(image)]
    assert len(out.err.splitlines()) == len(bad)
    for path, line in zip(bad, out.err.splitlines(), strict=True):
        assert line.startswith("steward: ")
        assert path.name in line


def test_what_was_read_is_drawn(blank, image, tmp_path):
    assert main(["read", str(image), "--draw", str(tmp_path / "out" / "drawn.jpg")]) == 0
    assert cv2.imread(str(tmp_path / "out" / "drawn.jpg")).shape == (480, 640, 3)


def test_a_drawing_is_laid_over_another_only_when_it_is_forced(capsys, blank, image, tmp_path):
    drawn = tmp_path / "drawn.png"
    drawn.write_bytes(b"somebody's drawing")
    assert main(["read", str(image), "--draw", str(drawn)]) == 2
    assert "--force" in capsys.readouterr().err
    assert drawn.read_bytes() == b"somebody's drawing"
    assert main(["read", str(image), "--draw", str(drawn), "--force"]) == 0
    assert cv2.imread(str(drawn)).shape == (480, 640, 3)


def test_a_drawing_goes_to_standard_output_by_a_dash_and_the_reading_is_told_beside_it(capfdbinary, blank, image):
    assert main(["read", str(image), "--draw", "-"]) == 0
    told = capfdbinary.readouterr()
    assert cv2.imdecode(np.frombuffer(told.out, np.uint8), cv2.IMREAD_COLOR).shape == (480, 640, 3)
    assert b"0 cards" in told.err


def test_a_drawing_is_never_laid_over_a_picture(capsys, blank, image, tmp_path):
    before = image.read_bytes()
    (tmp_path / "link.png").symlink_to(image)
    (tmp_path / "table.jpg").write_bytes(before)
    for pictures, draw in [
        ([image], image),
        ([image], tmp_path / "link.png"),
        ([tmp_path / "table.jpg"], tmp_path),
        ([image, tmp_path / "table.jpg"], tmp_path),
    ]:
        assert main(["read", *map(str, pictures), "--draw", str(draw)]) == 2
        out = capsys.readouterr()
        assert "the drawing would lie over it; name another" in out.err
        assert out.out == ""
    assert image.read_bytes() == (tmp_path / "table.jpg").read_bytes() == before


@pytest.mark.parametrize(
    ("pictures", "drawn"),
    [
        (["a/t.jpg", "b/t.jpg"], ["t.jpg", "t-2.jpg"]),
        (["t.jpg", "t.png", "t.jpg"], ["t.jpg", "t-2.jpg", "t-3.jpg"]),
        (["a/t.jpg", "b/t.jpg", "t-2.jpg"], ["t.jpg", "t-3.jpg", "t-2.jpg"]),
        (["a/t.jpg", "b/T.jpg"], ["t.jpg", "T-2.jpg"]),
    ],
)
def test_drawings_of_pictures_of_the_same_name_get_names_of_their_own(tmp_path, pictures, drawn):
    found = reading.drawings([Path(name) for name in pictures], tmp_path / "out")
    assert found == [tmp_path / "out" / name for name in drawn]


def test_a_drawing_that_cannot_be_written_is_bad_input(capsys, blank, image, tmp_path):
    assert main(["read", str(image), "--draw", str(tmp_path / "drawn.xyz")]) == 2
    assert "a name that ends in .jpg or .png" in capsys.readouterr().err


def test_a_recording_without_presses_is_followed_with_a_note(caplog, blank_recording):
    out = io.StringIO()
    assert watch(blank_recording, out, reader=Blank(), gate=NeverAtRest()) == 0
    assert "has no presses.jsonl: no challenge" in caplog.text


class NeverAtRest:
    """A gate through which nothing comes."""

    def moved(self, picture, t: float) -> bool:
        return True


@pytest.fixture
def blank_recording(tmp_path, image) -> Path:
    (tmp_path / "recording.toml").write_text('format = 1\n[seats]\nN = "Ann"\nS = "Ben"\n')
    (tmp_path / "frames.jsonl").write_text('{"t": 1.0, "file": "table.png"}\n')
    return tmp_path


def test_a_recording_that_is_none_is_bad_input(capsys, tmp_path):
    assert main(["watch", str(tmp_path / "nowhere"), "--json"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["sing"],
        ["demo", "chess"],
        ["demo", "--speed", "0"],
        ["demo", "--speed", "fast"],
        ["demo", "--port", "70000"],
        ["read"],
        ["read", "x.jpg", "--phase", "deal"],
        ["table", "--rules", "club"],
    ],
)
def test_usage_that_is_wrong_ends_with_two(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (StewardError("the table\nis gone"), 2, "steward: the table is gone\n"),
        (
            PermissionError(13, "Permission denied"),
            2,
            "steward: permission denied; give this user the right to it, or name another place\n",
        ),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_what_goes_wrong_is_one_line_and_a_code(monkeypatch, capsys, raised, code, said):
    def run(args) -> int:
        raise raised

    given = parser().parse_args(["words"])
    given.run = run

    class Parser:
        def parse_args(self, argv):
            return given

    monkeypatch.setattr(cli, "parser", Parser)
    assert main([]) == code
    assert capsys.readouterr().err == said


def test_ctrl_c_while_the_command_is_still_loading_is_no_traceback(monkeypatch, capsys):
    def stopped() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "parser", stopped)
    assert main(["rule", "HAT"]) == 130
    assert capsys.readouterr().err == ""


def test_ctrl_c_that_a_library_turned_into_another_error_is_still_ctrl_c(monkeypatch, capsys):
    def stopped() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise ImportError("numpy's C extensions failed to load") from error

    monkeypatch.setattr(cli, "parser", stopped)
    assert main(["read", "table.jpg"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_of_our_output_that_goes_away_is_no_error():
    run = subprocess.run(
        [
            "bash",
            "-c",
            f"{shlex.quote(sys.executable)} -m pi.cli rule {'HAT ' * 2000} --json | head -n 1; echo ${{PIPESTATUS[0]}}",
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert run.stdout.splitlines()[-1] == "0"
    assert run.stderr == ""


def test_described_names_words_and_warnings():
    seen = TableReading(image="t.jpg", width=1, height=1, mm_per_px=1, cards=(), words=(), warnings=("dark",))
    assert reading.described(seen) == "t.jpg: 0 cards, 0 ms\n  ? dark"


def test_the_reader_gets_the_phase(image):
    asked = []

    class Noting(Blank):
        def read(self, picture, image_name="", phase="play", before=None):
            asked.append(phase)
            return super().read(picture, image_name)

    assert reading.read_pictures([image], io.StringIO(), io.StringIO(), phase="count", reads=Noting()) == 0
    assert asked == ["count"]
