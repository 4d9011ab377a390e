"""The words of `kalooki rules`: its phrases in English and French, and statements as a rule file writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rulebook.model import Book, Example, Limb, Question, Reading, Rule, Value, show

_PHRASES = {
    # --- how firmly a rule stands
    "stated": ("stated", "énoncé"),
    "by example": ("by example", "par l'exemple"),
    "implied": ("implied", "sous-entendu"),
    "convention": ("convention", "convention"),
    "house": ("house rule", "règle maison"),
    "long stated": ("stated by the source", "la source l'énonce"),
    "long by example": ("the source shows it only by an example", "la source ne le montre que par un exemple"),
    "long implied": ("implied by what the source says", "sous-entendu par ce que dit la source"),
    "long convention": (
        "a convention: no sentence of the source says it, every table plays it",
        "une convention : aucune phrase de la source ne le dit, toutes les tables jouent ainsi",
    ),
    "long house": ("a house rule", "une règle maison"),
    "long settled": ("an open question that this book settles", "une question ouverte que ce livre tranche"),
    # --- what a question hangs on
    "silent": ("the source is silent", "la source n'en dit rien"),
    "ambiguous": ("the source is ambiguous", "la source est ambiguë"),
    "contradictory": ("the source contradicts itself", "la source se contredit"),
    # --- amendments
    "added": ("added", "ajouté"),
    "replaced": ("replaced", "remplacé"),
    "settled": ("settled", "tranché"),
    "amends": ("amends {title} ({id})", "amende {title} ({id})"),
    "amends book": ("amends {id}", "amende {id}"),
    "dropped": ("dropped: {ids}", "supprimé : {ids}"),
    "was": ("before", "avant"),
    # --- a rule or question
    "rule of": ("rule {id} of {book}", "règle {id} de {book}"),
    "question of": ("open question {id} of {book}", "question ouverte {id} de {book}"),
    "where": ("where", "où"),
    "nowhere": ("nowhere in the source", "nulle part dans la source"),
    "firmly": ("how firmly", "solidité"),
    "why": ("why open", "pourquoi"),
    "says": ("says", "dit"),
    "readings": ("readings", "lectures"),
    "no reading": ("none: the source names no way out", "aucune : la source n'indique pas d'issue"),
    "lifted": ("lifted by", "levé par"),
    "asked": ("asked by", "posée par"),
    "examples": ("examples", "exemples"),
    "legal": ("legal", "légal"),
    "illegal": ("illegal", "illégal"),
    "undetermined": ("undetermined", "indéterminé"),
    "counts": ("counts {points}", "compte {points}"),
    "worth": ("worth {points}", "vaut {points}"),
    "scores": ("scores {points}", "marque {points}"),
    # --- books
    "after": ("after", "d'après"),
    "questions": ("Open questions", "Questions ouvertes"),
    "counted": ("{rules} rules, {questions} open questions", "{rules} règles, {questions} questions ouvertes"),
    "hint": ("kalooki rules BOOK shows a book, kalooki rules BOOK RULE a rule",
             "kalooki rules LIVRE montre un livre, kalooki rules LIVRE RÈGLE une règle"),
    # --- coverage
    "source": ("source", "source"),
    "places": ("places", "endroits"),
    "cited": ("cited", "cités"),
    "narrative": ("narrative", "récit"),
    "advice": ("advice", "conseils"),
    "later": ("later", "plus tard"),
    "open": ("open", "ouverts"),
    "still open": ("{title}: not accounted for yet", "{title} : pas encore pris en compte"),
    "sentences": ("({count} sentences)", "({count} phrases)"),
    "wrong": ("Citations of places that do not exist", "Citations d'endroits qui n'existent pas"),
    "same": ("The files are those the places were taken from.",
             "Les fichiers sont bien ceux dont viennent les endroits."),
    "differ": ("Where the files differ", "Où les fichiers diffèrent"),
    "missing": ("there is no file {file}", "il n'y a pas de fichier {file}"),
    "spacing": ("only blanks and blank lines differ", "seuls des blancs diffèrent"),
    "changed": ("another sentence stands here", "une autre phrase est à cet endroit"),
    "gone": ("the sentence is gone", "la phrase a disparu"),
    "new": ("a sentence more", "une phrase de plus"),
    # --- the sheet of a book
    "sheet added": ("added to {title}", "ajoutée à {title}"),
    "sheet replaced": ("replaces a rule of {title}", "remplace une règle de {title}"),
    "sheet house added": ("house rule: added", "règle maison : ajoutée"),
    "sheet house replaced": ("house rule: replaced", "règle maison : remplacée"),
    "sheet settled": ("settled as “{reading}”", "tranchée : « {reading} »"),
    "sheet amends": ("{title}, but for what is marked.", "{title}, sauf ce qui est marqué."),
    "sheet after": ("After: {title}", "D'après : {title}"),
    "sheet before": ("Before: {text}", "Avant : {text}"),
    "sheet other reading": ("Not chosen: {text}", "Écarté : {text}"),
    "sheet settled questions": ("Questions settled", "Questions tranchées"),
    "sheet open questions": ("Questions still open", "Questions encore ouvertes"),
    "sheet dropped": ("Dropped from {title}", "Supprimé de {title}"),
    "sheet places": ("Where it is written", "Où c'est écrit"),
    "sheet glance": ("At a glance", "En un coup d'œil"),
    "sheet values": ("What the cards count", "Ce que valent les cartes"),
    "sheet card": ("card", "carte"),
    "sheet hand": ("left in hand", "restée en main"),
    "sheet meld": ("in a meld", "posée"),
    "sheet number": ("its number", "son nombre"),
    "sheet represented": ("as the card it stands for", "comme la carte remplacée"),
    "sheet open": ("{amounts}: still open", "{amounts} : question ouverte"),
    "sheet or": ("{first} or {last}", "{first} ou {last}"),
    "sheet legend": (
        "Examples: {signs}. Unless one says otherwise, the player has opened on an earlier turn and has drawn, and the "
        "melds on the table (A1, B1 …) belong to others. JK is a joker, JK=9♣ one that stands for 9♣.",
        "Exemples : {signs}. Sauf mention contraire, le joueur a ouvert à un tour précédent et a pioché, et les "
        "combinaisons de la table (A1, B1 …) sont à d'autres. JK est un joker, JK=9♣ un joker qui vaut 9♣.",
    ),
    "sheet whole": ("--format {form} is for a whole book: name one book, without a rule and without --coverage",
                    "--format {form} vaut pour un livre entier : nommez un livre, sans règle et sans --coverage"),
    # --- mistakes
    "no book": ("there is no book {name}{hint}", "il n'y a pas de livre {name}{hint}"),
    "no rule": ("{book} has no rule or question {name}{hint}", "{book} n'a ni règle ni question {name}{hint}"),
    "dropped here": ("; this book drops it", " ; ce livre la supprime"),
    "did you mean": ("; did you mean {names}?", " ; vouliez-vous dire {names} ?"),
    "there are": ("; there are {names}", " ; il y a {names}"),
    "rule found": ("; it is a rule of {book}: kalooki rules {book} {name}",
                   " ; c'est une règle de {book} : kalooki rules {book} {name}"),
    "rule with coverage": ("--coverage is about whole books: leave out the rule",
                           "--coverage porte sur des livres entiers : n'indiquez pas de règle"),
}  # fmt: skip

_SECTIONS = {
    "players, packs, rounds": ("Players, packs, rounds", "Joueurs, paquets, manches"),
    "the cards": ("The cards", "Les cartes"),
    "the melds": ("The melds", "Les combinaisons"),
    "the turn": ("The turn", "Le tour"),
    "jokers on the table": ("Jokers on the table", "Les jokers sur la table"),
    "calls": ("Calls", "Les appels"),
    "once somebody is out": ("Once somebody is out", "Quand un joueur est sorti"),
    "once somebody is out, and faults": (
        "Once somebody is out, and faults",
        "Quand un joueur est sorti, et les fautes",
    ),
    "faults": ("Faults", "Les fautes"),
    "the stock": ("The stock", "La pioche"),
    "the score": ("The score", "Le compte des points"),
}
"""The headings of the rule files."""

_COLUMNS = {
    "pips": ("2 to 10", "2 à 10"),
    "face": ("J, Q, K", "V, D, R"),
    "ace": ("ace", "as"),
    "low-ace": ("ace before a 2", "as avant le 2"),
    "joker": ("joker", "joker"),
    "red": ("red", "rouge"),
    "black": ("black", "noir"),
    "contract": ("Contracts", "Contrats"),
    "round": ("round", "manche"),
    "cards": ("cards", "cartes"),
    "threes": ("threes", "« 3 »"),
    "fours": ("fours", "« 4 »"),
    "sets": ("sets", "brelans"),
    "runs": ("runs", "suites"),
    "points": ("points", "points"),
    "players": ("players", "joueurs"),
    "packs": ("packs", "paquets"),
}
"""The heads of tables, by the names that rule files use."""


def section(heading: str, lang: str) -> str:
    """A heading of a rule file in the language; one that is not known may give both: `the prize / le prix`."""
    both = _SECTIONS.get(heading) or heading.split(" / ")
    text = both[-1] if lang == "fr" else both[0]
    return text[:1].upper() + text[1:]


def claimed(example: Example, lang: str) -> str:
    """What an example says: legal, or what its cards count."""
    return say(example.kind, lang, points=listed(map(str, (example.points, *example.or_else)), lang))


def column(name: str, lang: str) -> str:
    """The head of a table's column or row, by the name that rule files use."""
    return _COLUMNS[name][lang == "fr"] if name in _COLUMNS else name.replace("-", " ")


