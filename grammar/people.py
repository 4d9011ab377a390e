"""The players of a record."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.document import At
from grammar.reading import Reader, listing
from grammar.words import HOLDS, close, listed, spelt


class People:
    """Who plays. Where the record says who, other names are mistakes; where it does not, every name is taken."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._names: dict[str, str] = {}
        self.listed = False
        """Whether the record says who plays."""

    def seat(self, names: Iterable[tuple[str, At]]) -> list[str]:
        """The names after `players:`; a name written twice is a trouble."""
        self.listed = True
        for name, at in names:
            if name.casefold() in self._names:
                self._reader.trouble(at, f"there are two players {name}", f"il y a deux joueurs du nom de {name}")
            self._names[name.casefold()] = name
        return list(self._names.values())

    def named_already(self, name: str) -> bool:
        """Whether the record has named this player before."""
        return name.casefold() in self._names

    def named(self, name: str, at: At) -> str:
        """The name as `players:` has it; a trouble if there is no such player."""
        if not self.listed:
            return self._names.setdefault(name.casefold(), name)
        if name.casefold() not in self._names:
            self._unknown(name, at)
        return self._names.get(name.casefold(), name)

    def _holder(self, name: str) -> str:
        """The player whose hand this line was to tell, if its verb is all that is misspelt."""
        player, _, verb = name.rpartition(" ")
        found = self._names.get(player.casefold(), "")
        return found if found and close(verb, (word for words in HOLDS for word in listed(words))) else ""

    def _unknown(self, name: str, at: At) -> None:
        en, fr = f"there is no player {name}", f"il n'y a pas de joueur {name}"
        if holder := self._holder(name):
            en, fr = f"{en}; did you mean “{holder} holds:”?", f"{fr} ; « {holder} tient: » peut-être ?"
        elif near := close(name, self._names.values()):
            en, fr = f"{en}; did you mean {near}?", f"{fr} ; {near} peut-être ?"
        elif header := close(name, spelt("header")):
            en = f"“{name}” is neither a player nor a header word; did you mean “{header}”?"
            fr = f"« {name} » n'est ni un joueur ni un mot d'en-tête ; « {header} » peut-être ?"
        else:
            everybody = listing(self._names.values())
            en, fr = f"{en}; the players are {everybody}", f"{fr} ; les joueurs sont {everybody}"
        self._reader.trouble(at, en, fr)
