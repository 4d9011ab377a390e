"""Header lines: what each puts into the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grammar.acts import table_meld
from grammar.card_text import are_cards
from grammar.document import At, Hand, Meld, Ruling, Score
from grammar.draft import Draft
from grammar.labels import Labels
from grammar.people import People
from grammar.reading import Leaves, Reader, card_tokens, find, name_of, names, number_of, spot, subtrees, tokens
from grammar.text import Unit
from grammar.words import ALL_BOOKS, LANGS, VERDICT_WORDS, VERDICTS, close, plain

Put = Callable[[Unit, Leaves], None]


class Header:
    """Puts header lines, the table and hands into a draft."""

    def __init__(self, reader: Reader, draft: Draft) -> None:
        self.reader, self.draft = reader, draft
        self.labels, self.people = Labels(reader), People(reader)
        self._hands: set[str] = set()
        self._put: dict[str, Put] = {
            "variant": self._variant,
            "players": self._players,
            "dealer": self._dealer,
            "round": self._round,
            "stock": self._stock,
            "discards": self._discards,
            "opened": self._opened,
            "opened_now": self._opened_now,
            "drawn": self._drawn,
            "took": self._took,
            "lang": self._lang,
            "settle": self._settle,
            "match": self._match,
            "score": self._score,
            "total": self._total,
        }

    def put(self, rule: str, unit: Unit) -> None:
        """Read what stands after a header word, and put it in."""
        tree = self.reader.tree(unit, rule)
        if tree is not None:
            self._put[rule](unit, tree)

    def put_tree(self, unit: Unit, tree: Leaves) -> None:
        """Put in what has been read already."""
        self._put[str(tree.data)](unit, tree)

    def hand(self, player: str, unit: Unit, tree: Leaves) -> None:
        """The cards a player holds."""
        cards, places = self.reader.cards(unit, tree)
        if player in self._hands:
            self.reader.trouble(
                unit.place, f"the hand of {player} is written twice", f"la main de {player} est écrite deux fois"
            )
        self._hands.add(player)
        self.draft.hands.append(Hand(player, cards, find(tree, "MORE") is None, unit.place, places))

    def ruling(self, book: str, unit: Unit) -> None:
        """What people decided in a book; without a name, in the one book that the record is about."""
        tree = self.reader.tree(unit, "ruling")
        if tree is None:
            return
        word, rule = next(tokens(tree, "WORD")), find(tree, "ID")
        verdict = VERDICTS.get(plain(word), "")
        if not verdict:
            self._no_verdict(word, spot(unit, word))
        if not book and len(self.draft.variants) == 1:
            book = self.draft.variants[0]
        if not book:
            self.reader.trouble(
                unit.place,
                "a ruling in which variant? Write ruling rami-40: legal",
                "une décision dans quelle variante ? Écrivez décision rami-40 : légal",
            )
        self.draft.rulings.append(Ruling(book, verdict, str(rule or ""), unit.place))

    def _no_verdict(self, word: str, at: At) -> None:
        near = [close(word, verdicts) for verdicts in VERDICT_WORDS]
        en, fr = (f"; did you mean {near[0]}?", f" ; {near[1]} peut-être ?") if all(near) else ("", "")
        self.reader.trouble(
            at,
            f"a ruling is legal, illegal or undetermined, not “{word}”{en}",
            f"une décision est légal, illégal ou indéterminé, et non « {word} »{fr}",
        )

    def melds(self, unit: Unit, tree: Leaves) -> Iterator[tuple[Meld, Leaves]]:
        """The melds of a piece of text, without their owners, each with its tree."""
        for child in subtrees(tree, "meld"):
            label = next(tokens(child, "LABEL"))
            meld = table_meld(self.reader, self.labels, unit, child)
            if are_cards(label):
                self._no_label(label, meld.at)
            yield meld, child

    def _no_label(self, label: str, at: At) -> None:
        self.reader.trouble(
            at,
            f"a meld on the table has a name before its cards, and “{label}” is a card; write A1 {label} …",
            f"une combinaison sur la table a un nom devant ses cartes, et « {label} » est une carte ; "
            f"écrivez A1 {label} …",
        )

    def _variant(self, unit: Unit, tree: Leaves) -> None:
        for book in tokens(tree, "BOOK"):
            if plain(book) not in ALL_BOOKS:
                self.draft.variants.append(name_of(book))
                self.draft.variants_at.append(spot(unit, book))

    def _players(self, unit: Unit, tree: Leaves) -> None:
        written = ((name_of(token), spot(unit, token)) for token in names(tree))
        self.draft.players = self.people.seat(written)

    def _people(self, unit: Unit, tree: Leaves) -> list[str]:
        return [self.people.named(name_of(token), spot(unit, token)) for token in names(tree)]

    def _dealer(self, unit: Unit, tree: Leaves) -> None:
        self.draft.dealer = self._people(unit, tree)[0]

    def _round(self, unit: Unit, tree: Leaves) -> None:
        self.draft.round = self._counted(unit, tree, least=1)

    def _stock(self, unit: Unit, tree: Leaves) -> None:
        self.draft.stock = 0 if find(tree, "NONE") else self._counted(unit, tree)

    def _counted(self, unit: Unit, tree: Leaves, least: int = 0) -> int:
        number = number_of(tree)
        if number < least:
            self.reader.trouble(
                unit.place, f"this cannot be less than {least}", f"ce nombre ne peut être inférieur à {least}"
            )
        return number

    def _discards(self, unit: Unit, tree: Leaves) -> None:
        self.draft.discards, self.draft.discards_at = self.reader.cards(unit, tree)

    def _opened(self, unit: Unit, tree: Leaves) -> None:
        self.draft.opened = self._people(unit, tree)
        self.draft.opened_unknown = find(tree, "UNSURE") is not None

    def _opened_now(self, unit: Unit, tree: Leaves) -> None:
        self.draft.opened_now = self._people(unit, tree)

    def _drawn(self, unit: Unit, tree: Leaves) -> None:
        self.draft.drawn = self._people(unit, tree)
        if any(card_tokens(tree)):
            self._took(unit, tree)

    def _took(self, unit: Unit, tree: Leaves) -> None:
        cards, places = self.reader.cards(unit, tree)
        if len(cards) > 1 or self.draft.took is not None:
            self.reader.trouble(
                places[-1], "one card only was taken in this turn", "une seule carte a été prise à ce tour"
            )
        self.draft.took = cards[0]

    def _lang(self, unit: Unit, tree: Leaves) -> None:
        if plain(unit.text) not in LANGS:
            self.reader.trouble(
                unit.place,
                f"records are read in English or French, not “{unit.text}”; write lang: en or lang: fr",
                f"on lit le français et l'anglais, et non « {unit.text} » ; écrivez langue : fr ou langue : en",
            )

    def _settle(self, unit: Unit, tree: Leaves) -> None:
        for setting in subtrees(tree, "setting"):
            question, reading = tokens(setting, "ID")
            self.draft.settled.append((str(question), str(reading)))

    def _match(self, unit: Unit, tree: Leaves) -> None:
        self.draft.match = name_of(next(names(tree)))

    def _score(self, unit: Unit, tree: Leaves) -> None:
        self.draft.scores.append(self._points(unit, tree))

    def _total(self, unit: Unit, tree: Leaves) -> None:
        self.draft.totals.append(self._points(unit, tree))

    def _points(self, unit: Unit, tree: Leaves) -> Score:
        points: list[tuple[str, int]] = []
        for pair in subtrees(tree, "points"):
            name = next(tokens(pair, "SCORED", "QUOTED"))
            points.append((self.people.named(name_of(name), spot(unit, name)), number_of(pair)))
        return Score(tuple(points), unit.place)
