"""``steward enrol``: learns a particular pack from a few pictures of it laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engine.errors import BadPack, BadPicture, BadSettings
from pi.packs import NAME, packs_folder, resolved
from pi.places import data_folder

if TYPE_CHECKING:
    from vision.enrol import Example
    from vision.laid import Sheet, SheetReader


@dataclass(frozen=True)
class Asked:
    """What is to be enrolled: pictures, the letters on each (or none), the pack it is an edition of, and its size in
    millimetres (None: as that pack's, or judged from the picture). ``census``: the pictures show the whole pack, whose
    letters are counted and whose values are read."""

    images: Sequence[Path]
    name: str
    letters: Sequence[str] = ()
    like: str = "letters"
    size_mm: tuple[float, float] | None = None
    replace: bool = False
    census: bool = False


def enrol_pack(asked: Asked, out: TextIO, err: TextIO) -> int:
    """Learns a pack and stores it; gives 0, 1 when some pictures or letters were left out, 2 when nothing was stored.

    Raises :class:`BadSettings` or :class:`BadPack` when it cannot be begun.
    """
    from engine.captions import caption_names
    from engine.cards import load_pack, pack_names
    from engine.table import letter_of
    from pi.captioned import captions_of
    from pi.enrolling_captions import enrol_captions
    from vision.enrol import SUFFIX, enrol, save_enrolled
    from vision.laid import SheetReader, surely

    if not NAME.fullmatch(asked.name) or asked.name in (*pack_names(), *caption_names()):
        raise BadSettings(
            f"{asked.name!r} cannot be the name of an enrolled pack; take small letters, digits and hyphens, and not "
            f"the name of a pack that comes with the Steward ({', '.join((*pack_names(), *caption_names()))})"
        )
    if asked.letters and len(asked.letters) != len(asked.images):
        raise BadSettings(
            f"--letters was given {len(asked.letters)} times for {len(asked.images)} pictures; give it once for each"
        )
    folder = packs_folder()
    toml, letters = folder / f"{asked.name}.toml", folder / f"{asked.name}{SUFFIX}"
    if toml.exists() and not asked.replace:
        raise BadSettings(f"there is an enrolled pack called {asked.name!r} already; add --replace to learn it anew")
    data_folder()  # what cannot be kept is refused before the work, not after
    if (captions := captions_of(resolved(asked.like))) is not None:
        return enrol_captions(asked, captions, toml, out, err)
    like = load_pack(resolved(asked.like))
    sheets = SheetReader(like, asked.size_mm)
    examples: list[Example] = []
    unnamed: list[Sheet] = []
    code = 0
    for path, named in zip(asked.images, asked.letters or [""] * len(asked.images), strict=True):
        try:
            sheet = _sheet(sheets, path)
            if named:
                examples += sheet.named(named)
            else:
                unnamed.append(sheet)
        except BadPicture as error:
            print(f"steward: {' '.join(str(error).split())}", file=err, flush=True)
            code = 1
    for sheet, learnt in zip(unnamed, surely(unnamed, examples), strict=True):
        examples += learnt
        if left := len(sheet.cards) - len(learnt):
            some = "1 card is" if left == 1 else f"{left} cards are"
            print(f"steward: {sheet.name}: {some} not read surely enough to learn; name them with --letters", file=err)
            code = 1
    if not examples:
        print("steward: nothing was enrolled: there is no letter to learn from", file=err)
        return 2
    enrolled = enrol(asked.name, examples)
    folder.mkdir(parents=True, exist_ok=True)
    if asked.census:
        from pi.census import counted, read_values

        if code:
            print("steward: the pack was not counted: every card must be known for that", file=err)
            return 2
        seen = counted(examples)
        like = seen.like(like, read_values(asked.images, sheets, asked.letters))
        print(seen.told(like), file=out)
    save_enrolled(enrolled, letters)
    toml.write_text(pack_file(asked, like), encoding="utf-8")
    counts = Counter(example.face for example in examples)
    shown = " ".join(f"{letter_of(face)}:{counts[face]}" for face in sorted(counts))
    missing = [face for face in (like.counts or "ABCDEFGHIJKLMNOPQRSTUVWXYZ") if face not in counts]
    print(f"{asked.name}: {len(examples)} cards of {len(counts)} letters learnt: {shown}", file=out)
    if missing:
        print(f"  not seen: {' '.join(sorted(missing))} (these are read as before)", file=out)
    print(f"  read with it: steward read IMAGE --pack {asked.name}", file=out)
    return code


def _sheet(sheets: SheetReader, path: Path) -> Sheet:
    from vision.picture import load_picture

    sheet = sheets.read(load_picture(path), str(path))
    if not sheet.cards:
        raise BadPicture(
            f"{path}: no card was found; lay the cards out face up, apart from each other, and take the picture from "
            "above"
        )
    if sheet.unfit:
        raise BadPicture(f"{path}: {sheet.unfit}")
    return sheet


def pack_file(asked: Asked, like: Any) -> str:
    """Gives the text of an enrolled pack's file: the pack it is an edition of, under its own name and size."""
    size = asked.size_mm or like.size_mm
    lines = [
        "# Written by 'steward enrol'. Counts and values may be changed here.",
        f'name = "{asked.name}"',
        f'title = "{asked.name}"',
        f'language = "{like.language}"',
        f"cards = {like.cards}",
        f"points = {like.points}",
        f"assumed = [{', '.join(repr(item) for item in like.assumed)}]".replace("'", '"'),
    ]
    lines += [f"size_mm = [{size[0]:g}, {size[1]:g}]"] if size else []
    if not like.counts:
        return "\n".join([*lines, 'faces = "any"', ""])
    lines.append("[faces]")
    lines += [f"{face} = {{ count = {count}, value = {like.values[face]} }}" for face, count in like.counts.items()]
    return "\n".join([*lines, ""])


def size_mm(text: str) -> tuple[float, float]:
    """Reads a card's size such as ``58x88``. Raises :class:`BadPack`."""
    try:
        width, height = (float(side) for side in text.lower().replace("×", "x").split("x"))
    except ValueError as error:
        raise BadPack(f"{text!r} is no size; give width and height in millimetres, such as 58x88") from error
    if not (5 <= width <= 500 and 5 <= height <= 500):
        raise BadPack(f"{text!r} is no size of a card: each side has 5 to 500 millimetres")
    return width, height
