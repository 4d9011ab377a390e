"""A quick look that is enough for most plays: they are legal, and no open question has anything to say about them.

It never says that a play is legal that is not; where it does not know, the whole engine has to be asked.
"""

from __future__ import annotations

from rulebook.model import Book
from verifier.direct.engine import judge_event
from verifier.direct.facts import Facts
from verifier.direct.readings import Meld, Table
from verifier.direct.statements import BookIndex, EventIndex, index_of
from verifier.outcome import LEGAL
from verifier.scene import Event, Scene


def surely_legal(scene: Scene, book: Book) -> bool:
    """Whether a play is legal in every world, as far as this can be seen without going through the worlds.

    True only if, however the table is read, some choice of the player breaks no rule and needs no answer to a question:
    rules alone make every event legal, no reading of a question is broken, and none lifts anything. Raises ValueError
    for a meld whose history is not there.
    """
    index = index_of(book)
    events = (*scene.guards, *scene.events)
    if not all(_known(event, index) for event in events):
        return False
    if not scene.parts:
        return all(_surely(event, (), index) for event in events)
    table = Table(scene)
    return all(
        any(all(_surely(event, choice, index) for event in events) for choice in table.choices(lying))
        for lying in table.tabled()
    )


def _known(event: Event, index: BookIndex) -> bool:
    """Whether all is known that the book reads of an event: its bookkeeping, and its cards."""
    here = index.event(event.name)
    if any(event.facts.get(name) is None for name in here.bookkeeping):
        return False
    cards = (*event.cards, *event.laid, *event.added, *(event.hand or ()), *(event.pile or ())[-1:])
    return all(card.known for card in cards) and (event.took is None or event.took.known)


def _surely(event: Event, choice: tuple[Meld, ...], index: BookIndex) -> bool:
    """Whether the rules make an event legal, and no reading of a question could say otherwise."""
    here = index.event(event.name)
    melds = tuple([choice[part] for part in event.parts])
    # What cards count may be open too: then the event must be legal with each of the values that they may have.
    every = index.all_values if here.counts else index.all_values[:1]
    return all(_legal(Facts(event, melds, values), here) for values in every)


def _legal(facts: Facts, here: EventIndex) -> bool:
    if judge_event(here.unanswered, facts).verdict != LEGAL:
        return False
    return (here.event == "open" and facts.get("opened-before") is True) or _unquestioned(here, facts)


def _unquestioned(here: EventIndex, facts: Facts) -> bool:
    for statement in here.objections:
        lifts = statement.hit.limb.effect == "exception"
        if statement.holds(facts) if lifts else statement.broken(facts):
            return False
    return True
