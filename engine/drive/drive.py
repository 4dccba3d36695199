"""The drive as a game of the machine: every command decided into events or refused, every event folded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from engine.cards import load_pack
from engine.commands import AdjustClock, Command, PauseClock, ResumeClock, Tick
from engine.drive import commands as c
from engine.drive import events as e
from engine.drive import hall, players, reports, rounds, scorecards, standings
from engine.drive.evolve import evolve, told
from engine.drive.reasons import DriveReason
from engine.drive.rules import as_mapping, drive_rules
from engine.drive.state import DriveState
from engine.drive.view import view
from engine.errors import BadPack, BadSettings, Refused
from engine.events import Event
from engine.games.checks import checked
from engine.games.protocol import Recorded
from engine.rulings import Judge


class Drive:
    """A drive; it holds nothing but rules, and follows :class:`engine.games.protocol.Game`."""

    name = "drive"

    def initial(self) -> DriveState:
        """Gives the drive before it is set up."""
        return DriveState()

    def decide(
        self, state: DriveState, command: Command, judge: Judge | None = None, history: Sequence[Recorded] = ()
    ) -> tuple[Event, ...]:
        """Decides a command. Warnings and bells that fell due before it come first.

        Raises :class:`Refused` when the rules do not allow the command or it is not well formed; then nothing happened.
        """
        asked = command
        if isinstance(asked, c.Several):
            return self._several(state, asked, history)
        command = reports.checked_report(asked) if isinstance(asked, c.ReportTable) else checked(asked)
        if isinstance(command, c.Create):
            return _create(state, command)
        if state.phase == "closed":
            raise Refused(DriveReason.CLOSED, "no drive is set up; create one and bring in its players")
        sets_clock = isinstance(command, PauseClock) and command.remaining is not None
        fallen = () if sets_clock else hall.fallen_due(state, asked.t)
        if isinstance(command, Tick):
            return fallen
        state = told(state, *fallen)
        if isinstance(command, c.ReportTable):
            return (*fallen, *reports.report_table(state, command, _decided))
        return (*fallen, *_decided(state, command))

    def _several(self, state: DriveState, asked: c.Several, history: Sequence[Recorded]) -> tuple[Event, ...]:
        events: list[Event] = []
        for command in asked.commands:
            with suppress(Refused):
                fresh = self.decide(state, command, history=history)
                state = told(state, *fresh)
                events += fresh
        return tuple(events)

    def evolve(self, state: DriveState, event: Event) -> DriveState:
        """Applies one event; never raises for one that :meth:`decide` gave."""
        return evolve(state, event)

    def view(self, state: DriveState, judge: Judge | None = None) -> dict[str, Any]:
        """Gives the JSON object that screens draw."""
        return view(state)


def _decided(state: DriveState, command: Command) -> tuple[Event, ...]:
    """Decides a command that is well formed, with what follows from it."""
    decide = _DECIDE.get(type(command))
    if decide is None:
        raise Refused(DriveReason.NOT_UNDERSTOOD, f"a drive has no command {type(command).__name__}")
    return scorecards.followed(state, decide(state, command), command.t)


def _create(state: DriveState, command: c.Create) -> tuple[Event, ...]:
    if state.phase != "closed":
        raise Refused(DriveReason.ALREADY_OPEN, f"{state.name} is in this journal already; take a new journal")
    rules = _rules(command.rules, DriveState())
    name = players.proper_name(command.name)
    seed = command.seed.strip() or "0"
    return (e.Created(t=command.t, name=name, rules=rules, seed=seed),)


def _set_rules(state: DriveState, command: c.SetRules) -> tuple[Event, ...]:
    rules = _rules(command.rules, state)
    if rules == as_mapping(state.rules):
        raise Refused(DriveReason.NOTHING_CHANGED, "these are the rules already")
    return (e.RulesSet(t=command.t, rules=rules, by=command.by),)


def _rules(changes: Mapping[str, Any], state: DriveState) -> dict[str, Any]:
    try:
        rules = drive_rules(changes, state.rules)
        load_pack(rules.pack)
        return as_mapping(rules)
    except (BadPack, BadSettings) as error:
        raise Refused(DriveReason.SETUP, str(error)) from error


_DECIDE: Mapping[type[Command], Callable[[DriveState, Any], tuple[Event, ...]]] = {
    c.SetRules: _set_rules,
    c.Join: players.join,
    c.Rename: players.rename,
    c.Leave: players.leave,
    c.Return: players.come_back,
    c.SetAbsent: players.set_absent,
    c.NameStewards: players.name_stewards,
    c.MakeHand: rounds.make_hand,
    c.Rearrange: rounds.rearrange,
    c.Swap: rounds.swap,
    c.UnmakeHand: rounds.unmake_hand,
    c.Announce: rounds.announce,
    c.ReportSeated: rounds.report_seated,
    c.SeeBadge: rounds.see_badge,
    c.StartHand: hall.start_hand,
    c.CallBack: hall.call_back,
    c.Extend: hall.extend,
    c.TakeBreak: hall.take_break,
    c.Finish: hall.finish,
    c.GoOn: hall.go_on,
    PauseClock: hall.pause,
    ResumeClock: hall.resume,
    AdjustClock: hall.adjust,
    c.ReportOut: scorecards.report_out,
    c.MarkCards: scorecards.mark,
    c.InitialCard: scorecards.initial,
    c.RefuseCard: scorecards.refuse,
    c.ReopenCard: scorecards.reopen,
    c.CorrectCard: scorecards.correct,
    c.ExcuseCard: scorecards.excuse,
    c.Fine: scorecards.fine,
    c.VoidHand: scorecards.void,
    c.RestoreHand: scorecards.restore,
    c.CutTie: scorecards.cut_tie,
    c.CutPlaces: standings.cut_places,
}
