"""What the table's page shows, worked out from the state and the journal: pure values, nothing of HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import events as e
from engine.bell import Bell
from engine.games.lexicon_places import waits_to_sit
from engine.games.protocol import Recorded
from engine.state import Player, Question, TableState
from engine.table import TableReading, letter_of
from web import games, sentences
from web.texts import counted, known, say

LAST_PLAYS = 3

UNDOABLE = (
    e.Dealt, e.Adopted, e.Moved, e.Restocked, e.Cut, e.Marked, e.Initialled, e.TotalRefused, e.Reopened, e.Corrected,
    e.Acted,
)  # fmt: skip
"""What people do at the table and may undo; every other event but the clock's follows from one of these."""
SURE = 0.8
"""A card read with less confidence than this is drawn as unsure."""

MOUNT = ("moved", "smeared", "soft")
"""What can be wrong with the camera while it watches, the worst first."""
SIGNS: Mapping[str, str] = {"upheld": "falls", "refused": "stands"}
"""The sign that goes with each answer to a challenge; any other asks."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player as the page shows him. ``marks`` are the short remarks under his name."""

    player: Player
    name: str
    turn: bool
    dealer: bool
    out: bool
    marks: tuple[str, ...]
    checker: Player | None


@dataclass(frozen=True, slots=True)
class PlayLine:
    """One of the last plays: the word as it now lies, what was done, and where its pictures are."""

    seq: int
    name: str
    act: str
    word: str
    said: str
    pictures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """A ruling across the screen: one word, one sign (``stands``, ``falls``, ``asks``), a line, and what follows."""

    seq: int
    word: str
    sign: str
    line: str
    follows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """A card's outline over the picture: ``points`` and ``label`` in px of the picture."""

    letter: str
    points: str
    x: float
    y: float
    kind: str


@dataclass(frozen=True, slots=True)
class Screen:
    """The table's page. ``picture`` is the size of the picture in px that the outlines lie on."""

    state: TableState
    status: Mapping[str, Any]
    heading: str
    under: str
    players: tuple[PlayerLine, ...]
    plays: tuple[PlayLine, ...]
    band: Band | None
    asks: str | None
    outlines: tuple[Outline, ...]
    picture: tuple[int, int]
    undo: str | None
    watch: str
    mount: str
    seq: int
    validity: Mapping[str, str]
    shown: tuple[tuple[str, str], ...] = ()
    challenges: bool = True

    @property
    def bell(self) -> Bell:
        """The hand's clock."""
        return self.state.bell

    @property
    def question(self) -> Question | None:
        """What the Steward asks now."""
        return self.state.question

    @property
    def has_clock(self) -> bool:
        """Tells whether a clock belongs on the screen: the rules have minutes, or somebody started one."""
        return self.state.rules.minutes > 0 or self.state.bell.phase != "waiting"

    @property
    def clock_total(self) -> float:
        """The seconds of a full ring."""
        return self.state.rules.minutes * 60 or max(60.0, self.state.bell.left)


def names_of(state: TableState) -> dict[str, str]:
    """Gives the players' names by seat."""
    return {player.seat: player.name for player in state.players}


def build(
    language: str,
    state: TableState,
    recorded: Sequence[Recorded],
    reading: TableReading | None,
    status: Mapping[str, Any],
    view: Mapping[str, Any],
) -> Screen:
    """Works out the whole page in one language."""
    names = names_of(state)
    gone = sentences.undone_numbers(recorded)
    standing = [item for item in recorded if item.seq not in gone]
    heading, under = _turn(language, state, names, view)
    watch = str(status.get("watch") or "waiting")
    return Screen(
        state=state,
        status=status,
        heading=heading,
        under=under,
        players=tuple(_player(language, state, player, names) for player in state.players),
        plays=_plays(language, standing, names),
        band=_band(language, state, standing, names),
        asks=sentences.question(language, state.question.about) if state.question else None,
        outlines=_outlines(reading),
        picture=(reading.width, reading.height) if reading and reading.width and reading.height else (4, 3),
        undo=_undo(language, standing, names),
        watch=watch,
        mount=_mount(watch, status),
        seq=recorded[-1].seq if recorded else 0,
        validity=_validity(state, view),
        shown=_shown(language, state, view, names),
        challenges=state.own is None or bool(view.get("challengeable")),
    )


