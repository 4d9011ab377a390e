"""Records as JSON: the same content as a record file, one object a record.

What is read is written in the notation and read by it, so that a JSON record means what the written one means, and its
mistakes are the same. Anything may be left out as not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from grammar.card_text import faces
from grammar.cards import UNKNOWN, Card, show
from grammar.document import At, Record
from grammar.record import read
from grammar.trouble import Trouble, Unreadable

MOST_CHARACTERS = 1_000_000
"""A longer record is not read."""

MOST_JOKERS = 9
"""So many jokers at most are taken in one swap."""


Kind = Literal["", "set", "run"]


class MeldIn(msgspec.Struct, forbid_unknown_fields=True):
    """A meld on the table: its cards in order, its label, its owner, and "set" or "run" where that has to be said."""

    cards: list[str | None]
    label: str
    owner: str = ""
    kind: Kind = ""


class NewIn(msgspec.Struct, forbid_unknown_fields=True):
    """A new meld that is named by the record, or whose kind has to be said; else its cards alone are enough."""

    cards: list[str | None]
    name: str = ""
    kind: Kind = ""


Act = list[str | int | NewIn | list[str | NewIn | list[str | None] | None] | None]
"""A verb, then what it is about: ["draw", "5♦"], ["lay", [["10♥", "10♠", "JK"]]], ["add", ["8♠"], "A1", "high"],
["swap", ["10♦"], "A1", 1], ["shift", "6♥", "A1"], ["move", ["9♥"], "A1", "B1"], ["take", "9♦"], ["discard", "4♠"],
["call", "9♦"], ["cede"], ["keep"], ["reshuffle"], ["declare"], ["end"]."""


class TurnIn(msgspec.Struct, forbid_unknown_fields=True):
    """What a player did."""

    player: str
    acts: list[Act]


class DealIn(msgspec.Struct, forbid_unknown_fields=True):
    """One deal, or one position with a play. `deal` has the cards of each player (null: not known); a card null or "?"
    is not known, and a last card "…" says that there are others. `first_discard` is the card turned up, or `discards`
    the whole pile, its top last; `settle` what the table agreed on, by question. Consecutive turns of one player are
    one turn, unless the first of them ends."""

    turns: list[TurnIn]
    id: str | int | None = None
    variant: str | None = None
    players: list[str] = []
    dealer: str | None = None
    round: int | None = None
    deal: dict[str, list[str | None] | None] = {}
    first_discard: str | None = None
    discards: list[str | None] | None = None
    stock: int | None = None
    table: list[MeldIn] = []
    opened: list[str] = []
    drawn: list[str] = []
    settle: dict[str, str] = {}
    title: str = ""
    match: str | int | None = None
    score: dict[str, int] = {}
    total: dict[str, int] = {}


_NAME = re.compile(r"[^\"“”„«»\n\r;]{1,60}")
_ID_OF = re.compile(r"[\w.-]{1,60}")
_LABEL = re.compile(r"[^\W\d_]{1,2}[0-9]{0,3}|\w{1,20}")
_VERBS = {
    "draw": "draws", "take": "takes", "lay": "lays", "add": "adds", "swap": "swaps", "shift": "shifts", "move": "moves",
    "discard": "discards", "call": "calls", "cede": "cedes", "keep": "keeps", "reshuffle": "reshuffles",
    "declare": "declares going", "end": "ends",
}  # fmt: skip
_DECODER = msgspec.json.Decoder(DealIn)


class _Named(msgspec.Struct):
    id: str | int | None = None


_ID = msgspec.json.Decoder(_Named)


def schema() -> dict[str, object]:
    """The JSON schema of a record."""
    return msgspec.json.schema(DealIn)


def record_of(data: bytes, source: str = "-", line: int = 1) -> tuple[Record, str]:
    """The record of a JSON object, and its id ("" if it has none); `line` is where it stands in its file.

    Raises `Unreadable` with every mistake, each with the place in the object.
    """
    if len(data) > MOST_CHARACTERS:
        raise _unreadable(source, line, [("", "this record is too long", "cet enregistrement est trop long")])
    try:
        deal = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(source, line, [_not_decoded(error)]) from None
    writer = _Writer(deal)
    text = writer.text()
    if writer.mistakes:
        raise _unreadable(source, line, writer.mistakes)
    try:
        (record,) = read(text, source, "en")
    except Unreadable as error:
        raise _unreadable(source, line, [(writer.place(t), t.en, t.fr) for t in error.troubles]) from None
    return record, "" if deal.id is None else str(deal.id)


def id_of(data: bytes) -> str:
    """The id of a JSON object of which something else may be wrong; "" if it has none that can be read."""
    try:
        found = _ID.decode(data).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    return "" if found is None else str(found)


Mistake = tuple[str, str, str]
"""The place in the object, and what is wrong in English and French."""


def _not_decoded(error: Exception) -> Mistake:
    what, _, place = str(error).splitlines()[0][:200].partition(" - at `$")
    place = place.rstrip("`").lstrip(".")
    return place, f"this is no record: {what}", f"ce n'est pas un enregistrement : {what}"


def _unreadable(source: str, line: int, mistakes: Sequence[Mistake]) -> Unreadable:
    troubles = [
        Trouble(At(line, 1), f"{place}: {en}" if place else en, f"{place} : {fr}" if place else fr)
        for place, en, fr in mistakes
    ]
    return Unreadable(source, (), troubles)


class _Writer:
    """Writes a record in the notation; `mistakes` are what cannot be written, `places` the place of each line."""

    def __init__(self, deal: DealIn) -> None:
        self._deal = deal
        self.mistakes: list[Mistake] = []
        self._places: list[str] = []
        self._columns: dict[int, list[int]] = {}

    def place(self, trouble: Trouble) -> str:
        """Where in the object the mistake of a written line is."""
        number = trouble.at.line
        place = self._places[number - 1] if number <= len(self._places) else ""
        starts = self._columns.get(number)
        if starts is None:
            return place
        act = max((n for n, start in enumerate(starts) if start <= trouble.at.column), default=0)
        return f"{place}.acts[{act}]"

    def text(self) -> str:
        lines: list[str] = []
        for place, line in self._lines():
            self._places.append(place)
            lines.append(line)
        return "\n".join(lines) + "\n"

    def _lines(self) -> Iterator[tuple[str, str]]:
        deal = self._deal
        yield "", "lang: en"
        if deal.title:
            yield "title", f"# {' '.join(deal.title.split())}"
        if deal.variant is not None:
            yield "variant", f"variant: {self._variant(deal.variant)}"
        if deal.players:
            names = (self._name(name, f"players[{n}]") for n, name in enumerate(deal.players))
            yield "players", f"players: {', '.join(names)}"
        if deal.dealer is not None:
            yield "dealer", f"dealer: {self._name(deal.dealer, 'dealer')}"
        if deal.round is not None:
            yield "round", f"round: {deal.round}"
        if deal.table:
            yield "table", "table:"
            for n, meld in enumerate(deal.table):
                yield f"table[{n}]", self._meld(meld, f"table[{n}]")
        yield from self._hands()
        if deal.opened:
            names = (self._name(name, f"opened[{n}]") for n, name in enumerate(deal.opened))
            yield "opened", f"opened: {', '.join(names)}"
        if deal.drawn:
            names = (self._name(name, f"drawn[{n}]") for n, name in enumerate(deal.drawn))
            yield "drawn", f"has drawn: {', '.join(names)}"
        yield from self._piles()
        for question, reading in deal.settle.items():
            yield f"settle.{question}", f"settle: {self._id(question)} = {self._id(reading)}"
        if deal.match is not None:
            yield "match", f"match: {self._name(str(deal.match), 'match')}"
        for key, claimed in (("score", deal.score), ("total", deal.total)):
            if claimed:
                points = (f"{self._name(name, key)} {number}" for name, number in claimed.items())
                yield key, f"{key}: {', '.join(points)}"
        for n, turn in enumerate(deal.turns):
            yield f"turns[{n}]", self._turn(turn, f"turns[{n}]", len(self._places) + 1)

    def _piles(self) -> Iterator[tuple[str, str]]:
        deal = self._deal
        if deal.stock is not None:
            yield "stock", f"stock: {deal.stock}"
        if deal.first_discard is not None:
            if deal.discards is not None:
                self._mistake("discards", "the first discard is given too", "la première défausse est donnée aussi")
            yield "first_discard", f"discards: {self._cards([deal.first_discard], 'first_discard')}"
        elif deal.discards is not None:
            yield "discards", f"discards: {self._cards(deal.discards, 'discards') if deal.discards else 'none'}"

    def _hands(self) -> Iterator[tuple[str, str]]:
        for name, cards in self._deal.deal.items():
            place = f"deal.{name}"
            if cards is not None:
                rest = " …" if cards[-1:] in (["…"], ["..."]) else ""
                known = cards[:-1] if rest else cards
                held = self._cards(known, place) if known else "" if rest else "none"
                yield place, f"{self._name(name, place)} holds: {held}{rest}"

    def _meld(self, meld: MeldIn, place: str) -> str:
        owner = f" ({self._name(meld.owner, place)})" if meld.owner else ""
        kind = f" {meld.kind}" if meld.kind else ""
        return f"  {self._label(meld.label, place)}{owner}{kind}: {self._cards(meld.cards, place)}"

    def _turn(self, turn: TurnIn, place: str, number: int) -> str:
        text = f"{self._name(turn.player, f'{place}.player')}: "
        starts = []
        for n, act in enumerate(turn.acts):
            starts.append(len(text) + 1)
            text += self._act(act, f"{place}.acts[{n}]") + ("; " if n + 1 < len(turn.acts) else "")
        self._columns[number] = starts
        return text

    # ------------------------------------------------------------------------------------ acts

    def _act(self, act: Act, place: str) -> str:
        verb = act[0] if act and isinstance(act[0], str) else ""
        written = _VERBS.get(verb, "")
        rest = act[1:]
        match verb, rest:
            case ("cede" | "keep" | "reshuffle" | "declare" | "end", []):
                return written
            case ("draw" | "take", []):
                return written
            case ("draw" | "take" | "discard" | "call", [str() | None as card]):
                return f"{written} {self._cards([card], place)}"
            case ("lay", [list() as melds]) if melds and all(isinstance(meld, list | NewIn) for meld in melds):
                return f"{written} {', '.join(self._new(meld, place) for meld in melds)}"
            case ("add", [cards, str() as label, *end]) if end in ([], ["low"], ["high"]):
                where = f" {end[0]}" if end else ""
                return f"{written} {self._played(cards, place)} to {self._label(label, place)}{where}"
            case ("swap", [cards, str() as label]) | ("swap", [cards, str() as label, int()]):
                given, gone = self._played(cards, place), " ".join(["JK"] * self._jokers(rest[2:], place))
                return f"{written} {given} for {gone} in {self._label(label, place)}"
            case ("shift", [str() as card, str() as label, *becomes]) if len(becomes) <= 1:
                said = f", {self._played(becomes[0], place)}" if becomes else ""
                return f"{written} {self._cards([card], place)} into {self._label(label, place)}{said}"
            case ("move", [cards, str() as one, str() as two]):
                labels = f"from {self._label(one, place)} to {self._label(two, place)}"
                return f"{written} {self._played(cards, place)} {labels}"
        self._wrong_act(verb, place)
        return "ends"

    def _wrong_act(self, verb: str, place: str) -> None:
        known = ", ".join(_VERBS)
        if verb in _VERBS:
            self._mistake(
                place, f"{verb} is not written so; see the schema", f"{verb} ne s'écrit pas ainsi ; voyez le schéma"
            )
        else:
            self._mistake(
                place, f"there is no such act; there are {known}", f"il n'y a pas de tel acte ; il y a {known}"
            )

    def _new(self, meld: object, place: str) -> str:
        if not isinstance(meld, NewIn):
            return self._played(meld, place)
        name = f"{self._label(meld.name, place)} = " if meld.name else ""
        kind = f"{meld.kind} " if meld.kind else ""
        return f"{name}{kind}{self._cards(meld.cards, place)}"

    def _jokers(self, count: Sequence[object], place: str) -> int:
        number = count[0] if count else 1
        if isinstance(number, int) and 1 <= number <= MOST_JOKERS:
            return number
        self._mistake(
            place,
            f"a swap takes 1 to {MOST_JOKERS} jokers, not {number}",
            f"un échange prend de 1 à {MOST_JOKERS} jokers, pas {number}",
        )
        return 1

    def _played(self, cards: object, place: str) -> str:
        some = [cards] if isinstance(cards, str) else cards
        return self._cards(some if isinstance(some, list) else [], place)

    def _cards(self, cards: Sequence[object], place: str) -> str:
        """Cards in the notation; each has to be one card."""
        if not cards:
            self._mistake(place, "a card is needed here", "il faut une carte ici")
        return " ".join(self._card(card, place) for card in cards)

    def _card(self, text: object, place: str) -> str:
        if text is None:
            return show(UNKNOWN)
        if isinstance(text, str) and len(text) <= 40:
            found = faces(text.strip(), "en") if text.strip() else ()
            if len(found) == 1 and isinstance(found[0].card, Card):
                return show(found[0].card)
        self._mistake(place, f"this is no card: {str(text)[:20]!r}", f"ce n'est pas une carte : {str(text)[:20]!r}")
        return show(UNKNOWN)

    # ------------------------------------------------------------------------------------ names

    def _name(self, name: str, place: str, quoted: bool = True) -> str:
        if not _NAME.fullmatch(name) or not name.strip():
            self._mistake(place, "this is no name", "ce n'est pas un nom")
            return '"x"'
        return f'"{name}"' if quoted else name

    def _id(self, name: str) -> str:
        if not _ID_OF.fullmatch(name):
            self._mistake("settle", f"this is no name: {name[:60]}", f"ce n'est pas un nom : {name[:60]}")
            return "x"
        return name

    def _variant(self, name: str) -> str:
        """A book's name stands without quotes: nothing in it may be read as more than a name."""
        if set(name) & set("#,:"):
            self._mistake("variant", "this is no name of a book", "ce n'est pas un nom de livre")
        return self._name(name, "variant", quoted=False)

    def _label(self, label: str, place: str) -> str:
        if not _LABEL.fullmatch(label):
            self._mistake(
                place,
                f"this is no name of a meld: {label[:20]!r}",
                f"ce n'est pas un nom de combinaison : {label[:20]!r}",
            )
            return "A1"
        return label

    def _mistake(self, place: str, en: str, fr: str) -> None:
        self.mistakes.append((place, en, fr))
