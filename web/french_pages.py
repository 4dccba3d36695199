"""The texts of the pages beside the table, in French."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH_PAGES: Mapping[str, str] = {
    "nav.scores": "Marque",
    "nav.statistics": "Statistiques",
    "scores.title": "Feuille de marque",
    "scores.deal": "Donne",
    "scores.sum": "Score",
    "scores.initials": "paraphé par le voisin",
    "scores.how": "Une ligne par donne : la main marquée, puis ce que contestations et corrections ont changé. La main "
    "du gagnant est soulignée.",
    "scores.none": "Aucune donne n’a encore été distribuée.",
    "deal.each": "Revoir une donne pas à pas :",
    "deal.walk": "Étapes de la donne",
    "deal.back": "Avant",
    "deal.on": "Suite",
    "deal.step": "{number} sur {count}",
    "deal.share": "Garder cette donne en fichier",
    "deal.shared": "Conservé par Steward. Le mot touché a un bord de laiton.",
    "deal.unknown": "Cette donne n’existe pas. Voyez l’histoire.",
    "history.journal": "Le journal en fichier",
    "statistics.title": "Statistiques",
    "statistics.none": "Il n’y a encore rien à compter.",
    "statistics.scores": "Scores au fil des donnes",
    "statistics.lengths": "Mots selon leurs lettres",
    "statistics.letters": "{number} lettres",
    "statistics.turns": "Durée d’un tour, en secondes",
    "statistics.turns.how": "Un point est un tour, le trait de laiton celui du milieu.",
    "statistics.longest": "Mot le plus long",
    "statistics.players": "Joueur par joueur",
    "statistics.words": "Mots",
    "statistics.exchanges": "Échanges",
    "statistics.challenges": "Contestations gagnées",
    "statistics.won": "{won} sur {all}",
    "statistics.caught": "Mots perdus",
    "statistics.turn": "Durée d’un tour",
}
