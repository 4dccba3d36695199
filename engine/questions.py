"""Questions to the table: putting them, to whom, and taking them back when the table itself has answered."""

from __future__ import annotations

from engine.commands import Answer, Command, Doubt
from engine.state import TableState
from engine.table import reading_to_json
from engine.watching import ASKED, TABLE_DIFFERS, TAKEN_BACK, UNSEEN_EXCHANGE, WHOSE_MOVE, Watch


def doubt(watch: Watch, state: TableState, about: str, detail: str, t: float, faces: str = "") -> Doubt:
    """Gives the question, with what was seen; ``faces`` is the seat that a new word lies before."""
    seen = {} if watch.reading is None else reading_to_json(watch.reading)
    return Doubt(t=t, by="camera", about=about, detail=detail, reading=seen, seats=who_is_asked(state, about, faces))


def who_is_asked(state: TableState, about: str, faces: str = "") -> tuple[str, ...]:
    """Gives the seats that a question is put to. None: anybody may know.

    It is somebody who could not challenge what may be challenged just now: he whose play it is about, or, when that is
    an exchange, he who played before. So his press can only mean the answer.
    """
    if state.owed is not None:
        return () if state.owed.seat is None else (state.owed.seat,)
    last = state.last
    if about == WHOSE_MOVE and faces in {player.seat for player in state.players}:
        return (faces,)
    if about in (TAKEN_BACK, TABLE_DIFFERS, UNSEEN_EXCHANGE, WHOSE_MOVE) and last is not None and last.seat is not None:
        return (last.seat,)
    return () if state.phase != "play" or state.turn is None else (state.turn,)


def withdrawn(state: TableState, t: float, answer: str) -> tuple[Command, ...]:
    """Gives the command that takes an open question of ours back: the table itself has answered it."""
    if state.question is None or state.question.about not in ASKED:
        return ()
    return (Answer(t=t, by="camera", answer=answer),)
