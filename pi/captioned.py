"""``steward read --pack bobs``: picture cards in pictures, named by their captions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from engine.captions import CaptionPack, caption_names, load_captions
from engine.errors import BadPack, BadPicture
from pi.console import say


def captions_of(pack: str) -> CaptionPack | None:
    """Gives the pack of captions of a name or path; None when it is a pack of letters."""
    if pack not in caption_names() and not pack.endswith(".toml"):
        return None
    try:
        return load_captions(pack)
    except BadPack:
        if pack in caption_names():
            raise
        return None


def read_captions(images: Sequence[Path], pack: CaptionPack, out: TextIO, err: TextIO, *, as_json: bool = False) -> int:
    """Names the cards in pictures and prints them; gives 0, or 2 when a picture could not be read.

    A card whose caption is none of the pack's is counted and nothing more is told of it.
    """
    from vision.captions import cards_in, named
    from vision.picture import load_picture

    captions = {card.id: card.caption for card in pack.cards}
    code = 0
    for path in images:
        try:
            picture = load_picture(path)
        except BadPicture as error:
            say(str(error), err)
            code = 2
            continue
        corners = cards_in(picture)
        found: list[dict[str, Any]] = []
        for quad, seen in zip(corners, named(picture, corners, captions), strict=True):
            card = pack.card(seen.id) if seen.id is not None else None
            if card is not None:
                found.append(
                    {
                        "id": card.id, "caption": card.caption, "value": card.value,
                        "confidence": round(seen.likeness / 100, 3), "corners": quad.round(1).tolist(),
                    }
                )  # fmt: skip
        unmatched = len(corners) - len(found)
        if as_json:
            line = {"image": str(path), "cards": found, "unmatched": unmatched}
            print(json.dumps(line, ensure_ascii=False), file=out, flush=True)
        else:
            told = "; ".join(card["caption"] for card in found) or "no card was named"
            rest = f"; {unmatched} not known by a caption" if unmatched else ""
            print(f"{path}: {told}{rest}", file=out, flush=True)
    return code
