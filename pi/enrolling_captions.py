"""``steward enrol --like alice``: reads the captions of a pack's sets from pictures of them laid out, and writes a pack
of one's own with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engine.captions import MOST_CAPTION, CaptionPack
from engine.errors import BadPicture, BadSettings
from pi.console import say

if TYPE_CHECKING:
    from pi.enrolling import Asked

KIND = "set"
"""The kind of set whose captions may be enrolled. Others are known already, or known by having no caption."""
SURE = 0.6
"""A caption read less surely than this is left for its owner to write."""


def enrol_captions(asked: Asked, pack: CaptionPack, file: Path, out: TextIO, err: TextIO) -> int:
    """Reads captions and writes the pack's file; gives 0, 1 when some were left out, 2 when nothing was stored.

    Each row of a picture is a set, its leading card first. ``asked.letters`` names the sets on each picture, row by
    row; without it they are those whose captions are not known, in their order.

    Raises :class:`BadSettings` for a pack that has no captions to give, or sets that it has not.
    """
    from vision.picture import load_picture

    sets = {card.set: [one for one in pack.cards if one.set == card.set] for card in pack.cards if card.kind == KIND}
    if not sets:
        raise BadSettings(f"the captions of {pack.name} are known, or its cards are known without: nothing to enrol")
    captions = {card.id: card.caption for card in pack.cards}
    waiting = [name for name, cards in sets.items() if not all(card.caption for card in cards)]
    code, learnt = 0, 0
    for number, path in enumerate(asked.images):
        try:
            rows = _rows(load_picture(path), str(path))
        except BadPicture as error:
            say(str(error), err)
            code = 1
            continue
        named = asked.letters[number].split() if asked.letters else waiting[: len(rows)]
        waiting = [name for name in waiting if name not in named]
        if unknown := [name for name in named if name not in sets]:
            raise BadSettings(f"the pack {pack.name} has no set {unknown[0]!r}; it has {', '.join(sets)}")
        if len(named) != len(rows):
            say(f"{path}: {len(rows)} rows are to be seen, but {len(named)} sets are to be named; use --letters", err)
            code = 1
            continue
        for name, row in zip(named, rows, strict=True):
            if len(row) != len(sets[name]):
                say(f"{path}: the row of set {name} has {len(row)} cards, not {len(sets[name])}; lay it anew", err)
                code = 1
                continue
            for card, (text, sure) in zip(sets[name], row, strict=True):
                if sure < SURE or len(text) > MOST_CAPTION:
                    say(f"{path}: the caption of {card.id} is not read surely; write it into {file}", err)
                    code = 1
                    continue
                captions[card.id], learnt = text, learnt + 1
    if not learnt:
        say("nothing was enrolled: no caption was read", err)
        return 2
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(pack_text(asked.name, pack, captions), encoding="utf-8")
    print(f"{asked.name}: {learnt} captions learnt; look them over in {file}", file=out)
    print(f"  play with it: steward table --game alice --pack {asked.name}", file=out)
    return code


def _rows(picture: Any, name: str) -> list[list[tuple[str, float]]]:
    """Reads the cards of a picture, in rows from above and each from the left: what is printed on each, how surely."""
    from vision.captions import cards_in, printed_on

    corners = sorted(cards_in(picture), key=lambda quad: float(quad[:, 1].mean()))
    if not corners:
        raise BadPicture(f"{name}: no card was found; lay each set in a row, apart from each other, face up")
    rows: list[list[Any]] = []
    for quad in corners:
        height = float(quad[:, 1].max() - quad[:, 1].min())
        if rows and float(quad[:, 1].mean() - rows[-1][0][:, 1].mean()) < height / 2:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [
        [printed_on(picture, quad) for quad in sorted(row, key=lambda quad: float(quad[:, 0].mean()))] for row in rows
    ]


def pack_text(name: str, pack: CaptionPack, captions: dict[str, str]) -> str:
    """Gives the text of a pack's file with other captions."""
    size = [f"size_mm = [{pack.size_mm[0]:g}, {pack.size_mm[1]:g}]"] if pack.size_mm else []
    lines = [
        "# Written by 'steward enrol'. Captions may be changed here; an empty one is not known.",
        f"name = {json.dumps(name)}", f"title = {json.dumps(name)}", f"language = {json.dumps(pack.language)}", *size,
    ]  # fmt: skip
    for one in pack.sets:
        cards = [card for card in pack.cards if card.set == one]
        lines += ["", "[[sets]]", f"name = {json.dumps(one)}", f"title = {json.dumps(_title(cards))}"]
        lines.append(f"kind = {json.dumps(cards[0].kind)}")
        lines.append(f"captions = {json.dumps([captions[card.id] for card in cards], ensure_ascii=False)}")
        lines.append(f"values = {[card.value for card in cards]}")
    return "\n".join([*lines, ""])


def _title(cards: Sequence[Any]) -> str:
    unnamed = next((card for card in cards if not card.caption), None)
    return unnamed.label.rpartition(",")[0] if unnamed is not None else f"Set {cards[0].set}"
