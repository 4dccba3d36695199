"""What is installed: the wheel, the service, and make in a folder whose name holds a space."""

from __future__ import annotations

import configparser
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pi.config import Pins, read_settings

ROOT = Path(__file__).parents[2]
NOT_COPIED = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.egg-info")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> list[str]:
    """Builds the wheel from a copy, in a folder with a space in its name; gives the names in it."""
    copy = tmp_path_factory.mktemp("wheel") / "a table"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", "out", "."],
        cwd=copy,
        check=True,
        timeout=200,
    )
    (built,) = (copy / "out").glob("lexicon_steward-*-py3-none-any.whl")
    with zipfile.ZipFile(built) as archive:
        return archive.namelist()


@pytest.mark.parametrize(
    "name",
    [
        "engine/packs/lexicon.toml",
        "pi/recordings/demo-drive/recording.toml",
        "pi/recordings/demo-drive/frames/000.jpg",
        "pi/recordings/demo-hand/presses.jsonl",
        "web/templates/table.html",
        "web/static/steward.css",
    ],
)
def test_the_wheel_holds_what_the_program_needs(wheel, name):
    assert name in wheel


def test_the_wheel_holds_every_model(wheel):
    models = {f"vision/models/{path.name}" for path in (ROOT / "vision" / "models").iterdir() if path.is_file()}
    assert models <= set(wheel)


@pytest.mark.parametrize("folder", ["tests/", "vision/training/", "systemd/", ".ci/"])
def test_the_wheel_holds_neither_tests_nor_training(wheel, folder):
    assert [name for name in wheel if name.startswith(folder)] == []


UNITS = sorted(path.name for path in (ROOT / "systemd").glob("steward-*.*") if path.suffix in (".service", ".path"))
SERVICES = [name for name in UNITS if name.endswith(".service")]


def unit(name: str = "steward-table.service") -> configparser.ConfigParser:
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment]
    found.read(ROOT / "systemd" / name, encoding="utf-8")
    return found


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("steward-table.service", "ExecStart"),
        ("steward-table.service", "ExecStopPost"),
        ("steward-hub.service", "ExecStart"),
    ],
)
def test_the_service_runs_what_there_is(name, key):
    line = unit(name)["Service"][key].lstrip("-").split()
    assert line[0] == "/opt/steward/.venv/bin/python"
    assert importlib.util.find_spec(line[line.index("-m") + 1]) is not None


def test_the_bell_waits_for_no_network():
    ordering = {key: unit()["Unit"].get(key, "") for key in ("After", "Wants", "Requires", "BindsTo")}
    assert not [value for value in ordering.values() if "network" in value]


def test_the_tables_service_lets_lgpio_write():
    service = unit()["Service"]
    assert "LG_WD=/run/steward" in service["Environment"].split()
    assert service["RuntimeDirectory"] == "steward"


@pytest.mark.parametrize("name", ["steward-table.service", "steward-hub.service"])
def test_a_service_that_hangs_or_fails_is_started_again(name):
    service = unit(name)["Service"]
    assert (service["Type"], service["Restart"], int(service["WatchdogSec"])) == ("notify", "always", 30)
    assert int(unit(name)["Unit"]["StartLimitBurst"]) * int(service["RestartSec"]) < int(
        unit(name)["Unit"]["StartLimitIntervalSec"]
    )


def installed(folder: Path) -> list[Path]:
    """Gives the units as they would be installed. Nothing is installed where tests run: the program and the papers are
    looked for where they are, reached by a plain path, as a service is installed where no folder's name has a space."""
    (folder / "steward").symlink_to(ROOT)
    (folder / "python").symlink_to(sys.executable)
    for name in UNITS:
        text = (ROOT / "systemd" / name).read_text(encoding="utf-8")
        text = text.replace("/opt/steward/.venv/bin/python", str(folder / "python"))
        (folder / name).write_text(text.replace("/opt/steward", str(folder / "steward")), encoding="utf-8")
    return [folder / name for name in UNITS]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this system has no systemd")
def test_the_units_are_what_systemd_understands(tmp_path):
    units = [str(path) for path in installed(tmp_path)]
    run = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this system has no systemd")
@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_closed_in_well(name):
    """systemd's own word for it: 5 and more is *medium*, below that it is *OK*."""
    run = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=49", str(ROOT / "systemd" / name)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stdout[-300:]


def test_the_example_configuration_is_right():
    settings = read_settings(ROOT / "systemd" / "steward.toml")
    assert settings.camera == "picamera"
    assert settings.pins == Pins()


