"""The texts of Bobs-y'r-Uncle."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "title": "Bobs-y'r-Uncle",
    "lead": "The lines of eight nursery rhymes are laid in their order; be first without cards, or collect a set.",
    "rule.1": "The pack has eight rhymes of six lines, three Uncles and the three cards of the Trio: 54 cards.",
    "rule.2": "Each player is dealt six cards one at a time, clockwise; the rest is the stack. The dealer's left "
    "begins.",
    "rule.3": "A turn lays one card: the first line of a rhyme, or the next line of one that was begun. If none goes, "
    "the top card of the stack is taken, and that is the turn.",
    "rule.4": "A card that goes must be laid. If it is proved that a player passed with such a card he is fined 20 "
    "points; another player claims it.",
    "rule.5": "Who lays a wrong card takes it back and loses the turn.",
    "rule.6": "When the stack is used up, a player who has laid a card, or cannot, offers the backs of his cards to "
    "his left and says “Bobs-y'r-Uncle”: one must be taken. If he forgets until the next player has played, that "
    "player must refuse.",
    "rule.7": "A player declares when he has no card left, or when his hand holds all three Uncles or the whole Trio: "
    "straight after his turn, or, once the next player has played, when his turn comes again.",
    "rule.8": "The deal is then over. The numbers on the cards left in each hand count against their holders; who "
    "declared scores nil. Four deals are a game, and the lowest total wins. Equal totals share.",
    "rule.9": "The Steward cannot hear the phrase: who said it presses briefly, and so does, in his turn, who takes "
    "from the stack or cannot lay a card. A long press declares that one is out; before a camera a set is declared "
    "by laying it face up before oneself, and the hands that are left are laid so to be counted. The next dealer "
    "presses. The numbers on the cards are in no source: until you set them, a card's number is its place in its "
    "rhyme or set.",
    "act.play": "Lay a line",
    "act.draw": "Take from the stack",
    "act.pass": "Cannot lay a card",
    "act.say": "Said it; a card was taken",
    "act.declare": "I declare",
    "act.fine": "Claim a fine: who passed?",
    "act.mark": "Totals of the cards left",
    "field.card": "Card",
    "field.way": "How",
    "field.by": "Claimed by",
    "field.totals": "Totals",
    "choice.out": "no card left",
    "choice.uncles": "the three Uncles",
    "choice.trio": "the Trio",
    "said.play": "{name} lays {card}.",
    "said.play.wrong": "{name} lays {card}, which does not go: back to the hand, and the turn is lost.",
    "said.draw": "{name} takes a card from the stack.",
    "said.pass": "{name} cannot lay a card.",
    "said.say": "{name} said it: {to} takes a card.",
    "said.declare": "{name} declares: {way}.",
    "said.fine": "{name} passed with a card that went: {points} points, claimed by {by}.",
    "said.mark": "Totals: {totals}.",
    "shown.stack": "Cards in the stack",
    "shown.rhymes": "Laid so far",
}

FRENCH: Mapping[str, str] = {
    "title": "Bobs-y’r-Uncle",
    "lead": "On pose dans l’ordre les vers de huit comptines ; soyez le premier sans carte, ou réunissez un trio.",
    "rule.1": "Le jeu a huit comptines de six vers, trois Oncles et les trois cartes du Trio : 54 cartes.",
    "rule.2": "On donne six cartes à chacun, une à une, dans le sens des aiguilles ; le reste fait le talon. Le joueur "
    "à gauche du donneur commence.",
    "rule.3": "À son tour on pose une carte : le premier vers d’une comptine, ou le vers suivant d’une comptine "
    "commencée. Si aucune ne va, on prend la première carte du talon, et c’est tout.",
    "rule.4": "Une carte qui va doit être posée. S’il est prouvé qu’un joueur a passé avec une telle carte, il a "
    "20 points d’amende ; un autre joueur la réclame.",
    "rule.5": "Qui pose une mauvaise carte la reprend et perd son tour.",
    "rule.6": "Le talon épuisé, le joueur qui a posé une carte, ou ne le peut, présente le dos de ses cartes à son "
    "voisin de gauche en disant « Bobs-y’r-Uncle » : celui-ci doit en prendre une. S’il l’oublie jusqu’à ce que le "
    "suivant ait joué, celui-ci doit refuser.",
    "rule.7": "On déclare quand on n’a plus de carte, ou quand on a en main les trois Oncles ou tout le Trio : juste "
    "après son tour, ou, si le suivant a joué, quand son tour revient.",
    "rule.8": "La donne est alors finie. Les nombres des cartes restées en main comptent contre leurs joueurs ; celui "
    "qui a déclaré marque zéro. Une partie a quatre donnes, et le total le plus bas gagne. Les ex æquo partagent.",
    "rule.9": "Le Steward n’entend pas la formule : qui l’a dite presse brièvement, et de même, à son tour, qui "
    "prend au talon ou ne peut poser. Une pression longue déclare qu’on n’a plus de carte ; devant une caméra on "
    "déclare un trio en le posant découvert devant soi, et l’on pose ainsi les mains à compter. Le donneur suivant "
    "presse. Aucune source ne donne les nombres des cartes : sans vos réglages, c’est la place dans la comptine ou "
    "le trio.",
    "act.play": "Poser un vers",
    "act.draw": "Prendre au talon",
    "act.pass": "Ne peut rien poser",
    "act.say": "L’a dit ; une carte est prise",
    "act.declare": "Je déclare",
    "act.fine": "Réclamer une amende : qui a passé ?",
    "act.mark": "Totaux des cartes restantes",
    "field.card": "Carte",
    "field.way": "Comment",
    "field.by": "Réclamée par",
    "field.totals": "Totaux",
    "choice.out": "plus de carte",
    "choice.uncles": "les trois Oncles",
    "choice.trio": "le Trio",
    "said.play": "{name} pose {card}.",
    "said.play.wrong": "{name} pose {card}, qui ne va pas : il la reprend et perd son tour.",
    "said.draw": "{name} prend une carte au talon.",
    "said.pass": "{name} ne peut rien poser.",
    "said.say": "{name} l’a dit : {to} prend une carte.",
    "said.declare": "{name} déclare : {way}.",
    "said.fine": "{name} a passé avec une carte qui allait : {points} points, réclamés par {by}.",
    "said.mark": "Totaux : {totals}.",
    "shown.stack": "Cartes au talon",
    "shown.rhymes": "Posé jusqu’ici",
}
