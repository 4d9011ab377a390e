"""Facts in words: what there was, and what was needed: `38 points, 40 needed`.

Numbers are counted things; truth values have a phrase for either; what has no phrase is said in the vocabulary's words.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rulebook.model import Among, Both, Compare, Either, Expr, Fact, Lit, Lookup, Not, Sum
from rulebook.vocabulary import FACTS
from verifier.scene import FactValue
from verifier.verdict import Need
from verifier.words.sentences import Pair, pick

Facts = Mapping[str, FactValue]


class Counted(Struct, frozen=True):
    """What a number counts: one and several, in English and in French; `feminine` in French."""

    en: tuple[str, str]
    fr: tuple[str, str]
    feminine: bool = False

    def say(self, number: int, lang: str) -> str:
        """`no cards`, `1 card`, `2 cards`; `aucune carte`, `1 carte`, `2 cartes`."""
        if lang == "fr":
            none = "aucune" if self.feminine else "aucun"
            return f"{number or none} {self.fr[number > 1]}"
        return f"{number or 'no'} {self.en[number != 1]}"


def _counted(en: str, fr: str, feminine: bool = False) -> Counted:
    one, many = en.split(" | ")
    un, plusieurs = fr.split(" | ")
    return Counted((one, many), (un, plusieurs), feminine)


POINTS = _counted("point | points", "point | points")
CARDS = _counted("card | cards", "carte | cartes", feminine=True)

_COUNTED: dict[str, Counted] = {
    "points": POINTS,
    "size": CARDS,
    "naturals": _counted("natural card | natural cards", "carte naturelle | cartes naturelles", feminine=True),
    "jokers": _counted("joker | jokers", "joker | jokers"),
    "melds": _counted("new meld | new melds", "nouvelle combinaison | nouvelles combinaisons", feminine=True),
    "sets": _counted("set | sets", "brelan ou carré | brelans ou carrés"),
    "runs": _counted("run | runs", "suite | suites", feminine=True),
    "clean-runs": _counted("run without a joker | runs without a joker", "suite sans joker | suites sans joker",
                           feminine=True),
    "cards": CARDS,
    "jokers-added": _counted("joker added | jokers added", "joker ajouté | jokers ajoutés"),
    "given": _counted("card given | cards given", "carte donnée | cartes données", feminine=True),
    "taken": _counted("joker taken | jokers taken", "joker pris | jokers pris"),
    "result-size": _counted("card after the exchange | cards after the exchange",
                            "carte après l'échange | cartes après l'échange", feminine=True),
    "freed-held": _counted("freed joker not played again | freed jokers not played again",
                           "joker repris et non rejoué | jokers repris et non rejoués"),
    "draws": _counted("draw | draws", "carte piochée | cartes piochées", feminine=True),
    "melds-laid": _counted("new meld | new melds", "nouvelle combinaison | nouvelles combinaisons", feminine=True),
    "jokers-freed": _counted("joker taken from the table | jokers taken from the table",
                             "joker repris sur la table | jokers repris sur la table"),
    "cards-added": _counted("card added to melds | cards added to melds",
                            "carte ajoutée à des combinaisons | cartes ajoutées à des combinaisons", feminine=True),
    "discards": _counted("card discarded | cards discarded", "carte jetée | cartes jetées", feminine=True),
    "twin-jokers": _counted("joker in a twin run | jokers in twin runs", "joker dans une suite jumelle | "
                            "jokers dans des suites jumelles"),
    "other-joker-runs": _counted("other run with a joker | other runs with a joker",
                                 "autre suite avec un joker | autres suites avec un joker", feminine=True),
    "hand-points": _counted("point in hand | points in hand", "point en main | points en main"),
    "calls": _counted("call | calls", "appel | appels"),
    "calls-ceded": _counted("earlier call ceded | earlier calls ceded", "appel déjà cédé | appels déjà cédés"),
    "stock-runs": _counted("time that the stock runs out | times that the stock runs out",
                           "fois que la pioche s'épuise | fois que la pioche s'épuise", feminine=True),
    "loser-cards": _counted("card left in the hand | cards left in the hand",
                            "carte restée en main | cartes restées en main", feminine=True),
    "players": _counted("player | players", "joueur | joueurs"),
    "packs": _counted("pack | packs", "jeu de 52 cartes | jeux de 52 cartes"),
    "jokers-in-deck": _counted("joker in the pack | jokers in the pack", "joker dans le jeu | jokers dans le jeu"),
    "hand-size": _counted("card dealt to each | cards dealt to each", "carte donnée à chacun | cartes données à chacun",
                          feminine=True),
}  # fmt: skip

_TRUTHS: dict[str, tuple[Pair, Pair]] = {
    "opened": (("the player has opened", "le joueur a ouvert"),
               ("the player has not opened", "le joueur n'a pas ouvert")),
    "opened-before": (("the player opened on an earlier turn", "le joueur a ouvert à un tour précédent"),
                      ("the player had not opened before this turn", "le joueur n'avait pas ouvert avant ce tour")),
    "loser-opened": (("the loser has opened", "le perdant a ouvert"),
                     ("the loser has not opened", "le perdant n'a pas ouvert")),
    "drawn": (("the player has already drawn", "le joueur a déjà pioché"),
              ("the player has not drawn yet", "le joueur n'a pas encore pioché")),
    "in-turn": (("it is the player's turn", "c'est le tour du joueur"),
                ("it is not the player's turn", "ce n'est pas le tour du joueur")),
    "in-hand": (("the player holds the cards", "le joueur a ces cartes en main"),
                ("the player does not hold these cards", "le joueur n'a pas ces cartes en main")),
    "is-top": (("the card is the top of the discard pile", "la carte est le dessus de la défausse"),
               ("the card is not the top of the discard pile", "la carte n'est pas le dessus de la défausse")),
    "top-is-joker": (("the card drawn is a joker", "la carte prise est un joker"),
                     ("the card drawn is no joker", "la carte prise n'est pas un joker")),
    "jokers-touch": (("two jokers stand side by side", "deux jokers se touchent"),
                     ("no two jokers stand side by side", "aucun joker n'en touche un autre")),
    "same-suit": (("all cards are of one suit", "toutes les cartes sont de la même couleur"),
                  ("the cards are not of one suit", "les cartes ne sont pas de la même couleur")),
    "distinct-suits": (("the suits are all different", "les couleurs sont toutes différentes"),
                       ("one suit is there twice", "une couleur s'y trouve deux fois")),
    "low-ace": (("an ace stands before the two", "un as est placé avant le 2"),
                ("no ace stands before the two", "aucun as n'est placé avant le 2")),
    "high-ace": (("an ace stands after the king", "un as est placé après le roi"),
                 ("no ace stands after the king", "aucun as n'est placé après le roi")),
    "wraps": (("the run goes on past the ace", "la suite continue au-delà de l'as"),
              ("the run does not go on past the ace", "la suite ne continue pas au-delà de l'as")),
    "twin-on-table": (("the same run lies on the table already", "la même suite est déjà sur la table"),
                      ("the same run does not lie on the table", "la même suite n'est pas sur la table")),
    "set-ranks-differ": (("the sets are of different ranks", "les brelans sont de valeurs différentes"),
                         ("two sets are of one rank", "deux brelans sont de la même valeur")),
    "run-suits-differ": (("the runs are of different suits", "les suites sont de couleurs différentes"),
                         ("two runs are of one suit", "deux suites sont de la même couleur")),
    "hand-written": (("the hand is written", "la main est écrite"),
                     ("the hand is not written", "la main n'est pas écrite")),
    "own-discard": (("the player threw the card himself", "le joueur a jeté la carte lui-même"),
                    ("another player threw the card", "un autre joueur a jeté la carte")),
    "drawn-over": (("the player in turn has drawn already", "le joueur dont c'est le tour a déjà pioché"),
                   ("the player in turn has not drawn yet", "le joueur dont c'est le tour n'a pas encore pioché")),
    "called": (("another player calls the card", "un autre joueur appelle la carte"),
               ("nobody calls the card", "personne n'appelle la carte")),
    "own": (("the meld is the player's own", "la combinaison est au joueur"),
            ("the meld is another player's", "la combinaison est à un autre joueur")),
    "same-rank": (("the cards given have the rank of the joker's place", "les cartes données ont la valeur voulue"),
                  ("the cards given do not have the rank of the joker's place",
                   "les cartes données n'ont pas la valeur de la place du joker")),
    "missing-suits": (("the cards given are of the suits that the set lacks",
                       "les cartes données sont des couleurs qui manquent"),
                      ("the cards given are not of different suits that the set lacks",
                       "les cartes données ne sont pas de couleurs différentes qui manquent au brelan")),
    "exact": (("the card given is the very card that the joker stands for",
               "la carte donnée est exactement celle que représente le joker"),
              ("the card given is not the very card that the joker stands for",
               "la carte donnée n'est pas exactement celle que représente le joker")),
    "card-is-joker": (("the card thrown is a joker", "la carte jetée est un joker"),
                      ("the card thrown is no joker", "la carte jetée n'est pas un joker")),
    "taken-this-turn": (("the card thrown is the one just taken from the discard pile",
                         "la carte jetée est celle qui vient d'être prise à la défausse"),
                        ("the card thrown is not the one just taken",
                         "la carte jetée n'est pas celle qui a été prise")),
    "last": (("it is the player's last card", "c'est la dernière carte du joueur"),
             ("it is not the player's last card", "ce n'est pas la dernière carte du joueur")),
    "took-discard": (("the player drew from the discard pile", "le joueur a pris la carte de la défausse"),
                     ("the player did not draw from the discard pile", "le joueur n'a rien pris à la défausse")),
    "taken-laid": (("the card taken was laid", "la carte prise a été posée"),
                   ("the card taken was not laid", "la carte prise n'a pas été posée")),
    "taken-added": (("the card taken was added to a meld", "la carte prise a été ajoutée à une combinaison"),
                    ("the card taken was not added to a meld", "la carte prise n'a été ajoutée à aucune combinaison")),
    "hand-empty": (("the player has no card left", "le joueur n'a plus de carte"),
                   ("the player still has cards", "le joueur a encore des cartes")),
    "from-closed-hand": (("the player had laid nothing before this turn", "le joueur n'avait rien posé avant ce tour"),
                         ("the player had laid melds before this turn", "le joueur avait déjà posé avant ce tour")),
    "stock-empty": (("the stock is empty", "la pioche est vide"),
                    ("there are cards in the stock", "il y a des cartes dans la pioche")),
    "after-going": (("the winner laid his whole hand at once", "le gagnant a posé toute sa main d'un coup"),
                    ("the winner went out little by little", "le gagnant est sorti au fur et à mesure")),
    "to-winner": (("the cards go to a meld of the winner", "les cartes vont à une combinaison du gagnant"),
                  ("the cards go to no meld of the winner", "les cartes ne vont pas à une combinaison du gagnant")),
}  # fmt: skip
"""The phrase for true, then for false."""

_NAMED: dict[tuple[str, str], Pair] = {
    ("kind", "set"): ("it is a set", "c'est un brelan ou un carré"),
    ("kind", "run"): ("it is a run", "c'est une suite"),
    ("kind", "neither"): ("the cards make neither a set nor a run", "les cartes ne font ni un brelan ni une suite"),
    ("play", "draw"): ("the play is a draw", "le coup est une pioche"),
    ("play", "lay"): ("the play is a new meld", "le coup est une nouvelle combinaison"),
    ("play", "add"): ("the play adds to a meld", "le coup ajoute à une combinaison"),
    ("play", "swap"): ("the play is an exchange", "le coup est un échange"),
    ("play", "shift"): ("the play shifts a joker", "le coup décale un joker"),
    ("play", "move"): ("the play moves cards of the table", "le coup déplace des cartes posées"),
    ("play", "discard"): ("the play is a discard", "le coup est une défausse"),
    ("play", "call"): ("the play is a call", "le coup est un appel"),
    ("play", "cede"): ("the play cedes a card", "le coup cède une carte"),
    ("play", "keep"): ("the play keeps a card", "le coup garde une carte"),
    ("pile", "stock"): ("the card comes from the stock", "la carte vient de la pioche"),
    ("pile", "discard-pile"): ("the card comes from the discard pile", "la carte vient de la défausse"),
    ("end", "low"): ("the cards go to the low end", "les cartes vont en bas"),
    ("end", "high"): ("the cards go to the high end", "les cartes vont en haut"),
    ("end", "both"): ("the cards go to both ends", "les cartes vont aux deux bouts"),
    ("end", "none"): ("the cards fit at neither end", "les cartes ne vont à aucun bout"),
}

_ROUND: Pair = ("this is round {value}", "c'est la manche {value}")
_IS: Pair = ("{what}: {value}", "{what} : {value}")
_TRUE: Pair = ("yes", "oui")
_FALSE: Pair = ("no", "non")

_NEEDED: dict[str, Pair] = {
    "=": ("{n} needed", "il en faut {n}"),
    ">=": ("{n} needed", "il en faut {n}"),
    "<=": ("at most {n} allowed", "{n} au plus"),
    "=0": ("none allowed", "il n'en faut aucun"),
    "=0f": ("none allowed", "il n'en faut aucune"),
    "!=": ("any number but {n}", "tout autre nombre que {n}"),
    "other": ("needed: {what}", "il faut : {what}"),
}
_JOIN: Pair = ("{was}, {needed}", "{was}, {needed}")

_OPS: dict[str, Pair] = {
    "=": ("{a} is {b}", "{a} : {b}"),
    "!=": ("{a} is not {b}", "{a} : pas {b}"),
    "<": ("{a} is less than {b}", "{a} : moins de {b}"),
    "<=": ("{a} is at most {b}", "{a} : {b} au plus"),
    ">": ("{a} is more than {b}", "{a} : plus de {b}"),
    ">=": ("{a} is at least {b}", "{a} : au moins {b}"),
}


# ---------------------------------------------------------------------------------------- a fact with its value


def fact_is(fact: str, value: FactValue, lang: str) -> str:
    """What it means that the fact has this value: `38 points`, `the player has not opened`."""
    if isinstance(value, bool):
        return _truth(fact, value, lang)
    if isinstance(value, int) and fact in _COUNTED:
        return _COUNTED[fact].say(value, lang)
    if fact == "round":
        return pick(_ROUND, lang).format(value=value)
    if (fact, value) in _NAMED:
        return pick(_NAMED[fact, str(value)], lang)
    return pick(_IS, lang).format(what=_meaning(fact, lang), value=value)


def _truth(fact: str, value: bool, lang: str) -> str:
    if fact in _TRUTHS:
        return pick(_TRUTHS[fact][0 if value else 1], lang)
    return pick(_IS, lang).format(what=_meaning(fact, lang), value=pick(_TRUE if value else _FALSE, lang))


def _meaning(fact: str, lang: str) -> str:
    """The vocabulary's own words, without what stands in brackets."""
    word = FACTS.get(fact)
    return pick((word.en, word.fr), lang).split(" (")[0] if word else fact


