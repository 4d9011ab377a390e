"""Verdicts: what each act of a play, or of a tale, is in a book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from oracle.figures import MOST_CALLS, Figures
from oracle.lying import Lying
from oracle.plays import Act, Play, Tale, bare, is_call
from oracle.questions import Ask, settle
from oracle.turns import Turn

Verdicts = Iterator[tuple[str, str]]


def verdict(play: Play | Tale, book: Figures) -> str:
    """Illegal if one step is, else undetermined if one is, else legal; "" if the table cannot have come about."""
    steps = [found for _, found in verdicts(play, book)]
    if steps[-1:] in (["illegal"], [""]):
        return steps[-1]
    return "undetermined" if "undetermined" in steps else "legal"


@lru_cache(maxsize=10_000)
def verdicts(play: Play | Tale, book: Figures) -> tuple[tuple[str, str], ...]:
    """What is done and its verdict: each act, and the end of the turn ("turn"). Nothing follows what is illegal."""
    found = []
    for kind, step in _of_play(play, book) if isinstance(play, Play) else _Deal(play, book).verdicts():
        found.append((kind, step))
        if step in ("illegal", ""):
            break
    return tuple(found)


def _of_play(play: Play, book: Figures) -> Verdicts:
    """Nothing follows once the player is out."""
    lying = Lying(book)
    for label, meld in play.table:
        lying.put_down(label, meld, "" if meld.own else "another")
    turn = Turn(book, lying, opened_at=play.opened, draws=int(play.drawn), took=play.took, round=play.round)
    turn.hand = None if play.hand is None else list(play.hand)
    turn.discards = None if play.discards is None else list(play.discards)
    turn.stock = play.stock
    yield from _acts(turn, play.acts)


def _acts(turn: Turn, acts: tuple[Act, ...]) -> Verdicts:
    last_lay = max((n for n, act in enumerate(acts) if act.verb == "lay"), default=-1)
    for number, act in enumerate(acts):
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
class _Deal:
    """A tale as far as it has come. `top` is the top of the discard pile, as far as the tale shows it, `made` how
    many times the stock was made anew, `stock` how many cards it has before that, if one can count them."""

    tale: Tale
    book: Figures
    opened: set[str] = field(default_factory=set)
    hands: dict[str, list[str]] = field(default_factory=dict)
    out: bool = False
    turn_of: int = -1
    turn_over: bool = True
    thrower: str = ""
    top: str = ""
    made: int = 0
    stock: int | None = None
    drawn_over: bool = False
    calls: dict[str, int] = field(default_factory=dict)
    ceded: dict[str, int] = field(default_factory=dict)
    caller: str = ""
    winner: str = ""
    whole_hand: bool = False

    def verdicts(self) -> Verdicts:
        tale = self.tale
        lying = Lying(self.book)
        for label, meld in tale.table:
            lying.put_down(label, meld, tale.owner(label))
        self.opened = {*tale.opened, *lying.owners.values()}
        self.hands = {player: list(cards) for player, cards in tale.hands}
        self.turn_of = tale.players.index(next(turn[0] for turn in tale.turns if not is_call(turn))) - 1
        for number, (player, acts) in enumerate(tale.turns):
            if is_call((player, acts)):
                yield from self._calls(player, acts)
            else:
                yield from self._turn(lying, player, acts, self._another_turn_after(number))

    def _another_turn_after(self, number: int) -> bool:
        return not all(map(is_call, self.tale.turns[number + 1 :]))

    @property
    def _next(self) -> str:
        return self.tale.players[(self.turn_of + 1) % len(self.tale.players)]

    @property
    def _in_turn(self) -> str:
        """Who is in turn while a card is called."""
        return self._next if self.turn_over else self.tale.players[self.turn_of]

    def _turn(self, lying: Lying, player: str, acts: tuple[Act, ...], more: bool) -> Verdicts:
        turn = Turn(self.book, lying, player, "before" if player in self.opened else "no", player == self._next)
        turn.round, turn.hand = self.tale.round, self.hands.get(player)
        self.turn_of, self.turn_over = self.tale.players.index(player), False
        answers = [act for act in acts if act.verb in ("cede", "keep")]
        yield from self._answers(turn, answers)
        turn.discards, turn.made = [self.top] if self.top else None, self.made
        turn.stock = None if self.made else self.stock
        acts = acts[len(answers) :]
        went = self.out
        played = iter(acts)
        for kind, found in _acts(turn, acts):
            act = next(played, None)
            yield kind, self._late(act) if went and act is not None else found
            self.drawn_over |= kind in ("draw", "take")
            if kind == "take":
                self.top = ""
            if kind == "discard" and act is not None:
                self.thrower, self.drawn_over, self.top = player, False, bare(act.cards[0])
        if more and not turn.over:
            yield "turn", settle(turn.judge_turn)
        self.turn_over, self.made, self.stock = turn.over or more, turn.made, turn.stock
        if turn.hand == [] and not self.out:
            self.out, self.winner, self.whole_hand = True, player, turn.opened_at == "no" and bool(turn.laid)
        if turn.laid:
            self.opened.add(player)

    # ------------------------------------------------------------------------------------- once somebody is out

    def _late(self, act: Act) -> str:
        """R L35 and L40, K L37, J L29, U L25: a play after the end, of cards that could be played otherwise."""
        if self.book.late == "nobody":
            return "illegal"
        to_him = bool(act.to) and self.tale.owner(act.to) == self.winner
        barred = act.verb in ("lay", "add") if self.book.late == "not at all" else to_him
        return "illegal" if self.whole_hand and barred else "undetermined"

    # ------------------------------------------------------------------------------------------- calls

    def _answers(self, turn: Turn, acts: list[Act]) -> Verdicts:
        """J L26: the player in turn cedes the card, or keeps it."""
        for act in acts:
            answered = "legal" if turn.in_turn and self.caller and not self.out else "illegal"
            yield act.verb, answered if self.book.calls else "undetermined"
            if self.caller and act.verb == "cede":
                self.ceded[self.caller] = self.ceded.get(self.caller, 0) + 1
                self.top = ""
                self.stock = self.stock and self.stock - 1
            self.caller = ""

    def _calls(self, player: str, acts: tuple[Act, ...]) -> Verdicts:
        for act in acts:
            self.calls[player] = self.calls.get(player, 0) + 1
            thrown = not self.top or not act.cards or bare(act.cards[0]) == self.top
            yield "call", settle(lambda ask, thrown=thrown: [self._may_call(player, thrown, ask)])
            self.caller = player

    def _may_call(self, player: str, thrown: bool, ask: Ask) -> bool:
        """J L26: who has not laid yet, out of his turn, three times in a deal, the card just thrown. The other texts
        say nothing of calls."""
        if not self.book.calls:
            return ask("calling a card")
        if self.book.calls != "three" or not thrown or self.out or player in self.opened or player == self._in_turn:
            return False
        if self.ceded.get(player, 0) >= MOST_CALLS:
            return False
        if self.calls[player] > MOST_CALLS and not ask("calls that were refused do not count"):
            return False
        own = player != self.thrower or ask("calling what one has thrown oneself")
        return own and (not self.drawn_over or ask("calling once the next player has drawn"))
