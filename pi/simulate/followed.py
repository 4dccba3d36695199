"""Follows a simulated deal, with pictures or without, and says how well: what was right, invented, missed or asked."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine.cards import load_pack
from engine.commands import Answer, Challenge, Command, Mark, Play, Undo
from engine.errors import Refused
from engine.events import Doubted, Moved
from engine.games import game
from engine.games.protocol import Recorded
from engine.heap import BARED
from engine.replay import standing
from engine.rulings import Judge, open_judge
from engine.state import TableState
from engine.table import TableReading
from engine.watching import TURN_LASTS
from pi.eye import Eye, Reads, Settles
from pi.ledger import Ledger
from pi.recording import Recording, Shot
from pi.setup import opening
from pi.simulate.director import Simulation
from pi.simulate.readings import EXACT, Slips, read_scene
from pi.simulate.scene import Scene
from pi.watch import AFTER, line_of, replay
from vision.steady import follow_cards

COMPARED = (
    "type", "act", "seat", "before", "after", "exposed_before", "exposed_after", "word", "ruling", "verdict", "fine",
    "totals", "scores",
)  # fmt: skip
ANSWERED_AFTER = 2.0
"""Seconds until somebody answers a question."""
NEAR = 1.5
"""Seconds by which a time may differ from the truth."""


class SceneReader:
    """Reads the simulated table itself; ``slips`` are the errors it makes, the same for the same seed."""

    def __init__(self, faces: Sequence[str], pack: str, slips: Slips = EXACT, seed: int = 0) -> None:
        self._values = load_pack(pack).values
        self._slips = slips
        self._seed = seed

    def read(
        self, picture: Scene, image_name: str = "", phase: str = "play", before: TableReading | None = None
    ) -> TableReading:
        rng = Random(f"{self._seed} {image_name}")  # the same picture is always read alike
        reading = read_scene(picture, self._values, self._slips, rng, image_name)
        return reading if before is None else follow_cards(reading, before, self._values)


class SceneGate:
    """Tells that something moved when the table is not as it was."""

    def __init__(self) -> None:
        self._last: Scene | None = None

    def moved(self, picture: Scene, t: float) -> bool:
        moved = picture != self._last
        self._last = picture
        return moved


@dataclass(frozen=True, slots=True)
class Sight:
    """How a deal is seen: ``picture`` gives a shot by its number, for the ``gate`` and the ``reader``."""

    reader: Reads
    gate: Settles
    picture: Callable[[int], Any]


def plain_sight(played: Simulation, slips: Slips = EXACT) -> Sight:
    """Sees a deal without pictures: a reading is what lies there, but for the reader's ``slips``."""
    reader = SceneReader(played.faces, played.pack, slips, played.seed)
    return Sight(reader, SceneGate(), lambda number: played.shots[number].scene)


def true_sight(played: Simulation) -> Sight:
    """Sees a deal in painted pictures, with the reader and the settle gate that a real table has.

    Raises :class:`engine.errors.Missing` when nothing can be painted here.
    """
    from pi.simulate.picture import Painter
    from vision.reader import Reader
    from vision.settle import Gate

    painter = Painter(played.seed)
    return Sight(
        Reader(load_pack(played.pack)), Gate(), lambda number: painter.paint(played.shots[number].scene, number)
    )


@dataclass(slots=True)
class Followed:
    """``printed`` is what ``steward watch`` prints, but for its doubts and what was undone; ``doubts`` are questions.
    ``entered`` are the moves that people had to enter by hand, ``undone`` those that they had to undo."""

    printed: list[dict[str, Any]] = field(default_factory=list)
    doubts: list[Doubted] = field(default_factory=list)
    state: TableState = field(default_factory=TableState)
    entered: list[Moved] = field(default_factory=list)
    undone: list[Moved] = field(default_factory=list)


