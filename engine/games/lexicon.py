"""Lexicon, the home game and the drive's deal: every command decided into events, or refused with a reason.

The modules beside this one hold the rules piece by piece; :class:`engine.rules.HouseRules` says which are in force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import commands as c
from engine import events as e
from engine.cards import load_pack
from engine.errors import Refused
from engine.games import lexicon_ask as ask
from engine.games import lexicon_challenge as challenges
from engine.games import lexicon_clock as clock
from engine.games import lexicon_correct as corrections
from engine.games import lexicon_scores as scores
from engine.games import lexicon_setup as setup
from engine.games.checks import checked
from engine.games.lexicon_cut import cut_cards
from engine.games.lexicon_evolve import evolve, told
from engine.games.lexicon_places import see_badges
from engine.games.lexicon_play import play
from engine.games.lexicon_press import press
from engine.games.lexicon_seats import MOST_PLAYERS, packs_for
from engine.games.lexicon_setup import LEAST_PLAYERS
from engine.games.lexicon_view import view
from engine.games.protocol import Recorded
from engine.games.reasons import Reason
from engine.rules import HouseRules, house_rules
from engine.rulings import Judge
from engine.state import TableState


class Lexicon:
    """The game of Lexicon; it holds nothing but rules."""

    name = "lexicon"
    players = (LEAST_PLAYERS, MOST_PLAYERS)
    packs: Mapping[str, str] = {"en": "lexicon", "fr": "lexicon-fr"}

    def check_house(self, preset: str, house: Mapping[str, Any]) -> HouseRules:
        """Gives the house rules with a club's changes. Raises :class:`engine.errors.BadSettings`."""
        return house_rules(preset, house)

    def check_pack(self, pack: str, players: int) -> None:
        """Raises :class:`engine.errors.BadPack` for a pack that cannot be played with."""
        load_pack(pack, packs_for(players))

    def initial(self) -> TableState:
        """Gives the table before it is set up."""
        return TableState()

    def decide(
        self, state: TableState, command: c.Command, judge: Judge, history: Sequence[Recorded] = ()
    ) -> tuple[e.Event, ...]:
        """Decides a command. Warnings and the bell that fell due before it come first.

        Raises :class:`Refused` when the rules do not allow the command or it is not well formed; then nothing happened.
        """
        asked = command
        command = checked(asked)
        if state.phase == "closed" and not isinstance(command, c.Open):
            raise Refused(Reason.CLOSED, "the table is not set up: say who sits where and which rules hold")
        fallen = () if _sets_the_clock(command) else clock.fallen_due(state, asked.t)
        state = told(state, *fallen)
        if isinstance(command, c.Undo):
            return (*fallen, *corrections.undo(command, history))
        return (*fallen, *_decided(state, command, judge))

    def evolve(self, state: TableState, event: e.Event) -> TableState:
        """Applies one event; never raises for one that :meth:`decide` gave."""
        return evolve(state, event)

    def view(self, state: TableState, judge: Judge | None = None) -> dict[str, Any]:
        """Gives the JSON object that screens draw; ``judge`` is asked where a house rule shows verdicts unasked."""
        return view(state, judge)


GAME = Lexicon()


def _sets_the_clock(command: c.Command) -> bool:
    """Whether the command says what remains: after a restart the clock's old times mean nothing."""
    return isinstance(command, c.PauseClock) and command.remaining is not None


def _decided(state: TableState, command: c.Command, judge: Judge) -> tuple[e.Event, ...]:
    def decide(state: TableState, command: c.Command) -> tuple[e.Event, ...]:
        return _decided(state, command, judge)

    match command:
        case c.Tick():
            return ()
        case c.Play():
            return play(state, command)
        case c.Challenge():
            return challenges.challenge(state, command, judge)
        case c.Rule():
            return challenges.rule(state, command)
        case c.Press():
            return press(state, command, decide)
        case c.Open():
            return setup.open_table(state, command, judge, Lexicon.name)
        case c.SeeBadges():
            return see_badges(state, command)
        case c.Deal():
            return setup.deal(state, command)
        case c.Adopt():
            return setup.adopt(state, command)
        case c.Restock():
            return setup.restock(state, command)
        case c.CutCards():
            return cut_cards(state, command)
        case c.StartClock():
            return clock.start_clock(state, command)
        case c.PauseClock():
            return clock.pause_clock(state, command)
        case c.ResumeClock():
            return clock.resume_clock(state, command)
        case c.AdjustClock():
            return clock.adjust_clock(state, command)
        case c.Mark():
            return scores.mark(state, command)
        case c.Initial():
            return scores.initial(state, command)
        case c.RefuseTotal():
            return scores.refuse_total(state, command)
        case c.Reopen():
            return scores.reopen(state, command)
        case c.Correct():
            return corrections.correct(state, command)
        case c.Doubt():
            return ask.doubt(state, command)
        case c.Answer():
            return ask.answer(state, command, decide)
    raise Refused(Reason.NOT_UNDERSTOOD, f"Lexicon has no command {type(command).__name__}")