def listed(items: Iterable[str], lang: str) -> str:
    """Several, of which one holds: 1, 2 or 3."""
    *first, last = items
    return say("sheet or", lang, first=", ".join(first), last=last) if first else last


def say(key: str, lang: str, **values: object) -> str:
    """A phrase of this command in the language, with its values filled in."""
    return _PHRASES[key][lang == "fr"].format(**values)


def colon(lang: str) -> str:
    """A colon as the language sets it."""
    return " :" if lang == "fr" else ":"


def firmly(rule: Rule) -> str:
    """How firmly a rule stands, as a key of the phrases."""
    return "house" if rule.house and not rule.places else rule.stands


# ---------------------------------------------------------------------------------------- statements


def statements(item: Rule | Reading) -> list[str]:
    """What a rule or reading says, a line for each statement, as a rule file writes it."""
    lines = [(limbs[0].line, _limb(limbs)) for limbs in _together(item.limbs)]
    lines += [(value.line, _value(value)) for value in item.values]
    lines += [(score.line, str(score)) for score in item.scores]
    said = [text for _, text in sorted(lines, key=lambda line: line[0])]
    if isinstance(item, Rule):
        said = ["wild joker as any"] * item.wild + said
        said += [f"fault costs {item.fault}"] if item.fault is not None else []
        said += [str(item.match)] if item.match is not None else []
    return said


