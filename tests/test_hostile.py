"""Damaged records, as an audit meets them: whatever they have become is judged or reported, and nothing is passed as
legal that the oracle finds wrong in the record as it is read now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from deals.damaging import CHANGES, TEXT, Change, changed, constructed, damaged, written
from deals.deal import FIGURES, SETTLED
from deals.writing import as_json
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import deals as dealing
from oracle import melds, plays
from oracle.figures import CONTRACTS, YES, Figures
from oracle.plays import UNKNOWN, Act, Tale
from oracle.verdicts import _Deal

from grammar import document
from grammar.cards import Card
from grammar.jsonform import record_of
from grammar.record import decode, read, read_line
from grammar.trouble import Unreadable
from rulebook.library import book, names
from verifier import judge
from verifier.audit import Desk, audit
from verifier.audit.deal import DealAudit
from verifier.audit.one import VERDICTS
from verifier.audit.stream import records_in
from verifier.choice import settle_all
from verifier.cli import main
from verifier.impossible import troubles

ROOT = Path(__file__).parent.parent
EXAMPLES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob("*.kal"))]
RECORDS = [record for text in EXAMPLES for record in text.split("---\n")]
BOOKS = tuple(map(book, names()))
DAMAGED, COMMANDS, CHANGED, LARGER = 56, 5, 120, 30
JUDGED = 40
"""One whole deal in so many is put before both engines."""

# ----------------------------------------------------------------------------- what the oracle says of a record


class Untold(Exception):
    """The oracle does not take it on."""


@dataclass
class Told:
    """What the oracle says of a record: (turn, act, verdict) up to the first that is wrong; whether that is all."""

    steps: list[tuple[int, int, str]]
    whole: bool

    @property
    def wrong(self) -> bool:
        return self.steps[-1:] != [] and self.steps[-1][2] in ("illegal", "")

    @property
    def verdict(self) -> str:
        found = [verdict for _, _, verdict in self.steps]
        return found[-1] if self.wrong else "undetermined" if "undetermined" in found else "legal"


@dataclass
class _Followed(_Deal):
    """A tale with its discard pile, if that is written, and the card that was called; `at` is the turn reached."""

    pile: list[str] | None = None
    called: str = UNKNOWN
    at: int = -1
    untold: bool = False
    """Whether a card was called that does not lie on top of the pile: no tale is told of that."""

    def _calls(self, player: str, acts: tuple[Act, ...]) -> Iterator[tuple[str, str]]:
        self.at += 1
        for act, found in zip(acts, super()._calls(player, acts), strict=True):
            self.called = act.cards[0] if act.cards else UNKNOWN
            self.untold |= self.pile is not None and self.called not in (UNKNOWN, *self.pile[-1:])
            yield found

    def _turn(self, lying: Any, player: str, acts: tuple[Act, ...], more: bool) -> Iterator[tuple[str, str]]:
        self.at += 1
        if acts and acts[0].verb == "cede" and self.caller:
            self.hands.get(self.caller, []).extend((self.pile.pop() if self.pile else self.called, UNKNOWN))
        if self.pile:
            acts = tuple(replace(act, cards=(self.pile[-1],)) if act.verb == "take" and not act.cards else act
                         for act in acts)  # fmt: skip
        told = iter([act for act in acts if act.verb != "end"])
        for kind, found in super()._turn(lying, player, acts, more):
            act = None if kind == "turn" else next(told)
            if act and kind == "take" and self.pile is not None and not self.out:
                found = found if self.pile[-1:] == list(act.cards) else "illegal"
            yield kind, found
            if act and self.pile is not None:
                self.pile = self.pile[:-1] if kind == "take" else [*self.pile, *act.cards * (kind == "discard")]


def told(record: document.Record, figures: Figures) -> Told:
    """The oracle's verdicts on a record, first on the deal. Raises `Untold` if it cannot begin."""
    if record.settled and record.settled != SETTLED.get(figures.name):
        raise Untold("what is settled")
    if record.settled and figures.contract == "written":
        figures = replace(figures, own_contracts=YES)
    tale, pile, places = _Teller(record).tale()
    if record.from_the_deal and not _well_dealt(record, figures.name):
        return Told([(-1, -1, "illegal")], True)
    whole, steps = _Followed(tale, figures, pile=pile), list[tuple[int, int, str]]()
    for kind, verdict in whole.verdicts():
        # What a player does in a turn in which he has gone out already is not told.
        if whole.untold or whole.at >= len(places) or any(places[: whole.at]):
            break
        if whole.out and verdict == "undetermined":
            # The oracle takes for granted that a play after the end could be made otherwise.
            whole.untold = True
            break
        act = -1 if kind == "turn" else places[whole.at].pop(0)
        if act is not None:
            steps.append((whole.at, act, verdict))
        if verdict in ("illegal", ""):
            return Told(steps, True)
    return Told(steps, not whole.untold and len(places) == len(record.turns) and not any(places))


