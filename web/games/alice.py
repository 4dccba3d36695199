"""The texts of Alice in Wonderland."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "title": "Alice in Wonderland",
    "lead": "Picture cards in sets of three: expose a leading card and ask for the two that it names.",
    "rule.1": "The pack has sixteen sets of three (a later one eighteen). The three cards of a set bear the same "
    "number; one of them is the leading card, which names the other two.",
    "rule.2": "All cards are dealt, one at a time. Before play, whoever holds a whole set lays it face down; it is "
    "shown face up once.",
    "rule.3": "The player on the dealer's left begins. He exposes a leading card and asks any player for one of the "
    "two others. If he gets it he completes the set from his hand, if he can, or asks again, the same player or "
    "another.",
    "rule.4": "A completed set is laid face down, and he may expose another leading card and go on. Nobody has more "
    "than one leading card exposed.",
    "rule.5": "Who asks for a card that the other has not got forfeits a card to him, drawn unseen, and the player on "
    "his left goes on. His leading card stays exposed. If that is all he has, he forfeits the leading card itself.",
    "rule.6": "Who has no leading card in his turn, neither in the hand nor exposed, forfeits a card to whoever played "
    "last, and his left goes on. Having just completed a set he forfeits nothing; play passes on.",
    "rule.7": "Most sets win. Equal winners share.",
    "rule.8": "The Steward cannot hear what is asked. Enter it, or press: the one who was asked presses briefly when "
    "he gave the card and long when he has it not; the player himself presses briefly when his set is complete and "
    "long when he has no leading card.",
    "rule.9": "Before a camera a leading card, and a whole set of the hand, is shown face up before its player. The "
    "names of most sets are in no source. Until you fill them in, the cards are called by their numbers.",
    "act.lay set": "A whole set from the hand",
    "act.lead": "Expose a leading card",
    "act.ask": "Ask for a card",
    "act.complete": "The set is complete",
    "act.no leading card": "No leading card",
    "field.set": "Set",
    "field.of": "Asks",
    "field.card": "For",
    "field.answer": "Answer",
    "choice.gave": "gave it",
    "choice.has not": "has it not",
    "said.lay set": "{name} lays a whole set: {set}.",
    "said.lead": "{name} exposes the leading card of set {set}.",
    "said.ask": "{name} asks {of}: {answer}.",
    "said.complete": "{name} completes set {set}.",
    "said.no leading card": "{name} has no leading card.",
    "shown.leads": "Leading cards",
    "shown.won": "Sets completed",
}

FRENCH: Mapping[str, str] = {
    "title": "Alice au pays des merveilles",
    "lead": "Des cartes illustrées par familles de trois : découvrez une carte maîtresse, demandez les deux autres.",
    "rule.1": "Le jeu a seize familles de trois (dix-huit dans une édition récente). Les trois cartes d’une famille "
    "portent le même numéro ; l’une est la carte maîtresse, qui nomme les deux autres.",
    "rule.2": "On donne toutes les cartes, une à une. Avant de jouer, qui a une famille entière la pose face cachée, "
    "après l’avoir montrée une fois.",
    "rule.3": "Le joueur à gauche du donneur commence. Il découvre une carte maîtresse et demande une des deux autres "
    "à qui il veut. S’il l’obtient, il complète la famille de sa main, s’il le peut, ou demande encore, au même ou à "
    "un autre.",
    "rule.4": "Une famille complète se pose face cachée, et il peut découvrir une autre carte maîtresse et continuer. "
    "Personne n’en a plus d’une découverte.",
    "rule.5": "Qui demande une carte que l’autre n’a pas lui cède une carte, tirée sans la voir, et son voisin de "
    "gauche continue. Sa carte maîtresse reste découverte ; si c’est tout ce qu’il a, il la cède elle-même.",
    "rule.6": "Qui n’a pas de carte maîtresse à son tour, ni en main ni découverte, cède une carte à celui qui a joué "
    "le dernier, et son voisin de gauche continue. S’il vient de compléter une famille, il ne cède rien et passe.",
    "rule.7": "Le plus de familles gagne. Les ex æquo partagent.",
    "rule.8": "Le Steward n’entend pas les demandes. Saisissez-les, ou pressez : celui à qui l’on demande presse "
    "brièvement s’il a donné la carte, longuement s’il ne l’a pas ; le joueur presse brièvement quand sa famille est "
    "complète, longuement quand il n’a pas de carte maîtresse.",
    "rule.9": "Devant une caméra on montre la carte maîtresse, et une famille entière de la main, devant soi. Aucune "
    "source ne donne le nom de la plupart des familles. Tant que vous ne les avez pas remplis, les cartes portent "
    "leurs numéros.",
    "act.lay set": "Une famille entière de la main",
    "act.lead": "Découvrir une carte maîtresse",
    "act.ask": "Demander une carte",
    "act.complete": "La famille est complète",
    "act.no leading card": "Pas de carte maîtresse",
    "field.set": "Famille",
    "field.of": "Demande à",
    "field.card": "Quelle carte",
    "field.answer": "Réponse",
    "choice.gave": "l’a donnée",
    "choice.has not": "ne l’a pas",
    "said.lay set": "{name} pose une famille entière : {set}.",
    "said.lead": "{name} découvre la carte maîtresse de la famille {set}.",
    "said.ask": "{name} demande à {of} : {answer}.",
    "said.complete": "{name} complète la famille {set}.",
    "said.no leading card": "{name} n’a pas de carte maîtresse.",
    "shown.leads": "Cartes maîtresses",
    "shown.won": "Familles complètes",
}
