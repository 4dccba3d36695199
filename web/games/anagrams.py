"""The texts of Anagrams."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "title": "Anagrams",
    "lead": "Letter tablets are drawn one at a time; words are formed from a pool and captured by adding letters.",
    "rule.1": "The tablets lie in the box with their letters hidden. Two to six people play.",
    "rule.2": "At the start everybody draws a tablet. The letter nearest to A plays first; those who tie draw again.",
    "rule.3": "A turn plays the one letter you hold: into the pool in the middle, or into a word. Then you draw the "
    "next letter and keep it until your next turn. Play goes to the left.",
    "rule.4": "A word is formed of your letter and letters of the pool, and lies before you. It has three letters or "
    "more.",
    "rule.5": "Your letter may also capture words, of others or your own: all their letters, your letter and any "
    "letters of the pool make one new word, in any order. CUT with E makes CUTE, CUTE with R makes CRUET, and CRUET "
    "with O and an N from the pool makes TROUNCE.",
    "rule.6": "Several words may be combined. Nothing is captured by moving its letters about: one at least is added.",
    "rule.7": "Who first has the agreed number of words wins; eight unless the house says otherwise. When the box is "
    "empty play goes on until no letter is held; then the most words win.",
    "rule.8": "Any other player may challenge a word until the next letter is played. If it falls, everything goes "
    "back to where it was and the letter goes into the pool. This rule is ours.",
    "rule.9": "The house may bar captures that only add an S (plurals) or an ending such as ED (endings), may ask that "
    "a captured word be rearranged, or may play as a free-for-all: letters are turned up into the pool in turn, who "
    "turned one up has ten seconds alone, and then anybody may make a word. With an empty box you then end the game.",
    "rule.10": "The Steward is told each letter and each word. It finds of what a word was made; where several ways "
    "fit, it asks. A short press at a seat challenges the word made last.",
    "act.draw": "The first draw",
    "act.pool": "A letter into the pool",
    "act.turn up": "Turn up a letter",
    "act.word": "Make a word",
    "act.made": "What was it made of?",
    "act.not so": "It was not made after all",
    "act.end": "Nobody can go on",
    "field.letter": "Letter played",
    "field.word": "New word",
    "field.from": "Of which words (if it is not plain)",
    "field.of": "Made of",
    "said.draw": "All draw: {letters}.",
    "said.pool": "{name} puts {letter} into the pool.",
    "said.turn up": "{name} turns up {letter}.",
    "said.word": "{name} makes {word}.",
    "said.made": "It is told of what {word} was made.",
    "said.not so": "The word was not made after all.",
    "said.end": "Nobody can go on.",
    "shown.pool": "Pool",
    "shown.box": "Tablets in the box",
    "shown.asked": "How was it made?",
    "shown.hints": "Captures that the list allows (for the steward)",
}

FRENCH: Mapping[str, str] = {
    "title": "Anagrammes",
    "lead": "On tire les lettres une à une ; on forme des mots dans le pot et on en prend en ajoutant des lettres.",
    "rule.1": "Les jetons sont dans la boîte, lettres cachées. On joue de deux à six.",
    "rule.2": "Au début chacun tire un jeton. La lettre la plus proche du A commence ; les ex æquo retirent.",
    "rule.3": "À son tour on joue la seule lettre qu’on a : dans le pot, au milieu, ou dans un mot. Puis on tire la "
    "suivante et on la garde jusqu’au tour prochain. Le jeu passe à gauche.",
    "rule.4": "Un mot se forme de sa lettre et de lettres du pot, et se pose devant soi. Il a trois lettres au moins.",
    "rule.5": "Sa lettre peut aussi prendre des mots, ceux des autres ou les siens : toutes leurs lettres, la sienne "
    "et des lettres du pot font un seul mot nouveau, dans n’importe quel ordre. CUT avec E donne CUTE, puis R donne "
    "CRUET, puis O et un N du pot donnent TROUNCE.",
    "rule.6": "On peut réunir plusieurs mots. On ne prend rien en changeant seulement l’ordre : on ajoute au moins une "
    "lettre.",
    "rule.7": "Le premier qui a le nombre de mots convenu gagne ; huit, si la maison ne dit rien d’autre. La boîte "
    "vide, on joue jusqu’à ce que personne n’ait plus de lettre ; le plus de mots gagne alors.",
    "rule.8": "Tout autre joueur peut contester un mot tant que la lettre suivante n’est pas jouée. Si le mot tombe, "
    "tout revient à sa place et la lettre va au pot. Cette règle est la nôtre.",
    "rule.9": "La maison peut interdire de n’ajouter qu’un S (plurals) ou une terminaison (endings), exiger qu’un mot "
    "pris change d’ordre, ou jouer tous ensemble : on retourne les lettres dans le pot à tour de rôle, celui qui l’a "
    "fait est seul pendant dix secondes, puis chacun peut faire un mot. La boîte vide, on met fin à la partie.",
    "rule.10": "On dit au Steward chaque lettre et chaque mot. Il trouve de quoi un mot est fait ; s’il y a plusieurs "
    "façons, il demande. Une pression brève à une place conteste le dernier mot.",
    "act.draw": "Le premier tirage",
    "act.pool": "Une lettre dans le pot",
    "act.turn up": "Retourner une lettre",
    "act.word": "Faire un mot",
    "act.made": "De quoi est-il fait ?",
    "act.not so": "Il n’est pas fait, finalement",
    "act.end": "Personne ne peut continuer",
    "field.letter": "Lettre jouée",
    "field.word": "Mot nouveau",
    "field.from": "De quels mots (si ce n’est pas clair)",
    "field.of": "Fait de",
    "said.draw": "Tous tirent : {letters}.",
    "said.pool": "{name} met {letter} dans le pot.",
    "said.turn up": "{name} retourne {letter}.",
    "said.word": "{name} fait {word}.",
    "said.made": "On sait de quoi {word} est fait.",
    "said.not so": "Le mot n’est pas fait, finalement.",
    "said.end": "Personne ne peut continuer.",
    "shown.pool": "Pot",
    "shown.box": "Jetons dans la boîte",
    "shown.asked": "Comment est-il fait ?",
    "shown.hints": "Prises que la liste permet (pour l’arbitre)",
}
