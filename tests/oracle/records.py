"""Puts a record of the project before the oracle: the way back of `bridge.record`."""

from __future__ import annotations

from grammar.cards import Card, show
from grammar.document import Act, Meld, Record
from grammar.record import read, read_line
from oracle import melds, plays


def play_of(text: str) -> plays.Play | plays.Tale:
    """The play of a line, or the tale of a record of several lines."""
    if "\n" in text:
        return _tale(read(text)[0])
    record = read_line(text)
    if record.turns[0].acts[0].verb in ("cede", "keep"):
        return plays.Tale(("Anne", "Bob"), (("Anne", tuple(map(_act, record.turns[0].acts))),))
    return _calls(record) if record.turns[0].acts[0].verb == "call" else _play(record)


def _calls(record: Record) -> plays.Tale:
    """Calls in a line are those of a player who is not in turn; the top of the pile is what another threw."""
    thrown = record.discards[-1:] if record.discards else record.turns[0].acts[0].cards
    threw = ("Anne", (plays.Act("draw"), plays.Act("discard", _cards(thrown))))
    calls = ("Cleo", tuple(map(_act, record.turns[0].acts)))
    return plays.Tale(("Anne", "Bob", "Cleo"), (threw, calls), opened=("Cleo",) if record.opened else ())


def _card(card: Card) -> str:
    if card.joker:
        return melds.JOKER
    return melds.card(card.rank, melds.SUITS[card.suit - 1])


def _cards(cards: tuple[Card, ...]) -> melds.Cards:
    assert all(card.known and not (card.joker and card.rank) for card in cards), [show(card) for card in cards]
    return tuple(map(_card, cards))


def _act(act: Act) -> plays.Act:
    laid = tuple(plays.Meld(_cards(meld.cards), meld.kind) for meld in act.melds)
    return plays.Act(act.verb, _cards(act.cards), laid, act.target, act.source, act.end, act.jokers)


def _lying(table: tuple[Meld, ...], player: str) -> plays.Lain:
    return tuple((meld.label, plays.Meld(_cards(meld.cards), meld.kind, meld.owner == player)) for meld in table)


def _play(record: Record) -> plays.Play:
    mine = any(meld.owner == "" for meld in record.table)
    opened = "now" if record.opened_now else "before" if record.opened or mine else "no"
    return plays.Play(
        tuple(map(_act, record.turns[0].acts)),
        _lying(record.table, ""),
        opened,
        bool(record.drawn),
        _card(record.took) if record.took else "",
        _cards(record.hands[0].cards) if record.hands else None,
        None if record.discards is None else _cards(record.discards),
        record.round or 0,
        record.stock,
    )


def _tale(record: Record) -> plays.Tale:
    """Who has drawn when the record begins draws the last card of his hand in his first turn."""
    held = {hand.player: _cards(hand.cards) for hand in record.hands}
    waiting = {player: held.get(player, ()) for player in record.drawn}
    held |= {player: cards[:-1] for player, cards in waiting.items()}
    turns = []
    for turn in record.turns:
        drawn = waiting.pop(turn.player, None)
        first = () if drawn is None else (plays.Act("draw", drawn[-1:]),)
        turns.append((turn.player, (*first, *map(_act, turn.acts))))
    return plays.Tale(
        record.players,
        tuple(turns),
        _lying(record.table, ""),
        record.opened,
        tuple(held.items()),
        record.round or 0,
    )