def _well_dealt(record: document.Record, name: str) -> bool:
    """Whether each hand, or one at all, can have been dealt so with some number of packs and jokers in some round."""
    decks = [(packs, jokers) for packs in (2, 3, 4) for jokers in (2, 4, 6, 8)]
    said = {"players": len(record.players)}
    sizes = {size for size in range(1, 17) for packs, jokers in decks
             for round in ([record.round] if record.round else CONTRACTS)
             if dealing.verdict(name, {**said, "round": round, "hand-size": size, "packs": packs,
                                       "jokers-in-deck": jokers}) != "illegal"}  # fmt: skip
    dealt = {len(hand.cards) for hand in record.hands if hand.complete}
    return dealt <= sizes if dealt else bool(sizes)


@dataclass
class _Teller:
    """Tells a record to the oracle: players by an initial each, melds by the labels that it gives them."""

    record: document.Record
    initials: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)

    def tale(self) -> tuple[Tale, list[str] | None, list[list[int | None]]]:
        """The tale, its pile, and where in the record its acts are (None for a draw before it), by turn."""
        record = self.record
        if record.opened_unknown or record.opened_now or not record.players or record.line_form:
            raise Untold("who has opened, or who plays")
        if (record.round is not None and record.round not in CONTRACTS) or any(not meld.owner for meld in record.table):
            raise Untold("the round, or whose melds there are")
        self.initials = {player: chr(ord("A") + n) for n, player in enumerate(record.players)}
        table = tuple((self._label(meld, meld.owner), self._meld(meld)) for meld in record.table)
        hands = {self.initials[hand.player]: [_card(card) for card in hand.cards]
                 for hand in record.hands if hand.complete}  # fmt: skip
        pile = None if record.discards is None else [_card(card, known=True) for card in record.discards]
        if [] in hands.values():
            raise Untold("who is out before anything is played")
        before = self._drawn_before(hands, pile)
        turns, places = list[plays.Turn](), list[list[int | None]]()
        for turn in record.turns:
            try:
                acts, numbers = self._turn(turn, pile is not None)
            except Untold:
                turns.append((self.initials[turn.player], (Act("call" if turn.acts[0].verb == "call" else "draw"),)))
                break
            turns.append((self.initials[turn.player], (*before, *acts)))
            places.append([*[None] * len(before), *numbers])
            before = ()
        if not places or all(map(plays.is_call, turns)):
            raise Untold("the first turn")
        opened = tuple(self.initials[player] for player in record.opened)
        held = tuple((player, tuple(cards)) for player, cards in hands.items())
        tale = Tale(tuple(self.initials.values()), tuple(turns), table, opened, held, record.round or 0)
        return tale, pile, places

    def _drawn_before(self, hands: dict[str, list[str]], pile: list[str] | None) -> tuple[Act, ...]:
        """Who has drawn when the record begins draws in his first turn a card that he holds."""
        record = self.record
        if not record.drawn:
            return ()
        player, took = self.initials[record.drawn[0]], _card(record.took, known=True) if record.took else ""
        held = hands.get(player, ["?"])
        answers = record.turns[0].acts[0].verb in ("call", "cede", "keep")
        if (
            answers
            or record.drawn != (record.turns[0].player,)
            or not held
            or (took and player in hands and took not in held)
        ):
            raise Untold("who has drawn")
        drawn = took or held[-1]
        held.remove(drawn if drawn in held else "?")
        if took and pile is not None:
            pile.append(took)
        return (Act("take" if took else "draw", (drawn,)),)

    def _turn(self, turn: document.Turn, piled: bool) -> tuple[list[Act], list[int | None]]:
        verbs = [act.verb for act in turn.acts if act.verb != "declare"]
        answers = sum(verb in ("cede", "keep") for verb in verbs)
        calls = verbs.count("call")
        if any(verb not in ("cede", "keep") for verb in verbs[:answers]) or calls not in (0, len(turn.acts)):
            raise Untold("an answer or a call within a turn")
        told = [(self._act(act, turn.player, piled), n) for n, act in enumerate(turn.acts) if act.verb != "declare"]
        return [act for act, _ in told], [n for act, n in told if act.verb != "end"]

    def _act(self, act: document.Act, player: str, piled: bool) -> Act:
        if act.verb in ("move", "reshuffle") or (act.verb == "take" and not (act.cards or piled)):
            raise Untold(act.verb)
        if act.verb == "discard" and not act.cards:
            raise Untold("a card thrown that is not written")
        bare = act.verb in ("draw", "take", "discard", "call")
        cards = tuple(_card(card, known=act.verb not in ("draw", "call"), bare=bare) for card in act.cards)
        laid = tuple(self._meld(meld) for meld in act.melds)
        for meld in act.melds:
            self._label(meld, player)
        becomes = _card(act.becomes, known=True, bare=False) if act.becomes else ""
        return Act(act.verb, cards, laid, self.labels.get(act.target, ""), "", act.end, act.jokers, becomes)

    def _label(self, meld: document.Meld, player: str) -> str:
        initial = self.initials[player]
        self.labels[meld.label] = initial + str(sum(one[0] == initial for one in self.labels.values()) + 1)
        return self.labels[meld.label]

    def _meld(self, meld: document.Meld) -> plays.Meld:
        return plays.Meld(tuple(_card(card, known=True, bare=False) for card in meld.cards), meld.kind)


