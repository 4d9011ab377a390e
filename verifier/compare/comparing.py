"""Two books compared: event by event what the second allows beside the first, with a play for each difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulebook.model import Book
from rulebook.vocabulary import EVENTS
from verifier.compare.forms import Form, bound, forms, forms_for, rounds
from verifier.compare.model import (
    LOOSER,
    NEITHER,
    SAME,
    STRICTER,
    UNDECIDED,
    Comparison,
    Difference,
    Relation,
)
from verifier.compare.search import Search
from verifier.compare.tales import tales
from verifier.compare.values import value_differences
from verifier.outcome import UNDETERMINED

Progress = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""

_CARDS = ("open", "meld", "lay", "add", "swap", "shift")
"""Events for which plays with free cards are searched."""


def compare(one: Book, two: Book, progress: Progress | None = None) -> Comparison:
    """What the second book allows beside the first.

    Every play shown has been judged by the direct engine. Raises `search.Mistaken` if that disagrees with the solver,
    which is a mistake of ours.
    """
    search = Search(one, two)
    todo = list(_forms(search))
    steps = len(todo) + len(EVENTS)
    tell = progress or (lambda done, of: None)
    for number, form in enumerate(todo):
        tell(number, steps)
        if any(search.still_open(event, known) for event, known in form.brings):
            search.try_form(form)
    for event in ("meld", "add", "open"):
        _go_beyond(search, event)
    tried = 0
    for number, event in enumerate(EVENTS):
        tell(len(todo) + number, steps)
        tried += _try_tales(search, event)
    tell(steps, steps)
    found = sorted(search.found.values(), key=lambda difference: EVENTS.index(difference.event))
    relations = tuple(Relation(event, _relation(event, found), _proved(search, event)) for event in EVENTS)
    return Comparison(one, two, relations, tuple(found), tuple(value_differences(one, two)), bound(), tried)


def _forms(search: Search) -> Iterator[Form]:
    """The forms that bring about an event of which the books do not say the same."""
    same = {event for event in EVENTS if search.alike(event)}
    return (form for form in forms(rounds(*search.books)) if not same >= form.events)


def _go_beyond(search: Search, event: str) -> None:
    """Tries larger plays as well, as long as facts ask for some and they show anything new."""
    known = -1
    while len(search.found) > known and search.still_open(event):
        known = len(search.found)
        facts = search.open_facts(event)
        for form in forms_for(event, facts, rounds(*search.books)) if facts else ():
            search.try_form(form)


def _try_tales(search: Search, event: str) -> int:
    """Tries the plays written out, as long as there may be a difference that no pair accounts for; how many it were."""
    if event == "deal":
        search.try_deals()
    tried = 0
    for play in tales(event):
        if not search.still_open(event):
            break
        search.try_record(play)
        tried += 1
    return tried


def _proved(search: Search, event: str) -> str:
    """How far it is known that nothing else differs."""
    if not search.still_open(event):
        return "always"
    return "bound" if event in _CARDS and event not in search.unsettled else "tried"


def _relation(event: str, found: Iterable[Difference]) -> str:
    """What the second book is to the first, by the differences found."""
    here = [(difference.one.verdict, difference.two.verdict) for difference in found if difference.event == event]
    ways = set(_ways(here))
    if not ways:
        return UNDECIDED if here else SAME
    return NEITHER if len(ways) > 1 else ways.pop()


def _ways(verdicts: Iterable[tuple[str, str]]) -> Iterator[str]:
    for one, two in verdicts:
        if UNDETERMINED not in (one, two):
            yield LOOSER if two == "legal" else STRICTER
