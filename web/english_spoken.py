"""The English sentences that are spoken at the table: short, and one for each thing."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH_SPOKEN: Mapping[str, str] = {
    "spoken.turn": "{name} to play.",
    "spoken.laid": "{name} lays {word}.",
    "spoken.laid.next": "{name} lays {word}; {next} to play.",
    "spoken.exchanged": "{name} exchanges.",
    "spoken.exchanged.next": "{name} exchanges; {next} to play.",
    "spoken.taken back": "{word} is taken back.",
    "spoken.taken back.next": "{word} is taken back; {next} to play.",
    "spoken.upheld": "Challenge upheld.",
    "spoken.upheld.word": "Challenge upheld: {word} goes back.",
    "spoken.refused": "Challenge refused.",
    "spoken.refused.word": "Challenge refused: {word} stands.",
    "spoken.asked": "I am unsure: a person decides.",
    "spoken.too late": "Too late to challenge.",
    "spoken.unsure": "I am unsure.",
    "spoken.turn lost": "{name} loses a turn.",
    "spoken.one minute": "One minute.",
    "spoken.ten seconds": "Ten seconds.",
    "spoken.bell": "The bell.",
    "spoken.out": "{name} is out.",
    "spoken.master": "Master",
    "home.bell": "Bell",
    "home.countdown": "Time left",
    "home.winner": "Winner",
    "home.name.table": "Lexicon table {machine}",
    "home.name.drive": "Lexicon Drive {machine}",
}
