"""The texts of the solo game."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "title": "Solo Lexicon",
    "lead": "Alone with the Lexicon pack: empty your hand before the stock runs out.",
    "rule.1": "Deal yourself ten cards; the rest is the stock.",
    "rule.2": "A turn is one act of the home game: compose a word, insert cards into one without disturbing its order, "
    "or substitute cards of your hand for as many of a word.",
    "rule.3": "If nothing goes, throw a card off and take the first of the stock.",
    "rule.4": "With an empty hand you have won. When you must take a card and the stock is used up you have lost: what "
    "you hold is your score.",
    "rule.5": "That there is a solo game is known, its rules are not: these are ours.",
    "act.compose": "Compose a word",
    "act.insert": "Insert into a word",
    "act.substitute": "Substitute in a word",
    "act.throw": "Throw off and take a card",
    "act.give up": "The stock is used up",
    "field.word": "Word",
    "field.before": "Which word",
    "field.points": "Points in the hand",
    "said.compose": "{name} composes {word}.",
    "said.insert": "{name} makes {before} {word}.",
    "said.substitute": "{name} changes {before} into {word}.",
    "said.throw": "{name} throws a card off and takes one.",
    "said.give up": "{name} is left with {points} points.",
    "shown.stock": "Cards in the stock",
    "shown.thrown": "Thrown off",
}

FRENCH: Mapping[str, str] = {
    "title": "Lexicon en solitaire",
    "lead": "Seul avec le jeu de Lexicon : videz votre main avant la fin du talon.",
    "rule.1": "Donnez-vous dix cartes ; le reste fait le talon.",
    "rule.2": "Un tour est un acte du jeu à la maison : former un mot, introduire des cartes dans un mot sans changer "
    "l’ordre, ou échanger des cartes de la main contre autant de cartes d’un mot.",
    "rule.3": "Si rien ne va, jetez une carte et prenez la première du talon.",
    "rule.4": "La main vide, vous avez gagné. Quand il faut prendre et que le talon est épuisé, vous avez perdu : ce "
    "que vous tenez est votre score.",
    "rule.5": "On sait qu’une règle existe pour jouer seul, on ne la connaît pas : celle-ci est la nôtre.",
    "act.compose": "Former un mot",
    "act.insert": "Introduire dans un mot",
    "act.substitute": "Échanger dans un mot",
    "act.throw": "Jeter et prendre une carte",
    "act.give up": "Le talon est épuisé",
    "field.word": "Mot",
    "field.before": "Quel mot",
    "field.points": "Points en main",
    "said.compose": "{name} forme {word}.",
    "said.insert": "{name} fait de {before} {word}.",
    "said.substitute": "{name} change {before} en {word}.",
    "said.throw": "{name} jette une carte et en prend une.",
    "said.give up": "{name} reste avec {points} points.",
    "shown.stock": "Cartes au talon",
    "shown.thrown": "Cartes jetées",
}
