"""Records damaged as a hasty hand or a bad disk would damage them: a small change or a few, at random or drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from deals.making import deal
from deals.writing import ENGLISH, FRENCH, as_json, kal

CARD = re.compile(r"(10|[2-9AJQKVDR])([♥♦♣♠])|JK")
LABEL = re.compile(r"\b[A-Z][1-9]\b(?![♥♦♣♠])")
ACTS = ("draw", "take", "lay", "add", "swap", "shift", "move", "discard", "call", "cede", "keep", "end")
WORDS = {words[act].split()[0]: [words[other].split()[0] for other in ACTS] for words in (ENGLISH, FRENCH)
         for act in ACTS}  # fmt: skip
"""The word of each act, with those of its language; many come to something that cannot be read."""
ALIKE = (("draw", "take", "discard", "call"), ("cede", "keep", "end", "draw", "take"), ("add", "swap", "shift"))
"""Acts that are written much alike."""
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

Turns = list[tuple[str, list[Any]]]
Edit = Callable[[Random, str], str]


constructed = lru_cache(maxsize=2000)(deal)


def written(rnd: Random, name: str, deals: int) -> str:
    """One of so many deals of a book as a record file, in one language or the other, or as JSON."""
    one = constructed(name, rnd.randrange(deals))
    if rnd.random() < 0.5 and not one.settled:
        return json.dumps(as_json(one, "d"), ensure_ascii=False)
    return kal(one, lang=rnd.choice(("en", "en", "fr")))


def damaged(rnd: Random, text: str, most: int = 2) -> bytes:
    """The text after one edit or a few; where the last ones touch bytes, it may be no UTF-8 any more."""
    for _ in range(rnd.randint(1, most)):
        text = rnd.choice(EDITS)(rnd, text)
    data = bytearray(text.encode())
    for _ in range(rnd.choice((0,) * 8 + (1, 2))):
        place = rnd.randrange(len(data))
        way = rnd.randrange(4)
        if way == 0:
            data[place] = rnd.randrange(256)
        elif way == 1:
            data[place] = rnd.choice(b"0123456789JQKA:;,# ?\n")
        elif way == 2:
            del data[place : place + rnd.randint(1, 4)]
        else:
            data[place:place] = data[place : place + rnd.randint(1, 20)]
    return bytes(data)


# ------------------------------------------------------------------------------------ words of the text


def _one(rnd: Random, text: str, what: re.Pattern[str], change: Callable[[re.Match[str]], str]) -> str:
    """The text with one of the places changed where the pattern is found; rather one of those that are played."""
    found = list(what.finditer(text))
    if not found:
        return text
    at = rnd.choice(found[len(found) // 2 :] if rnd.random() < 0.5 else found)
    return text[: at.start()] + change(at) + text[at.end() :]


def _rank(rnd: Random, text: str) -> str:
    return _one(rnd, text, CARD, lambda at: rnd.choice(RANKS) + (at[2] or "♠"))


def _suit(rnd: Random, text: str) -> str:
    return _one(rnd, text, CARD, lambda at: (at[1] or "9") + rnd.choice("♥♦♣♠"))


def _joker(rnd: Random, text: str) -> str:
    return _one(rnd, text, CARD, lambda at: "JK")


def _another_card(rnd: Random, text: str) -> str:
    """A card of the text in the place of another: the copies of each are still few."""
    cards = [at[0] for at in CARD.finditer(text)]
    return _one(rnd, text, CARD, lambda at: rnd.choice(cards))


def _two_cards(rnd: Random, text: str) -> str:
    """Two cards change places everywhere, or in one place each."""
    found = list(CARD.finditer(text))
    if len(found) < 2:
        return text
    one, two = sorted(rnd.sample(found, 2), key=lambda at: at.start())
    return text[: one.start()] + two[0] + text[one.end() : two.start()] + one[0] + text[two.end() :]


def _name(rnd: Random, text: str) -> str:
    """A player's name in the place of another's, or misspelt."""
    names = sorted(set(re.findall(r"[A-Z][a-zé]{2,}", text)))
    wrong = rnd.choice([*names, *names, "Zoe"]) if names else ""
    return _one(rnd, text, re.compile(r"[A-Z][a-zé]{2,}"), lambda at: wrong)


def _label(rnd: Random, text: str) -> str:
    labels = [at[0] for at in LABEL.finditer(text)]
    return _one(rnd, text, LABEL, lambda at: rnd.choice([*labels, at[0][0] + str(rnd.randint(1, 4))]))


def _verb(rnd: Random, text: str) -> str:
    """Another act of those that are written alike, or any."""
    if text.startswith("{"):
        alike = {act: others for others in ALIKE for act in others}
        pattern = re.compile(r'(?<=\[")(' + "|".join(ACTS) + r')(?=")')
        return _one(rnd, text, pattern, lambda at: rnd.choice(alike.get(at[0], ACTS)))
    pattern = re.compile(r"\b(" + "|".join(WORDS) + r")\b")

    def other(at: re.Match[str]) -> str:
        words = WORDS[at[0]]
        act = ACTS[words.index(at[0])]
        alike = next((others for others in ALIKE if act in others), ACTS)
        return words[ACTS.index(rnd.choice(alike))]

    return _one(rnd, text, pattern, other)


def _number(rnd: Random, text: str) -> str:
    return _one(rnd, text, re.compile(r"(?<![\w♥♦♣♠])\d\b(?![♥♦♣♠])"), lambda at: str(rnd.randint(0, 12)))


def _line(rnd: Random, text: str) -> str:
    """A line lost, doubled, or swapped with the next."""
    lines = text.splitlines(keepends=True)
    n, way = rnd.randrange(len(lines)), rnd.randrange(3)
    if len(lines) > 1:
        lines[n : n + 2] = ([], [lines[n]] * 2 + lines[n + 1 : n + 2], lines[n : n + 2][::-1])[way]
    return "".join(lines)


# ------------------------------------------------------------------------------------ turns and acts


def _of_turns(change: Callable[[Random, Turns], None]) -> Edit:
    """An edit that changes the turns of a record, if the text has any that can be told apart."""

    def edit(rnd: Random, text: str) -> str:
        json_form = text.startswith("{")
        try:
            turns, write = (_json_turns if json_form else _kal_turns)(text)
        except (ValueError, KeyError, TypeError, AttributeError):
            return text
        if any(acts for _, acts in turns):
            change(rnd, turns)
        return write(turns)

    return edit


def _json_turns(text: str) -> tuple[Turns, Callable[[Turns], str]]:
    record = json.loads(text)

    def write(turns: Turns) -> str:
        said = [{"player": player, "acts": acts} for player, acts in turns]
        return json.dumps({**record, "turns": said}, ensure_ascii=False)

    return [(turn["player"], list(turn["acts"])) for turn in record["turns"]], write


def _kal_turns(text: str) -> tuple[Turns, Callable[[Turns], str]]:
    told = re.compile(r"([^:#\s][^:#]*): *((?:" + "|".join(WORDS) + r")\b.*)")
    lines = text.splitlines()
    found = [told.fullmatch(line) for line in lines]
    first = next((n for n, line in enumerate(found) if line), len(lines))
    after = [line for line, turn in zip(lines[first:], found[first:], strict=True) if not turn]

    def write(turns: Turns) -> str:
        said = [f"{player}: {'; '.join(acts)}" for player, acts in turns]
        return "\n".join([*lines[:first], *said, *after]) + "\n"

    return [(turn[1], re.split(r"\s*;\s*", turn[2])) for turn in found if turn], write


def _place(rnd: Random, turns: Turns) -> tuple[list[Any], int]:
    """An act: the acts of its turn, and its number."""
    acts = rnd.choice([acts for _, acts in turns if acts])
    return acts, rnd.randrange(len(acts))


def _drop_act(rnd: Random, turns: Turns) -> None:
    acts, n = _place(rnd, turns)
    if len(acts) > 1:
        del acts[n]


def _double_act(rnd: Random, turns: Turns) -> None:
    acts, n = _place(rnd, turns)
    acts.insert(n, acts[n])


def _swap_acts(rnd: Random, turns: Turns) -> None:
    acts, n = _place(rnd, turns)
    acts[n], acts[n - 1] = acts[n - 1], acts[n]


def _move_act(rnd: Random, turns: Turns) -> None:
    """To another turn, or from there as well."""
    acts, n = _place(rnd, turns)
    others, m = _place(rnd, turns)
    if rnd.random() < 0.5 or len(acts) < 2:
        acts[n], others[m] = others[m], acts[n]
    else:
        others.insert(m, acts.pop(n))


def _turns_about(rnd: Random, turns: Turns) -> None:
    """A turn lost, doubled, swapped with the next, or told of another player."""
    n, way = rnd.randrange(len(turns)), rnd.randrange(4)
    if way == 0 and len(turns) > 1:
        del turns[n]
    elif way == 1:
        turns.insert(n, (turns[n][0], list(turns[n][1])))
    elif way == 2:
        turns[n], turns[n - 1] = turns[n - 1], turns[n]
    else:
        turns[n] = (rnd.choice(turns)[0], turns[n][1])


_ON_TURNS: Sequence[Edit] = [*map(_of_turns, (_drop_act, _double_act, _swap_acts, _move_act, _turns_about))]
EDITS: Sequence[Edit] = (
    _rank, _suit, _joker, _another_card, _another_card, _two_cards, _two_cards, _name, _label, _verb, _number, _line,
    *_ON_TURNS,
)  # fmt: skip


# ------------------------------------------------------------------------------------ drawn: JSON

Place = tuple[str, Any, Any]
"""What kind of thing it is, and where it is: its list or object, and its number or name there."""
Change = tuple[str, bool, int, int, Any]
"""Something dropped, inserted or replaced, by another of its kind or by what may be none: rather in the turns or not,
which it is, and which other."""

VALUES: st.SearchStrategy[Any] = st.sampled_from(
    ["10♥", "JK", "A♠", "?", "…", "Anne", "Bob", "A1", "B2", "draw", "lay", "end", 0, 1, 99, None, []]
)
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["drop", "insert", "replace", "replace", "other"]),
        st.booleans(),
        st.integers(0, 9999),
        st.integers(0, 9999),
        VALUES,
    ),
    min_size=1,
    max_size=3,
)


def changed(record: dict[str, object], changes: list[Change]) -> bytes:
    """The JSON record with these changes, one after the other."""
    record = json.loads(json.dumps(record))
    for what, turns, one, two, value in changes:
        every = [place for place in _places(record) if not turns or place[0].startswith("/turns")] or [*_places(record)]
        kind, where, key = every[one % len(every)]
        alike = [place for place in every if place[0] == kind]
        _, there, other = alike[two % len(alike)]
        new = deepcopy(value if what == "other" else there[other])
        if what == "insert" and isinstance(where, list):
            where.insert(key, new)
        elif what == "drop":
            del where[key]
        else:
            where[key] = new
    return json.dumps(record, ensure_ascii=False).encode()


def _places(value: Any, kind: str = "") -> Iterator[Place]:
    """Everything within a JSON value but its id and its book."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        if key not in ("id", "variant"):
            sort = f"{kind}/{'' if isinstance(key, int) else key}"
            yield sort, value, key
            yield from _places(part, sort)


