"""The French sentences that are spoken at the table: short, and one for each thing."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH_SPOKEN: Mapping[str, str] = {
    "spoken.turn": "À {name} de jouer.",
    "spoken.laid": "{name} pose {word}.",
    "spoken.laid.next": "{name} pose {word} ; à {next} de jouer.",
    "spoken.exchanged": "{name} échange.",
    "spoken.exchanged.next": "{name} échange ; à {next} de jouer.",
    "spoken.taken back": "{word} est repris.",
    "spoken.taken back.next": "{word} est repris ; à {next} de jouer.",
    "spoken.upheld": "Contestation admise.",
    "spoken.upheld.word": "Contestation admise : {word} est à reprendre.",
    "spoken.refused": "Contestation rejetée.",
    "spoken.refused.word": "Contestation rejetée : {word} tient.",
    "spoken.asked": "J’ai un doute : quelqu’un doit décider.",
    "spoken.too late": "Trop tard pour contester.",
    "spoken.unsure": "J’ai un doute.",
    "spoken.turn lost": "{name} perd un tour.",
    "spoken.one minute": "Une minute.",
    "spoken.ten seconds": "Dix secondes.",
    "spoken.bell": "La cloche.",
    "spoken.out": "{name} a fini.",
    "spoken.master": "maître",
    "home.bell": "Cloche",
    "home.countdown": "Temps restant",
    "home.winner": "Vainqueur",
    "home.name.table": "Table de Lexicon {machine}",
    "home.name.drive": "Lexicon Drive {machine}",
}
