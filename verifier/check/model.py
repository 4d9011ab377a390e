"""What a check of a book finds."""

from __future__ import annotations

from msgspec import Struct

KINDS = ("impossible", "arithmetic", "dead", "stuck", "conflict", "silent", "untested")
"""The kinds of finding, the gravest first."""


class Finding(Struct, frozen=True):
    """One thing that does not hold together.

    `kind` is one of `KINDS`. `owner` is the id of the rule or question found fault with, `rules` are the others that
    have to do with it: the rules to blame, or those that leave it nothing. `event` is the event it is about ("" for
    none), `statement` the statement as the rule file writes it ("" for the whole rule). `en` and `fr` say what is
    wrong. `witness` is a record that shows it, as it can be given to `kalooki judge -e` or, with several lines, in a
    file ("" where there is none). `house` is True where an amendment brought it, False where it comes with the source.
    `bound` is True for what is known only of plays of a limited size.
    """

    kind: str
    owner: str
    en: str
    fr: str
    rules: tuple[str, ...] = ()
    event: str = ""
    statement: str = ""
    witness: str = ""
    house: bool = False
    bound: bool = False
    line: int = 0
    file: str = ""

    def text(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en
