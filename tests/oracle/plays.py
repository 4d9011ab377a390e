"""Plays: what may be done in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from oracle.figures import Figures
from oracle.melds import JOKER, Ask, Cards, Read, Run, Set, fixed, is_joker, is_meld, points, rank_of, readings, suit_of
from oracle.melds import added as added_to
from oracle.melds import exchanged as exchanged_in
from oracle.melds import shifted as shifted_in

UNKNOWN = "?"


@dataclass(frozen=True)
class Meld:
    """A meld as it is written; `kind` is "set" or "run" where that is said."""

    cards: Cards
    kind: str = ""


@dataclass(frozen=True)
class Act:
    """One act: draw, take, lay, add, swap, shift, move, discard or end.

    `to` is the meld added to, exchanged in or moved to, `source` the one that a card is moved from; `jokers` is how
    many jokers an exchange takes.
    """

    verb: str
    cards: Cards = ()
    melds: tuple[Meld, ...] = ()
    to: str = ""
    source: str = ""
    end: str = ""
    jokers: int = 0


@dataclass(frozen=True)
class Play:
    """What lies there, and what one player does.

    `opened` is "before" (on an earlier turn), "now" (earlier in this turn), "no" or "unknown". `hand` is what he holds
    before the first act and `discards` the pile, its top last; None where they are not written. `took` is the card
    taken from the discards if he has drawn that way already.
    """

    acts: tuple[Act, ...]
    table: tuple[tuple[str, Meld], ...] = ()
    opened: str = "before"
    drawn: bool = True
    took: str = ""
    hand: Cards | None = None
    discards: Cards | None = None


# ------------------------------------------------------------------------------------- open questions


class _Open(Exception):
    """A question is asked that has not been answered yet."""


World = Callable[[Ask], Iterable[bool]]
"""Whether it is legal, for each way in which the table can have come about, given answers to the questions asked."""


def settle(judged: World) -> str:
    """Legal or illegal if it is so under every answer to every question, "" if the table can never have come about."""
    found: set[bool] = set()
    todo: list[dict[str, bool]] = [{}]
    while todo:
        answers = todo.pop()
        try:
            found |= set(judged(_asker(answers)))
        except _Open as question:
            todo += [{**answers, str(question): answer} for answer in (True, False)]
    return {0: "", 1: "legal" if True in found else "illegal"}.get(len(found), "undetermined")


def _asker(answers: dict[str, bool]) -> Ask:
    def ask(question: str) -> bool:
        if question not in answers:
            raise _Open(question)
        return answers[question]

    return ask


# --------------------------------------------------------------------------------------- the verdict


def verdict(play: Play, book: Figures) -> str:
    """Illegal if one step is, else undetermined if one is, else legal; "" if the table cannot have come about."""
    seen = set()
    for _, step in verdicts(play, book):
        seen.add(step)
        if step in ("illegal", ""):
            return step
    return "undetermined" if "undetermined" in seen else "legal"


def verdicts(play: Play, book: Figures) -> Iterator[tuple[str, str]]:
    """What is done and its verdict: each act, and the end of the turn ("turn"). Nothing follows once he is out."""
    turn = _Turn(play, book)
    last_lay = max((n for n, act in enumerate(play.acts) if act.verb == "lay"), default=-1)
    for number, act in enumerate(play.acts):
        turn.opening_complete = number == last_lay
        if act.verb != "end":
            yield act.verb, settle(turn.judge(act))
        turn.carry_out(act)
        if not turn.over and (act.verb in ("discard", "end") or turn.hand == []):
            yield "turn", settle(turn.judge_turn)
            turn.over = True
            if turn.hand == []:
                return


@dataclass
class _Turn:
    """A turn as far as it has come."""

    play: Play
    book: Figures
    hand: list[str] | None = None
    discards: list[str] | None = None
    table: dict[str, list[World]] = field(default_factory=dict)
    written: dict[str, Cards] = field(default_factory=dict)
    laid: list[Meld] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    draws: int = 0
    thrown: int = 0
    took: str = ""
    freed: int = 0
    replayed: int = 0
    over: bool = False
    opening_complete: bool = False

    def __post_init__(self) -> None:
        play = self.play
        self.hand = None if play.hand is None else list(play.hand)
        self.discards = None if play.discards is None else list(play.discards)
        self.draws, self.took = int(play.drawn), play.took
        for label, meld in play.table:
            self._put_down(label, meld)

    # --------------------------------------------------------------------------------- what he has done

    def opened_before(self, ask: Ask) -> bool:
        if self.play.opened == "unknown":
            return ask("he opened on an earlier turn")
        return self.play.opened == "before"

    def opened(self, ask: Ask) -> bool:
        return bool(self.laid) or self.play.opened == "now" or self.opened_before(ask)

    @property
    def held_freed(self) -> int:
        """Jokers freed in this turn and not played again."""
        return max(0, self.freed - self.replayed)

    def holds(self, cards: Cards) -> bool:
        """Whether he has these cards; a card that is not known may be any."""
        if self.hand is None:
            return True
        known = [card for card in self.hand if card != UNKNOWN]
        missing = 0
        for card in map(bare, cards):
            if card in known:
                known.remove(card)
            else:
                missing += 1
        return missing <= self.hand.count(UNKNOWN)

    # ------------------------------------------------------------------------------------- judging acts

    def judge(self, act: Act) -> World:
        """Draw first, and only in one's turn, with one's own cards; then what the act itself asks for."""
        rule: Callable[[Act, Ask], list[bool]] = getattr(self, f"_judge_{act.verb}")
        played = tuple(card for meld in act.melds for card in meld.cards) or act.cards
        mine = act.verb in ("draw", "take", "move") or self.holds(played)
        early = act.verb not in ("draw", "take") and not self.draws
        if self.over or early or not mine:
            return lambda ask: [False for _ in rule(act, ask)]
        return lambda ask: rule(act, ask)

    def _judge_draw(self, act: Act, ask: Ask) -> list[bool]:
        return [self.draws == 0]

    def _judge_take(self, act: Act, ask: Ask) -> list[bool]:
        top = self.discards is None or (bool(self.discards) and act.cards in ((), (self.discards[-1],)))
        return [self.draws == 0 and top]

    def _judge_lay(self, act: Act, ask: Ask) -> list[bool]:
        """All must be melds; the last lay of an opening turn answers for the points of all melds of the turn."""
        opens = self.opening_complete and self.play.opened != "now" and not self.opened_before(ask)
        melds = [*self.laid, *act.melds] if opens else act.melds
        worth = [self._best(meld, ask) for meld in melds]
        if None in worth:
            return [False]
        return [not opens or sum(filter(None, worth)) >= self.book.opening]

    def _best(self, meld: Meld, ask: Ask) -> int | None:
        """The most that the meld can count, None if it is none."""
        melds = [read for read in readings(meld.cards, meld.kind) if is_meld(read, self.book, ask)]
        return max((points(read, ask) for read in melds), default=None)

    def _judge_add(self, act: Act, ask: Ask) -> list[bool]:
        return [
            self._may_add(ask) and any(is_meld(after, self.book, ask) for after in added_to(before, act.cards, act.end))
            for before in self._readings_of(act.to, ask)
        ]

    def _may_add(self, ask: Ask) -> bool:
        """Rami 40 does not say that one must have opened; Kalooki does, and "déjà posé" may bar the opening turn."""
        if not self.book.opened_to_add:
            return self.opened(ask) or ask("adding before having opened")
        return self.opened(ask) and (self.opened_before(ask) or ask("adding in the turn of opening"))

    def _judge_swap(self, act: Act, ask: Ask) -> list[bool]:
        return [self._may_swap(before, act, ask) for before in self._readings_of(act.to, ask)]

    def _may_swap(self, before: Read, act: Act, ask: Ask) -> bool:
        after = exchanged_in(before, act.cards, act.jokers)
        if after is None or not is_meld(after, self.book, ask):
            return False
        if self.book.closed_exchanges:
            may = self.opened(ask) or ask("exchanging before having opened")
            return may and _listed_exchange(before, act.cards, act.jokers)
        return _rank_for_rank(before, act.cards, act.jokers) or ask("another exchange")

    def _judge_move(self, act: Act, ask: Ask) -> list[bool]:
        """Rami 40 forbids it; Kalooki does not speak of it."""
        may = not self.book.table_fixed and ask("moving tabled cards")
        left = self._left(act)
        return [
            may
            and (not left or self._best(Meld(left), ask) is not None)
            and any(is_meld(after, self.book, ask) for after in added_to(before, act.cards))
            for before in self._readings_of(act.to, ask)
            for _ in self._readings_of(act.source, ask)
        ]

    def _judge_shift(self, act: Act, ask: Ask) -> list[bool]:
        """A card takes the place of a joker, which goes to an end of the same meld: a way of moving tabled cards."""
        may = not self.book.table_fixed and ask("moving tabled cards")
        return [
            may and any(is_meld(after, self.book, ask) for after in shifted_in(before, act.cards[0]))
            for before in self._readings_of(act.to, ask)
        ]

    def _left(self, act: Act) -> Cards:
        left = list(self.written[act.source])
        for card in act.cards:
            left.remove(card)
        return tuple(left)

    def _judge_discard(self, act: Act, ask: Ask) -> list[bool]:
        joker = bool(act.cards) and is_joker(act.cards[0])
        return [not joker or self._may_keep_freed(ask)]

    def judge_turn(self, ask: Ask) -> list[bool]:
        """One draw and one discard; what taking the discard obliges to; a freed joker."""
        duties = (self._thrown_enough, self._taken_rightly, self._may_keep_freed)
        return [self.draws == 1 and all(duty(ask) for duty in duties)]

    def _may_keep_freed(self, ask: Ask) -> bool:
        """Whether a joker freed in this turn may stay in hand, or be thrown."""
        return not self.held_freed or self.book.freed_joker_kept or ask("keeping or throwing a freed joker")

    def _thrown_enough(self, ask: Ask) -> bool:
        """One discard; whether somebody who lays his whole hand at once needs one is not clear."""
        if self.thrown:
            return self.thrown == 1
        whole = self.hand == [] and not self.opened_before(ask)
        may = whole and (self.book.whole_hand_may_add or not self.added)
        return may and ask("the whole hand at once without a discard")

    def _taken_rightly(self, ask: Ask) -> bool:
        if not self.took or not self.book.discard_obliges:
            return True
        laid = [bare(card) for meld in self.laid for card in meld.cards]
        if self.laid:
            return self.took in laid or ask("taking the discard and laying other cards")
        return self.took in self.added and ask("taking the discard only to add it")

    # ----------------------------------------------------------------------------- what lies on the table

    def _readings_of(self, label: str, ask: Ask) -> list[Read]:
        """How the meld may have been read, if it has been a meld of this book at all times."""
        first, *changes = self.table[label]
        melds = [read for read in first(ask) if is_meld(read, self.book, ask)]
        for change in changes:
            melds = [after for read in melds for after in change(read) if is_meld(after, self.book, ask)]
        return melds

    def _put_down(self, label: str, meld: Meld) -> None:
        self.table[label] = [lambda ask: readings(meld.cards, meld.kind)]
        self.written[label] = meld.cards

    # --------------------------------------------------------------------------------------- carrying out

    def carry_out(self, act: Act) -> None:
        getattr(self, f"_do_{act.verb}", lambda act: None)(act)

    def _do_draw(self, act: Act) -> None:
        self.draws += 1
        if self.hand is not None:
            self.hand.append(act.cards[0] if act.cards else UNKNOWN)

    def _do_take(self, act: Act) -> None:
        self.took = act.cards[0] if act.cards else self.discards[-1] if self.discards else UNKNOWN
        self._do_draw(Act("draw", (self.took,)))

    def _do_lay(self, act: Act) -> None:
        for meld in act.melds:
            self._play(meld.cards)
            self._put_down(f"N{len(self.laid) + 1}", meld)
            self.laid.append(meld)

    def _do_add(self, act: Act) -> None:
        self._play(act.cards)
        self.added += map(bare, act.cards)
        self.table[act.to].append(lambda read: added_to(read, act.cards, act.end))
        self.written[act.to] += act.cards

    def _do_swap(self, act: Act) -> None:
        self._play(act.cards, replay=False)
        self.table[act.to].append(lambda read: [after] if (after := exchanged_in(read, act.cards, act.jokers)) else [])
        self.freed += act.jokers
        if self.hand is not None:
            self.hand += [JOKER] * act.jokers

    def _do_discard(self, act: Act) -> None:
        self._play(act.cards)
        self.thrown += 1

    def _play(self, cards: Cards, replay: bool = True) -> None:
        """Cards leave the hand; a joker that does has been played again."""
        if self.freed and replay:
            self.replayed += sum(map(is_joker, cards))
        for card in map(bare, cards):
            if self.hand is not None and (card in self.hand or UNKNOWN in self.hand):
                self.hand.remove(card if card in self.hand else UNKNOWN)


def bare(card: str) -> str:
    """The card itself: a joker without what it stands for."""
    return JOKER if is_joker(card) else card


# ---------------------------------------------------------------------------------------- exchanges


def _listed_exchange(before: Read, given: Cards, taken: int) -> bool:
    """Rami 40, L25 to L31: the two cards that a set of three lacks for one joker; in a run, card for card."""
    if any(map(is_joker, given)):
        return False
    if isinstance(before, Run):
        # That each is the card its joker stands for, the run that results tells, or the joker itself.
        said = {rank_of(card): card for card in before.cards if is_joker(card) and card != JOKER}
        return len(given) == taken and all(suit_of(card) == suit_of(said.get(rank_of(card), card)) for card in given)
    there = [suit_of(card) for card in fixed(before.cards) if not is_joker(card)]
    suits = [suit_of(card) for card in given]
    complementary = len({*there, *suits}) == len(there) + len(suits)
    return len(before.cards) == 3 and len(given) == 2 and taken == 1 and complementary


def _rank_for_rank(before: Read, given: Cards, taken: int) -> bool:
    """Kalooki, L31: a card of the same rank for each joker; for one joker in a set, two as well."""
    if any(map(is_joker, given)):
        return False
    if isinstance(before, Set):
        right = all(rank_of(card) == before.rank for card in given)
        return right and (len(given) == taken or (len(given), taken) == (2, 1))
    return len(given) == taken