def follow(
    played: Simulation,
    sight: Sight | None = None,
    *,
    judge: Judge | None = None,
    answer: Callable[[Ledger[TableState], Eye, Doubted, float], None] | None = None,
) -> Followed:
    """Follows a deal from what is seen of it (None: what lies there, exactly) and its presses alone. ``answer`` is
    called some seconds after each doubt, as a person would answer it."""
    result = Followed()
    asked: list[Doubted] = []
    lines: dict[int, dict[str, Any]] = {}
    ready = False

    def heard(entry: Recorded) -> None:
        if not ready:
            return
        if isinstance(entry.event, Doubted):
            result.doubts.append(entry.event)
            asked.append(entry.event)
            return
        eye.heard(entry.event)
        line = line_of(entry.event)
        if line is not None:
            lines[entry.seq] = line

    recording = as_recording(played)
    ledger: Ledger[TableState] = Ledger(game("lexicon"), judge or open_judge(played.language), heard)
    for command in opening(recording):
        ledger.submit(command)
    ready = True
    sight = sight or plain_sight(played)
    eye = Eye(sight.reader, sight.gate, ledger.submit, ledger.state, keep=lambda name, _: name)

    def pace(t: float) -> None:
        while asked and answer is not None and asked[0].t + ANSWERED_AFTER <= t:
            doubt = asked.pop(0)
            answer(ledger, eye, doubt, doubt.t + ANSWERED_AFTER)

    replay(recording, eye, ledger, lambda path: sight.picture(int(path.name)), pace)
    pace(recording.seconds + AFTER)
    result.state = ledger.state()
    stands = standing(ledger.history)
    result.printed = [lines[entry.seq] for entry in stands if entry.seq in lines]
    kept = {entry.seq for entry in stands}
    moves = [(entry.seq, entry.event) for entry in ledger.history if isinstance(entry.event, Moved)]
    result.entered = [move for seq, move in moves if seq in kept and move.by == "desk"]
    result.undone = [move for seq, move in moves if seq not in kept and move.by != "desk"]
    return result


