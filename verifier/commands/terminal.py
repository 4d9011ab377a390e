"""The terminal: its language, its width, its colours, and what goes to standard error."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import IO, Any

import click

from verifier.report.layout import WIDEST, Block, lay_out, plain, print_coloured, wants_colour


def language() -> str:
    """The language of the user's locale: French, or else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def echo_error(message: str) -> None:
    """A message to standard error."""
    click.echo(message, err=True)


class Misused(click.UsageError):
    """Wrong usage that the message explains well enough: it is shown alone."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"kalooki: {self.format_message()}", file=file, err=file is None)


def print_report(blocks: Iterable[Block]) -> None:
    """Prints a report as the terminal likes it."""
    out = sys.stdout
    columns = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns) if out.isatty() else WIDEST
    lines = lay_out(blocks, columns)
    if wants_colour(out, os.environ):
        print_coloured(lines, out)
    else:
        click.echo(plain(lines), nl=False)


def speak_utf8() -> None:
    """Lets the card signs through where the terminal's encoding lacks them."""
    for stream in (sys.stdout, sys.stderr):
        encoding = getattr(stream, "encoding", None) or "ascii"
        try:
            "♥“é…".encode(encoding)
        except (UnicodeEncodeError, LookupError):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8")
