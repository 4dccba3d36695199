"""``steward forget``: deletes the pictures that a table kept, of cards and of whoever's hands were over them."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from engine.errors import BadSettings


def forget(journal: Path | None, out: TextIO, *, sure: bool = False) -> int:
    """Deletes a table's kept pictures and the kept view of the camera's place; the journal stays. Gives 0.

    :param journal: the table's (None: the usual one).
    :param sure: delete; otherwise it is only said what there is. Raises :class:`BadSettings` for a journal that is not
        there.
    """
    from pi.books import journal_at
    from pi.places import data_folder

    if journal is not None and not journal.is_file():
        raise BadSettings(f"there is no journal {journal}; name a table's journal, whose pictures lie beside it")
    path = journal_at(journal if journal is not None else data_folder() / "table.journal")
    folders = [path.with_name(path.name + ".pictures")]
    if journal is None:
        folders.append(data_folder() / "places")
    found = [one for folder in folders if folder.is_dir() for one in folder.iterdir() if one.suffix in (".jpg", ".png")]
    size = sum(one.stat().st_size for one in found) / 1e6
    if not sure:
        print(f"{len(found)} pictures are kept, {size:.1f} MB; 'steward forget --yes' deletes them", file=out)
        return 0
    for one in found:
        one.unlink(missing_ok=True)
    print(
        f"{len(found)} pictures are deleted, {size:.1f} MB; what happened in the game is still in the journal", file=out
    )
    return 0