# ---------------------------------------------------------------------------------------- what was needed


def need_text(need: Need, lang: str) -> str:
    """What there was, and where it is a number what was needed: `1 card given, 2 needed`."""
    facts: Facts = dict(need.values)
    match need.limb:
        case Compare(_, Fact(name), wanted) if isinstance(need.value, int) and not isinstance(need.value, bool):
            return _counted_need(name, need.value, need.needed.split(" ")[0], wanted, facts, lang)
    if need.fact and need.value is not None:
        return fact_is(need.fact, need.value, lang)
    return pick(_NEEDED["other"], lang).format(what=condition(need.limb, lang))


def _counted_need(fact: str, value: int, op: str, wanted: Expr, facts: Facts, lang: str) -> str:
    was, number = fact_is(fact, value, lang), _number(wanted, facts)
    if number is None:
        return pick(_JOIN, lang).format(was=was, needed=pick(_NEEDED["other"], lang).format(what=term(wanted, lang)))
    if op in ("<", ">"):
        op, number = f"{op}=", number + (1 if op == ">" else -1)
    if number == 0 and op in ("=", "<="):
        op = "=0f" if fact in _COUNTED and _COUNTED[fact].feminine else "=0"
    return pick(_JOIN, lang).format(was=was, needed=pick(_NEEDED[op], lang).format(n=number))