def _card(card: Card, known: bool = False, bare: bool = True) -> str:
    if card.joker is None and not known:
        return UNKNOWN
    if not card.known or bool(card.rank) != bool(card.suit):
        raise Untold("a card of which something is not known")
    face = melds.card(card.rank, melds.SUITS[card.suit - 1]) if card.rank else ""
    return (melds.JOKER if bare or not face else f"JK={face}") if card.joker else face


# ----------------------------------------------------------------------------------------- what comes of it


@dataclass
class Seen:
    """How many records could be read, how many the oracle told to the end, and what it said of those."""

    count: Counter[str] = field(default_factory=Counter)
    differences: list[object] = field(default_factory=list)

    def all_of(self, data: bytes, form: str = "kal", variant: str = "", judged: bool = False) -> None:
        """Audits what there is, compares it with the oracle, and puts it before both engines if `judged`."""
        for item in records_in(BytesIO(data), "-", form):
            (result,) = audit([item], Desk(BOOKS, variant))
            assert result.verdict in VERDICTS
            assert "mistake is ours" not in result.trouble, (item.data, result.trouble)
            if result.audit is None:
                continue
            record = record_of(item.data)[0] if form == "jsonl" else read(decode(item.data, "-"))[0]
            self._compare(item.data, record, result.variant, result.audit)
            if judged and result.verdict != "unknown":
                assert judge(record, settle_all(book(result.variant), record.settled)).verdict == result.verdict, (
                    item.data
                )

    def _compare(self, data: bytes, record: document.Record, variant: str, found: DealAudit) -> None:
        self.count["read"] += 1
        try:
            said = told(record, FIGURES[variant])
        except Untold:
            return
        if said.whole:
            self.count.update(("compared", said.verdict))
            if not _same(said, found, bool(record.settled)):
                self.differences.append((variant, data.decode(), said, found))

    def are_enough(self, compared: int, wrong: int) -> None:
        """There was no difference, in so many comparisons, half of what could be read, and so many that are wrong."""
        assert not self.differences, self.differences[0]
        assert self.count["compared"] >= max(compared, 0.5 * self.count["read"]), self.count
        assert self.count["illegal"] >= wrong, self.count


def _same(said: Told, found: DealAudit, settled: bool) -> bool:
    """The same verdict, and the same act where that is wrong. Some tables cannot arise for want of cards; and the
    oracle does not know that these melds fill a contract where that is settled."""
    if said.verdict == "" or found.unjudged or found.verdict in ("cannot arise", "wrong score"):
        return found.verdict != "legal"
    if settled and said.verdict == "undetermined":
        return found.verdict in ("legal", "undetermined")
    place = [(wrong.turn, wrong.act) for wrong in found.wrong]
    return said.verdict == found.verdict and place == [step[:2] for step in said.steps[-1:] if step[2] == "illegal"]


