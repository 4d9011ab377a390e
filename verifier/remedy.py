"""The least change that makes an illegal act legal: other cards first, then other books.

Every change is tried out: the record is written anew with the changed act, and the act is judged by the direct engine.
Changes are tried in a fixed order, the fewest cards first, cards of the hand before cards that the player lacks, low
ranks before high ones, hearts first; the first that is legal is the remedy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from msgspec import Struct
from msgspec.structs import replace

from grammar.cards import RANKS, SUITS, Card, physical
from grammar.document import Act, Hand, Meld, Record
from rulebook.model import Book, Rule
from rulebook.vocabulary import FACTS
from verifier import direct
from verifier.dealing import DEAL, verdict, written_of
from verifier.deck import most_copies, sightings
from verifier.direct.statements import looks_around
from verifier.outcome import ILLEGAL, LEGAL
from verifier.steps import Step, steps
from verifier.verdict import ActionVerdict, Say

MOST_TRIED = 200
"""No more changes than this are judged, with cards of the hand and with others each."""

_DECK = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)


class Remedy(Struct, frozen=True):
    """A change that makes an act legal.

    `kind`: "cards", or "variant" for books in which the same act is legal (`books`).
    `change`: "more" (`cards` as well), "instead" (`cards` for `gone`), "fewer" (without `gone`), "meld" (`cards` laid
    as one more meld), "other" (any other card), "low" or "high" (at that end), "stock" (draw from the stock).
    `held`: whether the player holds the cards; None where his hand is not written, or no card is needed.
    `act` is the changed act.
    """

    kind: str
    change: str = ""
    cards: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    held: bool | None = None
    actor: str = ""
    act: Act | None = None
    books: tuple[Book, ...] = ()


def remedies(record: Record, action: ActionVerdict, book: Book, others: Sequence[Book] = ()) -> tuple[Remedy, ...]:
    """The least change of cards, if there is one, and the books among `others` that allow the act as it is.

    None where not every card of the act is known: then no rule is known to be broken.
    """
    if action.verdict != ILLEGAL or not action.broken:
        return ()
    change = _change(record, action, book)
    allowing = tuple(other for other in others if other.digest != book.digest and _allows(action.step, other))
    variant = (Remedy("variant", books=allowing),) if allowing else ()
    return ((change,) if change else ()) + variant


def rewritten(record: Record, step: Step, remedy: Remedy) -> Record:
    """The record with the changed act in the place of the step's, and with the cards that the player lacks in his hand.

    Nothing follows the turn of the step.
    """
    assert remedy.act
    turn = record.turns[step.turn]
    acts = tuple(remedy.act if act is step.act else act for act in turn.acts)
    lent = remedy.cards if remedy.held is False else ()
    hands = tuple(_lend(hand, lent) if hand.player == step.actor else hand for hand in record.hands)
    return replace(record, hands=hands, turns=(*record.turns[: step.turn], replace(turn, acts=acts)))


def _lend(hand: Hand, cards: tuple[Card, ...]) -> Hand:
    return replace(hand, cards=(*hand.cards, *cards), cards_at=())


def _allows(step: Step, book: Book) -> bool:
    if step.kind == DEAL:
        return verdict(written_of(step), book) == LEGAL
    return direct.judge(step.scene, book).verdict == LEGAL


# ---------------------------------------------------------------------------------------- other cards


def _change(record: Record, action: ActionVerdict, book: Book) -> Remedy | None:
    """The first change of cards, in their order, that makes the act legal."""
    act = action.step.act
    if act is None or not _curable(action, book):
        return None
    trial = _Trial(record, action.step, book)
    for candidates in (trial.from_hand(act), trial.from_elsewhere(act)):
        tried = islice(filter(trial.makes_melds, candidates), MOST_TRIED)
        found = next((each for each in tried if trial.legal(each)), None)
        if found:
            return found
    return None


def _curable(action: ActionVerdict, book: Book) -> bool:
    """Whether other cards could help: each rule that is broken looks at cards, or there is a permit to be met."""
    return all(_looks_at_cards(said, action, book) for said in action.broken if said.always)


def _looks_at_cards(said: Say, action: ActionVerdict, book: Book) -> bool:
    if said.limb.effect == "otherwise":
        return action.nearest is not None
    facts = [name for need in said.needs for name, _ in need.values]
    return any(FACTS[name].cards for name in facts) if isinstance(said.owner, Rule) else bool(facts)


class _Trial:
    """Tries changes of one act of a record under one book."""

    def __init__(self, record: Record, step: Step, book: Book) -> None:
        self.record, self.step, self.book = record, step, book
        hand = step.scene.events[0].hand if step.scene.events else None
        self.hand = None if hand is None or step.kind in ("draw", "take") else hand

    def makes_melds(self, remedy: Remedy) -> bool:
        """Whether what the changed act makes can be read as a set or a run at all: a sieve before the judging."""
        act = remedy.act
        assert act
        if act.verb not in ("add", "swap", "shift"):
            return all(readable(meld.cards) for meld in act.melds)
        scene = self.step.scene
        before = scene.parts[scene.events[0].parts[0]].cards
        return readable((*before, *act.cards), fewer=act.jokers)

    def legal(self, remedy: Remedy) -> bool:
        """Whether the changed act is legal where it stands."""
        changed = rewritten(self.record, self.step, remedy)
        step = next((step for step in steps(changed, looks_around(self.book)) if step.act is remedy.act), None)
        return step is not None and _allows(step, self.book)

    # ------------------------------------------------------------------------------------ what may be tried

    def from_hand(self, act: Act) -> Iterator[Remedy]:
        """Changes with cards that the player is known to hold, or with none."""
        spare = _sorted((Counter(self.hand or ()) - Counter(map(physical, _played(act)))).elements())
        for remedy in _changes(act, [card for card in dict.fromkeys(spare) if card.known]):
            yield replace(remedy, held=True if remedy.cards else None, actor=self.step.actor)
        if act.verb == "lay":
            yield from self._more_melds(act, spare)

    def _more_melds(self, act: Act, spare: Sequence[Card]) -> Iterator[Remedy]:
        """One more meld of three or four cards of the hand."""
        known = [card for card in spare if card.known]
        for count in (3, 4):
            for cards in dict.fromkeys(combinations(known, count)):
                if readable(cards):
                    changed = replace(act, melds=(*act.melds, Meld(cards)))
                    yield Remedy("cards", "meld", cards, held=True, actor=self.step.actor, act=changed)

    def from_elsewhere(self, act: Act) -> Iterator[Remedy]:
        """Changes with one card that the player does not hold, or whose hand nobody wrote; never one that is gone."""
        held = None if self.hand is None else False
        if self.hand is None and act.verb == "discard":
            yield from (Remedy("cards", "other", act=replace(act, cards=(card,), cards_at=())) for card in self._free())
            return
        if act.verb in ("lay", "add", "swap", "shift"):
            for remedy in _changes(act, self._free()):
                if remedy.cards:
                    yield replace(remedy, held=held, actor=self.step.actor)

    def _free(self) -> list[Card]:
        """The cards of which not every copy is in sight, and none in the player's hand."""
        seen = Counter(card for card, _ in sightings(self.record))
        packs, _ = most_copies(self.book, len(self.record.players) or None)
        mine = set(self.hand or ()) | set(map(physical, _played(self.step.act)))
        return [card for card in _DECK if seen[card] < packs and (card not in mine or self.hand is None)]


