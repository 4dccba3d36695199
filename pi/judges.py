"""Which languages there are words in, and the judge of one: asked for by every command that rules on words."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from pathlib import Path

from engine.errors import BadSettings, Missing
from engine.rulings import Judge, StandIn, open_judge
from engine.words import find_list

log = logging.getLogger("steward.words")


def judge_of(language: str, words_dir: Path | None = None, lists: Sequence[Path] = ()) -> Judge:
    """Opens the judge of a language; where its list was not made yet, one that leaves every word to a person, which
    the log says.

    :param words_dir: where the compiled lists lie (None: the usual places).
    :param lists: the club's own, laid over it.

    Raises :class:`BadSettings` for a language of which there is no list, and for a folder that is none.
    """
    check_language(language, words_dir)
    judge = open_judge(language, words_dir, lists)
    if isinstance(judge, StandIn):
        log.warning("%s; until then every word is left to a person", judge.message)
    return judge


def check_language(language: str, words_dir: Path | None = None) -> None:
    """Raises :class:`BadSettings` for a language of which there is no list, and for a folder of lists that is none."""
    if words_dir is not None and not words_dir.is_dir():
        raise BadSettings(f"{words_dir} is no folder; word lists lie in a folder")
    if language.isalnum():
        with contextlib.suppress(Missing):
            find_list(language, words_dir)
            return
    from engine.words.build import NAMES  # here, because the making of lists is slow to load

    if language not in NAMES:
        raise BadSettings(f"there are no words in the language {language!r}; choose {' or '.join(sorted(NAMES))}")