def damage(name: str, numbers: range) -> Seen:
    """Damaged records of a book, or of the examples."""
    seen = Seen()
    for number in numbers:
        rnd = Random(f"{name} {number}")
        text = written(rnd, name, len(numbers) // 4) if name in FIGURES else rnd.choice(RECORDS)
        form, variant = "jsonl" if text.startswith("{") else "kal", "" if name in FIGURES else rnd.choice(names())
        judged = number % (JUDGED if name in FIGURES else 4) == 1
        seen.all_of(damaged(rnd, text), form, variant, judged)
    return seen


every_source = pytest.mark.parametrize("name", [*FIGURES, "examples"])


@every_source
def test_no_damaged_record_passes_as_legal(name: str) -> None:
    damage(name, range(DAMAGED)).are_enough(compared=DAMAGED // 3, wrong=DAMAGED // 4)


@pytest.mark.large
@every_source
def test_of_many_damaged_records_none_passes_as_legal(name: str) -> None:
    count = LARGER * DAMAGED
    damage(name, range(DAMAGED, DAMAGED + count)).are_enough(compared=count // 3, wrong=count // 5)


@pytest.mark.parametrize("command", ["audit", "judge"])
def test_no_damaged_file_ends_a_command(command: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.kal"
    for number in range(COMMANDS):
        rnd = Random(f"command {number}")
        path.write_bytes(b"\n---\n".join(damaged(rnd, rnd.choice(RECORDS)) for _ in range(3)))
        asked = ("--variant", rnd.choice(names()), "--lang", rnd.choice(("en", "fr")))
        found = CliRunner().invoke(main, [command, str(path), *asked])
        assert found.exit_code in (0, 1, 2, 3) and isinstance(found.exception, SystemExit | None), found.output


MISTAKES = {
    "no round": "variant: jamaican\nplayers: Anne, Bob, Cleo\nround: 0\n"
    "Anne: draws; lays 10♥ 10♦ 10♣, 9♥ 9♦ 9♣, 4♣ 5♣ 6♣ 7♣; discards K♠\n",
    "a round that no book has": "variant: jamaican\nplayers: Anne, Bob, Cleo\nround: 99\n"
    "Anne: draws; lays 10♥ 10♦ 10♣, 9♥ 9♦ 9♣, 4♣ 5♣ 6♣ 7♣; discards K♠\n",
    "nothing dealt": "variant: rami-40\nplayers: Anne, Bob\ndealer: Bob\nAnne holds: none\nAnne: draws; discards 4♠\n",
    "an unknown card taken": "variant: rami-40\nplayers: Anne, Bob\nAnne: takes ?; discards 4♠\n",
}
"""Records that once set the engines at odds, or of which one could make nothing."""


@pytest.mark.parametrize("name", MISTAKES)
def test_what_once_ended_in_a_mistake_of_ours(name: str) -> None:
    try:
        (record,) = read(MISTAKES[name])
    except Unreadable as error:
        assert error.troubles
        return
    here = book(record.variants[0])
    assert troubles(record, [here]) or judge(record, here).verdict != "legal"


@pytest.mark.parametrize("card", ["2♠", "6♦"])
def test_only_the_card_just_thrown_can_be_called(card: str) -> None:
    """J L26: the card called is one that was thrown; the other lies nowhere, or under it."""
    (record,) = read(
        "variant: jamaican\nplayers: Anne, Bob, Cleo\nround: 1\ndiscards: 6♦\n"
        f"Anne: draws; discards 9♦\nCleo: calls {card}\nBob: cedes; draws; discards K♠\n"
    )
    assert judge(record, book("jamaican")).verdict == "illegal"


# ------------------------------------------------------------------------------------------- drawn


def many(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None,
                    suppress_health_check=list(HealthCheck))  # fmt: skip


def of_json(examples: int) -> Seen:
    """Constructed deals as JSON, changed here and there."""
    seen, deals = Seen(), examples // 16

    @many(examples)
    @given(st.sampled_from([*FIGURES]), st.integers(0, deals - 1), CHANGES)
    def check(name: str, seed: int, changes: list[Change]) -> None:
        seen.all_of(changed(as_json(constructed(name, seed), "d"), changes), "jsonl")

    check()
    return seen


def of_text(examples: int) -> Seen:
    """Texts of the words of the notation, as a file and as the one-line form."""
    seen = Seen()

    @many(examples)
    @given(TEXT, st.sampled_from(names()))
    def check(text: str, name: str) -> None:
        seen.all_of(text.encode(), variant=name, judged=True)
        with suppress(Unreadable):
            read(text)
        with suppress(Unreadable):
            record = read_line(text.splitlines()[-1].partition(": ")[2] or text)
            if not troubles(record, [book(name)]):
                judge(record, book(name))

    check()
    return seen


def test_no_change_in_a_json_record_passes_as_legal() -> None:
    of_json(CHANGED).are_enough(CHANGED // 6, CHANGED // 10)


def test_no_text_ends_in_anything_but_a_verdict_or_a_mistake() -> None:
    of_text(CHANGED).are_enough(CHANGED // 9, CHANGED // 20)


@pytest.mark.large
@pytest.mark.parametrize("sort", [of_json, of_text])
def test_nor_do_many(sort: Callable[[int], Seen]) -> None:
    sort(LARGER * CHANGED).are_enough(2 * CHANGED, CHANGED)
