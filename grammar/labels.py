"""The names of melds in a record."""

from __future__ import annotations

import re

from grammar.document import At
from grammar.reading import Reader, listing
from grammar.words import close


class Labels:
    """The names of the melds that lie on the table.

    A new meld that the record does not name is numbered in order: the first letter of its player's name and the
    next number (B3 where there are B1 and B2), or `new1`, `new2` … where the player has no name.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._labels: dict[str, str] = {}
        self._last: dict[str, int] = {}
        self.incomplete = False
        """Whether there is a meld that could not be read: an unknown name may then be its name."""

    def add(self, label: str, at: At) -> str:
        """A name that the record gives; a trouble if it is taken."""
        if label.casefold() in self._labels:
            self._reader.trouble(
                at,
                f"there is a meld {label} already; give this one another name",
                f"il y a déjà une combinaison {label} ; donnez un autre nom à celle-ci",
            )
        self._keep(label)
        return label

    def fresh(self, player: str) -> str:
        """A name for a new meld of the player."""
        letter = next((char.upper() for char in player if char.isalpha()), "P") if player else "new"
        label = f"{letter}{self._last.get(letter.casefold(), 0) + 1}"
        self._keep(label)
        return label

    def _keep(self, label: str) -> None:
        self._labels[label.casefold()] = label
        if numbered := re.fullmatch(r"(\D+)([0-9]{1,6})", label.casefold()):
            self._last[numbered[1]] = max(self._last.get(numbered[1], 0), int(numbered[2]))

    def find(self, label: str, at: At) -> str:
        """The name as the table has it; a trouble if there is no such meld."""
        found = self._labels.get(label.casefold())
        if found is None and not self.incomplete:
            self._unknown(label, at)
        return found or label

    def _unknown(self, label: str, at: At) -> None:
        if not self._labels:
            en, fr = "the table has none", "il n'y en a aucune sur la table"
        elif near := close(label, self._labels.values()):
            en, fr = f"did you mean {near}?", f"{near} peut-être ?"
        else:
            names = listing(self._labels.values())
            en, fr = f"the table has {names}", f"sur la table : {names}"
        self._reader.trouble(
            at, f"there is no meld {label} here; {en}", f"il n'y a pas ici de combinaison {label} ; {fr}"
        )
