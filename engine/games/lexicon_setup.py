"""Setting a Lexicon table up: who plays by which rules, each new deal, and joining a game under way."""

from __future__ import annotations

from engine import events as e
from engine.cards import load_pack
from engine.commands import Adopt, Deal, Open, Restock
from engine.errors import BadPack, BadSettings, Refused
from engine.games.lexicon_play import good_face, good_word
from engine.games.lexicon_seats import COMPASS, MOST_PLAYERS, NUMBERS, next_seat, packs_for, possible, seated
from engine.games.reasons import Reason
from engine.kinds import plain
from engine.rules import HouseRules, house_rules
from engine.rulings import Judge
from engine.state import TableState

LEAST_PLAYERS = 2
MOST_NAME = 60


def open_table(state: TableState, command: Open, judge: Judge, game: str) -> tuple[e.Event, ...]:
    """Decides who sits where, by which rules and with which pack."""
    if state.phase in ("play", "count") and not command.drive:  # a drive's next hand waits for no table
        raise Refused(Reason.ALREADY_OPEN, "a deal is under way; finish or undo it before setting the table up anew")
    if command.game != game:
        raise Refused(Reason.SETUP, f"this table plays {game}, not {command.game[:20]!r}")
    if command.joined not in (None, "mid-game"):
        raise Refused(Reason.SETUP, "a game is joined from its beginning or `mid-game`")
    if not command.language.strip():
        raise Refused(Reason.SETUP, "the language of the words is missing")
    try:
        rules = house_rules(command.rules, command.house)
        pack = load_pack(command.pack, packs_for(len(command.seats)))
    except (BadSettings, BadPack) as error:
        raise Refused(Reason.SETUP, str(error)) from error
    if rules.preset != command.rules or rules.hand_size < 1:
        raise Refused(Reason.SETUP, "the house rules cannot change the preset, and a hand has at least one card")
    seats = seats_of(command.seats)
    needed = len(seats) * rules.hand_size + 1
    if pack.counted and needed > pack.cards:
        raise Refused(
            Reason.SETUP, f"{len(seats)} hands and an exposed card are {needed} cards; there are {pack.cards}"
        )
    opened = e.Opened(
        t=command.t,
        game=command.game,
        rules=command.rules,
        language=command.language,
        pack=command.pack,
        seats=seats,
        house={name: value for name, value in command.house.items() if name in HouseRules.__dataclass_fields__},
        joined=command.joined,
        words=plain(judge.about()),
        drive=plain(command.drive),
    )
    return (opened,)


def seats_of(given: tuple[tuple[str, str], ...], least: int = LEAST_PLAYERS) -> tuple[tuple[str, str], ...]:
    """Gives the seats clockwise, from N or from 1, each with the name of its player."""
    names = dict(given)
    if not least <= len(given) <= MOST_PLAYERS or len(names) != len(given):
        raise Refused(Reason.SETUP, f"{least} to {MOST_PLAYERS} players sit down, each at a seat of his own")
    order = COMPASS if set(names) <= set(COMPASS) else NUMBERS
    if not set(names) <= set(order):
        raise Refused(Reason.SETUP, "seats are N, E, S and W, or, for more than four, the numbers 1 to 10")
    seats = tuple((seat, names[seat].strip() or seat) for seat in order if seat in names)
    if any(len(name) > MOST_NAME for _, name in seats):
        raise Refused(Reason.SETUP, f"a player's name has at most {MOST_NAME} letters")
    return seats


def deal(state: TableState, command: Deal) -> tuple[e.Event, ...]:
    """Decides a new deal. Without a seat it is the dealer's whom a cut found, or else the next player's."""
    if state.phase != "ready":
        raise Refused(Reason.NOT_NOW, f"a new deal cannot begin now: the table is in phase {state.phase!r}")
    seat = command.seat if command.seat is not None else dealer_to_be(state)
    if seat is None:
        raise Refused(Reason.NO_DEALER, "who deals? Cut for it (A is high), or name the dealer")
    seated(state, seat)
    exposed = good_face(state, command.exposed)
    return (e.Dealt(t=command.t, seat=seat, number=state.deal + 1, exposed=exposed),)


def dealer_to_be(state: TableState) -> str | None:
    """Gives who deals next: whom the cut found, else the next active player on the left; None when nobody knows."""
    return state.next_dealer if state.next_dealer is not None else next_seat(state, state.dealer)


def adopt(state: TableState, command: Adopt) -> tuple[e.Event, ...]:
    """Decides that the table is taken as it lies, on joining or after a disagreement."""
    if state.phase not in ("ready", "play"):
        raise Refused(Reason.NOT_NOW, "the table can be taken as it lies between deals and during play only")
    for word in command.words:
        good_word(state, word)
    exposed = good_face(state, command.exposed)
    possible(state, command.words, exposed)
    if command.turn is not None:
        seated(state, command.turn)
    return (e.Adopted(t=command.t, words=command.words, exposed=exposed, turn=command.turn),)


def restock(state: TableState, command: Restock) -> tuple[e.Event, ...]:
    """Decides that the heap was lifted, shuffled and put down again; play goes on as before."""
    if state.phase != "play":
        raise Refused(Reason.NOT_NOW, "the heap is turned during play only")
    exposed = good_face(state, command.exposed)
    possible(state, [word.text for word in state.words], exposed)
    return (e.Restocked(t=command.t, exposed=exposed),)
