"""Packs by name: those that come with the Steward, and those that were enrolled on this machine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadPack

if TYPE_CHECKING:
    from vision.enrol import Enrolled

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def packs_folder() -> Path:
    """Gives the folder of the enrolled packs; it need not exist, and nothing is made."""
    from pi.places import data_place

    return data_place() / "packs"


def enrolled_names() -> tuple[str, ...]:
    """Gives the names of the packs that were enrolled on this machine."""
    try:
        return tuple(sorted(path.stem for path in packs_folder().glob("*.toml")))
    except OSError:
        return ()


def resolved(name: str) -> str:
    """Gives what :func:`engine.cards.load_pack` takes for a pack's name: the name, or the path of an enrolled pack.

    Raises :class:`BadPack`, with the names there are, for one that is not known.
    """
    from engine.captions import caption_names
    from engine.cards import pack_names

    if name in (*pack_names(), *caption_names()) or name.endswith(".toml"):
        return name
    if name in enrolled_names():
        return str(packs_folder() / f"{name}.toml")
    names = sorted({*pack_names(), *caption_names(), *enrolled_names()})
    raise BadPack(
        f"there is no pack called {name!r}; choose one of {', '.join(names)}, give the path of a "
        ".toml file, or enrol it with 'steward enrol'"
    )


def letters_of(name: str) -> Enrolled | None:
    """Gives the enrolled letters that lie beside a pack's file, if any do."""
    from vision.enrol import SUFFIX, load_enrolled

    place = resolved(name)
    beside = Path(place).with_suffix(SUFFIX)
    if place.endswith(".toml") and beside.is_file():
        return load_enrolled(beside)
    if place.endswith(".toml") and Path(place).parent == packs_folder():
        raise BadPack(f"the letters of the pack {name!r} are gone ({beside}); enrol it again with --replace")
    return None


def reader_of(name: str, **options: Any) -> Any:
    """Gives the reader of a pack's cards, by their captions or their letters; options as for
    :class:`vision.reader.Reader`."""
    from engine.cards import load_pack
    from pi.captioned import captions_of

    if (captions := captions_of(resolved(name))) is not None:
        from vision.captions import CaptionReader

        return CaptionReader(captions)
    from vision.reader import Reader

    return Reader(load_pack(resolved(name)), enrolled=letters_of(name), **options)
