"""The one-line form: `A1 10♥ 10♠ JK; swap 10♦ for JK in A1`.

There is one player, without a name, who has opened on an earlier turn and has drawn, unless the line says otherwise;
melds belong to others, unless they are said to be his (`my A1 …`). The position comes first, then the acts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Tree
from msgspec.structs import replace

from grammar.acts import act_of
from grammar.document import Act, Meld
from grammar.draft import Draft
from grammar.explain import no_verb
from grammar.headers import Header
from grammar.reading import Leaves, Reader, find, name_of, tokens
from grammar.text import Unit
from grammar.words import LANGS, is_nothing, known, opening_word, plain

ACTS = frozenset((
    "draw", "take", "lay", "add", "swap", "shift", "move", "discard", "call", "cede", "keep", "reshuffle",
    "declare", "end",
))  # fmt: skip

_HEADERS = frozenset(("variant", "lang", "settle"))
"""Header lines of files that the one-line form has too, with their colon."""

_ABOUT = {
    **dict.fromkeys(("not_opened", "opened_now", "opened"), "opened"),
    **dict.fromkeys(("not_drawn", "drawn", "took"), "drawn"),
}
"""Parts of which there can be only one."""

_LABEL = re.compile(r"[^\W\d_]{1,2}|\w*[0-9][\w-]*")
"""The names of melds that cannot be misspelt verbs."""


def language(units: Sequence[Unit]) -> str:
    """The language of a line: that of `lang:`, else of its first word that has one."""
    found = ""
    for unit in units:
        head = unit.head()
        if head and plain(head[0].text) in known("header") and known("header")[plain(head[0].text)][0] == "lang":
            return LANGS.get(plain(head[1].text), "")
        entries = (opening_word(unit.text, table) for table in ("verb", "line", "header"))
        found = found or next((entry[1] for entry in entries if entry and entry[1]), "")
    return found


class LineForm:
    """Reads the parts of a line into a draft. Mistakes are troubles of the reader."""

    def __init__(self, reader: Reader, draft: Draft) -> None:
        self.reader, self.draft = reader, draft
        self.header = Header(reader, draft)
        self._acts: list[Act] = []
        self._seen: set[str] = set()
        draft.opened, draft.drawn = [""], [""]

    def read(self, units: Sequence[Unit]) -> None:
        """Read every part."""
        for index, unit in enumerate(units):
            if not self._header(unit):
                self._part(unit, index + 1 == len(units))
        if self._acts:
            self.draft.play("", self._acts, self._acts[0].at)
        elif not self.reader.troubles:
            self.reader.trouble(
                self.draft.at,
                "this is a position without a play, so there is nothing to judge; add what is played, as in draw",
                "c'est une position sans coup, il n'y a rien à juger ; ajoutez ce qui est joué : pioche",
            )

    def _header(self, unit: Unit) -> bool:
        """`variant: rami-40;` and the like; True if this is such a part, or one that has no place here."""
        split = unit.head()
        if split is None or not split[0].text:
            return False
        head, rest = split
        word = plain(head.text)
        rule = known("header")[word][0] if word in known("header") else ""
        if rule in _HEADERS:
            self.header.put(rule, rest)
        elif rule == "table":
            if rest.text and not is_nothing(rest.text):
                self._part(rest, False)
        elif rule in ("players", "dealer", "match", "score", "total") or opening_word(rest.text, "verb"):
            self.reader.trouble(
                head.place,
                f"“{head.text}:” has no place in the one-line form, where there is one player without a name",
                f"« {head.text} : » n'a pas sa place dans la forme en une ligne, où le seul joueur n'a pas de nom",
            )
        else:
            return False
        return True

    def _part(self, unit: Unit, last: bool) -> None:
        tree = self.reader.tree(unit, "statement") if self._known(unit) else None
        if tree is None:
            self.header.labels.incomplete = True
            return
        kind = str(tree.data)
        if kind == "discard" and not last and not self._acts and _is_pile(tree):
            kind = "discards"
            tree = Tree(kind, tree.children)
        if kind in ACTS:
            self._acts.append(act_of(self.reader, self.header.labels, "", unit, tree))
            return
        if self._fits(kind, unit):
            self._position(kind, unit, tree)

    def _known(self, unit: Unit) -> bool:
        """Whether the part begins with a word of the notation or with the name of a meld, and no misspelt verb."""
        word = re.match(r"[^\s(:;,]*", unit.text)
        if word and (not word[0].isalpha() or _LABEL.fullmatch(word[0])):
            return True
        if opening_word(unit.text, "verb") or opening_word(unit.text, "line"):
            return True
        self.reader.troubles.append(no_verb(unit, self.reader.lang, in_line=True))
        return False

    def _fits(self, kind: str, unit: Unit) -> bool:
        """Whether a part of the position stands before the acts, and is said once; if not, the trouble is noted."""
        about = _ABOUT.get(kind, kind)
        again = about in self._seen and about != "melds"
        self._seen.add(about)
        if again:
            self.reader.trouble(
                unit.place,
                f"“{unit.text}” does not go with what is said before",
                f"« {unit.text} » ne va pas avec ce qui est dit avant",
            )
        elif self._acts:
            self.reader.trouble(
                unit.place,
                f"“{unit.text}” belongs to the position, which stands before the first act",
                f"« {unit.text} » appartient à la position, qui s'écrit avant la première action",
            )
        return not again and not self._acts

    def _position(self, kind: str, unit: Unit, tree: Leaves) -> None:
        draft = self.draft
        if kind == "melds":
            draft.table += [self._owned(meld, child) for meld, child in self.header.melds(unit, tree)]
        elif kind == "holds":
            self.header.hand("", unit, tree)
        elif kind == "not_opened":
            draft.opened = []
        elif kind == "opened_now":
            draft.opened, draft.opened_now = [], [""]
        elif kind == "not_drawn":
            draft.drawn = []
        elif kind == "opened":
            draft.opened_unknown = find(tree, "UNSURE") is not None
            draft.opened = [] if draft.opened_unknown else [""]
        elif kind != "drawn":
            self.header.put_tree(unit, tree)

    def _owned(self, meld: Meld, tree: Leaves) -> Meld:
        """`my A1` is the player's, `A1` another's."""
        owner = find(tree, "NAME", "QUOTED")
        return replace(meld, owner="" if find(tree, "MY") else name_of(owner) if owner else "?")


def _is_pile(tree: Leaves) -> bool:
    """Whether `discards 9♦` may be the discard pile: the bare verb (`discard`, `jette`) never is."""
    return plain(next(tokens(tree, "DISCARD"))) in ("discards", "defausse")
