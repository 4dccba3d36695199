"""Ce que Steward garde des gens autour d'une table, en français."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH_KEPT: Mapping[str, str] = {
    "kept.title": "Ce qui est gardé de vous",
    "kept.pictures": "Des images de la table au repos, pour remontrer un coup ou une décision : {most} au plus, et "
    "{mb} Mo ; les plus anciennes partent d’abord. Des mains, et qui se penche sur la table, peuvent s’y voir.",
    "kept.journal": "Le journal garde noms, coups, décisions et points jusqu’à ce que son fichier soit effacé.",
    "kept.here": "Tout reste sur cette machine ; dans un tournoi, totaux et décisions vont à son centre.",
    "kept.delete": "« steward forget --yes » efface les images, et le journal reste.",
    "kept.record": "Tout ce que voit la caméra va être écrit dans {folder} : cartes, mains, et enfants qui regardent "
    "par-dessus le bord. Avec --blank, seules les cartes sont gardées.",
    "kept.record.blank": "Des images de la table vont être écrites dans {folder} ; seules les cartes y restent.",
    "kept.ask": "Tout le monde à la table est-il d’accord ? Tapez oui : ",
    "kept.unasked": "rien n’est enregistré : personne ne peut dire ici si tout le monde est d’accord ; demandez, puis "
    "ajoutez --yes",
    "kept.not": "rien n’est enregistré, car tout le monde n’était pas d’accord ; jouez sans --record",
}
