"""Setting a table up as a recording, or the command line, says."""

from __future__ import annotations

from engine.commands import Command, Deal, Open
from pi.packs import resolved
from pi.recording import Recording


def opening(recording: Recording, t: float = 0.0) -> tuple[Command, ...]:
    """Gives the commands that seat a recording's players and begin its deal, unless play had begun before it or the
    players have still to cut for the deal (no dealer is named)."""
    seats = recording.seats or tuple((seat, seat) for seat in "NESW")
    opened = Open(
        t=t,
        by="recording",
        game=recording.game,
        rules=recording.rules,
        language=recording.language,
        pack=resolved(recording.pack),
        seats=seats,
        house=recording.house,
        joined=recording.joined,
    )
    if recording.joined or recording.dealer is None:
        return (opened,)
    return (opened, Deal(t=t, by="recording", seat=recording.dealer))
