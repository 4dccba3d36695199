"""What the README tells people to type exists."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from pathlib import Path

import pytest

from pi.cli import parser

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> dict[str, str]:
    """Gives the help text of each command of the command line, with that of what it can do (``drive create``)."""
    (actions,) = [action for action in parser()._actions if action.metavar == "COMMAND"]
    return {name: one.format_help() + "".join(acts_of(one)) for name, one in actions.choices.items()}


def acts_of(one: ArgumentParser) -> list[str]:
    return [act.format_help() for found in one._actions if found.metavar == "ACT" for act in found.choices.values()]


def told() -> list[str]:
    return sorted(set(re.findall(r"(?:^ {4}|`)(steward [a-z][^`\n]*)", README, re.MULTILINE)))


@pytest.mark.parametrize("line", told())
def test_a_command_of_the_readme_exists_with_its_options(line):
    name = line.split()[1]
    assert name in commands()
    for option in re.findall(r"--[a-z-]+", line):
        assert option in commands()[name]


def test_every_command_is_in_the_readme():
    assert set(commands()) <= {line.split()[1] for line in told()}


TARGETS = sorted(set(re.findall(r"(?:^ {4}|`)(?:sudo )?make ([a-z-]+)", README, re.MULTILINE)))


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_of_the_readme_is_in_the_makefile(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("path", ["systemd/install.sh", "systemd/environment", "systemd/steward.toml", "LICENSE"])
def test_a_file_of_the_readme_is_there(path):
    assert path in README or path == "LICENSE"
    assert (ROOT / path).is_file()
