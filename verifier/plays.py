"""What an act puts before the engines: a scene for each play, and the play carried out on the table."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grammar.cards import Card
from grammar.document import Act, Meld, Record
from verifier.scene import Event, FactValue, Part, Scene
from verifier.table import LiveMeld, Table, TurnState, chain_parts, named_card, played

UNJUDGED = ("declare",)
"""Acts that no event stands for."""


def common(table: Table, state: TurnState, record: Record) -> dict[str, FactValue | None]:
    """The facts of every play. Who has laid in this turn has opened, whatever was before."""
    opened = True if state.melds else table.opened.get(state.player)
    return {
        "opened": opened,
        "opened-before": state.opened_before,
        "drawn": state.drawn,
        "in-turn": state.in_turn and not state.over,
        "round": table.round,
    }


class Maker:
    """Makes the scene of one act, then carries the act out on the table."""

    def __init__(self, table: Table, state: TurnState, record: Record, act: Act, whole_table: bool) -> None:
        self.table, self.state, self.record, self.act = table, state, record, act
        self.whole_table = whole_table
        self.facts = common(table, state, record)
        self.made: Part | None = None

    def scene(self, opens: bool) -> Scene:
        if self.act.verb in UNJUDGED or self.act.verb == "end":
            return Scene((), ())
        scene = self._lay(opens) if self.act.verb == "lay" else self._other()
        return self._late(scene) if self.table.winner is not None and self.act.verb != "reshuffle" else scene

    def _other(self) -> Scene:
        made: Scene = getattr(self, f"_{self.act.verb}")()
        return made

    def _event(self, name: str, parts: tuple[int, ...] = (), cards: tuple[Card, ...] = (), **more: FactValue) -> Event:
        facts = {**self.facts, **{key.replace("_", "-"): value for key, value in more.items()}}
        hand = self.table.hand(self.state.player)
        laid, added = tuple(self.state.laid), tuple(self.state.added)
        return Event(name, facts, parts, cards, hand, None, laid, added, self.state.took)

    # ------------------------------------------------------------------------------------ the plays

    def _draw(self) -> Scene:
        return Scene((), (self._event("draw", cards=self.act.cards, pile="stock"),))

    def _take(self) -> Scene:
        event = self._event("draw", cards=self.act.cards, pile="discard-pile")
        return Scene((), (replace(event, pile=self._pile()),))

    def _pile(self) -> tuple[Card, ...] | None:
        return None if self.table.discards is None else tuple(self.table.discards)

    def _lay(self, opens: bool) -> Scene:
        """Each meld is laid and must be one; the last lay of an opening turn answers for all melds of the turn."""
        parts = list(self._laid_parts())
        cards = tuple(card for part in parts for card in part.cards)
        events = [self._event("lay", (n,), cards) for n in range(len(parts))]
        if opens:
            parts += [replace(part, past=False) for part in self.state.melds]
        new = tuple(range(len(parts)))
        laid_before = {part.label for part in self.state.melds} if opens else set()
        others, guards = self._others(parts, laid_before)
        events += [self._event("meld", (n, *(m for m in new if m != n and self.whole_table), *others)) for n in new]
        if opens:
            events.append(self._open(new))
        return Scene(tuple(parts), tuple(events), guards)

    def _open(self, melds: tuple[int, ...]) -> Event:
        """The opening looks back at the hand as it was before the first meld of the turn."""
        hand = self.table.hand_at_first(self.state, played(self.act))
        return replace(self._event("open", melds, hand_written=hand is not None), hand=hand)

    def _others(self, parts: list[Part], without: set[str]) -> tuple[tuple[int, ...], tuple[Event, ...]]:
        """Puts the other melds of the table on the scene, if they are asked for: their numbers, and their duties."""
        if not self.whole_table:
            return (), ()
        found: list[int] = []
        for live in self.table.melds.values():
            if live.label not in without:
                parts += chain_parts(live.chain, len(parts))
                found.append(len(parts) - 1)
        guards = (self._guard(n, *(m for m in found if m != n)) for n in found)
        return tuple(found), tuple(guards)

    def _laid_parts(self) -> Iterator[Part]:
        for meld in self.act.melds:
            yield Part("laid", meld.cards, meld.kind, label=meld.label)

    def _add(self) -> Scene:
        live = self._target()
        part = Part("added", live.cards + self.act.cards, new=self.act.cards, end=self.act.end, label=live.label)
        return self._change(live, part, "add", own=self._own(live))

    def _swap(self) -> Scene:
        live = self._target()
        gone = jokers_taken(live.chain[-1], self.act.cards, self.act.jokers)
        left = tuple(card for n, card in enumerate(live.cards) if n not in gone)
        part = Part("swapped", left + self.act.cards, new=self.act.cards, taken=self.act.jokers, label=live.label)
        part = replace(part, gone=gone)
        return self._change(live, part, "swap", own=self._own(live), taken=self.act.jokers)

    def _shift(self) -> Scene:
        live = self._target()
        becomes = (self.act.becomes,) if self.act.becomes else ()
        part = Part("shifted", live.cards + self.act.cards, new=self.act.cards, label=live.label, end="")
        part = replace(part, becomes=becomes[0] if becomes else None)
        return self._change(live, part, "shift", own=self._own(live))

    def _change(self, live: LiveMeld, part: Part, name: str, **facts: FactValue) -> Scene:
        """A play on a meld: the meld's history, what the play makes of it, and the meld's own duty."""
        history = chain_parts(live.chain, 0)
        before, after = len(history) - 1, len(history)
        self.made = replace(part, before=before)
        parts = [*history, self.made]
        others, guards = self._others(parts, {live.label})
        played = self._event(name, (before, after), self.act.cards, **facts)
        made = self._event("meld", (after, *others))
        # What the meld was before lay there with other melds than those of today.
        lay_there = (self._guard(n, *(others if n == before else ())) for n in range(len(history)))
        return Scene(tuple(parts), (played, made), (*lay_there, *guards))

    def _move(self) -> Scene:
        """Cards leave one meld and join another: both are changed."""
        source, target = self._source(), self._target()
        one, two = chain_parts(source.chain, 0), chain_parts(target.chain, len(source.chain))
        left = without(source.cards, self.act.cards)
        base = len(one) + len(two)
        rest = Part("laid", left, label=source.label)
        joined = Part("added", target.cards + self.act.cards, before=base - 1, new=self.act.cards, label=target.label)
        parts = [*one, *two, *((rest,) if left else ()), joined]
        made = range(base, len(parts))
        others, guards = self._others(parts, {source.label, target.label})
        events = [self._event("move", (len(one) - 1, base - 1), self.act.cards, own=self._own(source))]
        events += [self._event("meld", (n, *(m for m in made if m != n and self.whole_table), *others)) for n in made]
        ends = (len(one) - 1, base - 1)
        lay_there = (self._guard(n, *(others if n in ends else ())) for n in range(base))
        return Scene(tuple(parts), tuple(events), (*lay_there, *guards))

    def _discard(self) -> Scene:
        state, card = self.state, named_card(self.act)
        held = self.table.hand(state.player)
        event = self._event(
            "discard",
            cards=(card,) if card else (),
            last=held is not None and len(held) == 1,
            freed_held=state.freed_held,
            took_discard=state.took_discard,
            melds_laid=len(state.melds),
            jokers_freed=state.jokers_freed,
        )
        return Scene((), (event,))

    def _call(self) -> Scene:
        player, table = self.state.player, self.table
        event = self._event(
            "call",
            cards=self.act.cards,
            calls=table.calls.get(player, 0) + 1,
            calls_ceded=table.ceded.get(player, 0),
            own_discard=table.thrower == player,
            drawn_over=table.drawn_over,
        )
        return Scene((), (replace(event, pile=self._pile()),))

    def _reshuffle(self) -> Scene:
        stock, runs = self.table.stock, self.table.stock_runs
        facts = {
            "round": self.table.round,
            "stock-empty": not stock,
            "stock-runs": None if runs is None else runs + 1,
        }
        return Scene((), (Event("reshuffle", facts),))

    def _cede(self) -> Scene:
        return Scene((), (self._event("cede", called=self.table.caller is not None),))

    def _keep(self) -> Scene:
        return Scene((), (self._event("keep", called=self.table.caller is not None),))

    # ------------------------------------------------------------------------------------ helpers

    def _late(self, scene: Scene) -> Scene:
        """After somebody is out, the play itself is the question; what it makes must still be melds."""
        play = "draw" if self.act.verb == "take" else self.act.verb
        winner = self.table.winner
        target = self.table.melds.get(self.act.target)
        late = self._event(
            "late",
            cards=played(self.act),
            play=play,
            after_going=self.table.winner_went,
            to_winner=target is not None and target.owner == winner,
        )
        melds = tuple(event for event in scene.events if event.name == "meld")
        return replace(scene, events=(late, *melds))

    def _guard(self, *parts: int) -> Event:
        """What lay there must have been a meld: the first of the parts, seen with the others."""
        return Event("meld", {"opened": True, "opened-before": True, "round": self.table.round}, parts)

    def _target(self) -> LiveMeld:
        return self.table.melds[self.act.target]

    def _source(self) -> LiveMeld:
        return self.table.melds[self.act.source]

    def _own(self, live: LiveMeld) -> FactValue:
        return live.owner == self.state.player

    # ------------------------------------------------------------------------------------ carrying it out

    def carry_out(self, names: dict[int, str]) -> None:
        table, state, act = self.table, self.state, self.act
        match act.verb:
            case "draw":
                table.draw(state, named_card(act))
            case "take":
                table.take(state, named_card(act))
            case "lay":
                table.lay(state, [(names[id(meld)], part) for meld, part in self._named_parts(names)])
            case "add" | "shift":
                assert self.made
                table.put(state, act.target, self.made)
            case "swap":
                assert self.made
                table.swap(state, act.target, self.made)
            case "move":
                self._carry_out_move()
            case "call":
                table.call(state.player, named_card(act))
            case "cede":
                table.cede()
            case "keep":
                table.keep()
            case "reshuffle":
                table.reshuffle()
            case "discard" if act.cards:
                table.discard(state, act.cards[0])
            case _:
                pass

    def _named_parts(self, names: dict[int, str]) -> Iterator[tuple[Meld, Part]]:
        for meld in self.act.melds:
            yield meld, Part("laid", meld.cards, meld.kind, label=names[id(meld)])

    def _carry_out_move(self) -> None:
        source, target = self._source(), self._target()
        left = without(source.cards, self.act.cards)
        source.chain[:] = [Part("tabled", left, label=source.label)]
        before = len(target.chain) - 1
        cards = target.cards + self.act.cards
        joined = Part("added", cards, before=before, new=self.act.cards, label=target.label, past=True)
        target.chain.append(joined)


def without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards left when others go, each as often as it is there."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def jokers_taken(meld: Part, given: tuple[Card, ...], count: int) -> tuple[int, ...]:
    """Which jokers of a meld an exchange takes, by number.

    For each card given: one that says this very card; in what can only be a run, one that says its rank; else an open
    joker; else one that says another card.
    """
    left = [n for n, card in enumerate(meld.cards) if card.joker]
    ranks = {card.rank for card in meld.cards if card.rank}
    run = meld.kind == "run" or len(ranks) > 1
    gone: list[int] = []
    for card in given[:count] or ():
        if left:
            best = min(left, key=lambda n: _unlike(meld.cards[n], card, run))
            left.remove(best)
            gone.append(best)
    return tuple(sorted((*gone, *left[: count - len(gone)])))


def _unlike(joker: Card, given: Card, run: bool) -> int:
    """How far a joker is from the one that a card given replaces."""
    said = (joker.rank, joker.suit)
    if said == (given.rank, given.suit):
        return 0
    if run and joker.rank == given.rank:
        return 1
    return 2 if said == (0, 0) else 3