def _number(expr: Expr, facts: Facts) -> int | None:
    match expr:
        case Lit(int() as number):
            return number
        case Fact(name):
            value = facts.get(name)
            return value if isinstance(value, int) else None
        case Lookup(_, _, key, cells):
            return dict(cells).get(int(facts[key])) if key in facts else None
        case Sum(op, left, right):
            one, two = _number(left, facts), _number(right, facts)
            if one is None or two is None:
                return None
            return one + two if op == "+" else one - two if op == "-" else one * two
    return None


# ---------------------------------------------------------------------------------------- conditions at large


def condition(expr: Expr, lang: str) -> str:
    """A condition in words, for what no table foresees."""
    match expr:
        case Fact(name):
            return fact_is(name, True, lang)
        case Not(Fact(name)):
            return fact_is(name, False, lang)
        case Compare("=", Fact(name), Lit(value)):
            return fact_is(name, value, lang)
        case Compare(op, left, right):
            return pick(_OPS[op], lang).format(a=term(left, lang), b=term(right, lang))
        case Among(item, values):
            return pick(_OPS["="], lang).format(a=term(item, lang), b=_any(tuple(term(v, lang) for v in values), lang))
        case Both(parts):
            return pick((" and ", " et "), lang).join(condition(part, lang) for part in parts)
        case Either(parts):
            return _any(tuple(condition(part, lang) for part in parts), lang)
        case Not(part):
            return pick(("not: {x}", "non : {x}"), lang).format(x=condition(part, lang))
    return term(expr, lang)


def _any(parts: tuple[str, ...], lang: str) -> str:
    return pick((" or ", " ou "), lang).join(parts)


def term(expr: Expr, lang: str) -> str:
    """A number or a name in words."""
    match expr:
        case Lit(value):
            return str(value)
        case Fact(name):
            return _meaning(name, lang)
        case Sum(op, left, right):
            return f"{term(left, lang)} {op} {term(right, lang)}"
        case Lookup(table, column, _, _):
            return f"{table}.{column}"
    return condition(expr, lang)
