"""The form of files: header lines, the table, hands, and turns."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grammar.acts import read_act
from grammar.document import At
from grammar.draft import Draft
from grammar.explain import unclosed
from grammar.headers import Header
from grammar.layout import Block
from grammar.reading import Leaves, Reader, find, name_of, spot
from grammar.text import Unit
from grammar.words import Entry, close, is_nothing, opening_word, spelt

_AFTER_TURNS = frozenset(("turn", "ruling", "score", "total", "settle", "stray"))
"""Blocks that may stand after the first turn."""

_REPEATED = frozenset(("turn", "ruling", "score", "total", "settle", "stray", "holds"))
"""Blocks that a record may have several of."""


class FileForm:
    """Reads the blocks of a record into a draft. Mistakes are troubles of the reader."""

    def __init__(self, reader: Reader, draft: Draft) -> None:
        self.reader, self.draft = reader, draft
        self.header = Header(reader, draft)
        self._seen: dict[str, At] = {}
        self._turns = 0

    def read(self, found: Sequence[Block]) -> None:
        """Read every block; the players first, so that names can be checked."""
        for block in found:
            if block.kind == "players" and not self.header.people.listed:
                self.header.put("players", block.units[0])
        for block in found:
            if self._is_player(block):
                self.reader.trouble(block.place, *_in_quotes(block.head.text))
            else:
                self._order(block)
                self._block(block)
        if self.draft.took is not None and len(self.draft.drawn) != 1:
            self._who_took()
        if not self._turns and not self.reader.troubles:
            self._no_turn()

    def _block(self, block: Block) -> None:
        unit = block.units[0] if block.units else block.head
        if block.kind == "turn":
            self._turn(block)
        elif block.kind == "table":
            for meld in block.units:
                self._table(meld)
        elif block.kind == "stray":
            self._stray(block.head)
        elif block.kind == "holds":
            self._hand(block, unit)
        elif block.kind == "ruling":
            self.header.ruling(block.of, unit)
        elif block.kind != "players":
            self.header.put(block.kind, unit)

    def _is_player(self, block: Block) -> bool:
        """Whether a header word is meant for the player of that name."""
        if block.kind == "turn" or not block.units or not opening_word(block.units[0].text, "verb"):
            return False
        return self.header.people.listed and self.header.people.named_already(block.head.text)

    def _order(self, block: Block) -> None:
        """Header lines stand before the turns, each once."""
        first = self._seen.setdefault(block.kind, block.place)
        if first != block.place and block.kind not in _REPEATED:
            self.reader.trouble(
                block.place,
                f"“{block.head.text}” is written already, in line {first.line}",
                f"« {block.head.text} » est déjà écrit, à la ligne {first.line}",
            )
        elif "turn" in self._seen and block.kind not in _AFTER_TURNS:
            self.reader.trouble(
                block.place,
                f"“{block.head.text}” belongs to the position, which stands before the first turn",
                f"« {block.head.text} » appartient à la position, qui s'écrit avant le premier tour",
            )

    def _table(self, unit: Unit) -> None:
        if is_nothing(unit.text):
            return
        tree = self.reader.tree(unit, "melds")
        if tree is None:
            self.header.labels.incomplete = True
            return
        for meld, child in self.header.melds(unit, tree):
            self._is_meld(meld.label, meld.at)
            self.draft.table.append(replace(meld, owner=self._owner(unit, child)))

    def _is_meld(self, name: str, at: At) -> None:
        """The name of a meld is no player's, and looks like no header word; if not, the trouble is noted."""
        if self.header.people.listed and self.header.people.named_already(name):
            self.reader.trouble(
                at,
                f"{name} is a player, and here stands the name of a meld; a hand is written {name} holds: …",
                f"{name} est un joueur, et ici vient le nom d'une combinaison ; une main s'écrit {name} tient : …",
            )
        elif len(name) > 3 and name.isalpha() and (near := close(name, spelt("header"))):
            self.reader.trouble(
                at,
                f"is “{name}” a meld, or the header word “{near}”? Call the meld A1, or write {near}: without indent",
                f"« {name} » : une combinaison, ou le mot d'en-tête « {near} » ? "
                f"Appelez-la A1, ou écrivez {near} : sans retrait",
            )

    def _owner(self, unit: Unit, meld: Leaves) -> str:
        """`A1 (Anne)`; nobody where it is not said, or `(?)`."""
        if mine := find(meld, "MY"):
            self.reader.trouble(
                spot(unit, mine),
                "whose meld? Here the name of its player follows in brackets: A1 (Anne)",
                "à qui ? Ici le nom du joueur suit entre parenthèses : A1 (Anne)",
            )
        owner = find(meld, "NAME", "QUOTED")
        return self.header.people.named(name_of(owner), spot(unit, owner)) if owner else ""

    def _hand(self, block: Block, unit: Unit) -> None:
        player = self.header.people.named(block.of, block.place)
        tree = self.reader.tree(unit, "holds")
        if tree is not None:
            self.header.hand(player, unit, tree)

    def _turn(self, block: Block) -> None:
        if not self._is_turn(block):
            return
        self._turns += 1
        player = self.header.people.named(block.of, block.place)
        read = (read_act(self.reader, self.header.labels, player, unit) for unit in block.units)
        acts = [act for act in read if act is not None]
        if not block.units:
            self.reader.trouble(block.place, f"what does {block.of} do?", f"que fait {block.of} ?")
        self.draft.play(player, acts, block.place)

    def _is_turn(self, block: Block) -> bool:
        """Whether this is a turn, and not a header line whose word is misspelt; if not, the trouble is noted."""
        people = self.header.people
        if not block.of:
            self.reader.trouble(block.place, *_NO_NAME)
            return False
        if people.named_already(block.of) or (block.units and opening_word(block.units[0].text, "verb")):
            return True
        if people.listed:
            people.named(block.of, block.place)
            return False
        if near := close(block.of, spelt("header")):
            self.reader.trouble(
                block.place,
                f"there is no header word “{block.of}”; did you mean “{near}”?",
                f"pas de mot d'en-tête « {block.of} » ; « {near} » peut-être ?",
            )
        return not near

    def _who_took(self) -> None:
        at = self._seen.get("took") or self._seen.get("drawn") or self.draft.at
        self.reader.trouble(
            at,
            "who took that card? Write has drawn: Bob (9♦)",
            "qui a pris cette carte ? Écrivez a pioché : Bob (9♦)",
        )

    def _no_turn(self) -> None:
        self.reader.trouble(
            self.draft.at,
            "this is a position without a turn, so there is nothing to judge; write what is played, as in Bob: draws",
            "c'est une position sans aucun tour, il n'y a rien à juger ; écrivez ce qui est joué : Bob : pioche",
        )

    def _stray(self, unit: Unit) -> None:
        """A line without a colon."""
        if unit.text.count('"') % 2:
            self.reader.troubles.append(unclosed(unit))
        else:
            self.reader.trouble(unit.place, *_no_colon(unit.text))