def as_recording(played: Simulation) -> Recording:
    """Gives the simulated deal as a recording whose pictures are named by their number."""
    shots = tuple(Shot(shown.t, Path(f"{n:04d}"), f"{n:04d}") for n, shown in enumerate(played.shots))
    return Recording(
        folder=Path("."), game="lexicon", rules=played.rules, language=played.language, pack=played.pack,
        dealer=played.dealer, seats=played.seats, house=played.house, joined=None, shots=shots, presses=played.presses,
        truth=played.truth,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Score:
    """How well a deal was followed. ``right`` counts true moves followed exactly; ``missed`` and ``invented`` are the
    others, as (t, what); ``late`` were right but for their time; ``totals`` says whether totals and scores are."""

    moves: int
    right: int
    missed: tuple[tuple[float, str], ...]
    invented: tuple[tuple[float, str], ...]
    late: tuple[tuple[float, str], ...]
    other_lines: int
    totals: bool | None
    doubts: int
    entered: int = 0
    undone: int = 0


def score(truth: Sequence[dict[str, Any]], followed: Followed) -> Score:
    """Compares what was followed with what is true, in order. A move that had to be entered by hand was not right."""
    printed = followed.printed
    by_hand = {(move.t, move.act, move.seat) for move in followed.entered}
    wanted, given = [_plain(line) for line in truth], [_plain(line) for line in printed]
    pairs = _aligned(wanted, given)
    hit_truth, hit_given = {i for i, _ in pairs}, {j for _, j in pairs}
    late = [(truth[i]["t"], _what(truth[i])) for i, j in pairs if abs(truth[i]["t"] - printed[j]["t"]) > NEAR]
    moves = [i for i, line in enumerate(truth) if line["type"] == "move"]
    missed = [(truth[i]["t"], _what(truth[i])) for i in range(len(truth)) if i not in hit_truth]
    invented = [(printed[j]["t"], _what(printed[j])) for j in range(len(printed)) if j not in hit_given]
    totals = [i for i, line in enumerate(truth) if line["type"] == "hands"]
    late_places = {i for i, j in pairs if abs(truth[i]["t"] - printed[j]["t"]) > NEAR}
    return Score(
        moves=len(moves),
        right=sum(
            1
            for i in moves
            if i in hit_truth
            and i not in late_places
            and (truth[i]["t"], truth[i]["act"], truth[i]["seat"]) not in by_hand
        ),
        missed=tuple(missed), invented=tuple(invented), late=tuple(late),
        other_lines=sum(1 for line in truth if line["type"] != "move"),
        totals=None if not totals else all(i in hit_truth for i in totals),
        doubts=len(followed.doubts), entered=len(followed.entered), undone=len(followed.undone),
    )  # fmt: skip


def _plain(line: dict[str, Any]) -> tuple[Any, ...]:
    names = (*COMPARED, "by") if line["type"] == "initialled" else COMPARED
    return tuple(tuple(sorted(value.items())) if isinstance(value := line.get(name), dict) else value for name in names)


def _what(line: dict[str, Any]) -> str:
    names = (
        "type",
        "act",
        "seat",
        "before",
        "after",
        "exposed_before",
        "exposed_after",
        "word",
        "ruling",
        "totals",
        "by",
    )
    return " ".join(str(line[name]) for name in names if line.get(name) is not None)


def _aligned(wanted: Sequence[Any], given: Sequence[Any]) -> list[tuple[int, int]]:
    """Gives the longest common run of both in order (dynamic programming: deals are a hundred lines long)."""
    best = [[0] * (len(given) + 1) for _ in range(len(wanted) + 1)]
    for i in range(len(wanted) - 1, -1, -1):
        for j in range(len(given) - 1, -1, -1):
            same = wanted[i] == given[j]
            best[i][j] = best[i + 1][j + 1] + 1 if same else max(best[i + 1][j], best[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(wanted) and j < len(given):
        if wanted[i] == given[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def summed(scores: Sequence[Score]) -> dict[str, Any]:
    """Adds up the scores of many deals."""
    moves, counted = sum(s.moves for s in scores), [s for s in scores if s.totals is not None]
    kinds: Counter[str] = Counter()
    for one in scores:
        kinds.update(f"missed {' '.join(what.split()[:2])}" for _, what in one.missed)
        kinds.update(f"invented {' '.join(what.split()[:2])}" for _, what in one.invented)
        kinds.update(f"late {' '.join(what.split()[:2])}" for _, what in one.late)
    return {
        "hands": len(scores),
        "moves": moves,
        "right": sum(s.right for s in scores),
        "missed": sum(len(s.missed) for s in scores),
        "invented": sum(len(s.invented) for s in scores),
        "invented moves": sum(1 for s in scores for _, what in s.invented if what.startswith("move")),
        "undone": sum(s.undone for s in scores),
        "entered": sum(s.entered for s in scores),
        "late": sum(len(s.late) for s in scores),
        "doubts": sum(s.doubts for s in scores),
        "totals right": sum(1 for s in counted if s.totals),
        "totals": len(counted),
        "perfect hands": sum(1 for s in scores if not (s.missed or s.invented or s.late)),
        "kinds": dict(kinds.most_common()),
    }


class Honest:
    """Answers the Steward's questions as the people at a simulated table would, who know what was played.

    What a YES or NO cannot put right they enter by hand: the record is taken back to where it went wrong, and the true
    moves are put in.
    """

    def __init__(self, played: Simulation) -> None:
        self._moves = [line for line in played.truth if line["type"] == "move"]
        self._acts = [line for line in played.truth if line["type"] in ("move", "ruling")]
        first = next((shown.scene.exposed for shown in played.shots if shown.scene.exposed is not None), None)
        self._exposed = None if first is None else first.face
        self._totals = next((line for line in played.truth if line["type"] == "hands"), None)

    def __call__(self, ledger: Ledger[TableState], eye: Eye, doubt: Doubted, t: float) -> None:
        """Answers ``doubt`` at ``t``."""
        question = ledger.state().question
        if question is None or question.about != doubt.about or question.t != doubt.t:
            return
        answer = self._answer(ledger.state(), eye, doubt, t)
        if answer is not None:
            ledger.submit(Answer(t=t, by="desk", answer=answer))
            eye.advance(t)
            return
        ledger.submit(Answer(t=t, by="desk", answer="no"))
        eye.advance(t)
        if doubt.about == "hands differ" and self._totals is not None:
            with contextlib.suppress(Refused):
                ledger.submit(Mark(t=self._totals["t"], by="desk", totals=self._totals["totals"]))
            return
        self._enter(ledger, doubt.t)

    def _answer(self, state: TableState, eye: Eye, doubt: Doubted, t: float) -> str | None:
        done = [move for move in self._moves if move["t"] <= doubt.t]
        words: Counter[str] = Counter()
        for move in done:
            words[move["before"] or ""] -= 1
            words[move["after"] or ""] += 1
        lies = {word for word, count in words.items() if word and count > 0}
        pending = eye.watch.pending
        match doubt.about:
            case "taken back":
                before = eye.watch.odd.key[0][1] if eye.watch.odd is not None else ""
                return "no" if before in lies else "yes"
            case "table differs":
                return "no" if all(word.text in lies for word in state.words) else None
            case "unclear card" if pending is not None:
                play = pending.play
                true = [
                    m for m in done[-3:] if (m["act"], m["before"], m["after"]) == (play.act, play.before, play.after)
                ]
                if play.act == "exchange":
                    true = [m for m in done[-3:] if m.get("exposed_after") == play.exposed_after]
                    other = [m for m in done[-3:] if m.get("exposed_after") in pending.maybe[:1]]
                    return "yes" if true else "no" if other else None
                return "yes" if true else None
            case "unclear card":
                return "yes" if doubt.detail == self._exposed else "no"
            case "whose move" if pending is not None:
                last = next((m for m in reversed(done) if m["after"] == pending.play.after), None)
                if last is None:
                    return None
                if last["seat"] == state.turn:
                    return "no"
                before = done[done.index(last) - 1]
                same = before.get("exposed_before") == before.get("exposed_after") and before["act"] == "exchange"
                return "yes" if same and before["seat"] == state.turn else None
            case "unseen exchange":
                last = done[-1] if done else None
                if state.exposed is None and last and last.get("exposed_after") == eye.watch.exposed:
                    return None  # what lay there before is known to the people alone
                odd = eye.watch.odd
                if odd is not None and odd.key[:1] == (BARED,) and last and odd.t - last["t"] < TURN_LASTS:
                    return None  # and so is what lay there last
                yes = last and last["act"] == "exchange" and last["exposed_before"] == last["exposed_after"]
                return "yes" if yes and last and abs(last["t"] - doubt.t) < 4 else "no"
            case _:
                return None

    def _enter(self, ledger: Ledger[TableState], t: float) -> None:
        true = [move for move in self._moves if move["t"] <= t]
        for _ in range(len(self._moves)):
            made = [entry.event for entry in standing(ledger.history) if isinstance(entry.event, Moved)]
            wrong = next((i for i, move in enumerate(made) if i >= len(true) or not _as_true(move, true[i])), None)
            if wrong is None:
                break
            ledger.submit(Undo(t=t, by="desk"))
        made = [entry.event for entry in standing(ledger.history) if isinstance(entry.event, Moved)]
        since = true[len(made)]["t"] if len(made) < len(true) else t + 1.0
        for line in self._acts:
            if since <= line["t"] <= t:
                with contextlib.suppress(Refused):
                    ledger.submit(_by_hand(line))


def _by_hand(line: dict[str, Any]) -> Command:
    """Gives what a person enters for a line of the truth."""
    if line["type"] == "ruling":
        return Challenge(t=line["t"], by="desk", seat=line["seat"])
    return Play(
        t=line["t"], by="desk", act=line["act"], seat=line["seat"], before=line["before"], after=line["after"],
        exposed_before=line.get("exposed_before"), exposed_after=line.get("exposed_after"),
    )  # fmt: skip


def _as_true(move: Moved, true: dict[str, Any]) -> bool:
    names = ("act", "seat", "before", "after")
    return all(getattr(move, name) == true[name] for name in names) and move.exposed_after == true.get("exposed_after")