def _played(act: Act | None) -> tuple[Card, ...]:
    if act is None:
        return ()
    return (*act.cards, *(card for meld in act.melds for card in meld.cards))


def _sorted(cards: Iterable[Card]) -> list[Card]:
    """Low ranks first, hearts first; jokers last."""
    return sorted(cards, key=lambda card: (bool(card.joker), card.rank, card.suit))


def readable(cards: Sequence[Card], fewer: int = 0) -> bool:
    """Whether there is a set or a run that all these cards are in, whatever their suits; `fewer` jokers are left out.

    See docs/verdicts.md: the cards of a set have one rank, those of a run have places of their own that follow each
    other, the ace after the king.
    """
    ranks = [card.rank for card in cards if card.rank]
    size, distinct = len(cards) - fewer, set(ranks)
    if len(distinct) <= 1:
        return True
    if len(distinct) < len(ranks) and size < 14:
        return False
    return any(all((rank - start) % 13 < size for rank in distinct) for start in RANKS)


# ---------------------------------------------------------------------------------------- changes of one act


def _changes(act: Act, cards: Sequence[Card]) -> Iterator[Remedy]:
    """The changes of an act with one of these cards more or instead, then with fewer cards, then without any card."""
    match act.verb:
        case "lay":
            yield from _changes_of_lay(act, cards)
        case "add" | "swap":
            yield from _more(act, cards)
            yield from _instead(act, cards)
            yield from _fewer(act)
            if act.verb == "add":
                yield from _other_end(act)
        case "shift" | "discard":
            yield from _instead(act, cards)
        case "take":
            yield Remedy("cards", "stock", act=replace(act, verb="draw", cards=(), cards_at=()))
        case _:
            return