# ------------------------------------------------------------------------------------ drawn: texts

_CARD = st.sampled_from(["3♠", "6♥", "9♥", "10♠", "J♠", "3♣", "7♣", "7♦", "10♦", "JK", "JK=9♥", "?", "2♠", "11♥", "K"])
_MELD = st.sampled_from(["10♥ 10♦ 10♣", "4♣ 5♣ 6♣ 7♣", "J♠ Q♠ K♠ A♠", "K♥ K♦ K♣ K♠", "8♠ JK JK", "A♥ 2♥ JK", "9 9"])
_LABEL = st.sampled_from(["A1", "A1", "A1", "B1", "B1", "B1", "b1", "B2", "new1"])
_DRAW = st.sampled_from(["draws", "draws", "draws", "draws 10♥", "takes 3♠", "cedes", "calls 3♠"])
_ACT = st.one_of(
    st.lists(_MELD, min_size=1, max_size=4).map(lambda melds: "lays " + ", ".join(melds)),
    st.tuples(st.just("adds"), _CARD, st.just("to"), _LABEL, st.sampled_from(["", "low", "high"])).map(" ".join),
    st.tuples(st.just("swaps"), _CARD, st.sampled_from(["for JK in", "for 2 JK in"]), _LABEL).map(" ".join),
    st.tuples(st.just("shifts"), _CARD, st.just("into"), _LABEL, st.sampled_from(["", ", JK=10♥"])).map(" ".join),
    st.sampled_from(["keeps", "ends", "reshuffles", "declares going", "moves 6♣ from A1 to B1", "calls 3♠", "draws"]),
)
_THROW = st.one_of(_CARD.map("discards {}".format), st.sampled_from(["discards 2♣", "ends", "jette 4♣"]))
_TURN = st.one_of(
    st.tuples(_DRAW, _THROW).map("; ".join),
    st.tuples(_DRAW, st.lists(_ACT, min_size=1, max_size=3).map("; ".join), _THROW).map("; ".join),
    st.lists(st.one_of(_DRAW, _ACT, _THROW), min_size=1, max_size=4).map("; ".join),
)
_HEADER = st.sampled_from(
    ["discards: 3♠", "round: 2", "round: 4", "opened: Bob", "Anne holds: 10♥ 10♦ 10♣ J♠ Q♠ K♠ 2♦", "Bob holds: 4♣ 9♥ …",
     "has drawn: Anne", "drawn: Anne (9♦)", "opened: ?", "stock: 0", "dealer: Bob", "settle: joker.freed = keep",
     "table: A1 (Anne): 10♥ 10♠ JK", "Cleo holds: ? ? 4♣"],
)  # fmt: skip
_TOKEN = st.sampled_from(
    ["Anne", "Bob:", ":", ";", ",", "=", "#", "…", "\n", "---", "(", ")", '"', "holds", "draws", "lays", "A1", "10♥",
     "JK", "table:", "opened:", "for", "low", "players:", "ruling rami-40: legal", "score:", "-", "à", "\t"],
)  # fmt: skip


def _text(parts: tuple[list[str], list[str], list[str], int]) -> str:
    header, turns, free, place = parts
    told = [f"{('Anne', 'Bob', 'Cleo')[n % 3]}: {acts}" for n, acts in enumerate(turns)]
    table = "table:\n  A1 (Anne): 4♣ 5♣ 6♣\n  B1 (Bob): 7♥ 8♥ JK"
    lines = ["players: Anne, Bob, Cleo", table, *header, *told]
    lines[place % len(lines) : 0] = [" ".join(free)] if free else []
    return "\n".join(lines)


_RECORD = st.tuples(
    st.lists(_HEADER, max_size=3, unique=True),
    st.lists(_TURN, min_size=1, max_size=4),
    st.one_of(st.just([]), st.just([]), st.just([]), st.lists(_TOKEN, max_size=4)),
    st.integers(0, 9),
).map(_text)
TEXT = st.tuples(st.integers(0, 7), _RECORD, st.lists(_TOKEN, min_size=1, max_size=30).map(" ".join)).map(
    lambda drawn: drawn[1] if drawn[0] else drawn[2]
)
"""Records of a few turns, and words of the notation without an order."""
