"""What the Steward keeps of the people at a table, in British English."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH_KEPT: Mapping[str, str] = {
    "kept.title": "What is kept of you",
    "kept.pictures": "Pictures of the table at rest, so that a play or a ruling can be shown again: {most} at most, "
    "and {mb} MB; the oldest go first. Hands, and whoever leans over the table, may be in them.",
    "kept.journal": "The journal holds names, plays, rulings and scores until its file is deleted.",
    "kept.here": "All of it stays on this machine; in a drive, totals and rulings go to its hub.",
    "kept.delete": "“steward forget --yes” deletes the pictures, and the journal stays.",
    "kept.record": "All that the camera sees is going to be written into {folder}: cards, hands, and children who look "
    "over the edge. With --blank nothing but the cards is kept.",
    "kept.record.blank": "Pictures of the table are going to be written into {folder}; all but the cards is blanked.",
    "kept.ask": "Does everybody at the table agree? Type yes: ",
    "kept.unasked": "nothing is recorded: nobody can be asked here whether everybody agrees; ask them, and add --yes",
    "kept.not": "nothing is recorded, for not everybody agreed; leave --record out to play without",
}