def _mount(watch: str, status: Mapping[str, Any]) -> str:
    """Names what is wrong with how the camera hangs, as was seen when cards were dealt; empty while the table itself
    has something to say."""
    noted = status.get("mount") or ()
    return next((worse for worse in MOUNT if worse in noted), "") if watch in ("steady", "settling") else ""


def _shown(
    language: str, state: TableState, view: Mapping[str, Any], names: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """What a game other than Lexicon shows besides: its name for each thing, and the thing."""

    def text(value: object) -> str:
        if isinstance(value, Mapping):
            return sentences.listed([f"{names.get(str(key), str(key))} {text(item)}" for key, item in value.items()])
        return sentences.listed([text(item) for item in value]) if isinstance(value, (list, tuple)) else str(value)

    shown = view.get("shown")
    if not isinstance(shown, Mapping):
        return ()
    return tuple((games.named(state.game, language, f"shown.{key}"), text(value)) for key, value in shown.items())


def left_neighbour(state: TableState, seat: str) -> Player | None:
    """Gives the active player on a seat's left, who checks its total; None when nobody else plays."""
    active = [player for player in state.players if not player.retired or player.seat == seat]
    seats = [player.seat for player in active]
    if seat not in seats or len(seats) < 2:
        return None
    return active[(seats.index(seat) + 1) % len(active)]


def _turn(language: str, state: TableState, names: Mapping[str, str], view: Mapping[str, Any]) -> tuple[str, str]:
    def name(seat: str | None) -> str:
        return sentences.seat_name(language, seat, names)

    if state.phase == "closed":
        return say(language, "turn.closed"), say(language, "turn.closed.do")
    if state.phase == "over":
        if not state.winners:
            return say(language, "turn.ready"), ""
        winners = sentences.listed([name(seat) for seat in state.winners])
        return counted(language, "turn.over", len(state.winners), names=winners), ""
    if state.phase == "count":
        marked = all(player.marked is not None for player in state.players if not player.retired)
        key = "turn.initials" if marked and state.rules.initials else "turn.count"
        return say(language, key), say(language, f"{key}.do")
    if waits_to_sit(state):
        return say(language, "turn.sit"), say(language, "turn.sit.do")
    if state.phase == "ready":
        dealer = state.next_dealer or view.get("next_dealer")
        under = say(language, "turn.ready.do", name=name(dealer)) if dealer and not state.cutting else ""
        if state.winners:
            won = sentences.listed([name(seat) for seat in state.winners])
            return counted(language, "turn.won", len(state.winners), names=won), under
        return say(language, "turn.ready"), under
    if state.owed is not None:
        return name(state.owed.seat), say(language, "turn.owed", word=state.owed.before)
    if state.turn is None:
        return say(language, "turn.unknown"), say(language, "turn.unknown.do")
    return name(state.turn), say(language, "turn.turn")


def _player(language: str, state: TableState, player: Player, names: Mapping[str, str]) -> PlayerLine:
    marks: list[str] = []
    if player.retired:
        marks.append(say(language, "player.retired"))
    if waits_to_sit(state) and player.seat in state.sits:
        marks.append("✓ " + say(language, "player.sits"))
    if player.owes_turns:
        marks.append(counted(language, "player.owes", player.owes_turns))
    if player.marked is not None:
        marks.append(say(language, "player.marked", number=player.marked))
        if player.initialled_by:
            by = sentences.seat_name(language, player.initialled_by, names)
            marks.append("✓ " + say(language, "player.initialled", name=by))
    return PlayerLine(
        player=player,
        name=sentences.seat_name(language, player.seat, names),
        turn=state.phase == "play" and state.turn == player.seat,
        dealer=state.dealer == player.seat,
        out=state.out == player.seat,
        marks=tuple(marks),
        checker=left_neighbour(state, player.seat),
    )


def _since_deal(standing: Sequence[Recorded]) -> Sequence[Recorded]:
    for index in range(len(standing) - 1, -1, -1):
        if isinstance(standing[index].event, e.Dealt):
            return standing[index:]
    return standing


def _plays(language: str, standing: Sequence[Recorded], names: Mapping[str, str]) -> tuple[PlayLine, ...]:
    lines: list[PlayLine] = []
    for item in reversed(_since_deal(standing)):
        if len(lines) == LAST_PLAYS:
            break
        if isinstance(item.event, e.Acted):
            lines.append(_acted(language, item.seq, item.event, names))
        if isinstance(item.event, e.Moved):
            move = item.event
            word = move.exposed_after if move.act == "exchange" else (move.after or move.before)
            lines.append(
                PlayLine(
                    seq=item.seq,
                    name=sentences.seat_name(language, move.seat, names),
                    act=known(language, f"play.{move.act}", move.act),
                    word=letter_of(word) if word and move.act == "exchange" else (word or ""),
                    said=sentences.sentence(language, move, names),
                    pictures=tuple(move.pictures),
                )
            )
    return tuple(lines)


def _acted(language: str, seq: int, act: e.Acted, names: Mapping[str, str]) -> PlayLine:
    word = act.values.get("word")
    return PlayLine(
        seq=seq,
        name=sentences.seat_name(language, act.seat, names) if act.seat else "",
        act=games.named(act.game, language, f"act.{act.act}"),
        word=word if isinstance(word, str) else "",
        said=sentences.sentence(language, act, names),
        pictures=tuple(act.pictures),
    )


def _band(language: str, state: TableState, standing: Sequence[Recorded], names: Mapping[str, str]) -> Band | None:
    """The last ruling, until the next play (taking the cards up is not one) or the next deal."""
    for item in reversed(standing):
        event = item.event
        if isinstance(event, e.Ruled):
            return _ruled(language, state, item.seq, event, names)
        if isinstance(event, (e.Dealt, e.Adopted, e.Marked)) or (
            isinstance(event, e.Moved) and event.act != "takeback"
        ):
            return None
        if isinstance(event, e.Moved) and state.owed is None:
            return None
    return None


def _ruled(language: str, state: TableState, seq: int, event: e.Ruled, names: Mapping[str, str]) -> Band:
    def name(seat: str | None) -> str:
        return sentences.seat_name(language, seat, names)

    follows: list[str] = []
    points = state.rules.challenge_points
    if event.ruling == "upheld":
        if event.fine:
            follows.append(say(language, "band.fine", fine=event.fine, name=name(event.player)))
        elif event.meant and event.verdict == "misspelt":
            follows.append(say(language, "band.meant", words=event.meant[0]))
        if event.player:
            follows.append(say(language, "band.takes_up", name=name(event.player)))
        if points:
            follows.append(say(language, "band.loses", points=points, name=name(event.seat)))
    elif event.ruling == "refused" and points:
        follows.append(say(language, "band.gains", points=points, name=name(event.seat)))
    if event.why and event.by != "machine":
        follows.append(say(language, "band.overruled", by=sentences.by_name(language, event.by), why=event.why))
    word = event.word or ""
    sign = SIGNS.get(event.ruling, "asks")
    return Band(seq, word, sign, sentences.ruling(language, event, names), tuple(follows))


def _undo(language: str, standing: Sequence[Recorded], names: Mapping[str, str]) -> str | None:
    for item in reversed(standing):
        if isinstance(item.event, UNDOABLE):
            return sentences.sentence(language, item.event, names)
    return None


def _outlines(reading: TableReading | None) -> tuple[Outline, ...]:
    if reading is None:
        return ()
    found = []
    for card in reading.cards:
        corners = card.corners
        kind = "back" if card.face == "BACK" else "sure" if card.confidence >= SURE else "unsure"
        # The label sits just outside the card, beyond its own upper edge, so that it hides no printed letter.
        top = ((corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[1][1]) / 2)
        foot = ((corners[2][0] + corners[3][0]) / 2, (corners[2][1] + corners[3][1]) / 2)
        found.append(
            Outline(
                letter="" if kind == "back" else letter_of(card.face) + ("?" if kind == "unsure" else ""),
                points=" ".join(f"{x:.0f},{y:.0f}" for x, y in corners),
                x=round(top[0] + (top[0] - foot[0]) * 0.16),
                y=round(top[1] + (top[1] - foot[1]) * 0.16),
                kind=kind,
            )
        )
    return tuple(found)


def _validity(state: TableState, view: Mapping[str, Any]) -> Mapping[str, str]:
    """Words' verdicts before a challenge: empty unless a house rule shows them and the game gives them."""
    if not state.rules.show_validity:
        return {}
    words = view.get("words")
    found = {}
    for word in words if isinstance(words, (list, tuple)) else ():
        if isinstance(word, Mapping) and isinstance(word.get("verdict"), str):
            found[str(word.get("text"))] = str(word["verdict"])
    return found
