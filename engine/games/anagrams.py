"""Anagrams, played with letter tablets: words are formed from a pool and captured with added letters.

Sources: the maker's seven rules. Where they are silent this is ours: each turn plays exactly the letter in the hand,
into the pool or into one new word; a tie at the first draw is drawn again by those who tied; with an empty box the game
goes on until no letter is held, and then most words win; a challenged word that falls goes back to what it was made of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine import commands as c
from engine import events as e
from engine.cards import load_pack
from engine.errors import Refused
from engine.games.acts import Field, Form
from engine.games.anagrams_check import drawn, has, in_pack, recorded, variant_fault, word_made
from engine.games.anagrams_players import rehearse
from engine.games.anagrams_seen import observed
from engine.games.anagrams_table import (
    Made,
    Rules,
    Tablets,
    after_draw,
    draws,
    left_of,
    most_words,
    next_on_the_left,
    with_word,
)  # fmt: skip
from engine.games.anagrams_ways import UNKNOWN, ways
from engine.games.reasons import Reason
from engine.games.staging import Staged
from engine.games.told import ToldGame
from engine.rulings import Judge
from engine.state import TableState
from engine.table import TableReading

MOST_HINTS = 60
FALLS = ("misspelt", "not allowed")


class Anagrams(ToldGame):
    """The game of Anagrams."""

    name = "anagrams"
    players = (2, 6)
    packs: ClassVar[Mapping[str, str]] = {"en": "anagrams"}
    rules = Rules()
    has_hints = True
    watches = True
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {
        "words_to_win": (1, 60),
        "min_word": (2, 12),
        "alone_seconds": (0, 60),
    }

    def begin(self, state: TableState, rules: Any) -> TableState:
        """Gives the table with the tablets turned down in the box."""
        return replace(state, own=Tablets(rules, load_pack(state.pack).cards))

    def dealt(self, state: TableState, event: e.Dealt) -> TableState:
        """Gives the table as the game begins: all draw for who plays first, or the letters are turned up in turn."""
        fresh = Tablets(state.own.rules, load_pack(state.pack).cards)
        if fresh.rules.free_for_all:
            return replace(state, own=fresh)
        return replace(state, own=replace(fresh, drawing=tuple(p.seat for p in state.players)), turn=None)

    # -- the acts

    def acts(self, state: TableState) -> tuple[Form, ...]:
        """Gives what can be done: draw for first, play a letter into the pool or into a word, say how it was made."""
        own: Tablets = state.own
        if state.phase != "play":
            return ()
        if own.drawing:
            return (Form("draw", (Field("letters", "letters"),), "none"),)
        if own.made is not None and own.made.ruling == "asked":
            return ()
        if own.asked is not None:
            return (
                Form("made", (Field("of", "choice", tuple(own.asked["ways"])),), "none"),
                Form("not so", (), "none"),
            )
        word = (Field("word", "word"), Field("letter", "letter", needed=False), Field("from", "words", needed=False))
        if own.rules.free_for_all:
            turn_up = (Form("turn up", (Field("letter", "letter"),)),) if own.box else (Form("end", (), "none"),)
            return (*turn_up, Form("word", (word[0], word[2]), "any"))
        return (Form("pool", (Field("letter", "letter"),)), Form("word", word))

    def check(self, state: TableState, act: e.Acted) -> Mapping[str, Any]:
        """Checks an act against the rules, and finds of what a word was made. Raises :class:`Refused`."""
        match act.act:
            case "draw":
                return drawn(state, act.values["letters"])
            case "pool" | "turn up":
                has(state, act.seat, act.values["letter"])
                in_pack(state, act.values["letter"])
                return act.values
            case "word":
                return word_made(state, act)
            case "made":
                return {**recorded(state.own.asked["found"][act.values["of"]]), "word": state.own.asked["word"]}
        return act.values

    def happened(self, state: TableState, act: e.Acted) -> TableState:
        """Gives the table after an act."""
        own: Tablets = state.own
        match act.act:
            case "draw":
                return after_draw(state, act.values)
            case "pool":
                pooled = replace(own, pool=own.pool + act.values["letter"], made=None)
                return next_on_the_left(draws(replace(state, own=pooled), act.seat), act.seat)
            case "turn up":
                turned = (act.seat or "", act.t)
                own = replace(own, pool=own.pool + act.values["letter"], box=own.box - 1, turned=turned, made=None)
                return next_on_the_left(replace(state, own=own), act.seat)
            case "word" if "ways" in act.values:
                asked = {**act.values, "seat": act.seat}
                return replace(state, own=replace(own, asked=asked, made=None))
            case "word":
                return with_word(state, act.seat or "", act.values)
            case "made":
                seat = str(own.asked["seat"]) if own.asked else ""
                return with_word(replace(state, own=replace(own, asked=None)), seat, act.values)
            case "not so":
                return replace(state, own=replace(own, asked=None))
            case "end":
                return replace(state, own=replace(own, held={}, turned=("end", act.t)))
        return state

    def follows(self, state: TableState, t: float) -> e.Event | None:
        """Gives the winner: who has the words to win, or, when nothing can be drawn or played, the most words."""
        own: Tablets = state.own
        if state.phase != "play" or own.drawing or own.asked is not None:
            return None
        words = Counter(word.seat for word in state.words)
        first = [seat for seat, number in words.items() if seat and number >= own.rules.words_to_win]
        if first:
            return e.Won(t=t, seats=tuple(first[:1]))
        over = own.turned is not None and own.turned[0] == "end" if own.rules.free_for_all else not own.held
        return e.Won(t=t, seats=most_words(state)) if over else None

    def shown(self, state: TableState) -> dict[str, Any]:
        """Gives the pool and the box."""
        own: Tablets = state.own
        asked = {"asked": own.asked["word"]} if own.asked is not None else {}
        return {"pool": list(own.pool), "box": own.box, **asked}

    def view(self, state: TableState, judge: Judge | None = None) -> dict[str, Any]:
        """Gives the JSON object that screens draw; it says whether the last word can be challenged."""
        made = state.own.made if state.own is not None else None
        return {**super().view(state, judge), "challengeable": made is not None and made.ruling is None}

    def places(self, state: TableState) -> dict[str, int]:
        """Gives where the tablets are."""
        own: Tablets = state.own
        words = sum(len(word.text) for word in state.words)
        return {"box": own.box, "hands": len(own.held), "pool": len(own.pool), "words": words}

    # -- challenges

    def judged(self, state: TableState, command: c.Command, judge: Judge) -> tuple[e.Event, ...]:
        """Decides a challenge of the word made last, or a person's ruling on one that the list is unsure of."""
        made: Made | None = state.own.made
        if made is None or made.ruling not in (None, "asked"):
            raise Refused(Reason.NOTHING_TO_RULE, "no word can be challenged now: the next player has played")
        if isinstance(command, c.Rule):
            if command.verdict not in ("good", *FALLS):
                raise Refused(Reason.NOT_UNDERSTOOD, f"a verdict is good, {' or '.join(FALLS)}")
            ruling = "refused" if command.verdict == "good" else "upheld"
            ruled = e.Ruled(
                t=command.t, seat=None, word=made.word, ruling=ruling, verdict=command.verdict, player=made.seat,
                by=command.by, why=command.why,
            )  # fmt: skip
            return self._with_consequences(state, ruled)
        assert isinstance(command, c.Challenge)
        if made.ruling == "asked":
            raise Refused(Reason.BEING_RULED_ON, f"{made.word} is being ruled on; the steward's answer comes first")
        if command.seat == made.seat:
            raise Refused(Reason.NOT_YOUR_TURN, "only another player may challenge")
        verdict = judge.rule(made.word, state.rules)
        ruling = "refused" if verdict.verdict == "good" else "upheld" if verdict.verdict in FALLS else "asked"
        ruled = e.Ruled(
            t=command.t, seat=command.seat, word=made.word, ruling=ruling, verdict=verdict.verdict, player=made.seat,
            meant=verdict.meant, reason=verdict.reason, words=verdict.list,
        )  # fmt: skip
        return self._with_consequences(state, ruled)

    def ruled(self, state: TableState, event: e.Ruled) -> TableState:
        """Gives the table after a ruling: a word that falls is what it was made of again, its letter in the pool."""
        made: Made | None = state.own.made
        if made is None:
            return state
        if event.ruling != "upheld":
            return replace(state, own=replace(state.own, made=replace(made, ruling=event.ruling)))
        own = replace(state.own, pool=made.pool + made.letter, made=replace(made, ruling="upheld"))
        return replace(state, words=made.words, own=own, phase="play", winners=(), turn=left_of(state, made.seat))

    # -- for the steward, and for the simulator

    def hints(self, state: TableState, known: Iterable[str]) -> tuple[str, ...]:
        """Gives captures that a word list allows now, each with what it is made of; for the steward alone."""
        if state.phase != "play" or not state.words:
            return ()
        own: Tablets = state.own
        letter = "" if own.rules.free_for_all else own.held.get(state.turn or "", UNKNOWN)
        all_letters = Counter(own.pool) + Counter("".join(word.text for word in state.words))
        names = {player.seat: player.name for player in state.players}
        found: list[str] = []
        for word in known:
            if len(word) < own.rules.min_word or sum((Counter(word) - all_letters).values()) > (letter != ""):
                continue
            for way in ways(word, own.pool, state.words, letter):
                if way.captured and variant_fault(own.rules, word, way) is None:
                    found.append(f"{word} = {way.told(names)}")
            if len(found) >= MOST_HINTS:
                break
        return tuple(found[:MOST_HINTS])

    def observed(self, state: TableState, reading: TableReading, t: float) -> c.Act | None:
        """Gives the letter or word that a settled picture of the tablets shows was played."""
        return observed(state, reading, t)

    def press(self, state: TableState, seat: str, press: str) -> c.Act | c.Challenge | None:
        """Gives what a press tells: a challenge of the word made last (short), or, once every letter was turned up and
        anybody may play, that nobody can make a word more (long)."""
        made: Made | None = state.own.made if state.own is not None else None
        if press == "short" and made is not None and seat != made.seat:
            return c.Challenge(t=0.0, seat=seat)
        own: Tablets = state.own
        over = state.phase == "play" and own.rules.free_for_all and not own.box
        return c.Act(t=0.0, act="end") if press == "long" and over else None

    def rehearse(
        self, seed: int, state: Callable[[], TableState], t: Callable[[], float], words: Sequence[str]
    ) -> Iterator[c.Command | Staged]:
        """Yields the commands of simulated players, who capture whatever they can."""
        return rehearse(seed, state, t, words)


GAME = Anagrams()
