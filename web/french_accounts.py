"""The texts about signing in and accounts, in French."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH_ACCOUNTS: Mapping[str, str] = {
    "nav.seats": "Places et codes",
    "nav.accounts": "Comptes",
    "nav.signed_in": "Connecté : {name}",
    "act.challenge.yours": "Contester {word} ?",
    "act.challenge.as": "{name} conteste",
    "hand.lead.own": "Entrez vos propres coups et votre total, {name}. Chacun entre les siens.",
    "done.signed_in.steward": "Vous agissez comme arbitre sur cet appareil.",
    "done.signed_in.organiser": "Vous agissez comme organisateur sur cet appareil.",
    "done.joined": "Cet appareil joue pour {name}.",
    "done.account": "Le compte {name} est enregistré.",
    "done.dropped": "Le compte {name} est supprimé.",
    "sign_in.title": "Connexion",
    "sign_in.steward": "Arbitre ou organisateur",
    "sign_in.plain": "Ces pages passent en http simple : qui écoute ce réseau peut lire un mot de passe et agir à "
    "votre place. « steward tls » les protège.",
    "join.title": "Votre place",
    "join.code": "Code de la place",
    "join.go": "S’asseoir",
    "join.lead": "{name}, place {seat}. Sur cet appareil, vous contestez, répondez et paraphez pour cette place.",
    "join.as": "Je suis {name}",
    "join.watch": "Regarder seulement",
    "join.unknown": "Aucune place n’a ce code ; une nouvelle partie en a d’autres. Relisez-le, ou demandez à "
    "l’arbitre.",
    "seats.title": "Places et codes",
    "seats.lead": "Chaque joueur scanne le code de sa place ; son téléphone n’agit alors que pour elle.",
    "seats.open": "Il n’y a pas de mot de passe : seule cette machine est admise, et elle peut tout faire. Avec un "
    "mot de passe, les téléphones entrent par ces codes.",
    "phone.title": "Ouvrir sur un téléphone",
    "phone.lead": "Scannez le code ou tapez l’adresse. Le téléphone doit être sur le même Wi-Fi.",
    "phone.player": "Il ne fait que regarder. Pour jouer à une place, scannez le code de cette place, que l’arbitre "
    "vous montre.",
    "phone.steward": "Il ne fait que regarder. Les joueurs agissent avec leur propre code.",
    "phone.trust": "Le téléphone met en garde contre cette machine, et n’installe pas les pages, tant qu’il n’a pas "
    "accepté son certificat.",
    "phone.certificate": "Certificat",
    "phone.closed": "Il n’y a pas de mot de passe : aucun autre appareil n’est admis. Définissez-en un d’abord, sous "
    "Comptes.",
    "app.about": "Suit une partie de Lexicon à la table : la pendule, les mots, les décisions et les points.",
    "offline.title": "Le Steward est hors de portée",
    "offline.lead": "La table joue toujours et rien n’est perdu. Vérifiez que cet appareil est sur le bon Wi-Fi ; la "
    "page reviendra d’elle-même.",
    "offline.again": "Réessayer",
    "accounts.title": "Comptes",
    "accounts.lead": "Qui se connecte, et à quel titre. Les joueurs n’ont pas besoin de compte : ils ont le code de "
    "leur place.",
    "accounts.first": "Il n’y a pas encore de mot de passe : chacun peut tout faire sur cette machine, et aucune "
    "autre n’est admise.",
    "accounts.here": "Choisissez ici celui de l’organisateur.",
    "accounts.name": "Nom",
    "accounts.role": "Rôle",
    "accounts.new": "Nouveau mot de passe",
    "accounts.again": "Le même encore une fois",
    "accounts.own": "Votre propre mot de passe",
    "accounts.set": "Créer un compte, ou changer un mot de passe",
    "accounts.keep": "Enregistrer",
    "accounts.drop": "Supprimer",
    "accounts.drop.do": "Supprimer {name}",
    "accounts.nowhere": "Les comptes se règlent dans la configuration de cette machine, ou par « steward password ».",
    "accounts.differ": "Les deux nouveaux mots de passe diffèrent. Retapez-les.",
    "accounts.current": "Votre propre mot de passe n’est pas juste. Retapez-le.",
    "accounts.wrong.length": "Un mot de passe a de {low} à {high} signes. Choisissez-en un autre.",
    "accounts.wrong.same": "Le nom n’est pas un mot de passe. Choisissez-en un autre.",
    "accounts.wrong.name": "Un nom a de 2 à {most} lettres. Donnez-en un autre.",
    "accounts.wrong.reserved": "Le journal nomme autre chose {name}. Donnez un autre nom au compte.",
    "accounts.wrong.fixed": "Ce compte est fixé dans la configuration. Changez-le là.",
    "accounts.wrong.unknown": "Il n’y a pas de compte {name}.",
    "accounts.wrong.many": "Il y a trop de comptes. Supprimez-en un d’abord.",
    "accounts.wrong.last": "Il faut un organisateur. Donnez d’abord ce rôle à un autre compte.",
    "role.viewer": "spectateur",
    "role.player": "joueur",
    "role.steward": "arbitre",
    "role.organiser": "organisateur",
    "wrong.403": "Vous pouvez regarder ici, mais pas faire cela. Connectez-vous d’abord.",
    "wrong.403.organiser": "Seul l’organisateur peut faire cela. Connectez-vous comme organisateur.",
    "wrong.seat": "Vous n’agissez que pour votre place. Appelez l’arbitre pour celle d’un autre.",
}
