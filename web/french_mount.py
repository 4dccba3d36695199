"""Ce que dit l'aide au montage, en français."""

from __future__ import annotations

from collections.abc import Mapping

ABOUT: Mapping[str, str] = {
    "place": "hauteur et inclinaison",
    "view": "champ",
    "tilt": "inclinaison",
    "scale": "échelle",
    "focus": "netteté",
    "exposure": "exposition",
    "light": "lumière",
    "glare": "reflets",
    "mark": "marques des coins",
    "bump": "place",
}

FOUND: Mapping[str, str] = {
    "place": "ne peuvent être mesurées",
    "view": "la caméra est à {mm:.0f} mm au-dessus de la table, {mm_per_px:.2f} mm par px",
    "tilt": "{deg:.0f}° de la verticale",
    "scale": "{mm_per_px:.2f} mm par px",
    "focus": "bords raides à {steep:.2f}, semblables à {even:.2f} dans tous les sens",
    "exposure": "le papier des cartes a une clarté de {paper:.0f} sur 255",
    "light": "la carte la plus sombre a {even:.0%} de la lumière de la plus claire",
    "glare": "sur l'image en {x:.0f}, {y:.0f}",
    "mark": "{px:.0f} px de haut, {where}",
    "bump": "déplacée de {px:.0f} px depuis l'enregistrement",
}

TODO: Mapping[str, str] = {
    "lay cards": "posez au moins huit cartes, face visible, à l'écart les unes des autres, ou le tapis imprimé",
    "raise": "la table n'est pas toute dans le champ : montez la caméra de {cm:.0f} cm, bien au-dessus du milieu",
    "lower": "les cartes sont petites : descendez la caméra de {cm:.0f} cm",
    "finer": "les cartes sont petites : prenez une image plus fine, ou un objectif moins large",
    "level": "tournez la caméra pour qu'elle regarde droit vers le bas",
    "focus": "réglez l'objectif jusqu'à ce que les lettres soient nettes",
    "still": "l'image est bougée : fixez la caméra, et donnez-lui plus de lumière",
    "brighter": "éclairez mieux la table",
    "darker": "l'image est trop claire : baissez la lampe, ou éloignez-la",
    "black": "l'image est noire : ôtez le bouchon de l'objectif, et éclairez la table",
    "dark at": "il fait sombre, {where} : placez-y une lampe",
    "glare at": "reflet, {where} : déplacez la lampe, ou tournez-la vers le plafond",
    "small at": "une marque de coin se lit mal, {where} : descendez la caméra, ou jouez plus près du milieu",
    "bumped": "la caméra a bougé : remettez-la, ou enregistrez sa place à nouveau avec --save",
}

SEATS: Mapping[str, str] = {"N": "au nord", "E": "à l'est", "S": "au sud", "W": "à l'ouest", "centre": "au milieu"}
