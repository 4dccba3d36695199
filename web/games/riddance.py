"""The texts of Riddance."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "title": "Riddance",
    "lead": "With the Lexicon pack: one row in the middle grows into words, and you get rid of your cards.",
    "rule.1": "Seven cards each; five or more players take two packs. One card lies exposed beside the stock, and a "
    "start card is turned up in the middle. The dealer's left begins.",
    "rule.2": "In your turn add cards of your hand to the row, before, after or between its cards, whose order stays. "
    "Who opens a row adds two cards or more, anybody else one or more.",
    "rule.3": "Who makes the row a whole word may call it finished: it goes under the stock, and a new start card is "
    "turned up.",
    "rule.4": "If you add nothing, change one card of your hand for the exposed card or the stock's first. When all "
    "have changed cards in turn, the row goes under the stock too, and a new start card is turned up.",
    "rule.5": "Who lays his last card ends the deal. The others score what they hold. At 100 a player retires; the "
    "last one left wins, and if all who are left pass 100 together, the lowest.",
    "rule.6": "The published rules are unclear even to those who sell the game: this wording is ours.",
    "act.start": "The start card",
    "act.build": "Add to the row",
    "act.change": "Change a card",
    "act.mark": "Totals of the hands",
    "field.letter": "Card",
    "field.word": "The row now",
    "field.finished": "Finished",
    "field.took": "Taken",
    "field.totals": "Totals",
    "choice.yes": "yes, a whole word",
    "choice.no": "not yet",
    "choice.stock": "from the stock",
    "choice.exposed": "the exposed card",
    "said.start": "{letter} is turned up in the middle.",
    "said.build": "{name} makes the row {word}.",
    "said.change": "{name} changes a card.",
    "said.mark": "Totals: {totals}.",
    "shown.stock": "Cards in the stock",
}

FRENCH: Mapping[str, str] = {
    "title": "Riddance",
    "lead": "Avec le jeu de Lexicon : une rangée au milieu devient des mots, et l’on se débarrasse de ses cartes.",
    "rule.1": "Sept cartes à chacun ; deux jeux à partir de cinq joueurs. Une carte est découverte près du talon, une "
    "autre au milieu pour commencer. Le joueur à gauche du donneur ouvre.",
    "rule.2": "À son tour on ajoute des cartes de sa main à la rangée, avant, après ou entre les siennes, sans changer "
    "leur ordre. Qui ouvre une rangée en ajoute deux au moins, tout autre une au moins.",
    "rule.3": "Qui en fait un mot entier peut le dire fini : il va sous le talon, et l’on retourne une autre carte.",
    "rule.4": "Sans rien ajouter, on change une carte de sa main contre la carte découverte ou la première du talon. "
    "Quand tous l’ont fait de suite, la rangée va aussi sous le talon et l’on retourne une autre carte.",
    "rule.5": "Qui pose sa dernière carte finit la donne. Les autres marquent ce qu’ils ont en main. À 100 on se "
    "retire ; le dernier qui reste gagne, ou le plus bas, si tous passent 100 ensemble.",
    "rule.6": "La règle imprimée n’est pas claire, même pour ceux qui vendent le jeu : cette version est la nôtre.",
    "act.start": "La carte du début",
    "act.build": "Ajouter à la rangée",
    "act.change": "Changer une carte",
    "act.mark": "Totaux des mains",
    "field.letter": "Carte",
    "field.word": "La rangée est",
    "field.finished": "Fini",
    "field.took": "Prise",
    "field.totals": "Totaux",
    "choice.yes": "oui, un mot entier",
    "choice.no": "pas encore",
    "choice.stock": "au talon",
    "choice.exposed": "la carte découverte",
    "said.start": "{letter} est retourné au milieu.",
    "said.build": "{name} fait de la rangée {word}.",
    "said.change": "{name} change une carte.",
    "said.mark": "Les totaux : {totals}.",
    "shown.stock": "Cartes au talon",
}
