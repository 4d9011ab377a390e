"""A bar on standard error while something takes its time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

PATIENCE = 1.0
"""How many seconds may pass before a bar shows that something goes on."""

Tell = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""


@contextmanager
def bar(about: str) -> Iterator[Tell | None]:
    """A bar, if standard error is a terminal and the work takes a while; it is gone when the work is done."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    shown = Progress(TextColumn("{task.description}"), BarColumn(), console=Console(stderr=True), transient=True)
    task = shown.add_task(about, total=None)
    waiting = Timer(PATIENCE, shown.start)
    waiting.daemon = True
    waiting.start()
    try:
        yield lambda done, of: shown.update(task, completed=done, total=of)
    finally:
        waiting.cancel()
        waiting.join()
        shown.stop()