@pytest.mark.parametrize(
    "script",
    [
        "systemd/install.sh",
        "systemd/packages",
        "systemd/environment",
        "systemd/kiosk",
        "systemd/access-point",
        "systemd/wheels",
        "tests/lab/install",
        "tests/lab/arm",
        "tests/lab/camera",
        ".ci/run",
    ],
)
def test_a_script_is_bash_that_stops_at_the_first_fault(script):
    path = ROOT / script
    assert os.access(path, os.X_OK)
    assert "set -euo pipefail" in path.read_text(encoding="utf-8")
    assert subprocess.run(["bash", "-n", str(path)], timeout=20).returncode == 0


@pytest.mark.parametrize("named", [["nowhere"], ["."], []])
def test_an_upgrade_without_the_internet_names_a_folder_that_holds_no_packages(tmp_path, named):
    run = subprocess.run(
        [str(ROOT / "systemd" / "install.sh"), "--upgrade", "--wheels", *named],
        cwd=tmp_path, capture_output=True, text=True, timeout=20,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1
    assert "systemd/wheels FOLDER" in run.stderr


@pytest.mark.parametrize(
    "target", ["run", "test", "bench", "soak", "lint", "words", "clean", "install-lab", "arm-lab", "camera-lab"]
)
def test_make_works_in_a_folder_with_a_space_in_its_name(tmp_path, target):
    folder = tmp_path / "a table"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints-bookworm.txt"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "systemd", folder / "systemd")
    # These tests may themselves be run by make, whose own settings would be handed down.
    calm = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    run = subprocess.run(["make", "-n", target], cwd=folder, env=calm, capture_output=True, text=True, timeout=20)
    assert (run.returncode, run.stderr) == (0, "")
    assert str(tmp_path) not in run.stdout


@pytest.mark.parametrize(("code", "ends"), [(130, 0), (0, 0), (2, 2)])
def test_make_run_ended_by_the_keyboard_is_no_fault(tmp_path, code, ends):
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "ready").touch()
    (tmp_path / "python").write_text(f'#!/bin/sh\n[ "$2" != pi.cli ] || exit {code}\n')
    (tmp_path / "python").chmod(0o755)
    calm = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    run = subprocess.run(
        ["make", "READY=ready", "PYTHON=./python", "run"],
        cwd=tmp_path,
        env=calm,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert run.returncode == ends
    assert ("Error" in run.stderr) == (ends != 0)


def test_packages_that_are_missing_are_said_in_one_command(tmp_path):
    """Run by a user who may not become root, on a Debian that has none of the packages."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, body in {"dpkg-query": "exit 1", "id": "echo 1000", "python3": "exit 1"}.items():
        (programs / name).write_text(f"#!/bin/sh\n{body}\n")
        (programs / name).chmod(0o755)
    for name in ("bash", "env", "sh"):
        (programs / name).symlink_to(shutil.which(name) or name)
    run = subprocess.run(
        [str(ROOT / "systemd" / "packages"), "run"],
        env={"PATH": str(programs)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert run.returncode == 1
    assert "sudo apt-get install -y --no-install-recommends python3-venv tesseract-ocr" in run.stderr


NMCLI = """#!/bin/sh
echo "$@" >>"$SAID"
case "$*" in *DEVICE,TYPE*) printf 'eth0:ethernet\nwlan0:wifi\n';; esac
"""


def test_an_access_point_comes_after_every_known_network(tmp_path):
    (tmp_path / "nmcli").write_text(NMCLI)
    (tmp_path / "nmcli").chmod(0o755)
    run = subprocess.run(
        [str(ROOT / "systemd" / "access-point"), "Lexicon", "password123"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "SAID": str(tmp_path / "said")},
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert run.returncode == 0
    added = (tmp_path / "said").read_text().splitlines()[-1]
    assert "ifname wlan0" in added
    assert "autoconnect-priority -100" in added
    assert "http://10.42.0.1:8000" in run.stdout


@pytest.mark.parametrize("arguments", [[], ["Lexicon"], ["Lexicon", "short"], ["L" * 33, "password123"]])
def test_an_access_point_that_cannot_be_is_refused(tmp_path, arguments):
    (tmp_path / "nmcli").write_text(NMCLI)
    (tmp_path / "nmcli").chmod(0o755)
    run = subprocess.run(
        [str(ROOT / "systemd" / "access-point"), *arguments],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "SAID": str(tmp_path / "said")},
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert (run.returncode, run.stderr.split(":")[0]) == (2, "usage")
    assert not (tmp_path / "said").exists()
