"""The names of melds in a record."""

from __future__ import annotations

from grammar.document import At
from grammar.reading import Reader


class Labels:
    """The names of the melds that lie on the table.

    A new meld that the record does not name is numbered in order: the first letter of its player's name and the next
    number that nobody has used (B3 after B1 and B2), or `new1`, `new2` … where the player has no name.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._labels: dict[str, str] = {}
        self.incomplete = False

    def add(self, label: str, at: At) -> str:
        """A new name; a trouble if it is taken."""
        if label.casefold() in self._labels:
            self._reader.trouble(at, f"there are two melds {label}", f"il y a deux combinaisons {label}")
        self._labels[label.casefold()] = label
        return label

    def fresh(self, player: str) -> str:
        """A name for a new meld of the player."""
        first = next((char.upper() for char in player if char.isalpha()), "new")
        number = 1
        while f"{first}{number}".casefold() in self._labels:
            number += 1
        label = f"{first}{number}"
        self._labels[label.casefold()] = label
        return label

    def find(self, label: str, at: At) -> str:
        """The name as the table has it; a trouble if there is no such meld."""
        found = self._labels.get(label.casefold())
        if found is None and not self.incomplete:
            names = ", ".join(self._labels.values())
            self._reader.trouble(
                at,
                f"there is no meld {label}; the table has {names}",
                f"il n'y a pas de combinaison {label} ; sur la table : {names}",
            )
        return found or label
