"""What `kalooki compare` shows to people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from verifier.compare.model import (
    LOOSER,
    NEITHER,
    SAME,
    STRICTER,
    UNDECIDED,
    Comparison,
    Difference,
    Relation,
    Side,
    ValueDifference,
)
from verifier.outcome import UNDETERMINED
from verifier.pages import compared_words as words
from verifier.pages.plays import is_deal, lines_of
from verifier.report.layout import Block, Gap, Line, Para, Rows, Span, Typed
from verifier.words.sentences import first_capital, typeset, verdict_word

_STYLES = {"legal": "good", "illegal": "bad", "undetermined": "open"}


class Shown(Struct, frozen=True):
    """A comparison as it is asked for: `names` tell the books apart; `events` are those shown, none for all."""

    found: Comparison
    names: tuple[str, str]
    events: tuple[str, ...] = ()

    @property
    def relations(self) -> list[Relation]:
        return [relation for relation in self.found.relations if self._asked(relation.event)]

    @property
    def differences(self) -> list[Difference]:
        return [difference for difference in self.found.differences if self._asked(difference.event)]

    @property
    def differ(self) -> bool:
        """Whether there is anything that differs."""
        return bool(self.differences or self.values)

    @property
    def values(self) -> Sequence[ValueDifference]:
        """Values belong to no event: they are shown with all."""
        return () if self.events else self.found.values

    def _asked(self, event: str) -> bool:
        return not self.events or event in self.events


def page(shown: Shown, lang: str) -> list[Block]:
    """The comparison as a page."""
    return list(_Page(shown, lang).blocks())


class _Page:
    """The page of one comparison."""

    def __init__(self, shown: Shown, lang: str) -> None:
        self.shown, self.lang = shown, lang

    def blocks(self) -> Iterator[Block]:
        yield from self._head()
        differences = groupby(self.shown.differences, lambda difference: difference.event)
        for event, found in differences:
            yield from self._event(event, list(found))
        if self.shown.values:
            yield from self._values()
        if rest := list(self._rest()):
            yield Gap()
            yield from rest

    def _say(self, key: str, **values: object) -> str:
        return typeset(words.say(key, self.lang, **values), self.lang)

    # ------------------------------------------------------------------------------------ the whole

    def _head(self) -> Iterator[Block]:
        one, two = (
            f"{book.title} ({name})"
            for book, name in zip((self.shown.found.one, self.shown.found.two), self.shown.names, strict=True)
        )
        yield Para((Span(self._say("beside", one=one, two=two), "bold"),))
        if self.shown.events:
            yield Para((Span(self._say("only", events=words.events(self.shown.events, self.lang)), "dim"),))
        yield Para((Span(self._whole()),))

    def _whole(self) -> str:
        """How much differs, and whether the second book allows more or less than the first."""
        found = self.shown.differences
        if not self.shown.differ and all(relation.proved == "always" for relation in self.shown.relations):
            return self._say("alike only" if self.shown.events else "alike")
        if not found:
            return self._say("none found")
        undecided = sum(UNDETERMINED in (one.one.verdict, one.two.verdict) for one in found)
        whole = _whole_relation(self.shown.relations)
        count = self._say("one") if len(found) == 1 else self._say("many", n=len(found))
        said = self._say(f"whole {whole}", count=count, two=self._title())
        if whole != UNDECIDED and undecided:
            said += self._say("of them one") if undecided == 1 else self._say("of them", n=undecided)
        return f"{said}."

    def _title(self) -> str:
        """What the second book is called."""
        one, two = self.shown.found.one, self.shown.found.two
        return self.shown.names[1] if one.title == two.title else two.title

    # ------------------------------------------------------------------------------------ what differs

    def _event(self, event: str, found: Sequence[Difference]) -> Iterator[Block]:
        """The differences of one event."""
        relation = next(one.relation for one in self.shown.relations if one.event == event)
        said = words.relation(relation, self.shown.names[1], self.lang)
        heading = first_capital(words.event(event, self.lang))
        yield Gap()
        yield Para((Span(typeset(heading, self.lang), "bold"), Span(typeset(f" · {said}", self.lang))))
        for number, difference in enumerate(found):
            if number:
                yield Gap()
            yield from self._difference(difference)

    def _difference(self, difference: Difference) -> Iterator[Block]:
        """The play, then what each book says of it."""
        lines = lines_of(difference.record, self.lang)
        if is_deal(difference.record):
            yield Para((Span(typeset(lines[0], self.lang)),), 2, 2)
        else:
            yield from (Typed((Span(line, "code"),), 2) for line in lines)
        if _needs_act(difference):
            act = lines_of(difference.act, self.lang)[0]
            yield Para((Span(self._say("differing", act=act)),), 4, 4)
        yield Rows(tuple(self._row(number, difference) for number in (0, 1)), 4)

    def _row(self, number: int, difference: Difference) -> tuple[Line, ...]:
        side: Side = (difference.one, difference.two)[number]
        book = (self.shown.found.one, self.shown.found.two)[number]
        how = words.how(side, self.lang)
        text = words.text(side, difference.event, book, self.lang)
        verdict = Span(verdict_word(side.verdict, self.lang), _STYLES[side.verdict])
        said = words.say("says", self.lang, how=how, text=text) if text else how
        return (
            (Span(self.shown.names[number]),),
            (verdict,),
            (Span(side.owner),),
            (Span(typeset(said, self.lang)),),
        )

    def _values(self) -> Iterator[Block]:
        """A table of what the cards count in each book."""
        yield Gap()
        yield Para((Span(self._say("values"), "bold"),))
        head = tuple((Span(text),) for text in ("", *self.shown.names))
        rows = (
            (words.counted(value, self.lang), words.amount(value.one, self.lang), words.amount(value.two, self.lang))
            for value in self.shown.values
        )
        yield Rows((head, *(tuple((Span(typeset(cell, self.lang)),) for cell in row) for row in rows)), 2)

    # ------------------------------------------------------------------------------------ what does not

    def _rest(self) -> Iterator[Block]:
        """The events in which nothing differs, and how far all this is known."""
        alike = [relation.event for relation in self.shown.relations if relation.relation == SAME]
        if self.shown.differences and alike:
            yield self._para("nothing differs", events=words.events(alike, self.lang))
        by = {proof: [one.event for one in self.shown.relations if one.proved == proof] for proof in _PROOFS}
        if self.shown.differ or by["bound"] or by["tried"]:
            yield from self._proved(**by)
        if by["tried"]:
            yield self._para("tried", events=words.events(by["tried"], self.lang), n=self.shown.found.tried)

    def _proved(self, always: Sequence[str], bound: Sequence[str], tried: Sequence[str]) -> Iterator[Block]:
        """What is proved, whatever the cards or up to certain sizes."""
        claim = words.say("claim" if self.shown.differences else "claim none", self.lang)
        sizes = words.sizes(self.shown.found.bound, self.lang)
        if always:
            yield self._para("proved but" if bound or tried else "proved", claim=claim)
        if bound and always:
            yield self._para("but for", events=words.events(bound, self.lang), sizes=sizes)
        elif bound:
            yield self._para("proved sizes", claim=claim, sizes=sizes)

    def _para(self, key: str, **values: object) -> Para:
        return Para((Span(self._say(key, **values), "dim"),))


_PROOFS = ("always", "bound", "tried")


def _whole_relation(relations: Sequence[Relation]) -> str:
    """What the second book is to the first, over all events shown."""
    found = {one.relation for one in relations}
    if NEITHER in found or {LOOSER, STRICTER} <= found:
        return NEITHER
    return next((way for way in (LOOSER, STRICTER) if way in found), UNDECIDED)


_PLAIN = re.compile(r"\b(set|run) ")


def _needs_act(difference: Difference) -> bool:
    """Whether the act that the books differ on is not the last that is written."""
    last = re.split(r"[;:]\s*|\n", difference.record)[-1]
    return bool(difference.act) and _PLAIN.sub("", last) != _PLAIN.sub("", difference.act)
