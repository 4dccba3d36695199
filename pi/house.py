"""The house behind the dashboard's pages: what the doctor finds, the packs on this machine, and the house's words."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from engine.errors import BadPicture, BadSettings
from engine.rules import HouseRules
from pi.config import Settings
from pi.lists import edit_list, house_list, lists_in_force, words_in
from web.house import Enrolment, Finding, LaidOut, ListedPack, OwnWords

if TYPE_CHECKING:
    from pi.finding import Finding as Found
    from vision.enrol import Example
    from vision.laid import Sheet
    from vision.mount import Check

FRESH = 10.0
"""Seconds for which the doctor's findings are told again without looking anew."""
MOUNTED_FRESH = 2.0
"""The same for how the camera hangs: somebody moves it while the page looks on."""
MOST_DRAFTS = 2
MOST_PICTURES = 12


@dataclass
class _Draft:
    """A pack that is being learnt: its pictures as files, what people named on them, and what was read."""

    folder: TemporaryDirectory[str]
    files: list[Path] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    sheets: list[Sheet | None] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class MachineHouse:
    """This machine's house, beside a table that runs. Every method may be called from any thread.

    :param config: the file that ``settings`` came from; the doctor looks at it.
    """

    def __init__(
        self, settings: Settings, config: Path | None = None, newest: Callable[[], Any] = lambda: None
    ) -> None:
        self._settings = settings
        self._config = config
        self._newest = newest
        self._mounted: tuple[float, tuple[Check, ...]] = (-FRESH, ())
        self._lock = threading.Lock()
        self._found: tuple[float, tuple[Found, ...]] = (-FRESH, ())
        self._drafts: OrderedDict[str, _Draft] = OrderedDict()

    def close(self) -> None:
        """Throws the pictures of packs away that were not learnt. Closing twice does no harm."""
        with self._lock:
            for name in list(self._drafts):
                self._forget(name)

    def health(self, language: str) -> tuple[Finding, ...]:
        """Gives the doctor's lines, looked for anew every ten seconds at most."""
        from pi.doctor import examine

        with self._lock:
            at, found = self._found
            if time.monotonic() - at >= FRESH:
                found = tuple(examine(config=self._config, at_table=True, picture=self._newest()))
                self._found = (time.monotonic(), found)
        return tuple(Finding(part, one.level, said, todo) for one in found for part, said, todo in [one.told(language)])

    def mounting(self, language: str) -> tuple[Finding, ...]:
        """Gives what ``steward mount`` says of the newest picture, looked at anew every two seconds at most."""
        from pi.mounting import assessed, bumped, table_size, told_in

        with self._lock:
            picture = self._newest()
            if picture is None:
                return ()
            at, checks = self._mounted
            if time.monotonic() - at >= MOUNTED_FRESH:
                set_up = self._settings
                size = table_size(set_up.table)
                found = assessed(picture, size, camera=set_up.camera, pack=set_up.pack, lens=set_up.lens)
                bump = bumped(set_up.camera, picture)
                checks = (*found.checks, *([bump] if bump else []))
                self._mounted = (time.monotonic(), checks)
            return tuple(Finding(*told_in(check, language)) for check in checks)

    def packs(self) -> tuple[ListedPack, ...]:
        """Gives the packs that come with the Steward and those enrolled here."""
        from engine.cards import load_pack, pack_names
        from pi.packs import enrolled_names, resolved

        found = []
        for name in (*pack_names(), *enrolled_names()):
            pack = load_pack(resolved(name))
            enrolled = name not in pack_names()
            found.append(ListedPack(name, pack.title, pack.language, pack.cards, pack.points, pack.assumed, enrolled))
        return tuple(found)

    def lay_out(self, name: str, picture: bytes, letters: str) -> Enrolment:
        """Reads one more picture of a pack; one that cannot be learnt from is told with what hinders."""
        import cv2
        import numpy as np

        from engine.cards import load_pack
        from vision.laid import SheetReader
        from vision.picture import load_picture

        with self._lock:
            draft = self._draft(name)
            if len(draft.files) >= MOST_PICTURES:
                raise BadSettings(f"{MOST_PICTURES} pictures are the most; learn the pack from these, or begin anew")
            path = Path(draft.folder.name) / f"{len(draft.files) + 1}.jpg"
            path.write_bytes(picture)
            sheet, problem = None, ""
            try:
                sheet = SheetReader(load_pack("letters"), (58.0, 88.0)).read(load_picture(path), path.stem)
                problem = sheet.unfit if sheet.cards else "no card was found; lay them face up, apart from each other"
                if letters and not problem:
                    sheet.named(letters)
            except BadPicture as error:
                problem = str(error).replace(str(path), "the picture").removeprefix(f"{path.stem}: ")
            if cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_REDUCED_GRAYSCALE_8) is None:
                sheet, problem = None, "this is no picture; take a JPEG or PNG"
            draft.files.append(path)
            draft.letters.append(letters)
            draft.sheets.append(sheet)
            draft.problems.append(problem)
            return _told(name, draft)

    def enrolment(self, name: str) -> Enrolment:
        """Gives how far a pack is learnt."""
        with self._lock:
            draft = self._drafts.get(name)
            return Enrolment(name) if draft is None else _told(name, draft)

    def enrol(self, name: str, like: str) -> str:
        """Learns a pack from the pictures that are fit; gives what the command would say."""
        from pi.enrolling import Asked, enrol_pack

        with self._lock:
            draft = self._drafts.get(name)
            fit = [] if draft is None else [n for n, problem in enumerate(draft.problems) if not problem]
            if draft is None or not fit:
                raise BadSettings(f"there is no picture to learn {name} from; show one first")
            out, err = StringIO(), StringIO()
            named = [draft.letters[n] for n in fit]
            asked = Asked([draft.files[n] for n in fit], name, named if any(named) else (), like)
            code = enrol_pack(asked, out, err)
            if code == 2:
                raise BadSettings(" ".join(err.getvalue().split()))
            self._forget(name)
            return " ".join(out.getvalue().split("\n")[0].split())

    def forget(self, name: str) -> None:
        """Throws the pictures of a pack away."""
        with self._lock:
            self._forget(name)

    def look_up(self, word: str, language: str, rules: HouseRules) -> Mapping[str, Any]:
        """Gives what the lists tell of a word, and what the judge would say."""
        from engine.rulings import lookup, open_judge

        settings = replace(self._settings, language=language)
        if language != self._settings.language:
            settings = replace(settings, lists=())
        lists = lists_in_force(settings)
        found = {"levels": {}, "marks": [], "added_by": [], "barred_by": [], "listed": False}
        if "*" not in word:
            found = lookup(word, language, words_in(settings), lists)
        verdict = open_judge(language, words_in(settings), lists).rule(word, rules)
        return {**found, "verdict": verdict.verdict, "reason": verdict.reason, "meant": list(verdict.meant)}

    def own_words(self, language: str) -> OwnWords:
        """Gives the words that this house adds and bars."""
        from engine.words import read_layer

        path = house_list(language)
        if not path.is_file() or not path.stat().st_size:
            return OwnWords()
        layer = read_layer(path)
        return OwnWords(tuple(sorted(layer.allowed)), tuple(sorted(layer.barred)))

    def change_words(self, act: str, words: tuple[str, ...], language: str) -> None:
        """Writes the house's list."""
        with self._lock:
            edit_list(act, words, house_list(language))

    def _draft(self, name: str) -> _Draft:
        if name not in self._drafts:
            while len(self._drafts) >= MOST_DRAFTS:
                self._forget(next(iter(self._drafts)))
            self._drafts[name] = _Draft(TemporaryDirectory(prefix="steward-enrol-", ignore_cleanup_errors=True))
        return self._drafts[name]

    def _forget(self, name: str) -> None:
        draft = self._drafts.pop(name, None)
        if draft is not None:
            draft.folder.cleanup()