def _together(limbs: Iterable[Limb]) -> Iterator[list[Limb]]:
    """The limbs that one statement makes, one for each event that it names."""
    for _, group in groupby(limbs, lambda x: (x.line, x.effect, x.when, x.need, x.lifts, x.default, x.asks)):
        yield list(group)


def _limb(limbs: list[Limb]) -> str:
    limb = limbs[0]
    when = f" when {show(limb.when)}" if limb.when is not None else ""
    match limb.effect:
        case "require":
            effect = f"require {show(limb.need)}" if limb.need is not None else "require true"
        case "forbid":
            effect = "forbid" if when else "forbid always"
        case "exception":
            effect = f"exception to {limb.lifts}"
        case "otherwise":
            effect = f"otherwise {limb.default} {limb.asks}".rstrip()
        case effect:
            pass
    return f"on {', '.join(limb.event for limb in limbs)} {effect}{when}"


def _value(value: Value) -> str:
    where = f" in {value.where}" if value.where else ""
    colour = f" when {value.colour}" if value.colour else ""
    return f"value {value.selector} = {value.amount}{where}{colour}"


# ---------------------------------------------------------------------------------------- a rule among others


def before(id: str, base: Book | None) -> Rule | Question | None:
    """What bears this id in the amended book."""
    return (base.rule(id) or base.question(id)) if base else None


def mark(rule: Rule, base: Book | None) -> str:
    """What this book did to the book that it amends: "added", "replaced", "settled", or "" for nothing."""
    if base is None or base.rule(rule.id) == rule:
        return ""
    if rule.reading and base.question(rule.id):
        return "settled"
    return "replaced" if before(rule.id, base) else "added"


def question_mark(question: Question, base: Book | None) -> str:
    """The same for a question: "added", "replaced" or ""."""
    if base is None or base.question(question.id) == question:
        return ""
    return "replaced" if before(question.id, base) else "added"


def lifting(book: Book, id: str) -> list[str]:
    """The rules, and the readings of questions, that make an exception to a rule: `id`, or `id = reading`."""
    return [name for name, limbs in _sayings(book) if any(limb.lifts == id for limb in limbs)]


def asking(book: Book, id: str) -> list[str]:
    """The rules, and the readings of questions, that leave a case to a question."""
    return [name for name, limbs in _sayings(book) if any(limb.asks == id for limb in limbs)]


def _sayings(book: Book) -> Iterator[tuple[str, tuple[Limb, ...]]]:
    for rule in book.rules:
        yield rule.id, rule.limbs
    for question in book.questions:
        for reading in question.readings:
            yield f"{question.id} = {reading.name}", reading.limbs
