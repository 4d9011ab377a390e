"""From a record to what is judged: a scene for each act, and one for the end of each turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from grammar.cards import Card
from grammar.document import Act, At, Meld, Record, Turn
from verifier.scene import Event, FactValue, Part, Scene
from verifier.table import LiveMeld, Table, TurnState, chain_parts, joker_count, named_card

UNJUDGED = ("cede", "keep", "reshuffle", "declare")
"""Acts that no event stands for: they matter within whole deals."""


class Step(Struct, frozen=True):
    """One thing to be judged: an act, or the end of a turn (`kind` "turn", `act` None).

    `turn` counts the turns of the record from 0; `labels` are the melds that the scene's parts belong to.
    """

    kind: str
    actor: str
    turn: int
    at: At
    text: str
    scene: Scene
    act: Act | None = None


def steps(record: Record) -> Iterator[Step]:
    """The steps of a record, in order. Nothing in them depends on a book."""
    table = Table(record)
    names = _new_labels(record)
    for number, turn in enumerate(record.turns):
        yield from _turn_steps(table, record, number, turn, names)


def _turn_steps(table: Table, record: Record, number: int, turn: Turn, names: dict[int, str]) -> Iterator[Step]:
    state = table.begin(turn.player, _in_turn(record, number), first=number == 0)
    last_lay = max((n for n, act in enumerate(turn.acts) if act.verb == "lay"), default=-1)
    for index, act in enumerate(turn.acts):
        maker = _Maker(table, state, record, act)
        scene = maker.scene(opens=index == last_lay and state.opened_before is not True, names=names)
        yield Step(act.verb, turn.player, number, act.at, act.text, scene, act)
        maker.carry_out(names)
        if not state.over and (act.verb in ("discard", "end") or table.hand_empty(turn.player)):
            yield _end(table, state, record, number, act.at)
    if not state.over and number + 1 < len(record.turns):
        yield _end(table, state, record, number, turn.acts[-1].at if turn.acts else turn.at)


def _in_turn(record: Record, number: int) -> bool:
    """Turns follow each other in the order of the players; the first one written is taken to be in turn."""
    if number == 0:
        return True
    before, player = record.turns[number - 1].player, record.turns[number].player
    if before not in record.players or player not in record.players:
        return before != player
    order = record.players
    return order[(order.index(before) + 1) % len(order)] == player


def _new_labels(record: Record) -> dict[int, str]:
    """A label for each meld laid in the record, by the identity of the meld: its own, or its owner's next free one."""
    used = {meld.label for meld in record.table}
    laid = [(turn.player, meld) for turn in record.turns for act in turn.acts for meld in act.melds]
    used |= {meld.label for _, meld in laid if meld.label}
    labels: dict[int, str] = {}
    for player, meld in laid:
        label = meld.label or _free_label(player, used)
        used.add(label)
        labels[id(meld)] = label
    return labels


def _free_label(player: str, used: set[str]) -> str:
    initial = player[:1].upper() or "N"
    number = 1
    while f"{initial}{number}" in used:
        number += 1
    return f"{initial}{number}"


def _end(table: Table, state: TurnState, record: Record, number: int, at: At) -> Step:
    """The duties of the whole turn, and of going out if the hand is empty."""
    empty = table.hand_empty(state.player)
    facts: dict[str, FactValue | None] = {
        **_common(table, state, record),
        "draws": state.draws,
        "took-discard": state.took_discard,
        "melds-laid": len(state.melds),
        "jokers-freed": state.jokers_freed,
        "freed-held": state.freed_held,
        "cards-added": len(state.added),
        "discards": state.discards,
        "hand-empty": empty,
        "from-closed-hand": None if state.opened_before is None else not state.opened_before,
    }
    taken = (state.took,) if state.took_discard and state.took else ()
    events = [Event(name, facts, (), taken, laid=tuple(state.laid), added=tuple(state.added), took=state.took)
              for name in ("turn", *(("out",) if empty else ()))]  # fmt: skip
    table.finish(state)
    return Step("turn", state.player, number, at, "", Scene((), tuple(events)))


def _common(table: Table, state: TurnState, record: Record) -> dict[str, FactValue | None]:
    """The facts of every play. Who has laid in this turn has opened, whatever was before."""
    opened = True if state.melds else table.opened.get(state.player)
    return {
        "opened": opened,
        "opened-before": state.opened_before,
        "drawn": state.drawn,
        "in-turn": state.in_turn and not state.over,
        "round": record.round,
    }