def _told(name: str, draft: _Draft) -> Enrolment:
    """Tells what the fit pictures hold, as far as it is read surely or was named."""
    from engine.table import letter_of
    from vision.laid import SURE, surely

    fit = [n for n, problem in enumerate(draft.problems) if not problem and draft.sheets[n] is not None]
    examples: list[Example] = []
    unnamed = []
    for n in fit:
        sheet = draft.sheets[n]
        assert sheet is not None
        if draft.letters[n]:
            examples += sheet.named(draft.letters[n])
        else:
            unnamed.append(sheet)
    learnt = [example for each in surely(unnamed, examples) for example in each] if unnamed else []
    seen = Counter(letter_of(example.face) for example in (*examples, *learnt))
    pictures = []
    for n, sheet in enumerate(draft.sheets):
        cards = sheet.cards if sheet is not None else ()
        read = draft.letters[n].upper() or "".join(
            letter_of(card.face) if card.confidence >= SURE else "?" for card in cards
        )
        unsure = 0 if draft.letters[n] else sum(card.confidence < SURE for card in cards)
        pictures.append(LaidOut(len(cards), read, unsure, draft.problems[n]))
    missing = tuple(letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ*" if letter not in seen)
    return Enrolment(name, tuple(pictures), dict(sorted(seen.items())), missing)
