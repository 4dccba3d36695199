"""Questions to the table: putting them, to whom, and taking them back when the table itself has answered."""

from __future__ import annotations

from engine.commands import Answer, Command, Doubt
from engine.state import TableState
from engine.table import reading_to_json
from engine.watching import ASKED, NOT_TAKEN_BACK, TABLE_DIFFERS, TAKEN_BACK, WHOSE_MOVE, Watch


def doubt(watch: Watch, state: TableState, about: str, detail: str, t: float, faces: str = "") -> Doubt:
    """Gives the question, with what was seen; ``faces`` is the seat that a new word lies before."""
    seen = {} if watch.reading is None else reading_to_json(watch.reading)
    return Doubt(t=t, by="camera", about=about, detail=detail, reading=seen, seats=who_is_asked(state, about, faces))


def who_is_asked(state: TableState, about: str, faces: str = "") -> tuple[str, ...]:
    """Gives the seats that a question is put to: the player whose play it is about. None: anybody may know."""
    if about in (TAKEN_BACK, TABLE_DIFFERS, NOT_TAKEN_BACK):
        seat = state.owed.seat if state.owed is not None else state.last.seat if state.last is not None else None
        return () if seat is None else (seat,)
    if state.phase != "play" or state.turn is None:
        return ()
    other = faces in {player.seat for player in state.players} - {state.turn}
    return (state.turn, faces) if about == WHOSE_MOVE and other else (state.turn,)


def withdrawn(state: TableState, t: float, answer: str) -> tuple[Command, ...]:
    """Gives the command that takes an open question of ours back: the table itself has answered it."""
    if state.question is None or state.question.about not in ASKED:
        return ()
    return (Answer(t=t, by="camera", answer=answer),)
