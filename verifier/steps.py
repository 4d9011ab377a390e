"""From a record to what is judged: a scene for each act, and one for the end of each turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from grammar.document import Act, At, Record, Turn
from verifier.plays import Maker, common
from verifier.scene import Event, FactValue, Scene
from verifier.table import Table, TurnState


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


def steps(record: Record, whole_table: bool = False, table: Table | None = None) -> Iterator[Step]:
    """The steps of a record, in order. Nothing in them depends on a book.

    With `whole_table`, a meld that an act makes is seen together with the others on the table (`TABLE_FACTS`). `table`
    is that of the record before its first act; every act is carried out on it.
    """
    table = table or Table(record)
    names = _new_labels(record)
    for number, turn in enumerate(record.turns):
        yield from _turn_steps(table, record, number, turn, names, whole_table)


def _turn_steps(
    table: Table, record: Record, number: int, turn: Turn, names: dict[int, str], whole_table: bool
) -> Iterator[Step]:
    calls = _is_call(turn)
    state = table.begin(turn.player, _in_turn(record, number), first=number == 0)
    last_lay = max((n for n, act in enumerate(turn.acts) if act.verb == "lay"), default=-1)
    # Who opened earlier in this turn, before the record begins, has opened with melds that nobody can add up here.
    opening = state.opened_before is not True and not (number == 0 and turn.player in record.opened_now)
    for index, act in enumerate(turn.acts):
        maker = Maker(table, state, record, act, whole_table)
        scene = maker.scene(opens=index == last_lay and opening)
        yield Step(act.verb, turn.player, number, act.at, act.text, scene, act)
        maker.carry_out(names)
        if not calls and not state.over and (act.verb in ("discard", "end") or table.hand_empty(turn.player)):
            yield _end(table, state, record, number, act.at)
    if not calls and not state.over and not all(map(_is_call, record.turns[number + 1 :])):
        yield _end(table, state, record, number, turn.acts[-1].at if turn.acts else turn.at)


def _is_call(turn: Turn) -> bool:
    """A call comes between turns and is none."""
    return bool(turn.acts) and turn.acts[0].verb == "call"


def _in_turn(record: Record, number: int) -> bool:
    """Turns follow each other in the order of the players; the first one written is taken to be in turn.

    Who calls is in turn only if the record shows it.
    """
    turn, calls = record.turns[number], _is_call(record.turns[number])
    last = next((one for one in reversed(record.turns[:number]) if not _is_call(one)), None)
    if last is None:
        return not calls
    before, order = last.player, record.players
    if calls and not any(act.verb in ("discard", "end") for act in last.acts):
        return turn.player == before
    if before not in order or turn.player not in order:
        return before != turn.player and not calls
    return order[(order.index(before) + 1) % len(order)] == turn.player


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
        **common(table, state, record),
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