_NO_NAME: Entry = (
    "a player's name or a header word stands before the colon",
    "il manque un nom de joueur ou un mot d'en-tête avant les deux-points",
)


def _in_quotes(name: str) -> Entry:
    return (
        f'“{name}” is a header word; a player of that name is written in quotes: "{name}"',
        f"« {name} » est un mot d'en-tête ; un joueur de ce nom s'écrit entre guillemets : \"{name}\"",
    )


_COLON_MISSING: Entry = (
    "a colon is missing after the header word, as in players: Anne, Bob or Bob holds: 4♠",
    "il manque deux-points après le mot d'en-tête, comme dans joueurs : Anne, Bob ou Bob tient : 4♠",
)


def _no_colon(text: str) -> Entry:
    """What to say about a line without a colon."""
    first, _blank, rest = text.partition(" ")
    if opening_word(text, "header") or opening_word(text, "ruling") or opening_word(rest, "holds"):
        return _COLON_MISSING
    if opening_word(text, "verb"):
        return (
            "whose act is this? Write the player and a colon before it (Bob: draws), or indent it under the turn",
            "qui joue ? Écrivez le joueur et deux-points devant (Bob : pioche), ou mettez la ligne en retrait",
        )
    if opening_word(rest, "verb"):
        return (
            f"a colon is missing after the player: {first}: {rest}",
            f"il manque deux-points après le joueur : {first} : {rest}",
        )
    return (
        "this is no header line (players: Anne, Bob) and no turn (Bob: draws); a remark begins with #",
        "ce n'est ni une ligne d'en-tête (joueurs : Anne, Bob) ni un tour (Bob : pioche) ; une remarque commence par #",
    )