def _with(act: Act, cards: Sequence[Card]) -> Act:
    return replace(act, cards=tuple(cards), cards_at=())


def _more(act: Act, cards: Sequence[Card]) -> Iterator[Remedy]:
    for card in cards:
        yield Remedy("cards", "more", (card,), act=_with(act, (*act.cards, card)))


def _instead(act: Act, cards: Sequence[Card]) -> Iterator[Remedy]:
    for number, gone in enumerate(act.cards):
        for card in cards:
            changed = (*act.cards[:number], card, *act.cards[number + 1 :])
            yield Remedy("cards", "instead", (card,), (gone,), act=_with(act, changed))


def _fewer(act: Act) -> Iterator[Remedy]:
    for count in range(1, len(act.cards)):
        for gone in combinations(range(len(act.cards)), count):
            kept = [card for number, card in enumerate(act.cards) if number not in gone]
            yield Remedy("cards", "fewer", gone=tuple(act.cards[n] for n in gone), act=_with(act, kept))


def _other_end(act: Act) -> Iterator[Remedy]:
    for end in ("low", "high"):
        if act.end and act.end != end:
            yield Remedy("cards", end, act=replace(act, end=end))


def _changes_of_lay(act: Act, cards: Sequence[Card]) -> Iterator[Remedy]:
    """One card more, another card, or one card fewer in one of the melds; or one meld fewer."""
    for number, meld in enumerate(act.melds):
        for card in cards:
            for grown in ((*meld.cards, card), (card, *meld.cards)):
                yield Remedy("cards", "more", (card,), act=_with_meld(act, number, grown))
    for number, meld in enumerate(act.melds):
        for place, gone in enumerate(meld.cards):
            for card in cards:
                changed = (*meld.cards[:place], card, *meld.cards[place + 1 :])
                yield Remedy("cards", "instead", (card,), (gone,), act=_with_meld(act, number, changed))
    for number, meld in enumerate(act.melds):
        for place, gone in enumerate(meld.cards):
            fewer = (*meld.cards[:place], *meld.cards[place + 1 :])
            yield Remedy("cards", "fewer", gone=(gone,), act=_with_meld(act, number, fewer))
    if len(act.melds) > 1:
        for number, meld in enumerate(act.melds):
            melds = (*act.melds[:number], *act.melds[number + 1 :])
            yield Remedy("cards", "fewer", gone=meld.cards, act=replace(act, melds=melds))


def _with_meld(act: Act, number: int, cards: Sequence[Card]) -> Act:
    meld = replace(act.melds[number], cards=tuple(cards), cards_at=())
    return replace(act, melds=(*act.melds[:number], meld, *act.melds[number + 1 :]))
