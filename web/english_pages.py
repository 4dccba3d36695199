"""The texts of the pages beside the table, in British English."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH_PAGES: Mapping[str, str] = {
    "nav.scores": "Score sheet",
    "nav.statistics": "Statistics",
    "scores.title": "Score sheet",
    "scores.deal": "Deal",
    "scores.sum": "Score",
    "scores.initials": "initialled by the neighbour",
    "scores.how": "Each line is a deal: the marked hand, then what challenges and corrections changed. The winner's "
    "hand is underlined.",
    "scores.none": "No deal has been dealt yet.",
    "deal.each": "Step through a deal:",
    "deal.walk": "Steps of the deal",
    "deal.back": "Back",
    "deal.on": "On",
    "deal.step": "{number} of {count}",
    "deal.share": "Keep this deal as a file",
    "deal.shared": "Kept by Steward. The word that was touched has a brass edge.",
    "deal.unknown": "There is no such deal. See the history.",
    "history.journal": "Journal as a file",
    "statistics.title": "Statistics",
    "statistics.none": "There is nothing to count yet.",
    "statistics.scores": "Scores over the deals",
    "statistics.lengths": "Words by their letters",
    "statistics.letters": "{number} letters",
    "statistics.turns": "Time a turn, in seconds",
    "statistics.turns.how": "A dot is a turn, the brass line the middle one.",
    "statistics.longest": "Longest word",
    "statistics.players": "Player by player",
    "statistics.words": "Words",
    "statistics.exchanges": "Exchanges",
    "statistics.challenges": "Challenges won",
    "statistics.won": "{won} of {all}",
    "statistics.caught": "Words lost",
    "statistics.turn": "Time a turn",
}