class _Maker:
    """Makes the scene of one act, then carries the act out on the table."""

    def __init__(self, table: Table, state: TurnState, record: Record, act: Act) -> None:
        self.table, self.state, self.record, self.act = table, state, record, act
        self.facts = _common(table, state, record)
        self.made: Part | None = None

    def scene(self, opens: bool, names: dict[int, str]) -> Scene:
        if self.act.verb in UNJUDGED or self.act.verb == "end":
            return Scene((), ())
        scene: Scene = getattr(self, f"_{self.act.verb}")(opens) if self.act.verb == "lay" else self._other()
        return self._late(scene) if self.table.winner is not None else scene

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
        pile = None if self.table.discards is None else tuple(self.table.discards)
        return Scene((), (replace(event, pile=pile),))

    def _lay(self, opens: bool) -> Scene:
        """Each meld is laid and must be one; the last lay of an opening turn answers for all melds of the turn."""
        parts = list(self._laid_parts())
        cards = tuple(card for part in parts for card in part.cards)
        events = [self._event("lay", (n,), cards) for n in range(len(parts))]
        if opens:
            parts += [replace(part, past=False) for part in self.state.melds]
        events += [self._event("meld", (n,)) for n in range(len(parts))]
        if opens:
            events.append(self._event("open", tuple(range(len(parts)))))
        return Scene(tuple(parts), tuple(events))

    def _laid_parts(self) -> Iterator[Part]:
        for meld in self.act.melds:
            yield Part("laid", meld.cards, meld.kind, label=meld.label)

    def _add(self) -> Scene:
        live = self._target()
        part = Part("added", live.cards + self.act.cards, new=self.act.cards, end=self.act.end, label=live.label)
        return self._change(live, part, "add", own=self._own(live))

    def _swap(self) -> Scene:
        live = self._target()
        left = _without_jokers(live.cards, self.act.jokers)
        part = Part("swapped", left + self.act.cards, new=self.act.cards, taken=self.act.jokers, label=live.label)
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
        events = (self._event(name, (before, after), self.act.cards, **facts), self._event("meld", (after,)))
        return Scene((*history, self.made), events, tuple(self._guards(history)))

    def _move(self) -> Scene:
        """Cards leave one meld and join another: both are changed."""
        source, target = self._source(), self._target()
        one, two = chain_parts(source.chain, 0), chain_parts(target.chain, len(source.chain))
        left = list(source.cards)
        for card in self.act.cards:
            if card in left:
                left.remove(card)
        base = len(one) + len(two)
        rest = Part("laid", tuple(left), label=source.label)
        joined = Part("added", target.cards + self.act.cards, before=base - 1, new=self.act.cards, label=target.label)
        parts = (*one, *two, *((rest,) if left else ()), joined)
        events = [self._event("move", (len(one) - 1, base - 1), self.act.cards, own=self._own(source))]
        events += [self._event("meld", (n,)) for n in range(base, len(parts))]
        return Scene(parts, tuple(events), tuple(self._guards((*one, *two))))

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
        return Scene((), (self._event("call", cards=self.act.cards),))

    # ------------------------------------------------------------------------------------ helpers

    def _late(self, scene: Scene) -> Scene:
        """After somebody is out, the play itself is the question; what it makes must still be melds."""
        play = "draw" if self.act.verb == "take" else self.act.verb
        winner = self.table.winner
        target = self.table.melds.get(self.act.target)
        late = self._event(
            "late",
            play=play,
            after_going=self.table.winner_went,
            to_winner=target is not None and target.owner == winner,
        )
        melds = tuple(event for event in scene.events if event.name == "meld")
        return replace(scene, events=(late, *melds))

    def _guards(self, history: tuple[Part, ...]) -> Iterator[Event]:
        """What lay there must have been melds: the duty of each part that was made before."""
        for number in range(len(history)):
            yield Event("meld", {"opened": True, "opened-before": True, "round": self.record.round}, (number,))

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
            case "discard" if act.cards:
                table.discard(state, act.cards[0])
            case _:
                pass

    def _named_parts(self, names: dict[int, str]) -> Iterator[tuple[Meld, Part]]:
        for meld in self.act.melds:
            yield meld, Part("laid", meld.cards, meld.kind, label=names[id(meld)])

    def _carry_out_move(self) -> None:
        source, target = self._source(), self._target()
        left = list(source.cards)
        for card in self.act.cards:
            if card in left:
                left.remove(card)
        source.chain[:] = [Part("tabled", tuple(left), label=source.label)]
        before = len(target.chain) - 1
        cards = target.cards + self.act.cards
        joined = Part("added", cards, before=before, new=self.act.cards, label=target.label, past=True)
        target.chain.append(joined)


def _without_jokers(cards: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """The cards left when `count` jokers are taken: open jokers go first, then those that say their card."""
    open_first = sorted(
        (n for n, card in enumerate(cards) if card.joker), key=lambda n: (bool(cards[n].rank or cards[n].suit), n)
    )
    gone = set(open_first[:count])
    return tuple(card for n, card in enumerate(cards) if n not in gone)


def joker_shortage(act: Act, live: LiveMeld) -> bool:
    """Whether a swap asks for more jokers than the meld has."""
    return act.verb == "swap" and act.jokers > joker_count(live.cards)
