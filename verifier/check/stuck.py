"""Turns without a legal end: positions that the rules lead to, from which no way out of the turn is allowed.

A position is a few events with facts; ways out are the events that could follow. It is stuck if no way out can be
legal, under any answer to the open questions. What comes before is known to be possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from grammar.record import read_line
from rulebook.model import Book
from verifier.arbiter import judge
from verifier.check.impossible import never_spoken
from verifier.check.making import about, named, said
from verifier.check.model import Finding
from verifier.check.together import Given, Together
from verifier.outcome import LEGAL
from verifier.scene import FactValue
from verifier.words.sentences import Pair

Facts = Mapping[str, FactValue]


class Position(Struct, frozen=True):
    """A position: what brought it about, the ways out, a line that shows the first of them, and words for it."""

    before: tuple[Given, ...]
    ways: tuple[tuple[Given, ...], ...]
    line: str
    text: Pair


def stuck(book: Book) -> Iterator[Finding]:
    """The positions from which a turn has no legal end, each set of rules to blame once."""
    seen: set[tuple[str, ...]] = set()
    for position in _positions():
        blamed = _no_way_out(book, position)
        if blamed and blamed not in seen:
            seen.add(blamed)
            text = said(_STUCK, position=position.text, rules=named(blamed))
            yield about(book, "stuck", blamed, text, "turn", witness=_shown(book, position.line))


def _shown(book: Book, line: str) -> str:
    """The line, if the arbiter does not find it legal in this book; else nothing."""
    return "" if judge(read_line(line), book).verdict == LEGAL else line


_STUCK: Pair = (
    "{position} cannot end his turn. These rules leave no way: {rules}.",
    "{position} ne peut pas finir son tour. Ces règles ne laissent aucune issue : {rules}.",
)


def _no_way_out(book: Book, position: Position) -> tuple[str, ...]:
    """The rules to blame if there is no way out; none where there is one, or where nothing leads there."""
    if any(never_spoken(book, event) for event, _ in position.before):
        return ()
    if position.before and not Together(book, position.before).possible():
        return ()
    blamed: dict[str, None] = {}
    for way in position.ways:
        together = Together(book, [*position.before, *way])
        if together.possible():
            return ()
        blamed |= dict.fromkeys(together.blamed())
    order = [rule.id for rule in book.rules]
    return tuple(sorted(blamed, key=order.index))


# ---------------------------------------------------------------------------------------- positions


def _positions() -> Iterator[Position]:
    for opened in (False, True):
        yield _nothing_to_play(opened)
    for last in (True, False):
        yield _only_jokers(last)
    yield _joker_freed()
    yield _card_taken()
    for event, line in (("lay", "lay 5♥ 6♥ 7♥ 8♥; discard K♣"), ("add", "A1 5♥ 6♥ 7♥ 8♥; add 9♥ to A1; discard K♣"),
                        ("shift", "A1 5♥ 6♥ JK 8♥; shift 7♥ into A1; discard K♣")):  # fmt: skip
        yield _after(event, line)


def _who(opened: bool) -> Facts:
    return {"opened": opened, "opened-before": opened, "in-turn": True, "in-hand": True}


def _draw(opened: bool) -> Given:
    return "draw", {**_who(opened), "pile": "stock", "drawn": False, "is-top": True, "top-is-joker": False}


_QUIET: Facts = {"took-discard": False, "melds-laid": 0, "jokers-freed": 0, "freed-held": 0}


def _discard(opened: bool, **facts: FactValue) -> Given:
    base = {**_who(opened), **_QUIET, "drawn": True, "card-is-joker": False, "taken-this-turn": False, "last": False}
    return "discard", {**base, **_dashed(facts)}


def _turn(opened: bool, discards: int, **facts: FactValue) -> Given:
    base = {**_who(opened), **_QUIET, "draws": 1, "taken-laid": False, "taken-added": False, "cards-added": 0,
            "hand-empty": False, "from-closed-hand": not opened, "discards": discards}  # fmt: skip
    return "turn", {**base, **_dashed(facts)}


def _dashed(facts: Facts) -> Facts:
    return {name.replace("_", "-"): value for name, value in facts.items()}


def _nothing_to_play(opened: bool) -> Position:
    """Nothing in the hand fits: the player draws, and throws a card or ends without."""
    who: Pair = ("who has opened", "qui a ouvert") if opened else ("who has not opened", "qui n'a pas ouvert")
    text = (f"A player {who[0]} and holds nothing that he could lay or add",
            f"Un joueur {who[1]} et n'a rien à poser ni à ajouter")  # fmt: skip
    start = "" if opened else "not opened; "
    ways = ((_draw(opened), _discard(opened), _turn(opened, 1)), (_draw(opened), _turn(opened, 0)))
    return Position((), ways, f"{start}not drawn; draw; discard K♣", text)


def _only_jokers(last: bool) -> Position:
    """Nothing but jokers is left, and no meld takes one."""
    text: Pair = (
        ("A player whose last card is a joker, which no meld takes,",
         "Un joueur dont la dernière carte est un joker, que nulle combinaison ne prend,")
        if last
        else ("A player who holds nothing but jokers, which no meld takes,",
              "Un joueur qui n'a plus que des jokers, que nulle combinaison ne prend,")
    )  # fmt: skip
    thrown = [_discard(True, card_is_joker=True, last=last), _turn(True, 1, hand_empty=last)]
    if last:
        thrown.append(("out", {**_who(True), **_QUIET, "cards-added": 0, "discards": 1, "from-closed-hand": False}))
    hand = "JK" if last else "JK JK"
    return Position((), (tuple(thrown), (_turn(True, 0),)), f"hand {hand}; discard JK", text)


def _joker_freed() -> Position:
    """A joker has been taken from a meld: it is kept, thrown, laid or added."""
    freed = {"jokers_freed": 1, "freed_held": 1}
    again = {"jokers_freed": 1, "freed_held": 0}
    lay: Given = ("lay", {**_who(True), "drawn": True})
    add: Given = ("add", {**_who(True), "drawn": True, "jokers-added": 1})
    ways = (
        (_discard(True, **freed), _turn(True, 1, **freed)),
        (_turn(True, 0, **freed),),
        (_discard(True, card_is_joker=True, **freed), _turn(True, 1, **again)),
        (lay, _discard(True, melds_laid=1, **again), _turn(True, 1, melds_laid=1, **again)),
        (lay, _turn(True, 0, melds_laid=1, **again)),
        (add, _discard(True, **again), _turn(True, 1, cards_added=1, **again)),
        (add, _turn(True, 0, cards_added=1, **again)),
    )
    swap: Given = ("swap", {**_who(True), "drawn": True})
    line = "A1 5♥ 6♥ 7♥ JK; swap 8♥ for JK in A1; discard K♣"
    return Position((swap,), ways, line, ("A player who has taken a joker", "Un joueur qui a repris un joker"))


def _card_taken() -> Position:
    """A card has been taken from the discard pile: it is kept, laid or added."""
    draw: Given = ("draw", {**_who(True), "pile": "discard-pile", "drawn": False, "is-top": True,
                            "top-is-joker": False})  # fmt: skip
    lay: Given = ("lay", {**_who(True), "drawn": True})
    add: Given = ("add", {**_who(True), "drawn": True})
    took = {"took_discard": True}
    ways = (
        (_discard(True, **took), _turn(True, 1, **took)),
        (lay, _discard(True, melds_laid=1, **took), _turn(True, 1, melds_laid=1, taken_laid=True, **took)),
        (add, _discard(True, **took), _turn(True, 1, cards_added=1, taken_added=True, **took)),
        (_turn(True, 0, **took),),
    )
    text = ("A player who has taken a card from the discard pile", "Un joueur qui a pris une carte à la défausse")
    return Position((draw,), ways, "took 9♦; discard K♣", text)


def _after(event: str, line: str) -> Position:
    """A play that the rules allow: the player throws a card after it, or ends without."""
    words: dict[str, Pair] = {
        "lay": ("A player who has laid a meld", "Un joueur qui a posé une combinaison"),
        "add": ("A player who has added cards", "Un joueur qui a ajouté des cartes"),
        "shift": ("A player who has shifted a joker", "Un joueur qui a décalé un joker"),
    }
    laid, added = (1, 0) if event == "lay" else (0, 1)
    ways = (
        (_discard(True, melds_laid=laid), _turn(True, 1, melds_laid=laid, cards_added=added)),
        (_turn(True, 0, melds_laid=laid, cards_added=added),),
        (_turn(True, 0, melds_laid=laid, cards_added=added, hand_empty=True),),
    )
    return Position(((event, {**_who(True), "drawn": True}),), ways, line, words[event])
